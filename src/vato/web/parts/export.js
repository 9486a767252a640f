/**
 * Taking a game elsewhere: as text, as a link, as a picture.
 */

import { make } from "../app/element.js";
import { t } from "../app/text.js";
import { ask } from "./dialogs.js";
import { button } from "./icons.js";
import { copy } from "./invitation.js";

/**
 * Show the ways to take a game elsewhere; `link` and `picture` are addresses.
 * @param {{record: string, link: string, picture: string, file: string}} given
 */
export function openExport({ record, link, picture, file }) {
  const text = make("textarea", {
    class: "record",
    rows: 8,
    readOnly: true,
    value: record,
    "aria-label": t("export.record"),
    spellcheck: "false",
  });
  const address = make("input", {
    class: "link-field",
    readOnly: true,
    value: link,
    "aria-label": t("export.link"),
    on: { focus: () => address.select() },
  });
  return ask({
    title: t("export.title"),
    class: "wide",
    content: [
      make("h3", { text: t("export.record") }),
      text,
      make(
        "div",
        { class: "row" },
        button(t("export.copy"), () => copy(record, text), { icon: "copy" }),
        make("a", {
          class: "button",
          href: `data:text/plain;charset=utf-8,${encodeURIComponent(record)}`,
          download: `${file}.txt`,
          text: t("export.save_text"),
        }),
        make("a", {
          class: "button",
          href: picture,
          download: `${file}.svg`,
          text: t("export.save_picture"),
        }),
      ),
      make("h3", { text: t("export.link") }),
      make(
        "div",
        { class: "row grow" },
        address,
        button(t("link.copy"), () => copy(link, address), { icon: "copy" }),
      ),
    ],
  });
}
