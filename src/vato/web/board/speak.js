/**
 * The board in words, for those who hear it: what lies on a point and what can be done there. All words are keys.
 */

import { named, t } from "../app/text.js";
import * as read from "./state.js";

/** @typedef {import("./state.js").Core} Core */
/** @typedef {[key: string, values?: Record<string, string | number>]} Words */

/**
 * Return a point in words: its name, what stands there, what can be done.
 * @param {Core} core
 * @param {string} point
 */
export function describe(core, point) {
  const { state } = core;
  const piece = state.standing.get(point);
  const parts = [point];
  if (piece) parts.push(...pieceWords(core, piece));
  else parts.push(t(read.closedPoints(state).includes(point) ? "board.closed" : "board.empty"));
  parts.push(...actionWords(core, point));
  return parts.join(t("board.separator"));
}

/**
 * @param {Core} core
 * @param {import("./state.js").Standing} piece
 */
function pieceWords({ state, sides }, { player, heading, home }) {
  const side = sides[player] ?? "";
  const words = [named(`board.piece.${side}`, "") || t(player ? "board.piece.second" : "board.piece.first")];
  const pointing = [...state.standing.values()].some((other) => other.heading);
  if (home) words.push(t("board.home"));
  else if (pointing && state.view) words.push(t(`board.heading.${state.view.heading(heading)}`));
  return words;
}

/**
 * @param {Core} core
 * @param {string} point
 */
function actionWords({ state }, point) {
  const words = [];
  const start = read.origin(state);
  if (state.choice.length) {
    if (point === state.choice[0].to) words.push(t("board.in_play"));
  } else if (point === read.playing(state))
    words.push(t(read.mayStop(state) ? "board.in_play_may_stop" : "board.in_play"));
  else if (point === state.selected) words.push(t("board.selected"));
  else if (start) words.push(...targetWords(read.openFrom(state, start).filter(({ to }) => to === point)));
  else {
    const ways = read.openFrom(state, point);
    const { gone, sentBack } = struckBy(ways);
    if (ways.length) words.push(t(gone ? "board.can_capture" : sentBack ? "board.can_send_back" : "board.can_move"));
  }
  if (state.ahead?.from === point) words.push(t("board.ahead_from"));
  if (state.ahead?.to === point) words.push(t("board.ahead_to"));
  if (!state.taken.length && state.last.at(-1)?.to === point) words.push(t("board.moved_last"));
  return words;
}

/** @param {import("../types").Option[]} ways */
function targetWords(ways) {
  if (!ways.length) return [];
  if (ways.length > 1) return [t("board.target_choice")];
  const { gone, sentBack } = struckBy(ways);
  if (gone) return [t("board.target_takes", { count: gone })];
  return [sentBack ? t("board.target_sends_back", { count: sentBack }) : t("board.target")];
}

/**
 * Count the pieces that steps strike: those that leave the board, and those that begin their way again.
 * @param {import("../types").Step[]} steps
 */
function struckBy(steps) {
  const struck = steps.flatMap(({ struck = [], changes }) => changes.filter(({ from }) => struck.includes(from)));
  const sentBack = struck.filter(({ to }) => to).length;
  return { gone: struck.length - sentBack, sentBack };
}

/**
 * Return what steps did to the other player's pieces, as keys with their values.
 * @param {import("../types").Step[]} steps
 * @returns {Words[]}
 */
export function strikeWords(steps) {
  const { gone, sentBack } = struckBy(steps);
  /** @type {Words[]} */
  const parts = [];
  if (gone) parts.push(["board.say.takes", { count: gone }]);
  if (sentBack) parts.push(["board.say.sends_back", { count: sentBack }]);
  return parts;
}

/**
 * Return what a step did, as keys with their values: who went where, and what that did to others.
 * @param {import("../types").Step} step
 * @returns {Words[]}
 */
export function stepWords(step) {
  const { from, to, changes } = step;
  const mover = changes.find((change) => change.from === from);
  /** @type {Words[]} */
  const parts = [["board.say.step", { from, to }], ...strikeWords([step])];
  if (mover?.home) parts.push(["board.say.home"]);
  else if (mover?.heading !== undefined) parts.push(["board.say.turned"]);
  return parts;
}

/**
 * Return keys with their values as one text.
 * @param {Words[]} parts
 */
export const inWords = (parts) => parts.map(([key, values]) => t(key, values)).join(" ");
