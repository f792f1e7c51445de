// SPDX-License-Identifier: Apache-2.0
// The warps over time: what each issued and what it waited for, barriers, the step that is shown,
// and an arrow from the step whose result it waited for. Without a clock a column is a step.
const ROW = 11, LABEL = 74;

// The fill of a wait: a hatch, or a color.
function stallFill(stall, hatches) {
  const [fill] = WAITS[DATA.stalls[stall][2]];
  return fill.startsWith("#") ? fill : hatches.ref(fill);
}

// The warps of the shown warp's block.
function rowsOf(owner) {
  const {launch} = owner, own = launch.warps[owner.warp];
  const all = launch.warps.filter((warp) => warp.block === own.block);
  return innerWidth < 500 || state.panes.length > 1 ? [own] : all; // where there is room for one
}
function span(owner) {
  const {launch} = owner;
  let from = Infinity, until = 0;
  for (const warp of rowsOf(owner)) {
    const steps = launch.ofWarp[warp.index];
    if (!steps.length) continue;
    const first = steps[0], last = steps[steps.length - 1];
    from = Math.min(from, launch.issued[first]);
    until = Math.max(until, launch.issued[last] + Math.max(1, launch.record.busy[last]));
  }
  return until > from ? [from, until] : [0, 1];
}
// Two versions share one axis, so that the longer one looks longer.
function commonSpan() {
  const spans = state.panes.map(span);
  return [Math.min(...spans.map(([from]) => from)), Math.max(...spans.map(([, until]) => until))];
}
function shownSpan(owner) {
  const [from, until] = commonSpan(), zoom = state.zoom;
  if (!zoom) return [from, until];
  const step = owner.step, middle = step ? step.issued : from, half = (until - from) / zoom / 2;
  const start = Math.max(from, Math.min(middle - half, until - 2 * half));
  return [start, start + 2 * half];
}

// Rectangles of one color as one path: long rows stay light.
class Strips {
  constructor(y, height) { this.paths = new Map(); this.y = y; this.height = height; }
  add(fill, x, width) {
    const d = `M${x.toFixed(1)} ${this.y}h${width.toFixed(1)}v${this.height}h${(-width).toFixed(1)}z`;
    const list = this.paths.get(fill);
    if (list) list.push(d);
    else this.paths.set(fill, [d]);
  }
  draw() {
    return [...this.paths].map(([fill, list]) => path(list.join(""), {fill})).join("");
  }
}

function timelineRow(owner, warp, y, scale, hatches) {
  const {launch} = owner, {x, from, until} = scale;
  const waits = new Strips(y + 1, ROW - 3), runs = new Strips(y, ROW - 2);
  let drawn = -1, lastKind = ""; // up to where, in which color
  for (const i of launch.ofWarp[warp.index]) {
    const at = launch.issued[i], end = at + Math.max(1, launch.record.busy[i]);
    for (const wait of launch.waitsOf.get(i) || [])
      if (wait.from + wait.cycles > from && wait.from < until &&
          x(wait.from + wait.cycles) - x(wait.from) > 0.4)
        waits.add(stallFill(wait.stall, hatches), Math.max(LABEL, x(wait.from)),
                  x(Math.min(wait.from + wait.cycles, until)) - Math.max(LABEL, x(wait.from)));
    if (end <= from || at >= until) continue;
    const kind = launch.code.kinds[launch.record.pc[i]], left = Math.max(LABEL, x(at));
    const wide = Math.max(0.8, x(Math.min(end, until)) - left);
    if (left + wide < drawn + 0.35 && kind === lastKind) continue; // the same pixel again
    runs.add(KINDS[kind][1], left, wide);
    drawn = left + wide;
    lastKind = kind;
  }
  return waits.draw() + runs.draw();
}

// When the last warp of the block came to its n-th barrier.
function barrierTimes(owner) {
  const {launch} = owner, times = [];
  for (const warp of rowsOf(owner)) {
    let n = 0;
    for (const i of launch.ofWarp[warp.index])
      if (launch.code.kinds[launch.record.pc[i]] === "y") {
        times[n] = Math.max(times[n] || 0, launch.issued[i]);
        n++;
      }
  }
  return times;
}

