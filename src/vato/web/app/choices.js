/**
 * What was chosen for a new game, remembered for the next one, and the request that creates it. Shows nothing.
 */

import { newKey } from "./local-games.js";
import { recall, remember } from "./memory.js";
import { settings } from "./settings.js";

/** @typedef {import("./wire").GameEntry} GameEntry */
/** @typedef {import("./wire").NewGame} NewGame */
/** @typedef {"computer" | "screen" | "link"} Opponent */

/**
 * @typedef {object} Choices
 * @property {string} game
 * @property {Record<string, string>} rules by game
 * @property {Record<string, Record<string, string>>} setup by game, then by option
 * @property {Record<string, number>} level by game
 * @property {string} clock "none", minutes and seconds as in "5+3", "delay", "days" or "custom"
 * @property {string} delay minutes and seconds of the clock with a delay, as in "5+5"
 * @property {number} days for each turn, by post
 * @property {number} minutes of the custom clock
 * @property {number} increment seconds of the custom clock
 * @property {"draw" | "me" | "other"} begins
 * @property {"draw" | "0" | "1"} stones which side is mine, where either side may begin
 * @property {string} contest "none" or a kind of contest
 * @property {number} cycles of a series
 * @property {string[]} order of the openings in a series; empty for the usual one
 */

const STORED = "vato.choices";
const USUAL_LEVEL = 3;
const DAY_MS = 86_400_000;
export const CLOCKS = ["none", "3+2", "5+3", "10+5", "15+10", "delay", "days", "custom"];
export const DELAYS = ["3+2", "5+5", "10+5", "25+10"];
export const DAYS = [1, 2, 3, 5, 7, 14];

/** @type {Choices} */
const INITIAL = {
  game: "",
  rules: {},
  setup: {},
  level: {},
  clock: "none",
  delay: "5+5",
  days: 3,
  minutes: 20,
  increment: 10,
  begins: "draw",
  stones: "draw",
  contest: "none",
  cycles: 2,
  order: [],
};

/** @returns {Choices} */
export const recallChoices = () => ({ ...INITIAL, ...recall(STORED, /** @type {Partial<Choices>} */ ({})) });

/** @param {Choices} choices */
export const rememberChoices = (choices) => remember(STORED, choices);

/**
 * Return the option that decides who begins; without one, the first side always does.
 * @param {GameEntry} entry
 */
export const beginnerOption = (entry) => entry.setup.find((option) => option.decides_beginner);

/**
 * Return the other options that leave something to choose.
 * @param {GameEntry} entry
 */
export const plainOptions = (entry) =>
  entry.setup.filter(({ decides_beginner, values }) => !decides_beginner && values.length > 1);

/**
 * Return what is chosen for a game, each choice being one that the game offers.
 * @param {Choices} choices
 * @param {GameEntry} entry
 */
export function chosenFor(choices, entry) {
  const usual = entry.rules.find((rules) => rules.name === entry.contest_rules) ?? entry.rules[0];
  /** @type {import("./wire").ContestWish["kind"] | "none"} */
  const contest = entry.contests.find((kind) => kind === choices.contest) ?? "none";
  // The revanche game is part of a contest, not what one is played by.
  const wished = entry.rules.find((candidate) => candidate.name === choices.rules[entry.name]) ?? usual;
  const rules = contest !== "none" && wished?.revanche ? usual : wished;
  /** @type {Record<string, string>} */
  const setup = {};
  for (const { name, values } of plainOptions(entry))
    setup[name] = values.find((value) => value === choices.setup[entry.name]?.[name]) ?? values[0] ?? "";
  const numbers = entry.levels.map(({ number }) => number);
  const level = numbers.find((number) => number === (choices.level[entry.name] ?? USUAL_LEVEL)) ?? numbers.at(-1);
  return { rules, setup, level, contest };
}

/**
 * Return the time control as the server wants it.
 * @param {Pick<Choices, "clock" | "delay" | "days" | "minutes" | "increment">} choices
 * @returns {import("./wire").ClockWish | undefined}
 */
