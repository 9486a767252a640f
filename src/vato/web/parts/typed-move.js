/**
 * A field in which moves are typed, for those who play by keyboard or hear the board. Enter plays; what is refused stays
 * in the field, with the reason.
 */

import { fill, make } from "../app/element.js";
import { prose } from "../app/prose.js";
import { t } from "../app/text.js";
import { button } from "./icons.js";

/** @typedef {import("../types").Option} Option */

/** Return a move without the signs between its points, which people write in many ways. @param {string} text */
const loose = (text) => text.replace(/[-x:]/g, "").toLowerCase();

/**
 * Return the whole move that a text means among the options: its text, whatever its case and the signs between points,
 * or the only move whose kinds of capture it leaves out.
 * @param {string} typed
 * @param {Option[]} options
 * @returns {string | null}
 */
export function meant(typed, options) {
  const wanted = typed.trim().toLowerCase().replace(/\s+/g, "");
  /** @type {string[]} */
  const whole = [];
  const walk = (/** @type {Option[]} */ nodes) => {
    for (const node of nodes) {
      if (node.stop) whole.push(node.text);
      walk(node.next ?? []);
    }
  };
  walk(options);
  const exact = whole.find((text) => text.toLowerCase() === wanted);
  if (exact) return exact;
  const alike = whole.filter((text) => [text, text.replace(/[A-Z]/g, "")].map(loose).includes(loose(wanted)));
  return alike.length === 1 ? (alike[0] ?? null) : null;
}

export class TypedMove extends HTMLElement {
  /** Plays a text; returns why it cannot, or null. @type {(text: string) => Promise<string | null>} */
  onPlay = async () => null;

  #input = make("input", {
    class: "typed-input",
    "aria-label": t("typed.label"),
    placeholder: t("typed.label"),
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    enterkeyhint: "go",
  });
  #problem = make("p", { class: "typed-problem", role: "alert" });

  connectedCallback() {
    const form = make(
      "form",
      { class: "typed" },
      this.#input,
      button(t("typed.play"), () => {}, { type: "submit" }),
    );
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const text = this.#input.value.trim();
      if (!text) return;
      const problem = await this.onPlay(text);
      fill(this.#problem, prose(problem ?? ""));
      if (!problem) this.#input.value = "";
    });
    this.#input.addEventListener("input", () => fill(this.#problem));
    fill(this, form, this.#problem);
  }

  enter() {
    this.#input.focus();
  }
}

customElements.define("vato-typed", TypedMove);
