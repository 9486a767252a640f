/**
 * Public games that have ended: what is looked for, as it stands in an address, and what the server is asked. Draws nothing.
 */

import { get } from "./api.js";

/**
 * What is looked for; what is empty does not matter. A position is a start and moves from there.
 * @typedef {object} Wanted
 * @property {string} game
 * @property {string} rules
 * @property {string} position
 * @property {string[]} moves
 * @property {string} player the name of a member
 * @property {string} opening
 * @property {"" | "first" | "second" | "drawn"} result
 */

/** A position to look for. @typedef {{game: string, rules: string, position: string}} Place */

const WORDS = /** @type {const} */ (["game", "rules", "position", "player", "opening", "result"]);

/** @param {Partial<Wanted>} wanted */
function queryOf(wanted) {
  const query = new URLSearchParams();
  for (const name of WORDS) if (wanted[name]) query.set(name, wanted[name]);
  if (wanted.moves?.length) query.set("moves", wanted.moves.join(","));
  return query;
}

/**
 * Return the address of the page that looks for games. What is looked for stands after the `#`, as that of an analysis does.
 * @param {Partial<Wanted>} wanted
 */
export function archiveAddress(wanted) {
  const text = queryOf(wanted).toString().replaceAll("%2F", "/").replaceAll("%2C", ",");
  return `/archive${text ? `#${text}` : ""}`;
}

/**
 * Read what an address looks for.
 * @param {string} hash
 * @returns {Wanted}
 */
export function readWanted(hash) {
  const query = new URLSearchParams(hash.replace(/^#/, ""));
  const of = (/** @type {string} */ name) => query.get(name) ?? "";
  return {
    game: of("game"),
    rules: of("rules"),
    position: of("position"),
    moves: of("moves").split(",").filter(Boolean),
    player: of("player"),
    opening: of("opening"),
    result: /** @type {Wanted["result"]} */ (of("result")),
  };
}

/**
 * @param {Wanted} wanted
 * @param {string | null} before where the page begins, as the one before it says
 * @returns {Promise<import("./wire").ArchivePage>}
 */
export function searchArchive(wanted, before) {
  const query = queryOf(wanted);
  if (before) query.set("before", before);
  return get(`/api/archive?${query}`);
}

/**
 * Return the address of a file with all public games, or those of one game.
 * @param {string} game
 */
export const archiveFile = (game) => `/api/archive/games.vato.gz${game ? `?${new URLSearchParams({ game })}` : ""}`;
