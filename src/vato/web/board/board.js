/**
 * `<vato-board>`: draws the layout and the pieces it is given and lets the player walk the options it is given. Knows
 * no rules and no game. What it takes and tells is typed in `types.d.ts`.
 *
 *     board.layout = layout;
 *     board.show({ pieces, turn, options, last, interactive: true });
 *     board.addEventListener("vato-move", ({ detail }) => send(detail.text));
 *     await board.replay(turn.steps);
 */

import { draw, fill, make } from "../app/element.js";
import { t } from "../app/text.js";
import { Motion } from "./animate.js";
import { Chooser } from "./choose.js";
import { View } from "./geometry.js";
import { drawGround } from "./ground.js";
import { Pointer } from "./input.js";
import { escapeAnywhere, listenToKeys } from "./keys.js";
import { Layers } from "./layers.js";
import { drawMarks } from "./marks.js";
import { asPicture } from "./picture.js";
import { Pieces } from "./pieces.js";
import * as play from "./play.js";
import { Points } from "./points.js";
import { adopt, dropTurn } from "./show.js";
import { inWords } from "./speak.js";
import { newState, settle } from "./state.js";

/**
 * @typedef {import("./state.js").Core} Core
 * @typedef {import("../types").BoardView} BoardView
 * @typedef {import("../types").Layout} Layout
 * @typedef {import("../types").Step} Step
 */

/** Below this width, in pixels, the frame is narrower. */
const NARROW = 480;
/** Where a wide board may stand upright: a phone that does. */
const PORTRAIT = matchMedia("(max-width: 40rem) and (orientation: portrait)");

let boards = 0;

export class VatoBoard extends HTMLElement {
  #prefix = `board${++boards}`;
  #ground = draw("svg", { class: "board-ground", "aria-hidden": "true" });
  #stage = draw("svg", { class: "board-stage", "aria-hidden": "true" });
  #face = make("div", { class: "board-face" });
  #help = make("p", { id: `${this.#prefix}-help`, hidden: true });
  /** @type {Layout | null} */
  #layout = null;
  #flipped = false;
  #upright = false;
  #label = "";
  #named = false;
  #resizing = new ResizeObserver(() => this.#fit());
  /** @type {Core} */
  #core;
  #pointer;
  #leaving = (/** @type {KeyboardEvent} */ event) => escapeAnywhere(this.#core, event);
  #hiding = () => document.hidden && this.#core.motion.finish();

