/**
 * The comment on the turn that is looked at: read or, by who may, written. It is kept when the writer stops for a moment or
 * goes elsewhere; where somebody else has changed it meanwhile the writer is asked, and nothing that was written is lost.
 *
 * Fires `written` with {node, text, since}.
 */

import { fill, make } from "../app/element.js";
import { prose } from "../app/prose.js";
import { t } from "../app/text.js";
import { button, iconButton } from "./icons.js";
import { copy } from "./invitation.js";

/** @typedef {import("../app/variations.js").Node} Node */

const MOST_CHARACTERS = 2000;
/** Who stops writing for so long has said something. */
const PAUSE_MS = 1500;

export class CommentField extends HTMLElement {
  /** @type {Node | null} */
  #node = null;
  /** The version in which the comment was seen from which the writer began. */
  #since = 0;
  #version = 0;
  #isChanged = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #pause;
  #name = make("span", {});
  #field = make("textarea", {
    rows: 3,
    maxlength: MOST_CHARACTERS,
    dir: "auto",
    on: { input: () => this.#change(), change: () => this.flush() },
  });
  #label = make("label", { class: "field" }, this.#name, this.#field);
  #text = make("p", { class: "study-comment", dir: "auto" });
  #drawn = make("p", { class: "hidden" });
  #asked = make("div", { role: "alert" });
  #given = make("div", { role: "alert" });

  connectedCallback() {
    fill(this, this.#label, this.#text, this.#drawn, this.#asked, this.#given);
  }

  disconnectedCallback() {
    this.flush();
  }

  /**
   * @param {object} shown
   * @param {Node} shown.node
   * @param {string | undefined} shown.written what was written here and is not kept yet
   * @param {import("../app/variations.js").Drawn[]} shown.drawn
   * @param {number} shown.version
   * @param {boolean} shown.mayEdit
   */
  show({ node, written, drawn, version, mayEdit }) {
    // A turn that was read again is another node in the same place.
    const isSame = node === this.#node || (node.id !== null && node.id === this.#node?.id);
    if (!isSame) {
      this.flush();
      fill(this.#asked);
    }
    this.#node = node;
    this.#version = version;
    this.#label.hidden = !mayEdit;
    this.#text.hidden = mayEdit || !node.comment;
    this.#text.textContent = node.comment;
    fill(this.#name, prose(labelOf(node.turn?.text)));
    const arrows = drawn.map(({ from, to }) => (from === to ? from : `${from} → ${to}`));
    this.#drawn.textContent = arrows.length > 0 ? t("study.drawn", { arrows: arrows.join(", ") }) : "";
    if (this.#isChanged || this.#asked.childElementCount > 0) return;
    const text = written ?? node.comment;
    if (this.#field.value !== text) this.#field.value = text;
    if (written === undefined) this.#since = version;
  }

  /**
   * Bring the keyboard's focus to what is written.
   * @override
   * @param {FocusOptions} [options]
   */
  focus(options) {
    this.#field.focus(options);
  }

  /** Let what was written be kept now. */
  flush() {
    clearTimeout(this.#pause);
    if (!this.#isChanged || !this.#node || this.#asked.childElementCount > 0) return;
    this.#isChanged = false;
    this.#write(this.#node, this.#since);
  }

  #change() {
    this.#isChanged = true;
    clearTimeout(this.#pause);
    this.#pause = setTimeout(() => this.flush(), PAUSE_MS);
  }

  /**
   * @param {Node} node
   * @param {number} since
   */
  #write(node, since) {
    this.dispatchEvent(new CustomEvent("written", { detail: { node, text: this.#field.value.trim(), since } }));
  }

  /**
   * Ask what is to become of a comment that somebody else has changed meanwhile, if its turn is still looked at.
   * @param {Node} node
   * @param {string} text
   * @param {string} why it was not kept
   */
  ask(node, text, why) {
    if (node !== this.#node) return this.giveBack(node.moves, text, why);
    this.#isChanged = true;
    if (!this.#field.value) this.#field.value = text;
    const settle = () => {
      fill(this.#asked);
      this.#isChanged = false;
      this.#field.focus();
    };
    const keep = () => {
      settle();
      this.#write(node, this.#version);
    };
    const take = () => {
      settle();
      this.#field.value = node.comment;
      this.#since = this.#version;
    };
    const deeds = [
      button(t("study.comment_mine"), keep, { class: "button primary" }),
      button(t("study.comment_theirs"), take),
    ];
    const theirs = make("blockquote", { dir: "auto", text: node.comment || t("study.comment_none") });
    fill(this.#asked, notice([make("p", { text: why }), make("p", { text: t("study.comment_says") }), theirs], deeds));
  }

  /**
   * Give a comment back that cannot be kept; it stays until its writer has had it.
   * @param {string[]} moves to the turn that it was about
   * @param {string} text
   * @param {string} why
   */
  giveBack(moves, text, why) {
    if (!text) return;
    const label = labelOf(moves.at(-1));
    const kept = make("textarea", { rows: 3, readOnly: true, value: text, dir: "auto", "aria-label": label });
    const deeds = [
      button(t("export.copy"), () => copy(text, kept), { icon: "copy" }),
      iconButton("cross", t("dialog.close"), () => given.remove()),
    ];
    const given = notice([make("p", { text: why }), make("p", {}, prose(label)), kept], deeds);
    this.#given.append(given);
  }
}

/** @param {string} [move] none at the start */
const labelOf = (move) => (move ? t("study.comment_on", { move }) : t("study.comment_start"));

/**
 * @param {HTMLElement[]} content
 * @param {HTMLElement[]} deeds
 */
const notice = (content, deeds) =>
  make("div", { class: "study-asked" }, content, make("div", { class: "row" }, deeds));

customElements.define("vato-comment", CommentField);
