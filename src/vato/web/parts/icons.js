/**
 * The small pictures on buttons, drawn on a square of 24 with one stroke width. They say nothing to a screen reader:
 * the button they are on has a name.
 */

import { draw, make } from "../app/element.js";

const PATHS = {
  menu: "M4 7H20M4 12H20M4 17H20",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  undo: "M9 6L4 11L9 16M4.5 11H14A5.5 5.5 0 0 1 14 20H11",
  hint: "M9 18H15M10 21H14M8.5 15C6.5 13.7 5.5 12 5.5 9.5A6.5 6.5 0 0 1 18.5 9.5C18.5 12 17.5 13.7 15.5 15Z",
  flip: "M7 4V19M3.5 15.5L7 19L10.5 15.5M17 20V5M13.5 8.5L17 5L20.5 8.5",
  flag: "M6 21V4M6 4.5H18L15.5 8.7L18 13H6",
  draw: "M5 5.5L7.5 4V11.5M18 4.5L6 19.5M14 15A2.5 2.5 0 0 1 19 15C19 17 14 18 14 20.5H19",
  star: "M12 4L14.4 9.2L20 9.8L15.8 13.6L17 19.2L12 16.3L7 19.2L8.2 13.6L4 9.8L9.6 9.2Z",
  plus: "M12 5V19M5 12H19",
  first: "M18 6L12 12L18 18M7 6V18",
  previous: "M15 6L9 12L15 18",
  next: "M9 6L15 12L9 18",
  last: "M6 6L12 12L6 18M17 6V18",
  sound: "M4 9.5V14.5H8L13 19V5L8 9.5ZM16.5 9A4.2 4.2 0 0 1 16.5 15M19 6.5A7.7 7.7 0 0 1 19 17.5",
  silence: "M4 9.5V14.5H8L13 19V5L8 9.5ZM17 9.5L22 14.5M22 9.5L17 14.5",
  chat: "M4 5H20V16H11L6.5 20V16H4Z",
  copy: "M9 9H20V20H9ZM5.5 15H4V4H15V5.5",
  share: "M12 15V4M8 7.5L12 3.5L16 7.5M6 12H4.5V20.5H19.5V12H18",
  check: "M4.5 12.5L10 18L19.5 6.5",
  cross: "M6 6L18 18M18 6L6 18",
  eye: "M2.5 12C5 7.5 8.3 5.5 12 5.5S19 7.5 21.5 12C19 16.5 15.7 18.5 12 18.5S5 16.5 2.5 12ZM12 9A3 3 0 1 1 12 15A3 3 0 0 1 12 9Z",
  search: "M10.5 4A6.5 6.5 0 1 1 10.5 17A6.5 6.5 0 0 1 10.5 4ZM15.5 15.5L20.5 20.5",
  export: "M12 4V15M8 11.5L12 15.5L16 11.5M4.5 16V20H19.5V16",
  import: "M12 15.5V4.5M8 8L12 4L16 8M4.5 16V20H19.5V16",
  arrow: "M5 19L18 6M9.5 5.500H18.5V14.5",
  down: "M6 10L12 16L18 10",
  edit: "M4 20L5 15.5L16 4.5L19.5 8L8.5 19ZM13.5 7L17 10.5",
  computer: "M4 5H20V16H4ZM9 20H15M12 16V20",
  screen:
    "M8 4.5A3 3 0 1 1 8 10.5A3 3 0 0 1 8 4.5ZM2.5 19C2.5 15.5 5 13.5 8 13.5S13.5 15.5 13.5 19M16 5A2.8 2.8 0 0 1 16 10.3M17 13.8C19.7 14.3 21.5 16.2 21.5 19",
  link: "M10 14A4 4 0 0 1 10 8.5L13 5.5A4 4 0 0 1 18.5 11L16.8 12.7M14 10A4 4 0 0 1 14 15.5L11 18.5A4 4 0 0 1 5.5 13L7.2 11.3",
  play: "M7 4.5L19 12L7 19.5Z",
  pause: "M8 5V19M16 5V19",
  analysis: "M4 19.5H20M6 16V11M11 16V5M16 16V8.5",
  graph: "M4 4V20H20M7 15L11 10L14 13L19.5 6.5",
  keyboard: "M2.5 6.5H21.5V17.5H2.5ZM6 10H6.010M10 10H10.010M14 10H14.010M18 10H18.010M8 14H16",
  up: "M6 14L12 8L18 14",
  trash: "M5 7H19M9.5 7V4.5H14.5V7M7 7L8 20H16L17 7",
  trophy:
    "M7.5 4H16.5V10A4.5 4.5 0 0 1 7.5 10ZM7.5 6H4.5C4.5 9 5.5 10.5 7.7 10.8M16.5 6H19.5C19.5 9 18.5 10.5 16.3 10.8M12 14.5V18M8.5 20H15.5",
  person: "M12 4.5A3.5 3.5 0 1 1 12 11.5A3.5 3.5 0 0 1 12 4.5ZM5 20C5 16 8 14 12 14S19 16 19 20",
  key: "M8 8.5A4 4 0 1 1 8 16.5A4 4 0 0 1 8 8.5ZM11.5 11L20.5 5M17 7.5L19 10.500",
  stone: "M12 4A8 8 0 1 1 12 20A8 8 0 0 1 12 4Z",
  home: "M4 11.5L12 4.5L20 11.5M6.5 10V19.5H17.5V10",
  offline: "M3 9.5A13 13 0 0 1 8 6.6M12.5 5.8A13 13 0 0 1 21 9.5M6.5 13A8 8 0 0 1 10 11M15 11.8A8 8 0 0 1 17.5 13M12 18h.01M4 3.5L20 20.5",
  setup: "M4 4H20V20H4ZM4 12H20M12 4V20",
};

/** @typedef {keyof typeof PATHS} IconName */

/**
 * Return an icon.
 * @param {IconName} name
 */
export function icon(name) {
  return draw(
    "svg",
    { class: `icon icon-${name}`, viewBox: "0 0 24 24", "aria-hidden": "true" },
    draw("path", { d: PATHS[name] }),
  );
}

/**
 * Return a button that shows only an icon; its name is its label and its tip.
 * @param {IconName} name
 * @param {string} label
 * @param {() => void} act
 * @param {import("../app/element.js").Look} [look]
 */
export function iconButton(name, label, act, look = {}) {
  const attributes = {
    type: "button",
    class: "icon-button",
    title: label,
    "aria-label": label,
    on: { click: act },
    ...look,
  };
  return make("button", attributes, icon(name));
}

/**
 * Return a button with a word, and an icon before it if one is named.
 * @param {string} label
 * @param {() => void} act
 * @param {import("../app/element.js").Look & {icon?: IconName}} [look]
 */
export function button(label, act, look = {}) {
  const { icon: name, "aria-label": longer, ...rest } = look;
  // Whoever speaks to the page says what they read, which not every language's longer name contains.
  const called = longer && { "aria-label": String(longer).includes(label) ? longer : `${label}: ${longer}` };
  const attributes = { type: "button", class: "button", on: { click: act }, ...rest, ...called };
  return make("button", attributes, name ? icon(name) : null, make("span", { text: label }));
}
