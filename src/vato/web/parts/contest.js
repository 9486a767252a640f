/**
 * A match or series around the game: the score, which game this is, and what comes next.
 */

import { explore } from "../app/api.js";
import { fill, make } from "../app/element.js";
import { entryOf } from "../app/games.js";
import { playerName, rulesName } from "../app/names.js";
import { formatNumber, t } from "../app/text.js";
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
        make("strong", { text: `${points[0]}\u2009:\u2009${points[1]}` }),
        make("span", { class: "contest-name", text: second }),
      ),
      this.#opening,
      make(
        "ol",
        { class: "contest-games" },
        contest.games.map((game) => gameLine(game, here)),
      ),
      make("p", { class: "contest-next", text: nextLine(contest, names) }),
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
  return contest.players.map((name, contestant) => name || playerName(seats[contest.seats[contestant]]));
}

/**
 * @param {Contest} contest
 * @param {string[]} names
 */
function nextLine(contest, names) {
  if (contest.over)
    return contest.winner === null ? t("contest.level") : t("contest.won", { name: names[contest.winner] ?? "" });
  if (!contest.next) return t("contest.depends");
  const { rules, opening } = contest.next;
  const first = names[contest.next.first_contestant];
  const values = { rules: rulesName(rules), first, opening: opening ? opening : "" };
  return opening ? t("contest.next_opening", values) : t("contest.next", values);
}

/**
 * @param {import("../app/wire").ContestGame} game
 * @param {string} here
 */
function gameLine(game, here) {
  const current = game.id === here;
  const text = `${rulesName(game.rules)}: ${game.text ?? t("games.going_on")}`;
  return make(
    "li",
    {},
    current ? make("span", { text, "aria-current": "true" }) : make("a", { href: `/game/${game.id}`, text }),
  );
}

customElements.define("vato-contest", ContestPart);
