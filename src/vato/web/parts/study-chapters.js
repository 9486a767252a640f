/**
 * The chapters of a study: which there are, which one is open, and for who may edit adding, renaming, moving and deleting
 * them.
 *
 * Events: `chapter` with the number of one that is to be opened, `add` with a game, rules and a start that were chosen,
 * `set-up` with the same, for a position that is set up by hand first, `rename` ({chapter, name}), `move` ({chapter, to}),
 * `delete` with the number of one.
 */

import { fill, make } from "../app/element.js";
import { entryOf } from "../app/games.js";
import { gameName } from "../app/names.js";
import { formatNumber, t } from "../app/text.js";
import { ask, confirmed } from "./dialogs.js";
import { gameChoice, startOf } from "./game-choice.js";
import { iconButton } from "./icons.js";
import { askForText } from "./import.js";

/** @typedef {import("../app/study-tree.js").Chapter} Chapter */

/**
 * Return what a chapter is called.
 * @param {Chapter[]} chapters
 * @param {Chapter} chapter
 */
export const chapterName = (chapters, chapter) =>
  chapter.name || t("study.chapter", { number: formatNumber(chapters.indexOf(chapter) + 1) });

export class StudyChapters extends HTMLElement {
  /** Adds the chapters of a text. @type {(text: string, name: string) => Promise<void>} */
  onRead = async () => {};
  /** @type {Chapter[]} */
  #chapters = [];
  /** What is shown, so that it is only filled anew when it is something else. */
  #shown = "";
  #list = make("ol", { class: "study-chapters" });
  #add = iconButton("plus", t("study.add_chapter"), () => this.#ask());

  connectedCallback() {
    const heading = make("h2", { text: t("study.chapters"), id: "study-chapters" });
    fill(this, make("div", { class: "study-chapters-head" }, heading, this.#add), this.#list);
    this.#list.setAttribute("aria-labelledby", "study-chapters");
  }

  /**
   * @param {Chapter[]} chapters
   * @param {Chapter} open
   * @param {boolean} mayEdit
   */
  show(chapters, open, mayEdit) {
    this.#chapters = chapters;
    const shown = JSON.stringify([chapters.map(({ id, name }) => [id, name]), open.id, mayEdit]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.#add.hidden = !mayEdit;
    const held = this.#list.contains(document.activeElement) ? document.activeElement?.closest("li") : null;
    fill(
      this.#list,
      chapters.map((chapter) => this.#entry(chapter, chapter === open, mayEdit)),
    );
    const again = held && this.#list.querySelector(`[data-chapter="${held.dataset.chapter}"] button`);
    if (again instanceof HTMLElement) again.focus();
    const current = this.#list.querySelector("[aria-current]")?.closest("li");
    if (current) this.#list.scrollTop = current.offsetTop - this.#list.offsetTop - 40;
  }

  /**
   * @param {Chapter} chapter
   * @param {boolean} isOpen
   * @param {boolean} mayEdit
   */
  #entry(chapter, isOpen, mayEdit) {
    const name = chapterName(this.#chapters, chapter);
    const look = {
      type: "button",
      class: "study-chapter",
      "aria-current": isOpen && "true",
      on: { click: () => this.#tell("chapter", chapter.id) },
    };
    const more = () => this.#more(chapter);
    const isMixed = this.#chapters.some(({ game }) => game !== chapter.game);
    const game = isMixed && make("span", { class: "quiet", text: gameName(chapter.game) });
    return make(
      "li",
      { data: { chapter: chapter.id } },
      make("button", look, make("bdi", { text: name }), game),
      mayEdit && iconButton("more", t("study.chapter_more", { name }), more, { "aria-haspopup": "dialog" }),
    );
  }

  /** @param {Chapter} chapter */
  async #more(chapter) {
    const place = this.#chapters.indexOf(chapter);
    const name = make("input", { type: "text", maxlength: 80, value: chapter.name, autocomplete: "off" });
    const last = this.#chapters.length - 1;
    const actions = /** @type {import("./dialogs.js").Action[]} */ ([
      ...(last > 0 ? [{ label: t("study.delete_chapter"), value: "delete", kind: "danger" }] : []),
      ...(place > 0 ? [{ label: t("study.earlier"), value: "earlier" }] : []),
      ...(place < last ? [{ label: t("study.later"), value: "later" }] : []),
      { label: t("study.save"), value: "save", kind: "primary" },
    ]);
    const answer = await ask({
      title: chapterName(this.#chapters, chapter),
      content: [make("label", { class: "field" }, make("span", { text: t("study.chapter_name") }), name)],
      actions,
      class: "small",
    });
    if (!answer) return;
    if (name.value.trim() !== chapter.name && answer !== "delete")
      this.#tell("rename", { chapter: chapter.id, name: name.value.trim() });
    if (answer === "earlier") this.#tell("move", { chapter: chapter.id, to: place - 1 });
    else if (answer === "later") this.#tell("move", { chapter: chapter.id, to: place + 1 });
    else if (answer === "delete") {
      const sure = t("study.delete_chapter_sure", { name: chapterName(this.#chapters, chapter) });
      if (await confirmed(sure, t("study.delete_chapter"))) this.#tell("delete", chapter.id);
    }
  }

  /** Ask for another chapter. */
  async #ask() {
    const last = this.#chapters.at(-1);
    const chosen = { game: last?.game ?? "", rules: last?.rules ?? "", setup: {} };
    const name = make("input", { type: "text", maxlength: 80, autocomplete: "off" });
    const answer = await ask({
      title: t("study.add_chapter"),
      content: [make("label", { class: "field" }, make("span", { text: t("study.chapter_name") }), name), gameChoice(chosen)],
      actions: [
        { label: t("study.from_text"), value: "read" },
        { label: t("action.edit"), value: "set-up" },
        { label: t("study.add"), value: "add", kind: "primary" },
      ],
      onOpen: () => name.focus(),
    });
    if (!answer) return;
    if (answer === "read") {
      await askForText((text) => this.onRead(text, name.value.trim()));
      return;
    }
    const { game, rules } = chosen;
    const mayEdit = (entryOf(game)?.edits.length ?? 0) > 0;
    this.#tell(mayEdit ? answer : "add", { name: name.value.trim(), game, rules, position: startOf(chosen) });
  }

  /**
   * @param {string} type
   * @param {unknown} detail
   */
  #tell(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}

customElements.define("vato-chapters", StudyChapters);
