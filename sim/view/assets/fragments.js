// SPDX-License-Identifier: Apache-2.0
// Matrix instructions: which lane holds which element of A, B and D, or of tensor memory (and the other way round), the rows of shared memory that
// ldmatrix or a descriptor reads under each swizzle, and the way of the data from global memory to registers.
const REGISTER_FILLS = ["#d9ebf6", "#fdebc8", "#d5f0e6", "#f3dcec"];
const HELD = "#ffd84d", SHOWN_MOST = 32;

function layoutOf(launch, pc) {
  const given = launch.fragments;
  const found = given && given.of.find(([at]) => at === pc);
  return found ? given.layouts[found[1]] : null;
}
const packedOf = (matrix) => matrix.bits < 32 ? 32 / matrix.bits : 1;
// [{lane, element, reg, row, column}] of all elements that a matrix has in registers.
function elementsOf(matrix) {
  if (!matrix.all)
    matrix.all = (matrix.lanes || []).flatMap((places, lane) => Array.from({length: places.length / 2}, (_, element) =>
      ({lane, element, reg: Math.floor(element / packedOf(matrix)), row: places[2 * element], column: places[2 * element + 1]})));
  return matrix.all;
}
// Neighbors of one register, along the rows (B: along the columns), are one cell.
function cellsOf(matrix) {
  const isDown = matrix.name === "B", cells = new Map();
  for (const each of elementsOf(matrix)) {
    const [along, across] = isDown ? [each.row, each.column] : [each.column, each.row];
    const key = `${across}.${each.lane}.${each.reg}.${Math.floor(along / packedOf(matrix))}`;
    const cell = cells.get(key) || {...each, last: each, count: 0};
    cell.count++;
    if (along > (isDown ? cell.last.row : cell.last.column)) cell.last = each;
    if (along < (isDown ? cell.row : cell.column)) Object.assign(cell, {row: each.row, column: each.column, element: each.element});
    cells.set(key, cell);
  }
  return [...cells.values()];
}
const letterOf = (matrix) => /^\d|^memory/.test(matrix.name) ? "r" : matrix.name.slice(-1).toLowerCase();
const bitsText = (matrix, element) => matrix.bits >= 32 ? "" :
  `, bits ${element % packedOf(matrix) * matrix.bits}–${element % packedOf(matrix) * matrix.bits + matrix.bits - 1}`;
const heldText = (matrix, each) => `${matrix.name}[${each.row}][${each.column}]: lane ${each.lane}, ` +
  `register ${letterOf(matrix)}${each.reg}${bitsText(matrix, each.element)}`;

function matrixDrawing(matrix, index, x0, y0, wide, tall) {
  const isDown = matrix.name === "B", width = Math.min(matrix.columns, SHOWN_MOST) * wide, height = matrix.rows * tall;
  let drawing = words(x0, y0 - 6, `${matrix.name}: ${matrix.rows} × ${matrix.columns}, ${matrix.type}` +
    (matrix.columns > SHOWN_MOST && !isDown ? `, columns 0–${SHOWN_MOST - 1}` : ""), {"font-size": 12, "font-weight": 600});
  for (const cell of cellsOf(matrix)) {
    const w = (isDown ? 1 : cell.count) * wide, h = (isDown ? cell.count : 1) * tall, x = x0 + cell.column * wide, y = y0 + cell.row * tall;
    drawing += rect(x, y, w - 1, h - 1, {fill: REGISTER_FILLS[cell.reg % 4], stroke: LINE, "stroke-width": 0.6,
      "data-held": `${index}.${cell.lane}.${cell.reg}`, "data-first": `${cell.row}.${cell.column}`, title: heldText(matrix, cell)});
    if (w >= 12 && h >= 11)
      drawing += words(x + w / 2 - 0.5, y + h / 2 + 3.5, cell.lane, {"text-anchor": "middle", "font-size": Math.min(11, h - 2), "pointer-events": "none"});
  }
  return {drawing, width, height};
}

