// Clocks that run: the phone counts on from the time the house said, whatever its own clock says. Works without, as of the page's load.
(() => {
  "use strict";
  const SAID = [60, 10, 0]; // seconds at which a reader is told, and not at every one
  let told, ahead = 0, page;

  const words = (seconds, up) => {
    if (!up && seconds < 10 && seconds > 0) return `0:0${(Math.ceil(seconds * 10) / 10 - 0.05).toFixed(1)}`;
    const all = Math.max(0, Math.floor(seconds)), two = (n) => String(n).padStart(2, "0");
    const [h, m, s] = [Math.floor(all / 3600), Math.floor(all / 60), all % 60];
    return h ? `${h}:${two(m % 60)}:${two(s)}` : `${m}:${two(s)}`;
  };

  function tick() {
    const clocks = document.querySelector(".clocks[data-now]");
    if (!clocks) return;
    if (clocks.dataset.now !== page) { // a page that came now: how far this phone's clock is ahead of the house's
      page = clocks.dataset.now;
      ahead = Date.now() - Number(page);
    }
    const passed = Math.max(0, (Date.now() - ahead - Number(page)) / 1000);
    for (const clock of clocks.querySelectorAll(".digits[data-runs]")) {
      const up = "up" in clock.dataset, from = Number(clock.dataset.seconds);
      const now = up ? from + passed : from - passed, shown = words(now, up);
      if (clock.textContent !== shown) clock.textContent = shown;
      if (!up) near(clocks, clock, now);
    }
  }

  function near(clocks, clock, now) {
    const row = clock.closest("li"), form = row.querySelector("form");
    row.classList.toggle("close", now > 0 && now < 20);
    row.classList.toggle("over", now <= 0);
    if (form) form.hidden = now > 0;
    if (now <= 0) row.querySelector(".how").lastChild.textContent = "time is up";
    const at = SAID.filter((n) => now <= n && now > n - 1.5 || n === 0 && now <= 0).pop(), key = `${page}.${at}`;
    if (at === undefined || told === key) return;
    told = key;
    clocks.querySelector("[data-calls]").textContent = `${clock.getAttribute("aria-label")}: ${at ? `${at} seconds` : "time is up"}`;
    if (!at) navigator.vibrate?.(400);
  }

  setInterval(tick, 100);
  document.addEventListener("htmx:after:swap", tick);
  tick();
})();
