/**
 * What the engine thinks of the position: a switch, how many lines, and the lines with their scores. Lines that somebody
 * points at stay as they are, so that nothing else is under the hand when it clicks.
 *
 * Events: `engine` when it is turned on or off or the number of lines changes, `line` with the moves up to one that was chosen,
 * `peek` with the moves up to one that is pointed at, and with none when nobody points any more.
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
  #on = make("input", { type: "checkbox", role: "switch", on: { change: () => this.#tell("engine") } });
  #count = make("select");
  #depth = make("span", { class: "quiet engine-depth" });
  #known = make("div", { class: "engine-known" });
  #list = make("ol", { class: "engine-lines" });
  /** The moves that each button leads through. @type {Map<Element, string[]>} */
  #leads = new Map();
  /** Whether somebody points at the lines. */
  #held = false;
  /** What was said meanwhile. @type {(() => void) | null} */
  #later = null;

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
      this.#tell("engine");
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
    this.#list.addEventListener("pointermove", (event) => {
      // A line that comes under a hand at rest is not pointed at.
      if (event.movementX || event.movementY) this.#point(event.target);
    });
    this.#list.addEventListener("focusin", ({ target }) => this.#point(target));
    this.#list.addEventListener("pointerleave", () => this.#leave());
    this.#list.addEventListener("focusout", () => this.#leave());
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
    this.#held = false;
    this.#later = null;
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
    const list = () => {
      this.#leads.clear();
      fill(
        this.#list,
        information.lines.map((line) => this.#line(line, sides)),
      );
    };
    if (this.#held) this.#later = list;
    else list();
  }

  /**
   * @param {Information["lines"][number]} line
   * @param {string[]} sides
   */
  #line({ moves, score, fact }, sides) {
    const buttons = moves.slice(0, SHOWN_MOVES).map((move, index) => {
      const upTo = moves.slice(0, index + 1);
      const choose = () => this.#tell("line", upTo);
      // One stop for each line; arrows lead on.
      const look = { type: "button", class: "engine-move", tabindex: index === 0 ? 0 : -1, on: { click: choose } };
      const made = make("button", look, notation(move));
      this.#leads.set(made, upTo);
      return made;
    });
    const walk = (/** @type {KeyboardEvent} */ event) => {
      const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key] ?? 0;
      const next = by && buttons[buttons.findIndex((each) => each === event.target) + by];
      if (!next) return;
      event.preventDefault();
      event.stopPropagation();
      next.focus();
    };
    return make(
      "li",
      { class: "engine-line" },
      make("strong", { class: "engine-score", text: worthText(score, fact, sides) }),
      make(
        "span",
        { class: "engine-moves", on: { keydown: walk } },
        buttons.flatMap((each) => [each, " "]),
      ),
    );
  }

  /** @param {EventTarget | null} target what is pointed at in the lines */
  #point(target) {
    this.#held = true;
    const move = target instanceof Element && target.closest(".engine-move");
    if (move) this.#tell("peek", this.#leads.get(move));
  }

  /** Show what was said meanwhile, once nobody points at the lines. */
  #leave() {
    // When the focus goes from one move to the next, it is nowhere in between.
    queueMicrotask(() => {
      if (!this.#held || this.#list.matches(":hover, :focus-within")) return;
      this.#held = false;
      this.#tell("peek", null);
      this.#later?.();
      this.#later = null;
    });
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
        { class: "fold" },
        make("summary", {}, make("span", { text })),
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

  /**
   * @param {string} type
   * @param {string[] | null} [moves]
   */
  #tell(type, moves) {
    this.dispatchEvent(new CustomEvent(type, { detail: moves }));
  }
}

customElements.define("vato-engine", EngineLines);
