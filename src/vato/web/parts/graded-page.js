/**
 * The page of a grade of puzzles or endings: one after the other, those first that are not done yet.
 */

import { make } from "../app/element.js";
import { gameName, themeName } from "../app/names.js";
import { me } from "../app/people.js";
import { markSolved, solvedIn } from "../app/progress.js";
import { tellShown } from "../app/ratings.js";
import { t } from "../app/text.js";
import { ExercisePage } from "./exercise-page.js";

/**
 * What is done here.
 * @typedef {object} Kind
 * @property {"puzzles" | "training"} name Of its list's address and its texts.
 * @property {import("../app/progress").Kind} kept Under what name it is remembered.
 * @property {() => Promise<import("../app/wire").PuzzleGame[]>} list
 * @property {(game: string, number: number) => Promise<import("../app/wire").Puzzle>} read
 * @property {(game: string, number: number, tried: {moves: string[], move: string}) => Promise<import("../app/wire").Tried>} attempt
 */

export class GradedPage extends ExercisePage {
  /**
   * @param {Kind} kind
   * @param {string} game
   * @param {number} grade
   * @param {string | null} [theme]
   */
  constructor(kind, game, grade, theme = null) {
    super(t(`${kind.name}.title`), async () => {
      const grades = (await kind.list()).find((entry) => entry.game === game)?.grades;
      const entry = grades?.find((candidate) => candidate.grade === grade && candidate.theme === theme);
      return entry ? courseOf(kind, game, entry) : null;
    });
  }
}

/**
 * Return the number that the address asks for, if it is one of so many.
 * @param {number} first
 * @param {number} count
 */
function wanted(first, count) {
  const number = Number(location.hash.slice(1));
  return number >= first && number < first + count ? number : null;
}

/**
 * @param {Kind} kind
 * @param {string} game
 * @param {import("../app/wire").PuzzleGrade} entry
 * @returns {import("./course").Course}
 */
function courseOf({ name, kept, read, attempt }, game, { theme, grade, first, count }) {
  /** The next one after a number that is not done; the next of all if there is none. */
  const left = (/** @type {number} */ number) => {
    const solved = solvedIn(game, kept, first, count);
    const order = Array.from({ length: count }, (_, step) => first + ((number - first + 1 + step) % count));
    return order.find((candidate) => !solved.has(candidate)) ?? order[0] ?? first;
  };
  const progress = (/** @type {number} */ number) => {
    const done = solvedIn(game, kept, first, count).size;
    const words = [t(`${name}.number`, { number: number - first + 1 }), t(`${name}.solved_count`, { done, count })];
    return [make("p", { class: "lesson-aim", text: words.join(" · ") })];
  };
  return {
    game,
    title: t(`${name}.title`),
    heading: [gameName(game), ...(theme && theme !== "only" ? [themeName(theme)] : []), t("puzzles.grade", { grade })].join(" · "),
    list: { address: `/${name}#${game}`, text: t(`${name}.all`) },
    first: wanted(first, count) ?? left(first - 1),
    isTest: true,
    read: (number) => read(game, number),
    attempt: (number, { moves, move }) => attempt(game, number, { moves, move }),
    ...(me.member ? { shown: async (number) => (await tellShown(name, game, number)).rating } : {}),
    finish: (number) => markSolved(game, kept, number),
    progress,
    after: (number) => ({ number: left(number) }),
  };
}
