/**
 * The analysis board: any position or game, the engine's view of it, tries beside the game, setting up, review. Its
 * address always says what is on the board.
 */

import { analysisAddress, readSubject } from "../app/address.js";
import { isUnreachable } from "../app/api.js";
import { fill, make } from "../app/element.js";
import { gameName, rulesName, sideName, valueName } from "../app/names.js";
import { settings } from "../app/settings.js";
import { sounds } from "../app/sounds.js";
import { Study } from "../app/study.js";
import { sentence, t } from "../app/text.js";
import "../board/board.js";
import { prepare } from "../engine/choice.js";
import "../engine/device-analyst.js"; // beside the others: it is asked soon
import { AnalysisActions } from "../parts/analysis-actions.js";
import { AnalysisEngine } from "../parts/analysis-engine.js";
import { Announcer } from "../parts/announcer.js";
import { obey } from "../parts/board-settings.js";
import { EditPalette } from "../parts/edit-palette.js";
import { OpeningExplorer } from "../parts/explorer.js";
import { beginsAbove, shapeFor } from "../parts/game-board.js";
import { button } from "../parts/icons.js";
import { isShortcut } from "../parts/keyboard-help.js";
import { MoveTree } from "../parts/move-tree.js";
import { failed } from "../parts/notices.js";
import { listenForSteps } from "../parts/stepping.js";
import { toast, toastProblem, toastsIn, withdrawReasons } from "../parts/toasts.js";

/** @typedef {import("../app/address.js").Subject} Subject @typedef {import("../app/variations.js").Node} Node */

export const open = () => new AnalysisPage();

/** Whoever goes through a game asks only about where they stay for so long. */
const STAY_MS = 150;

class AnalysisPage extends HTMLElement {
  #study = new Study(readSubject(location.hash));
  #editing = false;
  #flipped = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #staying;
  /** When a node was last come to. */
  #arrived = 0;
  /** The moves of a line that is pointed at, whose end the board shows instead. @type {string[] | null} */
  #peeked = null;

  #ending = new AbortController();
  #board = /** @type {import("../board/board.js").VatoBoard} */ (document.createElement("vato-board"));
  #engine = new AnalysisEngine(this.#study);
  #explorer = new OpeningExplorer();
  #tree = new MoveTree();
  #palette = new EditPalette();
  #actions = new AnalysisActions();
  #announcer = new Announcer();
  #heading = make("h1", { class: "game-title" });
  #about = make("p", { class: "quiet game-about" });
  #status = make("p", { class: "analysis-status", role: "status" });
  #toasts = make("div", { class: "toasts on-board", role: "status", "aria-live": "polite" });

  async connectedCallback() {
    document.title = t("analysis.title");
    fill(this, make("div", { class: "loading", "aria-busy": "true" }));
    try {
      const { subject, entry } = this.#study;
      if (!subject.from) prepare({ game: entry.name, rules: subject.rules || entry.contest_rules, start: subject.start });
      await this.#study.load();
      if (!this.isConnected) return;
      this.#build();
      await this.#begin();
    } catch (problem) {
      failed(this, problem, () => location.assign("/analysis"));
    }
  }

  disconnectedCallback() {
    this.#ending.abort();
    clearTimeout(this.#staying);
    this.#engine.close();
    toastsIn(null);
  }

  get #node() {
    return this.#study.node;
  }

  /** What is looked at, as it is looked for in the archive. */
  get #place() {
    const { game, rules } = this.#study.subject;
    return { game, rules, position: this.#node.reached?.scene.position ?? "" };
  }

  // Building

