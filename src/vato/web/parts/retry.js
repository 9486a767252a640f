/**
 * A bad turn of a review as an exercise: the position before it, and a better turn is to be found. Fires `go` with the ply of
 * a position, `shown` when what the board may show of the answer has changed.
 */

import { fill, make } from "../app/element.js";
import { SIGNS, verdict } from "../app/evaluation.js";
import { prose } from "../app/prose.js";
import { sentence, t } from "../app/text.js";
import { ChosenAnalyst } from "../engine/choice.js";
import { button, iconButton } from "./icons.js";
import { turnNumber } from "./review.js";

/** @typedef {import("./review.js").Judged} Judged */

export class RetryPart extends HTMLElement {
  /** Whether the answer is to be hidden. */
  hides = false;
  #analyst = new ChosenAnalyst();
  /** What is left to try, the first of it now. @type {Judged[]} */
  #left = [];
  #odds = 1;
  #text = make("p", { class: "retry-text", role: "status" });
  #buttons = make("div", { class: "prompt-more" });

  constructor() {
    super();
    this.#analyst.addEventListener("review_turn", (event) => this.#hear(/** @type {CustomEvent} */ (event).detail));
    this.#analyst.addEventListener("refused", (event) => this.#say(/** @type {CustomEvent} */ (event).detail.message));
  }

  connectedCallback() {
    const close = iconButton("cross", t("dialog.close"), () => this.end());
    fill(this, make("h2", { class: "hidden", text: t("retry.title") }), this.#text, this.#buttons, close);
    this.end();
  }

  close() {
    this.#analyst.close();
  }

  /**
   * @param {Judged[]} bad turns of one player
   * @param {number} odds how many hundredths make the odds e times as good
   */
  begin(bad, odds) {
    this.#left = bad;
    this.#odds = odds;
    this.#ask();
  }

  end() {
    this.#analyst.stop();
    this.#left = [];
    this.hidden = true;
    this.#hide(false);
  }

  /**
   * A turn was tried; say whether it is better, if it is one that was asked for.
   * @param {number} ply after it
   * @param {string} text
   * @param {{game: string, rules: string, start: string}} place from where it was tried
   */
  tried(ply, text, place) {
    const [now] = this.#left;
    if (!now || !this.hides || ply !== now.ply) return;
    if (text === now.better) this.#praise();
    else if (text === now.text) this.#say(t("retry.same", { move: text }), this.#again, this.#show);
    else {
      this.#say(t("retry.looking"));
      this.#analyst.review({ ...place, moves: [text] });
    }
  }

  /** @param {import("../app/wire").ReviewTurn} said */
  #hear(said) {
    const [now] = this.#left;
    if (!now || !this.hides) return;
    const { kind } = verdict(said, now.player, this.#odds);
    if (kind) this.#say(t("retry.worse", { sign: SIGNS[kind] }), this.#again, this.#show);
    else this.#praise();
  }

  #ask() {
    const [now] = this.#left;
    if (!now) return this.end();
    this.hidden = false;
    this.#hide(true);
    this.dispatchEvent(new CustomEvent("go", { detail: now.ply - 1 }));
    const played = { number: turnNumber(now.ply), move: now.text };
    this.#say(t("retry.ask", played), this.#show, this.#next);
    this.scrollIntoView({ block: "nearest" });
    return undefined;
  }

  #praise() {
    this.#hide(false);
    this.#say(t("retry.right"), this.#next);
  }

  #again = () => button(t("retry.again"), () => this.#ask());
  #show = () =>
    button(t("retry.show"), () => {
      const [now] = this.#left;
      if (!now) return;
      this.#hide(false);
      this.dispatchEvent(new CustomEvent("go", { detail: now.ply - 1 }));
      this.#say(sentence(t("review.better", { move: now.better ?? "" })), this.#next);
    });
  #next = () => {
    const isLast = this.#left.length <= 1;
    const go = () => {
      this.#left = this.#left.slice(1);
      this.#ask();
    };
    return button(t(isLast ? "retry.done" : "retry.next"), go, { class: "button primary" });
  };

  /**
   * @param {string} text
   * @param {(() => HTMLElement)[]} offered
   */
  #say(text, ...offered) {
    fill(this.#text, prose(text));
    fill(
      this.#buttons,
      offered.map((make) => make()),
    );
  }

  /** @param {boolean} hides */
  #hide(hides) {
    this.hides = hides;
    this.dispatchEvent(new Event("shown"));
  }
}

customElements.define("vato-retry", RetryPart);
