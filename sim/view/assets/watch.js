// SPDX-License-Identifier: Apache-2.0
// The page of `lockstep view --watch` asks its server whether a source was saved. A page that was opened
// from a file has no mark of the server and asks nobody.

const WATCH_MS = 500;

function showBuild(title, message) {
  let box = $("build");
  if (title === null) {
    if (box) box.remove();
    return;
  }
  const html = `<h2>${escaped(title)}</h2>` +
    (message ? `<pre tabindex="0">${escaped(message)}</pre>` : "");
  if (box && box.shown === html) return;
  if (!box) {
    box = document.createElement("section");
    box.id = "build";
    box.className = "build-failed";
    box.setAttribute("role", "alert");
    $("verdict").before(box);
  }
  box.innerHTML = box.shown = html;
}

// The address names launch, warp, step and panel, so that the new page opens there.
function watchSource() {
  const mark = document.querySelector('meta[name="lockstep-watch"]');
  if (!mark) return;
  const own = Number(mark.content);
  const look = async () => {
    try {
      const answer = await fetch("state", {cache: "no-store"});
      const build = await answer.json();
      if (build.generation !== own) {
        writeFragment();
        location.reload();
        return;
      }
      if (build.error === null) showBuild(null);
      else showBuild("The build failed; this is the last good page", build.error);
    } catch (error) {
      showBuild("Lockstep has ended; this page no longer follows the source", "");
      return;
    }
    setTimeout(look, WATCH_MS);
  };
  setTimeout(look, WATCH_MS);
}
