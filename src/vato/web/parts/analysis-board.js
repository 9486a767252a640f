/**
 * A board that is looked at from all sides: what the engine and the explorer say of the position, the tree of moves one
 * goes through, arrows drawn by hand. Wires these parts to each other; the analysis board and a study are built around it.
 *
 * Events: `tried` with a move that was played, and the node it leads to, `arrived` once all is known of the node that is
 * looked at, `shown` whenever something else is, `half` while a turn is half played, `drawn` with an arrow or ring that was
 * drawn or erased.
 */

import { isUnreachable } from "../app/api.js";
import { make } from "../app/element.js";
import { sideName } from "../app/names.js";
import { resultText } from "../app/results.js";
import { settings } from "../app/settings.js";
import { sounds } from "../app/sounds.js";
import { t } from "../app/text.js";
import "../board/board.js";
import { AnalysisEngine } from "./analysis-engine.js";
import { Announcer } from "./announcer.js";
import { obey } from "./board-settings.js";
import { OpeningExplorer } from "./explorer.js";
import { beginsAbove, shapeFor } from "./game-board.js";
import { isShortcut } from "./keyboard-help.js";
import { MoveTree } from "./move-tree.js";
import { listenForSteps } from "./stepping.js";
import { toast, toastProblem, toastsIn, withdrawReasons } from "./toasts.js";

/** @typedef {import("../app/analysed.js").Analysed} Analysed @typedef {import("../app/variations.js").Node} Node */

/** Whoever goes through a game asks only about where they stay for so long. */
const STAY_MS = 150;

export class AnalysisBoard extends EventTarget {
  board = /** @type {import("../board/board.js").VatoBoard} */ (document.createElement("vato-board"));
  engine;
  explorer = new OpeningExplorer();
  tree = new MoveTree();
  announcer = new Announcer();
  status = make("p", { class: "analysis-status", role: "status" });
  area;
  /** Returns what is drawn on a node, where that is kept. @type {((node: Node) => import("../app/variations.js").Drawn[]) | null} */
  drawnOn = null;
  #analysed;
  /** Whether it rests, as something else is done with the board. */
  #isResting = false;
  /** The position that is being set up. @type {import("../types").Scene | null} */
  #edited = null;
  #isDrawing = false;
  #flipped = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #staying;
  /** When a node was last come to. */
  #arrived = 0;
  /** Whether turns are learnt that somebody else has made. */
  #isLearning = false;
  /** Whether there may be others since. */
  #isNew = false;
  /** Whether a turn is shown in motion. */
  #isMoving = false;
  /** The moves of a line that is pointed at, whose end the board shows instead. @type {string[] | null} */
  #peeked = null;
  toasts = make("div", { class: "toasts", role: "status", "aria-live": "polite" });

  /** @param {Analysed} analysed */
  constructor(analysed) {
    super();
    this.#analysed = analysed;
    this.engine = new AnalysisEngine(analysed);
    const frame = make("div", { class: "board-frame" }, this.board);
    this.area = make("div", { class: "board-area analysis-area" }, this.engine.bar, frame);
  }

