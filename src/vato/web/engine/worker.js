/**
 * A thread of the visitor's own engine. The first one leads and tells what it finds; the others, where threads can share
 * a memory, help it. See `thinker.js`, which makes them.
 */

import { assist, beginThought, deepen, SURE, WIN } from "./deepen.js";
import { GOING_ON, Machine, newMemory, UNKNOWN } from "./machine.js";

/**
 * @typedef {{compiled: import("./machine.js").Compiled, plan: import("./machine.js").Plan, thread: number,
 *            memory: WebAssembly.Memory | null, weights: Uint8Array, known: Uint8Array | null}} Opening
 */

/**
 * @typedef {{setting: import("./machine.js").Setting, winners: (number | null)[], informed: boolean, clear: boolean, lines: number,
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
function think(here, { setting, winners, informed, clear, lines, depth, nodes }) {
  here.turnTo(setting, informed);
  if (clear) here.clear();
  if (thread > 0) {
    assist(here, setting.keys, 1 + ((thread - 1) % 2));
  } else {
    const { NODE_LIMIT = 0 } = here.words;
    const known = informed && here.probe() !== UNKNOWN ? worths(here, setting.keys, winners) : null;
    // Where the memory is shared, whoever asks has done so before anybody could wish to stop.
    if (!shared) beginThought(here.control, NODE_LIMIT);
    for (const step of deepen(here, setting.keys, { lines, depth, nodes })) postMessage({ step: { ...step, known } });
  }
  postMessage({ done: true, nodes: here.nodes });
}

/**
 * Return what each turn of a position is worth that is known exactly: to who makes it, as in a line.
 * @param {Machine} here
 * @param {BigUint64Array} keys
 * @param {(number | null)[]} winners by how a game stands
 */
function worths(here, keys, winners) {
  const before = here.position.slice();
  const all = BigUint64Array.from([...keys, here.key()]);
  const player = here.player;
  const found = here.turns().map((turn) => {
    here.play(turn[0] ?? 0n, turn[1] ?? 0n);
    const stands = here.stand(all);
    const winner = winners[stands] ?? null;
    const value = stands === GOING_ON ? further(here.probe()) : winner === null ? 0 : winner === player ? WIN - 1 : 1 - WIN;
    here.position = before;
    return { turn, value };
  });
  return found.sort((one, other) => other.value - one.value);
}

/**
 * Return what a turn is worth to who makes it, by what the position after it is worth to the other.
 * @param {number} value
 */
const further = (value) => -value + Number(value > SURE) - Number(value < -SURE);
