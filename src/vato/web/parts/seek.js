/**
 * Somebody who waits for an opponent, in words: who they are, and what they want to play.
 */

import { make } from "../app/element.js";
import { clockName, gameName, rulesName } from "../app/names.js";
import { ratingText } from "../app/ratings.js";
import { t } from "../app/text.js";

/** @typedef {import("../app/wire").OpenSeek} OpenSeek */

/** @param {OpenSeek} seek */
export const seekerName = ({ name }) => name || t("player.someone");

/**
 * Return what is looked for, in short.
 * @param {OpenSeek} seek
 */
export const aboutSeek = ({ game, rules, clock, rated }) =>
  [gameName(game), rulesName(rules), clockName(clock), ...(rated ? [t("rating.rated")] : [])].join(" · ");

/** @param {OpenSeek} seek */
export function seekText(seek) {
  const { rating, provisional } = seek;
  return make(
    "span",
    { class: "seek-text" },
    make(
      "span",
      {},
      make("strong", {}, make("bdi", { text: seekerName(seek) })),
      rating !== null && make("span", { class: "rating", text: ratingText({ value: rating, provisional }) }),
    ),
    make("span", { class: "quiet", text: aboutSeek(seek) }),
  );
}
