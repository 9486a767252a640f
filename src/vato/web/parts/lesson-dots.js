/**
 * The exercises of a lesson as dots: which are done, which one is open, and a way to each.
 */

import { make } from "../app/element.js";
import { t } from "../app/text.js";

/**
 * @param {{count: number, current: number, done: Set<number>, choose: (number: number) => void}} lesson
 */
export function lessonDots({ count, current, done, choose }) {
  const dots = Array.from({ length: count }, (_, number) => {
    const values = { number: number + 1, count };
    const label = done.has(number) ? t("learn.exercise_done", values) : t("learn.exercise", values);
    return make(
      "li",
      {},
      make("button", {
        type: "button",
        class: done.has(number) ? "dot done" : "dot",
        title: label,
        "aria-label": label,
        "aria-current": number === current && "step",
        on: { click: () => choose(number) },
      }),
    );
  });
  return make("ol", { class: "dots", "aria-label": t("learn.exercises") }, dots);
}
