// SPDX-License-Identifier: Apache-2.0
// One SM over time, grouped by scheduler: a row for each warp slot, recorded or not, and above them
// which part of the scheduler's issue slots was used. Beside each scheduler, why nobody could issue in
// the others: what its warps waited for, those left out that only waited for their turn. Zooms with the timeline, whose cycles are marked.
const TRACK = {left: 90, right: 164, width: 420, row: 6, slots: 24, apart: 10};

// [[count, letter's number or -1]] of "12b3.c".
const runsOf = (text) => [...text.matchAll(/(\d*)([a-z.])/g)]
  .map(([, count, letter]) => [Number(count || 1), letter === "." ? -1 : letter.charCodeAt(0) - 97]);

// Of each bin of a scheduler the cycles of each state, by number.
function sumsOf(track, scheduler) {
  track.sums = track.sums || track.cycles.map((text) => text.split(";")
    .map((bin) => new Map(runsOf(bin).filter(([, state]) => state >= 0).map(([count, state]) => [state, count]))));
  return track.sums[scheduler];
}
const trackEnd = (track) => track.first + track.bins * track.bin;

// The cycles that are shown: as large a part of all as the timeline shows, around the step.
function trackSpan(owner, track) {
  const all = [track.first, trackEnd(track)], least = Math.min(16, track.bins) * track.bin;
  if (!state.zoom) return all;
  const wide = Math.max(least, (all[1] - all[0]) / state.zoom), middle = owner.step ? owner.step.issued : all[0];
  const start = Math.max(all[0], Math.min(middle - wide / 2, all[1] - wide));
  return [start, start + wide];
}
// Which of them the timeline shows.
function timelineMark(owner, scale, height) {
  const [from, until] = shownSpan(owner), left = Math.max(from, scale.from), right = Math.min(until, scale.until);
  return right <= left ? "" : rect(scale.x(left), height - 3, Math.max(2, scale.x(right) - scale.x(left)), 4,
    {fill: YELLOW, stroke: INK, "stroke-width": 0.6, title: "the cycles of the timeline", "data-mark": "timeline"});
}

// What a scheduler did in those cycles: its used issue slots, and what its warps waited for.
function schedulerShare(track, scheduler, from, until) {
  const wide = track.bin * track.join, waits = new Map();
  let issued = 0, slots = 0;
  sumsOf(track, scheduler).forEach((bin, i) => {
    const begin = track.first + i * wide, end = Math.min(begin + wide, trackEnd(track));
    const part = Math.max(0, Math.min(end, until) - Math.max(begin, from)) / Math.max(1, end - begin);
    slots += part * (end - begin) / track.issue_cycles;
    for (const [stall, cycles] of bin)
      if (DATA.stalls[stall][0] === "selected") issued += part * cycles;
      else if (DATA.stalls[stall][0] !== "not_selected") waits.set(stall, (waits.get(stall) || 0) + part * cycles);
  });
  const all = [...waits.values()].reduce((sum, each) => sum + each, 0);
  return {issued: slots ? Math.min(1, issued / slots) : 0,
    waits: [...waits].sort((a, b) => b[1] - a[1]).map(([stall, cycles]) => [stall, all ? cycles / all : 0])};
}
const percent = (share) => share > 0 && share < 0.01 ? `${(100 * share).toFixed(1)} %` : `${Math.round(100 * share)} %`;
// The slots of a scheduler, up to the last that any warp was in.
function slotsOf(track, scheduler) {
  track.used = track.used || track.slots.reduce((most, text, slot) => /[a-z]/.test(text) ? slot + 1 : most, 0);
  return track.slots.map((_, slot) => slot).filter((slot) => slot < track.used && slot % track.schedulers === scheduler);
}

// The block and warp in a slot at a cycle: "block 132, warp 3".
function slotTitle(track, slot, launch) {
  const first = slot - slot % track.warps_per_block;
  const blocks = track.blocks.filter(([, at]) => at === first).map(([index]) => index);
  const names = blocks.slice(0, 4).join(", ") + (blocks.length > 4 ? ", …" : "");
  return `slot ${slot}: warp ${slot - first} of ${blocks.length === 1 ? "block" : "blocks"} ${names}` +
    `${launch.warps.some((warp) => warp.number === slot - first && blocks.includes(warp.block.index)) ? " (recorded)" : ""}`;
}

function slotStrip(owner, track, slot, y, scale, hatches) {
  const strips = new Strips(y, TRACK.row - 1);
  let at = track.first;
  for (const [count, stall] of runsOf(track.slots[slot])) {
    const from = Math.max(at, scale.from), until = Math.min(at += count * track.bin, scale.until);
    if (stall >= 0 && until > from)
      strips.add(DATA.stalls[stall][0] === "selected" ? BLUE : stallFill(stall, hatches),
                 scale.x(from), scale.x(until) - scale.x(from));
  }
  return tag("g", {"data-slot": slot}, tag("title", {}, escaped(slotTitle(track, slot, owner.launch))) + strips.draw());
}

