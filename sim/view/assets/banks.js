// SPDX-License-Identifier: Apache-2.0
// The bank map of a shared access: lanes on top, banks below, a line from each lane to its bank;
// pass after pass on request. Under each bank the words it has to serve, one a pass.

// Lanes that one word of a bank serves in one pass: [{bank, wave, lanes, address}].
function servings(pattern, phase) {
  const [mask, offset, , , banks, waves] = phase;
  const found = new Map();
  lanesOf(mask).forEach((lane, i) => {
    const key = `${banks[i]}.${waves[i]}`;
    if (!found.has(key))
      found.set(key, {bank: banks[i], wave: waves[i], lanes: [],
                      address: pattern.offset[lane] + offset});
    found.get(key).lanes.push(lane);
  });
  return [...found.values()];
}

function bankLines(map, all, geometry, owner, hatches) {
  const {laneX, bankX, laneY, bankY} = geometry;
  let drawing = "";
  for (const each of all) {
    const isPlayed = owner.wave === null || owner.wave === each.wave;
    const isShared = each.lanes.length > 1;
    const isCrowded = all.some((other) => other.bank === each.bank && other.wave !== each.wave);
    const stroke = !isPlayed ? "#d6dde3" : isShared ? GREEN : isCrowded ? RED : BLUE;
    for (const lane of each.lanes)
      drawing += path(`M${laneX(lane)} ${laneY}C${laneX(lane)} ${laneY + 28} ` +
        `${bankX(each.bank)} ${bankY - 28} ${bankX(each.bank)} ${bankY}`,
        {stroke, "stroke-width": isPlayed ? (owner.wave === null ? 1.5 : 2.4) : 0.7,
         "stroke-dasharray": isPlayed && isShared ? "6 2" : null,
         "data-from": lane, "data-to": each.bank,
         "marker-end": isPlayed ? `url(#${hatches.prefix}-arrow)` : null});
  }
  return drawing;
}

function bankFigure(owner, part, made) {
  const {pattern, base} = part, {map} = made;
  const hatches = new Hatches(), size = 21, left = 46, width = left + 32 * size + 12;
  owner.phase = Math.min(owner.phase, map.phases.length - 1);
  const phase = map.phases[owner.phase];
  const [mask, offset, passes, fullest] = phase;
  const all = servings(pattern, phase);
  const across = 32 / map.banks * size;
  const geometry = {laneX: (lane) => left + lane * size + size / 2 - 1,
    bankX: (bank) => left + (bank + map.wide / 2) * across - 1, laneY: 40, bankY: 114};
  let drawing = words(2, 35, "lane", {fill: MUTED}) + words(2, 131, "bank", {fill: MUTED});
  for (let lane = 0; lane < 32; lane++) {
    const isIn = mask >>> lane & 1, serving = all.find((each) => each.lanes.includes(lane));
    const isNow = serving && owner.wave === serving.wave;
    drawing += rect(left + lane * size, 20, size - 2, 20, {rx: 2,
      fill: !isIn ? WASH : isNow ? YELLOW : PAPER, stroke: isIn ? INK : LINE, "data-lane": lane,
      title: isIn ? laneTitle(part, lane) : null}) +
      words(left + lane * size + size / 2 - 1, 34, lane,
        {"text-anchor": "middle", "font-size": 11, fill: isIn ? INK : "#a7b3bd"});
  }
  if (!isHidden()) drawing += bankLines(map, all, geometry, owner, hatches);
  drawing += bankCells(map, all, across, left, owner, fullest, passes);
  const depth = Math.max(1, passes);
  const rows = isHidden() ? "" : bankWords(map, all, across, left, owner, depth, part);
  const tall = Math.max(4.2, Math.min(18, 122 / depth));
  const height = 140 + (isHidden() ? 12 : depth * tall + 8);
  const half = map.phases.length > 1 ? `, phase ${owner.phase + 1} of ${map.phases.length}` : "";
  return waveControls(owner, passes, map) + figure({name: "banks", title: `Banks${half}`, width, height, hatches,
    note: waveNote(owner, all, passes, map, pattern), drawing: drawing + rows,
    label: isHidden() ? "Bank map, hidden until revealed" :
      `${plural(passes, "pass", "passes")} through the banks; busiest bank: ${fullest}`,
    table: isHidden() ? null : {head: ["lane", "address", "element", "bank", "pass"],
      rows: all.flatMap((each) => each.lanes.map((lane) =>
        [lane, address(base, pattern.offset[lane] + offset), elementOf(part, lane), each.bank, each.wave + 1]))
        .sort((a, b) => a[0] - b[0])}});
}

