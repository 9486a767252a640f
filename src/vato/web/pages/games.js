/**
 * My games: those this browser has played or taken in, newest first, with a picture and how they stand.
 */

import { analysisAddress } from "../app/address.js";
import { isUnreachable, myGames, needing, pictureOf, recordOf } from "../app/api.js";
import { fill, make } from "../app/element.js";
import { allGames } from "../app/games.js";
import { localNews, localSummaries } from "../app/local-games.js";
import { having, setMark } from "../app/my-marks.js";
import { gameName } from "../app/names.js";
import { network } from "../app/network.js";
import { go } from "../app/router.js";
import { settings } from "../app/settings.js";
import { t } from "../app/text.js";
import { chips } from "../parts/choices.js";
import { openExport } from "../parts/export.js";
import { confirmed } from "../parts/dialogs.js";
import { gameCard, namesOf, standingOf, stateOf } from "../parts/game-card.js";
import { button, iconButton } from "../parts/icons.js";
import { askForRecord } from "../parts/import.js";
import { empty, failed } from "../parts/notices.js";
import { toast, toastProblem } from "../parts/toasts.js";

/** @typedef {import("../parts/game-card.js").Summary} Summary */

/** How games are told apart; some of them only where one side was mine. */
const STATES = ["open", "won", "lost", "drawn", "marked"];

export const open = () => new GamesPage();

