/**
 * A game wherever it is kept, with the face of `LiveGame`: by the server, or on this device while that cannot be reached. It
 * may go from one to the other while it is played; whoever holds it notices no more than another `id` in its states.
 *
 * What it takes to play here is loaded when it is first needed. Events: those of `LiveGame`, and `place` when it is kept elsewhere than before, or the server has said no to it.
 */

import { LiveGame } from "./live.js";
import { continuationOf, isLocalId, isUnkept, mayHaveLocal, prepareLocal } from "./local-games.js";
import { isAlone } from "./seats.js";
import { sendNow } from "./sending.js";

/** @typedef {import("./wire").State} State @typedef {import("./local-game.js").LocalGame} LocalGame */

const TOLD = ["open", "refused", "lost", "found", "delay", "gone"];

export class PlayedGame extends EventTarget {
  /** @type {State | null} */
  state = null;
  #id;
  /** Where it is kept, as soon as that is loaded. @type {LiveGame | LocalGame | null} */
  #source = null;
  #closed = false;
  /** Ends the listening to where it is kept. */
  #listening = new AbortController();

  /** @param {string} id */
  constructor(id) {
    super();
    this.#id = id;
  }

  /** What it is called where it is kept. */
  get id() {
    return this.#id;
  }

  get receivedAt() {
    return this.#source?.receivedAt ?? 0;
  }

  /** Whether it is kept on this device. */
  get isLocal() {
    return isLocalId(this.#id);
  }

  /** Whether it is lost with the page. */
  get isUnkept() {
    return this.isLocal && isUnkept(this.#id);
  }

  /** Why the server does not take it, if it said so. */
  get problem() {
    return this.#source && "problem" in this.#source ? this.#source.problem : "";
  }

  async open() {
    // It may have gone on here, and be on its way to the server.
    const key = !this.isLocal && mayHaveLocal() ? await continuationOf(this.#id).catch(() => null) : null;
    if (this.#closed) return;
    if (key || this.isLocal) await this.#turnToLocal(key ?? this.#id);
    else this.#turnTo(new LiveGame(this.#id), this.#id);
  }

  close() {
    this.#closed = true;
    this.#listening.abort();
    this.#source?.close();
  }

  /**
   * @param {import("./wire").LiveMessage["type"]} type
   * @param {Record<string, unknown>} [fields]
   */
  send(type, fields = {}) {
    this.#source?.send(type, fields);
  }

  /**
   * @param {import("./wire").LiveMessage["type"]} type
   * @param {Record<string, unknown>} fields
   */
  tell(type, fields) {
    this.#source?.tell(type, fields);
  }

  /**
   * @param {import("./wire").LiveMessage["type"]} type
   * @param {Record<string, unknown>} [fields]
   */
  act(type, fields = {}) {
    this.#source?.act(type, fields);
  }

  /** Return what there was to see before the first turn. */
  first() {
    return /** @type {LiveGame | LocalGame} */ (this.#source).first();
  }

  /** Return a game of this device as a record. */
  record() {
    return /** @type {LocalGame} */ (this.#source).record();
  }

  /** Return the address of the game that follows one of this device. */
  next() {
    return /** @type {LocalGame} */ (this.#source).next();
  }

  /** Return whether it can go on here without the server: nobody else plays, no clock runs, and all that it takes is here. */
  async mayGoOn() {
    const { state } = this;
    if (!state || this.isLocal || state.outcome || state.scene.crowded) return false;
    if (!isAlone(state) || state.clock || state.contest) return false;
    const computer = state.seats.find(({ kind }) => kind === "computer");
    try {
      const { canPlay } = await import("./local-start.js");
      return await canPlay(state, computer?.level);
    } catch {
      return false; // not even that could be loaded
    }
  }

  /** Go on here, from what was seen and done. */
  async goOn() {
    const { state } = this;
    if (!state || !(this.#source instanceof LiveGame)) return;
    const { beginLocal, newRecord } = await import("./local-game.js");
    const { id, version, game, rules, start, turns } = state;
    const me = /** @type {const} */ (["me", "me2"]);
    let mine = 0;
    const seats = state.seats.map(({ kind, level, name }) =>
      kind === "computer" ? { kind, level, name } : { kind: me[mine++] ?? "me2", name },
    );
    const moves = turns.map(({ text }) => text);
    const left = this.#source.unanswered;
    const record = newRecord({ game, rules, start, seats, moves, times: moves.map(() => Date.now()), of: { id, version } });
    const key = await beginLocal(record);
    if (!this.#closed) await this.#turnToLocal(key);
    for (const message of left) this.#sendAgain(message);
  }

  /** @param {string} key */
  async #turnToLocal(key) {
    const { LocalGame } = await import("./local-game.js");
    if (!this.#closed) this.#turnTo(new LocalGame(key), key);
  }

  /**
   * @param {LiveGame | LocalGame} source
   * @param {string} id
   */
  #turnTo(source, id) {
    this.#listening.abort();
    this.#listening = new AbortController();
    this.#source?.close();
    this.#source = source;
    if (id !== this.#id && location.pathname.startsWith("/game/")) history.replaceState(null, "", `/game/${id}`);
    this.#id = id;
    this.#listen(source);
    source.open();
    this.dispatchEvent(new Event("place"));
  }

  /** @param {LiveGame | LocalGame} source */
  #listen(source) {
    const { signal } = this.#listening;
    for (const type of TOLD)
      source.addEventListener(
        type,
        (event) => this.dispatchEvent(new CustomEvent(type, { detail: /** @type {CustomEvent} */ (event).detail })),
        { signal },
      );
    source.addEventListener("state", () => this.#take(/** @type {State} */ (source.state)), { signal });
    source.addEventListener("moved", (event) => this.#move(/** @type {CustomEvent} */ (event).detail), { signal });
    // The server is there: what waits for it may go.
    if (source instanceof LiveGame) source.addEventListener("open", sendNow, { signal });
  }

  /** @param {State} state */
  #take(state) {
    const before = this.state;
    this.state = state;
    this.dispatchEvent(new CustomEvent("state", { detail: { state, before } }));
    if (this.isLocal) this.dispatchEvent(new Event("place"));
    else if (!before && isAlone(state)) prepareLocal();
  }

  /** @param {{id: string, left: {type: string}[]}} where */
  #move({ id, left }) {
    this.#turnTo(new LiveGame(id), id);
    for (const message of left) this.#sendAgain(message);
  }

  /** @param {{type: string, [field: string]: unknown}} message */
  #sendAgain({ type, ref: _ref, ...fields }) {
    this.send(/** @type {import("./wire").LiveMessage["type"]} */ (type), fields);
  }
}
