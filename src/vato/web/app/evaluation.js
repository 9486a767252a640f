/**
 * What the engine's numbers mean to people: how likely the first side is to win, and how bad a move was.
 */

import { sideName } from "./names.js";
import { formatNumber, t } from "./text.js";

/** @typedef {import("./wire").Score} Score @typedef {import("./wire").Fact} Fact */

/** An advantage of so many hundredths of a stone or place wins about three times in four. */
const SCALE = 280;
const BLUNDER = 0.22;
const MISTAKE = 0.11;

/**
 * Return how likely the first side is to win, 0 to 1.
 * @param {number} value from the first side's view, in hundredths
 */
export const expectation = (value) => 1 / (1 + Math.exp(-value / SCALE));

/**
 * Return how bad it was that the expectation went from one value to another for the side that moved.
 * @param {number} before
 * @param {number} now
 * @param {number} player
 * @returns {"blunder" | "mistake" | null}
 */
export function verdict(before, now, player) {
  const lost = player === 0 ? before - now : now - before;
  if (lost >= BLUNDER) return "blunder";
  return lost >= MISTAKE ? "mistake" : null;
}

/**
 * Return how likely the first side is to win, 0 to 1, which is certain where it is known.
 * @param {Score} score
 * @param {Fact | null} [fact]
 */
export const share = (score, fact) =>
  fact ? (fact.winner === null ? 0.5 : 1 - fact.winner) : expectation(score.first_value);

/**
 * Return what a position or line is worth in short: who wins where that is known, else its score.
 * @param {Score} score
 * @param {Fact | null} fact
 * @param {string[]} sides
 */
export function worthText(score, fact, sides) {
  if (!fact || fact.turns) return scoreText(score);
  return fact.winner === null ? t("facts.draw") : t("facts.wins", { side: sideName(sides[fact.winner] ?? "") });
}

/**
 * Return a score in short, from the first side's view: +1.25, or how soon it is decided.
 * @param {Score} score
 */
function scoreText(score) {
  if (score.wins_in || score.loses_in) {
    const count = score.wins_in || score.loses_in || 0;
    return t(score.first_value > 0 ? "score.first_wins" : "score.second_wins", { count });
  }
  return formatNumber(score.first_value / 100, {
    signDisplay: "exceptZero",
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });
}