// B stands above D and right of A, as one multiplies by hand; what ldmatrix or tcgen05.ld moves stands side by side.
function fragmentDrawing(layout) {
  const top = 64, isProduct = layout.matrices[0].name === "A", drawn = layout.matrices.map((matrix) => matrix.lanes ? matrix : null);
  const columns = isProduct ? (drawn[0] ? drawn[0].columns : 4) + Math.min(SHOWN_MOST, layout.matrices[2].columns) : layout.matrices.reduce((sum, matrix) => sum + Math.min(SHOWN_MOST, matrix.columns), 0);
  const wide = Math.max(2.5, Math.min(24, 600 / columns)), tall = (matrix) => Math.max(3, Math.min(17, 300 / matrix.rows));
  let drawing = words(2, 16, "lane", {fill: MUTED}), width = 0, bottom = 0;
  for (let lane = 0; lane < 32; lane++)
    drawing += rect(36 + lane * 20, 4, 19, 18, {rx: 2, fill: PAPER, stroke: INK, "data-strip": lane}) +
      words(36 + lane * 20 + 9.5, 17, lane, {"text-anchor": "middle", "font-size": 11, "pointer-events": "none"});
  const put = (index, x, y) => {
    const made = matrixDrawing(layout.matrices[index], index, x, y, wide, tall(layout.matrices[index]));
    drawing += made.drawing;
    width = Math.max(width, x + made.width);
    bottom = Math.max(bottom, y + made.height);
    return made;
  };
  if (!isProduct) {
    let x = 4;
    layout.matrices.forEach((matrix, i) => { x += put(i, x, top).width + 14; });
  }
  else {
    const [a, b] = layout.matrices, right = 14 + (a.lanes ? a.columns * wide : 150), under = top + (b.lanes ? b.rows * tall(b) : 24) + 26;
    if (b.lanes) put(1, right, top);
    else drawing += words(right, top + 12, `B: ${b.rows} × ${b.columns}, ${b.type}, read from shared memory`);
    if (a.lanes) put(0, 4, under);
    else drawing += words(4, under + 12, "A: read from shared") + words(4, under + 28, `memory, 64 × ${a.columns}`);
    put(2, right, under);
  }
  return {drawing, width: Math.max(690, width + 6), height: bottom + 8};
}

function fragmentTable(layout) {
  const held = (matrix, lane) => elementsOf(matrix).filter((each) => each.lane === lane)
    .map((each) => `${letterOf(matrix)}${each.reg}${matrix.bits < 32 ? `.${each.element % packedOf(matrix)}` : ""} = [${each.row}][${each.column}]`).join(" ");
  const shownMatrices = layout.matrices.filter((matrix) => matrix.lanes);
  return {caption: "Register, element in it = [row][column]", head: ["lane", ...shownMatrices.map((matrix) => matrix.name)],
    rows: Array.from({length: 32}, (_, lane) => [lane, ...shownMatrices.map((matrix) => held(matrix, lane))])};
}

// The lane or the element that is looked for, by mouse or by the fields.
function heldOf(owner, layout) {
  const held = owner.held || (owner.held = {lane: 0, matrix: 0, row: 0, column: 0});
  if (!layout.matrices[held.matrix] || !layout.matrices[held.matrix].lanes)
    held.matrix = Math.max(0, layout.matrices.findIndex((matrix) => matrix.lanes));
  return held;
}
function fragmentFields(owner, layout) {
  const held = heldOf(owner, layout), matrix = layout.matrices[held.matrix];
  const number = (name, most) => `<label class="field"><span>${name}</span><input type="number" min="0" max="${most}" value="${Math.min(held[name], most)}" data-fragment="${name}"></label>`;
  const choices = layout.matrices.map((each, i) => each.lanes ? `<option value="${i}"${i === held.matrix ? " selected" : ""}>${escaped(each.name)}</option>` : "").join("");
  return `<div class="fragment-fields"><label class="field"><span>lane</span><input type="range" min="0" max="31" value="${held.lane}" data-fragment="lane"></label>` +
    `<label class="field"><span>element of</span><select data-fragment="matrix">${choices}</select></label>` +
    `${number("row", matrix.rows - 1)}${number("column", Math.min(SHOWN_MOST, matrix.columns) - 1)}</div>` +
    `<p class="fragment-says" aria-live="polite" data-says></p>`;
}

