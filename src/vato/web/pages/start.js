/**
 * The first page: choose a game, choose whom to play, and play. One click starts; everything else has a default that
 * was the last choice.
 */

import { createGame, isUnreachable, myGames, pictureOf } from "../app/api.js";
import { chosenFor, grant, recallChoices, rememberChoices, requestFor, wishFor } from "../app/choices.js";
import { fill, find, make } from "../app/element.js";
import { allGames, anyGameHas } from "../app/games.js";
import { localSummaries, prepareLocal } from "../app/local-games.js";
import { gameName } from "../app/names.js";
import { hasAccounts } from "../app/people.js";
import { go, hasLobby } from "../app/router.js";
import { settings } from "../app/settings.js";
import { formatNumber, named, t } from "../app/text.js";
import { chips } from "../parts/choices.js";
import { gameCard } from "../parts/game-card.js";
import { icon } from "../parts/icons.js";
import { SetupForm } from "../parts/setup-form.js";
import { toast, toastProblem } from "../parts/toasts.js";
import { WaitingList } from "../parts/waiting-list.js";

/** @typedef {import("../app/wire").GameEntry} GameEntry @typedef {import("../app/choices.js").Opponent} Opponent */

/** Games to go on with that are offered at once; the rest are among my games. */
const UNFINISHED = 3;

export const open = () => new StartPage();

class StartPage extends HTMLElement {
  #choices = recallChoices();
  #games = allGames();
  #cards = make("div", { class: "start-games" });
  #level = make("div", { class: "start-level" });
  #actions = make("div", { class: "start-actions" });
  #setup = new SetupForm();
  #unfinished = make("section", { class: "unfinished", hidden: true });
  #repaint = (/** @type {Event} */ event) => {
    if (/** @type {CustomEvent} */ (event).detail === "theme") this.#showGames();
  };

  connectedCallback() {
    document.title = t("start.title");
    settings.addEventListener("change", this.#repaint);
    if (!this.#games.some(({ name }) => name === this.#choices.game)) this.#choices.game = this.#games[0]?.name ?? "";
    fill(
      this,
      make("h1", { class: "hidden", text: t("start.heading") }),
      new WaitingList(),
      this.#unfinished,
      this.#cards,
      this.#level,
      this.#setup,
      this.#actions,
      anyGameHas("lessons") && make("a", { class: "start-learn", href: "/learn" }, t("start.learn")),
    );
    this.#showGames();
    this.#showChoices();
    this.#showUnfinished();
    prepareLocal();
  }

  disconnectedCallback() {
    settings.removeEventListener("change", this.#repaint);
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

  async #showUnfinished() {
    // Not worth a word if it fails: the page is for new games.
    const [answer, local] = await Promise.all([myGames(1).catch(() => ({ games: [] })), localSummaries()]);
    const gone = new Set(local.map(({ continues }) => continues)); // where they went on is here
    const games = [...local, ...answer.games.filter(({ id }) => !gone.has(id))].sort((one, other) => other.updated - one.updated);
    // A game that nobody has moved in and nobody else waits for is not worth going on with.
    const begun = (/** @type {import("../app/wire").Summary} */ game) =>
      game.plies > 0 || game.seats.some((seat) => !seat.mine && seat.kind !== "computer");
    // What waits for me while somebody else plays stands above.
    const waits = (/** @type {import("../app/wire").Summary} */ { my_turn: mine, seats }) =>
      mine && seats.some((seat) => !seat.mine && seat.kind === "person");
    const open = games.filter((game) => !game.outcome && begun(game) && !waits(game)).slice(0, UNFINISHED);
    if (open.length === 0) return;
    this.#unfinished.hidden = false;
    fill(
      this.#unfinished,
      make("h2", { text: t("start.continue") }),
      make(
        "ul",
        { class: "game-cards" },
        open.map((game) => make("li", {}, gameCard(game))),
      ),
    );
  }
}

customElements.define("vato-start", StartPage);
