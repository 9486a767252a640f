/**
 * All puzzles or endings: for each game its grades as tiles, and how many of each are done; before them, of puzzles, that of
 * today.
 */

import { puzzle } from "../app/api.js";
import { dailyPuzzle, gradeAddress } from "../app/daily.js";
import { make } from "../app/element.js";
import { anyGameHas } from "../app/games.js";
import { gameName, themeName } from "../app/names.js";
import { solvedIn } from "../app/progress.js";
import { formatNumber, t } from "../app/text.js";
import { keptPuzzle, orWithout } from "../engine/exercises.js";
import { ExerciseList, cardList, doneSign, picture } from "./exercise-list.js";

/** @typedef {import("../app/wire").PuzzleGame} PuzzleGame @typedef {import("../app/wire").PuzzleGrade} PuzzleGrade */

/** What a game has that is in a list. */
const LISTED = /** @type {const} */ ({ puzzles: "puzzles", training: "endings" });

/**
 * Return what is told of the puzzles of today: each with its picture, if that can be had.
 * @param {PuzzleGame[]} games
 */
function dailies(games) {
  return Promise.all(
    games.map(async (entry) => {
      const { game } = entry;
      const today = dailyPuzzle(entry);
      const { number, grade } = today;
      if (!grade) return null;
      const asked = orWithout(game, puzzle(game, number), () => keptPuzzle(game, number));
      const position = await asked.then(({ scene }) => scene.position).catch(() => grade.position);
      return { ...today, game, grade, position };
    }),
  );
}

/** @param {Awaited<ReturnType<typeof dailies>>} found */
function dailyPart(found) {
  const cards = found.flatMap((today) => {
    if (!today) return [];
    const { game, address, grade, position, isDone } = today;
    const words = [...themeOf(grade), t("puzzles.grade", { grade: grade.grade })];
    return [{ game, address, title: gameName(game), note: words.join(" · "), position, done: isDone }];
  });
  return make("section", { class: "lessons daily" }, make("h2", { text: t("puzzles.daily") }), cardList(cards));
}

/** @param {PuzzleGrade} entry */
const themeOf = ({ theme }) => (theme && theme !== "only" ? [themeName(theme)] : []);

/**
 * What is listed.
 * @typedef {object} Graded
 * @property {"puzzles" | "training"} name Of its address and its texts.
 * @property {() => Promise<PuzzleGame[]>} list
 */

/**
 * Return the grades of a theme beside each other.
 * @param {"puzzles" | "training"} name
 * @param {string} game
 * @param {PuzzleGrade[]} grades
 * @param {PuzzleGrade | undefined} next where to go on
 */
const tiles = (name, game, grades, next) =>
  make(
    "ol",
    { class: "grade-tiles" },
    grades.map((entry) => make("li", {}, tile(name, game, entry, entry === next))),
  );

/**
 * @param {"puzzles" | "training"} name
 * @param {string} game
 * @param {PuzzleGrade} entry
 * @param {boolean} isNext
 */
function tile(name, game, entry, isNext) {
  const { grade, first, count, position } = entry;
  const done = solvedIn(game, LISTED[name], first, count).size;
  return make(
    "a",
    { class: isNext ? "grade-tile next" : "grade-tile", href: gradeAddress(name, game, entry) },
    picture({ game, position }),
    make(
      "strong",
      {},
      make("span", { class: "tile-name", text: t("puzzles.grade", { grade }) }),
      make("span", { class: "tile-number", "aria-hidden": "true", text: formatNumber(grade) }),
      done === count && doneSign(),
    ),
    make("progress", { value: String(done), max: count, "aria-hidden": "true" }),
    make("span", { class: "quiet tile-name", text: t(`${name}.solved_count`, { done, count }) }),
    make("span", { class: "quiet tile-number", "aria-hidden": "true", text: `${formatNumber(done)}/${formatNumber(count)}` }),
  );
}

/**
 * @param {"puzzles" | "training"} name
 * @param {PuzzleGame} entry
 */
function sectionOf(name, { game, grades }) {
  const solvedOf = (/** @type {PuzzleGrade} */ { first, count }) => solvedIn(game, LISTED[name], first, count).size;
  const next = grades.find((entry) => solvedOf(entry) < entry.count);
  const done = grades.reduce((sum, entry) => sum + solvedOf(entry), 0);
  const count = grades.reduce((sum, entry) => sum + entry.count, 0);
  const themes = [...new Set(grades.map(({ theme }) => theme))];
  return {
    game,
    note: t(`${name}.solved_count`, { done, count }),
    groups: themes.map((wanted) => ({
      ...(wanted && themes.length > 1 ? { title: themeName(wanted) } : {}),
      list: tiles(
        name,
        game,
        grades.filter(({ theme }) => theme === wanted),
        next,
      ),
    })),
  };
}

export class GradedList extends ExerciseList {
  /** @param {Graded} graded */
  constructor({ name, list }) {
    /** @type {Awaited<ReturnType<typeof dailies>>} */
    let today = [];
    const other = name === "puzzles" ? "training" : "puzzles";
    const head = () => [
      make(
        "div",
        { class: "graded-head" },
        make("h1", { text: t(`nav.${name}`) }),
        anyGameHas(LISTED[other]) && make("a", { class: "button graded-other", href: `/${other}`, text: t(`nav.${other}`) }),
        make("p", { class: "quiet", text: t(`${name}.about`) }),
      ),
      ...(today.length > 0 ? [dailyPart(today)] : []),
    ];
    const read = async () => {
      const games = await list();
      if (name === "puzzles") today = await dailies(games);
      return () => games.map((entry) => sectionOf(name, entry));
    };
    super({ title: t(`${name}.title`), head, read });
  }
}
