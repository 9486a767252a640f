/**
 * A study: its chapters, the board with the tree of moves, comments, arrows and rings, edited together with whoever else
 * may. What somebody else does is there at once; what is done here is kept as soon as the server has it.
 */

import { analysisAddress } from "../app/address.js";
import { Analysed } from "../app/analysed.js";
import { needing } from "../app/api.js";
import { fill, make } from "../app/element.js";
import { gameName, rulesName, valueName } from "../app/names.js";
import { go } from "../app/router.js";
import { addChapters, deleteStudy, textOfChapter } from "../app/studies.js";
import { LiveStudy } from "../app/study.js";
import { t } from "../app/text.js";
import { prepare } from "../engine/choice.js";
import "../engine/device-analyst.js"; // beside the others: it is asked soon
import { AnalysisActions } from "../parts/analysis-actions.js";
import { AnalysisBoard } from "../parts/analysis-board.js";
import { CommentField } from "../parts/comment-field.js";
import { confirmed } from "../parts/dialogs.js";
import { EditPalette } from "../parts/edit-palette.js";
import { button, iconButton } from "../parts/icons.js";
import { isShortcut } from "../parts/keyboard-help.js";
import { empty, failed, leadNowhere } from "../parts/notices.js";
import { StudyChapters } from "../parts/study-chapters.js";
import { openSharing, openStudyItself } from "../parts/study-sharing.js";
import { toast, toastProblem } from "../parts/toasts.js";

/** @typedef {import("../app/study-tree.js").Chapter} Chapter @typedef {import("../app/variations.js").Node} Node */

/** Who deletes more turns than this at once is asked. */
const MANY = 5;

/** @param {Record<string, string>} found */
export const open = ({ id = "" }) => new StudyPage(id);

/**
 * Return what is analysed in a chapter.
 * @param {{game: string, rules: string, start: string}} chapter
 * @param {import("../app/variations.js").Variations} [tree]
 */
const analysedIn = ({ game, rules, start }, tree) =>
  new Analysed({ game, rules, start, moves: [], ply: null, from: "", review: false, edit: false }, tree);

class StudyPage extends HTMLElement {
  #live;
  /** @type {Chapter | null} */
  #chapter = null;
  /** @type {AnalysisBoard | null} */
  #board = null;
  /** The node that was looked at last, which somebody else may delete. @type {Node | null} */
  #seen = null;
  /** What is to be added once its position is set up. @type {{name: string, game: string, rules: string} | null} */
  #wanted = null;
  #ending = new AbortController();
  #chapters = new StudyChapters();
  #comment = new CommentField();
  #palette = new EditPalette();
  #actions = new AnalysisActions(["review", "play", "games", "analysis"]);
  #heading = make("h1", { class: "game-title" });
  #about = make("p", { class: "quiet game-about" });
  #connection = make("p", { class: "connection", role: "status" });
  #itself = iconButton("edit", t("study.itself"), () => this.#openItself());
  #leave = button(t("dialog.cancel"), () => this.#endSetUp());

  /** @param {string} id */
  constructor(id) {
    super();
    this.#live = new LiveStudy(id);
  }

