/**
 * The lobby as the server tells it: keeps the newest state, says what somebody looks for, and says it again when the line,
 * or the server, was away for longer than that is kept. Draws nothing.
 *
 * Events: `state` (detail: the state), `paired` (detail: the game's id), `refused` (detail: one sentence), `lost`, `found`,
 * `gone` (detail: one sentence).
 */

import { recall, remember } from "./memory.js";
import { settings } from "./settings.js";
import { LastingSocket } from "./socket.js";

/** @typedef {import("./wire").LobbyState} LobbyState @typedef {import("./wire").TimeControl} TimeControl */
/** @typedef {{game: string, rules: string, clock: TimeControl | null, rated: boolean}} Wish */

const STORED = "vato.lobby";

/**
 * What was looked for last: the game, the rules by game, the clock, and whether it was to count.
 * @typedef {{game?: string, rules?: Record<string, string>, clock?: TimeControl | null, rated?: boolean}} Remembered
 */

/** @returns {Remembered} */
export const recallWish = () => recall(STORED, /** @type {Remembered} */ ({}));

/** @param {Remembered} wish */
export const rememberWish = (wish) => remember(STORED, wish);

export class Lobby extends EventTarget {
  /** @type {LobbyState | null} */
  state = null;
  #socket = new LastingSocket("/api/lobby");
  /** What is looked for, which is said again where the server has forgotten it. @type {Wish | null} */
  #wish = null;
  /** Whether the state that comes next is the first on its line. */
  #isNew = true;
  #isLost = false;
  #why = "";

  constructor() {
    super();
    this.#socket.addEventListener("open", () => {
      this.#isNew = true;
      if (this.#isLost) this.dispatchEvent(new Event("found"));
      this.#isLost = false;
    });
    this.#socket.addEventListener("lost", () => {
      this.#isLost = true;
      this.dispatchEvent(new Event("lost"));
    });
    this.#socket.addEventListener("gone", () => this.dispatchEvent(new CustomEvent("gone", { detail: this.#why })));
    this.#socket.addEventListener("message", (event) => this.#hear(/** @type {CustomEvent} */ (event).detail));
  }

  open() {
    this.#socket.open();
  }

  /** Leave; whoever leaves looks for nobody. */
  close() {
    if (this.#wish) this.stop();
    this.#socket.close();
  }

  /** @param {Wish} wish */
  seek(wish) {
    this.#wish = wish;
    this.#socket.send({ type: "seek", ...wish, name: settings.get("name") });
  }

  stop() {
    this.#wish = null;
    this.#socket.send({ type: "stop" });
  }

  /** @param {string} id of a seek */
  take(id) {
    this.#socket.send({ type: "take", seek: id, name: settings.get("name") });
  }

  /** @param {import("./wire").LobbyAnswer} message */
  #hear(message) {
    if (message.type === "still_there") this.#socket.send({ type: "here" });
    else if (message.type === "refused") this.#refuse(message.message);
    else if (message.type === "lobby") this.#take(message);
  }

  /** @param {string} why */
  #refuse(why) {
    this.#why = why;
    if (!this.state?.mine) this.#wish = null;
    this.dispatchEvent(new CustomEvent("refused", { detail: why }));
  }

  /** @param {LobbyState} state */
  #take(state) {
    this.state = state;
    if (state.game) {
      this.#wish = null;
      this.#socket.send({ type: "seen", game: state.game });
      this.dispatchEvent(new CustomEvent("paired", { detail: state.game }));
      return;
    }
    const isNew = this.#isNew;
    this.#isNew = false;
    if (state.mine) {
      const { game, rules, clock, rated } = state.mine;
      this.#wish ??= { game, rules, clock, rated };
    } else if (this.#wish && isNew) {
      this.seek(this.#wish);
      return;
    }
    this.dispatchEvent(new CustomEvent("state", { detail: state }));
  }
}
