// SPDX-License-Identifier: Apache-2.0
// The map of a global access: the 128-byte lines it touches in sectors of 32 bytes, what each
// transaction fetches, and which of these bytes some lane asked for.

// Bytes of the pattern that lanes use, as [from, to, lane], by address.
function usedBytes(pattern) {
  return lanesOf(pattern.lanes).map((lane) =>
    [pattern.offset[lane], pattern.offset[lane] + pattern.width, lane]).sort((a, b) => a[0] - b[0]);
}

// [{at, pieces, used}] for each 128-byte line with a transaction, by address.
function linesOf(pattern, map) {
  const found = new Map();
  const lineAt = (offset) => {
    const at = Math.floor(offset / 128) * 128;
    if (!found.has(at)) found.set(at, {at, pieces: [], used: []});
    return found.get(at);
  };
  map.pieces.forEach(([offset, bytes, used, lanes, request], number) =>
    lineAt(offset).pieces.push({offset, bytes, used, lanes, request, number}));
  if (SPACES[pattern.space] === "global")
    for (const [from, to, lane] of usedBytes(pattern)) lineAt(from).used.push({from, to, lane});
  return [...found.values()].sort((a, b) => a.at - b.at);
}

function lineDrawing(each, x, y, scale, tall, hatches, part) {
  const {base, pattern} = part;
  let drawing = "";
  for (let sector = 0; sector < 4; sector++)
    drawing += rect(x + sector * 32 * scale, y, 32 * scale - 1, tall, {fill: WASH, stroke: LINE});
  const hidden = isHidden();
  if (!hidden)
    for (const piece of each.pieces) {
      const from = x + (piece.offset - each.at) * scale;
      drawing += rect(from, y, piece.bytes * scale - 1, tall, {fill: hatches.ref("waste"),
        stroke: RED, "stroke-width": 1.4, "data-piece": piece.number, "data-bytes": piece.bytes,
        "data-used": piece.used,
        title: `${piece.bytes} bytes at ${address(base, piece.offset)}, ${piece.used} used, ` +
          `for lanes ${ranges(piece.lanes)}`});
    }
  const shared = new Map(); // lanes that use the same bytes are drawn once
  for (const used of each.used) {
    if (!shared.has(used.from)) shared.set(used.from, {...used, lanes: []});
    shared.get(used.from).lanes.push(used.lane);
  }
  for (const {from, to, lanes} of shared.values()) {
    const at = x + (from - each.at) * scale, wide = (to - from) * scale;
    drawing += rect(at, y + 2, Math.max(1, wide - 1), tall - 4, {fill: hidden ? "#9fc4dd" : BLUE,
      title: `lane ${lanes.join(", ")}: ${elementOf(part, lanes[0])} at ${address(base, from)}`.replace(":  at", ":")});
    if (wide >= 13)
      drawing += words(at + wide / 2, y + tall / 2 + 4, lanes.length > 1 ? `${lanes.length}×` : lanes[0],
        {"text-anchor": "middle", fill: hidden ? INK : "#ffffff", "font-size": 10});
  }
  if (!hidden && SPACES[pattern.space] !== "global")
    for (const piece of each.pieces)
      drawing += rect(x + (piece.offset - each.at) * scale, y + 2,
        Math.max(2, piece.used * scale - 1), tall - 4, {fill: BLUE});
  return drawing;
}

// "64 B + 64 B", "32 × 32 B"
function piecesText(pieces) {
  const sizes = new Map();
  for (const {bytes} of pieces) sizes.set(bytes, (sizes.get(bytes) || 0) + 1);
  return [...sizes].map(([bytes, n]) => n > 4 ? `${n} × ${bytes} B` :
    Array(n).fill(`${bytes} B`).join(" + ")).join(" + ");
}

