// SPDX-License-Identifier: Apache-2.0
// Latency hiding as one picture: the same launch with fewer resident blocks (--occupancy-sweep). Throughput grows with the warps
// of an SM until these fill the latency; a slider chooses a run, and a bar shows what its issue slots did.
const CHART = {left: 58, top: 16, width: 520, height: 190};

// Why a warp did not issue, of a run: [name, share of its time in percent], most first.
function waitsOfRun(run) {
  const all = DATA.stalls.map(([name]) => [name, run[`stall_${name}`] || 0]), sum = all.reduce((n, [, value]) => n + value, 0);
  return all.filter(([name, value]) => name !== "selected" && value >= 0.005 * sum)
    .map(([name, value]) => [name, 100 * value / sum]).sort((a, b) => b[1] - a[1]);
}
// For the top of an axis, a round number at or above n, and into how many parts of round numbers it is divided.
function axisFor(n) {
  const power = 10 ** Math.floor(Math.log10(n || 1));
  const [top, parts] = [[1, 5], [1.5, 3], [2, 4], [3, 3], [4, 4], [5, 5], [6, 3], [8, 4], [10, 5]].find(([each]) => each * power >= n - 1e-9);
  return [top * power, parts];
}

function latencyChart(runs, chosen) {
  const {left, top, width, height} = CHART, most = 8 * Math.ceil(Math.max(...runs.map((run) => run.warps_active)) / 8);
  const [peak, parts] = axisFor(Math.max(...runs.map((run) => run.ipc))), fastest = Math.max(...runs.map((run) => run.dram_rate || 0));
  const x = (warps) => left + warps / most * width, y = (share) => top + (1 - share) * height;
  let drawing = "";
  for (let i = 0; i <= parts; i++)
    drawing += line(left, y(i / parts), left + width, y(i / parts), {stroke: i ? "#dfe5ea" : "#8a98a5"}) +
      words(left - 6, y(i / parts) + 4, Number((peak * i / parts).toPrecision(3)), {"text-anchor": "end", fill: MUTED, "font-size": 11, "data-tick": "ipc"});
  for (let i = 0; i <= 4; i++)
    drawing += words(left + width * i / 4, top + height + 16, grouped(most * i / 4), {"text-anchor": "middle", fill: MUTED, "font-size": 11});
  const first = runs[0], slope = first.ipc / first.warps_active, end = Math.min(most, peak / slope);
  drawing += line(x(0), y(0), x(end), y(end * slope / peak), {stroke: MUTED, "stroke-dasharray": "4 3", "data-line": "first"});
  const d = (of) => "M" + runs.map((run) => `${x(run.warps_active).toFixed(1)} ${y(of(run)).toFixed(1)}`).join("L");
  if (fastest > 0) {
    const share = (run) => (run.dram_rate || 0) / fastest * 0.94;
    drawing += path(d(share), {stroke: "#b35900", "stroke-width": 1.6, "stroke-dasharray": "7 3", "data-line": "bytes"});
  }
  drawing += path(d((run) => run.ipc / peak), {stroke: BLUE, "stroke-width": 2, "data-line": "ipc"});
  runs.forEach((run, i) => {
    drawing += tag("circle", {cx: x(run.warps_active), cy: y(run.ipc / peak), r: i === chosen ? 6 : 4,
      fill: i === chosen ? RED : BLUE, "data-point": i});
  });
  return drawing + words(left + width / 2, top + height + 34, "resident warps of an active SM", {"text-anchor": "middle"}) +
    words(2, 10, "instructions per cycle of an SM", {"font-size": 11, fill: BLUE}) +
    (fastest > 0 ? words(left + width, 10, `- - bytes per second of device memory, at most ${compact(fastest)}B/s`,
      {"text-anchor": "end", "font-size": 11, fill: "#b35900"}) : "");
}
// What the issue slots of the chosen run did.
function slotBar(run, y) {
  const {left, width} = CHART, used = run.issue_slots_used, wide = width * used / 100;
  return words(left - 6, y + 16, "slots", {"text-anchor": "end", fill: MUTED, "font-size": 11}) +
    rect(left, y, width, 24, {fill: WASH, stroke: "#8a98a5"}) + rect(left, y, wide, 24, {fill: "#7fb8dc", stroke: INK, "stroke-width": 0.6}) +
    words(left + 6, y + 16, `${grouped(Math.round(10 * used) / 10)} % issued`) +
    (used < 70 ? words(left + width - 6, y + 16, "no warp was eligible", {"text-anchor": "end"}) : "");
}

// Where the grid has too few blocks to fill an SM, a limit changes nothing: there is no curve.
const isOnePoint = (runs) => runs.every((run) => Math.abs(run.warps_active - runs[0].warps_active) < 0.01 * runs[0].warps_active);
function onePointText({grid, runs, counters}) {
  const blocks = grid.reduce((a, b) => a * b);
  return `<p class="run-says"><b>Throughput against resident warps:</b> there is one point only. However many blocks may be resident, ` +
    `an SM holds ${grouped(Math.round(10 * runs[0].warps_active) / 10)} warps on average, since the grid has ${plural(blocks, "block")}` +
    `${counters ? ` for ${counters.sm_count} SMs` : ""}. Launch more blocks to see how warps hide latency.</p>`;
}

// More blocks may be resident than in the run before, but the grid gives an SM no more.
const isGridShort = (runs, i) => i > 0 && Math.abs(runs[i].warps_active - runs[i - 1].warps_active) < 0.01 * runs[i].warps_active;

function latencyFigure(owner) {
  const {runs} = owner.launch;
  if (!runs || runs.length < 2 || isHidden()) return "";
  if (isOnePoint(runs)) return onePointText(owner.launch);
  const chosen = Math.min(owner.run === undefined ? runs.length - 1 : owner.run, runs.length - 1), run = runs[chosen];
  const round = (n) => Math.round(n * 100) / 100;
  const waits = waitsOfRun(run).slice(0, 4).map(([name, share], i) => `${Math.round(share)} % ${i ? "" : "of their time "}in ${name}`).join(", ");
  return figure({name: "latency", title: "Throughput against resident warps",
      note: "dashed: as if each warp more brought as much as the first", width: 640, height: 286,
      drawing: latencyChart(runs, chosen) + slotBar(run, 256),
      label: "Instructions per cycle against resident warps, and the issue slots of the chosen run",
      table: {head: ["blocks per SM", "resident warps", "instructions per cycle", "issue slots used %", "bytes/s", "microseconds"],
        rows: runs.map((each) => [each.blocks, round(each.warps_active), round(each.ipc), round(each.issue_slots_used),
          Math.round(each.dram_rate || 0), round(each.duration_us)])}}) +
    `<label class="field run"><span>Warps on an SM</span><input type="range" min="0" max="${runs.length - 1}" step="1" ` +
    `value="${chosen}" data-run="${owner.launch.index}" aria-valuetext="${grouped(round(run.warps_active))} warps"></label>` +
    `<p class="run-says">${grouped(round(run.warps_active))} warps, up to ${plural(run.blocks, "block")}` +
    `${isGridShort(runs, chosen) ? " (the grid has no more for an SM)" : ""}: ` +
    `${grouped(round(run.ipc))} instructions per cycle, ${grouped(round(run.duration_us))} µs. ` +
    `${waits ? `Warps spent ${waits}.` : "Warps did not wait."}</p>`;
}
