// Speak a move: the browser listens, and what it heard goes into the line, to be sent as if it was typed.
(() => {
  "use strict";
  const Listener = window.SpeechRecognition ?? window.webkitSpeechRecognition;
  const button = document.querySelector(".speak");
  if (!Listener || !button) return;
  button.hidden = false;
  button.addEventListener("click", () => {
    const listener = new Listener();
    listener.lang = document.documentElement.lang;
    listener.addEventListener("result", ({ results }) => {
      button.form.elements.line.value = results[0][0].transcript;
      button.form.requestSubmit();
    });
    listener.addEventListener("end", () => { button.disabled = false; });
    button.disabled = true;
    listener.start();
  });
})();
