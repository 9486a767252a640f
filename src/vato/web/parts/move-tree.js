/**
 * The moves of an analysis with their variations and comments, as running text; tries stand indented below the move they
 * replace. Fires `node` with the node to show.
 */

import { fill, make } from "../app/element.js";
import { SIGNS } from "../app/evaluation.js";
import { notation } from "../app/prose.js";
import { formatNumber, t } from "../app/text.js";
import { iconButton } from "./icons.js";
import { wayOf } from "./move-list.js";

/** @typedef {import("../app/variations.js").Node} Node @typedef {import("../app/variations.js").Variations} Variations */
/** @typedef {import("./move-list.js").Remark} Remark */

export class MoveTree extends HTMLElement {
  #tree = make("div", { class: "tree", role: "group", "aria-label": t("moves.label") });
  #steps = make("div", { class: "moves-steps" });
  /** @type {Map<Node, Remark>} */
  #remarks = new Map();
  /** The button of each move. @type {Map<Node, HTMLElement>} */
  #buttons = new Map();
  /** What is shown, in its order: it is only built anew when that has changed. @type {unknown[]} */
  #shown = [];
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

  /** Forget what was remarked on. */
  forget() {
    this.#remarks.clear();
    this.#shown = [];
  }

  /**
   * Remark on a turn.
   * @param {Node} node
   * @param {Remark} remark
   */
  remark(node, remark) {
    this.#remarks.set(node, remark);
    this.#shown = [];
  }

  /** @param {Variations} variations */
  show({ root, current }) {
    const focused = this.#tree.contains(document.activeElement);
    const shape = root.branch.flatMap((node) => [node, node.turn, node.comment, node.children[0], node.children.length]);
    if (shape.length !== this.#shown.length || shape.some((each, index) => each !== this.#shown[index])) {
      this.#shown = shape;
      this.#build(root);
    }
    const before = this.#tree.querySelector("[aria-current]");
    const shown = this.#buttons.get(current);
    if (before !== shown) before?.removeAttribute("aria-current");
    shown?.setAttribute("aria-current", "step");
    if (shown) {
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

  /** @param {Node} root */
  #build(root) {
    this.#buttons.clear();
    const empty = make("p", { class: "quiet moves-empty", dir: "auto", text: t("analysis.try") });
    fill(this.#tree, commentOn(root), root.children.length > 0 ? this.#line(root, true) : empty);
  }

  /**
   * Return the line that goes on after a node, and below each move what was tried instead.
   * @param {Node} node
   * @param {boolean} numbered whether the first move needs its number, whoever plays it
   * @returns {(HTMLElement | null)[]}
   */
  #line(node, numbered) {
    const parts = [];
    let needsNumber = numbered;
    for (let at = node; at.children[0]; at = at.children[0]) {
      const [main, ...tries] = at.children;
      parts.push(this.#move(main, needsNumber), commentOn(main));
      needsNumber = tries.length > 0 || Boolean(main.comment);
      for (const other of tries) {
        const rest = this.#line(other, Boolean(other.comment));
        parts.push(make("div", { class: "variation" }, this.#move(other, true), commentOn(other), rest));
      }
    }
    return parts;
  }

  /**
   * @param {Node} node
   * @param {boolean} numbered
   */
  #move(node, numbered) {
    const remark = this.#remarks.get(node);
    const opens = node.ply % 2 === 1;
    const number = formatNumber(Math.ceil(node.ply / 2)) + (opens ? "." : "…");
    const go = () => this.dispatchEvent(new CustomEvent("node", { detail: node }));
    const button = make(
      "button",
      {
        type: "button",
        class: `move ${remark?.kind ?? ""}`,
        title: node.turn ? wayOf(node.turn) : "",
        on: { click: go },
      },
      make("span", { class: "move-text" }, notation(node.turn?.text ?? "")),
      remark &&
        make("span", {
          class: "remark",
          role: "img",
          "aria-label": remark.title,
          text: SIGNS[remark.kind],
        }),
    );
    this.#buttons.set(node, button);
    return make(
      "span",
      { class: "tree-move" },
      (opens || numbered) && make("span", { class: "tree-number", text: number }),
      button,
    );
  }
}

/** @param {Node} node */
const commentOn = ({ comment }) => (comment ? make("p", { class: "tree-comment", dir: "auto", text: comment }) : null);

customElements.define("vato-tree", MoveTree);
