// Scan the code of a seat with the camera, where the phone reads codes; its link is followed on this server.
(() => {
  "use strict";
  const button = document.querySelector(".scan");
  if (!button || !window.BarcodeDetector || !navigator.mediaDevices) return;
  button.hidden = false;
  button.addEventListener("click", async () => {
    const film = document.createElement("video");
    let stream;
    try {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
    } catch {
      button.hidden = true; // no camera, or not allowed: the letters are there
      return;
    }
    const stop = () => {
      stream.getTracks().forEach((track) => track.stop());
      film.remove();
      button.disabled = false;
    };
    button.disabled = true;
    film.playsInline = film.muted = film.autoplay = true;
    film.srcObject = stream;
    film.addEventListener("click", stop);
    button.form.append(film);
    const reader = new BarcodeDetector({ formats: ["qr_code"] });
    while (film.isConnected) {
      const found = await reader.detect(film).catch(() => []);
      for (const { rawValue } of found) {
        const link = URL.canParse(rawValue) && new URL(rawValue);
        if (link && /^\/[SWPORt]\/[\w-]+$/.test(link.pathname)) {
          stop();
          return location.assign(link.pathname);
        }
      }
      await new Promise((go) => setTimeout(go, 200));
    }
  });
})();
