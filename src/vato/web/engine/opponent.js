/**
 * The computer as an opponent, thought out on this device: plays at a level as the server's does (`vato.engine.levels`).
 * Low levels err like people: they overlook what is hard to see, like what takes much, and misjudge positions. Only full
 * strength uses what is known exactly, what is proven, and the opening book. With the same random numbers both play the same.
 */

import { explore } from "../app/api.js";
import { bookOf, positionsFrom, supplyOf, thinkerFor } from "./supply.js";

/** @typedef {import("./supply.js").Subject} Subject @typedef {import("../app/wire").LevelTraits} Traits */

/**
 * Return how a level of a game thinks and errs, and how the computer takes its time; null if there is no such level.
 * @param {string} game
 * @param {number | null} number
 */
export async function traitsOf(game, number) {
  const { levels, pace_ms, share_of_clock } = await supplyOf(game);
  const traits = levels.find((level) => level.number === number);
  return traits ? { ...traits, pace_ms, share_of_clock } : null;
}

/**
 * What the server says that is proven: the moves that keep it, and whether a position may be worth more.
 * @typedef {{moves: string[], isOpen: boolean}} Proven
 */

/**
 * Return what is proven of the position after a line of moves, which the server knows; null if nothing is.
 * @param {Subject} subject
 * @param {string[]} moves
 * @returns {Promise<Proven | null>}
 */
export async function provenAt(subject, moves) {
  if (!(await positionsFrom(subject)).beginning.proven) return null;
  const { game, rules, start } = subject;
  const { proven, moves: told } = await explore({ game, rules, position: start, moves });
  const keeping = told.flatMap(({ move, keeps }) => (keeps ? [move] : []));
  if (!proven || keeping.length === 0) return null;
  return { moves: keeping, isOpen: proven.wins === null && proven.holds.length < 2 };
}

/**
 * Return the move that a level plays after a line of moves; null if it was stopped.
 * @param {Subject} subject
 * @param {string[]} moves
 * @param {Traits} traits
 * @param {AbortSignal} signal
 * @param {Proven | null} proven which full strength keeps to
 * @param {() => number} [random] numbers from 0 to 1, but not 1
 */
export async function choose(subject, moves, traits, signal, proven, random = Math.random) {
  const { depth, nodes, seconds, sight, error, greed, full } = traits;
  const positions = await positionsFrom(subject);
  const setting = positions.setting(moves);
  if (!setting) throw new Error(`${moves.at(-1)}?`);
  const informed = full && positions.informed;
  const [thinker, book] = await Promise.all([thinkerFor(subject.game, informed), full ? bookOf(subject.game) : null]);
  const byBook = book?.choose(subject.rules, positions, moves, random) ?? null;
  if (byBook !== null && (!proven || proven.moves.includes(byBook))) {
    const looked = await thinker.think(setting, { depth: 1, informed }, undefined, signal);
    if (!looked || signal.aborted) return null;
    if (!looked.known) return byBook; // unless more than the book is known
  }
  const seesAll = error === 0 && sight === 1;
  const lines = seesAll ? 1 : positions.words.MOST_LINES;
  const playables = positions.playables(moves);
  const kept = playables.filter(({ text }) => proven?.moves.includes(text));
  if (proven && kept.length === 0) throw new Error(`${proven.moves[0]}?`);
  const keeping = proven && { turns: kept.map(({ words }) => words), isOpen: proven.isOpen };
  const limit = { depth, nodes, seconds, informed, clear: true, lines, keeping, ...(full ? {} : { threads: 1 }) };
  const found = await thinker.think(setting, limit, undefined, signal);
  if (!found || signal.aborted) return null;
  const looks = found.lines.map(({ value, turns }) => {
    const [text = ""] = positions.texts(moves, turns.slice(0, 1));
    const [hidden = 0, taken = 0] = playables.find((each) => each.text === text)?.path.at(-1)?.subtle ?? [];
    return { text, value, hidden, taken };
  });
  if (seesAll) return looks[0]?.text ?? null;
  const noticed = looks.filter(({ hidden }) => Array.from({ length: hidden }).every(() => random() < sight));
  const considered = noticed.length > 0 ? noticed : looks.slice(-1);
  const misjudged = normals(random);
  const impressions = considered.map(({ text, value, taken }) => ({
    text,
    rank: value + greed * taken + error * Number(misjudged.next().value),
  }));
  return impressions.sort((one, other) => other.rank - one.rank)[0]?.text ?? null;
}

/**
 * Yield numbers of the normal distribution, with a mean of 0 and a deviation of 1: two from each two, as Python has it.
 * @param {() => number} random
 */
function* normals(random) {
  for (;;) {
    const angle = 2 * Math.PI * random();
    const radius = Math.sqrt(-2 * Math.log(1 - random()));
    yield Math.cos(angle) * radius;
    yield Math.sin(angle) * radius;
  }
}
