/**
 * What a page shows when there is nothing to show: it failed, or it is empty. One sentence and what to do.
 */

import { RequestFailed } from "../app/api.js";
import { fill, make } from "../app/element.js";
import { t } from "../app/text.js";
import { button } from "./icons.js";

/**
 * Fill an element with the news that it could not be filled.
 * @param {Element} place
 * @param {unknown} problem
 * @param {() => void} [again]
 */
export function failed(place, problem, again) {
  const sentence = problem instanceof RequestFailed ? problem.message : t("error.page");
  if (!(problem instanceof RequestFailed)) console.error(problem);
  fill(
    place,
    make(
      "div",
      { class: "notice", role: "alert" },
      make("h1", { text: t("error.title") }),
      make("p", { text: sentence }),
      again && button(t("error.again"), again, { class: "button primary" }),
    ),
  );
}

/**
 * Put the page for an address that leads nowhere in the place of one that has nothing to show.
 * @param {Element} page
 */
export async function leadNowhere(page) {
  const { open } = await import("../pages/not-found.js");
  page.replaceWith(open());
}

/**
 * Return the news that a list has nothing in it, and what fills it.
 * @param {string} title
 * @param {string} sentence
 * @param {...Node} actions
 */
export function empty(title, sentence, ...actions) {
  return make(
    "div",
    { class: "notice" },
    make("h2", { text: title }),
    make("p", { text: sentence }),
    make("div", { class: "notice-actions" }, actions),
  );
}
