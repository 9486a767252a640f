/**
 * A WebSocket that comes back: reconnects with growing pauses, notices a dead line, and says when it is there.
 * Knows no message but `ping`.
 *
 * Events: `open`, `lost` (once for each loss, after a moment of grace), `message` (detail: the parsed JSON), `delay` (detail:
 * how long an answer took, in milliseconds), `gone` (detail: the close code, when the server will not have us).
 */

import { network } from "./network.js";
import { language } from "./text.js";

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 8000;
const PING_MS = 4000;
/** Whoever does not answer a ping in this time is not there; less where the browser says that there is no network. */
const ANSWER_MS = 5000;
const HASTY_ANSWER_MS = 1500;
/** Shorter losses are not worth a word. */
const GRACE_MS = 700;
/** A line that takes longer than this to open hangs. */
const OPENING_MS = 10000;
/** No such thing as the line was to lead to. */
export const UNKNOWN = 4404;
/** There was such a thing, and nobody is to come to it any more. */
export const GONE = 4410;
/** Something that was sent was too long. */
export const TOO_LONG = 1009;
/** The server goes, and another one takes its place. */
const COME_BACK = 1012;
/** Within this time all who were sent away come back: not in the same moment, and before anybody is told. */
const COMING_BACK_MS = 500;
/** Close codes after which trying again is no use; 1008 and 4403 are refusals. */
const FINAL = new Set([1008, TOO_LONG, 4403, UNKNOWN, GONE]);

export class LastingSocket extends EventTarget {
  /** @type {WebSocket | null} */
  #socket = null;
  #path;
  #wishes;
  #pause = FIRST_PAUSE_MS;
  #closed = false;
  /** When a ping was sent that nothing has come after. @type {number | null} */
  #pinged = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #silence;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #retry;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #grace;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #hanging;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #beat;
  #wake = () => this.#attend();
  #doubt = () => this.#attend(HASTY_ANSWER_MS);

  /**
   * @param {string} path
   * @param {Record<string, string>} [wishes] what the address says beside the language
   */
  constructor(path, wishes = {}) {
    super();
    this.#path = path;
    this.#wishes = wishes;
  }

  /** Whether messages go out at once. */
  get isOpen() {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  open() {
    this.#closed = false;
    this.#connect();
    this.#beat = setInterval(() => this.#attend(), PING_MS);
    addEventListener("online", this.#wake);
    addEventListener("offline", this.#doubt);
    document.addEventListener("visibilitychange", this.#wake);
  }

  close() {
    const socket = this.#socket;
    this.#rest();
    socket?.close();
  }

  /**
   * Send a message if the line is open; whoever needs it to arrive sends it again on `open`.
   * @param {object} message
   */
  send(message) {
    if (this.isOpen) this.#socket?.send(JSON.stringify(message));
  }

  /** Wait for nothing any more. */
  #rest() {
    this.#closed = true;
    this.#socket = null;
    this.#pause = FIRST_PAUSE_MS;
    clearTimeout(this.#retry);
    clearTimeout(this.#grace);
    this.#grace = undefined;
    clearTimeout(this.#hanging);
    clearInterval(this.#beat);
    this.#hear();
    removeEventListener("online", this.#wake);
    removeEventListener("offline", this.#doubt);
    document.removeEventListener("visibilitychange", this.#wake);
  }

  #connect() {
    clearTimeout(this.#retry);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const wishes = new URLSearchParams({ language: language(), ...this.#wishes });
    const socket = new WebSocket(`${scheme}://${location.host}${this.#path}?${wishes}`);
    this.#socket = socket;
    clearTimeout(this.#hanging);
    this.#hanging = setTimeout(() => this.#abandon(socket), OPENING_MS);
    socket.addEventListener("open", () => {
      if (socket !== this.#socket) return;
      clearTimeout(this.#hanging);
      clearTimeout(this.#grace);
      this.#grace = undefined;
      this.dispatchEvent(new Event("open"));
    });
    socket.addEventListener("message", (event) => {
      if (socket !== this.#socket) return;
      if (this.#pinged !== null) {
        this.dispatchEvent(new CustomEvent("delay", { detail: performance.now() - this.#pinged }));
      }
      this.#hear();
      // Only a line on which something comes is a good one: others open and are closed again at once.
      this.#pause = FIRST_PAUSE_MS;
      this.dispatchEvent(new CustomEvent("message", { detail: JSON.parse(event.data) }));
    });
    socket.addEventListener("close", (event) => {
      if (socket === this.#socket) this.#lose(event.code);
    });
  }

  /**
   * Let go of a line that hangs.
   * @param {WebSocket} dead
   */
  #abandon(dead) {
    if (dead !== this.#socket) return;
    this.#lose(1006);
    dead.close();
  }

  /** @param {number} code */
  #lose(code) {
    this.#socket = null;
    clearTimeout(this.#hanging);
    this.#hear();
    if (this.#closed) return;
    if (FINAL.has(code)) {
      this.#rest();
      this.dispatchEvent(new CustomEvent("gone", { detail: code }));
      return;
    }
    void network.doubt();
    this.#grace ??= setTimeout(() => this.dispatchEvent(new Event("lost")), GRACE_MS);
    // Many clients must not come back in the same moment after a restart.
    const pause = code === COME_BACK ? COMING_BACK_MS * Math.random() : this.#pause * (0.7 + 0.6 * Math.random());
    this.#retry = setTimeout(() => this.#connect(), pause);
    this.#pause = Math.min(this.#pause * 1.7, LONGEST_PAUSE_MS);
  }

  /** Something has come, or nothing is waited for any more. */
  #hear() {
    this.#pinged = null;
    clearTimeout(this.#silence);
  }

  /**
   * Look whether the line lives; called now and then, when the page comes back, and when the network comes or goes.
   * @param {number} [patience] in milliseconds
   */
  #attend(patience = ANSWER_MS) {
    if (this.#closed || document.visibilityState === "hidden") return;
    const socket = this.#socket;
    if (!socket) {
      this.#pause = FIRST_PAUSE_MS;
      this.#connect();
      return;
    }
    if (socket.readyState !== WebSocket.OPEN) return;
    this.send({ type: "ping" });
    // Waits since the first that was not answered, unless there is less patience now.
    if (this.#pinged !== null && patience === ANSWER_MS) return;
    this.#pinged ??= performance.now();
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.#abandon(socket), patience);
  }
}
