/**
 * The games that wait for whoever is here: as cards on the first page, as links in the menu, as a number in the bar, and as a
 * quiet notice when one more does.
 */

import { fill, make } from "../app/element.js";
import { gameName, playerName } from "../app/names.js";
import { formatDuration, formatNumber, t } from "../app/text.js";
import { isOpen, waiting } from "../app/waiting.js";
import { gameCard } from "./game-card.js";
import { Steady } from "./steady.js";
import { toast } from "./toasts.js";

/** @typedef {import("../app/wire").WaitingGame} WaitingGame */

/** Games that the menu and the first page name; the rest are among my games. */
const MOST = 6;

/** @param {WaitingGame} game */
const opponentOf = ({ seats }) => playerName(seats.find(({ mine }) => !mine) ?? seats[0]);

/**
 * Return what is left of a turn in words; nothing where no time runs.
 * @param {WaitingGame} game
 */
const leftOf = ({ left_ms: left }) => (left === null ? "" : t("waiting.left", { time: formatDuration(left) }));

/** @param {WaitingGame[]} games */
const shapeOf = (games) => `${games.slice(0, MOST).map(({ id }) => id)} ${games.length}`;

/** The section of the first page, which is above the others: it grows and shrinks only while nobody points at them. */
export class WaitingList extends HTMLElement {
  #ending = new AbortController();
  #shown = "";

  connectedCallback() {
    const { signal } = this.#ending;
    const steady = new Steady(this.parentElement ?? this, signal);
    waiting.addEventListener("change", () => (this.#isAsLarge ? this.#show() : steady.show(() => this.#show())), { signal });
    this.#show();
  }

  disconnectedCallback() {
    this.#ending.abort();
  }

  /** Whether the same games wait as are shown; the first to come take their place at once. */
  get #isAsLarge() {
    return this.#shown === "" || this.#shown === shapeOf(waiting.games);
  }

  #show() {
    this.#shown = waiting.isKnown ? shapeOf(waiting.games) : "";
    this.hidden = waiting.count === 0;
    fill(
      this,
      make("h2", { text: t("waiting.heading", { count: waiting.count }) }),
      make(
        "ul",
        { class: "game-cards" },
        waiting.games.slice(0, MOST).map((game) => make("li", {}, gameCard(game, { left: leftOf(game) }))),
      ),
      waiting.count > MOST && make("a", { href: "/games", text: t("nav.games") }),
    );
  }
}

/**
 * Return the games that wait as links; nothing where none does.
 * @param {() => void} close called when one is followed
 */
export function waitingLinks(close) {
  if (waiting.count === 0) return [];
  const link = (/** @type {WaitingGame} */ game) =>
    make(
      "a",
      { href: `/game/${game.id}`, on: { click: close } },
      make("bdi", { text: opponentOf(game) }),
      make("span", { class: "quiet", text: [gameName(game.game), leftOf(game)].filter(Boolean).join(" · ") }),
    );
  return [
    make(
      "nav",
      { class: "menu-waiting", "aria-label": t("waiting.heading", { count: waiting.count }) },
      make("p", { class: "quiet", text: t("waiting.heading", { count: waiting.count }) }),
      waiting.games.slice(0, MOST).map(link),
    ),
  ];
}

/** Return the number of games that wait elsewhere, which leads to them, for the bar. */
export function waitingSign() {
  const sign = make("a", { class: "waiting-sign", href: "/", hidden: true });
  const show = () => {
    const count = waiting.elsewhere;
    const [first] = waiting.games.filter((game) => !isOpen(game));
    const label = t("waiting.heading", { count });
    sign.hidden = count === 0;
    const number = formatNumber(count);
    // What is read is part of what it is called, which not every language says of a single one.
    sign.setAttribute("aria-label", label.includes(number) ? label : `${number}: ${label}`);
    sign.title = label;
    sign.setAttribute("href", count === 1 && first ? `/game/${first.id}` : "/");
    sign.textContent = number;
  };
  waiting.addEventListener("change", show);
  show();
  return sign;
}

/** Say quietly, from now on, when it becomes one's turn in a game that is not open. */
export function tellTurns() {
  waiting.addEventListener("turn", (event) => {
    const game = /** @type {CustomEvent<WaitingGame>} */ (event).detail;
    toast(t("waiting.turn", { name: opponentOf(game) }), { link: { href: `/game/${game.id}`, text: t("waiting.open") } });
  });
}

customElements.define("vato-waiting", WaitingList);
