// The editor of a set: what does not fit is tapped, and its card opens. Everything works without this.
["hashchange", "DOMContentLoaded", "click"].forEach((what) => addEventListener(what, (event) => {
  if (what === "click" && !event.target.closest(".faults a")) return;
  const card = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (card?.tagName !== "DETAILS") return;
  card.open = true;
  (card.querySelector("[aria-invalid]") || card.querySelector("input")).focus();
}));
// What does not fit is said at its field too, as soon as it is looked over.
document.addEventListener("htmx:after:swap", () => {
  const wrong = new Map([...document.querySelectorAll(".faults [data-input]")].map(({ dataset }) => [dataset.input, dataset.words]));
  for (const input of document.querySelectorAll(".entries [aria-invalid]")) {
    if (wrong.has(input.id)) continue;
    input.removeAttribute("aria-invalid");
    input.parentElement.querySelector(".mend")?.remove();
  }
  for (const [id, words] of wrong) {
    const input = document.getElementById(id);
    if (!input) continue;
    input.setAttribute("aria-invalid", "true");
    const said = input.parentElement.querySelector(".mend") || document.createElement("small");
    said.className = "mend";
    said.textContent = words;
    input.after(said);
  }
});
