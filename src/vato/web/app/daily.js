/**
 * The puzzle of the day of a game: the same for everybody whose day it is, and worked out without a server.
 */

import { doneIn } from "./progress.js";

const DAY_MS = 86_400_000;
/** Steps through all of them before one comes again, and not in their order. */
const STRIDE = 7919;

/**
 * Return the puzzle of today: its number, its grade, where it is done, and whether it is.
 * @param {import("./wire").PuzzleGame} entry
 */
export function dailyPuzzle({ game, grades }) {
  const total = grades.reduce((sum, { count }) => sum + count, 0);
  const now = new Date();
  const day = Math.floor((now.getTime() - now.getTimezoneOffset() * 60_000) / DAY_MS);
  const number = 1 + ((day * STRIDE) % total);
  const grade = grades.find(({ first, count }) => number >= first && number < first + count);
  const address = grade ? `${gradeAddress("puzzles", game, grade)}#${number}` : "/puzzles";
  return { number, grade, address, isDone: doneIn(game, "puzzles").has(number) };
}

/**
 * Return where the puzzles or endings of a grade are.
 * @param {"puzzles" | "training"} name
 * @param {string} game
 * @param {import("./wire").PuzzleGrade} entry
 */
export const gradeAddress = (name, game, { theme, grade }) =>
  `/${name}/${game}/${theme && theme !== "only" ? `${theme}-` : ""}${grade}`;
