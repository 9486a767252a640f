/**
 * The board of an exercise: its position, a try and the answer to it in motion, and back again. Tells nothing to the
 * server; the events of `<vato-board>` pass through.
 */

import { layout as readLayout } from "../app/api.js";
import { fill } from "../app/element.js";
import { settings } from "../app/settings.js";
import { sounds } from "../app/sounds.js";
import "../board/board.js";
import { obey } from "./board-settings.js";
import { arrowOf, shapeFor } from "./game-board.js";

/** @typedef {import("../types").Scene} Scene @typedef {import("../types").Turn} Turn */

/** A position, and the turn that led there. @typedef {{scene: Scene | null, last: Turn | null}} Place */

/** How long a turn is looked at before it is answered. */
const PAUSE_MS = 450;

export class LessonBoard extends HTMLElement {
  board = /** @type {import("../board/board.js").VatoBoard} */ (document.createElement("vato-board"));
  /** @type {string[]} */
  sides = [];
  /** The position from which the learner tries something. @type {Scene | null} */
  #scene = null;
  /** The turn that led there. @type {Turn | null} */
  #last = null;
  #visit = 0;
  #onSetting = () => this.#obey();
  #onStep = (/** @type {Event} */ event) => sounds.play(/** @type {CustomEvent} */ (event).detail.kind);

  connectedCallback() {
    fill(this, this.board);
    settings.addEventListener("change", this.#onSetting);
    this.#obey();
    this.addEventListener("vato-step", this.#onStep);
  }

  disconnectedCallback() {
    settings.removeEventListener("change", this.#onSetting);
  }

  /**
   * Show the beginning of an exercise.
   * @param {import("../app/wire").LessonExercise} exercise
   */
  async begin(exercise) {
    this.#visit += 1;
    const visit = this.#visit;
    const layout = await readLayout(exercise.layout);
    if (visit !== this.#visit) return;
    this.board.layout = layout;
    this.board.sides = this.sides;
    this.board.label = exercise.task;
    shapeFor(this, layout);
    this.#scene = exercise.scene;
    this.#last = null;
    this.#show();
  }

  /**
   * Show a try that was no more than a try, or one that counts, with the answer to it.
   * @param {import("../app/wire").Tried} tried
   */
  async take({ verdict, turn, reply, scene }) {
    if (verdict === "refused" || !turn) return;
    const visit = this.#visit;
    await this.board.replay(turn.steps);
    if (reply) {
      if (!this.#isStill) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      if (visit !== this.#visit) return;
      await this.board.replay(reply.steps);
    }
    if (visit !== this.#visit) return;
    const last = reply ?? turn;
    if (verdict === "wrong" || verdict === "doubtful") {
      this.board.show({ pieces: scene.pieces, turn: scene.turn, options: [], last, interactive: false });
      return;
    }
    this.#scene = scene;
    this.#last = last;
    this.#show();
  }

  /** Where the learner tries something from. @returns {Place} */
  get place() {
    return { scene: this.#scene, last: this.#last };
  }

  set place({ scene, last }) {
    this.#scene = scene;
    this.#last = last;
    this.#show(true);
  }

  /** Go back to where the learner can try again. */
  putBack() {
    this.#show(true);
  }

  /**
   * Point at the stone of a turn or, if more is asked for, show the whole turn.
   * @param {Turn} turn
   * @param {boolean} whole
   */
  point(turn, whole) {
    const from = turn.steps[0]?.from ?? "";
    this.board.show({ marks: [{ at: from, kind: "ring" }], arrows: whole ? [arrowOf(turn)] : [] });
  }

  /**
   * Mark points that are worth looking at.
   * @param {string[]} points
   */
  mark(points) {
    this.board.show({ marks: points.map((at) => ({ at, kind: "ring" })) });
  }

  /** @param {boolean} [glide] */
  #show(glide = false) {
    const scene = this.#scene;
    if (!scene) return;
    this.board.show({
      pieces: scene.pieces,
      turn: scene.turn,
      options: scene.options,
      last: this.#last,
      interactive: scene.options.length > 0,
      glide,
    });
    this.board.toggleAttribute("data-live", scene.options.length > 0);
  }

  get #isStill() {
    return this.board.still || matchMedia("(prefers-reduced-motion: reduce)").matches;
  }

  #obey() {
    obey(this.board);
  }
}

customElements.define("vato-lesson-board", LessonBoard);
