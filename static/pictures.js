// Pictures come as they come into sight, report.js with the first tap, ears.js last of all.
(() => {
  "use strict";
  const sights = new IntersectionObserver((all) => all.filter((one) => one.isIntersecting).forEach(({ target }) => {
    sights.unobserve(target);
    target.querySelectorAll("[data-href]").forEach((use) => use.setAttribute("href", use.dataset.href));
  }), { rootMargin: "300px" });
  const look = () => document.querySelectorAll("[data-href]:not([href])").forEach((use) => sights.observe(use.ownerSVGElement));
  document.addEventListener("DOMContentLoaded", look);
  document.addEventListener("htmx:after:swap", look);
  const later = (name) => function load() { import(`/static/${name}.js`).catch(() => setTimeout(load, 3000)); }; // while the house restarts
  const ears = later("ears");
  document.addEventListener("pointerdown", later("report"), { once: true });
  document.addEventListener("keydown", ears);
  document.addEventListener("DOMContentLoaded", () => setTimeout(ears, 3000));
})();
