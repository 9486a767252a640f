/**
 * The points for keyboard and screen reader: a grid of cells over the board, of which one can be reached with the tab
 * key and the others from there with the arrow keys. Takes no pointer.
 */

import { fill, make } from "../app/element.js";
import { describe } from "./speak.js";
import { playing } from "./state.js";

/** @typedef {import("./state.js").Core} Core */

export class Points {
  element = make("div", { class: "board-points", role: "grid" });
  #core;
  /** @type {Map<string, HTMLElement>} */
  #cells = new Map();
  #current = "";

  /** @param {Core} core */
  constructor(core) {
    this.#core = core;
  }

  /** The point that has the focus, or had it last. */
  get current() {
    return this.#current;
  }

  /** Whether the focus is on a point. */
  get focused() {
    return this.element.contains(document.activeElement);
  }

  /** Lay the cells out anew. */
  build() {
    const { view } = this.#core.state;
    if (!view) return;
    const focused = this.focused;
    this.#cells.clear();
    const { reach } = view.layout.piece;
    const share = (/** @type {number} */ length, /** @type {number} */ whole) => `${(100 * length) / whole}%`;
    const rows = view.rows.map((names, index) =>
      make(
        "div",
        { role: "row", "aria-rowindex": index + 1 },
        names.map(({ name, column }) => {
          const { x, y } = view.spot(name);
          const cell = make("div", {
            role: "gridcell",
            class: "board-point",
            tabindex: -1,
            "aria-colindex": column,
            data: { point: name },
          });
          cell.style.left = share(x - reach - view.crop, view.width);
          cell.style.top = share(y - reach - view.crop, view.height);
          cell.style.width = share(2 * reach, view.width);
          cell.style.height = share(2 * reach, view.height);
          this.#cells.set(name, cell);
          return cell;
        }),
      ),
    );
    this.element.setAttribute("aria-rowcount", String(rows.length));
    this.element.setAttribute("aria-colcount", String(Math.max(...view.rows.flat().map(({ column }) => column))));
    fill(this.element, rows);
    if (!this.#cells.has(this.#current)) this.#current = view.layout.points[0]?.name ?? "";
    this.#cells.get(this.#current)?.setAttribute("tabindex", "0");
    if (focused) this.focus(this.#current);
  }

  /** Say anew what lies on each point. */
  name() {
    const { state } = this.#core;
    const chosen = playing(state) ?? state.selected;
    for (const [point, cell] of this.#cells) {
      const words = describe(this.#core, point);
      if (cell.getAttribute("aria-label") !== words) cell.setAttribute("aria-label", words);
      const selected = String(point === chosen);
      if (cell.getAttribute("aria-selected") !== selected) cell.setAttribute("aria-selected", selected);
    }
  }

  /**
   * Make a point the one that the tab key reaches.
   * @param {string} point
   */
  mark(point) {
    if (point === this.#current || !this.#cells.has(point)) return;
    this.#cells.get(this.#current)?.setAttribute("tabindex", "-1");
    this.#cells.get(point)?.setAttribute("tabindex", "0");
    this.#current = point;
  }

  /**
   * Bring the focus to a point.
   * @param {string} point
   */
  focus(point) {
    this.mark(point);
    this.#cells.get(point)?.focus({ preventScroll: true });
  }
}
