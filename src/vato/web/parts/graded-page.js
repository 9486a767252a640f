/**
 * The page of a grade of puzzles or endings: one after the other, those first that are not done yet. Knows no rules: what
 * came of a try is the server's word.
 */

import { why } from "../app/api.js";
import { fill, make } from "../app/element.js";
import { gameName } from "../app/names.js";
import { markSolved, solvedIn } from "../app/progress.js";
import { t } from "../app/text.js";
import { Announcer } from "./announcer.js";
import { icon } from "./icons.js";
import { LessonBoard } from "./lesson-board.js";
import { sitDown } from "./lesson-desk.js";
import { LessonVoice } from "./lesson-voice.js";
import { failed, leadNowhere } from "./notices.js";

/**
 * @typedef {import("../app/wire").Puzzle & {ready?: boolean}} Puzzle Of an ending: whether its tables are there.
 * @typedef {import("../app/wire").PuzzleGrade} PuzzleGrade
 * @typedef {import("../app/wire").Tried} Tried
 */

/**
 * What is done here.
 * @typedef {object} Kind
 * @property {"puzzles" | "training"} name Of its list's address and its texts.
 * @property {import("../app/progress").Kind} kept Under what name it is remembered.
 * @property {() => Promise<import("../app/wire").PuzzleGame[]>} list
 * @property {(game: string, number: number) => Promise<Puzzle>} read
 * @property {(game: string, number: number, tried: {moves: string[], move: string}) => Promise<Tried>} attempt
 */

export class GradedPage extends HTMLElement {
  #kind;
  #game;
  #grade;
  /** @type {PuzzleGrade | null} */
  #entry = null;
  /** @type {Puzzle | null} */
  #puzzle = null;
  /** What both sides have played that counts. @type {string[]} */
  #moves = [];
  /** @type {import("../app/wire").LessonHint | null} */
  #hint = null;
  /** Where each turn was played from, to be taken back. @type {{board: import("./lesson-board.js").Place, moves: string[], hint: any}[]} */
  #past = [];
  /** How much help was asked for: 0, 1 (the stone) or 2 (the move). */
  #helped = 0;
  #wrong = false;
  #busy = false;
  #ending = new AbortController();

  #board = new LessonBoard();
  #voice = new LessonVoice();
  #announcer = new Announcer();
  #heading = make("h1");
  #count = make("p", { class: "lesson-aim" });
  #task = make("p", { class: "lesson-task" });

  /**
   * @param {Kind} kind
   * @param {string} game
   * @param {number} grade
   */
  constructor(kind, game, grade) {
    super();
    this.#kind = kind;
    this.#game = game;
    this.#grade = grade;
  }