export function clockOf({ clock, delay, days, minutes: wanted, increment }) {
  if (clock === "none") return undefined;
  if (clock === "days") return { initial_ms: days * DAY_MS, per_turn: true };
  const written = clock === "delay" ? delay : clock;
  const [minutes = 0, seconds = 0] = clock === "custom" ? [wanted, increment] : written.split("+").map(Number);
  const initial_ms = Math.round(minutes * 60_000);
  const more = Math.round(seconds * 1000);
  return clock === "delay" ? { initial_ms, delay_ms: more } : { initial_ms, increment_ms: more };
}

/** @typedef {NewGame & {key: string}} Wish */

/** What was asked for last and not granted, as text. @type {{asked: string, wish: Wish} | null} */
let open = null;

/**
 * Return a wish with a key of its own. As long as the same is asked for and not granted it is the same wish, with all that
 * was drawn, so that the game is there once, also where the server has made it and the answer was lost.
 * @param {unknown} asked
 * @param {() => NewGame} make
 */
export function wishFor(asked, make) {
  const text = JSON.stringify(asked);
  if (open?.asked !== text) open = { asked: text, wish: { ...make(), key: newKey() } };
  return open.wish;
}

/** What was asked for last is there. */
export function grant() {
  open = null;
}

/**
 * Return the request for a new game. Where nobody else plays, what is to be drawn is drawn here, so that it is the same game
 * whether the server begins it or this device.
 * @param {Choices} wished
 * @param {GameEntry} entry
 * @param {Opponent} opponent
 * @returns {NewGame}
 */
export function requestFor(wished, entry, opponent) {
  const { rules, setup, level, contest } = chosenFor(wished, entry);
  const choices = opponent === "link" || contest !== "none" ? wished : drawn(wished);
  const name = settings.get("name");
  /** @type {import("./wire").SeatWish} */
  const me = { kind: "me", ...(name ? { name } : {}) };
  /** @type {Record<Opponent, import("./wire").SeatWish>} */
  const others = {
    computer: { kind: "computer", ...(level === undefined ? {} : { level }) },
    screen: { kind: "me2" },
    link: { kind: "open" },
  };
  const { sides, beginner } = sidesFor(choices, entry);
  return {
    game: entry.name,
    rules: rules?.name ?? "",
    seats: [me, others[opponent]],
    sides,
    // A contest is played from the usual start on the usual board, and decides itself who begins.
    ...(contest === "none" ? { setup: { ...setup, ...beginner } } : {}),
    ...(choices.clock !== "none" ? { clock: clockOf(choices) } : {}),
    ...(contest !== "none" ? { contest: contestFor(choices, contest) } : {}),
  };
}

/**
 * @param {Choices} choices
 * @returns {Choices}
 */
function drawn(choices) {
  const { begins, stones } = choices;
  const [some, others] = [Math.random() < 0.5, Math.random() < 0.5];
  return {
    ...choices,
    begins: begins === "draw" ? (some ? "me" : "other") : begins,
    stones: stones === "draw" ? (others ? "0" : "1") : stones,
  };
}

/**
 * @param {Choices} choices
 * @param {import("./wire").ContestWish["kind"]} kind
 * @returns {import("./wire").ContestWish}
 */
function contestFor(choices, kind) {
  if (kind !== "series") return { kind };
  return { kind, cycles: choices.cycles, ...(choices.order.length > 0 ? { order: choices.order } : {}) };
}

/**
 * Return who has which side and who begins. Where the first side always begins, beginning decides the side; elsewhere
 * both can be chosen, and what is left open is drawn.
 * @param {Choices} choices
 * @param {GameEntry} entry
 * @returns {{sides: "draw" | "me_first" | "me_second", beginner: Record<string, string>}}
 */
function sidesFor(choices, entry) {
  const { begins, stones } = choices;
  const option = beginnerOption(entry);
  if (!option) return { sides: begins === "draw" ? "draw" : begins === "me" ? "me_first" : "me_second", beginner: {} };
  if (begins === "draw")
    return { sides: stones === "draw" ? "draw" : stones === "0" ? "me_first" : "me_second", beginner: {} };
  const mine = stones === "draw" ? Math.floor(Math.random() * 2) : Number(stones);
  const side = entry.sides[begins === "me" ? mine : 1 - mine] ?? "";
  return { sides: mine === 0 ? "me_first" : "me_second", beginner: { [option.name]: side } };
}
