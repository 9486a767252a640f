/**
 * The computer as an opponent, thought out on this device: plays at a level as the server's does (`vato.engine.levels`).
 * Low levels err like people: they overlook what is hard to see, like what takes much, and misjudge positions.
 */

import { positionsFrom, supplyOf, thinkerFor } from "./supply.js";

/** @typedef {import("./supply.js").Subject} Subject @typedef {import("../app/wire").LevelTraits} Traits */

const MOST_LINES = 64;

/**
 * Return how a level of a game thinks and errs, and how long it takes at least; null if it is not played here.
 * @param {string} game
 * @param {number | null} number
 */
export async function traitsOf(game, number) {
  const { levels, pace_ms } = await supplyOf(game);
  const traits = levels.find((level) => level.number === number);
  return traits ? { ...traits, pace_ms } : null;
}

/**
 * Return the move that a level plays after a line of moves; null if it was stopped.
 * @param {Subject} subject
 * @param {string[]} moves
 * @param {Traits} traits
 * @param {AbortSignal} signal
 */
export async function choose(subject, moves, { depth, nodes, sight, error, greed }, signal) {
  const positions = await positionsFrom(subject);
  const thinker = await thinkerFor(subject.game, positions.informed);
  const setting = positions.setting(moves);
  if (!setting) throw new Error(`${moves.at(-1)}?`);
  const seesAll = error === 0 && sight === 1;
  const limit = { depth: depth || null, nodes, threads: 1, informed: false, clear: true, lines: seesAll ? 1 : MOST_LINES };
  const found = await thinker.think({ ...setting, winners: positions.winners }, limit, undefined, signal);
  if (!found || signal.aborted) return null;
  const playables = positions.playables(moves);
  const lines = found.lines.map(({ value, turns }) => {
    const [text = ""] = positions.texts(moves, turns.slice(0, 1));
    const [hidden = 0, taken = 0] = playables.find((each) => each.text === text)?.path.at(-1)?.subtle ?? [];
    return { text, value, hidden, taken };
  });
  if (seesAll) return lines[0]?.text ?? null;
  const noticed = lines.filter(({ hidden }) => Array.from({ length: hidden }).every(() => Math.random() < sight));
  const considered = noticed.length > 0 ? noticed : lines.slice(-1);
  const impressions = considered.map(({ text, value, taken }) => ({ text, rank: value + greed * taken + normal() * error }));
  return impressions.sort((one, other) => other.rank - one.rank)[0]?.text ?? null;
}

/** Return a number of the normal distribution, with a mean of 0 and a deviation of 1. */
function normal() {
  return Math.sqrt(-2 * Math.log(1 - Math.random())) * Math.cos(2 * Math.PI * Math.random());
}