// Marks what a lane holds, of it one register where an element was asked for.
function markHeld(root, lane, matrix, reg) {
  for (const cell of root.querySelectorAll("[data-held]")) {
    const [m, l, r] = cell.dataset.held.split(".").map(Number), isLane = l === lane, isIt = isLane && m === matrix && r === reg;
    cell.setAttribute("fill", isLane ? HELD : REGISTER_FILLS[r % 4]);
    cell.setAttribute("stroke", isIt ? RED : isLane ? INK : LINE);
    cell.setAttribute("stroke-width", isIt ? 2.4 : isLane ? 1.2 : 0.6);
    cell.toggleAttribute("data-marked", isLane);
  }
  for (const strip of root.querySelectorAll("[data-strip]"))
    strip.setAttribute("fill", Number(strip.dataset.strip) === lane ? HELD : PAPER);
}
function sayHeld(root, text) {
  const says = root.querySelector("[data-says]");
  if (says && says.textContent !== text) says.textContent = text;
}
// What was found by the mouse stands in the fields too.
function syncFields(owner, root) {
  for (const field of root.querySelectorAll("[data-fragment]"))
    if (field !== document.activeElement) field.value = owner.held[field.dataset.fragment];
}
function showLane(owner, root, lane) {
  const layout = layoutOf(owner.launch, owner.step.pc);
  owner.held.lane = lane;
  markHeld(root, lane, -1, -1);
  syncFields(owner, root);
  sayHeld(root, `Lane ${lane} holds ` + layout.matrices.filter((matrix) => matrix.lanes).map((matrix) => {
    const mine = elementsOf(matrix).filter((each) => each.lane === lane);
    return `${matrix.name}: ${mine.slice(0, 8).map((each) => `[${each.row}][${each.column}]`).join(" ")}${mine.length > 8 ? " …" : ""}`;
  }).join("; ") + ".");
}
function showElement(owner, root, matrix, row, column) {
  const layout = layoutOf(owner.launch, owner.step.pc), it = layout.matrices[matrix];
  const found = elementsOf(it).filter((each) => each.row === row && each.column === column);
  if (!found.length) { sayHeld(root, `${it.name}[${row}][${column}] is not there.`); return; }
  Object.assign(owner.held, {matrix, row, column, lane: found[0].lane});
  markHeld(root, found[0].lane, matrix, found[0].reg);
  syncFields(owner, root);
  sayHeld(root, found.map((each) => heldText(it, each)).join("; ") + ".");
}
function fragmentOver(owner, root, target) {
  const cell = target.closest("[data-held]"), strip = target.closest("[data-strip]");
  if (strip) showLane(owner, root, Number(strip.dataset.strip));
  else if (cell) showElement(owner, root, Number(cell.dataset.held.split(".")[0]), ...cell.dataset.first.split(".").map(Number));
}
function fragmentInput(owner, root, field) {
  const name = field.dataset.fragment, layout = layoutOf(owner.launch, owner.step.pc), held = heldOf(owner, layout);
  if (name === "lane") { showLane(owner, root, Number(field.value)); return; }
  held[name] = Number(field.value);
  if (name === "matrix") {
    const matrix = layout.matrices[held.matrix], [row, column] = ["row", "column"].map((each) => root.querySelector(`[data-fragment=${each}]`));
    row.max = matrix.rows - 1;
    column.max = Math.min(SHOWN_MOST, matrix.columns) - 1;
    row.value = held.row = Math.min(held.row, row.max);
    column.value = held.column = Math.min(held.column, column.max);
  }
  showElement(owner, root, held.matrix, held.row, held.column);
}

// --- rows of shared memory

// Eight groups of four banks across; a row of 16 bytes takes one. Red: two rows of a matrix meet there.
function rowsDrawing(count, banks, passes, names, own) {
  const wide = 15, tall = 11, each = 8 * wide + 34;
  let drawing = "";
  banks.forEach((digits, mode) => {
    const x0 = 44 + mode * each;
    drawing += words(x0, 14, names[mode], {"font-size": 12, "font-weight": mode === own ? 700 : 400}) +
      words(x0, 30, plural(passes[mode], "pass", "passes"), {"font-size": 12, fill: passes[mode] > count / 8 ? RED : INK, "data-passes-of": mode});
    for (let bank = 0; bank < 8; bank++)
      drawing += words(x0 + bank * wide + wide / 2, 44, bank * 4, {"text-anchor": "middle", "font-size": 9, fill: MUTED});
    for (let row = 0; row < count; row++) {
      const first = row - row % 8, isMet = [...digits.slice(first, first + 8)].filter((digit) => digit === digits[row]).length > 1;
      const y = 50 + row * tall + Math.floor(row / 8) * 5;
      drawing += rect(x0, y, 8 * wide, tall - 1, {fill: WASH}) +
        rect(x0 + Number(digits[row]) * wide, y, wide - 1, tall - 1, {fill: isMet ? "#fbe3d5" : "#d9ebf6", stroke: isMet ? RED : BLUE,
          "data-row-bank": `${mode}.${row}.${digits[row] * 4}`, title: `row ${row}: banks ${digits[row] * 4}–${digits[row] * 4 + 3}`}) +
        (isMet ? words(x0 + Number(digits[row]) * wide + wide / 2, y + 8.5, "×", {"text-anchor": "middle", "font-size": 10, fill: INK}) : "") +
        (mode === 0 ? words(38, y + 9, row, {"text-anchor": "end", "font-size": 9, fill: MUTED}) : "");
    }
  });
  return drawing + words(2, 44, "row", {"font-size": 9, fill: MUTED});
}
function rowsFigure(owner) {
  const {launch, step} = owner, found = (launch.record.rows || []).find(([at]) => at === step.index);
  if (!found || isHidden()) return "";
  const [, own, banks, passes] = found, count = banks[0].length, isKnown = /^wgmma/.test(layoutOf(launch, step.pc).name);
  const names = ["no swizzle", "32 bytes", "64 bytes", "128 bytes"].map((name, mode) =>
    isKnown ? name + (mode === own ? " (this)" : "") : mode === 0 ? "as it is" : `swizzle ${name}`);
  return figure({name: "rows", title: "Rows of 16 bytes and their banks", width: 700, height: 56 + count * 11 + count / 8 * 5,
    drawing: rowsDrawing(count, banks, passes, names, own), note: "the same rows under each swizzle; × rows of one matrix in the same banks",
    table: {caption: "First bank of each row", head: ["row", ...names], rows: [...Array(count).keys()].map((row) =>
      [row, ...banks.map((digits) => digits[row] * 4)]).concat([["passes", ...passes]])}});
}

