// SPDX-License-Identifier: Apache-2.0
// The way of the data: SM, its shared memory and L1, L2, device memory, with what went over each
// edge. Without a clock the caches were not modeled, and the page says so.

function memoryBox(x, y, width, height, name, text) {
  return rect(x, y, width, height, {rx: 5, fill: PAPER, stroke: INK, "stroke-width": 1.3}) +
    words(x + width / 2, y + height / 2 - (text ? 2 : -5), name,
          {"text-anchor": "middle", "font-size": 15, "font-weight": 600}) +
    (text ? words(x + width / 2, y + height / 2 + 16, text, {"text-anchor": "middle", fill: MUTED}) : "");
}
// An edge with its counters above and below it; unknown ones are said to be so.
function memoryEdge(launch, hatches, x1, x2, y, above, below) {
  const text = ([id, unit]) => {
    const value = launch.counters[id];
    if (value === undefined) return `? ${unit}`;
    const isShort = x2 - x1 > 150 && `${grouped(value)} ${unit}`.length * 6.8 < x2 - x1; // what fits between the boxes
    const [, number, prefix] = /^(.*?)([a-zA-Z]?)$/.exec(isShort ? grouped(value) : compact(value));
    return unit === "B" ? `${shown(number)} ${prefix}B` : `${shown(number + prefix)} ${unit}`;
  };
  const ends = {"marker-end": `url(#${hatches.prefix}-arrow)`, stroke: INK, "stroke-width": 1.4};
  let drawing = "";
  if (above)
    drawing += line(x2, y - 8, x1 + 2, y - 8, ends) + words((x1 + x2) / 2, y - 16, text(above),
      {"text-anchor": "middle", "data-counter": above[0]});
  if (below)
    drawing += line(x1, y + 8, x2 - 2, y + 8, ends) + words((x1 + x2) / 2, y + 25, text(below),
      {"text-anchor": "middle", "data-counter": below[0]});
  return drawing;
}

function memoryPanel(owner) {
  const {launch} = owner;
  if (!launch.counters) return emptyFigure("memory", "Memory");
  const hatches = new Hatches(), c = launch.counters, hasClock = c.l2_reads !== undefined;
  const rate = (id) => c[id] === undefined ? "" : `${shown(c[id].toFixed(1))} % hits`;
  const drawing = memoryBox(2, 30, 84, 190, "SM", "registers") +
    memoryBox(256, 24, 110, 66, "Shared", c.shared_excess > 0 && !isHidden() ?
      `${compact(c.shared_excess)} excess` : "") +
    memoryBox(256, 152, 110, 66, "L1", rate("l1_hit_rate")) +
    memoryBox(476, 152, 96, 66, "L2", rate("l2_read_hit_rate")) +
    memoryBox(664, 140, 74, 90, "DRAM", "") +
    memoryEdge(launch, hatches, 86, 256, 57, ["shared_ld_wavefronts", "passes of loads"],
               ["shared_st_wavefronts", "passes of stores"]) +
    memoryEdge(launch, hatches, 86, 256, 185, ["global_ld_sectors", "sectors"],
               ["global_st_sectors", "sectors"]) +
    memoryEdge(launch, hatches, 366, 476, 185, ["l2_reads", "reads"], ["l2_writes", "writes"]) +
    memoryEdge(launch, hatches, 572, 664, 185, ["dram_read_bytes", "B"], ["dram_write_bytes", "B"]);
  const ids = ["shared_ld_wavefronts", "shared_st_wavefronts", "shared_ideal", "shared_excess",
    "global_ld_requests", "global_ld_sectors", "global_ld_ideal", "global_ld_efficiency",
    "global_st_requests", "global_st_sectors", "global_st_ideal", "global_st_efficiency",
    "local_ld_sectors", "local_st_sectors", "l1_hit_rate", "l2_reads", "l2_writes",
    "l2_read_hit_rate", "dram_read_bytes", "dram_write_bytes", "dram_throughput"];
  return figure({name: "memory", title: "Traffic of the whole launch", hatches, width: 740,
    height: 236, drawing, note: hasClock ? "" :
      "with --mode cycles: also what L2 and DRAM see"}) +
    rooflineFigure(owner) + counterTable(ids.filter((id) => c[id] !== undefined));
}