// Where blocks begin, of those that are wide enough to be told apart.
function blockStarts(track, slots, y, scale) {
  let d = "";
  for (const [, first, begun, ended] of track.blocks) {
    const x = scale.x(begun), wide = scale.x(ended || trackEnd(track)) - x;
    if (begun <= scale.from || begun >= scale.until || wide < 12) continue;
    slots.forEach((slot, i) => {
      if (slot >= first && slot < first + track.warps_per_block)
        d += `M${x.toFixed(1)} ${y + i * TRACK.row}v${TRACK.row - 1}`;
    });
  }
  return path(d, {stroke: INK, "stroke-width": 1.4});
}

// The part of the issue slots that was used, bin by bin, as an area.
function issueArea(track, scheduler, y, scale) {
  const wide = track.bin * track.join;
  let d = "";
  sumsOf(track, scheduler).forEach((bin, i) => {
    const begin = track.first + i * wide, end = Math.min(begin + wide, trackEnd(track));
    if (end <= scale.from || begin >= scale.until) return;
    const selected = DATA.stalls.findIndex(([name]) => name === "selected");
    const share = Math.min(1, (bin.get(selected) || 0) * track.issue_cycles / (end - begin));
    const left = scale.x(Math.max(begin, scale.from)), right = scale.x(Math.min(end, scale.until));
    const tall = share * TRACK.slots;
    d += `M${left.toFixed(1)} ${(y + TRACK.slots).toFixed(1)}v${(-tall).toFixed(1)}H${right.toFixed(1)}v${tall.toFixed(1)}z`;
  });
  return rect(scale.x(scale.from), y, TRACK.width, TRACK.slots, {fill: WASH, stroke: LINE}) + path(d, {fill: BLUE});
}

function schedulerDrawing(owner, track, scheduler, y, scale, hatches) {
  const {issued, waits} = schedulerShare(track, scheduler, scale.from, scale.until);
  const slots = slotsOf(track, scheduler);
  const right = TRACK.left + TRACK.width + 8;
  let drawing = words(2, y + 10, `scheduler ${scheduler}`, {"font-size": 12, "font-weight": 600}) +
    words(2, y + 22, "issue slots", {"font-size": 11, fill: MUTED}) + issueArea(track, scheduler, y, scale) +
    words(right, y + 9, `${percent(issued)} issued`, {"font-size": 12, "font-weight": 600}) +
    words(right, y + 22, `${percent(1 - issued)} nobody could:`, {"font-size": 12});
  waits.filter(([, share]) => share >= 0.005).slice(0, 4).forEach(([stall, share], i) => {
    const at = y + TRACK.slots + 3 + i * 12;
    drawing += rect(right, at, 10, 9, {fill: stallFill(stall, hatches), stroke: LINE}) +
      words(right + 14, at + 8.5, `${percent(share)} ${DATA.stalls[stall][0]}`,
        {"font-size": 11, title: DATA.stalls[stall][1]});
  });
  slots.forEach((slot, i) => {
    drawing += slotStrip(owner, track, slot, y + TRACK.slots + 3 + i * TRACK.row, scale, hatches);
  });
  drawing += blockStarts(track, slots, y + TRACK.slots + 3, scale);
  return tag("g", {"data-scheduler": scheduler, "data-issued": issued.toFixed(4)}, drawing);
}

function trackFigure(owner) {
  const {launch, step} = owner, track = launch.record && launch.record.track;
  if (!track || isHidden()) return "";
  const hatches = new Hatches(), [from, until] = trackSpan(owner, track);
  const scale = {from, until, x: (at) => TRACK.left + (at - from) / (until - from) * TRACK.width};
  const tall = TRACK.slots + 3 + Math.max(slotsOf(track, 0).length * TRACK.row, 48) + TRACK.apart, height = track.schedulers * tall;
  let drawing = "";
  for (let i = 0; i < track.schedulers; i++) drawing += schedulerDrawing(owner, track, i, 4 + i * tall, scale, hatches);
  if (step && step.issued >= from && step.issued <= until)
    drawing += line(scale.x(step.issued), 2, scale.x(step.issued), height, {stroke: RED, "stroke-width": 1.4});
  drawing += timelineMark(owner, scale, height);
  drawing += axis({from, until, x: scale.x}, height, TRACK.width, launch, TRACK.left);
  const shares = Array.from({length: track.schedulers}, (_, i) => schedulerShare(track, i, from, until));
  const zoom = `<span class="zoom"><button type="button" data-zoom="-" title="Zoom out (−)" aria-label="Zoom the SM out">−</button>` +
    `<button type="button" data-zoom="0" title="All (0)" aria-label="Show all of the SM">all</button>` +
    `<button type="button" data-zoom="+" title="Zoom in (+)" aria-label="Zoom the SM in">+</button></span>`;
  return `<div class="track">${zoom}${figure({name: "track", hatches, title: `SM ${track.sm} over time`,
    note: `${plural(track.slots.length, "warp slot")} of ${plural(track.schedulers, "scheduler")}, ` +
      `${plural(track.blocks.length, "block")}; a row is a slot`,
    width: TRACK.left + TRACK.width + TRACK.right, height: height + 22, drawing,
    label: `What the warps of SM ${track.sm} waited for, by scheduler`,
    table: {head: ["scheduler", "issue slots used", "nobody could: its warps waited for"],
      rows: shares.map(({issued, waits}, i) => [i, percent(issued),
        waits.slice(0, 5).map(([stall, share]) => `${DATA.stalls[stall][0]} ${percent(share)}`).join(", ")])}})}</div>`;
}
