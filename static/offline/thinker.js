// Thinks beside the server, so that no tap waits: it answers one question after another and keeps nothing.
import { begin, plain, withPacks } from "./python.js";

const begun = begin();

async function answer({ n, module, data }) {
  const [python] = await begun;
  const { answer_here } = python.pyimport("companion.work.process");
  const given = python.toPy(data).tobytes();
  const [cause, bytes] = await withPacks(python, () => plain(answer_here(module, given)));
  postMessage({ n, cause, bytes });
}

let turn = Promise.resolve();
onmessage = ({ data }) => { turn = turn.then(() => answer(data)).catch((fault) => {
  console.error(fault);
  postMessage({ n: data.n, cause: "fault", bytes: new Uint8Array() });
}); };
