/**
 * All puzzles or endings: for each game its grades, and how many of them are done.
 */

import { dailyPuzzle, gradeAddress } from "../app/daily.js";
import { make } from "../app/element.js";
import { anyGameHas } from "../app/games.js";
import { themeName } from "../app/names.js";
import { solvedIn } from "../app/progress.js";
import { t } from "../app/text.js";
import { ExerciseList } from "./exercise-list.js";

/** What a game has that is in a list. */
const LISTED = /** @type {const} */ ({ puzzles: "puzzles", training: "endings" });

/**
 * Return the way to the puzzle of today.
 * @param {import("../app/wire").PuzzleGame} entry
 */
function daily(entry) {
  const { address, isDone } = dailyPuzzle(entry);
  return { address, text: isDone ? t("puzzles.daily_solved") : t("puzzles.daily"), isDone };
}

/**
 * What is listed.
 * @typedef {object} Graded
 * @property {"puzzles" | "training"} name Of its address and its texts.
 * @property {"puzzles" | "training"} other The list that is offered beside it.
 * @property {() => Promise<import("../app/wire").PuzzleGame[]>} list
 */

/**
 * @param {"puzzles" | "training"} name
 * @param {string} game
 * @param {import("../app/wire").PuzzleGrade} entry
 * @returns {import("./exercise-list.js").Card}
 */
function card(name, game, entry) {
  const { grade, first, count, position } = entry;
  const note = t(`${name}.solved_count`, { done: solvedIn(game, LISTED[name], first, count).size, count });
  return { address: gradeAddress(name, game, entry), title: t("puzzles.grade", { grade }), note, position };
}

export class GradedList extends ExerciseList {
  /** @param {Graded} graded */
  constructor({ name, other, list }) {
    const head = () =>
      make(
        "div",
        { class: "graded-head" },
        make("h1", { text: t(`nav.${name}`) }),
        make("p", { class: "quiet", text: t(`${name}.about`) }),
        anyGameHas(LISTED[other]) && make("a", { class: "graded-other", href: `/${other}`, text: t(`nav.${other}`) }),
      );
    const read = async () => {
      const games = await list();
      return () =>
        games.map(({ game, grades }) => ({
          game,
          ...(name === "puzzles" ? { link: daily({ game, grades }) } : {}),
          groups: [...new Set(grades.map(({ theme }) => theme))].map((wanted, _, { length }) => ({
            ...(wanted && length > 1 ? { title: themeName(wanted) } : {}),
            cards: grades.filter(({ theme }) => theme === wanted).map((entry) => card(name, game, entry)),
          })),
        }));
    };
    super({ title: t(`${name}.title`), head, read });
  }
}
