// SPDX-License-Identifier: Apache-2.0
// Questions of the source's own, in comments: "//? how many wavefronts" behind a line of code, or on a line before it.
// "= 32" at the end is the answer; without it the step answers. And what was guessed, as a file.

const QUESTION = /\/\/\?\s*(.*?)(?:\s*=\s*(\d+))?\s*$/;
const isQuestionAlone = (text) => /^\s*\/\/\?/.test(text);

function questionOn(text) {
  const found = QUESTION.exec(text);
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
  if (what === "lanes") return isOf(/lane|thread|jump/i);
  return !isOf(/lane|thread|jump/i) && !isOf(what === "access0" ? /sector|transaction|segment/i : /wavefront|pass|bank/i);
}
// A question that names an array of its line is about accesses of that array alone.
function isAbout(question, text, part) {
  const arrays = [...text.matchAll(/(\w+)\s*\[/g)].map(([, name]) => name);
  const named = arrays.filter((name) => new RegExp(`\\b${name}\\b`).test(question.text));
  const element = part.elements ? [part.elements].flat().find(Boolean) || "" : "";
  return !named.length || !element || named.some((name) => new RegExp(`\\b${name}\\[`).test(element));
}
function questionOf(owner, what) {
  const {step} = owner, question = step && questionAt(step.source, step.line);
  const part = question && step.access && step.access.parts.find((each) => what === `access${each.pattern.space}`);
  const isOther = part && !isAbout(question, sourceLine(step.source, step.line).replace(QUESTION, ""), part);
  return question && !isOther && doesAsk(question, what) ? question : null;
}
// The place for a guess that a step has; null: the step is about no question.
function askedIn(launch, i) {
  const {source, line} = launch.lineOf(launch.record.pc[i]), question = questionAt(source, line);
  if (!question) return null;
  const step = launch.step(i);
  if (/jump/i.test(question.text) && !step.parts) return null;
  const text = sourceLine(source, line).replace(QUESTION, "");
  const places = (step.access ? step.access.parts : []).filter((part) => isAbout(question, text, part)).map((part) => `access${part.pattern.space}`).concat("lanes");
  return places.find((what) => doesAsk(question, what)) || null;
}
const hasQuestions = () => DATA.sources.some((source) => source.text.includes("//?"));

// ---- What was guessed so far and revealed: a row each.
function guessRows() {
  return [...guesses.values()].filter((made) => made.answer !== undefined).map((made) =>
    ({launch: made.launch, line: made.line, question: made.question, guess: made.guess, answer: made.answer,
      right: made.guess === made.answer}));
}
function saveGuesses(form) {
  const rows = guessRows(), names = ["launch", "line", "question", "guess", "answer", "right"];
  const quoted = (cell) => `"${String(cell).replace(/"/g, '""')}"`;
  const text = form === "json" ? JSON.stringify({program: DATA.program, guesses: rows}, null, 1) + "\n" :
    [names, ...rows.map((row) => names.map((name) => row[name]))].map((row) => row.map(quoted).join(",") + "\n").join("");
  saveText(text, form === "json" ? "application/json" : "text/csv", `guesses.${form}`);
}
