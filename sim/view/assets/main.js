// SPDX-License-Identifier: Apache-2.0
// The page: panes built on the stage, drawn anew after each change where they show something else.

let views = [];
function buildStage() {
  views = state.panes.map((owner, index) => new PaneView(owner, index));
  $("stage").replaceChildren(...views.map((view) => view.root));
  $("stage").classList.toggle("two", views.length > 1);
}

// Launches from kernels are indented below their parents.
const launchTitle = (launch) => `${"\u00a0\u00a0".repeat(launch.depth || 0)}${RUNS.length > 1 ? `${launch.run.gpu.name} ` : ""}` +
  `#${launch.id}: ${launch.name}${argumentsText(launch.tag) || variantText(launch)} ` +
  `<<<${sizeText(launch.grid)}, ${sizeText(launch.block)}>>>`;
// Launches of one kernel are told apart by the access they open at.
function variantText(launch) {
  if (isHidden() || !launch.count ||
      LAUNCHES.filter((other) => other.kernel === launch.kernel && other.run === launch.run).length < 2) return "";
  launch.variant = launch.variant || tellingStep(launch);
  const access = launch.accessOf(launch.variant.index);
  const made = access && access.parts[0].pattern.under(launch.run.own_rule);
  return made ? `, ${plural(made.count, made.unit.replace(/s$/, ""))}` : "";
}

// "Hopper: H200 (cc 9.0)", without the maker and what else makes it long.
const gpuTitle = (gpu) => `${architecture(gpu.capability)}: ${(gpu.title || gpu.name)
  .replace(/^NVIDIA /, "").replace(/^GeForce /, "").replace(/ \d+ GB$| SXM.*$/, "")} ` +
  `(cc ${capability(gpu.capability)})`;

let barShown = "";
function renderBar() {
  const owner = state.panes[0];
  const key = JSON.stringify([owner.launch.index, owner.warp, pane().gpu, state.isPredicting, isHidden(), state.panes.length]);
  if (key === barShown) return;
  barShown = key;
  const options = (items, chosen) => items.map(([value, text]) => `<option value="${value}"` +
    `${value === chosen ? " selected" : ""}>${escaped(text)}</option>`).join("");
  $("launch").innerHTML = options(LAUNCHES.map((l) => [l.index, launchTitle(l)]),
                                  owner.launch.index);
  $("warp").innerHTML = options(owner.launch.warps.map((warp) =>
    [warp.index, `block ${warp.block.index}, warp ${warp.number}`]), owner.warp);
  $("gpu").innerHTML = options(DATA.generations.map((gpu, i) =>
    [i, gpuTitle(gpu)]), pane().gpu);
  $("predict").setAttribute("aria-pressed", state.isPredicting);
  $("compare").setAttribute("aria-pressed", state.panes.length > 1);
  $("reveal").hidden = !isHidden();
  $("question").hidden = !hasQuestions();
}

function statusText() {
  const owner = pane(), at = owner.step;
  if (!at) return owner.launch.refusal || "No steps of this launch were recorded.";
  const unit = owner.launch.hasClock ? `cycle ${grouped(at.issued)}` : "";
  const wait = at.waits.reduce((a, b) => b.cycles > (a ? a.cycles : 0) ? b : a, null);
  const wrong = problemAt(owner.launch, at);
  return (wrong ? `${problemTitle(wrong.problem)}, lane ${wrong.side.lane}: ` : "") +
    `step ${owner.at + 1} of ${owner.steps.length}, ${lineName(at)}` +
    `${unit ? `, ${unit}` : ""}${wait && !isHidden() ? waitText(owner, at, wait) : ""}`;
}
// The longest wait: why, and for whose result.
function waitText(owner, at, wait) {
  const all = at.waits.reduce((sum, each) => sum + each.cycles, 0);
  const from = wait.producer < 0 ? "" : `, result of ${lineName(owner.launch.step(wait.producer))}`;
  return `; waited ${plural(all, "cycle")} for ${DATA.stalls[wait.stall][1]}${from}`;
}
const lineName = (at) => at.line ? `line ${at.line}` : `PTX line ${at.ptx}`;

function renderNote() {
  const {launch, gpu} = pane(), {run} = launch, parts = [];
  const rules = DATA.generations[gpu];
  if (rules.rule !== run.own_rule)
    parts.push(`Banks and segments by the rules of ${rules.title}; steps and counts as run on ` +
      `${run.gpu.title || run.gpu.name}.`);
  if (run.launches_left_out > 0)
    parts.push(`${plural(run.launches_left_out, "launch", "launches")} of the run left out.`);
  if (launch.record) {
    const all = launch.grid.reduce((a, b) => a * b);
    if (launch.blocks.length < all)
      parts.push(`${plural(launch.warps.length, "warp")} of ` +
        `${plural(launch.blocks.length, "block")} recorded, of ${plural(all, "block")}.`);
    if (launch.record.steps_left_out > 0)
      parts.push(`${plural(launch.record.steps_left_out, "step")} beyond --max-events left out.`);
    if (run.maps_left_out > 0)
      parts.push(`${plural(run.maps_left_out, "access", "accesses")} without a map.`);
    if (launch.blocks_timed)
      parts.push(`${grouped(launch.blocks_timed)} of ${grouped(all)} blocks timed; the cycles of the others follow from ` +
        `their rate (two standard errors: ${(100 * launch.cycles_error).toFixed(1)} %).`);
    if (launch.instructions_timed)
      parts.push(`The clock stopped after ${grouped(launch.instructions_timed)} warp instructions (--clock-limit), and steps ` +
        `are shown until then; the cycles of the launch follow from the pace so far` +
        (launch.cycles_error < 1 ? ` (within about ${(100 * launch.cycles_error).toFixed(0)} %).`
          : `, which still changed (within a factor of ${(1 + launch.cycles_error).toFixed(0)}).`));
    if (!launch.hasClock) parts.push(`No clock: ${launch.no_time || "run with --mode cycles"}.`);
  }
  putText($("note"), parts.join(" "));
}

// Geometry is read before the first change and after the last one, so that the browser lays the page out once.
function render() {
  const width = $("timeline").clientWidth;
  renderBar();
  renderNote();
  put($("verdict"), verdictHtml(pane().launch));
  document.body.classList.toggle("hiding", isHidden());
  say(statusText());
  drawTimeline(width);
  drawViews(views);
  writeFragment();
}
function drawViews(some) {
  for (const view of some) view.render();
  const places = some.map((view) => view.measure());
  some.forEach((view, i) => view.settle(places[i]));
}

$("program").textContent = DATA.program.replace(/^.*\//, "");
$("program").title = DATA.program;
document.title = `${DATA.program} – Lockstep`;
readFragment();
restoreEdges();
buildStage();
connectControls();
render();
watchSource();
