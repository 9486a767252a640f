/**
 * My studies: those I have made, the last edited first, and the ways to make another one.
 */

import { needing } from "../app/api.js";
import { fill, make } from "../app/element.js";
import { allGames } from "../app/games.js";
import { gameName } from "../app/names.js";
import { go } from "../app/router.js";
import { createStudy, myStudies } from "../app/studies.js";
import { formatDate, t } from "../app/text.js";
import { ask } from "../parts/dialogs.js";
import { gameChoice, startOf } from "../parts/game-choice.js";
import { button, icon } from "../parts/icons.js";
import { askForText } from "../parts/import.js";
import { empty, failed } from "../parts/notices.js";
import { toastProblem } from "../parts/toasts.js";

/** @typedef {import("../app/wire").StudyHead} StudyHead */

export const open = () => new StudiesPage();

class StudiesPage extends HTMLElement {
  async connectedCallback() {
    document.title = t("studies.title");
    fill(this, make("div", { class: "loading", "aria-busy": "true" }));
    try {
      this.#show((await needing(myStudies(), "offline.study")).studies);
    } catch (problem) {
      failed(this, problem, () => this.connectedCallback());
    }
  }

  /** @param {StudyHead[]} studies */
  #show(studies) {
    const create = () => button(t("studies.new"), () => this.#create().catch(toastProblem), { class: "button primary", icon: "plus" });
    const read = () => button(t("study.from_text"), () => this.#read(), { icon: "import" });
    const isEmpty = studies.length === 0;
    fill(
      this,
      make(
        "div",
        { class: "games-head" },
        make("h1", { text: t("studies.heading") }),
        !isEmpty && make("div", { class: "row" }, read(), create()),
      ),
      isEmpty
        ? empty(t("studies.none"), t("studies.none_note"), create(), read())
        : make("ul", { class: "tournament-list" }, studies.map((study) => make("li", {}, card(study)))),
    );
  }

  async #create() {
    const chosen = { game: allGames()[0]?.name ?? "", rules: "", setup: {} };
    const title = make("input", { type: "text", maxlength: 80, autocomplete: "off", value: t("study.new_title") });
    const answer = await ask({
      title: t("studies.new"),
      content: [make("label", { class: "field" }, make("span", { text: t("study.title_field") }), title), gameChoice(chosen)],
      actions: [{ label: t("study.create"), value: "create", kind: "primary" }],
      onOpen: () => title.select(),
    });
    if (!answer) return;
    const { game, rules } = chosen;
    const position = startOf(chosen);
    const wanted = { title: title.value.trim() || t("study.new_title"), game, rules, ...(position ? { position } : {}) };
    await go(`/study/${await createStudy(wanted)}`);
  }

  async #read() {
    let id = "";
    await askForText(async (text) => {
      const [, title = t("study.new_title")] = /^Study: (.+)$/m.exec(text) ?? [];
      id = await createStudy({ title: title.slice(0, 80), text });
    });
    if (id) await go(`/study/${id}`);
  }
}

/** @param {StudyHead} study */
function card({ id, title, by_link: byLink, chapters, games, updated }) {
  const about = [t("studies.chapters", { count: chapters }), formatDate(updated), ...(byLink ? [t("studies.by_link")] : [])];
  return make(
    "a",
    { class: "tournament-card", href: `/study/${id}` },
    make("strong", {}, make("bdi", { text: title }), byLink && icon("link")),
    make("span", { class: "quiet", text: games.map(gameName).join(" · ") }),
    make("span", { class: "quiet", text: about.join(" · ") }),
  );
}

customElements.define("vato-studies", StudiesPage);
