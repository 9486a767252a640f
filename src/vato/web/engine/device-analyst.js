/**
 * The engine on this device: analyses a position, gives a hint, reviews a game, with the events and answers of `Analyst`,
 * whose engine is the server's. Nothing is sent anywhere.
 */

import { SURE, WIN } from "./deepen.js";
import { engineFor, positionsFrom } from "./supply.js";

/** @typedef {{game: string, rules: string, start: string, moves: string[]}} Subject */
/** @typedef {import("../app/wire").Information} Information @typedef {import("./thinker.js").Step} Step */

const HINT = { seconds: 1 };
/** For each turn of a game: as many wherever it is reviewed, so that a review says the same every time. */
const REVIEW = { nodes: 200_000, threads: 1, clear: true };

export class DeviceAnalyst extends EventTarget {
  #number = 0;
  /** @type {import("./thinker.js").Thinker | null} */
  #thinker = null;

  close() {
    this.stop();
  }

  stop() {
    this.#number += 1;
    this.#thinker?.stop();
  }

  /** @param {Subject & {lines: number, seconds?: number}} question */
  analyse({ lines, seconds, ...subject }) {
    this.#answer(async (isWanted) => {
      const think = await this.#prepare(subject, subject.moves);
      let last = /** @type {Omit<Information, "done"> | null} */ (null);
      await think({ lines, seconds: seconds ?? null }, (found) => {
        last = found;
        if (isWanted()) this.#tell("info", { ...found, done: false });
      });
      if (last && isWanted()) this.#tell("info", { ...last, done: true });
    });
  }

  /** @param {Subject} subject a game of mine, as it stands */
  hint(subject) {
    this.#answer(async (isWanted) => {
      const think = await this.#prepare(subject, subject.moves);
      const found = await think(HINT);
      const best = found?.lines[0];
      if (!best || !isWanted()) return;
      const { first: turn, score, moves } = best;
      this.#tell("hint", { type: "hint", id: null, ply: subject.moves.length, move: moves[0], turn, score });
    });
  }

  /** @param {Subject} subject */
  review(subject) {
    this.#answer(async (isWanted) => {
      const positions = await positionsFrom(subject);
      const judge = async (/** @type {number} */ ply) => {
        const moves = subject.moves.slice(0, ply);
        const reached = positions.reached(moves);
        const { outcome, scene } = /** @type {import("../app/wire").Reached} */ (reached);
        if (outcome) {
          const value = outcome.winner === null ? 0 : outcome.winner === scene.turn ? WIN : -WIN;
          return { turn: scene.turn, score: scoreOf(value, scene.turn), best: null, first: null };
        }
        const think = await this.#prepare(subject, moves);
        const line = (await think(REVIEW))?.lines[0];
        return line && { turn: scene.turn, score: line.score, best: line.moves[0] ?? null, first: line.first };
      };
      let before = await judge(0);
      for (let ply = 1; ply <= subject.moves.length; ply++) {
        const after = await judge(ply);
        if (!before || !after || !isWanted()) return;
        const value = after.turn === before.turn ? after.score.value : -after.score.value;
        const { first_value, wins_in, loses_in } = after.score;
        const loss = before.best === subject.moves[ply - 1] ? 0 : Math.max(0, before.score.value - value);
        const { best, first: best_turn } = before;
        this.#tell("review_turn", { type: "review_turn", id: null, ply, first_value, wins_in, loses_in, best, best_turn, loss });
        before = after;
      }
      this.#tell("review_done", { type: "review_done", id: null, plies: subject.moves.length });
    });
  }

  /**
   * Do what was asked, instead of what was asked before.
   * @param {(isWanted: () => boolean) => Promise<void>} act
   */
  #answer(act) {
    this.stop();
    const number = this.#number;
    const isWanted = () => number === this.#number;
    act(isWanted).catch((problem) => {
      if (isWanted()) this.#tell("refused", { type: "refused", message: problem.message });
    });
  }

  /**
   * Return what thinks about a line of moves and tells what it finds as the server does.
   * @param {Subject} subject
   * @param {string[]} moves
   */
  async #prepare(subject, moves) {
    const positions = await positionsFrom(subject);
    const { thinker, informs } = await engineFor(subject);
    this.#thinker = thinker;
    const setting = positions.setting(moves);
    const reached = positions.reached(moves);
    if (!setting || !reached) throw new Error("A move of this game is not written as usual.");
    const { turn } = reached.scene;
    const begin = performance.now();
    const tell = (/** @type {Step} */ step) => {
      const lines = step.lines.map(({ value, turns }) => {
        const texts = positions.texts(moves, turns);
        const first = positions.reached([...moves, ...texts.slice(0, 1)])?.turns.at(-1);
        return { score: scoreOf(value, turn), moves: texts, first, fact: informs && exact(value) ? factOf(value, turn) : null };
      });
      const seconds = (performance.now() - begin) / 1000;
      return /** @type {Information} */ ({ type: "info", id: null, depth: step.depth, nodes: step.nodes, seconds, lines, known: null });
    };
    return async (
      /** @type {import("./thinker.js").Limit} */ limit,
      /** @type {((found: Information) => void) | undefined} */ told = undefined,
    ) => {
      const last = await thinker.think(setting, { ...limit, informed: informs }, told && ((step) => told(tell(step))));
      return last && tell(last);
    };
  }

  /**
   * @param {string} type
   * @param {unknown} detail
   */
  #tell(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}
