// SPDX-License-Identifier: Apache-2.0
// The panes on the stage: of each, its source and the panel that is chosen.

const DRAW = {
  warp: (owner) => lanesFigure(owner) + stackFigure(owner),
  access: accessPanel, variables: variablesPanel, sm: smPanel, memory: memoryPanel, findings: findingsPanel,
  numbers: numbersPanel, launches: launchesPanel,
};

class PaneView {
  constructor(owner, index) {
    this.owner = owner;
    this.index = index;
    this.root = document.createElement("section");
    this.root.className = "pane";
    this.root.innerHTML = `<div class="pane-head" hidden></div><div class="code"></div>${edgeHtml("side")}` +
      `<div class="side"><div class="tabs" role="tablist" aria-label="Panels"></div>` +
      `<div class="panel" role="tabpanel" tabindex="0"></div><div class="all-panels"></div></div>`;
    this.code = new CodeView(this.root.querySelector(".code"), owner);
    this.tabs = this.root.querySelector(".tabs");
    this.panel = this.root.querySelector(".panel");
    connectEdges(this.root);
    this.tabs.addEventListener("click", (event) => this.choose(event));
    this.panel.addEventListener("click", (event) => panelClick(owner, event));
    this.panel.addEventListener("input", (event) => this.input(event));
    this.panel.addEventListener("pointerover", (event) => fragmentOver(owner, this.panel, event.target));
    this.panel.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && event.target.matches("[data-guess]")) reveal();
    });
    this.root.addEventListener("focusin", () => { state.focus = index; });
    this.root.addEventListener("pointerdown", () => { state.focus = index; });
    if (index === 0) this.panel.id = "panels";
  }
  input(event) {
    if (event.target.matches("[data-guess]")) takeGuess(this.owner, event.target);
    else if (event.target.matches("[data-turn]")) turnKnob(this.owner, event.target.dataset.turn, Number(event.target.value));
    else if (event.target.matches("[data-fragment]")) fragmentInput(this.owner, this.panel, event.target);
    else if (event.target.matches("[data-run]")) {
      this.owner.run = Number(event.target.value);
      drawViews([this]);
    } else if (event.target.matches("[data-search]")) {
      state.search = event.target.value;
      filterCounters(this.panel);
    }
  }
  choose(event) {
    const tab = event.target.closest("[data-panel]");
    if (tab) setPanel(tab.dataset.panel);
  }
  renderTabs() {
    const {launch} = this.owner, count = (launch.findings || []).length + problemsOf(launch).length;
    put(this.tabs, TABS().map(([name, title]) =>
      `<button type="button" role="tab" data-panel="${name}" title="${PANELS.findIndex(([each]) => each === name) + 1}" ` +
      `aria-selected="${state.panel === name}" tabindex="${state.panel === name ? 0 : -1}">${title}` +
      `${name === "findings" && count && !isHidden() ? ` <span class="badge">${count}</span>` : ""}` +
      `</button>`).join(""));
  }
  renderHead() {
    const head = this.root.querySelector(".pane-head"), step = this.owner.step;
    head.hidden = state.panes.length < 2;
    if (head.hidden) return;
    const options = LAUNCHES.map((launch) => `<option value="${launch.index}"` +
      `${launch === this.owner.launch ? " selected" : ""}>${escaped(launchTitle(launch))}</option>`);
    const rules = DATA.generations.map((gpu, i) =>
      `<option value="${i}"${i === this.owner.gpu ? " selected" : ""}>${escaped(gpuTitle(gpu))}</option>`);
    const isNew = put(head, `<label class="field"><span>${this.index ? "B" : "A"}</span>` +
      `<select data-launch="${this.index}">${options.join("")}</select></label>` +
      `<label class="field"><span>rules of</span><select data-rules="${this.index}">${rules.join("")}</select></label>` +
      `<span class="muted">step ${this.owner.at + 1} of ${this.owner.steps.length}` +
      `${step ? `, line ${step.line || step.ptx}` : ""}</span>`);
    if (!isNew) return;
    head.querySelector("[data-launch]").addEventListener("change", (event) => {
      openLaunch(this.owner, LAUNCHES[Number(event.target.value)]);
      render();
    });
    head.querySelector("[data-rules]").addEventListener("change", (event) =>
      setGpu(this.owner, Number(event.target.value), true));
  }
  render() {
    if (state.panes.length > 1) state.code = "cuda";
    this.root.classList.toggle("focused", state.panes.length > 1 && state.focus === this.index);
    this.renderHead();
    this.code.render();
    this.renderTabs();
    const focused = this.panel.contains(document.activeElement) && document.activeElement.dataset ?
      {...document.activeElement.dataset} : null;
    const [, title] = PANELS.find(([name]) => name === state.panel);
    beginFigures(1 + this.index);
    if (!put(this.panel, `<h2 class="hidden">${title}</h2>${DRAW[state.panel](this.owner)}`)) return;
    this.panel.setAttribute("aria-label", title);
    filterCounters(this.panel);
    this.refocus(focused);
  }
  // Reads what settle() needs and changes nothing.
  measure() { return {code: this.code.measure(), scrolled: scrolledIn(this.panel)}; }
  settle({code, scrolled}) {
    this.code.settle(code);
    for (const each of scrolled) each.tabIndex = 0;
  }
  // What had the focus is drawn anew: its successor gets it.
  refocus(data) {
    if (!data) return;
    const [name] = Object.keys(data);
    const same = name && this.panel.querySelector(`[data-${name}="${CSS.escape(data[name])}"]`);
    (same || this.panel).focus({preventScroll: true});
  }
  printAll() {
    beginFigures(1 + views.length + this.index);
    this.root.querySelector(".all-panels").innerHTML = PANELS
      .filter(([name]) => !["numbers", "launches", state.panel].includes(name))
      .map(([name, title]) => `<h2>${title}</h2>${DRAW[name](this.owner)}`).join("");
  }
}

