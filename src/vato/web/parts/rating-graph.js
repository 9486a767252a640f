/**
 * A rating's history as a curve, and the same as a table for whoever would rather read it.
 */

import { draw, make } from "../app/element.js";
import { formatDate, formatNumber, t } from "../app/text.js";

/** @typedef {import("../app/wire").RatingPoint} RatingPoint */

const WIDTH = 320;
const HEIGHT = 96;
/** What is left free for the numbers beside the lines. */
const LEFT = 40;
const EDGE = 8;
/** How many points of rating lie between two lines, the first of which few enough are needed. */
const STEPS = [10, 25, 50, 100, 250, 500, 1000];
const MOST_LINES = 4;
/** Less than this is not worth the whole height. */
const LEAST_SPAN = 20;

const number = (/** @type {number} */ value) => formatNumber(value, { useGrouping: false });

/**
 * Return the lowest and the highest line of a picture, and how far its lines are apart.
 * @param {number[]} ratings
 */
function scaleOf(ratings) {
  const [low, high] = [Math.min(...ratings), Math.max(...ratings)];
  const span = Math.max(LEAST_SPAN, high - low);
  const step = STEPS.find((each) => span / each <= MOST_LINES - 1) ?? 1000;
  const bottom = Math.floor(low / step) * step;
  return { bottom, top: Math.max(bottom + step, Math.ceil(high / step) * step), step };
}

/** @param {RatingPoint[]} history */
function pictureOf(history) {
  const ratings = history.map(({ rating }) => rating);
  const { bottom, top, step } = scaleOf(ratings);
  const x = (/** @type {number} */ place) => LEFT + ((WIDTH - LEFT - EDGE) * place) / (history.length - 1);
  const y = (/** @type {number} */ rating) => HEIGHT - EDGE - ((HEIGHT - 2 * EDGE) * (rating - bottom)) / (top - bottom);
  const lines = Array.from({ length: Math.round((top - bottom) / step) + 1 }, (_, index) => bottom + index * step);
  const points = ratings.map((rating, place) => `${x(place).toFixed(1)} ${y(rating).toFixed(1)}`);
  const words = t("rating.graph", {
    count: history.length,
    lowest: number(Math.min(...ratings)),
    highest: number(Math.max(...ratings)),
    last: number(ratings.at(-1) ?? 0),
  });
  return draw(
    "svg",
    { class: "rating-graph", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": words },
    ...lines.map((line) => draw("line", { class: "rating-line", x1: LEFT, x2: WIDTH, y1: y(line), y2: y(line) })),
    ...lines.map((line) => {
      const label = draw("text", { class: "rating-label", x: LEFT - 6, y: y(line) + 3.5 });
      label.textContent = number(line);
      return label;
    }),
    draw("path", { class: "rating-curve", d: `M${points.join("L")}` }),
    draw("circle", { class: "rating-now", cx: x(history.length - 1), cy: y(ratings.at(-1) ?? 0), r: 3.5 }),
  );
}

/** @param {RatingPoint[]} history the oldest first */
function tableOf(history) {
  const head = ["rating.when", "rating.rating"].map((key) => make("th", { scope: "col", text: t(key) }));
  const rows = history.toReversed().map(({ at, rating }) =>
    make("tr", {}, make("td", { text: formatDate(at) }), make("td", { class: "figure", text: number(rating) })),
  );
  return make(
    "details",
    { class: "fold rating-table" },
    make("summary", { text: t("rating.table") }),
    make("table", {}, make("thead", {}, make("tr", {}, head)), make("tbody", {}, rows)),
  );
}

/**
 * Return a rating's history; a single point is no curve.
 * @param {RatingPoint[]} history the oldest first
 */
export const historyOf = (history) => [...(history.length > 1 ? [pictureOf(history)] : []), tableOf(history)];
