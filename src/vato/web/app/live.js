/**
 * A game as it is played elsewhere and here: keeps the newest state, sends what the player does, and sends it again
 * until the server has answered. Draws nothing.
 *
 * Events: `open` whenever the line is there, `state` (detail: {state, before}), `refused` (detail: the message, and in `of` what was refused), `lost`,
 * `found`, `gone` (detail: {code, message}, the message being what the server said when it hung up).
 */

import { reach } from "./api.js";
import { LastingSocket } from "./socket.js";

/** @typedef {import("./wire").State} State */
/** @typedef {import("./wire").LiveMessage["type"]} Kind */
/** @typedef {{type: Kind, ref: string, [field: string]: unknown}} Sent */

export class LiveGame extends EventTarget {
  /** @type {State | null} */
  state = null;
  /** When the newest state came, on this page's own clock; the game clock runs from there. */
  receivedAt = 0;

  #socket;
  /** Sent and not answered yet, by reference, oldest first. @type {Map<string, Sent>} */
  #open = new Map();
  #isLost = false;
  /** What the server refused last, which is why it hangs up if it does. */
  #why = "";

  /** @param {string} id */
  constructor(id) {
    super();
    this.#socket = new LastingSocket(`/api/games/${encodeURIComponent(id)}/live`, { changes: "true" });
    this.#socket.addEventListener("open", () => this.#resume());
    this.#socket.addEventListener("message", (event) => this.#hear(/** @type {CustomEvent} */ (event).detail));
    this.#socket.addEventListener("delay", (event) => {
      this.dispatchEvent(new CustomEvent("delay", { detail: /** @type {CustomEvent} */ (event).detail }));
    });
    this.#socket.addEventListener("lost", () => {
      this.#isLost = true;
      this.dispatchEvent(new Event("lost"));
    });
    this.#socket.addEventListener("gone", (event) => {
      const detail = { code: /** @type {CustomEvent} */ (event).detail, message: this.#why };
      this.dispatchEvent(new CustomEvent("gone", { detail }));
    });
  }

  open() {
    this.#socket.open();
  }

  close() {
    this.#socket.close();
  }

  /**
   * Send what the player does. It keeps its reference and its ply, so that saying it twice does it once.
   * @param {Kind} type
   * @param {Record<string, unknown>} [fields]
   */
  send(type, fields = {}) {
    const message = { type, ref: crypto.randomUUID?.() ?? String(Math.random()), ...fields };
    this.#open.set(message.ref, message);
    this.#socket.send(message);
  }

  /**
   * Say something for as long as the line lasts; nobody answers.
   * @param {Kind} type
   * @param {Record<string, unknown>} fields
   */
  tell(type, fields) {
    this.#socket.send({ type, ...fields });
  }

  /**
   * Send something that belongs to the position on the board now.
   * @param {Kind} type
   * @param {Record<string, unknown>} [fields]
   */
  act(type, fields = {}) {
    this.send(type, { ply: this.state?.scene.ply ?? 0, ...fields });
  }

  /** What was sent and not answered, oldest first. */
  get unanswered() {
    return [...this.#open.values()];
  }

  /** Return what there was to see before the first turn. */
  async first() {
    const { game, rules, start } = /** @type {State} */ (this.state);
    return (await reach({ game, rules, position: start, moves: [] })).scene;
  }

  #resume() {
    if (this.#isLost) this.dispatchEvent(new Event("found"));
    this.#isLost = false;
    for (const message of this.#open.values()) this.#socket.send(message);
    this.dispatchEvent(new Event("open"));
  }

  /** @param {import("./wire").LiveAnswer} message */
  #hear(message) {
    if (message.type === "state") return this.#take(message);
    if (message.type === "change") return this.#change(message);
    if (message.type === "presence") return this.#meet(message);
    const ref = String(message.ref);
    const sent = this.#open.get(ref);
    this.#open.delete(ref);
    if (message.type === "refused") this.#refuse(message, sent);
  }

  /**
   * @param {import("./wire").Refused} refused
   * @param {Sent | undefined} sent what it answers
   */
  #refuse(refused, sent) {
    this.#why = refused.message;
    let of = sent?.type;
    if (!sent && this.#open.size > 0) {
      // What could not even be read comes back without its reference. Nobody knows which it was: none of what waits
      // for an answer is said again, and what the server knows is asked for.
      of = [...this.#open.values()].some(({ type }) => type === "move") ? "move" : undefined;
      this.#open.clear();
      this.#socket.send({ type: "state" });
    }
    this.dispatchEvent(new CustomEvent("refused", { detail: { ...refused, of } }));
  }

  /** @param {import("./wire").Presence} presence */
  #meet({ online, watchers, thinking }) {
    if (!this.state) return;
    const before = this.state;
    const seats = /** @type {State["seats"]} */ (
      before.seats.map((seat, player) => (seat.kind === "person" ? { ...seat, online: online[player] ?? false } : seat))
    );
    this.state = { ...before, seats, watchers, thinking };
    this.dispatchEvent(new CustomEvent("state", { detail: { state: this.state, before } }));
  }

  /** @param {import("./wire").StateChange} change */
  #change({ before, kept, ...news }) {
    if (!this.state) return;
    if (this.state.version !== before) {
      if (news.version > this.state.version) this.#socket.send({ type: "state" });
      return;
    }
    const turns = [...this.state.turns.slice(0, kept), ...news.turns];
    this.#take({ ...this.state, ...news, type: "state", turns });
  }

  /** @param {State} state */
  #take(state) {
    // An older state can overtake a newer one when the line was lost in between.
    if (this.state && state.version < this.state.version) return;
    const before = this.state;
    this.state = state;
    this.receivedAt = performance.now();
    this.dispatchEvent(new CustomEvent("state", { detail: { state, before } }));
  }
}
