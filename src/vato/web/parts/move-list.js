/**
 * The moves of a game in two columns, the shown one marked; a click goes there. Fires `ply` with the ply to show.
 */

import { fill, make } from "../app/element.js";
import { SIGNS } from "../app/evaluation.js";
import { notation } from "../app/prose.js";
import { formatNumber, t } from "../app/text.js";
import { iconButton } from "./icons.js";

/** A turn with more letters is written smaller, so that it stays on one line. */
const LONG = 24;

/** @typedef {import("../types").Turn} Turn */
/** @typedef {{kind: import("../app/evaluation.js").Kind, title: string}} Remark */

/**
 * Return from where to where a turn went and how many pieces it struck, where its text does not say so itself.
 * @param {Turn} turn
 */
export function wayOf({ text, steps }) {
  const [first, last] = [steps[0], steps.at(-1)];
  if (!first || !last || text.includes(first.from)) return "";
  const struck = steps.flatMap((step) => step.struck ?? []).length;
  return `${first.from} → ${last.to}${struck > 0 ? ` × ${struck}` : ""}`;
}

/**
 * Return the same without where it came from, for where there is little room.
 * @param {Turn} turn
 */
export const shortWayOf = (turn) => wayOf(turn).replace(/^.*→/, "→");

export class MoveList extends HTMLElement {
  #list = make("ol", { class: "moves", "aria-label": t("moves.label") });
  #empty = make("p", { class: "quiet moves-empty", text: t("moves.none") });
  #result = make("p", { class: "moves-result" });
  /** @type {HTMLElement[]} */
  #cells = [];
  #key = "";
  #ply = 0;
  #length = 0;

  connectedCallback() {
    const step = (/** @type {import("./icons.js").IconName} */ name, /** @type {() => number} */ target) =>
      iconButton(name, t(`moves.${name}`), () => this.#go(target()));
    fill(
      this,
      make("div", { class: "moves-scroll" }, this.#empty, this.#list, this.#result),
      make(
        "div",
        { class: "moves-steps" },
        step("first", () => 0),
        step("previous", () => this.#ply - 1),
        step("next", () => this.#ply + 1),
        step("last", () => this.#length),
      ),
    );
  }

  /**
   * @param {Turn[]} turns
   * @param {number} ply the number of turns behind the shown position
   * @param {string} result how it ended; empty while it goes on
   * @param {Map<number, Remark>} [remarks] by ply
   */
  show(turns, ply, result, remarks) {
    this.#result.textContent = result;
    this.#empty.hidden = turns.length > 0 || result !== "";
    const key = `${turns.map(({ text }) => text).join(" ")} ${[...(remarks ?? [])].map(([at, { kind }]) => at + kind).join()}`;
    if (key !== this.#key) this.#build(turns, remarks);
    this.#key = key;
    this.#length = turns.length;
    this.#mark(ply);
  }

  /**
   * @param {Turn[]} turns
   * @param {Map<number, Remark>} [remarks]
   */
  #build(turns, remarks) {
    this.#cells = turns.map((turn, index) => {
      const remark = remarks?.get(index + 1);
      const sign =
        remark &&
        make("span", {
          class: "remark",
          "aria-label": remark.title,
          role: "img",
          text: SIGNS[remark.kind],
        });
      const look = { type: "button", class: `move ${remark?.kind ?? ""}`, on: { click: () => this.#go(index + 1) } };
      const way = wayOf(turn);
      const shown = way && make("span", { class: "quiet move-way" }, notation(way));
      const text = make("span", { class: turn.text.length > LONG ? "move-text long" : "move-text" }, notation(turn.text));
      return make("button", look, text, sign, shown);
    });
    const rows = [];
    for (let index = 0; index < this.#cells.length; index += 2) {
      const number = make("span", { class: "move-number", "aria-hidden": "true", text: formatNumber(index / 2 + 1) });
      rows.push(make("li", {}, number, make("div", { class: "move-pair" }, this.#cells.slice(index, index + 2))));
    }
    fill(this.#list, rows);
  }

  /** @param {number} ply */
  #mark(ply) {
    this.#ply = ply;
    this.#cells.forEach((cell, index) => {
      if (index + 1 === ply) cell.setAttribute("aria-current", "step");
      else cell.removeAttribute("aria-current");
    });
    const [first, previous, next, last] = this.querySelectorAll(".moves-steps button");
    for (const button of [first, previous]) if (button instanceof HTMLButtonElement) button.disabled = ply <= 0;
    for (const button of [next, last]) if (button instanceof HTMLButtonElement) button.disabled = ply >= this.#length;
    const scroller = this.querySelector(".moves-scroll");
    const cell = this.#cells[ply - 1];
    // Not scrollIntoView: that would scroll the page on a phone, too.
    if (scroller instanceof HTMLElement) {
      const top = cell ? cell.offsetTop : 0;
      // Below the last turn stands how the game ended.
      const bottom = ply === this.#length ? scroller.scrollHeight : top + 32;
      if (top < scroller.scrollTop || bottom > scroller.scrollTop + scroller.clientHeight) {
        scroller.scrollTop = (top + bottom - scroller.clientHeight) / 2;
      }
    }
  }

  /** @param {number} ply */
  #go(ply) {
    const detail = Math.max(0, Math.min(this.#length, ply));
    this.dispatchEvent(new CustomEvent("ply", { detail, bubbles: true }));
  }
}

customElements.define("vato-moves", MoveList);
