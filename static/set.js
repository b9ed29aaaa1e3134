// The editor of a set: what does not fit is tapped, and its card opens. Everything works without this.
["hashchange", "DOMContentLoaded", "click"].forEach((what) => addEventListener(what, (event) => {
  if (what === "click" && !event.target.closest(".faults a")) return;
  const card = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (card?.tagName !== "DETAILS") return;
  card.open = true;
  (card.querySelector("[aria-invalid]") || card.querySelector("input")).focus();
}));
