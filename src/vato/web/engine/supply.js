/**
 * Where the engine on this device comes from: what it is made of is fetched when it is first needed, once for each game.
 */

import { beginning, enginePart, engineSupply } from "../app/api.js";
import { compile } from "./machine.js";
import { Positions } from "./positions.js";
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

/** @param {string} game */
const thinkerFor = (game) => once(`thinker ${game}`, async () => Thinker.of(await partsOf(game)));

/**
 * Return the engine of a game.
 * @param {Subject} subject
 */
export async function engineFor(subject) {
  const { informed, outcomes } = await beginning(subject);
  return { thinker: await thinkerFor(subject.game), informed, winners: outcomes.map((outcome) => outcome?.winner ?? null) };
}

/**
 * Return the positions of a game from a start.
 * @param {Subject} subject
 */
export const positionsFrom = (subject) =>
  once(JSON.stringify([subject.game, subject.rules, subject.start]), async () => {
    const compiled = await once(`compiled ${subject.game}`, async () => compile(await moduleOf(subject.game), false));
    return new Positions(compiled, await beginning(subject));
  });
