/**
 * The boards of a tournament on which is played now, side by side, as small pictures that follow the games; each leads to
 * its game.
 */

import { layout as readLayout } from "../app/api.js";
import { fill, make } from "../app/element.js";
import { t } from "../app/text.js";
import { entrantName } from "../app/tournaments.js";
import "../board/board.js";
import { obey } from "./board-settings.js";
import { button } from "./icons.js";

/** @typedef {import("../app/tournaments.js").TournamentState} TournamentState */
/** @typedef {import("../app/wire").TournamentBoard} TournamentBoard */

/** More are shown when they are wanted, as many as the server tells of. */
const FIRST_SHOWN = 4;

export class TournamentBoards extends HTMLElement {
  /** How the games stand that the server tells of. @type {Map<string, TournamentBoard>} */
  #told = new Map();
  /** By game. @type {Map<string, SmallBoard>} */
  #boards = new Map();
  #list = make("ul", { class: "small-boards" });
  #more = button(t("tournament.more_boards"), () => this.#showMore(), { class: "button no-print" });
  #most = FIRST_SHOWN;
  /** @type {TournamentState | null} */
  #state = null;

  connectedCallback() {
    fill(this, make("h2", { id: "tournament-boards", text: t("tournament.boards") }), this.#list, this.#more);
    this.setAttribute("role", "region");
    this.setAttribute("aria-labelledby", "tournament-boards");
  }

  /**
   * Show how a game stands; an older version may come later.
   * @param {TournamentBoard} board
   */
  take(board) {
    if ((this.#told.get(board.game)?.version ?? 0) > board.version) return;
    this.#told.set(board.game, board);
    this.#boards.get(board.game)?.show(board);
    if (this.#state && !this.#boards.has(board.game)) this.show(this.#state);
  }

  /** @param {TournamentState} state */
  show(state) {
    this.#state = state;
    const by = new Map(state.standing.map((place) => [place.number, place]));
    const ranks = new Map(state.standing.map(({ number }, index) => [number, index]));
    const playing = state.meetings.filter(({ points, games }) => points === null && games.length > 0);
    const going = new Set(playing.map(({ games }) => games.at(-1) ?? ""));
    for (const game of this.#told.keys()) if (!going.has(game)) this.#told.delete(game);
    const rank = (/** @type {import("../app/wire").TournamentMeeting} */ { first, second }) =>
      first === state.mine.number || second === state.mine.number
        ? -1
        : Math.min(ranks.get(first) ?? 0, ranks.get(second ?? 0) ?? 0);
    const seen = playing.filter(({ games }) => this.#told.has(games.at(-1) ?? ""));
    const shown = seen.sort((one, other) => rank(one) - rank(other)).slice(0, this.#most);
    const wanted = new Set(shown.map(({ games }) => games.at(-1) ?? ""));
    for (const [id, board] of this.#boards)
      if (!wanted.has(id)) {
        board.parentElement?.remove();
        this.#boards.delete(id);
      }
    for (const { first, second, games } of shown) {
      const id = games.at(-1) ?? "";
      if (this.#boards.has(id)) continue;
      const board = new SmallBoard(id, entrantName(by.get(first)), entrantName(by.get(second ?? 0)));
      this.#boards.set(id, board);
      this.#list.append(make("li", {}, board));
      board.show(/** @type {TournamentBoard} */ (this.#told.get(id)));
    }
    this.hidden = shown.length === 0;
    this.#more.hidden = seen.length <= this.#most;
  }

  #showMore() {
    this.#most = Infinity;
    if (this.#state) this.show(this.#state);
    this.#list.querySelectorAll("a")[FIRST_SHOWN]?.focus();
  }
}

class SmallBoard extends HTMLElement {
  #board = /** @type {import("../board/board.js").VatoBoard} */ (document.createElement("vato-board"));
  #layout = "";
  #link;
  /** @type {TournamentBoard | null} */
  #wanted = null;

  /**
   * @param {string} id of a game
   * @param {string} first
   * @param {string} second
   */
  constructor(id, first, second) {
    super();
    // It is a picture: what can be done is to go there.
    this.#board.inert = true;
    this.#link = make(
      "a",
      { class: "small-board", href: `/game/${id}` },
      make("span", { class: "small-board-picture", "aria-hidden": "true" }, this.#board),
      make("span", { class: "small-board-names" }, make("bdi", { text: first }), " – ", make("bdi", { text: second })),
    );
  }

  connectedCallback() {
    fill(this, this.#link);
    obey(this.#board);
  }

  /** @param {TournamentBoard} board */
  async show(board) {
    this.#wanted = board;
    if (this.#layout !== board.layout) {
      this.#layout = board.layout;
      try {
        this.#board.layout = await readLayout(board.layout);
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
}

customElements.define("vato-small-board", SmallBoard);
customElements.define("vato-tournament-boards", TournamentBoards);
