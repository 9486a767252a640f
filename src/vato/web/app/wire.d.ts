/**
 * What goes over the wire: the bodies of requests and answers, and the messages of both sockets. Made by `scripts/wire`
 * from the files in `server/wire`: change those, never this one.
 */

/** What went wrong. */
export interface ErrorDetail {
  /** One sentence, in the language of the request. */
  message: string;
  /** The same for programs, such as illegal_move. */
  code: string;
}

/** The one shape of errors. */
export interface Failure {
  error: ErrorDetail;
}

/** What a step does to one piece: it goes from a point to another or, without `to`, off the board. */
export interface Change {
  from: string;
  to?: string;
  heading?: number;
  home?: boolean;
}

/** Where everything lies, the same throughout a game, in units of the picture. */
export interface Layout {
  width: number;
  height: number;
  border: number;
  points: Spot[];
  /** In the order of drawing. A label's spot is its middle. */
  shapes: Shape[];
  piece: Looks;
}

/** How pieces look, as path data around (0, 0), pointing up; one for each player. */
export interface Looks {
  outlines: string[];
  /** What is engraved on a piece and tells the sides apart without colour: player 0's is filled, player 1's a line. */
  marks: string[];
  /** What the pieces of the set to print show instead, drawn from the same outlines; empty where there is none. */
  motifs: string[][];
  /** What lies on a piece that is home. */
  check: string;
  /** How far from its middle a piece can be touched. */
  reach: number;
}

/** A step that may be played now: a node of the tree of turns. */
export interface Option {
  from: string;
  to: string;
  /** What tells it from other steps between the same points. */
  way?: string;
  /** The points of the pieces that it takes or sends back. */
  struck?: string[];
  /** The points of the player's own pieces that it costs, after it. */
  lost?: string[];
  changes: Change[];
  /** The points it passes, where these are more than its ends. */
  path?: string[];
  /** What is counted after it, where that changes. */
  counts?: Record<string, number[]>;
  /** The turn up to and with this step; a whole move if it may stop. */
  text: string;
  /** The empty points that the turn may no longer enter, while it may go on. */
  closed?: string[];
  /** Whether the turn may end here. */
  stop?: boolean;
  /** How it may go on. */
  next?: Option[];
}

/** A piece that stands on the board. */
export interface Piece {
  at: string;
  player: number;
  /** Degrees clockwise from pointing up. */
  heading: number;
  /** Whether it has finished; it is shown, but no longer plays. */
  home: boolean;
}

/** A position to be shown and played on. */
export interface Scene {
  position: string;
  turn: number;
  ply: number;
  pieces: Piece[];
  options: Option[];
  counts: Record<string, number[]>;
  /** Whether there are too many turns to be given as options; they can still be typed. */
  crowded?: boolean;
}

