/**
 * Keeps what somebody points at where it is: a part of a page that gets something new shows it at once where neither pointer,
 * finger nor focus is in it, and otherwise as soon as they have gone, or nobody looks.
 */

/** After a finger has gone its click still comes. */
const CLICK_MS = 400;

export class Steady {
  #part;
  /** What is to be shown, the newest. @type {(() => void) | null} */
  #waiting = null;
  #touched = false;

  /**
   * @param {HTMLElement} part
   * @param {AbortSignal} signal ends it
   */
  constructor(part, signal) {
    this.#part = part;
    const on = (/** @type {EventTarget} */ target, /** @type {string} */ type, /** @type {(event: any) => void} */ act) =>
      target.addEventListener(type, act, { signal });
    on(part, "pointerdown", () => (this.#touched = true));
    for (const type of ["pointerup", "pointercancel"])
      on(document, type, () =>
        setTimeout(() => {
          this.#touched = false;
          this.#look();
        }, CLICK_MS),
      );
    for (const type of ["pointerleave", "focusout"]) on(part, type, () => setTimeout(() => this.#look()));
    on(document, "visibilitychange", () => this.#look());
  }

  get #isUsed() {
    if (document.hidden) return false;
    const isUnderPointer = this.#part.matches(":hover") && matchMedia("(hover: hover)").matches;
    return this.#touched || isUnderPointer || this.#part.contains(document.activeElement);
  }

  /**
   * Show something as soon as that disturbs nobody; instead of what was to be shown before.
   * @param {() => void} show
   */
  show(show) {
    this.#waiting = show;
    this.#look();
  }

  #look() {
    if (!this.#waiting || this.#isUsed) return;
    const show = this.#waiting;
    this.#waiting = null;
    show();
  }
}
