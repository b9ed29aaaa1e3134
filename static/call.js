// Call whoever holds this phone, once, when the table comes to wait for them: a buzz, a tone, their colour over the
// page, and the title and icon for as long as it waits. data-call says why and since which entry.
(() => {
  "use strict";
  const table = () => document.getElementById("table");
  const off = document.querySelector("[data-off]")?.dataset.off.split(" ") ?? [];
  const may = (what) => !off.includes(what);
  const icon = document.querySelector("link[rel=icon]");
  const usual = { title: document.title, icon: icon.href };
  const BUZZ = { answer: [90, 60, 90, 60, 220] };
  const NOTES = [[0, 523.25], [0.16, 659.25]];
  let last = table()?.dataset.call, sound, resting;

  function buzz(why) {
    navigator.vibrate?.(BUZZ[why] ?? [180, 90, 180]);
  }

  async function tone() { // only a page that was touched may sound
    if (!sound) return;
    await sound.resume();
    for (const [after, pitch] of NOTES) {
      const [from, note, loud] = [sound.currentTime + 0.02 + after, sound.createOscillator(), sound.createGain()];
      note.frequency.value = pitch;
      loud.gain.setValueAtTime(0.0001, from);
      loud.gain.exponentialRampToValueAtTime(0.16, from + 0.03);
      loud.gain.exponentialRampToValueAtTime(0.0001, from + 0.7);
      note.connect(loud).connect(sound.destination);
      note.start(from);
      note.stop(from + 0.75);
    }
    rest();
  }

  function rest() { // until the next call: sound that runs on costs a phone its power
    clearTimeout(resting);
    resting = setTimeout(() => sound.suspend(), 2000);
  }

  function flash(seat) { // the stylesheet shows none of it where less motion is asked for
    const colour = Object.assign(document.createElement("div"), { className: `flash ${seat}` });
    colour.addEventListener("animationend", () => colour.remove());
    document.body.append(colour);
    setTimeout(() => colour.remove(), 2000);
  }

  function look() {
    const { call = "", callWords = "", callSeat = "" } = table()?.dataset ?? {};
    if (may("title")) {
      document.title = call ? `● ${callWords} · ${usual.title}` : usual.title;
      icon.href = call ? icon.dataset.call : usual.icon;
    }
    if (call && call !== last) ring(call.split(".")[0], callSeat);
    last = call;
  }

  function ring(why, seat) {
    if (may("buzz")) buzz(why);
    if (may("tone")) tone();
    if (!may("flash")) return;
    if (document.hidden) document.addEventListener("visibilitychange", () => flash(seat), { once: true });
    else flash(seat);
  }

  function touched() {
    if (!may("tone") || !window.AudioContext) return;
    if (!sound) sound = new AudioContext();
    sound.resume().then(rest);
    removeEventListener("click", touched);
  }

  addEventListener("click", touched);
  document.addEventListener("htmx:after:swap", look);
  new MutationObserver(look).observe(document.body, { subtree: true, attributeFilter: ["data-call"] });
  look();

  const trial = document.querySelector("[data-try]");
  if (!trial) return;
  trial.hidden = false;
  trial.addEventListener("click", () => {
    const chosen = (what) => trial.form.querySelector(`[value=${what}]`).checked;
    touched();
    if (chosen("buzz")) buzz();
    if (chosen("tone")) tone();
    if (chosen("flash")) flash("seat-0");
  });
})();
