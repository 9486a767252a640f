/**
 * Taking games in: a dialog for a record as text, typed, pasted or from a file.
 */

import { needing, readRecords } from "../app/api.js";
import { fill, make } from "../app/element.js";
import { prose } from "../app/prose.js";
import { t } from "../app/text.js";
import { ask } from "./dialogs.js";

/**
 * Ask for a record; return the games in it, or null.
 * @param {boolean} keep whether they go to my games
 * @returns {Promise<import("../app/wire").RecordedGame[] | null>}
 */
export async function askForRecord(keep) {
  /** @type {import("../app/wire").RecordedGame[] | null} */
  let games = null;
  await askForText(async (text) => {
    ({ games } = await needing(readRecords(text, keep), "offline.import"));
  });
  return games;
}

/**
 * Ask for a text of records; return it, or null.
 * @param {(text: string) => Promise<void>} [read] what is done with it; if that fails, the mistake can be mended
 * @returns {Promise<string | null>}
 */
export async function askForText(read = async () => {}) {
  const text = make("textarea", { rows: 10, spellcheck: "false", "aria-label": t("import.record") });
  const file = make("input", { type: "file", accept: ".txt,.vato,text/plain" });
  const problem = make("p", { class: "typed-problem", role: "alert" });
  file.addEventListener("change", async () => {
    text.value = (await file.files?.[0]?.text()) ?? "";
  });
  // The dialog comes again until the text can be read.
  let typed = "";
  for (;;) {
    text.value ||= typed;
    const answer = await ask({
      title: t("import.title"),
      class: "wide",
      content: [
        make("label", { class: "field" }, make("span", { text: t("import.paste") }), text),
        make("label", { class: "field" }, make("span", { text: t("import.file") }), file),
        problem,
      ],
      actions: [{ label: t("import.read"), value: "read", kind: "primary" }],
      onOpen: () => text.focus(),
    });
    typed = text.value;
    if (answer !== "read" || !typed.trim()) return null;
    try {
      await read(typed);
      return typed;
    } catch (reason) {
      fill(problem, prose(reason instanceof Error ? reason.message : ""));
    }
  }
}
