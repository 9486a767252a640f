/**
 * Motion that explains: a piece glides along its way, captured ones fly off in order, a piece turns round, those jumped
 * over go back. The state is always ahead of what is seen, so that motion can be cut at any moment and leave it exact.
 */

import { along } from "./geometry.js";
import { change, kindOf, settle } from "./state.js";

/**
 * @typedef {import("./state.js").Core} Core
 * @typedef {import("../types").Step} Step
 * @typedef {import("./pieces.js").Figure} Figure
 * @typedef {import("./pieces.js").Pose} Pose
 */

const GLIDE_MS = 210;
const DROP_MS = 90;
const FLY_MS = 230;
const TURN_MS = 180;
const SWIFT_MS = 160;
const PAUSE_MS = 70;
/** Between one captured piece and the next; less where there are many. */
const STAGGER_MS = 55;
const STAGGER_TOTAL_MS = 260;
/** How large a piece is while it jumps over another. */
const RISE = 1.16;
const SMOOTH = "cubic-bezier(0.3, 0, 0.2, 1)";

const reduced = matchMedia("(prefers-reduced-motion: reduce)");

export class Motion {
  /** Whether the page wants no motion. */
  still = false;
  #core;
  /** @type {Set<Animation>} */
  #running = new Set();
  /** The turns being shown: their steps that are still to come. @type {{rest: Step[]} | null} */
  #run = null;

  /** @param {Core} core */
  constructor(core) {
    this.#core = core;
  }

  /** Whether things may move now. */
  get able() {
    return !this.still && !document.hidden && !reduced.matches && this.#core.host.isConnected;
  }

