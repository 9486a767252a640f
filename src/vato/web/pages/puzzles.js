/**
 * All puzzles: for each game its grades, and how many of them are solved.
 */

import { pictureOf, puzzles } from "../app/api.js";
import { fill, make } from "../app/element.js";
import { gameName } from "../app/names.js";
import { solvedIn } from "../app/progress.js";
import { settings } from "../app/settings.js";
import { t } from "../app/text.js";
import { failed } from "../parts/notices.js";

/** @typedef {import("../app/wire").PuzzleGame} PuzzleGame @typedef {import("../app/wire").PuzzleGrade} PuzzleGrade */

export const open = () => new PuzzlesPage();

class PuzzlesPage extends HTMLElement {
  /** @type {PuzzleGame[]} */
  #games = [];
  #repaint = () => this.#show();

  async connectedCallback() {
    document.title = t("puzzles.title");
    settings.addEventListener("change", this.#repaint);
    fill(this, make("div", { class: "loading", "aria-busy": "true" }));
    try {
      this.#games = await puzzles();
      this.#show();
    } catch (problem) {
      failed(this, problem, () => this.connectedCallback());
    }
  }

  disconnectedCallback() {
    settings.removeEventListener("change", this.#repaint);
  }

  #show() {
    fill(
      this,
      make("h1", { text: t("nav.puzzles") }),
      make("p", { class: "quiet", text: t("puzzles.about") }),
      this.#games.map(({ game, grades }) =>
        make(
          "section",
          { class: "lessons", id: game },
          make("h2", { text: gameName(game) }),
          make(
            "ol",
            { class: "lesson-cards" },
            grades.map((grade) => make("li", {}, card(game, grade))),
          ),
        ),
      ),
    );
  }
}

/**
 * @param {string} game
 * @param {PuzzleGrade} grade
 */
function card(game, { grade, first, count, position }) {
  const done = solvedIn(game, first, count).size;
  return make(
    "a",
    { class: "game-card lesson-card", href: `/puzzles/${game}/${grade}` },
    make(
      "span",
      { class: "card-picture" },
      make("img", { src: pictureOf({ game, rules: "standard", position }), alt: "", loading: "lazy" }),
    ),
    make(
      "span",
      { class: "card-text" },
      make("strong", { text: t("puzzles.grade", { grade }) }),
      make("span", { class: "quiet", text: t("puzzles.solved_count", { done, count }) }),
    ),
  );
}

customElements.define("vato-puzzles", PuzzlesPage);