/** An engraved part of the board, with what an SVG element of its kind has. */
export interface Shape {
  /** The first word says what is drawn: line, groove, place, dot, label. All words are classes. */
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

/** A point of the board by its name. */
export interface Spot {
  name: string;
  x: number;
  y: number;
}

/** A step of a turn: the piece's way, what it strikes, and every change in order. */
export interface Step {
  from: string;
  to: string;
  /** What tells it from other steps between the same points. */
  way?: string;
  /** The points of the pieces that it takes or sends back. */
  struck?: string[];
  /** The points of the player's own pieces that it costs, after it. */
  lost?: string[];
  changes: Change[];
  /** The points it passes, where these are more than its ends. */
  path?: string[];
  /** What is counted after it, where that changes. */
  counts?: Record<string, number[]>;
}

/** A turn that was played, to be listed and shown again. */
export interface Turn {
  /** The first turn has 1. */
  ply: number;
  player: number;
  text: string;
  steps: Step[];
  clock_ms: number | null;
}

/** Who is to play a side. */
export interface SeatWish {
  /** me: whoever asks; me2: the same visitor on the same screen; open: whoever joins by the link */
  kind: "me" | "me2" | "open" | "computer";
  level?: number | null;
  name?: string;
}

/** Time for each player. */
export interface ClockWish {
  initial_ms: number;
  /** More time after every turn */
  increment_ms?: number;
  /** How long a turn takes nothing from the clock; instead of an increment */
  delay_ms?: number;
  /** Whether the time, in whole days, is for each turn: a game by post */
  per_turn?: boolean;
}

/** Several games instead of one. */
export interface ContestWish {
  kind: "match" | "series";
  order?: string[];
  cycles?: number;
}

/** A game to be created. */
export interface NewGame {
  game: string;
  rules?: string | null;
  /** Of an option that decides who begins, `draw` or nothing means that it is drawn */
  setup?: Record<string, string>;
  position?: string | null;
  seats: SeatWish[];
  /** Whether the first side is mine, the other's, or drawn */
  sides?: "draw" | "me_first" | "me_second";
  clock?: ClockWish | null;
  contest?: ContestWish | null;
  /** Whether it counts for one's rating: of a member, with a clock, against a level */
  rated?: boolean;
  /** A UUID; wished for again under the same key, because the answer was lost, it is one game */
  key?: string | null;
}

/** A move to be played. */
export interface PlayMove {
  /** How many turns had been played on the board it is meant for */
  ply: number;
  move: string;
  ref?: string | number | null;
}

/** Somebody who takes the open seat. */
export interface JoinGame {
  name?: string;
}

/** Where a game of this server was left. */
export interface LeftGame {
  id: string;
  /** The newest version that was seen. */
  version: number;
}

/** A game that somebody played on their own device, or a game of this server that went on there. */
export interface BroughtGame {
  /** A UUID of whoever brings it; brought again under the same key, it is the same game */
  key: string;
  game: string;
  rules: string;
  /** The position it began from */
  start: string;
  /** Who played, in the order of the sides: nobody but `me`, `me2` and `computer` */
  seats: SeatWish[];
  moves: string[];
  /** When each move was played, in milliseconds of the device's clock */
  times: number[];
  created: number;
  /** Which side gave up */
  resigned?: number | null;
  /** Whether it ended as a draw by agreement */
  agreed?: boolean;
  /** The game of this server that it continues */
  of?: LeftGame | null;
}

/** Something that has an address. */
export interface Identified {
  id: string;
}

/** The link to a game, for somebody else. */
export interface Invitation {
  /** None where nobody on another machine can reach the server. */
  address: string | null;
  /** The address as a QR code: the rows, in which 1 is dark; without an address there are none. */
  code: string[];
}

/** Something is done and kept. */
export interface Committed {
  version: number;
  id: string;
}

/** How a game ended. */
export interface Outcome {
  winner: number | null;
  reason: string;
  text: string;
  drawn: boolean;
  no_result: boolean;
}

/** The rating that somebody had when a rated game began. */
export interface SeatRating {
  value: number;
  /** Whether little is known of it yet. */
  provisional: boolean;
  /** What the game did to it; null until it has ended, of a level, and where the end did not count. */
  change: number | null;
}

/** Who plays a side. */
export interface Seat {
  side: string;
  name: string;
  kind: "person" | "computer" | "open";
  level: number | null;
  mine: boolean;
  online: boolean;
  /** Which contestant sits here, from 0; who has no name is called by it, as sides change in a contest. */
  contestant: number | null;
  /** Whether the name is that of a member who sits here; of two on one screen it is not known who is who. */
  member: boolean;
  /** It is a bot that sits here. */
  bot?: true;
  /** In a rated game. */
  rating: SeatRating | null;
  /** Until when they have taken days off; then their time stands still. In games by post. */
  away_until: number | null;
}

/** What is left to each player at `at_ms`. */
export interface Clock {
  initial_ms: number;
  increment_ms: number;
  delay_ms: number;
  /** Whether the time is for one turn: a game by post. */
  per_turn: boolean;
  remaining_ms: [number, number];
  running: number | null;
  /** For how long the time of whose turn it is does not run yet: for the rest of the delay, or of their days off. */
  stands_ms: number;
  at_ms: number;
}

/** Who has offered what, and waits for an answer. */
export interface Offers {
  draw: number | null;
  takeback: number | null;
  rematch: number | null;
}

/** What whoever looks may do now, beside moving. */
export interface May {
  takeback: boolean;
  draw: boolean;
  resign: boolean;
  hint: boolean;
  rematch: boolean;
}

/** Something that was said. */
export interface ChatLine {
  number: number;
  /** Who said it; null for somebody who watches. */
  seat: number | null;
  name: string;
  text: string;
  at_ms: number;
}

/** A game of a contest. */
export interface ContestGame {
  id: string;
  rules: string;
  /** How it ended; null while it goes on. */
  text: string | null;
  /** The contestant who won it; null while it goes on, and where nobody did. */
  winner: number | null;
}

/** The game that comes next in a contest. */
export interface ContestNext {
  rules: string;
  /** The name of the opening that is assigned. */
  opening: string | null;
  /** The name of whoever begins. */
  first: string;
  first_contestant: number;
}

/** The contest that a game is part of. */
export interface Contest {
  kind: "match" | "series";
  round: number;
  /** How many games it has; null where that depends on how they end. */
  rounds: number | null;
  players: [string, string];
  /** Where each contestant sits in this game. */
  seats: [number, number];
  score: [number, number];
  next: ContestNext | null;
  over: boolean;
  winner: number | null;
  games: ContestGame[];
}

/** A game as one visitor sees it, whole; options only for whoever is to move. */
export interface State {
  /** Grows with every committed change. */
  version: number;
  seats: [Seat, Seat];
  outcome: Outcome | null;
  clock: Clock | null;
  offers: Offers;
  may: May;
  contest: Contest | null;
  /** The game that follows it. */
  next_id: string | null;
  /** Whether the computer thinks about its move. */
  thinking: boolean;
  watchers: number;
  /** How many of the last turns are kept from whoever is told: of a game that counts, from who does not play it. */
  behind: number;
  type: "state";
  id: string;
  game: string;
  rules: string;
  layout: string;
  /** The position it began from. */
  start: string;
  /** Whether its end changes the ratings of its players. */
  rated: boolean;
  /** The tournament that it is part of. */
  tournament: string | null;
  chat: ChatLine[];
  scene: Scene;
  turns: Turn[];
}

/** What has changed since the state that was sent before; the rest is as it was. */
export interface StateChange {
  /** Grows with every committed change. */
  version: number;
  seats: [Seat, Seat];
  outcome: Outcome | null;
  clock: Clock | null;
  offers: Offers;
  may: May;
  contest: Contest | null;
  /** The game that follows it. */
  next_id: string | null;
  /** Whether the computer thinks about its move. */
  thinking: boolean;
  watchers: number;
  /** How many of the last turns are kept from whoever is told: of a game that counts, from who does not play it. */
  behind: number;
  type: "change";
  /** The version of that state. */
  before: number;
  /** How many of its turns still stand; `turns` are those that follow them. */
  kept: number;
  turns: Turn[];
  scene: Scene;
  /** All of it, where something was said. */
  chat?: ChatLine[];
}

/** A game in a list. */
export interface Summary {
  id: string;
  game: string;
  rules: string;
  seats: [Seat, Seat];
  rated: boolean;
  outcome: Outcome | null;
  plies: number;
  position: string;
  layout: string;
  my_turn: boolean;
  /** When something last happened in it, in milliseconds. */
  updated: number;
}

/** A page of games. */
export interface SummaryPage {
  games: Summary[];
  page: number;
  more: boolean;
}

/** Play a move. */
export interface MakeMove {
  ref?: string | number | null;
  type: "move";
  /** How many turns had been played on the board it is meant for */
  ply: number;
  move: string;
}

/** Play a move for the computer, in a game in which nobody else plays. */
export interface ComputerMove {
  ref?: string | number | null;
  type: "computer_move";
  /** How many turns had been played on the board it is meant for */
  ply: number;
  move: string;
}

/** Give the game up. */
export interface Resign {
  ref?: string | number | null;
  type: "resign";
  /** How many turns had been played on the board it is meant for */
  ply: number;
}

/** Offer a draw; the computer answers at once. */
export interface OfferDraw {
  ref?: string | number | null;
  type: "offer_draw";
  /** How many turns had been played on the board it is meant for */
  ply: number;
}

/** Accept or decline a draw. */
export interface AnswerDraw {
  ref?: string | number | null;
  type: "answer_draw";
  /** How many turns had been played on the board it is meant for */
  ply: number;
  accept: boolean;
}

/** Ask to take back the last turn of one's own; where nobody needs to be asked, it is taken back. */
export interface OfferTakeback {
  ref?: string | number | null;
  type: "offer_takeback";
  /** How many turns had been played on the board it is meant for */
  ply: number;
}

/** Let the other player take back a turn, or do not. */
export interface AnswerTakeback {
  ref?: string | number | null;
  type: "answer_takeback";
  /** How many turns had been played on the board it is meant for */
  ply: number;
  accept: boolean;
}

/** Ask for another game with sides exchanged. */
export interface OfferRematch {
  ref?: string | number | null;
  type: "offer_rematch";
}

/** Accept or decline another game. */
export interface AnswerRematch {
  ref?: string | number | null;
  type: "answer_rematch";
  accept: boolean;
}

/** Say something. */
export interface Chat {
  ref?: string | number | null;
  type: "chat";
  text: string;
}

/** Give one's own seat a name. */
export interface Rename {
  ref?: string | number | null;
  type: "rename";
  player: number;
  name: string;
}

/** Say that somebody's time is up; the server looks for itself. */
export interface Flag {
  ref?: string | number | null;
  type: "flag";
  /** How many turns had been played on the board it is meant for */
  ply: number;
}

/** Take the open seat. */
export interface Join {
  ref?: string | number | null;
  type: "join";
  name?: string;
}

/** Take back the invitation to a game of one's own that nobody has joined. */
export interface Withdraw {
  ref?: string | number | null;
  type: "withdraw";
}

/** Is anybody there? */
export interface Ping {
  ref?: string | number | null;
  type: "ping";
}

/** Send me everything. */
export interface SendState {
  ref?: string | number | null;
  type: "state";
}

/** I think for the computer, or no longer; it is so for as long as the line lasts. */
export interface ThinkHere {
  ref?: string | number | null;
  type: "think_here";
  here: boolean;
}

/** Something is done and kept. */
export interface Accepted {
  type: "accepted";
  ref: string | number | null;
  version: number;
}

/** Something was not done. */
export interface Refused {
  type: "refused";
  ref: string | number | null;
  /** The board it was meant for, if it was meant for one. */
  ply: number | null;
  /** One sentence, in the language of the socket. */
  message: string;
  code: string;
}

/** Somebody is there. */
export interface Pong {
  type: "pong";
  ref: string | number | null;
}

/** Who is there now; passes and is not kept, so it has no version. */
export interface Presence {
  type: "presence";
  online: [boolean, boolean];
  watchers: number;
  thinking: boolean;
}

/** Pair me with whoever wants the same game; it stands, instead of any other of mine, for as long as I listen. */
export interface SeekOpponent {
  ref?: string | number | null;
  type: "seek";
  game: string;
  rules?: string | null;
  clock?: ClockWish | null;
  rated?: boolean;
  name?: string;
}

/** I do not look for anybody any more. */
export interface StopSeeking {
  ref?: string | number | null;
  type: "stop";
}

/** I play with whoever waits there. */
export interface TakeSeek {
  ref?: string | number | null;
  type: "take";
  seek: string;
  name?: string;
}

/** I am still there; the answer to `still_there`. */
export interface Here {
  ref?: string | number | null;
  type: "here";
}

/** I know of the game that I was paired for. */
export interface SeenGame {
  ref?: string | number | null;
  type: "seen";
  game: string;
}

/** Time for each player. */
export interface TimeControl {
  initial_ms: number;
  increment_ms: number;
  /** Where there is one. */
  delay_ms?: number;
  /** The time, in whole days, is for each turn: a game by post. */
  per_turn?: true;
}

/** Somebody who waits for an opponent. */
export interface OpenSeek {
  id: string;
  name: string;
  game: string;
  rules: string;
  clock: TimeControl | null;
  rated: boolean;
  /** Of a member, by this clock. */
  rating: number | null;
  /** Whether little is known of that rating yet. */
  provisional: boolean;
}

/** The lobby as one visitor sees it, whole. */
export interface LobbyState {
  type: "lobby";
  /** Who waits, those first who have waited longest; not more than can be looked through. */
  seeks: OpenSeek[];
  /** What I wait for. */
  mine: OpenSeek | null;
  /** The level of the computer that is offered to me, as I have waited for a while. */
  level: number | null;
  /** The game that I was paired for. */
  game: string | null;
  /** What to choose from; null is a game without a clock. */
  clocks: (TimeControl | null)[];
}

/** Is somebody there? Asked now and then of who waits; who does not answer is paired with nobody. */
export interface StillThere {
  type: "still_there";
}

/** Think about a position. */
export interface Analyse {
  id?: string | null;
  type: "analyse";
  game: string;
  rules?: string | null;
  start?: string | null;
  moves?: string[];
  lines?: number;
  seconds?: number;
}

/** Show a good move in a game of one's own against the computer or on the same screen. */
export interface Hint {
  id?: string | null;
  type: "hint";
  game_id: string;
}

/** Look at every turn of a game: one kept here, or one given by its moves. */
export interface Review {
  id?: string | null;
  type: "review";
  game_id?: string | null;
  game?: string | null;
  rules?: string | null;
  start?: string | null;
  moves?: string[];
}

/** Stop thinking. */
export interface Stop {
  id?: string | null;
  type: "stop";
}

/** Is anybody there? */
export interface AnalysisPing {
  id?: string | null;
  type: "ping";
}

/** What a position is worth, in hundredths of a stone or place. */
export interface Score {
  /** To the player to move. */
  value: number;
  /** To player 0. */
  first_value: number;
  /** After how many turns, where that is seen. */
  wins_in: number | null;
  loses_in: number | null;
  text: string;
}

/** How a position ends when both play well, where that is known. */
export interface Fact {
  /** Null for a draw. */
  winner: number | null;
  /** How many to the end, if that is known, too. */
  turns: number | null;
}

/** What is known exactly about a position. */
export interface Known {
  /** Null for a draw. */
  winner: number | null;
  /** How many to the end, if that is known, too. */
  turns: number | null;
  /** The moves that keep the result. */
  keeping: string[];
}

/** How the game may go on. */
export interface EngineLine {
  score: Score;
  moves: string[];
  first: Turn;
  fact: Fact | null;
}

/** What the engine has found. */
export interface Findings {
  depth: number;
  nodes: number;
  seconds: number;
  lines: EngineLine[];
  known: Known | null;
}

/** What the engine has found so far, about an `analyse`. */
export interface Information {
  depth: number;
  nodes: number;
  seconds: number;
  lines: EngineLine[];
  known: Known | null;
  type: "info";
  id: string | null;
  /** Whether it has stopped thinking. */
  done: boolean;
}

/** A good move. */
export interface HintFound {
  type: "hint";
  id: string | null;
  /** The board it is meant for. */
  ply: number;
  move: string;
  turn: Turn;
  score: Score;
}

/** What a turn of a game was worth. */
export interface ReviewTurn {
  type: "review_turn";
  id: string | null;
  /** The first turn has 1. */
  ply: number;
  /** What the engine says of it to player 0, after it, whatever is known exactly. */
  first_value: number;
  wins_in: number | null;
  loses_in: number | null;
  /** The best move instead of it. */
  best: string | null;
  best_turn: Turn | null;
  /** What it gave away, as the engine says. */
  loss: number;
  /** How the game would have ended with the best move, where that is known. */
  known_before: Fact | null;
  /** How it ends after the turn, where that is known. */
  known: Fact | null;
}

/** The whole game has been looked at. */
export interface ReviewDone {
  type: "review_done";
  id: string | null;
  plies: number;
}

/** Others are first. */
export interface Queued {
  type: "queued";
  id: string | null;
  ahead: number;
}

/** A question is not answered. */
export interface AnalysisRefused {
  type: "refused";
  id: string | number | null;
  /** One sentence, in the language of the socket. */
  message: string;
  code: string;
}

/** Somebody is there. */
export interface AnalysisPong {
  type: "pong";
  id: string | null;
}

/** Rule sets side by side, with the fields in which they differ. */
export interface PageComparison {
  title: string;
  /** The names of the rule sets. */
  columns: string[];
  rows: PageRow[];
}

/** A position in which a rule is seen at work; `/api/rules/{game}/{name}.svg` is its picture. */
export interface PageExample {
  /** Which paragraph of its section it belongs to, from 0. */
  paragraph: number;
  name: string;
  caption: string;
  /** Of the picture. */
  width: number;
  height: number;
  position: string;
  /** The turn that is shown, if any. */
  move: string | null;
  /** The points of the stones that it takes or sends back. */
  captured: string[];
  /** Where these stones go; empty where they leave the board. */
  sent: string[];
  /** A turn that the rules refuse here, if that is shown. */
  refused: string | null;
  /** Why it is refused. */
  why: string | null;
}

/** What each rule set has in a field. */
export interface PageRow {
  field: string;
  label: string;
  values: string[];
}

/** A part of the rules. */
export interface PageSection {
  title: string;
  paragraphs: string[];
  examples: PageExample[];
}

/** The rules of a game in words. */
export interface RulesPage {
  game: string;
  rules: string;
  sections: PageSection[];
  comparison: PageComparison;
}

/** A way to play. */
export interface RuleSetEntry {
  name: string;
  summary: string;
  /** Whether it is the revanche game of a match. */
  revanche: boolean;
}

/** How well the computer plays. */
export interface LevelEntry {
  number: number;
  name: string;
  /** In Elo; level 5 has 1500 in every game. */
  rating: number;
}

/** A first move with a name. */
export interface OpeningEntry {
  name: string;
  move: string;
}

/** Something that can be chosen at the start. */
export interface SetupEntry {
  /** What requests call it. */
  name: string;
  label: string;
  /** The usual one first. */
  values: string[];
  /** Whether its values are the sides, one of which begins. */
  decides_beginner: boolean;
}

/** Where a game begins by a rule set and a choice of its set-up. */
export interface StartEntry {
  rules: string;
  setup: Record<string, string>;
  position: string;
}

/** Something of which each player has a number that people watch. */
export interface CounterEntry {
  /** What `counts` call it. */
  name: string;
  label: string;
  /** How many there are to be had, where the number grows towards that. */
  most: number | null;
}

/** What a game may have beside its rules; what it lacks is not offered. */
export interface Capabilities {
  /** The computer plays it and analyses it. */
  engine: boolean;
  /** It can do so on the visitor's own device. */
  device: boolean;
  lessons: boolean;
  puzzles: boolean;
  endings: boolean;
  /** There is a set to print. */
  kit: boolean;
}

/** A game that can be played. */
export interface GameEntry {
  name: string;
  title: string;
  sides: [string, string];
  rules: RuleSetEntry[];
  setup: SetupEntry[];
  /** Every start that can be chosen. */
  starts: StartEntry[];
  counters: CounterEntry[];
  /** Empty where the computer plays at full strength, or not at all. */
  levels: LevelEntry[];
  /** An advantage of so many hundredths makes the odds of winning e times as good, roughly. */
  odds: number;
  has: Capabilities;
  contests: ("match" | "series")[];
  contest_rules: string;
  /** What can be done when a position is set up. */
  edits: string[];
  openings: OpeningEntry[];
}

/** The games. */
export interface Catalog {
  games: GameEntry[];
}

/** A position: a start, and the moves from there. */
export interface Reach {
  game: string;
  rules?: string | null;
  /** What is chosen of the game's set-up options, by their names */
  setup?: Record<string, string>;
  position?: string | null;
  moves?: string[];
}

/** A position reached from a start by moves. */
export interface Reached {
  layout_key: string;
  scene: Scene;
  turns: Turn[];
  outcome: Outcome | null;
  start: string;
}

/** A position to be drawn, in an address, where set-up options may stand beside it. */
export interface Drawn {
  game: string;
  rules?: string | null;
  position?: string | null;
  /** Separated by spaces or commas */
  moves?: string;
  theme?: "light" | "dark";
}

/** A change to a position: one of these, or a point with where its piece comes from or whose it is. */
export interface EditWish {
  point?: string | null;
  from?: string | null;
  player?: number | null;
  turn?: number | null;
  clear?: boolean;
}

/** A position that is being set up, and what to change. */
export interface EditPosition {
  game: string;
  rules?: string | null;
  position?: string | null;
  edit: EditWish;
}

/** A position that is being set up. */
export interface Edited {
  position: string;
  scene: Scene;
}

/** A move, or its beginning, that may be refused. */
export interface Why {
  game: string;
  rules?: string | null;
  /** What is chosen of the game's set-up options, by their names */
  setup?: Record<string, string>;
  position?: string | null;
  moves?: string[];
  /** A point, a turn or the beginning of one */
  move: string;
  to?: string | null;
  /** Whether no move is named that would do, for who is to find one alone */
  bare?: boolean;
}

/** Why a move is refused; null if it is not. */
export interface Reason {
  message: string | null;
}

/** Games as text. */
export interface Records {
  text: string;
}

/** Moves that were recorded beside a game. */
export interface SideLine {
  /** The line that it leaves: 0 is the game itself, 1 the first of these. */
  of: number;
  /** How many moves from the start it shares with that one. */
  ply: number;
  moves: string[];
}

/** A game read from a record. */
export interface RecordedGame {
  /** Its address, if it was kept. */
  id: string | null;
  game: string;
  rules: string;
  start: string;
  moves: string[];
  /** What else is recorded, each after the one that it leaves. */
  lines: SideLine[];
  players: [string, string];
  headers: Record<string, string>;
  outcome: Outcome | null;
}

/** Games read from records. */
export interface RecordedGames {
  games: RecordedGame[];
}

/** A set that can be printed. */
export interface KitEntry {
  name: string;
  /** Rule sets to choose from; empty where there is nothing to choose. */
  rules: string[];
  /** Sizes, the usual one first; empty where there is only one. */
  boards: string[];
  /** What the pieces can show, the usual motif first; empty where there is only one. */
  motifs: string[];
}

/** What can be printed on. */
export interface PaperEntry {
  name: string;
  title: string;
}

/** What can be printed, and on what. */
export interface Kits {
  kits: KitEntry[];
  papers: PaperEntry[];
}

/** A language of the app. */
export interface Language {
  code: string;
  name: string;
  direction: "ltr" | "rtl";
}

/** All texts of the app in a language. */
export interface Messages {
  language: string;
  direction: "ltr" | "rtl";
  /** By their keys; where a text depends on a number, one for each plural form. */
  messages: Record<string, string | Record<string, string>>;
}

/** Somebody who has a token. */
export interface Acquainted {
  /** Whether it was given to them just now. */
  new: boolean;
}

/** Who a program is from now on: send it as `Authorization: Bearer TOKEN`. */
export interface Token {
  token: string;
}

/**
 * How games ended that were played here and came by a position, or by its mirror image. Where there are members those
 * are the public ones, which the archive finds, and of very many the last.
 */
export interface Ends {
  /** How many player 0 won. */
  first: number;
  second: number;
  drawn: number;
  /** Whether there are older ones, which are not counted. */
  more: boolean;
}

/** What is proven of a position by a certificate that comes with vato, whatever else is open. */
export interface Proof {
  /** Who does not lose; both where it is drawn. */
  holds: number[];
  wins: number | null;
}

/** A move that the book knows, that was played here, or of which something is proven. */
export interface ExploredMove {
  move: string;
  /** Its traditional name. */
  opening: string | null;
  /** What the book says it is worth. */
  score: Score | null;
  ends: Ends;
  /** Of the position it leads to. */
  proven: Proof | null;
  /** Whether it is proven to keep what the player to move is proven to have and, in a win, to get on. */
  keeps: boolean;
}

/** What is known of a position. */
export interface Explored {
  /** The traditional name of the opening that led here. */
  opening: string | null;
  /** What the book says it is worth. */
  score: Score | null;
  /** Those first that keep what is proven, then the best one, then those that only games know. */
  moves: ExploredMove[];
  ends: Ends;
  proven: Proof | null;
  /** A sentence about a book that cannot be read. */
  problem: string | null;
}

/** Something to be fetched once. */
export interface Part {
  /** Another one when the content is another. */
  url: string;
  /** In bytes, as it is sent. */
  size: number;
  /** In bytes, as it is. */
  length: number;
}

/** How a level thinks and errs (see `vato.game.Traits`). */
export interface LevelTraits {
  number: number;
  depth: number | null;
  nodes: number | null;
  seconds: number | null;
  sight: number;
  error: number;
  greed: number;
  /** Whether it uses what is known exactly, the opening book, and all threads. */
  full: boolean;
}

/** What an engine is made from. */
export interface Supply {
  /** The compiled code, as WebAssembly. */
  module: Part;
  /** What positions are judged by. */
  weights: Part;
  /** What is known exactly, for the usual board and rules. */
  known: Part | null;
  /** The opening book (see `vato.book`). */
  book: Part | null;
  levels: LevelTraits[];
  /** How long the computer takes for a move at least, as people like to wait for an answer. */
  pace_ms: number;
  /** Which part of its remaining time it does not exceed for that alone. */
  share_of_clock: number;
}

/** A start in the words of the compiled code, 64 bits each, in decimal figures. */
export interface Beginning {
  layout_key: string;
  /** The position as text. */
  start: string;
  /** Where the compiled code is that has these words: `url` of that part. */
  module: string;
  /** The board. */
  table: string[];
  rules: string[];
  position: string[];
  sides: [string, string];
  /** How the game ends when each side gives up. */
  resigned: [Outcome, Outcome];
  /** How it ends by agreement; null where the rules know no such thing. */
  agreed: Outcome | null;
  /** How it ends after `longest_game` turns, if its rules have not ended it. */
  adjudicated: Outcome;
  longest_game: number;
  /** What the numbers mean that the compiled code gives for how a game stands; the first is that it goes on. */
  outcomes: (Outcome | null)[];
  /** A position with more turns than this is not shown. */
  most_turns: number;
  /** Whether what is known exactly is for this board and these rules. */
  informed: boolean;
  /** Whether a certificate is for this board and these rules: the opening explorer says what it proves. */
  proven: boolean;
}

/** A lesson in the list. */
export interface LessonEntry {
  name: string;
  title: string;
  aim: string;
  /** How many it has. */
  exercises: number;
  /** Of its first exercise, as its position. */
  rules: string;
  position: string;
}

/** The lessons of a game, in the order of learning. */
export interface LessonGame {
  game: string;
  lessons: LessonEntry[];
}

/** All lessons. */
export interface LessonList {
  games: LessonGame[];
}

/** Help with an exercise: a sentence, and a turn that is right. */
export interface LessonHint {
  message: string;
  turn: Turn;
}

/** A position with something to do in it. */
export interface LessonExercise {
  task: string;
  rules: string;
  /** Whose side the learner has. */
  player: number;
  /** How many turns the learner has; 0 for a whole game. */
  turns: number;
  layout: string;
  scene: Scene;
  hint: LessonHint | null;
}

/** A lesson with its exercises. */
export interface Lesson {
  game: string;
  name: string;
  title: string;
  aim: string;
  sides: [string, string];
  exercises: LessonExercise[];
  /** Whether it is a whole game: its one exercise, to be played on by `play` and not tried. */
  whole: boolean;
  /** The name of the lesson after it. */
  next: string | null;
}

/** The puzzles of a theme and a grade: their numbers go on from the first. */
export interface PuzzleGrade {
  /** What they have in common: `only` (one move keeps the result), `attack`, `defence`; null for endings. */
  theme: string | null;
  grade: number;
  first: number;
  count: number;
  /** Of the first. */
  position: string;
}

/** The puzzles of a game. */
export interface PuzzleGame {
  game: string;
  grades: PuzzleGrade[];
}

/** All puzzles. */
export interface PuzzleList {
  games: PuzzleGame[];
}

/** A position with one good move; `turns` is how many are to be found one after the other. */
export interface Puzzle {
  task: string;
  rules: string;
  /** Whose side the learner has. */
  player: number;
  /** How many turns the learner has; 0 for a whole game. */
  turns: number;
  layout: string;
  scene: Scene;
  hint: LessonHint | null;
  game: string;
  number: number;
  grade: number;
  sides: [string, string];
}

/** A won position to be won against a perfect defence; `turns` is how many the winner needs. */
export interface Ending {
  task: string;
  rules: string;
  /** Whose side the learner has. */
  player: number;
  /** How many turns the learner has; 0 for a whole game. */
  turns: number;
  layout: string;
  scene: Scene;
  hint: LessonHint | null;
  game: string;
  number: number;
  grade: number;
  sides: [string, string];
}

/** A move that is tried in a puzzle or an ending. */
export interface TryPuzzle {
  move: string;
  /** What both sides have played so far */
  moves?: string[];
  /** Whether it counts for a member's rating, the first time */
  rated?: boolean;
}

/** A turn that is tried in an exercise of a lesson. */
export interface TryMove {
  move: string;
  /** The first exercise is 0 */
  exercise?: number;
  /** What both sides have played so far */
  moves?: string[];
}

/** Where somebody stands in a whole game, and the turn that they try there. */
export interface PlayOn {
  /** The turn; without one, what there is to see is told */
  move?: string | null;
  /** What both sides have played so far */
  moves?: string[];
  /** Whether it counts even if it is doubtful */
  sure?: boolean;
}

/** Something that is worth looking at. */
export interface Look {
  message: string;
  /** The points it is about. */
  at: string[];
}

/** What came of a try. */
export interface Tried {
  verdict: "refused" | "wrong" | "doubtful" | "onward" | "reached";
  message: string;
  /** The turn that was tried; null if it was refused. */
  turn: Turn | null;
  /** The other side's answer, if there was one. */
  reply: Turn | null;
  /** What is on the board then; options only where the exercise goes on. */
  scene: Scene;
  /** What to send with the next try. */
  moves: string[];
  hint: LessonHint | null;
  /** What is worth looking at now, in a whole game. */
  looks: Look[];
  /** What it did to one's rating, where it counts. */
  rating: SeatRating | null;
}

/** That somebody was shown what to do. */
export interface Shown {
  /** What it did to one's rating; null if one had tried before. */
  rating: SeatRating | null;
}

/** Something to be fetched: an answer to be kept, or a pack of them. */
export interface KeptItem {
  url: string;
  /** In bytes, as it is sent. */
  size: number;
  /** Another one when the content is another; null where the address is another one then. */
  tag: string | null;
  is_pack: boolean;
}

/** All that the app needs without a network, beside its own files, in a language. */
export interface KeptList {
  language: string;
  /** Of all together, in bytes, as they are sent. */
  size: number;
  items: KeptItem[];
}

/** An answer in a pack. */
export interface PackedAnswer {
  url: string;
  /** Whether it is asked for with the language in the header, as pages ask; an image has no such header. */
  is_spoken: boolean;
  headers: Record<string, string>;
  body: string;
}

/** Many small answers, which are fetched as one. */
export interface Pack {
  answers: PackedAnswer[];
}

/** Where an exercise begins. */
export interface KeptStart {
  /** Which of the beginnings has its board and its rules. */
  beginning: number;
  /** The position as text. */
  start: string;
  /** The same in the words of the compiled code. */
  position: string[];
}

/** What comes of a turn in an exercise of a lesson: what `Tried` has, but for what the turns themselves lead to. */
export interface KeptAnswer {
  verdict: "wrong" | "onward" | "reached";
  message: string;
  reply?: string;
  /** Where the exercise goes on: a turn that is right. */
  hint?: string;
  /** Where the exercise goes on: what comes of each turn there. */
  then?: Record<string, KeptAnswer>;
}

/** An exercise of a lesson. */
export interface KeptExercise {
  /** Which of the beginnings has its board and its rules. */
  beginning: number;
  /** The position as text. */
  start: string;
  /** The same in the words of the compiled code. */
  position: string[];
  /** The sentence that helps. */
  hint: string;
  /** By the turn that is tried. */
  answers: Record<string, KeptAnswer>;
}

/** The exercises of all lessons of a game. */
export interface KeptLessons {
  beginnings: Beginning[];
  lessons: Record<string, KeptExercise[]>;
}

/** A puzzle. */
export interface KeptPuzzle {
  /** Which of the beginnings has its board and its rules. */
  beginning: number;
  /** The position as text. */
  start: string;
  /** The same in the words of the compiled code. */
  position: string[];
  grade: number;
  /** How many turns are to be found one after the other. */
  finds: number;
  /** Which of the tasks it has. */
  task: number;
  /** For each turn how the game may go on, from the turn itself, with which of the messages is said of it. */
  answers: Record<string, number>;
}

/** What is said of a turn in a puzzle. */
export interface KeptMessage {
  verdict: "wrong" | "reached";
  /** `{line}` stands for how the game may go on. */
  text: string;
}

/** All puzzles of a game. */
export interface KeptPuzzles {
  beginnings: Beginning[];
  rules: string;
  tasks: string[];
  messages: KeptMessage[];
  /** The sentence that helps with each of them. */
  hint: string;
  /** What is said of a right turn after which more is to be found. */
  onward: string;
  /** What is said of a wrong turn after the first. */
  better: string;
  /** The first has the number 1. */
  puzzles: KeptPuzzle[];
}

/** A passkey that a browser has just made, as its `AuthenticatorAttestationResponse` has it. */
export interface NewPasskey {
  id: string;
  client_data: string;
  attestation: string;
}

/** A passkey that was used, as a browser's `AuthenticatorAssertionResponse` has it. */
export interface UsedPasskey {
  id: string;
  client_data: string;
  authenticator_data: string;
  signature: string;
}

/** Somebody who becomes a member with a password. */
export interface SignUpByPassword {
  name: string;
  password: string;
}

/** Somebody who becomes a member with a passkey. */
export interface SignUpByPasskey {
  name: string;
  passkey: NewPasskey;
}

/** A member by name and password. */
export interface SignInByPassword {
  /** Whether the games that were played on this device before, by nobody's name, are the member's from now on */
  games?: boolean;
  name: string;
  password: string;
}

/** A member by a passkey, which says who they are. */
export interface SignInByPasskey {
  /** Whether the games that were played on this device before, by nobody's name, are the member's from now on */
  games?: boolean;
  passkey: UsedPasskey;
}

/** A member by name and one of their recovery codes, which is good once. */
export interface SignInByCode {
  /** Whether the games that were played on this device before, by nobody's name, are the member's from now on */
  games?: boolean;
  name: string;
  code: string;
}

/** A password instead of the one before, or the first one. */
export interface ChangePassword {
  password: string;
}

/** Another passkey of a member. */
export interface AddPasskey {
  passkey: NewPasskey;
}

/** What a passkey is made or used for, once and within five minutes. */
export interface Challenge {
  /** Bytes as base64url. */
  challenge: string;
  /** The name of this server to which a passkey belongs (`rp.id`). */
  place: string;
  /** For whom a new one would be (`user.id`), bytes as base64url. */
  user: string;
}

/** Who somebody is here. */
export interface Me {
  member: boolean;
  /** Empty for a visitor. */
  name: string;
  /** How many games were played on this device by nobody's name. */
  games: number;
}

/** What a member is told nothing about while a rated game of theirs goes on. */
export interface Closed {
  /** No engine, no tables and no book of these. */
  games: string[];
}

/** A new member. */
export interface Joined {
  name: string;
  /** Recovery codes to be printed: they are told once. */
  codes: string[];
}

/** New recovery codes, instead of all before: they are told once. */
export interface Codes {
  codes: string[];
}

/** A member who has signed in, or done something about their account. */
export interface SignedIn {
  name: string;
}

/** A passkey of a member. */
export interface PasskeyEntry {
  id: string;
  /** Where it was made, in words such as `Firefox, Linux`. */
  device: string;
  created: number;
}

/** A device on which a member is signed in. */
export interface SessionEntry {
  id: string;
  device: string;
  created: number;
  /** When it was last used, to the hour. */
  seen: number;
  /** Whether it is the one that asks. */
  here: boolean;
}

/** What is known about a member; the member alone sees it. */
export interface Account {
  name: string;
  created: number;
  /** Whether there is one. */
  password: boolean;
  /** How many recovery codes are left. */
  codes: number;
  passkeys: PasskeyEntry[];
  sessions: SessionEntry[];
  /** Whether they signed in lately enough to change what proves who they are. */
  fresh: boolean;
  /** Whether they see to what is reported. */
  moderator: boolean;
}

/** A rating after one more game. */
export interface RatingPoint {
  at: number;
  rating: number;
}

/** A rating of a member. */
export interface RatingEntry {
  game: string;
  kind: "quick" | "medium" | "slow" | "puzzles" | "endings";
  rating: number;
  /** Whether little is known of it yet, or any more. */
  provisional: boolean;
  /** How many have made it. */
  games: number;
  /** The last of them, the oldest first. */
  history: RatingPoint[];
}

/** A member as everybody sees them. */
export interface Profile {
  name: string;
  /** When they joined. */
  created: number;
  ratings: RatingEntry[];
}

/** Somebody who leads. */
export interface LeaderEntry {
  name: string;
  rating: number;
  games: number;
}

/** Who leads in one kind, the first first. */
export interface Leaderboard {
  kind: "quick" | "medium" | "slow" | "puzzles" | "endings";
  leaders: LeaderEntry[];
}

/** Who leads in a game. */
export interface Leaderboards {
  game: string;
  boards: Leaderboard[];
}

/** A public game that has ended. */
export interface ArchivedGame {
  summary: Summary;
  /** The traditional name of its first move. */
  opening: string | null;
}

/** A page of the archive, the last ended first. */
export interface ArchivePage {
  games: ArchivedGame[];
  /** Where the next page begins; None if there is none. A page may be short, or empty, and have a next one. */
  next: string | null;
  /** What all games of the archive are given away under. */
  licence: string;
}

/** Somebody whom one does not want to meet. */
export interface BlockMember {
  name: string;
}

/** What the moderators should look at: a member, a game, or both. */
export interface NewReport {
  member?: string;
  game?: string;
  reason: "engine" | "chat" | "name" | "stalling" | "other";
  text?: string;
}

/** A member whom one asks to play. */
export interface NewChallenge {
  member: string;
  game: string;
  rules?: string | null;
  clock?: ClockWish | null;
  /** Which one wants to have; otherwise it is drawn */
  side?: "first" | "second" | null;
}

/** A bot that a member makes. */
export interface NewBot {
  name: string;
}

/** Members by their names. */
export interface MemberNames {
  names: string[];
}

/** A report that the moderators will see. */
export interface Reported {
  id: string;
}

/** A challenge of one member to another. */
export interface GameChallenge {
  id: string;
  challenger: string;
  challenged: string;
  /** Whether whoever is told made it; otherwise it is for them to answer. */
  mine: boolean;
  /** Whether the other one is a bot. */
  bot: boolean;
  game: string;
  rules: string;
  clock: TimeControl | null;
  /** Which the challenger is to have; null if it is drawn. */
  side: number | null;
  /** When it expires. */
  until: number;
  /** Null while it waits. */
  answer: "accepted" | "declined" | "withdrawn" | null;
  /** The game that it became. */
  game_id: string | null;
}

/** A game of a tournament that a member plays, in which not both have moved yet. */
export interface BegunRound {
  /** Its address. */
  game: string;
  tournament: string;
  /** Of the tournament. */
  title: string;
  opponent: string;
  /** Of the computer, who has no name. */
  level: number | null;
}

/** What waits for a member, whole: challenges by and to them that wait, or were answered just now, and rounds. */
export interface CompanyState {
  type: "company";
  challenges: GameChallenge[];
  rounds: BegunRound[];
}

/** A bot of a member. */
export interface BotEntry {
  name: string;
  created: number;
  /** When its token was made; null if it was revoked. */
  token: number | null;
}

/** The bots of a member. */
export interface BotList {
  bots: BotEntry[];
}

/** A bot's token, which is told once. */
export interface BotToken {
  name: string;
  token: string;
}

/** A game that a bot plays. */
export interface BotGame {
  id: string;
  game: string;
  rules: string;
  start: string;
  side: number;
  /** Empty for somebody without a name. */
  opponent: string;
}

/** Somebody challenges the bot, or the bot somebody. */
export interface ChallengeComes {
  type: "challenge";
  challenge: GameChallenge;
}

/** A challenge was answered or taken back, which `answer` says, or has expired. */
export interface ChallengeGoes {
  type: "challenge_gone";
  challenge: GameChallenge;
}

/** A game of the bot has begun, or was under way when it came. */
export interface GameBegins {
  type: "game_start";
  game: BotGame;
}

/** A game of the bot is over. */
export interface GameEnds {
  type: "game_finish";
  id: string;
}

/** A report that was dealt with. */
export interface CloseReport {
  /** What came of it, for the other moderators */
  note?: string;
}

/** What is done to a member. */
export interface Moderate {
  /** Why, for the other moderators */
  note?: string;
}

/** A member who gets another name. */
export interface RenameMember {
  /** Why, for the other moderators */
  note?: string;
  name: string;
}

/** A report; a name is empty of who has gone since. */
export interface ReportEntry {
  id: string;
  reporter: string;
  about: string;
  /** Whether the account of whom it is about is closed. */
  banned: boolean;
  game: string | null;
  reason: "engine" | "chat" | "name" | "stalling" | "other";
  text: string;
  created: number;
  closed: number | null;
}

/** What a moderator did, to whom, and why. */
export interface DeedEntry {
  at: number;
  /** Empty for whoever runs the server. */
  moderator: string;
  deed: "appointed" | "dismissed" | "closed" | "banned" | "unbanned" | "renamed" | "looked" | "tournament" | "study";
  member: string;
  report: string | null;
  text: string;
}

/** All that moderators look through: reports that wait, the last that were closed, the last deeds of all. */
export interface ModeratorsPage {
  open: ReportEntry[];
  closed: ReportEntry[];
  deeds: DeedEntry[];
}

/** A member as moderators see them. */
export interface MemberFile {
  name: string;
  created: number;
  banned: boolean;
  moderator: boolean;
  bot: boolean;
}

/** How one side of a game was played, beside what the engine would have played: signs, and no verdict. */
export interface SideSigns {
  name: string;
  member: boolean;
  /** In a rated game: the better somebody is, the more they agree with the engine by themselves. */
  rating: SeatRating | null;
  /** That there was a choice in, without those of the opening. */
  turns: number;
  /** In how many of them the engine's first choice was played. */
  agreed: number;
  /** What a turn gave away on the average, in hundredths. */
  loss: number | null;
  /** What each turn took, in the order of the game. */
  seconds: number[];
  median_seconds: number | null;
  /** How much the times differ: their standard deviation, in parts of their mean. People's differ much. */
  spread: number | null;
}

/** Signs of engine help in a game, for people to weigh. */
export interface Signs {
  sides: [SideSigns, SideSigns];
  /** How far the engine looked at each turn. */
  nodes: number;
}

/** A game in which it is somebody's turn. */
export interface WaitingGame {
  id: string;
  game: string;
  rules: string;
  seats: [Seat, Seat];
  rated: boolean;
  outcome: Outcome | null;
  plies: number;
  position: string;
  layout: string;
  my_turn: boolean;
  /** When something last happened in it, in milliseconds. */
  updated: number;
  /** What is left of the time for the turn; null while no clock runs. */
  left_ms: number | null;
}

/** The games that wait for somebody while somebody else plays, too: the most urgent first. */
export interface WaitingGames {
  /** Not more than can be looked through. */
  games: WaitingGame[];
  /** How many there are. */
  count: number;
  /** Whether there is any game under way with somebody else, so that it makes sense to ask again. */
  others: boolean;
}

/** Days from now on in which one's time stands still in all games by post. */
export interface TakeDaysOff {
  days: number;
}

/** How somebody's days off stand. */
export interface DaysOff {
  /** How many may still be taken this year. */
  left: number;
  a_year: number;
  /** When those end that are being taken now. */
  until: number | null;
}

/** What one answers to what the other plays; instead of all that was planned before. */
export interface NewPlan {
  /** How many turns had been played on the board it is meant for */
  ply: number;
  /** Each begins with a move of the other player, goes on with one's own answer, and so on, and ends with an answer */
  lines: string[][];
}

/** What one has planned; nobody else is told. */
export interface Plan {
  ply: number;
  lines: string[][];
}

/** Where a browser wants to be told that it is somebody's turn: what the Push API gives. */
export interface NewPushSubscription {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** Where nothing is to be pushed any more. */
export interface OldPushSubscription {
  endpoint: string;
}

/** The server's public key, which a browser subscribes with. */
export interface PushKey {
  key: string;
}

/** Whether "your turn" is pushed to an endpoint. */
export interface PushSubscribed {
  subscribed: boolean;
}

/** A game as a small picture shows it to everybody; told again with every turn, and when it is over. */
export interface SmallBoard {
  type: "board";
  game: string;
  version: number;
  layout: string;
  scene: Scene;
  /** The turn that led there. */
  last: Turn | null;
  over: boolean;
  /** Null while it goes on, too. */
  winner: number | null;
}

/** A public game that is being played: all that does not change while it is. */
export interface WatchedGame {
  id: string;
  game: string;
  rules: string;
  seats: [Seat, Seat];
  rated: boolean;
  clock: TimeControl;
  speed: "quick" | "medium" | "slow";
  tournament: string | null;
}

/** The games that are shown, each in its place; how they stand is told of each by itself. */
export interface WatchState {
  type: "watch";
  /** One that is over stays for some seconds, then another one takes its place. */
  games: WatchedGame[];
  /** How many are being played of those that were asked for. */
  count: number;
}

/** A tournament that a member organises. */
export interface NewTournament {
  title: string;
  system: "arena" | "swiss" | "round_robin" | "knockout";
  game: string;
  rules?: string | null;
  clock: ClockWish;
  /** Whether its games count for ratings, where they can. */
  rated?: boolean;
  /** What two who meet play: one game, a match with revanches, or a series of all openings. */
  form?: "game" | "match" | "series";
  /** Whether first moves are assigned: in turn from round to round, or as they are drawn. */
  openings?: "free" | "rotate" | "drawn";
  /** The openings in the agreed order; the usual order if empty */
  order?: string[];
  /** Of a Swiss tournament. */
  rounds?: number;
  /** How often everybody meets everybody in a round robin. */
  cycles?: number;
  /** For how long an arena pairs. */
  minutes?: number;
  /** Between two rounds. */
  pause_seconds?: number;
  starts_in_seconds?: number;
  /** Whether bots may enter. */
  bots?: boolean;
  /** Levels of the computer that take part */
  levels?: number[];
}

/** A tournament in a list. */
export interface TournamentHead {
  id: string;
  title: string;
  organiser: string;
  system: "arena" | "swiss" | "round_robin" | "knockout";
  game: string;
  rules: string;
  form: "game" | "match" | "series";
  openings: "free" | "rotate" | "drawn";
  clock: TimeControl;
  rated: boolean;
  bots: boolean;
  /** How many there are, as far as is known; null in an arena. */
  rounds: number | null;
  phase: "open" | "running" | "finished" | "closed";
  /** When it begins or began, in milliseconds. */
  starts: number;
  /** When an arena pairs nobody any more, or when it was over. */
  ends: number | null;
  /** How many take part now. */
  players: number;
}

/** Tournaments that go on, that begin soon, and that are over. */
export interface TournamentList {
  running: TournamentHead[];
  soon: TournamentHead[];
  finished: TournamentHead[];
}

/** Where somebody stands. */
export interface TournamentPlace {
  place: number;
  /** By which meetings know them. */
  number: number;
  /** Empty of who has gone. */
  name: string;
  member: boolean;
  /** Of the computer. */
  level: number | null;
  bot: boolean;
  rating: number;
  points: number;
  /** What decides between equal points, as `tie_breaks` names them. */
  ties: number[];
  /** Whether their next game counts double, in an arena. */
  fire: boolean;
  /** Whether they have withdrawn. */
  left: boolean;
}

/** Two who were paired, or somebody who has a bye. */
export interface TournamentMeeting {
  round: number;
  board: number;
  first: number;
  second: number | null;
  /** What it is worth to both, once it is over. */
  points: [number, number] | null;
  /** Who did not play it to its end. */
  forfeit: number | null;
  /** In their order; the last one goes on while there are no points. */
  games: string[];
}

/** What a tournament is to whoever looks. */
export interface MyTournament {
  /** Of who has entered. */
  number: number | null;
  /** Whether they are to be paired. */
  taking_part: boolean;
  /** The game of theirs that goes on. */
  game: string | null;
  may_enter: boolean;
  may_leave: boolean;
  may_start: boolean;
  may_close: boolean;
}

/** A tournament as one visitor sees it, whole. */
export interface TournamentState {
  id: string;
  title: string;
  organiser: string;
  system: "arena" | "swiss" | "round_robin" | "knockout";
  game: string;
  rules: string;
  form: "game" | "match" | "series";
  openings: "free" | "rotate" | "drawn";
  clock: TimeControl;
  rated: boolean;
  bots: boolean;
  /** How many there are, as far as is known; null in an arena. */
  rounds: number | null;
  phase: "open" | "running" | "finished" | "closed";
  /** When it begins or began, in milliseconds. */
  starts: number;
  /** When an arena pairs nobody any more, or when it was over. */
  ends: number | null;
  /** How many take part now. */
  players: number;
  type: "tournament";
  version: number;
  /** How many rounds have begun; in an arena, how many games. */
  round: number;
  /** When the next round begins, in milliseconds, where that is known. */
  next: number | null;
  /** The server's time when this was told. */
  now: number;
  tie_breaks: ("buchholz" | "sonneborn_berger" | "direct" | "wins")[];
  standing: TournamentPlace[];
  /** All of them; of an arena those that go on, and the last ones. */
  meetings: TournamentMeeting[];
  mine: MyTournament;
}

/** What goes on among people here. */
export interface Going {
  /** Some of those who wait for an opponent, and whom one may meet; those first who have waited longest. */
  seeks: OpenSeek[];
  /** How many wait. */
  seekers: number;
  /** Some that can be entered: those that go on, then those that begin soon, the next one first. */
  tournaments: TournamentHead[];
  /** How many public games are being played, as far as they are looked at. */
  playing: number;
  /** From which everybody works out the puzzle of their day. */
  puzzles: PuzzleGame[];
}

/** What the first page tells somebody. */
export interface Front {
  /** Null where nobody meets anybody: without a lobby and accounts. */
  going: Going | null;
  waiting: WaitingGames;
  /** Games to go on with, the last played first, that do not wait for them while somebody else plays, too. */
  unfinished: Summary[];
}

/** Add a line after a turn; as far as it is there already it is the same. */
export interface AddTurns {
  ref?: string | number | null;
  type: "turns";
  node: number;
  moves: string[];
}

/** Delete a turn with all that follows it. */
export interface DeleteBranch {
  ref?: string | number | null;
  type: "delete";
  node: number;
}

/** Let the line to a turn be the main one. */
export interface PromoteLine {
  ref?: string | number | null;
  type: "promote";
  node: number;
}

/** Comment on a turn, instead of what is there. */
export interface WriteComment {
  ref?: string | number | null;
  type: "comment";
  node: number;
  text: string;
  since: number;
}

/** Draw arrows and rings on the position after a turn, and take others away. */
export interface DrawArrows {
  ref?: string | number | null;
  type: "arrows";
  node: number;
  add?: ([string, string])[];
  remove?: ([string, string])[];
}

/** Give the study another title. */
export interface RenameStudy {
  ref?: string | number | null;
  type: "title";
  title: string;
}

/** Add an empty chapter: a game, and where it begins. */
export interface AddChapter {
  ref?: string | number | null;
  type: "chapter";
  name?: string;
  game: string;
  rules?: string | null;
  /** What is chosen of the game's set-up options, by their names */
  setup?: Record<string, string>;
  position?: string | null;
}

/** Give a chapter another name. */
export interface RenameChapter {
  ref?: string | number | null;
  type: "chapter_name";
  chapter: number;
  name: string;
}

/** Let a chapter be the first, the second and so on, counted from 0. */
export interface MoveChapter {
  ref?: string | number | null;
  type: "chapter_move";
  chapter: number;
  to: number;
}

/** Delete a chapter, which is not the only one. */
export interface DeleteChapter {
  ref?: string | number | null;
  type: "chapter_delete";
  chapter: number;
}

/** As the owner, let whoever has the link edit, or only look. */
export interface ShareStudy {
  ref?: string | number | null;
  type: "share";
  by_link: boolean;
}

/** I have the study as it was in a version; tell me what has happened since, and what happens from now on. */
export interface FollowStudy {
  ref?: string | number | null;
  type: "follow";
  version: number;
}

/** A study with a first chapter, or with the chapters that are read from a text of records. */
export interface NewStudy {
  title: string;
  /** Of the chapter */
  name?: string;
  game?: string | null;
  rules?: string | null;
  /** What is chosen of the game's set-up options, by their names */
  setup?: Record<string, string>;
  position?: string | null;
  text?: string | null;
}

/** Games as text that become chapters of a study. */
export interface NewChapters {
  text: string;
  /** Of a single chapter, instead of the one that the text gives */
  name?: string;
}

/** A chapter, but for its turns. */
export interface StudyChapter {
  id: number;
  /** Empty where nobody has given it one. */
  name: string;
  game: string;
  rules: string;
  start: string;
  /** Of a game that was played; else empty. */
  players: [string, string];
}

/** A chapter with all there is in it. */
export interface WholeChapter {
  id: number;
  /** Empty where nobody has given it one. */
  name: string;
  game: string;
  rules: string;
  start: string;
  /** Of a game that was played; else empty. */
  players: [string, string];
  /** Each with its number, that of the turn before it, and its move; the first after a turn goes on with its line. */
  turns: ([number, number, string])[];
  comments: ([number, string])[];
  arrows: ([number, ([string, string])[]])[];
}

/** A study, whole. */
export interface StudyState {
  id: string;
  version: number;
  title: string;
  /** Whether whoever has the link may edit it. */
  by_link: boolean;
  mine: boolean;
  chapters: WholeChapter[];
}

/** A study in a list. */
export interface StudyHead {
  id: string;
  title: string;
  by_link: boolean;
  chapters: number;
  games: string[];
  /** When it was last edited, in milliseconds. */
  updated: number;
}

/** My studies, those first that were edited last. */
export interface StudyList {
  studies: StudyHead[];
}

/** Chapters that were read from a text, in their order. */
export interface AddedChapters {
  chapters: number[];
}

/** Somebody has added a line after a turn, as a variation if it had one before. */
export interface TurnsAdded {
  type: "turns";
  node: number;
  /** Each after the one before, with its number and its move. */
  turns: ([number, string])[];
}

/** A turn is gone with all that followed it. */
export interface BranchDeleted {
  type: "delete";
  node: number;
}

/** Each of these turns goes on with the line of the turn before it from now on. */
export interface LinePromoted {
  type: "promote";
  nodes: number[];
}

/** A turn has this comment from now on; none if it is empty. */
export interface CommentWritten {
  type: "comment";
  node: number;
  text: string;
}

/** Arrows and rings were drawn, and others taken away. */
export interface ArrowsDrawn {
  type: "arrows";
  node: number;
  add: ([string, string])[];
  remove: ([string, string])[];
}

/** The study has another title. */
export interface StudyRenamed {
  type: "title";
  title: string;
}

/** There is an empty chapter, after all others. */
export interface ChapterAdded {
  type: "chapter";
  chapter: StudyChapter;
}

/** A chapter has another name. */
export interface ChapterRenamed {
  type: "chapter_name";
  chapter: number;
  name: string;
}

/** A chapter has another place, counted from 0. */
export interface ChapterMoved {
  type: "chapter_move";
  chapter: number;
  to: number;
}

/** A chapter is gone. */
export interface ChapterDeleted {
  type: "chapter_delete";
  chapter: number;
}

/** Whoever has the link may edit from now on, or may not. */
export interface StudyShared {
  type: "share";
  by_link: boolean;
}

/** What has happened since a version, each edit being one version more. */
export interface StudyEdits {
  type: "edits";
  before: number;
  edits: (TurnsAdded | BranchDeleted | LinePromoted | CommentWritten | ArrowsDrawn | StudyRenamed | ChapterAdded | ChapterRenamed | ChapterMoved | ChapterDeleted | StudyShared)[];
}

/** More has happened than is told one by one: read the whole study again, and follow it from there. */
export interface StudyChanged {
  type: "whole";
}

/** The study was deleted. */
export interface StudyGone {
  type: "gone";
}

/** Which engine it is; the first thing that is said. */
export interface Hello {
  type: "hello";
  version: string;
  signature: string;
}

/** It can be asked from now on. */
export interface HelperReady {
  type: "ready";
}

/** How the game may go on. */
export interface HelperLine {
  score: Score;
  moves: string[];
  fact: Fact | null;
}

/** What the engine has found. */
export interface HelperFindings {
  depth: number;
  nodes: number;
  seconds: number;
  lines: HelperLine[];
  known: Known | null;
}

/** What the engine has found, and what it is worth by the engine alone. */
export interface HelperJudgement {
  found: HelperFindings;
  alone: number;
}

/** A move, and how long it took to find it. */
export interface HelperMove {
  move: string;
  seconds: number;
}

/** What was found so far. */
export interface HelperInfo {
  type: "info";
  number: number;
  found: HelperFindings;
}

/** The answer to a question. */
export interface HelperDone {
  type: "done";
  number: number;
  found: HelperFindings | HelperJudgement | HelperMove;
}

/** A question is not answered here. */
export interface HelperFailed {
  type: "failed";
  number: number;
}

/** It is the same engine: questions follow when it is ready. */
export interface Welcome {
  type: "welcome";
  /** Whether this is the only server of its games; else a helper that is not asked looks whether others need it. */
  stay: boolean;
}

/** What is asked about a position, as the server asks a process of its own. */
export interface HelperJob {
  do: "play" | "analyse" | "judge";
  game: string;
  rules: string;
  start: string;
  /** Played from there. */
  moves: string[];
  seconds: number;
  level?: number | null;
  lines?: number;
  /** Whether what is found on the way is told. */
  report?: boolean;
  nodes?: number;
}

/** Think about this. */
export interface HelperQuestion {
  type: "question";
  number: number;
  job: HelperJob;
}

/** End a question soon, with what was found. */
export interface HelperStop {
  type: "stop";
  number: number;
}

/** Nothing will be asked of this helper. */
export interface HelperRefused {
  type: "refused";
  message: string;
  code: string;
}

export type LiveMessage = MakeMove | ComputerMove | Resign | OfferDraw | AnswerDraw | OfferTakeback | AnswerTakeback | OfferRematch | AnswerRematch | Chat | Rename | Flag | Join | Withdraw | Ping | SendState | ThinkHere;

export type LiveAnswer = State | StateChange | Presence | Accepted | Refused | Pong;

export type LobbyMessage = SeekOpponent | StopSeeking | TakeSeek | Here | SeenGame | Ping;

export type LobbyAnswer = LobbyState | StillThere | Refused | Pong;

export type AnalysisMessage = Analyse | Hint | Review | Stop | AnalysisPing;

export type AnalysisAnswer = Information | HintFound | ReviewTurn | ReviewDone | Queued | AnalysisRefused | AnalysisPong;

export type CompanyAnswer = CompanyState | Refused | Pong;

export type BotHears = ChallengeComes | ChallengeGoes | GameBegins | GameEnds;

export type StudyMessage = AddTurns | DeleteBranch | PromoteLine | WriteComment | DrawArrows | RenameStudy | AddChapter | RenameChapter | MoveChapter | DeleteChapter | ShareStudy | FollowStudy | Ping;

export type StudyAnswer = StudyEdits | StudyChanged | StudyGone | Accepted | Refused | Pong;

export type TournamentAnswer = TournamentState | SmallBoard | Refused | Pong;

export type WatchAnswer = WatchState | SmallBoard | Refused | Pong;

export type HelperSays = Hello | HelperReady | HelperInfo | HelperDone | HelperFailed;

export type HelperHears = Welcome | HelperQuestion | HelperStop | HelperRefused;
