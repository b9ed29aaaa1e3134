// A score pad: a number that can grow no further is written, and the next cell waits for its own.
(() => {
  "use strict";
  const blank = ({ target }) => target.closest?.("input.fill");
  let last = false;
  function onward(from) {
    const all = [...document.querySelectorAll(".pad .fill")];
    const next = all[all.indexOf(from) + 1];
    last = !next;
    if (next) next.focus(); else from.blur();
  }
  document.addEventListener("htmx:after:swap", () => { // after the last cell of a round comes the first of the next
    if (last) document.querySelector(".pad .fill")?.focus();
    last = false;
  });
  const full = ({ value, valueAsNumber: n, min, max }) => // no digit more fits behind it
    value !== "" && (n > 0 ? n * 10 > Number(max) : n < 0 ? n * 10 < Number(min) : !value.startsWith("-"));
  document.addEventListener("input", (event) => {
    const field = blank(event);
    if (field && field.checkValidity() && full(field)) onward(field);
  });
  document.addEventListener("keydown", (event) => {
    const field = blank(event);
    if (!field || event.key !== "Enter") return;
    event.preventDefault();
    if (field.value !== "" && field.reportValidity()) onward(field);
  });
  document.addEventListener("change", (event) => { // what is no number of this line is not sent
    const field = blank(event);
    if (field && (field.value === "" || !field.reportValidity())) event.stopImmediatePropagation();
  }, true);
})();
