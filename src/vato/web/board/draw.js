/**
 * Arrows and rings that somebody draws by hand: with the other button of the mouse at any time or, where the board is for
 * that, with any pointer and by keys. They mean nothing to the board; where the page keeps them, it is only told.
 */

/** @typedef {import("./state.js").Core} Core */

/**
 * Draw an arrow or, where it ends where it begins, a ring; take away one that was drawn before.
 * @param {Core} core
 * @param {string} from
 * @param {string} to
 */
export function drawByHand(core, from, to) {
  const { state } = core;
  const others = state.drawn.filter((each) => each.from !== from || each.to !== to);
  const isErased = others.length < state.drawn.length;
  if (!state.keepsDrawn) state.drawn = isErased ? others : [...state.drawn, { from, to }];
  state.pen = null;
  core.drawMarks();
  core.emit("vato-draw", { from, to, erased: isErased });
  if (isErased) core.say(["board.say.erased"]);
  else core.say(from === to ? ["board.say.ring", { point: to }] : ["board.say.arrow", { from, to }]);
}

/**
 * Put the pen on a point, or draw from where it is.
 * @param {Core} core
 * @param {string} point
 */
export function putPen(core, point) {
  const { state } = core;
  if (state.pen) return drawByHand(core, state.pen, point);
  state.pen = point;
  core.drawMarks();
  core.say(["board.say.pen", { point }]);
}
