/**
 * Takes what the page gives into the state: a new position, or changes around the one that is shown. Decides what stays
 * of what the player was doing.
 */

import { identified, isOwnAhead, mayPlay, openFrom, settle, signature } from "./state.js";

/**
 * @typedef {import("./state.js").Core} Core
 * @typedef {import("./state.js").State} State
 * @typedef {import("../types").BoardView} BoardView
 * @typedef {import("../types").Option} Option
 */

/**
 * Take a view into the state; return whether any piece stands elsewhere than before.
 * @param {Core} core
 * @param {BoardView} view
 */
export function adopt(core, view) {
  const { state } = core;
  const before = signature(state.standing.values());
  if (view.pieces) adoptPosition(core, view, view.pieces);
  const { turn, options, closed, arrows, marks, interactive, premove, mode } = view;
  const given = { turn, options, closed, arrows, marks, interactive, premove, mode };
  Object.assign(state, Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)));
  if (view.drawn !== undefined) Object.assign(state, { drawn: view.drawn, keepsDrawn: true });
  if (state.mode !== "draw") state.pen = null;
  if (view.last !== undefined) state.last = Array.isArray(view.last) ? view.last : (view.last?.steps ?? []);
  if (!state.interactive && state.taken.length) dropTurn(core);
  settle(state);
  forgetImpossible(core);
  return before !== signature(state.standing.values());
}

/**
 * Take a position. A turn in the making stays if it is the same position and the turn is still possible: a state may
 * come for other reasons, such as a line of chat.
 * @param {Core} core
 * @param {BoardView} view
 * @param {import("../types").Piece[]} pieces
 */
function adoptPosition(core, view, pieces) {
  const { state, motion, chooser } = core;
  const options = view.options ?? [];
  const same = !state.busy && (view.turn ?? state.turn) === state.turn && signature(pieces) === signature(state.pieces);
  const playable = view.interactive !== false && view.mode !== "edit";
  const kept = same && playable ? walked(options, state.taken) : null;
  motion.forget();
  if (kept) state.taken = kept;
  else dropTurn(core);
  if (!state.keepsDrawn && (!same || view.mode === "edit")) state.drawn = [];
  state.pieces = identified(pieces, kept ? state.pieces : state.standing.values());
  const open = kept?.at(-1)?.next ?? options;
  state.choice = state.choice.flatMap(({ text }) => open.find((way) => way.text === text) ?? []);
  if (state.choice.length < 2 && chooser.asking) closeChoice(core);
  Object.assign(state, { options, last: [], closed: [], arrows: [], marks: [], trail: [], busy: false });
}

/**
 * Drop the turn in the making.
 * @param {Core} core
 */
export function dropTurn(core) {
  const { state } = core;
  if (state.choice.length) closeChoice(core);
  Object.assign(state, { taken: [], sent: false, trail: [] });
}

/** @param {Core} core */
function closeChoice({ state, chooser, points }) {
  const point = state.choice[0]?.from ?? points.current;
  Object.assign(state, { choice: [], weighed: null });
  if (chooser.close()) points.focus(point);
}

/**
 * Drop a selection or a move chosen ahead whose piece can no longer be meant.
 * @param {Core} core
 */
function forgetImpossible({ state, emit }) {
  const playing = mayPlay(state);
  const mine = (/** @type {string} */ point) =>
    playing ? state.standing.get(point)?.player === state.turn : state.premove && isOwnAhead(state, point);
  const { selected, ahead } = state;
  if (selected && !state.choice.length && !(mine(selected) && (!playing || openFrom(state, selected).length))) {
    state.selected = null;
  }
  if (ahead && !mine(ahead.from)) {
    state.ahead = null;
    emit("vato-premove", null);
  }
}

/**
 * Return the same steps in another tree of options, or null if they are not there.
 * @param {Option[]} options
 * @param {Option[]} steps
 * @returns {Option[] | null}
 */
function walked(options, steps) {
  const found = [];
  let open = options;
  for (const step of steps) {
    const same = open.find(({ text }) => text === step.text);
    if (!same) return null;
    found.push(same);
    open = same.next ?? [];
  }
  return found;
}
