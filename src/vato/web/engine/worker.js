/**
 * A thread of the visitor's own engine. The first one leads and tells what it finds; the others, where threads can share
 * a memory, help it. See `thinker.js`, which makes them.
 */

import { assist, beginThought, deepen, isSame } from "./deepen.js";
import { Machine, furnish, newPlace } from "./machine.js";

/**
 * What a thread begins with: the memory that all share or, where there is none, what goes into one of its own.
 * @typedef {{compiled: import("./machine.js").Compiled, thread: number, shared: import("./machine.js").Place | null,
 *            sizes: import("./machine.js").Sizes, weights: Uint8Array | null, known: Uint8Array | null}} Opening
 */

/**
 * @typedef {{setting: import("./machine.js").Setting, informed: boolean, clear: boolean, lines: number,
 *            depth: number | null, nodes: number | null, keeping: import("./deepen.js").Keeping | null}} Job
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
function open({ compiled, thread: number, shared: place, sizes, weights, known }) {
  thread = number;
  shared = place !== null;
  const here = place ?? newPlace(compiled.notes, sizes, false);
  if (weights) furnish(here, weights, known);
  machine = new Machine(compiled, here, thread);
  postMessage({ ready: true });
}

/**
 * @param {Machine} here
 * @param {Job} job
 */
function think(here, { setting, informed, clear, lines, depth, nodes, keeping }) {
  here.turnTo(setting, informed);
  if (clear) here.clear();
  if (thread > 0) {
    assist(here, setting.keys, 1 + ((thread - 1) % 2));
  } else {
    const known = informed ? worths(here, setting) : null;
    // Where the memory is shared, whoever asks has done so before anybody could wish to stop.
    if (!shared) beginThought(here.control, here.words);
    /** @type {import("./deepen.js").Step | null} */
    let last = null;
    for (const step of deepen(here, setting.keys, { lines, depth, nodes, keeping }, known)) {
      last = step;
      postMessage({ step });
    }
    if (last && informed) postMessage({ step: { ...last, lines: toTheEnd(here, setting, last) } });
  }
  postMessage({ done: true, nodes: here.nodes });
}

/**
 * Return lines, the first ones with the turns after them that are known to be best: the search stops at what is known.
 * @param {Machine} here
 * @param {import("./machine.js").Setting} setting
 * @param {import("./deepen.js").Step} step
 */
function toTheEnd(here, setting, { lines, known }) {
  const { LINES_LOOKED_UP, LONGEST_LINE } = here.words;
  return lines.map((line, number) => {
    const worth = known?.find(({ turn }) => isSame(turn, line.turns[0] ?? []));
    // Nor will it be known from there how far the end is.
    if (number >= LINES_LOOKED_UP || worth?.turns === null) return line;
    here.turnTo(setting, true);
    const turns = [...line.turns];
    const keys = [...setting.keys];
    const play = (/** @type {bigint[]} */ [first = 0n, second = 0n]) => {
      keys.push(here.key());
      here.play(first, second);
    };
    turns.forEach(play);
    while (turns.length < LONGEST_LINE && here.stand(BigUint64Array.from(keys)) === here.words.GOING_ON) {
      const best = worths(here, { ...setting, keys: BigUint64Array.from(keys) })?.[0];
      if (!best || best.turns === null) break;
      turns.push(best.turn);
      play(best.turn);
    }
    here.turnTo(setting, true);
    return { ...line, turns };
  });
}

/**
 * Return what is known exactly of every turn, the best first; null if that is not known of all.
 * @param {Machine} here
 * @param {import("./machine.js").Setting} setting
 * @returns {import("./deepen.js").Worth[] | null}
 */
function worths(here, { keys, winners }) {
  const { UNKNOWN, GOING_ON, WIN } = here.words;
  if (here.result() === UNKNOWN) return null;
  const { player } = here;
  const before = here.position.slice();
  const all = BigUint64Array.from([...keys, here.key()]);
  const found = here.turns().map((turn) => {
    here.play(turn[0] ?? 0n, turn[1] ?? 0n);
    const stands = here.stand(all);
    const winner = winners[stands] ?? null;
    const after = stands === GOING_ON ? here.result() : winner === null ? 0 : winner === player ? -1 : 1;
    const value = stands === GOING_ON ? here.probe() : UNKNOWN;
    here.position = before;
    const result = after === UNKNOWN ? UNKNOWN : 0 - after;
    const sooner = value === UNKNOWN || result === 0 ? null : WIN - Math.abs(value) + 1;
    const turns = stands === GOING_ON ? sooner : 1;
    return { turn, result, turns, rank: result * (FARTHEST - (turns ?? FARTHEST - 1)) };
  });
  return found.some(({ result }) => result === UNKNOWN) ? null : found.sort((one, other) => other.rank - one.rank);
}

/** More turns than any ending takes: what may take for ever is put off when losing, and avoided when winning. */
const FARTHEST = 1 << 20;
