/**
 * A member as everybody sees them: a rating for each game and clock, how it came about, and the games that counted.
 */

import { RequestFailed } from "../app/api.js";
import { archiveAddress } from "../app/archive.js";
import { fill, make } from "../app/element.js";
import { allGames } from "../app/games.js";
import { gameName } from "../app/names.js";
import { hasAccounts, me } from "../app/people.js";
import { changeText, kindName, profileOf, ratedGames, ratingText, ratingWords } from "../app/ratings.js";
import { hasLobby } from "../app/router.js";
import { formatDay, t } from "../app/text.js";
import { gameCard } from "../parts/game-card.js";
import { button } from "../parts/icons.js";
import { empty, failed, leadNowhere } from "../parts/notices.js";
import { historyOf } from "../parts/rating-graph.js";
import { toastProblem } from "../parts/toasts.js";

/** @typedef {import("../app/wire").Profile} Profile @typedef {import("../app/wire").RatingEntry} RatingEntry */

/** @param {Record<string, string>} found */
export const open = (found) => new ProfilePage(decodeURIComponent(found.name ?? ""));

class ProfilePage extends HTMLElement {
  #name;
  #games = make("ul", { class: "rated-games" });
  #page = 0;
  #more = button(t("games.more"), () => this.#loadGames().catch(toastProblem), { hidden: true });

  /** @param {string} name */
  constructor(name) {
    super();
    this.#name = name;
  }

  async connectedCallback() {
    document.title = t("profile.title", { name: this.#name });
    if (!hasAccounts()) {
      await leadNowhere(this);
      return;
    }
    fill(this, make("div", { class: "loading", "aria-busy": "true" }));
    try {
      const profile = await profileOf(this.#name);
      this.#name = profile.name;
      this.#show(profile);
      if (profile.ratings.length > 0) await this.#loadGames();
    } catch (problem) {
      if (problem instanceof RequestFailed && problem.code === "unknown_member") fill(this, nobody(problem.message));
      else failed(this, problem, () => this.connectedCallback());
    }
  }

  /** @param {Profile} profile */
  #show(profile) {
    const { name, created, ratings } = profile;
    const isMe = me.member && me.name === name;
    const withName = (/** @type {string} */ address) => address + encodeURIComponent(name);
    document.title = t("profile.title", { name });
    const inOrder = allGames().flatMap(({ name: game }) => ratings.filter((rating) => rating.game === game));
    fill(
      this,
      make("h1", {}, make("bdi", { text: name })),
      make("p", { class: "quiet", text: t("account.since", { date: formatDay(created) }) }),
      make(
        "div",
        { class: "row" },
        make("a", { class: "button", href: "/leaders", text: t("leaders.link") }),
        make("a", { class: "button", href: archiveAddress({ player: name }), text: t("archive.heading") }),
        isMe && make("a", { class: "button", href: "/account", text: t("profile.account") }),
        me.member && !isMe && make("a", { class: "button", href: withName("/challenge?to="), text: t("challenge.send") }),
        me.member && !isMe && make("a", { class: "button", href: withName("/report?member="), text: t("report.link") }),
      ),
      ratings.length === 0 && unrated(isMe),
      ratings.length > 0 && make("h2", { text: t("profile.ratings") }),
      ratings.length > 0 && make("div", { class: "rating-cards" }, inOrder.map(card)),
      ratings.some(({ provisional }) => provisional) && make("p", { class: "quiet", text: t("profile.provisional") }),
      ratings.some(({ kind }) => isPlayed(kind)) &&
        make("section", {}, make("h2", { text: t("profile.games") }), this.#games, this.#more),
    );
  }

  async #loadGames() {
    const { games, more, page } = await ratedGames(this.#name, this.#page + 1);
    this.#page = page;
    this.#more.hidden = !more;
    this.#games.append(...games.map((game) => make("li", {}, gameCard(game), this.#gain(game))));
  }

  /**
   * Return what a game brought to whose page it is.
   * @param {import("../app/wire").Summary} game
   */
  #gain({ seats }) {
    const change = seats.find(({ member, name }) => member && name === this.#name)?.rating?.change ?? null;
    if (change === null) return null;
    return make("span", { class: "rating-change", data: { sign: Math.sign(change) }, text: changeText(change) });
  }
}

/**
 * Return whether a rating is of games, and not of exercises.
 * @param {RatingEntry["kind"]} kind
 */
const isPlayed = (kind) => kind !== "puzzles" && kind !== "endings";

/** @param {RatingEntry} entry */
function card({ game, kind, rating, provisional, games, history }) {
  const shown = { value: rating, provisional };
  return make(
    "article",
    { class: "rating-card" },
    make("h3", { text: `${gameName(game)} · ${kindName(kind)}` }),
    make(
      "p",
      {},
      make("strong", { class: "rating-value", "aria-hidden": "true", text: ratingText(shown) }),
      make("span", { class: "hidden", text: ratingWords(shown) }),
      make("span", { class: "quiet", text: t(isPlayed(kind) ? "rating.games" : "rating.attempts", { count: games }) }),
    ),
    ...historyOf(history),
  );
}

/** @param {string} sentence */
function nobody(sentence) {
  return make(
    "div",
    { class: "notice" },
    make("h1", { text: t("profile.nobody") }),
    make("p", { text: sentence }),
    make("div", { class: "notice-actions" }, make("a", { class: "button", href: "/leaders", text: t("leaders.link") })),
  );
}

/** @param {boolean} isMe */
function unrated(isMe) {
  if (!isMe) return empty(t("profile.unrated"), t("profile.unrated_note"));
  const find = make("a", { class: "button primary", href: "/lobby", text: t("lobby.find") });
  return empty(t("profile.unrated"), t("profile.unrated_mine"), ...(hasLobby ? [find] : []));
}

customElements.define("vato-profile", ProfilePage);
