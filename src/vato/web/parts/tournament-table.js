/**
 * The standing of a tournament, and its cross table: who met whom with what result, on the screen and on paper.
 */

import { make } from "../app/element.js";
import { profileAddress } from "../app/ratings.js";
import { formatNumber, leftToRight, t } from "../app/text.js";
import { entrantName, pointsText } from "../app/tournaments.js";

/** @typedef {import("../app/tournaments.js").TournamentState} TournamentState */
/** @typedef {import("../app/tournaments.js").TournamentPlace} TournamentPlace */
/** @typedef {import("../app/tournaments.js").TournamentMeeting} TournamentMeeting */

/** @param {TournamentState} state */
export function standingTable(state) {
  const head = [
    ["leaders.place", "figure"],
    ["leaders.name", ""],
    ["rating.rating", "figure"],
    ["tournament.points", "figure"],
    ...state.tie_breaks.map((name) => [`tournament.tie_${name}`, "figure tie"]),
  ];
  return make(
    "div",
    { class: "table-frame", tabindex: "0", role: "region", "aria-label": t("tournament.standing") },
    make(
      "table",
      { class: "tournament-standing" },
      make("thead", {}, make("tr", {}, head.map(([key = "", kind = ""]) => make("th", { scope: "col", class: kind, text: t(key) })))),
      make("tbody", {}, state.standing.map((place) => standingRow(state, place))),
    ),
  );
}

/**
 * @param {TournamentState} state
 * @param {TournamentPlace} place
 */
function standingRow(state, place) {
  const isMine = place.number === state.mine.number;
  return make(
    "tr",
    { class: `${isMine ? "mine" : ""} ${place.left ? "left" : ""}` },
    make("td", { class: "figure", text: formatNumber(place.place) }),
    make("th", { scope: "row" }, nameOf(place)),
    make("td", { class: "figure", text: formatNumber(place.rating, { useGrouping: false }) }),
    make(
      "td",
      { class: "figure" },
      make("strong", { text: pointsText(place.points) }),
      place.fire && state.phase === "running" && make("span", { class: "tag", text: t("tournament.fire") }),
    ),
    state.tie_breaks.map((_, index) => make("td", { class: "figure tie", text: pointsText(place.ties[index] ?? 0) })),
  );
}

/** @param {TournamentPlace} place */
function nameOf(place) {
  const name = make("bdi", { text: entrantName(place) });
  return [
    place.member && place.name ? make("a", { href: profileAddress(place.name) }, name) : name,
    place.bot && make("span", { class: "tag", text: t("player.bot") }),
    place.left && make("span", { class: "tag", text: t("tournament.left") }),
  ].filter(Boolean).map((node) => /** @type {Node} */ (node));
}

/**
 * Return the cross table; none of an arena, in which everybody may meet everybody many times.
 * @param {TournamentState} state
 */
export function crossTable(state) {
  if (state.system === "arena" || state.meetings.length === 0) return null;
  const columns = state.system === "round_robin" ? byOpponent(state) : byRound(state);
  const places = new Map(state.standing.map((place, index) => [place.number, index + 1]));
  return make(
    "div",
    { class: "cross-table-part" },
    make("h2", { id: "cross-table", text: t("tournament.cross_table") }),
    make(
      "div",
      { class: "table-frame", tabindex: "0", role: "region", "aria-labelledby": "cross-table" },
      make(
        "table",
        { class: "cross-table" },
        make(
          "thead",
          {},
          make(
            "tr",
            {},
            make("th", { scope: "col", class: "figure", text: t("tournament.number") }),
            make("th", { scope: "col", text: t("leaders.name") }),
            columns.map(({ head, label }) => make("th", { scope: "col", class: "figure met", "aria-label": label, text: head })),
            make("th", { scope: "col", class: "figure", text: t("tournament.points") }),
          ),
        ),
        make(
          "tbody",
          {},
          state.standing.map((place, index) =>
            make(
              "tr",
              { class: place.number === state.mine.number ? "mine" : "" },
              make("td", { class: "figure", text: formatNumber(index + 1) }),
              make("th", { scope: "row" }, make("bdi", { text: entrantName(place) })),
              columns.map(({ met }) => cell(state, place.number, met(place.number), places)),
              make("td", { class: "figure" }, make("strong", { text: pointsText(place.points) })),
            ),
          ),
        ),
      ),
    ),
  );
}

/** @typedef {{head: string, label: string, met: (player: number) => TournamentMeeting[] | null}} Column */

/**
 * @param {TournamentState} state
 * @returns {Column[]}
 */
const byOpponent = (state) =>
  state.standing.map((place, index) => ({
    head: formatNumber(index + 1),
    label: entrantName(place),
    met: (player) =>
      player === place.number
        ? null
        : state.meetings.filter(({ first, second }) => pairs(first, second, player) && pairs(first, second, place.number)),
  }));

/**
 * @param {TournamentState} state
 * @returns {Column[]}
 */
const byRound = (state) =>
  Array.from({ length: state.round }, (_, index) => ({
    head: formatNumber(index + 1),
    label: t("tournament.round", { round: index + 1 }),
    met: (player) => state.meetings.filter(({ round, first, second }) => round === index + 1 && pairs(first, second, player)),
  }));

/**
 * @param {number} first
 * @param {number | null} second
 * @param {number} player
 */
const pairs = (first, second, player) => first === player || second === player;

/**
 * @param {TournamentState} state
 * @param {number} player
 * @param {TournamentMeeting[] | null} met null where a player would meet themselves
 * @param {Map<number, number>} places
 */
function cell(state, player, met, places) {
  if (met === null) return make("td", { class: "figure self", "aria-hidden": "true" });
  return make("td", { class: "figure met" }, met.map((meeting) => result(state, player, meeting, places)));
}

/**
 * Return what came of a meeting for one of the two, as a link to its last game; by rounds, with whom it was.
 * @param {TournamentState} state
 * @param {number} player
 * @param {TournamentMeeting} meeting
 * @param {Map<number, number>} places
 */
function result(state, player, { first, second, points, games, forfeit }, places) {
  const isFirst = first === player;
  if (second === null) return make("abbr", { title: t("tournament.bye"), text: "–" });
  const mine = points === null ? "…" : pointsText(points[isFirst ? 0 : 1]);
  const who = state.system === "round_robin" ? "" : `${formatNumber(places.get(isFirst ? second : first) ?? 0)}: `;
  const text = leftToRight(`${who}${mine}${forfeit === null ? "" : "*"}`);
  const other = state.standing.find(({ number }) => number === (isFirst ? second : first));
  const label = t("tournament.result", { name: entrantName(other), points: mine });
  const last = games.at(-1);
  return last ? make("a", { href: `/game/${last}`, title: label, text }) : make("span", { title: label, text });
}
