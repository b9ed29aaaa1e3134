// The server: Python with the application, in a worker that outlives every page. One tab has it; others wait to follow.
import { keep } from "./kept.js";
import { forget } from "./memory.js";
import { begin, plain, withPacks } from "./python.js";

const FILES = ["companion.sqlite3", "companion.sqlite3-journal", "cookies.sqlite3", "cookies.sqlite3-journal", "secret.key"];
const BEAT = 5000; // static/table.js holds a stream for dead that is silent for longer than two of them
const LANGUAGES = ["Accept-Language", navigator.languages.join(",")]; // a browser adds it on the way, and here is no way
const STARTS = 60; // seconds that a thinker may take to begin, besides its thought
const IDLE = 3000; // from the first page on, until the next start is prepared
const line = new BroadcastChannel("companion");
let python, server, written;

function asked(method, address, ...more) {
  const given = more.map((value) => python.toPy(value));
  try {
    return plain(server.answer(method, address, ...given));
  } finally {
    for (const one of given) one.destroy();
  }
}

async function answer({ from, id, method, address, headers, body }) {
  try {
    let answered = await withPacks(python, () => asked(method, address, [...headers, LANGUAGES], body));
    await written().catch((fault) => { answered = full(fault); });
    const [status, sent, bytes] = answered;
    line.postMessage({ to: from, id, status, headers: sent, body: bytes });
  } catch (fault) {
    if (/Unanswered/.test(fault.message)) return void unanswered.push({ from, id, method, address, headers, body });
    console.error(fault);
    line.postMessage({ to: from, id, status: 500, headers: [["Content-Type", "text/plain"]], body: new TextEncoder().encode(String(fault)) });
  }
  if (server.over) postMessage({ again: true });
  else if (method !== "GET") beat();
}

function full(fault) { // what is in memory is more than the phone has: nothing is kept until another worker begins with that
  written = () => Promise.reject(fault);
  postMessage({ again: true });
  return plain(server.full());
}

async function open({ from, id, address }) {
  const [status, frame] = await withPacks(python, () => plain(server.open(id, address)));
  line.postMessage({ to: from, id, status, frame });
}

function beat() { // each stream hears where its table stands
  for (const [stream, frame] of plain(server.frames())) line.postMessage({ stream, frame });
}

// Thoughts: another worker has them, so that a tap may come between a question and its answer.

let thinker;
const late = new Map(); // question to the end of its time
const unanswered = []; // requests that are asked again with each answer

function think() {
  for (const [n, module, data, seconds] of plain(server.questions())) {
    if (!thinker) {
      thinker = new Worker("/offline/thinker.js", { type: "module" });
      thinker.onmessage = ({ data: said }) => settle(said);
    }
    thinker.postMessage({ n, module, data });
    late.set(n, setTimeout(() => stop("patience"), 1000 * (seconds + STARTS)));
  }
}

function stop(cause) { // and begin another with the next question
  thinker.terminate();
  thinker = undefined;
  for (const n of [...late.keys()]) settle({ n, cause, bytes: new Uint8Array() });
}

function settle({ n, cause, bytes }) {
  clearTimeout(late.get(n));
  late.delete(n);
  next(async () => {
    const given = python.toPy(bytes);
    await withPacks(python, () => server.settle(n, cause, given));
    given.destroy();
    await written().catch(full);
    for (const request of unanswered.splice(0)) await answer(request);
    beat();
  });
}

let turn = Promise.resolve(); // one request after another
const next = (work) => { turn = turn.then(work).then(think).catch((fault) => console.error(fault)); };

line.onmessage = ({ data }) => {
  if (!server) return; // who asks hears when it is ready, and asks again
  if (data.ask) next(() => answer(data));
  else if (data.open) next(() => open(data));
  else if (data.close) next(() => server.close(data.close));
};

async function start() {
  const [begun, recalled] = await begin();
  python = begun;
  written = await keep(python.FS, "/data", FILES);
  const lasting = await navigator.storage?.persisted?.() ?? false;
  const { PhoneServer } = python.pyimport("companion.web.phone_server");
  server = await withPacks(python, () => PhoneServer(location.origin, lasting));
  await written();
  setInterval(() => next(beat), BEAT);
  line.postMessage({ ready: true, recalled });
  postMessage({ ready: true });
  if (!recalled) setTimeout(rehearse, IDLE);
}

function rehearse() { // later starts are quicker by it
  const other = new Worker("/offline/rehearse.js", { type: "module" });
  other.onmessage = () => other.terminate();
}

navigator.locks.request("companion", async () => {
  try {
    await start();
  } catch (fault) {
    if (await forget()) {
      console.warn(fault);
      return void postMessage({ again: true });
    }
    console.error(fault);
    postMessage({ fault: String(fault) });
    return;
  }
  await new Promise(() => {}); // the lock is kept until this worker ends
});
