// SPDX-License-Identifier: Apache-2.0
// What the report found, with what to do about it; each leads to a step that shows it.

function findingCard(owner, finding, index) {
  const excess = finding.actual > finding.ideal;
  const text = sourceLine(finding.source, finding.line).trim(), dearest = dearestAccess(owner, finding);
  return `<article class="finding" data-finding="${escaped(finding.name)}"><h3>` +
    `${escaped(finding.name.replace(/-/g, " "))} ` +
    `<button type="button" class="chip" data-go="${index}">line ${finding.line}</button></h3>` +
    (text ? `<pre>${colored(text, "cuda")}</pre>` : "") +
    (isHidden() ? `<p class="muted">? — what is wrong here, and how much does it cost?</p>` :
      `<p>${escaped(finding.message)}</p>` +
      (excess && finding.ideal >= 0 ? `<p class="bars">${findingBars(finding, dearest)}</p>` : "") +
      (finding.speedup === undefined ? "" : `<p class="speedup"><b>Measured speedup:</b> ` +
        `${grouped(Math.round(10 * finding.speedup) / 10)} % of the launch's time, all bank conflicts cured</p>`) +
      findingFixes(dearest) + (finding.advice ? `<p class="advice"><b>Fix:</b> ${escaped(finding.advice)}</p>` : "")) +
    `</article>`;
}
// Now, with the best fix as far as the dearest access tells, and the ideal: for atomics that is what their words fill
// side by side, which no fix of one access reaches.
function findingBars(finding, dearest) {
  const best = dearest ? Math.min(...dearest.pattern.fixes.map(([, count]) => count)) : Infinity;
  const isAtomic = finding.name === "atomic-contention";
  const fixed = dearest && best < dearest.made.count && isAtomic ? finding.actual * best / dearest.made.count : null;
  return bar(finding.actual, finding.actual, "bad", "now") +
    (fixed !== null ? bar(Math.round(fixed), finding.actual, "fixed", "with the best fix, about") : "") +
    bar(finding.ideal, finding.actual, "good", isAtomic ? "words side by side" : "ideal");
}

// The dearest recorded access on the finding's line, with what it costs; null when none was recorded.
function dearestAccess(owner, finding) {
  const {launch} = owner;
  let dearest = null, most = 0;
  for (let i = 0; i < launch.count; i++) {
    const at = launch.lineOf(launch.record.pc[i]);
    if (at.line !== finding.line || at.source !== finding.source) continue;
    const access = launch.accessOf(i);
    for (const part of access ? access.parts : []) {
      const made = part.pattern.under(launch.run.own_rule);
      const isMeant = (part.pattern.space === 0) === (finding.name === "bank-conflict");
      if (made && isMeant && part.pattern.fixes.length && made.count - made.ideal > most) {
        most = made.count - made.ideal;
        dearest = {pattern: part.pattern, made};
      }
    }
  }
  return dearest;
}
function findingFixes(dearest) {
  if (!dearest) return "";
  const better = dearest.pattern.fixes.filter(([, count]) => count < dearest.made.count);
  return better.length ? `<p class="advice"><b>Recomputed for one access of ` +
    `${grouped(dearest.made.count)}:</b> ` + better.map(([text, count]) =>
      `${escaped(text)} → <b>${grouped(count)}</b>`).join("; ") + `</p>` : "";
}
const bar = (value, most, style, name) =>
  `<span class="bar ${style}"><span style="width:${(100 * value / most).toFixed(2)}%"></span>` +
  `<em>${name} ${grouped(value)}</em></span>`;

