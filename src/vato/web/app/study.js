/**
 * A study that is open: kept up to date by a socket, and edited. What somebody does here is sent one after the other, each
 * again and again until it is answered, and says meanwhile by its moves where it belongs: numbers are the server's. Draws
 * nothing.
 *
 * Events: `changed` when there is something else to see, `renewed` when all of it was read again, `refused` (detail:
 * {message, code, edit}) when something was not done, `gone` (detail: one sentence) when there is no study any more,
 * `lost`, `found`.
 */

import { RequestFailed, get, isUnreachable, post } from "./api.js";
import { LastingSocket, UNKNOWN } from "./socket.js";
import { StudyTree, drawnAfter } from "./study-tree.js";
import { t } from "./text.js";

/** @typedef {import("./variations.js").Node} Node @typedef {import("./variations.js").Drawn} Drawn */
/** @typedef {import("./wire").StudyMessage} StudyMessage @typedef {{chapter: number, moves: string[]}} Way */

/**
 * Something that somebody does here: what is sent once its place has a number, and what it is called.
 * @typedef {object} Edit
 * @property {StudyMessage["type"]} type
 * @property {string} ref
 * @property {Way} [way] to the turn that it is about
 * @property {Record<string, unknown>} fields
 * @property {boolean} [isSent]
 * @property {number} [version] in which it is done
 */

/** What passes by itself, and for how long it is waited for until it is tried again. */
const PASSING = ["too_fast", "not_kept", "not_read", "leaving", "busy"];
const PAUSE_MS = 1000;
/** Of a line, so many are sent at once. */
const MOST_MOVES = 64;
/** How often it is tried to read the study again. */
const AGAIN_MS = 2000;

export class LiveStudy extends EventTarget {
  /** @type {StudyTree | null} */
  tree = null;
  #id;
  #socket;
  /** What was done here and is not in the tree yet, oldest first. @type {Edit[]} */
  #edits = [];
  #isLost = false;
  /** The versions in which comments were written here, by turn. @type {Map<number, number>} */
  #written = new Map();
  /** Whether it is being read. */
  #isReading = false;
  #isClosed = false;
  #why = "";
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #later;

