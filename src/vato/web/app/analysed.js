/**
 * What is being analysed: a start, the game played from it, and everything tried beside it. Asks the server what a
 * position allows, once for each; draws nothing.
 */

import { explore, isUnreachable, layout, reach as ask, readGame, why } from "./api.js";
import { isHere, reach } from "../engine/choice.js";
import { allGames, entryOf } from "./games.js";
import { isLocalId, localSeats, readLocal } from "./local-games.js";
import { playerName, playerNames, sideName } from "./names.js";
import { recordText } from "./record.js";
import { Variations } from "./variations.js";

/** @typedef {import("./address.js").Subject} Subject @typedef {import("./variations.js").Node} Node */

export class Analysed {
  /** What the players are called in a record; empty where nobody played. @type {string[]} */
  names = [];
  /** What they are called here, where I am "You". @type {string[]} */
  called = [];
  /** Which players are mine in the game it is about. @type {number[]} */
  mine = [];
  /** How the game ended that it is about, and after which moves. @type {{outcome: import("./wire").Outcome, moves: string[]} | null} */
  #ended = null;
  /** @type {import("../types").Layout | null} */
  layout = null;
  /** @type {Variations} */
  variations;
  /** What the opening explorer said of nodes. @type {WeakMap<Node, import("./wire").Explored>} */
  #explored = new WeakMap();

  /** Whether there was a tree of moves before anything was read. */
  #isGiven;

  /**
   * @param {Subject} subject
   * @param {Variations} [tree] a tree of moves that there is already
   */
  constructor(subject, tree) {
    this.subject = subject;
    this.#isGiven = tree !== undefined;
    this.variations = tree ?? new Variations([]);
  }

  /** The player whose side it is seen from. */
  get viewer() {
    return this.mine.length === 1 ? (this.mine[0] ?? 0) : 0;
  }

  /** The catalogue's entry of the game. */
  get entry() {
    return /** @type {import("./wire").GameEntry} */ (entryOf(this.subject.game) ?? allGames()[0]);
  }

  /** The node that is looked at. */
  get node() {
    return this.variations.current;
  }

