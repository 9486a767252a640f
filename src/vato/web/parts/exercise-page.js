/**
 * A page of exercises: one at a time on a large board, one sentence, a hint, and the next. Which exercises these are, of
 * a lesson, puzzles or endings, a page that extends this says by its `Course`. Knows no rules: what came of a try is the
 * server's word.
 */

import { analysisAddress } from "../app/address.js";
import { why } from "../app/api.js";
import { fill, make } from "../app/element.js";
import { sideName } from "../app/names.js";
import { ratingAfter } from "../app/ratings.js";
import { go } from "../app/router.js";
import { t } from "../app/text.js";
import { Announcer } from "./announcer.js";
import { icon } from "./icons.js";
import { isShortcut } from "./keyboard-help.js";
import { LessonBoard } from "./lesson-board.js";
import { LessonVoice } from "./lesson-voice.js";
import { failed, leadNowhere } from "./notices.js";

/**
 * @typedef {import("../app/wire").LessonExercise & {sides: string[]}} Exercise
 * @typedef {import("../app/wire").Tried} Tried
 */

/**
 * What follows an exercise: another one by its number, or another address.
 * @typedef {{number: number} | {address: string, kind: "lesson" | "all"}} Onward
 */

/**
 * Exercises that are done one after the other.
 * @typedef {object} Course
 * @property {string} game
 * @property {string} title Of the page.
 * @property {string} heading
 * @property {{address: string, text: string}} list Where it is listed.
 * @property {number} first The number of the exercise to begin with.
 * @property {boolean} isTest Whether it is found out what one can: turns can be taken back and exercises be skipped, what was
 *     shown does not count, and one may look further into a position.
 * @property {(number: number) => Exercise | Promise<Exercise>} read
 * @property {(number: number, tried: {moves: string[], move: string}) => Promise<Tried>} attempt
 * @property {(number: number) => Promise<import("../app/wire").SeatRating | null>} [shown] Says that a move was shown, and returns
 *     what that did to one's rating.
 * @property {(number: number) => void} finish Remembers that an exercise is done.
 * @property {(number: number, choose: (number: number) => void) => Node[]} progress What stands below the heading.
 * @property {(number: number) => Onward} after
 */

export class ExercisePage extends HTMLElement {
  #title;
  #open;
  /** @type {Course | null} */
  #course = null;
  #number = 0;
  /** @type {Exercise | null} */
  #exercise = null;
  /** What both sides have played that counts. @type {string[]} */
  #moves = [];
  /** @type {import("../app/wire").LessonHint | null} */
  #hint = null;
  /**
   * Where each turn was played from, to be taken back.
   * @type {{place: import("./lesson-board.js").Place, moves: string[], hint: import("../app/wire").LessonHint | null}[]}
   */
  #past = [];
  /** How much help was asked for: 0, 1 (the sentence and the stone) or 2 (the move). */
  #helped = 0;
  /** Whether a whole turn was shown. */
  #shown = false;
  /** Whether a wrong try stands on the board. */
  #wrong = false;
  #busy = false;
  /** Grows with every exercise that begins, so that what belongs to an earlier one is known. */
  #visit = 0;
  #ending = new AbortController();

  #board = new LessonBoard();
  #voice = new LessonVoice();
  #announcer = new Announcer();
  #progress = make("div", { class: "lesson-progress" });
  #side = make("p", { class: "lesson-side" });
  #task = make("p", { class: "lesson-task" });

  /**
   * @param {string} title of the page while nothing is known yet
   * @param {() => Promise<Course | null>} open reads the course; null if there is none at this address
   */
  constructor(title, open) {
    super();
    this.#title = title;
    this.#open = open;
  }

