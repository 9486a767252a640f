/**
 * The page of a lesson: one exercise at a time on a large board, one sentence, a hint, and the next. Knows no rules:
 * what came of a try is the server's word.
 */

import { lesson as readLesson, tryMove, why } from "../app/api.js";
import { fill, make } from "../app/element.js";
import { gameName } from "../app/names.js";
import { doneIn, markDone } from "../app/progress.js";
import { t } from "../app/text.js";
import { Announcer } from "../parts/announcer.js";
import { LessonBoard } from "../parts/lesson-board.js";
import { sitDown } from "../parts/lesson-desk.js";
import { LessonVoice } from "../parts/lesson-voice.js";
import { lessonDots } from "../parts/lesson-dots.js";
import { icon } from "../parts/icons.js";
import { failed, leadNowhere } from "../parts/notices.js";

/** @typedef {import("../app/wire").Lesson} Lesson @typedef {import("../app/wire").Tried} Tried */

/** @param {Record<string, string>} found */
export const open = (found) => new LessonPage(found.game ?? "", found.lesson ?? "");

class LessonPage extends HTMLElement {
  #game;
  #name;
  /** @type {Lesson | null} */
  #lesson = null;
  #number = 0;
  /** What both sides have played that counts. @type {string[]} */
  #moves = [];
  /** @type {import("../app/wire").LessonHint | null} */
  #hint = null;
  /** How much help was asked for: 0, 1 (the sentence and the stone) or 2 (the move). */
  #helped = 0;
  /** The try that is shown and was wrong. @type {Tried | null} */
  #wrong = null;
  #busy = false;
  /** Grows with every exercise that begins, so that what belongs to an earlier one is known. */
  #visit = 0;
  #ending = new AbortController();

  #board = new LessonBoard();
  #voice = new LessonVoice();
  #announcer = new Announcer();
  #dots = make("div", { class: "lesson-dots" });
  #task = make("p", { class: "lesson-task" });

  /**
   * @param {string} game
   * @param {string} name
   */
  constructor(game, name) {
    super();
    this.#game = game;
    this.#name = name;
  }

  async connectedCallback() {
    document.title = t("learn.title");
    fill(this, make("div", { class: "loading", "aria-busy": "true" }));
    try {
      this.#lesson = await readLesson(this.#game, this.#name);
    } catch (problem) {
      if (problem instanceof Error && "code" in problem && problem.code === "unknown_name") await leadNowhere(this);
      else failed(this, problem, () => this.connectedCallback());
      return;
    }
    if (!this.isConnected) return;
    this.#build(this.#lesson);
    const done = doneIn(this.#game, this.#name);
    const left = this.#lesson.exercises.findIndex((_, number) => !done.has(number));
    await this.#begin(Math.max(0, left));
  }

  disconnectedCallback() {
    this.#ending.abort();
  }

  get #exercise() {
    return this.#lesson?.exercises[this.#number] ?? null;
  }

