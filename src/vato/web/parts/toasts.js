/**
 * Short messages that go away by themselves, in a live region that a screen reader speaks.
 */

import { make } from "../app/element.js";
import { prose } from "../app/prose.js";

const STAY_MS = 4500;
/** What can be followed stays longer. */
const LINK_MS = 12_000;

/** @type {HTMLElement | null} */
let place = null;

/**
 * Show toasts inside an element, near what they are about; null for the usual place at the edge of the page.
 * @param {HTMLElement | null} element
 */
export function toastsIn(element) {
  place = element;
}

/** Take away what was said about the last click, as something else has happened since. */
export function withdrawReasons() {
  for (const note of document.querySelectorAll(".toast.reason")) note.remove();
}

/**
 * @param {string} text
 * @param {{kind?: "plain" | "problem" | "reason", link?: {href: string, text: string}}} [how] a link leads to more
 */
export function toast(text, how = {}) {
  const region = place?.isConnected ? place : document.getElementById("toasts");
  if (!region) return;
  const note = make("p", { class: `toast ${how.kind ?? "plain"}` }, prose(text), ...(how.link ? [" ", make("a", how.link)] : []));
  // The same sentence again takes the place of the first, so that it is seen to answer the last click.
  for (const old of region.children) if (old.textContent === note.textContent) old.remove();
  region.append(note);
  while (region.children.length > 2) region.firstElementChild?.remove();
  setTimeout(() => note.remove(), how.link ? LINK_MS : STAY_MS);
}

/**
 * Show why something failed.
 * @param {unknown} problem
 */
export function toastProblem(problem) {
  toast(problem instanceof Error ? problem.message : String(problem), { kind: "problem" });
}
