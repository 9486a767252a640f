/**
 * The board itself: frame, wood or slate, engraved lines with their glint, coordinates. Drawn once for a layout.
 */

import { draw, fill } from "../app/element.js";

/** @typedef {import("../types").Shape} Shape @typedef {import("./geometry.js").View} View */

const GLINT_DOWN = 1.6;
const GRAIN_LINES = 34;

/**
 * Draw the board into an SVG element.
 * @param {SVGElement} svg
 * @param {View} view
 * @param {string} prefix makes the names of gradients unique in the document
 */
export function drawGround(svg, view, prefix) {
  const { layout } = view;
  const { width, height } = view.full;
  const { border } = layout;
  const inner = { x: border, y: border, width: width - 2 * border, height: height - 2 * border, rx: 5 };
  svg.setAttribute("viewBox", view.box);
  fill(
    svg,
    draw(
      "defs",
      {},
      gradient(`${prefix}-frame`, ["frame-light", "frame", "frame-dark"]),
      gradient(`${prefix}-surface`, ["surface-light", "surface", "surface-dark"]),
      gradient(`${prefix}-hollow`, ["hollow", "hollow-end"]),
      draw("clipPath", { id: `${prefix}-inner` }, draw("rect", inner)),
    ),
    draw("rect", { class: "frame", width, height, fill: `url(#${prefix}-frame)` }),
    draw("rect", { class: "frame-glint", ...grown(inner, 1.5), rx: 6 }),
    draw("rect", { class: "surface", ...inner, fill: `url(#${prefix}-surface)` }),
    draw("g", { class: "grain", "clip-path": `url(#${prefix}-inner)` }, ...grain(inner)),
    // The surface lies a little deeper than the frame: its upper edge is in the shade.
    draw("rect", {
      class: "hollow",
      x: border,
      y: border,
      width: inner.width,
      height: 9,
      fill: `url(#${prefix}-hollow)`,
    }),
    draw("rect", { class: "rim", ...inner }),
    draw("g", { class: "glints" }, ...layout.shapes.filter(isEngraved).map((shape) => drawShape(shape, view, true))),
    ...layout.shapes.map((shape) => drawShape(shape, view, false)),
  );
}

/** @param {Shape} shape */
const isEngraved = (shape) => /^(line|groove)\b/.test(shape.kind);

/**
 * @param {Shape} shape
 * @param {View} view
 * @param {boolean} glint whether to draw the light on its lower edge instead of itself
 */
function drawShape(shape, view, glint) {
  const { x = 0, y = 0, width = 0, height = 0 } = shape;
  const down = glint ? GLINT_DOWN : 0;
  switch (shape.kind.split(" ")[0]) {
    case "line":
    case "groove": {
      const start = view.turned({ x: shape.x1 ?? 0, y: shape.y1 ?? 0 });
      const end = view.turned({ x: shape.x2 ?? 0, y: shape.y2 ?? 0 });
      const ends = { x1: start.x, y1: start.y + down, x2: end.x, y2: end.y + down };
      return draw("line", { class: shape.kind, ...ends });
    }
    case "place": {
      const [one, other] = [view.turned({ x, y }), view.turned({ x: x + width, y: y + height })];
      const corner = { x: Math.min(one.x, other.x), y: Math.min(one.y, other.y) };
      const size = { width: Math.abs(one.x - other.x), height: Math.abs(one.y - other.y) };
      return draw("rect", { class: shape.kind, ...corner, ...size, rx: shape.rx });
    }
    case "dot": {
      const middle = view.turned({ x: shape.cx ?? 0, y: shape.cy ?? 0 });
      return draw("circle", { class: shape.kind, cx: middle.x, cy: middle.y, r: shape.r });
    }
    case "label":
      return draw("text", { class: shape.kind, ...labelSpot(shape, view), text: shape.text });
    default:
      return null;
  }
}

/**
 * Return where a label goes: it moves along its side of the frame when the board is flipped, but never to another side
 * unless the board stands upright, and it keeps to the middle of what is left of the frame.
 * @param {Shape} shape
 * @param {View} view
 */
function labelSpot({ x = 0, y = 0 }, view) {
  const { width, height, border } = view.layout;
  const middle = view.crop + (border - view.crop) / 2;
  const turned = view.turned({ x, y });
  const aside = (/** @type {number} */ place, /** @type {number} */ size) =>
    place < border ? middle : place > size - border ? size - middle : place;
  const isAboveOrBelow = y < border || y > height - border;
  if (view.upright) return isAboveOrBelow ? { x: aside(height - y, height), y: turned.y } : { x: turned.x, y: aside(x, width) };
  return isAboveOrBelow ? { x: turned.x, y: aside(y, height) } : { x: aside(x, width), y: turned.y };
}

/**
 * @param {string} id
 * @param {string[]} stops
 */
function gradient(id, stops) {
  const children = stops.map((name, index) =>
    draw("stop", { class: `stop-${name}`, offset: index / (stops.length - 1) }),
  );
  return draw("linearGradient", { id, x1: 0, y1: 0, x2: 0, y2: 1 }, ...children);
}

/**
 * @param {{x: number, y: number, width: number, height: number}} box
 * @param {number} by
 */
const grown = ({ x, y, width, height }, by) => ({
  x: x - by,
  y: y - by,
  width: width + 2 * by,
  height: height + 2 * by,
});

/**
 * Return long faint waves across the surface, always the same ones.
 * @param {{x: number, y: number, width: number, height: number}} box
 */
function grain({ x, y, width, height }) {
  let seed = 7;
  const chance = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
  return Array.from({ length: GRAIN_LINES }, (_, index) => {
    const level = y + ((index + chance()) * height) / GRAIN_LINES;
    const sway = () => (chance() - 0.5) * 16;
    const third = width / 3;
    const d =
      `M${x} ${level + sway()}C${x + third} ${level + sway()} ${x + 2 * third} ${level + sway()} ` +
      `${x + width} ${level + sway()}`;
    return draw("path", {
      d,
      "stroke-width": (0.5 + 2.2 * chance()).toFixed(2),
      opacity: (0.04 + 0.13 * chance()).toFixed(3),
    });
  });
}
