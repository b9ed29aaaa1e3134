// Files that outlive the page. Each lies in the browser's own file system (OPFS), and in a folder of Python's under its
// name: a write goes straight through, `fsync` returns when the phone has it, and no other worker can have the file.
// Where the browser has none they lie in memory, and what a request changed goes to IndexedDB as a whole before its answer.

const PATIENCE = 10000; // the worker before this one may still hold a file
const PAUSE = 20;
const FULL = 51; // ENOSPC, as Python's C library numbers it

async function held(folder, name) {
  const file = await folder.getFileHandle(name, { create: true });
  for (const until = performance.now() + PATIENCE; ;) {
    try {
      return await file.createSyncAccessHandle();
    } catch (taken) {
      if (performance.now() > until) throw taken;
      await new Promise((go) => setTimeout(go, PAUSE));
    }
  }
}

function laid(FS, path, handle) { // a file of Emscripten's whose bytes are the handle's
  FS.writeFile(path, "");
  const { node } = FS.lookupPath(path);
  const usual = node.node_ops;
  const tried = (work) => { // what the browser refuses is a full disk to Python
    try {
      return work();
    } catch {
      throw new FS.ErrnoError(FULL);
    }
  };
  Object.defineProperty(node, "usedBytes", { get: () => handle.getSize(), set() {} });
  node.node_ops = {
    ...usual,
    setattr(there, { size, ...rest }) {
      if (size !== undefined) tried(() => handle.truncate(size));
      usual.setattr(there, rest);
    },
  };
  node.stream_ops = {
    ...node.stream_ops,
    read: (stream, to, offset, length, at) => handle.read(to.subarray(offset, offset + length), { at }),
    write: (stream, from, offset, length, at) => tried(() => handle.write(from.subarray(offset, offset + length), { at })),
    fsync() { tried(() => handle.flush()); return 0; },
  };
}

async function privateFolder() {
  if (!globalThis.FileSystemSyncAccessHandle) return null;
  return navigator.storage.getDirectory().catch(() => null); // a private window may refuse
}

// IndexedDB: each file in blocks, and its size under its name.

const NAME = "companion";
const BLOCK = 16384;
const TURN = "turn"; // how often was written

function done(request, what = "success") {
  return new Promise((go, refuse) => {
    request[`on${what}`] = () => go(request.result);
    request.onerror = request.onabort = () => refuse(request.error ?? new DOMException("", "AbortError"));
  });
}

async function blocks() {
  const opening = indexedDB.open(NAME);
  opening.onupgradeneeded = () => opening.result.createObjectStore(NAME);
  return done(opening);
}

async function read(database, FS, folder, names) { // all as one moment has it
  const store = database.transaction(NAME).objectStore(NAME);
  const turn = done(store.get(TURN));
  const found = names.map((name) => Promise.all([
    done(store.get(name)),
    done(store.getAll(IDBKeyRange.bound([name, 0], [name, Infinity]))), // a file has no holes
  ]));
  const files = new Map();
  for (const [n, [size, parts]] of (await Promise.all(found)).entries()) {
    const bytes = new Uint8Array(size ?? 0);
    for (const [at, part] of parts.entries()) bytes.set(part, at * BLOCK);
    files.set(names[n], watched(FS, `${folder}/${names[n]}`, bytes));
  }
  return { turn: await turn ?? 0, files };
}

function watched(FS, path, bytes) { // a file in memory that says which of its blocks were written since
  FS.writeFile(path, bytes);
  const { node } = FS.lookupPath(path);
  const { node_ops: usual, stream_ops: ways } = node;
  const changed = new Set();
  const change = (from, to) => { for (let n = Math.floor(from / BLOCK); n * BLOCK < to; n += 1) changed.add(n); };
  node.node_ops = {
    ...usual,
    setattr(there, given) {
      const before = node.usedBytes;
      usual.setattr(there, given);
      change(Math.min(before, node.usedBytes), Math.max(before, node.usedBytes));
    },
  };
  node.stream_ops = {
    ...ways,
    write(stream, from, offset, length, at, ...more) {
      change(Math.min(at, node.usedBytes), at + length);
      return ways.write(stream, from, offset, length, at, ...more);
    },
  };
  return { node, changed };
}

async function write(database, kept) {
  if (![...kept.files.values()].some(({ changed }) => changed.size)) return;
  const whole = database.transaction(NAME, "readwrite", { durability: "strict" });
  const store = whole.objectStore(NAME);
  const turn = done(store.get(TURN));
  const ended = done(whole, "complete");
  ended.catch(() => {});
  if ((await turn ?? 0) !== kept.turn) { // the worker before wrote after this one read: another begins, and is asked again
    postMessage({ again: true });
    await new Promise(() => {});
  }
  store.put(kept.turn += 1, TURN);
  for (const [name, { node, changed }] of kept.files) {
    for (const n of changed) {
      const from = n * BLOCK;
      if (from < node.usedBytes) store.put(node.contents.slice(from, Math.min(from + BLOCK, node.usedBytes)), [name, n]);
      else store.delete([name, n]);
    }
    if (changed.size) store.put(node.usedBytes, name);
    changed.clear();
  }
  await ended;
}

// Lay files of these names into a folder of Python's. What is returned waits until the phone has all that was written.
// A phone that began without a file system of the browser's goes on so when the browser has learned it.
export async function keep(FS, folder, names) {
  FS.mkdirTree(folder);
  const begun = await indexedDB.databases?.() ?? [];
  const root = begun.some(({ name }) => name === NAME) ? null : await privateFolder();
  if (root) {
    for (const name of names) laid(FS, `${folder}/${name}`, await held(root, name));
    return async () => {};
  }
  const database = await blocks();
  const kept = await read(database, FS, folder, names);
  return () => write(database, kept);
}
