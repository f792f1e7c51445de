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
function groupName(group) {
  const first = DATA.generations[group.members[0]].capability;
  const last = DATA.generations[group.members[group.members.length - 1]].capability;
  return first === last ? `cc ${capability(first)}` : `cc ${capability(first)}–${capability(last)}`;
}

function otherRules(pattern) {
  const cells = ruleGroups().map((group) => {
    const made = pattern.under(group.rule);
    const isThis = group.rule === rule();
    return `<button type="button" class="rule" data-gpu="${group.members[group.members.length - 1]}" ` +
      `aria-pressed="${isThis}" data-rule="${group.rule}" title="${escaped(made ? made.unit : "")}">` +
      `<b>${shown(made ? made.count : "–")}</b><span class="muted">${groupName(group)}</span></button>`;
  }).join("");
  return `<div class="rules" role="group" aria-label="The same access on other generations">` +
    `${cells}</div>`;
}

function accessHead(part, made) {
  const {pattern} = part;
  const isGood = made.count <= made.ideal;
  return `<div class="cost ${isHidden() ? "" : isGood ? "good" : "bad"}">` +
    `<span class="big" data-cost="${isHidden() ? "" : made.count}">${shown(grouped(made.count))}</span>` +
    `<span class="fact">${escaped(made.unit)}<br><span class="muted">${shown(grouped(made.ideal))} ` +
    `would do</span></span>` +
    `<span class="fact"><b>${escaped(pattern.what)}</b><br><span class="muted">` +
    `${bits(pattern.lanes)} lanes × ${pattern.width} bytes</span></span>${otherRules(pattern)}</div>` +
    `<p class="rule-text">${escaped(made.says)}.</p>`;
}

// What was recomputed for another layout, on the GPU that ran it.
function fixesHtml(part, made) {
  const {fixes} = part.pattern;
  if (!fixes.length || rule() !== DATA.own_rule || isHidden()) return "";
  return `<p class="fixes"><b>Recomputed:</b> ` + fixes.map(([text, count]) =>
    `<span class="${count < made.count ? "better" : "muted"}">${escaped(text)} → ` +
    `<b data-fix="${count}">${grouped(count)}</b></span>`).join("; ") + `</p>`;
}

function accessPart(owner, part) {
  const made = part.pattern.under(rule());
  if (!made) return `<p class="muted">${escaped(part.pattern.what)}: no map of texture fetches.</p>`;
  const map = part.pattern.space === 0 ? bankFigure(owner, part, made)
    : segmentFigure(owner, part, made);
  return accessHead(part, made) + map + fixesHtml(part, made);
}

function servedText(step) {
  const {took, l1, l2, dram} = step.access;
  if (!took) return "";
  const from = [[l1, "L1"], [l2, "L2"], [dram, "memory"]].filter(([n]) => n > 0)
    .map(([n, name]) => `${n} from ${name}`).join(", ");
  return `<p class="muted">The data was there after <b>${shown(took)}</b> cycles` +
    `${from ? `; sectors: ${shown(from)}` : ""}.</p>`;
}

function accessPanel(owner) {
  const step = owner.step;
  if (!step) return emptyFigure("access", "Access");
  if (!step.access)
    return `<p class="empty">This step accesses no memory. <kbd>]</kbd> goes to the next one that ` +
      `does, <kbd>c</kbd> to the next with a conflict or excess sectors.</p>`;
  return step.access.parts.map((part) => accessPart(owner, part)).join("") + servedText(step);
}
