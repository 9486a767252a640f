/**
 * The engine at the other end of a socket: analyses a position, gives a hint, reviews a game. Draws nothing.
 *
 * Events: `info` (detail: Information for the newest question), `hint`, `review_turn`, `review_done`, `refused`,
 * `lost`, `found`. After a loss the newest question is asked again; one that came too fast is asked once more. When the
 * server hangs up for good, the question is `refused` too, and the next one opens a new line.
 */

import { LastingSocket, TOO_LONG } from "./socket.js";
import { t } from "./text.js";

/** @typedef {import("./wire").AnalysisMessage} Question */

/** After so long the server has forgotten that it was asked too fast. */
const AGAIN_MS = 1500;

export class Analyst extends EventTarget {
  #socket = new LastingSocket("/api/analysis");
  #opened = false;
  #isLost = false;
  #number = 0;
  /** The question that is being answered. @type {Question | null} */
  #question = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #again;
  #askedAgain = false;

  constructor() {
    super();
    this.#socket.addEventListener("open", () => {
      if (this.#isLost) this.dispatchEvent(new Event("found"));
      this.#isLost = false;
      if (this.#question) this.#socket.send(this.#question);
    });
    this.#socket.addEventListener("gone", (event) => this.#giveUp(/** @type {CustomEvent} */ (event).detail));
    this.#socket.addEventListener("lost", () => {
      this.#isLost = true;
      this.dispatchEvent(new Event("lost"));
    });
    this.#socket.addEventListener("message", (event) => this.#hear(/** @type {CustomEvent} */ (event).detail));
  }

  close() {
    clearTimeout(this.#again);
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
   * @param {{id: string}} game
   */
  hint({ id }) {
    this.#ask({ type: "hint", game_id: id });
  }

  /** @param {{game_id: string} | {game: string, rules: string, start: string, moves: string[]}} what */
  review(what) {
    this.#ask({ type: "review", ...what });
  }

  stop() {
    const asked = this.#question !== null;
    this.#question = null;
    this.#number += 1;
    clearTimeout(this.#again);
    if (this.#opened && asked) this.#socket.send({ type: "stop" });
  }

  /** @param {Question} question */
  #ask(question) {
    this.#number += 1;
    clearTimeout(this.#again);
    this.#askedAgain = false;
    this.#question = { ...question, id: String(this.#number) };
    if (!this.#opened) {
      this.#opened = true;
      this.#socket.open();
    } else {
      this.#socket.send(this.#question);
    }
  }

  /** @param {import("./wire").AnalysisAnswer} message */
  #hear(message) {
    // An answer to an older question may still be on its way.
    if (message.id !== null && message.id !== String(this.#number)) return;
    if (message.type === "refused" && message.code === "too_fast" && this.#question && !this.#askedAgain) {
      this.#askedAgain = true;
      this.#again = setTimeout(() => this.#question && this.#socket.send(this.#question), AGAIN_MS);
      return;
    }
    const ends = ["review_done", "hint", "refused"].includes(message.type);
    if (ends || (message.type === "info" && message.done)) this.#question = null;
    this.dispatchEvent(new CustomEvent(message.type, { detail: message }));
  }

  /**
   * Drop the question: asked again, it would be turned away again.
   * @param {number} code with which the line was closed
   */
  #giveUp(code) {
    this.#opened = false;
    this.#isLost = false;
    this.#question = null;
    clearTimeout(this.#again);
    const message = code === TOO_LONG ? t("engine.too_long") : t("connection.refused");
    this.dispatchEvent(new CustomEvent("refused", { detail: { type: "refused", message } }));
  }
}
