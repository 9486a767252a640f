/**
 * What the user has set, told to a board.
 */

import { settings } from "../app/settings.js";

/** @param {import("../board/board.js").VatoBoard} board */
export function obey(board) {
  board.still = !settings.get("animation");
  board.coordinates = settings.get("coordinates");
  board.quick = settings.get("quick");
  board.upright = settings.get("upright");
}
