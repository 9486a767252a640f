/**
 * All lessons: a small picture of each, what it teaches, and which are done.
 */

import { lessons, pictureOf } from "../app/api.js";
import { fill, make } from "../app/element.js";
import { gameName } from "../app/names.js";
import { isDone } from "../app/progress.js";
import { settings } from "../app/settings.js";
import { formatNumber, t } from "../app/text.js";
import { icon } from "../parts/icons.js";
import { failed, leadNowhere } from "../parts/notices.js";

/** @typedef {import("../app/wire").LessonGame} LessonGame @typedef {import("../app/wire").LessonEntry} LessonEntry */

export const open = () => new LearnPage();

class LearnPage extends HTMLElement {
  /** @type {LessonGame[]} */
  #games = [];
  #repaint = () => this.#show();

  async connectedCallback() {
    document.title = t("learn.title");
    settings.addEventListener("change", this.#repaint);
    fill(this, make("div", { class: "loading", "aria-busy": "true" }));
    try {
      this.#games = (await lessons()).filter((entry) => entry.lessons.length > 0);
      if (this.#games.length === 0) return await leadNowhere(this);
      this.#show();
      // Coming back from a lesson, one sees those of its game.
      if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView({ block: "nearest" });
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
      make("h1", { text: t("learn.heading") }),
      this.#games.map((entry) => section(entry)),
    );
  }
}

/** @param {LessonGame} entry */
function section({ game, lessons: offered }) {
  const done = offered.filter((lesson) => isDone(game, lesson)).length;
  // The first that is left to do is where to go on.
  const next = offered.find((lesson) => !isDone(game, lesson));
  return make(
    "section",
    { class: "lessons", id: game },
    make(
      "div",
      { class: "lessons-head" },
      make("h2", { text: gameName(game) }),
      make("p", { class: "quiet", text: t("learn.done_count", { done, count: offered.length }) }),
    ),
    make(
      "ol",
      { class: "lesson-cards" },
      offered.map((lesson, index) => make("li", {}, card(game, lesson, index, lesson === next))),
    ),
  );
}

/**
 * @param {string} game
 * @param {LessonEntry} lesson
 * @param {number} index
 * @param {boolean} isNext
 */
function card(game, lesson, index, isNext) {
  const { name, title, aim, rules, position } = lesson;
  const done = isDone(game, lesson);
  return make(
    "a",
    { class: isNext ? "game-card lesson-card next" : "game-card lesson-card", href: `/learn/${game}/${name}` },
    make(
      "span",
      { class: "card-picture" },
      make("img", { src: pictureOf({ game, rules, position }), alt: "", loading: "lazy" }),
    ),
    make(
      "span",
      { class: "card-text" },
      make(
        "strong",
        {},
        `${formatNumber(index + 1)}. ${title}`,
        done && make("span", { class: "lesson-done" }, icon("check"), make("span", { class: "hidden", text: t("learn.done") })),
      ),
      make("span", { class: "quiet", text: aim }),
    ),
  );
}

customElements.define("vato-learn", LearnPage);
