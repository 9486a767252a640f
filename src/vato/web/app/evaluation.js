/**
 * What the engine's numbers mean to people: how likely the first side is to win, and how bad a move was.
 */

import { sideName } from "./names.js";
import { formatNumber, t } from "./text.js";

/** @typedef {import("./wire").Score} Score @typedef {import("./wire").Fact} Fact */

const BLUNDER = 0.22;
const MISTAKE = 0.11;
/** Where that hardly changes any more: to make the odds so many times e worse, or to lose so many turns sooner or win later. */
const SLIP = 1.4;
const SLIP_TURNS = 6;
/** What a slip counts as. */
const SLIP_LOST = 0.06;
/** Values beyond this are wins and losses that are seen to their end, and differ by turns. */
export const DECIDED = 10_000;
/** How fast accuracy falls with what is given away: a blunder leaves a third of it. */
const STRICTNESS = 5;

/**
 * Return how likely the first side is to win, 0 to 1.
 * @param {number} value from the first side's view, in hundredths
 * @param {number} odds how many of them make the odds e times as good
 */
export const expectation = (value, odds) => 1 / (1 + Math.exp(-value / odds));

/** @typedef {"blunder" | "mistake" | "slip"} Kind how bad a turn was */
/** What each is written as. */
export const SIGNS = { blunder: "??", mistake: "?", slip: "?!" };

/**
 * What a review makes of a turn: how bad it was, what the best one was worth to the first side, whether it gave away a
 * result that was sure, how many turns sooner the end comes for who loses or later for who wins, and how accurate it was,
 * 0 to 1.
 * @typedef {{kind: Kind | null, best: number, gone: "win" | "draw" | null, hurried: number, accuracy: number}} Verdict
 */

/**
 * Return how bad a turn was. What is known exactly comes first; where it leaves the result as it is, the engine's score
 * and the distance of the end tell.
 * @param {import("./wire").ReviewTurn} said
 * @param {number} player who played it
 * @param {number} odds how many hundredths make the odds e times as good
 * @returns {Verdict}
 */
export function verdict({ first_value, loss, known_before, known }, player, odds) {
  const sign = player === 0 ? 1 : -1;
  const best = first_value + sign * loss;
  const before = known_before && resultFor(known_before, player);
  const drop = before !== null && known ? before - resultFor(known, player) : 0;
  const lost = Math.max(sign * (expectation(best, odds) - expectation(first_value, odds)), drop / 2);
  const bothSure = Math.min(best * first_value, Math.abs(best), Math.abs(first_value)) > DECIDED;
  const hurried = drop > 0 ? 0 : bothSure ? loss : hurriedBy(known_before, known, player);
  const slips = hurried >= SLIP_TURNS || (!bothSure && loss >= SLIP * odds);
  const kind = lost >= BLUNDER ? "blunder" : lost >= MISTAKE ? "mistake" : slips ? "slip" : null;
  const accuracy = Math.exp(-STRICTNESS * (kind === "slip" ? Math.max(lost, SLIP_LOST) : lost));
  return { kind, best, gone: drop > 0 ? (before === 1 ? "win" : "draw") : null, hurried, accuracy };
}

/**
 * Return 1 where a player wins, 0 for a draw, -1.
 * @param {Fact} fact
 * @param {number} player
 */
const resultFor = ({ winner }, player) => (winner === null ? 0 : winner === player ? 1 : -1);

/**
 * Return how many turns a player who loses has lost, or one who wins has wasted, where both ends are measured.
 * @param {Fact | null} before
 * @param {Fact | null} after
 * @param {number} player
 */
function hurriedBy(before, after, player) {
  if (!before || !after || before.turns === null || after.turns === null || before.winner !== after.winner) return 0;
  return Math.max(0, (before.turns - 1 - after.turns) * -resultFor(before, player));
}

/**
 * Return how likely the first side is to win, 0 to 1, which is certain where it is known.
 * @param {Score} score
 * @param {number} odds how many hundredths make the odds e times as good
 * @param {Fact | null} [fact]
 */
export const share = (score, odds, fact) =>
  fact ? (fact.winner === null ? 0.5 : 1 - fact.winner) : expectation(score.first_value, odds);

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
export function scoreText(score) {
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
