/**
 * The evaluation bar beside the board: how much of it is the first side's colour tells who stands better.
 */

import { fill, make } from "../app/element.js";
import { share, worthText } from "../app/evaluation.js";
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
   * @param {import("../app/wire").GameEntry | null} [entry] of the game
   * @param {import("../app/wire").Fact | null} [fact] how it ends, where that is known
   */
  show(score, flipped, entry = null, fact = null) {
    const first = score && entry ? share(score, entry.odds, fact) : 0.5;
    const said = score ? worthText(score, fact, entry?.sides ?? []) : "";
    // There is room for a number only; who wins is seen from the colour.
    const text = fact && !fact.turns ? "" : said;
    this.style.setProperty("--share", `${(100 * first).toFixed(1)}%`);
    this.classList.toggle("flipped", flipped);
    this.classList.toggle("second-ahead", first < 0.5);
    this.setAttribute("aria-valuenow", String(Math.round(100 * first)));
    this.setAttribute("aria-valuetext", said || t("evaluation.none"));
    this.#text.textContent = text;
  }
}

customElements.define("vato-evaluation", EvaluationBar);