// What is wider than its place scrolls by the arrow keys too, once it has the focus.
const scrolledIn = (root) => [...root.querySelectorAll(".drawing, pre, .counters")]
  .filter((each) => each.tabIndex < 0 && each.scrollWidth > each.clientWidth + 1);

// Writes what is new, and nothing else: the browser draws only what was written. Whether it was new.
function put(element, html) {
  if (element.shown === html) return false;
  element.innerHTML = element.shown = html;
  return true;
}
function putText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

function panelClick(owner, event) {
  const at = event.target.closest("[data-at]"), save = event.target.closest("[data-save]");
  const wave = event.target.closest("[data-wave]"), phase = event.target.closest("[data-phase]");
  const gpu = event.target.closest("[data-gpu]"), go = event.target.closest("[data-go]");
  const side = event.target.closest("[data-side]"), line = event.target.closest("[data-line]");
  const chosen = event.target.closest("[data-choose]"), knob = event.target.closest("[data-knob]");
  const turned = event.target.closest("[data-turned]");
  const reached = event.target.closest("[data-pc]");
  const saved = event.target.closest("[data-guesses]"), zoom = event.target.closest("[data-zoom]");
  if (save) saveFigure(save);
  else if (zoom) zoomBy(zoom.dataset.zoom);
  else if (reached) goToPc(owner, Number(reached.dataset.pc));
  else if (saved) saveGuesses(saved.dataset.guesses);
  else if (event.target.closest("[data-reveal]")) reveal();
  else if (knob) turnKnob(owner, knob.dataset.knob, null);
  else if (turned) turnKnob(owner, ...turned.dataset.turned.split(":").map((each, i) => i ? Number(each) : each));
  else if (at) move(owner, Number(at.dataset.at));
  else if (wave) nextWave(owner, wave.dataset.wave);
  else if (phase) { owner.phase = Number(phase.dataset.phase); owner.wave = null; render(); }
  else if (gpu) setGpu(owner, Number(gpu.dataset.gpu));
  else if (side) goToSide(owner, ...side.dataset.side.split(".").map(Number));
  else if (line) selectLine(owner, line.dataset.line, false);
  else if (chosen) { openLaunch(owner, LAUNCHES[Number(chosen.dataset.choose)]); move(owner, owner.at); }
  else if (go) { goToFinding(owner, Number(go.dataset.go)); }
}

// How many passes the phase shown takes; 0 where the step has no bank map.
function passesOf(owner) {
  const step = owner.step;
  const part = step && step.access && step.access.parts.find((each) => each.pattern.space === 0);
  const made = part && part.pattern.under(rule(owner));
  return made && made.map.phases[owner.phase] ? made.map.phases[owner.phase][2] : 0;
}
// Passes of the phase shown, one after the other; behind the last one all again.
function nextWave(owner, direction) {
  const passes = passesOf(owner);
  if (passes === 0 || isHidden()) return;
  if (direction === "all" || passes < 2) owner.wave = null;
  else if (direction === "-1") owner.wave = owner.wave === null ? passes - 1 :
    owner.wave === 0 ? null : owner.wave - 1;
  else owner.wave = owner.wave === null ? 0 : owner.wave + 1 < passes ? owner.wave + 1 : null;
  render();
}
