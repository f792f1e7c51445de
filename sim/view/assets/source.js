// SPDX-License-Identifier: Apache-2.0
// Source and PTX with their heat: what each line cost in all, and where the step stands.

// Columns that say something about this launch: instructions always, the others where they are
// not all zero (threads: where a line has fewer than 32).
function usefulColumns(launch) {
  const values = [...launch.heat.values(), ...launch.ptxHeat.values()];
  return DATA.heat.map(([id], i) => {
    if (id === "inst_executed") return true;
    if (id === "threads_on_per_inst") return values.some((v) => v[i] !== null && v[i] < 31.995);
    return values.some((v) => v[i] > 0);
  });
}
// The columns shown: instructions, and of the useful ones those that tell trouble.
function defaultColumns(launch) {
  const useful = usefulColumns(launch);
  const telling = ["inst_executed", "threads_on_per_inst", "shared_excess", "global_excess",
                   "stalls"];
  const chosen = DATA.heat.map(([id], i) => useful[i] && telling.includes(id));
  while (chosen.filter(Boolean).length > 3) chosen[chosen.lastIndexOf(true)] = false;
  return chosen;
}
const isAverage = (column) => DATA.heat[column][0] === "threads_on_per_inst";

// How hot a value is, 0 to 1. Few threads are hot, of everything else much.
function heatOf(column, value, most) {
  if (value === null || value === undefined) return 0;
  if (isAverage(column)) return Math.max(0, 1 - value / 32);
  return most[column] > 0 ? value / most[column] : 0;
}

const FOLDED = 30; // lines without code that are left out between those with some

