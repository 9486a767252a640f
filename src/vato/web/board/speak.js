/**
 * The board in words, for those who hear it: what lies on a point and what can be done there. All words are keys.
 */

import { named, t } from "../app/text.js";
import * as read from "./state.js";

/** @typedef {import("./state.js").Core} Core */

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
    const strikes = ways.some(({ changes }) => changes.length > 1);
    if (ways.length) words.push(t(strikes ? "board.can_capture" : "board.can_move"));
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
  const [way] = ways;
  const others = way.changes.filter(({ from }) => from !== way.from);
  const gone = others.filter(({ to }) => !to).length;
  if (gone) return [t("board.target_takes", { count: gone })];
  return others.length ? [t("board.target_sends_back", { count: others.length })] : [t("board.target")];
}

/**
 * Return what a step did, as keys with their values: who went where, and what that did to others.
 * @param {import("../types").Step} step
 * @returns {[key: string, values?: Record<string, string | number>][]}
 */
export function stepWords({ from, to, changes }) {
  const others = changes.filter((change) => change.from !== from);
  const gone = others.filter((change) => !change.to).length;
  const mover = changes.find((change) => change.from === from);
  /** @type {[key: string, values?: Record<string, string | number>][]} */
  const parts = [["board.say.step", { from, to }]];
  if (gone) parts.push(["board.say.takes", { count: gone }]);
  if (others.length > gone) parts.push(["board.say.sends_back", { count: others.length - gone }]);
  if (mover?.home) parts.push(["board.say.home"]);
  else if (mover?.heading !== undefined) parts.push(["board.say.turned"]);
  return parts;
}

/**
 * Return keys with their values as one text.
 * @param {[key: string, values?: Record<string, string | number>][]} parts
 */
export const inWords = (parts) => parts.map(([key, values]) => t(key, values)).join(" ");
