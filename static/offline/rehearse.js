// Once for a version, beside the server: the application starts without anybody's data, for its memory to be kept.
import { remember } from "./memory.js";
import { afresh } from "./python.js";

remember(async () => {
  const python = await afresh({ _makeSnapshot: true });
  python.globals.set("origin", location.origin);
  python.runPython("from companion.web.phone_memory import rehearse; rehearse(origin); del rehearse, origin");
  return python;
}).catch((fault) => console.warn(fault)).finally(() => postMessage({ over: true }));
