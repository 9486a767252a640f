/**
 * One player's clock. Counts down from what the server said, on this page's own time, and says when nothing is left.
 */

import { t } from "../app/text.js";

/** Below this, tenths are shown and the clock is marked. */
const LOW_MS = 20_000;
const TENTHS_MS = 10_000;

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
  #remaining = 0;
  #from = 0;
  #running = false;
  #told = false;
  #shown = "";
  #onEnd = () => {};
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

  /**
   * @param {number} remaining milliseconds left at the moment `from`
   * @param {number} from on the page's own clock
   * @param {boolean} running
   * @param {() => void} onEnd
   */
  show(remaining, from, running, onEnd) {
    this.#remaining = remaining;
    this.#from = from;
    this.#running = running;
    this.#told = false;
    this.#onEnd = onEnd;
    this.#tick();
  }

  #tick() {
    clearTimeout(this.#timer);
    const left = this.#remaining - (this.#running ? performance.now() - this.#from : 0);
    const text = clockText(left);
    if (text !== this.#shown) this.replaceChildren(text);
    this.#shown = text;
    this.classList.toggle("running", this.#running);
    this.classList.toggle("low", this.#running && left < LOW_MS);
    if (!this.#running || !this.isConnected) return;
    if (left <= 0) {
      if (!this.#told) this.#onEnd();
      this.#told = true;
      return;
    }
    this.#timer = setTimeout(() => this.#tick(), left < TENTHS_MS + 200 ? 100 : (left % 1000) + 5);
  }
}

customElements.define("vato-clock", ClockFace);