class CodeView {
  constructor(root, owner) {
    this.root = root;
    this.owner = owner;
    root.addEventListener("click", (event) => this.click(event));
    root.addEventListener("mouseover", (event) => this.hover(event));
    root.addEventListener("mouseleave", (event) => this.hover(event));
    root.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && event.target.matches("tr")) this.click(event);
    });
  }
  // What belongs to the line under the pointer is tinted in all listings.
  hover(event) {
    const row = event.type === "mouseover" && event.target.closest("tr[data-line]"), {launch} = this.owner;
    const key = row && launch.code && !row.dataset.line.endsWith(":0") ? row.dataset.line : null;
    if (key === this.hovered) return;
    this.hovered = key;
    const paired = key === null ? new Set() : pairedKeys(launch, key);
    for (const each of this.root.querySelectorAll("tr[data-line]")) each.classList.toggle("paired", paired.has(each.dataset.line));
  }
  click(event) {
    const chip = event.target.closest("[data-column]"), row = event.target.closest("tr[data-line]");
    const mode = event.target.closest("[data-code]");
    if (chip) {
      state.columns[chip.dataset.column] = !state.columns[chip.dataset.column];
      render();
    } else if (event.target.closest("[data-machine]")) {
      state.isMachine = !state.isMachine;
      render();
    } else if (event.target.closest("[data-percent]")) {
      state.isPercent = !state.isPercent;
      render();
    } else if (mode) {
      state.code = mode.dataset.code;
      render();
    } else if (row && !row.dataset.line.endsWith(":0")) {
      selectLine(this.owner, row.dataset.line, row.closest("[data-kind]").dataset.kind === "ptx");
    }
  }
  render() {
    const launch = this.owner.launch;
    state.columns = state.columns || defaultColumns(launch);
    const key = JSON.stringify([launch.index, state.code, state.columns, state.isPercent,
                                state.isMachine, isHidden()]);
    if (key !== this.key) {
      this.key = key;
      this.root.innerHTML = this.head(launch) + this.tables(launch);
    }
    this.mark();
  }
  head(launch) {
    const useful = usefulColumns(launch);
    const chips = DATA.heat.map(([id, title, doc], i) => !useful[i] ? "" :
      `<button type="button" class="chip" data-column="${i}" aria-pressed="${state.columns[i]}" ` +
      `title="${escaped(doc)}">${this.title(i)}</button>`).join("");
    const modes = [["cuda", "CUDA"], ["ptx", "PTX"], ["both", "both"]].map(([mode, text]) =>
      `<button type="button" class="chip" data-code="${mode}" aria-pressed="${state.code === mode}">` +
      `${text}</button>`).join("") + (launch.code && state.code !== "cuda" && launch.code.sequences.some(([, , codes]) => codes) ?
      `<button type="button" class="chip" data-machine aria-pressed="${state.isMachine}" ` +
      `title="The machine instructions of PTX instructions that take several">machine</button>` : "");
    return `<div class="chips"><span class="group" role="group" aria-label="Code">${modes}</span>` +
      `<span class="group" role="group" aria-label="Heat columns">${chips}` +
      `<button type="button" class="chip" data-percent aria-pressed="${state.isPercent}" ` +
      `title="Shares of the kernel instead of counts">%</button></span></div>`;
  }
  // Two columns are called excess: of what is said by what it adds to.
  title(i) {
    const [id, title] = DATA.heat[i];
    return id === "shared_excess" ? "bank+" : id === "global_excess" ? "sector+" : title;
  }
  tables(launch) {
    const hasSource = launch.source >= 0 && launch.heat.size > 0;
    const cuda = hasSource && state.code !== "ptx" ? this.cuda(launch) : "";
    const ptx = !hasSource || state.code !== "cuda" ? this.ptx(launch) : "";
    return `<div class="listings">${cuda}${cuda && ptx ? edgeHtml("code") : ""}${ptx}</div>`;
  }
  // The lines around the kernel and all that its instructions stand on, file by file.
  cuda(launch) {
    const files = new Map();
    for (const key of launch.heat.keys()) {
      const [source, at] = key.split(":").map(Number);
      if (!files.has(source)) files.set(source, []);
      files.get(source).push(at);
    }
    return [...files].sort(([a], [b]) => (b === launch.source) - (a === launch.source) || a - b)
      .map(([source, lines]) => {
        sourceLine(source, 1);
        const all = DATA.sources[source].lines;
        const own = source === launch.source && launch.line > 0 ? [launch.line] : [];
        const rows = [];
        let next = 1;
        for (const line of [...lines, ...own].sort((a, b) => a - b)) {
          if (line - next > FOLDED || next === 1) {
            if (next > 1) rows.push([`${source}:0`, "⋯", "", null]);
            next = Math.max(1, line - 3);
          }
          for (; next <= Math.min(line + 2, all.length); next++)
            rows.push([`${source}:${next}`, next, all[next - 1], launch.heat.get(`${source}:${next}`)]);
        }
        return this.table(DATA.sources[source].name, "cuda", rows, launch.heat);
      }).join("");
  }
  ptx(launch) {
    const rows = launch.code.ptx.flatMap(([at, text]) =>
      [[`-1:${at}`, at, text + sequenceText(launch.code, at), launch.ptxHeat.get(`-1:${at}`)],
       ...machineRows(launch.code, at, text)]);
    const source = launch.code.sequences.length > 0 && !isHidden() ?
      ` (machine instructions: ${launch.code.sequence_source})` : "";
    return this.table(`PTX${source}`, "ptx", rows, launch.ptxHeat);
  }
  table(name, kind, given, heat) {
    const indents = given.map(([, , text]) => (text || "").replace(/\t/g, "    ")).filter((t) => t.trim())
      .map((text) => text.length - text.trimStart().length);
    const indent = indents.reduce((a, b) => Math.min(a, b), 40);
    const rows = given.map(([key, at, text, values]) =>
      [key, at, (text || "").replace(/\t/g, "    ").slice(indent), values]);
    const columns = DATA.heat.map((_, i) => i).filter((i) => state.columns[i]);
    const most = DATA.heat.map((_, i) => [...heat.values()].reduce((a, v) => Math.max(a, v[i] || 0), 0));
    const total = DATA.heat.map((_, i) => [...heat.values()].reduce((a, v) => a + (v[i] || 0), 0));
    const cell = (values, i) => {
      const value = values ? values[i] : null;
      if (value === null || value === undefined || (value === 0 && !isAverage(i))) return "<td></td>";
      const text = state.isPercent && !isAverage(i) && total[i] > 0 ?
        `${(100 * value / total[i]).toFixed(1)}%` : isAverage(i) ? value.toFixed(1) : compact(value);
      const heat = isHidden() ? 0 : heatOf(i, value, most);
      return `<td class="heat" style="--h:${heat.toFixed(3)}" title="${shown(grouped(value))} ` +
        `${escaped(DATA.heat[i][2])}"${isHidden() ? "" : ` data-value="${value}"`}>${shown(text)}</td>`;
    };
    const body = rows.map(([key, at, text, values]) =>
      `<tr data-line="${key}"${values ? ' tabindex="-1"' : at === "" ? ' class="machine"' : ' class="cold"'}><th scope="row">${at}</th>` +
      columns.map((i) => cell(values, i)).join("") +
      `<td class="text">${colored(text || "", kind)}</td></tr>`).join("");
    return `<div class="listing" data-kind="${kind}"><table><caption>${escaped(name)}</caption>` +
      `<thead><tr><th scope="col"><span class="hidden">line</span></th>` +
      columns.map((i) => `<th scope="col" title="${escaped(DATA.heat[i][2])}">${this.title(i)}</th>`)
        .join("") + `<th scope="col" class="name">${escaped(name)}</th></tr></thead>` +
      `<tbody>${body}</tbody></table></div>`;
  }
  // Where the step stands, and the line that was chosen.
  mark() {
    const step = this.owner.step, keys = step ? [`${step.source}:${step.line}`, `-1:${step.ptx}`] : [];
    const here = keys.map((key) => this.root.querySelector(`tr[data-line="${key}"]`)).filter(Boolean);
    for (const row of this.root.querySelectorAll("tr.here"))
      if (!here.includes(row)) {
        row.classList.remove("here");
        row.tabIndex = -1;
      }
    for (const row of here) {
      row.classList.add("here");
      row.tabIndex = 0; // the listing is entered there
    }
    this.here = here;
  }
  // Where listings must scroll to so that the step is in sight: [listing, place].
  measure() {
    return this.here.map((row) => {
      const box = row.closest(".listing"), at = row.offsetTop, top = box.scrollTop, height = box.clientHeight;
      return at < top + 40 || at > top + height - 40 ? [box, at - height / 2 + 14] : null;
    }).filter(Boolean);
  }
  settle(places) {
    for (const [box, top] of places) box.scrollTop = top;
  }
}

