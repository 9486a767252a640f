/**
 * Challenges to the member who is here, over whatever page is open: who wants to play what, yes or no. Who made a challenge
 * in this tab goes to the game when it is accepted, and hears when it is not.
 */

import { answerChallenge, company } from "../app/company.js";
import { fill, make } from "../app/element.js";
import { clockName, gameName, rulesName } from "../app/names.js";
import { go } from "../app/router.js";
import { sounds } from "../app/sounds.js";
import { t } from "../app/text.js";
import { button, iconButton } from "./icons.js";
import { toast, toastProblem } from "./toasts.js";

/** @typedef {import("../app/company.js").GameChallenge} GameChallenge */

export class ChallengeNotice extends HTMLElement {
  #shown = "";
  /** Those that are not to be in the way; they are found with the member's own. @type {Set<string>} */
  #later = new Set();
  #onChange = () => this.#show();

  connectedCallback() {
    this.setAttribute("role", "region");
    this.setAttribute("aria-live", "polite");
    this.setAttribute("aria-label", t("challenge.region"));
    company.addEventListener("change", this.#onChange);
    this.#show();
  }

  disconnectedCallback() {
    company.removeEventListener("change", this.#onChange);
  }

  #show() {
    for (const made of company.challenges.filter(({ mine, answer }) => mine && answer !== null)) this.#follow(made);
    const waiting = company.challenges.filter(({ id, mine, answer }) => !mine && answer === null && !this.#later.has(id));
    const key = JSON.stringify(waiting);
    if (key === this.#shown) return;
    if (waiting.length > (this.#shown ? JSON.parse(this.#shown).length : 0)) sounds.play("notify");
    this.#shown = key;
    this.hidden = waiting.length === 0;
    fill(this, waiting.map((challenge) => this.#challenge(challenge)));
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
    const later = iconButton("cross", t("challenge.later"), () => {
      this.#later.add(id);
      this.#show();
    });
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
      later,
    );
  }
}

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
