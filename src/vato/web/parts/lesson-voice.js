/**
 * What the teacher says, and what can be done now: one sentence and a few buttons.
 */

import { fill, make } from "../app/element.js";
import { prose } from "../app/prose.js";
import { t } from "../app/text.js";
import { button, icon } from "./icons.js";

/**
 * What its buttons do.
 * @typedef {object} Deeds
 * @property {() => void} hint
 * @property {() => void} again
 * @property {() => void} [takeBack]
 * @property {() => void} [skip]
 * @property {() => void} [analyse]
 * @property {() => void} [insist]
 * @property {() => void} [anew]
 * @property {{address: string, text: string}[]} [further]
 * @property {() => void} next
 * @property {() => void} endTurn
 * @property {() => void} undoStep
 *
 * @typedef {"ready" | "making" | "hint" | "look" | "refused" | "wrong" | "doubtful" | "onward" | "reached"} Kind
 * @typedef {{kind: Kind, text?: string, mayStop?: boolean, mayTakeBack?: boolean, more?: boolean, unwon?: boolean, onward?: "exercise" | "lesson" | "all" | "own"}} Said
 */

/** What stands before a sentence, so that it is understood without colour. */
const SIGNS = /** @type {const} */ ({ look: "eye", hint: "hint", doubtful: "hint", refused: "cross", wrong: "cross", onward: "check", reached: "check" });

export class LessonVoice extends HTMLElement {
  /** @type {Deeds | null} */
  deeds = null;
  /** @type {Kind} */
  kind = "ready";
  #sentence = make("p", { class: "voice-text", role: "status", "aria-live": "polite" });
  #buttons = make("div", { class: "voice-buttons" });

  connectedCallback() {
    fill(this, this.#sentence, this.#buttons);
  }

  /** @param {Said} said */
  show(said) {
    this.kind = said.kind;
    this.dataset.kind = said.kind;
    const text = said.text ?? (said.kind === "making" ? t(said.mayStop ? "prompt.go_on_or_end" : "prompt.go_on") : "");
    const sign = said.kind in SIGNS && !said.unwon ? SIGNS[/** @type {keyof typeof SIGNS} */ (said.kind)] : null;
    fill(this.#sentence, sign && text ? icon(sign) : null, make("span", {}, prose(text)));
    const hadFocus = this.#buttons.contains(document.activeElement);
    fill(this.#buttons, this.#offered(said));
    // What comes next is one key away, also for those who played by mouse.
    if (said.kind === "reached" || said.kind === "wrong" || said.kind === "doubtful" || hadFocus)
      this.#buttons.querySelector(/** @type {"button"} */ ("button:last-child"))?.focus({ preventScroll: true });
  }

  /**
   * @param {Said} said
   * @returns {Node[]}
   */
  #offered({ kind, mayStop, mayTakeBack, more = true, onward }) {
    const deeds = this.deeds;
    if (!deeds) return [];
    if (kind === "making") {
      const undo = button(t("prompt.undo_step"), deeds.undoStep, { icon: "undo" });
      const end = button(t("prompt.end_turn"), deeds.endTurn, { class: "button primary", icon: "check" });
      return mayStop ? [undo, end] : [undo];
    }
    const analyse = deeds.analyse ? [button(t("games.analyse"), deeds.analyse, { icon: "analysis" })] : [];
    const skip = deeds.skip ? [button(t("puzzles.skip"), deeds.skip)] : [];
    if (kind === "wrong")
      return [...analyse, button(t("learn.again"), deeds.again, { class: "button primary", icon: "undo" })];
    const back = mayTakeBack && deeds.takeBack ? [button(t("action.takeback"), deeds.takeBack, { icon: "undo" })] : [];
    if (kind === "doubtful" && deeds.insist)
      return [
        button(t("learn.insist"), deeds.insist),
        button(t("learn.again"), deeds.again, { class: "button primary", icon: "undo" }),
      ];
    if (kind === "reached") {
      const label = t(`learn.next_${onward ?? "exercise"}`);
      const next = button(label, deeds.next, { class: "button primary", icon: "next" });
      if (!deeds.anew) return [...analyse, next];
      const further = (deeds.further ?? []).map(({ address, text }) => make("a", { class: "button", href: address, text }));
      return [...back, button(t("learn.anew"), deeds.anew), ...further, next];
    }
    if (!more) return [...back, ...skip];
    return [...back, ...skip, button(kind === "hint" ? t("learn.show") : t("learn.hint"), deeds.hint, { icon: "hint" })];
  }
}

customElements.define("vato-lesson-voice", LessonVoice);
