// Step through a journal without loading a page: the strip's links work without this, one page each.
(() => {
  "use strict";
  const PAUSE = 1800; // between two moments that are played, in milliseconds
  const ALONE = 180000; // after so long a screen that nobody touches shows the table as it is
  const main = () => document.getElementById("moment");
  const step = (name) => main()?.querySelector(`a[data-strip=${name}]`);
  let asked = 0, next, home;

  async function go(href) {
    const turn = ++asked;
    clearTimeout(next);
    let page;
    try {
      const answer = await fetch(href);
      if (!answer.ok) throw answer.status;
      page = new DOMParser().parseFromString(await answer.text(), "text/html");
    } catch {
      return location.assign(href);
    }
    if (turn !== asked) return; // a later tap was quicker
    const there = page.getElementById("moment");
    if (!there) return location.assign(href);
    const held = document.activeElement?.dataset?.strip;
    main().replaceWith(there);
    document.title = page.title;
    history.replaceState(null, "", href);
    if (held) (step(held) ?? step("last"))?.focus();
    ready();
  }

  function ready() {
    const strip = main().querySelector(".strip");
    const [n, of] = strip.querySelector(".place").textContent.split("/").map(Number);
    const slider = Object.assign(document.createElement("input"), { type: "range", min: 0, max: of, value: n });
    slider.setAttribute("aria-label", "Entry");
    slider.addEventListener("change", () => go(`${strip.dataset.base}/${slider.value}`));
    slider.addEventListener("input", () => { strip.querySelector(".place b").textContent = slider.value; });
    strip.append(slider);
    const playing = main().dataset.play !== undefined;
    const button = step("play");
    if (playing && button) button.setAttribute("aria-pressed", "true");
    if (playing) next = setTimeout(() => on(true), PAUSE);
    clearTimeout(home);
    if (main().classList.contains("screen")) home = setTimeout(() => location.assign(step("last").href), ALONE);
  }

  function on(playing) {
    const later = step("later");
    if (!later) return playing && location.assign(step("last").href);
    const moment = later.pathname.includes("/at/");
    return moment ? go(later.href + (playing ? "?play" : "")) : location.assign(later.href);
  }

  function stop() {
    clearTimeout(next);
    delete main().dataset.play;
    step("play")?.removeAttribute("aria-pressed");
    history.replaceState(null, "", location.pathname);
  }

  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-strip]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (link.dataset.strip === "play" && main().dataset.play !== undefined) {
      event.preventDefault();
      return stop();
    }
    if (!link.pathname.includes("/at/")) return; // the table as it is: a page of its own
    event.preventDefault();
    go(link.href);
  });
  document.addEventListener("keydown", ({ key, target }) => {
    const name = { ArrowLeft: "earlier", ArrowRight: "later", Home: "first", End: "last" }[key];
    if (name && target.type !== "range") step(name)?.click();
  });
  ready();
})();
