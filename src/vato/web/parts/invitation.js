/**
 * Asking someone to play: the link to send, and what a visitor with such a link is asked.
 */

import { make } from "../app/element.js";
import { clockName, gameName, playerName, rulesName } from "../app/names.js";
import { me } from "../app/people.js";
import { settings } from "../app/settings.js";
import { t } from "../app/text.js";
import { ask } from "./dialogs.js";
import { button } from "./icons.js";
import { toast } from "./toasts.js";

/** @typedef {import("../app/wire").State} State */

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

/** Whether the page came from this very computer, by an address that means another one elsewhere. */
const isHereOnly = () => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(location.hostname);

/** Say that nobody elsewhere can open the link, and what to do about it. */
function hereOnly() {
  const [before, after] = t("link.here_only", { command: "|" }).split("|");
  return make("p", { class: "quiet link-here" }, before, make("code", { text: "vato serve --host 0.0.0.0" }), after);
}

/**
 * Return the panel with the link of a game.
 * @param {string} address
 * @param {string} title
 * @param {{nameMyself: (name: string) => void, withdraw: () => void}} deeds
 */
export function invitation(address, title, { nameMyself, withdraw }) {
  const name = make("input", {
    value: settings.get("name"),
    maxlength: 40,
    autocomplete: "nickname",
    class: "invitation-name",
    "aria-label": t("join.name"),
    placeholder: t("join.name"),
    on: { change: () => nameMyself(name.value.trim()) },
  });
  const field = make("input", {
    class: "link-field",
    value: address,
    readOnly: true,
    "aria-label": t("link.address"),
    on: { focus: () => field.select() },
  });
  const share = () => navigator.share({ title, url: address }).catch(() => {});
  return make(
    "div",
    { class: "invitation" },
    make("p", { text: t("link.send") }),
    make(
      "div",
      { class: "invitation-row" },
      field,
      button(t("link.copy"), () => copy(address, field), { icon: "copy", class: "button primary" }),
      "share" in navigator && button(t("link.share"), share, { icon: "share" }),
    ),
    make("div", { class: "invitation-row" }, !me.member && name, isHereOnly() && hereOnly()),
    make("div", { class: "invitation-row" }, button(t("link.withdraw"), withdraw)),
  );
}

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
    title: t("join.title", { name: host ? playerName(host) : t("player.someone") }),
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
