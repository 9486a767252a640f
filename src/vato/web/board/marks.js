/**
 * Everything that is drawn around the pieces: what happened, where one can go, what a step would do, closed points,
 * arrows, signs. Each mark has a shape of its own, so that no colour is needed to tell them apart.
 */

import { draw } from "../app/element.js";
import { along, cross, head, star, strokes } from "./geometry.js";
import { PLAYERS } from "./pieces.js";
import * as read from "./state.js";

/**
 * @typedef {import("./state.js").Core} Core
 * @typedef {import("./state.js").State} State
 * @typedef {import("./geometry.js").View} View
 * @typedef {import("../types").Step} Step
 * @typedef {import("../types").Option} Option
 */

/**
 * Draw all marks as the state has them.
 * @param {Core} core
 */
export function drawMarks({ state, layers, pieces }) {
  const { view } = state;
  if (!view) return;
  const idle = !state.taken.length && !state.choice.length && !state.trail.length;
  const happened = idle ? state.last : [];
  const target = read.origin(state);
  const targets = target && !state.choice.length ? grouped(read.openFrom(state, target)) : [];
  const shown = shownWays(state);
  const { reach } = view.layout.piece;

  layers.set("last", happened, () => lastMarks(view, happened));
  const trail = state.taken.length || state.choice.length ? [...state.taken, ...state.choice.slice(0, 1)] : state.trail;
  const kind = state.taken.length || state.choice.length ? "plan" : "happened";
  layers.set("trail", trail.length ? [kind, trail.map(({ from, to }) => [from, to])] : null, () => [
    trailMarks(view, trail, kind),
  ]);
  layers.set("ghost", state.lifted && [state.lifted, state.standing.get(state.lifted)], () =>
    state.lifted ? [ghost(view, state, state.lifted, state.lifted, undefined, "origin")] : [],
  );

  layers.set("stars", read.closedPoints(state), () =>
    read.closedPoints(state).map((point) => draw("path", { class: "star", d: star(view.spot(point), 0.56 * reach) })),
  );
  layers.set("targets", targets.length ? [targets, state.hovered] : null, () =>
    targets.map(({ to, strikes }) => targetMark(view, to, strikes, to === state.hovered)),
  );
  layers.set("preview", shown.length ? [shown.map(({ text }) => text), target, state.lifted] : null, () =>
    shown.flatMap((way) => preview(view, state, way)),
  );
  layers.set("ahead", state.ahead, () => (state.ahead ? aheadMarks(view, state.ahead) : []));
  layers.set("arrows", state.arrows, () => state.arrows.toReversed().map((arrow) => arrowMark(view, state, arrow)));
  layers.set("drawn", [state.drawn, state.pen], () => [
    ...state.drawn.map((each) => drawnMark(view, each)),
    ...(state.pen ? [penMark(view, state.pen)] : []),
  ]);
  layers.set("marks", state.marks, () => state.marks.map((mark) => sign(view, mark)));
  layers.set("choice", state.choice.length ? [state.choice.map(({ text }) => text), state.weighed?.text] : null, () =>
    state.choice.flatMap((way) => sweep(view, way, !state.weighed || state.weighed === way)),
  );
  const stands = read.mayStop(state) ? read.playing(state) : null;
  layers.set("stop", stands, () => (stands ? [stopMark(view, stands)] : []));

  pieces.dress(state.standing.values(), signsOf(state, shown));
}

/**
 * Return the ways whose effect is to be seen before they are played.
 * @param {State} state
 */
function shownWays(state) {
  if (state.choice.length) return [];
  const ways = read.pointed(state, state.hovered);
  if (ways.length || !state.selected) return ways;
  const own = read.openFrom(state, state.selected);
  return new Set(own.map(({ to }) => to)).size === 1 ? own : [];
}

/**
 * Return what says, for each piece, what it is doing and what can be done with it.
 * @param {State} state
 * @param {Option[]} shown
 * @returns {(piece: import("./state.js").Standing) => string[]}
 */
