/**
 * What the engine says on the analysis board: its lines and the bar for the position that is looked at, and the review of
 * the whole game. Asks for one of them at a time; draws nothing on the board itself.
 *
 * Events: `said` when there is something else to show on the board, `line` with a move that was chosen, `ply` with a turn
 * of the review that was chosen, `judged` with a turn that the review has a remark on.
 */

import { sideName } from "../app/names.js";
import { t } from "../app/text.js";
import { ChosenAnalyst } from "../engine/choice.js";
import { EngineLines } from "./engine-lines.js";
import { EvaluationBar } from "./eval-bar.js";
import { arrowOf } from "./game-board.js";
import { ReviewPart } from "./review.js";
import { toast } from "./toasts.js";

/** The server stops by itself after this long; longer thinking changes little. */
const THINK_SECONDS = 30;
/** What a finished game is worth, in hundredths of a stone. */
const DECIDED = 10_000;

export class AnalysisEngine extends EventTarget {
  bar = new EvaluationBar();
  lines = new EngineLines();
  review = new ReviewPart();
  /** @type {import("../app/study.js").Study} */
  #study;
  /** Whether it rests, as a position is being set up. */
  #resting = false;
  /** Whether a review is under way. The engine serves one question at a time, so the lines wait for it. */
  #reviewing = false;
  /** What the engine says of the node that is looked at. @type {import("../app/wire").Information | null} */
  #information = null;
  #analyst = new ChosenAnalyst();
  #reviewer = new ChosenAnalyst();

  /** @param {import("../app/study.js").Study} study */
  constructor(study) {
    super();
    this.#study = study;
    const on = (
      /** @type {EventTarget} */ target,
      /** @type {string} */ type,
      /** @type {(detail: any) => void} */ act,
    ) => target.addEventListener(type, (event) => act(/** @type {CustomEvent} */ (event).detail));
    on(this.lines, "engine", () => this.think());
    on(this.lines, "line", (move) => this.#tell("line", move));
    on(this.#analyst, "info", (information) => this.#hear(information));
    on(this.#analyst, "loading", (loading) => this.lines.load(loading));
    on(this.#analyst, "queued", ({ ahead }) => this.lines.wait(ahead));
    on(this.#analyst, "lost", () => toast(t("connection.lost")));
    on(this.#analyst, "refused", ({ message }) => {
      toast(message);
      this.lines.rest();
    });
    on(this.review, "ply", (ply) => this.#tell("ply", ply));
    on(this.#reviewer, "review_turn", (turn) => this.#hearReview(turn));
    on(this.#reviewer, "review_done", () => this.#endReview(true));
    on(this.#reviewer, "refused", ({ message }) => {
      toast(message);
      this.#endReview(false);
    });
  }

  close() {
    this.#analyst.close();
    this.#reviewer.close();
  }

  /**
   * Turn to another study.
   * @param {import("../app/study.js").Study} study
   */
  turnTo(study) {
    this.#study = study;
    this.#reviewer.stop();
    this.#reviewing = false;
    this.review.judged.clear();
    this.review.hidden = true;
  }

  /** Whether there is an engine for the game. */
  get isThere() {
    return this.#study.entry.has.engine;
  }

  /** @param {boolean} resting whether a position is being set up */
  rest(resting) {
    this.#resting = resting;
    this.lines.hidden = resting || !this.isThere;
    this.bar.hidden = !this.isThere;
  }

  // The lines

  /** Forget what was said of another position. */
  forget() {
    this.#information = null;
    this.#analyst.stop();
    this.lines.clear();
  }

  /** Think about the position that is looked at, if that is wished. */
  think() {
    const { node } = this.#study;
    const wanted = this.lines.running && this.isThere && !node.reached?.outcome && !this.#resting;
    this.lines.clear();
    if (wanted && !this.#reviewing) {
      const question = this.#study.question(node.moves);
      this.#analyst.analyse({ ...question, lines: this.lines.lines, seconds: THINK_SECONDS });
      return;
    }
    this.#analyst.stop();
    if (this.#information) {
      this.#information = null;
      this.#tell("said");
    }
    if (wanted) this.lines.pause();
  }

  /** @param {import("../app/wire").Information} information */
  #hear(information) {
    this.#information = information;
    this.lines.show(information, this.#study.entry.sides);
    this.#tell("said");
  }

  // What is shown of it

  /** @param {boolean} flipped whether the board is */
  showBar(flipped) {
    const score = this.#resting ? null : this.#score;
    this.bar.show(score, flipped, this.#information?.known, this.#study.entry.sides);
  }

  /** What the engine says; else what the game's end or the review says. @returns {import("../app/wire").Score | null} */
  get #score() {
    const { node } = this.#study;
    const said = this.#information?.lines[0]?.score;
    const outcome = node.reached?.outcome;
    const judged = node.isMain ? this.review.judged.get(node.ply)?.value : undefined;
    const value = outcome ? (outcome.winner === null ? 0 : DECIDED * (1 - 2 * outcome.winner)) : judged;
    return said ?? (value === undefined ? null : { value, first_value: value, wins_in: null, loses_in: null, text: "" });
  }

  /** The engine's moves; in a review the better move, where there was one. */
  get arrows() {
    const { node } = this.#study;
    const lines = this.#information?.lines ?? [];
    const judged = node.isMain ? this.review.judged.get(node.ply + 1) : undefined;
    if (lines.length === 0 && judged?.kind && judged.bestTurn) return [arrowOf(judged.bestTurn)];
    return lines.flatMap(({ first }, rank) =>
      first ? [arrowOf(first, { strength: rank === 0 ? 1 : 0.55 - 0.1 * rank, struck: [] })] : [],
    );
  }

  // The review

  /** Review the game; return whether there is anything to review. */
  startReview() {
    const { variations, names, entry } = this.#study;
    const turns = variations.main.flatMap(({ turn }) => (turn ? [turn] : []));
    if (turns.length === 0 || !this.isThere) return false;
    this.#reviewing = true;
    this.think();
    this.review.hidden = false;
    this.review.begin(turns, names.length > 0 ? names : entry.sides.map(sideName));
    this.#reviewer.review(this.#study.question(turns.map(({ text }) => text)));
    return true;
  }

  /** @param {boolean} done whether every turn was judged */
  #endReview(done) {
    this.#reviewing = false;
    if (done) this.review.finish();
    else this.review.abandon();
    this.think();
  }

  /** @param {import("../app/wire").ReviewTurn} said */
  #hearReview(said) {
    this.review.take(said);
    const kind = this.review.judged.get(said.ply)?.kind;
    if (kind) this.#tell("judged", { ply: said.ply, kind });
  }

  /**
   * @param {string} type
   * @param {unknown} [detail]
   */
  #tell(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}
