/**
 * Where the engine on this device comes from: what it is made of is fetched when it is first needed, once for each game.
 */

import { beginning, enginePart, engineSupply } from "../app/api.js";
import { language } from "../app/text.js";
import { compile } from "./machine.js";
import { Positions, positionMachine } from "./positions.js";
import { Thinker } from "./thinker.js";

/** What is thought about, but for the moves. @typedef {{game: string, rules: string, start: string}} Subject */

/** @type {Map<string, Promise<any>>} */
const kept = new Map();

/**
 * Make something once; what failed is tried again.
 * @template Made
 * @param {string} name
 * @param {() => Promise<Made>} make
 * @returns {Promise<Made>}
 */
function once(name, make) {
  let made = kept.get(name);
  if (!made) {
    made = make();
    kept.set(name, made);
    made.catch(() => kept.delete(name));
  }
  return made;
}

/** Whether this browser can run an engine at all. */
export const isPossible = () => typeof WebAssembly === "object" && typeof Worker === "function";

/** @param {string} game */
const moduleOf = (game) =>
  once(`module ${game}`, async () => {
    const { module } = await engineSupply(game);
    return enginePart(module.url);
  });

/**
 * Return what an engine is made from.
 * @param {string} game
 * @returns {Promise<import("./thinker.js").Parts>}
 */
export const partsOf = (game) =>
  once(`parts ${game}`, async () => {
    const { weights, known } = await engineSupply(game);
    const bytes = async (/** @type {string} */ url) => new Uint8Array(await enginePart(url));
    const parts = [moduleOf(game), bytes(weights.url), known ? bytes(known.url) : null];
    const [module, judging, exact] = /** @type {[ArrayBuffer, Uint8Array, Uint8Array | null]} */ (await Promise.all(parts));
    return { module, weights: judging, known: exact };
  });

/**
 * Return the engine of a game.
 * @param {string} game
 */
export const thinkerFor = (game) => once(`thinker ${game}`, async () => Thinker.of(await partsOf(game)));

/** @param {string} game */
const machineOf = (game) =>
  once(`machine ${game}`, async () => positionMachine(await compile(await moduleOf(game), false)));

/** The starts that were asked for last, with what follows from them. @type {Map<string, Promise<Positions>>} */
const starts = new Map();
const MOST_STARTS = 4;

/**
 * Return the positions of a game from a start.
 * @param {Subject} subject
 * @returns {Promise<Positions>}
 */
export function positionsFrom(subject) {
  const { game, rules, start } = subject;
  const name = JSON.stringify([language(), game, rules, start]);
  const known = starts.get(name) ?? madeFrom(subject);
  starts.delete(name);
  starts.set(name, known);
  known.catch(() => starts.delete(name));
  for (const oldest of starts.keys()) {
    if (starts.size <= MOST_STARTS) break;
    starts.delete(oldest);
  }
  return known;
}

/** @param {Subject} subject */
const madeFrom = async (subject) => new Positions(await machineOf(subject.game), await beginning(subject));