function signsOf(state, shown) {
  const playing = state.choice[0]?.to ?? read.playing(state);
  const start = read.origin(state);
  const movable = new Set(start ? [] : read.open(state).map(({ from }) => from));
  const weighed = state.choice.length ? (state.weighed ? [state.weighed] : state.choice) : shown;
  const struck = new Set(
    weighed.flatMap((way) => way.changes.filter(({ from }) => from !== way.from).map(({ from }) => from)),
  );
  const lastTo = state.taken.length || state.choice.length ? undefined : (state.trail.at(-1) ?? state.last.at(-1))?.to;
  return ({ at }) => {
    const signs = [];
    if (at === playing) signs.push("playing");
    if (at === state.selected && !state.choice.length) signs.push(read.mayPlay(state) ? "selected" : "ahead");
    if (movable.has(at)) signs.push("movable");
    if (movable.has(at) && at === state.hovered) signs.push("hovered");
    if (at === lastTo) signs.push("moved");
    if (at === state.ahead?.from) signs.push("ahead");
    if (struck.has(at)) signs.push("struck");
    if (at === state.lifted) signs.push("lifted");
    return signs;
  };
}

/**
 * Return each target once, and whether going there strikes anything.
 * @param {Option[]} options
 */
function grouped(options) {
  /** @type {Map<string, boolean>} */
  const targets = new Map();
  for (const { to, changes } of options) targets.set(to, (targets.get(to) ?? false) || changes.length > 1);
  return [...targets].map(([to, strikes]) => ({ to, strikes }));
}

/**
 * @param {View} view
 * @param {string} point
 * @param {boolean} strikes
 * @param {boolean} hovered
 */
function targetMark(view, point, strikes, hovered) {
  const { x, y } = view.spot(point);
  const { reach } = view.layout.piece;
  return draw(
    "g",
    { class: `target${hovered ? " hovered" : ""}`, data: { point } },
    strikes && draw("circle", { class: "target-ring", cx: x, cy: y, r: 0.6 * reach }),
    draw("circle", { class: "target-dot", cx: x, cy: y, r: (strikes ? 0.28 : 0.33) * reach }),
    hovered && draw("circle", { class: "target-halo", cx: x, cy: y, r: reach + 3 }),
  );
}

/**
 * Return what a step would do: its way, where the piece would stand, what it would strike and where that would go.
 * @param {View} view
 * @param {State} state
 * @param {Option} way
 */
function preview(view, state, way) {
  const { reach } = view.layout.piece;
  const mover = way.changes.find(({ from }) => from === way.from);
  const others = way.changes.filter(({ from }) => from !== way.from);
  const pathOf = [view.spot(way.from), view.spot(way.to)];
  const aimed = read.origin(state) === way.from;
  return [
    !state.lifted && ghost(view, state, way.from, way.to, mover?.heading, "plan"),
    // A target that is pointed at speaks for itself; the way of a piece that would go at once does not.
    !aimed && arrow(pathOf, 6, reach * 0.3, reach + 4, "plan"),
    ...others.flatMap(({ from, to, heading }) => {
      if (!to) return [draw("path", { class: "strike", d: cross(view.spot(from), 0.36 * reach) })];
      return [
        ghost(view, state, from, to, heading, "plan"),
        arrow([view.spot(from), view.spot(to)], 4, reach * 0.2, reach + 4, "plan"),
      ];
    }),
  ].filter((element) => element !== false);
}

/**
 * Return the outline of a piece where it stands no longer, or not yet.
 * @param {View} view
 * @param {State} state
 * @param {string} at
 * @param {string} to
 * @param {number | undefined} heading
 * @param {string} kind
 */
function ghost(view, state, at, to, heading, kind) {
  const piece = state.standing.get(at);
  if (!piece) return null;
  const { x, y } = view.spot(to);
  return draw("path", {
    class: `ghost ${kind} ${PLAYERS[piece.player]}`,
    d: view.layout.piece.outlines[piece.player],
    transform: `translate(${x} ${y}) rotate(${view.heading(heading ?? piece.heading)})`,
  });
}

