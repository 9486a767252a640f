/**
 * Who leads in a game, for each clock: those of whom enough is known; and what the computer's levels are worth beside them.
 */

import { fill, make } from "../app/element.js";
import { allGames, entryOf } from "../app/games.js";
import { gameName } from "../app/names.js";
import { hasAccounts, me } from "../app/people.js";
import { recallChoices } from "../app/choices.js";
import { kindName, leadersOf, profileAddress } from "../app/ratings.js";
import { hasLobby } from "../app/router.js";
import { formatNumber, t } from "../app/text.js";
import { chips } from "../parts/choices.js";
import { empty, failed, leadNowhere } from "../parts/notices.js";

/** @typedef {import("../app/wire").Leaderboard} Leaderboard @typedef {import("../app/wire").LeaderEntry} LeaderEntry */

export const open = () => new LeadersPage();

class LeadersPage extends HTMLElement {
  #boards = make("div", { class: "leaderboards" });
  #wanted = "";

  async connectedCallback() {
    document.title = t("leaders.title");
    if (!hasAccounts()) {
      await leadNowhere(this);
      return;
    }
    const games = allGames();
    const last = recallChoices().game;
    const game = (games.find(({ name }) => name === last) ?? games[0])?.name ?? "";
    fill(
      this,
      make("h1", { text: t("leaders.link") }),
      chips({
        label: t("start.game"),
        name: "game",
        options: games.map(({ name }) => ({ value: name, label: gameName(name) })),
        value: game,
        choose: (chosen) => this.#load(chosen),
      }),
      this.#boards,
    );
    await this.#load(game);
  }

  /** @param {string} game */
  async #load(game) {
    this.#wanted = game;
    this.#boards.setAttribute("aria-busy", "true");
    try {
      const { boards } = await leadersOf(game);
      if (this.#wanted !== game) return;
      const filled = boards.filter(({ leaders }) => leaders.length > 0);
      fill(this.#boards, filled.length > 0 ? filled.map(boardOf) : nobody(), levelsOf(game));
    } catch (problem) {
      if (this.#wanted === game) failed(this.#boards, problem, () => this.#load(game));
    } finally {
      this.#boards.removeAttribute("aria-busy");
    }
  }
}

function nobody() {
  const find = make("a", { class: "button primary", href: "/lobby", text: t("lobby.find") });
  return empty(t("leaders.nobody"), t("leaders.nobody_note"), ...(hasLobby ? [find] : []));
}

/** @param {Leaderboard} board */
function boardOf({ kind, leaders }) {
  const count = kind === "puzzles" || kind === "endings" ? "leaders.attempts" : "leaders.games";
  const head = ["leaders.place", "leaders.name", "rating.rating", count];
  return make("section", {}, tableOf(kind, kindName(kind), head, leaders.map(rowOf)));
}

/**
 * Return the levels of the computer with their ratings, the strongest first, as leaders stand.
 * @param {string} game
 */
function levelsOf(game) {
  const levels = entryOf(game)?.levels ?? [];
  if (levels.length === 0) return null;
  const rows = [...levels].reverse().map(({ number, name, rating }) =>
    make(
      "tr",
      {},
      make("td", { class: "figure", text: formatNumber(number) }),
      make("th", { scope: "row", text: name }),
      make("td", { class: "figure", text: formatNumber(rating, { useGrouping: false }) }),
    ),
  );
  const head = ["leaders.level", "leaders.name", "rating.rating"];
  return make(
    "section",
    {},
    tableOf("levels", t("leaders.levels"), head, rows),
    make("p", { class: "quiet", text: t("leaders.levels_note") }),
  );
}

/**
 * @param {string} id
 * @param {string} title
 * @param {string[]} head
 * @param {HTMLElement[]} rows
 */
const tableOf = (id, title, head, rows) => [
  make("h2", { id: `leaders-${id}`, text: title }),
  make(
    "table",
    { class: "leaders", "aria-labelledby": `leaders-${id}` },
    make("thead", {}, make("tr", {}, head.map((key) => make("th", { scope: "col", text: t(key) })))),
    make("tbody", {}, rows),
  ),
];

/**
 * @param {LeaderEntry} leader
 * @param {number} index
 */
function rowOf({ name, rating, games }, index) {
  const isMe = me.member && me.name === name;
  return make(
    "tr",
    { class: isMe ? "mine" : "" },
    make("td", { class: "figure", text: formatNumber(index + 1) }),
    make("th", { scope: "row" }, make("a", { href: profileAddress(name) }, make("bdi", { text: name }))),
    make("td", { class: "figure", text: formatNumber(rating, { useGrouping: false }) }),
    make("td", { class: "figure", text: formatNumber(games) }),
  );
}

customElements.define("vato-leaders", LeadersPage);
