/**
 * Says what happens to those who hear the page: a polite live region that nobody sees.
 */

import { make } from "../app/element.js";
import { t } from "../app/text.js";

export class Announcer extends HTMLElement {
  #region = make("p", { class: "hidden", role: "status", "aria-live": "polite" });

  connectedCallback() {
    this.append(this.#region);
  }

  /** @param {string} text */
  say(text) {
    // A live region is only read when its text changes.
    this.#region.textContent = this.#region.textContent === text ? `${text}\u00a0` : text;
  }

  /**
   * Say what someone has played.
   * @param {string} name
   * @param {import("../types").Turn} turn
   */
  sayTurn(name, turn) {
    const count = turn.steps.reduce((sum, step) => sum + (step.struck?.length ?? 0), 0);
    this.say(count > 0 ? t("say.capture", { name, move: turn.text, count }) : t("say.move", { name, move: turn.text }));
  }
}

customElements.define("vato-announcer", Announcer);
