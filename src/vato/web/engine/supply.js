/**
 * Where the engine on this device comes from: what it is made of is fetched when it is first needed, once for each game.
 */

import { beginning, enginePart, engineSupply } from "../app/api.js";
import { language } from "../app/text.js";
import { Book } from "./book.js";
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

/**
 * Return what a game's engine is made from and where that is.
 * @param {string} game
 */
export const supplyOf = (game) => once(`supply ${game}`, () => engineSupply(game));

/**
 * Fetch a part; where it is no longer there, the server has become another, and is asked anew the next time.
 * @param {string} game
 * @param {"module" | "weights" | "known" | "book"} name
 */
const partOf = (game, name) =>
  once(`${name} ${game}`, async () => {
    const part = (await supplyOf(game))[name];
    if (!part) return null;
    return enginePart(part.url).catch((problem) => {
      kept.delete(`supply ${game}`);
      throw problem;
    });
  });

/** @param {string} game */
const moduleOf = async (game) => /** @type {ArrayBuffer} */ (await partOf(game, "module"));

/**
 * Return what an engine is made from.
 * @param {string} game
 * @param {boolean} informed whether it shall know what is known exactly
 * @returns {Promise<import("./thinker.js").Parts>}
 */
export async function partsOf(game, informed) {
  const [module, weights, known] = await Promise.all([
    moduleOf(game),
    partOf(game, "weights"),
    informed ? partOf(game, "known") : null,
  ]);
  return { module, weights: new Uint8Array(/** @type {ArrayBuffer} */ (weights)), known: known && new Uint8Array(known) };
}

/**
 * Return the opening book of a game; null if it has none.
 * @param {string} game
 */
export const bookOf = (game) =>
  once(`pages ${game}`, async () => {
    const book = await partOf(game, "book");
    return book && new Book(book);
  });

/** The engine that is there, of one game: it has a good part of a device's memory. */
let current = { game: "", informed: false, thinker: /** @type {Promise<Thinker> | null} */ (null) };

/**
 * Return the engine of a game, in place of another's.
 * @param {string} game
 * @param {boolean} informed whether it must know what is known exactly; it may, anyway
 * @returns {Promise<Thinker>}
 */
export function thinkerFor(game, informed) {
  if (current.thinker && current.game === game && (current.informed || !informed)) return current.thinker;
  void current.thinker?.then((old) => old.close()).catch(() => {});
  const thinker = partsOf(game, informed).then((parts) => Thinker.of(parts));
  current = { game, informed, thinker };
  thinker.catch(() => {
    if (current.thinker === thinker) current = { game: "", informed: false, thinker: null };
  });
  return thinker;
}

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
const madeFrom = async (subject) => positionsAt(subject.game, await beginning(subject));

/**
 * Return the positions of a game from where it begins in the words of its compiled code.
 * @param {string} game
 * @param {import("../app/wire").Beginning} start
 */
export const positionsAt = async (game, start) => new Positions(await machineOf(game), start);