// What the cursor of each pane's timeline is drawn with: only it moves with the step.
let timelines = [], timelineShown = "";

function timelineSvg(owner, width) {
  const {launch} = owner, hatches = new Hatches(), rows = rowsOf(owner);
  const [from, until] = shownSpan(owner), room = width - LABEL - 8;
  const scale = {from, until, x: (at) => LABEL + (at - from) / (until - from) * room};
  const height = rows.length * ROW + 22;
  let drawing = "";
  for (const at of barrierTimes(owner))
    if (at >= from && at <= until)
      drawing += line(scale.x(at), 0, scale.x(at), rows.length * ROW,
        {stroke: INK, "stroke-dasharray": "2 2", "stroke-width": 0.8});
  rows.forEach((warp, row) => {
    const isOwn = warp.index === owner.warp, y = row * ROW + 1;
    if (isOwn) drawing += rect(0, y - 1, width, ROW, {fill: "#fff3c4"});
    drawing += tag("g", {"data-warp": warp.index}, words(2, y + 9,
      `${state.panes.length > 1 ? (state.panes.indexOf(owner) ? "B " : "A ") : isOwn ? "▸ " : ""}` +
      `warp ${warp.number}`, {"font-size": 11, "font-weight": isOwn ? 700 : 400}) +
      timelineRow(owner, warp, y, scale, hatches));
  });
  timelines.push({scale, rows, hatches});
  drawing += tag("g", {"data-cursor": ""}, cursor(owner, scale, rows, hatches)) + axis(scale, rows.length * ROW, room, launch);
  return tag("svg", {xmlns: "http://www.w3.org/2000/svg", viewBox: `0 0 ${width} ${height}`, width,
    height, role: "img", "data-figure": "timeline", "font-family": SANS,
    "aria-label": `${plural(rows.length, "warp")} over ${grouped(Math.round(until - from))} ` +
      (launch.hasClock ? "cycles" : "steps")},
    rect(0, 0, width, height, {fill: PAPER}) + hatches.defs() + drawing);
}

// The step shown, and arrows from what it waited for.
function cursor(owner, scale, rows, hatches) {
  const step = owner.step, {x, from, until} = scale;
  if (!step || step.issued < from || step.issued > until) return "";
  const row = rows.findIndex((warp) => warp.index === owner.warp), y = row * ROW;
  const at = x(step.issued) + 0.5;
  let drawing = line(at, 0, at, rows.length * ROW + 4, {stroke: RED, "stroke-width": 1.6}) +
    path(`M${at - 5} ${rows.length * ROW + 9}h10l-5 -6z`, {fill: RED});
  for (const wait of step.waits) {
    if (wait.producer < 0) continue;
    const begin = Math.max(LABEL, x(owner.launch.issued[wait.producer]));
    drawing += path(`M${begin} ${y + 2}C${begin} ${y - 12} ${at} ${y - 12} ${at} ${y + 1}`,
      {stroke: RED, "stroke-width": 1.6, "data-producer": wait.producer,
       "marker-end": `url(#${hatches.prefix}-arrow)`});
  }
  return drawing;
}

