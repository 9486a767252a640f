/**
 * What is new between two states of a game, as words for those who hear the page and as sounds.
 */

import { playerName, playerNames } from "../app/names.js";
import { resultText } from "../app/results.js";
import { hasOpenSeat, mineIn } from "../app/seats.js";
import { sounds } from "../app/sounds.js";
import { t } from "../app/text.js";
import { toast, withdrawReasons } from "./toasts.js";

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
    announcer.sayTurn(playerNames(state.seats)[turn.player] ?? "", turn);
  }
  if ((hasOpenSeat(before) && !hasOpenSeat(state)) || isNewlyOffered(state, before)) sounds.play("notify");
  const declining = whoDeclines(state, before);
  if (declining) toast(t("prompt.declined", { name: playerName(declining) }));
  if (state.outcome && !before.outcome) {
    const { winner } = state.outcome;
    const mine = mineIn(state);
    sounds.play(winner === null ? "draw" : mine.length === 1 && mine[0] !== winner ? "lose" : "win");
    announcer.say(resultText(state.outcome, mine));
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

/**
 * Return who has just said no to something I asked for, or played on instead: it is no longer asked, and nothing else has
 * come of it.
 * @param {State} state
 * @param {State} before
 */
function whoDeclines(state, before) {
  const isGranted = state.turns.length < before.turns.length || state.next_id !== before.next_id;
  if (isGranted || (state.outcome && !before.outcome)) return null;
  const played = state.turns.slice(before.turns.length);
  for (const offer of /** @type {const} */ (["draw", "takeback", "rematch"])) {
    const by = before.offers[offer];
    const isGone = by !== null && state.offers[offer] === null && state.seats[by].mine;
    if (isGone && played.every(({ player }) => player !== by)) return state.seats[1 - by];
  }
  return null;
}
