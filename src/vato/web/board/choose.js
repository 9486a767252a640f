/**
 * The question which of several ways a step is meant: one button for each, on the board beside what it would strike.
 * Not modal: a click on the pieces themselves answers as well, and anywhere else takes the step back.
 */

import { fill, make } from "../app/element.js";
import { formatNumber, named, t } from "../app/text.js";
import { take } from "./play.js";

/** @typedef {import("./state.js").Core} Core @typedef {import("../types").Option} Option */

/** Least distance of a button from the edge of the board, in pixels. */
const EDGE = 4;
/** Between a button and the piece that it is about. */
const GAP = 5;
/** Where a button may lie, seen from a piece: above it first. */
const SIDES = [
  [0, -1],
  [0, 1],
  [-1, 0],
  [1, 0],
  [-0.8, -0.8],
  [0.8, -0.8],
  [-0.8, 0.8],
  [0.8, 0.8],
];

export class Chooser {
  element = make("div", { class: "board-chooser", role: "group", hidden: true });
  #core;

  /** @param {Core} core */
  constructor(core) {
    this.#core = core;
  }

  /**
   * Ask.
   * @param {Option[]} ways
   * @param {boolean} keys whether the player goes by keys
   */
  open(ways, keys) {
    const buttons = ways.map((way) => this.#button(way));
    fill(this.element, buttons);
    this.element.setAttribute("aria-label", t("board.choose"));
    this.element.hidden = false;
    this.#place(ways, buttons);
    if (keys) buttons[0]?.focus({ preventScroll: true });
  }

  /** Close the question; return whether the focus was in it. */
  close() {
    const focused = this.element.contains(document.activeElement);
    this.element.hidden = true;
    fill(this.element);
    return focused;
  }

  /** Whether the question is being asked. */
  get asking() {
    return !this.element.hidden;
  }

  /**
   * Answer by the letter of a way; return whether there is such a way.
   * @param {string} letter
   */
  answer(letter) {
    const way = this.#core.state.choice.find(({ way }) => way?.toLowerCase() === letter.toLowerCase());
    if (way) this.#take(way);
    return Boolean(way);
  }

  /** @param {Option} way */
  #take(way) {
    const keys = this.element.contains(document.activeElement);
    take(this.#core, way);
    if (keys) this.#core.points.focus(way.to);
  }

  /** @param {Option} way */
  #button(way) {
    const count = way.struck?.length ?? 0;
    const name = named(`board.way.${way.way?.toLowerCase()}`, way.way ?? "");
    const weigh = (/** @type {Option | null} */ weighed) => () => {
      this.#core.state.weighed = weighed;
      this.#core.drawMarks();
    };
    return make(
      "button",
      {
        type: "button",
        class: "board-way",
        data: { way: way.way },
        on: {
          click: () => this.#take(way),
          pointerenter: weigh(way),
          pointerleave: weigh(null),
          focus: weigh(way),
          blur: weigh(null),
        },
      },
      make("span", { text: name }),
      make("span", { class: "unseen", text: t("board.separator") + t("board.target_takes", { count }) }),
      make("span", { class: "board-way-count", "aria-hidden": "true", text: formatNumber(count) }),
    );
  }

  /**
   * Put each button beside what its way strikes, where it hides the least of what is asked about.
   * @param {Option[]} ways
   * @param {HTMLElement[]} buttons
   */
  #place(ways, buttons) {
    const { view } = this.#core.state;
    if (!view) return;
    const area = this.element.getBoundingClientRect();
    const scale = area.width / view.width;
    const reach = view.layout.piece.reach * scale;
    const seen = (/** @type {string} */ point) => {
      const { x, y } = view.spot(point);
      return { x: (x - view.crop) * scale, y: (y - view.crop) * scale };
    };
    const struckBy = (/** @type {Option} */ way) => (way.struck?.length ? way.struck : [way.to]);
    /** @type {Box[]} */
    const kept = [...new Set(ways.flatMap((way) => [way.from, way.to, ...struckBy(way)]))].map((point) =>
      around(seen(point), reach, reach),
    );
    /** @type {Box[]} */
    const taken = [];
    ways.forEach((way, index) => {
      const { offsetWidth: width, offsetHeight: height } = buttons[index];
      const spots = struckBy(way).map(seen);
      const middle = { x: mean(spots.map(({ x }) => x)), y: mean(spots.map(({ y }) => y)) };
      const seats = spots.flatMap((spot) =>
        SIDES.map(([right, down]) => {
          const wish = { x: spot.x + right * (reach + width / 2 + GAP), y: spot.y + down * (reach + height / 2 + GAP) };
          const x = clamp(wish.x, EDGE + width / 2, area.width - EDGE - width / 2);
          const y = clamp(wish.y, EDGE + height / 2, area.height - EDGE - height / 2);
          const box = around({ x, y }, width / 2, height / 2);
          const hidden = kept.reduce((sum, other) => sum + shared(box, other), 0) / (4 * reach * reach);
          const clash = taken.some((other) => shared(box, other) > 0) ? 1 : 0;
          return { box, cost: Math.hypot(x - middle.x, y - middle.y) + 300 * hidden + 3000 * clash };
        }),
      );
      const { box } = seats.reduce((best, seat) => (seat.cost < best.cost ? seat : best));
      taken.push(box);
      buttons[index].style.left = `${(100 * box.left) / area.width}%`;
      buttons[index].style.top = `${(100 * box.top) / area.height}%`;
    });
  }
}

/** @typedef {{left: number, top: number, right: number, bottom: number}} Box */

/**
 * @param {{x: number, y: number}} middle
 * @param {number} aside
 * @param {number} above
 * @returns {Box}
 */
const around = ({ x, y }, aside, above) => ({ left: x - aside, top: y - above, right: x + aside, bottom: y + above });

/** @param {number[]} values */
const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * @param {number} value
 * @param {number} least
 * @param {number} most
 */
const clamp = (value, least, most) => Math.max(least, Math.min(value, most));

/**
 * Return the area that two boxes share.
 * @param {Box} one
 * @param {Box} other
 */
function shared(one, other) {
  const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return Math.max(0, width) * Math.max(0, height);
}
