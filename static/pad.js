// A score pad: a number that can grow no further is written, and the next cell waits for its own.
(() => {
  "use strict";
  const blank = ({ target }) => target.closest?.("input.fill");
  const cells = () => [...document.querySelectorAll(".pad .fill")];
  let sent = new Set(), waits = false; // cells whose answer is under way; true once the last cell of a round is one
  function onward(from) {
    const all = cells();
    const next = all[all.indexOf(from) + 1];
    sent.add(from.id);
    waits = !next;
    if (next) next.focus(); else from.blur();
  }
  document.addEventListener("htmx:after:swap", () => { // the answer to an earlier cell brings no new round yet
    const all = cells();
    sent = new Set(all.map((one) => one.id).filter((id) => sent.has(id)));
    const next = waits && all.find((one) => !sent.has(one.id));
    if (!next) return;
    waits = false;
    next.focus();
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
