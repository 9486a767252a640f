/**
 * What every key does, in a dialog; opened by `?` anywhere. Also owns the rule when a key counts as a shortcut.
 */

import { make } from "../app/element.js";
import { settings } from "../app/settings.js";
import { named, t } from "../app/text.js";
import { ask } from "./dialogs.js";

/** Keys as they stand on the keyboard, words among them as `key.<name>`; what they do is `keyboard.<what>`. */
const KEYS = [
  { keys: ["←", "→"], what: "step" },
  { keys: ["home", "end"], what: "ends" },
  { keys: ["↑", "↓", "←", "→"], what: "board" },
  { keys: ["enter"], what: "choose" },
  { keys: ["escape"], what: "cancel" },
  { keys: ["E"], what: "end_turn" },
  { keys: ["U"], what: "takeback" },
  { keys: ["H"], what: "hint" },
  { keys: ["F"], what: "flip" },
  { keys: ["M"], what: "type" },
  { keys: ["C"], what: "chat" },
  { keys: ["C"], what: "comment" },
  { keys: ["D"], what: "draw" },
  { keys: ["S"], what: "sound" },
  { keys: ["Z"], what: "calm" },
  { keys: ["?"], what: "help" },
];

export function openKeyboardHelp() {
  const rows = KEYS.flatMap(({ keys, what }) => [
    make(
      "dt",
      {},
      keys.map((key) => make("kbd", { text: named(`key.${key}`, key) })),
    ),
    make("dd", { text: t(`keyboard.${what}`) }),
  ]);
  ask({ title: t("keyboard.title"), content: [make("dl", { class: "keys" }, rows)] });
}

/**
 * Whether a key press is meant for the page rather than for what has the focus.
 * @param {KeyboardEvent} event
 */
export function isShortcut(event) {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false;
  if (document.querySelector("dialog[open]")) return false;
  const target = event.target;
  // A switch takes no key but the space bar.
  const taking = "input:not([role=switch]), select, textarea, [contenteditable]";
  if (target instanceof HTMLElement && target.closest(taking)) return false;
  // A single letter can be hit by accident or by speech input, so letters can be turned off; arrows cannot.
  return event.key.length > 1 || settings.get("shortcuts");
}

document.addEventListener("keydown", (event) => {
  if (event.key === "?" && isShortcut(event)) openKeyboardHelp();
});
