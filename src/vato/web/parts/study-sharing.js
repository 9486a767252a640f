/**
 * What concerns a study as a whole: its link and who may edit by it, its title, taking it home as text, deleting it.
 */

import { make } from "../app/element.js";
import { textAddress } from "../app/studies.js";
import { t } from "../app/text.js";
import { ask, confirmed } from "./dialogs.js";
import { button, icon } from "./icons.js";
import { copy, findAddress } from "./invitation.js";

/** @typedef {import("../app/study.js").LiveStudy} LiveStudy */

/**
 * Show the link to a study, and to its owner who may edit by it.
 * @param {LiveStudy} live
 */
export async function openSharing(live) {
  const { tree, id } = live;
  if (!tree) return;
  const code = make("div", { class: "link-code" });
  const field = make("input", {
    class: "link-field",
    readOnly: true,
    value: `${location.origin}/study/${id}`,
    "aria-label": t("study.link"),
    on: { focus: () => field.select() },
  });
  const box = make("input", {
    type: "checkbox",
    role: "switch",
    checked: tree.byLink,
    on: { change: () => live.share(box.checked) },
  });
  void findAddress("studies", id, field, code);
  await ask({
    title: t("study.share"),
    content: [
      make("p", { text: t("study.link_note") }),
      make("div", { class: "row grow" }, field, button(t("link.copy"), () => copy(field.value, field), { icon: "copy" })),
      code,
      ...(tree.isMine ? [make("label", { class: "switch" }, make("span", { text: t("study.by_link") }), box)] : []),
      make(
        "div",
        { class: "row" },
        make("a", { class: "button", href: textAddress(id), download: "" }, icon("export"), t("study.as_text")),
      ),
    ],
  });
}

/**
 * Ask for another title, or whether the study is to be deleted; return whether it is.
 * @param {LiveStudy} live
 */
export async function openStudyItself(live) {
  const { tree } = live;
  if (!tree) return false;
  const title = make("input", { type: "text", maxlength: 80, value: tree.title, autocomplete: "off" });
  const actions = /** @type {import("./dialogs.js").Action[]} */ ([
    ...(tree.isMine ? [{ label: t("study.delete"), value: "delete", kind: "danger" }] : []),
    { label: t("study.save"), value: "save", kind: "primary" },
  ]);
  const content = [make("label", { class: "field" }, make("span", { text: t("study.title_field") }), title)];
  const answer = await ask({ title: t("study.itself"), content, actions, class: "small" });
  if (answer === "save" && title.value.trim() && title.value.trim() !== tree.title) live.rename(title.value.trim());
  return answer === "delete" && confirmed(t("study.delete_sure", { title: tree.title }), t("study.delete"));
}