  async connectedCallback() {
    document.title = t("studies.title");
    fill(this, make("div", { class: "loading", "aria-busy": "true" }));
    try {
      await needing(this.#live.open(), "offline.study");
      const { tree } = this.#live;
      const [first] = tree?.chapters ?? [];
      if (!this.isConnected || !tree || !first) return;
      const node = tree.node(Number(location.hash.slice(1))) ?? first.variations.root;
      const chapter = tree.chapterOf(node) ?? first;
      prepare(chapter);
      const analysed = analysedIn(chapter, chapter.variations);
      this.#board = new AnalysisBoard(analysed);
      await this.#open(chapter, node);
    } catch (problem) {
      const isUnknown = /** @type {any} */ (problem)?.code === "unknown_study";
      if (isUnknown) await leadNowhere(this);
      else failed(this, problem, () => location.reload());
    }
  }

  disconnectedCallback() {
    this.#comment.flush();
    this.#ending.abort();
    this.#live.close();
  }

  // Building

  /** @param {AnalysisBoard} board */
  #build(board) {
    const { area, announcer, engine, explorer, status, toasts, tree } = board;
    const share = button(t("study.share"), () => openSharing(this.#live), { icon: "share" });
    const head = make("div", { class: "study-head" }, this.#heading, this.#itself, share, this.#about);
    const noted = [engine.review, tree, this.#comment];
    const parts = [head, this.#chapters, this.#palette, this.#leave, noted, engine.lines, explorer].flat();
    const side = make("aside", { class: "side", "aria-label": t("study.side") }, parts);
    area.prepend(this.#connection);
    fill(this, area, make("div", { class: "dock" }, engine.retry, status, this.#actions, toasts), side, announcer);
    this.#palette.hidden = this.#leave.hidden = true;
    board.drawnOn = (node) => this.#live.drawnOn(node);
    this.#listen(board);
  }

  /** @param {AnalysisBoard} board */
  #listen(board) {
    const { signal } = this.#ending;
    const on = (
      /** @type {EventTarget} */ target,
      /** @type {string} */ type,
      /** @type {(detail: any) => void} */ act,
    ) => target.addEventListener(type, (event) => act(/** @type {CustomEvent} */ (event).detail), { signal });
    board.listen(signal);
    on(board, "arrived", () => this.#arrived());
    on(board, "shown", () => this.#show());
    on(board, "half", ({ isHalf, mayStop }) => this.#actions.showHalf(isHalf, mayStop));
    on(board, "tried", ({ node }) => this.#tried(node));
    on(board, "drawn", (drawn) => this.#draw(drawn));
    on(board.board, "vato-edit", (done) => this.#palette.press(done));
    on(this.#palette, "position", (scene) => board.showEdited(scene));
    on(this.#palette, "done", (position) => this.#addSetUp(position));
    on(this.#comment, "written", ({ node, text, since }) => this.#live.comment(node, text, since));
    on(this.#chapters, "chapter", (id) => this.#goTo(id));
    on(this.#chapters, "add", (wanted) => this.#add(wanted));
    on(this.#chapters, "set-up", (wanted) => this.#setUp(wanted).catch(toastProblem));
    on(this.#chapters, "rename", ({ chapter, name }) => this.#live.renameChapter(chapter, name));
    on(this.#chapters, "move", ({ chapter, to }) => this.#live.moveChapter(chapter, to));
    on(this.#chapters, "delete", (id) => this.#live.deleteChapter(id));
    on(this.#live, "changed", () => this.#changed());
    on(this.#live, "renewed", () => this.#renewed());
    on(this.#live, "refused", (refused) => this.#refused(refused));
    on(this.#live, "gone", (why) => this.#gone(why));
    on(this.#live, "lost", () => this.#showLine(t("connection.lost")));
    on(this.#live, "found", () => this.#showLine(""));
    on(window, "beforeunload", () => this.#comment.flush());
    document.addEventListener("keydown", (event) => this.#key(event), { signal });
    this.#chapters.onRead = async (text, name) => {
      const chapter = await addChapters(this.#live.id, text, name);
      this.#toOpen = chapter;
    };
    this.#actions.deeds = {
      flip: () => board.flip(),
      draw: () => (board.isDrawing = !board.isDrawing),
      remove: () => this.#remove(board.node),
      promote: () => this.#live.promote(board.node),
      subject: () => ({ ...board.analysed.subject, moves: board.node.moves }),
      place: () => board.place,
      record: () => textOfChapter(this.#live.id, this.#chapter?.id ?? 0),
      picture: () => board.board.picture,
      link: () => location.href,
      review: () => board.review(),
      analysis: () => go(analysisAddress({ ...board.analysed.shown, from: "" })),
      endTurn: () => board.board.endTurn(),
      undoStep: () => board.board.undoStep(),
    };
  }

  /** A chapter that is to be opened as soon as it is there. */
  #toOpen = 0;

  get #mayEdit() {
    return this.#live.tree?.mayEdit ?? false;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (!isShortcut(event) || event.key.toLowerCase() !== "c" || !this.#mayEdit || this.#wanted) return;
    event.preventDefault();
    this.#comment.focus();
  }

  // Chapters

  /**
   * Open a chapter.
   * @param {Chapter} chapter
   * @param {Node} [node] at which it is opened
   */
  async #open(chapter, node = chapter.variations.root) {
    const analysed = analysedIn(chapter, chapter.variations);
    chapter.variations.current = node;
    analysed.names = analysed.called = chapter.players.some(Boolean) ? chapter.players : [];
    this.#chapter = chapter;
    this.#seen = node;
    await analysed.load();
    const board = this.#board;
    if (!board || this.#chapter !== chapter || !this.isConnected) return;
    if (!board.area.isConnected) this.#build(board);
    await board.turnTo(analysed);
  }

  /** @param {number} id of a chapter */
  #goTo(id) {
    const chapter = this.#live.tree?.chapters.find((each) => each.id === id);
    if (!chapter || (chapter === this.#chapter && !this.#wanted)) return;
    this.#endSetUp(false);
    this.#open(chapter).catch(toastProblem);
  }

  /** @param {{name: string, game: string, rules: string, position: string}} wanted */
  #add({ position, ...wanted }) {
    this.#toOpen = -1;
    this.#live.addChapter({ ...wanted, ...(position ? { position } : {}) });
  }

  /**
   * Set up a position for a chapter that is to be added.
   * @param {{name: string, game: string, rules: string, position: string}} wanted
   */
  async #setUp({ position, ...wanted }) {
    const analysed = analysedIn({ ...wanted, start: position });
    await analysed.load();
    if (!this.isConnected || !this.#board) return;
    this.#wanted = wanted;
    await this.#board.turnTo(analysed);
    this.#board.rest(true);
    this.#palette.hidden = this.#leave.hidden = false;
    const scene = this.#board.node.reached?.scene;
    if (scene) this.#palette.begin(analysed.entry, wanted.rules, scene);
  }

  /** @param {string} position */
  #addSetUp(position) {
    const wanted = this.#wanted;
    this.#endSetUp();
    if (wanted) this.#add({ ...wanted, position });
  }

  /** @param {boolean} [back] whether to go back to the chapter that was open */
  #endSetUp(back = true) {
    if (!this.#wanted) return;
    this.#wanted = null;
    this.#palette.hidden = this.#leave.hidden = true;
    if (back && this.#chapter) this.#open(this.#chapter, this.#chapter.variations.current).catch(toastProblem);
  }

  // Editing

  /** @param {Node} node */
  #tried(node) {
    if (this.#wanted) return;
    this.#seen = node; // the board comes to it only when the turn has been shown
    if (this.#mayEdit) this.#live.add(node);
  }

  /** @param {Node} node */
  async #remove(node) {
    // A try that is only here concerns nobody else.
    if (node.id === null && !this.#mayEdit) {
      this.#board?.change(() => this.#chapter?.variations.forget(node));
      return;
    }
    const count = node.branch.length;
    const isSure = count <= MANY || (await confirmed(t("study.remove_sure", { count }), t("action.remove")));
    if (!isSure) return;
    this.#board?.goTo(node.parent ?? node);
    this.#live.delete(node);
  }

  /** @param {{from: string, to: string, erased: boolean}} drawn */
  #draw({ from, to, erased }) {
    const node = this.#board?.node;
    if (!node || this.#wanted) return;
    if (!this.#mayEdit) toast(t("study.only_look"));
    else this.#live.draw(node, erased ? [] : [{ from, to }], erased ? [{ from, to }] : []);
  }

  async #openItself() {
    if (!(await openStudyItself(this.#live))) return;
    try {
      await deleteStudy(this.#live.id);
      this.#live.close();
      await go("/studies");
    } catch (problem) {
      toastProblem(problem);
    }
  }

  // Hearing

  #changed() {
    const { tree } = this.#live;
    if (!tree || !this.#board) return;
    if (this.#toOpen !== 0) this.#openNew();
    if (this.#wanted) return this.#show();
    const chapter = tree.chapters.find(({ id }) => id === this.#chapter?.id);
    if (!chapter) {
      const [first] = tree.chapters;
      toast(t("study.chapter_gone"));
      if (first) this.#open(first).catch(toastProblem);
      return;
    }
    if (this.#board.analysed.variations !== chapter.variations) return; // another one is being opened
    if (this.#board.node !== this.#seen) {
      // Somebody has deleted what was looked at.
      this.#seen = this.#board.node;
      toast(t("study.turn_gone"));
      this.#board.arrive(true).catch(toastProblem);
      return;
    }
    this.#board.show();
  }

  /** Open the chapter that was added here, once it is there. */
  #openNew() {
    const { tree } = this.#live;
    const wanted = this.#toOpen;
    const chapter = wanted > 0 ? tree?.chapters.find(({ id }) => id === wanted) : tree?.chapters.at(-1);
    // Before that one is not kept there may be others that are new.
    if (!chapter || (wanted < 0 && this.#live.isAdding)) return;
    this.#toOpen = 0;
    if (chapter !== this.#chapter) this.#open(chapter).catch(toastProblem);
  }

  /** All of it was read again: go on where one was, or as far as that is still there. */
  #renewed() {
    const { tree } = this.#live;
    const before = this.#chapter;
    if (!tree || !before || this.#wanted) return;
    const chapter = tree.chapters.find(({ id }) => id === before.id);
    if (!chapter) return; // which is seen to when it is shown
    const moves = before.variations.current.moves;
    let node = tree.find(chapter.id, moves);
    while (!node && moves.pop() !== undefined) node = tree.find(chapter.id, moves);
    this.#open(chapter, node).catch(toastProblem);
  }

  /** @param {{message: string, code: string, edit: import("../app/study.js").Edit}} refused */
  #refused({ message, code, edit }) {
    const { tree } = this.#live;
    const text = edit.type === "comment" ? String(edit.fields.text) : "";
    const node = edit.way && tree?.find(edit.way.chapter, edit.way.moves);
    if (edit.type === "chapter") this.#toOpen = 0;
    if (code === "changed" && node) this.#comment.ask(node, text, message);
    else {
      this.#comment.giveBack(edit.way?.moves ?? [], text, message);
      toast(message, { kind: "problem" });
    }
  }

  /** @param {string} why */
  #gone(why) {
    this.#ending.abort();
    fill(
      this,
      empty(t("study.gone_title"), why, make("a", { class: "button primary", href: "/studies", text: t("studies.heading") })),
    );
  }

  // Showing

  #arrived() {
    const node = this.#board?.node ?? null;
    this.#seen = node;
    if (!this.#wanted && node && node.id !== null) history.replaceState(null, "", `#${node.id}`);
  }

  /** @param {string} text */
  #showLine(text) {
    if (!text && this.#connection.textContent) toast(t("connection.found"));
    this.#connection.textContent = text;
    this.#show();
  }

  #show() {
    const { tree, unkept } = this.#live;
    const board = this.#board;
    const chapter = this.#chapter;
    if (!tree || !board || !chapter) return;
    document.title = t("study.page_title", { title: tree.title });
    fill(this.#heading, make("bdi", { text: tree.title }));
    const { node, analysed, isDrawing, isResting } = board;
    if (!this.#wanted) this.#seen = node;
    const mayEdit = tree.mayEdit && !this.#wanted;
    const { subject, size, names } = analysed;
    const about = [
      gameName(subject.game),
      rulesName(subject.rules),
      ...size.map(valueName),
      ...(names.length > 0 ? [t("games.versus", { first: names[0] ?? "", second: names[1] ?? "" })] : []),
      ...(tree.mayEdit ? [] : [t("study.only_look")]),
      ...(unkept > 0 && this.#connection.textContent ? [t("study.unkept", { count: unkept })] : []),
    ];
    this.#about.textContent = about.join(" · ");
    this.#itself.hidden = !tree.mayEdit;
    this.#chapters.show(tree.chapters, chapter, tree.mayEdit);
    const isOnlyHere = node.id === null && !tree.mayEdit;
    this.#actions.show({
      tried: mayEdit && !node.isMain,
      root: node.parent === null || !(mayEdit || isOnlyHere),
      editing: isResting,
      drawing: isDrawing,
    });
    this.#comment.hidden = this.#wanted !== null;
    const { version } = tree;
    const isKept = node.id !== null || mayEdit;
    this.#comment.show({
      node,
      written: this.#live.writtenOn(node),
      drawn: this.#live.drawnOn(node),
      version,
      mayEdit: mayEdit && isKept,
    });
  }
}

customElements.define("vato-study", StudyPage);