/**
 * Return an arrow through spots, cased so that it is seen on any ground.
 * @param {{x: number, y: number}[]} spots
 * @param {number} width
 * @param {number} leave how far from the first spot it begins
 * @param {number} stop how far from the last spot its tip is
 * @param {string} kind
 * @param {number} [opacity]
 */
function arrow(spots, width, leave, stop, kind, opacity = 1) {
  const last = spots.length - 1;
  const before = spots[last - 1];
  const tip = along(
    spots[last],
    before,
    Math.min(stop, 0.55 * Math.hypot(spots[last].x - before.x, spots[last].y - before.y)),
  );
  const size = 2.4 * width;
  const neck = along(tip, before, size);
  const d = strokes([along(spots[0], spots[1], leave), ...spots.slice(1, last), neck]);
  return draw(
    "g",
    { class: `arrow ${kind}`, opacity },
    draw("path", { class: "arrow-casing", d, "stroke-width": width + 3 }),
    draw("path", { class: "arrow-head", d: head(before, tip, size) }),
    draw("path", { class: "arrow-line", d, "stroke-width": width }),
  );
}

/**
 * @param {View} view
 * @param {Step[]} steps
 */
function lastMarks(view, steps) {
  const { reach } = view.layout.piece;
  const first = view.spot(steps[0].from);
  const others = steps.flatMap((step) => step.changes.filter(({ from }) => from !== step.from));
  return [
    trailMarks(view, steps, "happened"),
    draw("circle", { class: "happened origin", cx: first.x, cy: first.y, r: 0.3 * reach }),
    ...others.flatMap(({ from, to }) => {
      if (!to) return [draw("path", { class: "happened gone", d: cross(view.spot(from), 0.2 * reach) })];
      return [draw("path", { class: "happened back", d: strokes([view.spot(from), view.spot(to)]) })];
    }),
  ];
}

/**
 * Return the way of a turn; the newest step of it is drawn as it is gone.
 * @param {View} view
 * @param {Step[]} steps
 * @param {string} kind
 */
function trailMarks(view, steps, kind) {
  const { reach } = view.layout.piece;
  const spots = [view.spot(steps[0].from), ...steps.map(({ to }) => view.spot(to))];
  const middle = spots
    .slice(0, -1)
    .map(({ x, y }) => draw("circle", { class: "trail-joint", cx: x, cy: y, r: 0.16 * reach }));
  return draw("g", { class: `trail ${kind}` }, draw("path", { class: "trail-line", d: strokes(spots) }), ...middle);
}

/**
 * Return what one way of a step strikes: an arrow over it, and a cross on each piece.
 * @param {View} view
 * @param {Option} way
 * @param {boolean} strong
 */
function sweep(view, way, strong) {
  const { reach } = view.layout.piece;
  const struck = (way.struck ?? []).map((point) => view.spot(point));
  if (!struck.length) return [];
  const ends = [view.spot(way.from), view.spot(way.to)];
  const away = (/** @type {{x: number, y: number}} */ end) => Math.hypot(end.x - struck[0].x, end.y - struck[0].y);
  const start = away(ends[0]) < away(ends[1]) ? ends[0] : ends[1];
  const last = struck[struck.length - 1];
  const before = struck[struck.length - 2] ?? start;
  const tip = along(last, { x: 2 * last.x - before.x, y: 2 * last.y - before.y }, reach + 10);
  return [
    draw(
      "g",
      { class: `sweep${strong ? "" : " weak"}` },
      arrow([start, ...struck, tip], 7, start === ends[1] ? reach + 3 : 0.3 * reach, 0, "plan"),
      ...struck.map((spot) => draw("circle", { class: "strike-ground", cx: spot.x, cy: spot.y, r: 0.52 * reach })),
      ...struck.map((spot) => draw("path", { class: "strike", d: cross(spot, 0.26 * reach) })),
    ),
  ];
}

/**
 * @param {View} view
 * @param {import("../types").Premove} ahead
 */