  async connectedCallback() {
    document.title = this.#title;
    fill(this, make("div", { class: "loading", "aria-busy": "true" }));
    try {
      const course = await this.#open();
      if (!this.isConnected) return;
      if (!course) {
        await leadNowhere(this);
        return;
      }
      // At a second attempt it listens already.
      if (!this.#course) this.#listen();
      this.#course = course;
      this.#build(course);
      await this.#begin(course.first);
    } catch (problem) {
      failed(this, problem, () => this.connectedCallback());
    }
  }

  disconnectedCallback() {
    this.#ending.abort();
  }

  // Building

  /** @param {Course} course */
  #build({ title, heading, list, isTest }) {
    document.title = title;
    const words = make("span", { text: list.text });
    const back = make("a", { class: "lesson-back", href: list.address }, icon("previous"), words);
    fill(
      this,
      make("div", { class: "lesson-head" }, back, make("h1", { text: heading }), this.#progress, isTest && this.#side),
      this.#task,
      make("div", { class: "lesson-area" }, this.#board),
      this.#voice,
      this.#announcer,
    );
    this.#voice.deeds = {
      hint: () => this.#help(),
      again: () => this.#again(),
      ...(isTest
        ? { takeBack: () => this.#takeBack(), skip: () => this.#next(), analyse: () => this.#analyse() }
        : {}),
      next: () => this.#next(),
      endTurn: () => this.#board.board.endTurn(),
      undoStep: () => this.#board.board.undoStep(),
    };
  }

  #listen() {
    const { signal } = this.#ending;
    /** @type {(type: string, act: (detail: any) => void) => void} */
    const on = (type, act) =>
      this.#board.addEventListener(type, (event) => act(/** @type {CustomEvent} */ (event).detail), { signal });
    on("vato-move", ({ text }) => this.#try(text));
    on("vato-half", () => this.#speak());
    on("vato-refused", (tried) => this.#explain(tried));
    on("vato-say", ({ text }) => this.#announcer.say(text));
    document.addEventListener("keydown", (event) => this.#key(event), { signal });
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const undo = () => {
      if (this.#wrong) this.#again();
      else if (this.#board.board.half.steps.length > 0) this.#board.board.undoStep();
      else this.#takeBack();
    };
    /** @type {Record<string, () => unknown>} */
    const keys = { h: () => this.#help(), e: () => this.#board.board.endTurn(), u: undo };
    const deed = isShortcut(event) ? keys[event.key.toLowerCase()] : undefined;
    if (!deed) return;
    event.preventDefault();
    deed();
  }

  // An exercise

  /** @param {number} number */
  async #begin(number) {
    this.#visit += 1;
    const visit = this.#visit;
    const exercise = await this.#course?.read(number);
    if (!exercise || !this.isConnected || visit !== this.#visit) return;
    this.#number = number;
    this.#exercise = exercise;
    this.#moves = [];
    this.#hint = exercise.hint;
    this.#past = [];
    this.#helped = 0;
    this.#shown = false;
    this.#wrong = false;
    const name = sideName(exercise.sides[exercise.player] ?? "");
    const stone = make("span", { class: "stone-mark", data: { player: exercise.player }, "aria-hidden": "true" });
    fill(this.#side, stone, t("prompt.side_to_move", { name }));
    this.#task.textContent = exercise.task;
    this.#showProgress();
    this.#board.sides = exercise.sides;
    this.#voice.show({ kind: "ready", text: "" });
    await this.#board.begin(exercise);
  }

  #showProgress() {
    fill(
      this.#progress,
      this.#course?.progress(this.#number, (number) => this.#begin(number).catch((problem) => this.#complain(problem))),
    );
  }

  /** @param {string} move */
  async #try(move) {
    const course = this.#course;
    if (this.#busy || !course) return;
    this.#busy = true;
    const visit = this.#visit;
    try {
      const tried = await course.attempt(this.#number, { moves: this.#moves, move });
      if (!this.isConnected || visit !== this.#visit) return;
      const place = this.#board.place;
      await this.#board.take(tried);
      if (visit === this.#visit) this.#judge(tried, place);
    } catch (problem) {
      this.#complain(problem);
    } finally {
      this.#busy = false;
    }
  }

  /**
   * @param {Tried} tried
   * @param {import("./lesson-board.js").Place} place where it was played from
   */
  #judge({ verdict, message, moves, hint, rating }, place) {
    this.#wrong = verdict === "wrong";
    if (verdict === "refused") this.#board.board.reset();
    if (verdict === "onward") {
      if (this.#course?.isTest) this.#past.push({ place, moves: this.#moves, hint: this.#hint });
      this.#moves = moves;
      this.#hint = hint;
      this.#helped = 0;
    }
    const counts = !(this.#course?.isTest && this.#shown);
    if (verdict === "reached" && counts) {
      this.#course?.finish(this.#number);
      this.#showProgress();
    }
    const more = verdict === "reached" && !counts ? [t("puzzles.not_counted")] : [];
    this.#say({ kind: verdict, text: [message, ...more, ...this.#rated(rating)].join(" ") });
  }

  /**
   * Return what an attempt did to one's rating, in a sentence.
   * @param {import("../app/wire").SeatRating | null} rating
   */
  #rated(rating) {
    return rating?.change === null || !rating ? [] : [`${ratingAfter(rating)}.`];
  }

  // Saying

  /** @param {import("./lesson-voice.js").Said} said */
  #say(said) {
    const onward = said.kind === "reached" ? this.#course?.after(this.#number) : undefined;
    const kind = onward && "address" in onward ? onward.kind : "exercise";
    this.#voice.show({ ...said, onward: kind, mayTakeBack: this.#past.length > 0 });
  }

  /** @param {unknown} problem */
  #complain(problem) {
    this.#board.board.reset();
    this.#say({ kind: "refused", text: problem instanceof Error ? problem.message : String(problem) });
  }

  /** Say what can be done with a turn in the making. */
  #speak() {
    const { half } = this.#board.board;
    if (!half || this.#busy || this.#wrong) return;
    if (half.steps.length > 0 && !half.sent) this.#say({ kind: "making", mayStop: half.mayStop });
    else if (this.#voice.kind === "making") this.#say({ kind: "ready" });
  }

  /**
   * Say why what was tried on the board cannot be played.
   * @param {import("../types").Unplayable} tried
   */
  async #explain(tried) {
    if (!this.#course || !this.#exercise || this.#busy) return;
    const { rules, scene } = this.#exercise;
    const asked = { game: this.#course.game, rules, position: scene.position, moves: this.#moves, ...tried, bare: true };
    const message = await why(asked).catch((problem) => problem.message);
    if (message) this.#say({ kind: "refused", text: message });
  }

  // What the buttons and keys do

  #help() {
    const hint = this.#hint;
    if (!hint || this.#wrong || this.#busy || this.#voice.kind === "reached") return;
    this.#helped = Math.min(this.#helped + 1, 2);
    this.#board.board.reset();
    const isFirst = !this.#shown && this.#helped > 1;
    this.#shown ||= isFirst;
    this.#board.point(hint.turn, this.#helped > 1);
    this.#say({ kind: "hint", text: hint.message, more: this.#helped < 2 });
    if (isFirst) void this.#tellShown(hint.message);
  }

  /**
   * Say that a move was shown, which counts as having failed.
   * @param {string} message that stands there meanwhile
   */
  async #tellShown(message) {
    const visit = this.#visit;
    // Where it cannot be said, nothing counts yet.
    const rating = await this.#course?.shown?.(this.#number).catch(() => null);
    if (rating && visit === this.#visit && this.#voice.kind === "hint")
      this.#say({ kind: "hint", text: [message, ...this.#rated(rating)].join(" "), more: false });
  }

  #again() {
    if (!this.#wrong) return;
    this.#wrong = false;
    this.#board.putBack();
    this.#say({ kind: "ready" });
    this.#board.board.focus({ preventScroll: true });
  }

  /** Go back to before the last turn that counts. */
  #takeBack() {
    if (this.#busy || this.#voice.kind === "reached") return;
    const before = this.#past.pop();
    if (!before) return;
    this.#moves = before.moves;
    this.#hint = before.hint;
    this.#helped = 0;
    this.#board.place = before.place;
    this.#say({ kind: "ready" });
    this.#board.board.focus({ preventScroll: true });
  }

  /** Look further into the position, with what counts of it so far. */
  #analyse() {
    if (!this.#course || !this.#exercise) return;
    const { rules, scene } = this.#exercise;
    go(analysisAddress({ game: this.#course.game, rules, start: scene.position, moves: this.#moves }));
  }

  async #next() {
    if (this.#busy) return;
    const onward = this.#course?.after(this.#number);
    if (!onward) return;
    if ("address" in onward) {
      go(onward.address);
      return;
    }
    try {
      await this.#begin(onward.number);
      this.#board.board.focus({ preventScroll: true });
    } catch (problem) {
      this.#complain(problem);
    }
  }
}
