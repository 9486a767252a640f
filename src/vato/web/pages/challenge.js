/**
 * Challenging a member: whom, to which game, with which clock and side; then waiting for the answer, wherever one goes
 * meanwhile. `?to=NAME` says whom.
 */

import { clockOf, recallChoices } from "../app/choices.js";
import { challenge, company, takeBackChallenge } from "../app/company.js";
import { fill, find, make } from "../app/element.js";
import { allGames, entryOf } from "../app/games.js";
import { gameName, rulesName, sideName } from "../app/names.js";
import { hasAccounts, me, signInAddress } from "../app/people.js";
import { go } from "../app/router.js";
import { formatDate, t } from "../app/text.js";
import { field, nameInput } from "../parts/account-form.js";
import { about, answerButtons, botTag } from "../parts/challenge-notice.js";
import { chips } from "../parts/choices.js";
import { clockChoice } from "../parts/clock-choice.js";
import { button } from "../parts/icons.js";
import { leadNowhere } from "../parts/notices.js";
import { toastProblem } from "../parts/toasts.js";

/** @typedef {import("../app/wire").GameEntry} GameEntry @typedef {import("../app/company.js").GameChallenge} GameChallenge */

export const open = () => new ChallengePage();

class ChallengePage extends HTMLElement {
  #to = nameInput({ value: new URLSearchParams(location.search).get("to") ?? "", autocomplete: "off" });
  #game = recallChoices().game;
  #rules = "";
  #clock = { ...recallChoices(), clock: "10+5" };
  /** @type {"" | "first" | "second"} */
  #side = "";
  #choices = make("div", { class: "lobby-choices" });
  #waiting = make("section", { class: "challenge-waiting", "aria-live": "polite" });
  #problem = make("p", { class: "typed-problem", role: "alert" });
  #onChange = () => this.#showWaiting();

  async connectedCallback() {
    document.title = t("challenge.title");
    if (!hasAccounts()) {
      await leadNowhere(this);
      return;
    }
    if (!me.member) {
      go(signInAddress(), { replace: true });
      return;
    }
    company.addEventListener("change", this.#onChange);
    const games = allGames();
    this.#game = (games.find(({ name }) => name === this.#game) ?? games[0])?.name ?? "";
    const send = make("button", { type: "submit", class: "button big primary", text: t("challenge.send") });
    fill(
      this,
      make("h1", { text: t("challenge.heading") }),
      make(
        "form",
        { class: "lobby-pair", on: { submit: (/** @type {SubmitEvent} */ event) => this.#send(event, send) } },
        field(t("challenge.whom"), this.#to),
        this.#choices,
        make("div", { class: "row" }, send),
        this.#problem,
      ),
      this.#waiting,
    );
    this.#showChoices();
    this.#showWaiting();
    if (!this.#to.value) this.#to.focus();
  }

  disconnectedCallback() {
    company.removeEventListener("change", this.#onChange);
  }

  get #entry() {
    return /** @type {GameEntry} */ (entryOf(this.#game));
  }

  #showChoices() {
    const entry = this.#entry;
    const rules = entry.rules.filter(({ revanche }) => !revanche).map(({ name }) => name);
    this.#rules = rules.find((name) => name === entry.contest_rules) ?? rules[0] ?? "";
    const [first, second] = entry.sides;
    fill(
      this.#choices,
      chips({
        label: t("start.game"),
        name: "game",
        options: allGames().map(({ name }) => ({ value: name, label: gameName(name) })),
        value: entry.name,
        choose: (game) => {
          this.#game = game;
          this.#showChoices();
          find(this.#choices, `[data-value="${game}"] input`).focus();
        },
      }),
      rules.length > 1 &&
        chips({
          label: t("setup.rules"),
          name: "rules",
          options: rules.map((name) => ({ value: name, label: rulesName(name) })),
          value: this.#rules,
          choose: (name) => (this.#rules = name),
        }),
      ...clockChoice(this.#clock, (changed) => (this.#clock = { ...this.#clock, ...changed }), { without: ["custom"] }),
      chips({
        label: t("challenge.side"),
        name: "side",
        options: [
          { value: "", label: t("challenge.side_drawn") },
          { value: "first", label: sideName(first ?? "") },
          { value: "second", label: sideName(second ?? "") },
        ],
        value: this.#side,
        choose: (value) => (this.#side = /** @type {"" | "first" | "second"} */ (value)),
      }),
    );
  }

  /**
   * @param {SubmitEvent} event
   * @param {HTMLButtonElement} pressed
   */
  async #send(event, pressed) {
    event.preventDefault();
    this.#problem.textContent = "";
    pressed.disabled = true;
    const clock = clockOf(this.#clock);
    try {
      await challenge({
        member: this.#to.value,
        game: this.#game,
        rules: this.#rules,
        ...(clock ? { clock } : {}),
        ...(this.#side ? { side: this.#side } : {}),
      });
      this.#waiting.scrollIntoView({ block: "nearest" });
    } catch (failure) {
      this.#problem.textContent = failure instanceof Error ? failure.message : String(failure);
    } finally {
      pressed.disabled = false;
    }
  }

  #showWaiting() {
    const waiting = company.challenges.filter(({ answer }) => answer === null);
    const takeBack = (/** @type {GameChallenge} */ { id }) =>
      button(t("challenge.take_back"), () => takeBackChallenge(id).catch(toastProblem), { icon: "cross" });
    const [theirs, mine] = [false, true].map((isMine) => waiting.filter((made) => made.mine === isMine));
    fill(
      this.#waiting,
      list(t("challenge.to_answer"), theirs ?? [], ({ challenger }) => challenger, answerButtons),
      list(t("challenge.waiting"), mine ?? [], ({ challenged }) => challenged, (made) => [takeBack(made)]),
    );
  }
}

/**
 * Return challenges with what can be done about them; nothing where there are none.
 * @param {string} title
 * @param {GameChallenge[]} challenges
 * @param {(made: GameChallenge) => string} name of the other one
 * @param {(made: GameChallenge) => Node[]} actions
 */
function list(title, challenges, name, actions) {
  if (challenges.length === 0) return [];
  const entries = challenges.map((made) =>
    make(
      "li",
      {},
      make(
        "div",
        {},
        make("strong", {}, make("bdi", { text: name(made) }), botTag(made)),
        make("span", { class: "quiet", text: about(made) }),
        make("span", { class: "quiet", text: t("challenge.until", { date: formatDate(made.until) }) }),
      ),
      make("div", { class: "row" }, actions(made)),
    ),
  );
  return [make("h2", { text: title }), make("ul", { class: "account-list" }, entries)];
}

customElements.define("vato-challenge", ChallengePage);
