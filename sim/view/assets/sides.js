// SPDX-License-Identifier: Apache-2.0
// Which side of the source's `if` or loop a lane took. A branch falls through or jumps; which of
// the two is the source's `then` is told by the lines both ways lead to and by the indentation of
// the source. Where that tells nothing, the ways keep the branch's own names.

const indentOf = (text) => text.replace(/\t/g, "    ").search(/\S/);

// Where the statement that begins on a line has its `else` and where it ends: lines, 0 for no else.
function statementAt(source, line) {
  sourceLine(source, 1);
  const lines = DATA.sources[source].lines, own = indentOf(lines[line - 1] || "");
  let otherwise = 0;
  for (let at = line + 1; at <= lines.length; at++) {
    const text = lines[at - 1], indent = indentOf(text);
    if (indent < 0 || indent > own || /^\s*(\/\/|#)/.test(text)) continue;
    if (indent === own && /^\s*(}\s*)?else\b/.test(text)) {
      if (otherwise) return {otherwise, end: at};
      otherwise = at;
    } else if (indent < own || !/^\s*[{}]/.test(text)) return {otherwise, end: at};
    else if (/^\s*}\s*while\b/.test(text)) return {otherwise, end: at + 1};
  }
  return {otherwise, end: lines.length + 1};
}

// "then", "else", "skips", "loops", "leaves": names of [fell through, jumped], or null.
function sideNames(launch, pc) {
  const branch = launch.branches.get(pc), from = launch.lineOf(pc);
  if (!branch || from.source < 0 || !from.line) return null;
  if (branch.target <= pc) return ["leaves", "loops"];
  const ways = [pc + 1, branch.target].map((at) => launch.code.kinds[at] ? launch.lineOf(at) : null);
  if (ways.some((way) => !way || way.source !== from.source || !way.line)) return null;
  const text = sourceLine(from.source, from.line), {otherwise, end} = statementAt(from.source, from.line);
  const isLoop = /\b(for|while)\b/.test(text);
  if (!isLoop && !/\bif\b/.test(text)) return null;
  const names = ways.map(({line}) => line > end - 1 || line < from.line ? (isLoop ? "leaves" : "skips")
    : isLoop ? "loops" : line === from.line ? "" : otherwise && line >= otherwise ? "else" : "then");
  return names.includes("") || names[0] === names[1] ? null : names;
}

// The branch that made each entry of step i's stack, -1 where none did: told from step to step of
// the warp, as the ways themselves are (sim/explain/paths.h).
function branchesOf(launch, i) {
  const {record} = launch, warp = record.warp[i];
  launch.branchWalks = launch.branchWalks || [];
  if (!launch.branchWalks[warp]) {
    let last = null, known = [];
    launch.branchWalks[warp] = launch.ofWarp[warp].map((at) => {
      const stack = record.stacks[record.stack[at]];
      const pc = last === null ? -1 : record.pc[last];
      const before = last === null ? [] : record.stacks[record.stack[last]];
      if (last !== null && (launch.branches.has(pc) || stack.length !== before.length))
        known = stack.map(([, , mask], entry) => launch.branches.has(pc) &&
          entry + 1 >= before.length && (entry >= before.length || mask !== before[entry][2]) ? pc :
          entry < known.length ? known[entry] : -1);
      last = at;
      return known;
    });
  }
  return launch.branchWalks[warp][launch.position[i]];
}

// Lanes that are on no side of a branch.
const NO_PATH = {side: 0, name: ""};
// The way of a stack entry: side 1 (then, loops) or 2 (else, skips, leaves) tells its hatch.
function pathOf(launch, way, pc) {
  if (!way) return NO_PATH;
  if (pc === undefined) pc = -1;
  launch.sides = launch.sides || new Map();
  if (!launch.sides.has(pc)) {
    const names = pc < 0 ? null : sideNames(launch, pc);
    launch.sides.set(pc, (names || ["fell through", "jumped"]).map((name, i) =>
      ({side: !names ? i + 1 : ["then", "loops"].includes(name) ||
              (name === "else" && names.includes("skips")) ? 1 : 2, name})));
  }
  return launch.sides.get(pc)[way - 1];
}
