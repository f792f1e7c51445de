// SPDX-License-Identifier: Apache-2.0
// The SM with the blocks that fit on it: warp slots, registers, shared memory, and what is full
// first; below, where a block's shared variables lie.
const BLOCK_FILLS = ["#7fb8dc", "#f3cf7a", "#8fd3bd", "#dfa9cb", "#c9d3db", "#f0b089", "#b9e0f5",
                     "#e9e39a"];
const blockLetter = (i) => i < 26 ? String.fromCharCode(65 + i) : String(i + 1);

function slotRow(x, y, width, title, used, blocks, most, unit, limit) {
  const per = blocks > 0 ? used / blocks : 0, scale = most > 0 ? width / most : 0;
  let drawing = words(x, y - 6, title, {"font-size": 13, "font-weight": 600}) +
    words(x + width, y - 6, `${shown(grouped(used))} of ${grouped(most)} ${unit}`,
          {"text-anchor": "end", fill: MUTED}) +
    rect(x, y, width, 26, {fill: WASH, stroke: "#8a98a5"});
  for (let i = 0; i < blocks && !isHidden(); i++) {
    const at = x + i * per * scale, wide = per * scale;
    drawing += rect(at, y, Math.max(0.5, wide - (wide > 3 ? 1 : 0)), 26,
      {fill: BLOCK_FILLS[i % 8], stroke: INK, "stroke-width": wide > 3 ? 0.6 : 0,
       title: `block ${blockLetter(i)}: ${grouped(per)} ${unit}`});
    if (wide > 12)
      drawing += words(at + wide / 2, y + 17, blockLetter(i), {"text-anchor": "middle"});
  }
  if (limit && !isHidden())
    drawing += words(x + width + 8, y + 18, "full first", {fill: RED, "font-weight": 700});
  return drawing;
}

function smFigure(owner) {
  const {sm} = owner.launch, {gpu} = owner.launch.run;
  if (!sm) return emptyFigure("sm", "SM");
  const width = 560, blocks = sm.blocks;
  const least = Math.min(...["warps", "blocks", "shared", "registers"]
    .map((name) => sm[`limit_${name}`]).filter((n) => n >= 0));
  const isLimit = (name) => sm[`limit_${name}`] === least;
  const drawing =
    slotRow(2, 24, width, "Warps", sm.warps, blocks, gpu.warps, "warps", isLimit("warps")) +
    slotRow(2, 82, width, "Blocks", blocks, blocks, gpu.blocks, "blocks", isLimit("blocks")) +
    slotRow(2, 140, width, "Registers", blocks * sm.registers_per_block, blocks, gpu.registers,
            "registers", isLimit("registers")) +
    slotRow(2, 198, width, "Shared memory", blocks * sm.shared_per_block, blocks, gpu.shared_bytes,
            "bytes", isLimit("shared"));
  const limit = (name) => sm[`limit_${name}`] < 0 ? "no limit" : `${sm[`limit_${name}`]} blocks`;
  return figure({name: "sm", title: `One SM of ${gpuTitle(gpu).replace(/ \(.*/, "")}`,
    note: `${shown(plural(blocks, "block"))}, ${shown(Math.round(1000 * sm.fraction) / 10)} % of ` +
      `its warps${sm.limiter && !isHidden() ? `, limited by ${escaped(sm.limiter)}` : ""}`,
    width: 650, height: 234, drawing, label: "What the blocks on one SM take",
    table: isHidden() ? null : {head: ["resource", "a block takes", "the SM has", "allows"],
      rows: [["warps", blocks ? sm.warps / blocks : "", gpu.warps, limit("warps")],
             ["blocks", 1, gpu.blocks, limit("blocks")],
             ["registers", sm.registers_per_block, gpu.registers, limit("registers")],
             ["shared bytes", sm.shared_per_block, gpu.shared_bytes, limit("shared")]]}});
}

function sharedFigure(owner) {
  const {sm} = owner.launch;
  if (!sm || sm.shared_static + sm.shared_dynamic === 0) return "";
  const width = 560, all = sm.shared_static + sm.shared_dynamic, scale = width / all;
  const parts = sm.variables.map(({name, offset, bytes}) => ({name, offset, bytes}));
  if (sm.shared_dynamic > 0)
    parts.push({name: "dynamic", offset: sm.shared_static, bytes: sm.shared_dynamic});
  // The last name of a mangled one: a number says how long it is.
  const short = (name) => {
    for (let at = name.length - 1; at > 0; at--) {
      const rest = name.slice(at), number = /^_Z.*?(\d+)$/.exec(name.slice(0, at));
      if (number && /^[A-Za-z_]/.test(rest) && String(rest.length).endsWith(number[1].slice(-1)) &&
          name.slice(0, at).endsWith(String(rest.length))) return rest;
    }
    return name;
  };
  let drawing = "";
  parts.forEach(({name, offset, bytes}, i) => {
    const x = 2 + offset * scale, wide = Math.max(1, bytes * scale - 1);
    drawing += rect(x, 8, wide, 30, {fill: BLOCK_FILLS[i % 8], stroke: INK, "stroke-width": 0.6,
      title: `${name}: ${bytes} bytes from ${offset} on`});
    if (wide > 46) drawing += words(x + 5, 27, short(name).slice(0, Math.floor(wide / 7)));
    if (wide > 40)
      drawing += words(x, 52, grouped(offset), {fill: MUTED, "font-size": 11});
  });
  drawing += words(2 + width, 52, `${grouped(all)} bytes`, {"text-anchor": "end", fill: MUTED,
                                                            "font-size": 11});
  return figure({name: "shared", title: "Shared memory of a block", width: 650, height: 60, drawing,
    table: {head: ["variable", "from byte", "bytes"],
            rows: parts.map(({name, offset, bytes}) => [name, offset, bytes])}});
}
const smPanel = (owner) => latencyFigure(owner) + trackFigure(owner) + smFigure(owner) + sharedFigure(owner) + sitesNote(owner);
function sitesNote(owner) {
  const {sm} = owner.launch;
  return sm ? `<p class="muted">${grouped(sm.registers_per_thread)} registers a thread, ` +
    `${plural(owner.launch.block.reduce((a, b) => a * b), "thread")} a block.</p>` : "";
}
