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

/** @typedef {import("./course").Course} Course @typedef {import("./course").Exercise} Exercise */
/** @typedef {import("./course").WholeGame} WholeGame @typedef {import("../app/wire").Tried} Tried */

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
  /** The turn that stands on the board and is doubted. */
  #doubted = "";
  /** What is worth looking at. @type {import("../app/wire").Look[]} */
  #looks = [];
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
  #build({ title, heading, list, isTest, whole }) {
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
      ...(whole
        ? {
            takeBack: () => this.#takeBack(),
            insist: () => this.#try(this.#doubted, true),
            anew: () => this.#begin(this.#number, []).catch((problem) => this.#complain(problem)),
            further: whole.further,
          }
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

  /**
   * @param {number} number
   * @param {string[]} [moves] where a whole game begins
   */
  async #begin(number, moves = this.#course?.whole?.moves) {
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
    const { whole } = this.#course ?? {};
    if (whole && moves && visit === this.#visit) await this.#standAt(whole, moves);
  }

  /**
   * Find out where one stands in a whole game after some moves, and go there.
   * @param {WholeGame} whole
   * @param {string[]} moves
   */
  async #standAt(whole, moves) {
    const visit = this.#visit;
    this.#busy = true;
    try {
      const stood = await whole.stand(moves);
      if (this.isConnected && visit === this.#visit) this.#stand(stood);
    } finally {
      this.#busy = false;
    }
  }

  /**
   * Go to where one stands in a whole game.
   * @param {Tried} stood
   */
  #stand({ scene, moves, hint, looks }) {
    this.#moves = moves;
    this.#hint = hint;
    this.#helped = 0;
    this.#course?.whole?.keep(moves);
    this.#board.place = { scene, last: null };
    this.#showProgress();
    this.#looks = looks;
    this.#wait();
  }

  #showProgress() {
    const choose = (/** @type {number} */ number) => this.#begin(number).catch((problem) => this.#complain(problem));
    const scene = this.#board.place.scene ?? this.#exercise?.scene;
    fill(this.#progress, scene && this.#course?.progress(this.#number, choose, scene));
  }

  /**
   * @param {string} move
   * @param {boolean} [sure] whether it is played although it is doubted
   */
  async #try(move, sure = false) {
    const course = this.#course;
    if (this.#busy || !course) return;
    if (sure) this.#board.putBack();
    this.#wrong = false;
    this.#busy = true;
    const visit = this.#visit;
    try {
      const tried = await course.attempt(this.#number, { moves: this.#moves, move, sure });
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
  #judge({ verdict, message, moves, hint, looks, rating, turn, reply }, place) {
    this.#wrong = verdict === "wrong" || verdict === "doubtful";
    this.#doubted = verdict === "doubtful" && turn ? turn.text : "";
    if (reply) this.#announcer.sayTurn(sideName(this.#exercise?.sides[reply.player] ?? ""), reply);
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
    const { whole } = this.#course ?? {};
    if (whole && verdict === "reached") {
      this.#moves = moves;
      whole.keep([]);
    }
    if (whole && verdict === "onward") {
      whole.keep(moves);
      this.#showProgress();
      this.#looks = looks;
      this.#wait();
      return;
    }
    const more = verdict === "reached" && !counts ? [t("puzzles.not_counted")] : [];
    // A whole game that the other side has ended is over, but nothing to be ticked off.
    const unwon = Boolean(whole && reply);
    this.#say({ kind: verdict, text: [message, ...more, ...this.#rated(rating)].join(" "), unwon });
  }

  /**
   * Return what an attempt did to one's rating, in a sentence.
   * @param {import("../app/wire").SeatRating | null} rating
   */
  #rated(rating) {
    return rating?.change === null || !rating ? [] : [`${ratingAfter(rating)}.`];
  }

  // Saying

  /** Say that it is the learner's turn and, in a whole game, what is worth looking at, and where. */
  #wait() {
    if (!this.#course?.whole) {
      this.#say({ kind: "ready" });
      return;
    }
    this.#say({ kind: "look", text: this.#looks.map(({ message }) => message).join(" ") });
    this.#board.mark(this.#looks.find(({ at }) => at.length > 0)?.at ?? []);
  }

  /** @param {import("./lesson-voice.js").Said} said */
  #say(said) {
    const onward = said.kind === "reached" ? this.#course?.after(this.#number) : undefined;
    const kind = onward && "address" in onward ? onward.kind : "exercise";
    this.#voice.show({ ...said, onward: kind, mayTakeBack: this.#mayTakeBack });
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
    if (half.steps.length > 0 && !half.sent) {
      this.#board.mark([]);
      this.#say({ kind: "making", mayStop: half.mayStop });
    } else if (this.#voice.kind === "making") this.#wait();
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
    const isWhole = this.#helped > 1;
    const isFirst = !this.#shown && isWhole;
    this.#shown ||= isFirst;
    this.#board.point(hint.turn, isWhole);
    if (isWhole) this.#announcer.sayShown(hint.turn);
    const cost = this.#shown && this.#course?.isTest ? t("puzzles.not_counted") : "";
    // A puzzle's hint is that this is the stone: it says nothing more where the whole turn is drawn.
    const message = isWhole && cost ? cost : [hint.message, cost].filter(Boolean).join(" ");
    this.#say({ kind: "hint", text: message, more: !isWhole });
    if (isFirst) void this.#tellShown(message);
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
    this.#wait();
    this.#board.board.focus({ preventScroll: true });
  }

  get #mayTakeBack() {
    return this.#course?.whole ? this.#moves.length > 0 : this.#past.length > 0;
  }

  /** Go back to before the last turn that counts. */
  #takeBack() {
    const { whole } = this.#course ?? {};
    if (whole) {
      void this.#standBefore(whole);
      return;
    }
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

  /** @param {WholeGame} whole */
  async #standBefore(whole) {
    if (this.#busy || !this.#mayTakeBack) return;
    try {
      // The last turn of a game that is over may have had no answer.
      await this.#standAt(whole, this.#moves.slice(0, (Math.ceil(this.#moves.length / 2) - 1) * 2));
      this.#board.board.focus({ preventScroll: true });
    } catch (problem) {
      this.#complain(problem);
    }
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