// --- the way of the data

function wayHtml(owner) {
  const {launch, step} = owner, {reads, copies} = launch.fragments, layout = layoutOf(launch, step.pc);
  const isProduct = layout.matrices[0].name === "A";
  const mine = reads.filter(([pc, ...froms]) => pc === step.pc || froms.includes(step.pc));
  const loads = isProduct ? [...new Set(mine.flatMap(([, ...froms]) => froms))] : [step.pc];
  const place = (pc, text) => `<button type="button" data-pc="${pc}">${escaped(text)}, ${lineName(launch.lineOf(pc))}</button>`;
  const unique = (pcs, text) => [...new Map(pcs.map((pc) => [`${text(pc)} ${lineName(launch.lineOf(pc))}`, place(pc, text(pc))])).values()].join(" ");
  const box = (pc) => (launch.record.boxes || []).find(([at]) => at === pc);
  const span = copies.map(([pc]) => box(pc)).filter(Boolean).map(([, bytes]) => bytes);
  const copyText = (pc) => {
    const [, name, bytes] = copies.find(([at]) => at === pc), found = box(pc);
    return name + (found ? `: box of ${found[3].join(" × ")}, ${plural(found[2], "byte")} each` : bytes ? `: ${bytes} bytes a lane` : "");
  };
  const loadText = (pc) => (layoutOf(launch, pc) || {name: "load"}).name.replace(/^wgmma.*/, "descriptor of wgmma");
  const parts = [["global memory", ""], copies.length ? ["copied by", unique(copies.map(([pc]) => pc), copyText)] : null,
    ["shared memory", span.length && Math.max(...span) > 16 ? `<span>swizzle ${Math.max(...span)} bytes</span>` : ""],
    loads.length ? ["read by", unique(loads, loadText)] : null, ["registers", ""],
    isProduct ? ["multiplied by", unique([step.pc], () => layout.name)] : mine.length ?
      ["multiplied by", unique(mine.map(([pc]) => pc), (pc) => layoutOf(launch, pc).name)] : null].filter(Boolean);
  return `<section class="way" aria-label="The way of the data"><h3>The way of the data</h3><ol>${parts.map(([name, html]) =>
    `<li><b>${name}</b> ${html}</li>`).join("")}</ol></section>`;
}
// The next step with this instruction, of the same warp if it has one.
function goToPc(owner, pc) {
  const {record} = owner.launch, is = (i) => record.pc[i] === pc;
  const next = owner.find(1, is), at = next >= 0 ? next : owner.steps.findIndex(is), other = record.pc.indexOf(pc);
  if (at >= 0) move(owner, at);
  else if (other >= 0) {
    owner.goToStep(other);
    move(owner, owner.at);
  }
}

// What the access panel shows of a matrix instruction; "" of another.
function fragmentsHtml(owner) {
  const {launch, step} = owner, layout = step && layoutOf(launch, step.pc);
  if (!layout || !launch.record) return "";
  const {drawing, width, height} = fragmentDrawing(layout), isTensor = layout.name.startsWith("tcgen05");
  return (isHidden() ? "" : figure({name: "fragments", title: `Fragments of ${layout.name}`, width, height, drawing, table: fragmentTable(layout),
    note: "color: register; number: lane" + (layout.is_sparse ? "; A: the elements that are held" : "") +
      (isTensor ? "; rows: lanes of tensor memory from the address on" : "")}) + fragmentFields(owner, layout)) +
    (isTensor ? "" : rowsFigure(owner) + wayHtml(owner));
}
