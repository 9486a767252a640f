/**
 * What the engine thinks of the position: a switch, how many lines, and the lines with their scores. Fires `engine` when
 * it is turned on or off or the number of lines changes, and `line` with the moves of a line that was chosen.
 */

import { fill, make } from "../app/element.js";
import { worthText } from "../app/evaluation.js";
import { recall, remember } from "../app/memory.js";
import { sideName } from "../app/names.js";
import { notation } from "../app/prose.js";
import { formatNumber, t } from "../app/text.js";

/** @typedef {import("../app/wire").Information} Information */

const STORED = "vato.lines";
const MOST_LINES = 5;
/** Of each line so many moves are shown. */
const SHOWN_MOVES = 8;

export class EngineLines extends HTMLElement {
  lines = recall(STORED, 3);
  #on = make("input", { type: "checkbox", role: "switch", on: { change: () => this.#tell() } });
  #count = make("select");
  #depth = make("span", { class: "quiet engine-depth" });
  #known = make("div", { class: "engine-known" });
  #list = make("ol", { class: "engine-lines" });

  connectedCallback() {
    fill(
      this.#count,
      Array.from({ length: MOST_LINES }, (_, index) =>
        make("option", { value: String(index + 1), text: formatNumber(index + 1), selected: index + 1 === this.lines }),
      ),
    );
    this.#count.addEventListener("change", () => {
      this.lines = Number(this.#count.value);
      remember(STORED, this.lines);
      this.#tell();
    });
    fill(
      this,
      make(
        "div",
        { class: "engine-head" },
        make("label", { class: "switch" }, this.#on, make("span", { text: t("engine.title") })),
        this.#depth,
        make("label", { class: "engine-count" }, make("span", { class: "quiet", text: t("engine.lines") }), this.#count),
      ),
      this.#known,
      this.#list,
    );
  }

  get running() {
    return this.#on.checked;
  }

  set running(on) {
    this.#on.checked = on;
  }

  /** Forget what was said of another position. */
  clear() {
    this.#depth.textContent = this.running ? t("engine.starting") : "";
    fill(this.#known);
    fill(this.#list);
  }

  /**
   * Say that others are served first.
   * @param {number} ahead how many
   */
  wait(ahead) {
    this.#depth.textContent = t("engine.queued", { count: ahead });
  }

  /**
   * Say what is being fetched before it can think.
   * @param {import("../engine/supply.js").Loading} loading
   */
  load({ size, share }) {
    const megabytes = { style: /** @type {const} */ ("unit"), unit: "megabyte", maximumFractionDigits: 1 };
    const percent = { style: /** @type {const} */ ("percent") };
    this.#depth.textContent = t("engine.loading", {
      size: formatNumber(size / 1e6, megabytes),
      share: formatNumber(share, percent),
    });
  }

  /** Say nothing, as nothing is to come. */
  rest() {
    this.#depth.textContent = "";
  }

  /** Say that the lines go on when the review is done. */
  pause() {
    this.#depth.textContent = t("engine.paused");
  }

  /**
   * @param {Information} information
   * @param {string[]} sides
   */
  show(information, sides) {
    this.#showKnown(information, sides);
    this.#depth.textContent = t("engine.depth", {
      depth: information.depth,
      nodes: formatNumber(information.nodes, { notation: "compact" }),
    });
    fill(
      this.#list,
      information.lines.map((line) =>
        make(
          "li",
          {},
          make(
            "button",
            { type: "button", class: "engine-line", on: { click: () => this.#choose(line.moves[0]) } },
            make("strong", { class: "engine-score", text: worthText(line.score, line.fact, sides) }),
            make(
              "span",
              { class: "engine-moves" },
              line.moves.slice(0, SHOWN_MOVES).flatMap((move) => [notation(move), " "]),
            ),
          ),
        ),
      ),
    );
  }

  /**
   * Say what is known exactly and, to who asks, which moves keep it.
   * @param {Information} information
   * @param {string[]} sides
   */
  #showKnown({ known }, sides) {
    // Left alone while it says the same, so that what was opened stays open.
    const says = JSON.stringify(known);
    if (this.#known.dataset.says === says && this.#known.firstChild) return;
    this.#known.dataset.says = says;
    if (!known) return fill(this.#known);
    const side = known.winner === null ? "" : sideName(sides[known.winner] ?? "");
    const text =
      known.winner === null
        ? t("facts.known_draw")
        : known.turns
          ? t("facts.known_wins_in", { side, count: known.turns })
          : t("facts.known_wins", { side });
    return fill(
      this.#known,
      make(
        "details",
        {},
        make("summary", { text }),
        make(
          "p",
          { class: "quiet" },
          t("facts.keeping"),
          " ",
          known.keeping.flatMap((move) => [notation(move), " "]),
        ),
      ),
    );
  }

  /** @param {string | undefined} move */
  #choose(move) {
    if (move) this.dispatchEvent(new CustomEvent("line", { detail: move }));
  }

  #tell() {
    this.dispatchEvent(new Event("engine"));
  }
}

customElements.define("vato-engine", EngineLines);
