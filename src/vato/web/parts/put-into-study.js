/**
 * Putting what is looked at into a study, as a chapter: into one of mine, or into a new one.
 */

import { needing } from "../app/api.js";
import { make } from "../app/element.js";
import { go } from "../app/router.js";
import { addChapters, createStudy, myStudies } from "../app/studies.js";
import { t } from "../app/text.js";
import { chips } from "./choices.js";
import { ask } from "./dialogs.js";
import { toastProblem } from "./toasts.js";

/** So many studies are offered; those that were edited last are what one means. */
const MOST_OFFERED = 12;

/**
 * Ask into which study a record is to be put, put it there, and go to it.
 * @param {string} record
 */
export async function putIntoStudy(record) {
  try {
    const { studies } = await needing(myStudies(), "offline.study");
    let chosen = studies[0]?.id ?? "";
    const title = make("input", { type: "text", maxlength: 80, autocomplete: "off", value: t("study.new_title") });
    const named = make("label", { class: "field", hidden: chosen !== "" }, make("span", { text: t("study.title_field") }), title);
    const name = make("input", { type: "text", maxlength: 80, autocomplete: "off" });
    const offered = studies.slice(0, MOST_OFFERED).map((study) => ({ value: study.id, label: study.title }));
    const where = chips({
      label: t("study.which"),
      name: "study",
      class: "list",
      options: [...offered, { value: "", label: t("studies.new") }],
      value: chosen,
      choose: (value) => {
        chosen = value;
        named.hidden = value !== "";
      },
    });
    const answer = await ask({
      title: t("analysis.study"),
      content: [where, named, make("label", { class: "field" }, make("span", { text: t("study.chapter_name") }), name)],
      actions: [{ label: t("study.put"), value: "put", kind: "primary" }],
    });
    if (!answer) return;
    if (chosen) {
      const chapter = await addChapters(chosen, record, name.value.trim());
      await go(`/study/${chosen}#${chapter}`);
    } else {
      const id = await createStudy({ title: title.value.trim() || t("study.new_title"), name: name.value.trim(), text: record });
      await go(`/study/${id}`);
    }
  } catch (problem) {
    toastProblem(problem);
  }
}
