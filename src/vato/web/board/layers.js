/**
 * Groups of marks under and over the pieces. Each is drawn anew only when what it shows has changed.
 */

import { draw, fill } from "../app/element.js";
import { cross } from "./geometry.js";

const REFUSED_MS = 600;

/** From the wood upwards; the pieces stand between `ghost` and `stars`. */
const UNDER = ["last", "trail", "ghost"];
const OVER = ["stars", "targets", "preview", "ahead", "arrows", "drawn", "marks", "choice", "stop", "refused"];

export class Layers {
  under = draw("g", { class: "under" });
  over = draw("g", { class: "over" });
  /** @type {Map<string, {group: SVGElement, key: string}>} */
  #layers = new Map();

  constructor() {
    for (const [parent, names] of /** @type {[SVGElement, string[]][]} */ ([
      [this.under, UNDER],
      [this.over, OVER],
    ])) {
      for (const name of names) {
        const group = draw("g", { class: `layer-${name}` });
        parent.append(group);
        this.#layers.set(name, { group, key: "" });
      }
    }
  }

  /**
   * Show something in a layer.
   * @param {string} name
   * @param {unknown} shown what it depends on, as data; empty or null: nothing
   * @param {() => (Element | null)[]} build
   */
  set(name, shown, build) {
    const layer = this.#layers.get(name);
    if (!layer) throw new Error(`there is no layer ${name}`);
    const empty = shown === null || shown === undefined || (Array.isArray(shown) && !shown.length);
    const key = empty ? "" : JSON.stringify(shown);
    if (key === layer.key) return;
    layer.key = key;
    fill(layer.group, ...(empty ? [] : build()));
  }

  /**
   * Show for a moment that nothing can be done at a spot.
   * @param {{x: number, y: number}} spot
   * @param {number} reach
   * @param {boolean} moving whether it may fade
   */
  refuse(spot, reach, moving) {
    const group = /** @type {{group: SVGElement}} */ (this.#layers.get("refused")).group;
    const corner = { x: spot.x + 0.75 * reach, y: spot.y - 0.75 * reach };
    const sign = draw(
      "g",
      { class: "refused" },
      draw("circle", { class: "refused-ring", cx: spot.x, cy: spot.y, r: reach + 4 }),
      draw("circle", { class: "refused-ground", cx: corner.x, cy: corner.y, r: 0.4 * reach }),
      draw("path", { class: "refused-cross", d: cross(corner, 0.15 * reach) }),
    );
    fill(group, sign);
    const fading = sign.animate(
      [{ opacity: 1 }, { opacity: 1, offset: moving ? 0.4 : 0.99 }, { opacity: 0 }],
      REFUSED_MS,
    );
    fading.finished.then(
      () => sign.remove(),
      () => {},
    );
  }

  /** Forget everything, as after the board was turned round. */
  clear() {
    for (const layer of this.#layers.values()) {
      layer.key = "";
      fill(layer.group);
    }
  }
}
