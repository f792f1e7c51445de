// SPDX-License-Identifier: Apache-2.0
// Every counter of the launch under its name, with its class; of two versions, both.

function counterCells(id, launches) {
  return launches.map((launch) => {
    const value = launch.counters ? launch.counters[id] : undefined;
    return `<td class="number"${isHidden() || value === undefined ? "" : ` data-counter="${id}" ` +
      `data-value="${value}"`}>${value === undefined ? "" : shown(grouped(value))}</td>`;
  }).join("");
}
// What changed since the report that --baseline names: "+12.3 %", "new" of what was zero.
function changeText(launch, id) {
  const {counters, baseline} = launch;
  if (!baseline || !counters || !(id in counters) || !(id in baseline.counters)) return "";
  const percent = baseline.change_percent[id];
  if (percent === undefined) return "new";
  const digits = percent === 0 ? 0 : Math.abs(percent) < 1 ? 2 : 1;
  return `${percent > 0 ? "+" : ""}${percent.toFixed(digits)} %`;
}
const changeCell = (launch, id) => {
  const change = changeText(launch, id), is = !change || change === "0 %" ? "" : change[0] === "-" ? " less" : " more";
  return `<td class="number change${is}">${change && shown(change)}</td>`;
};
const baselineNote = (launch) => launch.baseline ? `<p class="muted">Changes since launch ` +
  `#${launch.baseline.id} of ${escaped(launch.baseline.file)}.</p>` : "";

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

// The least exact one of the launches: a launch names its own where no document has the GPU's rule.
function classOf(id, kind, launches) {
  const own = launches.find((launch) => launch.classes && id in launch.classes);
  return own ? own.classes[id] : kind;
}

function counterTable(ids, isSearched) {
  const launches = state.panes.map((each) => each.launch);
  const isTwo = launches.length > 1, hasBaseline = !isTwo && Boolean(launches[0].baseline);
  const rows = ids.map((id) => {
    const [unit, usual, doc] = DATA.counters[id];
    const kind = classOf(id, usual, launches);
    const values = launches.map((launch) => launch.counters && launch.counters[id]);
    const isDifferent = isTwo && values[0] !== values[1];
    return `<tr${isDifferent ? ' class="differs"' : ""}><th scope="row" title="${escaped(doc)}">` +
      `${escaped(id).replace(/_/g, "_<wbr>")}</th>${counterCells(id, launches)}${hasBaseline ? changeCell(launches[0], id) : ""}` +
      `<td class="unit">${escaped(unit)}</td>` +
      `<td><span class="class ${kind.replace("@", "-")}">${escaped(kind)}</span></td>` +
      `<td class="doc">${escaped(doc)}</td></tr>`;
  }).join("");
  return `<table class="counters"${isSearched ? " data-searched" : ""}><thead><tr><th scope="col" class="name">counter</th>` +
    launches.map((launch) => `<th scope="col" class="number">${isTwo ? escaped(launch.name) : "value"}</th>`).join("") +
    (hasBaseline ? `<th scope="col" class="number change">change</th>` : "") + `<th scope="col" class="unit">unit</th>` +
    `<th scope="col" class="kind">class</th><th scope="col" class="doc">meaning</th></tr></thead>` +
    `<tbody>${rows}</tbody></table>`;
}
function numbersPanel(owner) {
  if (!owner.launch.counters) return emptyFigure("numbers", "Numbers");
  const ids = Object.keys(DATA.counters).filter((id) =>
    state.panes.some((each) => each.launch.counters && id in each.launch.counters));
  return searchHtml() + baselineNote(owner.launch) + counterTable(ids, true);
}
