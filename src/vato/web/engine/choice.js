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
  /** Asks the newest question; the server is asked, too, where this device cannot think. */
  #ask = (/** @type {Analyst | DeviceAnalyst} */ _analyst) => {};

  constructor() {
    super();
    const tell = (/** @type {any} */ { type, detail }) => this.dispatchEvent(new CustomEvent(type, { detail }));
    for (const analyst of [this.#device, this.#server]) {
      for (const type of SAID) analyst.addEventListener(type, tell);
    }
    this.#device.addEventListener("failed", () => this.#ask(this.#server));
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
    this.#choose(question, (analyst) => analyst.analyse(question));
  }

  /**
   * @param {Subject & {id: string}} game a game of mine, as it stands
   * @param {boolean} isLocal whether it is kept on this device, and the server does not know it
   */
  hint(game, isLocal) {
    this.#choose(game, (analyst) => analyst.hint(game), isLocal);
  }

  /** @param {Subject} subject */
  review(subject) {
    this.#choose(subject, (analyst) => analyst.review(subject));
  }

  /**
   * @param {Subject} subject
   * @param {(analyst: Analyst | DeviceAnalyst) => void} ask
   * @param {boolean} [here] whether nobody else can be asked
   */
  #choose({ game }, ask, here = false) {
    this.stop();
    this.#ask = ask;
    ask(here || (isHere(game) && settings.get("engine") === "device") ? this.#device : this.#server);
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
    const reached = await positionsFrom(subject)
      .then((positions) => positions.reached(moves))
      .catch(() => null);
    if (reached && !reached.scene.crowded) return reached;
  }
  return ask({ game, rules, position: start, moves });
}
