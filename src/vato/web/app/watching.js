/**
 * What is being played that everybody may see, as the server tells it while somebody looks, and what it is called. Draws
 * nothing.
 *
 * Events of `Watching`: `games` (detail: which games are shown, and how many there are), `board` (detail: how one stands),
 * `lost`, `found`, `gone` (detail: one sentence).
 */

import { clockName, gameName, playerName } from "./names.js";
import { ratingText, seatRating } from "./ratings.js";
import { LastingSocket } from "./socket.js";

/** @typedef {import("./wire").WatchedGame} WatchedGame @typedef {import("./wire").WatchState} WatchState */

export class Watching extends EventTarget {
  #socket;
  #isLost = false;
  #why = "";

  /** @param {Record<string, string>} wanted of which game, at which speed, how many at most; each may be left out */
  constructor(wanted) {
    super();
    this.#socket = new LastingSocket("/api/watch", wanted);
    const on = (/** @type {string} */ type, /** @type {(detail: any) => void} */ act) =>
      this.#socket.addEventListener(type, (event) => act(/** @type {CustomEvent} */ (event).detail));
    on("open", () => {
      if (this.#isLost) this.dispatchEvent(new Event("found"));
      this.#isLost = false;
    });
    on("lost", () => {
      this.#isLost = true;
      this.dispatchEvent(new Event("lost"));
    });
    on("gone", () => this.#tell("gone", this.#why));
    on("message", (message) => this.#hear(message));
  }

  open() {
    this.#socket.open();
  }

  close() {
    this.#socket.close();
  }

  /** @param {import("./wire").WatchAnswer} message */
  #hear(message) {
    if (message.type === "refused") this.#why = message.message;
    else if (message.type === "board") this.#tell("board", message);
    else if (message.type === "watch") this.#tell("games", message);
  }

  /**
   * @param {string} type
   * @param {unknown} detail
   */
  #tell(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}

/**
 * Return a game as a small board says it: who plays, with what rating, and what.
 * @param {WatchedGame} watched
 * @returns {import("../parts/small-boards.js").Shown}
 */
export function shownOf({ id, game, seats, clock }) {
  const ratings = seats.map((seat) => {
    const rating = seatRating(game, seat);
    return rating ? ratingText(rating) : "";
  });
  return { id, names: seats.map(playerName), ratings, about: `${gameName(game)} · ${clockName(clock)}` };
}
