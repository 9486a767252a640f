/**
 * What the board holds: one plain object with who writes which part of it, and what can be read off it.
 */

/**
 * @typedef {import("../types").Option} Option
 * @typedef {import("../types").Step} Step
 * @typedef {import("../types").Piece} Piece
 * @typedef {import("./geometry.js").View} View
 */

/**
 * A piece with an identity that lasts while it moves.
 * @typedef {{id: number, at: string, player: number, heading: number, home: boolean}} Standing
 */

/** Return a board that shows nothing yet. */
export const newState = () => ({
  /** Where everything lies on the screen; `board.js` makes it for each layout and size. */
  view: /** @type {View | null} */ (null),

  // What was given: `show.js` takes it in, and `animate.js` as turns are shown
  /** The pieces as they stood before the turn in the making. @type {Standing[]} */
  pieces: [],
  /** Whose turn it is. */
  turn: 0,
  /** How that turn may begin. @type {Option[]} */
  options: [],
  /** The turn that led here. @type {Step[]} */
  last: [],
  /** Points that may not be entered, while no turn is in the making. @type {string[]} */
  closed: [],
  /** @type {import("../types").Arrow[]} */
  arrows: [],
  /** @type {import("../types").Mark[]} */
  marks: [],
  /** Whether the options may be played here. */
  interactive: false,
  /** Whether a move may be chosen ahead while the other side is to move. */
  premove: false,
  /** @type {"play" | "edit" | "draw"} */
  mode: "play",
  /** Whether a piece that can go to only one place goes there when it is chosen. */
  quick: false,
  /** Whether a turn that cannot go on waits for the player to end it. */
  confirming: false,

  // What the player does: `play.js` writes it, and `show.js` drops of it what a new position leaves no room for
  /** The steps of the turn so far. @type {Option[]} */
  taken: [],
  /** When its last step was taken. */
  stepped: 0,
  /** Whether that turn was ended. */
  sent: false,
  /** The point of the piece that was chosen. @type {string | null} */
  selected: null,
  /** Ways of the same step, one of which is to be chosen. @type {Option[]} */
  choice: [],
  /** A move chosen ahead. @type {import("../types").Premove | null} */
  ahead: null,

  /** Arrows and, where they end where they begin, rings that were drawn by hand; `draw.js` writes it. @type {{from: string, to: string}[]} */
  drawn: [],
  /** Whether the page keeps them: it is told what is drawn, and says what there is. */
  keepsDrawn: false,
  /** The point from which an arrow is drawn next. @type {string | null} */
  pen: null,

  // Where the player points: `input.js`, `keys.js` and, for the ways, `choose.js`
  /** The way that is looked at. @type {Option | null} */
  weighed: null,
  /** The point that is pointed at, by whatever means. @type {string | null} */
  hovered: null,
  /** The point whose piece is in the hand. @type {string | null} */
  lifted: null,

  // What follows from all this: `settle` works out the first, `animate.js` the others
  /** Where every piece stands now. @type {Map<string, Standing>} */
  standing: new Map(),
  /** The way of a turn that is being shown. @type {Step[]} */
  trail: [],
  /** Whether turns are being shown that the options do not know of yet. */
  busy: false,
});

/** @typedef {ReturnType<typeof newState>} State */

let identities = 0;

/**
 * Return pieces with identities: those that stand where one of the same player stood keep its identity, then any of the
 * same player that has gone elsewhere, so that a piece which moved is still the same.
 * @param {Piece[]} pieces
 * @param {Iterable<Standing>} before
 * @returns {Standing[]}
 */
export function identified(pieces, before) {
  const left = new Map([...before].map((piece) => [`${piece.player} ${piece.at}`, piece]));
  const found = pieces.map(({ at, player, heading = 0, home = false }) => {
    const same = left.get(`${player} ${at}`);
    left.delete(`${player} ${at}`);
    return { id: same?.id ?? 0, at, player, heading, home };
  });
  const free = [...left.values()];
  for (const piece of found.filter(({ id }) => !id)) {
    const index = free.findIndex(({ player }) => player === piece.player);
    piece.id = index < 0 ? ++identities : free.splice(index, 1)[0].id;
  }
  return found;
}

/**
 * Work out where every piece stands: as given, then as the turn in the making has changed it.
 * @param {State} state
 */
export function settle(state) {
  state.standing = new Map(state.pieces.map((piece) => [piece.at, piece]));
  for (const step of state.taken) change(state.standing, step);
  const [asked] = state.choice;
  // While the player chooses what a step strikes, the piece already stands at its end.
  if (asked) change(state.standing, { ...asked, changes: asked.changes.filter(({ from }) => from === asked.from) });
}

