/**
 * Organising a tournament: what it is called, which system, which game and clock, when it begins, and who fills it up.
 */

import { CLOCKS, clockOf, recallChoices } from "../app/choices.js";
import { fill, find, make } from "../app/element.js";
import { allGames, entryOf } from "../app/games.js";
import { clockName, gameName, rulesName } from "../app/names.js";
import { hasAccounts, me, signInAddress } from "../app/people.js";
import { go } from "../app/router.js";
import { formatNumber, t } from "../app/text.js";
import { createTournament } from "../app/tournaments.js";
import { field } from "../parts/account-form.js";
import { chips } from "../parts/choices.js";
import { leadNowhere } from "../parts/notices.js";

/** @typedef {import("../app/wire").GameEntry} GameEntry @typedef {import("../app/wire").NewTournament} NewTournament */

/** @type {NewTournament["system"][]} */
const SYSTEMS = ["arena", "swiss", "round_robin", "knockout"];
const MINUTES = [20, 45, 60, 90, 120];
const ROUNDS = [3, 4, 5, 6, 7, 9];
const CYCLES = [1, 2, 4];
/** In minutes from now. */
const STARTS = [2, 5, 15, 30, 60, 24 * 60];
/** In seconds. */
const PAUSES = [10, 30, 60, 300];

export const open = () => new NewTournamentPage();

class NewTournamentPage extends HTMLElement {
  #title = make("input", { type: "text", maxLength: 60, required: true, autocomplete: "off" });
  #game = recallChoices().game;
  #rules = "";
  /** @type {NewTournament["system"]} */
  #system = "swiss";
  /** @type {NonNullable<NewTournament["form"]>} */
  #form = "game";
  /** @type {NonNullable<NewTournament["openings"]>} */
  #openings = "free";
  #clock = "5+3";
  #numbers = { minutes: 45, rounds: 5, cycles: 1, starts: 5, pause: 30 };
  #switches = { rated: true, bots: false };
  /** @type {Set<number>} */
  #levels = new Set();
  #choices = make("div", { class: "lobby-choices" });
  #problem = make("p", { class: "typed-problem", role: "alert" });

