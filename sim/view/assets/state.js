// SPDX-License-Identifier: Apache-2.0
// What is looked at, and its name in the address of the page: #launch=3&warp=0.2&step=17&...

const PANELS = [["warp", "Warp"], ["access", "Access"], ["sm", "SM"], ["memory", "Memory"],
                ["findings", "Findings"], ["numbers", "Numbers"], ["launches", "Launches"], ["variables", "Variables"]];
// In the order of the tabs: the launches before what they did.
const TABS = () => {
  const [launches, others] = [true, false].map((isIt) => PANELS.filter(([name]) => (name === "launches") === isIt));
  return TABLE.length > 1 ? [...launches, ...others] : others;
};

// One version of a kernel: a launch, one of its warps, a step of that warp.
class Pane {
  constructor(launch) { this.setLaunch(launch); }
  setLaunch(launch) {
    if (!this.launch || this.launch.run !== launch.run) this.gpu = ownGpu(launch.run);
    this.launch = launch;
    this.run = undefined; // of --occupancy-sweep; undefined: the last one
    this.setWarp(0);
  }
  setWarp(warp) {
    this.warp = Math.max(0, Math.min(warp, this.launch.warps.length - 1));
    this.at = Math.min(this.at || 0, Math.max(0, this.steps.length - 1));
    this.wave = null;
    this.phase = 0;
    this.whatIf = null;
  }
  get steps() { return this.launch.ofWarp[this.warp] || []; }
  get step() { return this.steps.length ? this.launch.step(this.steps[this.at]) : null; }
  go(at) {
    this.at = Math.max(0, Math.min(at, this.steps.length - 1));
    this.wave = null;
    this.phase = 0;
  }
  goToStep(index) {
    this.warp = this.launch.record.warp[index];
    this.go(this.launch.position[index]);
  }
  // The nearest step in this direction for which test(step index) holds; -1: none.
  find(direction, test) {
    for (let at = this.at + direction; at >= 0 && at < this.steps.length; at += direction)
      if (test(this.steps[at])) return at;
    return -1;
  }
}

const state = {
  panes: [], focus: 0, panel: "warp", isPredicting: false, isRevealed: false,
  isLinked: true, code: innerWidth < 800 ? "cuda" : "both", columns: null, isPercent: false, isMachine: false, zoom: null,
  playing: null, search: "",
};
const pane = () => state.panes[state.focus];
const rule = (owner) => DATA.generations[owner.gpu].rule;
const isHidden = () => state.isPredicting && !state.isRevealed;
// A number, or "?" as long as it is to be predicted.
const shown = (text) => isHidden() ? "?" : `${text}`;

function ownGpu(run) {
  const own = DATA.generations.findIndex((gpu) => gpu.name === run.gpu.name);
  return own >= 0 ? own : DATA.generations.findIndex((gpu) => gpu.rule === run.own_rule);
}

function paneFragment(given) {
  return `${given.launch.index}.${given.warp}.${given.at}`;
}
function fragment() {
  const first = state.panes[0];
  const parts = [`launch=${first.launch.id}`, `warp=${first.warp}`, `step=${first.at}`,
                 `gpu=${DATA.generations[first.gpu].name}`, `panel=${state.panel}`];
  if (first.launch.run.index > 0) parts.push(`run=${first.launch.run.index}`);
  if (state.panes[1])
    parts.push(`against=${paneFragment(state.panes[1])}.${DATA.generations[state.panes[1].gpu].name}`);
  if (state.isPredicting) parts.push("predict=1");
  if (first.wave !== null) parts.push(`wave=${first.wave}`);
  return "#" + parts.join("&");
}
let written = "";
function writeFragment() {
  written = fragment();
  if (location.hash !== written) history.replaceState(null, "", written);
}