function aheadMarks(view, { from, to }) {
  const { reach } = view.layout.piece;
  if (!to) return [];
  const { x, y } = view.spot(to);
  return [
    draw("circle", { class: "ahead-target", cx: x, cy: y, r: 0.62 * reach }),
    arrow([view.spot(from), { x, y }], 6, 0.4 * reach, 0.1 * reach, "ahead"),
  ];
}

/**
 * @param {View} view
 * @param {State} state
 * @param {import("../types").Arrow} given
 */
function arrowMark(view, state, { path, strength = 1, kind = "plan", struck = [], text }) {
  const { reach } = view.layout.piece;
  const spots = path.map((point) => view.spot(point));
  if (spots.length < 2) return null;
  const width = 4 + 5 * strength;
  const stop = state.standing.has(path[path.length - 1]) ? reach + 4 : 0.25 * reach;
  const opacity = 0.45 + 0.5 * strength;
  const seen = arrow(spots, width, 0.45 * reach, stop, kind, opacity);
  seen.append(...struck.map((point) => draw("path", { class: "strike", d: cross(view.spot(point), 0.3 * reach) })));
  if (text) {
    // Where it begins, as arrows meet at their ends.
    const spot = along(spots[0], spots[1], 0.7 * reach);
    seen.append(
      draw("circle", { class: "note-ground", cx: spot.x, cy: spot.y, r: 0.42 * reach }),
      draw("text", { class: "note", ...spot, text, "font-size": 0.55 * reach }),
    );
  }
  return seen;
}

/**
 * @param {View} view
 * @param {{from: string, to: string}} drawn by hand
 */
function drawnMark(view, { from, to }) {
  const { reach } = view.layout.piece;
  const { x, y } = view.spot(from);
  if (from === to) return draw("circle", { class: "drawn-ring", cx: x, cy: y, r: reach + 4 });
  return arrow([{ x, y }, view.spot(to)], 8, 0.45 * reach, 0.25 * reach, "drawn", 0.85);
}

/**
 * @param {View} view
 * @param {string} point from which is drawn next
 */
function penMark(view, point) {
  const { x, y } = view.spot(point);
  return draw("circle", { class: "drawn-ring pen", cx: x, cy: y, r: view.layout.piece.reach + 4 });
}

/** Paths of the signs, around (0, 0), one unit large. */
const SIGNS = {
  cross: "M-.5-.5L.5.5M.5-.5L-.5.5",
  check: "M-.6 .05L-.15 .5L.6-.4",
  question: "M-.32-.3A.34 .34 0 1 1 .12 .1Q0 .16 0 .32M0 .62V.63",
};

/**
 * @param {View} view
 * @param {import("../types").Mark} mark
 */
function sign(view, { at, kind, text }) {
  const { reach } = view.layout.piece;
  const { x, y } = view.spot(at);
  if (kind === "star") return draw("path", { class: "star", d: star({ x, y }, 0.56 * reach) });
  if (kind === "ring") return draw("circle", { class: "sign-ring", cx: x, cy: y, r: reach + 4 });
  const corner = { x: x + 0.7 * reach, y: y - 0.7 * reach };
  const inside =
    kind === "note"
      ? draw("text", { class: "note", ...corner, text, "font-size": 0.55 * reach })
      : draw("path", {
          class: "sign",
          d: SIGNS[kind],
          transform: `translate(${corner.x} ${corner.y}) scale(${0.36 * reach})`,
        });
  return draw(
    "g",
    { class: `signed ${kind}` },
    draw("circle", { class: "note-ground", cx: corner.x, cy: corner.y, r: 0.44 * reach }),
    inside,
  );
}

/**
 * Return the badge on a piece that may stop here: a click on it ends the turn.
 * @param {View} view
 * @param {string} point
 */
function stopMark(view, point) {
  const { reach } = view.layout.piece;
  const { x, y } = view.spot(point);
  return draw(
    "g",
    { class: "stop" },
    draw("circle", { class: "stop-ground", cx: x, cy: y, r: 0.5 * reach }),
    draw("path", { class: "stop-check", d: SIGNS.check, transform: `translate(${x} ${y}) scale(${0.4 * reach})` }),
  );
}