  #build() {
    const frame = make("div", { class: "board-frame" }, this.#board, this.#toasts);
    const area = make("div", { class: "board-area analysis-area" }, this.#engine.bar, frame);
    const other = button(t("analysis.new"), () => this.#actions.chooseGame(), { class: "button analysis-new" });
    const head = make("div", { class: "game-head" }, this.#heading, this.#about, other);
    const { lines, retry, review } = this.#engine;
    const parts = [head, lines, this.#explorer, this.#palette, retry, review, this.#tree];
    const side = make("aside", { class: "side", "aria-label": t("analysis.side") }, parts);
    fill(this, area, make("div", { class: "dock" }, this.#status, this.#actions), side, this.#announcer);
    toastsIn(this.#toasts);
    this.#obey();
    this.#listen(area);
  }

  /** Show the study from where its subject says. */
  async #begin() {
    const { layout, entry, subject, variations } = this.#study;
    this.#board.layout = layout;
    this.#board.sides = entry.sides;
    if (layout) {
      shapeFor(this, layout);
      this.#flipped = this.#study.viewer !== 0 && beginsAbove(layout, variations.root.pieces, this.#study.viewer);
    }
    this.#tree.remarks.clear();
    this.#engine.turnTo(this.#study);
    this.#setMode(false);
    await this.#arrive();
    if (subject.review) this.#review();
    if (subject.edit && entry.edits.length > 0) this.#edit(true);
  }

  /**
   * Look at something else.
   * @param {Partial<Subject>} wanted
   * @param {import("../app/wire").RecordedGame} [read] the record that it comes from
   */
  async #open(wanted, read) {
    history.pushState(null, "", analysisAddress(wanted));
    const study = new Study(readSubject(location.hash));
    try {
      await study.load();
      if (read) await study.take(read);
      this.#study = study;
      await this.#begin();
    } catch (problem) {
      toastProblem(problem);
    }
  }

  /** @param {HTMLElement} area */
  #listen(area) {
    const { signal } = this.#ending;
    const on = (
      /** @type {EventTarget} */ target,
      /** @type {string} */ type,
      /** @type {(detail: any) => void} */ act,
    ) => target.addEventListener(type, (event) => act(/** @type {CustomEvent} */ (event).detail), { signal });
    listenForSteps(area, (by) => this.#step(by), signal);
    document.addEventListener("keydown", (event) => this.#key(event), { signal });
    on(settings, "change", () => this.#obey());
    on(this.#board, "vato-move", ({ text }) => this.#try(text));
    on(this.#board, "vato-refused", (tried) => this.#explain(tried));
    on(this.#board, "vato-step", ({ kind }) => sounds.play(kind));
    on(this.#board, "vato-say", ({ text }) => this.#announcer.say(text));
    on(this.#board, "vato-edit", (done) => this.#palette.press(done));
    on(this.#board, "vato-half", () => this.#showStatus());
    on(this.#tree, "node", (node) => this.#goTo(node));
    on(this.#engine, "said", () => this.#showSaid());
    on(this.#engine, "line", (moves) => this.#tryLine(moves));
    on(this.#engine, "peek", (moves) => this.#peek(moves).catch(toastProblem));
    on(this.#explorer, "line", (move) => this.#try(move));
    on(this.#engine, "ply", (ply) => this.#goTo([this.#study.variations.root, ...this.#study.variations.main][ply]));
    on(this.#engine, "judged", (judged) => this.#remark(judged));
    on(this.#palette, "position", (scene) => this.#showEdited(scene));
    on(this.#palette, "done", (start) => this.#open({ ...this.#study.question([]), start }));
    this.#tree.onStep = (by) => this.#step(by);
    this.#actions.deeds = {
      flip: () => this.#flip(),
      edit: () => this.#edit(!this.#editing),
      open: (subject, read) => this.#open(subject, read),
      remove: () => this.#change(() => this.#study.variations.remove()),
      promote: () => this.#change(() => this.#study.variations.promote()),
      subject: () => ({ ...this.#study.subject, moves: this.#node.moves }),
      place: () => this.#place,
      record: () => this.#study.record,
      picture: () => this.#board.picture,
      review: () => this.#review(),
      endTurn: () => this.#board.endTurn(),
      undoStep: () => this.#board.undoStep(),
    };
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (!isShortcut(event)) return;
    const key = event.key.toLowerCase();
    if (key === "f") this.#flip();
    else if (key === "e") this.#board.endTurn();
    else if (key === "s") settings.set("sound", !settings.get("sound"));
  }

  // Going through the game

  /** @param {number | "first" | "last"} by */
  #step(by) {
    if (!this.#editing) this.#change(() => this.#study.variations.step(by));
  }

  /** @param {Node | undefined} node */
  #goTo(node) {
    if (node) this.#change(() => (this.#study.variations.current = node));
  }

  /** @param {() => void} act */
  #change(act) {
    act();
    this.#arrive(true).catch(toastProblem);
  }

  /**
   * Play a move on the board: a new try, or the next move of a line.
   * @param {string} text
   */
  async #try(text) {
    const from = this.#node;
    try {
      const node = await this.#study.follow(from, text);
      // Someone may have gone elsewhere in the meantime.
      if (!node || this.#node !== from || !this.isConnected) return;
      this.#study.variations.current = node;
      const start = from.reached?.scene.position ?? "";
      this.#engine.retry.tried(node.ply, text, { ...this.#study.question([]), start });
      await this.#board.replay(node.turn?.steps ?? []);
      await this.#arrive();
    } catch (problem) {
      toastProblem(problem);
      this.#board.reset();
    }
  }

  /**
   * Play the moves of a line: a single one as on the board, several by going to where they lead.
   * @param {string[]} moves
   */
  async #tryLine(moves) {
    const from = this.#node;
    const [first = ""] = moves;
    if (moves.length === 1) return this.#try(first);
    try {
      let node = /** @type {Node | null} */ (from);
      for (const move of moves) node = node && (await this.#study.follow(node, move));
      if (node && this.#node === from && this.isConnected) this.#goTo(node);
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
    if (!moves) return this.#show();
    const { scene, turns } = await this.#study.peek(moves);
    if (this.#peeked !== moves || !this.isConnected) return;
    this.#board.show({
      pieces: scene.pieces,
      turn: scene.turn,
      options: [],
      last: turns.at(-1) ?? null,
      arrows: [],
      interactive: false,
    });
  }

  /** Show the current node at once, and what may be played there as soon as it is known. */
  async #arrive(glide = false) {
    const node = this.#node;
    this.#peeked = null;
    this.#engine.forget();
    this.#show(glide);
    // One step is answered at once; of quick ones only the last is asked about.
    const hurries = performance.now() - this.#arrived < STAY_MS;
    this.#arrived = performance.now();
    if (hurries && !(await this.#stays())) return;
    await this.#study.know(node);
    if (node !== this.#node || !this.isConnected) return;
    history.replaceState(null, "", analysisAddress(this.#study.shown));
    this.#show();
    if (glide && !hurries && !(await this.#stays())) return;
    this.#engine.think();
    this.#explore().catch(toastProblem);
  }

  /** Show what is known of the opening, as soon as it is known. */
  async #explore() {
    const node = this.#node;
    const explored = await this.#study.explore(node).catch((problem) => {
      const said = isUnreachable(problem) ? t("offline.explorer") : problem.code === "rated_game" && problem.message;
      if (!said) throw problem;
      return { opening: "", score: null, proven: null, ends: { first: 0, second: 0, drawn: 0, more: false }, moves: [], problem: said };
    });
    if (node !== this.#node || !this.isConnected) return;
    this.#explorer.show(this.#editing ? null : explored, this.#study.entry.sides, this.#place);
  }

  /** Wait a moment; return whether nobody has gone further by then. @returns {Promise<boolean>} */
  #stays() {
    const node = this.#node;
    clearTimeout(this.#staying);
    return new Promise((resolve) => {
      this.#staying = setTimeout(() => resolve(node === this.#node && this.isConnected), STAY_MS);
    });
  }

  // Showing

  #show(glide = false) {
    const { node, names, subject, variations } = this.#study;
    const scene = node.reached?.scene;
    const players = names.length > 0 ? [t("games.versus", { first: names[0] ?? "", second: names[1] ?? "" })] : [];
    this.#heading.textContent = gameName(subject.game);
    this.#about.textContent = [rulesName(subject.rules), ...this.#study.size.map(valueName), ...players].join(" · ");
    this.#board.show({
      pieces: node.pieces,
      ...(scene ? { turn: scene.turn } : {}),
      options: scene?.options ?? [],
      last: node.turn,
      arrows: this.#engine.arrows,
      interactive: Boolean(scene && !node.reached?.outcome),
      premove: false,
      flipped: this.#flipped,
      mode: "play",
      glide,
    });
    this.#engine.showBar(this.#flipped);
    this.#tree.show(variations);
    this.#actions.show({ tried: !node.isMain, root: node.parent === null, editing: this.#editing });
    this.#engine.review.mark(node.ply);
    this.#showStatus();
  }

  #showStatus() {
    withdrawReasons();
    const { reached } = this.#node;
    const half = this.#board.half;
    const isHalf = half.steps.length > 0 && !half.sent;
    const side = this.#study.entry.sides[reached?.scene.turn ?? 0] ?? "";
    if (this.#editing || !reached) this.#status.textContent = "";
    else if (reached.outcome) this.#status.textContent = sentence(reached.outcome.text);
    else if (isHalf) this.#status.textContent = half.mayStop ? t("prompt.go_on_or_end") : t("prompt.go_on");
    else this.#status.textContent = t("prompt.side_to_move", { name: sideName(side) });
    this.#actions.showHalf(isHalf, half.mayStop);
  }

  #flip() {
    this.#flipped = !this.#flipped;
    this.#show();
  }

  #obey() {
    obey(this.#board);
  }

  /** @param {import("../types").Unplayable} tried */
  async #explain(tried) {
    const message = await this.#study.why(tried);
    if (message) toast(message, { kind: "reason" });
  }

  // The engine

  /** Show on the board what the engine says now. */
  #showSaid() {
    this.#engine.showBar(this.#flipped);
    if (!this.#peeked) this.#board.show({ arrows: this.#engine.arrows });
  }

  #review() {
    if (this.#engine.startReview()) this.#tree.remarks.clear();
  }

  /** @param {{ply: number, kind: import("../app/evaluation.js").Kind}} judged */
  #remark({ ply, kind }) {
    const node = this.#study.variations.main[ply - 1];
    if (!node) return;
    this.#tree.remarks.set(node, { kind, title: t(`review.${kind}`) });
    this.#tree.show(this.#study.variations);
  }

  // Setting up

  /** @param {boolean} editing */
  #setMode(editing) {
    this.#editing = editing;
    this.#palette.hidden = !editing;
    if (editing) this.#explorer.hidden = true;
    this.#tree.hidden = editing;
    this.#engine.rest(editing);
  }

  /** @param {boolean} editing */
  #edit(editing) {
    this.#setMode(editing);
    const scene = this.#node.reached?.scene;
    this.#show();
    if (editing && scene) this.#palette.begin(this.#study.entry, this.#study.subject.rules, scene);
    this.#engine.think();
    if (!editing) this.#explore().catch(toastProblem);
  }

  /** @param {import("../types").Scene} scene */
  #showEdited({ pieces, turn }) {
    if (!this.#editing) return;
    this.#engine.showBar(this.#flipped);
    this.#board.show({ pieces, turn, interactive: false, mode: "edit" });
  }
}

customElements.define("vato-analysis", AnalysisPage);
