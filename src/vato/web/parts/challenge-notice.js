/**
 * What waits for the member who is here, over whatever page is open: challenges, yes or no, and rounds of tournaments that have
 * begun. Who made a challenge in this tab goes to the game when it is accepted, and hears when it is not.
 */

import { answerChallenge, company } from "../app/company.js";
import { fill, make } from "../app/element.js";
import { clockName, gameName, rulesName } from "../app/names.js";
import { go, onPage } from "../app/router.js";
import { sounds } from "../app/sounds.js";
import { t } from "../app/text.js";
import { button, icon, iconButton } from "./icons.js";
import { toast, toastProblem } from "./toasts.js";

/** @typedef {import("../app/company.js").GameChallenge} GameChallenge */
/** @typedef {import("../app/company.js").BegunRound} BegunRound */

export class ChallengeNotice extends HTMLElement {
  #shown = "";
  /** How many there are. */
  #count = 0;
  /** Those that are not to be in the way; they are found with the member's own. @type {Set<string>} */
  #later = new Set();
  #onChange = () => this.#show();

  connectedCallback() {
    this.setAttribute("role", "region");
    this.setAttribute("aria-live", "polite");
    this.setAttribute("aria-label", t("challenge.region"));
    company.addEventListener("change", this.#onChange);
    onPage(this.#onChange);
    this.#show();
  }

  disconnectedCallback() {
    company.removeEventListener("change", this.#onChange);
  }

  #show() {
    for (const made of company.challenges.filter(({ mine, answer }) => mine && answer !== null)) this.#follow(made);
    const waiting = company.challenges.filter(({ id, mine, answer }) => !mine && answer === null && !this.#later.has(id));
    const rounds = company.rounds.filter((round) => !isOpen(round) && !this.#later.has(round.game));
    const key = JSON.stringify([rounds, waiting]);
    if (key === this.#shown) return;
    const count = rounds.length + waiting.length;
    if (count > this.#count) sounds.play("notify");
    this.#shown = key;
    this.#count = count;
    this.hidden = count === 0;
    fill(
      this,
      rounds.map((round) => this.#round(round)),
      waiting.map((challenge) => this.#challenge(challenge)),
    );
  }

  /**
   * Go where a challenge that was made here leads to.
   * @param {GameChallenge} made
   */
  #follow({ id, answer, game_id: game, challenged: name }) {
    if (!company.claims(id)) return;
    if (answer === "accepted" && game) {
      sounds.play("notify");
      go(`/game/${game}`);
    } else if (answer === "declined") toast(t("challenge.declined", { name }));
  }

  /** @param {GameChallenge} challenge */
  #challenge(challenge) {
    const { id, challenger: name } = challenge;
    return make(
      "div",
      { class: "challenge-card" },
      make("p", {}, make("strong", { text: t("challenge.asks", { name }) }), botTag(challenge)),
      make("p", { class: "quiet", text: about(challenge) }),
      make(
        "div",
        { class: "row" },
        answerButtons(challenge),
        make("a", { class: "quiet", href: `/report?member=${encodeURIComponent(name)}`, text: t("report.link") }),
      ),
      this.#laterButton(id),
    );
  }

  /** @param {BegunRound} round */
  #round({ game, title, opponent, level }) {
    const name = level === null ? opponent || t("player.someone") : t("player.computer", { level });
    return make(
      "div",
      { class: "challenge-card" },
      make("p", {}, make("strong", { text: t("tournament.begun", { title }) })),
      make("p", { class: "quiet", text: t("tournament.against", { name }) }),
      make(
        "div",
        { class: "row" },
        make("a", { class: "button primary", href: `/game/${game}` }, icon("play"), t("tournament.to_game")),
      ),
      this.#laterButton(game),
    );
  }

  /** @param {string} id of what is not to be in the way */
  #laterButton(id) {
    return iconButton("cross", t("challenge.later"), () => {
      this.#later.add(id);
      this.#show();
    });
  }
}

/**
 * Whether a page is open that shows a round, or goes there by itself.
 * @param {BegunRound} round
 */
const isOpen = ({ game, tournament }) =>
  [`/game/${game}`, `/tournaments/${tournament}`].includes(location.pathname.replace(/\/$/, ""));

/**
 * Return the buttons that answer a challenge.
 * @param {GameChallenge} challenge
 */
export function answerButtons({ id }) {
  const answer = async (/** @type {"accept" | "decline"} */ how) => {
    try {
      const { game_id: game } = await answerChallenge(id, how);
      if (game) go(`/game/${game}`);
    } catch (problem) {
      toastProblem(problem);
    }
  };
  return [
    button(t("challenge.accept"), () => answer("accept"), { class: "button primary", icon: "check" }),
    button(t("challenge.decline"), () => answer("decline")),
  ];
}

/**
 * Say that the other one is a bot, if so.
 * @param {GameChallenge} challenge
 */
export const botTag = ({ bot }) => bot && make("span", { class: "tag", text: t("player.bot") });

/**
 * Return what a challenge is to, in short.
 * @param {GameChallenge} challenge
 */
export const about = ({ game, rules, clock }) => [gameName(game), rulesName(rules), clockName(clock)].join(" · ");

customElements.define("vato-challenges", ChallengeNotice);

/** Listen for challenges, and show them. */
export function keepCompany() {
  company.begin();
  if (!document.querySelector("vato-challenges")) document.getElementById("content")?.before(new ChallengeNotice());
}
