/**
 * A match or series around the game: the score, which game this is, and what comes next.
 */

import { explore } from "../app/api.js";
import { fill, make } from "../app/element.js";
import { entryOf } from "../app/games.js";
import { playerNames, rulesName } from "../app/names.js";
import { told } from "../app/results.js";
import { formatNumber, sentence, t } from "../app/text.js";
import { aboutPosition } from "./explorer.js";

/** @typedef {import("../app/wire").Contest} Contest */

export class ContestPart extends HTMLElement {
  #key = "";
  #opening = make("p", { class: "contest-opening" });
  /** The game whose opening is shown. */
  #openingOf = "";

  /** @param {import("../app/wire").State} state */
  show(state) {
    const { contest, id: here, seats } = state;
    this.hidden = contest === null;
    const names = contest ? namesOf(contest, seats) : [];
    const mine = contest ? contestantOf(contest, seats) : null;
    const key = JSON.stringify([contest, here, names]);
    if (contest?.kind === "series") this.#showOpening(state);
    if (contest === null || key === this.#key) return;
    this.#key = key;
    const [first, second] = names;
    const points = contest.score.map((score) => formatNumber(score, { minimumFractionDigits: score % 1 ? 1 : 0 }));
    fill(
      this,
      make("h2", { text: title(contest) }),
      make(
        "p",
        { class: "contest-score" },
        make("span", { class: "contest-name", text: first }),
        make("strong", { text: `${points[0]}\u202f:\u202f${points[1]}` }),
        make("span", { class: "contest-name", text: second }),
      ),
      this.#opening,
      make(
        "ol",
        { class: "contest-games" },
        contest.games.map((game) => gameLine(game, here, mine)),
      ),
      make("p", { class: contest.over ? "contest-over" : "contest-next", text: nextLine(contest, names, mine) }),
    );
  }

  /**
   * Say what is known of the opening that was assigned, which is the first turn.
   * @param {import("../app/wire").State} state
   */
  #showOpening({ id, game, rules, start, turns: [first] }) {
    if (!first || this.#openingOf === id) return;
    this.#openingOf = id;
    const tell = (/** @type {import("../app/wire").Explored} */ explored) => {
      const { opening } = explored;
      const sides = entryOf(game)?.sides ?? [];
      if (this.#openingOf === id && opening)
        this.#opening.textContent = `${t("contest.opening", { opening })} ${aboutPosition(explored, sides)}`;
    };
    this.#opening.textContent = "";
    // It is said beside the game, which goes on without it.
    explore({ game, rules, position: start, moves: [first.text] }).then(tell, () => (this.#openingOf = ""));
  }
}

/** @param {Contest} contest */
function title(contest) {
  const round = { round: contest.round, rounds: contest.rounds ?? 0 };
  return contest.rounds ? t(`contest.${contest.kind}_of`, round) : t(`contest.${contest.kind}`, round);
}

/**
 * Return what the contestants are called: whoever gave no name, as what they are in this game.
 * @param {Contest} contest
 * @param {import("../app/wire").Seat[]} seats
 */
function namesOf(contest, seats) {
  const called = playerNames(seats);
  return contest.players.map((name, contestant) => name || (called[contest.seats[contestant] ?? 0] ?? ""));
}

/**
 * Return which contestant is me; null for a watcher, and for who plays both sides.
 * @param {Contest} contest
 * @param {import("../app/wire").Seat[]} seats
 */
function contestantOf(contest, seats) {
  const [mine, ...others] = contest.seats.flatMap((seat, contestant) => (seats[seat]?.mine ? [contestant] : []));
  return mine === undefined || others.length > 0 ? null : mine;
}

/**
 * @param {Contest} contest
 * @param {string[]} names
 * @param {number | null} mine
 */
function nextLine(contest, names, mine) {
  if (contest.over) {
    if (contest.winner === null) return t("contest.level");
    return contest.winner === mine ? t("contest.won_you") : t("contest.won", { name: names[contest.winner] ?? "" });
  }
  if (!contest.next) return t("contest.depends");
  const { rules, opening, first_contestant: beginner } = contest.next;
  const isMe = beginner === mine;
  const values = { rules: rulesName(rules), first: names[beginner] ?? "", opening: opening ?? "" };
  if (opening) return t(isMe ? "contest.next_opening_you" : "contest.next_opening", values);
  return t(isMe ? "contest.next_you" : "contest.next", values);
}

/**
 * @param {import("../app/wire").ContestGame} game
 * @param {string} here
 * @param {number | null} mine
 */
function gameLine({ id, rules, text: ended, winner }, here, mine) {
  const current = id === here;
  const how = mine === null || winner === null ? null : winner === mine ? "won" : "lost";
  const text = `${rulesName(rules)} · ${ended ? told(how, sentence(ended)) : t("games.going_on")}`;
  return make(
    "li",
    {},
    current ? make("span", { text, "aria-current": "true" }) : make("a", { href: `/game/${id}`, text }),
  );
}

customElements.define("vato-contest", ContestPart);
