/**
 * A game in a list: a small picture, who plays, how it stands. The whole card is one link.
 */

import { pictureOf } from "../app/api.js";
import { make } from "../app/element.js";
import { gameName, playerNames, rulesName } from "../app/names.js";
import { resultText, standing } from "../app/results.js";
import { formatDate, sentence, t } from "../app/text.js";

/** A game in a list, of the server or of this device. @typedef {import("../app/wire").Summary & {local?: true, problem?: string, continues?: string | null}} Summary */

/**
 * Return who plays, as one line.
 * @param {Summary} game
 */
export function namesOf(game) {
  const [first = "", second = ""] = playerNames(game.seats);
  return t("games.versus", { first, second });
}

/** @param {Summary} game */
const mineOf = (game) => game.seats.flatMap((seat, player) => (seat.mine ? [player] : []));

/**
 * Return how a game ended for me, if it did and I had one side.
 * @param {Summary} game
 */
export const standingOf = (game) => (game.outcome ? standing(game.outcome, mineOf(game)) : null);

/**
 * Return how a game stands or ended, in a few words.
 * @param {Summary} game
 */
export function stateOf(game) {
  if (game.outcome) return resultText(game.outcome, mineOf(game));
  if (game.seats.some((seat) => seat.kind === "open")) return sentence(t("games.waiting"));
  return sentence(game.my_turn ? t("games.my_turn") : t("games.going_on"));
}

/**
 * Return where a game is that is on this device only, and why if the server has refused it.
 * @param {string} [problem]
 */
export const placeOf = (problem) => (problem ? t("local.refused", { problem }) : t("local.mark"));

/**
 * @param {Summary} game
 * @param {{left?: string, address?: string, notes?: string[]}} [more] what is left of the time for my turn, in words; where the
 *   card leads to, unless to the game; what else there is to say
 */
export function gameCard(game, { left = "", address = `/game/${game.id}`, notes = [] } = {}) {
  const going = !game.outcome;
  const rated = game.rated ? [t("rating.rated")] : [];
  return make(
    "a",
    { class: "game-card", href: address },
    make(
      "span",
      { class: "card-picture" },
      make("img", {
        src: pictureOf({ game: game.game, rules: game.rules, position: game.position }),
        alt: "",
        loading: "lazy",
        // Without the server nobody has drawn it.
        on: { error: (/** @type {Event} */ event) => /** @type {HTMLElement} */ (event.target).parentElement?.remove() },
      }),
    ),
    make(
      "span",
      { class: "card-text" },
      make("strong", { text: namesOf(game) }),
      make("span", {
        class: going && game.my_turn ? "card-state mine" : "card-state",
        text: [stateOf(game), left].filter(Boolean).join(" · "),
        data: { standing: standingOf(game) ?? "" },
      }),
      make("span", {
        class: "quiet",
        text: [gameName(game.game), rulesName(game.rules), ...rated, formatDate(game.updated)].join(" · "),
      }),
      notes.length > 0 && make("span", { class: "quiet", text: notes.join(" · ") }),
      game.local && make("span", { class: "quiet card-local", text: placeOf(game.problem) }),
    ),
  );
}
