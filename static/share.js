// A link goes on: to the phone's own share sheet where it has one, or copied, on plain http too.
(() => {
  "use strict";
  if (navigator.share) document.documentElement.dataset.share = "yes";

  function picked(line) { // where there is no clipboard, the words are picked out, for the old way or the hand
    const range = document.createRange();
    range.selectNodeContents(line);
    getSelection().removeAllRanges();
    getSelection().addRange(range);
    return document.execCommand("copy");
  }

  document.addEventListener("click", async ({ target }) => {
    const button = target.closest("[data-link]");
    if (!button) return;
    const line = document.getElementById(button.dataset.link);
    const url = line.textContent.trim();
    const said = button.parentElement.querySelector("[role=status]");
    try {
      const what = button.dataset.words === undefined ? { url } : { text: url };
      if (button.dataset.way === "share") return await navigator.share({ title: document.title, ...what });
      if (navigator.clipboard) await navigator.clipboard.writeText(url);
      else if (!picked(line)) throw new Error("no clipboard");
      said.textContent = "Copied.";
    } catch (no) {
      if (no.name === "AbortError") return;
      picked(line);
      said.textContent = "It is marked: copy it by hand.";
    }
  });
})();
