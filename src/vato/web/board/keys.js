/**
 * The board by keyboard: arrow keys go from point to point as they lie, Enter and Space do what a click does, Escape
 * takes back, Page Up and Page Down go to the next point that can be used.
 */

import { press, undoStep } from "./play.js";
import * as read from "./state.js";

/** @typedef {import("./state.js").Core} Core */

/** @type {Record<string, [right: number, down: number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * Listen to the keyboard.
 * @param {Core} core
 */
export function listenToKeys(core) {
  const { points, chooser, state } = core;
  points.element.addEventListener("keydown", (event) => handled(event, pointKey(core, event)));
  chooser.element.addEventListener("keydown", (event) => handled(event, chooserKey(core, event)));
  points.element.addEventListener("focusin", (event) => {
    const cell = /** @type {HTMLElement} */ (event.target);
    points.mark(cell.dataset.point ?? "");
    if (!cell.matches(":focus-visible")) return;
    state.hovered = cell.dataset.point ?? null;
    core.drawMarks();
  });
  points.element.addEventListener("focusout", () => {
    state.hovered = null;
    core.drawMarks();
  });
  // A screen reader clicks a cell without any pointer.
  points.element.addEventListener("click", (event) => {
    const { point } = /** @type {HTMLElement} */ (event.target).dataset;
    if (point && event.detail === 0) press(core, point, { keys: true });
  });
}

/**
 * Take back on Escape, also where the focus is nowhere in particular; return whether there was something.
 * @param {Core} core
 * @param {KeyboardEvent} event
 */
export function escapeAnywhere(core, event) {
  // A click on the board leaves the focus on whatever around it can have it, such as the main part of the page.
  const nowhere = event.target instanceof Node && event.target.contains(core.host);
  if (event.key === "Escape" && nowhere && !event.defaultPrevented) handled(event, undoStep(core));
}

/**
 * @param {KeyboardEvent} event
 * @param {boolean} done
 */
function handled(event, done) {
  if (!done) return;
  event.preventDefault();
  event.stopPropagation();
}

/**
 * @param {Core} core
 * @param {KeyboardEvent} event
 */
function pointKey(core, event) {
  const { points, state } = core;
  const { view } = state;
  if (!view || event.ctrlKey || event.altKey || event.metaKey) return false;
  const point = points.current;
  const arrow = ARROWS[event.key];
  if (arrow) {
    const next = view.neighbour(point, ...arrow);
    if (next) points.focus(next);
    return true;
  }
  switch (event.key) {
    case "Home":
    case "End": {
      const row = view.rows.find((names) => names.some(({ name }) => name === point)) ?? [];
      points.focus((event.key === "Home" ? row[0] : row[row.length - 1])?.name ?? point);
      return true;
    }
    case "PageDown":
    case "PageUp":
      points.focus(nextUsable(core, event.key === "PageDown" ? 1 : -1));
      return true;
    case "Enter":
    case " ":
      if (!event.repeat) activate(core, point);
      return true;
    case "Escape": {
      const start = state.taken.at(-1)?.from ?? read.origin(state);
      const done = undoStep(core);
      if (done && start) points.focus(start);
      return done;
    }
    case "Delete":
    case "Backspace":
      if (state.mode !== "edit") return false;
      core.emit("vato-edit", { point, from: null, erase: true });
      return true;
    default:
      return chooserLetter(core, event.key);
  }
}

/**
 * Do what a click on a point does; the focus follows the piece.
 * @param {Core} core
 * @param {string} point
 */
function activate(core, point) {
  const before = core.state.taken.length;
  press(core, point, { keys: true });
  const step = core.state.taken.at(-1);
  if (step && core.state.taken.length > before) core.points.focus(step.to);
}

/**
 * Return the next point in reading order on which something can be done, after the present one.
 * @param {Core} core
 * @param {number} by 1 or -1
 */
function nextUsable({ state, points }, by) {
  const start = read.origin(state);
  const usable = new Set(
    start
      ? read.openFrom(state, start).map(({ to }) => to)
      : read.mayChooseAhead(state)
        ? [...state.standing.keys()].filter((at) => read.isOwnAhead(state, at))
        : read.open(state).map(({ from }) => from),
  );
  const all = (state.view?.rows ?? []).flat().map(({ name }) => name);
  const here = all.indexOf(points.current);
  for (let away = 1; away <= all.length; away++) {
    const name = all[(here + by * away + all.length * 2) % all.length];
    if (usable.has(name)) return name;
  }
  return points.current;
}

/**
 * @param {Core} core
 * @param {KeyboardEvent} event
 */
function chooserKey(core, event) {
  const buttons = [...core.chooser.element.querySelectorAll("button")];
  const here = buttons.findIndex((button) => button === document.activeElement);
  const arrow = ARROWS[event.key];
  if (arrow) {
    buttons[(here + (arrow[0] + arrow[1]) + buttons.length) % buttons.length]?.focus({ preventScroll: true });
    return true;
  }
  if (event.key === "Escape") return undoStep(core);
  return chooserLetter(core, event.key);
}

/**
 * @param {Core} core
 * @param {string} key
 */
function chooserLetter(core, key) {
  return core.chooser.asking && key.length === 1 && core.chooser.answer(key);
}
