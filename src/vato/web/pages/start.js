/**
 * The first page: choose a game, choose whom to play, and play. One click starts; everything else has a default that
 * was the last choice. Where people meet, it shows beside that what goes on among them, and asks again now and then.
 */

import { createGame, frontPage, isUnreachable, pictureOf } from "../app/api.js";
import { chosenFor, grant, recallChoices, rememberChoices, requestFor, wishFor } from "../app/choices.js";
import { fill, find, make } from "../app/element.js";
import { allGames, anyGameHas } from "../app/games.js";
import { localSummaries, prepareLocal } from "../app/local-games.js";
import { gameName } from "../app/names.js";
import { hasAccounts } from "../app/people.js";
import { go, hasLobby } from "../app/router.js";
import { settings } from "../app/settings.js";
import { formatNumber, named, t } from "../app/text.js";
import { waiting } from "../app/waiting.js";
import { chips } from "../parts/choices.js";
import { gameCard } from "../parts/game-card.js";
import { GoingPart } from "../parts/going.js";
import { icon } from "../parts/icons.js";
import { SetupForm } from "../parts/setup-form.js";
import { Steady } from "../parts/steady.js";
import { toast, toastProblem } from "../parts/toasts.js";
import { WaitingList } from "../parts/waiting-list.js";

/** @typedef {import("../parts/game-card.js").Summary} Summary */
/** @typedef {import("../app/wire").GameEntry} GameEntry @typedef {import("../app/choices.js").Opponent} Opponent */

/** Games to go on with that are offered at once; the rest are among my games. */
const UNFINISHED = 3;
const AGAIN_MS = 10_000;
/** For so long the page waits for what stands above the rest, so that it need not be pushed down. */
const PATIENCE_MS = 250;

export const open = () => new StartPage();

class StartPage extends HTMLElement {
  #choices = recallChoices();
  #games = allGames();
  #cards = make("div", { class: "start-games" });
  #level = make("div", { class: "start-level" });
  #actions = make("div", { class: "start-actions" });
  #setup = new SetupForm();
  #unfinished = make("section", { class: "unfinished", hidden: true });
  /** The games to go on with that are shown. */
  #shown = "";
  /** What goes on among others, where there are any. */
  #going = hasLobby || hasAccounts() ? new GoingPart() : null;
  /** @type {import("../app/wire").Going | null} */
  #told = null;
  #ending = new AbortController();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** Games to go on with stand above the rest: they change only while nobody points there. */
  #steady = new Steady(this, this.#ending.signal);

