/**
 * Asking someone to play: the link to send, and what a visitor with such a link is asked.
 */

import { invitationTo } from "../app/api.js";
import { draw, fill, make } from "../app/element.js";
import { clockName, gameName, rulesName } from "../app/names.js";
import { me } from "../app/people.js";
import { hasOpenSeat, mineIn } from "../app/seats.js";
import { settings } from "../app/settings.js";
import { t } from "../app/text.js";
import { ask } from "./dialogs.js";
import { button } from "./icons.js";
import { toast } from "./toasts.js";

/** @typedef {import("../app/wire").State} State */

/** The light squares that a QR code has around it. */
const MARGIN = 4;

/**
 * Copy a text, and say so.
 * @param {string} text
 * @param {HTMLInputElement | HTMLTextAreaElement} [field] where it stands, to be selected where copying is forbidden
 */
export async function copy(text, field) {
  try {
    await navigator.clipboard.writeText(text);
    toast(t("link.copied"));
  } catch {
    // Only a page served over https or from this machine may write to the clipboard.
    field?.select();
    if (field && document.execCommand("copy")) toast(t("link.copied"));
    else toast(t("link.copy_yourself"));
  }
}

/**
 * What the panel's fields do.
 * @typedef {{nameMyself: (name: string) => void, withdraw: () => void}} Deeds
 */

/** The panel of whoever waits for somebody: the link, as text and as a code to scan, and the way back. */
export class InvitationPart extends HTMLElement {
  /** @type {Deeds | null} */
  deeds = null;
  #field = make("input", {
    class: "link-field",
    readOnly: true,
    "aria-label": t("link.address"),
    on: { focus: () => this.#field.select() },
  });
  #code = make("div", { class: "link-code" });
  /** The game whose link it shows. */
  #id = "";

  /** @param {State} state */
  show(state) {
    this.hidden = state.outcome !== null || !hasOpenSeat(state) || mineIn(state).length === 0;
    if (this.hidden || this.#id === state.id || !this.deeds) return;
    this.#id = state.id;
    this.#build(gameName(state.game), this.deeds);
    void findAddress("games", this.#id, this.#field, this.#code);
  }

  /**
   * @param {string} title
   * @param {Deeds} deeds
   */
  #build(title, { nameMyself, withdraw }) {
    this.#field.value = `${location.origin}/game/${this.#id}`;
    const name = make("input", {
      value: settings.get("name"),
      maxlength: 40,
      autocomplete: "nickname",
      class: "invitation-name",
      "aria-label": t("join.name"),
      placeholder: t("join.name"),
      on: { change: () => nameMyself(name.value.trim()) },
    });
    const share = () => navigator.share({ title, url: this.#field.value }).catch(() => {});
    fill(
      this,
      make("h2", { text: t("link.send") }),
      make(
        "div",
        { class: "invitation-row" },
        this.#field,
        button(t("link.copy"), () => copy(this.#field.value, this.#field), { icon: "copy", class: "button primary" }),
        "share" in navigator && button(t("link.share"), share, { icon: "share" }),
      ),
      make("div", { class: "invitation-row" }, !me.member && name, button(t("link.withdraw"), withdraw)),
      this.#code,
    );
  }

}

/**
 * Ask the server by which address others find it; the page itself may have come by one that only means this computer.
 * @param {"games" | "studies"} what
 * @param {string} id
 * @param {HTMLInputElement} field of the link
 * @param {HTMLElement} code where it stands as a code, or why it leads nowhere
 */
export async function findAddress(what, id, field, code) {
  const found = await invitationTo(what, id).catch(() => null);
  if (found === null) return;
  if (found.address === null) fill(code, hereOnly());
  else {
    field.value = found.address;
    fill(code, picture(found.code), make("p", { class: "quiet", text: t("link.code") }));
  }
}

/** Say that nobody elsewhere can open the link, and what to do about it. */
function hereOnly() {
  const [before, after] = t("link.here_only", { command: "|" }).split("|");
  return make("p", { class: "quiet" }, before, make("code", { text: "vato serve --host 0.0.0.0" }), after);
}

/**
 * Draw a QR code, dark on light in every theme, or phones would not read it.
 * @param {string[]} rows of 0 and 1
 */
function picture(rows) {
  const size = rows.length + 2 * MARGIN;
  const dark = rows.flatMap((row, y) =>
    [...row].map((square, x) => (square === "1" ? `M${x + MARGIN},${y + MARGIN}h1v1h-1z` : "")),
  );
  return draw(
    "svg",
    { class: "qr", viewBox: `0 0 ${size} ${size}`, "aria-hidden": "true" },
    draw("rect", { width: size, height: size, fill: "#fff" }),
    draw("path", { d: dark.join(""), fill: "#000" }),
  );
}

customElements.define("vato-invitation", InvitationPart);

/**
 * Ask a visitor whether to take the open seat; return the name to play under, or null to watch.
 * @param {State} state
 * @returns {Promise<string | null>}
 */
export async function askToJoin(state) {
  const host = state.seats.find((seat) => seat.kind === "person");
  const open = state.seats.findIndex((seat) => seat.kind === "open");
  const begins = state.scene.turn === open ? t("join.you_begin") : "";
  const details = [gameName(state.game), rulesName(state.rules), clockName(state.clock), begins].filter(Boolean);
  const name = make("input", { value: settings.get("name"), maxlength: 40, autocomplete: "nickname" });
  name.addEventListener("keydown", (event) => {
    if (event.key === "Enter") name.closest("dialog")?.close("join");
  });
  const answer = await ask({
    title: t("join.title", { name: host?.name || t("player.someone") }),
    class: "small",
    content: [
      make("p", { class: "quiet", text: details.join(" · ") }),
      me.member
        ? make("p", { text: t("account.play_as", { name: me.name }) })
        : make("label", { class: "field" }, make("span", { text: t("join.name") }), name),
    ],
    actions: [
      { label: t("join.watch"), value: "watch" },
      { label: t("join.play"), value: "join", kind: "primary" },
    ],
    onOpen: () => name.isConnected && name.focus(),
  });
  if (answer !== "join") return null;
  if (me.member) return me.name;
  const chosen = name.value.trim();
  if (chosen) settings.set("name", chosen);
  return chosen;
}
