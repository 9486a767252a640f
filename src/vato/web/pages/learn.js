/**
 * All lessons: what each teaches, and which are done.
 */

import { lessons } from "../app/api.js";
import { make } from "../app/element.js";
import { isDone } from "../app/progress.js";
import { formatNumber, t } from "../app/text.js";
import { ExerciseList, cardList } from "../parts/exercise-list.js";

export const open = () => new LearnPage();

class LearnPage extends ExerciseList {
  constructor() {
    super({
      title: t("learn.title"),
      head: () => make("h1", { text: t("learn.heading") }),
      read: async () => {
        const games = (await lessons()).filter((entry) => entry.lessons.length > 0);
        return () => games.map(sectionOf);
      },
    });
  }
}

/** @param {import("../app/wire").LessonGame} entry */
function sectionOf({ game, lessons: offered }) {
  const done = offered.filter((lesson) => isDone(game, lesson)).length;
  // The first that is left to do is where to go on.
  const next = offered.find((lesson) => !isDone(game, lesson));
  const card = (/** @type {typeof offered[number]} */ lesson, /** @type {number} */ index) => ({
    game,
    address: `/learn/${game}/${lesson.name}`,
    title: `${formatNumber(index + 1)}. ${lesson.title}`,
    note: lesson.aim,
    rules: lesson.rules,
    position: lesson.position,
    done: isDone(game, lesson),
    next: lesson === next,
  });
  return {
    game,
    note: t("learn.done_count", { done, count: offered.length }),
    groups: [{ list: cardList(offered.map(card)) }],
  };
}

customElements.define("vato-learn", LearnPage);
