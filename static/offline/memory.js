// Python's memory with the application in it, kept once for a version while nobody waits: later starts begin with it.
// It holds no table and no cookie. The file: how long its head is, its sum, the head, and the memory; the head is written last.

const VERSION = "VERSION";
const NAME = "memory";
const PAGE = 65536; // bytes before the memory, and of a part of it: one of zeros is not kept
const PATIENCE = 1000; // who held it may still be about to let it go
const PAUSE = 20;
const TRIES = 5; // a phone that lacks the room for it is not asked again and again

const words = (memory) => new Int32Array(memory.buffer, memory.byteOffset, memory.byteLength / 4);

function sum(parts) { // every word counts, and one that differs changes it for certain
  let found = 1;
  for (const part of parts) {
    const all = words(part);
    for (let n = 0; n < all.length; n += 1) found = Math.imul(found ^ all[n], 0x01000193);
  }
  return found;
}

function empty(part) {
  const all = words(part);
  for (let n = 0; n < all.length; n += 1) if (all[n]) return false;
  return true;
}

function used(memory) { // where it begins and ends not to be zeros
  const runs = [];
  for (let at = 0; at < memory.length; at += PAGE) {
    if (empty(memory.subarray(at, at + PAGE))) continue;
    if (runs.at(-1)?.[1] === at) runs.at(-1)[1] += PAGE;
    else runs.push([at, at + PAGE]);
  }
  return runs;
}

function clear(memory, runs) { // all but these; what is zero already is not touched
  let at = 0;
  for (const [from, to] of [...runs, [memory.length, memory.length]]) {
    for (; at < from; at += PAGE) {
      const part = memory.subarray(at, at + PAGE);
      if (!empty(part)) part.fill(0);
    }
    at = to;
  }
}

function head(file) { // what a file says of itself; nothing of one that is damaged or of another version
  const bytes = new Uint8Array(PAGE);
  if (file.read(bytes, { at: 0 }) !== PAGE) return {};
  const [size, found] = words(bytes);
  if (found !== sum([bytes.subarray(2 * 4)])) return {};
  const said = JSON.parse(new TextDecoder().decode(bytes.subarray(2 * 4, 2 * 4 + size)));
  return said.version === VERSION ? said : {};
}

function setHead(file, said) {
  const bytes = new Uint8Array(PAGE);
  const text = new TextEncoder().encode(JSON.stringify({ ...said, version: VERSION }));
  bytes.set(text, 2 * 4);
  words(bytes).set([text.length, sum([bytes.subarray(2 * 4)])]);
  file.write(bytes, { at: 0 });
  file.flush();
}

async function opened() { // undefined where another worker has it for longer, or the browser has no such files
  const root = await navigator.storage?.getDirectory?.().catch(() => null);
  const handle = await root?.getFileHandle(NAME, { create: true }).catch(() => null);
  for (const until = performance.now() + PATIENCE; handle?.createSyncAccessHandle && performance.now() < until;) {
    const file = await handle.createSyncAccessHandle().catch(() => null);
    if (file) return file;
    await new Promise((go) => setTimeout(go, PAUSE));
  }
  return undefined;
}

async function withFile(work) {
  const file = await opened();
  if (!file) return undefined;
  try {
    return await work(file);
  } finally {
    file.close();
  }
}

// Python as it was kept, with files that `lay` puts in place of what `packed` brings; undefined if nothing whole of this version is kept.
export const recalled = (load, lay, packed) => withFile(async (file) => {
  const said = head(file);
  if (!said.size) return undefined;
  const { default: create } = await import("./pyodide.asm.mjs");
  const restore = (Module, pack) => {
    Module.growMemory(said.size);
    lay(Module.FS, pack);
    for (const { name, handle, memory, table } of said.libraries) {
      Module.wasmTable.grow(table - Module.wasmTable.length);
      Module.memoryBase = memory;
      Module.loadDynamicLibrary(name, { global: false, nodelete: true }, {});
      Module.LDSO.loadedLibsByHandle[handle] = Module.LDSO.loadedLibsByName[name];
    }
    delete Module.memoryBase;
    const memory = Module.HEAPU8;
    clear(memory, said.runs);
    const parts = said.runs.map(([from, to]) => memory.subarray(from, to));
    let at = PAGE;
    for (const part of parts) at += file.read(part, { at });
    if (memory.length !== said.size || sum(parts) !== said.sum) throw new Error("The memory is damaged");
    return said.state;
  };
  try {
    const python = await load({
      _loadSnapshot: new Uint8Array(1),
      async createPyodideModule(settings) {
        delete settings.INITIAL_MEMORY;
        const [Module, pack] = await Promise.all([create(settings), packed]);
        Module.API.restoreSnapshot = () => restore(Module, pack);
        return Module;
      },
    });
    python._module._sqlite3_randomness(0, 0);
    return python;
  } catch (fault) {
    console.warn(fault);
    file.truncate(0);
    return undefined;
  }
});

// Keep what Python has in its memory now. It has no open file and no value of ours.
export const remember = (prepare) => withFile(async (file) => {
  const { size, tries = 0 } = head(file);
  if (size || tries === TRIES) return;
  file.truncate(0);
  setHead(file, { tries: tries + 1 });
  const { _api, _module: Module } = await prepare();
  if (Module.FS.streams.filter(Boolean).length > 3) throw new Error("A file is open");
  const libraries = Object.entries(Module.LDSO.loadedLibsByHandle).filter(([handle]) => Number(handle)).map(([handle, { name }]) => {
    const at = Number(handle) >>> 2; // a dso of Emscripten's: flags, its memory and how much, its table and how much
    return { name, handle: Number(handle), memory: Module.HEAPU32[at + 3], table: Module.HEAPU32[at + 5] };
  });
  const state = _api.serializeHiwireState();
  const memory = Module.HEAPU8;
  const runs = used(memory);
  const parts = runs.map(([from, to]) => memory.subarray(from, to));
  let at = PAGE;
  for (const part of parts) at += file.write(part, { at });
  setHead(file, { size: memory.length, sum: sum(parts), runs, libraries, state });
});

// Forget it, as a start with it failed. True if there was one.
export const forget = () => withFile((file) => {
  const { size } = head(file);
  file.truncate(0);
  return Boolean(size);
});