  /** @param {AbortSignal} signal until when it listens */
  listen(signal) {
    const on = (
      /** @type {EventTarget} */ target,
      /** @type {string} */ type,
      /** @type {(detail: any) => void} */ act,
    ) => target.addEventListener(type, (event) => act(/** @type {CustomEvent} */ (event).detail), { signal });
    toastsIn(this.toasts);
    obey(this.board);
    listenForSteps(this.area, (by) => this.step(by), signal);
    document.addEventListener("keydown", (event) => this.#key(event), { signal });
    on(settings, "change", () => obey(this.board));
    on(this.board, "vato-move", ({ text }) => this.play(text));
    on(this.board, "vato-refused", (tried) => this.#explain(tried));
    on(this.board, "vato-step", ({ kind }) => sounds.play(kind));
    on(this.board, "vato-say", ({ text }) => {
      withdrawReasons();
      this.announcer.say(text);
    });
    on(this.board, "vato-half", () => this.#showStatus());
    on(this.board, "vato-draw", (drawn) => this.#tell("drawn", drawn));
    on(this.tree, "node", (node) => this.goTo(node));
    on(this.engine, "said", () => this.#showSaid());
    on(this.engine, "line", (moves) => this.playLine(moves));
    on(this.engine, "peek", (moves) => this.#peek(moves).catch(toastProblem));
    on(this.explorer, "line", (move) => this.play(move));
    on(this.engine, "ply", (ply) => this.goTo([this.#analysed.variations.root, ...this.#analysed.variations.main][ply]));
    on(this.engine, "judged", (judged) => this.#remark(judged));
    this.tree.onStep = (by) => this.step(by);
    signal.addEventListener("abort", () => {
      clearTimeout(this.#staying);
      this.engine.close();
      toastsIn(null);
    });
  }

  /** What is analysed. */
  get analysed() {
    return this.#analysed;
  }

  get node() {
    return this.#analysed.node;
  }

  /** What is looked at, as it is looked for in the archive. */
  get place() {
    const { game, rules } = this.#analysed.subject;
    return { game, rules, position: this.node.reached?.scene.position ?? "" };
  }

  get isResting() {
    return this.#isResting;
  }

  /** Whether what is pressed on the board draws arrows and rings. */
  get isDrawing() {
    return this.#isDrawing;
  }

  set isDrawing(isDrawing) {
    this.#isDrawing = isDrawing;
    this.show();
  }

  /** Whether it is still on the page. */
  get #isThere() {
    return this.board.isConnected;
  }

  /**
   * Turn to something else, which is loaded.
   * @param {Analysed} analysed
   */
  async turnTo(analysed) {
    this.#analysed = analysed;
    const { layout, entry, variations, viewer } = analysed;
    this.board.layout = layout;
    this.board.sides = entry.sides;
    if (layout) {
      shapeFor(this.board, layout);
      this.#flipped = viewer !== 0 && beginsAbove(layout, variations.root.pieces, viewer);
    }
    this.tree.forget();
    this.engine.turnTo(analysed);
    this.#setResting(false);
    await this.arrive();
  }

  /**
   * Rest while something else is done with the board.
   * @param {boolean} isResting
   */
  rest(isResting) {
    this.#setResting(isResting);
    this.show();
    this.engine.think();
    if (!isResting) this.explore().catch(toastProblem);
  }

  /** @param {boolean} isResting */
  #setResting(isResting) {
    this.#isResting = isResting;
    this.#edited = null;
    if (isResting) this.explorer.hidden = true;
    this.tree.hidden = isResting;
    this.engine.rest(isResting);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (!isShortcut(event)) return;
    const key = event.key.toLowerCase();
    if (key === "f") this.flip();
    else if (key === "e") this.board.endTurn();
    else if (key === "s") settings.set("sound", !settings.get("sound"));
    else if (key === "d" && !this.#isResting) this.isDrawing = !this.#isDrawing;
  }

  // Going through the game

  /** @param {number | "first" | "last"} by */
  step(by) {
    if (!this.#isResting) this.change(() => this.#analysed.variations.step(by));
  }

  /** @param {Node | undefined} node */
  goTo(node) {
    if (node) this.change(() => (this.#analysed.variations.current = node));
  }

  /**
   * Change the tree, or where one is in it.
   * @param {() => void} act
   */
  change(act) {
    act();
    this.arrive(true).catch(toastProblem);
  }

  /**
   * Play a move on the board: a new try, or the next move of a line.
   * @param {string} text
   */
  async play(text) {
    const from = this.node;
    try {
      const node = await this.#analysed.follow(from, text);
      // Someone may have gone elsewhere in the meantime.
      if (!node || this.node !== from || !this.#isThere) return;
      this.#analysed.variations.current = node;
      const start = from.reached?.scene.position ?? "";
      this.engine.retry.tried(node.ply, text, { ...this.#analysed.question([]), start });
      this.#isMoving = true;
      this.#tell("tried", { node });
      await this.board.replay(node.turn?.steps ?? []).finally(() => (this.#isMoving = false));
      await this.arrive();
    } catch (problem) {
      toastProblem(problem);
      this.board.reset();
    }
  }

  /**
   * Play the moves of a line: a single one as on the board, several by going to where they lead.
   * @param {string[]} moves
   */
  async playLine(moves) {
    const from = this.node;
    const [first = ""] = moves;
    if (moves.length === 1) return this.play(first);
    try {
      let node = /** @type {Node | null} */ (from);
      for (const move of moves) node = node && (await this.#analysed.follow(node, move));
      if (!node || this.node !== from || !this.#isThere) return;
      this.goTo(node);
      this.#tell("tried", { node });
    } catch (problem) {
      toastProblem(problem);
    }
  }

  /**
   * Show where moves would lead, or again what is there.
   * @param {string[] | null} moves
   */
  async #peek(moves) {
    if (moves === this.#peeked) return;
    this.#peeked = moves;
    if (!moves) return this.show();
    const { scene, turns } = await this.#analysed.peek(moves);
    if (this.#peeked !== moves || !this.#isThere) return;
    this.board.show({
      pieces: scene.pieces,
      turn: scene.turn,
      options: [],
      last: turns.at(-1) ?? null,
      arrows: [],
      interactive: false,
    });
  }

  /** Show the current node at once, and what may be played there as soon as it is known. */
  async arrive(glide = false) {
    const node = this.node;
    this.#peeked = null;
    this.engine.forget();
    // A line that somebody else has made is not known yet: until it is, the board stays as it is.
    if (node.isKnown) this.show(glide);
    else this.#showAround();
    // One step is answered at once; of quick ones only the last is asked about.
    const hurries = performance.now() - this.#arrived < STAY_MS;
    this.#arrived = performance.now();
    if (hurries && !(await this.#stays())) return;
    await this.#analysed.know(node);
    if (node !== this.node || !this.#isThere) return;
    this.#tell("arrived");
    this.show();
    if (glide && !hurries && !(await this.#stays())) return;
    this.engine.arrive();
    this.explore().catch(toastProblem);
  }

  /** Learn what is not known of the turns yet, and show it. */
  async #learn() {
    this.#isNew = true;
    if (this.#isLearning) return;
    this.#isLearning = true;
    try {
      while (this.#isNew && this.#isThere) {
        this.#isNew = false;
        if (await this.#analysed.learnAll()) this.tree.show(this.#analysed.variations);
      }
    } finally {
      this.#isLearning = false;
    }
  }

  /** Show what is known of the opening, as soon as it is known. */
  async explore() {
    const node = this.node;
    const explored = await this.#analysed.explore(node).catch((problem) => {
      const said = isUnreachable(problem) ? t("offline.explorer") : problem.code === "rated_game" && problem.message;
      if (!said) throw problem;
      return { opening: "", score: null, proven: null, ends: { first: 0, second: 0, drawn: 0, more: false }, moves: [], problem: said };
    });
    if (node !== this.node || !this.#isThere) return;
    this.explorer.show(this.#isResting ? null : explored, this.#analysed.entry.sides, this.place);
  }

  /** Wait a moment; return whether nobody has gone further by then. @returns {Promise<boolean>} */
  #stays() {
    const node = this.node;
    clearTimeout(this.#staying);
    return new Promise((resolve) => {
      this.#staying = setTimeout(() => resolve(node === this.node && this.#isThere), STAY_MS);
    });
  }

  // Showing

  show(glide = false) {
    const { node } = this;
    if (this.#edited) this.#showEdited(this.#edited);
    if (this.#edited || !node.isKnown || this.#isMoving) return this.#showAround();
    const scene = node.reached?.scene;
    const drawn = this.drawnOn?.(node);
    this.board.show({
      pieces: node.pieces,
      ...(scene ? { turn: scene.turn } : {}),
      options: scene?.options ?? [],
      last: node.turn,
      arrows: this.engine.arrows,
      interactive: Boolean(scene && !node.reached?.outcome),
      premove: false,
      flipped: this.#flipped,
      mode: this.#isDrawing ? "draw" : "play",
      ...(drawn ? { drawn } : {}),
      glide,
    });
    this.engine.showBar(this.#flipped);
    this.#showAround();
  }

  /** Show what stands around the board. */
  #showAround() {
    this.tree.show(this.#analysed.variations);
    this.#learn().catch(() => {}); // whoever goes there hears why
    this.engine.review.mark(this.node.ply);
    this.#showStatus();
    this.#tell("shown");
  }

  #showStatus() {
    withdrawReasons();
    const { reached } = this.node;
    const half = this.board.half;
    const isHalf = half.steps.length > 0 && !half.sent;
    // What was tried beside the game has not happened to anybody; where the players ended it, more can be tried.
    const isEnd = this.node === this.#analysed.variations.root.end;
    const ended = reached?.outcome ?? (isEnd && !isHalf ? this.#analysed.outcome : null);
    const side = this.#analysed.entry.sides[reached?.scene.turn ?? 0] ?? "";
    if (this.#isResting || !reached) this.status.textContent = "";
    else if (this.#isDrawing) this.status.textContent = t("draw.help");
    else if (ended) this.status.textContent = resultText(ended, isEnd ? this.#analysed.mine : []);
    else if (half.asks) this.status.textContent = t("board.say.choose");
    else if (isHalf) this.status.textContent = half.mayStop ? t("prompt.go_on_or_end") : t("prompt.go_on");
    else this.status.textContent = t("prompt.side_to_move", { name: sideName(side) });
    this.#tell("half", { isHalf, mayStop: half.mayStop });
  }

  flip() {
    this.#flipped = !this.#flipped;
    this.show();
  }

  /** @param {import("../types").Unplayable} tried */
  async #explain(tried) {
    const message = await this.#analysed.why(tried);
    if (message) toast(message, { kind: "reason" });
  }

  // The engine

  /** Show on the board what the engine says now. */
  #showSaid() {
    this.engine.showBar(this.#flipped);
    if (!this.#peeked) this.board.show({ arrows: this.engine.arrows });
  }

  review() {
    if (!this.engine.startReview()) return;
    this.tree.forget();
    this.explorer.fold();
  }

  /** @param {{ply: number, kind: import("../app/evaluation.js").Kind}} judged */
  #remark({ ply, kind }) {
    const node = this.#analysed.variations.main[ply - 1];
    if (!node) return;
    this.tree.remark(node, { kind, title: t(`review.${kind}`) });
    this.tree.show(this.#analysed.variations);
  }

  /**
   * Show a position that is being set up, from now on until that ends.
   * @param {import("../types").Scene} scene
   */
  showEdited(scene) {
    if (!this.#isResting) return;
    this.#edited = scene;
    this.#showEdited(scene);
  }

  /** @param {import("../types").Scene} scene */
  #showEdited({ pieces, turn }) {
    const drawn = this.drawnOn ? { drawn: [] } : {};
    this.engine.showBar(this.#flipped);
    this.board.show({ pieces, turn, interactive: false, mode: "edit", flipped: this.#flipped, ...drawn });
  }

  /**
   * @param {string} type
   * @param {unknown} [detail]
   */
  #tell(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}