// A line that became several operations has the longest of them.
const sequenceOf = (code, at) => code.sequences.filter(([pc]) => code.ptx_line[pc] === at)
  .sort(([a], [b]) => code.issues[b] - code.issues[a])[0];
// The machine instructions below their PTX instruction, in their order; without registers, which nobody knows.
function machineRows(code, at, text) {
  const found = state.isMachine && !isHidden() ? sequenceOf(code, at) : null;
  const indent = /^\s*/.exec(text)[0];
  return found && found[2] ? found[2].split(" ").map((name) => [`-1:${at}`, "", `${indent}    ${name}`, null]) : [];
}
// The lines of the other listings that belong to a line: of PTX its source lines, of the source its PTX lines.
function pairedKeys(launch, key) {
  const [source, at] = key.split(":").map(Number), {code} = launch, found = new Set([key]);
  code.ptx_line.forEach((ptx, pc) => {
    const own = `${code.source[pc] - 1}:${code.line[pc]}`;
    if (source < 0 ? ptx === at : own === key) found.add(own).add(`-1:${ptx}`);
  });
  if (source < 0) // and the other PTX lines of that source line
    code.ptx_line.forEach((ptx, pc) => { if (found.has(`${code.source[pc] - 1}:${code.line[pc]}`)) found.add(`-1:${ptx}`); });
  return found;
}

// Of what a PTX instruction consists on the machine, as a comment after it.
function sequenceText(code, at) {
  if (isHidden()) return "";
  const found = sequenceOf(code, at);
  if (!found) return "";
  const pipes = found[1].map(([pipe, count]) => `${count} ${pipe}`).join(", ");
  return `  // ${code.issues[found[0]]} machine instructions${pipes ? `: ${pipes}` : ""}`;
}

// The focus goes to the next row that has code.
function nextRow(row, by) {
  const rows = [...row.closest("tbody").querySelectorAll("tr[tabindex]")];
  const next = rows[rows.indexOf(row) + by];
  if (next) next.focus();
}

// 1,048,576 -> 1.05M, so that a column stays narrow.
function compact(value) {
  for (const [unit, size] of [["G", 1e9], ["M", 1e6], ["k", 1e4]])
    if (value >= size) {
      const scale = unit === "k" ? 1e3 : size;
      return `${(value / scale).toPrecision(3).replace(/\.0+$/, "")}${unit}`;
    }
  return grouped(value);
}

const CUDA_WORDS = /(\/\/.*$)|("(?:[^"\\]|\\.)*")|\b(__\w+__|if|else|for|while|do|return|switch|case|break|continue|template|typename|const|unsigned|int|float|double|char|short|long|void|bool|auto|struct|volatile|static|extern|true|false)\b|\b(threadIdx|blockIdx|blockDim|gridDim|warpSize|__syncthreads)\b/g;
const PTX_WORDS = /(\/\/.*$)|("[^"]*")|((?:^|\s)(?:@!?%p\d+\s+)?[a-z][\w.]*(?=\s|;))|(%[a-z]+\d*(?:\.[xyz])?)/g;
function colored(text, kind) {
  const pattern = kind === "ptx" ? PTX_WORDS : CUDA_WORDS;
  let html = "", at = 0;
  for (const match of text.matchAll(pattern)) {
    const style = match[1] ? "c" : match[2] ? "s" : match[3] ? "k" : "v";
    html += escaped(text.slice(at, match.index)) + `<i class="${style}">${escaped(match[0])}</i>`;
    at = match.index + match[0].length;
  }
  return html + escaped(text.slice(at));
}

// The next step of the warp on that line, the first one if there is none ahead.
function selectLine(owner, key, isPtx) {
  const [source, at] = key.split(":").map(Number);
  const {code} = owner.launch;
  const isThere = (i) => {
    const pc = owner.launch.record.pc[i];
    return isPtx ? code.ptx_line[pc] === at : code.line[pc] === at && code.source[pc] - 1 === source;
  };
  if (!owner.launch.record) return;
  let found = owner.find(1, isThere);
  if (found < 0) found = owner.steps.findIndex(isThere);
  state.focus = state.panes.indexOf(owner);
  if (found >= 0) move(owner, found);
  else say(`The recorded warp does not reach line ${at}.`);
}
