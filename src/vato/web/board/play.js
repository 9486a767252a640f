/**
 * What the player does, as changes of the state: choosing a piece, stepping, going on, taking back, ending the turn,
 * choosing a move ahead. Knows no rules: it walks the tree of options it was given.
 */

import { putPen } from "./draw.js";
import { stepWords } from "./speak.js";
import * as read from "./state.js";

/**
 * @typedef {import("./state.js").Core} Core
 * @typedef {import("../types").Option} Option
 * @typedef {{dropped?: boolean, keys?: boolean, wasSelected?: boolean, ahead?: boolean}} Manner how something was done:
 *     by letting a piece fall, by keys, on a piece that was selected before the finger came down, ahead of time
 */

/** How long after a step a click on the piece in play does nothing. */
const HASTY_MS = 600;

/**
 * Do what a click on a point means now.
 * @param {Core} core
 * @param {string} point
 * @param {Manner} [manner]
 */
export function press(core, point, manner = {}) {
  const { state } = core;
  if (state.mode === "edit") return core.emit("vato-edit", { point, from: null, erase: false });
  if (state.mode === "draw") return putPen(core, point);
  if (!read.mayPlay(state)) return pressAhead(core, point);
  if (state.sent) return undefined;
  if (state.choice.length) {
    if (point === state.choice[0].to) return undefined;
    const meant = state.choice.filter(({ struck }) => struck?.includes(point));
    if (meant.length === 1) return take(core, meant[0]);
    dismissChoice(core);
  }
  const start = read.origin(state);
  const ways = read.open(state).filter(({ from, to }) => from === start && to === point);
  if (ways.length) return step(core, ways, manner);
  if (read.playing(state)) {
    if (point !== start) return refuse(core, /** @type {string} */ (start), point);
    // Whoever clicks the target of a step that was played at once does not mean to end the turn.
    if (performance.now() - state.stepped < HASTY_MS) return undefined;
    if (!endTurn(core)) refuse(core, point, null);
    return undefined;
  }
  return choosePiece(core, point, manner);
}

/**
 * Choose a piece. One that was chosen is so no longer; for who plays quickly, one that can go to only one place goes there.
 * @param {Core} core
 * @param {string} point
 * @param {Manner} [manner]
 */
export function choosePiece(core, point, manner = {}) {
  const { state } = core;
  const { wasSelected = state.selected === point } = manner;
  const ways = read.openFrom(state, point);
  if (!ways.length) {
    // A click on an empty point, or on the other side, is a wrong target; on an own piece, a wrong piece.
    const own = state.standing.get(point)?.player === state.turn;
    return state.selected && !own ? refuse(core, state.selected, point) : refuse(core, point, null);
  }
  if (state.quick && new Set(ways.map(({ to }) => to)).size === 1) return step(core, ways, manner);
  return select(core, wasSelected ? null : point);
}

/**
 * Select the piece on a point, or none.
 * @param {Core} core
 * @param {string | null} point
 */
export function select(core, point) {
  const { state } = core;
  if (state.selected === point) return;
  state.selected = point;
  core.drawMarks();
  if (point && read.mayPlay(state)) {
    const count = new Set(read.openFrom(state, point).map(({ to }) => to)).size;
    core.say(["board.say.selected", { point, count }]);
  }
}

/**
 * Take a step, or ask which of its ways is meant.
 * @param {Core} core
 * @param {Option[]} ways
 * @param {Manner} [manner]
 */
export function step(core, ways, manner = {}) {
  if (ways.length === 1) return take(core, ways[0], manner);
  const { state } = core;
  state.choice = ways;
  state.selected = ways[0].from;
  state.hovered = null;
  core.draw(true);
  core.chooser.open(ways, manner.keys ?? false);
  core.emit("vato-half", half(core));
  core.say(["board.say.choose", { count: ways.length }]);
  return undefined;
}

/**
 * Take a step of the turn; where it cannot go on, the turn ends once the step has been seen, unless it is to be confirmed.
 * @param {Core} core
 * @param {Option} option
 * @param {Manner} [manner]
 */
export function take(core, option, manner = {}) {
  const { state } = core;
  const goesOn = Boolean(option.next?.length);
  const ends = !goesOn && (!state.confirming || Boolean(manner.ahead));
  const landed = core.motion.step(
    option,
    () => {
      core.chooser.close();
      Object.assign(state, { choice: [], weighed: null, selected: null, hovered: null, trail: [] });
      state.taken = [...state.taken, option];
      state.sent = ends;
      state.stepped = performance.now();
    },
    manner.dropped,
  );
  core.emit("vato-half", half(core));
  core.say(...stepWords(option), ...(ends ? [] : [onward(option)]));
  if (!ends) return;
  landed.then(() => {
    // A newer state may have come while the piece was on its way.
    if (state.sent && state.taken.at(-1) === option) send(core);
  });
}

