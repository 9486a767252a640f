/**
 * The games that wait for whoever is here while somebody else plays, too: asks the server now and then, but only where there
 * are such games, and says in the title of every page how many wait elsewhere.
 *
 * Events: `change`; `turn` with a game in which it has become one's turn since it was last asked. Draws nothing.
 */

import { waitingGames } from "./post.js";
import { onPage } from "./router.js";
import { formatNumber } from "./text.js";

/** @typedef {import("./wire").WaitingGame} WaitingGame */

const AGAIN_MS = 30_000;
/** What happens within this time is asked for together. */
const SOON_MS = 1_000;
const COUNTED = /^\(\d+\) /;

class Waiting extends EventTarget {
  /** The most urgent first. @type {WaitingGame[]} */
  games = [];
  count = 0;
  /** What was known when it was last asked: games with how many turns they had. @type {Set<string> | null} */
  #known = null;
  #asking = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /** Whether the server has been asked. */
  get isKnown() {
    return this.#known !== null;
  }

  begin() {
    onPage(() => {
      this.dispatchEvent(new Event("change")); // another one is open now
      this.soon();
    });
    document.addEventListener("visibilitychange", () => document.hidden || this.soon());
    const title = document.querySelector("title");
    if (title) new MutationObserver(() => this.#entitle()).observe(title, { childList: true });
    this.soon();
  }

  /** Ask in a moment. */
  soon() {
    this.#in(SOON_MS);
  }

  /** @param {number} length */
  #in(length) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#look(), length);
  }

  async #look() {
    if (this.#asking) return;
    this.#asking = true;
    try {
      this.hear(await waitingGames());
    } catch {
      if (this.#known?.size) this.#in(AGAIN_MS); // the server cannot be reached, or is busy
    } finally {
      this.#asking = false;
    }
  }

  /**
   * Know what the server has answered, to a page that asked for more, too.
   * @param {import("./wire").WaitingGames} answer
   */
  hear({ games, count, others }) {
    clearTimeout(this.#timer);
    this.#take(games, count);
    // Where nobody else plays, nobody is waited for.
    if (others) this.#in(AGAIN_MS);
  }

  /**
   * @param {WaitingGame[]} games
   * @param {number} count
   */
  #take(games, count) {
    const known = this.#known;
    const name = (/** @type {WaitingGame} */ { id, plies }) => `${id} ${plies}`;
    this.games = games;
    this.count = count;
    this.#known = new Set(games.map(name));
    this.dispatchEvent(new Event("change"));
    this.#entitle();
    for (const game of games)
      if (known && !known.has(name(game)) && !isOpen(game)) this.dispatchEvent(new CustomEvent("turn", { detail: game }));
  }

  /** How many wait besides the one whose page is open. */
  get elsewhere() {
    return this.count - (this.games.some(isOpen) ? 1 : 0);
  }

  #entitle() {
    const { elsewhere } = this;
    const plain = document.title.replace(COUNTED, "");
    const counted = elsewhere > 0 ? `(${formatNumber(elsewhere)}) ${plain}` : plain;
    if (document.title !== counted) document.title = counted;
  }
}

/**
 * Whether the page of a game is open.
 * @param {WaitingGame} game
 */
export const isOpen = ({ id }) => location.pathname.startsWith(`/game/${id}`);

export const waiting = new Waiting();
