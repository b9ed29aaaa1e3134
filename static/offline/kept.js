// Files that outlive the page: each lies in the browser's own file system, and in a folder of Python's under its name.
// A write goes straight through; `fsync` returns when the phone has it. A file's place can be taken by no other.

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
  const done = (work) => { // what the browser refuses is a full disk to Python
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
      if (size !== undefined) done(() => handle.truncate(size));
      usual.setattr(there, rest);
    },
  };
  node.stream_ops = {
    ...node.stream_ops,
    read: (stream, to, offset, length, at) => handle.read(to.subarray(offset, offset + length), { at }),
    write: (stream, from, offset, length, at) => done(() => handle.write(from.subarray(offset, offset + length), { at })),
    fsync() { done(() => handle.flush()); return 0; },
  };
}

// Lay files of these names into a folder of Python's.
export async function keep(FS, folder, names) {
  const root = await navigator.storage.getDirectory();
  FS.mkdirTree(folder);
  for (const name of names) laid(FS, `${folder}/${name}`, await held(root, name));
}
