// SPDX-License-Identifier: Apache-2.0
// A page holds a block of data (docs/view-data.md) for each GPU that the program ran on. Joined, they are one: what
// indices point to is appended, and each launch knows its run.
const RUNS = [...document.querySelectorAll('script[type="application/json"]')].map((each) => JSON.parse(each.textContent));

// Moves what a launch says of sources, patterns and texts behind those of the runs before.
function rebase(launch, sources, base) {
  const moved = (source) => source === undefined || source < 0 ? source : sources[source];
  launch.source = moved(launch.source);
  for (const place of [launch.bottleneck, ...(launch.findings || []), ...(launch.problems || []).flatMap((each) => [each, ...(each.sides || [])])])
    if (place) place.source = moved(place.source);
  for (const row of launch.lines || []) row[0] = moved(row[0]);
  if (launch.code) launch.code.source = launch.code.source.map((source) => source ? sources[source - 1] + 1 : 0);
  if (!launch.record) return;
  for (const cells of launch.record.accesses)
    for (const part of cells.slice(0, -4)) {
      part[0] += base.patterns;
      if (part.length > 3) part[3] += base.whatIfs;
    }
  for (const name of launch.record.variables ? launch.record.variables.names : []) name[2] = moved(name[2]);
}

function joinRun(all, run) {
  const base = {banks: all.banks.length, segments: all.segments.length, patterns: all.patterns.length, texts: all.rule_texts.length,
    choices: all.choices.length, whatIfs: all.what_ifs.length};
  const sources = run.sources.map((source) => {
    const known = all.sources.findIndex((other) => other.name === source.name);
    return known >= 0 ? known : all.sources.push(source) - 1;
  });
  for (const launch of run.launches) rebase(launch, sources, base);
  for (const [patterns, rules] of [[run.patterns, run.rules], [run.choices, run.choice_rules]])
    rules.forEach((each, i) => {
      const maps = patterns[i][1] === 0 ? base.banks : base.segments;
      for (const cells of each) { cells[0] += cells[0] < 0 ? 0 : maps; cells[5] += base.texts; }
    });
  for (const [, , choices] of run.what_ifs.flat())
    for (const choice of choices) choice[2] += base.choices;
  for (const key of ["banks", "segments", "patterns", "rules", "fixes", "rule_texts", "what_ifs", "choices", "choice_rules",
                     "launches"])
    for (const each of run[key]) all[key].push(each);
  Object.assign(all.counters, run.counters);
  const warnings = (all.warnings || []).map((each) => JSON.stringify(each));
  all.warnings = [...(all.warnings || []), ...(run.warnings || []).filter((each) => !warnings.includes(JSON.stringify(each)))];
}

RUNS.forEach((run, index) => {
  run.index = index;
  for (const launch of run.launches) launch.run = run;
});
const DATA = {...RUNS[0], launches: [...RUNS[0].launches]};
for (const run of RUNS.slice(1)) joinRun(DATA, run);

// The step of another run's warp that does what this one does: as often on its line before, and of the same kind.
function stepAlike(owner, other) {
  const keyOf = (launch, i) => {
    const {source, line, kind, ptx} = launch.lineOf(launch.record.pc[i]);
    return line ? `${source}:${line}:${kind}` : `ptx:${ptx}`;
  };
  const key = keyOf(owner.launch, owner.steps[owner.at]);
  let nth = 0;
  for (let at = 0; at <= owner.at; at++) nth += keyOf(owner.launch, owner.steps[at]) === key;
  let found = -1;
  for (let at = 0; at < other.steps.length && nth > 0; at++)
    if (keyOf(other.launch, other.steps[at]) === key) { found = at; nth--; }
  return found;
}
// Puts a pane of another run there: the same warp, and the step that does the same if the warp has one.
function followRun(owner, other) {
  if (!owner.steps.length || !other.launch.record) return;
  const of = owner.launch.warps[owner.warp];
  const warp = other.launch.warps.findIndex((each) => each.number === of.number && each.block.index === of.block.index);
  if (warp >= 0 && warp !== other.warp) other.setWarp(warp);
  const at = stepAlike(owner, other);
  if (at >= 0) other.go(at);
}
// "h200" beside a launch, where there are several runs.
const runText = (run) => RUNS.length > 1 ? ` on ${run.gpu.name}` : "";