function axis({from, until, x}, y, room, launch, left = LABEL) {
  const rough = (until - from) / Math.max(2, Math.min(8, Math.floor(room / 50))), power = 10 ** Math.floor(Math.log10(rough || 1));
  const every = [1, 2, 5, 10].map((n) => n * power).find((n) => n >= rough) || 1;
  let drawing = line(left, y + 1, left + room, y + 1, {stroke: "#8a98a5"});
  let taken = 0; // where the last label ends
  for (let at = Math.ceil(from / every) * every; at <= until && every >= 1; at += every) {
    const isLast = x(at) > left + room - 24, wide = grouped(at).length * 6.2, begin = x(at) - (isLast ? wide : wide / 2);
    drawing += line(x(at), y + 1, x(at), y + 5, {stroke: "#8a98a5"});
    if (begin < taken + 4) continue;
    taken = begin + wide;
    drawing += words(x(at), y + 17, grouped(at), {"text-anchor": isLast ? "end" : "middle", "font-size": 10.5, fill: MUTED});
  }
  return drawing + words(2, y + 17, launch.hasClock ? "cycle" : "step",
                         {"font-size": 10.5, fill: MUTED});
}
function legendHtml(launch) {
  const dot = (fill, name) => `<span class="key"><i style="background:${fill}"></i>${name}</span>`;
  const hatched = (fill) => {
    const [, background, stripes, angle] = HATCHES.find(([name]) => name === fill) || [fill, fill, fill, 0];
    return `repeating-linear-gradient(${angle + 90}deg,${background} 0 2px,${stripes} 2px 4px)`;
  };
  const waits = launch.hasClock ? WAITS.map(([fill, name]) => dot(hatched(fill), name)).join("") : "";
  const used = Object.keys(KINDS).filter((kind) => launch.code.kinds.includes(kind));
  return `<div class="legend">${used.map((kind) =>
    dot(KINDS[kind][1], KINDS[kind][0])).join("")}${waits}</div>`;
}

function timelineHtml(width) {
  const owner = pane();
  if (!owner.step) return "";
  const zoom = `<span class="zoom"><button type="button" data-zoom="-" title="Zoom out (−)" ` +
    `aria-label="Zoom out">−</button><button type="button" data-zoom="0" title="All (0)" ` +
    `aria-label="Show all">all</button><button type="button" data-zoom="+" title="Zoom in (+)" ` +
    `aria-label="Zoom in">+</button><button type="button" class="save" data-save="timeline" ` +
    `title="Save the timeline as SVG">SVG</button></span>`;
  return `<div class="timeline-head">${legendHtml(owner.launch)}${zoom}</div>` +
    state.panes.map((each) => timelineSvg(each, Math.max(320, Math.floor(width)))).join("");
}
function drawTimeline(width) {
  const key = JSON.stringify(pane().step && [width, innerWidth < 500, state.focus, // these and the spans decide all but the cursor
    ...state.panes.map((each) => [each.launch.index, each.warp, ...shownSpan(each)])]);
  const cursors = $("timeline").querySelectorAll("[data-cursor]");
  if (key === timelineShown)
    state.panes.forEach((each, i) => {
      const {scale, rows, hatches} = timelines[i];
      put(cursors[i], cursor(each, scale, rows, hatches));
    });
  else {
    timelineShown = key;
    timelines = [];
    beginFigures(0);
    $("timeline").innerHTML = timelineHtml(width);
  }
}
function zoomBy(key) {
  state.zoom = key === "0" ? null : key === "+" ? (state.zoom || 1) * 2 :
    state.zoom && state.zoom > 2 ? state.zoom / 2 : null;
  render();
}
// A click goes to the nearest step of the warp under it.
function timelineClick(event) {
  const svg = event.target.closest("svg");
  if (!svg) return;
  const index = [...svg.parentNode.querySelectorAll("svg")].indexOf(svg);
  const owner = state.panes[index];
  state.focus = index;
  const box = svg.getBoundingClientRect(), rows = rowsOf(owner);
  const scale = box.width / svg.viewBox.baseVal.width;
  const row = Math.floor((event.clientY - box.top) / scale / ROW);
  const [from, until] = shownSpan(owner);
  const at = from + ((event.clientX - box.left) / scale - LABEL) /
    (svg.viewBox.baseVal.width - LABEL - 8) * (until - from);
  if (row < 0 || row >= rows.length) return;
  const steps = owner.launch.ofWarp[rows[row].index];
  let best = 0;
  steps.forEach((step, i) => {
    if (Math.abs(owner.launch.issued[step] - at) < Math.abs(owner.launch.issued[steps[best]] - at))
      best = i;
  });
  owner.warp = rows[row].index;
  move(owner, best);
}
