/**
 * The buttons of the analysis board: end or undo a half-played turn, flip, set up, and behind "more" another game,
 * import, export, review, playing on from here, games with this position.
 */

import { analysisAddress } from "../app/address.js";
import { createGame, reach } from "../app/api.js";
import { archiveAddress } from "../app/archive.js";
import { chosenFor, grant, recallChoices, wishFor } from "../app/choices.js";
import { fill, make } from "../app/element.js";
import { allGames, entryOf, gameHas } from "../app/games.js";
import { gameName, rulesName } from "../app/names.js";
import { hasAccounts } from "../app/people.js";
import { go } from "../app/router.js";
import { t } from "../app/text.js";
import { chips } from "./choices.js";
import { ask } from "./dialogs.js";
import { openExport } from "./export.js";
import { button, iconButton } from "./icons.js";
import { askForRecord } from "./import.js";
import { toastProblem } from "./toasts.js";

/** @typedef {import("../app/address.js").Subject} Subject */

/**
 * @typedef {object} Deeds
 * @property {() => void} flip
 * @property {() => void} edit
 * @property {(subject: Partial<Subject>, read?: import("../app/wire").RecordedGame) => void} open
 * @property {() => void} remove
 * @property {() => void} promote
 * @property {() => Subject} subject the line up to what is looked at
 * @property {() => import("../app/archive.js").Place} place what is looked at
 * @property {() => string} record of everything
 * @property {() => string} picture of what is looked at
 * @property {() => void} review
 * @property {() => void} endTurn
 * @property {() => void} undoStep
 */

export class AnalysisActions extends HTMLElement {
  /** @type {Deeds | null} */
  deeds = null;
  #half = make("div", { class: "prompt-more" });
  #edit = iconButton("setup", t("action.edit"), () => this.deeds?.edit());
  #promote = iconButton("up", t("action.promote"), () => this.deeds?.promote());
  #remove = iconButton("trash", t("action.remove"), () => this.deeds?.remove());

  connectedCallback() {
    fill(
      this,
      this.#half,
      this.#promote,
      this.#remove,
      iconButton("flip", t("action.flip"), () => this.deeds?.flip()),
      this.#edit,
      iconButton("export", t("action.export"), () => this.#export()),
      iconButton("more", t("action.more"), () => this.#more(), { "aria-haspopup": "dialog" }),
    );
  }

  /** @param {{tried: boolean, root: boolean, editing: boolean}} situation */
  show({ tried, root, editing }) {
    this.#promote.hidden = !tried || editing;
    this.#remove.hidden = root || editing;
    this.#edit.hidden = !this.#mayEdit(this.deeds?.subject().game ?? "");
    this.#edit.setAttribute("aria-pressed", String(editing));
  }

  /** @param {string} game */
  #mayEdit(game) {
    return (entryOf(game)?.edits.length ?? 0) > 0;
  }

  /**
   * @param {boolean} half whether a turn is half played
   * @param {boolean} mayStop
   */
  showHalf(half, mayStop) {
    const undo = () => this.deeds?.undoStep();
    const end = () => this.deeds?.endTurn();
    fill(
      this.#half,
      half && button(t("prompt.undo_step"), undo, { icon: "undo" }),
      half && mayStop && button(t("prompt.end_turn"), end, { icon: "check", class: "button primary" }),
    );
  }

  async #more() {
    const deeds = this.deeds;
    if (!deeds) return;
    const choices = /** @type {const} */ (["new", "import", "review", "play", "games"]);
    const lacking = { review: !gameHas(deeds.subject().game, "engine"), games: !hasAccounts() };
    const offered = choices.filter((name) => !(/** @type {Record<string, boolean>} */ (lacking)[name]));
    const list = offered.map((name) =>
      make("button", {
        type: "button",
        class: "sheet-item",
        text: t(`analysis.${name}`),
        on: {
          click: (/** @type {MouseEvent} */ event) =>
            /** @type {HTMLElement} */ (event.target).closest("dialog")?.close(name),
        },
      }),
    );
    const chosen = await ask({
      title: t("action.more"),
      class: "small",
      content: [make("div", { class: "sheet" }, list)],
    });
    if (chosen === "new") await this.chooseGame();
    else if (chosen === "import") await this.#import(deeds);
    else if (chosen === "review") deeds.review();
    else if (chosen === "play") await this.#play(deeds);
    else if (chosen === "games") go(archiveAddress(deeds.place()));
  }

