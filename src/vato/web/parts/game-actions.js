/**
 * The buttons of a game: take back, hint, flip, and behind "more" a draw, resigning, exporting, the sound. Which of them
 * can be used follows from the state.
 */

import { make, fill } from "../app/element.js";
import { gameHas } from "../app/games.js";
import { me } from "../app/people.js";
import { counts, hasOpenSeat, isAlone, mineIn } from "../app/seats.js";
import { settings } from "../app/settings.js";
import { t } from "../app/text.js";
import { ask, confirmed } from "./dialogs.js";
import { iconButton } from "./icons.js";

/** @typedef {import("../app/wire").State} State */

/**
 * @typedef {object} Deeds
 * @property {() => void} takeBack
 * @property {() => void} hint
 * @property {() => void} flip
 * @property {() => void} draw
 * @property {() => void} resign
 * @property {() => void} analyse
 * @property {() => void} export
 * @property {() => void} newGame
 * @property {() => void} report
 */

export class GameActions extends HTMLElement {
  /** @type {Deeds | null} */
  deeds = null;
  /** @type {State | null} */
  #state = null;
  #takeBack = iconButton("undo", t("action.takeback"), () => this.deeds?.takeBack());
  #hint = iconButton("hint", t("action.hint"), () => this.deeds?.hint());
  #draw = iconButton("draw", t("action.draw"), () => this.draw());
  #resign = iconButton("flag", t("action.resign"), () => this.resign());
  #sound = iconButton("sound", t("action.sound"), () => settings.set("sound", !settings.get("sound")));
  #onSetting = () => this.#showSound();

  connectedCallback() {
    settings.addEventListener("change", this.#onSetting);
    fill(
      this,
      this.#takeBack,
      this.#hint,
      iconButton("flip", t("action.flip"), () => this.deeds?.flip()),
      this.#draw,
      this.#resign,
      this.#sound,
      iconButton("more", t("action.more"), () => this.#more(), { "aria-haspopup": "dialog" }),
    );
    this.#showSound();
  }

  disconnectedCallback() {
    settings.removeEventListener("change", this.#onSetting);
  }

  /** @param {State} state */
  show(state) {
    this.#state = state;
    const may = state.may;
    const playing = mineIn(state).length > 0;
    const idle = state.outcome !== null || hasOpenSeat(state);
    for (const [button, allowed, meaningful] of /** @type {const} */ ([
      [this.#takeBack, may.takeback, playing && !counts(state)],
      [this.#hint, may.hint, playing && !state.contest && !counts(state) && isAlone(state) && gameHas(state.game, "engine")],
      [this.#draw, may.draw, playing && !(counts(state) && isAlone(state))],
      [this.#resign, may.resign, playing],
    ])) {
      button.disabled = !allowed;
      button.hidden = !meaningful || idle;
    }
  }

  /** Resign after asking; also by keyboard. */
  async resign() {
    if (this.#state?.may.resign && (await confirmed(t("action.resign_sure"), t("action.resign")))) this.deeds?.resign();
  }

  /** Offer a draw after asking, as one at the same screen ends the game. */
  async draw() {
    const state = this.#state;
    if (!state?.may.draw) return;
    const both = mineIn(state).length > 1;
    const question = both ? t("action.draw_both_sure") : t("action.draw_sure");
    // An offer can be declined; both at one screen end the game.
    const kind = both ? "danger" : "primary";
    if (await confirmed(question, both ? t("action.draw_both") : t("action.draw"), kind)) this.deeds?.draw();
  }

  async #more() {
    const labels = {
      analyse: t("action.analyse"),
      export: t("action.export"),
      newGame: t("start.new_game"),
      report: t("action.report"),
    };
    const state = this.#state;
    const mayReport = Boolean(me.member) && state !== null && !isAlone(state);
    const choices = (/** @type {const} */ (["analyse", "export", "newGame", "report"])).filter(
      (name) => (name !== "analyse" || !isClosed(state)) && (name !== "report" || mayReport),
    );
    const list = choices.map((name) =>
      make("button", {
        type: "button",
        class: "sheet-item",
        text: labels[name],
        on: { click: (/** @type {MouseEvent} */ event) => closeOver(event, name) },
      }),
    );
    const closeOver = (/** @type {MouseEvent} */ event, /** @type {string} */ name) => {
      /** @type {HTMLElement} */ (event.target).closest("dialog")?.close(name);
    };
    const chosen = await ask({
      title: t("action.more"),
      content: [make("div", { class: "sheet" }, list)],
      class: "small",
    });
    const deed = choices.find((name) => name === chosen);
    if (deed) this.deeds?.[deed]();
  }

  #showSound() {
    const on = settings.get("sound");
    const fresh = iconButton(
      on ? "sound" : "silence",
      t("action.sound"),
      () => settings.set("sound", !settings.get("sound")),
      { "aria-pressed": String(on) },
    );
    if (this.#sound.isConnected) {
      const focused = document.activeElement === this.#sound;
      this.#sound.replaceWith(fresh);
      if (focused) fresh.focus();
    }
    this.#sound = fresh;
  }
}

/**
 * Return whether a game must not be analysed by who looks, as it counts and goes on.
 * @param {State | null} state
 */
const isClosed = (state) => state !== null && counts(state) && !state.outcome && mineIn(state).length > 0;

customElements.define("vato-actions", GameActions);
