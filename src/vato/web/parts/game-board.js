/**
 * The board of a live game: what it shows at each moment, from the newest state, the ply that is looked at and what the
 * player is doing. Animates what others played; tells nothing to the server.
 *
 * Events besides those of `<vato-board>`, which pass through: `shown` whenever something changed.
 */

import { layout as readLayout } from "../app/api.js";
import { fill } from "../app/element.js";
import { isMyTurn, isSlow, mineIn } from "../app/seats.js";
import { settings } from "../app/settings.js";
import { sounds } from "../app/sounds.js";
import { Timeline, countedAfter } from "../app/timeline.js";
import "../board/board.js";
import { obey } from "./board-settings.js";

/** @typedef {import("../app/wire").State} State @typedef {import("../types").Turn} Turn @typedef {import("../types").Arrow} Arrow */

/** When more turns than this have come at once, only the last is shown in motion. */
const MOST_ANIMATED = 2;

/**
 * Return a turn as an arrow along its steps.
 * @param {Turn} turn
 * @param {Partial<Arrow>} [look]
 * @returns {Arrow}
 */
export function arrowOf(turn, look = {}) {
  const path = turn.steps.flatMap((step, index) => {
    const points = step.path ?? [step.from, step.to];
    return index === 0 ? points : points.slice(1);
  });
  return { path, struck: turn.steps.flatMap((step) => step.struck ?? []), ...look };
}

/**
 * Give the page around a board its proportions, from which the style sheet works out how large it can be.
 * @param {HTMLElement} inside
 * @param {import("../types").Layout} layout
 */
export function shapeFor(inside, layout) {
  const page = /** @type {HTMLElement | null} */ (inside.closest("main > *"));
  page?.style.setProperty("--aspect", (layout.width / layout.height).toFixed(4));
}

/**
 * Return whether a player's pieces are in the upper part of a board.
 * @param {import("../types").Layout} layout
 * @param {import("../types").Piece[]} pieces as the game begins
 * @param {number} player
 */
export function beginsAbove(layout, pieces, player) {
  const rows = new Map(layout.points.map(({ name, y }) => [name, y]));
  const own = pieces.filter((piece) => piece.player === player);
  const middle = own.reduce((sum, piece) => sum + (rows.get(piece.at) ?? 0), 0) / Math.max(1, own.length);
  return middle < 0.4 * layout.height;
}

export class GameBoard extends HTMLElement {
  board = /** @type {import("../board/board.js").VatoBoard} */ (document.createElement("vato-board"));
  /** The ply that is looked at; null for the newest. @type {number | null} */
  ply = null;
  /** @type {import("../types").Layout | null} */
  layout = null;
  /** @type {Timeline | null} */
  timeline = null;

  /** Returns what there was to see before the first turn. @type {() => Promise<import("../types").Scene>} */
  first = async () => {
    throw new Error("Nobody says how the game began.");
  };

  /** @type {State | null} */
  #state = null;
  /** @type {State | null} */
  #wanted = null;
  #working = false;
  #turned = false;
  /** @type {Arrow[]} */
  #arrows = [];
  #onSetting = () => this.#obey();

