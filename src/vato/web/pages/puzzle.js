/**
 * The page of a grade: one puzzle after the other, those first that are not solved yet. Knows no rules: what came of a
 * try is the server's word.
 */

import { puzzle as readPuzzle, puzzles, tryPuzzle, why } from "../app/api.js";
import { fill, make } from "../app/element.js";
import { gameName } from "../app/names.js";
import { markSolved, solvedIn } from "../app/progress.js";
import { t } from "../app/text.js";
import { Announcer } from "../parts/announcer.js";
import { icon } from "../parts/icons.js";
import { LessonBoard } from "../parts/lesson-board.js";
import { sitDown } from "../parts/lesson-desk.js";
import { LessonVoice } from "../parts/lesson-voice.js";
import { failed } from "../parts/notices.js";

/** @typedef {import("../app/wire").Puzzle} Puzzle @typedef {import("../app/wire").PuzzleGrade} PuzzleGrade */

/** @param {Record<string, string>} found */
export const open = (found) => new PuzzlePage(found.game ?? "", Number(found.grade));

class PuzzlePage extends HTMLElement {
  #game;
  #grade;
  /** @type {PuzzleGrade | null} */
  #entry = null;
  /** @type {Puzzle | null} */
  #puzzle = null;
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
   * @param {string} game
   * @param {number} grade
   */
  constructor(game, grade) {
    super();
    this.#game = game;
    this.#grade = grade;
  }

  async connectedCallback() {
    document.title = t("puzzles.title");
    fill(this, make("div", { class: "loading", "aria-busy": "true" }));
    try {
      const games = await puzzles();
      const found = games.find(({ game }) => game === this.#game)?.grades;
      this.#entry = found?.find(({ grade }) => grade === this.#grade) ?? null;
      if (!this.isConnected) return;
      if (!this.#entry) {
        const { open: openNotFound } = await import("./not-found.js");
        this.replaceWith(openNotFound());
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
   * Return the next puzzle that is not solved; the next of all if there is none.
   * @param {number} number after this one
   */
  #left(number) {
    const { first, count } = this.#entry ?? { first: 1, count: 1 };
    const solved = solvedIn(this.#game, first, count);
    const order = Array.from({ length: count }, (_, step) => first + ((number - first + 1 + step) % count));
    return order.find((candidate) => !solved.has(candidate)) ?? order[0] ?? first;
  }

  #build() {
    const all = make(
      "a",
      { class: "lesson-back", href: `/puzzles#${this.#game}` },
      icon("previous"),
      make("span", { text: t("puzzles.all") }),
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
      next: () => this.#next(),
      isWrong: () => Boolean(this.#wrong),
      tried: (move) => this.#try(move),
      half: () => this.#speak(),
      refused: (tried) => this.#explain(tried),
    });
  }

  /** @param {number} number */
  async #begin(number) {
    const puzzle = await readPuzzle(this.#game, number);
    if (!this.isConnected) return;
    this.#puzzle = puzzle;
    this.#helped = 0;
    this.#wrong = false;
    this.#heading.textContent = `${gameName(this.#game)}, ${t("puzzles.grade", { grade: this.#grade })}`;
    this.#task.textContent = puzzle.task;
    this.#showCount();
    this.#board.sides = puzzle.sides;
    this.#voice.show({ kind: "ready" });
    await this.#board.begin(puzzle);
  }

  #showCount() {
    const { first, count } = this.#entry ?? { first: 1, count: 1 };
    this.#count.textContent = [
      t("puzzles.number", { number: this.#puzzle?.number ?? 0 }),
      t("puzzles.solved_count", { done: solvedIn(this.#game, first, count).size, count }),
    ].join(" · ");
  }

  /** @param {string} move */
  async #try(move) {
    const puzzle = this.#puzzle;
    if (this.#busy || !puzzle) return;
    this.#busy = true;
    try {
      const tried = await tryPuzzle(this.#game, puzzle.number, { move });
      if (!this.isConnected || puzzle !== this.#puzzle) return;
      await this.#board.take(tried);
      if (puzzle !== this.#puzzle) return;
      this.#wrong = tried.verdict === "wrong";
      if (tried.verdict === "refused") this.#board.board.reset();
      if (tried.verdict === "reached") {
        markSolved(this.#game, puzzle.number);
        this.#showCount();
      }
      this.#voice.show({ kind: tried.verdict, text: tried.message });
    } catch (problem) {
      this.#board.board.reset();
      this.#voice.show({ kind: "refused", text: problem instanceof Error ? problem.message : String(problem) });
    } finally {
      this.#busy = false;
    }
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
   * @param {{from: string, to: string | null}} tried
   */
  async #explain({ from, to }) {
    const puzzle = this.#puzzle;
    if (!puzzle || this.#busy) return;
    const move = to ? `${this.#board.board.half.text || from}-${to}` : from;
    const asked = { game: this.#game, rules: puzzle.rules, position: puzzle.scene.position, moves: [], move };
    const message = await why(asked).catch((problem) => problem.message);
    if (message) this.#voice.show({ kind: "refused", text: message });
  }

  #help() {
    const hint = this.#puzzle?.hint;
    if (!hint || this.#wrong || this.#busy || this.#voice.kind === "reached") return;
    this.#helped = Math.min(this.#helped + 1, 2);
    this.#board.board.reset();
    this.#board.point(hint.turn, this.#helped > 1);
    this.#voice.show({ kind: "hint", text: hint.message, more: this.#helped < 2 });
  }

  #again() {
    if (!this.#wrong) return;
    this.#wrong = false;
    this.#board.putBack();
    this.#voice.show({ kind: "ready" });
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

customElements.define("vato-puzzle", PuzzlePage);
