/**
 * What the user has set for this browser: theme, how boards and pieces look, engine, how moves are played, sound, animation,
 * coordinates, shortcuts, chat, watchers, their name.
 * Owns the settings and the looks of the document; whoever depends on one listens for `change`.
 */

import { recall, remember } from "./memory.js";

const STORED = "vato.settings";

/**
 * @typedef {"auto" | "light" | "dark"} Theme
 * @typedef {"auto" | "wood" | "slate" | "paper"} BoardLook `auto` goes with the theme
 * @typedef {"stones" | "motifs"} PieceLook `motifs` are those of the set to print
 * @typedef {"device" | "server"} Engine which one thinks for the visitor
 * @typedef {"slow" | "always" | "never"} Confirm in which games a move waits for a second word
 * @typedef {{theme: Theme, board: BoardLook, pieces: PieceLook, upright: boolean, calm: boolean, engine: Engine,
 *            confirm: Confirm, quick: boolean, sound: boolean, volume: number, animation: boolean, coordinates: boolean,
 *            shortcuts: boolean, chat: boolean, watchers: boolean, name: string}} Values
 */

/** @type {Values} */
const INITIAL = {
  theme: "auto",
  board: "auto",
  pieces: "stones",
  upright: false,
  calm: false,
  engine: "device",
  confirm: "slow",
  quick: false,
  sound: true,
  volume: 100,
  animation: true,
  coordinates: true,
  shortcuts: true,
  chat: true,
  watchers: true,
  name: "",
};

class Settings extends EventTarget {
  /** @type {Values} */
  #values = { ...INITIAL, ...recall(STORED, /** @type {Partial<Values>} */ ({})) };

  /**
   * @template {keyof Values} Name
   * @param {Name} name
   * @returns {Values[Name]}
   */
  get(name) {
    return this.#values[name];
  }

  /**
   * @template {keyof Values} Name
   * @param {Name} name
   * @param {Values[Name]} value
   */
  set(name, value) {
    this.#values = { ...this.#values, [name]: value };
    remember(STORED, this.#values);
    this.applyLooks();
    this.dispatchEvent(new CustomEvent("change", { detail: name }));
  }

  /** Put the looks on the document; `auto` leaves the theme to the system, and the board to the theme. */
  applyLooks() {
    const { theme, board, pieces, calm } = this.#values;
    const looks = { theme, board, pieces, calm: calm ? "yes" : "auto" };
    for (const [name, value] of Object.entries(looks)) {
      if (value === "auto") delete document.documentElement.dataset[name];
      else document.documentElement.dataset[name] = value;
    }
  }

  /** Return the theme that is seen, for pictures that the server draws. */
  get shownTheme() {
    if (this.#values.theme !== "auto") return this.#values.theme;
    return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  }

  /** Whether things may move. */
  get moving() {
    return this.#values.animation && !matchMedia("(prefers-reduced-motion: reduce)").matches;
  }
}

export const settings = new Settings();
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () =>
  settings.dispatchEvent(new CustomEvent("change", { detail: "theme" })),
);
