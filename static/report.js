// What this phone showed goes along with a report: the words of the table's page, kept as one leaves it.
(() => {
  "use strict";
  const field = document.querySelector("[data-shown]");
  const kept = (code) => `shown-${code}`;
  try {
    if (field) field.value = sessionStorage.getItem(kept(field.dataset.shown)) || field.value;
    else document.addEventListener("click", ({ target }) => {
      const link = target.closest("a[href*='/report']");
      if (link) sessionStorage.setItem(kept(link.pathname.split("/")[2]), document.getElementById("table").innerText.slice(0, 20000));
    }, true);
  } catch { /* a phone that keeps nothing shows what the server knows */ }
})();
