/**
 * The moves of an analysis with their variations and comments, as running text; tries stand indented below the move they
 * replace. Fires `node` with the node to show.
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
  #remarks = new Map();
  /** The button of each move. @type {Map<Node, HTMLElement>} */
  #buttons = new Map();
  /** The elements of each node, by what they are, with what they show. @type {WeakMap<Node, Record<string, {shown: string, element: HTMLElement}>>} */
  #elements = new WeakMap();
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
    const line = root.children.length > 0 ? this.#line(root, true) : [empty];
    refill(this.#tree, [...this.#comment(root), ...line]);
  }

  /**
   * Return the line that goes on after a node, and below each move what was tried instead.
   * @param {Node} node
   * @param {boolean} numbered whether the first move needs its number, whoever plays it
   * @returns {HTMLElement[]}
   */
  #line(node, numbered) {
    const parts = [];
    let needsNumber = numbered;
    for (let at = node; at.children[0]; at = at.children[0]) {
      const [main, ...tries] = at.children;
      parts.push(this.#move(main, needsNumber), ...this.#comment(main));
      needsNumber = tries.length > 0 || Boolean(main.comment);
      for (const other of tries) {
        const box = this.#kept(other, "box", "", () => make("div", { class: "variation" }));
        const rest = this.#line(other, Boolean(other.comment));
        refill(box, [this.#move(other, true), ...this.#comment(other), ...rest]);
        parts.push(box);
      }
    }
    return parts;
  }

  /**
   * Return an element that belongs to a node: the one that is there, unless it shows something else.
   * @param {Node} node
   * @param {string} kind
   * @param {string} shown
   * @param {() => HTMLElement} build
   */
  #kept(node, kind, shown, build) {
    const elements = this.#elements.get(node) ?? {};
    this.#elements.set(node, elements);
    const known = elements[kind];
    const element = known?.shown === shown ? known.element : build();
    elements[kind] = { shown, element };
    return element;
  }

  /** @param {Node} node */
  #comment(node) {
    const { comment } = node;
    const build = () => make("p", { class: "tree-comment", dir: "auto", text: comment });
    return comment ? [this.#kept(node, "comment", comment, build)] : [];
  }

  /**
   * @param {Node} node
   * @param {boolean} numbered
   */
  #move(node, numbered) {
    const remark = this.#remarks.get(node);
    const way = node.turn ? wayOf(node.turn) : "";
    const shown = JSON.stringify([numbered, node.turn?.text, way, remark]);
    const element = this.#kept(node, "move", shown, () => this.#makeMove(node, numbered, way, remark));
    this.#buttons.set(node, /** @type {HTMLElement} */ (element.lastElementChild));
    return element;
  }

  /**
   * @param {Node} node
   * @param {boolean} numbered
   * @param {string} way
   * @param {Remark | undefined} remark
   */
  #makeMove(node, numbered, way, remark) {
    const opens = node.ply % 2 === 1;
    const number = formatNumber(Math.ceil(node.ply / 2)) + (opens ? "." : "…");
    const short = node.turn ? shortWayOf(node.turn) : "";
    const go = () => this.dispatchEvent(new CustomEvent("node", { detail: node }));
    const button = make(
      "button",
      {
        type: "button",
        class: `move ${remark?.kind ?? ""}`,
        title: way,
        on: { click: go },
      },
      make("span", { class: "move-text" }, notation(node.turn?.text ?? "")),
      short && make("span", { class: "quiet move-way" }, notation(short)),
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

/**
 * Let an element have these children; what stays where it was is left alone, as there may be thousands.
 * @param {HTMLElement} element
 * @param {HTMLElement[]} parts
 */
function refill(element, parts) {
  const before = [...element.children];
  const both = Math.min(before.length, parts.length);
  let first = 0;
  while (first < both && before[first] === parts[first]) first += 1;
  let last = 0;
  while (last < both - first && before.at(-1 - last) === parts.at(-1 - last)) last += 1;
  const behind = before[before.length - last] ?? null;
  for (const gone of before.slice(first, before.length - last)) gone.remove();
  for (const part of parts.slice(first, parts.length - last)) element.insertBefore(part, behind);
}

customElements.define("vato-tree", MoveTree);