  async connectedCallback() {
    document.title = t("tournaments.new_title");
    if (!hasAccounts()) {
      await leadNowhere(this);
      return;
    }
    if (!me.member) {
      go(signInAddress(), { replace: true });
      return;
    }
    const games = allGames();
    this.#game = (games.find(({ name }) => name === this.#game) ?? games[0])?.name ?? "";
    const send = make("button", { type: "submit", class: "button big primary", text: t("tournaments.create") });
    fill(
      this,
      make("h1", { text: t("tournaments.new") }),
      make(
        "form",
        { class: "lobby-pair", on: { submit: (/** @type {SubmitEvent} */ event) => this.#send(event, send) } },
        field(t("tournament.name"), this.#title),
        this.#choices,
        make("div", { class: "row" }, send),
        this.#problem,
      ),
    );
    this.#show();
    this.#title.focus();
  }

  get #entry() {
    return /** @type {GameEntry} */ (entryOf(this.#game));
  }

  /** The rule sets that can be chosen; that of a revanche belongs to a match. */
  get #ruleNames() {
    return this.#entry.rules.filter(({ revanche }) => !revanche).map(({ name }) => name);
  }

  /**
   * Show what can be chosen, and go back to where somebody was.
   * @param {string} [name]
   * @param {string} [value]
   */
  #show(name, value) {
    const entry = this.#entry;
    const names = this.#ruleNames;
    if (!names.includes(this.#rules))
      this.#rules = names.find((rules) => rules === entry.contest_rules) ?? names[0] ?? "";
    const hasOpenings = entry.openings.length > 0;
    const hasMatches = entry.contests.includes("match");
    if (!hasMatches || this.#system === "arena") this.#form = "game";
    if (!hasOpenings || this.#form === "match") this.#openings = "free";
    fill(
      this.#choices,
      chips({
        label: t("tournament.system"),
        name: "system",
        class: "cards",
        options: SYSTEMS.map((system) => ({
          value: system,
          label: t(`tournament.${system}`),
          note: t(`tournament.${system}_note`),
        })),
        value: this.#system,
        choose: (system) => {
          this.#system = /** @type {NewTournament["system"]} */ (system);
          this.#show("system", system);
        },
      }),
      this.#number("minutes", MINUTES, this.#system === "arena", (count) => t("tournament.minutes_value", { count })),
      this.#number("rounds", ROUNDS, this.#system === "swiss", formatNumber),
      this.#number("cycles", CYCLES, this.#system === "round_robin", formatNumber),
      chips({
        label: t("start.game"),
        name: "game",
        options: allGames().map(({ name }) => ({ value: name, label: gameName(name) })),
        value: entry.name,
        choose: (game) => {
          this.#game = game;
          this.#levels.clear();
          this.#show("game", game);
        },
      }),
      names.length > 1 &&
        chips({
          label: t("setup.rules"),
          name: "rules",
          options: names.map((rules) => ({ value: rules, label: rulesName(rules) })),
          value: this.#rules,
          choose: (rules) => (this.#rules = rules),
        }),
      hasMatches &&
        this.#system !== "arena" &&
        chips({
          label: t("tournament.form"),
          name: "form",
          options: ["game", "match", ...(hasOpenings ? ["series"] : [])].map((form) => ({
            value: form,
            label: t(`tournament.form_${form}`),
          })),
          value: this.#form,
          choose: (form) => {
            this.#form = /** @type {NonNullable<NewTournament["form"]>} */ (form);
            this.#show("form", form);
          },
        }),
      hasOpenings &&
        this.#form !== "match" &&
        chips({
          label: t("tournament.openings"),
          name: "openings",
          options: ["free", "rotate", "drawn"].map((value) => ({ value, label: t(`tournament.openings_${value}`) })),
          value: this.#openings,
          choose: (value) => (this.#openings = /** @type {NonNullable<NewTournament["openings"]>} */ (value)),
        }),
      chips({
        label: t("setup.clock"),
        name: "clock",
        options: CLOCKS.filter((clock) => clock !== "custom" && clock !== "none").map((clock) => ({
          value: clock,
          label: clockName(clockOf({ ...recallChoices(), clock })),
        })),
        value: this.#clock,
        choose: (clock) => (this.#clock = clock),
      }),
      this.#number("starts", STARTS, true, startText),
      this.#number("pause", PAUSES, this.#system !== "arena", (count) =>
        count < 60 ? t("tournament.seconds_value", { count }) : t("tournament.minutes_value", { count: count / 60 }),
      ),
      this.#switch("rated", t("rating.rated"), t("tournament.rated_note")),
      this.#switch("bots", t("tournament.bots"), t("tournament.bots_note")),
      entry.levels.length > 0 && this.#fillUp(entry),
    );
    if (name) find(this.#choices, `[data-value="${value}"] input`).focus();
  }

  /**
   * @param {"minutes" | "rounds" | "cycles" | "starts" | "pause"} name
   * @param {number[]} options
   * @param {boolean} isOffered
   * @param {(count: number) => string} say
   */
  #number(name, options, isOffered, say) {
    return (
      isOffered &&
      chips({
        label: t(`tournament.${name}`),
        name,
        options: options.map((count) => ({ value: String(count), label: say(count) })),
        value: String(this.#numbers[name]),
        choose: (count) => (this.#numbers[name] = Number(count)),
      })
    );
  }

  /**
   * @param {"rated" | "bots"} name
   * @param {string} label
   * @param {string} note
   */
  #switch(name, label, note) {
    const box = make("input", {
      type: "checkbox",
      role: "switch",
      checked: this.#switches[name],
      on: { change: () => (this.#switches[name] = box.checked) },
    });
    return make("label", { class: "switch" }, make("span", {}, label, make("span", { class: "quiet", text: note })), box);
  }

  /**
   * Return the levels of the computer that can fill it up.
   * @param {GameEntry} entry
   */
  #fillUp(entry) {
    const box = (/** @type {number} */ number) => {
      const input = make("input", {
        type: "checkbox",
        checked: this.#levels.has(number),
        on: { change: () => (input.checked ? this.#levels.add(number) : this.#levels.delete(number)) },
      });
      return make("label", {}, input, make("span", { class: "choice-label", text: formatNumber(number) }));
    };
    return make(
      "fieldset",
      { class: "choice chips" },
      make("legend", { text: t("tournament.levels") }),
      make("div", { class: "choice-options" }, entry.levels.map(({ number }) => box(number))),
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
    const { minutes, rounds, cycles, starts, pause } = this.#numbers;
    const clock = clockOf({ ...recallChoices(), clock: this.#clock });
    try {
      const { id } = await createTournament({
        title: this.#title.value,
        system: this.#system,
        game: this.#game,
        rules: this.#rules,
        form: this.#form,
        openings: this.#openings,
        clock: clock ?? { initial_ms: 300_000, increment_ms: 3_000 },
        rated: this.#switches.rated,
        bots: this.#switches.bots,
        minutes,
        rounds,
        cycles,
        pause_seconds: pause,
        starts_in_seconds: 60 * starts,
        levels: [...this.#levels],
      });
      if (this.isConnected) go(`/tournaments/${id}`, { replace: true });
    } catch (failure) {
      this.#problem.textContent = failure instanceof Error ? failure.message : String(failure);
    } finally {
      pressed.disabled = false;
    }
  }
}

/** @param {number} minutes */
const startText = (minutes) =>
  minutes < 60
    ? t("tournament.minutes_value", { count: minutes })
    : t("tournament.hours_value", { count: minutes / 60 });

customElements.define("vato-new-tournament", NewTournamentPage);
