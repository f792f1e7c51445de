// SPDX-License-Identifier: Apache-2.0
// The mask table: a row a step, a cell a lane. What a lane does is told by color, hatch and letter:
// it runs (plain; on one side of a branch hatched that way), its guard is false (dots), it waits
// for the other side (pale), it has ended (dash).

// On which side of a branch each lane is, by the topmost entry that holds it.
function pathsOfLanes(stack) {
  const paths = new Array(32).fill(NO_PATH);
  for (const entry of stack)
    for (const lane of lanesOf(entry.mask)) if (entry.path.side) paths[lane] = entry.path;
  return paths;
}

function laneState(step, lane, paths) {
  const bit = 1 << lane;
  if (step.parts && step.active & bit) {
    const path = step.parts[step.on & bit ? 1 : 0], name = step.on & bit ? "jumps" : "falls through";
    return {name: `active (${name}${path.name ? `: ${path.name}` : ""})`, letter: "",
            fill: bits(step.on) === 0 || step.on === step.active ? "plain" : ["plain", "fell", "jumped"][path.side]};
  }
  if (!(step.warp.entered & bit)) return {name: "was never there", fill: WASH, letter: ""};
  if (step.on & bit)
    return {name: paths[lane].side ? `active (${paths[lane].name})` : "active",
            fill: ["plain", "fell", "jumped"][paths[lane].side], letter: ""};
  if (step.active & bit) return {name: "predicated off", fill: "off", letter: ""};
  if (step.live & bit)
    return {name: "waiting", fill: ["none", "waitfell", "waitjumped"][paths[lane].side], letter: ""};
  return {name: "exited", fill: "none", letter: "–"};
}
function laneFill(kind, hatches) {
  return kind === "plain" ? BLUE : kind === "none" ? PAPER : kind.startsWith("#") ? kind :
    hatches.ref(kind);
}

function laneRow(step, x, y, size, height, hatches, wrong) {
  const paths = pathsOfLanes(step.stack);
  let drawing = "";
  for (let lane = 0; lane < 32; lane++) {
    const at = laneState(step, lane, paths);
    drawing += rect(x + lane * size, y, size - 1.5, height, {
      fill: laneFill(at.fill, hatches), stroke: at.name.startsWith("active") ? INK : "#9aa8b4",
      "stroke-width": 0.6, "data-lane": lane, "data-state": at.name.split(" ")[0]});
    if (lane === wrong)
      drawing += rect(x + lane * size, y, size - 1.5, height, {fill: "#d55e00", "data-wrong": lane}) +
        words(x + lane * size + size / 2 - 0.75, y + height / 2 + 4, "✗",
              {"text-anchor": "middle", fill: "#fff", "font-size": 12});
    if (at.letter)
      drawing += words(x + lane * size + size / 2 - 0.75, y + height / 2 + 4, at.letter,
                       {"text-anchor": "middle", fill: MUTED, "font-size": 11});
  }
  return drawing;
}

// What the two hatches mean in these steps: "then", "then, loops", ...
function sideLegend(steps) {
  return [1, 2].map((side) => {
    const names = new Set(steps.flatMap((step) => step.stack).map((entry) => entry.path)
      .filter((path) => path.side === side).map((path) => path.name));
    return [...names].join(", ") || ["then", "else"][side - 1];
  });
}
function laneLegend(x, y, hatches, steps) {
  const [one, other] = sideLegend(steps);
  const entries = [["plain", "active"], ["fell", one], ["jumped", other],
                   ["off", "predicated off"], ["waitfell", "waiting"], ["none", "– exited"]];
  let drawing = "", at = x;
  for (const [fill, name] of entries) {
    drawing += rect(at, y, 14, 11, {fill: laneFill(fill, hatches), stroke: "#6b7884",
                                    "stroke-width": 0.6}) +
      words(at + 19, y + 10, name, {"font-size": 12, fill: MUTED});
    at += 34 + name.length * 7;
  }
  return drawing;
}

const secretRow = (x, y, size, height) => rect(x, y, 32 * size - 1.5, height, {fill: WASH, stroke: LINE}) +
  words(x + 16 * size, y + height - 3, "?", {"text-anchor": "middle", fill: MUTED});
