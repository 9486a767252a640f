/**
 * What the user has set for this browser: theme, engine, how moves are played, sound, animation, coordinates, shortcuts,
 * chat, watchers, their name.
 * Owns the settings and the theme of the document; whoever depends on one listens for `change`.
 */

import { recall, remember } from "./memory.js";

const STORED = "vato.settings";

/**
 * @typedef {"auto" | "light" | "dark"} Theme
 * @typedef {"device" | "server"} Engine which one thinks for the visitor
 * @typedef {"slow" | "always" | "never"} Confirm in which games a move waits for a second word
 * @typedef {{theme: Theme, engine: Engine, confirm: Confirm, quick: boolean, sound: boolean, animation: boolean,
 *            coordinates: boolean, shortcuts: boolean, chat: boolean, watchers: boolean, name: string}} Values
 */

/** @type {Values} */
const INITIAL = {
  theme: "auto",
  engine: "device",
  confirm: "slow",
  quick: false,
  sound: true,
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
    if (name === "theme") this.applyTheme();
    this.dispatchEvent(new CustomEvent("change", { detail: name }));
  }

  /** Put the theme on the document; `auto` leaves it to the system. */
  applyTheme() {
    const root = document.documentElement;
    if (this.#values.theme === "auto") delete root.dataset.theme;
    else root.dataset.theme = this.#values.theme;
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