// The step that a launch opens at: where something is wrong, else where its first finding shows, else where lanes part, else the
// first access, of shared memory where there is one; with the panel that draws it.
function tellingStep(launch) {
  const steps = launch.ofWarp.flat(), wrong = problemStep(launch);
  if (wrong >= 0) return {index: wrong, panel: "findings"};
  const first = (test) => { const i = steps.find(test); return i === undefined ? -1 : i; };
  const dearest = (of) => {
    let best = -1, most = 0;
    for (const i of steps) { const cost = of(i); if (cost > most) { most = cost; best = i; } }
    return best;
  };
  const isAccess = (what) => (i) => {
    const access = launch.accessOf(i);
    return access !== null && access.parts[0].pattern.under(launch.run.own_rule) !== null &&
      (!what || access.parts[0].pattern.what === what);
  };
  const isOn = ({source, line}) => (i) => {
    const at = launch.lineOf(launch.record.pc[i]);
    return at.line === line && at.source === source;
  };
  // Of the line of the verdict: what takes most machine instructions, else what accesses memory.
  const limitStep = (isThere) => {
    const isAny = isAccess("");
    return [dearest((i) => isThere(i) ? launch.code.issues[launch.record.pc[i]] - 1 : 0),
            first((i) => isThere(i) && isAny(i)), first(isThere)].find((i) => i >= 0) ?? -1;
  };
  for (const finding of launch.findings || []) {
    const isThere = isOn(finding);
    const parts = first((i) => isThere(i) && launch.diverges(i));
    if (finding.name === "divergent-branch" && parts >= 0) return {index: parts, panel: "warp"};
    const costs = dearest((i) => isThere(i) ? launch.excess(i, launch.run.own_rule) : 0);
    if (costs >= 0) return {index: costs, panel: "access"};
  }
  const limit = launch.bottleneck && launch.bottleneck.line ? limitStep(isOn(launch.bottleneck)) : -1;
  if (limit >= 0) return {index: limit, panel: launch.accessOf(limit) ? "access" : "findings"};
  const parts = first((i) => launch.diverges(i));
  if (parts >= 0) return {index: parts, panel: "warp"};
  const costs = dearest((i) => launch.excess(i, launch.run.own_rule));
  const access = [costs, first(isAccess("shared load")), first(isAccess(""))].find((i) => i >= 0);
  return access !== undefined ? {index: access, panel: "access"} : {index: 0, panel: "warp"};
}
// Puts a pane there; the panel goes along where it is one that draws steps.
function openLaunch(owner, launch) {
  owner.setLaunch(launch);
  if (launch.count === 0) return;
  const {index, panel} = tellingStep(launch);
  owner.goToStep(index);
  if (state.panel === "warp" || state.panel === "access") state.panel = panel;
}

function readFragment() {
  const given = new URLSearchParams(location.hash.slice(1));
  const number = (key, otherwise) => {
    const value = parseInt(given.get(key), 10);
    return Number.isFinite(value) ? value : otherwise;
  };
  const run = number("run", 0);
  const first = LAUNCHES.find((launch) => launch.id === number("launch", -1) && launch.run.index === run) ||
    LAUNCHES.find((launch) => problemStep(launch) >= 0) ||
    worstLaunch(RUNS[0]) || LAUNCHES[0];
  state.panes = [new Pane(first)];
  state.focus = 0;
  const generation = (name) => DATA.generations.findIndex((each) => each.name === name);
  if (generation(given.get("gpu")) >= 0) state.panes[0].gpu = generation(given.get("gpu"));
  state.panel = PANELS.some(([name]) => name === given.get("panel")) ? given.get("panel") : "warp";
  if (given.has("warp") || given.has("step")) {
    state.panes[0].setWarp(number("warp", 0));
    state.panes[0].go(number("step", 0));
  } else openLaunch(state.panes[0], first);
  state.isPredicting = given.get("predict") === "1";
  state.isRevealed = false;
  const [launch, warp, at, name] = (given.get("against") || "").split(".");
  if (at !== undefined && LAUNCHES[launch]) {
    addPane(Number(launch), Number(warp), Number(at));
    if (generation(name) >= 0) state.panes[1].gpu = generation(name);
  } else if (!location.hash && RUNS.length > 1 && versionOf(first).run !== first.run) {
    addPane(versionOf(first).index, 0, 0);
    followRun(state.panes[0], state.panes[1]);
  }
  if (given.has("wave")) state.panes[0].wave = number("wave", 0);
}
function addPane(launch, warp, at) {
  const second = new Pane(LAUNCHES[launch]);
  second.setWarp(warp);
  second.go(at);
  state.panes[1] = second;
}
