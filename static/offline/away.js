// On a server: where it is out of reach, a page of ours stands in the place of the browser's own. Nothing else is answered here.

const NAME = "away-VERSION";
const KEPT = FILES;
const AWAY = KEPT[0];

addEventListener("install", (event) => event.waitUntil((async () => {
  await (await caches.open(NAME)).addAll(KEPT);
  await skipWaiting();
})()));

addEventListener("activate", (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (name !== NAME) await caches.delete(name);
})()));

addEventListener("fetch", (event) => {
  const { request } = event;
  const { pathname, search } = new URL(request.url);
  if (request.mode === "navigate" && request.method === "GET") event.respondWith(fetch(request).catch(() => caches.match(AWAY)));
  else if (KEPT.includes(pathname + search)) event.respondWith(caches.match(request).then((kept) => kept ?? fetch(request)));
});
