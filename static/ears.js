// For keys and ears: the board is one stop and a grid within, what is told is said once, and read aloud if wanted.
(() => {
  "use strict";
  const table = () => document.getElementById("table");
  const board = () => table()?.querySelector("svg.board");
  const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  const place = Object.assign(document.createElement("div"), { className: "grid-place" });
  const live = Object.assign(document.createElement("p"), { className: "un", id: "live", role: "status" });
  const aloud = document.querySelector("[data-aloud]");
  const LOOKS = `.grid-place [role=gridcell] { position: fixed; width: 44px; height: 44px; margin: -22px; overflow: hidden; color: #0000; pointer-events: none; z-index: 5; }
    .grid-place [role=gridcell]:not(:focus) { clip-path: inset(50%); }
    .grid-place [role=gridcell]:focus { outline: 3px solid var(--ink); border-radius: 50%; box-shadow: 0 0 0 6px var(--page); }`;
  const sheet = new CSSStyleSheet(); // here, so that no first page carries it
  let spot = "", leaving = false, stays = false, told = table()?.dataset.at.split(".")[0];

  function rove() { // a board, a bank, cards and verbs are one stop each
    const ground = board();
    if (ground) {
      ground.tabIndex = 0;
      ground.querySelectorAll("a").forEach((link) => { link.tabIndex = -1; });
    }
    for (const group of table()?.querySelectorAll(".spread, .dock, .bank") ?? []) {
      const links = [...group.querySelectorAll("a, button")];
      if (!links.some((link) => link.tabIndex === 0 && link === document.activeElement)) links.forEach((link, n) => { link.tabIndex = n ? -1 : 0; });
    }
  }

  const link = (cell) => {
    const { x, y } = cell.dataset;
    const area = board()?.querySelector("free" in cell.dataset ? `a > circle[cx="${x}"][cy="${y}"]` : `a > use[x="${x}"][y="${y}"]`);
    return area?.parentElement;
  };

  const inside = () => document.activeElement === board() || place.contains(document.activeElement);

  async function enter() {
    const answer = await fetch(`${table().dataset.base}/grid`);
    const text = await answer.text();
    if (!answer.ok || !inside()) return; // who tabs on is not called back
    place.innerHTML = text;
    const words = place.querySelector("[role=grid]").dataset; // what Enter does, by the kind of a space
    for (const cell of place.querySelectorAll("[role=gridcell]")) {
      const does = words[link(cell)?.classList[0]];
      if (does) cell.append(`. ${does}`);
    }
    const cells = [...place.querySelectorAll("[role=gridcell]")];
    go(cells.find((cell) => cell.dataset.spot === spot) ?? cells[0]);
  }

  function go(cell) {
    if (!cell) return;
    spot = cell.dataset.spot;
    const at = new DOMPoint(Number(cell.dataset.x), Number(cell.dataset.y)).matrixTransform(board().getScreenCTM());
    cell.style.left = `${at.x}px`;
    cell.style.top = `${at.y}px`;
    cell.focus({ preventScroll: true });
  }

  function beside(cell, [dx, dy]) { // the neighbour that lies most that way
    const [x, y] = [Number(cell.dataset.x), Number(cell.dataset.y)];
    let best, most = 0.3;
    for (const number of cell.dataset.near.split(" ")) {
      const other = place.querySelector(`[data-spot="${number}"]`);
      if (!other) continue;
      const [ox, oy] = [other.dataset.x - x, other.dataset.y - y];
      const straight = (ox * dx + oy * dy) / Math.hypot(ox, oy);
      if (straight > most) [best, most] = [other, straight];
    }
    return best;
  }

  place.addEventListener("keydown", (event) => {
    const cell = event.target.closest("[role=gridcell]");
    if (!cell) return;
    if (ARROWS[event.key]) go(beside(cell, ARROWS[event.key]));
    else if (event.key === "Enter" || event.key === " ") link(cell)?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
    else {
      if (event.key === "Tab") { leaving = true; board().focus(); leaving = false; }
      return;
    }
    event.preventDefault();
  });

  document.addEventListener("focusin", ({ target }) => {
    if (target === board() && !leaving) enter();
  });

  document.addEventListener("keydown", (event) => { // along the verbs
    const group = event.target.closest?.(".spread, .dock, .bank");
    const way = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    if (!group || !way) return;
    const links = [...group.querySelectorAll("a, button")];
    const next = links[links.indexOf(event.target) + way];
    if (!next) return;
    links.forEach((other) => { other.tabIndex = other === next ? 0 : -1; });
    next.focus();
    event.preventDefault();
  });

  function tell() {
    const n = table()?.dataset.at.split(".")[0];
    if (!n || n === told) return;
    told = n;
    const parts = [...table().querySelectorAll(".result > :is(h2, p:not(.two)), #told :is(.who-did, .tag, p)")]; // how it ended, what was told
    if (!parts.length) parts.push(table().querySelector(".task .lines, .story li"));
    const words = [...parts, table().querySelector("h1")].map((part) => part?.textContent ?? "").join(" ").concat(".").replace(/\s+/g, " ").replace("..", ".").trim();
    live.textContent = words;
    if (aloud && window.speechSynthesis) speechSynthesis.speak(new SpeechSynthesisUtterance(words));
  }

  document.body.append(place, live);
  sheet.replaceSync(LOOKS);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  rove();
  document.addEventListener("htmx:before:request", ({ detail }) => { detail.ctx.there = inside(); });
  document.addEventListener("htmx:before:swap", ({ detail }) => { stays = inside() && !detail?.ctx.there; });
  document.addEventListener("htmx:after:swap", () => {
    rove();
    if (stays && !inside()) board()?.focus(); // another board came, or the answer to what was tapped before
    else if (place.contains(document.activeElement)) enter(); // the board as it is now
    else place.replaceChildren();
    tell();
  });
})();
