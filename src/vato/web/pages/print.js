/**
 * A set to print: which game, rules, board, paper and language, and a link that opens the document. Makes no document.
 */

import { kits, languages, pictureOf, printedPictureOf } from "../app/api.js";
import { fill, find, make } from "../app/element.js";
import { entryOf } from "../app/games.js";
import { gameName, rulesName, valueName } from "../app/names.js";
import { network } from "../app/network.js";
import { settings } from "../app/settings.js";
import { language, named, t } from "../app/text.js";
import { chips } from "../parts/choices.js";
import { failed, leadNowhere } from "../parts/notices.js";

/** @param {Record<string, string>} found */
export const open = (found) => new PrintPage(found.game ?? "");

class PrintPage extends HTMLElement {
  #game;
  #rules = new URLSearchParams(location.search).get("rules") ?? "";
  #board = "";
  #paper = "";
  #motif = "";
  #language = language();
  #saving = false;
  #twoSided = false;
  /** @type {import("../app/wire").Kits} */
  #offered = { kits: [], papers: [] };
  /** @type {import("../app/wire").Language[]} */
  #languages = [];
  /** Stands in the place of the link where the server, which makes the document, cannot be reached. */
  #away = make("p", { class: "quiet", role: "status" });
  #onNetwork = () => this.#aim();
  #onSetting = () => this.#aim();
  /** The board that is printed, as it is set up, with stones that show what the printed ones show. */
  #picture = make("img", { class: "print-picture", alt: "", on: { error: () => (this.#picture.hidden = true) } });
  #link = make("a", { class: "button primary", target: "_blank", rel: "noopener", text: t("print.open") });

  /** @param {string} game */
  constructor(game) {
    super();
    this.#game = game;
  }

  async connectedCallback() {
    document.title = t("print.page_title");
    network.addEventListener("change", this.#onNetwork);
    settings.addEventListener("change", this.#onSetting);
    try {
      [this.#offered, this.#languages] = await Promise.all([kits(), languages()]);
      const { kits: all } = this.#offered;
      const known = this.#game ? all.some(({ name }) => name === this.#game) : all.length > 0;
      if (known) this.#show();
      else await leadNowhere(this);
    } catch (problem) {
      failed(this, problem, () => this.connectedCallback());
    }
  }

  disconnectedCallback() {
    network.removeEventListener("change", this.#onNetwork);
    settings.removeEventListener("change", this.#onSetting);
  }

  /** What is chosen now, each choice being one that is offered. */
  get #chosen() {
    const { kits: all, papers } = this.#offered;
    const kit = all.find(({ name }) => name === this.#game) ?? all[0] ?? { name: "", rules: [], boards: [], motifs: [] };
    return {
      kit,
      rules: kit.rules.find((name) => name === this.#rules) ?? kit.rules[0] ?? "",
      board: kit.boards.find((size) => size === this.#board) ?? kit.boards[0] ?? "",
      motif: kit.motifs.find((name) => name === this.#motif) ?? kit.motifs[0] ?? "",
      paper: papers.find(({ name }) => name === this.#paper)?.name ?? papers[0]?.name ?? "",
    };
  }

  #show() {
    const { kit, rules, board, motif, paper } = this.#chosen;
    const group = (
      /** @type {string} */ label,
      /** @type {string} */ name,
      /** @type {{value: string, label: string}[]} */ options,
      /** @type {string} */ value,
      /** @type {(value: string) => void} */ choose,
    ) =>
      options.length > 1 &&
      chips({
        label,
        name,
        options,
        value,
        choose: (chosen) => {
          choose(chosen);
          this.#aim();
        },
      });
    const select = make(
      "select",
      {
        on: {
          change: () => {
            this.#language = select.value;
            this.#aim();
          },
        },
      },
      this.#languages.map(({ code, name }) =>
        make("option", { value: code, text: name, lang: code, selected: code === this.#language }),
      ),
    );
    const games = this.#offered.kits.map(({ name }) => ({ value: name, label: gameName(name) }));
    fill(
      this,
      make(
        "div",
        { class: "print-head" },
        make("h1", { text: t("print.title") }),
        make("p", { class: "quiet", text: t("print.note") }),
      ),
      this.#picture,
      make(
        "div",
        { class: "print-choices" },
        group(t("start.game"), "game", games, kit.name, (value) => {
          this.#game = value;
          history.replaceState(null, "", `/print/${value}`);
          this.#show();
          // The choices are new ones; whoever chose by the keyboard goes on from the same place.
          find(this, `[data-value="${value}"] input`).focus();
        }),
        group(t("setup.rules"), "rules", this.#named(kit.rules, rulesName), rules, (value) => (this.#rules = value)),
        group(t("setup.board"), "board", this.#named(kit.boards, valueName), board, (value) => (this.#board = value)),
        group(t("print.motif"), "motif", this.#named(kit.motifs, motifName), motif, (value) => (this.#motif = value)),
        group(
          t("print.paper"),
          "paper",
          this.#offered.papers.map(({ name, title }) => ({ value: name, label: title })),
          paper,
          (value) => (this.#paper = value),
        ),
        make("label", { class: "field" }, make("span", { text: t("menu.language") }), select),
        make(
          "div",
          { class: "switches" },
          this.#switch(t("print.ink_saving"), this.#saving, (checked) => (this.#saving = checked)),
          this.#switch(t("print.two_sided"), this.#twoSided, (checked) => (this.#twoSided = checked)),
        ),
      ),
      make("div", { class: "print-go" }, this.#link, this.#away, make("p", { class: "quiet", text: t("print.scale") })),
    );
    this.#aim();
  }

  /**
   * @param {string[]} names
   * @param {(name: string) => string} say
   */
  #named(names, say) {
    return names.map((name) => ({ value: name, label: say(name) }));
  }

  /**
   * @param {string} label
   * @param {boolean} checked
   * @param {(checked: boolean) => void} choose
   */
  #switch(label, checked, choose) {
    const box = make("input", {
      type: "checkbox",
      role: "switch",
      checked,
      on: {
        change: () => {
          choose(box.checked);
          this.#aim();
        },
      },
    });
    return make("label", { class: "switch" }, make("span", { text: label }), box);
  }

  /** Let the link open what is chosen. */
  #aim() {
    const { kit, rules, board, motif, paper } = this.#chosen;
    const query = new URLSearchParams({ paper, language: this.#language });
    if (rules) query.set("rules", rules);
    if (board) query.set("board", board);
    if (motif) query.set("motif", motif);
    if (this.#saving) query.set("ink_saving", "true");
    if (this.#twoSided) query.set("two_sided", "true");
    this.#picture.hidden = !entryOf(kit.name);
    if (entryOf(kit.name))
      this.#picture.src = network.isLost
        ? pictureOf({ game: kit.name, rules, board })
        : printedPictureOf(kit.name, { rules, board, motif, ink_saving: this.#saving ? "true" : "" });
    this.#link.hidden = network.isLost;
    this.#away.textContent = network.isLost ? t("offline.print") : "";
    this.#link.href = `/api/print/${encodeURIComponent(kit.name)}?${query}`;
  }
}

/** @param {string} motif */
const motifName = (motif) => named(`print.motif_${motif}`, motif);

customElements.define("vato-print", PrintPage);
