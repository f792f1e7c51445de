// SPDX-License-Identifier: Apache-2.0
// What if the rows were padded, the lanes farther apart, the block of another shape: a slider over choices whose costs and maps
// come with the page.

const KNOBS = {
  padding: ["padding", "extra words in each row"], swizzle: ["swizzle", "the column permuted by the row"],
  stride: ["stride", "elements from lane to lane"], block: ["block", "threads of the block in x; it keeps its size"],
};
// The knob that is turned at this step: {name, own, choices, at}, or null. Another instruction has knobs of its own.
function knobOf(owner, part) {
  const {whatIf, step} = owner;
  if (!whatIf || !step || whatIf.pc !== step.pc || isHidden()) return null;
  const found = part.whatIf.find(([name]) => name === whatIf.knob);
  if (!found) return null;
  const [name, own, choices] = found;
  return {name, own, choices, at: Math.min(whatIf.at === null ? own : whatIf.at, choices.length - 1)};
}
// The access as it would be; null: as it is.
function chosenWhatIf(owner, part) {
  const knob = knobOf(owner, part);
  if (!knob || knob.at === knob.own) return null;
  const [, source, choice] = knob.choices[knob.at];
  return {source, part: {...part, pattern: CHOICES[choice], elements: null}};
}
function turnKnob(owner, knob, at) {
  const {whatIf, step} = owner;
  const isOff = at === null && whatIf && whatIf.pc === step.pc && whatIf.knob === knob;
  owner.whatIf = isOff ? null : {pc: step.pc, knob, at};
  owner.wave = null;
  owner.phase = 0;
  render();
}

// One bar a choice, as high as it costs.
function choiceBars(knob, costs) {
  const most = Math.max(...costs, 1);
  return `<div class="choices" role="group" aria-label="Cost of each choice">` + knob.choices.map(([value, source], i) =>
    `<button type="button" data-turned="${knob.name}:${i}" aria-pressed="${i === knob.at}" data-cost-of="${costs[i]}" ` +
    `title="${escaped(source)}: ${grouped(costs[i])}"><span style="height:${Math.max(2, 38 * costs[i] / most).toFixed(1)}px" ` +
    `class="${costs[i] === Math.min(...costs) ? "good" : i === knob.own ? "own" : ""}"></span>${value}</button>`).join("") + `</div>`;
}
// The command that applies the choice to a copy and compares; "" where a copy is changed by hand.
function applyHtml(owner, knob) {
  const [value, source] = knob.choices[knob.at], {step} = owner;
  if (!["padding", "swizzle"].includes(knob.name) || knob.at === knob.own || /\[i[ \]]|^rows/.test(source) || !step.line) return "";
  return `<p class="muted">Applied to a copy, and compared: <code>lockstep explain ${escaped(DATA.sources[step.source].name)}:${step.line} ` +
    `--apply ${knob.name}${knob.name === "padding" ? `=${value}` : ""}</code></p>`;
}
function whatIfHtml(owner, part) {
  if (!part.whatIf.length || isHidden()) return "";
  const knob = knobOf(owner, part);
  const chips = part.whatIf.map(([name]) => `<button type="button" class="chip" data-knob="${name}" title="${KNOBS[name][1]}" ` +
    `aria-pressed="${knob !== null && knob.name === name}">${KNOBS[name][0]}</button>`).join("");
  if (!knob) return `<div class="chips what-if"><span class="group" role="group" aria-label="What if"><b>What if:</b> ${chips}</span></div>`;
  const costs = knob.choices.map(([, , choice]) => CHOICES[choice].under(rule(owner)).count);
  const [, source] = knob.choices[knob.at], change = costs[knob.at] - costs[knob.own];
  return `<div class="chips what-if"><span class="group" role="group" aria-label="What if"><b>What if:</b> ${chips}</span></div>` +
    `<div class="what-if"><label>${KNOBS[knob.name][1]} <input type="range" data-turn="${knob.name}" min="0" max="${knob.choices.length - 1}" ` +
    `value="${knob.at}" aria-valuetext="${escaped(source)}"></label> <code>${escaped(source)}</code> → <b data-what-if="${costs[knob.at]}">` +
    `${grouped(costs[knob.at])}</b> <span class="${change < 0 ? "better" : "muted"}">${knob.at === knob.own ? "as it is" :
      change === 0 ? "no change" : `${change > 0 ? "+" : "−"}${grouped(Math.abs(change))}`}</span>${choiceBars(knob, costs)}${applyHtml(owner, knob)}</div>`;
}