  /** Ask for another game or other rules, and turn to that. */
  async chooseGame() {
    const deeds = this.deeds;
    if (!deeds) return;
    const games = allGames();
    const wanted = { game: deeds.subject().game, rules: deeds.subject().rules };
    const rules = make("div");
    const showRules = () => {
      const entry = entryOf(wanted.game);
      if (!entry?.rules.some(({ name }) => name === wanted.rules)) wanted.rules = entry?.rules[0]?.name ?? "";
      const options = (entry?.rules ?? []).map(({ name }) => ({ value: name, label: rulesName(name) }));
      fill(
        rules,
        options.length > 1 &&
          chips({
            label: t("setup.rules"),
            name: "rules",
            options,
            value: wanted.rules,
            choose: (value) => (wanted.rules = value),
          }),
      );
    };
    const game = chips({
      label: t("start.game"),
      name: "game",
      options: games.map(({ name }) => ({ value: name, label: gameName(name) })),
      value: wanted.game,
      choose: (value) => {
        wanted.game = value;
        showRules();
      },
    });
    showRules();
    const actions = /** @type {import("./dialogs.js").Action[]} */ ([
      ...(games.some(({ name }) => this.#mayEdit(name)) ? [{ label: t("action.edit"), value: "edit" }] : []),
      { label: t("analysis.start"), value: "start", kind: "primary" },
    ]);
    const answer = await ask({ title: t("analysis.new"), content: [game, rules], actions });
    if (answer) deeds.open({ ...wanted, edit: answer === "edit" });
  }

  /** @param {Deeds} deeds */
  async #import(deeds) {
    const [read] = (await askForRecord(false)) ?? [];
    if (read) deeds.open({ game: read.game, rules: read.rules, start: read.start, moves: read.moves }, read);
  }

  /** @param {Deeds} deeds */
  async #play(deeds) {
    const { game, rules, start, moves } = deeds.subject();
    const entry = entryOf(game);
    const level = entry && chosenFor(recallChoices(), entry).level;
    const actions = /** @type {import("./dialogs.js").Action[]} */ ([
      { label: t("start.play_screen"), value: "me2" },
      { label: t("start.play_link"), value: "open" },
      ...(entry?.has.engine ? [{ label: t("start.play_computer"), value: "computer", kind: "primary" }] : []),
    ]);
    const kind = /** @type {"me2" | "open" | "computer" | null} */ (
      await ask({ title: t("analysis.play"), actions, class: "small" })
    );
    if (!kind) return;
    try {
      const { position } = (await reach({ game, rules, position: start, moves })).scene;
      /** @type {import("../app/wire").NewGame} */
      const wish = {
        game,
        rules,
        position,
        seats: [{ kind: "me" }, kind === "computer" && level ? { kind, level } : { kind }],
        sides: "draw",
      };
      const { id } = await createGame(wishFor(wish, () => wish));
      grant();
      go(`/game/${id}`);
    } catch (problem) {
      toastProblem(problem);
    }
  }

  #export() {
    const subject = this.deeds?.subject();
    if (!subject) return;
    const { game, rules, start, moves } = subject;
    const record = this.deeds?.record() ?? "";
    const link = location.origin + analysisAddress({ game, rules, start, moves });
    openExport({ record, link, picture: this.deeds?.picture() ?? "", file: game });
  }
}

customElements.define("vato-analysis-actions", AnalysisActions);
