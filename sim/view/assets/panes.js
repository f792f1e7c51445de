// SPDX-License-Identifier: Apache-2.0
// The edges between panes, which can be dragged or moved with the arrow keys; where they stand is kept for the next page.

// [class of the edge, custom property of the style, along which axis, bounds in percent]
const EDGES = {
  side: {property: "--side", axis: "x", least: 20, most: 75, name: "Width of the source"},
  code: {property: "--code", axis: "y", least: 15, most: 85, name: "Height of the CUDA source"},
};
const edgeHtml = (kind) => `<div class="edge ${kind}" role="separator" tabindex="0" data-edge="${kind}" ` +
  `aria-orientation="${EDGES[kind].axis === "x" ? "vertical" : "horizontal"}" aria-label="${EDGES[kind].name}" ` +
  `aria-valuemin="${EDGES[kind].least}" aria-valuemax="${EDGES[kind].most}" aria-valuenow="${edgePlace(kind)}"></div>`;

function edgePlace(kind) {
  const given = Number.parseFloat(document.documentElement.style.getPropertyValue(EDGES[kind].property));
  return Number.isFinite(given) ? Math.round(given) : kind === "side" ? 45 : 55;
}
function moveEdge(kind, percent) {
  const {property, least, most} = EDGES[kind], place = Math.max(least, Math.min(most, percent));
  document.documentElement.style.setProperty(property, `${place.toFixed(1)}%`);
  for (const edge of document.querySelectorAll(`[data-edge=${kind}]`)) edge.setAttribute("aria-valuenow", Math.round(place));
  try { localStorage.setItem(`lockstep-edge-${kind}`, place); } catch { /* a page from a file may not keep anything */ }
}
function restoreEdges() {
  for (const kind of Object.keys(EDGES)) {
    let kept = null;
    try { kept = localStorage.getItem(`lockstep-edge-${kind}`); } catch { /* see above */ }
    if (kept !== null && Number.isFinite(Number(kept))) moveEdge(kind, Number(kept));
  }
}
function connectEdges(root) {
  root.addEventListener("pointerdown", (event) => {
    const edge = event.target.closest("[data-edge]");
    if (!edge) return;
    const kind = edge.dataset.edge, box = edge.parentNode.getBoundingClientRect();
    const follow = ({clientX, clientY}) => moveEdge(kind, 100 * (EDGES[kind].axis === "x" ?
      (clientX - box.left) / box.width : (clientY - box.top) / box.height));
    const done = () => {
      removeEventListener("pointermove", follow);
      removeEventListener("pointerup", done);
    };
    addEventListener("pointermove", follow);
    addEventListener("pointerup", done);
    event.preventDefault();
  });
  root.addEventListener("keydown", (event) => {
    const edge = event.target.closest("[data-edge]");
    const by = {ArrowLeft: -3, ArrowUp: -3, ArrowRight: 3, ArrowDown: 3}[event.key];
    if (!edge || !by) return;
    moveEdge(edge.dataset.edge, edgePlace(edge.dataset.edge) + by);
    event.preventDefault();
    event.stopPropagation();
  });
}
