/**
 * The strip of one player beside the board: stones, name (edited in place by whose it is), what the game counts, and the
 * clock. The name of the side to move stands on a yellow ground.
 */

import { fill, make } from "../app/element.js";
import { countName, sideName } from "../app/names.js";
import { changeText, profileAddress, ratingText, ratingWords } from "../app/ratings.js";
import { formatDate, t } from "../app/text.js";
import { ClockFace } from "./clock.js";
import { icon } from "./icons.js";

/** @typedef {import("../app/wire").Seat} Seat */
/** @typedef {import("../app/wire").CounterEntry & {count: number}} Counted */
/** @typedef {{seat: Seat, player: number, called: string, toMove: boolean, thinking: boolean, won: boolean, counted: Counted[]}} Shown */

const LONGEST_NAME = 40;

export class PlayerStrip extends HTMLElement {
  clock = new ClockFace();
  /** Called with a new name for this player. @type {(name: string) => void} */
  onRename = () => {};

  #stone = make("span", { class: "stone-mark", "aria-hidden": "true" });
  #name = make("span", { class: "player-name" });
  #notes = make("span", { class: "player-notes" });
  #counts = make("span", { class: "player-counts" });
  #shown = "";
  /** @type {Shown | null} */
  #now = null;

  connectedCallback() {
    this.clock.hidden = true;
    fill(this, this.#stone, this.#name, this.#notes, this.#counts, this.clock);
  }

  /** @param {Shown} shown */
  show(shown) {
    this.#now = shown;
    const key = JSON.stringify(shown);
    if (key === this.#shown) return;
    const renaming = this.#name.querySelector("input") !== null;
    this.#shown = key;
    const { seat, player, called, toMove, thinking } = shown;
    this.dataset.player = String(player);
    this.classList.toggle("to-move", toMove);
    this.classList.toggle("away", seat.kind === "person" && !seat.online);
    this.#stone.dataset.player = String(player);
    if (!renaming) this.#showName(seat, called);
    fill(
      this.#notes,
      shown.won &&
        make(
          "span",
          { class: "won", title: t("player.won") },
          icon("trophy"),
          make("span", { class: "hidden", text: t("player.won") }),
        ),
      thinking &&
        make(
          "span",
          { class: "thinking", role: "status" },
          make("span", { class: "hidden", text: t("player.thinking") }),
        ),
      seat.away_until
        ? make("span", { class: "quiet", text: t("player.vacation", { date: formatDate(seat.away_until) }) })
        : seat.kind === "person" && !seat.online && make("span", { class: "quiet", text: t("player.away") }),
    );
    fill(this.#counts, shown.counted.map(counter));
  }

  /**
   * @param {Seat} seat
   * @param {string} name what it is called
   */
  #showName(seat, name) {
    const side = make("span", { class: "hidden", text: ` (${sideName(seat.side)})` });
    if (!seat.mine || seat.member) {
      const bot = seat.bot && make("span", { class: "tag", text: t("player.bot") });
      const mark = seat.member && memberMark(name);
      fill(this.#name, make("span", { class: "name", dir: "auto", text: name }), mark, bot, side, rating(seat));
      return;
    }
    const label = t("player.rename", { name });
    const focused = this.#name.contains(document.activeElement);
    fill(
      this.#name,
      make(
        "button",
        { type: "button", class: "name", dir: "auto", title: label, on: { click: () => this.#edit(seat) } },
        name,
        side,
      ),
    );
    if (focused) this.#name.querySelector("button")?.focus();
  }

  /** @param {Seat} seat */
  #edit(seat) {
    const input = make("input", {
      class: "name",
      value: seat.name,
      maxlength: LONGEST_NAME,
      "aria-label": t("player.name"),
      autocomplete: "off",
      placeholder: this.#now?.called ?? "",
    });
    let done = false;
    const finish = (/** @type {boolean} */ keep) => {
      if (done) return;
      done = true;
      const name = input.value.trim();
      const { seat: mine, called } = this.#now ?? { seat, called: name };
      this.#showName(mine, keep && name ? name : called);
      if (keep && name && name !== seat.name) this.onRename(name);
      /** @type {HTMLElement | null} */ (this.#name.querySelector("button"))?.focus();
    };
    input.addEventListener("keydown", (event) => {
      // The button that takes the field's place and the focus is not to be pressed by the same key.
      if (event.key === "Enter" || event.key === "Escape") event.preventDefault();
      if (event.key === "Enter") finish(true);
      else if (event.key === "Escape") finish(false);
      event.stopPropagation();
    });
    input.addEventListener("blur", () => finish(true));
    fill(this.#name, input);
    input.select();
  }
}

/**
 * Return the sign that a name is a member's, which leads to more about them.
 * @param {string} name
 */
function memberMark(name) {
  const words = t("player.member_profile", { name });
  const about = { href: profileAddress(name), title: t("player.member"), "aria-label": words };
  return make("a", { class: "member", ...about }, icon("person"));
}

/**
 * Return the rating that somebody plays with, and what the game did to it.
 * @param {Seat} seat
 */
function rating({ rating }) {
  if (!rating) return null;
  const { change } = rating;
  return make(
    "span",
    { class: "rating" },
    make("span", { "aria-hidden": "true", text: ratingText(rating) }),
    make("span", { class: "hidden", text: `${ratingWords(rating)} ` }),
    change !== null && make("span", { class: "rating-change", data: { sign: Math.sign(change) }, text: changeText(change) }),
  );
}

/**
 * Return a number with a sign for what it is: for what is left, or for what is brought together.
 * @param {Counted} counted
 */
function counter(counted) {
  const words = countName(counted, counted.count);
  return make(
    "span",
    { class: `counter ${counted.name}`, title: words },
    icon(counted.most === null ? "stone" : "home"),
    make("span", { "aria-hidden": "true", text: counted.count }),
    make("span", { class: "hidden", text: words }),
  );
}

customElements.define("vato-player", PlayerStrip);
