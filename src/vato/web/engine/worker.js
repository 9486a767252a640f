/**
 * A thread of the visitor's own engine. The first one leads and tells what it finds; the others, where threads can share
 * a memory, help it. See `thinker.js`, which makes them.
 */

import { assist, beginThought, deepen } from "./deepen.js";
import { Machine, newMemory } from "./machine.js";

/**
 * @typedef {{compiled: import("./machine.js").Compiled, plan: import("./machine.js").Plan, thread: number,
 *            memory: WebAssembly.Memory | null, weights: Uint8Array, known: Uint8Array | null}} Opening
 */

/**
 * @typedef {{id: number, setting: import("./machine.js").Setting, informed: boolean, clear: boolean, lines: number,
 *            depth: number | null, nodes: number | null}} Job
 */

/** @type {Machine | null} */
let machine = null;
let thread = 0;
let shared = false;

addEventListener("message", ({ data }) => {
  if ("compiled" in data) open(data);
  else if (machine) think(machine, data);
});

/** @param {Opening} opening */
function open({ compiled, plan, thread: number, memory, weights, known }) {
  thread = number;
  shared = memory !== null;
  machine = new Machine(compiled, memory ?? newMemory(plan, false), plan, thread);
  if (thread === 0) machine.furnish(weights, known);
  postMessage({ ready: true });
}

/**
 * @param {Machine} here
 * @param {Job} job
 */
function think(here, { id, setting, informed, clear, lines, depth, nodes }) {
  here.turnTo(setting, informed);
  if (clear) here.clear();
  if (thread > 0) {
    assist(here, setting.keys, 1 + ((thread - 1) % 2));
  } else {
    // Where the memory is shared, whoever asks has done so before anybody could wish to stop.
    if (!shared) beginThought(here.control, here.words.NODE_LIMIT ?? 0);
    for (const step of deepen(here, setting.keys, { lines, depth, nodes })) postMessage({ id, step });
  }
  postMessage({ id, done: true, nodes: here.nodes });
}
