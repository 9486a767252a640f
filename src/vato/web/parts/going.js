/**
 * What goes on among people here, beside the first page: the best game that is being played, who waits for an opponent,
 * tournaments to enter, the puzzle of the day. What has nothing to show is not there, and nothing moves under a pointer or a
 * focus but the stones of that game. Who wants it calm does not see it.
 */

import { puzzlePicture } from "../app/api.js";
import { dailyPuzzle } from "../app/daily.js";
import { fill, make } from "../app/element.js";
import { gameName } from "../app/names.js";
import { settings } from "../app/settings.js";
import { t } from "../app/text.js";
import { aboutTournament, whenText } from "../app/tournaments.js";
import { Watching, shownOf } from "../app/watching.js";
import { icon } from "./icons.js";
import { seekText } from "./seek.js";
import { Steady } from "./steady.js";

/** @typedef {import("../app/wire").Going} Going @typedef {import("../app/wire").TournamentHead} TournamentHead */

export class GoingPart extends HTMLElement {
  #ending = new AbortController();
  #steady = new Steady(this, this.#ending.signal);
  /** The parts, in their order; each is only made anew when it shows something else. @type {Record<string, HTMLElement>} */
  #sections = Object.fromEntries(
    ["watch", "seeks", "tournaments", "puzzle"].map((name) => [name, make("section", { class: "going-part", hidden: true })]),
  );
  /** What was told last, and whose puzzle is shown. @type {{going: Going, game: string} | null} */
  #told = null;
  /** The line on which the game comes that is watched. @type {Watching | null} */
  #watching = null;
  /** @type {import("./small-boards.js").SmallBoards | null} */
  #boards = null;
  /** @type {import("../app/watching.js").WatchedGame[]} */
  #watched = [];

  connectedCallback() {
    this.setAttribute("role", "complementary");
    this.setAttribute("aria-label", t("front.going"));
    fill(this, Object.values(this.#sections));
    settings.addEventListener("change", () => this.#watch(), { signal: this.#ending.signal });
  }

  disconnectedCallback() {
    this.#ending.abort();
    this.#watching?.close();
  }

  /**
   * @param {Going} going
   * @param {string} game whose puzzle is shown
   */
  show(going, game) {
    this.#told = { going, game };
    this.#show();
    this.#watch();
  }

  #show() {
    this.#steady.show(() => {
      this.#boards?.show(this.#watched.map(shownOf));
      /** @type {HTMLElement} */ (this.#sections.watch).hidden = this.#watched.length === 0;
      if (!this.#told) return;
      const { going, game } = this.#told;
      this.#fill("seeks", seeks(going));
      this.#fill("tournaments", tournaments(going));
      this.#fill("puzzle", puzzle(going, game));
    });
  }

  /**
   * @param {string} name
   * @param {(HTMLElement | false)[]} made
   */
  #fill(name, made) {
    const section = /** @type {HTMLElement} */ (this.#sections[name]);
    const before = section.innerHTML;
    const after = make("section", {}, made);
    section.hidden = made.length === 0;
    if (after.innerHTML !== before) fill(section, [...after.children]);
  }

  /** Watch the best game from when there is one, unless it is to be calm. */
  async #watch() {
    if (settings.get("calm")) {
      this.#watching?.close();
      this.#watching = null;
      this.#watched = [];
      this.#show();
      return;
    }
    if (this.#watching || !this.#told?.going.playing) return;
    const watching = new Watching({ most: "1" });
    this.#watching = watching;
    const { SmallBoards } = await import("./small-boards.js");
    if (watching !== this.#watching || this.#ending.signal.aborted) return;
    const boards = this.#boards ?? new SmallBoards();
    if (!this.#boards) {
      const heading = make("h2", {}, make("a", { href: "/watch", text: t("watch.heading") }));
      fill(/** @type {HTMLElement} */ (this.#sections.watch), heading, boards);
    }
    this.#boards = boards;
    watching.addEventListener("board", (event) => boards.take(/** @type {CustomEvent} */ (event).detail));
    watching.addEventListener("games", (event) => {
      if (watching !== this.#watching) return;
      this.#watched = /** @type {CustomEvent<import("../app/watching.js").WatchState>} */ (event).detail.games;
      this.#show();
    });
    watching.open();
  }
}

/** @param {Going} going */
function seeks({ seeks: waiting, seekers }) {
  if (waiting.length === 0) return [];
  return [
    make("h2", { text: t("lobby.open", { count: seekers }) }),
    list(waiting.map((seek) => make("a", { class: "going-item", href: `/lobby#${seek.id}` }, seekText(seek), icon("play")))),
    seekers > waiting.length && make("a", { class: "going-more", href: "/lobby", text: t("front.all") }),
  ];
}

/** @param {Going} going */
function tournaments({ tournaments: heads }) {
  if (heads.length === 0) return [];
  const item = (/** @type {TournamentHead} */ head) => {
    const when = whenText(head);
    return make(
      "a",
      { class: "going-item", href: `/tournaments/${head.id}` },
      make(
        "span",
        { class: "seek-text" },
        make("strong", {}, make("bdi", { text: head.title })),
        make("span", { class: "quiet", text: aboutTournament(head) }),
        make("span", {}, when && [make("strong", { text: when }), " · "], t("tournament.players", { count: head.players })),
      ),
    );
  };
  return [
    make("h2", { text: t("tournaments.link") }),
    list(heads.map(item)),
    make("a", { class: "going-more", href: "/tournaments", text: t("front.all") }),
  ];
}

/**
 * @param {Going} going
 * @param {string} game
 */
function puzzle({ puzzles }, game) {
  const entry = puzzles.find((each) => each.game === game) ?? puzzles[0];
  if (!entry) return [];
  const { number, address, isDone } = dailyPuzzle(entry);
  return [
    make("h2", { text: t("puzzles.daily") }),
    make(
      "a",
      { class: "going-item going-puzzle", href: address },
      make("img", { src: puzzlePicture(entry.game, number), alt: "", loading: "lazy" }),
      make(
        "span",
        { class: "seek-text" },
        make("strong", { text: gameName(entry.game) }),
        make("span", { class: "quiet" }, isDone && icon("check"), t(isDone ? "front.solved" : "front.to_solve")),
      ),
    ),
  ];
}

/** @param {HTMLElement[]} items */
const list = (items) => make("ul", { class: "going-list" }, items.map((item) => make("li", {}, item)));

customElements.define("vato-going", GoingPart);
