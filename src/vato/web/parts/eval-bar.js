/**
 * The evaluation bar beside the board: how much of it is the first side's colour tells who stands better.
 */

import { fill, make } from "../app/element.js";
import { scoreText, share } from "../app/evaluation.js";
import { t } from "../app/text.js";

export class EvaluationBar extends HTMLElement {
  #fill = make("span", { class: "bar-fill" });
  #text = make("span", { class: "bar-text" });

  connectedCallback() {
    this.setAttribute("role", "meter");
    this.setAttribute("aria-label", t("evaluation.label"));
    this.setAttribute("aria-valuemin", "0");
    this.setAttribute("aria-valuemax", "100");
    fill(this, this.#fill, this.#text);
    this.show(null, false);
  }

  /**
   * @param {import("../app/wire").Score | null} score
   * @param {boolean} flipped
   * @param {import("../app/wire").Fact | null} [fact] how it ends, where that is known
   */
  show(score, flipped, fact = null) {
    const first = score ? share(score, fact) : 0.5;
    const text = score && (!fact || fact.turns) ? scoreText(score) : "";
    this.style.setProperty("--share", `${(100 * first).toFixed(1)}%`);
    this.classList.toggle("flipped", flipped);
    this.classList.toggle("second-ahead", first < 0.5);
    this.setAttribute("aria-valuenow", String(Math.round(100 * first)));
    this.setAttribute("aria-valuetext", text || t("evaluation.none"));
    this.#text.textContent = text;
  }
}

customElements.define("vato-evaluation", EvaluationBar);
