/**
 * The engine on this device: analyses a position, gives a hint, reviews a game, with the events and answers of `Analyst`,
 * whose engine is the server's. Nothing is sent anywhere. Where it cannot think, it says `failed`; where it has to be fetched
 * first, `loading` (detail: a `Loading`). It says `ended` after the last word, also where there was none, as somebody else has
 * asked the same engine something.
 */

import { isSame } from "./deepen.js";
import { loading, positionsFrom, thinkerFor } from "./supply.js";

/** @typedef {{game: string, rules: string, start: string, moves: string[]}} Subject */
/** @typedef {import("../app/wire").Findings} Findings */
/** @typedef {import("./deepen.js").Step} Step @typedef {import("./deepen.js").Worth} Worth */
/** @typedef {import("./machine.js").Words} Words */

const HINT = { seconds: 1 };
/** Between two reports of an analysis. */
const PAUSE_MS = 100;
/** For each turn of a game: as many wherever it is reviewed, so that a review says the same every time. */
const REVIEW = { nodes: 200_000, threads: 1, clear: true };

export class DeviceAnalyst extends EventTarget {
  /** Ends what was asked last. */
  #wanted = new AbortController();

  close() {
    this.stop();
  }

  stop() {
    this.#wanted.abort();
  }

  /** @param {Subject & {lines: number, seconds?: number}} question */
  analyse({ lines, seconds = undefined, ...subject }) {
    this.#answer(async (signal) => {
      const limit = { lines, seconds: seconds ?? null };
      const tell = (/** @type {Findings} */ found, /** @type {boolean} */ done) => {
        if (!signal.aborted) this.#tell("info", { type: "info", id: null, done, ...found });
      };
      const found = await this.#think(subject, subject.moves, limit, signal, (each) => tell(each, false));
      if (found) tell(found, true);
    });
  }

  /** @param {Subject} subject a game of mine, as it stands */
  hint(subject) {
    this.#answer(async (signal) => {
      const best = (await this.#think(subject, subject.moves, HINT, signal))?.lines[0];
      if (!best || signal.aborted) return;
      const { first: turn, score, moves } = best;
      this.#tell("hint", { type: "hint", id: null, ply: subject.moves.length, move: moves[0], turn, score });
    });
  }

  /** @param {Subject} subject */
  review(subject) {
    this.#answer(async (signal) => {
      let before = await this.#judge(subject, 0, signal);
      if (signal.aborted) return;
      for (let ply = 1; ply <= subject.moves.length; ply++) {
        const after = await this.#judge(subject, ply, signal);
        if (!before || !after || signal.aborted) return;
        const value = after.turn === before.turn ? after.value : -after.value;
        const first_value = after.turn === 0 ? after.value : -after.value;
        const { wins_in, loses_in } = after.score;
        const { best, best_turn } = before;
        const loss = best === subject.moves[ply - 1] ? 0 : Math.max(0, before.value - value);
        const known = { known_before: before.known, known: after.known };
        const said = { type: "review_turn", id: null, ply, first_value, wins_in, loses_in, best, best_turn, loss, ...known };
        this.#tell("review_turn", said);
        before = after;
      }
      this.#tell("review_done", { type: "review_done", id: null, plies: subject.moves.length });
    });
  }

  /**
   * Return what a position of a game is worth to whoever is to move, with all that is known and by the engine alone (`value`),
   * and the best move there.
   * @param {Subject} subject
   * @param {number} ply
   * @param {AbortSignal} signal
   */
  async #judge(subject, ply, signal) {
    const moves = subject.moves.slice(0, ply);
    const { outcome, scene } = await reachedBy(subject, moves);
    const { turn } = scene;
    if (outcome) {
      const { words } = await positionsFrom(subject);
      const value = outcome.winner === null ? 0 : outcome.winner === turn ? words.WIN : -words.WIN;
      const known = { winner: outcome.winner, turns: 0 };
      return { turn, value, score: scoreOf(value, turn, words), known, best: null, best_turn: null };
    }
    const found = await this.#think(subject, moves, REVIEW, signal);
    const line = found?.lines[0];
    if (!found || !line) return null;
    const alone = found.known && (await this.#think(subject, moves, { ...REVIEW, informed: false }, signal))?.lines[0];
    if (found.known && !alone) return null;
    const { value } = (alone ?? line).score;
    const known = found.known && { winner: found.known.winner, turns: found.known.turns };
    return { turn, value, score: line.score, known, best: line.moves[0] ?? null, best_turn: line.first };
  }

  /**
   * Do what was asked, instead of what was asked before.
   * @param {(signal: AbortSignal) => Promise<void>} act
   */
  #answer(act) {
    this.stop();
    this.#wanted = new AbortController();
    const { signal } = this.#wanted;
    const tell = (/** @type {any} */ { detail }) => this.#tell("loading", detail);
    loading.addEventListener("loading", tell, { signal });
    act(signal)
      .catch((problem) => {
        if (!signal.aborted) this.#tell("failed", problem);
      })
      .finally(() => {
        loading.removeEventListener("loading", tell);
        this.#tell("ended", null);
      });
  }

  /**
   * Think about a line of moves, and return what was found as the server tells it.
   * @param {Subject} subject
   * @param {string[]} moves
   * @param {import("./thinker.js").Limit} limit
   * @param {AbortSignal} signal
   * @param {(found: Findings) => void} [told]
   * @returns {Promise<Findings | null>}
   */
  async #think(subject, moves, limit, signal, told) {
    const positions = await positionsFrom(subject);
    let informed = positions.informed && limit.informed !== false;
    const thinker = await thinkerFor(subject.game, informed).catch((problem) => {
      if (!informed) throw problem;
      informed = false; // without a network what is known exactly may not be here
      return thinkerFor(subject.game, informed);
    });
    const setting = positions.setting(moves);
    if (!setting) throw new Error(`${moves.at(-1)}?`);
    const { turn, crowded } = (await reachedBy(subject, moves)).scene;
    if (crowded) throw new Error("There are too many turns.");
    const begin = performance.now();
    const tell = (/** @type {Step} */ step) => findings(positions, moves, turn, step, performance.now() - begin);
    let heard = -PAUSE_MS;
    const hear =
      told &&
      ((/** @type {Step} */ step) => {
        if (performance.now() - heard < PAUSE_MS) return;
        heard = performance.now();
        told(tell(step));
      });
    const last = await thinker.think(setting, { ...limit, informed }, hear, signal);
    return last && tell(last);
  }

  /**
   * @param {string} type
   * @param {unknown} detail
   */
  #tell(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}

