// SPDX-License-Identifier: Apache-2.0
// The data, unpacked: launches with their steps, accesses, lines.
const SPACES = ["shared", "global", "local", "constant", "texture"];

// A pattern of addresses of one access, with what each generation makes of it.
class Pattern {
  constructor(raw, rules, fixes) {
    this.fixes = fixes;
    [this.what, this.space, this.width, this.lanes] = raw;
    this.offset = new Array(32).fill(null);
    let next = 4;
    for (let lane = 0; lane < 32; lane++)
      if (this.lanes >>> lane & 1) this.offset[lane] = raw[next++];
    this.rules = rules;
  }
  // What the rule of a generation makes of it; null where there is nothing to draw.
  under(rule) {
    const cells = this.rules[rule];
    if (!cells) return null;
    const [map, count, ideal, moved, used, text] = cells;
    const from = this.space === 0 ? DATA.banks : DATA.segments;
    const [says, unit] = DATA.rule_texts[text];
    return {map: from[map], count, ideal, moved, used, says, unit};
  }
}
const PATTERNS = DATA.patterns.map((raw, i) => new Pattern(raw, DATA.rules[i], DATA.fixes[i]));
const CHOICES = DATA.choices.map((raw, i) => new Pattern(raw, DATA.choice_rules[i], [])); // of what-ifs

class Launch {
  constructor(raw, index) {
    Object.assign(this, raw);
    this.index = index;
    this.heat = this.heatOf(raw.lines || []);
    this.ptxHeat = this.heatOf(raw.ptx_lines || []);
    this.branches = new Map();
    for (const [pc, target, reconverge] of raw.code ? raw.code.branches : [])
      this.branches.set(pc, {target, reconverge});
    if (raw.record) this.unpack(raw.record);
    else Object.assign(this, {count: 0, warps: [], ofWarp: []});
  }
  // "source:line" -> values of the heat columns.
  heatOf(lines) {
    return new Map(lines.map(([source, line, ...values]) => [source + ":" + line, values]));
  }
  unpack(record) {
    this.hasClock = !!record.has_clock;
    this.blocks = record.blocks.map(([index, sm, begun, ended]) => ({index, sm, begun, ended}));
    this.warps = record.warps.map(([block, number, entered], index) =>
      ({index, block: this.blocks[block], number, entered}));
    this.count = record.pc.length;
    this.issued = [];
    let now = 0;
    for (const delta of record.issued) this.issued.push(now += delta);
    this.ofWarp = this.warps.map(() => []);
    this.position = record.warp.map((warp, i) => this.ofWarp[warp].push(i) - 1);
    this.waitsOf = new Map();
    for (const [step, before, cycles, stall, producer] of record.waits) {
      if (!this.waitsOf.has(step)) this.waitsOf.set(step, []);
      this.waitsOf.get(step).push({from: this.issued[step] - before, cycles, stall, producer});
    }
  }
  lineOf(pc) {
    return {source: this.code.source[pc] - 1, line: this.code.line[pc],
            ptx: this.code.ptx_line[pc], kind: this.code.kinds[pc]};
  }
  // Everything about step number i.
  step(i) {
    const record = this.record, pc = record.pc[i];
    const [active, on, live] = record.masks[record.mask[i]];
    const warp = this.warps[record.warp[i]];
    const branches = branchesOf(this, i);
    const stack = record.stacks[record.stack[i]].map(([at, reconverge, mask, frame, way], entry) =>
      ({pc: at < 0 ? pc : at, reconverge, mask, frame, path: pathOf(this, way, branches[entry])}));
    // Of a branch the two ways, by which its lanes part: those of its guard jump, the others fall through.
    const parts = this.branches.has(pc) ? [pathOf(this, 1, pc), pathOf(this, 2, pc)] : null;
    return {index: i, pc, active, on, live, warp, stack, parts, working: parts ? active : on, ...this.lineOf(pc),
            issued: this.issued[i], busy: record.busy[i], waits: this.waitsOf.get(i) || [],
            access: this.accessOf(i)};
  }
  accessOf(i) {
    const at = this.record.access[i];
    if (at === 0) return null;
    const cells = this.record.accesses[at - 1], [took, l1, l2, dram] = cells.slice(-4);
    const parts = cells.slice(0, -4).map(([pattern, base, names, whatIf]) =>
      ({pattern: PATTERNS[pattern], base: BigInt("0x" + base), elements: this.record.elements[names],
        whatIf: whatIf === undefined ? [] : DATA.what_ifs[whatIf]}));
    return {parts, took, l1, l2, dram};
  }
  // Whether the lanes of step i part: the warp's next step has a deeper stack, or another path's
  // entry in place of the running one.
  diverges(i) {
    if (!this.branches.has(this.record.pc[i])) return false;
    const next = this.after(i);
    if (next === null) return false;
    const [active] = this.record.masks[this.record.mask[i]];
    const [then] = this.record.masks[this.record.mask[next]];
    return (then & active) !== (active | 0) && (then & ~active) === 0;
  }
  // The warp's next step, or null.
  after(i) {
    const steps = this.ofWarp[this.record.warp[i]], at = this.position[i] + 1;
    return at < steps.length ? steps[at] : null;
  }
  // Passes, sectors or words beyond what is needed, under this rule.
  excess(i, rule) {
    const access = this.accessOf(i);
    if (!access) return 0;
    return access.parts.reduce((sum, part) => {
      const made = part.pattern.under(rule);
      return sum + (made ? Math.max(0, made.count - made.ideal) : 0);
    }, 0);
  }
}
const LAUNCHES = DATA.launches.map((raw, i) => new Launch(raw, i));

const bits = (mask) => { let n = 0; for (let m = mask >>> 0; m; m &= m - 1) n++; return n; };
const hex = (mask) => (mask >>> 0).toString(16).padStart(8, "0");
const lanesOf = (mask) => Array.from({length: 32}, (_, i) => i).filter((i) => mask >>> i & 1);
// "0-3, 8, 10"
function ranges(mask) {
  const lanes = lanesOf(mask), parts = [];
  for (let i = 0; i < lanes.length; i++) {
    let end = i;
    while (lanes[end + 1] === lanes[end] + 1) end++;
    parts.push(end > i ? `${lanes[i]}–${lanes[end]}` : `${lanes[i]}`);
    i = end;
  }
  return parts.length ? parts.join(", ") : "none";
}
const grouped = (n) => n === null || n === undefined ? "" :
  Number.isInteger(n) ? n.toLocaleString("en-US") :
  n.toLocaleString("en-US", {maximumFractionDigits: Math.abs(n) < 0.1 ? 4 : 2});
function sourceLine(source, line) {
  const file = DATA.sources[source];
  if (!file) return "";
  file.lines = file.lines || file.text.split("\n");
  return file.lines[line - 1] || "";
}
const plural = (n, one, many) => `${grouped(n)} ${n === 1 ? one : many || one + "s"}`;
