/**
 * Going through the moves of a game by arrow keys, wheel and swipe; the same on every page with a board.
 */

import { isShortcut } from "./keyboard-help.js";

const WHEEL_PAUSE_MS = 90;
const SWIPE_LENGTH = 45;

/**
 * What can be asked for: a number of plies back or forth, or one of the ends.
 * @typedef {(by: number | "first" | "last") => void} Go
 */

/**
 * Listen until the signal says stop.
 * @param {HTMLElement} area where the wheel and swipes count
 * @param {Go} go
 * @param {AbortSignal} signal
 */
export function listenForSteps(area, go, signal) {
  document.addEventListener("keydown", (event) => steppingKey(event, go), { signal });
  listenForWheel(area, go, signal);
  listenForSwipes(area, go, signal);
}

/**
 * @param {KeyboardEvent} event
 * @param {Go} go
 */
function steppingKey(event, go) {
  // On the board itself the arrows go from point to point.
  if (!isShortcut(event) || (event.target instanceof Element && event.target.closest("vato-board, [role=slider]")))
    return;
  const backwards = document.documentElement.dir === "rtl" ? "ArrowRight" : "ArrowLeft";
  const forwards = document.documentElement.dir === "rtl" ? "ArrowLeft" : "ArrowRight";
  /** @type {Record<string, number | "first" | "last">} */
  const steps = { [backwards]: -1, [forwards]: 1, Home: "first", End: "last" };
  const step = steps[event.key];
  if (
    step === undefined ||
    (event.target instanceof Element && event.target.closest("[role=radio], summary") && typeof step === "string")
  )
    return;
  event.preventDefault();
  go(step);
}

/**
 * @param {HTMLElement} area
 * @param {Go} go
 * @param {AbortSignal} signal
 */
function listenForWheel(area, go, signal) {
  let last = 0;
  area.addEventListener(
    "wheel",
    (event) => {
      // Where the page itself scrolls, the wheel is for that; zooming and sideways gestures are never ours.
      const pageScrolls = document.documentElement.scrollHeight > innerHeight + 40;
      if (pageScrolls || event.ctrlKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) return;
      event.preventDefault();
      if (event.timeStamp - last < WHEEL_PAUSE_MS || Math.abs(event.deltaY) < 2) return;
      last = event.timeStamp;
      go(event.deltaY > 0 ? 1 : -1);
    },
    { passive: false, signal },
  );
}

/**
 * @param {HTMLElement} area
 * @param {Go} go
 * @param {AbortSignal} signal
 */
function listenForSwipes(area, go, signal) {
  /** @type {{x: number, y: number} | null} */
  let from = null;
  area.addEventListener(
    "touchstart",
    (event) => {
      const touch = event.touches.length === 1 ? event.touches[0] : null;
      const board = event.target instanceof Element ? event.target.closest("vato-board") : null;
      // A board that is being played on needs the finger for its stones.
      from = touch && !board?.hasAttribute("data-live") ? { x: touch.clientX, y: touch.clientY } : null;
    },
    { passive: true, signal },
  );
  area.addEventListener(
    "touchend",
    (event) => {
      const touch = event.changedTouches[0];
      if (!from || !touch) return;
      const [right, down] = [touch.clientX - from.x, touch.clientY - from.y];
      from = null;
      if (Math.abs(right) < SWIPE_LENGTH || Math.abs(right) < 1.5 * Math.abs(down)) return;
      const forwards = document.documentElement.dir === "rtl" ? right > 0 : right < 0;
      go(forwards ? 1 : -1);
    },
    { passive: true, signal },
  );
}
