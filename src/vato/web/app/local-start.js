/**
 * Begins a game on this device as it was wished of the server, which could not be reached: draws what is to be drawn, and
 * says in a sentence what cannot be had here.
 */

import { isHere } from "../engine/choice.js";
import { traitsOf } from "../engine/opponent.js";
import { bookOf, partsOf, positionsFrom } from "../engine/supply.js";
import { RequestFailed, layout } from "./api.js";
import { beginLocal, newRecord } from "./local-game.js";
import { t } from "./text.js";

/** @typedef {import("./wire").GameEntry} GameEntry @typedef {import("./wire").NewGame} NewGame */

/** @param {string} key of a sentence */
const refusal = (key) => new RequestFailed(t(key), "unreachable", 0);

/**
 * Begin a game, and return its address.
 * @param {NewGame} wish
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
  const meFirst = wish.sides === "draw" || !wish.sides ? Math.random() < 0.5 : wish.sides === "me_first";
  return beginLocal(newRecord({ ...subject, seats: meFirst ? wish.seats : wish.seats.toReversed() }));
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
 * Return the position a game begins with; where either side may begin and none was chosen, it is drawn.
 * @param {NewGame} wish
 * @param {GameEntry} entry
 */
function startOf({ rules, setup = {} }, entry) {
  /** @type {Record<string, string>} */
  const chosen = {};
  for (const { name, values, decides_beginner } of entry.setup) {
    const drawn = decides_beginner ? values[Math.floor(Math.random() * values.length)] : values[0];
    const wished = setup[name];
    chosen[name] = (wished && wished !== "draw" ? wished : drawn) ?? "";
  }
  const isChosen = (/** @type {Record<string, string>} */ other) => entry.setup.every(({ name }) => other[name] === chosen[name]);
  return entry.starts.find((each) => each.rules === rules && isChosen(each.setup))?.position;
}
