/**
 * All puzzles or endings: for each game its grades, and how many of them are done.
 */

import { pictureOf } from "../app/api.js";
import { fill, make } from "../app/element.js";
import { anyGameHas } from "../app/games.js";
import { gameName } from "../app/names.js";
import { solvedIn } from "../app/progress.js";
import { settings } from "../app/settings.js";
import { t } from "../app/text.js";
import { failed, leadNowhere } from "./notices.js";

/** @typedef {import("../app/wire").PuzzleGame} PuzzleGame @typedef {import("../app/wire").PuzzleGrade} PuzzleGrade */

/** What a game has that is in a list. */
const LISTED = /** @type {const} */ ({ puzzles: "puzzles", training: "endings" });

/**
 * What is listed.
 * @typedef {object} Listed
 * @property {"puzzles" | "training"} name Of its address and its texts.
 * @property {"puzzles" | "training"} other The list that is offered beside it.
 * @property {import("../app/progress").Kind} kept Under what name it is remembered.
 * @property {() => Promise<PuzzleGame[]>} list
 */

export class GradedList extends HTMLElement {
  #listed;
  /** @type {PuzzleGame[]} */
  #games = [];
  #repaint = () => this.#show();

  /** @param {Listed} listed */
  constructor(listed) {
    super();
    this.#listed = listed;
  }

  async connectedCallback() {
    document.title = t(`${this.#listed.name}.title`);
    settings.addEventListener("change", this.#repaint);
    fill(this, make("div", { class: "loading", "aria-busy": "true" }));
    try {
      this.#games = await this.#listed.list();
      if (this.#games.length === 0) return await leadNowhere(this);
      this.#show();
      // Coming back from one, one sees those of its game.
      if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView({ block: "nearest" });
    } catch (problem) {
      failed(this, problem, () => this.connectedCallback());
    }
  }

  disconnectedCallback() {
    settings.removeEventListener("change", this.#repaint);
  }

  #show() {
    const { name, other, kept } = this.#listed;
    fill(
      this,
      make(
        "div",
        { class: "graded-head" },
        make("h1", { text: t(`nav.${name}`) }),
        make("p", { class: "quiet", text: t(`${name}.about`) }),
        anyGameHas(LISTED[other]) && make("a", { class: "graded-other", href: `/${other}`, text: t(`nav.${other}`) }),
      ),
      this.#games.map(({ game, grades }) =>
        make(
          "section",
          { class: "lessons", id: game },
          make("h2", { text: gameName(game) }),
          make(
            "ol",
            { class: "lesson-cards" },
            grades.map((grade) => make("li", {}, card(name, kept, game, grade))),
          ),
        ),
      ),
    );
  }
}

/**
 * @param {string} name
 * @param {import("../app/progress").Kind} kept
 * @param {string} game
 * @param {PuzzleGrade} grade
 */
function card(name, kept, game, { grade, first, count, position }) {
  const done = solvedIn(game, kept, first, count).size;
  return make(
    "a",
    { class: "game-card lesson-card", href: `/${name}/${game}/${grade}` },
    make(
      "span",
      { class: "card-picture" },
      make("img", { src: pictureOf({ game, position }), alt: "", loading: "lazy" }),
    ),
    make(
      "span",
      { class: "card-text" },
      make("strong", { text: t("puzzles.grade", { grade }) }),
      make("span", { class: "quiet", text: t(`${name}.solved_count`, { done, count }) }),
    ),
  );
}
