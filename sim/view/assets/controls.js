// SPDX-License-Identifier: Apache-2.0
// Moving: buttons, keys, playing; what moves one pane moves its companion too.

const $ = (id) => document.getElementById(id);
const say = (text) => putText($("status"), text);

// Two versions step together: the other one goes as many steps, and to the first step along.
function move(owner, at, before = owner.at) {
  owner.go(at);
  state.isRevealed = false;
  for (const other of state.isLinked ? state.panes : [])
    if (other !== owner && other.launch.run !== owner.launch.run) followRun(owner, other);
    else if (other !== owner) other.go(owner.at === 0 ? 0 : other.at + owner.at - before);
  render();
}
function step(by) {
  const owner = pane();
  if (owner.step) move(owner, owner.at + by);
}
// Goes to the nearest step with this property; says so when there is none.
function seek(direction, test, name, panel) {
  const owner = pane();
  if (!owner.launch.record) return;
  const at = owner.find(direction, test);
  if (at < 0) {
    say(`No ${direction > 0 ? "further" : "earlier"} ${name} in this warp.`);
    return;
  }
  if (panel) state.panel = panel;
  move(owner, at);
}
const seekDivergence = (direction) =>
  seek(direction, (i) => pane().launch.diverges(i), "divergence", "warp");
const seekConflict = (direction) =>
  seek(direction, (i) => pane().launch.excess(i, rule(pane())) > 0, "conflict", "access");
const seekAccess = (direction) =>
  seek(direction, (i) => pane().launch.accessOf(i) !== null, "memory access", "access");
const seekBarrier = (direction) => seek(direction, (i) =>
  pane().launch.code.kinds[pane().launch.record.pc[i]] === "y", "barrier", null);

// In all warps of all launches of the run, and from the end back to the start.
function seekQuestion(direction) {
  const owner = pane(), places = LAUNCHES.filter((launch) => launch.record && launch.run === owner.launch.run)
    .flatMap((launch) => launch.ofWarp.map((steps, warp) => ({launch, warp, steps})));
  const start = places.findIndex(({launch, warp}) => launch === owner.launch && warp === owner.warp);
  for (let k = 0; start >= 0 && k <= places.length; k++) {
    const {launch, steps} = places[(start + direction * k + 2 * places.length) % places.length];
    const first = k === 0 ? owner.at + direction : direction > 0 ? 0 : steps.length - 1;
    for (let at = first; at >= 0 && at < steps.length; at += direction) {
      if (askedIn(launch, steps[at]) === null) continue;
      if (launch !== owner.launch) owner.setLaunch(launch);
      owner.goToStep(steps[at]);
      state.panel = askedIn(launch, steps[at]) === "lanes" ? "warp" : "access";
      move(owner, owner.at);
      return;
    }
  }
  say("No question is asked in the recorded steps.");
}

