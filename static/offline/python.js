// Python with the application, as each worker of the page begins it.
import { recalled } from "./memory.js";

const HEAD = 30; // bytes of a file's head in a ZIP, before its name
const FILE = 0x04034b50;

function lay(FS, pack) { // the files of a ZIP that packs nothing: each is a part of it, and no byte is copied
  const view = new DataView(pack);
  const words = new TextDecoder();
  let folder;
  for (let at = 0; view.getUint32(at, true) === FILE;) {
    const size = view.getUint32(at + 18, true);
    const from = at + HEAD + view.getUint16(at + 26, true);
    const path = `/${words.decode(new Uint8Array(pack, at + HEAD, from - at - HEAD))}`;
    const there = path.slice(0, path.lastIndexOf("/"));
    if (there !== folder) FS.mkdirTree(folder = there);
    at = from + view.getUint16(at + 28, true);
    FS.writeFile(path, new Uint8Array(pack, at, size), { canOwn: true });
    at += size;
  }
}

const core = () => fetch("/offline/core.zip").then((answered) => answered.arrayBuffer());

async function load(more) {
  const { loadPyodide } = await import("./pyodide.mjs");
  return loadPyodide({ indexURL: "/offline/", stdLibURL: "/offline/std.zip", env: { HOME: "/tmp", TZ: Intl.DateTimeFormat().resolvedOptions().timeZone }, ...more });
}

export async function afresh(more, packed = core()) {
  const python = await load(more);
  lay(python.FS, await packed);
  python.runPython('import sys; sys.path[:0] = ["/app", "/site"]');
  python.pyimport("companion.work.later_packs").watch();
  return python;
}

export async function begin() { // with the memory that was kept, if there is one
  const packed = core();
  const python = await recalled(load, lay, packed);
  if (!python) return [await afresh({}, packed), false];
  const { wake } = python.pyimport("companion.web.phone_memory");
  wake();
  return [python, true];
}

async function unpack(python, pack) {
  const later = python.pyimport("companion.work.later_packs");
  const answered = await fetch(`/offline/${pack}.zip`).catch(() => Response.error());
  if (!answered.ok) return later.unreached(pack);
  lay(python.FS, await answered.arrayBuffer());
  later.unpacked(pack);
}

export async function withPacks(python, work) { // what lacks a pack is done again once it is there
  for (;;) {
    try {
      return work();
    } catch (fault) {
      const pack = /Lacking: ([\w-]+)/.exec(fault.message)?.[1];
      if (!pack) throw fault;
      await unpack(python, pack);
    }
  }
}

export function plain(result) { // values of Python's as values of ours
  const values = result.toJs({ create_pyproxies: false });
  result.destroy();
  return values;
}
