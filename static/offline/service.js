// Between the pages and the server: every request of a page is handed to the worker that answers it. Nothing is kept
// here but files, each once for a version; so it may be ended at any time.

const NAME = `companion-${"VERSION"}`;
const SIZES = FILES; // file to its bytes by gzip, and as it is
const SHELL = "/";
const PATIENCE = 120000;
const line = new BroadcastChannel("companion");
const me = crypto.randomUUID();
const waiting = new Map(); // id to what is asked and how it is settled
const streams = new Map(); // id to the stream of a page
let last = 0;

line.onmessage = ({ data }) => {
  if (data.ready) again();
  else if (data.to === me && waiting.has(data.id)) waiting.get(data.id).settle(data);
  else if (streams.has(data.stream)) told(data);
};

function again() { // another worker answers from here on: it knows no stream, and its pages open theirs again
  for (const stream of streams.values()) stream.close();
  streams.clear();
  for (const { message } of waiting.values()) line.postMessage(message);
}

function ask(message) {
  const id = `${me} ${++last}`;
  return new Promise((settle, refuse) => {
    const end = setTimeout(() => { waiting.delete(id); refuse(new Error("No answer")); }, PATIENCE);
    const asked = { ...message, id, from: me };
    waiting.set(id, { message: asked, settle(data) { clearTimeout(end); waiting.delete(id); settle(data); } });
    line.postMessage(asked);
  });
}

// Files: fetched before this version is used.

async function fetched(name) { // a host that compresses sends it small; where it does not, ours is small
  const url = `/offline/${name}`;
  const head = await fetch(url, { method: "HEAD", cache: "no-store" });
  if (head.headers.get("Content-Encoding")) return fetch(url, { cache: "no-store" });
  const packed = await fetch(`${url}.gz`, { cache: "no-store" });
  if (!packed.ok) return fetch(url, { cache: "no-store" });
  const body = packed.headers.get("Content-Encoding") ? packed.body : packed.body.pipeThrough(new DecompressionStream("gzip"));
  return new Response(body, { headers: { "Content-Type": head.headers.get("Content-Type") } });
}

async function stored(cache, name, tell = () => {}) {
  const url = `/offline/${name}`;
  const answer = await fetched(name);
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  const parts = [];
  for (const reader = answer.body.getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    tell(value.length);
  }
  await cache.put(url, new Response(new Blob(parts), { headers: answer.headers }));
}

async function install() {
  const cache = await caches.open(NAME);
  const [sent, all] = [0, 1].map((n) => Object.values(SIZES).reduce((sum, sizes) => sum + sizes[n], 0));
  let got = 0;
  const tell = (more) => line.postMessage({ sent, part: (got += more) / all });
  await Promise.all(Object.keys(SIZES).map((name) => stored(cache, name, tell)));
  await cache.add(new Request(SHELL, { cache: "no-store" }));
  await Promise.all([...await later()].map((name) => stored(cache, name)));
}

async function later() { // what the version before fetched besides
  const names = new Set();
  for (const version of await caches.keys()) {
    for (const { url } of await (await caches.open(version)).keys()) {
      const name = /\/offline\/(.+\.zip)$/.exec(url)?.[1];
      if (name && !(name in SIZES)) names.add(name);
    }
  }
  return names;
}

addEventListener("install", (event) => event.waitUntil(install()));
addEventListener("activate", (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (name !== NAME) await caches.delete(name);
  await clients.claim();
})()));

// Requests.

async function file(url) {
  const cache = await caches.open(NAME);
  const found = await cache.match(url.pathname);
  if (found) return found;
  await stored(cache, url.pathname.slice("/offline/".length));
  return cache.match(url.pathname);
}

async function page(request, url) {
  const cache = await caches.open(NAME);
  const lasting = request.method === "GET" && url.searchParams.has("v");
  const found = lasting && await cache.match(request.url);
  if (found) return found;
  const body = request.method === "GET" || request.method === "HEAD" ? new Uint8Array() : new Uint8Array(await request.arrayBuffer());
  const message = { ask: true, method: request.method, address: url.pathname + url.search, headers: [...request.headers], body };
  const answer = response(await ask(message));
  if (lasting && answer.ok && answer.headers.get("Cache-Control")?.includes("immutable")) await cache.put(request.url, answer.clone());
  return answer;
}

function response({ status, headers, body }) {
  const sent = new Headers(headers.filter(([name]) => name.toLowerCase() !== "set-cookie"));
  if (status >= 301 && status <= 308 && sent.has("Location")) return Response.redirect(new URL(sent.get("Location"), location.origin), status);
  return new Response([204, 205, 304].includes(status) ? null : body, { status, headers: sent });
}

async function stream(url) {
  const { id, status, frame } = await ask({ open: true, address: url.pathname + url.search });
  if (status !== 200) return new Response(frame, { status });
  const body = new ReadableStream({
    start(page) { streams.set(id, page); page.enqueue(frame); },
    cancel() { streams.delete(id); line.postMessage({ close: id }); },
  });
  return new Response(body, { headers: { "Cache-Control": "no-store" } });
}

function told({ stream, frame }) {
  try {
    if (frame.length) streams.get(stream).enqueue(frame);
    else { streams.get(stream).close(); streams.delete(stream); }
  } catch { // its page is gone
    streams.delete(stream);
    line.postMessage({ close: stream });
  }
}

addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== location.origin || url.pathname === "/service.js") return;
  if (request.mode === "navigate" && request.destination === "document") event.respondWith(caches.open(NAME).then((cache) => cache.match(SHELL)));
  else if (url.pathname.startsWith("/offline/")) event.respondWith(file(url));
  else if (/^\/t\/[^/]+\/pages$/.test(url.pathname)) event.respondWith(stream(url));
  else event.respondWith(page(request, url));
});