function setPanel(name) {
  state.panel = name;
  render();
}
// Two launches are compared under one rule, a launch with itself under two.
function setGpu(owner, index, isAlone) {
  const before = owner.gpu, after = (index + DATA.generations.length) % DATA.generations.length;
  for (const each of state.panes) {
    const isAlong = !isAlone && each.gpu === before && each.launch.run === owner.launch.run && each.launch !== owner.launch;
    if (each !== owner && !isAlong) continue;
    each.gpu = after;
    each.wave = null;
    each.phase = 0;
  }
  state.isRevealed = false;
  render();
}
// To the next GPU with another rule.
function nextGeneration(direction) {
  const owner = pane(), count = DATA.generations.length, own = rule(owner);
  let at = owner.gpu;
  do at = (at + direction + count) % count;
  while (DATA.generations[at].rule === own && at !== owner.gpu);
  setGpu(owner, at);
}
function otherWarp(by) {
  const owner = pane(), count = owner.launch.warps.length;
  if (count === 0) return;
  owner.setWarp((owner.warp + by + count) % count);
  move(owner, owner.at);
}
// The passes of a bank map that is in sight play one after the other before the next step.
function playOn() {
  const owner = pane(), passes = state.panel === "access" && !isHidden() ? passesOf(owner) : 0;
  if (passes > 1 && (owner.wave === null || owner.wave + 1 < passes)) {
    owner.wave = owner.wave === null ? 0 : owner.wave + 1;
    render();
  } else if (owner.at + 1 >= owner.steps.length) togglePlay();
  else step(1);
}
function togglePlay() {
  if (state.playing) {
    clearInterval(state.playing);
    state.playing = null;
  } else state.playing = setInterval(playOn, 700);
  $("play").textContent = state.playing ? "❚❚" : "▶";
  $("play").setAttribute("aria-label", state.playing ? "Pause" : "Play");
}
function togglePredict() {
  state.isPredicting = !state.isPredicting;
  state.isRevealed = false;
  render();
}
function reveal() {
  state.isRevealed = true;
  render();
}
// The launch most like this one: as many threads a block, about as many steps.
function versionOf(launch) {
  const same = LAUNCHES.find((other) => other.run !== launch.run && other.count > 0 && other.kernel === launch.kernel &&
    other.id === launch.id);
  if (same) return same;
  const unlike = (other) => (String(other.block) === String(launch.block) ? 0 : 1e6) +
    Math.abs(other.count - launch.count) + (other.index < launch.index ? 0.5 : 0);
  const others = LAUNCHES.filter((other) => other !== launch && other.count > 0);
  return others.sort((a, b) => unlike(a) - unlike(b))[0] || launch;
}
// A second version at the same step where it does the same there, else where it has most to show.
const doesAlike = (a, b) => a && b && a.kind === b.kind && !a.access === !b.access &&
  (!a.access || a.access.parts[0].pattern.what === b.access.parts[0].pattern.what);
function toggleCompare() {
  if (state.panes.length > 1) {
    state.panes.length = 1;
    state.focus = 0;
  } else {
    const first = state.panes[0];
    const other = versionOf(first.launch);
    addPane(other.index, first.warp, first.at);
    const second = state.panes[1];
    if (other === first.launch) {
      second.gpu = first.gpu;
      state.focus = 1;
      nextGeneration(-1);
    } else if (other.run !== first.launch.run) followRun(first, second);
    else if (other.count && first.at > 0 && !doesAlike(first.step, second.step))
      second.goToStep(tellingStep(other).index);
  }
  buildStage();
  render();
}

// Key, what it does, how the help says it.
const KEYS = [
  [" ", togglePlay, "space", "play, pause"],
  ["ArrowRight", (e) => step(e.shiftKey ? 10 : 1), "→", "step (with Shift: ten)"],
  ["ArrowLeft", (e) => step(e.shiftKey ? -10 : -1), "←", "step back"],
  ["ArrowDown", () => otherWarp(1), "↓ ↑", "next, previous warp"],
  ["ArrowUp", () => otherWarp(-1)],
  ["Home", () => move(pane(), 0), "Home End", "first, last step"],
  ["End", () => move(pane(), pane().steps.length - 1)],
  [null, null, "Tab ↑ ↓ Enter", "in the source: choose a line, go to it"],
  ["]", () => seekAccess(1), "] [", "next, previous memory access"],
  ["[", () => seekAccess(-1)],
  ["d", () => seekDivergence(1), "d D", "next, previous divergence"],
  ["D", () => seekDivergence(-1)],
  ["c", () => seekConflict(1), "c C", "next, previous conflict or excess sector"],
  ["C", () => seekConflict(-1)],
  ["b", () => seekBarrier(1), "b B", "next, previous barrier"],
  ["B", () => seekBarrier(-1)],
  ["q", () => seekQuestion(1), "q Q", "next, previous question of the source (//? in a comment)"],
  ["Q", () => seekQuestion(-1)],
  ["w", () => nextWave(pane(), "+1"), "w W", "next, previous pass through the banks"],
  ["W", () => nextWave(pane(), "-1")],
  ["g", () => nextGeneration(1), "g G", "rules of the next, previous generation"],
  ["G", () => nextGeneration(-1)],
  ["p", togglePredict, "p", "predict first: hide numbers"],
  ["r", reveal, "r", "reveal them"],
  ["v", toggleCompare, "v", "two versions, or two generations, side by side"],
  ["l", () => { state.isLinked = !state.isLinked;
                say(state.isLinked ? "Both versions step together." : "Each version steps by itself."); },
   "l", "step both versions together, or each by itself"],
  ["+", () => zoomBy("+"), "+ − 0", "zoom the timeline in, out, show all"],
  ["=", () => zoomBy("+")], ["-", () => zoomBy("-")], ["0", () => zoomBy("0")],
  ["?", () => $("keys").showModal(), "?", "this list"],
];
PANELS.forEach(([name, title], i) => KEYS.push([String(i + 1), () => TABS().some(([each]) => each === name) && setPanel(name),
  i === 0 ? "1 – 8" : null, "panels: " + PANELS.map(([, each]) => each).join(", ")]));

