// SPDX-License-Identifier: Apache-2.0
// An access in the words of its source: the element that each lane touches, and what the variables
// of its index hold, as formulas of the lane where they follow one.

// {from: 15, by: -1, run: 16}: "15 - lane % 16", as explain writes it.
function formulaText(values) {
  if (values === null || typeof values !== "object") return valueWords(values);
  const {from, by, run, each} = values;
  const terms = [[each, `lane / ${run}`], [by, run ? `lane % ${run}` : "lane"]].filter(([factor]) => factor);
  if (from || !terms.length) terms[terms.length && terms[0][0] < 0 && from > 0 ? "unshift" : "push"]([from, ""]);
  return terms.map(([factor, what], i) => {
    const size = Math.abs(factor), isInner = what.includes(" ") && (size !== 1 || (factor < 0 && i === 0));
    return `${factor < 0 ? i ? " - " : "-" : i ? " + " : ""}${size === 1 && what ? "" : size}` +
      `${size !== 1 && what ? "·" : ""}${isInner ? `(${what})` : what}`;
  }).join("");
}
// A formula's value: "2·(lane / 16) + 1" for a lane. It has no other operators.
function formulaAt(text, lane) {
  const value = (part) => part.split("·").reduce((product, factor) => {
    const [, sign, word, operator, by] = /^(-?)\(?(\w+)(?: ([%/]) (\d+))?\)?$/.exec(factor.trim()) || [];
    const own = word === "lane" ? lane : Number(word);
    return product * (sign ? -1 : 1) * (operator === "%" ? own % by : operator ? Math.floor(own / by) : own);
  }, 1);
  return text.replaceAll(" - ", " + -").split(" + ").reduce((sum, part) => sum + value(part), 0);
}
// "tile[3][0]" of a lane; "" where it has no name.
function elementOf(part, lane) {
  const {elements} = part;
  if (!elements) return "";
  return Array.isArray(elements) ? elements[lane] || "" :
    elements.replace(/\[([^\]]*)\]/g, (_, formula) => `[${formulaAt(formula, lane)}]`);
}

// threadIdx.x and its like, for the lanes of a step; undefined: another name.
function builtinValues(launch, step, name) {
  const [, word, letter] = /^(threadIdx|blockIdx|blockDim|gridDim)\.([xyz])$/.exec(name) || [];
  if (!word) return undefined;
  const axis = "xyz".indexOf(letter), {block, grid} = launch;
  const partOf = (index, size) => axis === 0 ? index % size[0] :
    axis === 1 ? Math.floor(index / size[0]) % size[1] : Math.floor(index / size[0] / size[1]);
  if (word === "blockDim" || word === "gridDim") return (word === "blockDim" ? block : grid)[axis];
  if (word === "blockIdx") return partOf(step.warp.block.index, grid);
  return Array.from({length: 32}, (_, lane) => partOf(step.warp.number * 32 + lane, block));
}
// What the working lanes hold, in few words.
function laneWords(values, lanes) {
  if (values === "~") return "pending";
  if (!Array.isArray(values)) return formulaText(values);
  const here = lanesOf(lanes), groups = new Map();
  for (const lane of here)
    groups.set(values[lane], (groups.get(values[lane]) || 0) | 1 << lane);
  if (groups.size === 1) return valueWords(values[here[0]]);
  const by = values[here[1]] - values[here[0]], steps = here[1] - here[0];
  if (here.length > 2 && by % steps === 0 &&
      here.every((lane) => values[lane] === values[here[0]] + by / steps * (lane - here[0])))
    return formulaText({from: values[here[0]] - by / steps * here[0], by: by / steps});
  for (let run = 16; run > 1 && here.length === 32; run /= 2) {
    const found = {from: values[0], by: values[1] - values[0], run, each: values[run] - values[0]};
    if (here.every((lane) => values[lane] === laneValue(found, lane))) return formulaText(found);
  }
  const shownGroups = [...groups].slice(0, 4).map(([value, mask]) => `${valueWords(value)} (${ranges(mask)})`);
  return shownGroups.join(", ") + (groups.size > 4 ? `, ${groups.size - 4} more` : "");
}

// [[name, words]] of the variables that the step's index is made of.
function indexValues(owner) {
  const {launch, step} = owner;
  const names = (launch.code.index.find(([pc]) => pc === step.pc) || []).slice(1);
  const {variables} = launch.record, found = [];
  const isCovered = variables && owner.at < variables.steps[owner.warp];
  const inScope = isCovered ? variablesInScope(launch, step) : [];
  const {now} = isCovered ? variablesBefore(launch, owner.warp, owner.at) : {};
  for (const name of names) {
    const each = inScope.find((variable) => variable.name === name);
    const values = each ? each.isOut ? "?" : now[each.index] : builtinValues(launch, step, name);
    const isPointer = typeof values === "string" && values.startsWith("0x");
    if (values !== undefined && !isPointer) found.push([name, laneWords(values, step.on)]);
  }
  return found;
}
// The line under an access's cost.
function namesHtml(owner, part) {
  const {elements, pattern} = part, lanes = lanesOf(pattern.lanes);
  const element = !elements ? "" : Array.isArray(elements) ?
    lanes.slice(0, 3).map((lane) => elements[lane] || "?").join(", ") + (lanes.length > 3 ? ", …" : "") : elements;
  const values = element && !element.includes("[") ? [] : indexValues(owner);
  if (!element && !values.length)
    return owner.launch.record.elements.length || owner.launch.record.variables ? "" :
      `<p class="names muted">Elements have no names: this PTX does not say what its source calls them.</p>`;
  return `<p class="names">${element ? `<code data-element>${escaped(element)}</code>` : ""}` +
    values.map(([name, words]) => `<span data-index="${escaped(name)}">${escaped(name)} = ` +
      `<b>${isHidden() ? "?" : escaped(words)}</b></span>`).join("") + `</p>`;
}
