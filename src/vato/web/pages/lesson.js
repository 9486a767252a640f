/**
 * The page of a lesson: its exercises as dots, and after the last one the next lesson; or a first whole game.
 */

import { RequestFailed, lesson as readLesson, needing, playOn, tryMove } from "../app/api.js";
import { recallChoices, rememberChoices } from "../app/choices.js";
import { make } from "../app/element.js";
import { entryOf } from "../app/games.js";
import { countName, gameName, sideName } from "../app/names.js";
import { doneIn, keepMoves, markDone, movesOf } from "../app/progress.js";
import { formatNumber, t } from "../app/text.js";
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
        const lesson = await readLesson(game, name);
        if (lesson.whole) return wholeGameOf(lesson);
        prepareLesson(game);
        return courseOf(lesson);
      } catch (problem) {
        if (problem instanceof RequestFailed && problem.code === "unknown_name") return null;
        throw problem;
      }
    });
  }
}

/**
 * @param {import("../app/wire").Lesson} lesson
 * @returns {import("../parts/course").Course}
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

/**
 * @param {import("../app/wire").Lesson} lesson
 * @returns {import("../parts/course").Course}
 */
function wholeGameOf(lesson) {
  const { game, name, aim, sides } = lesson;
  const entry = entryOf(game);
  const play = (/** @type {import("../app/wire").PlayOn} */ tried) =>
    needing(playOn(game, name, tried), "offline.whole_game");
  return {
    ...courseOf(lesson),
    attempt: (_, tried) => play(tried),
    finish: (number) => {
      markDone(game, name, number);
      // Whoever plays on their own now plays this game.
      rememberChoices({ ...recallChoices(), game });
    },
    progress: (_, __, { counts }) => [
      make("p", { class: "lesson-aim", text: aim }),
      ...(entry?.counters ?? []).map((counter) =>
        make(
          "p",
          { class: "lesson-counts" },
          sides.map((side, player) => {
            const count = counts[counter.name]?.[player] ?? 0;
            const words = `${sideName(side)}: ${countName(counter, count)}`;
            return make(
              "span",
              { title: words },
              make("span", { class: "stone-mark", data: { player }, "aria-hidden": "true" }),
              make("span", { "aria-hidden": "true", text: formatNumber(count) }),
              make("span", { class: "hidden", text: words }),
            );
          }),
        ),
      ),
    ],
    after: () => ({ address: "/", kind: "own" }),
    whole: {
      moves: movesOf(game),
      stand: (moves) =>
        play({ moves }).catch((problem) => {
          // What was kept may be of an older version.
          if (moves.length > 0 && problem instanceof RequestFailed && problem.status === 422) return play({ moves: [] });
          throw problem;
        }),
      keep: (moves) => keepMoves(game, moves),
      further: entry?.has.puzzles ? [{ address: `/puzzles#${game}`, text: t("nav.puzzles") }] : [],
    },
  };
}

customElements.define("vato-lesson", LessonPage);
