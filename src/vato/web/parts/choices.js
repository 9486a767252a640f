/**
 * Ways to choose one of a few: chips in a row, cards with an explanation. Radio buttons underneath, so that the keyboard
 * and a screen reader find what they know.
 */

import { make } from "../app/element.js";

let groups = 0;

/**
 * @typedef {{value: string, label: string, note?: string, content?: Node}} Choice
 * @typedef {{label: string, name: string, options: Choice[], value: string, choose: (value: string) => void,
 *            class?: string, hideLabel?: boolean}} Group
 */

/**
 * Return a group of chips.
 * @param {Group} group
 */
export function chips({ label, name, options, value, choose, class: kind = "chips", hideLabel = false }) {
  groups += 1;
  const id = `${name}-${groups}`;
  return make(
    "fieldset",
    { class: `choice ${kind}` },
    make("legend", { text: label, class: hideLabel ? "hidden" : "" }),
    make(
      "div",
      { class: "choice-options" },
      options.map((option) => {
        const input = make("input", {
          type: "radio",
          name: id,
          value: option.value,
          checked: option.value === value,
          on: { change: () => choose(option.value) },
        });
        const text = make("span", { class: "choice-label", text: option.label });
        const note = option.note ? make("span", { class: "choice-note", text: option.note }) : null;
        return make(
          "label",
          { data: { value: option.value } },
          input,
          option.content,
          make("span", { class: "choice-text" }, text, note),
        );
      }),
    ),
  );
}
