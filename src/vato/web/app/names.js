/**
 * How things that have a name in the code are called in the user's language: games, sides, rule sets, levels, players.
 */

import { entryOf } from "./games.js";
import { formatNumber, leftToRight, named, sentence, t } from "./text.js";

/** @param {string} name */
export const gameName = (name) => named(`game.${name}`, entryOf(name)?.title ?? name);

/** @param {string} theme of puzzles */
export const themeName = (theme) => named(`puzzles.theme_${theme}`, theme);

/** @param {string} side */
export const sideName = (side) => named(`side.${side}`, sentence(side));

/** @param {string} rules may be a rule set with changes, which keeps its own writing */
export const rulesName = (rules) => named(`rules.${rules}`, rules);

/**
 * Return what a value of a set-up option is called: a side by its name, a size with its sign.
 * @param {string} value such as 9x5
 */
export const valueName = (value) =>
  /^\d+x\d+$/.test(value) ? leftToRight(value.replace("x", "\u202f×\u202f")) : sideName(value);

/**
 * Return how many of something a player has, in words.
 * @param {{name: string, label: string}} counter
 * @param {number} count
 */
export const countName = ({ name, label }, count) =>
  named(`player.count.${name}`, t("player.counted", { count, label }), { count });

/**
 * Return what a player is called: their own name, else who they are.
 * @param {import("./wire").Seat} seat
 */
export function playerName(seat) {
  if (seat.kind === "computer")
    return seat.level === null ? t("player.computer_only") : t("player.computer", { level: seat.level });
  if (seat.kind === "open") return t("player.open");
  if (seat.name) return seat.name;
  return seat.contestant === null ? sideName(seat.side) : t("player.numbered", { number: seat.contestant + 1 });
}

/**
 * Return what both players are called, to whoever looks: who plays one side and gave no name is "You".
 * @param {import("./wire").Seat[]} seats
 */
export function playerNames(seats) {
  const isOneMine = seats.filter(({ mine }) => mine).length === 1;
  return seats.map((seat) => (isOneMine && seat.mine && !seat.name ? t("player.you") : playerName(seat)));
}

const DAY_MS = 86_400_000;

/**
 * Return a time control in short: minutes and seconds, or days.
 * @param {{initial_ms: number, increment_ms?: number, delay_ms?: number, per_turn?: boolean} | null | undefined} clock
 */
export function clockName(clock) {
  if (!clock) return t("clock.none");
  if (clock.per_turn) return t("clock.per_turn", { count: clock.initial_ms / DAY_MS });
  const minutes = formatNumber(clock.initial_ms / 60_000, { maximumFractionDigits: 2 });
  if (clock.delay_ms) return t("clock.with_delay", { minutes, seconds: formatNumber(clock.delay_ms / 1000) });
  return leftToRight(`${minutes}\u202f+\u202f${formatNumber((clock.increment_ms ?? 0) / 1000)}`);
}
