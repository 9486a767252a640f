// node threads.mjs MODULE JOB: two threads search the first case of a job in one memory until this one stops them.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Worker, isMainThread, parentPort, workerData } from "node:worker_threads";
import { Engine, cases, compile, newMemory, readJob } from "./module.mjs";

const DEEP = 100;
const THREADS = 2;

if (isMainThread) {
  const [module, job] = process.argv.slice(2).map((path) => new Uint8Array(readFileSync(path)));
  const compiled = await compile(module, true);
  const memory = newMemory(readJob(job), true);
  const engine = new Engine(compiled, memory, readJob(job));
  engine.forget();
  const workers = Array.from(Array(THREADS).keys(), (thread) =>
    new Worker(fileURLToPath(import.meta.url), { workerData: { compiled, memory, job, thread: thread + 1 } }));
  const said = workers.map((worker) => new Promise((resolve, reject) => {
    worker.once("error", reject);
    worker.once("message", resolve);
  }));
  const words = new BigUint64Array(memory.buffer);
  const nodes = (thread) => new Engine(compiled, memory, readJob(job), thread).nodes;
  while (nodes(1) < 20_000n || nodes(2) < 20_000n) await new Promise((resolve) => setTimeout(resolve, 5));
  Atomics.store(words, engine.control / 8 + compiled.notes.words.STOP, 1n);
  console.log((await Promise.all(said)).join(" "));
} else {
  const { compiled, memory, job, thread } = workerData;
  const engine = new Engine(compiled, memory, readJob(job), thread);
  const [[, ...words]] = cases(readJob(job), compiled.notes);
  engine.set(words);
  engine.search(DEEP);
  const { CONTROL_WORDS, STOP } = compiled.notes.words;
  parentPort.postMessage(engine.at(engine.control, CONTROL_WORDS)[STOP] === 1n ? "stopped" : "ended");
}
