/**
 * Setting up a position: what a click on the board puts there, whose turn it is, and the position as text. How a
 * position is written is the server's affair: it is sent each edit and answers with the position.
 *
 * Fires `position` with every new position, and `done` with the one to go on with.
 */

import { edit, needing, reach } from "../app/api.js";
import { fill, make } from "../app/element.js";
import { sideName } from "../app/names.js";
import { t } from "../app/text.js";
import { chips } from "./choices.js";
import { button } from "./icons.js";

/** @typedef {import("../app/wire").GameEntry} GameEntry @typedef {import("../app/wire").EditWish} EditWish */
/** @typedef {import("../types").Scene} Scene */

export class EditPalette extends HTMLElement {
  /** @type {GameEntry | null} */
  #entry = null;
  #rules = "";
  #tool = "0";
  /** @type {Promise<void>} */
  #underWay = Promise.resolve();
  /** @type {Scene | null} */
  #scene = null;
  #text = make("textarea", { rows: 2, "aria-label": t("edit.position"), spellcheck: "false", autocapitalize: "off" });
  #problem = make("p", { class: "typed-problem", role: "alert" });
  #choices = make("div", { class: "edit-choices" });
  #clear = button(t("edit.clear"), () => this.#send({ clear: true }));

  connectedCallback() {
    this.#text.addEventListener("change", () => this.#read(this.#text.value.trim()));
    fill(
      this,
      make("h2", { text: t("edit.title") }),
      this.#choices,
      make("label", { class: "field" }, make("span", { text: t("edit.position") }), this.#text),
      this.#problem,
      make(
        "div",
        { class: "row" },
        this.#clear,
        button(t("edit.start"), () => this.#read("")),
        button(t("edit.done"), () => this.#finish(), { class: "button primary" }),
      ),
    );
  }

  /**
   * Begin with a position.
   * @param {GameEntry} entry
   * @param {string} rules
   * @param {Scene} scene
   */
  begin(entry, rules, scene) {
    this.#entry = entry;
    this.#rules = rules;
    this.#take(scene);
  }

  /**
   * Do what a click or a drag on the board means.
   * @param {{point: string, from: string | null, erase: boolean}} done
   */
  press({ point, from, erase }) {
    if (from) this.#send({ point, from });
    else this.#send({ point, player: erase || this.#tool === "erase" ? null : Number(this.#tool) });
  }

  /**
   * Change the position, after the changes that are still under way: each begins where the one before has led.
   * @param {EditWish} change
   */
  #send(change) {
    this.#underWay = this.#underWay.then(() => this.#apply(change));
  }

  /** @param {EditWish} change */
  async #apply(change) {
    if (!this.#entry || !this.#scene) return;
    const { position } = this.#scene;
    try {
      const asked = { game: this.#entry.name, rules: this.#rules, position, edit: change };
      this.#take((await needing(edit(asked), "offline.edit")).scene);
    } catch (problem) {
      this.#problem.textContent = problem instanceof Error ? problem.message : "";
    }
  }

  /**
   * Show a position that is given as text; the usual start for none.
   * @param {string} position
   */
  async #read(position) {
    if (!this.#entry) return;
    try {
      const request = { game: this.#entry.name, rules: this.#rules, moves: [] };
      this.#take((await needing(reach(position ? { ...request, position } : request), "offline.edit")).scene);
    } catch (problem) {
      this.#problem.textContent = problem instanceof Error ? problem.message : "";
    }
  }

  /** @param {Scene} scene */
  #take(scene) {
    this.#scene = scene;
    this.#text.value = scene.position;
    this.#problem.textContent = "";
    this.#showChoices();
    this.dispatchEvent(new CustomEvent("position", { detail: scene }));
  }

  #showChoices() {
    const entry = this.#entry;
    const scene = this.#scene;
    if (!entry || !scene) return;
    const focused = this.#choices.querySelector(":focus");
    const name = focused instanceof HTMLInputElement ? focused.value : "";
    const places = entry.edits.includes("place");
    this.#clear.hidden = !places;
    const tools = [
      ...entry.sides.map((side, player) => ({ value: String(player), label: sideName(side) })),
      { value: "erase", label: t("edit.erase") },
    ];
    fill(
      this.#choices,
      places &&
        chips({
          label: t("edit.put"),
          name: "tool",
          options: tools,
          value: this.#tool,
          choose: (value) => (this.#tool = value),
        }),
      places && make("p", { class: "quiet", text: t("edit.help_place") }),
      entry.edits.includes("turn") && make("p", { class: "quiet", text: t("edit.help_move") }),
      chips({
        label: t("edit.turn"),
        name: "turn",
        options: entry.sides.map((side, player) => ({ value: String(player), label: sideName(side) })),
        value: String(scene.turn),
        choose: (value) => this.#send({ turn: Number(value) }),
      }),
    );
    if (name) /** @type {HTMLElement | null} */ (this.#choices.querySelector(":checked"))?.focus();
  }

  /** Go on with the position, if it is one. */
  async #finish() {
    if (!this.#entry || !this.#scene) return;
    try {
      const asked = { game: this.#entry.name, rules: this.#rules, position: this.#scene.position, moves: [] };
      const reached = await needing(reach(asked), "offline.edit");
      this.dispatchEvent(new CustomEvent("done", { detail: reached.start || this.#scene.position }));
    } catch (problem) {
      this.#problem.textContent = problem instanceof Error ? problem.message : "";
    }
  }
}

customElements.define("vato-edit", EditPalette);
