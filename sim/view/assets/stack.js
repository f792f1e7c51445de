// SPDX-License-Identifier: Apache-2.0
// The reconvergence stack as the lectures draw it: entries of (pc, reconvergence pc, mask), the
// running one on top; beside it the stack after the step, with what was pushed and popped.

function placeText(launch, pc) {
  if (pc < 0) return "end";
  const at = launch.lineOf(pc);
  return at.line ? `line ${at.line}` : `PTX ${at.ptx}`;
}
// What a step did to entry i of a stack, seen beside the other one: it left or came, or lost lanes.
function changeOf(stack, other, i, name) {
  if (!other) return "";
  const isReplaced = i === Math.min(stack.length, other.length) - 1 &&
    stack.length !== other.length && stack[i].reconverge === other[i].reconverge &&
    stack[i].mask !== other[i].mask && (name === "push") === (stack.length > other.length);
  if (i >= other.length || isReplaced) return name;
  const isSplit = name === "pop" && other.length > stack.length && i === stack.length - 1 &&
    stack[i].reconverge === other[i].reconverge && stack[i].mask !== other[i].mask;
  if (isSplit) return "pop";
  return stack[i].mask !== other[i].mask && name === "push" ? "fewer" : "";
}

function stackColumn(launch, title, stack, other, name, x, hatches, depth) {
  const width = 318, height = 32, top = 22, bottom = top + depth * (height + 3);
  let drawing = words(x, 14, title, {"font-size": 13, "font-weight": 600});
  if (isHidden() && name === "push")
    return drawing + words(x, top + 20, "? — what is pushed, what is popped?", {fill: MUTED});
  if (!stack)
    return drawing + words(x, top + 20, "the warp has ended", {fill: MUTED});
  stack.forEach((entry, i) => {
    const y = bottom - (i + 1) * (height + 3), isTop = i === stack.length - 1;
    const change = isHidden() ? "" : changeOf(stack, other, i, name);
    drawing += rect(x, y, width, height, {rx: 3, fill: isTop ? "#fff3c4" : PAPER,
      stroke: change ? RED : "#8a98a5", "stroke-width": change ? 2 : 1,
      "stroke-dasharray": change === "pop" ? "5 3" : null, "data-change": change, "data-entry": i});
    drawing += words(x + 8, y + 14, `pc ${entry.pc}`, {"font-family": MONO, "font-size": 12}) +
      words(x + 8, y + 28, placeText(launch, entry.pc), {fill: MUTED, "font-size": 11}) +
      words(x + 84, y + 14, entry.reconverge < 0 ? "until end" : `until ${entry.reconverge}`,
            {"font-family": MONO, "font-size": 12}) +
      words(x + 84, y + 28, entry.reconverge < 0 ? "" : placeText(launch, entry.reconverge),
            {fill: MUTED, "font-size": 11});
    const fill = ["plain", "fell", "jumped"][entry.path.side];
    for (let lane = 0; lane < 32 && !isHidden(); lane++)
      drawing += rect(x + 155 + lane * 3.9, y + 6, 3.3, 10,
        {fill: entry.mask >>> lane & 1 ? laneFill(fill, hatches) : "#e6ebef"});
    drawing += words(x + 155, y + 28, shown(hex(entry.mask)),
                     {"font-family": MONO, "font-size": 11.5}) +
      words(x + 226, y + 28, isHidden() ? "" : entry.path.name, {fill: MUTED, "font-size": 11});
    if (change)
      drawing += words(x + width - 3, y + 15, change, {"text-anchor": "end", fill: RED, "font-weight": 700,
        "font-size": 12});
    if (isTop) drawing += words(x + width + 4, y + 22, "◀", {"font-size": 11});
  });
  return drawing;
}

// The deepest stack of the warp's steps, so that the picture keeps its height while stepping.
function deepest(owner) {
  const {launch} = owner, {record} = launch;
  launch.depths = launch.depths || [];
  if (!launch.depths[owner.warp])
    launch.depths[owner.warp] = owner.steps.reduce((most, i) =>
      Math.max(most, record.stacks[record.stack[i]].length), 1);
  return launch.depths[owner.warp];
}

// Entries that leave are marked in the first column, those that come in the second.
function stackFigure(owner) {
  const step = owner.step;
  if (!step) return emptyFigure("stack", "Reconvergence stack");
  const next = owner.launch.after(step.index);
  const after = next === null ? null : owner.launch.step(next).stack;
  const hatches = new Hatches();
  const depth = deepest(owner);
  const masks = (stack) => stack.map((entry, i) =>
    [i === stack.length - 1 ? "top" : stack.length - 1 - i, entry.pc,
     entry.reconverge < 0 ? "end" : entry.reconverge, hex(entry.mask), entry.path.name]);
  const drawing =
    stackColumn(owner.launch, "before the step", step.stack, after, "pop", 2, hatches, depth) +
    stackColumn(owner.launch, "after it", after, step.stack, "push", 352, hatches, depth);
  const branch = owner.launch.branches.get(step.pc);
  const note = branch ? `branch to ${placeText(owner.launch, branch.target)}, lanes meet at ` +
    placeText(owner.launch, branch.reconverge) : "";
  return figure({name: "stack", title: "Reconvergence stack", note, hatches, width: 690,
    height: 24 + depth * 35, drawing,
    label: `Reconvergence stack with ${plural(step.stack.length, "entry", "entries")}`,
    table: isHidden() ? null : {head: ["entry", "pc", "reconverges at", "mask", "way"],
                                rows: masks(step.stack)}});
}
