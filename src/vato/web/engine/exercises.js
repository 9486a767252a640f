/**
 * Lessons and puzzles where the server cannot be reached: its answers, told ahead, put together with what the game's
 * compiled code says of the turns. Answers as the server answers to a try; holds no rule and no aim.
 */

import { RequestFailed, isUnreachable, keptLessons, keptPuzzles } from "../app/api.js";
import { entryOf } from "../app/games.js";
import { t } from "../app/text.js";
import { isHere } from "./choice.js";
import { positionsAt } from "./supply.js";

/** @typedef {import("../app/wire").Tried} Tried @typedef {import("./positions.js").Positions} Positions */

/**
 * Wait for the server; where it cannot be reached, do without it.
 * @template Value
 * @param {string} game
 * @param {Promise<Value>} asking
 * @param {() => Promise<Value>} instead
 * @returns {Promise<Value>}
 */
export async function orWithout(game, asking, instead) {
  try {
    return await asking;
  } catch (problem) {
    if (!isUnreachable(problem)) throw problem;
    if (!isHere(game)) throw new RequestFailed(t("offline.exercise"), "unreachable", 0);
    try {
      return await instead();
    } catch (missing) {
      throw isUnreachable(missing) ? new RequestFailed(t("offline.not_kept"), "unreachable", 0) : missing;
    }
  }
}

/**
 * Fetch what is needed to go on with a lesson without the server.
 * @param {string} game
 */
export const prepareLesson = (game) => {
  if (isHere(game)) void keptLessons(game).then(({ beginnings }) => positionsAt(game, beginnings[0])).catch(() => {});
};

/**
 * Try a turn in an exercise of a lesson.
 * @param {string} game
 * @param {string} name
 * @param {{exercise: number, moves: string[], move: string}} tried
 * @returns {Promise<Tried>}
 */
export async function tryKeptLesson(game, name, { exercise: number, moves, move }) {
  const { beginnings, lessons } = await keptLessons(game);
  const exercise = lessons[name]?.[number];
  if (!exercise) throw notThere();
  const positions = await positionsOf(game, beginnings, exercise);
  let { answers } = exercise;
  moves.forEach((text, ply) => {
    if (ply % 2 === 0) answers = answers[sameTurn(positions, moves.slice(0, ply), text, Object.keys(answers))]?.then ?? {};
  });
  const turn = sameTurn(positions, moves, move, Object.keys(answers));
  const answer = answers[turn];
  if (!answer) throw notThere();
  const { verdict, message, reply, hint } = answer;
  const shown = [...moves, turn, ...(reply ? [reply] : [])];
  const told = shownOf(positions, moves, shown, verdict === "onward");
  return {
    verdict,
    message,
    ...told,
    moves: verdict === "wrong" ? moves : shown,
    hint: hint ? { message: exercise.hint, turn: lastTurn(positions, [...shown, hint]) } : null,
    looks: [],
    rating: null,
  };
}

/**
 * Return a puzzle as it begins.
 * @param {string} game
 * @param {number} number
 * @returns {Promise<import("../app/wire").Puzzle>}
 */
export async function keptPuzzle(game, number) {
  const { beginnings, rules, tasks, hint, ...all } = await keptPuzzles(game);
  const puzzle = all.puzzles[number - 1];
  const sides = entryOf(game)?.sides;
  if (!puzzle || !sides) throw notThere();
  const positions = await positionsOf(game, beginnings, puzzle);
  const { scene, layout_key } = reached(positions, []);
  const [first = ""] = rightLine(puzzle, all.messages);
  return {
    game,
    number,
    grade: puzzle.grade,
    task: tasks[puzzle.task] ?? "",
    sides,
    rules,
    player: scene.turn,
    turns: puzzle.finds,
    layout: layout_key,
    scene,
    hint: { message: hint, turn: lastTurn(positions, [first]) },
  };
}

/**
 * Try a turn in a puzzle.
 * @param {string} game
 * @param {number} number
 * @param {{moves: string[], move: string}} tried
 * @returns {Promise<Tried>}
 */