  /** @param {string} id */
  constructor(id) {
    super();
    this.#id = id;
    this.#socket = new LastingSocket(`${addressOf(id)}/live`);
    this.#socket.addEventListener("open", () => this.#resume());
    this.#socket.addEventListener("message", (event) => this.#hear(/** @type {CustomEvent} */ (event).detail));
    this.#socket.addEventListener("lost", () => {
      this.#isLost = true;
      this.#tell("lost");
    });
    this.#socket.addEventListener("gone", (event) => {
      const isUnknown = /** @type {CustomEvent} */ (event).detail === UNKNOWN;
      this.#tell("gone", isUnknown ? t("study.gone") : this.#why || t("connection.refused"));
    });
  }

  get id() {
    return this.#id;
  }

  /** Read the study and follow it. */
  async open() {
    this.tree = new StudyTree(await get(addressOf(this.#id)));
    if (this.#isClosed) return;
    // Who edits is somebody, and may be let edit while the line is open.
    if (!this.tree.isMine) await post("/api/visitors/cookie", {});
    this.#socket.open();
  }

  close() {
    this.#isClosed = true;
    clearTimeout(this.#later);
    this.#socket.close();
  }

  /** How many things were done here that are not kept yet. */
  get unkept() {
    return this.#edits.length;
  }

  /** Whether a chapter that was added here is not kept yet. */
  get isAdding() {
    return this.#edits.some(({ type }) => type === "chapter");
  }

  // What somebody does

  /**
   * Add a line that ends with a node, as far as it is only here.
   * @param {Node} node
   */
  add(node) {
    const way = this.#wayTo(node);
    const isWaiting = (/** @type {Node} */ each) =>
      this.#edits.some(({ type, way: other, fields }) => {
        if (type !== "turns" || other?.chapter !== way.chapter) return false;
        const line = [...other.moves, .../** @type {string[]} */ (fields.moves)];
        return line.length >= each.ply && each.moves.every((move, index) => move === line[index]);
      });
    const fresh = node.path.filter((each) => each.id === null && !isWaiting(each));
    const moves = fresh.map(({ turn }) => turn?.text ?? "");
    for (let done = way.moves.length - moves.length; done < way.moves.length; done += MOST_MOVES)
      this.#do("turns", { moves: way.moves.slice(done, done + MOST_MOVES) }, { ...way, moves: way.moves.slice(0, done) });
  }

  /** @param {Node} node */
  delete(node) {
    this.#do("delete", {}, this.#wayTo(node));
  }

  /** @param {Node} node */
  promote(node) {
    this.#do("promote", {}, this.#wayTo(node));
  }

  /**
   * @param {Node} node
   * @param {string} text
   * @param {number} since the version in which the comment was seen that this one replaces
   */
  comment(node, text, since) {
    const way = this.#wayTo(node);
    // What waits is written over.
    this.#edits = this.#edits.filter((edit) => edit.isSent || edit.type !== "comment" || !isSame(edit.way, way));
    this.#do("comment", { text, since }, way);
  }

  /**
   * @param {Node} node
   * @param {Drawn[]} add
   * @param {Drawn[]} remove
   */
  draw(node, add, remove) {
    const points = (/** @type {Drawn[]} */ drawn) => drawn.map(({ from, to }) => [from, to]);
    this.#do("arrows", { add: points(add), remove: points(remove) }, this.#wayTo(node));
  }

  /** @param {string} title */
  rename(title) {
    this.#do("title", { title });
  }

  /** @param {boolean} byLink whether whoever has the link may edit */
  share(byLink) {
    this.#do("share", { by_link: byLink });
  }

  /** @param {{name: string, game: string, rules: string, position?: string}} chapter */
  addChapter(chapter) {
    this.#do("chapter", chapter);
  }

  /**
   * @param {number} chapter
   * @param {string} name
   */
  renameChapter(chapter, name) {
    this.#do("chapter_name", { chapter, name });
  }

  /**
   * @param {number} chapter
   * @param {number} to its place, from 0
   */
  moveChapter(chapter, to) {
    this.#do("chapter_move", { chapter, to });
  }

  /** @param {number} chapter */
  deleteChapter(chapter) {
    this.#do("chapter_delete", { chapter });
  }

  // What is to be seen of it

  /**
   * Return the comment on a node as it is written here, if that is not kept yet.
   * @param {Node} node
   * @returns {string | undefined}
   */
  writtenOn(node) {
    const way = this.#edits.length > 0 && this.#wayTo(node);
    const edit = way && this.#edits.findLast(({ type, way: other }) => type === "comment" && isSame(other, way));
    return edit ? String(edit.fields.text) : undefined;
  }

  /**
   * Return what is drawn on a node, together with what is not kept yet.
   * @param {Node} node
   */
  drawnOn(node) {
    if (!this.#edits.some(({ type }) => type === "arrows")) return node.drawn;
    const way = this.#wayTo(node);
    const read = (/** @type {unknown} */ points) =>
      /** @type {[string, string][]} */ (points).map(([from, to]) => ({ from, to }));
    return this.#edits
      .filter(({ type, way: other }) => type === "arrows" && isSame(other, way))
      .reduce((drawn, { fields }) => drawnAfter(drawn, read(fields.add), read(fields.remove)), node.drawn);
  }

  // Sending

  /** @param {Node} node @returns {Way} */
  #wayTo(node) {
    return { chapter: this.tree?.chapterOf(node)?.id ?? 0, moves: node.moves };
  }

  /**
   * @param {StudyMessage["type"]} type
   * @param {Record<string, unknown>} fields
   * @param {Way} [way]
   */
  #do(type, fields, way) {
    const ref = crypto.randomUUID?.() ?? String(Math.random());
    this.#edits.push({ type, ref, fields, ...(way ? { way } : {}) });
    this.#tell("changed");
    this.#send();
  }

  /** Send what is next, once what came before is answered and in the tree. */
  #send() {
    const [edit] = this.#edits;
    if (!edit || edit.isSent || this.#isReading || !this.#socket.isOpen || !this.tree) return;
    let fields = edit.fields;
    if (edit.way) {
      const node = this.tree.find(edit.way.chapter, edit.way.moves);
      if (!node || node.id === null) return this.#giveBack(edit, t("study.turn_gone"), "gone");
      fields = { ...fields, node: node.id };
      // What was written here before is nobody else's.
      if (edit.type === "comment") fields.since = Math.max(Number(fields.since), this.#written.get(node.id) ?? 0);
    }
    edit.isSent = true;
    this.#socket.send({ type: edit.type, ref: edit.ref, ...fields });
  }

  /** The line is there: say what is known, and what was not answered once more. */
  #resume() {
    if (this.#isLost) this.#tell("found");
    this.#isLost = false;
    this.#follow();
    this.#sendAgain();
  }

  #follow() {
    if (this.tree && !this.#isReading) this.#socket.send({ type: "follow", version: this.tree.version });
  }

  #sendAgain() {
    const [edit] = this.#edits;
    if (edit && edit.version === undefined) edit.isSent = false;
    this.#send();
  }

  // Hearing

  /** @param {import("./wire").StudyAnswer} message */
  #hear(message) {
    if (message.type === "edits") this.#take(message);
    else if (message.type === "whole") this.#readAgain();
    else if (message.type === "gone") this.#end(t("study.gone"));
    else if (message.type === "accepted") this.#accept(message);
    else if (message.type === "refused") this.#refuse(message);
  }

  /** @param {import("./wire").StudyEdits} told */
  #take({ before, edits }) {
    const { tree } = this;
    if (!tree || this.#isReading) return;
    if (before > tree.version) return this.#follow();
    try {
      for (const edit of edits.slice(tree.version - before)) tree.apply(edit);
    } catch (problem) {
      console.error(problem);
      return this.#readAgain();
    }
    this.#settle();
  }

  /** Forget what was done here and is in the tree now, and go on with what is next. */
  #settle() {
    const { tree } = this;
    const [edit] = this.#edits;
    if (tree && edit?.version !== undefined && edit.version <= tree.version) this.#edits.shift();
    this.#tell("changed");
    this.#send();
  }

  /** @param {import("./wire").Accepted} accepted */
  #accept({ ref, version }) {
    const [edit] = this.#edits;
    if (edit?.ref !== ref) return;
    edit.version = version;
    const node = edit.type === "comment" && edit.way && this.tree?.find(edit.way.chapter, edit.way.moves);
    if (node && node.id !== null) this.#written.set(node.id, version);
    this.#settle();
  }

  /** @param {import("./wire").Refused} refused */
  #refuse({ ref, message, code }) {
    this.#why = message;
    const edit = this.#edits[0];
    // What could not even be read comes back without its reference.
    if (!edit?.isSent || (ref !== null && edit.ref !== ref)) return;
    if (PASSING.includes(code)) {
      clearTimeout(this.#later);
      this.#later = setTimeout(() => this.#sendAgain(), PAUSE_MS);
      return;
    }
    this.#giveBack(edit, message, code);
  }

  /**
   * Let go of what cannot be done, and of the turns that were only here because of it.
   * @param {Edit} edit
   * @param {string} message
   * @param {string} code
   */
  #giveBack(edit, message, code) {
    this.#edits = this.#edits.filter((each) => each !== edit);
    const { tree } = this;
    if (edit.type === "turns" && edit.way && tree) {
      let node = tree.find(edit.way.chapter, edit.way.moves);
      for (const move of /** @type {string[]} */ (edit.fields.moves)) {
        node = node?.children.find(({ turn }) => turn?.text === move);
        if (node?.id !== null) continue;
        tree.chapterOf(node)?.variations.forget(node);
        break;
      }
    }
    this.dispatchEvent(new CustomEvent("refused", { detail: { message, code, edit } }));
    this.#tell("changed");
    this.#send();
  }

  /** Read all of it again, and go on from there. */
  async #readAgain() {
    if (this.#isReading) return;
    this.#isReading = true;
    try {
      const state = await get(addressOf(this.#id));
      if (this.#isClosed) return;
      this.tree = new StudyTree(state);
      for (const { type, way, fields } of this.#edits)
        if (type === "turns" && way) this.tree.try(way.chapter, [...way.moves, .../** @type {string[]} */ (fields.moves)]);
      this.#isReading = false;
      this.#tell("renewed");
      this.#follow();
      this.#settle();
    } catch (problem) {
      this.#isReading = false;
      if (problem instanceof RequestFailed && problem.status === 404) return this.#end(t("study.gone"));
      if (!isUnreachable(problem)) this.#why = problem instanceof Error ? problem.message : "";
      this.#later = setTimeout(() => this.#readAgain(), AGAIN_MS);
    }
  }

  /** @param {string} why */
  #end(why) {
    this.close();
    this.#tell("gone", why);
  }

  /**
   * @param {string} type
   * @param {unknown} [detail]
   */
  #tell(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}

/** @param {string} id */
const addressOf = (id) => `/api/studies/${encodeURIComponent(id)}`;

/**
 * @param {Way | undefined} one
 * @param {Way} other
 */
const isSame = (one, other) => one?.chapter === other.chapter && one.moves.join() === other.moves.join();
