/**
 * A game with its variations, as a tree of turns: the first child of each node is the line that goes on, the others are
 * tries. Draws nothing and asks nobody.
 */

import { after } from "./timeline.js";

/** @typedef {import("../types").Turn} Turn @typedef {import("../types").Piece} Piece @typedef {import("./wire").Reached} Reached */
/** @typedef {{from: string, to: string}} Drawn */

export class Node {
  /** @type {Node[]} */
  children = [];
  /** What the server said of this position, once asked. @type {Reached | null} */
  reached = null;
  /** How many turns lead here. */
  ply = 0;
  /** By which a study knows it; null of a try that is nowhere but here. @type {number | null} */
  id = null;
  comment = "";
  /** Arrows and, where they end where they begin, rings. @type {Drawn[]} */
  drawn = [];
  /** Whether more than its text is known of the turn. */
  #isLearnt = true;
  /** @type {Piece[]} */
  #pieces = [];
  #known = false;

  /**
   * @param {Node | null} parent
   * @param {Turn | null} turn the turn that led here; null at the root
   * @param {Piece[]} [pieces] where they stand; worked out from the turn if not given
   */
  constructor(parent, turn, pieces) {
    this.parent = parent;
    this.turn = turn;
    if (parent) this.ply = parent.ply + 1;
    if (pieces) {
      this.#pieces = pieces;
      this.#known = true;
    }
  }

  /**
   * Return a node of whose turn only the text is known.
   * @param {Node} parent
   * @param {string} text
   */
  static unlearnt(parent, text) {
    const node = new Node(parent, { ply: parent.ply + 1, player: 0, text, steps: [], clock_ms: null });
    node.#isLearnt = false;
    return node;
  }

  /**
   * Take in what the turn is that led here.
   * @param {Turn} turn
   */
  learn(turn) {
    if (this.#isLearnt) return;
    this.turn = turn;
    this.#isLearnt = true;
    this.#known = false;
  }

  /**
   * Take in where the pieces stand before the first turn.
   * @param {Piece[]} pieces
   */
  begin(pieces) {
    this.#pieces = pieces;
  }

  /** Whether all turns are known that lead here. */
  get isKnown() {
    return this.path.every((node) => node.#isLearnt);
  }

  get pieces() {
    if (!this.#known) {
      this.#pieces = after(this.parent?.pieces ?? [], this.turn?.steps ?? []);
      this.#known = true;
    }
    return this.#pieces;
  }

  /** The nodes from the first turn to this one. */
  get path() {
    /** @type {Node[]} */
    const found = [];
    for (let node = /** @type {Node} */ (this); node.parent; node = node.parent) found.push(node);
    return found.reverse();
  }

  /** This node and all that follow it. */
  get branch() {
    /** @type {Node[]} */
    const found = [this];
    for (const node of found) found.push(...node.children);
    return found;
  }

  /** The texts of the moves that lead here. */
  get moves() {
    return this.path.map(({ turn }) => turn?.text ?? "");
  }

  /** Whether this node lies on the main line. @returns {boolean} */
  get isMain() {
    return this.parent === null || (this.parent.children[0] === this && this.parent.isMain);
  }

  /** The node at the end of the line that goes on from here. */
  get end() {
    /** @type {Node} */
    let node = this;
    while (node.children[0]) node = node.children[0];
    return node;
  }
}

export class Variations {
  /** @param {Piece[]} pieces at the start */
  constructor(pieces) {
    this.root = new Node(null, null, pieces);
    this.current = this.root;
  }

  /**
   * Return the child of a node for a turn; a new one where it was not tried yet.
   * @param {Node} node
   * @param {Turn} turn
   */
  add(node, turn) {
    const same = node.children.find((child) => child.turn?.text === turn.text);
    if (same) {
      same.learn(turn);
      return same;
    }
    const child = new Node(node, turn);
    node.children.push(child);
    return child;
  }

  /**
   * Put a line of turns after the root.
   * @param {Turn[]} turns
   */
  addLine(turns) {
    /** @type {Node} */
    let node = this.root;
    for (const turn of turns) node = this.add(node, turn);
    return node;
  }

  /** The main line, from the first turn on. */
  get main() {
    return this.root.end.path;
  }

  /** Take the current node and what follows it away; its parent becomes the current one. */
  remove() {
    this.forget(this.current);
  }

  /**
   * Take a node and what follows it away; whoever looks at any of it looks at its parent then.
   * @param {Node} node
   */
  forget(node) {
    const { parent } = node;
    if (!parent) return;
    parent.children = parent.children.filter((child) => child !== node);
    if (this.current === node || this.current.path.includes(node)) this.current = parent;
  }

  /** Make the current line the main one. */
  promote() {
    for (const node of this.current.path) putFirst(node);
  }

  /**
   * Go through the line by so many plies, or to one of its ends.
   * @param {number | "first" | "last"} by
   */
  step(by) {
    if (by === "first") this.current = this.root;
    else if (by === "last") this.current = this.current.end;
    else
      for (let count = Math.abs(by); count > 0; count -= 1)
        this.current = (by < 0 ? this.current.parent : this.current.children[0]) ?? this.current;
  }
}

/**
 * Let a node go on with the line of its parent.
 * @param {Node} node
 */
export function putFirst(node) {
  const siblings = node.parent?.children;
  if (!siblings || siblings[0] === node) return;
  siblings.splice(siblings.indexOf(node), 1);
  siblings.unshift(node);
}
