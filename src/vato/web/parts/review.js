/**
 * The review of a game: the graph of its evaluation, how accurately each side played, and the turns that gave something
 * away. Fires `ply` with a ply to show, `moment` with that of a bad turn, `retry` with the bad turns of a player.
 */

import { fill, make } from "../app/element.js";
import { DECIDED, SIGNS, scoreText, verdict } from "../app/evaluation.js";
import { sideName } from "../app/names.js";
import { notation, prose } from "../app/prose.js";
import { formatNumber, t } from "../app/text.js";
import { EvaluationGraph } from "./graph.js";
import { button } from "./icons.js";

/** @typedef {import("../app/wire").ReviewTurn} ReviewTurn @typedef {import("../types").Turn} Turn */
/** @typedef {import("../app/evaluation.js").Verdict} Verdict @typedef {import("../app/evaluation.js").Kind} Kind */

/**
 * @typedef {{ply: number, player: number, text: string, value: number, known: import("../app/wire").Fact | null,
 *            better: string | null, bestTurn: Turn | null, verdict: Verdict}} Judged
 */

/** @type {Kind[]} */
const KINDS = ["blunder", "mistake", "slip"];

/**
 * Return the number of a turn as it is written before it.
 * @param {number} ply
 */
export const turnNumber = (ply) => formatNumber(Math.ceil(ply / 2)) + (ply % 2 === 1 ? "." : "…");

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
  /** The players that are mine. @type {number[]} */
  #mine = [];
  /** @type {string[]} */
  #sides = [];
  #odds = 1;
  /** The ply that is looked at. */
  #ply = 0;

  connectedCallback() {
    fill(this, make("h2", { text: t("review.title") }), this.#graph, this.#state, this.#counts, this.#moments);
    this.#graph.addEventListener("ply", (event) => this.#tell("ply", /** @type {CustomEvent} */ (event).detail));
  }

  /**
   * Begin to review a game.
   * @param {Turn[]} turns
   * @param {string[]} names of both players
   * @param {number[]} mine which of them are mine
   * @param {import("../app/wire").GameEntry} entry of the game
   */
  begin(turns, names, mine, { sides, odds }) {
    this.#turns = turns;
    this.#names = names;
    this.#mine = mine;
    this.#sides = sides;
    this.#odds = odds;
    this.judged = new Map();
    this.#show(false);
  }

  /** @param {ReviewTurn} said */
  take(said) {
    const turn = this.#turns[said.ply - 1];
    if (!turn) return;
    const { ply, first_value: value, known, best: better, best_turn: bestTurn } = said;
    const { player, text } = turn;
    this.judged.set(ply, { ply, player, text, value, known, better, bestTurn, verdict: verdict(said, player, this.#odds) });
    this.#show(false);
  }

  /**
   * Return what a position of the game is worth to the first side, if that has been found.
   * @param {number} ply
   */
  valueAt(ply) {
    return ply === 0 ? this.judged.get(1)?.verdict.best : this.judged.get(ply)?.value;
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
    this.#ply = ply;
    this.#graph.mark(ply);
    for (const item of this.#moments.querySelectorAll("button")) {
      // A bad turn is looked at from the position before it.
      if (item.dataset.ply === String(ply + 1)) item.setAttribute("aria-current", "step");
      else item.removeAttribute("aria-current");
    }
  }

  /** @param {boolean} done */
  #show(done) {
    const judged = [...this.judged.values()];
    const start = this.valueAt(0);
    this.#graph.show(
      [
        ...(start === undefined ? [] : [{ ply: 0, value: start, remark: null }]),
        ...judged.map(({ ply, value, known, verdict: { kind } }) => ({ ply, value, known, remark: kind })),
      ],
      this.#turns.length,
      this.#odds,
    );
    this.#state.hidden = done;
    this.#state.textContent = t("review.working", { ply: judged.length, length: this.#turns.length });
    const bad = judged.filter(({ verdict: { kind } }) => kind);
    // Whoever looks back at a game of their own asks first how they played.
    const players = this.#mine.length === 1 && this.#mine[0] === 1 ? [1, 0] : [0, 1];
    fill(this.#counts, done && players.map((player) => this.#summary(player)));
    fill(
      this.#moments,
      bad.map((entry) => this.#moment(entry)),
    );
    if (done && bad.length === 0) fill(this.#moments, make("li", { class: "quiet", text: t("review.clean") }));
    this.mark(this.#ply);
  }

  /** @param {number} player */
  #summary(player) {
    const own = [...this.judged.values()].filter((entry) => entry.player === player);
    const bad = own.filter(({ verdict: { kind } }) => kind);
    const accuracy = own.reduce((sum, { verdict: { accuracy } }) => sum + accuracy, 0) / Math.max(1, own.length);
    const counts = KINDS.map((kind) => {
      const count = bad.filter(({ verdict }) => verdict.kind === kind).length;
      return t(`review.${kind}s`, { count });
    });
    const isOwnGame = this.#mine.length === 1;
    const isMe = isOwnGame && this.#mine[0] === player;
    const share = formatNumber(Math.round(100 * accuracy) / 100, { style: "percent" });
    return make(
      "p",
      {},
      make("strong", { text: this.#names[player] ?? "" }),
      own.length > 0 && make("span", { class: "review-accuracy", text: t("review.accuracy", { share }) }),
      make("span", { class: "quiet", text: counts.join(" · ") }),
      // Who played it learns from their own mistakes.
      bad.length > 0 &&
        (isMe || !isOwnGame) &&
        button(t("review.retry"), () => this.#tell("retry", bad), {
          icon: "undo",
          ...(isMe ? { class: "button primary" } : { "aria-label": t("review.retry_name", { name: this.#names[player] ?? "" }) }),
        }),
    );
  }

  /** @param {Judged} entry */
  #moment(entry) {
    const { ply, player, text, value, better, verdict } = entry;
    const kind = /** @type {Kind} */ (verdict.kind);
    const worth = t("review.from_to", { from: this.#worth(verdict.best), to: this.#worth(value) });
    const hurry = verdict.best > 0 === (player === 0) ? "review.later" : "review.sooner";
    const notes = [
      worth,
      verdict.gone && t(`review.${verdict.gone}_gone`),
      verdict.hurried > 0 && t(hurry, { count: verdict.hurried }),
    ].filter(Boolean);
    return make(
      "li",
      {},
      make(
        "button",
        { type: "button", class: `moment ${kind}`, data: { ply }, on: { click: () => this.#tell("moment", ply) } },
        make(
          "span",
          { class: "moment-move" },
          `${turnNumber(ply)} `,
          notation(text),
          make("span", { class: "remark", "aria-label": t(`review.${kind}`), role: "img", text: SIGNS[kind] }),
        ),
        better !== null && make("span", { class: "quiet" }, prose(t("review.better", { move: better }))),
        make("span", { class: "quiet moment-worth", text: notes.join(" · ") }),
      ),
    );
  }

  /** @param {number} value */
  #worth(value) {
    if (Math.abs(value) > DECIDED) return t("facts.wins", { side: sideName(this.#sides[value > 0 ? 0 : 1] ?? "") });
    return scoreText({ value, first_value: value, wins_in: null, loses_in: null, text: "" });
  }

  /**
   * @param {string} type
   * @param {unknown} detail
   */
  #tell(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}

customElements.define("vato-review", ReviewPart);
