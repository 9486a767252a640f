/**
 * All lessons, puzzles or endings: for each game a list of its parts, each with a small picture and how far one is. What
 * they are a page that extends this says.
 */

import { pictureOf } from "../app/api.js";
import { fill, make } from "../app/element.js";
import { gameName } from "../app/names.js";
import { settings } from "../app/settings.js";
import { t } from "../app/text.js";
import { icon } from "./icons.js";
import { failed, leadNowhere } from "./notices.js";

/**
 * A part to be done, with room for a sentence: a lesson, a puzzle.
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
 * Parts that belong together, as a list.
 * @typedef {{title?: string, list: Node}} Group
 */

/**
 * The parts of a game, and a few words beside its name.
 * @typedef {{game: string, note: string, groups: Group[]}} Section
 */

/**
 * What is listed.
 * @typedef {object} Listed
 * @property {string} title Of the page.
 * @property {() => Node | Node[]} head
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
function section({ game, note, groups }) {
  return make(
    "section",
    { class: "lessons", id: game },
    make(
      "div",
      { class: "lessons-head" },
      make("h2", { text: gameName(game) }),
      make("p", { class: "quiet", text: note }),
    ),
    groups.flatMap(({ title, list }) => [title && make("h3", { text: title }), list]),
  );
}

/**
 * Return parts that each say what they are about.
 * @param {(Card & {game: string})[]} cards
 */
export const cardList = (cards) =>
  make(
    "ol",
    { class: "lesson-cards" },
    cards.map((shown) => make("li", {}, card(shown))),
  );

/** @param {Card & {game: string}} card */
function card({ game, address, title, note, rules, position, done = false, next = false }) {
  return make(
    "a",
    { class: next ? "game-card lesson-card next" : "game-card lesson-card", href: address },
    picture({ game, rules, position }),
    make("span", { class: "card-text" }, make("strong", {}, title, done && doneSign()), make("span", { class: "quiet", text: note })),
  );
}

/**
 * Return a small picture of where a part begins.
 * @param {{game: string, rules?: string, position: string}} begin
 */
export const picture = ({ game, rules = "", position }) =>
  make(
    "span",
    { class: "card-picture" },
    make("img", { src: pictureOf({ game, rules, position }), alt: "", loading: "lazy" }),
  );

/** Return the sign that something is done. */
export const doneSign = () =>
  make("span", { class: "lesson-done" }, icon("check"), make("span", { class: "hidden", text: t("learn.done") }));
