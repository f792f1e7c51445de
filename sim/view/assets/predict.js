// SPDX-License-Identifier: Apache-2.0
// Predict first: what a step does is hidden until it is asked for; a guess can be typed before, and is judged then.

const guesses = new Map(); // "launch.warp.step.what" -> [guess, answer]
const guessKey = (owner, what) => `${owner.launch.index}.${owner.warp}.${owner.at}.${what}`;

// A place for a guess; once revealed, whether it was right.
function guessHtml(owner, what, question, answer) {
  const key = guessKey(owner, what), made = guesses.get(key);
  if (isHidden())
    return `<p class="guess"><label>${escaped(question)} <input type="number" min="0" inputmode="numeric" data-guess="${what}" ` +
      `value="${made ? made[0] : ""}"></label> <button type="button" class="chip" data-reveal>reveal</button></p>`;
  if (!made) return "";
  made[1] = answer;
  const judged = [...guesses.values()].filter(([, right]) => right !== undefined);
  const right = judged.filter(([guess, truth]) => guess === truth).length;
  return `<p class="guess ${made[0] === answer ? "right" : "wrong"}">Your guess: <b>${grouped(made[0])}</b>, ` +
    `${made[0] === answer ? "right" : `it is <b>${grouped(answer)}</b>`} · ${right} of ${judged.length} right</p>`;
}
function takeGuess(owner, input) {
  const value = Number.parseInt(input.value, 10);
  if (Number.isFinite(value)) guesses.set(guessKey(owner, input.dataset.guess), [value, undefined]);
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
