// SPDX-License-Identifier: Apache-2.0
// Questions of the source's own, in comments: "//? how many wavefronts" behind a line of code, or on a line before it.
// "= 32" at the end is the answer; without it the step answers. And what was guessed, as a file.

const QUESTION = /\/\/\?\s*(.*?)(?:\s*(?<![=!<>])=\s*(-?\d+(?:\.\d+)?))?\s*$/;
const withoutStrings = (text) => text.replace(/"(?:\\.|[^"\\])*"/g, '""');
const isQuestionAlone = (text) => /^\s*\/\/\?/.test(text);

function questionOn(text) {
  const found = QUESTION.exec(withoutStrings(text));
  return found && found[1] ? {text: found[1], answer: found[2] === undefined ? null : Number(found[2])} : null;
}
// The question about a line of code; null: there is none.
function questionAt(source, line) {
  const own = questionOn(sourceLine(source, line));
  return own || (line > 1 && isQuestionAlone(sourceLine(source, line - 1)) ? questionOn(sourceLine(source, line - 1)) : null);
}
// Whether it asks for what this place for a guess holds: passes of shared memory, transactions of another, lanes.
function doesAsk(question, what) {
  const isOf = (words) => words.test(question.text);
  if (what === "lanes") return isOf(/lane|thread|jump|branch/i);
  return !isOf(/lane|thread|jump|branch/i) && !isOf(what === "access0" ? /sector|transaction|segment/i : /wavefront|pass|bank/i);
}
// An element that an access reaches, and its array; "": not known.
const anElement = (part) => part.elements ? [part.elements].flat().find(Boolean) || "" : "";
const arrayOf = (part) => anElement(part).split("[")[0];
// A question that names an array of its line is about accesses of that array alone.
function isAbout(question, text, part) {
  const arrays = [...text.matchAll(/(\w+)\s*\[/g)].map(([, name]) => name);
  const named = arrays.filter((name) => new RegExp(`\\b${name}\\b`).test(question.text));
  const element = anElement(part);
  return !named.length || !element || named.some((name) => new RegExp(`\\b${name}\\[`).test(element));
}
function questionOf(owner, what) {
  const {step} = owner, question = step && questionAt(step.source, step.line);
  const part = question && step.access && step.access.parts.find((each) => what === `access${each.pattern.space}`);
  const isOther = part && !isAbout(question, sourceLine(step.source, step.line).replace(QUESTION, ""), part);
  const isHere = !question || what !== "lanes" || asksLanesAt(owner.launch, step.index, question);
  return question && !isOther && doesAsk(question, what) && isHere ? question : null;
}
// Where a line decides which of its lanes go on with what, as [pc, pc whose lanes they are]: its branches; else the comparisons that
// replaced a branch; else its first instruction under a guard.
function decidersOf(launch, source, line) {
  launch.deciders = launch.deciders || new Map();
  const key = `${source}:${line}`;
  if (!launch.deciders.has(key)) {
    const isHere = ([pc]) => launch.code.source[pc] - 1 === source && launch.code.line[pc] === line;
    const guards = launch.code.guards.filter(isHere), compared = guards.filter(([pc, first]) => pc !== first);
    const branches = [...launch.branches.keys()].map((pc) => [pc, pc]).filter(isHere);
    launch.deciders.set(key, new Map(branches.length ? branches : compared.length ? compared : guards.slice(0, 1)));
  }
  return launch.deciders.get(key);
}
const isAboutBranch = (question) => /jump|branch|taken?\b|fall/i.test(question.text);
// Whether the line's execution that step i belongs to comes to one of these pcs before: a question is asked once for each execution.
function isLater(launch, i, pcs) {
  const steps = launch.ofWarp[launch.record.warp[i]], {source, line} = launch.lineOf(launch.record.pc[i]);
  for (let at = launch.position[i] - 1, pc = launch.record.pc[i]; at >= 0; at--) {
    const before = launch.record.pc[steps[at]], place = launch.lineOf(before);
    if (before >= pc || place.source !== source || place.line !== line) return false;
    if (pcs.has(before)) return true;
    pc = before;
  }
  return false;
}
// "when step is 1": false where the variable is known to be something else for all lanes of step i.
function isCondition(question, launch, i) {
  const [, name, value] = /\b(?:when|if|where|while|for) (\w+) (?:is|==) (-?\d+)\b/.exec(question.text) || [];
  if (name === undefined || !launch.record.variables) return true;
  const step = launch.step(i), {now} = variablesBefore(launch, launch.record.warp[i], launch.position[i]);
  const held = variablesInScope(launch, step).find((each) => each.name === name);
  const values = held ? lanesOf(step.active).map((lane) => laneValue(now[held.index], lane)) : [];
  return !values.length || values.some((each) => typeof each !== "number" || each === Number(value));
}
// The step whose lanes answer a question about the lanes of step i; -1: it was not recorded.
function decidedBy(launch, i, first) {
  const steps = launch.ofWarp[launch.record.warp[i]], pc = launch.record.pc[i];
  if (first === pc) return i;
  for (let at = launch.position[i] + 1; at < steps.length && launch.record.pc[steps[at]] !== pc; at++)
    if (launch.record.pc[steps[at]] === first) return steps[at];
  return -1;
}
// How many lanes a question about lanes means; null: the line has no branch and no guard, or its end was not recorded.
function lanesAnswer(launch, step, question) {
  const first = decidersOf(launch, step.source, step.line).get(step.pc);
  if (first === undefined) return isAboutBranch(question) ? null : bits(step.on);
  const at = decidedBy(launch, step.index, first);
  if (at < 0) return null;
  const {parts, on, active} = launch.step(at), falling = active & ~on;
  if (/fall/i.test(question.text)) return bits(falling);
  if (!parts || /jump/i.test(question.text)) return bits(on);
  if (!isAboutBranch(question) && /active|execute|reach/i.test(question.text)) return bits(active);
  return bits(["then", "loops"].includes(parts[0].name) ? falling : on);
}
// Whether a question about lanes is asked at step i: where its line decides, else at its first instruction.
function asksLanesAt(launch, i, question) {
  const {source, line} = launch.lineOf(launch.record.pc[i]), deciders = decidersOf(launch, source, line);
  const isPlace = deciders.size ? deciders.has(launch.record.pc[i]) && !isLater(launch, i, deciders) :
    launch.record.pc[i] === launch.code.line.findIndex((each, pc) => each === line && launch.code.source[pc] - 1 === source);
  return isPlace && isCondition(question, launch, i);
}
// The place for a guess that a step has; null: the step is about no question.
function askedIn(launch, i) {
  const {source, line} = launch.lineOf(launch.record.pc[i]), question = questionAt(source, line);
  if (!question) return null;
  if (doesAsk(question, "lanes")) return asksLanesAt(launch, i, question) ? "lanes" : null;
  const step = launch.step(i), text = sourceLine(source, line).replace(QUESTION, "");
  const places = (step.access ? step.access.parts : []).filter((part) => isAbout(question, text, part)).map((part) => `access${part.pattern.space}`);
  return places.find((what) => doesAsk(question, what) && isCondition(question, launch, i)) || null;
}
const hasQuestions = () => DATA.sources.some((source) => source.text.includes("//?"));

// ---- What was guessed so far and revealed: a row each.
function guessRows() {
  return [...guesses.values()].filter((made) => made.answer !== undefined).map((made) =>
    ({launch: made.launch, warp: made.warp, step: made.step, line: made.line, array: made.array, question: made.question, guess: made.guess, answer: made.answer,
      right: made.guess === made.answer}));
}
function saveGuesses(form) {
  const rows = guessRows(), names = ["launch", "warp", "step", "line", "array", "question", "guess", "answer", "right"];
  const quoted = (cell) => `"${String(cell).replace(/"/g, '""')}"`;
  const text = form === "json" ? JSON.stringify({program: DATA.program, guesses: rows}, null, 1) + "\n" :
    [names, ...rows.map((row) => names.map((name) => row[name]))].map((row) => row.map(quoted).join(",") + "\n").join("");
  saveText(text, form === "json" ? "application/json" : "text/csv", `guesses.${form}`);
}
