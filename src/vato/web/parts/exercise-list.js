/**
 * All lessons, puzzles or endings: for each game a card for each of its parts, with a small picture and how far one is.
 * What they are a page that extends this says.
 */

import { pictureOf } from "../app/api.js";
import { fill, make } from "../app/element.js";
import { gameName } from "../app/names.js";
import { settings } from "../app/settings.js";
import { t } from "../app/text.js";
import { icon } from "./icons.js";
import { failed, leadNowhere } from "./notices.js";

/**
 * A part to be done: a lesson, or a grade of puzzles or endings.
 * @typedef {object} Card
 * @property {string} address
 * @property {string} title
 * @property {string} note
 * @property {string} [rules] of the position; the game's usual ones if not given
 * @property {string} position its picture
 * @property {boolean} [done]
 * @property {boolean} [next] Whether this is where to go on.
 */

/**
 * Parts that belong together.
 * @typedef {{title?: string, cards: Card[]}} Group
 */

/**
 * The parts of a game, and a few words or a way to one of its exercises beside its name.
 * @typedef {{game: string, note?: string, link?: {address: string, text: string, isDone: boolean}, groups: Group[]}} Section
 */

/**
 * What is listed.
 * @typedef {object} Listed
 * @property {string} title Of the page.
 * @property {() => Node} head
 * @property {() => Promise<() => Section[]>} read Returns what says how far one is, each time it is asked.
 */

export class ExerciseList extends HTMLElement {
  #listed;
  /** @type {() => Section[]} */
  #sections = () => [];
  #repaint = () => this.#show();

  /** @param {Listed} listed */
  constructor(listed) {
    super();
    this.#listed = listed;
  }

  async connectedCallback() {
    document.title = this.#listed.title;
    settings.addEventListener("change", this.#repaint);
    fill(this, make("div", { class: "loading", "aria-busy": "true" }));
    try {
      this.#sections = await this.#listed.read();
      if (this.#sections().length === 0) return await leadNowhere(this);
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
    fill(this, this.#listed.head(), this.#sections().map(section));
  }
}

/** @param {Section} section */
function section({ game, note, link, groups }) {
  const name = make("h2", { text: gameName(game) });
  const beside = [
    note && make("p", { class: "quiet", text: note }),
    link && make("a", { class: "daily", href: link.address }, link.isDone && icon("check"), link.text),
  ].filter(Boolean);
  return make(
    "section",
    { class: "lessons", id: game },
    beside.length > 0 ? make("div", { class: "lessons-head" }, name, beside) : name,
    groups.flatMap(({ title, cards }) => [
      title && make("h3", { text: title }),
      make(
        "ol",
        { class: "lesson-cards" },
        cards.map((shown) => make("li", {}, card(game, shown))),
      ),
    ]),
  );
}

/**
 * @param {string} game
 * @param {Card} card
 */
function card(game, { address, title, note, rules = "", position, done = false, next = false }) {
  const words = make("span", { class: "hidden", text: t("learn.done") });
  return make(
    "a",
    { class: next ? "game-card lesson-card next" : "game-card lesson-card", href: address },
    make(
      "span",
      { class: "card-picture" },
      make("img", { src: pictureOf({ game, rules, position }), alt: "", loading: "lazy" }),
    ),
    make(
      "span",
      { class: "card-text" },
      make("strong", {}, title, done && make("span", { class: "lesson-done" }, icon("check"), words)),
      make("span", { class: "quiet", text: note }),
    ),
  );
}
