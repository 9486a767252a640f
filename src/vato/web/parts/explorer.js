/**
 * The opening explorer: which moves the opening book knows and games here have seen, what they are worth, what tradition
 * calls them, and how those games ended. Says nothing where nothing is known. Fires `line` with a move that was chosen.
 */

import { fill, make } from "../app/element.js";
import { worthText } from "../app/evaluation.js";
import { recall, remember } from "../app/memory.js";
import { sideName } from "../app/names.js";
import { notation } from "../app/prose.js";
import { formatNumber, leftToRight, t } from "../app/text.js";

/** @typedef {import("../app/wire").Explored} Explored @typedef {import("../app/wire").Ends} Ends */

const STORED = "vato.explorer";
/** The parts of the bar, in their order. @type {(keyof Ends)[]} */
const BAR = ["first", "drawn", "second"];

export class OpeningExplorer extends HTMLElement {
  #title = make("summary");
  #about = make("p", { class: "quiet" });
  #problem = make("p");
  #moves = make("ol", { class: "explorer-moves" });
  #shown = make("details", { open: recall(STORED, true) }, this.#title, this.#about, this.#problem, this.#moves);

  connectedCallback() {
    this.hidden = true;
    this.#shown.addEventListener("toggle", () => remember(STORED, this.#shown.open));
    fill(this, this.#shown);
  }

  /**
   * @param {Explored | null} explored
   * @param {string[]} sides
   */
  show(explored, sides) {
    const said = explored ? aboutPosition(explored, sides) : "";
    this.hidden = !explored || !(said || explored.moves.length > 0 || explored.problem);
    if (!explored || this.hidden) return;
    const { opening, moves, problem } = explored;
    this.#title.textContent = opening ? t("explorer.of", { opening }) : t("explorer.title");
    this.#about.textContent = said;
    this.#about.hidden = !said;
    this.#problem.textContent = problem;
    this.#problem.hidden = !problem;
    fill(
      this.#moves,
      moves.map((each) => this.#line(each, sides)),
    );
  }

  /**
   * @param {import("../app/wire").ExploredMove} each
   * @param {string[]} sides
   */
  #line({ move, opening, score, ends }, sides) {
    const worth = score ? worthText(score, null, sides) : "";
    const games = endsText(ends, sides);
    const choose = () => this.dispatchEvent(new CustomEvent("line", { detail: move }));
    return make(
      "li",
      {},
      make(
        "button",
        { type: "button", class: "explorer-move", on: { click: choose } },
        make("strong", { class: "explorer-score", text: worth }),
        make("span", { class: "explorer-text" }, notation(move), opening && [" ", make("em", { text: opening })]),
        ...endsBar(ends, games),
      ),
    );
  }
}

/** @param {Ends} ends */
const count = ({ first, second, drawn }) => first + second + drawn;

/**
 * Return how games ended, as a bar of three parts beside their number, and in words for those who do not see it.
 * @param {Ends} ends
 * @param {string} inWords
 */
function endsBar(ends, inWords) {
  const games = count(ends);
  if (games === 0) return [];
  const part = (/** @type {keyof Ends} */ name) => {
    const bar = make("span", { class: `ends-${name}` });
    bar.style.flexGrow = String(ends[name]);
    return bar;
  };
  return [
    make("span", { class: "quiet", "aria-hidden": "true", text: formatNumber(games, { notation: "compact" }) }),
    make("span", { class: "ends-bar", title: inWords, "aria-hidden": "true" }, BAR.map(part)),
    make("span", { class: "unseen", text: inWords }),
  ];
}

/**
 * Return how games ended, in words; nothing where there were none.
 * @param {Ends} ends
 * @param {string[]} sides
 */
function endsText(ends, sides) {
  const [first, second] = sides.map(sideName);
  const { first: won, second: lost, drawn } = ends;
  return count(ends) ? t("explorer.ends", { count: count(ends), first, second, won, lost, drawn }) : "";
}

/**
 * Return what is known of a position, in words; nothing where nothing is.
 * @param {Explored} explored
 * @param {string[]} sides
 */
export function aboutPosition({ score, ends }, sides) {
  const worth = score ? t("explorer.position", { worth: leftToRight(worthText(score, null, sides)) }) : "";
  return [worth, endsText(ends, sides)].filter(Boolean).join(" ");
}

customElements.define("vato-explorer", OpeningExplorer);
