/**
 * The name of a game's rules as a link to them in words, for who is in the middle of a game and wonders.
 */

import { make } from "../app/element.js";
import { rulesName } from "../app/names.js";

/**
 * @param {string} game
 * @param {string} rules
 */
export const rulesLink = (game, rules) =>
  make("a", { href: `/rules/${game}?rules=${encodeURIComponent(rules)}`, text: rulesName(rules) });
