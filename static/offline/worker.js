// The server: Python with the application, in a worker that outlives every page. One tab has it; others wait to follow.
import { keep } from "./kept.js";

const FILES = ["companion.sqlite3", "companion.sqlite3-journal", "cookies.sqlite3", "cookies.sqlite3-journal", "secret.key"];
const BEAT = 5000; // static/table.js holds a stream for dead that is silent for longer than two of them
const line = new BroadcastChannel("companion");
let python, server;

async function unpack(pack) {
  const bytes = await (await fetch(`/offline/${pack}.zip`)).arrayBuffer();
  python.unpackArchive(bytes, "zip", { extractDir: "/" });
}

async function withPacks(work) { // what lacks a pack is done again once it is there
  for (;;) {
    try {
      return work();
    } catch (fault) {
      const pack = /Lacking: (\w+)/.exec(fault.message)?.[1];
      if (!pack) throw fault;
      await unpack(pack);
      python.pyimport("companion.web.phone_server").unpacked(pack);
    }
  }
}

function plain(result) { // values of Python's as values of ours
  const values = result.toJs({ create_pyproxies: false });
  result.destroy();
  return values;
}

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
    const [status, sent, bytes] = await withPacks(() => asked(method, address, headers, body));
    line.postMessage({ to: from, id, status, headers: sent, body: bytes });
  } catch (fault) {
    console.error(fault);
    line.postMessage({ to: from, id, status: 500, headers: [["Content-Type", "text/plain"]], body: new TextEncoder().encode(String(fault)) });
  }
  if (server.over) postMessage({ again: true });
  else if (method !== "GET") beat();
}

async function open({ from, id, address }) {
  const [status, frame] = await withPacks(() => plain(server.open(id, address)));
  line.postMessage({ to: from, id, status, frame });
}

function beat() { // each stream hears where its table stands
  for (const [stream, frame] of plain(server.frames())) line.postMessage({ stream, frame });
}

let turn = Promise.resolve(); // one request after another
const next = (work) => { turn = turn.then(work).catch((fault) => console.error(fault)); };

line.onmessage = ({ data }) => {
  if (!server) return; // who asks hears when it is ready, and asks again
  if (data.ask) next(() => answer(data));
  else if (data.open) next(() => open(data));
  else if (data.close) next(() => server.close(data.close));
};

async function start() {
  const { loadPyodide } = await import("./pyodide.mjs");
  const packed = fetch("/offline/core.zip").then((answered) => answered.arrayBuffer());
  python = await loadPyodide({
    indexURL: "/offline/",
    stdLibURL: "/offline/std.zip",
    env: { HOME: "/tmp", TZ: Intl.DateTimeFormat().resolvedOptions().timeZone },
  });
  python.unpackArchive(await packed, "zip", { extractDir: "/" });
  await keep(python.FS, "/data", FILES);
  python.runPython('import sys; sys.path[:0] = ["/app", "/site"]');
  const lasting = await navigator.storage.persisted();
  const { PhoneServer } = python.pyimport("companion.web.phone_server");
  server = await withPacks(() => PhoneServer(location.origin, lasting));
  setInterval(() => next(beat), BEAT);
  line.postMessage({ ready: true });
  postMessage({ ready: true });
}

navigator.locks.request("companion", async () => {
  try {
    await start();
  } catch (fault) {
    console.error(fault);
    postMessage({ fault: String(fault) });
    return;
  }
  await new Promise(() => {}); // the lock is kept until this worker ends
});
