// Two fingers on the board make it larger, one moves it then; the page's own zoom is left to the rest of the page.
(() => {
  "use strict";
  const MOST = 4;
  const root = document.documentElement;
  const button = () => document.querySelector(".whole-board");
  let large = 1, x = 0, y = 0, held; // how large the board is, where its corner went, and what the fingers held

  const among = (least, value, most) => Math.min(most, Math.max(least, value));
  const field = (event) => event.target.closest?.(".field");
  const middle = ([one, other = one]) => ({ x: (one.clientX + other.clientX) / 2, y: (one.clientY + other.clientY) / 2 });
  const apart = ([one, other]) => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);

  function show(board) {
    const box = getComputedStyle(board), wide = parseFloat(box.width), high = parseFloat(box.height); // as if it were not larger
    x = among(wide * (1 - large), x, 0);
    y = among(high * (1 - large), y, 0);
    root.toggleAttribute("data-zoomed", large > 1);
    for (const [name, value] of [["large", large], ["x", `${x}px`], ["y", `${y}px`], ["high", `${high}px`]]) root.style.setProperty(`--board-${name}`, value);
    if (button()) button().hidden = large === 1;
  }

  function hold(event) { // what lies under the fingers stays under them
    const board = field(event)?.querySelector(":scope > .board");
    if (!board || (event.touches.length < 2 && large === 1)) return held = undefined;
    const at = board.getBoundingClientRect(), on = middle(event.touches);
    const corner = { x: at.left - x, y: at.top - y };
    held = { board, corner, two: event.touches.length > 1, apart: event.touches.length > 1 ? apart(event.touches) : 0, large, x: (on.x - at.left) / large, y: (on.y - at.top) / large };
    if (held.two) event.preventDefault();
  }

  function move(event) {
    if (!held || held.two !== event.touches.length > 1) return;
    const on = middle(event.touches);
    event.preventDefault();
    if (held.two) large = among(1, held.large * apart(event.touches) / held.apart, MOST);
    if (large < 1.05) large = 1;
    x = on.x - held.corner.x - held.x * large;
    y = on.y - held.corner.y - held.y * large;
    show(held.board);
  }

  document.addEventListener("touchstart", hold, { passive: false });
  document.addEventListener("touchmove", move, { passive: false });
  document.addEventListener("touchend", (event) => { if (event.touches.length) hold(event); else held = undefined; }, { passive: false });
  addEventListener("resize", () => { // another height may be right now: it is let go, and kept anew
    const board = document.querySelector(".field > .board");
    if (!board || large === 1) return;
    root.removeAttribute("data-zoomed");
    show(board);
  });
  document.addEventListener("click", (event) => {
    if (!event.target.closest(".whole-board")) return;
    large = 1;
    show(document.querySelector(".field > .board"));
  });
})();
