/**
 * The rules of a game in plain words, one rule set at a time, with a picture of its board.
 */

import { catalog, pictureOf, reach, rules as readRules } from "../app/api.js";
import { fill, make } from "../app/element.js";
import { gameName, rulesName } from "../app/names.js";
import { settings } from "../app/settings.js";
import { sentence, t } from "../app/text.js";
import { chips } from "../parts/choices.js";
import { failed } from "../parts/notices.js";

/** @param {Record<string, string>} found */
export const open = (found) => new RulesPage(found.game ?? "");

class RulesPage extends HTMLElement {
  #wanted;
  #rules = new URLSearchParams(location.search).get("rules") ?? "";
  #text = make("div", { class: "rules-text" });
  #pictures = make("div", { class: "rules-pictures" });
  #print = make("a", { class: "button", text: t("print.title") });
  /** A first move that strikes something, if there is one. */
  #example = "";
  #repaint = () => this.#paint();

  /** @param {string} game */
  constructor(game) {
    super();
    this.#wanted = game;
  }

  async connectedCallback() {
    settings.addEventListener("change", this.#repaint);
    try {
      const { games } = await catalog();
      const entry = games.find(({ name }) => name === this.#wanted) ?? games[0];
      if (entry) await this.#show(games, entry);
    } catch (problem) {
      failed(this, problem, () => this.connectedCallback());
    }
  }

  disconnectedCallback() {
    settings.removeEventListener("change", this.#repaint);
  }

  /**
   * @param {import("../app/wire").GameEntry[]} games
   * @param {import("../app/wire").GameEntry} entry
   */
  async #show(games, entry) {
    this.#wanted = entry.name;
    if (!entry.rules.some(({ name }) => name === this.#rules))
      this.#rules = entry.contest_rules;
    document.title = t("rules.title", { game: gameName(entry.name) });
    const tabs = games.map(({ name }) =>
      make("a", { href: `/rules/${name}`, text: gameName(name), "aria-current": name === entry.name && "page" }),
    );
    const switcher = chips({
      label: t("setup.rules"),
      name: "rules",
      options: entry.rules.map(({ name }) => ({ value: name, label: rulesName(name) })),
      value: this.#rules,
      choose: (value) => {
        this.#rules = value;
        history.replaceState(null, "", `/rules/${entry.name}?rules=${encodeURIComponent(value)}`);
        this.#fillText(entry).catch((problem) => failed(this.#text, problem));
      },
    });
    fill(
      this,
      make(
        "div",
        { class: "rules-head" },
        make("h1", { text: t("rules.title", { game: gameName(entry.name) }) }),
        make("nav", { class: "tabs", "aria-label": t("start.game") }, tabs),
      ),
      make(
        "div",
        { class: "rules-body" },
        make("div", { class: "rules-side" }, entry.rules.length > 1 && switcher, this.#pictures, this.#print),
        this.#text,
      ),
    );
    await this.#fillText(entry);
  }

  /** @param {import("../app/wire").GameEntry} entry */
  async #fillText(entry) {
    const [sections, start] = await Promise.all([
      readRules(entry.name, this.#rules),
      reach({ game: entry.name, rules: this.#rules, moves: [] }),
    ]);
    const first = start.scene.options.find((option) => option.stop && option.struck?.length) ?? start.scene.options[0];
    this.#example = first?.text ?? "";
    this.#print.href = `/print/${entry.name}?rules=${encodeURIComponent(this.#rules)}`;
    this.#paint();
    fill(
      this.#text,
      sections.map(({ title, paragraphs }) =>
        make(
          "section",
          {},
          make("h2", { text: title === this.#rules ? rulesName(title) : sentence(title) }),
          paragraphs.map((text) => make("p", { text })),
        ),
      ),
    );
  }

  #paint() {
    const picture = (/** @type {string} */ caption, /** @type {string} */ moves) =>
      make(
        "figure",
        { class: "rules-picture" },
        make("img", { src: pictureOf({ game: this.#wanted, rules: this.#rules, moves }), alt: "" }),
        make("figcaption", { text: caption }),
      );
    const example = this.#example;
    fill(
      this.#pictures,
      picture(t("rules.start"), ""),
      example && picture(t("rules.example", { move: example }), example),
    );
  }
}

customElements.define("vato-rules", RulesPage);
