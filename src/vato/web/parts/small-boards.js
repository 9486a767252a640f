/**
 * Games side by side as small pictures that follow them; each leads to its game. A game keeps its place as long as it is
 * shown, and whatever takes its place afterwards comes where it was.
 */

import { layout as readLayout } from "../app/api.js";
import { fill, make } from "../app/element.js";
import { t } from "../app/text.js";
import "../board/board.js";
import { obey } from "./board-settings.js";

/** How a game stands. @typedef {import("../app/wire").SmallBoard} Standing */
/**
 * A game to be shown: who plays, first side first, with what ratings, and what is said of it.
 * @typedef {{id: string, names: string[], ratings?: string[], about?: string}} Shown
 */

export class SmallBoards extends HTMLElement {
  /** How the games stand that the server tells of. @type {Map<string, Standing>} */
  #told = new Map();
  /** By game. @type {Map<string, SmallBoard>} */
  #boards = new Map();
  #list = make("ul", { class: "small-boards" });

  connectedCallback() {
    fill(this, this.#list);
  }

  /**
   * Whether it is known how a game stands.
   * @param {string} id
   */
  knows(id) {
    return this.#told.has(id);
  }

  /**
   * Know how a game stands; an older version may come later.
   * @param {Standing} standing
   */
  take(standing) {
    if ((this.#told.get(standing.game)?.version ?? 0) > standing.version) return;
    this.#told.set(standing.game, standing);
    this.#boards.get(standing.game)?.show(standing);
  }

  /** @param {Shown[]} games */
  show(games) {
    const wanted = new Set(games.map(({ id }) => id));
    for (const id of this.#told.keys()) if (!wanted.has(id) && !this.#boards.has(id)) this.#told.delete(id);
    const gone = [...this.#boards].filter(([id]) => !wanted.has(id));
    for (const shown of games) {
      if (this.#boards.has(shown.id)) continue;
      const board = new SmallBoard(shown);
      const [left, before] = gone.shift() ?? [];
      if (left === undefined) this.#list.append(make("li", {}, board));
      else {
        before?.replaceWith(board);
        this.#forget(left);
      }
      this.#boards.set(shown.id, board);
      const standing = this.#told.get(shown.id);
      if (standing) board.show(standing);
    }
    for (const [id, board] of gone) {
      board.parentElement?.remove();
      this.#forget(id);
    }
  }

  /** @param {string} id */
  #forget(id) {
    this.#boards.delete(id);
    this.#told.delete(id);
  }
}

class SmallBoard extends HTMLElement {
  #board = /** @type {import("../board/board.js").VatoBoard} */ (document.createElement("vato-board"));
  #layout = "";
  #names;
  #about;
  #link;
  /** @type {Standing | null} */
  #wanted = null;

  /** @param {Shown} shown */
  constructor({ id, names, ratings = [], about = "" }) {
    super();
    const [first, second] = names.map((name, player) =>
      make(
        "span",
        { class: "small-board-name" },
        make("bdi", { text: name }),
        ratings[player] && make("span", { class: "quiet", text: ` ${ratings[player]}` }),
      ),
    );
    this.#names = names;
    // It is a picture: what can be done is to go there.
    this.#board.inert = true;
    this.#about = make("span", { class: "quiet small-board-about", text: about, hidden: !about });
    this.#link = make(
      "a",
      { class: "small-board", href: `/game/${id}` },
      make("span", { class: "small-board-picture", "aria-hidden": "true" }, this.#board),
      make("span", { class: "small-board-names" }, first, " – ", second),
      this.#about,
    );
  }

  connectedCallback() {
    fill(this, this.#link);
    obey(this.#board);
  }

  /** @param {Standing} standing */
  async show(standing) {
    this.#wanted = standing;
    if (standing.over) this.#showEnd(standing);
    if (this.#layout !== standing.layout) {
      this.#layout = standing.layout;
      try {
        this.#board.layout = await readLayout(standing.layout);
      } catch {
        this.#layout = ""; // without it there is no picture, until the next turn
        return;
      }
    }
    // Of several that came while the layout was read, the newest.
    if (!this.#board.layout) return;
    const { scene, last } = this.#wanted;
    this.#board.show({ pieces: scene.pieces, turn: scene.turn, options: [], last, interactive: false, glide: true });
  }

  /** @param {Standing} standing */
  #showEnd({ winner }) {
    this.#about.hidden = false;
    this.#about.className = "small-board-about small-board-end";
    this.#about.textContent = winner === null ? t("games.drawn") : t("watch.won", { name: this.#names[winner] ?? "" });
  }
}

customElements.define("vato-small-board", SmallBoard);
customElements.define("vato-small-boards", SmallBoards);
