/**
 * Choosing a clock: none, minutes with an increment or a delay, days for each turn, or one's own.
 */

import { CLOCKS, DAYS, DELAYS, clockOf } from "../app/choices.js";
import { make } from "../app/element.js";
import { clockName } from "../app/names.js";
import { t } from "../app/text.js";
import { chips } from "./choices.js";

/** @typedef {Pick<import("../app/choices.js").Choices, "clock" | "delay" | "days" | "minutes" | "increment">} ClockChoices */

/**
 * Return what a clock is chosen by: its kind, and what there is to say more of some.
 * @param {ClockChoices} choices
 * @param {(changed: Partial<ClockChoices>) => void} choose
 * @param {{without?: string[]}} [how] kinds that are not offered
 */
export function clockChoice(choices, choose, { without = [] } = {}) {
  const named = (/** @type {Partial<ClockChoices>} */ changed) => clockName(clockOf({ ...choices, ...changed }));
  /** @type {Record<string, HTMLElement>} */
  const more = {
    delay: chips({
      label: t("clock.delay"),
      name: "delay",
      options: DELAYS.map((delay) => ({ value: delay, label: named({ clock: "delay", delay }) })),
      value: choices.delay,
      choose: (delay) => choose({ delay }),
    }),
    days: chips({
      label: t("clock.days"),
      name: "days",
      options: DAYS.map((days) => ({ value: String(days), label: t("clock.days_count", { count: days }) })),
      value: String(choices.days),
      choose: (days) => choose({ days: Number(days) }),
    }),
    custom: make(
      "div",
      { class: "fields" },
      numberField(t("setup.minutes"), choices.minutes, 0.5, 180, 0.5, (minutes) => choose({ minutes })),
      numberField(t("setup.increment"), choices.increment, 0, 180, 1, (increment) => choose({ increment })),
    ),
  };
  const show = (/** @type {string} */ clock) => {
    for (const [kind, part] of Object.entries(more)) part.hidden = kind !== clock;
  };
  show(choices.clock);
  const group = chips({
    label: t("setup.clock"),
    name: "clock",
    options: CLOCKS.filter((kind) => !without.includes(kind)).map((kind) => ({
      value: kind,
      label: kind in more ? t(`clock.${kind}`) : named({ clock: kind }),
    })),
    value: choices.clock,
    choose: (clock) => {
      show(clock);
      choose({ clock });
    },
  });
  return [group, ...Object.entries(more).flatMap(([kind, part]) => (without.includes(kind) ? [] : [part]))];
}

/**
 * @param {string} label
 * @param {number} value
 * @param {number} min
 * @param {number} max
 * @param {number} step
 * @param {(value: number) => void} choose
 */
export function numberField(label, value, min, max, step, choose) {
  const input = make("input", { type: "number", value: String(value), min, max, step, inputmode: "decimal" });
  input.addEventListener("change", () => {
    const wanted = Math.min(max, Math.max(min, input.valueAsNumber || min));
    input.value = String(wanted);
    choose(wanted);
  });
  return make("label", { class: "field" }, make("span", { text: label }), input);
}
