/**
 * Where the engine on this device comes from: what it is made of is fetched when it is first needed. Says how much of it
 * has come, to who waits for it.
 */

import { beginning, enginePart, engineSupply, keptPart } from "../app/api.js";
import { entryOf } from "../app/games.js";
import { language } from "../app/text.js";
import { Book } from "./book.js";
import { compile } from "./machine.js";
import { Positions, positionMachine } from "./positions.js";
import { Thinker } from "./thinker.js";

/** What is thought about, but for the moves. @typedef {{game: string, rules: string, start: string}} Subject */
/** What is under way, in bytes as they are sent, and the part of it that has come. @typedef {{size: number, share: number}} Loading */
/** @typedef {import("../app/wire").Part} Part */

/** What is there, by a game and a name: parts of its engine, and what was made of them. @type {Map<string, Map<string, Promise<any>>>} */
const kept = new Map();

/**
 * Make something of a game once; what failed is tried again.
 * @template Made
 * @param {string} game
 * @param {string} name
 * @param {() => Promise<Made>} make
 * @returns {Promise<Made>}
 */
function once(game, name, make) {
  const mine = kept.get(game) ?? new Map();
  kept.set(game, mine);
  let made = mine.get(name);
  if (!made) {
    made = make();
    mine.set(name, made);
    made.catch(() => mine.delete(name));
  }
  return made;
}

/**
 * Forget all there is of a game: the server has become another, whose parts do not go with those of the one before.
 * @param {string} game
 */
function forget(game) {
  kept.delete(game);
  starts.clear();
  if (current.game === game) dismiss();
}

/**
 * Return what a game's engine is made from and where that is.
 * @param {string} game
 */
export const supplyOf = (game) => once(game, "supply", () => engineSupply(game));

// Fetching

/** Says `loading`, with a `Loading`, while something is fetched that the browser does not have. */
export const loading = new EventTarget();
/** What the browser has is there before this: nothing is said of it. */
const QUIET_MS = 200;

/** What is under way, and how many of its bytes have come. @type {Map<Part, number>} */
const coming = new Map();
/** @type {ReturnType<typeof setTimeout> | undefined} */
let quiet;
let isTold = false;

function tell() {
  if (!isTold) return;
  const parts = [...coming];
  const size = parts.reduce((sum, [part]) => sum + part.size, 0);
  const come = parts.reduce((sum, [part, bytes]) => sum + (part.size * bytes) / part.length, 0);
  loading.dispatchEvent(new CustomEvent("loading", { detail: { size, share: size ? come / size : 1 } }));
}

/** @param {Part} part */
async function fetched(part) {
  if (coming.size === 0) {
    quiet = setTimeout(() => {
      isTold = true;
      tell();
    }, QUIET_MS);
  }
  coming.set(part, 0);
  try {
    return await enginePart(part.url, (bytes) => {
      coming.set(part, bytes);
      tell();
    });
  } finally {
    if ([...coming].every(([each, bytes]) => each === part || bytes === each.length)) {
      coming.clear();
      clearTimeout(quiet);
      isTold = false;
    }
  }
}

/**
 * Fetch a part; null if there is none.
 * @param {string} game
 * @param {"module" | "weights" | "known" | "book"} name
 */
async function partOf(game, name) {
  const part = (await supplyOf(game))[name];
  if (!part) return null;
  return fetched(part).catch((problem) => {
    // Where it is no longer there, the next one asks the server anew what is.
    if (problem.status === 404) forget(game);
    throw problem;
  });
}

/** @param {string} game */
const moduleOf = (game) => once(game, "module", async () => /** @type {ArrayBuffer} */ (await partOf(game, "module")));

/**
 * Return what an engine is made from. It is large, so that who has made one has to let it go; the browser keeps it.
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
  once(game, "book", async () => {
    const book = await partOf(game, "book");
    return book && new Book(book);
  });

// The engine

const NOBODY = { game: "", informed: false, thinker: /** @type {Promise<Thinker> | null} */ (null) };
/** The engine that is there, of one game: it has a good part of a device's memory. */
let current = NOBODY;

function dismiss() {
  void current.thinker?.then((old) => old.close()).catch(() => {});
  current = NOBODY;
}

/**
 * Return the engine of a game, in place of another's.
 * @param {string} game
 * @param {boolean} informed whether it must know what is known exactly; it may, anyway
 * @returns {Promise<Thinker>}
 */
export function thinkerFor(game, informed) {
  if (current.thinker && current.game === game && (current.informed || !informed)) return current.thinker;
  dismiss();
  const thinker = partsOf(game, informed).then((parts) => Thinker.of(parts));
  current = { game, informed, thinker };
  const drop = () => {
    if (current.thinker === thinker) current = NOBODY;
  };
  thinker.then((made) => (made.onBroken = drop), drop);
  return thinker;
}

/**
 * Make the engine of a game ready for who may soon ask it something, if all of it is on this device: nothing is fetched that
 * nobody has asked for.
 * @param {Subject} subject
 */
export async function prepare(subject) {
  const { game } = subject;
  const [{ module, weights, known }, { informed }] = await Promise.all([supplyOf(game), positionsFrom(subject)]);
  const parts = [module, weights, informed ? known : null].flatMap((part) => (part ? [part.url] : []));
  if (current.game === game || !(await Promise.all(parts.map(keptPart))).every(Boolean)) return;
  await (await thinkerFor(game, informed)).wake();
}

// Positions

/** @param {string} game */
const machineOf = (game) =>
  once(game, "machine", async () => positionMachine(await compile(await moduleOf(game), false)));

/** The starts that were asked for last, with what follows from them. @type {Map<string, Promise<Positions>>} */
const starts = new Map();
const MOST_STARTS = 4;

/**
 * Return the positions of a game from a start.
 * @param {Subject} subject
 * @returns {Promise<Positions>}
 */
export function positionsFrom(subject) {
  const { game, rules } = subject;
  // Who was given no start means the usual one, which others ask for by its position: both shall have the same.
  const start = subject.start || entryOf(game)?.starts.find((each) => each.rules === rules)?.position || "";
  const name = JSON.stringify([language(), game, rules, start]);
  const known = starts.get(name) ?? beginning({ game, rules, start }).then((begin) => positionsAt(game, begin));
  starts.delete(name);
  starts.set(name, known);
  const [oldest = ""] = starts.keys();
  if (starts.size > MOST_STARTS) starts.delete(oldest);
  known.catch(() => starts.delete(name));
  return known;
}

/**
 * Return the positions of a game from where it begins in the words of its compiled code.
 * @param {string} game
 * @param {import("../app/wire").Beginning} start
 */
export async function positionsAt(game, start) {
  // Its words are those of one module, and mean something else to another.
  if ((await supplyOf(game)).module.url !== start.module) forget(game);
  if ((await supplyOf(game)).module.url !== start.module) throw new Error("The server has become another.");
  return new Positions(await machineOf(game), start);
}
