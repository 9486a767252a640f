/**
 * Thinks for the computer while the page of a game is open. Where the server keeps the game, it is told so, and plays for
 * itself again when the page is gone or takes too long.
 */

import { settings } from "../app/settings.js";
import { isHere } from "./choice.js";

/** @typedef {import("../app/wire").State} State */

const NONE = -1;

/**
 * Return whether a level of a game is played on this device.
 * @param {string} game
 * @param {number | null} level
 */
const plays = (game, level) => settings.get("engine") === "device" && isHere(game) && level !== null;

export class StandIn {
  #live;
  /** The ply that is thought about. */
  #ply = NONE;
  #thinking = new AbortController();
  /** Whether the server knows. */
  #told = false;
  /** Whether it was tried in vain: the server can do it. */
  #failed = false;
  /** The ply that is left to the server, which did not tell what is proven. */
  #left = NONE;
  #closing = new AbortController();

  /** @param {import("../app/played-game.js").PlayedGame} live */
  constructor(live) {
    this.#live = live;
    live.addEventListener("open", () => {
      this.#told = false;
      this.#look();
    });
    live.addEventListener("state", () => this.#look());
    settings.addEventListener("change", () => this.#look(), { signal: this.#closing.signal });
  }

  close() {
    this.#closing.abort();
    this.#thinking.abort();
  }

  /** Leave it to the server from now on. */
  #leave() {
    this.#thinking.abort();
    this.#ply = NONE;
    if (this.#told) this.#live.tell("think_here", { here: false });
    this.#told = false;
  }

  #look() {
    const state = this.#live.state;
    const seat = state?.seats.find(({ kind }) => kind === "computer");
    const mine = state?.seats.some(({ mine }) => mine);
    if (!state || !seat || !mine || state.outcome || state.scene.crowded) return;
    // What counts is thought by the server.
    const isLeft = state.rated || this.#failed || this.#left === state.scene.ply || !plays(state.game, seat.level);
    if (!this.#live.isLocal && isLeft) return this.#leave();
    const isTurn = state.seats[state.scene.turn] === seat;
    if (this.#told && this.#ply === (isTurn ? state.scene.ply : NONE)) return;
    this.#ply = isTurn ? state.scene.ply : NONE;
    if (!this.#told) this.#live.tell("think_here", { here: true });
    this.#told = true;
    this.#thinking.abort();
    if (isTurn) void this.#think(state, seat.level);
  }

  /**
   * @param {State} state
   * @param {number | null} level
   */
  async #think(state, level) {
    const { game, rules, start, turns, scene } = state;
    this.#thinking = new AbortController();
    const { signal } = this.#thinking;
    const begin = performance.now();
    try {
      const { choose, provenAt, traitsOf } = await import("./opponent.js");
      const traits = await traitsOf(game, level);
      if (!traits) throw new Error("There is no such level.");
      const subject = { game, rules, start };
      const moves = turns.map(({ text }) => text);
      const asks = traits.full && !this.#live.isLocal;
      const proven = asks ? await provenAt(subject, moves).catch(() => undefined) : null;
      if (signal.aborted) return;
      if (proven === undefined && !this.#live.isLocal) {
        this.#left = scene.ply;
        return this.#leave();
      }
      const move = await choose(subject, moves, traits, signal, proven ?? null);
      const left = state.clock?.remaining_ms[scene.turn];
      const pace = left === undefined ? traits.pace_ms : Math.min(traits.pace_ms, left / traits.share_of_clock);
      await new Promise((resolve) => setTimeout(resolve, pace - (performance.now() - begin)));
      if (move && !signal.aborted) this.#live.send("computer_move", { ply: scene.ply, move });
    } catch {
      if (signal.aborted) return;
      this.#failed = true;
      this.#leave();
    }
  }
}
