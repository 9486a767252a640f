/**
 * What the players and watchers say to each other. Can be muted, in the menu and here; then it shows and sends nothing.
 */

import { fill, make } from "../app/element.js";
import { settings } from "../app/settings.js";
import { t } from "../app/text.js";
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
  #count = 0;
  #seen = 0;
  #onSetting = () => this.#showMuted();

  connectedCallback() {
    settings.addEventListener("change", this.#onSetting);
    const form = make("form", { class: "chat-form" }, this.#input);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const text = this.#input.value.trim();
      if (text) this.onSend(text);
      this.#input.value = "";
    });
    const head = make("summary", {}, make("span", { text: t("chat.title") }), this.#unread);
    fill(
      this.#details,
      head,
      make("div", { class: "chat-body" }, this.#muted, this.#log, make("div", { class: "chat-row" }, form, this.#mute)),
    );
    this.#details.addEventListener("toggle", () => this.#read());
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
   * Show the lines; return whether there is a new one.
   * @param {ChatLine[]} lines
   */
  show(lines) {
    if (lines.length === this.#count) return false;
    const isNew = lines.length > this.#count && this.#count > 0;
    this.#count = lines.length;
    fill(
      this.#log,
      lines.map(({ seat, name, text }) =>
        make(
          "p",
          {},
          make("strong", { class: seat === null ? "watcher" : "", text: name || t("chat.watcher") }),
          make("bdi", { text }),
        ),
      ),
    );
    this.#log.scrollTop = this.#log.scrollHeight;
    this.#read();
    return isNew && settings.get("chat");
  }

  #read() {
    if (this.#details.open) this.#seen = this.#count;
    const unread = this.#count - this.#seen;
    this.#unread.hidden = unread <= 0 || !settings.get("chat");
    this.#unread.textContent = String(unread);
  }

  #showMuted() {
    const heard = settings.get("chat");
    this.#log.hidden = !heard;
    this.#input.hidden = !heard;
    this.#muted.hidden = heard;
    const label = heard ? t("chat.mute") : t("chat.unmute");
    this.#mute.title = label;
    this.#mute.setAttribute("aria-label", label);
    this.#read();
  }
}

customElements.define("vato-chat", ChatPart);
