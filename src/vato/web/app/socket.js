/**
 * A WebSocket that comes back: reconnects with growing pauses, notices a dead line, and says when it is there.
 * Knows no message but `ping`.
 *
 * Events: `open`, `lost` (once for each loss, after a moment of grace), `message` (detail: the parsed JSON), `gone`
 * (detail: the close code, when the server will not have us).
 */

import { network } from "./network.js";
import { language } from "./text.js";

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 8000;
const PING_MS = 15000;
const SILENCE_MS = 25000;
/** Shorter losses are not worth a word. */
const GRACE_MS = 700;
/** A line that takes longer than this to open hangs. */
const OPENING_MS = 10000;
/** No such thing as the line was to lead to. */
export const UNKNOWN = 4404;
/** Something that was sent was too long. */
export const TOO_LONG = 1009;
/** Close codes after which trying again is no use; 1008 and 4403 are refusals. */
const FINAL = new Set([1008, TOO_LONG, 4403, UNKNOWN]);

export class LastingSocket extends EventTarget {
  /** @type {WebSocket | null} */
  #socket = null;
  #path;
  #pause = FIRST_PAUSE_MS;
  #closed = false;
  #heard = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #retry;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #grace;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #hanging;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #beat;
  #wake = () => this.#attend();

  /** @param {string} path */
  constructor(path) {
    super();
    this.#path = path;
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
    removeEventListener("online", this.#wake);
    document.removeEventListener("visibilitychange", this.#wake);
  }

  #connect() {
    clearTimeout(this.#retry);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}${this.#path}?language=${language()}`);
    this.#socket = socket;
    this.#heard = Date.now();
    clearTimeout(this.#hanging);
    this.#hanging = setTimeout(() => this.#abandon(socket), OPENING_MS);
    socket.addEventListener("open", () => {
      if (socket !== this.#socket) return;
      clearTimeout(this.#hanging);
      this.#heard = Date.now();
      clearTimeout(this.#grace);
      this.#grace = undefined;
      this.dispatchEvent(new Event("open"));
    });
    socket.addEventListener("message", (event) => {
      if (socket !== this.#socket) return;
      this.#heard = Date.now();
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
    if (this.#closed) return;
    if (FINAL.has(code)) {
      this.#rest();
      this.dispatchEvent(new CustomEvent("gone", { detail: code }));
      return;
    }
    void network.doubt();
    this.#grace ??= setTimeout(() => this.dispatchEvent(new Event("lost")), GRACE_MS);
    // Many clients must not come back in the same moment after a restart.
    this.#retry = setTimeout(() => this.#connect(), this.#pause * (0.7 + 0.6 * Math.random()));
    this.#pause = Math.min(this.#pause * 1.7, LONGEST_PAUSE_MS);
  }

  /** Look whether the line lives; called now and then, and when the network or the page comes back. */
  #attend() {
    if (this.#closed || document.visibilityState === "hidden") return;
    if (!this.#socket) {
      this.#pause = FIRST_PAUSE_MS;
      this.#connect();
    } else if (this.#socket.readyState === WebSocket.OPEN && Date.now() - this.#heard > SILENCE_MS) {
      this.#abandon(this.#socket);
    } else {
      this.send({ type: "ping" });
    }
  }
}
