// The page that stays: it owns the worker that answers, and shows every other page in its frame.
const line = new BroadcastChannel("companion");
const bar = document.querySelector("progress");
const service = navigator.serviceWorker;
let worker;

const spoken = [...document.querySelectorAll("p:first-of-type [lang]")].map(({ lang }) => lang);
const language = navigator.languages.map((code) => code.slice(0, 2)).find((code) => spoken.includes(code)) ?? "en";

function say(what) {
  document.documentElement.lang = language;
  for (const words of document.querySelectorAll("p [lang]")) words.hidden = words.lang !== language || (words.dataset.says ?? what) !== what;
  bar.hidden = !["load", "start"].includes(what);
}

function serve() { // end the worker if there is one, and begin another
  worker?.terminate();
  worker = new Worker("/offline/worker.js", { type: "module" });
  worker.onmessage = ({ data }) => {
    if (data.fault) say("fault");
    if (data.again) serve();
  };
  worker.onerror = () => say("fault");
}

// A page that the browser keeps for *Back* would keep the worker, and with it the lock that the next one waits for.
addEventListener("pagehide", () => worker?.terminate());
addEventListener("pageshow", ({ persisted }) => { if (persisted && worker) serve(); });

line.onmessage = ({ data }) => {
  if (data.again && worker) serve();
  if (data.sent) {
    bar.value = data.part;
    for (const size of document.querySelectorAll(".size")) size.textContent = `${Math.ceil(data.sent / 1e6)} MB`;
  }
};

function mirror({ location: there, document: page }) { // the address bar and the tab say what the frame shows
  history.replaceState(null, "", there.pathname + there.search + there.hash);
  document.title = page.title;
}

function tapped({ target }) {
  const link = target.closest("a[href]");
  if (!link) return;
  if (link.origin === location.origin) link.removeAttribute("download"); // it would be fetched past the service worker
  else link.target = "_blank"; // a page of another site has no place in the frame
}

function show() {
  const frame = document.createElement("iframe");
  frame.title = "Companion";
  frame.hidden = true;
  frame.src = location.pathname + location.search + location.hash;
  frame.onload = () => {
    const shown = frame.contentWindow;
    if (shown.location.href === "about:blank") return;
    frame.hidden = false;
    document.getElementById("start").hidden = true;
    mirror(shown);
    shown.navigation?.addEventListener("currententrychange", () => mirror(shown)); // a page may change its own address
    shown.addEventListener("click", tapped, true);
    frame.focus();
  };
  document.body.append(frame);
}

function controlled() { // the service worker hands the requests of this page on
  return new Promise((go) => {
    if (service.controller) go();
    else service.addEventListener("controllerchange", go, { once: true });
  });
}

async function installed(registration) { // the files are there; a fault says that they could not be fetched
  const coming = registration.installing;
  if (!coming || registration.active) return;
  await new Promise((go, refuse) => {
    coming.onstatechange = () => {
      if (coming.state === "activated") go();
      if (coming.state === "redundant") refuse(new Error("redundant"));
    };
  });
}

async function start() {
  if (!service || !window.Worker || !navigator.locks) return say("old");
  say(service.controller ? "start" : "load");
  try {
    await installed(await service.register("/service.js"));
  } catch (lost) {
    console.error(lost);
    if (!service.controller) return say("lost");
  }
  await controlled();
  await navigator.storage?.persist?.(); // the server asks what came of it, and says it
  say("start");
  bar.removeAttribute("value");
  serve();
  show();
}

start();
