/**
 * Public games that have ended: looked for by game, rules, opening, result, player and position, the last first. Each leads to
 * its review; all of them are one file. The address always says what is looked for.
 */

import { analysisAddress } from "../app/address.js";
import { RequestFailed, needing, pictureOf } from "../app/api.js";
import { archiveAddress, archiveFile, readWanted, searchArchive } from "../app/archive.js";
import { fill, find, make } from "../app/element.js";
import { allGames, entryOf } from "../app/games.js";
import { gameName, rulesName, sideName } from "../app/names.js";
import { hasAccounts } from "../app/people.js";
import { ratingText } from "../app/ratings.js";
import { settings } from "../app/settings.js";
import { t } from "../app/text.js";
import { chips } from "../parts/choices.js";
import { gameCard } from "../parts/game-card.js";
import { button, icon } from "../parts/icons.js";
import { empty, failed, leadNowhere } from "../parts/notices.js";

/** @typedef {import("../app/archive.js").Wanted} Wanted @typedef {import("../app/wire").ArchivedGame} ArchivedGame */

export const open = () => new ArchivePage();

/** How often the server is asked for one press of a button while it finds nothing in what it looks through. */
const LOOKS = 4;
const CC0 = "https://creativecommons.org/publicdomain/zero/1.0/";

class ArchivePage extends HTMLElement {
  #wanted = readWanted(location.hash);
  /** @type {ArchivedGame[]} */
  #games = [];
  /** Where the server goes on looking. @type {string | null} */
  #next = null;
  /** How often was asked, so that an answer to an older question is known. */
  #asked = 0;
  #form = make("form", { class: "archive-form", on: { submit: (/** @type {Event} */ event) => event.preventDefault() } });
  #status = make("p", { class: "quiet", role: "status" });
  #cards = make("ul", { class: "game-cards" });
  #position = make("div", { class: "archive-position" });
  #notice = make("div");
  #more = button("", () => this.#load(), { hidden: true });
  #file = make("a", { class: "button", download: "" });
  #repaint = (/** @type {Event} */ event) => {
    if (/** @type {CustomEvent} */ (event).detail !== "theme") return;
    this.#showPosition();
    fill(this.#cards, this.#games.map(card));
  };