class GamesPage extends HTMLElement {
  /** @type {Summary[]} */
  #games = [];
  /** Those of this device. @type {Summary[]} */
  #local = [];
  /** Whether the others are where they cannot be reached. */
  #isAway = false;
  #page = 0;
  #more = true;
  #wanted = "";
  #kind = "all";
  #state = "all";
  #search = make("input", { type: "search", "aria-label": t("games.search"), placeholder: t("games.search") });
  #filter = make("div", { class: "games-filter" });
  #list = make("div", { class: "games-list" });
  #repaint = (/** @type {Event} */ event) => {
    if (/** @type {CustomEvent} */ (event).detail === "theme") this.#show();
  };
  #found = () => {
    if (this.#isAway && !network.isLost) this.#load().catch(() => {});
  };
  /** A game of this device has changed, or is the server's now. */
  #reread = async (/** @type {Event} */ event) => {
    if (/** @type {CustomEvent} */ (event).detail.sentAs) {
      await this.#load(1).catch(() => {});
    } else {
      this.#local = await localSummaries();
      this.#show();
    }
  };

  async connectedCallback() {
    document.title = t("games.title");
    settings.addEventListener("change", this.#repaint);
    localNews.addEventListener("change", this.#reread);
    network.addEventListener("change", this.#found);
    this.#search.addEventListener("input", () => {
      this.#wanted = this.#search.value.trim().toLowerCase();
      this.#show();
    });
    const head = make(
      "div",
      { class: "games-head" },
      make("h1", { text: t("games.heading") }),
      button(t("games.import"), () => this.#import(), { icon: "import" }),
    );
    fill(this, head, this.#filter, this.#list);
    fill(this.#list, make("div", { class: "loading", "aria-busy": "true" }));
    try {
      await this.#load();
    } catch (problem) {
      failed(this, problem, () => this.connectedCallback());
    }
  }

  disconnectedCallback() {
    settings.removeEventListener("change", this.#repaint);
    localNews.removeEventListener("change", this.#reread);
    network.removeEventListener("change", this.#found);
  }

  /** Show one more page, or one anew, whatever else is on its way. */
  async #load(page = this.#page + 1) {
    this.#local = await localSummaries();
    try {
      const answer = await needing(myGames(page), "offline.games");
      this.#page = page;
      this.#more = answer.more;
      const known = new Set(this.#games.map(({ id }) => id));
      this.#games.push(...answer.games.filter(({ id }) => !known.has(id)));
      this.#isAway = false;
    } catch (problem) {
      // The games of this device can be shown all the same.
      if (page > 1 || this.#local.length === 0 || !isUnreachable(problem)) throw problem;
      this.#isAway = true;
    }
    this.#showFilter();
    this.#show();
  }

  #showFilter() {
    this.#filter.hidden = this.#all.length < 4;
    if (this.#filter.childElementCount > 0) return;
    const all = { value: "all", label: t("games.all") };
    const states = STATES.map((value) => ({ value, label: t(`games.${value}`) }));
    const games = allGames().map(({ name }) => ({ value: name, label: gameName(name) }));
    const group = { hideLabel: true, value: "all" };
    const chooseState = (/** @type {string} */ value) => {
      this.#state = value;
      this.#show();
    };
    const choose = (/** @type {string} */ value) => {
      this.#kind = value;
      this.#show();
    };
    fill(
      this.#filter,
      this.#search,
      chips({ ...group, label: t("games.filter"), name: "state", options: [all, ...states], choose: chooseState }),
      chips({ ...group, label: t("start.game"), name: "kind", options: [all, ...games], choose }),
    );
  }

  get #all() {
    const gone = new Set(this.#local.map(({ continues }) => continues)); // where they went on is here
    const removed = having("removed");
    return [...this.#local, ...this.#games.filter(({ id }) => !gone.has(id) && !removed.has(id))];
  }

  #show() {
    const shown = this.#all.filter((game) => this.#matches(game));
    if (this.#all.length === 0) {
      fill(
        this.#list,
        empty(
          t("games.none"),
          t("games.none_sentence"),
          make("a", { class: "button primary", href: "/", text: t("games.start") }),
        ),
      );
      return;
    }
    const more = button(t("games.more"), () => this.#load().catch(toastProblem));
    fill(
      this.#list,
      shown.length > 0
        ? make(
            "ul",
            { class: "game-cards" },
            shown.map((game) => this.#entry(game)),
          )
        : make("p", { class: "quiet", text: t("games.no_match") }),
      this.#isAway && make("p", { class: "quiet", text: t("local.others") }),
      this.#more && !this.#isAway && make("div", { class: "notice-actions" }, more),
    );
  }

  /** @param {Summary} game */
  #matches(game) {
    if (this.#kind !== "all" && game.game !== this.#kind) return false;
    if (this.#state === "open" && game.outcome) return false;
    if (this.#state === "marked" && !having("marked").has(game.id)) return false;
    if (["won", "lost", "drawn"].includes(this.#state) && standingOf(game) !== this.#state) return false;
    return `${namesOf(game)} ${stateOf(game)} ${game.rules}`.toLowerCase().includes(this.#wanted);
  }

  /** @param {Summary} game */
  #entry(game) {
    const over = game.outcome !== null;
    const names = { names: namesOf(game) };
    return make(
      "li",
      { class: "game-entry" },
      gameCard(game),
      make(
        "div",
        { class: "row" },
        game.plies > 0 &&
          !game.local &&
          make("a", {
            class: "button",
            href: analysisAddress({ from: game.id, review: over }),
            text: over ? t("games.review") : t("games.analyse"),
            "aria-label": over ? t("games.review_names", names) : t("games.analyse_names", names),
          }),
        !game.local &&
          button(t("games.export"), () => this.#export(game), { "aria-label": t("games.export_names", names) }),
        this.#markButton(game),
        !game.local && iconButton("trash", t("games.remove_names", names), () => this.#remove(game)),
      ),
    );
  }

  /** @param {Summary} game */
  #markButton(game) {
    const mark = iconButton(
      "star",
      t("games.mark_names", { names: namesOf(game) }),
      () => {
        const has = mark.getAttribute("aria-pressed") !== "true";
        setMark("marked", game.id, has);
        mark.setAttribute("aria-pressed", String(has));
      },
      { class: "icon-button mark", "aria-pressed": String(having("marked").has(game.id)) },
    );
    return mark;
  }

  /** @param {Summary} game */
  async #remove(game) {
    if (!(await confirmed(t("games.remove_sure", { names: namesOf(game) }), t("games.remove")))) return;
    setMark("removed", game.id, true);
    this.#show();
  }

  /** @param {Summary} game */
  async #export(game) {
    try {
      const position = game.position ? { position: game.position } : {};
      await openExport({
        record: await recordOf(game.id),
        link: `${location.origin}/game/${game.id}`,
        picture: pictureOf({ game: game.game, rules: game.rules, ...position }),
        file: `${game.game}-${game.id}`,
      });
    } catch (problem) {
      toastProblem(problem);
    }
  }

  async #import() {
    const games = await askForRecord(true);
    if (!games) return;
    toast(t("import.done", { count: games.length }));
    this.#games = [];
    this.#page = 0;
    await this.#load().catch(toastProblem);
    const [only] = games;
    if (games.length === 1 && only?.id) go(analysisAddress({ from: only.id }));
  }
}

customElements.define("vato-games", GamesPage);