  async connectedCallback() {
    document.title = t(`${this.#kind.name}.title`);
    fill(this, make("div", { class: "loading", "aria-busy": "true" }));
    try {
      const games = await this.#kind.list();
      const found = games.find(({ game }) => game === this.#game)?.grades;
      this.#entry = found?.find(({ grade }) => grade === this.#grade) ?? null;
      if (!this.isConnected) return;
      if (!this.#entry) {
        await leadNowhere(this);
        return;
      }
      this.#build();
      await this.#begin(this.#left(this.#entry.first - 1));
    } catch (problem) {
      failed(this, problem, () => this.connectedCallback());
    }
  }

  disconnectedCallback() {
    this.#ending.abort();
  }

  /**
   * Return the next one that is not done; the next of all if there is none.
   * @param {number} number after this one
   */
  #left(number) {
    const { first, count } = this.#entry ?? { first: 1, count: 1 };
    const solved = solvedIn(this.#game, this.#kind.kept, first, count);
    const order = Array.from({ length: count }, (_, step) => first + ((number - first + 1 + step) % count));
    return order.find((candidate) => !solved.has(candidate)) ?? order[0] ?? first;
  }

  #build() {
    const all = make(
      "a",
      { class: "lesson-back", href: `/${this.#kind.name}#${this.#game}` },
      icon("previous"),
      make("span", { text: t(`${this.#kind.name}.all`) }),
    );
    fill(
      this,
      make("div", { class: "lesson-head" }, all, this.#heading, this.#count),
      this.#task,
      make("div", { class: "lesson-area" }, this.#board),
      this.#voice,
      this.#announcer,
    );
    sitDown({
      board: this.#board,
      voice: this.#voice,
      announcer: this.#announcer,
      signal: this.#ending.signal,
      hint: () => this.#help(),
      again: () => this.#again(),
      takeBack: () => this.#takeBack(),
      next: () => this.#next(),
      isWrong: () => Boolean(this.#wrong),
      tried: (move) => this.#try(move),
      half: () => this.#speak(),
      refused: (tried) => this.#explain(tried),
    });
  }

  /** @param {number} number */
  async #begin(number) {
    const puzzle = await this.#kind.read(this.#game, number);
    if (!this.isConnected) return;
    this.#puzzle = puzzle;
    this.#moves = [];
    this.#hint = puzzle.hint;
    this.#past = [];
    this.#helped = 0;
    this.#wrong = false;
    this.#heading.textContent = `${gameName(this.#game)}, ${t("puzzles.grade", { grade: this.#grade })}`;
    this.#task.textContent = puzzle.task;
    this.#showCount();
    this.#board.sides = puzzle.sides;
    this.#voice.show({ kind: "ready", text: puzzle.ready === false ? t("training.preparing") : "" });
    await this.#board.begin(puzzle);
  }

  #showCount() {
    const { first, count } = this.#entry ?? { first: 1, count: 1 };
    this.#count.textContent = [
      t(`${this.#kind.name}.number`, { number: this.#puzzle?.number ?? 0 }),
      t(`${this.#kind.name}.solved_count`, { done: solvedIn(this.#game, this.#kind.kept, first, count).size, count }),
    ].join(" · ");
  }

  /** @param {string} move */
  async #try(move) {
    const puzzle = this.#puzzle;
    if (this.#busy || !puzzle) return;
    this.#busy = true;
    const before = { board: this.#board.place, moves: this.#moves, hint: this.#hint };
    try {
      const tried = await this.#kind.attempt(this.#game, puzzle.number, { moves: this.#moves, move });
      if (!this.isConnected || puzzle !== this.#puzzle) return;
      await this.#board.take(tried);
      if (puzzle !== this.#puzzle) return;
      this.#wrong = tried.verdict === "wrong";
      if (tried.verdict === "refused") this.#board.board.reset();
      if (tried.verdict === "onward") {
        this.#past.push(before);
        this.#moves = tried.moves;
        this.#hint = tried.hint;
        this.#helped = 0;
      }
      if (tried.verdict === "reached") {
        markSolved(this.#game, this.#kind.kept, puzzle.number);
        this.#showCount();
      }
      this.#say({ kind: tried.verdict, text: tried.message });
    } catch (problem) {
      this.#board.board.reset();
      this.#say({ kind: "refused", text: problem instanceof Error ? problem.message : String(problem) });
    } finally {
      this.#busy = false;
    }
  }

  /** @param {import("./lesson-voice.js").Said} said */
  #say(said) {
    this.#voice.show({ ...said, mayTakeBack: this.#past.length > 0 });
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
   * @param {import("../types").Refused} tried
   */
  async #explain(tried) {
    const puzzle = this.#puzzle;
    if (!puzzle || this.#busy) return;
    const { rules, scene } = puzzle;
    const asked = { game: this.#game, rules, position: scene.position, moves: this.#moves, ...tried };
    const message = await why(asked).catch((problem) => problem.message);
    if (message) this.#say({ kind: "refused", text: message });
  }

  #help() {
    const hint = this.#hint;
    if (!hint || this.#wrong || this.#busy || this.#voice.kind === "reached") return;
    this.#helped = Math.min(this.#helped + 1, 2);
    this.#board.board.reset();
    this.#board.point(hint.turn, this.#helped > 1);
    this.#say({ kind: "hint", text: hint.message, more: this.#helped < 2 });
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
    this.#board.place = before.board;
    this.#say({ kind: "ready" });
    this.#board.board.focus({ preventScroll: true });
  }

  async #next() {
    try {
      await this.#begin(this.#left(this.#puzzle?.number ?? 0));
      this.#board.board.focus({ preventScroll: true });
    } catch (problem) {
      this.#voice.show({ kind: "refused", text: problem instanceof Error ? problem.message : String(problem) });
    }
  }
}
