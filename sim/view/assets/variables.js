// SPDX-License-Identifier: Apache-2.0
// What the variables of the source hold before the step shown: a row a variable, a cell a lane;
// what the step before changed is marked.

// The value of a lane: a number or text, null (not assigned yet), "?" (optimized out).
function laneValue(values, lane) {
  if (Array.isArray(values)) return values[lane];
  if (values === null || typeof values !== "object") return values;
  const run = values.run || 32;
  return values.from + values.by * (lane % run) + (values.each || 0) * Math.floor(lane / run);
}
const isUniform = (values) => values === null || typeof values !== "object";

// Of each variable its values before step `at` of the warp, and before the one before.
function variablesBefore(launch, warp, at) {
  const {names, changes, values} = launch.record.variables;
  const now = names.map(() => null), before = names.map(() => undefined), rows = changes[warp];
  for (let i = 0, step = 0; i < rows.length; i += 3) {
    step += rows[i];
    if (step > at) break;
    if (step === at && at > 0) before[rows[i + 1]] = now[rows[i + 1]];
    now[rows[i + 1]] = values[rows[i + 2]];
  }
  return {now, before};
}

// In scope on the step's line, without those that an inner one of the same name hides.
function variablesInScope(launch, step) {
  const plain = (name) => name.replace(/[.[].*/, "");
  const all = launch.record.variables.names.map(([name, within, source, first, end, whole, isOut], index) =>
    ({name, within, source, first, end, whole, isOut, index}))
    .filter((each) => each.source === step.source && each.first <= step.line && step.line <= each.end);
  return all.filter((each) => !all.some((other) => other.whole !== each.whole &&
    plain(other.name) === plain(each.name) &&
    (other.first > each.first || (other.first === each.first && other.whole > each.whole))));
}

const valueText = (value) => value === null ? "–" : `${value}`;
const valueWords = (value) => value === null ? "not yet assigned" : value === "?" ? "optimized out" :
  value === "~" ? "pending: not yet assigned here" : `${value}`;

// The step before gave the variable this value, rather than showing that it has none yet.
const isChange = (before, value) => before !== value && value !== "~" && !(before === "~" && value === null);
const isChangeIn = (before, values, lane) => before !== undefined && isChange(laneValue(before, lane), laneValue(values, lane));
const isAnyChange = (before, values) => Array.from({length: 32}, (_, lane) => isChangeIn(before, values, lane)).includes(true);

function laneCells(each, values, before, step) {
  return Array.from({length: 32}, (_, lane) => {
    const value = laneValue(values, lane), isOn = step.working >>> lane & 1;
    const isChanged = isChangeIn(before, values, lane);
    const was = isChanged ? `, before: ${valueWords(laneValue(before, lane))}` : "";
    return `<td class="${isOn ? "on" : "idle"}${isChanged ? " changed" : ""}" data-lane="${lane}" ` +
      `title="lane ${lane}: ${escaped(each.name)} = ${escaped(valueWords(value))}${escaped(was)}">` +
      `${isHidden() ? "?" : escaped(valueText(value))}</td>`;
  }).join("");
}

function variableRow(each, values, before, step) {
  const isChanged = isAnyChange(before, values);
  const was = isChanged && isUniform(before) ? ` title="before: ${escaped(valueWords(before))}"` : "";
  const cells = each.isOut || (isUniform(values) && !(before !== undefined && !isUniform(before))) ?
    `<td colspan="32" class="all${isChanged ? " changed" : ""}"${was}>` +
      `${isHidden() ? "?" : each.isOut ? "optimized out" : escaped(valueWords(values))}` +
      `${values === null || values === "?" || each.isOut ? "" : ` <span class="muted">in all lanes</span>`}</td>` :
    laneCells(each, values, before, step);
  return `<tr data-variable="${escaped(each.name)}"><th scope="row">${escaped(each.name)}` +
    `${isChanged && !isHidden() ? ` <abbr title="changed by the step before">✱</abbr>` : ""}</th>${cells}</tr>`;
}

// Elements one after the other that hold the same in all lanes, and did so before, share a row.
function variableGroups(rows, now, before) {
  const plain = (name) => name.replace(/[.[].*/, "");
  const isQuiet = (each) => isUniform(now[each.index]) && !isAnyChange(before[each.index], now[each.index]) && !each.isOut;
  const groups = [];
  for (const each of rows) {
    const last = groups[groups.length - 1], first = last && last[0];
    const isLike = last && first.whole === each.whole && first.name !== plain(first.name) && isQuiet(first) &&
      isQuiet(each) && now[first.index] === now[each.index];
    if (isLike) last.push(each); else groups.push([each]);
  }
  return groups.flatMap((group) => group.length < 3 ? group :
    [{...group[0], name: `${group[0].name} to ${group[group.length - 1].name.slice(plain(group[0].name).length)}`}]);
}

function variablesPanel(owner) {
  const {launch, step} = owner;
  if (!step) return `<p class="empty">No steps of this launch were recorded.</p>`;
  if (!launch.record.variables)
    return `<p class="empty">This PTX does not say where the source's variables are: compile with Lockstep's ` +
      `built-in compiler to see them.</p>`;
  if (owner.at >= launch.record.variables.steps[owner.warp])
    return `<p class="empty">Variables of later steps are left out, so that the page stays small: ` +
      `record fewer warps (--warp) to see them.</p>`;
  const {now, before} = variablesBefore(launch, owner.warp, owner.at);
  const rows = variablesInScope(launch, step);
  const [, , ...inMemory] = launch.record.variables.memory.find(([first, end]) => step.pc >= first && step.pc < end) || [];
  if (rows.length + inMemory.length === 0) return `<p class="empty">No variable is in scope on this line.</p>`;
  const head = Array.from({length: 32}, (_, lane) => `<th scope="col">${lane}</th>`).join("");
  return `<figure class="figure" id="figure-variables"><figcaption><b>Variables${rows.length ? ` of ${escaped(rows[0].within)}` : ""}</b>` +
    `<span class="muted">before this step; ✱ changed by the step before</span></figcaption>` +
    `<div class="lanes-table" tabindex="0" role="group" aria-label="Variables by lane"><table class="variables">` +
    `<thead><tr><th scope="col">lane</th>${head}</tr></thead><tbody>` +
    variableGroups(rows, now, before).map((each) => variableRow(each, now[each.index], before[each.index], step)).join("") +
    inMemory.map((name) => `<tr data-memory><th scope="row">${escaped(name)}</th><td colspan="32" class="all">in memory</td></tr>`).join("") +
    `</tbody></table></div></figure>`;
}