  get #isLast() {
    return this.#number === (this.#lesson?.exercises.length ?? 0) - 1;
  }

  /** @param {Lesson} lesson */
  #build(lesson) {
    document.title = t("learn.title_of", { lesson: lesson.title, game: gameName(lesson.game) });
    const all = make(
      "a",
      { class: "lesson-back", href: `/learn#${lesson.game}` },
      icon("previous"),
      make("span", { text: t("learn.all") }),
    );
    fill(
      this,
      make(
        "div",
        { class: "lesson-head" },
        all,
        make("h1", { text: lesson.title }),
        make("p", { class: "lesson-aim", text: lesson.aim }),
        this.#dots,
      ),
      this.#task,
      make("div", { class: "lesson-area" }, this.#board),
      this.#voice,
      this.#announcer,
    );
    this.#board.sides = lesson.sides;
    sitDown({
      board: this.#board,
      voice: this.#voice,
      announcer: this.#announcer,
      signal: this.#ending.signal,
      hint: () => this.#help(),
      again: () => this.#again(),
      next: () => this.#next(),
      isWrong: () => Boolean(this.#wrong),
      tried: (move) => this.#try(move),
      half: () => this.#speak(),
      refused: (tried) => this.#explain(tried),
    });
  }

  // An exercise

  /** @param {number} number */
  async #begin(number) {
    this.#visit += 1;
    this.#number = number;
    const exercise = this.#exercise;
    if (!exercise) return;
    this.#moves = [];
    this.#hint = exercise.hint;
    this.#helped = 0;
    this.#wrong = null;
    this.#task.textContent = exercise.task;
    this.#showDots();
    this.#voice.show({ kind: "ready" });
    await this.#board.begin(exercise);
  }

  #showDots() {
    fill(
      this.#dots,
      lessonDots({
        count: this.#lesson?.exercises.length ?? 0,
        current: this.#number,
        done: doneIn(this.#game, this.#name),
        choose: (number) => this.#begin(number),
      }),
    );
  }

  /** @param {string} move */
  async #try(move) {
    if (this.#busy) return;
    this.#busy = true;
    const visit = this.#visit;
    try {
      const asked = { exercise: this.#number, moves: this.#moves, move };
      const tried = await tryMove(this.#game, this.#name, asked);
      if (!this.isConnected || visit !== this.#visit) return;
      await this.#board.take(tried);
      if (visit === this.#visit) this.#judge(tried);
    } catch (problem) {
      this.#board.board.reset();
      this.#voice.show({ kind: "refused", text: problem instanceof Error ? problem.message : String(problem) });
    } finally {
      this.#busy = false;
    }
  }

  /** @param {Tried} tried */
  #judge(tried) {
    const text = tried.message;
    if (tried.verdict === "refused") {
      this.#board.board.reset();
    } else if (tried.verdict === "wrong") {
      this.#wrong = tried;
    } else {
      this.#moves = tried.moves;
      this.#hint = tried.hint;
      this.#helped = 0;
    }
    if (tried.verdict === "reached") {
      markDone(this.#game, this.#name, this.#number);
      this.#showDots();
      const next = this.#lesson?.next;
      const onward = !this.#isLast ? "exercise" : next ? "lesson" : "all";
      this.#voice.show({ kind: "reached", text, onward });
    } else this.#voice.show({ kind: tried.verdict, text });
  }

  /** Say what can be done with a turn in the making. */
  #speak() {
    const { half } = this.#board.board;
    if (!half || this.#busy || this.#wrong) return;
    if (half.steps.length > 0 && !half.sent) this.#voice.show({ kind: "making", mayStop: half.mayStop });
    else if (this.#voice.kind === "making") this.#voice.show({ kind: "ready" });
  }

  /**
   * Say why what was tried on the board cannot be played.
   * @param {import("../types").Refused} tried
   */
  async #explain(tried) {
    const exercise = this.#exercise;
    if (!exercise || this.#busy) return;
    const { rules, scene } = exercise;
    const asked = { game: this.#game, rules, position: scene.position, moves: this.#moves, ...tried };
    const message = await why(asked).catch((problem) => problem.message);
    if (message) this.#voice.show({ kind: "refused", text: message });
  }

  #help() {
    if (!this.#hint || this.#wrong || this.#busy) return;
    this.#helped = Math.min(this.#helped + 1, 2);
    this.#board.board.reset();
    this.#board.point(this.#hint.turn, this.#helped > 1);
    this.#voice.show({ kind: "hint", text: this.#hint.message, more: this.#helped < 2 });
  }

  #again() {
    if (!this.#wrong) return;
    this.#wrong = null;
    this.#board.putBack();
    this.#voice.show({ kind: "ready" });
    this.#board.board.focus({ preventScroll: true });
  }

  async #next() {
    if (!this.#isLast) {
      await this.#begin(this.#number + 1);
      this.#board.board.focus({ preventScroll: true });
      return;
    }
    const { go } = await import("../app/router.js");
    const next = this.#lesson?.next;
    go(next ? `/learn/${this.#game}/${next}` : "/learn");
  }
}

customElements.define("vato-lesson", LessonPage);
