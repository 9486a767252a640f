/**
 * What is drawn and offered, as the server sends it: the layout of a board, the pieces, the turns that may be played.
 * And what `<vato-board>` takes and tells. No game is named here; points have names, players are 0 and 1.
 *
 * What is empty, false or null in a change, a step or an option may be missing.
 */

export type Player = number;

/** A point of the board. */
export interface Spot {
  name: string;
  x: number;
  y: number;
}

/** An engraved part of the board; the first word of `kind` says what is drawn, all words are classes. */
export interface Shape {
  kind: string;
  text?: string;
  x?: number;
  y?: number;
  x1?: number;
  y1?: number;
  x2?: number;
  y2?: number;
  width?: number;
  height?: number;
  rx?: number;
  cx?: number;
  cy?: number;
  r?: number;
}

/** How pieces look: path data around (0, 0), pointing up, one for each player. */
export interface Looks {
  outlines: string[];
  marks: string[];
  check?: string;
  /** How far from its middle a piece can be touched. */
  reach: number;
}

/** Where everything lies, the same throughout a game. */
export interface Layout {
  width: number;
  height: number;
  border: number;
  points: Spot[];
  shapes: Shape[];
  piece: Looks;
}

export interface Piece {
  at: string;
  player: Player;
  /** Degrees clockwise from pointing up. */
  heading?: number;
  /** Whether it has finished: it is shown, but no longer plays. */
  home?: boolean;
}

/** What a step does to one piece: it goes to another point or, without `to`, off the board. */
export interface Change {
  from: string;
  to?: string | null;
  heading?: number;
  home?: boolean;
}

/** A step of a turn, in the order of its changes. */
export interface Step {
  from: string;
  to: string;
  way?: string;
  struck?: string[];
  changes: Change[];
  /** The points it passes, where these are more than its ends. */
  path?: string[];
  /** What is counted after it, where that changes. */
  counts?: Counts;
}

/** A step that may be played now: a node of the tree of turns. */
export interface Option extends Step {
  /** The turn so far; a whole move if it may `stop`. */
  text: string;
  /** Empty points that this turn may no longer enter. */
  closed?: string[];
  stop?: boolean;
  next?: Option[];
}

/** What is counted, by the names of the game's counters: a number for each player. */
export type Counts = Record<string, number[]>;

/** A position to be shown and played on. */
export interface Scene {
  position: string;
  turn: Player;
  ply: number;
  pieces: Piece[];
  options: Option[];
  counts: Counts;
  /** Whether there are too many turns to be given as options; they can still be typed. */
  crowded?: boolean;
}

/** A turn that was played. */
export interface Turn {
  ply: number;
  player: Player;
  text: string;
  steps: Step[];
  clock_ms: number | null;
}

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
  /** BoardView by `note`: one or two letters. */
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
  mode?: "play" | "edit";
  /** Whether pieces glide to where they stand now, for stepping through a game. */
  glide?: boolean;
}

/** A turn in the making. */
export interface Half {
  steps: Option[];
  /** The turn so far; empty before its first step. */
  text: string;
  mayStop: boolean;
  /** Whether it was ended and told as `vato-move`. */
  sent: boolean;
}

export interface Premove {
  from: string;
  /** Null: whatever this piece can do, if that is only one thing. */
  to: string | null;
}

/** What cannot be played: a point or the beginning of a turn or, with `to`, that it goes on to there. */
export interface Refused {
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
  "vato-refused": Refused;
  "vato-premove": Premove | null;
  "vato-edit": { point: string; from: string | null; erase: boolean };
  "vato-say": { key: string; values: Record<string, string | number>; text: string };
}
