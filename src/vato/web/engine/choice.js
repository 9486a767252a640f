/**
 * Which engine thinks for the visitor, the one on this device or the server's, and what is worked out here.
 */

import { Analyst } from "../app/analysis.js";
import { reach as ask } from "../app/api.js";
import { entryOf } from "../app/games.js";
import { settings } from "../app/settings.js";
import { DeviceAnalyst } from "./device-analyst.js";
import { isPossible, positionsFrom } from "./supply.js";

/** @typedef {{game: string, rules: string, start: string, moves: string[]}} Subject */

/** What an analyst says (see `app/analysis.js`). */
const SAID = ["info", "hint", "review_turn", "review_done", "refused", "queued", "lost", "found"];

/**
 * Return whether there is an engine for a game on this device.
 * @param {string} game
 */
export const isHere = (game) => isPossible() && Boolean(entryOf(game)?.has.device);

/** Analyses, gives hints and reviews games: by the engine that the visitor has chosen, for one question at a time. */
export class ChosenAnalyst extends EventTarget {
  #device = new DeviceAnalyst();
  #server = new Analyst();

  constructor() {
    super();
    const tell = (/** @type {any} */ { type, detail }) => this.dispatchEvent(new CustomEvent(type, { detail }));
    for (const analyst of [this.#device, this.#server]) {
      for (const type of SAID) analyst.addEventListener(type, tell);
    }
  }

  close() {
    this.#device.close();
    this.#server.close();
  }

  stop() {
    this.#device.stop();
    this.#server.stop();
  }

  /** @param {Subject & {lines: number, seconds?: number}} question */
  analyse(question) {
    this.#chosen(question).analyse(question);
  }

  /** @param {Subject & {id: string}} game a game of mine, as it stands */
  hint(game) {
    this.#chosen(game).hint(game);
  }

  /** @param {Subject} subject */
  review(subject) {
    this.#chosen(subject).review(subject);
  }

  /** @param {Subject} subject */
  #chosen({ game }) {
    const [chosen, other] =
      isHere(game) && settings.get("engine") === "device" ? [this.#device, this.#server] : [this.#server, this.#device];
    other.stop();
    return chosen;
  }
}

/**
 * Return what a line of moves leads to: worked out here where that is possible, else by the server.
 * @param {{game: string, rules: string, start: string}} subject
 * @param {string[]} moves
 * @returns {Promise<import("../app/wire").Reached>}
 */
export async function reach(subject, moves) {
  const { game, rules, start } = subject;
  if (isHere(game)) {
    const positions = await positionsFrom(subject).catch(() => null);
    const reached = positions?.reached(moves);
    if (reached) return reached;
  }
  return ask({ game, rules, position: start, moves });
}
