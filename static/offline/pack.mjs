// Run by `companion static` in Node: the browser's Python compiles what is packed for it.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";

const [runtime, tree, script] = process.argv.slice(2).map((path) => resolve(path));
const { loadPyodide } = await import(`file://${runtime}/pyodide.mjs`);
const python = await loadPyodide({ indexURL: `${runtime}/`, stdout: () => {} });
python.FS.mkdirTree("/tree");
python.mountNodeFS("/tree", tree);
python.runPython(readFileSync(script, "utf-8"));
