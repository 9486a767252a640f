/**
 * Ratings in words, and what the server is asked and told about them. Draws nothing.
 */

import { get, post } from "./api.js";
import { entryOf } from "./games.js";
import { formatNumber, leftToRight, t } from "./text.js";

/** @typedef {import("./wire").RatingEntry["kind"]} Kind */

/**
 * Return what somebody plays with: in a rated game their rating, and of the computer that of its level in any game.
 * @param {string} game
 * @param {import("./wire").Seat} seat
 * @returns {import("./wire").SeatRating | null}
 */
export function seatRating(game, { kind, level, rating }) {
  if (rating || kind !== "computer") return rating;
  const value = entryOf(game)?.levels.find(({ number }) => number === level)?.rating;
  return value === undefined ? null : { value, provisional: false, change: null };
}

/**
 * Return a rating as it stands beside a name; one of which little is known has a mark.
 * @param {{value: number, provisional: boolean}} rating
 */
export const ratingText = ({ value, provisional }) =>
  leftToRight(formatNumber(value, { useGrouping: false }) + (provisional ? "?" : ""));

/**
 * Return a rating in words, for who hears it.
 * @param {{value: number, provisional: boolean}} rating
 */
export const ratingWords = ({ value, provisional }) =>
  t(provisional ? "rating.about_provisional" : "rating.about", { rating: formatNumber(value, { useGrouping: false }) });

/**
 * Return what a game did to a rating, with its sign.
 * @param {number} change
 */
export const changeText = (change) => leftToRight(formatNumber(change, { signDisplay: "exceptZero" }));

/**
 * Return what one's rating is after something that changed it, in words.
 * @param {import("./wire").SeatRating} rating
 */
export const ratingAfter = ({ value, change }) => {
  const rating = formatNumber(value + (change ?? 0), { useGrouping: false });
  return t("rating.after", { rating, change: changeText(change ?? 0) });
};

/**
 * Return what a kind of rating is called: a clock's, or what else is rated.
 * @param {Kind} kind
 */
export const kindName = (kind) => t(`rating.${kind}`);

/** @param {string} name of a member */
export const profileAddress = (name) => `/people/${encodeURIComponent(name)}`;

/**
 * @param {string} name of a member
 * @returns {Promise<import("./wire").Profile>}
 */
export const profileOf = (name) => get(`/api/people/${encodeURIComponent(name)}`);

/**
 * @param {string} name of a member
 * @param {number} page
 * @returns {Promise<import("./wire").SummaryPage>}
 */
export const ratedGames = (name, page) => get(`/api/people/${encodeURIComponent(name)}/games?page=${page}`);

/**
 * @param {string} game
 * @returns {Promise<import("./wire").Leaderboards>}
 */
export const leadersOf = (game) => get(`/api/leaders/${encodeURIComponent(game)}`);

/**
 * Say that a member was shown the move of a puzzle, or of an ending.
 * @param {"puzzles" | "training"} kind
 * @param {string} game
 * @param {number} number
 * @returns {Promise<import("./wire").Shown>}
 */
export const tellShown = (kind, game, number) => post(`/api/${kind}/${encodeURIComponent(game)}/${number}/shown`, {});