  /**
   * Take one step and show it. Resolves once the piece has landed, or was cut short.
   * @param {Step} step
   * @param {() => void} apply what changes the state
   * @param {boolean} [dropped] whether the piece was brought there by hand
   * @returns {Promise<boolean>} whether it landed in its own time
   */
  async step(step, apply, dropped = false) {
    const { state, pieces } = this.#core;
    apply();
    settle(state);
    const view = /** @type {import("./geometry.js").View} */ (state.view);
    const changes = pieces.draw(state.standing.values(), view);
    this.#core.drawMarks();
    const held = new Map(changes.moved.map(({ figure }) => [figure, this.#core.pieces.release(figure)]));
    if (!this.able) {
      this.#core.emit("vato-step", { kind: kindOf(step), step });
      return true;
    }
    const end = view.spot(step.to);
    const duration = dropped ? DROP_MS : GLIDE_MS;
    let landing = Promise.resolve(true);
    let struck = 0;
    const others = step.changes.filter(({ from }) => from !== step.from);
    const stagger = Math.min(STAGGER_MS, STAGGER_TOTAL_MS / Math.max(others.length, 1));
    for (const { from, to } of step.changes) {
      const place = view.spot(to ?? from);
      const entry = changes.moved.find(({ figure }) => to && isAt(figure.pose, place));
      if (entry && from === step.from) {
        const between = dropped ? [] : (step.path ?? []).slice(1, -1);
        // What is jumped over is jumped over: the piece rises there.
        const way = between.map((point) => ({ ...view.spot(point), raised: step.struck?.includes(point) }));
        landing = this.#glide(
          entry.figure,
          [held.get(entry.figure) ?? entry.before, ...way, entry.figure.pose],
          duration,
          0,
        );
        this.#turn(entry.figure, entry.before, duration * 0.85);
        this.#arrive(entry.figure, entry.before, duration);
      } else {
        const delay = (dropped ? 0 : duration * 0.5) + stagger * struck++;
        const figure = changes.gone.find(({ pose }) => isAt(pose, place));
        if (entry) this.#glide(entry.figure, [entry.before, entry.figure.pose], GLIDE_MS + 30, delay);
        else if (figure) this.#fly(figure, end, delay);
      }
    }
    const landed = await landing;
    if (landed) this.#core.emit("vato-step", { kind: kindOf(step), step });
    return landed;
  }

  /**
   * Show turns that were played elsewhere, one step after the other. What was just done here is not repeated.
   * @param {Step[]} steps
   */
  async replay(steps) {
    const rest = this.#unseen(steps);
    if (this.#run) this.finish();
    this.#core.state.busy = true;
    if (!rest.length) return;
    await this.quiet();
    const run = (this.#run = { rest: [...rest] });
    while (this.#run === run && run.rest.length) {
      const step = /** @type {Step} */ (run.rest.shift());
      const landed = await this.step(step, () => this.#commit(step));
      if (!landed || this.#run !== run) return;
      if (run.rest.length && this.able) await new Promise((done) => setTimeout(done, PAUSE_MS));
    }
    if (this.#run !== run) return;
    this.#run = null;
    await this.quiet();
  }

  /** Show no further steps, as a newer position makes them void. */
  forget() {
    this.#run = null;
  }

  /** Put everything at once where it belongs. */
  finish() {
    const run = this.#run;
    this.#run = null;
    for (const step of run?.rest ?? []) this.#commit(step);
    for (const animation of this.#running) animation.cancel();
    this.#running.clear();
    this.#core.pieces.leaving.replaceChildren();
    if (run?.rest.length) this.#core.draw();
  }

  /** Resolve when nothing moves any more. */
  async quiet() {
    while (this.#running.size) await Promise.all([...this.#running].map(ended));
  }

  /**
   * Show a difference without telling a story: what stands elsewhere glides there, the rest appears or fades.
   * @param {ReturnType<import("./pieces.js").Pieces["draw"]>} changes
   */
  shift({ moved, come, gone }) {
    const held = moved.map(({ figure }) => this.#core.pieces.release(figure));
    if (!this.able) return;
    moved.forEach(({ figure, before }, index) => {
      this.#glide(figure, [held[index] ?? before, figure.pose], SWIFT_MS, 0);
      this.#turn(figure, before, 0);
    });
    for (const figure of come) this.#start(figure.root, [{ opacity: 0 }, { opacity: 1 }], SWIFT_MS, 0);
    for (const figure of gone) {
      this.#core.pieces.leaving.append(figure.root);
      this.#start(figure.root, [{ opacity: 1 }, { opacity: 0 }], SWIFT_MS, 0).then(() => figure.root.remove());
    }
  }

  /**
   * Let the piece in the hand go back to where it stands.
   * @param {Figure} figure
   */
  putBack(figure) {
    const from = this.#core.pieces.release(figure);
    if (from && this.able) this.#glide(figure, [from, figure.pose], SWIFT_MS, 0);
  }

  /**
   * Say no: the piece shakes its head, and a cross appears where nothing can be done.
   * @param {string} point
   * @param {string} piece where the piece is that was meant
   */
  shake(point, piece) {
    const { state, pieces, layers } = this.#core;
    const view = state.view;
    if (!view) return;
    const figure = pieces.figures.get((state.standing.get(point) ?? state.standing.get(piece))?.id ?? 0);
    layers.refuse(view.spot(point), view.layout.piece.reach, this.able);
    if (!figure || !this.able) return;
    const { x, y } = figure.pose;
    const frames = [0, -5, 5, -3.5, 3.5, 0].map((aside) => ({ transform: `translate(${x + aside}px, ${y}px)` }));
    this.#start(figure.root, frames, 260, 0, "linear");
  }

  /**
   * Return the steps that are not on the board already.
   * @param {Step[]} steps
   */
  #unseen(steps) {
    const { state } = this.#core;
    const { taken } = state;
    const seen =
      taken.length > 0 && taken.length <= steps.length && taken.every((step, index) => isSame(step, steps[index]));
    if (seen) state.pieces = [...state.standing.values()];
    const dropped = !seen && (taken.length || state.choice.length);
    if (state.choice.length) this.#core.chooser.close();
    Object.assign(state, { taken: [], choice: [], weighed: null, sent: false, trail: seen ? taken : [] });
    if (taken.length) state.selected = null;
    if (dropped) this.#core.draw();
    return seen ? steps.slice(taken.length) : steps;
  }

  /** @param {Step} step */
  #commit(step) {
    const { state } = this.#core;
    // A step that starts where the last one ended goes on with the same turn.
    const goesOn = state.trail.at(-1)?.to === step.from;
    const standing = new Map(state.pieces.map((piece) => [piece.at, piece]));
    change(standing, step);
    state.pieces = [...standing.values()];
    state.trail = goesOn ? [...state.trail, step] : [step];
  }

  /**
   * @param {Figure} figure
   * @param {{x: number, y: number, raised?: boolean}[]} way
   * @param {number} duration
   * @param {number} delay
   */
  #glide(figure, way, duration, delay) {
    // What moves passes over what stands.
    figure.root.parentNode?.append(figure.root);
    for (const animation of figure.root.getAnimations()) animation.cancel();
    return this.#start(
      figure.root,
      way.map(({ x, y, raised }) => ({ transform: `translate(${x}px, ${y}px) scale(${raised ? RISE : 1})` })),
      duration,
      delay,
    );
  }

  /**
   * @param {Figure} figure
   * @param {Pose} before
   * @param {number} delay
   */
  #turn(figure, before, delay) {
    const { heading } = figure.pose;
    if (heading === before.heading) return;
    const from = heading > before.heading ? before.heading : before.heading - 360;
    for (const [element, frames] of figure.turning(from, heading)) this.#start(element, frames, TURN_MS, delay);
  }

  /**
   * Let a piece that has come home fade and get its check only when it is there.
   * @param {Figure} figure
   * @param {Pose} before
   * @param {number} delay
   */
  #arrive(figure, before, delay) {
    if (!figure.pose.home || before.home) return;
    for (const element of [figure.body, figure.side, ...figure.shadows])
      this.#start(element, [{ opacity: 1 }, {}], TURN_MS, delay);
    this.#start(figure.check, [{ opacity: 0 }, { opacity: 1 }], TURN_MS, delay);
  }

  /**
   * @param {Figure} figure
   * @param {{x: number, y: number}} striker
   * @param {number} delay
   */
  #fly(figure, striker, delay) {
    const { x, y } = figure.pose;
    const far = along({ x, y }, { x: 2 * x - striker.x, y: 2 * y - striker.y }, 64);
    const frames = [
      { transform: `translate(${x}px, ${y}px) scale(1)`, opacity: 1 },
      {
        transform: `translate(${(x + far.x) / 2}px, ${(y + far.y) / 2 - 18}px) scale(1.12)`,
        opacity: 0.9,
        offset: 0.4,
      },
      { transform: `translate(${far.x}px, ${far.y - 10}px) scale(0.6)`, opacity: 0 },
    ];
    figure.root.classList.remove("struck");
    this.#core.pieces.leaving.append(figure.root);
    this.#start(figure.root, frames, FLY_MS, delay).then(() => figure.root.remove());
  }

  /**
   * @param {Element} element
   * @param {Keyframe[]} frames
   * @param {number} duration
   * @param {number} delay
   * @param {string} [easing]
   * @returns {Promise<boolean>} whether it ran to its end
   */
  #start(element, frames, duration, delay, easing = SMOOTH) {
    const animation = element.animate(frames, { duration, delay, easing, fill: "backwards" });
    this.#running.add(animation);
    return ended(animation).then((whole) => {
      this.#running.delete(animation);
      return whole;
    });
  }
}

/** @param {Animation} animation */
const ended = (animation) =>
  animation.finished.then(
    () => true,
    () => false,
  );

/**
 * @param {{x: number, y: number}} pose
 * @param {{x: number, y: number}} place
 */
const isAt = (pose, place) => pose.x === place.x && pose.y === place.y;

/**
 * @param {Step} one
 * @param {Step} other
 */
const isSame = (one, other) =>
  one.from === other.from &&
  one.to === other.to &&
  JSON.stringify(one.struck ?? []) === JSON.stringify(other.struck ?? []);