// "16 of 32 active"; of a branch: "16 jump, 16 fall through".
function workText(step) {
  const jumping = bits(step.on), falling = bits(step.active & ~step.on);
  if (!step.parts) return `${jumping} of 32 active`;
  return [jumping && `${jumping} jump`, falling && `${falling} fall through`].filter(Boolean).join(", ") +
    `: ${jumping + falling} of 32 active`;
}

// The steps around the present one: as the lectures' table, a row for each.
function lanesFigure(owner) {
  const step = owner.step;
  if (!step) return emptyFigure("lanes", "Lanes");
  const hatches = new Hatches(), size = 14.5, height = 13, left = 250, top = 20;
  const rows = state.panes.length > 1 || deepest(owner) > 2 ? 7 : 9, before = rows >> 1, steps = owner.steps;
  const first = Math.max(0, Math.min(owner.at - before, steps.length - rows));
  const shownSteps = steps.slice(first, first + rows).map((i) => owner.launch.step(i));
  let drawing = "";
  for (let lane = 0; lane < 32; lane += 4)
    drawing += words(left + lane * size + size / 2, 14, lane,
                     {"text-anchor": "middle", fill: MUTED, "font-size": 11});
  shownSteps.forEach((each, row) => {
    const isSecret = isHidden() && first + row >= owner.at;
    const y = top + row * (height + 4), isHere = first + row === owner.at;
    const isOther = row > 0 && shownSteps[row - 1].line !== each.line;
    if (isHere) drawing += rect(0, y - 2, left + 32 * size + 46, height + 4, {fill: "#fff3c4"});
    if (isOther) drawing += line(0, y - 2, left + 32 * size + 46, y - 2, {stroke: "#dde4ea"});
    const text = stepText(owner.launch, each), wrong = problemAt(owner.launch, each);
    drawing += tag("g", {"data-at": first + row, cursor: "pointer"},
      rect(0, y - 2, left - 4, height + 4, {fill: "transparent", title: text}) +
      words(4, y + 11, `${each.line || each.ptx}`, {fill: MUTED, "font-size": 12,
                                                    "font-weight": isHere ? 700 : 400}) +
      words(36, y + 11, text.length > 30 ? text.slice(0, 29) + "…" : text,
            {"font-family": MONO, "font-size": 11.5, "font-weight": isHere ? 700 : 400}) +
      (isSecret ? secretRow(left, y, size, height) :
        laneRow(each, left, y, size, height, hatches, wrong ? wrong.side.lane : -1)) +
      words(left + 32 * size + 6, y + 11, isSecret ? "?" : bits(each.working),
            {"font-size": 12, "font-weight": isHere ? 700 : 400, "data-active": isSecret ? null : bits(each.working)}));
  });
  const width = left + 32 * size + 46, bottom = top + rows * (height + 4) + 6;
  drawing += laneLegend(left - 96, bottom, hatches, shownSteps);
  const describe = (each) => [each.line, stepText(owner.launch, each), ranges(each.working),
    ranges(each.active & ~each.working), ranges(each.live & ~each.active),
    ranges(each.warp.entered & ~each.live)];
  const asked = guessHtml(owner, "lanes", step.parts ? "How many lanes jump?" : "How many lanes work in this step?",
                          bits(step.on));
  return asked + figure({name: "lanes", title: "Lanes, step by step", width, height: bottom + 16, hatches,
    note: isHidden() ? "? of 32 active" : workText(step), drawing,
    label: isHidden() ? `Lanes up to step ${owner.at + 1}, which is hidden` :
      `Lane masks around step ${owner.at + 1}: ${ranges(step.working)} active`,
    table: isHidden() ? null :
      {head: ["line", "instruction", "active", "predicated off", "waiting", "exited"],
       rows: shownSteps.map(describe)}});
}

// The PTX of a step, without guards' brackets and the like: what fits beside the masks.
function stepText(launch, step) {
  launch.ptxText = launch.ptxText || new Map(launch.code.ptx.map(([at, text]) => [at, text.trim()]));
  return (launch.ptxText.get(step.ptx) || "").replace(/;.*$/, "").replace(/\s+/g, " ");
}
function emptyFigure(name, title) {
  return `<figure class="figure" id="figure-${name}"><figcaption><b>${title}</b></figcaption>` +
    `<p class="muted">No steps of this launch were recorded.</p></figure>`;
}
