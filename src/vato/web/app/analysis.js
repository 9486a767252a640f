/**
 * The engine at the other end of a socket: analyses a position, gives a hint, reviews a game. Draws nothing.
 *
 * Events: `info` (detail: Information for the newest question), `hint`, `review_turn`, `review_done`, `refused`,
 * `lost`, `found`. After a loss the newest question is asked again.
 */

import { LastingSocket } from "./socket.js";

export class Analyst extends EventTarget {
  #socket = new LastingSocket("/api/analysis");
  #opened = false;
  #isLost = false;
  #number = 0;
  /** The question that is being answered. @type {Record<string, unknown> | null} */
  #question = null;

  constructor() {
    super();
    this.#socket.addEventListener("open", () => {
      if (this.#isLost) this.dispatchEvent(new Event("found"));
      this.#isLost = false;
      if (this.#question) this.#socket.send(this.#question);
    });
    this.#socket.addEventListener("lost", () => {
      this.#isLost = true;
      this.dispatchEvent(new Event("lost"));
    });
    this.#socket.addEventListener("message", (event) => this.#hear(/** @type {CustomEvent} */ (event).detail));
  }

  close() {
    if (this.#opened) this.#socket.close();
    this.#opened = false;
  }

  /**
   * Analyse a position until told to stop.
   * @param {{game: string, rules: string, start: string, moves: string[], lines: number, seconds?: number}} position
   */
  analyse(position) {
    this.#ask({ type: "analyse", ...position });
  }

  /**
   * Ask for a good move in a game of mine.
   * @param {string} gameId
   */
  hint(gameId) {
    this.#ask({ type: "hint", game_id: gameId });
  }

  /** @param {{game_id: string} | {game: string, rules: string, start: string, moves: string[]}} what */
  review(what) {
    this.#ask({ type: "review", ...what });
  }

  stop() {
    this.#question = null;
    this.#number += 1;
    if (this.#opened) this.#socket.send({ type: "stop" });
  }

  /** @param {Record<string, unknown>} question */
  #ask(question) {
    this.#number += 1;
    this.#question = { ...question, id: String(this.#number) };
    if (!this.#opened) {
      this.#opened = true;
      this.#socket.open();
    } else {
      this.#socket.send(this.#question);
    }
  }

  /** @param {any} message */
  #hear(message) {
    // An answer to an older question may still be on its way.
    if (message.id !== undefined && message.id !== null && message.id !== String(this.#number)) return;
    const ended =
      message.done || message.type === "review_done" || message.type === "hint" || message.type === "refused";
    if (ended) this.#question = null;
    this.dispatchEvent(new CustomEvent(message.type, { detail: message }));
  }
}