  connectedCallback() {
    fill(this, this.board);
    settings.addEventListener("change", this.#onSetting);
    this.#obey();
    this.addEventListener("vato-step", (event) => sounds.play(/** @type {CustomEvent} */ (event).detail.kind));
    this.addEventListener("vato-half", () => this.#tell());
  }

  disconnectedCallback() {
    settings.removeEventListener("change", this.#onSetting);
  }

  /** The state that the board shows, which may be a little older than the newest. */
  get state() {
    return this.#state;
  }

  get length() {
    return this.timeline?.length ?? 0;
  }

  get shownPly() {
    return this.ply ?? this.length;
  }

  /** What is counted as it is seen: at the ply that is looked at, or as a turn in the making has left it. */
  get counts() {
    if (!this.#state || !this.timeline) return null;
    if (this.ply !== null) return this.timeline.countsAt(this.ply);
    return countedAfter(this.#state.scene.counts, this.board.half.steps);
  }

  /** The player whose strip is below the board. */
  get bottom() {
    const mine = this.#mine;
    const base = mine.length === 1 ? (mine[0] ?? 0) : 0;
    return this.#turned ? 1 - base : base;
  }

  get #mine() {
    return this.#state ? mineIn(this.#state) : [];
  }

  /** Whether the player can move now. */
  get mayPlay() {
    return this.#state !== null && this.ply === null && isMyTurn(this.#state);
  }

  /**
   * Take a new state; it is shown when what came before has been shown.
   * @param {State} state
   */
  async take(state) {
    this.#wanted = state;
    if (this.#working) return;
    this.#working = true;
    try {
      while (this.#wanted && this.#wanted !== this.#state && this.isConnected) await this.#follow(this.#wanted);
    } finally {
      this.#working = false;
    }
  }

  /** @param {State} state */
  async #follow(state) {
    if (!this.layout || !this.timeline) {
      const [layout, start] = await Promise.all([
        readLayout(state.layout),
        this.first(),
      ]);
      this.layout = layout;
      this.board.layout = layout;
      shapeFor(this, layout);
      this.board.sides = state.seats.map((seat) => seat.side);
      this.timeline = new Timeline(start);
      this.timeline.take(state.turns);
      this.#state = state;
      this.#show();
      return;
    }
    const before = this.timeline.turns;
    const grown =
      state.turns.length > before.length && before.every((turn, index) => turn.text === state.turns[index]?.text);
    const shrunk = state.turns.length < before.length;
    this.timeline.take(state.turns);
    if (this.ply !== null && this.ply > this.length) this.ply = null;
    if (grown || shrunk || state.outcome) this.#arrows = [];
    if (grown && this.ply === null) await this.#animate(state.turns.slice(before.length));
    this.#state = state;
    this.#show(shrunk);
    // What was chosen ahead is played as soon as it can be.
    if (grown && this.mayPlay) this.board.tryPremove();
  }

  /** @param {Turn[]} turns */
  async #animate(turns) {
    const still = turns.length > MOST_ANIMATED ? turns.length - 1 : 0;
    if (still > 0) this.board.show({ pieces: this.timeline?.at(this.length - 1) ?? [], interactive: false });
    for (const turn of turns.slice(still)) await this.board.replay(turn.steps);
  }

  /**
   * Look at another ply.
   * @param {number | "first" | "last"} by
   */
  step(by) {
    this.goTo(by === "first" ? 0 : by === "last" ? this.length : this.shownPly + by);
  }

  /** @param {number} ply */
  goTo(ply) {
    const wanted = Math.max(0, Math.min(this.length, ply));
    if (wanted === this.shownPly) return;
    this.ply = wanted === this.length ? null : wanted;
    this.#show(true);
  }

  flip() {
    this.#turned = !this.#turned;
    this.#show();
  }

  /** @param {Arrow[]} arrows */
  point(arrows) {
    this.#arrows = arrows;
    this.#show();
  }

  /** Put back what the server refused. */
  putBack() {
    this.board.reset();
    this.#show();
  }

  #show(glide = false) {
    const { timeline } = this;
    const state = this.#state;
    if (!timeline || !state) return;
    const now = this.ply === null;
    const playing = this.#mine.length > 0 && !state.outcome && now;
    this.#obey();
    this.board.show({
      pieces: now ? state.scene.pieces : timeline.at(this.shownPly),
      turn: state.scene.turn,
      options: now ? state.scene.options : [],
      last: timeline.turns[this.shownPly - 1] ?? null,
      arrows: now ? this.#arrows : [],
      flipped: this.#flipped,
      // With no options to choose among, every click would be a wrong one.
      interactive: this.mayPlay && !state.scene.crowded,
      premove: playing && !this.mayPlay && this.#mine.length === 1,
      glide,
    });
    this.board.toggleAttribute("data-live", playing);
    this.#tell();
  }

  /** A board is turned so that the player's own stones are below, where they are above otherwise. */
  get #flipped() {
    const [mine = 0] = this.#mine.length === 1 ? this.#mine : [0];
    const above = this.layout !== null && beginsAbove(this.layout, this.timeline?.at(0) ?? [], mine);
    return above !== this.#turned;
  }

  #obey() {
    obey(this.board);
    const wanted = settings.get("confirm");
    this.board.confirming = wanted === "always" || (wanted === "slow" && this.#state !== null && isSlow(this.#state));
  }

  #tell() {
    this.dispatchEvent(new Event("shown"));
  }
}

customElements.define("vato-game-board", GameBoard);
