// A tap on the score form counts in the form at once: the next tap need not wait for the answer to it.
(() => {
  "use strict";
  const SOON = 60; // ms: quicker taps are counted together
  let waiting;

  // An answer on its way knows nothing of what is typed or tapped now, so a later answer takes its place.
  const giveUp = () => htmx.trigger("#score", "htmx:abort");

  const pick = ({ form, name, value }) => {
    form.elements[name.replace("pick", "at")].value = value;
    for (const chip of form.elements[name]) chip.setAttribute("aria-pressed", chip.value === value);
  };

  const place = (button) => {
    const { form, name, value } = button;
    const player = name.slice("place".length);
    const chips = [...form.elements[`pick${player}`]];
    const at = chips.findIndex((chip) => chip.value === form.elements[`at${player}`].value);
    form.elements[chips[at].value + player].value = value;
    pick(chips[(at + 1) % chips.length]);
    if (at + 1 === chips.length) button.closest("fieldset").querySelector(".three input")?.select(); // the digits are next
  };

  const step = ({ dataset, parentElement }) => {
    const input = parentElement.querySelector("input");
    const { least, most } = input.dataset;
    input.value = Math.min(most, Math.max(least, Math.trunc(Number(input.value) || 0) + Number(dataset.step)));
    input.dispatchEvent(new Event("input", { bubbles: true }));
  };

  const seats = ({ form, value }) => { form.elements.players.value = value; };

  document.addEventListener("input", ({ target }) => { if (target.closest("#score")) giveUp(); });
  document.addEventListener("click", (event) => {
    const stepped = event.target.closest("#score [data-step]");
    if (stepped) step(stepped);
    const button = event.target.closest("#score button[name]");
    if (!button) return;
    event.preventDefault();
    giveUp();
    ({ pick, place, seats })[button.name.replace(/[0-9]+$/, "")](button);
    clearTimeout(waiting);
    waiting = setTimeout(() => button.form.requestSubmit(), SOON);
  });
})();
