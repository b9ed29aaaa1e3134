// Keep the screen on while a game goes on and its table is in sight. Where there is no wake lock, as on plain http, or
// it is refused, as in a battery saver, a muted film that is drawn here and now does it: its element lies behind the page.
(() => {
  "use strict";
  const root = document.documentElement;
  const off = document.querySelector("[data-off]")?.dataset.off.split(" ") ?? [];
  const wanted = () => !document.hidden && !off.includes("awake") && document.getElementById("table")?.dataset.going === "yes";
  let lock, film, drawing, asking = false;

  async function keep() {
    if (!wanted()) return release();
    if (asking || film || (lock && !lock.released)) return;
    asking = true;
    try {
      lock = await navigator.wakeLock?.request("screen").catch(() => undefined);
      if (!lock) await roll();
      root.dataset.awake = film ? "film" : "lock";
    } catch {
      release();
    }
    asking = false;
    if (!wanted()) release();
  }

  function release() {
    lock?.release().catch(() => {});
    clearInterval(drawing);
    film?.pause();
    film?.srcObject?.getTracks().forEach((track) => track.stop());
    film?.remove();
    lock = film = undefined;
    delete root.dataset.awake;
  }

  async function roll() { // a stream counts as a film at any size and without sound, so no music stops for it
    const canvas = Object.assign(document.createElement("canvas"), { width: 16, height: 16 });
    const pen = canvas.getContext("2d");
    let frame = 0;
    const draw = () => { pen.fillStyle = frame++ % 2 ? "#000" : "#111"; pen.fillRect(0, 0, 16, 16); };
    draw();
    film = Object.assign(document.createElement("video"), { className: "film", muted: true, playsInline: true, disablePictureInPicture: true });
    film.setAttribute("aria-hidden", "true");
    film.srcObject = canvas.captureStream();
    document.body.append(film);
    drawing = setInterval(draw, 1000);
    await film.play();
  }

  document.addEventListener("visibilitychange", keep);
  document.addEventListener("click", keep); // some let nothing play before the first touch
  document.addEventListener("htmx:after:swap", keep);
  addEventListener("pagehide", release);
  addEventListener("pageshow", keep);
  new MutationObserver(keep).observe(document.body, { subtree: true, attributeFilter: ["data-going"] });
  keep();
})();
