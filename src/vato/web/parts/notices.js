/**
 * What a page shows when there is nothing to show: it failed, or it is empty. One sentence and what to do.
 */

import { RequestFailed, isUnreachable } from "../app/api.js";
import { fill, make } from "../app/element.js";
import { network } from "../app/network.js";
import { t } from "../app/text.js";
import { button } from "./icons.js";

/** The status of what was there and is not any more. */
const GONE = 410;

/**
 * Fill an element with the news that it could not be filled. Where the server could not be reached, it is tried again when
 * it can; there, and where a thing is gone for good, is a way to what else can be done.
 * @param {Element} place
 * @param {unknown} problem
 * @param {() => void} [again]
 * @param {string} [what] again is called
 */
export function failed(place, problem, again, what = t("error.again")) {
  const sentence = problem instanceof RequestFailed ? problem.message : t("error.page");
  if (!(problem instanceof RequestFailed)) console.error(problem);
  const isAway = isUnreachable(problem);
  const isGone = problem instanceof RequestFailed && problem.status === GONE;
  const notice = make(
    "div",
    { class: "notice", role: "alert" },
    make("h1", { text: t("error.title") }),
    make("p", { text: sentence }),
    make(
      "div",
      { class: "notice-actions" },
      again && !isGone && button(what, again, { class: "button primary" }),
      (isAway || isGone) &&
        make("a", { class: isGone ? "button primary" : "button", href: "/", text: t("not_found.start") }),
    ),
  );
  fill(place, notice);
  if (!isAway || !again) return;
  const found = () => {
    if (notice.isConnected && network.isLost) return;
    network.removeEventListener("change", found);
    if (notice.isConnected) again();
  };
  network.addEventListener("change", found);
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
