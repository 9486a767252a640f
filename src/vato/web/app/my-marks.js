/**
 * Which games the user has marked, or taken from the list, in this browser. The games themselves stay where they are.
 */

import { recall, remember } from "./memory.js";

const STORED = "vato.games";
/** Beyond this many, the oldest are forgotten. */
const MOST = 2000;

/** @typedef {"marked" | "removed"} Mark */

/** @returns {Record<Mark, string[]>} */
const all = () => ({ marked: [], removed: [], ...recall(STORED, {}) });

/**
 * Return the games that have a mark.
 * @param {Mark} mark
 */
export const having = (mark) => new Set(all()[mark]);

/**
 * Give a game a mark, or take it away.
 * @param {Mark} mark
 * @param {string} id
 * @param {boolean} has
 */
export function setMark(mark, id, has) {
  const marks = all();
  const others = marks[mark].filter((other) => other !== id);
  remember(STORED, { ...marks, [mark]: has ? [...others, id].slice(-MOST) : others });
}
