/**
 * Moves, alone and within sentences: a move stays on one line while there is room and reads from left to right in every
 * language.
 */

import { make } from "./element.js";

/** What looks like a move or a list of points: parts with hyphens between them and a number in it. */
const MOVE = /([0-9a-z]+(?:-[0-9a-z]+)+)/i;

/**
 * Return a move; where it is longer than a line, it breaks before a hyphen.
 * @param {string} text
 */
export function notation(text) {
  const parts = text.split("-").flatMap((part, index) => (index === 0 ? [part] : [make("wbr"), `-${part}`]));
  return make("bdi", { class: "notation", dir: "ltr" }, parts);
}

/**
 * Return a sentence, with the moves in it as such.
 * @param {string} text
 */
export function prose(text) {
  const isMove = (/** @type {string} */ part, /** @type {number} */ index) => index % 2 === 1 && /\d/.test(part);
  return text.split(MOVE).map((part, index) => (isMove(part, index) ? notation(part) : part));
}
