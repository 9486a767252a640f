/**
 * What the players and watchers say to each other. Can be muted, in the menu and here; then it shows and sends nothing.
 * Watchers can be muted alone, here.
 */

import { fill, make } from "../app/element.js";
import { playerNames } from "../app/names.js";
import { settings } from "../app/settings.js";
import { formatNumber, t } from "../app/text.js";
import { iconButton } from "./icons.js";

/** @typedef {import("../app/wire").ChatLine} ChatLine */

const LONGEST_TEXT = 280;

export class ChatPart extends HTMLElement {
  /** @type {(text: string) => void} */
  onSend = () => {};

  #log = make("div", { class: "chat-log", role: "log", tabindex: "0", "aria-label": t("chat.label") });
  #input = make("input", {
    class: "chat-input",
    maxlength: LONGEST_TEXT,
    "aria-label": t("chat.say"),
    placeholder: t("chat.say"),
    autocomplete: "off",
  });
  #unread = make("span", { class: "badge", hidden: true });
  #details = make("details", { class: "fold chat" });
  #muted = make("p", { class: "quiet chat-muted", text: t("chat.muted") });
  #mute = iconButton("silence", t("chat.mute"), () => settings.set("chat", !settings.get("chat")));
  #muteWatchers = make("button", { type: "button", hidden: true });
  /** The number of the newest line; null before any were shown. @type {number | null} */
  #newest = null;
  /** The number of the newest line that was read. */
  #seen = 0;
  /** @type {ChatLine[]} */
  #lines = [];
  #onSetting = () => this.#showMuted();

  connectedCallback() {
    settings.addEventListener("change", this.#onSetting);
    this.#muteWatchers.addEventListener("click", () => settings.set("watchers", !settings.get("watchers")));
    const form = make("form", { class: "chat-form" }, this.#input);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const text = this.#input.value.trim();
      if (text) this.onSend(text);
      this.#input.value = "";
    });
    const head = make("summary", {}, make("span", { text: t("chat.title") }), this.#unread);
    const row = make("div", { class: "chat-row" }, form, this.#mute);
    fill(
      this.#details,
      head,
      make("div", { class: "chat-body" }, this.#muted, this.#log, this.#muteWatchers, row),
    );
    this.#details.addEventListener("toggle", () => {
      this.#log.scrollTop = this.#log.scrollHeight;
      this.#read();
    });
    fill(this, this.#details);
    this.#showMuted();
  }

  disconnectedCallback() {
    settings.removeEventListener("change", this.#onSetting);
  }

  /** Open the chat and put the caret into it. */
  enter() {
    this.#details.open = true;
    this.#input.focus();
  }

  unfold() {
    this.#details.open = true;
  }

  /**
   * Show the newest lines, of which the server keeps so many; return whether one of them is new and not mine.
   * @param {ChatLine[]} lines
   * @param {import("../app/wire").Seat[]} seats
   */
  show(lines, seats) {
    const isFirst = this.#newest === null;
    const newest = this.#newest ?? 0;
    const fresh = lines.filter(({ number }) => number > newest);
    const isOther = !goesOn(this.#lines, lines, fresh.length);
    this.#newest = Math.max(newest, lines.at(-1)?.number ?? 0);
    this.#lines = lines;
    if (isOther && !isFirst) {
      // Somebody is not heard any more, or is again.
      fill(this.#log, lines.map((line) => paragraph(line, seats)));
      this.#showMuted();
      return false;
    }
    if (fresh.length === 0) return false;
    // Only what is new goes into the log, as all that does is read out.
    const atEnd = this.#log.scrollTop + this.#log.clientHeight >= this.#log.scrollHeight - 8;
    this.#log.append(...fresh.map((line) => paragraph(line, seats)));
    while (this.#log.children.length > lines.length) this.#log.firstElementChild?.remove();
    if (atEnd || isFirst) this.#log.scrollTop = this.#log.scrollHeight;
    this.#showMuted();
    return !isFirst && fresh.some((line) => isHeard(line) && (line.seat === null || !seats[line.seat].mine));
  }

  #read() {
    if (this.#details.open) this.#seen = this.#newest ?? 0;
    const unread = this.#lines.filter((line) => line.number > this.#seen && isHeard(line)).length;
    this.#unread.hidden = unread === 0;
    this.#unread.textContent = formatNumber(unread);
  }

  #showMuted() {
    const heard = settings.get("chat");
    this.#log.hidden = !heard;
    this.#input.hidden = !heard;
    this.#muted.hidden = heard;
    const label = heard ? t("chat.mute") : t("chat.unmute");
    this.#mute.title = label;
    this.#mute.setAttribute("aria-label", label);
    const watchers = settings.get("watchers");
    this.#log.classList.toggle("players-only", !watchers);
    this.#muteWatchers.textContent = watchers ? t("chat.mute_watchers") : t("chat.unmute_watchers");
    this.#muteWatchers.hidden = !heard || (watchers && this.#lines.every(({ seat }) => seat !== null));
    this.#read();
  }
}

/**
 * Return whether lines are those before, but for new ones at the end and as many that have dropped out at the beginning.
 * @param {ChatLine[]} before
 * @param {ChatLine[]} after
 * @param {number} fresh how many are new
 */
function goesOn(before, after, fresh) {
  const kept = after.length - fresh;
  const dropped = before.length - kept;
  if (dropped < 0 || dropped > fresh) return false;
  return before.slice(dropped).every(({ number }, place) => number === after[place]?.number);
}

/** @param {ChatLine} line */
function isHeard({ seat }) {
  return settings.get("chat") && (seat !== null || settings.get("watchers"));
}

/**
 * @param {ChatLine} line
 * @param {import("../app/wire").Seat[]} seats
 */
function paragraph({ seat, name, text }, seats) {
  // Whoever plays without a name is who they are beside the board.
  const called = name || (seat === null ? t("chat.watcher") : (playerNames(seats)[seat] ?? ""));
  const speaker = make("strong", { class: seat === null ? "watcher" : "", text: called });
  return make("p", { class: seat === null ? "by-watcher" : "" }, speaker, make("bdi", { text }));
}

customElements.define("vato-chat", ChatPart);
