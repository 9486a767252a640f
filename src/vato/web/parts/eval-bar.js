/**
 * The evaluation bar beside the board: how much of it is the first side's colour tells who stands better.
 */

import { fill, make } from "../app/element.js";
import { expectation, scoreText } from "../app/evaluation.js";
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
   */
  show(score, flipped) {
    const share = score ? expectation(score.white_value) : 0.5;
    const text = score ? scoreText(score) : "";
    this.style.setProperty("--share", `${(100 * share).toFixed(1)}%`);
    this.classList.toggle("flipped", flipped);
    this.classList.toggle("second-ahead", share < 0.5);
    this.setAttribute("aria-valuenow", String(Math.round(100 * share)));
    this.setAttribute("aria-valuetext", text || t("evaluation.none"));
    this.#text.textContent = text;
  }
}

customElements.define("vato-evaluation", EvaluationBar);