// "race-war": "race, write after read".
const RACES = {raw: "read after write", war: "write after read", waw: "write after write"};
function problemTitle({name}) {
  const [, kind] = /^race-(.*)$/.exec(name) || [];
  return kind ? `race, ${RACES[kind] || kind}` : name.replace(/-/g, " ");
}
// What is wrong: a fault, or what a checker found, with a button for each of its sides.
const problemsOf = (launch) => [...(launch.problems || []), ...(launch.run.problems || [])];
function problemCard(launch, problem, index) {
  const names = problem.name.startsWith("race") ? ["this side", "the other side"] : ["here", "first read"];
  const sides = (problem.sides || []).map((side, i) => {
    const isThere = sideStep(launch, side) >= 0, name = names[i];
    return `<button type="button" class="chip" data-side="${index}.${i}" title="${escaped(side.text)}">` +
      `${name}: line ${side.line}, block ${side.block}, warp ${side.warp}, lane ${side.lane}` +
      `${isThere ? "" : " (not recorded)"}</button>`;
  });
  return `<article class="finding problem" data-problem="${escaped(problem.name)}"><h3>` +
    `<span class="badge">${escaped(problem.level)}</span> ${escaped(problemTitle(problem))}` +
    `${problem.sides ? "" : ` <span class="muted">${escaped((problem.file || "").replace(/.*\//, ""))}` +
      `${problem.line ? `:${problem.line}` : ""}</span>`}</h3>` +
    `<p>${escaped(problem.message)}</p>` + (sides.length ? `<p class="sides">${sides.join(" ")}</p>` : "") +
    (problem.sides && problem.sides[1] ? `<p>${escaped(problem.sides[1].text)}</p>` : "") +
    (problem.advice ? problem.name === "fault" ? `<p>${escaped(problem.advice)}</p>` :
      `<p class="advice"><b>Fix:</b> ${escaped(problem.advice)}</p>` : "") + `</article>`;
}
// The step at which a side's thread executes its instruction: a fault's is the last of its warp,
// another's the first. -1: it was not recorded.
function sideStep(launch, side) {
  const warp = launch.warps.find((each) => each.block.index === side.block && each.number === side.warp);
  if (!warp) return -1;
  const isIt = (i) => launch.record.pc[i] === side.pc && launch.step(i).on >>> side.lane & 1;
  const steps = launch.ofWarp[warp.index].filter(isIt);
  return steps.length === 0 ? -1 : launch.fault ? steps[steps.length - 1] : steps[0];
}
// The step of the first error that was recorded; -1: there is none.
function problemStep(launch) {
  for (const problem of launch.problems || [])
    for (const side of problem.level === "error" ? problem.sides : []) {
      const at = sideStep(launch, side);
      if (at >= 0) return at;
    }
  return -1;
}
function goToSide(owner, index, number) {
  const side = problemsOf(owner.launch)[index].sides[number], at = sideStep(owner.launch, side);
  if (at < 0) { selectLine(owner, `${side.source}:${side.line}`, false); return; }
  owner.goToStep(at);
  move(owner, owner.at);
}
// What is wrong at this step, and the lane that does it.
function problemAt(launch, step) {
  for (const problem of launch.problems || [])
    for (const side of problem.sides)
      if (side.pc === step.pc && side.block === step.warp.block.index && side.warp === step.warp.number &&
          sideStep(launch, side) === step.index) return {problem, side};
  return null;
}

// What the compiler said of the program: the same for all of its launches.
const warningCard = (warning) =>
  `<article class="finding" data-warning="${escaped(warning.name || "")}"><h3>compiler: ` +
  `${escaped((warning.name || "note").replace(/-/g, " "))} ` +
  `<span class="muted">${escaped((warning.file || "").replace(/.*\//, ""))}` +
  `${warning.line ? `:${warning.line}` : ""}</span></h3><p>${escaped(warning.message)}</p></article>`;

// What changed most since --baseline, of the counters that findings are about.
function changesCard(launch) {
  const ids = ["duration_ns", "inst_executed", "shared_wavefronts", "global_sectors", "branch_divergent", "occupancy_pct"];
  const rows = ids.filter((id) => !isHidden() && changeText(launch, id)).map((id) =>
    `<tr><th scope="row" title="${escaped(DATA.counters[id][2])}">${escaped(id)}</th>` +
    `<td class="number">${grouped(launch.baseline.counters[id])}</td><td class="number">${grouped(launch.counters[id])}</td>` +
    `${changeCell(launch, id)}</tr>`).join("");
  return rows && `<article class="card changes"><h3>since ${escaped(launch.baseline.file.replace(/.*\//, ""))}</h3>` +
    `<table class="counters"><thead><tr><th scope="col">counter</th><th scope="col">before</th><th scope="col">now</th>` +
    `<th scope="col">change</th></tr></thead><tbody>${rows}</tbody></table></article>`;
}

function findingsPanel(owner) {
  const {launch} = owner;
  if (launch.refusal) return `<p class="empty">${escaped(launch.refusal)}</p>`;
  const problems = problemsOf(launch).map((problem, i) => problemCard(launch, problem, i)).join("");
  const findings = launch.findings || [];
  const warnings = (DATA.warnings || []).map(warningCard).join("");
  const verdict = verdictCard(launch) + changesCard(launch);
  return problems + verdict + warnings + (findings.length ? findings.map((f, i) => findingCard(owner, f, i)).join("") :
    problems || warnings || verdict ? "" : `<p class="empty">Nothing costs time here that need not` +
      `${owner.launch.run.is_checked ? ", and the checkers found nothing wrong" : ""}.</p>`);
}
function goToFinding(owner, index) {
  const finding = owner.launch.findings[index];
  selectLine(owner, `${finding.source}:${finding.line}`, false);
}