function bankCells(map, all, across, left, owner, fullest, passes) {
  let drawing = "";
  for (let bank = 0; bank < map.banks; bank++) {
    const here = all.filter((each) => bank >= each.bank && bank < each.bank + map.wide);
    const isFull = !isHidden() && passes > 1 && here.length === passes;
    drawing += rect(left + bank * across, 116, across - 2, 20, {rx: 2, stroke: isFull ? RED : here.length || isHidden() ? INK : LINE,
      "stroke-width": isFull ? 2.5 : 1, fill: isHidden() || !here.length ? WASH : PAPER,
      "data-bank": bank, "data-passes": isHidden() ? null : here.length}) +
      words(left + (bank + 0.5) * across - 1, 130, bank, {"text-anchor": "middle",
        "font-size": 11, "font-weight": isFull ? 700 : 400, fill: here.length || isHidden() ? INK : "#a7b3bd"});
  }
  return drawing;
}

// One cell a word: in which pass it is served and how many lanes get it.
function bankWords(map, all, across, left, owner, depth, part) {
  const tall = Math.max(4.2, Math.min(18, 122 / depth));
  let drawing = words(2, 152, "words", {fill: MUTED});
  for (const each of all) {
    const isNow = owner.wave === each.wave, y = 140 + each.wave * tall;
    const isShared = each.lanes.length > 1;
    drawing += rect(left + each.bank * across, y, map.wide * across - 2, tall - 1.5, {
      fill: isNow ? YELLOW : isShared ? "#cdeee3" : depth > 1 ? "#fbe3d5" : "#d9ebf6",
      stroke: isNow ? INK : isShared ? GREEN : depth > 1 ? RED : BLUE, "stroke-width": 0.8,
      title: `pass ${each.wave + 1}: ${elementOf(part, each.lanes[0]) || "the word"} at ${address(part.base, each.address)} for ` +
        `${plural(each.lanes.length, "lane")} ${each.lanes.join(", ")}`});
    if (tall >= 11)
      drawing += words(left + (each.bank + map.wide / 2) * across - 1, y + tall / 2 + 3,
        isShared ? `${each.lanes.length}×` : each.lanes[0],
        {"text-anchor": "middle", "font-size": 9.5});
  }
  return drawing;
}

function waveNote(owner, all, passes, map, pattern) {
  if (isHidden()) return "how many passes does it take?";
  const repeats = map.repeats > 1 ? `, each ${map.repeats} times` : "";
  if (owner.wave === null) {
    const accessed = /load/.test(pattern.what) ? "read" : /store/.test(pattern.what) ? "written" : "updated";
    const broadcast = all.filter((each) => each.lanes.length > 1).length;
    return `${plural(passes, "pass", "passes")}${repeats}` +
      (broadcast ? `, ${plural(broadcast, "word")} ${accessed} by several lanes at once` : "");
  }
  const served = all.filter((each) => each.wave === owner.wave)
    .reduce((sum, each) => sum + each.lanes.length, 0);
  return `pass ${owner.wave + 1} of ${passes}: ${plural(served, "lane")} served`;
}

function waveControls(owner, passes, map) {
  const phases = map.phases.length > 1 ? `<span class="group" role="group" aria-label="Phase">` +
    map.phases.map(([mask], i) => `<button type="button" class="chip" data-phase="${i}" ` +
      `aria-pressed="${i === owner.phase}">lanes ${ranges(mask)}</button>`).join("") + `</span>` : "";
  const waves = passes > 1 && !isHidden() ? `<span class="group" role="group" aria-label="Passes">` +
    `<button type="button" class="chip" data-wave="all" aria-pressed="${owner.wave === null}">all` +
    `</button><button type="button" class="chip" data-wave="-1" title="Pass before (Shift W)">◀</button>` +
    `<button type="button" class="chip" data-wave="+1" title="Next pass (w)">pass by pass ▶</button>` +
    `</span>` : "";
  return phases || waves ? `<div class="chips">${phases}${waves}</div>` : "";
}
const laneTitle = (part, lane) => `lane ${lane}: ${elementOf(part, lane) || address(part.base, part.pattern.offset[lane])}`;
const address = (base, offset) => "0x" + (base + BigInt(offset)).toString(16);