/**
 * @param {Subject} subject
 * @param {string[]} moves
 */
async function reachedBy(subject, moves) {
  const reached = (await positionsFrom(subject)).reached(moves);
  if (!reached) throw new Error(`${moves.at(-1)}?`);
  return reached;
}

/**
 * Return what was found as the server tells it.
 * @param {import("./positions.js").Positions} positions
 * @param {string[]} moves
 * @param {number} turn
 * @param {Step} step
 * @param {number} milliseconds
 * @returns {Findings}
 */
function findings(positions, moves, turn, { depth, nodes, lines, known }, milliseconds) {
  return {
    depth,
    nodes,
    seconds: milliseconds / 1000,
    lines: lines.flatMap(({ value, turns }) => {
      const texts = positions.texts(moves, turns);
      if (texts.length === 0) return [];
      const first = positions.reached([...moves, ...texts.slice(0, 1)])?.turns.at(-1);
      const worth = known?.find(({ turn }) => isSame(turn, turns[0] ?? []));
      const { words } = positions;
      const score = scoreOf(worth ? informedValue(value, worth, words) : value, turn, words);
      return { score, moves: texts, first: /** @type {any} */ (first), fact: worth ? factOf(worth, turn) : null };
    }),
    known: known && knownOf(positions, moves, turn, known),
  };
}

/**
 * @param {import("./positions.js").Positions} positions
 * @param {string[]} moves
 * @param {number} turn
 * @param {Worth[]} known
 */
function knownOf(positions, moves, turn, known) {
  const best = /** @type {Worth} */ (known[0]);
  const keeping = new Set(known.filter(({ result }) => result === best.result).map((worth) => worth.turn.join()));
  const texts = positions.playables(moves).flatMap(({ text, words }) => (keeping.has(words.join()) ? [text] : []));
  return { ...factOf(best, turn), keeping: texts };
}

/**
 * @param {Worth} worth
 * @param {number} turn
 */
const factOf = ({ result, turns }, turn) => ({
  winner: result === 0 ? null : result > 0 ? turn : 1 - turn,
  turns: result === 0 ? null : turns,
});

/**
 * Return a value found by search, or what is known better; it never contradicts what is known.
 * @param {number} value
 * @param {Worth} worth
 * @param {Words} words
 */
function informedValue(value, { result, turns }, { WIN }) {
  if (turns !== null || result === 0) return result * (WIN - (turns ?? 0));
  return result > 0 ? Math.max(value, 1) : Math.min(value, -1);
}

/**
 * Return a value for the player to move, from both sides' view.
 * @param {number} value
 * @param {number} turn
 * @param {Words} words
 * @returns {import("../app/wire").Score}
 */
function scoreOf(value, turn, { SURE, WIN }) {
  const wins_in = value > SURE ? WIN - value : null;
  const loses_in = value < -SURE ? WIN + value : null;
  const plain = `${value < 0 ? "-" : "+"}${(Math.abs(value) / 100).toFixed(2)}`;
  const text = wins_in !== null ? `wins in ${wins_in}` : loses_in !== null ? `loses in ${loses_in}` : plain;
  return { value, first_value: turn === 0 ? value : -value, wins_in, loses_in, text };
}
