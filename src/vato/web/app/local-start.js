/**
 * Begins a game on this device as it was wished of the server, which could not be reached, under the same key: where the server
 * has made it after all, they are one game when they meet. Says in a sentence what cannot be had here.
 */

import { isHere } from "../engine/choice.js";
import { traitsOf } from "../engine/opponent.js";
import { bookOf, partsOf, positionsFrom } from "../engine/supply.js";
import { RequestFailed, layout } from "./api.js";
import { beginLocal, newRecord } from "./local-game.js";
import { t } from "./text.js";

/** @typedef {import("./wire").GameEntry} GameEntry @typedef {import("./choices.js").Wish} Wish */

/** @param {string} key of a sentence */
const refusal = (key) => new RequestFailed(t(key), "unreachable", 0);

/**
 * Begin a game, and return its address.
 * @param {Wish} wish of a game in which nothing is left to be drawn
 * @param {GameEntry} entry
 */
export async function createLocal(wish, entry) {
  if (wish.seats.some(({ kind }) => kind === "open")) throw refusal("offline.link");
  if (wish.contest) throw refusal("local.no_contest");
  const start = startOf(wish, entry);
  if (start === undefined) throw refusal("offline.not_kept");
  const subject = { game: entry.name, rules: wish.rules ?? "", start };
  const computer = wish.seats.find(({ kind }) => kind === "computer");
  if (!(await canPlay(subject, computer ? (computer.level ?? null) : undefined))) throw refusal("offline.not_kept");
  const seats = wish.sides === "me_second" ? wish.seats.toReversed() : wish.seats;
  return beginLocal(newRecord({ ...subject, seats, key: wish.key }));
}

/**
 * Return whether all that it takes to play is on this device.
 * @param {{game: string, rules: string, start: string}} subject
 * @param {number | null} [level] of the computer, if it plays
 */
export async function canPlay(subject, level) {
  const { game } = subject;
  if (!isHere(game)) return false;
  try {
    const positions = await positionsFrom(subject);
    await layout(positions.beginning.layout_key);
    if (level === undefined) return true;
    const traits = await traitsOf(game, level);
    if (!traits) return false;
    await Promise.all([partsOf(game, traits.full && positions.informed), traits.full && bookOf(game)]);
    return true;
  } catch {
    return false;
  }
}

/**
 * Return the position a game begins with.
 * @param {Wish} wish
 * @param {GameEntry} entry
 */
function startOf({ rules, setup = {} }, entry) {
  const isChosen = (/** @type {Record<string, string>} */ other) =>
    entry.setup.every(({ name, values }) => other[name] === (setup[name] ?? values[0]));
  return entry.starts.find((each) => each.rules === rules && isChosen(each.setup))?.position;
}
