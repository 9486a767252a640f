/**
 * Dialogs over the page, on the element made for it: a title, some content, some buttons. Escape and a click outside
 * close them.
 */

import { make } from "../app/element.js";
import { t } from "../app/text.js";
import { button, iconButton } from "./icons.js";

/**
 * @typedef {{label: string, value: string, kind?: "primary" | "danger" | "plain"}} Action
 */

/**
 * Show a dialog and return what was chosen; null when it was closed.
 * @param {{title: string, content?: (Node | string)[], actions?: Action[], class?: string,
 *          onOpen?: (dialog: HTMLDialogElement) => void}} wanted
 * @returns {Promise<string | null>}
 */
export function ask({ title, content = [], actions = [], class: kind = "", onOpen }) {
  return new Promise((resolve) => {
    const heading = make("h2", { text: title, id: `dialog-${Math.random().toString(36).slice(2)}` });
    const buttons = actions.map((action) =>
      button(action.label, () => dialog.close(action.value), { class: `button ${action.kind ?? "plain"}` }),
    );
    const close = iconButton("cross", t("dialog.close"), () => dialog.close(), { class: "icon-button close" });
    const dialog = make(
      "dialog",
      { class: `dialog ${kind}`, "aria-labelledby": heading.id },
      make("div", { class: "dialog-head" }, heading, close),
      make("div", { class: "dialog-body" }, content),
      buttons.length > 0 && make("div", { class: "dialog-actions" }, buttons),
    );
    dialog.addEventListener("click", (event) => {
      // Only the backdrop belongs to the dialog itself; all else lies in its children.
      if (event.target === dialog) dialog.close();
    });
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue || null);
    });
    document.body.append(dialog);
    dialog.showModal();
    onOpen?.(dialog);
  });
}

/**
 * Ask whether to do something, by default what cannot be undone.
 * @param {string} question
 * @param {string} yes
 * @param {"danger" | "primary"} [kind]
 */
export async function confirmed(question, yes, kind = "danger") {
  const actions = /** @type {Action[]} */ ([
    { label: t("dialog.cancel"), value: "" },
    { label: yes, value: "yes", kind },
  ]);
  return (await ask({ title: question, actions, class: "small" })) === "yes";
}
