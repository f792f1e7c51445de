// SPDX-License-Identifier: Apache-2.0
// The table of all launches of the run: what each cost and what is said of it; those on the page can be chosen.
const COLUMNS = ["id", "name", "tag", "grid", "block", "nanoseconds", "instructions", "verdict"];
const TABLE = RUNS.flatMap((run) => run.table.map((row) =>
  ({run, ...Object.fromEntries(row.map((cell, i) => [COLUMNS[i], cell]))})));
const sizeText = (size) => size.filter((n, i) => i === 0 || n > 1).join("×");
// " stride=8": what tells a launch from others of its kernel, without its number.
const argumentsText = (tag) => (tag || "").replace(/^ #\d+/, "");

// "1.25 ms"
function timeText(nanoseconds) {
  if (nanoseconds === null || nanoseconds === undefined) return "";
  const [unit, size] = [["s", 1e9], ["ms", 1e6], ["µs", 1e3], ["ns", 1]].find(([, at]) => nanoseconds >= at) || ["ns", 1];
  return `${(nanoseconds / size).toPrecision(3).replace(/\.?0+$/, "") || 0} ${unit}`;
}

// The launch that deserves a look first: the one that takes longest, without a clock the one that executes most.
function worstLaunch(run) {
  const cost = (launch) => launch.counters ? launch.counters.duration_ns || launch.counters.inst_executed || 0 : 0;
  const isTimed = (launch) => Boolean(launch.counters && launch.counters.duration_ns !== undefined);
  return LAUNCHES.filter((launch) => launch.run === run && launch.count > 0)
    .sort((a, b) => isTimed(b) - isTimed(a) || cost(b) - cost(a) || a.index - b.index)[0];
}

// The bar stands in the column that all rows have: time, without a clock instructions.
function launchRow(owner, row, most, isTimed) {
  const launch = LAUNCHES.find((each) => each.run === row.run && each.id === row.id);
  const number = launch ? `<button type="button" class="chip" data-choose="${launch.index}" ` +
    `aria-pressed="${launch === owner.launch}">#${row.id}</button>` :
    `<span class="muted" title="Not on this page: -k '#${row.id}' shows it">#${row.id}</span>`;
  const share = isHidden() || !most ? 0 : 100 * ((isTimed ? row.nanoseconds : row.instructions) || 0) / most;
  const bar = (isHere) => isHere ? ` style="--share:${share.toFixed(1)}%"` : "";
  return `<tr${launch ? "" : ' class="absent"'}><td>${number}</td>` +
    `<td class="kernel">${escaped(row.name)}<span class="muted">${escaped(argumentsText(row.tag))}${runText(row.run)}</span></td>` +
    `<td>${sizeText(row.grid)}, ${sizeText(row.block)}</td>` +
    `<td class="number"${bar(isTimed)}>${shown(timeText(row.nanoseconds))}</td>` +
    `<td class="number"${bar(!isTimed)}>${row.instructions === null ? "" : shown(grouped(row.instructions))}</td>` +
    `<td>${escaped(shown(row.verdict))}</td></tr>`;
}
function launchesPanel(owner) {
  const isTimed = TABLE.some((row) => row.nanoseconds);
  const most = TABLE.reduce((a, row) => Math.max(a, (isTimed ? row.nanoseconds : row.instructions) || 0), 0);
  const left = RUNS.reduce((sum, run) => sum + run.launches_left_out + run.launches.length - run.table.length, 0);
  return `<table class="counters launches"><thead><tr><th scope="col">launch</th><th scope="col">kernel</th>` +
    `<th scope="col">grid, block</th><th scope="col" class="number">time</th>` +
    `<th scope="col" class="number">instructions</th><th scope="col">verdict</th></tr></thead><tbody>` +
    TABLE.map((row) => launchRow(owner, row, most, isTimed)).join("") + `</tbody></table>` +
    (left > 0 ? `<p class="muted">${plural(left, "launch", "launches")} more.</p>` : "");
}

// The verdict over everything else: the first error if there are any, else what limits the launch; without a clock, the first
// finding. A button leads to its line.
function verdictHtml(launch) {
  const errors = problemsOf(launch).filter((problem) => problem.level === "error");
  const [first] = launch.findings || [];
  const verdict = errors.length ? errorVerdict(launch, errors) : launch.bottleneck || (first && {...first, name: first.name.replace(/-/g, " ")});
  if (!verdict || isHidden()) return "";
  const place = verdict.line && verdict.source >= 0 ?
    `<button type="button" class="chip" data-line="${verdict.source}:${verdict.line}">line ${verdict.line}</button>` : "";
  return `<b${errors.length ? ' class="wrong"' : ""}>${escaped(verdict.name)}</b> ${place} ` +
    `<span title="${escaped(verdict.message)}">${escaped(verdict.message)}</span>`;
}
function errorVerdict(launch, errors) {
  const [first] = errors, side = (first.sides || [])[0] || {source: -1};
  const more = errors.length > 1 ? ` (and ${plural(errors.length - 1, "more error")})` : "";
  const name = first.name !== "fault" ? `error: ${problemTitle(first)}` : launch.fault ? "stopped" : "out of bounds";
  return {name, source: side.source, line: side.line, message: first.message + more};
}
function verdictCard(launch) {
  const {bottleneck} = launch;
  if (!bottleneck) return "";
  if (isHidden()) return `<article class="card verdict"><h3>verdict</h3><p class="muted">? — what limits this launch?</p></article>`;
  return `<article class="card verdict" data-verdict="${escaped(bottleneck.name)}"><h3>${escaped(bottleneck.name)}` +
    (bottleneck.line ? ` <button type="button" class="chip" data-line="${bottleneck.source}:${bottleneck.line}">` +
      `line ${bottleneck.line}</button>` : "") + `</h3><p>${escaped(bottleneck.message)}</p>` +
    `<p class="advice"><b>Fix:</b> ${escaped(bottleneck.advice)}</p></article>`;
}
