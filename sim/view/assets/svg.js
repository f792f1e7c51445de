// SPDX-License-Identifier: Apache-2.0
// Figures: SVG with its looks in attributes, so that a saved figure looks as it does here. Colors
// (INK, BLUE, ...) and HATCHES come from sim/figure/palette.def, for figures of the command line too.
const SANS = "system-ui, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif";
const MONO = "ui-monospace, 'SFMono-Regular', Menlo, 'DejaVu Sans Mono', monospace";

const escaped = (text) => String(text).replace(/[&<>"]/g, (c) =>
  ({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"}[c]));
const attributes = (given) => Object.entries(given)
  .filter(([, value]) => value !== null && value !== undefined)
  .map(([name, value]) => ` ${name}="${escaped(typeof value === "number" ?
    Math.round(value * 100) / 100 : value)}"`).join("");
const tag = (name, given, content) =>
  `<${name}${attributes(given)}>${content === undefined ? "" : content}</${name}>`;
const rect = (x, y, width, height, given) => tag("rect", {x, y, width, height, ...given},
  given && given.title ? tag("title", {}, escaped(given.title)) : undefined);
const line = (x1, y1, x2, y2, given) => tag("line", {x1, y1, x2, y2, stroke: LINE, ...given});
const path = (d, given) => tag("path", {d, fill: "none", ...given});
const words = (x, y, text, given) => tag("text", {x, y, "font-size": 12, fill: INK, ...given},
  escaped(text));

// The hatches of one figure: its ids must not be those of another on the page, and are the same when it is drawn again,
// so that a figure that shows the same is the same text. Each place with figures counts its own.
let figurePlace = 0, figureCount = 0;
function beginFigures(place) {
  figurePlace = place;
  figureCount = 0;
}
class Hatches {
  constructor() { this.prefix = `f${figurePlace}-${figureCount++}`; }
  ref(name) { return `url(#${this.prefix}-${name})`; }
  pattern(name, size, content, transform) {
    return tag("pattern", {id: `${this.prefix}-${name}`, width: size, height: size,
                           patternUnits: "userSpaceOnUse", patternTransform: transform}, content);
  }
  defs() {
    const stripes = (name, background, stroke, angle, size) => this.pattern(name, size,
      rect(0, 0, size, size, {fill: background}) +
      line(0, 0, 0, size, {stroke, "stroke-width": size * 0.7}), `rotate(${angle})`);
    return tag("defs", {},
      HATCHES.map((hatch) => stripes(...hatch)).join("") +
      this.pattern("off", 6, rect(0, 0, 6, 6, {fill: "#ffffff"}) +
        tag("circle", {cx: 3, cy: 3, r: 1.1, fill: BLUE})) +
      tag("marker", {id: `${this.prefix}-arrow`, viewBox: "0 0 8 8", refX: 7, refY: 4,
                     markerWidth: 7, markerHeight: 7, orient: "auto-start-reverse"},
          path("M0 0 8 4 0 8z", {fill: INK})));
  }
}

// <figure>: a title, the drawing with a button that saves it, what it says as a table.
function figure({name, title, note, width, height, hatches, drawing, table, label}) {
  const svg = tag("svg", {xmlns: "http://www.w3.org/2000/svg", viewBox: `0 0 ${width} ${height}`,
    width, height, role: "img", "aria-label": label || title, "font-family": SANS,
    "data-figure": name},
    rect(0, 0, width, height, {fill: PAPER}) + (hatches ? hatches.defs() : "") + drawing);
  return `<figure class="figure" id="figure-${name}"><figcaption><b>${escaped(title)}</b>` +
    `<span class="muted">${note || ""}</span>` +
    `<button type="button" class="save" data-save="${name}" title="Save this figure as SVG">` +
    `SVG</button></figcaption>` +
    `<div class="drawing">${svg}</div>${table ? htmlTable(table) : ""}</figure>`;
}
// {head: [..], rows: [[..]]}: the figure in words, folded away for those who see it.
function htmlTable({head, rows, caption}) {
  const cells = (row, kind) => row.map((cell) => `<${kind}>${escaped(cell)}</${kind}>`).join("");
  return `<details class="words"><summary>as text</summary><table>` +
    (caption ? `<caption>${escaped(caption)}</caption>` : "") +
    `<thead><tr>${cells(head, "th")}</tr></thead><tbody>` +
    rows.map((row) => `<tr>${cells(row, "td")}</tr>`).join("") + `</tbody></table></details>`;
}

function saveFigure(button) {
  const svg = button.closest(".figure, .timeline").querySelector("svg[data-figure]");
  const text = '<?xml version="1.0" encoding="UTF-8"?>\n' +
    new XMLSerializer().serializeToString(svg) + "\n";
  saveText(text, "image/svg+xml", `${pane().launch.name.replace(/[^A-Za-z0-9]+/g, "-")}-${svg.dataset.figure}.svg`);
}
function saveText(text, type, name) {
  const anchor = document.createElement("a");
  anchor.href = URL.createObjectURL(new Blob([text], {type}));
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(anchor.href), 1000);
}
