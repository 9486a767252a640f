/**
 * What the server says about games, in its own words: the shapes of the JSON that `api.js`, `live.js` and `analysis.js`
 * carry. The shapes of what is drawn (layout, scene, option, turn) are those of the board, in `types.d.ts`.
 */

import type { Scene, Turn } from "../types";

/** How a request failed, in one sentence that can be shown. */
export interface Failure {
  error: { message: string; code: string };
}

export interface RuleSetEntry {
  name: string;
  summary: string;
  revanche: boolean;
}

export interface LevelEntry {
  number: number;
  name: string;
}

export interface OpeningEntry {
  name: string;
  move: string;
}

/** Something that can be chosen at the start, the usual value first; where it decides who begins, these are the sides. */
export interface SetupEntry {
  name: string;
  label: string;
  values: string[];
  decides_beginner: boolean;
}

/** Something of which each player has a number that people watch. */
export interface CounterEntry {
  name: string;
  label: string;
  /** How many there are to be had, where the number grows towards that. */
  most: number | null;
}

export interface GameEntry {
  name: string;
  title: string;
  sides: string[];
  rules: RuleSetEntry[];
  setup: SetupEntry[];
  counters: CounterEntry[];
  /** Empty where the computer plays at full strength, or not at all. */
  levels: LevelEntry[];
  /** What there is beside the rules; what a game lacks is not offered. */
  has: { engine: boolean; lessons: boolean; puzzles: boolean; endings: boolean; kit: boolean };
  contests: string[];
  contest_rules: string;
  openings: OpeningEntry[];
  /** How its positions are set up: stones are placed and erased, or only moved and turned. */
  edits: string[];
}

export interface Catalog {
  games: GameEntry[];
}

export interface Kits {
  kits: { name: string; rules: string[]; boards: string[] }[];
  papers: { name: string; title: string }[];
}

export interface Language {
  code: string;
  name: string;
  direction: "ltr" | "rtl";
}

export type Message = string | Record<string, string>;

export interface Messages {
  language: string;
  direction: "ltr" | "rtl";
  messages: Record<string, Message>;
}

/** A position in which a rule is seen at work. */
export interface Example {
  /** Which paragraph of its section it belongs to, from 0. */
  paragraph: number;
  name: string;
  caption: string;
  /** Of its picture. */
  width: number;
  height: number;
  position: string;
  move: string | null;
  captured: string[];
  sent: string[];
  /** A turn that the rules refuse here, and why. */
  refused: string | null;
  why: string | null;
}

export interface Section {
  title: string;
  paragraphs: string[];
  examples: Example[];
}

/** Rule sets side by side, with the fields in which they differ. */
export interface Comparison {
  title: string;
  columns: string[];
  rows: { field: string; label: string; values: string[] }[];
}

export interface Rules {
  game: string;
  rules: string;
  sections: Section[];
  comparison: Comparison;
}

export interface Outcome {
  winner: 0 | 1 | null;
  reason: string;
  text: string;
  drawn: boolean;
  no_result: boolean;
}

export interface Seat {
  side: string;
  name: string;
  kind: "person" | "computer" | "open";
  level: number | null;
  mine: boolean;
  online: boolean;
}

export interface Clock {
  initial_ms: number;
  increment_ms: number;
  remaining_ms: [number, number];
  running: 0 | 1 | null;
  at_ms: number;
}

export interface ChatLine {
  number: number;
  seat: 0 | 1 | null;
  name: string;
  text: string;
  at_ms: number;
}

export interface ContestGame {
  id: string;
  rules: string;
  text: string | null;
}

export interface Contest {
  kind: "match" | "series";
  round: number;
  rounds?: number | null;
  players: [string, string];
  /** Where each contestant sits in this game. */
  seats: [number, number];
  score: [number, number];
  next: { rules: string; opening: string | null; first: string; first_contestant: number } | null;
  over: boolean;
  winner: 0 | 1 | null;
  games: ContestGame[];
}

export type Offer = "draw" | "takeback" | "rematch";

/** A game as one subscriber sees it, whole. */
export interface State {
  type: "state";
  version: number;
  id: string;
  game: string;
  rules: string;
  layout: string;
  start: string;
  seats: [Seat, Seat];
  scene: Scene;
  turns: Turn[];
  outcome: Outcome | null;
  clock: Clock | null;
  offers: Record<Offer, 0 | 1 | null>;
  may: { takeback?: boolean; draw?: boolean; resign?: boolean; hint?: boolean; rematch?: boolean };
  chat: ChatLine[];
  contest: Contest | null;
  next_id: string | null;
  thinking: boolean;
  watchers: number;
}

