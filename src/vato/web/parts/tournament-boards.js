/**
 * The boards of a tournament on which is played now, side by side, as small pictures that follow the games; each leads to
 * its game.
 */

import { layout as readLayout } from "../app/api.js";
import { fill, make } from "../app/element.js";
import { LiveGame } from "../app/live.js";
import { t } from "../app/text.js";
import { entrantName } from "../app/tournaments.js";
import "../board/board.js";
import { button } from "./icons.js";
import { obey } from "./board-settings.js";

/** @typedef {import("../app/tournaments.js").TournamentState} TournamentState */

/** A line for each is open: few at first. */
const FIRST_SHOWN = 4;
const MOST_SHOWN = 12;

export class TournamentBoards extends HTMLElement {
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

  /** @param {TournamentState} state */
  show(state) {
    this.#state = state;
    const by = new Map(state.standing.map((place) => [place.number, place]));
    const ranks = new Map(state.standing.map(({ number }, index) => [number, index]));
    const playing = state.meetings.filter(({ points, games }) => points === null && games.length > 0);
    const rank = (/** @type {import("../app/wire").TournamentMeeting} */ { first, second }) =>
      first === state.mine.number || second === state.mine.number
        ? -1
        : Math.min(ranks.get(first) ?? 0, ranks.get(second ?? 0) ?? 0);
    const shown = playing.sort((one, other) => rank(one) - rank(other)).slice(0, this.#most);
    const wanted = new Set(shown.map(({ games }) => games.at(-1) ?? ""));
    for (const id of this.#boards.keys()) if (!wanted.has(id)) this.#boards.delete(id);
    for (const { first, second, games } of shown) {
      const id = games.at(-1) ?? "";
      const names = t("games.versus", { first: entrantName(by.get(first)), second: entrantName(by.get(second ?? 0)) });
      if (!this.#boards.has(id)) this.#boards.set(id, new SmallBoard(id, names));
    }
    const rows = [...this.#boards.values()];
    // What stays keeps its place and its line.
    for (const row of [...this.#list.children]) if (!rows.includes(/** @type {SmallBoard} */ (row.firstChild))) row.remove();
    for (const row of rows) if (!row.isConnected) this.#list.append(make("li", {}, row));
    this.hidden = rows.length === 0;
    this.#more.hidden = playing.length <= this.#most || this.#most >= MOST_SHOWN;
  }

  #showMore() {
    this.#most = MOST_SHOWN;
    if (this.#state) this.show(this.#state);
    this.#list.querySelectorAll("a")[FIRST_SHOWN]?.focus();
  }
}

class SmallBoard extends HTMLElement {
  #live;
  #board = /** @type {import("../board/board.js").VatoBoard} */ (document.createElement("vato-board"));
  #layout = "";
  #link;

  /**
   * @param {string} id of a game
   * @param {string} names
   */
  constructor(id, names) {
    super();
    this.#live = new LiveGame(id);
    // It is a picture: what can be done is to go there.
    this.#board.inert = true;
    this.#link = make(
      "a",
      { class: "small-board", href: `/game/${id}` },
      make("span", { class: "small-board-picture", "aria-hidden": "true" }, this.#board),
      make("span", { class: "small-board-names" }, make("bdi", { text: names })),
    );
    this.#live.addEventListener("state", (event) =>
      this.#show(/** @type {CustomEvent} */ (event).detail.state).catch(() => {}),
    );
  }

  connectedCallback() {
    fill(this, this.#link);
    obey(this.#board);
    this.#live.open();
  }

  disconnectedCallback() {
    this.#live.close();
  }

  /** @param {import("../app/wire").State} state */
  async #show({ layout, scene, turns }) {
    if (this.#layout !== layout) {
      this.#board.layout = await readLayout(layout);
      this.#layout = layout;
    }
    const last = turns.at(-1);
    this.#board.show({
      pieces: scene.pieces,
      turn: scene.turn,
      options: [],
      last: last ? { steps: last.steps } : null,
      interactive: false,
      glide: true,
    });
  }
}

customElements.define("vato-small-board", SmallBoard);
customElements.define("vato-tournament-boards", TournamentBoards);
