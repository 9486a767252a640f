/**
 * The moves of an analysis with their variations, as running text; tries stand indented below the move they replace.
 * Fires `node` with the node to show.
 */

import { fill, make } from "../app/element.js";
import { SIGNS } from "../app/evaluation.js";
import { notation } from "../app/prose.js";
import { formatNumber, t } from "../app/text.js";
import { iconButton } from "./icons.js";
import { shortWayOf, wayOf } from "./move-list.js";

/** @typedef {import("../app/variations.js").Node} Node @typedef {import("../app/variations.js").Variations} Variations */
/** @typedef {import("./move-list.js").Remark} Remark */

export class MoveTree extends HTMLElement {
  #tree = make("div", { class: "tree", role: "group", "aria-label": t("moves.label") });
  #steps = make("div", { class: "moves-steps" });
  /** @type {Map<Node, Remark>} */
  remarks = new Map();
  /** @type {(by: number | "first" | "last") => void} */
  onStep = () => {};

  connectedCallback() {
    const steps = /** @type {const} */ ([
      ["first", "first"],
      ["previous", -1],
      ["next", 1],
      ["last", "last"],
    ]);
    fill(
      this.#steps,
      steps.map(([name, by]) => iconButton(name, t(`moves.${name}`), () => this.onStep(by))),
    );
    fill(this, make("div", { class: "moves-scroll" }, this.#tree), this.#steps);
  }

  /** @param {Variations} variations */
  show({ root, current }) {
    const parts =
      root.children.length > 0
        ? this.#line(root, current, true)
        : [make("p", { class: "quiet moves-empty", dir: "auto", text: t("analysis.try") })];
    const focused = this.#tree.contains(document.activeElement);
    fill(this.#tree, parts);
    const shown = this.#tree.querySelector("[aria-current]");
    if (shown instanceof HTMLElement) {
      if (focused) shown.focus({ preventScroll: true });
      const scroller = /** @type {HTMLElement} */ (this.#tree.parentElement);
      const top = shown.offsetTop;
      if (top < scroller.scrollTop || top + 32 > scroller.scrollTop + scroller.clientHeight)
        scroller.scrollTop = top - scroller.clientHeight / 2;
    }
    const [first, previous, next, last] = this.#steps.querySelectorAll("button");
    for (const button of [first, previous]) if (button) button.disabled = current.parent === null;
    for (const button of [next, last]) if (button) button.disabled = current.children.length === 0;
  }

  /**
   * Return the line that goes on after a node, and below each move what was tried instead.
   * @param {Node} node
   * @param {Node} current
   * @param {boolean} numbered whether the first move needs its number, whoever plays it
   * @returns {HTMLElement[]}
   */
  #line(node, current, numbered) {
    const parts = [];
    let needsNumber = numbered;
    for (let at = node; at.children[0]; at = at.children[0]) {
      const [main, ...tries] = at.children;
      parts.push(this.#move(main, current, needsNumber));
      needsNumber = tries.length > 0;
      for (const other of tries) {
        parts.push(
          make("div", { class: "variation" }, this.#move(other, current, true), ...this.#line(other, current, false)),
        );
      }
    }
    return parts;
  }

  /**
   * @param {Node} node
   * @param {Node} current
   * @param {boolean} numbered
   */
  #move(node, current, numbered) {
    const remark = this.remarks.get(node);
    const opens = node.ply % 2 === 1;
    const number = formatNumber(Math.ceil(node.ply / 2)) + (opens ? "." : "…");
    const way = node.turn ? shortWayOf(node.turn) : "";
    const go = () => this.dispatchEvent(new CustomEvent("node", { detail: node }));
    const button = make(
      "button",
      {
        type: "button",
        class: `move ${remark?.kind ?? ""}`,
        title: node.turn ? wayOf(node.turn) : "",
        "aria-current": node === current && "step",
        on: { click: go },
      },
      make("span", { class: "move-text" }, notation(node.turn?.text ?? "")),
      way && make("span", { class: "quiet move-way" }, notation(way)),
      remark &&
        make("span", {
          class: "remark",
          role: "img",
          "aria-label": remark.title,
          text: SIGNS[remark.kind],
        }),
    );
    return make(
      "span",
      { class: "tree-move" },
      (opens || numbered) && make("span", { class: "tree-number", text: number }),
      button,
    );
  }
}

customElements.define("vato-tree", MoveTree);
