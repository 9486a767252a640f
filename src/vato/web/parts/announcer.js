/**
 * Says what happens to those who hear the page: a polite live region that nobody sees.
 */

import { make } from "../app/element.js";
import { inWords, strikeWords } from "../board/speak.js";
import { wayOf } from "./move-list.js";

export class Announcer extends HTMLElement {
  #region = make("p", { class: "hidden", role: "status", "aria-live": "polite" });

  connectedCallback() {
    this.append(this.#region);
  }

  /** @param {string} text */
  say(text) {
    // A live region is only read when its text changes.
    this.#region.textContent = this.#region.textContent === text ? `${text}\u00a0` : text;
  }

  /**
   * Say what someone has played.
   * @param {string} name
   * @param {import("../types").Turn} turn
   */
  sayTurn(name, turn) {
    this.say(inWords([["say.move", { name, move: turn.text }], ...wayWords(turn), ...strikeWords(turn.steps)]));
  }

  /**
   * Say what an arrow shows.
   * @param {import("../types").Turn} turn
   */
  sayShown(turn) {
    this.say([turn.text, inWords([...wayWords(turn), ...strikeWords(turn.steps)])].join(" "));
  }
}

/**
 * Say from where to where a turn goes, where that is more than its text says.
 * @param {import("../types").Turn} turn
 * @returns {import("../board/speak.js").Words[]}
 */
function wayWords(turn) {
  const [first, last] = [turn.steps[0], turn.steps.at(-1)];
  return first && last && wayOf(turn) ? [["board.say.step", { from: first.from, to: last.to }]] : [];
}

customElements.define("vato-announcer", Announcer);
