// What lies below, or is folded, gets its pictures as it comes into sight; without this it shows letters.
(() => {
  "use strict";
  const sights = new IntersectionObserver((all) => all.filter((one) => one.isIntersecting).forEach(({ target }) => {
    sights.unobserve(target);
    target.querySelectorAll("[data-href]").forEach((use) => use.setAttribute("href", use.dataset.href));
  }), { rootMargin: "300px" });
  const look = () => document.querySelectorAll("[data-href]:not([href])").forEach((use) => sights.observe(use.ownerSVGElement));
  document.addEventListener("DOMContentLoaded", look);
  document.addEventListener("htmx:after:swap", look);
})();