  async connectedCallback() {
    const { signal } = this.#ending;
    document.title = t("start.title");
    const late = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
    await Promise.race([this.#ask(), late]);
    if (signal.aborted) return;
    this.#build();
    if (this.#going) document.addEventListener("visibilitychange", () => document.hidden || this.#ask(), { signal });
  }

  #build() {
    settings.addEventListener("change", (event) => this.#obey(/** @type {CustomEvent} */ (event).detail), {
      signal: this.#ending.signal,
    });
    if (!this.#games.some(({ name }) => name === this.#choices.game)) this.#choices.game = this.#games[0]?.name ?? "";
    fill(
      this,
      make("h1", { class: "hidden", text: t("start.heading") }),
      new WaitingList(),
      this.#unfinished,
      make(
        "div",
        { class: "start-new" },
        this.#cards,
        this.#level,
        this.#setup,
        this.#actions,
        anyGameHas("lessons") && make("a", { class: "start-learn", href: "/learn" }, t("start.learn")),
      ),
      this.#going,
    );
    this.#showGames();
    this.#showChoices();
    this.#showGoing();
    prepareLocal();
  }

  disconnectedCallback() {
    this.#ending.abort();
    clearTimeout(this.#timer);
  }

  /** @param {string} changed what was set to something else */
  #obey(changed) {
    if (changed === "theme") {
      this.#showGames();
      this.#showGoing();
    }
    if (changed === "calm") this.#again();
  }

  // What goes on

  /** Ask what goes on, and which games there are to go on with. */
  async #ask() {
    clearTimeout(this.#timer);
    // Not worth a word if it fails: the page is for new games.
    const [answer, local] = await Promise.all([frontPage().catch(() => null), localSummaries()]);
    if (this.#ending.signal.aborted) return;
    const games = unfinishedOf(answer?.unfinished ?? [], local);
    const shape = JSON.stringify(games.map(({ id }) => id));
    const show = () => {
      this.#shown = shape;
      this.#showUnfinished(games);
    };
    if (this.#shown === "" || this.#shown === shape) show();
    else if (answer) this.#steady.show(show);
    if (answer) {
      waiting.hear(answer.waiting);
      this.#told = answer.going;
      this.#showGoing();
    }
    this.#again();
  }

  /** Ask again after a while, where there are others; not those who want it calm, or do not look. */
  #again() {
    clearTimeout(this.#timer);
    if (!this.#going || settings.get("calm") || document.hidden) return;
    this.#timer = setTimeout(() => this.#ask(), AGAIN_MS);
  }

  #showGoing() {
    if (this.#told) this.#going?.show(this.#told, this.#choices.game);
  }

  get #entry() {
    return /** @type {GameEntry} */ (this.#games.find(({ name }) => name === this.#choices.game) ?? this.#games[0]);
  }

  /** @param {Partial<import("../app/choices.js").Choices>} changed */
  #choose(changed) {
    this.#choices = { ...this.#choices, ...changed };
    rememberChoices(this.#choices);
  }

  #showGames() {
    const options = this.#games.map(({ name, rules }) => ({
      value: name,
      label: gameName(name),
      note: named(`game.${name}_note`, rules[0]?.summary ?? ""),
      content: make(
        "span",
        { class: "start-picture" },
        make("img", { src: pictureOf({ game: name }), alt: "", loading: "eager" }),
      ),
    }));
    const choose = (/** @type {string} */ game) => {
      this.#choose({ game });
      this.#showChoices();
      this.#showGoing();
    };
    const group = { label: t("start.game"), name: "game", class: "cards", hideLabel: true };
    fill(this.#cards, chips({ ...group, options, value: this.#choices.game, choose }));
  }

  #showChoices() {
    const entry = this.#entry;
    this.#showLevels(entry);
    /** @type {Opponent[]} */
    const opponents = entry.has.engine ? ["computer", "screen", "link"] : ["screen", "link"];
    fill(
      this.#actions,
      opponents.map((opponent, index) => this.#action(opponent, index === 0 ? "primary" : "")),
      hasLobby && make("a", { class: "button big", href: "/lobby" }, icon("search"), t("lobby.find")),
      hasAccounts() && make("a", { class: "button big", href: "/tournaments" }, icon("trophy"), t("tournaments.link")),
    );
    this.#setup.show(this.#choices, entry, (changed) => this.#choose(changed));
  }

  /** @param {GameEntry} entry */
  #showLevels(entry) {
    const { level } = chosenFor(this.#choices, entry);
    this.#level.hidden = level === undefined;
    if (level === undefined) return;
    const label = (/** @type {number} */ wanted) => {
      const { name = "", rating = 0 } = entry.levels.find(({ number }) => number === wanted) ?? {};
      return t("start.level", { level: wanted, name, rating: formatNumber(rating, { useGrouping: false }) });
    };
    const group = chips({
      label: label(level),
      name: "level",
      class: "levels",
      options: entry.levels.map(({ number }) => ({ value: String(number), label: formatNumber(number) })),
      value: String(level),
      choose: (value) => {
        find(group, "legend").textContent = label(Number(value));
        this.#choose({ level: { ...this.#choices.level, [entry.name]: Number(value) } });
      },
    });
    fill(this.#level, group);
  }

  /**
   * @param {Opponent} opponent
   * @param {string} [kind]
   */
  #action(opponent, kind = "") {
    const symbol = /** @type {const} */ ({ computer: "computer", screen: "screen", link: "link" })[opponent];
    const action = make(
      "button",
      {
        type: "button",
        class: `button big ${kind}`,
        data: { opponent },
        on: { click: () => this.#start(opponent, action) },
      },
      icon(symbol),
      make("span", { text: t(`start.play_${opponent}`) }),
    );
    return action;
  }

  /**
   * @param {Opponent} opponent
   * @param {HTMLButtonElement} action
   */
  async #start(opponent, action) {
    rememberChoices(this.#choices);
    action.disabled = true;
    try {
      go(`/game/${await this.#create(opponent)}`);
    } catch (problem) {
      toastProblem(problem);
      action.disabled = false;
    }
  }

  /**
   * Create a game: on the server, or on this device where that cannot be reached.
   * @param {Opponent} opponent
   */
  async #create(opponent) {
    const wish = wishFor([opponent, this.#choices], () => requestFor(this.#choices, this.#entry, opponent));
    const id = await createGame(wish).then(
      (made) => made.id,
      async (problem) => {
        if (!isUnreachable(problem)) throw problem;
        const { createLocal } = await import("../app/local-start.js");
        const key = await createLocal(wish, this.#entry);
        toast(wish.clock ? t("local.begun_without_clock") : t("local.begun"));
        return key;
      },
    );
    grant();
    return id;
  }

  /** @param {Summary[]} games */
  #showUnfinished(games) {
    this.#unfinished.hidden = games.length === 0;
    fill(
      this.#unfinished,
      make("h2", { text: t("start.continue") }),
      make(
        "ul",
        { class: "game-cards" },
        games.map((game) => make("li", {}, gameCard(game))),
      ),
    );
  }
}

/**
 * Return the games to go on with, of the server and of this device, the last played first.
 * @param {Summary[]} known of the server
 * @param {Summary[]} local
 */
function unfinishedOf(known, local) {
  const gone = new Set(local.map(({ continues }) => continues)); // where they went on is here
  const begun = local.filter(({ outcome, plies }) => !outcome && plies > 0); // there is nobody else to wait for
  const games = [...begun, ...known.filter(({ id }) => !gone.has(id))];
  return games.sort((one, other) => other.updated - one.updated).slice(0, UNFINISHED);
}

customElements.define("vato-start", StartPage);
