// SPDX-License-Identifier: Apache-2.0
// Predict first: what a step does is hidden until it is asked for; a guess can be typed before, and is judged then.

const guesses = new Map(); // "launch.warp.step.what" -> {guess, and once revealed the cells of guessRows}
const guessKey = (owner, what) => `${owner.launch.index}.${owner.warp}.${owner.at}.${what}`;

// A place for a guess; once revealed, whether it was right. A question of the source's own takes the usual one's place.
function guessHtml(owner, what, usual, found) {
  const made = guesses.get(guessKey(owner, what)), own = questionOf(owner, what);
  const question = own ? own.text : usual;
  const answer = !own ? found : own.answer !== null ? own.answer : what === "lanes" ? lanesAnswer(owner.launch, owner.step, own) : found;
  if (answer === null)
    return `<p class="guess">${escaped(question)} <b>No answer: line ${owner.step.line} has no branch and no instruction under a guard here.</b></p>`;
  if (isHidden())
    return `<p class="guess"><label>${escaped(question)} <input type="number" min="0" inputmode="numeric" data-guess="${what}" ` +
      `value="${made ? made.guess : ""}"></label> <button type="button" class="chip" data-reveal>reveal</button></p>`;
  if (!made) return own ? `<p class="guess">${escaped(question)} <b>${grouped(answer)}</b></p>` : "";
  const part = owner.step.access && owner.step.access.parts.find((each) => what === `access${each.pattern.space}`);
  Object.assign(made, {answer, question, line: owner.step.line, launch: launchTitle(owner.launch), warp: owner.warp,
    step: owner.at + 1, array: part ? arrayOf(part) : ""});
  const rows = guessRows(), right = rows.filter((row) => row.right).length;
  return `<p class="guess ${made.guess === answer ? "right" : "wrong"}">${own ? `${escaped(question)} ` : ""}` +
    `Your guess: <b>${grouped(made.guess)}</b>, ${made.guess === answer ? "right" : `it is <b>${grouped(answer)}</b>`} · ` +
    `${right} of ${rows.length} right ` + ["csv", "json"].map((form) => `<button type="button" class="chip" ` +
      `data-guesses="${form}" title="Save all guesses as ${form.toUpperCase()}">${form.toUpperCase()}</button>`).join(" ") + `</p>`;
}
function takeGuess(owner, input) {
  const guess = Number(input.value), own = questionOf(owner, input.dataset.guess);
  const isWhole = Number.isInteger(guess) || (own && own.answer !== null && !Number.isInteger(own.answer));
  if (input.value.trim() && !isWhole) say("A guess is a whole number here.");
  if (input.value.trim() && isWhole && Number.isFinite(guess)) guesses.set(guessKey(owner, input.dataset.guess), {guess});
  else guesses.delete(guessKey(owner, input.dataset.guess));
}

// The addresses of an access, which is all that a prediction needs.
function addressesHtml(part) {
  const {pattern, base} = part, cells = [];
  for (let lane = 0; lane < 32; lane++)
    cells.push(`<span class="${pattern.lanes >>> lane & 1 ? "" : "muted"}"><i>${lane}</i> ` +
      `${pattern.lanes >>> lane & 1 ? address(base, pattern.offset[lane]).slice(2) : "–"}</span>`);
  return `<p class="muted">lane and address in hex, ${pattern.width} bytes each</p><div class="addresses">${cells.join("")}</div>`;
}
