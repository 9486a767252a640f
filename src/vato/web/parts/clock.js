/**
 * One player's clock. Counts down from what the server said, on this page's own time, and says when nothing is left.
 */

import { formatDuration, t } from "../app/text.js";

/** Below this, tenths are shown and the clock is marked. */
const LOW_MS = 20_000;
const TENTHS_MS = 10_000;
const MINUTE_MS = 60_000;
/** Where a turn has days, as much is told in words. */
const HOUR_MS = 60 * MINUTE_MS;

/**
 * @typedef {object} Shown
 * @property {number} remaining milliseconds left at the moment `from`
 * @property {number} from on the page's own clock
 * @property {boolean} running
 * @property {number} stands for how long after `from` it does not run yet
 * @property {boolean} perTurn whether it has days
 * @property {() => void} onEnd
 */

/**
 * Return a time as people read it from a clock; tenths when it is nearly over.
 * @param {number} remaining milliseconds
 */
function clockText(remaining) {
  const left = Math.max(0, remaining);
  if (left < TENTHS_MS) return (Math.floor(left / 100) / 10).toFixed(1);
  const seconds = Math.floor(left / 1000);
  const two = (/** @type {number} */ value) => String(value).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

export class ClockFace extends HTMLElement {
  /** @type {Shown} */
  #now = { remaining: 0, from: 0, running: false, stands: 0, perTurn: false, onEnd: () => {} };
  #told = false;
  #shown = "";
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  connectedCallback() {
    this.setAttribute("role", "timer");
    this.setAttribute("aria-label", t("clock.label"));
    this.#tick();
  }

  disconnectedCallback() {
    clearTimeout(this.#timer);
  }

  /** @param {Shown} shown */
  show(shown) {
    this.#now = shown;
    this.#told = false;
    this.#tick();
  }

  #tick() {
    clearTimeout(this.#timer);
    const { remaining, from, running, stands, perTurn, onEnd } = this.#now;
    const standing = running ? Math.max(0, stands - (performance.now() - from)) : 0;
    const left = remaining - (running ? Math.max(0, performance.now() - from - stands) : 0);
    const inWords = perTurn && left >= HOUR_MS;
    const text = inWords ? formatDuration(left) : clockText(left);
    if (text !== this.#shown) this.replaceChildren(text);
    this.#shown = text;
    this.classList.toggle("running", running);
    this.classList.toggle("standing", standing > 0);
    this.classList.toggle("in-words", inWords);
    this.classList.toggle("low", running && left < LOW_MS);
    if (!running || !this.isConnected) return;
    if (left <= 0) {
      if (!this.#told) onEnd();
      this.#told = true;
      return;
    }
    // A timer has room for 24 days only, and the page may sleep: never longer than a minute.
    const next = standing > 0 ? standing : inWords ? left % MINUTE_MS : left < TENTHS_MS + 200 ? 100 : left % 1000;
    this.#timer = setTimeout(() => this.#tick(), Math.min(next, MINUTE_MS) + 5);
  }
}

customElements.define("vato-clock", ClockFace);