function keyPressed(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || $("keys").open) return;
  const target = event.target;
  if (target.matches("select, input")) return;
  if (event.key === " " && target.matches("button, summary")) return;
  if (target.matches("[role=tab]") && ["ArrowLeft", "ArrowRight"].includes(event.key)) {
    const tabs = TABS(), at = tabs.findIndex(([name]) => name === state.panel);
    const by = event.key === "ArrowRight" ? 1 : tabs.length - 1;
    setPanel(tabs[(at + by) % tabs.length][0]);
    views[state.focus].tabs.querySelector("[aria-selected=true]").focus();
    event.preventDefault();
    return;
  }
  const row = target.closest("tr[data-line]");
  if (row && ["ArrowDown", "ArrowUp"].includes(event.key)) {
    nextRow(row, event.key === "ArrowDown" ? 1 : -1);
    event.preventDefault();
    return;
  }
  const entry = KEYS.find(([key]) => key === event.key);
  if (!entry) return;
  event.preventDefault();
  entry[1](event);
}

function connectControls() {
  const on = (id, action) => $(id).addEventListener("click", action);
  on("first", () => move(pane(), 0));
  on("back", () => step(-1));
  on("forward", () => step(1));
  on("play", togglePlay);
  on("access", () => seekAccess(1));
  on("conflict", () => seekConflict(1));
  on("divergence", () => seekDivergence(1));
  on("barrier", () => seekBarrier(1));
  on("question", () => seekQuestion(1));
  on("reveal", reveal);
  on("predict", togglePredict);
  on("compare", toggleCompare);
  on("help", () => $("keys").showModal());
  $("launch").addEventListener("change", (event) => {
    openLaunch(state.panes[0], LAUNCHES[Number(event.target.value)]);
    state.columns = null;
    move(state.panes[0], state.panes[0].at);
  });
  $("warp").addEventListener("change", (event) => {
    state.panes[0].setWarp(Number(event.target.value));
    move(state.panes[0], state.panes[0].at);
  });
  $("gpu").addEventListener("change", (event) => setGpu(pane(), Number(event.target.value)));
  $("verdict").addEventListener("click", (event) => {
    const place = event.target.closest("[data-line]");
    if (place) selectLine(pane(), place.dataset.line, false);
  });
  $("timeline").addEventListener("click", (event) => {
    const zoom = event.target.closest("[data-zoom]"), save = event.target.closest("[data-save]");
    if (zoom) zoomBy(zoom.dataset.zoom);
    else if (save) saveFigure(save);
    else timelineClick(event);
  });
  $("keys-list").innerHTML = KEYS.filter(([, , keys]) => keys).map(([, , keys, text]) =>
    `<div><dt>${keys.split(" ").map((key) => key === "–" ? key : `<kbd>${escaped(key)}</kbd>`).join(" ")}` +
    `</dt><dd>${escaped(text)}</dd></div>`).join("");
  document.addEventListener("keydown", keyPressed);
  addEventListener("hashchange", () => {
    if (location.hash === written) return;
    readFragment();
    buildStage();
    render();
  });
  addEventListener("resize", () => render());
  addEventListener("beforeprint", () => views.forEach((view) => view.printAll()));
}
