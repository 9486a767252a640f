/**
 * Which exercises of which lessons, which puzzles and endings this browser has seen done, and how far the whole games of
 * lessons are. Remembers; decides nothing.
 */

import { recall, remember } from "./memory.js";

const STORED = "vato.lessons";

/** @returns {Record<string, number[]>} the numbers of the exercises done, by lesson */
function all() {
  const found = recall(STORED, /** @type {Record<string, number[]>} */ ({}));
  return found && typeof found === "object" && !Array.isArray(found) ? found : {};
}

/**
 * Return the numbers of the exercises of a lesson that are done.
 * @param {string} game
 * @param {string} lesson
 */
export function doneIn(game, lesson) {
  const done = all()[`${game}/${lesson}`];
  return new Set(Array.isArray(done) ? done : []);
}

/**
 * @param {string} game
 * @param {string} lesson
 * @param {number} exercise
 */
export function markDone(game, lesson, exercise) {
  const done = doneIn(game, lesson).add(exercise);
  remember(STORED, { ...all(), [`${game}/${lesson}`]: [...done].sort((one, other) => one - other) });
}

/**
 * Return whether all exercises of a lesson are done.
 * @param {string} game
 * @param {{name: string, exercises: number}} lesson
 */
export function isDone(game, { name, exercises }) {
  const done = doneIn(game, name);
  return Array.from({ length: exercises }, (_, number) => number).every((number) => done.has(number));
}

const WHOLE_GAMES = "vato.whole_games";

/**
 * Return the turns of the whole game of a lesson as far as it was played.
 * @param {string} game
 * @returns {string[]}
 */
export function movesOf(game) {
  const moves = recall(WHOLE_GAMES, /** @type {Record<string, string[]>} */ ({}))?.[game];
  return Array.isArray(moves) ? moves : [];
}

/**
 * @param {string} game
 * @param {string[]} moves
 */
export const keepMoves = (game, moves) =>
  remember(WHOLE_GAMES, { ...recall(WHOLE_GAMES, /** @type {Record<string, string[]>} */ ({})), [game]: moves });

/** Under what names, beside the lessons, a game's puzzles and endings are remembered. @typedef {"puzzles" | "endings"} Kind */

/**
 * Return the numbers of those that are solved or won, of so many from the first on.
 * @param {string} game
 * @param {Kind} kind
 * @param {number} first
 * @param {number} count
 */
export function solvedIn(game, kind, first, count) {
  return new Set([...doneIn(game, kind)].filter((number) => number >= first && number < first + count));
}

/**
 * @param {string} game
 * @param {Kind} kind
 * @param {number} number
 */
export const markSolved = (game, kind, number) => markDone(game, kind, number);
