/**
 * The evaluation of a whole game as a curve; a click, or the arrow keys, go to a move. Fires `ply`.
 */

import { draw, fill, make } from "../app/element.js";
import { expectation } from "../app/evaluation.js";
import { t } from "../app/text.js";

const WIDTH = 400;
const HEIGHT = 100;
const EDGE = 6;

/**
 * @typedef {{ply: number, value: number, remark: import("../app/evaluation.js").Kind | null,
 *            known?: import("../app/wire").Fact | null}} Sample `known` is how it ends for certain, where that is known
 */

export class EvaluationGraph extends HTMLElement {
  #length = 1;
  #cursor = draw("line", { class: "graph-cursor", y1: 0, y2: HEIGHT });
  #curve = draw("path", { class: "graph-curve" });
  #area = draw("path", { class: "graph-area" });
  #signs = draw("g");
  #known = draw("g");
  #ply = 0;

  connectedCallback() {
    const picture = draw(
      "svg",
      { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true" },
      this.#area,
      this.#known,
      draw("line", { class: "graph-middle", x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 }),
      this.#curve,
      this.#cursor,
      this.#signs,
    );
    const slider = make(
      "div",
      { class: "graph", role: "slider", tabindex: "0", "aria-label": t("review.graph"), "aria-valuemin": "0" },
      picture,
    );
    slider.addEventListener("click", (event) => {
      const box = slider.getBoundingClientRect();
      this.#go(Math.round(((event.clientX - box.left) / box.width) * this.#length));
    });
    slider.addEventListener("keydown", (event) => {
      const steps = /** @type {Record<string, number>} */ ({ ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 });
      const target =
        event.key === "Home" ? 0 : event.key === "End" ? this.#length : this.#ply + (steps[event.key] ?? NaN);
      if (Number.isNaN(target)) return;
      event.preventDefault();
      this.#go(target);
    });
    fill(this, slider);
  }

  /**
   * @param {Sample[]} samples by ply, as far as known
   * @param {number} length how many turns the game has
   * @param {number} odds how many hundredths make the odds e times as good
   */
  show(samples, length, odds) {
    this.#length = Math.max(1, length);
    const points = samples.map(({ ply, value }) => `${this.#x(ply)} ${HEIGHT * (1 - expectation(value, odds))}`);
    this.#curve.setAttribute("d", points.length > 1 ? `M${points.join("L")}` : "");
    const [first, last] = [samples[0], samples.at(-1)];
    this.#area.setAttribute(
      "d",
      first && last && points.length > 1
        ? `M${this.#x(first.ply)} ${HEIGHT}L${points.join("L")}L${this.#x(last.ply)} ${HEIGHT}Z`
        : "",
    );
    // The picture is stretched, so a sign is a short upright stroke, which stays one.
    fill(
      this.#signs,
      samples
        .filter(({ remark }) => remark)
        .map(({ ply, remark }) =>
          draw("line", { class: `graph-sign ${remark}`, x1: this.#x(ply), x2: this.#x(ply), y1: 0, y2: 12 }),
        ),
    );
    // Whoever wins for certain has the edge on their side of the picture.
    fill(
      this.#known,
      samples.flatMap(({ ply, known }) => {
        if (!known || known.winner === null) return [];
        const [x, y] = [this.#x(Math.max(0, ply - 0.5)), known.winner === 0 ? HEIGHT - EDGE : 0];
        const width = this.#x(Math.min(this.#length, ply + 0.5)) - x;
        return [draw("rect", { class: `graph-known ${known.winner === 0 ? "first" : "second"}`, x, y, width, height: EDGE })];
      }),
    );
    this.mark(this.#ply);
  }

  /** @param {number} ply */
  mark(ply) {
    this.#ply = ply;
    this.#cursor.setAttribute("x1", String(this.#x(ply)));
    this.#cursor.setAttribute("x2", String(this.#x(ply)));
    const slider = this.firstElementChild;
    slider?.setAttribute("aria-valuemax", String(this.#length));
    slider?.setAttribute("aria-valuenow", String(ply));
    slider?.setAttribute("aria-valuetext", t("review.at", { ply, length: this.#length }));
  }

  /** @param {number} ply */
  #x(ply) {
    return Math.round((WIDTH * 10 * ply) / this.#length) / 10;
  }

  /** @param {number} ply */
  #go(ply) {
    this.dispatchEvent(new CustomEvent("ply", { detail: Math.max(0, Math.min(this.#length, ply)) }));
  }
}

customElements.define("vato-graph", EvaluationGraph);
