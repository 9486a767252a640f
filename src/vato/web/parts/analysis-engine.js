/**
 * What the engine says on the analysis board: its lines and the bar for the position that is looked at, and the review of
 * the whole game. Asks for one of them at a time; draws nothing on the board itself.
 *
 * Events: `said` when there is something else to show on the board, `line` with moves that were chosen, `peek` with moves
 * that are pointed at or none, `ply` with a position of the game that was chosen, `judged` with a turn that the review has a
 * remark on.
 */

import { DECIDED } from "../app/evaluation.js";
import { sideName } from "../app/names.js";
import { t } from "../app/text.js";
import { ChosenAnalyst } from "../engine/choice.js";
import { EngineLines } from "./engine-lines.js";
import { EvaluationBar } from "./eval-bar.js";
import { arrowOf } from "./game-board.js";
import { RetryPart } from "./retry.js";
import { ReviewPart } from "./review.js";
import { toast } from "./toasts.js";

/** The server stops by itself after this long; longer thinking changes little. */
const THINK_SECONDS = 30;

export class AnalysisEngine extends EventTarget {
  bar = new EvaluationBar();
  lines = new EngineLines();
  review = new ReviewPart();
  retry = new RetryPart();
  /** @type {import("../app/analysed.js").Analysed} */
  #analysed;
  /** Whether it rests, as a position is being set up. */
  #resting = false;
  /** Whether what may be played in the position that is looked at is known: before, nothing is asked about it. */
  #hasArrived = false;
  /** Whether a review is under way. The engine serves one question at a time, so the lines wait for it. */
  #reviewing = false;
  /** What the engine says of the node that is looked at. @type {import("../app/wire").Information | null} */
  #information = null;
  #analyst = new ChosenAnalyst();
  #reviewer = new ChosenAnalyst();

  /** @param {import("../app/analysed.js").Analysed} analysed */
  constructor(analysed) {
    super();
    this.#analysed = analysed;
    const on = (
      /** @type {EventTarget} */ target,
      /** @type {string} */ type,
      /** @type {(detail: any) => void} */ act,
    ) => target.addEventListener(type, (event) => act(/** @type {CustomEvent} */ (event).detail));
    on(this.lines, "engine", () => this.think());
    on(this.lines, "line", (moves) => this.#tell("line", moves));
    on(this.lines, "peek", (moves) => this.#tell("peek", moves));
    on(this.#analyst, "info", (information) => this.#hear(information));
    on(this.#analyst, "loading", (loading) => this.lines.load(loading));
    on(this.#analyst, "queued", ({ ahead }) => this.lines.wait(ahead));
    on(this.#analyst, "lost", () => toast(t("connection.lost")));
    on(this.#analyst, "refused", ({ message }) => {
      toast(message);
      this.lines.rest();
    });
    on(this.review, "ply", (ply) => this.#tell("ply", ply));
    on(this.review, "moment", (ply) => {
      this.retry.end();
      this.#tell("ply", ply - 1);
    });
    on(this.review, "retry", (bad) => this.retry.begin(bad, this.#analysed.entry.odds));
    on(this.retry, "go", (ply) => this.#tell("ply", ply));
    on(this.retry, "shown", () => this.#tell("said"));
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
    this.retry.close();
  }

  /**
   * Turn to something else.
   * @param {import("../app/analysed.js").Analysed} analysed
   */
  turnTo(analysed) {
    this.#analysed = analysed;
    this.#reviewer.stop();
    this.#reviewing = false;
    this.review.judged.clear();
    this.retry.end();
    this.review.hidden = true;
  }

  /** Whether there is an engine for the game. */
  get isThere() {
    return this.#analysed.entry.has.engine;
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
    this.#hasArrived = false;
    this.#information = null;
    this.#analyst.stop();
    this.lines.clear();
  }

  /** Turn to the position that is looked at, of which everything is known now. */
  arrive() {
    this.#hasArrived = true;
    this.think();
  }

  /** Think about the position that is looked at, if that is wished. */
  think() {
    const { node } = this.#analysed;
    const allowed = this.#hasArrived && this.isThere && !node.reached?.outcome && !this.#resting && !this.retry.hides;
    const wanted = this.lines.running && allowed;
    this.lines.clear();
    if (wanted && !this.#reviewing) {
      const question = this.#analysed.question(node.moves);
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
    this.lines.show(information, this.#analysed.entry.sides);
    this.#tell("said");
  }

  // What is shown of it

  /** @param {boolean} flipped whether the board is */
  showBar(flipped) {
    const score = this.#resting ? null : this.#score;
    const known = this.#reviewed === undefined ? this.#information?.known : null;
    this.bar.show(score, flipped, this.#analysed.entry, known);
  }

  /** What the review says of the node that is looked at, so that the bar agrees with its graph. */
  get #reviewed() {
    const { node } = this.#analysed;
    return node.isMain ? this.review.valueAt(node.ply) : undefined;
  }

  /** What the review says; else the game's end, or the engine. @returns {import("../app/wire").Score | null} */
  get #score() {
    const outcome = this.#analysed.node.reached?.outcome;
    const ended = outcome && (outcome.winner === null ? 0 : DECIDED * (1 - 2 * outcome.winner));
    const value = this.#reviewed ?? ended ?? undefined;
    if (value === undefined) return this.#information?.lines[0]?.score ?? null;
    return { value, first_value: value, wins_in: null, loses_in: null, text: "" };
  }

  /** The engine's moves; before a bad turn of a review that one and the better one, unless it is to be found. */
  get arrows() {
    if (this.retry.hides) return [];
    const { node } = this.#analysed;
    const lines = this.#information?.lines ?? [];
    const judged = node.isMain ? this.review.judged.get(node.ply + 1) : undefined;
    if (judged?.verdict.kind && judged.bestTurn) {
      const played = node.children[0]?.turn;
      const bad = played ? [arrowOf(played, { kind: "happened", strength: 0.4, struck: [] })] : [];
      return [arrowOf(judged.bestTurn), ...bad];
    }
    return lines.flatMap(({ first }, rank) =>
      first ? [arrowOf(first, { strength: rank === 0 ? 1 : 0.55 - 0.1 * rank, struck: [] })] : [],
    );
  }

  // The review

  /** Review the game; return whether there is anything to review. */
  startReview() {
    const { variations, called, mine, entry } = this.#analysed;
    const turns = variations.main.flatMap(({ turn }) => (turn ? [turn] : []));
    if (turns.length === 0 || !this.isThere) return false;
    this.#reviewing = true;
    this.think();
    this.review.hidden = false;
    this.review.begin(turns, called.length > 0 ? called : entry.sides.map(sideName), mine, entry);
    this.#reviewer.review(this.#analysed.question(turns.map(({ text }) => text)));
    return true;
  }

  /** @param {boolean} done whether every turn was judged */
  #endReview(done) {
    this.#reviewing = false;
    if (done) this.review.finish();
    else this.review.abandon();
    this.think();
    // Who looks at one of its positions meanwhile sees what was found there.
    this.#tell("said");
  }

  /** @param {import("../app/wire").ReviewTurn} said */
  #hearReview(said) {
    this.review.take(said);
    const kind = this.review.judged.get(said.ply)?.verdict.kind;
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