/**
 * Apply a step to pieces.
 * @param {Map<string, Standing>} standing
 * @param {Step} step
 */
export function change(standing, step) {
  for (const { from, to, heading, home } of step.changes) {
    const piece = standing.get(from);
    if (!piece) continue;
    standing.delete(from);
    if (to) standing.set(to, { ...piece, at: to, heading: heading ?? piece.heading, home: home ?? piece.home });
  }
}

/**
 * Return a text that is equal for equal positions.
 * @param {Iterable<Piece>} pieces
 */
export function signature(pieces) {
  return [...pieces]
    .map(({ at, player, heading = 0, home = false }) => `${at} ${player} ${heading} ${home}`)
    .sort()
    .join("|");
}

/**
 * Return whether the player may play here now.
 * @param {State} state
 */
export const mayPlay = (state) => state.interactive && !state.busy && state.mode === "play";

/**
 * Return the steps that may be taken now.
 * @param {State} state
 * @returns {Option[]}
 */
export function open(state) {
  if (!mayPlay(state) || state.sent) return [];
  return state.taken.length ? (state.taken[state.taken.length - 1].next ?? []) : state.options;
}

/**
 * Return the steps that may be taken from a point.
 * @param {State} state
 * @param {string} point
 */
export const openFrom = (state, point) => open(state).filter(({ from }) => from === point);

/**
 * Return where the piece stands whose turn lasts, if there is one.
 * @param {State} state
 */
export const playing = (state) => state.taken.at(-1)?.to ?? null;

/**
 * Return whether the turn in the making may end here.
 * @param {State} state
 */
export const mayStop = (state) => !state.sent && !state.choice.length && Boolean(state.taken.at(-1)?.stop);

/**
 * Return whether the turn in the making is whole and waits only for the player's word.
 * @param {State} state
 */
export const isWhole = (state) => mayStop(state) && open(state).length === 0;

/**
 * Return the point from which the player is going on.
 * @param {State} state
 */
export const origin = (state) => playing(state) ?? state.selected;

/**
 * Return whether a move may be chosen ahead.
 * @param {State} state
 */
export const mayChooseAhead = (state) => state.premove && !state.interactive && state.mode === "play";

/**
 * Return whether a piece is one that the player could choose to move ahead.
 * @param {State} state
 * @param {string} point
 */
export function isOwnAhead(state, point) {
  const piece = state.standing.get(point);
  return Boolean(piece && piece.player !== state.turn && !piece.home);
}

/**
 * Return the ways that pointing at a point speaks of: those of the step there, or the only way of the piece on it.
 * @param {State} state
 * @param {string | null} point
 * @returns {Option[]}
 */
export function pointed(state, point) {
  if (!point) return [];
  const start = origin(state);
  const ways = open(state).filter(({ from, to }) => from === start && to === point);
  if (ways.length || start) return ways;
  const own = openFrom(state, point);
  return new Set(own.map(({ to }) => to)).size === 1 ? own : [];
}

/**
 * Return the points that may not be entered any more in this turn, and are empty.
 * @param {State} state
 */
export function closedPoints(state) {
  const closed = state.taken.length ? (state.taken[state.taken.length - 1].closed ?? []) : state.closed;
  return closed.filter((point) => !state.standing.has(point));
}

/**
 * Return what a step sounds like.
 * @param {Step} step
 * @returns {import("../types").StepKind}
 */
export function kindOf(step) {
  const mover = step.changes.find(({ from }) => from === step.from);
  if (mover?.home) return "home";
  if (step.changes.length > 1) return "capture";
  return mover?.heading === undefined ? "move" : "turn";
}

/** @typedef {import("../types").BoardEvents} Events */

/**
 * What the parts of a board share.
 * @typedef {object} Core
 * @property {State} state
 * @property {HTMLElement} host
 * @property {string[]} sides what the players' pieces are called, as the page names them
 * @property {import("./pieces.js").Pieces} pieces
 * @property {import("./layers.js").Layers} layers
 * @property {import("./points.js").Points} points
 * @property {import("./choose.js").Chooser} chooser
 * @property {import("./animate.js").Motion} motion
 * @property {(glide?: boolean) => void} draw settle the state and draw everything that follows from it
 * @property {() => void} drawMarks draw only what lies around the pieces
 * @property {<Name extends keyof Events>(name: Name, detail: Events[Name]) => void} emit
 * @property {(...parts: [key: string, values?: Record<string, string | number>][]) => void} say
 */
