// The editor of a set: what does not fit is tapped, and its card opens. Everything works without this.
(() => {
  "use strict";
  const open = () => {
    const card = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!card || card.tagName !== "DETAILS") return;
    card.open = true;
    card.scrollIntoView({ block: "start" });
    (card.querySelector("[aria-invalid]") || card.querySelector("input")).focus({ preventScroll: true });
  };
  addEventListener("hashchange", open);
  addEventListener("DOMContentLoaded", open);
  document.addEventListener("click", (event) => {
    const link = event.target.closest(".faults a");
    if (link && link.hash === location.hash) open();
  });
})();
