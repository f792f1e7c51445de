// SPDX-License-Identifier: Apache-2.0
// The roofline: where the launch stands under the roofs of the precisions in which it computes, by operations for each byte of
// device memory. Both axes are logarithmic.
const ROOFLINE = {left: 66, top: 24, width: 560, height: 220};
const ROOF_COLORS = [BLUE, "#b35900", "#00795c", "#a03880", INK];

const decade = (n, round) => round(Math.log10(n) + (round === Math.ceil ? -1e-9 : 1e-9));
// "3.47 T"
function inUnits(n) {
  const [unit, size] = [["P", 1e15], ["T", 1e12], ["G", 1e9], ["M", 1e6], ["k", 1e3]].find(([, each]) => n >= each) || ["", 1];
  return `${Number((n / size).toPrecision(3))} ${unit}`;
}
const inGiga = (gflops) => `${inUnits(gflops * 1e9)}op/s`;

function rooflineDrawing(roofs) {
  const {left, top, width, height} = ROOFLINE;
  const xs = roofs.flatMap((roof) => [roof.intensity, roof.ridge]), ys = roofs.flatMap((roof) => [roof.gflops, roof.peak_gflops]);
  const x0 = decade(Math.min(...xs), Math.floor), x1 = decade(Math.max(...xs) * 4, Math.ceil);
  const y0 = decade(Math.min(...ys), Math.floor), y1 = decade(Math.max(...ys) * 1.2, Math.ceil);
  const x = (n) => left + (Math.log10(n) - x0) / (x1 - x0) * width, y = (n) => top + (y1 - Math.log10(n)) / (y1 - y0) * height;
  let drawing = "";
  for (let i = x0; i <= x1; i++)
    drawing += line(x(10 ** i), top, x(10 ** i), top + height, {stroke: "#dfe5ea"}) +
      words(x(10 ** i), top + height + 16, compact(10 ** i), {"text-anchor": "middle", fill: MUTED, "font-size": 11});
  for (let i = y0; i <= y1; i++)
    drawing += line(left, y(10 ** i), left + width, y(10 ** i), {stroke: "#dfe5ea"}) +
      words(left - 6, y(10 ** i) + 4, inUnits(10 ** (i + 9)), {"text-anchor": "end", fill: MUTED, "font-size": 11});
  const slope = roofs[0].peak_gflops / roofs[0].ridge; // 10^9 bytes a second
  const labels = []; // [x, y]: roofs that lie close to each other have theirs side by side
  const labelX = (at) => {
    let right = left + width - 4;
    while (labels.some(([x2, y2]) => x2 === right && Math.abs(y2 - at) < 15)) right -= 190;
    labels.push([right, at]);
    return right;
  };
  roofs.forEach((roof, i) => {
    const color = ROOF_COLORS[i % ROOF_COLORS.length], from = Math.max(10 ** x0, 10 ** y0 / slope);
    drawing += path(`M${x(from).toFixed(1)} ${y(from * slope).toFixed(1)}L${x(roof.ridge).toFixed(1)} ${y(roof.peak_gflops).toFixed(1)}H${left + width}`,
      {stroke: color, "stroke-width": 1.8, "data-roof": roof.precision}) +
      words(labelX(y(roof.peak_gflops)), y(roof.peak_gflops) - 5, `${roof.precision}: ${inGiga(roof.peak_gflops)}`,
        {"text-anchor": "end", "font-size": 11, fill: color}) +
      line(x(roof.intensity), y(roof.gflops), x(roof.intensity), y(roof.attainable_gflops), {stroke: color, "stroke-dasharray": "3 3"}) +
      tag("circle", {cx: x(roof.intensity), cy: y(roof.gflops), r: 5, fill: color, "data-place": roof.precision});
  });
  return drawing + words(left + width / 2, top + height + 34, "operations for each byte of device memory", {"text-anchor": "middle"}) +
    words(2, 12, "operations a second", {"font-size": 11, fill: MUTED});
}

function rooflineFigure(owner) {
  const roofs = owner.launch.roofline || [];
  if (!roofs.length || isHidden()) return "";
  return figure({name: "roofline", title: "Roofline", width: 660, height: 290, drawing: rooflineDrawing(roofs),
    note: "a multiply-add is two operations; zeros of sparse products count", table: {
      caption: "Roofline", head: ["precision", "operations per byte", "ridge", "a second", "attainable", "peak"],
      rows: roofs.map((roof) => [roof.precision, ...[roof.intensity, roof.ridge].map((n) => grouped(Math.round(100 * n) / 100)),
        ...[roof.gflops, roof.attainable_gflops, roof.peak_gflops].map(inGiga)])}});
}