  /** What a position needs to be asked about, but for the moves. */
  get #start() {
    const { game, rules, start } = this.subject;
    return { game, rules, ...(start ? { position: start } : {}) };
  }

  /**
   * Ask the server, which reads moves however they are written; where it cannot be reached, as far as can be told here.
   * @param {string[]} moves
   */
  async #ask(moves) {
    try {
      return await ask({ ...this.#start, moves });
    } catch (problem) {
      if (!isUnreachable(problem)) throw problem;
      return reach(this.subject, moves);
    }
  }

  /** Read what the subject is about. */
  async load() {
    const { subject } = this;
    if (subject.from) await this.#readGame(subject.from);
    subject.game = this.entry.name;
    subject.rules ||= this.entry.contest_rules;
    const asked = this.#ask([]);
    const [first, last] = await Promise.all([asked, subject.moves.length > 0 ? this.#ask(subject.moves) : asked]);
    subject.start = first.start || first.scene.position;
    const { root } = this.variations;
    root.begin(first.scene.pieces);
    root.reached = first;
    if (!this.#isGiven) {
      const end = this.variations.addLine(last.turns);
      end.reached = last;
      this.variations.current = end;
      if (subject.ply !== null) this.variations.step(subject.ply - end.ply);
    }
    this.layout = await layout(first.layout_key);
  }

  /**
   * Read the game that it is about, and its moves unless others are given.
   * @param {string} id
   */
  async #readGame(id) {
    const { subject } = this;
    const kept = isLocalId(id) ? await readLocal(id) : null;
    if (kept && !("sentAs" in kept)) {
      const { seats, shown, moves } = kept;
      this.#sit(localSeats(kept, shown?.sides ?? seats.map(() => "")), shown?.outcome ?? null, moves);
      return;
    }
    try {
      const { game, rules, start, turns, seats, outcome } = await readGame(kept?.sentAs ?? id);
      const moves = turns.map(({ text }) => text);
      Object.assign(subject, { game, rules, start }, subject.moves.length === 0 && { moves });
      this.#sit(seats, outcome, moves);
    } catch (problem) {
      // What is written in the address can be looked at all the same.
      if (subject.moves.length === 0) throw problem;
    }
  }

  /**
   * Take in who played, which of them are mine, and how it ended.
   * @param {import("./wire").Seat[]} seats
   * @param {import("./wire").Outcome | null} outcome
   * @param {string[]} moves
   */
  #sit(seats, outcome, moves) {
    this.names = seats.map(playerName);
    this.called = playerNames(seats);
    this.mine = seats.flatMap((seat, player) => (seat.mine ? [player] : []));
    this.#ended = outcome && { outcome, moves };
  }

  /**
   * Take in what a record has beside the moves: who played, how it ended, and what was tried.
   * @param {import("./wire").RecordedGame} read
   */
  async take({ players, outcome, moves, lines }) {
    if (players.some(Boolean)) this.names = players.map((name, player) => name || sideName(this.entry.sides[player] ?? ""));
    this.called = this.names;
    this.#ended = outcome && { outcome, moves };
    const known = [moves];
    for (const { of, ply, moves: others } of lines) {
      const line = [...(known[of] ?? []).slice(0, ply), ...others];
      known.push(line);
      const reached = await reach(this.subject, line);
      this.variations.addLine(reached.turns).reached = reached;
    }
  }

  /** The size of the board, where the game has several: one value of its set-up, or nothing. */
  get size() {
    const count = (/** @type {"x" | "y"} */ axis) => new Set(this.layout?.points.map((point) => point[axis])).size;
    const size = `${count("x")}x${count("y")}`;
    return this.entry.setup.some(({ values }) => values.length > 1 && values.includes(size)) ? [size] : [];
  }

  /** How the main line ends, if it does: by the rules, or as the players ended it. */
  get outcome() {
    const { end } = this.variations.root;
    const isWhole = this.#ended?.moves.join() === end.moves.join();
    return end.reached?.outcome ?? (isWhole ? (this.#ended?.outcome ?? null) : null);
  }

  /** All of it as a record: the game, what was tried beside it, who played and how it ended. */
  get record() {
    const { game, rules, start } = this.subject;
    const { sides } = this.entry;
    const { root } = this.variations;
    const turn = root.reached?.scene.turn ?? 0;
    return recordText({ game, rules, start, sides, names: this.names, outcome: this.outcome, turn, root });
  }

  /**
   * Make sure that what may be played at a node is known, and the turns of the line in which it stands.
   * @param {Node} node
   */
  async know(node) {
    if (!node.isKnown) node.end.reached ??= await this.#learn(node.end);
    node.reached ??= await reach(this.subject, node.moves);
  }

  /**
   * Learn what the turns that lead to a node are.
   * @param {Node} node
   */
  async #learn(node) {
    const { path } = node;
    const reached = await reach(this.subject, node.moves);
    path.forEach((each, index) => reached.turns[index] && each.learn(reached.turns[index]));
    return reached;
  }

  /**
   * Learn what all turns are that somebody else has made, where that can be worked out here; return whether there was any.
   * It takes a moment for each line, in which other things are done.
   */
  async learnAll() {
    if (!isHere(this.subject.game)) return false;
    const ends = this.variations.root.branch.filter((node) => node.children.length === 0 && !node.isKnown);
    for (const end of ends) if (!end.isKnown) await this.#learn(end);
    return ends.length > 0;
  }

  /**
   * Return what the opening book and the games played here say of a node. Where they have nothing to say of any move, the
   * server is not asked about what those lead to.
   * @param {Node} node
   */
  async explore(node) {
    const before = node.parent && this.#explored.get(node.parent);
    const isOver = before?.moves.length === 0;
    const found = isOver
      ? { ...before, score: null, ends: { first: 0, second: 0, drawn: 0, more: false } }
      : await explore({ ...this.#start, moves: node.moves });
    this.#explored.set(node, found);
    return found;
  }

  /**
   * Return the node that a move leads to from another: one that is there, or a new try.
   * @param {Node} from
   * @param {string} text
   */
  async follow(from, text) {
    const known = from.children.find((child) => child.turn?.text === text);
    if (known?.reached) return known;
    const reached = await reach(this.subject, [...from.moves, text]);
    const turn = reached.turns.at(-1);
    if (!turn) return null;
    const node = this.variations.add(from, turn);
    node.reached = reached;
    return node;
  }

  /**
   * Return what moves from the node that is looked at lead to, without trying them.
   * @param {string[]} moves
   */
  peek(moves) {
    return reach(this.subject, [...this.node.moves, ...moves]);
  }

  /**
   * Return why a move or its beginning cannot be played at the node that is looked at.
   * @param {import("../types").Unplayable} tried
   * @returns {Promise<string | null>}
   */
  why(tried) {
    return why({ ...this.#start, moves: this.node.moves, ...tried }).catch((problem) => problem.message);
  }

  /**
   * Return a line of moves as the engine wants it.
   * @param {string[]} moves
   */
  question(moves) {
    const { game, rules, start } = this.subject;
    return { game, rules, start, moves };
  }

  /** What the address is to say now. @returns {Subject} */
  get shown() {
    const { node } = this;
    return { ...this.subject, moves: node.end.moves, ply: node === node.end ? null : node.ply };
  }
}
