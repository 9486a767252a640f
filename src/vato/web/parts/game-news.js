/**
 * What is new between two states of a game, as words for those who hear the page and as sounds.
 */

import { playerName } from "../app/names.js";
import { hasOpenSeat, mineIn } from "../app/seats.js";
import { sounds } from "../app/sounds.js";
import { withdrawReasons } from "./toasts.js";

/** @typedef {import("../app/wire").State} State */

/**
 * Say and sound what has changed.
 * @param {State} state
 * @param {State} before
 * @param {import("./announcer.js").Announcer} announcer
 */
export function tellNews(state, before, announcer) {
  const turn = state.turns.at(-1);
  if (state.turns.length !== before.turns.length) withdrawReasons();
  if (turn && state.turns.length > before.turns.length) {
    announcer.sayTurn(playerName(state.seats[/** @type {0 | 1} */ (turn.player)]), turn);
  }
  if ((hasOpenSeat(before) && !hasOpenSeat(state)) || isNewlyOffered(state, before)) sounds.play("notify");
  if (state.outcome && !before.outcome) {
    const { winner, text } = state.outcome;
    const mine = mineIn(state);
    sounds.play(winner === null ? "draw" : mine.length === 1 && mine[0] !== winner ? "lose" : "win");
    announcer.say(text);
  }
}

/**
 * Whether the other player has just asked for something.
 * @param {State} state
 * @param {State} before
 */
function isNewlyOffered(state, before) {
  return /** @type {const} */ (["draw", "takeback", "rematch"]).some((offer) => {
    const by = state.offers[offer];
    return by !== null && by !== undefined && before.offers[offer] !== by && !state.seats[by].mine;
  });
}
