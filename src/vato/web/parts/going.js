/**
 * What goes on among people here, beside the first page: who waits for an opponent, tournaments to enter, the puzzle of the
 * day. What has nothing to show is not there, and nothing moves under a pointer or a focus.
 */

import { puzzlePicture } from "../app/api.js";
import { dailyPuzzle } from "../app/daily.js";
import { fill, make } from "../app/element.js";
import { gameName } from "../app/names.js";
import { formatDate, formatDuration, t } from "../app/text.js";
import { aboutTournament } from "../app/tournaments.js";
import { icon } from "./icons.js";
import { seekText } from "./seek.js";
import { Steady } from "./steady.js";

/** @typedef {import("../app/wire").Going} Going @typedef {import("../app/wire").TournamentHead} TournamentHead */

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

export class GoingPart extends HTMLElement {
  #ending = new AbortController();
  #steady = new Steady(this, this.#ending.signal);
  /** The parts, in their order; each is only made anew when it shows something else. @type {Record<string, HTMLElement>} */
  #sections = Object.fromEntries(["seeks", "tournaments", "puzzle"].map((name) => [name, make("section", { class: "going-part" })]));

  connectedCallback() {
    this.setAttribute("role", "complementary");
    this.setAttribute("aria-label", t("front.going"));
    fill(this, Object.values(this.#sections));
    for (const section of Object.values(this.#sections)) section.hidden = section.childElementCount === 0;
  }

  disconnectedCallback() {
    this.#ending.abort();
  }

  /**
   * @param {Going} going
   * @param {string} game whose puzzle is shown
   */
  show(going, game) {
    this.#steady.show(() => {
      this.#fill("seeks", seeks(going));
      this.#fill("tournaments", tournaments(going));
      this.#fill("puzzle", puzzle(going, game));
    });
  }

  /**
   * @param {string} name
   * @param {(HTMLElement | false)[]} made
   */
  #fill(name, made) {
    const section = /** @type {HTMLElement} */ (this.#sections[name]);
    const before = section.innerHTML;
    const after = make("section", {}, made);
    section.hidden = made.length === 0;
    if (after.innerHTML !== before) fill(section, [...after.children]);
  }
}

/** @param {Going} going */
function seeks({ seeks: waiting, seekers }) {
  if (waiting.length === 0) return [];
  return [
    make("h2", { text: t("lobby.open", { count: seekers }) }),
    list(waiting.map((seek) => make("a", { class: "going-item", href: `/lobby#${seek.id}` }, seekText(seek), icon("play")))),
    seekers > waiting.length && make("a", { class: "going-more", href: "/lobby", text: t("front.all") }),
  ];
}

/** @param {Going} going */
function tournaments({ tournaments: heads }) {
  if (heads.length === 0) return [];
  const item = (/** @type {TournamentHead} */ head) =>
    make(
      "a",
      { class: "going-item", href: `/tournaments/${head.id}` },
      make(
        "span",
        { class: "seek-text" },
        make("strong", {}, make("bdi", { text: head.title })),
        make("span", { class: "quiet", text: aboutTournament(head) }),
        make("span", {}, make("strong", { text: whenOf(head) }), ` · ${t("tournament.players", { count: head.players })}`),
      ),
    );
  return [
    make("h2", { text: t("tournaments.link") }),
    list(heads.map(item)),
    make("a", { class: "going-more", href: "/tournaments", text: t("front.all") }),
  ];
}

/** @param {TournamentHead} head */
function whenOf({ phase, starts, ends }) {
  if (phase === "running") return t("front.until", { date: formatDate(ends ?? starts) });
  const left = starts - Date.now();
  if (left < MINUTE_MS) return t("front.now");
  return left < DAY_MS ? t("front.begins_in", { time: formatDuration(left) }) : formatDate(starts);
}

/**
 * @param {Going} going
 * @param {string} game
 */
function puzzle({ puzzles }, game) {
  const entry = puzzles.find((each) => each.game === game) ?? puzzles[0];
  if (!entry) return [];
  const { number, address, isDone } = dailyPuzzle(entry);
  return [
    make("h2", { text: t("puzzles.daily") }),
    make(
      "a",
      { class: "going-item going-puzzle", href: address },
      make("img", { src: puzzlePicture(entry.game, number), alt: "", loading: "lazy" }),
      make(
        "span",
        { class: "seek-text" },
        make("strong", { text: gameName(entry.game) }),
        make("span", { class: "quiet" }, isDone && icon("check"), t(isDone ? "front.solved" : "front.to_solve")),
      ),
    ),
  ];
}

/** @param {HTMLElement[]} items */
const list = (items) => make("ul", { class: "going-list" }, items.map((item) => make("li", {}, item)));

customElements.define("vato-going", GoingPart);
