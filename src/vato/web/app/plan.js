/**
 * What a player plans in a game by post, as a tree: what the other may play, and one answer to each. Draws nothing.
 */

import { reach } from "../engine/choice.js";
import { Analysed } from "./analysed.js";

/** @typedef {import("./variations.js").Node} Node @typedef {import("./wire").State} State */

export class PlanTree {
  #analysed;
  /** Where the plan begins: the position on the board, with the other player to move. @type {Node} */
  root;

  /** @param {Analysed} analysed @param {Node} root */
  constructor(analysed, root) {
    this.#analysed = analysed;
    this.root = root;
  }

  /**
   * @param {State} state
   * @param {string[][]} lines that were planned before
   */
  static async of({ game, rules, start, turns }, lines) {
    const moves = turns.map(({ text }) => text);
    const analysed = new Analysed({ game, rules, start, moves, ply: null, from: "", review: false, edit: false });
    await analysed.load();
    const tree = new PlanTree(analysed, analysed.node);
    for (const line of lines) {
      const { turns: all } = await reach(analysed.subject, [...moves, ...line]);
      let node = tree.root;
      for (const turn of all.slice(moves.length)) node = analysed.variations.add(node, turn);
    }
    await analysed.know(tree.root);
    return tree;
  }

  get layout() {
    return this.#analysed.layout;
  }

  get sides() {
    return this.#analysed.entry.sides;
  }

  /** The node that is looked at. */
  get node() {
    return this.#analysed.node;
  }

  /**
   * Look at a node; what may be played there is known then.
   * @param {Node} node
   */
  async look(node) {
    await this.#analysed.know(node);
    this.#analysed.variations.current = node;
  }

  /**
   * Play a move where one looks: another answer takes the place of the one before.
   * @param {string} text
   */
  async play(text) {
    const from = this.node;
    const node = await this.#analysed.follow(from, text);
    if (!node) return;
    if (this.isAnswer(node)) from.children = [node];
    await this.look(node);
  }

  /** Take away what one looks at, and what follows it. */
  remove() {
    if (this.node !== this.root) this.#analysed.variations.remove();
  }

  /**
   * Whether a node is reached by a move of one's own.
   * @param {Node} node
   */
  isAnswer(node) {
    return (node.ply - this.root.ply) % 2 === 0 && node !== this.root;
  }

  /** Where the lines end, answered or not. */
  get ends() {
    /** @type {(node: Node) => Node[]} */
    const walk = (node) => (node.children.length > 0 ? node.children.flatMap(walk) : [node]);
    return walk(this.root).filter((end) => end !== this.root);
  }

  /** The lines that end with an answer, as the server keeps them. */
  get lines() {
    /** @type {string[][]} */
    const found = [];
    const walk = (/** @type {Node} */ node, /** @type {string[]} */ line) => {
      const here = node === this.root ? line : [...line, node.turn?.text ?? ""];
      for (const child of node.children) walk(child, here);
      // A move of the other player to which there is no answer yet is no plan.
      if (this.isAnswer(node) && node.children.every((child) => child.children.length === 0)) found.push(here);
    };
    walk(this.root, []);
    return found;
  }
}
