/**
 * The page of a lesson: its exercises as dots, and after the last one the next lesson.
 */

import { RequestFailed, lesson as readLesson, tryMove } from "../app/api.js";
import { make } from "../app/element.js";
import { gameName } from "../app/names.js";
import { doneIn, markDone } from "../app/progress.js";
import { t } from "../app/text.js";
import { orWithout, prepareLesson, tryKeptLesson } from "../engine/exercises.js";
import { ExercisePage } from "../parts/exercise-page.js";
import { lessonDots } from "../parts/lesson-dots.js";

/** @param {Record<string, string>} found */
export const open = (found) => new LessonPage(found.game ?? "", found.lesson ?? "");

class LessonPage extends ExercisePage {
  /**
   * @param {string} game
   * @param {string} name
   */
  constructor(game, name) {
    super(t("learn.title"), async () => {
      try {
        const course = courseOf(await readLesson(game, name));
        prepareLesson(game);
        return course;
      } catch (problem) {
        if (problem instanceof RequestFailed && problem.code === "unknown_name") return null;
        throw problem;
      }
    });
  }
}

/**
 * @param {import("../app/wire").Lesson} lesson
 * @returns {import("../parts/exercise-page.js").Course}
 */
function courseOf({ game, name, title, aim, sides, exercises, next }) {
  const done = doneIn(game, name);
  const left = exercises.findIndex((_, number) => !done.has(number));
  return {
    game,
    title: t("learn.title_of", { lesson: title, game: gameName(game) }),
    heading: title,
    list: { address: `/learn#${game}`, text: t("learn.all") },
    first: Math.max(0, left),
    isTest: false,
    read: (number) => ({ .../** @type {import("../app/wire").LessonExercise} */ (exercises[number]), sides }),
    attempt: (number, { moves, move }) => {
      const tried = { exercise: number, moves, move };
      return orWithout(game, tryMove(game, name, tried), () => tryKeptLesson(game, name, tried));
    },
    finish: (number) => markDone(game, name, number),
    progress: (current, choose) => [
      make("p", { class: "lesson-aim", text: aim }),
      make(
        "div",
        { class: "lesson-dots" },
        lessonDots({ count: exercises.length, current, done: doneIn(game, name), choose }),
      ),
    ],
    after: (number) => {
      if (number + 1 < exercises.length) return { number: number + 1 };
      return next ? { address: `/learn/${game}/${next}`, kind: "lesson" } : { address: "/learn", kind: "all" };
    },
  };
}

customElements.define("vato-lesson", LessonPage);
