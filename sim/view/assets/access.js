// SPDX-License-Identifier: Apache-2.0
// The access of a step under the chosen generation's rule: its cost in large figures, the rule in
// a sentence, the map, and what the same access costs on the other generations.

// Presets between which no rule changes, as one: "GTX 680 … K40".
function ruleGroups() {
  const groups = [];
  DATA.generations.forEach((gpu, i) => {
    const last = groups[groups.length - 1];
    if (last && last.rule === gpu.rule) last.members.push(i);
    else groups.push({rule: gpu.rule, members: [i]});
  });
  return groups;
}
const capability = (value) => `${Math.floor(value / 10)}.${value % 10}`;
// By compute capability, as NVIDIA names its generations.
const ARCHITECTURES = [[10, "G80"], [13, "GT200"], [20, "Fermi"], [30, "Kepler"], [50, "Maxwell"],
  [60, "Pascal"], [70, "Volta"], [75, "Turing"], [80, "Ampere"], [89, "Ada"], [90, "Hopper"],
  [100, "Blackwell"]];
const architecture = (value) => ARCHITECTURES.reduce((name, [from, each]) =>
  value >= from ? each : name, "");
// ["Maxwell … Blackwell", "cc 5.0–12.0"]
function groupName(group) {
  const ends = [group.members[0], group.members[group.members.length - 1]]
    .map((i) => DATA.generations[i].capability);
  const join = (names, by) => names[0] === names[1] ? names[0] : names.join(by);
  return [join(ends.map(architecture), " … "), `cc ${join(ends.map(capability), "–")}`];
}

function otherRules(owner, pattern) {
  const cells = ruleGroups().map((group) => {
    const made = pattern.under(group.rule);
    const isThis = group.rule === rule(owner);
    return `<button type="button" class="rule" data-gpu="${group.members[group.members.length - 1]}" ` +
      `aria-pressed="${isThis}" data-rule="${group.rule}" ` +
      `title="${groupName(group).join(", ")}${made ? `: ${escaped(made.unit)}` : ""}">` +
      `<b>${shown(made ? made.count : "–")}</b>` +
      groupName(group).map((name) => `<span>${name}</span>`).join("") + `</button>`;
  }).join("");
  return `<div class="rules" role="group" aria-label="The same access on other generations">` +
    `${cells}</div>`;
}

function accessHead(owner, part, made) {
  const {pattern} = part;
  const isGood = made.count <= made.ideal;
  return `<div class="cost ${isHidden() ? "" : isGood ? "good" : "bad"}">` +
    `<span class="big" data-cost="${isHidden() ? "" : made.count}">${shown(grouped(made.count))}</span>` +
    `<span class="fact">${escaped(made.unit)}<br><span class="muted">${shown(grouped(made.ideal))} ` +
    `would be enough</span></span>` +
    `<span class="fact"><b>${escaped(pattern.what)}</b><br><span class="muted">` +
    `<span title="lanes × bytes of each">${bits(pattern.lanes)} × ${pattern.width} bytes</span></span></span>${otherRules(owner, pattern)}</div>` +
    `<p class="rule-text">${escaped(made.says)}.</p>`;
}

// What was recomputed for another layout, on the GPU that ran it.
function fixesHtml(owner, part, made) {
  const {fixes} = part.pattern;
  if (!fixes.length || rule(owner) !== owner.launch.run.own_rule || isHidden()) return "";
  return `<p class="fixes"><b>Recomputed:</b> ` + fixes.map(([text, count]) =>
    `<span class="${count < made.count ? "better" : "muted"}">${escaped(text)} → ` +
    `<b data-fix="${count}">${grouped(count)}</b></span>`).join("; ") + `</p>`;
}

function accessPart(owner, given) {
  const chosen = chosenWhatIf(owner, given);
  const part = chosen ? chosen.part : given, made = part.pattern.under(rule(owner));
  if (!made) return `<p class="muted">${escaped(part.pattern.what)}: no map of texture fetches.</p>`;
  const map = !made.map ? `<p class="muted">The map is drawn under the rules of ${escaped(owner.launch.run.gpu.name)} only.</p>` :
    part.pattern.space === 0 ? bankFigure(owner, part, made) : segmentFigure(owner, part, made);
  const asked = guessHtml(owner, `access${part.pattern.space}`, `How many ${made.unit}?`, made.count);
  return accessHead(owner, part, made) + (chosen ? "" : namesHtml(owner, part)) + whatIfHtml(owner, given) + (chosen ? "" : asked) + (isHidden() ? addressesHtml(part) : "") + (chosen ? "" : fixesHtml(owner, part, made)) + map;
}

function servedText(step) {
  const {took, l1, l2, dram} = step.access;
  if (!took) return "";
  const from = [[l1, "L1"], [l2, "L2"], [dram, "memory"]].filter(([n]) => n > 0)
    .map(([n, name]) => `${n} from ${name}`).join(", ");
  const isStore = step.access.parts.every((part) => /store/.test(part.pattern.what));
  return `<p class="muted">${isStore ? "The store was complete" : "The data was there"} after <b>${shown(grouped(took))}</b> cycles` +
    `${from ? `; sectors: ${shown(from)}` : ""}.</p>`;
}

function accessPanel(owner) {
  const step = owner.step;
  if (!step) return emptyFigure("access", "Access");
  const fragments = fragmentsHtml(owner);
  if (!step.access && fragments) return fragments;
  if (!step.access && step.kind === "m" && step.on && owner.launch.run.maps_left_out)
    return `<p class="empty">The map of this access is left out: the page holds the first ` +
      `${plural(PATTERNS.length, "pattern")} of addresses.</p>`;
  if (!step.access)
    return `<p class="empty">This step accesses no memory. <kbd>]</kbd> goes to the next one that ` +
      `does, <kbd>c</kbd> to the next with a conflict or excess sectors.</p>`;
  return step.access.parts.map((part) => accessPart(owner, part)).join("") + servedText(step) + fragments;
}