/** Who is there now; passes and is not kept, so it has no version. */
export interface Presence {
  type: "presence";
  online: [boolean, boolean];
  watchers: number;
  thinking: boolean;
}

export interface Refused {
  type: "refused";
  ref: string | null;
  message: string;
  code: string;
  ply: number | null;
  /** The type of what was refused; added by the client, which knows what it sent. */
  of?: string;
}

/** One of this visitor's games, in a list. */
export interface Summary {
  id: string;
  game: string;
  rules: string;
  names: [string, string];
  seats: Seat[];
  result: string | null;
  outcome: Outcome | null;
  plies: number;
  /** When something last happened in it, in milliseconds. */
  updated: number;
  position: string;
  layout: string;
  my_turn: boolean;
}

export interface SummaryPage {
  games: Summary[];
  page: number;
  more: boolean;
}

/** A position reached from a start by moves: what `POST /api/positions` answers. */
export interface Reached {
  layout_key: string;
  scene: Scene;
  turns: Turn[];
  outcome: Outcome | null;
  start: string;
}

export interface PositionRequest {
  game: string;
  rules: string;
  setup?: Record<string, string>;
  position?: string;
  moves: string[];
}

export interface RecordedGame {
  id?: string;
  game: string;
  rules: string;
  start: string;
  moves: string[];
  players: [string, string];
  headers?: Record<string, string>;
  outcome: Outcome | null;
}

export interface Score {
  value: number;
  white_value: number;
  wins_in?: number | null;
  loses_in?: number | null;
  text: string;
}

/** How a position ends when both play well, where that is known. */
export interface Fact {
  winner: 0 | 1 | null;
  turns: number | null;
}

export interface Line {
  score: Score;
  moves: string[];
  first: Turn | null;
  fact: Fact | null;
}

export interface Information {
  type: "info";
  id: string;
  depth: number;
  nodes: number;
  seconds: number;
  lines: Line[];
  /** What is known exactly, with the moves that keep the result. */
  known: (Fact & { keeping: string[] }) | null;
  done: boolean;
}

export interface ReviewTurn {
  type: "review_turn";
  ply: number;
  white_value: number;
  wins_in?: number | null;
  loses_in?: number | null;
  best: string | null;
  best_turn: Turn | null;
  loss: number;
}

export interface SeatRequest {
  kind: "me" | "me2" | "open" | "computer";
  level?: number;
  name?: string;
}

export interface NewGame {
  game: string;
  rules: string;
  setup?: Record<string, string>;
  position?: string;
  seats: SeatRequest[];
  sides?: "draw" | "me_first" | "me_second";
  clock?: { initial_ms: number; increment_ms: number };
  contest?: { kind: string; order?: string[]; cycles?: number };
}

/** A lesson in the list; the rules and the position are those of its first exercise. */
export interface LessonEntry {
  name: string;
  title: string;
  aim: string;
  exercises: number;
  rules: string;
  position: string;
}

export interface LessonGame {
  game: string;
  lessons: LessonEntry[];
}

export interface LessonHint {
  message: string;
  /** A turn that is right. */
  turn: Turn;
}

export interface LessonExercise {
  task: string;
  rules: string;
  /** Whose side the learner has. */
  player: number;
  turns: number;
  layout: string;
  scene: Scene;
  hint: LessonHint | null;
}

export interface Lesson {
  game: string;
  name: string;
  title: string;
  aim: string;
  sides: string[];
  exercises: LessonExercise[];
  /** The name of the lesson after it. */
  next: string | null;
}

/** A grade of puzzles, by the number of the first, with the position of that one. */
export interface PuzzleGrade {
  grade: number;
  first: number;
  count: number;
  position: string;
}

export interface PuzzleGame {
  game: string;
  grades: PuzzleGrade[];
}

export interface Puzzle extends LessonExercise {
  game: string;
  number: number;
  grade: number;
  sides: string[];
  /** Of an ending: whether its tables are there; they are being made otherwise. */
  ready?: boolean;
}

/** What came of a try. */
export interface Tried {
  verdict: "refused" | "wrong" | "onward" | "reached";
  message: string;
  turn: Turn | null;
  reply: Turn | null;
  scene: Scene;
  moves: string[];
  hint: LessonHint | null;
}
