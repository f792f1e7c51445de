// SPDX-License-Identifier: Apache-2.0
// Every counter of the launch under its name, with its class; of two versions, both.

function counterCells(id, launches) {
  return launches.map((launch) => {
    const value = launch.counters ? launch.counters[id] : undefined;
    return `<td class="number"${isHidden() || value === undefined ? "" : ` data-counter="${id}" ` +
      `data-value="${value}"`}>${value === undefined ? "" : shown(grouped(value))}</td>`;
  }).join("");
}
// Rows that do not have the words that are looked for are hidden.
function filterCounters(panel) {
  const wanted = state.search.toLowerCase().split(/\s+/).filter(Boolean);
  for (const row of panel.querySelectorAll(".counters[data-searched] tbody tr")) {
    const text = row.textContent.toLowerCase();
    row.hidden = !wanted.every((word) => text.includes(word));
  }
}
const searchHtml = () => `<p class="search"><label><span class="hidden">Search counters</span>` +
  `<input type="search" placeholder="Search names and meanings" value="${escaped(state.search)}" data-search></label></p>`;

function counterTable(ids, isSearched) {
  const launches = state.panes.map((each) => each.launch);
  const isTwo = launches.length > 1;
  const rows = ids.map((id) => {
    const [unit, kind, doc] = DATA.counters[id];
    const values = launches.map((launch) => launch.counters && launch.counters[id]);
    const isDifferent = isTwo && values[0] !== values[1];
    return `<tr${isDifferent ? ' class="differs"' : ""}><th scope="row" title="${escaped(doc)}">` +
      `${escaped(id)}</th>${counterCells(id, launches)}<td class="unit">${escaped(unit)}</td>` +
      `<td><span class="class ${kind.replace("@", "-")}">${escaped(kind)}</span></td>` +
      `<td class="doc">${escaped(doc)}</td></tr>`;
  }).join("");
  return `<table class="counters"${isSearched ? " data-searched" : ""}><thead><tr><th scope="col">counter</th>` +
    launches.map((launch) => `<th scope="col">${isTwo ? escaped(launch.name) : "value"}</th>`).join("") +
    `<th scope="col">unit</th><th scope="col">class</th><th scope="col">meaning</th></tr></thead>` +
    `<tbody>${rows}</tbody></table>`;
}
function numbersPanel(owner) {
  if (!owner.launch.counters) return emptyFigure("numbers", "Numbers");
  const ids = Object.keys(DATA.counters).filter((id) =>
    state.panes.some((each) => each.launch.counters && id in each.launch.counters));
  return searchHtml() + counterTable(ids, true);
}