export async function tryKeptPuzzle(game, number, { moves, move }) {
  const { beginnings, messages, hint, onward, better, puzzles } = await keptPuzzles(game);
  const puzzle = puzzles[number - 1];
  if (!puzzle) throw notThere();
  const positions = await positionsOf(game, beginnings, puzzle);
  const right = rightLine(puzzle, messages);
  const wanted = right[moves.length] ?? "";
  const isRight = sameTurn(positions, moves, move, [wanted]) === wanted;
  if (isRight && moves.length / 2 + 1 < puzzle.finds) {
    const counted = right.slice(0, moves.length + 2);
    const told = shownOf(positions, moves, counted, true);
    const next = lastTurn(positions, right.slice(0, moves.length + 3));
    return { verdict: "onward", message: onward, ...told, moves: counted, hint: { message: hint, turn: next }, looks: [], rating: null };
  }
  if (moves.length > 0) {
    const told = shownOf(positions, moves, [...moves, isRight ? wanted : move], false);
    const message = isRight ? (messages[puzzle.answers[right.join(" ")] ?? -1]?.text ?? "") : better;
    return { verdict: isRight ? "reached" : "wrong", message, ...told, moves, hint: null, looks: [], rating: null };
  }
  const lines = Object.keys(puzzle.answers);
  const turn = sameTurn(positions, [], move, lines.map(firstOf));
  const line = lines.find((each) => firstOf(each) === turn);
  const said = line === undefined ? undefined : messages[puzzle.answers[line] ?? -1];
  if (line === undefined || !said) throw notThere();
  const { verdict, text } = said;
  const shown = line.split(" ").slice(0, verdict === "reached" ? 1 : 2);
  const told = shownOf(positions, [], shown, false);
  return { verdict, message: text.replace("{line}", line), ...told, moves: [], hint: null, looks: [], rating: null };
}

/**
 * Return the right turn of a puzzle and how the game goes on.
 * @param {import("../app/wire").KeptPuzzle} puzzle
 * @param {import("../app/wire").KeptMessage[]} messages
 */
const rightLine = ({ answers }, messages) =>
  Object.keys(answers)
    .find((line) => messages[answers[line] ?? -1]?.verdict === "reached")
    ?.split(" ") ?? [];

/** @param {string} line */
const firstOf = (line) => line.split(" ")[0] ?? "";

/** Only what the server tells of can be tried; this is for what has changed meanwhile. */
const notThere = () => new RequestFailed(t("offline.not_kept"), "unreachable", 0);

/**
 * @param {string} game
 * @param {import("../app/wire").Beginning[]} beginnings
 * @param {import("../app/wire").KeptStart} exercise
 */
async function positionsOf(game, beginnings, { beginning: number, start, position }) {
  const beginning = beginnings[number];
  if (!beginning) throw notThere();
  return positionsAt(game, { ...beginning, start, position });
}

/**
 * Return a turn as it is written among some: the same turn may be written in several ways.
 * @param {Positions} positions
 * @param {string[]} moves before it
 * @param {string} text
 * @param {string[]} written
 */
function sameTurn(positions, moves, text, written) {
  if (written.includes(text)) return text;
  const all = positions.playables(moves);
  const words = all.find((each) => each.text === text)?.words.join();
  return all.find((each) => each.words.join() === words && written.includes(each.text))?.text ?? text;
}

/**
 * What the board shows of a try and the answer to it.
 * @param {Positions} positions
 * @param {string[]} before
 * @param {string[]} moves
 * @param {boolean} goesOn
 */
function shownOf(positions, before, moves, goesOn) {
  const { turns, scene } = reached(positions, moves);
  const [turn = null, reply = null] = turns.slice(before.length);
  return { turn, reply, scene: goesOn ? scene : { ...scene, options: [] } };
}

/**
 * @param {Positions} positions
 * @param {string[]} moves
 */
const lastTurn = (positions, moves) =>
  /** @type {import("../app/wire").Turn} */ (reached(positions, moves).turns.at(-1));

/**
 * @param {Positions} positions
 * @param {string[]} moves
 */
function reached(positions, moves) {
  const found = positions.reached(moves);
  if (!found) throw notThere();
  return found;
}
