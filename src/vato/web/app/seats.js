/**
 * Who sits where, asked of a state: which seats are mine, whether one is open, whether anyone else plays.
 */

/** @typedef {import("./wire").State} State */

/**
 * Return the players that are mine: none for a watcher, both on the same screen.
 * @param {State} state
 * @returns {number[]}
 */
export const mineIn = (state) => state.seats.flatMap((seat, player) => (seat.mine ? [player] : []));

/**
 * Return whether more hangs on a game's end than the game: a rating, or a tournament.
 * @param {State} state
 */
export const counts = (state) => state.rated || state.tournament !== null;

/** @param {State} state */
export const hasOpenSeat = (state) => state.seats.some((seat) => seat.kind === "open");

/**
 * Whether nobody else has a say: the computer and I, or both of us on the same screen.
 * @param {State} state
 */
export const isAlone = (state) => state.seats.every((seat) => seat.mine || seat.kind === "computer");

/**
 * Whether I play against someone elsewhere.
 * @param {State} state
 */
export const playsElsewhere = (state) =>
  state.seats.some((seat) => seat.mine) && state.seats.some((seat) => seat.kind === "person" && !seat.mine);

/** A player with so much time, or with no clock, thinks long over a move. */
const LONG_MS = 30 * 60_000;

/**
 * Whether I play slowly against someone elsewhere, where a slip would be a pity.
 * @param {State} state
 */
export const isSlow = (state) => playsElsewhere(state) && (!state.clock || state.clock.initial_ms >= LONG_MS);

/**
 * Whether it is my turn.
 * @param {State} state
 */
export const isMyTurn = (state) => state.outcome === null && mineIn(state).includes(state.scene.turn);