  constructor() {
    super();
    // The parts know each other through the core, so it is there before they are.
    const core = /** @type {Core} */ (Object.assign(Object.create(null), { state: newState(), host: this, sides: [] }));
    this.#core = core;
    core.layers = new Layers();
    core.pieces = new Pieces(this.#prefix);
    core.points = new Points(core);
    core.chooser = new Chooser(core);
    core.motion = new Motion(core);
    core.draw = (glide = false) => this.#draw(glide);
    core.drawMarks = () => this.#drawMarks();
    core.emit = (name, detail) => void this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true }));
    core.say = (...parts) => {
      const [key, values = {}] = parts[0];
      core.emit("vato-say", { key, values, text: inWords(parts) });
    };
    const { defs, group, leaving, hand } = core.pieces;
    this.#stage.append(defs, core.layers.under, group, leaving, core.layers.over, hand);
    core.points.element.setAttribute("aria-describedby", this.#help.id);
    this.#face.append(this.#ground, this.#stage, core.points.element, core.chooser.element, this.#help);
    this.#pointer = new Pointer(core, /** @type {SVGGraphicsElement} */ (this.#stage));
    listenToKeys(core);
  }

  connectedCallback() {
    if (!this.contains(this.#face)) fill(this, this.#face);
    this.#resizing.observe(this);
    document.addEventListener("keydown", this.#leaving);
    document.addEventListener("visibilitychange", this.#hiding);
    this.#fit();
    this.refresh();
  }

  disconnectedCallback() {
    this.#resizing.disconnect();
    document.removeEventListener("keydown", this.#leaving);
    document.removeEventListener("visibilitychange", this.#hiding);
    this.#core.motion.finish();
  }

  // What the page sets

  /** Where everything lies. @type {Layout | null} */
  get layout() {
    return this.#layout;
  }

  set layout(layout) {
    if (layout === this.#layout) return;
    this.#layout = layout;
    this.#core.motion.finish();
    this.#core.chooser.close();
    this.#core.pieces.clear();
    this.#core.layers.clear();
    const { interactive, premove, mode, quick, confirming } = this.#core.state;
    Object.assign(this.#core.state, newState(), { interactive, premove, mode, quick, confirming });
    this.#fit();
  }

  /** What the page calls the players' sides; `board.piece.<side>` is the key of what their pieces are called. */
  get sides() {
    return this.#core.sides;
  }

  set sides(sides) {
    this.#core.sides = sides;
    this.#nameSoon();
  }

  /** The accessible name of the board. */
  get label() {
    return this.#label;
  }

  set label(label) {
    this.#label = label;
    this.#core.points.element.setAttribute("aria-label", label || t("board.label"));
  }

  /** Whether nothing moves, even where the system allows it. */
  get still() {
    return this.#core.motion.still;
  }

  set still(still) {
    this.#core.motion.still = still;
  }

  /** Whether coordinates are seen. */
  get coordinates() {
    return !this.classList.contains("bare");
  }

  set coordinates(seen) {
    this.classList.toggle("bare", !seen);
  }

  /** Whether a wide board stands upright on a phone that does. */
  get upright() {
    return this.#upright;
  }

  set upright(upright) {
    this.#upright = upright;
    this.#fit();
  }

  /** Whether a piece that can go to only one place goes there when it is chosen. */
  get quick() {
    return this.#core.state.quick;
  }

  set quick(quick) {
    this.#core.state.quick = quick;
  }

  /** Whether every turn waits for the player to end it. */
  get confirming() {
    return this.#core.state.confirming;
  }

  set confirming(confirming) {
    this.#core.state.confirming = confirming;
  }

  // What the page asks

  /** The turn in the making. */
  get half() {
    return play.half(this.#core);
  }

  /** The address of the position as a picture: all of the board and the last turn, without what can be done there. */
  get picture() {
    const { view, pieces, last } = this.#core.state;
    if (!view || !this.#layout) return "";
    const twin = new VatoBoard();
    twin.layout = this.#layout;
    twin.coordinates = this.coordinates;
    // Beside this one for a moment, and wide enough for the whole frame.
    Object.assign(twin.style, { position: "fixed", inlineSize: `${2 * NARROW}px` });
    this.append(twin);
    twin.show({ pieces, last, flipped: this.#flipped, interactive: false });
    const picture = asPicture([twin.#ground, twin.#stage], this.#label || t("board.label"), this.#layout);
    twin.remove();
    return picture;
  }

  // What the page does

  /**
   * Show a position, or change what is shown around it. What is left out stays; but with `pieces`, options, last turn,
   * closed points, arrows and marks start anew. A turn in the making stays as long as it is still possible.
   * @param {BoardView} view
   */
  show(view) {
    const turned = view.flipped !== undefined && view.flipped !== this.#flipped;
    if (view.flipped !== undefined) this.#flipped = view.flipped;
    if (adopt(this.#core, view)) this.#core.motion.finish();
    if (turned) this.#fit();
    this.#draw(Boolean(view.glide));
  }

  /**
   * Show steps that were played, one after the other. Those that the player has just played here are not repeated.
   * `show` is to follow.
   * @param {Step[]} steps
   */
  replay(steps) {
    return this.#core.motion.replay(steps);
  }

  /** End the turn where it may stop; return whether it did. */
  endTurn() {
    return play.endTurn(this.#core);
  }

  /** Take back the last half-played thing; return whether there was one. */
  undoStep() {
    return play.undoStep(this.#core);
  }

  /** Put back everything that was half played, or ended and not accepted. */
  reset() {
    this.#core.motion.finish();
    dropTurn(this.#core);
    this.#draw(true);
    this.#core.emit("vato-half", this.half);
  }

  /** Play the move chosen ahead if it can be played in one way only, else forget it; return whether it was played. */
  tryPremove() {
    return play.tryPremove(this.#core);
  }

  /**
   * Bring the keyboard's focus to the board.
   * @override
   * @param {FocusOptions} [options]
   */
  focus(options) {
    if (!options?.preventScroll) this.scrollIntoView({ block: "nearest" });
    this.#core.points.focus(this.#core.points.current);
  }

  /** Say everything anew, as after a change of language. */
  refresh() {
    this.label = this.#label;
    this.#help.textContent = t("board.keys");
    this.#core.points.name();
  }

  // Inside

  /** Lay the board out for its size, its side and its layout. */
  #fit() {
    const layout = this.#layout;
    if (!layout || !this.isConnected) return;
    const { state, layers, points } = this.#core;
    const narrow = this.clientWidth > 0 && this.clientWidth < NARROW;
    const upright = this.#upright && PORTRAIT.matches && layout.width > layout.height;
    const { view } = state;
    const isSeenSo = view?.flipped === this.#flipped && view.upright === upright && view.crop > 0 === narrow;
    if (view?.layout === layout && isSeenSo) return;
    this.#core.motion.finish();
    state.view = new View(layout, this.#flipped, narrow, upright);
    this.style.setProperty("--board-aspect", String(state.view.width / state.view.height));
    this.classList.toggle("narrow", narrow);
    drawGround(this.#ground, state.view, this.#prefix);
    this.#stage.setAttribute("viewBox", state.view.box);
    layers.clear();
    points.build();
    this.#draw(false);
  }

  /** @param {boolean} glide */
  #draw(glide) {
    const { state, pieces, motion } = this.#core;
    settle(state);
    if (!state.view) return;
    const changes = pieces.draw(state.standing.values(), state.view);
    if (glide) motion.shift(changes);
    else for (const { figure } of changes.moved) pieces.release(figure);
    this.#drawMarks();
  }

  #drawMarks() {
    this.#pointer?.revise();
    drawMarks(this.#core);
    this.#nameSoon();
  }

  /** Name the points anew: at once for who is there by keyboard, else when there is time, as it can wait. */
  #nameSoon() {
    if (this.#core.points.focused) this.#core.points.name();
    if (this.#named) return;
    this.#named = true;
    setTimeout(() => {
      this.#named = false;
      this.#core.points.name();
    }, 30);
  }
}

customElements.define("vato-board", VatoBoard);
