/**
 * The rules of a game in plain words, one rule set at a time, also one of the reader's own, with pictures of examples and
 * the rule sets side by side.
 */

import { exampleOf, isUnreachable, pictureOf, reach, rules as readRules } from "../app/api.js";
import { fill, make } from "../app/element.js";
import { allGames } from "../app/games.js";
import { gameName, rulesName } from "../app/names.js";
import { prose } from "../app/prose.js";
import { settings } from "../app/settings.js";
import { sentence, t } from "../app/text.js";
import { chips } from "../parts/choices.js";
import { button } from "../parts/icons.js";
import { failed, leadNowhere } from "../parts/notices.js";

/** From so high on, compared with its width, a board stands beside another one and not below it. */
const HIGH = 0.8;

/** @param {Record<string, string>} found */
export const open = (found) => new RulesPage(found.game ?? "");

/** The example that shows where a game begins. */
const START = "start";

class RulesPage extends HTMLElement {
  #wanted;
  #rules = new URLSearchParams(location.search).get("rules") ?? "";
  #text = make("div", { class: "rules-text" });
  #pictures = make("div", { class: "rules-pictures" });
  #print = make("a", { class: "button", text: t("print.title") });
  #compared = make("div", { class: "rules-compared" });
  #switcher = make("div", { class: "rules-choice" });
  /** The pictures of examples, by name. @type {Map<string, HTMLImageElement>} */
  #examples = new Map();
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
    const games = allGames();
    const entry = this.#wanted ? games.find(({ name }) => name === this.#wanted) : games[0];
    try {
      if (entry) await this.#show(games, entry);
      else await leadNowhere(this);
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
    if (!this.#rules) this.#rules = entry.contest_rules;
    document.title = t("rules.title", { game: gameName(entry.name) });
    const tabs = games.map(({ name }) =>
      make("a", { href: `/rules/${name}`, text: gameName(name), "aria-current": name === entry.name && "page" }),
    );
    fill(
      this,
      make(
        "div",
        { class: "rules-head" },
        make("h1", { text: t("rules.title", { game: gameName(entry.name) }) }),
        make("nav", { class: "tabs", "aria-label": t("start.game") }, tabs),
      ),
      this.#compared,
      make(
        "div",
        { class: "rules-body" },
        make("div", { class: "rules-side" }, this.#switcher, this.#pictures, this.#print),
        this.#text,
      ),
    );
    await this.#choose(entry, this.#rules);
  }

  /**
   * Show another rule set.
   * @param {import("../app/wire").GameEntry} entry
   * @param {string} rules
   */
  async #choose(entry, rules) {
    this.#rules = rules;
    try {
      await this.#fillText(entry);
      this.#offer(entry, this.#rules);
    } catch (problem) {
      if (this.#rules !== rules) return; // another was chosen since
      const isAway = isUnreachable(problem);
      const again = () => this.#rules === rules && this.#choose(entry, rules);
      failed(this.#text, problem, isAway ? again : undefined);
      fill(this.#pictures);
      fill(this.#compared);
      this.#offer(entry, isAway ? rules : "");
    }
  }

  /**
   * Offer the known rule sets, and the one that is shown if it is another.
   * @param {import("../app/wire").GameEntry} entry
   * @param {string} shown empty if there is none
   */
  #offer(entry, shown) {
    const go = (/** @type {string} */ rules) => {
      history.replaceState(null, "", `/rules/${entry.name}?rules=${encodeURIComponent(rules)}`);
      this.#choose(entry, rules);
    };
    const known = entry.rules.map(({ name }) => name);
    const isKnown = known.includes(shown);
    const all = isKnown || !shown ? known : [...known, shown];
    const input = make("input", {
      value: this.#rules,
      "aria-label": t("rules.own"),
      "aria-describedby": "rules-own-note",
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: "false",
      maxlength: 400,
      enterkeyhint: "go",
    });
    const own = make(
      "form",
      { class: "row grow" },
      input,
      button(t("rules.show"), () => {}, { type: "submit" }),
    );
    const note = make("p", { class: "quiet rules-own-note", id: "rules-own-note" }, prose(t("rules.own_note", { name: entry.rules[0]?.name ?? "" })));
    own.addEventListener("submit", (event) => {
      event.preventDefault();
      if (input.value.trim()) go(input.value.trim());
    });
    const hadFocus = this.#switcher.contains(document.activeElement);
    fill(
      this.#switcher,
      all.length > 1 &&
        chips({
          label: t("setup.rules"),
          name: "rules",
          options: all.map((name) => ({ value: name, label: rulesName(name) })),
          value: shown,
          choose: go,
        }),
      make("details", { class: "fold", open: !isKnown }, make("summary", { text: t("rules.own") }), own, note),
    );
    // Who chooses by keyboard goes on from what is chosen, or mends what was typed.
    if (hadFocus) /** @type {HTMLElement} */ (this.#switcher.querySelector("input:checked") ?? input).focus();
    this.#print.hidden = !isKnown || !entry.has.kit;
  }

  /** @param {import("../app/wire").GameEntry} entry */
  async #fillText(entry) {
    const asked = this.#rules;
    const [{ rules, sections, comparison }, start] = await Promise.all([
      readRules(entry.name, this.#rules),
      // The first move is only an example: where it cannot be asked for, there is none.
      reach({ game: entry.name, rules: this.#rules, moves: [] }).catch((problem) => {
        if (!isUnreachable(problem)) throw problem;
        return null;
      }),
    ]);
    if (this.#rules !== asked) return;
    this.#rules = rules;
    const options = start?.scene.options ?? [];
    const first = options.find((option) => option.stop && option.struck?.length) ?? options[0];
    this.#example = first?.text ?? "";
    this.#print.href = `/print/${entry.name}?rules=${encodeURIComponent(this.#rules)}`;
    this.#examples.clear();
    fill(
      this.#text,
      sections.map((section) => this.#section(section)),
    );
    if (sections.some(({ examples }) => examples.some(({ refused }) => refused)))
      this.#text.firstElementChild?.append(make("p", { class: "rules-legend", text: t("rules.legend") }));
    fill(this.#compared, comparison.rows.length > 0 && compared(comparison, this.#rules));
    this.#paint();
  }

  /** @param {import("../app/wire").PageSection} section */
  #section({ title, paragraphs, examples }) {
    return make(
      "section",
      {},
      make("h2", { text: title === this.#rules ? rulesName(title) : sentence(title) }),
      paragraphs.flatMap((text, number) => {
        // The start stands beside the text already.
        const shown = examples.filter(({ paragraph, name }) => paragraph === number && name !== START);
        const figures = shown.map((example) => this.#figure(example));
        return [make("p", {}, prose(text)), figures.length > 0 && make("div", { class: "rules-examples" }, figures)];
      }),
    );
  }

  /** @param {import("../app/wire").PageExample} example */
  #figure({ name, caption, width, height }) {
    const picture = make("img", { alt: caption, width, height, loading: "lazy" });
    this.#examples.set(name, picture);
    // The picture says its caption itself to whoever hears the page.
    const words = make("figcaption", { "aria-hidden": "true" }, prose(caption));
    return make("figure", { class: "rules-picture" }, picture, words);
  }

  #paint() {
    const picture = (/** @type {string} */ caption, /** @type {string} */ moves) => {
      const image = make("img", {
        src: pictureOf({ game: this.#wanted, rules: this.#rules, moves }),
        alt: "",
        on: { load: () => image.toggleAttribute("data-high", image.naturalHeight > image.naturalWidth * HIGH) },
      });
      return make("figure", { class: "rules-picture" }, image, make("figcaption", {}, prose(caption)));
    };
    for (const [name, image] of this.#examples) image.src = exampleOf(this.#wanted, this.#rules, name);
    const example = this.#example;
    fill(
      this.#pictures,
      picture(t("rules.start"), ""),
      example && picture(t("rules.example", { move: example }), example),
    );
  }
}

/**
 * Return the rule sets side by side.
 * @param {import("../app/wire").PageComparison} comparison
 * @param {string} current the rule set that is shown
 */
function compared({ title, columns, rows }, current) {
  const look = (/** @type {number} */ column) => ({ class: columns[column] === current ? "current" : "" });
  const head = columns.map((name, column) => make("th", { scope: "col", text: rulesName(name), ...look(column) }));
  const lines = rows.map(({ label, values }) =>
    make(
      "tr",
      {},
      make("th", { scope: "row", text: label }),
      values.map((text, column) => make("td", { text, ...look(column) })),
    ),
  );
  return make(
    "details",
    { class: "fold" },
    make("summary", { text: title }),
    make(
      "div",
      { class: "rules-table", role: "region", "aria-label": title, tabindex: 0 },
      make("table", {}, make("thead", {}, make("tr", {}, make("td"), head)), make("tbody", {}, lines)),
    ),
  );
}

customElements.define("vato-rules", RulesPage);