  async connectedCallback() {
    document.title = t("archive.title");
    if (!hasAccounts()) {
      await leadNowhere(this);
      return;
    }
    settings.addEventListener("change", this.#repaint);
    fill(
      this,
      make("h1", { text: t("archive.heading") }),
      this.#form,
      make(
        "section",
        { class: "archive-found", "aria-label": t("archive.heading") },
        this.#status,
        this.#cards,
        this.#notice,
        make("div", { class: "notice-actions" }, this.#more),
      ),
      make(
        "footer",
        { class: "archive-file" },
        this.#file,
        make(
          "p",
          { class: "quiet" },
          t("archive.licence"),
          " ",
          make("a", { href: CC0, rel: "license noreferrer", target: "_blank", text: "CC0 1.0" }),
        ),
      ),
    );
    this.#showForm();
    await this.#search();
  }

  disconnectedCallback() {
    settings.removeEventListener("change", this.#repaint);
  }

  // What is looked for

  /** @param {Partial<Wanted>} changed */
  #choose(changed) {
    this.#wanted = { ...this.#wanted, ...changed };
    history.replaceState(null, "", archiveAddress(this.#wanted));
    this.#search();
  }

  #showForm() {
    const { game, player } = this.#wanted;
    const all = { value: "", label: t("games.all") };
    const games = chips({
      label: t("start.game"),
      name: "game",
      options: [all, ...allGames().map(({ name }) => ({ value: name, label: gameName(name) }))],
      value: game,
      choose: (chosen) => {
        // What else is looked for is of a game.
        this.#choose({ game: chosen, rules: "", position: "", moves: [], opening: "", result: "" });
        this.#showForm();
        find(this.#form, `[data-value="${chosen}"] input`).focus();
      },
    });
    const name = make("input", {
      type: "search",
      value: player,
      maxlength: 80,
      autocapitalize: "off",
      spellcheck: "false",
      on: { change: () => this.#choose({ player: name.value.trim() }) },
    });
    fill(
      this.#form,
      games,
      make(
        "div",
        { class: "fields" },
        this.#rules(),
        this.#openings(),
        make("label", { class: "field" }, make("span", { text: t("archive.player") }), name),
      ),
      this.#results(),
      this.#position,
    );
    this.#showPosition();
    this.#file.setAttribute("href", archiveFile(game));
    fill(
      this.#file,
      icon("export"),
      game ? t("archive.file_of", { game: gameName(game) }) : t("archive.file"),
    );
  }

  #rules() {
    const rules = entryOf(this.#wanted.game)?.rules ?? [];
    if (rules.length < 2) return null;
    // A position is one of some rules.
    const any = this.#wanted.position || this.#wanted.moves.length > 0 ? [] : [{ value: "", label: t("games.all") }];
    const options = [...any, ...rules.map((known) => ({ value: known.name, label: rulesName(known.name) }))];
    return select(t("setup.rules"), options, this.#wanted.rules, (chosen) => this.#choose({ rules: chosen }));
  }

  #openings() {
    const openings = entryOf(this.#wanted.game)?.openings ?? [];
    if (openings.length === 0) return null;
    const options = [{ value: "", label: t("games.all") }, ...openings.map(({ name }) => ({ value: name, label: name }))];
    return select(t("archive.opening"), options, this.#wanted.opening, (opening) => this.#choose({ opening }));
  }

  #results() {
    const sides = entryOf(this.#wanted.game)?.sides;
    const won = (/** @type {number} */ player) => t("archive.won", { side: sideName(sides?.[player] ?? "") });
    return chips({
      label: t("archive.result"),
      name: "result",
      options: [
        { value: "", label: t("games.all") },
        // Who has which side differs from game to game.
        ...(sides ? [{ value: "first", label: won(0) }, { value: "second", label: won(1) }] : []),
        { value: "drawn", label: t("games.drawn") },
      ],
      value: this.#wanted.result,
      choose: (result) => this.#choose({ result: /** @type {Wanted["result"]} */ (result) }),
    });
  }

  /** Show the position that is looked for, or the way to the board where one is set. */
  #showPosition() {
    const { game, rules, position, moves } = this.#wanted;
    const there = position !== "" || moves.length > 0;
    const entry = entryOf(game) ?? allGames()[0];
    const board = analysisAddress({
      ...(there ? { game, rules, start: position, moves } : { game: entry?.name ?? "", rules: rules || (entry?.contest_rules ?? "") }),
      games: true,
    });
    const clear = () => {
      this.#choose({ position: "", moves: [] });
      this.#showForm();
      find(this.#position, "a").focus();
    };
    fill(
      this.#position,
      there &&
        make("img", {
          src: pictureOf({ game, rules, position, moves: moves.join(",") }),
          alt: t("archive.position"),
        }),
      make(
        "div",
        { class: "row" },
        make("a", { class: "button", href: board }, icon("analysis"), t(there ? "archive.board" : "archive.set")),
        there && button(t("archive.any_position"), clear, { icon: "cross" }),
      ),
    );
  }

  // What is found

  /** Look for something else. */
  async #search() {
    this.#games = [];
    this.#next = null;
    await this.#load();
  }

  async #load() {
    this.#asked += 1;
    const asked = this.#asked;
    this.#cards.setAttribute("aria-busy", "true");
    try {
      for (let look = 0; look < LOOKS; look += 1) {
        const { games, next } = await needing(searchArchive(this.#wanted, this.#next), "offline.archive");
        if (asked !== this.#asked) return; // something else is looked for by now
        this.#take(games, next);
        if (games.length > 0 || next === null) break;
      }
    } catch (problem) {
      if (asked === this.#asked) this.#fail(problem);
    } finally {
      if (asked === this.#asked) this.#cards.removeAttribute("aria-busy");
    }
  }

  /**
   * @param {ArchivedGame[]} games
   * @param {string | null} next
   */
  #take(games, next) {
    if (this.#games.length === 0) fill(this.#cards);
    this.#games.push(...games);
    this.#next = next;
    this.#cards.append(...games.map(card));
    const count = this.#games.length;
    const isNothing = count === 0 && next === null;
    const looksForAll = archiveAddress(this.#wanted) === archiveAddress({});
    fill(
      this.#notice,
      isNothing && looksForAll && empty(t("archive.none"), t("archive.none_note")),
    );
    if (count > 0) this.#status.textContent = next === null ? t("archive.found", { count }) : t("archive.last", { count });
    else this.#status.textContent = next !== null ? t("archive.not_yet") : looksForAll ? "" : t("games.no_match");
    this.#more.hidden = next === null;
    find(this.#more, "span").textContent = t(count > 0 ? "games.more" : "archive.further");
  }

  /** @param {unknown} problem */
  #fail(problem) {
    this.#more.hidden = true;
    const isRefused = problem instanceof RequestFailed && [404, 409, 422].includes(problem.status);
    this.#status.textContent = isRefused ? problem.message : "";
    if (this.#games.length === 0) fill(this.#cards);
    if (isRefused) fill(this.#notice);
    else failed(this.#notice, problem, () => this.#load());
  }
}

/**
 * @param {string} label
 * @param {{value: string, label: string}[]} options
 * @param {string} value
 * @param {(value: string) => void} choose
 */
function select(label, options, value, choose) {
  const element = make(
    "select",
    { on: { change: () => choose(element.value) } },
    options.map((option) => make("option", { value: option.value, text: option.label, selected: option.value === value })),
  );
  return make("label", { class: "field" }, make("span", { text: label }), element);
}

/** @param {ArchivedGame} found */
function card({ summary, opening }) {
  const ratings = summary.seats.flatMap(({ rating }) => (rating ? [ratingText(rating)] : []));
  const notes = [ratings.join(" – "), opening ?? "", t("archive.turns", { count: summary.plies })];
  const address = analysisAddress({ from: summary.id, review: true });
  return make("li", {}, gameCard(summary, { address, notes: notes.filter(Boolean) }));
}

customElements.define("vato-archive", ArchivePage);