/**
 * @param {Option} option
 * @returns {[string]}
 */
const onward = ({ stop, next }) => [
  !next?.length ? "board.say.confirm" : stop ? "board.say.may_go_on" : "board.say.must_go_on",
];

/**
 * End the turn where it may stop; return whether it did.
 * @param {Core} core
 */
export function endTurn(core) {
  const { state } = core;
  if (!read.mayPlay(state) || !read.mayStop(state)) return false;
  state.sent = true;
  core.draw();
  core.emit("vato-half", half(core));
  core.say(["board.say.turn_ended"]);
  send(core);
  return true;
}

/** @param {Core} core */
function send({ state, emit }) {
  const text = /** @type {Option} */ (state.taken.at(-1)).text;
  emit("vato-move", { text, steps: state.taken });
}

/**
 * Take back the last thing that is not sent yet: a question, a step, a selection, a move chosen ahead.
 * Return whether there was one.
 * @param {Core} core
 */
export function undoStep(core) {
  const { state } = core;
  if (state.pen) {
    state.pen = null;
    core.drawMarks();
    core.say(["board.say.undone"]);
    return true;
  }
  if (state.ahead) return setAhead(core, null);
  if (state.choice.length) {
    dismissChoice(core);
    core.say(["board.say.undone"]);
    return true;
  }
  if (state.taken.length && !state.sent) {
    const undone = /** @type {Option} */ (state.taken.at(-1));
    state.taken = state.taken.slice(0, -1);
    state.selected = null;
    core.motion.finish();
    core.draw(true);
    core.emit("vato-half", half(core));
    core.say(["board.say.undone"], ["board.say.stands", { point: undone.from }]);
    return true;
  }
  if (!state.selected) return false;
  select(core, null);
  return true;
}

/** @param {Core} core */
function dismissChoice(core) {
  const { state } = core;
  const hadFocus = core.chooser.close();
  const point = state.choice[0].from;
  Object.assign(state, { choice: [], weighed: null, selected: state.taken.length ? null : point });
  core.draw(true);
  core.emit("vato-half", half(core));
  if (hadFocus) core.points.focus(point);
}

/**
 * Show at once that something cannot be played.
 * @param {Core} core
 * @param {string} from
 * @param {string | null} to
 */
export function refuse(core, from, to) {
  core.motion.shake(to ?? from, from);
  core.emit("vato-refused", { move: (to && half(core).text) || from, to });
}

/**
 * Return the turn in the making.
 * @param {Core} core
 * @returns {import("../types").Half}
 */
export const half = ({ state }) => ({
  steps: state.taken,
  text: state.taken.at(-1)?.text ?? "",
  mayStop: read.mayStop(state),
  asks: state.choice.length > 0,
  whole: read.isWhole(state),
  sent: state.sent,
});

// Moves chosen ahead

/**
 * Do what a click means while the other side is to move.
 * @param {Core} core
 * @param {string} point
 */
function pressAhead(core, point) {
  const { state } = core;
  if (!read.mayChooseAhead(state)) return undefined;
  const own = read.isOwnAhead(state, point);
  if (state.ahead) {
    setAhead(core, null);
    return own ? select(core, point) : undefined;
  }
  if (!state.selected) return own ? select(core, point) : undefined;
  // The same piece twice: whatever it can do. Another own piece: that one is meant instead.
  if (own && point !== state.selected) return select(core, point);
  setAhead(core, { from: state.selected, to: point === state.selected ? null : point });
  return undefined;
}

/**
 * Choose a move ahead, or none any more.
 * @param {Core} core
 * @param {import("../types").Premove | null} ahead
 */
export function setAhead(core, ahead) {
  const { state } = core;
  state.ahead = ahead;
  state.selected = null;
  core.drawMarks();
  core.emit("vato-premove", ahead);
  if (!ahead) core.say(["board.say.ahead_cancelled"]);
  else if (ahead.to) core.say(["board.say.ahead", { from: ahead.from, to: ahead.to }]);
  else core.say(["board.say.ahead_piece", { from: ahead.from }]);
  return true;
}

/**
 * Play the move chosen ahead if it can be played and only in one way; else forget it. Return whether it was played.
 * @param {Core} core
 */
export function tryPremove(core) {
  const { state } = core;
  const { ahead } = state;
  if (!ahead || !read.mayPlay(state)) return false;
  state.ahead = null;
  core.emit("vato-premove", null);
  const ways = read.openFrom(state, ahead.from).filter(({ to }) => ahead.to === null || to === ahead.to);
  if (ways.length === 1) {
    take(core, ways[0], { ahead: true });
    return true;
  }
  core.drawMarks();
  core.say(["board.say.ahead_dropped"]);
  return false;
}
