/**
 * All puzzles or endings: for each game its grades, and how many of them are done.
 */

import { make } from "../app/element.js";
import { anyGameHas } from "../app/games.js";
import { solvedIn } from "../app/progress.js";
import { t } from "../app/text.js";
import { ExerciseList } from "./exercise-list.js";

/** What a game has that is in a list. */
const LISTED = /** @type {const} */ ({ puzzles: "puzzles", training: "endings" });

/**
 * What is listed.
 * @typedef {object} Graded
 * @property {"puzzles" | "training"} name Of its address and its texts.
 * @property {"puzzles" | "training"} other The list that is offered beside it.
 * @property {() => Promise<import("../app/wire").PuzzleGame[]>} list
 */

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
          cards: grades.map(({ grade, first, count, position }) => ({
            address: `/${name}/${game}/${grade}`,
            title: t("puzzles.grade", { grade }),
            note: t(`${name}.solved_count`, { done: solvedIn(game, LISTED[name], first, count).size, count }),
            position,
          })),
        }));
    };
    super({ title: t(`${name}.title`), head, read });
  }
}
