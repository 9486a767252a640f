/**
 * The boards of a tournament on which is played now: one's own and those of who stands highest.
 */

import { fill, make } from "../app/element.js";
import { t } from "../app/text.js";
import { entrantName } from "../app/tournaments.js";
import { button } from "./icons.js";
import { SmallBoards } from "./small-boards.js";

/** @typedef {import("../app/tournaments.js").TournamentState} TournamentState */
/** @typedef {import("../app/wire").TournamentMeeting} TournamentMeeting */

/** More are shown when they are wanted, as many as the server tells of. */
const FIRST_SHOWN = 4;

/** @param {TournamentMeeting} meeting */
const gameOf = ({ games }) => games.at(-1) ?? "";

export class TournamentBoards extends HTMLElement {
  #boards = new SmallBoards();
  #more = button(t("tournament.more_boards"), () => this.#showMore(), { class: "button no-print" });
  #most = FIRST_SHOWN;
  /** @type {TournamentState | null} */
  #state = null;

  connectedCallback() {
    fill(this, make("h2", { id: "tournament-boards", text: t("tournament.boards") }), this.#boards, this.#more);
    this.setAttribute("role", "region");
    this.setAttribute("aria-labelledby", "tournament-boards");
  }

  /** @param {import("../app/wire").SmallBoard} standing */
  take(standing) {
    const isNew = !this.#boards.knows(standing.game);
    this.#boards.take(standing);
    if (isNew && this.#state) this.show(this.#state);
  }

  /** @param {TournamentState} state */
  show(state) {
    this.#state = state;
    const by = new Map(state.standing.map((place) => [place.number, place]));
    const ranks = new Map(state.standing.map(({ number }, index) => [number, index]));
    const rank = (/** @type {TournamentMeeting} */ { first, second }) =>
      first === state.mine.number || second === state.mine.number
        ? -1
        : Math.min(ranks.get(first) ?? 0, ranks.get(second ?? 0) ?? 0);
    const playing = state.meetings.filter(({ points, games }) => points === null && games.length > 0);
    const told = playing.filter((meeting) => this.#boards.knows(gameOf(meeting)));
    const shown = told.sort((one, other) => rank(one) - rank(other)).slice(0, this.#most);
    this.#boards.show(
      shown.map((meeting) => {
        const { first, second } = meeting;
        return { id: gameOf(meeting), names: [first, second ?? 0].map((number) => entrantName(by.get(number))) };
      }),
    );
    this.hidden = shown.length === 0;
    this.#more.hidden = told.length <= this.#most;
  }

  #showMore() {
    this.#most = Infinity;
    if (this.#state) this.show(this.#state);
    this.#boards.querySelectorAll("a")[FIRST_SHOWN]?.focus();
  }
}

customElements.define("vato-tournament-boards", TournamentBoards);