// Few lines: each as wide as the figure, with an arrow from every lane to its bytes.
function wideLines(lines, part, hatches) {
  const {base} = part;
  const scale = 5.1, left = 44, laneWidth = 128 * scale / 32, apart = 78;
  let drawing = "";
  lines.forEach((each, row) => {
    const y = 22 + row * (apart + 46);
    drawing += words(2, y + apart + 16, row === 0 ? "bytes" : "", {fill: MUTED}) +
      words(2, y + 14, "lane", {fill: MUTED});
    for (let lane = 0; lane < 32; lane++) {
      const uses = each.used.filter((used) => used.lane === lane), x = left + lane * laneWidth;
      drawing += rect(x, y, laneWidth - 2, 18, {rx: 2, fill: uses.length ? PAPER : WASH,
        stroke: uses.length ? INK : LINE, "data-lane": lane}) +
        words(x + laneWidth / 2 - 1, y + 13, lane, {"text-anchor": "middle", "font-size": 10.5,
          fill: uses.length ? INK : "#a7b3bd"});
      for (const {from, to} of uses) {
        const end = left + ((from + to) / 2 - each.at) * scale;
        drawing += path(`M${x + laneWidth / 2 - 1} ${y + 18}C${x + laneWidth / 2} ${y + 46} ` +
          `${end} ${y + apart - 28} ${end} ${y + apart}`,
          {stroke: "#7f909e", "marker-end": `url(#${hatches.prefix}-arrow)`});
      }
    }
    drawing += lineDrawing(each, left, y + apart, scale, 22, hatches, part) +
      words(left, y + apart + 37, address(base, each.at), {fill: MUTED, "font-family": MONO,
                                                           "font-size": 11});
    if (!isHidden())
      drawing += words(left + 128 * scale, y + apart + 37,
        `${piecesText(each.pieces)} moved`,
        {"text-anchor": "end", fill: RED, "font-size": 12, "font-weight": 600});
  });
  return {drawing, width: left + 128 * scale + 8, height: 22 + lines.length * (apart + 46)};
}

// Many lines: small, four a row; which lanes use them is said in words.
const LINES_SHOWN = 32;
function manyLines(lines, part, hatches) {
  const {base} = part;
  const scale = 1.18, wide = 174, tall = 38;
  let drawing = "";
  lines.slice(0, LINES_SHOWN).forEach((each, i) => {
    const x = 2 + i % 4 * wide, y = 6 + Math.floor(i / 4) * tall;
    const lanes = each.used.length ? `lane ${ranges(each.used.reduce((m, u) => m | 1 << u.lane, 0))}`
      : each.pieces.map((piece) => ranges(piece.lanes)).join(", ");
    drawing += lineDrawing(each, x, y, scale, 14, hatches, part) +
      words(x, y + 26, `…${address(base, each.at).slice(-6)}`, {fill: MUTED, "font-family": MONO, "font-size": 10}) +
      words(x + 150, y + 26, lanes.length > 18 ? lanes.slice(0, 17) + "…" : lanes,
            {"text-anchor": "end", fill: MUTED, "font-size": 10});
  });
  const rows = Math.ceil(Math.min(lines.length, LINES_SHOWN) / 4);
  if (lines.length > LINES_SHOWN)
    drawing += words(2, 14 + rows * tall, `… and ${plural(lines.length - LINES_SHOWN, "line")} more`,
                     {fill: MUTED});
  return {drawing, width: 704, height: 24 + rows * tall};
}

function segmentLegend(y, hatches) {
  return rect(2, y, 14, 11, {fill: BLUE}) + words(21, y + 10, "bytes some lane uses",
      {fill: MUTED}) +
    rect(160, y, 14, 11, {fill: hatches.ref("waste"), stroke: RED}) +
    words(179, y + 10, "moved, used by no lane", {fill: MUTED}) +
    rect(330, y, 14, 11, {fill: WASH, stroke: LINE}) + words(349, y + 10, "not moved", {fill: MUTED});
}

function segmentFigure(owner, part, made) {
  const {pattern, base} = part, {map} = made, hatches = new Hatches();
  const lines = linesOf(pattern, map);
  const {drawing, width, height} = lines.length <= 2 ? wideLines(lines, part, hatches)
    : manyLines(lines, part, hatches);
  const space = SPACES[pattern.space];
  return figure({name: "segments", hatches, width, height: height + 16,
    title: space === "global" ? "Lines of 128 bytes, sectors of 32" :
      space === "constant" ? "Words of constant memory" : "Lines of the warp's local memory",
    note: isHidden() ? "how much is moved?" :
      `${plural(made.moved || map.pieces.length, made.moved ? "byte" : "word")} moved, ` +
      `${grouped(made.used)} used`,
    drawing: drawing + segmentLegend(height, hatches),
    label: isHidden() ? "Map of the access, hidden until revealed" :
      `${plural(map.pieces.length, "transaction")}, ${made.moved} bytes moved, ${made.used} used`,
    table: isHidden() ? null : {head: ["transaction", "address", "bytes", "used", "lanes"],
      rows: map.pieces.map(([offset, bytes, used, lanes], i) =>
        [i + 1, address(base, offset), bytes, used, ranges(lanes)])}});
}
