/**
 * Mouse and touch: what is pressed, dragged and let fall on the board, in terms of points. What it means is `play.js`, and
 * what is drawn with the other button `draw.js`.
 */

import { drawByHand } from "./draw.js";
import { choosePiece, press, refuse, select, setAhead, step, undoStep } from "./play.js";
import * as read from "./state.js";

/** @typedef {import("./state.js").Core} Core */

/** How far a finger or a mouse may move and still click, in pixels. */
const CLICK_REACH = { touch: 9, mouse: 4 };

export class Pointer {
  #core;
  #svg;
  /**
   * What is pressed, by which pointer and with which piece on it.
   * @type {{id: number, point: string, piece: number | undefined, x: number, y: number, movable: boolean,
   *         wasSelected: boolean, slack: number} | null}
   */
  #pressed = null;
  /** The point where a hand began to draw. @type {string | null} */
  #drawnFrom = null;

  /**
   * @param {Core} core
   * @param {SVGGraphicsElement} svg what the points are drawn in
   */
  constructor(core, svg) {
    this.#core = core;
    this.#svg = svg;
    const { host } = core;
    host.addEventListener("pointerdown", (event) => this.#down(event));
    host.addEventListener("pointermove", (event) => this.#move(event));
    host.addEventListener("pointerup", (event) => this.#up(event));
    host.addEventListener("pointercancel", () => this.#letGo());
    host.addEventListener("pointerleave", () => this.#hover(null));
    host.addEventListener("contextmenu", (event) => this.#point(event) && event.preventDefault());
    // Only this keeps the page from scrolling under a piece that is dragged, and lets it scroll anywhere else.
    host.addEventListener("touchstart", (event) => this.#touch(event), { passive: false });
  }

  /** Let go of what is pressed if the piece that was there is gone; otherwise a new position leaves it in the hand. */
  revise() {
    const pressed = this.#pressed;
    if (pressed?.movable && this.#core.state.standing.get(pressed.point)?.id !== pressed.piece) this.#letGo();
  }

  /** @param {{clientX: number, clientY: number}} event */
  #spot({ clientX, clientY }) {
    const matrix = this.#svg.getScreenCTM();
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(matrix?.inverse());
    return { x, y };
  }

  /** @param {{clientX: number, clientY: number}} event */
  #point(event) {
    return this.#core.state.view?.nearest(this.#spot(event)) ?? null;
  }

  /** @param {Event} event */
  #isElsewhere(event) {
    return this.#core.chooser.element.contains(/** @type {Node} */ (event.target));
  }

  /** @param {TouchEvent} event */
  #touch(event) {
    const point = event.touches.length === 1 ? this.#point(event.touches[0]) : null;
    if (!point || this.#isElsewhere(event)) return;
    const { state } = this.#core;
    const active = state.mode !== "play" || read.origin(state) || state.choice.length || this.#isMovable(point);
    if (active && event.cancelable) event.preventDefault();
  }

  /**
   * Return whether the piece on a point can be taken into the hand.
   * @param {string} point
   */
  #isMovable(point) {
    const { state } = this.#core;
    if (state.mode === "edit") return state.standing.has(point);
    if (state.mode === "draw") return false;
    if (state.choice.length) return false;
    if (read.mayChooseAhead(state)) return read.isOwnAhead(state, point);
    return read.openFrom(state, point).length > 0;
  }

  /** @param {PointerEvent} event */
  #down(event) {
    const { state, host } = this.#core;
    if (!event.isPrimary || this.#isElsewhere(event)) return;
    const point = this.#point(event);
    if (event.button === 2) {
      this.#letGo();
      if (state.mode === "edit") {
        if (point) this.#core.emit("vato-edit", { point, from: null, erase: true });
      } else if (!undoStep(this.#core)) this.#drawnFrom = point;
      return;
    }
    if (event.button !== 0) return;
    if (state.mode === "draw") {
      this.#drawnFrom = point;
      if (point) host.setPointerCapture(event.pointerId);
      return;
    }
    if (state.drawn.length && !state.keepsDrawn) {
      state.drawn = [];
      this.#core.drawMarks();
    }
    if (!point) {
      if (state.choice.length || !state.taken.length) undoStep(this.#core);
      return;
    }
    this.#core.points.mark(point);
    const movable = this.#isMovable(point);
    const wasSelected = state.selected === point;
    const slack = event.pointerType === "touch" ? CLICK_REACH.touch : CLICK_REACH.mouse;
    const piece = state.standing.get(point)?.id;
    const { pointerId: id, clientX: x, clientY: y } = event;
    this.#pressed = { id, point, piece, x, y, movable, wasSelected, slack };
    host.setPointerCapture(event.pointerId);
    // Answered when it is pressed, not when it is let go.
    if (movable && state.mode === "play" && !read.playing(state) && !state.ahead) {
      state.hovered = point;
      select(this.#core, point);
    }
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const pressed = this.#pressed;
    if (!pressed) {
      if (event.pointerType !== "touch" && !this.#isElsewhere(event)) this.#hover(this.#point(event));
      return;
    }
    if (event.pointerId !== pressed.id || !pressed.movable) return;
    const { state, pieces, host } = this.#core;
    if (!state.lifted) {
      if (Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) < pressed.slack) return;
      state.lifted = pressed.point;
      host.dataset.cursor = "grabbing";
      if (state.ahead) setAhead(this.#core, null);
      if (state.mode === "play" && !read.playing(state)) state.selected = pressed.point;
      this.#core.drawMarks();
    }
    pieces.lift(state.standing.get(pressed.point)?.id ?? 0, this.#spot(event));
    this.#hover(this.#point(event));
  }

  /** @param {PointerEvent} event */
  #up(event) {
    if (event.button === 2 || this.#core.state.mode === "draw") this.#endDrawing(this.#point(event), event.button === 2);
    const pressed = this.#pressed;
    if (!pressed || event.pointerId !== pressed.id) return;
    const { state } = this.#core;
    const point = this.#point(event);
    const lifted = state.lifted;
    this.#pressed = null;
    state.lifted = null;
    if (event.pointerType === "touch") state.hovered = null;
    if (lifted) this.#drop(lifted, point);
    else if (point === pressed.point) this.#click(pressed);
    this.#core.drawMarks();
    this.#pointCursor(event.pointerType === "touch" ? null : point);
  }

  /** @param {{point: string, movable: boolean, wasSelected: boolean}} pressed */
  #click({ point, movable, wasSelected }) {
    const { state } = this.#core;
    const choosing = movable && read.mayPlay(state) && !read.playing(state);
    if (choosing) choosePiece(this.#core, point, { wasSelected });
    else if (movable && state.mode === "play" && !state.ahead && !wasSelected && read.mayChooseAhead(state)) return;
    else press(this.#core, point);
  }

  /**
   * @param {string} from
   * @param {string | null} to
   */
  #drop(from, to) {
    const { state, pieces, motion } = this.#core;
    const figure = pieces.figures.get(state.standing.get(from)?.id ?? 0);
    const ways = read.openFrom(state, from).filter((option) => option.to === to);
    if (ways.length) return step(this.#core, ways, { dropped: true });
    if (state.mode === "edit" && to !== from) {
      if (figure) pieces.release(figure);
      return this.#core.emit(
        "vato-edit",
        to ? { point: to, from, erase: false } : { point: from, from: null, erase: true },
      );
    }
    if (figure) motion.putBack(figure);
    if (!to || to === from) return undefined;
    if (read.mayChooseAhead(state)) return void setAhead(this.#core, { from, to });
    return refuse(this.#core, from, to);
  }

  /**
   * Draw from where the pointer went down; a click of the first button only puts the pen there.
   * @param {string | null} to
   * @param {boolean} isOther whether it was the other button
   */
  #endDrawing(to, isOther) {
    const from = this.#drawnFrom;
    this.#drawnFrom = null;
    if (!from || !to) return;
    if (from === to && !isOther) press(this.#core, to);
    else drawByHand(this.#core, from, to);
  }

  #letGo() {
    this.#drawnFrom = null;
    const { state, pieces, motion } = this.#core;
    const figure = state.lifted ? pieces.figures.get(this.#pressed?.piece ?? 0) : null;
    this.#pressed = null;
    state.lifted = null;
    if (figure) motion.putBack(figure);
    this.#core.drawMarks();
  }

  /** @param {string | null} point */
  #hover(point) {
    const { state } = this.#core;
    if (!state.lifted) this.#pointCursor(point);
    if (state.hovered === point) return;
    state.hovered = point;
    this.#core.drawMarks();
  }

  /** @param {string | null} point */
  #pointCursor(point) {
    const { state, host } = this.#core;
    const start = read.origin(state);
    const aimed = Boolean(
      point && start && (point === start || read.openFrom(state, start).some(({ to }) => to === point)),
    );
    const able = aimed || (point && (state.mode !== "play" || (read.mayChooseAhead(state) && start)));
    const cursor = point && this.#isMovable(point) ? "grab" : able ? "pointer" : "";
    if (host.dataset.cursor !== cursor) host.dataset.cursor = cursor;
  }
}
