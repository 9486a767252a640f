/**
 * What `<vato-board>` takes and tells. What it draws (the layout of a board, the pieces, the turns that may be played) is
 * as the server sends it, and described there. No game is named here; points have names, players are 0 and 1.
 */

import type { Option, Piece, Scene, Step } from "./app/wire";

export type { Change, Layout, Looks, Option, Piece, Scene, Shape, Spot, Step, Turn } from "./app/wire";

export type Player = number;

/** What is counted, by the names of the game's counters: a number for each player. */
export type Counts = Scene["counts"];

/** An arrow over the board, along two points or more. */
export interface Arrow {
  path: string[];
  /** 0 to 1, how much it is seen; 1 if it is not given. */
  strength?: number;
  /** `plan` if it is not given. */
  kind?: "plan" | "happened";
  /** What this way would strike, shown with crosses. */
  struck?: string[];
  /** A short text at its end, such as its rank. */
  text?: string;
}

/** A sign on a point. */
export interface Mark {
  at: string;
  kind: "ring" | "cross" | "check" | "star" | "question" | "note";
  /** Shown by `note`: one or two letters. */
  text?: string;
}

/** What `board.show` takes. What is left out stays as it was; but with `pieces`, everything about them starts anew. */
export interface BoardView {
  pieces?: Piece[];
  turn?: Player;
  options?: Option[];
  /** The turn that led here, marked as what happened. */
  last?: { steps: Step[] } | Step[] | null;
  closed?: string[];
  arrows?: Arrow[];
  marks?: Mark[];
  flipped?: boolean;
  /** Whether the options may be played here. */
  interactive?: boolean;
  /** Whether a move may be chosen ahead while the other side is to move. */
  premove?: boolean;
  mode?: "play" | "edit" | "draw";
  /** Arrows and rings drawn by hand, where the page keeps them. */
  drawn?: { from: string; to: string }[];
  /** Whether pieces glide to where they stand now, for stepping through a game. */
  glide?: boolean;
}

/** A turn in the making. */
export interface Half {
  steps: Option[];
  /** The turn so far; empty before its first step. */
  text: string;
  mayStop: boolean;
  /** Whether the player is asked which of several ways the next step is meant. */
  asks: boolean;
  /** Whether it cannot go on, and waits only to be ended. */
  whole: boolean;
  /** Whether it was ended and told as `vato-move`. */
  sent: boolean;
}

export interface Premove {
  from: string;
  /** Null: whatever this piece can do, if that is only one thing. */
  to: string | null;
}

/** What cannot be played: a point or the beginning of a turn or, with `to`, that it goes on to there. */
export interface Unplayable {
  move: string;
  to: string | null;
}

/** What a step sounds like. */
export type StepKind = "move" | "capture" | "turn" | "home";

/** The details of the events of `<vato-board>`. */
export interface BoardEvents {
  "vato-move": { text: string; steps: Option[] };
  "vato-half": Half;
  "vato-step": { kind: StepKind; step: Step };
  "vato-refused": Unplayable;
  "vato-premove": Premove | null;
  /** An arrow or a ring was drawn by hand; `erased` if it was there before. */
  "vato-draw": { from: string; to: string; erased: boolean };
  "vato-edit": { point: string; from: string | null; erase: boolean };
  "vato-say": { key: string; values: Record<string, string | number>; text: string };
}
