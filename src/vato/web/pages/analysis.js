/**
 * The analysis board: any position or game, the engine's view of it, tries beside the game, setting up, review. Its
 * address always says what is on the board.
 */

import { analysisAddress, readSubject } from "../app/address.js";
import { Analysed } from "../app/analysed.js";
import { isUnreachable } from "../app/api.js";
import { archiveAddress } from "../app/archive.js";
import { fill, make } from "../app/element.js";
import { gameName, valueName } from "../app/names.js";
import { hasAccounts } from "../app/people.js";
import { t } from "../app/text.js";
import { prepare } from "../engine/choice.js";
import "../engine/device-analyst.js"; // beside the others: it is asked soon
import { AnalysisActions } from "../parts/analysis-actions.js";
import { AnalysisBoard } from "../parts/analysis-board.js";
import { EditPalette } from "../parts/edit-palette.js";
import { button } from "../parts/icons.js";
import { failed } from "../parts/notices.js";
import { putIntoStudy } from "../parts/put-into-study.js";
import { rulesLink } from "../parts/rules-link.js";
import { toastProblem } from "../parts/toasts.js";

/** @typedef {import("../app/address.js").Subject} Subject */

export const open = () => new AnalysisPage();

class AnalysisPage extends HTMLElement {
  #analysed = new Analysed(readSubject(location.hash));
  #board = new AnalysisBoard(this.#analysed);
  #ending = new AbortController();
  #palette = new EditPalette();
  #actions = new AnalysisActions(["new", "import", "review", "play", "games", "study"]);
  #heading = make("h1", { class: "game-title" });
  #about = make("p", { class: "quiet game-about" });
  /** Back to the public games, for who came from there for a position. */
  #games = make("a", { class: "button primary analysis-games", hidden: true, text: t("analysis.games") });
  /** What is said there. */
  #said = "";

  async connectedCallback() {
    document.title = t("analysis.title");
    fill(this, make("div", { class: "loading", "aria-busy": "true" }));
    try {
      const { subject, entry } = this.#analysed;
      if (!subject.from) prepare({ game: entry.name, rules: subject.rules || entry.contest_rules, start: subject.start });
      await this.#analysed.load();
      if (!this.isConnected) return;
      this.#build();
      await this.#begin();
    } catch (problem) {
      // What the address says is kept for when it can be answered; what was refused is so every time.
      if (isUnreachable(problem)) failed(this, problem, () => this.replaceWith(open()));
      else failed(this, problem, () => location.assign("/analysis"), t("analysis.new"));
    }
  }

  disconnectedCallback() {
    this.#ending.abort();
  }

  // Building

  #build() {
    const other = button(t("analysis.new"), () => this.#actions.chooseGame(), { class: "button analysis-new" });
    const head = make("div", { class: "game-head" }, this.#heading, other, this.#about, this.#games);
    const { area, announcer, engine, explorer, status, toasts, tree } = this.#board;
    // What comes and goes with the position stands last, so that nothing else moves.
    const parts = [head, engine.lines, this.#palette, engine.review, tree, explorer];
    const side = make("aside", { class: "side", "aria-label": t("analysis.side") }, parts);
    fill(this, area, make("div", { class: "dock" }, engine.retry, status, this.#actions, toasts), side, announcer);
    this.#listen();
  }

  /** Show what is analysed from where its subject says. */
  async #begin() {
    const { entry, subject } = this.#analysed;
    this.#palette.hidden = true;
    await this.#board.turnTo(this.#analysed);
    if (subject.review) this.#board.review();
    if (subject.edit && entry.edits.length > 0) this.#edit(true);
  }

  /**
   * Look at something else.
   * @param {Partial<Subject>} wanted
   * @param {import("../app/wire").RecordedGame} [read] the record that it comes from
   */
  async #open(wanted, read) {
    history.pushState(null, "", analysisAddress(wanted));
    const analysed = new Analysed(readSubject(location.hash));
    try {
      await analysed.load();
      if (read) await analysed.take(read);
      this.#analysed = analysed;
      await this.#begin();
    } catch (problem) {
      toastProblem(problem);
    }
  }

  #listen() {
    const { signal } = this.#ending;
    const on = (
      /** @type {EventTarget} */ target,
      /** @type {string} */ type,
      /** @type {(detail: any) => void} */ act,
    ) => target.addEventListener(type, (event) => act(/** @type {CustomEvent} */ (event).detail), { signal });
    this.#board.listen(signal);
    on(this.#board, "arrived", () => history.replaceState(null, "", analysisAddress(this.#analysed.shown)));
    on(this.#board, "shown", () => this.#show());
    on(this.#board, "half", ({ isHalf, mayStop }) => this.#actions.showHalf(isHalf, mayStop));
    on(this.#board.board, "vato-edit", (done) => this.#palette.press(done));
    on(this.#palette, "position", (scene) => this.#board.showEdited(scene));
    on(this.#palette, "done", (start) => this.#open({ ...this.#analysed.question([]), start, games: this.#analysed.subject.games }));
    this.#actions.deeds = {
      flip: () => this.#board.flip(),
      draw: () => (this.#board.isDrawing = !this.#board.isDrawing),
      edit: () => this.#edit(!this.#board.isResting),
      open: (subject, read) => this.#open(subject, read),
      remove: () => this.#board.change(() => this.#analysed.variations.remove()),
      promote: () => this.#board.change(() => this.#analysed.variations.promote()),
      subject: () => ({ ...this.#analysed.subject, moves: this.#board.node.moves }),
      place: () => this.#board.place,
      record: async () => this.#analysed.record,
      picture: () => this.#board.board.picture,
      link: () => {
        const { game, rules, start } = this.#analysed.subject;
        return location.origin + analysisAddress({ game, rules, start, moves: this.#board.node.moves });
      },
      review: () => this.#board.review(),
      study: () => putIntoStudy(this.#analysed.record),
      endTurn: () => this.#board.board.endTurn(),
      undoStep: () => this.#board.board.undoStep(),
    };
  }

  #show() {
    const { called, node, subject, size } = this.#analysed;
    const [first, second] = called;
    const players = first && second ? [t("games.versus", { first, second })] : [];
    this.#heading.textContent = gameName(subject.game);
    const about = [...size.map(valueName), ...players].map((text) => ` · ${text}`).join("");
    const said = JSON.stringify([subject.game, subject.rules, about]);
    // Filling it anew would take the focus away from its link.
    if (said !== this.#said) fill(this.#about, make("span", {}, rulesLink(subject.game, subject.rules), about));
    this.#said = said;
    this.#games.hidden = !subject.games || !hasAccounts();
    this.#games.href = archiveAddress(this.#board.place);
    const { isDrawing, isResting } = this.#board;
    this.#actions.show({ tried: !node.isMain, root: node.parent === null, editing: isResting, drawing: isDrawing });
  }

  /** @param {boolean} editing whether a position is set up */
  #edit(editing) {
    this.#palette.hidden = !editing;
    this.#board.rest(editing);
    const scene = this.#board.node.reached?.scene;
    if (editing && scene) this.#palette.begin(this.#analysed.entry, this.#analysed.subject.rules, scene);
  }
}

customElements.define("vato-analysis", AnalysisPage);
