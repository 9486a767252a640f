/**
 * A study as it is kept here: its chapters, a tree of moves in each, and what an edit that the server has committed does to
 * them. The server does the same to its own, so that all who are told the same edits have the same study. Draws nothing and
 * asks nobody.
 */

import { Node, Variations, putFirst } from "./variations.js";

/** @typedef {import("./wire").StudyState} StudyState @typedef {import("./wire").StudyEdits["edits"][number]} StudyEdit */
/** @typedef {import("./wire").StudyChapter & {variations: Variations}} Chapter */

export class StudyTree {
  /** @type {Chapter[]} */
  chapters = [];
  /** @type {Map<number, Node>} */
  #nodes = new Map();

  /** @param {StudyState} state */
  constructor({ version, title, by_link, mine, chapters }) {
    this.version = version;
    this.title = title;
    this.byLink = by_link;
    this.isMine = mine;
    for (const { turns, comments, arrows, ...chapter } of chapters) {
      this.#begin(chapter);
      for (const [id, before, text] of turns) this.#put(this.#known(before), id, text);
      for (const [id, text] of comments) this.#known(id).comment = text;
      for (const [id, drawn] of arrows) this.#known(id).drawn = drawn.map(asDrawn);
    }
  }

  get mayEdit() {
    return this.isMine || this.byLink;
  }

  /**
   * Return a turn by its number, or where a chapter begins; nothing if it was deleted.
   * @param {number} id
   */
  node(id) {
    return this.#nodes.get(id);
  }

  /**
   * Return the chapter in which a node stands.
   * @param {Node} node
   */
  chapterOf(node) {
    const root = node.path[0]?.parent ?? node;
    return this.chapters.find(({ variations }) => variations.root === root);
  }

  /**
   * Return the node to which moves lead in a chapter, if it is there.
   * @param {number} chapter
   * @param {string[]} moves
   */
  find(chapter, moves) {
    let node = this.#nodes.get(chapter);
    for (const move of moves) node = node?.children.find(({ turn }) => turn?.text === move);
    return node;
  }

  /**
   * Put a line of moves into a chapter that is only here so far.
   * @param {number} chapter
   * @param {string[]} moves
   */
  try(chapter, moves) {
    let node = this.#nodes.get(chapter);
    for (const move of moves) {
      const next = node?.children.find(({ turn }) => turn?.text === move);
      if (node && !next) node.children.push(Node.unlearnt(node, move));
      node = next ?? node?.children.at(-1);
    }
  }

  /**
   * Do what was committed as the next version.
   * @param {StudyEdit} edit
   */
  apply(edit) {
    this.version += 1;
    switch (edit.type) {
      case "turns": {
        let node = this.#known(edit.node);
        for (const [id, text] of edit.turns) node = this.#put(node, id, text);
        break;
      }
      case "delete":
        this.#delete(this.#known(edit.node));
        break;
      case "promote":
        for (const id of edit.nodes) putFirst(this.#known(id));
        break;
      case "comment":
        this.#known(edit.node).comment = edit.text;
        break;
      case "arrows": {
        const node = this.#known(edit.node);
        node.drawn = drawnAfter(node.drawn, edit.add.map(asDrawn), edit.remove.map(asDrawn));
        break;
      }
      case "title":
        this.title = edit.title;
        break;
      case "share":
        this.byLink = edit.by_link;
        break;
      case "chapter":
        this.#begin(edit.chapter);
        break;
      case "chapter_name":
        this.#chapter(edit.chapter).name = edit.name;
        break;
      case "chapter_move": {
        const chapter = this.#chapter(edit.chapter);
        this.chapters = this.chapters.filter((each) => each !== chapter).toSpliced(edit.to, 0, chapter);
        break;
      }
      case "chapter_delete": {
        const chapter = this.#chapter(edit.chapter);
        this.#forget(chapter.variations.root);
        this.chapters = this.chapters.filter((each) => each !== chapter);
        break;
      }
    }
  }

  /** @param {import("./wire").StudyChapter} chapter */
  #begin(chapter) {
    const variations = new Variations([]);
    variations.root.id = chapter.id;
    this.#nodes.set(chapter.id, variations.root);
    this.chapters.push({ ...chapter, variations });
  }

  /**
   * Put a turn after another one, where it may be already as a try of one's own.
   * @param {Node} before
   * @param {number} id
   * @param {string} text
   */
  #put(before, id, text) {
    let node = before.children.find(({ turn }) => turn?.text === text);
    if (!node) node = Node.unlearnt(before, text);
    // Those that are only here stand behind all others.
    const others = before.children.filter((child) => child !== node);
    const kept = others.filter((child) => child.id !== null);
    before.children = [...kept, node, ...others.filter((child) => child.id === null)];
    node.id = id;
    this.#nodes.set(id, node);
    return node;
  }

  /** @param {Node} node */
  #delete(node) {
    this.chapterOf(node)?.variations.forget(node);
    this.#forget(node);
  }

  /** @param {Node} node */
  #forget(node) {
    for (const { id } of node.branch) if (id !== null) this.#nodes.delete(id);
  }

  /** @param {number} id */
  #known(id) {
    const node = this.#nodes.get(id);
    if (!node) throw new Error(`The study has no turn ${id}.`);
    return node;
  }

  /** @param {number} id */
  #chapter(id) {
    const chapter = this.chapters.find((each) => each.id === id);
    if (!chapter) throw new Error(`The study has no chapter ${id}.`);
    return chapter;
  }
}

/** @typedef {import("./variations.js").Drawn} Drawn */

/** @param {[string, string]} points @returns {Drawn} */
const asDrawn = ([from, to]) => ({ from, to });

/**
 * Return arrows and rings after some were drawn and others taken away.
 * @param {Drawn[]} before
 * @param {Drawn[]} add
 * @param {Drawn[]} remove
 */
export function drawnAfter(before, add, remove) {
  const isIn = (/** @type {Drawn[]} */ all) => (/** @type {Drawn} */ one) =>
    all.some(({ from, to }) => from === one.from && to === one.to);
  const kept = before.filter((one) => !isIn(remove)(one));
  return [...kept, ...add.filter((one, index) => !isIn(kept)(one) && !isIn(add.slice(0, index))(one))];
}
