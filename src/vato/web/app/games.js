/**
 * The games as the catalogue has them, read before the first page opens, so that any page and part has them and knows
 * what each has. What a game lacks is not offered.
 */

import { catalog } from "./api.js";

/** @typedef {import("./wire").GameEntry} GameEntry */

/** @type {GameEntry[]} */
let games = [];

/**
 * Read the catalogue.
 * @param {string} language
 */
export async function readGames(language) {
  games = (await catalog(language)).games;
}

/** Return all games, those first that are offered first. */
export const allGames = () => games;

/**
 * Return a game's entry.
 * @param {string} name
 */
export const entryOf = (name) => games.find((entry) => entry.name === name);

/**
 * Return whether a game has something beside its rules.
 * @param {string} name
 * @param {keyof GameEntry["has"]} what
 */
export const gameHas = (name, what) => entryOf(name)?.has[what] ?? false;

/**
 * Return whether any game has something beside its rules.
 * @param {keyof GameEntry["has"]} what
 */
export const anyGameHas = (what) => games.some(({ has }) => has[what]);
