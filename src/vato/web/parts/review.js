/**
 * The review of a game: the graph of its evaluation, how many mistakes each side made, and the moments that decided it.
 * Fires `ply` with the ply to show.
 */

import { fill, make } from "../app/element.js";
import { expectation, verdict } from "../app/evaluation.js";
import { notation, prose } from "../app/prose.js";
import { formatNumber, t } from "../app/text.js";
import { EvaluationGraph } from "./graph.js";

/** @typedef {import("../app/wire").ReviewTurn} ReviewTurn @typedef {import("../types").Turn} Turn */

/**
 * @typedef {{ply: number, player: number, text: string, value: number, kind: "blunder" | "mistake" | null,
 *            best: string | null, bestTurn: Turn | null}} Judged
 */

export class ReviewPart extends HTMLElement {
  /** What was said of each turn, by ply. @type {Map<number, Judged>} */
  judged = new Map();
  #graph = new EvaluationGraph();
  #state = make("p", { class: "quiet", role: "status" });
  #counts = make("div", { class: "review-counts" });
  #moments = make("ol", { class: "review-moments" });
  /** @type {Turn[]} */
  #turns = [];
  /** @type {string[]} */
  #names = [];

  connectedCallback() {
    fill(this, make("h2", { text: t("review.title") }), this.#graph, this.#state, this.#counts, this.#moments);
    this.#graph.addEventListener("ply", (event) => this.#go(/** @type {CustomEvent} */ (event).detail));
  }

  /**
   * Begin to review a game.
   * @param {Turn[]} turns
   * @param {string[]} names of both players
   */
  begin(turns, names) {
    this.#turns = turns;
    this.#names = names;
    this.judged = new Map();
    this.#show(false);
  }

  /** @param {ReviewTurn} said */
  take(said) {
    const turn = this.#turns[said.ply - 1];
    if (!turn) return;
    // What the best move was worth: as much more as was lost, for the side that moved.
    const best = turn.player === 0 ? said.first_value + said.loss : said.first_value - said.loss;
    const kind = verdict(expectation(best), expectation(said.first_value), turn.player);
    this.judged.set(said.ply, {
      ply: said.ply,
      player: turn.player,
      text: turn.text,
      value: said.first_value,
      kind,
      best: said.best,
      bestTurn: said.best_turn,
    });
    this.#show(false);
  }

  finish() {
    this.#show(true);
  }

  /** Say no more than what is known already. */
  abandon() {
    this.#state.hidden = true;
    this.hidden = this.judged.size === 0;
  }

  /** @param {number} ply */
  mark(ply) {
    this.#graph.mark(ply);
    for (const item of this.#moments.querySelectorAll("button")) {
      if (item.dataset.ply === String(ply)) item.setAttribute("aria-current", "step");
      else item.removeAttribute("aria-current");
    }
  }

  /** @param {boolean} done */
  #show(done) {
    const judged = [...this.judged.values()];
    const samples = judged.map(({ ply, value, kind }) => ({ ply, value, remark: kind }));
    this.#graph.show([{ ply: 0, value: 0, remark: null }, ...samples], this.#turns.length);
    this.#state.hidden = done;
    this.#state.textContent = t("review.working", { ply: judged.length, length: this.#turns.length });
    const bad = judged.filter(({ kind }) => kind);
    fill(
      this.#counts,
      done &&
        this.#names.map((name, player) => {
          const count = (/** @type {string} */ kind) =>
            bad.filter((entry) => entry.player === player && entry.kind === kind).length;
          const [blunders, mistakes] = [count("blunder"), count("mistake")];
          const text = [t("review.blunders", { count: blunders }), t("review.mistakes", { count: mistakes })].join(
            " · ",
          );
          return make("p", {}, make("strong", { text: name }), make("span", { class: "quiet", text }));
        }),
    );
    fill(
      this.#moments,
      bad.map((entry) => this.#moment(entry)),
    );
    if (done && bad.length === 0) fill(this.#moments, make("li", { class: "quiet", text: t("review.clean") }));
  }

  /** @param {Judged} entry */
  #moment(entry) {
    const number = formatNumber(Math.ceil(entry.ply / 2)) + (entry.ply % 2 === 1 ? "." : "…");
    return make(
      "li",
      {},
      make(
        "button",
        {
          type: "button",
          class: `moment ${entry.kind}`,
          data: { ply: entry.ply },
          on: { click: () => this.#go(entry.ply) },
        },
        make(
          "span",
          { class: "moment-move" },
          `${number} `,
          notation(entry.text),
          make("span", { class: "remark", text: entry.kind === "blunder" ? "??" : "?" }),
        ),
        entry.best !== null && make("span", { class: "quiet" }, prose(t("review.better", { move: entry.best }))),
      ),
    );
  }

  /** @param {number} ply */
  #go(ply) {
    this.dispatchEvent(new CustomEvent("ply", { detail: ply }));
  }
}

customElements.define("vato-review", ReviewPart);
