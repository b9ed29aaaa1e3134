// One table on one phone: follow it, catch up. Everything works without this, by hand.
(() => {
  "use strict";
  const root = document.documentElement;
  const table = () => document.getElementById("table");
  const net = (state) => { root.dataset.net = state; };
  const BEAT = 12000; // the server says something every 5 s
  const LATE = 8; // seconds, then the page says how old it is
  const POLL = 2500;
  const AGAIN = 2000; // a stream that breaks is opened again
  const SIZE = 3, WINDOW = 32768, KEEPS = 5; // bytes of a frame's length, bytes deflate looks back, pages
  const LINGER = 300000; // a page out of sight listens on for so long, to call
  const NAME = fresh();
  let stream, open, watchdog, polling, retry, leaving, away = false, heard, busy = 0, fetching = false, owed = false, tries = 0, polls = 0, word = Date.now();
  let key = fresh(), latest = "-";
  const pages = new Map([["-", { text: "" }]]); // as sent last, and what had left them

  function fresh() {
    return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
  }

  const behind = () => heard && table().dataset.at && heard !== table().dataset.at;

  const soon = () => AbortSignal.timeout?.(BEAT);

  function hear(at) {
    heard = at;
    if (behind()) catchUp();
  }

  function joined(one, other) {
    const both = new Uint8Array(one.length + other.length);
    both.set(one);
    both.set(other, one.length);
    return both;
  }

  async function inflate(known, bytes) { // known lies before, not deflated
    const size = known.length, parts = [Uint8Array.of(0, size & 255, size >> 8, ~size & 255, (~size >> 8) & 255), known, bytes];
    const whole = new ReadableStream({ start(on) { parts.forEach((part) => on.enqueue(part)); on.close(); } });
    const all = await new Response(whole.pipeThrough(new DecompressionStream("deflate-raw"))).arrayBuffer();
    return new TextDecoder().decode(all.slice(size));
  }

  async function page(line, bytes) { // what is new on a page, put into the one before: companion/web/differences.py
    const [old, name, moment, apart] = line.split(" "), before = pages.get(old), had = before.text.split("<"), runs = [], gone = [];
    let at = 0, from = 0;
    const number = () => {
      let n = 0, shift = 0, byte;
      do { byte = bytes[at++]; n |= (byte & 127) << shift; shift += 7; } while (byte > 127);
      return n;
    };
    do {
      const few = bytes[at++], many = few === 255, kept = from + (many ? number() : few >> 4), come = many ? number() : few & 15;
      gone.push(...had.slice(from, kept));
      from = kept + number();
      runs.push([come, had.slice(kept, from)]);
    } while (runs.at(-1)[1].length);
    const utf8 = (words) => new TextEncoder().encode(words);
    const left = joined(before.left?.length ? before.left : utf8(before.text), utf8(gone.join("<"))).slice(-WINDOW);
    const came = (await inflate(left, bytes.subarray(at))).split("<");
    const text = runs.flatMap(([come, kept]) => [...came.splice(0, come), ...kept]).join("<");
    pages.delete(name);
    pages.set(latest = name, { text, left });
    heard = moment;
    if (apart && stream) { hush(); listen(true); }
    const [, eldest] = pages.keys();
    if (pages.size > KEEPS) pages.delete(eldest);
    return text.trim();
  }

  async function ask(address, options) {
    const mine = window.DecompressionStream ? { "X-Page": latest, "X-Stream": NAME } : {};
    const answer = await fetch(address, { ...options, headers: { ...options.headers, ...mine } });
    const told = answer.headers.get("X-Page");
    if (told) answer.text = async () => page(told, new Uint8Array(await answer.arrayBuffer()));
    return answer;
  }

  async function paint(text) {
    const main = table();
    const held = main.contains(document.activeElement);
    await htmx.swap({ text, sourceElement: main, target: main, swap: "outerMorph show:none" });
    if (held && document.activeElement === document.body) rest();
  }

  async function catchUp() {
    if (fetching || busy || away) return;
    clearTimeout(retry);
    fetching = true;
    owed = false;
    const here = location.href;
    const wanted = heard;
    let again = false;
    try {
      const answer = await ask(location.pathname + location.search, { signal: soon(), headers: { "HX-Request": "true" } });
      const text = (await answer.text()).trim();
      if (!answer.ok) throw answer.status;
      if (answer.redirected) location.assign(answer.url); // who asked for a seat was admitted
      else if (busy || location.href !== here) again = true; // a tap was quicker: its answer stands
      else {
        await paint(text);
        again = heard !== wanted && behind();
        tries = 0;
        answered(!stream ? "polling" : open ? "live" : "catching");
      }
    } catch (lost) {
      if (lost === 404 || lost === 410) return location.assign("/");
      latest = "-";
      net(navigator.onLine ? "catching" : "offline");
      retry = setTimeout(catchUp, Math.min(10000, 400 * 2 ** tries++));
    } finally {
      fetching = false;
    }
    if (again) catchUp();
  }

  async function take(frame) {
    const end = frame.indexOf(10), line = new TextDecoder().decode(frame.subarray(0, end));
    if (end + 1 === frame.length) return hear(line);
    const text = await page(line, frame.subarray(end + 1));
    if (!behind() || busy || fetching || away) return;
    await paint(text);
  }

  async function follow(answer) {
    const reader = answer.body.getReader();
    let had = new Uint8Array();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      alive();
      had = joined(had, value);
      while (had.length >= SIZE) {
        const end = SIZE + (had[0] << 16 | had[1] << 8 | had[2]);
        if (had.length < end) break;
        await take(had.subarray(SIZE, end)).catch(catchUp);
        had = had.subarray(end);
      }
    }
  }

  async function listen(again) {
    if (stream || away) return;
    const { live, base, at, says } = table().dataset;
    if (!window.DecompressionStream || (live !== "events" && !again)) return poll();
    clearTimeout(polling);
    const mine = stream = new AbortController();
    const asked = new URLSearchParams({ name: NAME, at, page: latest, path: says ? location.pathname + location.search : "" });
    watch();
    let refused = false;
    try {
      const answer = await fetch(`${base}/pages?${asked}`, { signal: mine.signal });
      refused = !answer.ok;
      if (answer.ok) await follow(answer);
    } catch { /* the line broke */ }
    if (stream !== mine) return;
    hush();
    net(navigator.onLine ? "catching" : "offline");
    if (refused) poll();
    else polling = setTimeout(listen, AGAIN, true);
  }

  function watch() {
    clearTimeout(watchdog);
    watchdog = setTimeout(() => { hush(); poll(); }, BEAT);
  }

  function alive() {
    open = true;
    answered("live");
    polls = 0;
    watch();
  }

  function answered(state) {
    word = Date.now();
    net(state);
    tellAge();
  }

  function tellAge() {
    const seconds = Math.floor((Date.now() - word) / 1000);
    const late = seconds >= LATE && root.dataset.net;
    if (late && root.dataset.net === "live") net("catching");
    const age = late ? (seconds < 120 ? `${seconds} s` : `${Math.floor(seconds / 60)} min`) : "";
    const clock = new Date(word).toTimeString().slice(0, 5);
    document.querySelectorAll(".as-of").forEach((said) => { if (said.textContent !== clock) said.textContent = clock; });
    document.querySelectorAll(".net-age").forEach((said) => { if (said.textContent !== age) said.textContent = age; });
  }

  function hush() {
    clearTimeout(watchdog);
    clearTimeout(polling);
    const ended = stream;
    stream = open = undefined;
    ended?.abort();
  }

  async function poll() {
    if (away || stream) return;
    clearTimeout(polling);
    polling = setTimeout(++polls & (polls - 1) && polls % 12 ? poll : () => listen(true), POLL); // after 1, 2, 4, 8, 12, 16, 24 …
    try {
      const answer = await fetch(`${table().dataset.base}/at`, { cache: "no-cache", signal: soon() });
      if (!answer.ok) throw answer.status;
      if (!stream) answered("polling");
      hear((await answer.text()).trim());
    } catch {
      net(navigator.onLine ? "catching" : "offline");
    }
  }

  function wake() {
    hush();
    away = false;
    listen();
    catchUp();
  }

  function seen() {
    clearTimeout(leaving);
    if (document.hidden) leaving = setTimeout(() => { away = true; hush(); }, LINGER);
    else wake();
  }

  addEventListener("online", () => { if (!away) wake(); });
  addEventListener("offline", () => net("offline"));
  addEventListener("pagehide", hush);
  addEventListener("pageshow", (event) => { if (event.persisted) wake(); });
  document.addEventListener("visibilitychange", seen);
  document.addEventListener("DOMContentLoaded", () => { if (table().dataset.live) { listen(); setInterval(tellAge, 1000); } });

  const rest = () => table().querySelector("[data-focus]")?.focus({ preventScroll: true });
  const UNSENT = "No connection: nothing was sent. Tap again when it is back.";
  const note = (words) => document.querySelector(".unsent")?.replaceChildren(words);
  document.addEventListener("htmx:config:request", ({ detail }) => { // an answer that is tapped says who, when and once
    detail.ctx.fetch = ask;
    const { request, sourceElement: tapped } = detail.ctx, { method, body } = request;
    if (tapped.getAttribute("hx-post") === "") {
      const href = tapped.getAttribute("href");
      request.action = `${href}${href.includes("?") ? "&" : "?"}now=1`;
    }
    if (method !== "POST" || !request.action.includes("/do/") || body.has("key")) return;
    const { says, at } = table().dataset;
    [...new URLSearchParams(says), ["seen", parseInt(at)], ["key", key]].forEach(([name, value]) => body.has(name) || body.set(name, value));
    if (tapped.matches(".fill")) body.set("key", `${body.get("key")}-${tapped.id}`); // one page can fill many
  });
  document.addEventListener("htmx:before:request", () => { busy++; });
  document.addEventListener("htmx:finally:request", () => {
    busy--;
    if (owed || behind()) catchUp();
  });
  document.addEventListener("htmx:error", (event) => {
    if (!event.detail.ctx?.request) return;
    note(navigator.onLine ? "That did not go through. Tap once more: it counts only once." : UNSENT);
  });
  document.addEventListener("htmx:after:request", (event) => { // an error is said, the table stays
    const { ctx } = event.detail, { response, text } = ctx;
    if (text.startsWith("<main")) ctx.select = null; // each picture of it would be looked up
    if (response.status < 400) return;
    const sorry = new DOMParser().parseFromString(text, "text/html").querySelector(".sorry [role=alert]");
    if (!sorry) return;
    event.preventDefault();
    note([...sorry.children].map((part) => part.textContent).join(". "));
  });
  document.addEventListener("htmx:before:swap", ({ detail }) => { // to take away what has the focus is slow
    const held = document.activeElement, place = held.closest("#acts, #waits");
    if (detail?.ctx.target?.contains(held) === false) return; // it stays
    if (place && (detail?.ctx.request || !detail?.ctx.text.includes(`id="${place.id}"`))) held.blur();
  });
  document.addEventListener("htmx:after:swap", (event) => {
    note("");
    key = fresh();
    const { request, target } = event.detail.ctx;
    if (!request || target?.id === "foresight") return; // only after one's own tap
    if (document.activeElement?.matches(".fill")) return; // who writes on a pad goes on in the next cell
    rest();
  });
  document.addEventListener("htmx:before:history:restore", (event) => {
    event.preventDefault();
    owed = true;
    catchUp();
  });
  const fold = (keep) => document.querySelectorAll(".menu[open], .fold-up[open]").forEach((open) => {
    if (!open.contains(keep)) open.open = false;
  });
  document.addEventListener("click", (event) => fold(event.target));
  document.addEventListener("keydown", (event) => { if (event.key === "Escape") fold(null); });

  document.addEventListener("click", (event) => { // nothing leaves the table offline
    const link = event.target.closest("a[href]");
    if (!link || event.defaultPrevented || navigator.onLine || link.hash && link.pathname === location.pathname) return;
    event.preventDefault();
    note(UNSENT);
  });

  // A long press on a piece sets it by hand.
  const LONG = 500, STILL = 10;
  let waiting, press;
  const held = () => {
    clearTimeout(waiting);
    if (!press || press.done) return;
    press.done = true;
    const address = new URL(table().dataset.byHand, location.href);
    address.searchParams.set("thing", press.thing);
    htmx.ajax("GET", address.pathname + address.search, { source: table() });
  };
  const release = () => { clearTimeout(waiting); };
  document.addEventListener("pointerdown", (event) => {
    release();
    press = undefined;
    const link = event.isPrimary && table()?.dataset.byHand && event.target.closest(".board :is(a.why, a.start)");
    if (!link) return;
    const thing = link.dataset.thing || new URLSearchParams(link.getAttribute("href").split("?")[1]).get("thing");
    press = { thing, x: event.clientX, y: event.clientY };
    waiting = setTimeout(held, LONG);
  });
  document.addEventListener("pointermove", ({ clientX, clientY }) => {
    if (press && Math.hypot(clientX - press.x, clientY - press.y) > STILL) release();
  });
  ["pointerup", "pointercancel", "scroll"].forEach((what) => addEventListener(what, release, { passive: true }));
  document.addEventListener("contextmenu", (event) => { // not the link's menu
    if (press && event.pointerType !== "mouse") { event.preventDefault(); held(); }
  });
  document.addEventListener("click", (event) => {
    if (!press?.done) return;
    press = undefined;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);

  // A greyed space says its reason and its rule in a bubble at the finger.
  const bubble = () => document.querySelector(".bubble");
  const burst = () => bubble()?.replaceChildren();
  function tell(reason, at) {
    const said = document.createElement("p");
    said.replaceChildren(...reason.cloneNode(true).childNodes);
    const rule = reason.parentElement.previousElementSibling?.cloneNode(true);
    show([said, ...(rule ? [rule] : [])], at);
  }
  function show(words, { clientX, clientY }) {
    const place = bubble();
    place.replaceChildren(...words);
    const { width, height } = place.getBoundingClientRect();
    const above = clientY > height + 24;
    place.classList.toggle("under", !above);
    place.style.left = `${Math.max(8, Math.min(clientX - width / 2, innerWidth - width - 8))}px`;
    place.style.top = `${above ? clientY - height - 16 : clientY + 20}px`;
  }
  // A tap on a new sheet may be meant for the one before.
  function unripe({ target, clientX, clientY }) {
    const acts = target.closest(".sheet")?.querySelector(".acts");
    if (!acts?.getAnimations().some((one) => one.animationName === "ripe")) return false;
    const { left, right, top, bottom } = acts.getBoundingClientRect();
    return clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
  }
  document.addEventListener("click", (event) => {
    const greyed = event.target.closest("a.dim");
    const reason = greyed && document.getElementById(decodeURIComponent(greyed.getAttribute("href").slice(1)));
    if (greyed) event.preventDefault();
    if (reason) tell(reason, event);
    else if (unripe(event)) show(["This has just changed. Tap again."], event);
    else if (!event.target.closest(".bubble")) burst();
  }, true);
  document.addEventListener("keydown", (event) => { if (event.key === "Escape") burst(); });
  document.addEventListener("htmx:after:swap", burst);
  addEventListener("scroll", burst, { passive: true });

  document.addEventListener("click", ({ target }) => { // between the least and the most
    const button = target.closest("[data-step]");
    if (!button) return;
    const [field, said] = ["[type=number]", "[role=status]"].map((what) => button.form.querySelector(what));
    if (button.dataset.step > 0) field.stepUp(); else field.stepDown();
    said.textContent = field.value;
  });
  const awake = () => import("/static/awake.js").catch(() => setTimeout(awake, 3000));
  setTimeout(awake, 3000);
})();
