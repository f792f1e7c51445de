// SPDX-License-Identifier: Apache-2.0
// What the report found, with what to do about it; each leads to a step that shows it.

function findingCard(owner, finding, index) {
  const excess = finding.actual > finding.ideal;
  const text = sourceLine(finding.source, finding.line).trim();
  return `<article class="finding" data-finding="${escaped(finding.name)}"><h3>` +
    `${escaped(finding.name.replace(/-/g, " "))} ` +
    `<button type="button" class="chip" data-go="${index}">line ${finding.line}</button></h3>` +
    (text ? `<pre>${colored(text, "cuda")}</pre>` : "") +
    (isHidden() ? `<p class="muted">? — what is wrong here, and how much does it cost?</p>` :
      `<p>${escaped(finding.message)}</p>` +
      (excess && finding.ideal >= 0 ? `<p class="bars">${bar(finding.actual, finding.actual, "bad", "now")}` +
        `${bar(finding.ideal, finding.actual, "good", "ideal")}</p>` : "") +
      findingFixes(owner, finding) + (finding.advice ? `<p class="advice"><b>Fix:</b> ${escaped(finding.advice)}</p>` : "")) +
    `</article>`;
}
// The fixes of the dearest recorded access on the finding's line.
function findingFixes(owner, finding) {
  const {launch} = owner;
  let dearest = null, most = 0;
  for (let i = 0; i < launch.count; i++) {
    const at = launch.lineOf(launch.record.pc[i]);
    if (at.line !== finding.line || at.source !== finding.source) continue;
    const access = launch.accessOf(i);
    for (const part of access ? access.parts : []) {
      const made = part.pattern.under(DATA.own_rule);
      const isMeant = (part.pattern.space === 0) === (finding.name === "bank-conflict");
      if (made && isMeant && part.pattern.fixes.length && made.count - made.ideal > most) {
        most = made.count - made.ideal;
        dearest = {pattern: part.pattern, made};
      }
    }
  }
  if (!dearest) return "";
  const better = dearest.pattern.fixes.filter(([, count]) => count < dearest.made.count);
  return better.length ? `<p class="advice"><b>Recomputed for one access of ` +
    `${grouped(dearest.made.count)}:</b> ` + better.map(([text, count]) =>
      `${escaped(text)} → <b>${grouped(count)}</b>`).join("; ") + `</p>` : "";
}
const bar = (value, most, style, name) =>
  `<span class="bar ${style}"><span style="width:${(100 * value / most).toFixed(2)}%"></span>` +
  `<em>${name} ${grouped(value)}</em></span>`;

// What the compiler said of the program: the same for all of its launches.
const warningCard = (warning) =>
  `<article class="finding" data-warning="${escaped(warning.name || "")}"><h3>compiler: ` +
  `${escaped((warning.name || "note").replace(/-/g, " "))} ` +
  `<span class="muted">${escaped((warning.file || "").replace(/.*\//, ""))}` +
  `${warning.line ? `:${warning.line}` : ""}</span></h3><p>${escaped(warning.message)}</p></article>`;

function findingsPanel(owner) {
  const {launch} = owner;
  if (launch.refusal) return `<p class="empty">${escaped(launch.refusal)}</p>`;
  const fault = launch.fault ? `<article class="finding"><h3>the kernel stopped</h3>` +
    `<p>${escaped(launch.fault)}</p></article>` : "";
  const findings = launch.findings || [];
  const warnings = (DATA.warnings || []).map(warningCard).join("");
  return fault + warnings + (findings.length ? findings.map((f, i) => findingCard(owner, f, i)).join("") :
    fault || warnings ? "" : `<p class="empty">Nothing to find fault with in this launch.</p>`);
}
function goToFinding(owner, index) {
  const finding = owner.launch.findings[index];
  selectLine(owner, `${finding.source}:${finding.line}`, false);
}
