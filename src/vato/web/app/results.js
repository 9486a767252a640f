/**
 * How a game ended, as it is said to whoever looks at it.
 */

import { sentence, t } from "./text.js";

/** @typedef {import("./wire").Outcome} Outcome @typedef {"won" | "lost" | "drawn"} Standing */

/**
 * Return how it ended for the one player that is mine; null for a watcher, and for who plays both sides.
 * @param {Outcome} outcome
 * @param {number[]} mine
 * @returns {Standing | null}
 */
export function standing({ winner }, mine) {
  if (mine.length !== 1) return null;
  return winner === null ? "drawn" : winner === mine[0] ? "won" : "lost";
}

/**
 * Return how it ended, in a sentence to whoever looks.
 * @param {Outcome} outcome
 * @param {number[]} mine
 */
export function resultText(outcome, mine) {
  return told(standing(outcome, mine), sentence(outcome.text));
}

/**
 * Return how something ended, in a sentence to whoever it ended for.
 * @param {Standing | null} how
 * @param {string} text how it ended, as a sentence to anybody
 */
export const told = (how, text) => (how === "won" || how === "lost" ? t(`result.${how}`, { text }) : text);
