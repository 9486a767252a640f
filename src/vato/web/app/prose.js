/**
 * Moves, alone and within sentences: a move stays on one line while there is room and reads from left to right in every
 * language.
 */

import { make } from "./element.js";

/** What looks like a move or a list of points: parts with hyphens between them and a number in it. */
const MOVE = /([0-9a-z]+(?:-[0-9a-z]+)+)/i;

/** The pieces of a move that are not torn apart: its first step, each further one with its hyphen, what stands between words. */
const PIECES = /\s+|[^\s-]+(?:-[^\s-]+)?|-[^\s-]*/g;

/**
 * Return a move; where a chain is longer than a line, it breaks between two steps.
 * @param {string} text
 */
export function notation(text) {
  const pieces = text.match(PIECES) ?? [];
  const parts = pieces.flatMap((piece) => {
    const whole = piece.includes("-") ? make("span", { class: "notation-step", text: piece }) : piece;
    return piece.startsWith("-") ? [make("wbr"), whole] : [whole];
  });
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
