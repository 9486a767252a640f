/**
 * The opening explorer: which moves the opening book knows and games here have seen, what they are worth, what is proven of
 * them, what tradition calls them, and how those games ended, with the way to them where they are public. Says nothing where
 * nothing is known. Fires `line` with a move that was chosen.
 */

import { archiveAddress } from "../app/archive.js";
import { fill, make } from "../app/element.js";
import { worthText } from "../app/evaluation.js";
import { recall, remember } from "../app/memory.js";
import { sideName } from "../app/names.js";
import { hasAccounts } from "../app/people.js";
import { notation } from "../app/prose.js";
import { formatNumber, leftToRight, t } from "../app/text.js";

/** @typedef {import("../app/wire").Explored} Explored @typedef {import("../app/wire").Ends} Ends */
/** @typedef {import("../app/wire").Proof} Proof */
/** @typedef {import("../app/archive.js").Place} Place */

const STORED = "vato.explorer";
/** The parts of the bar, in their order. */
const BAR = /** @type {const} */ (["first", "drawn", "second"]);

export class OpeningExplorer extends HTMLElement {
  #title = make("summary");
  #proven = make("p", { class: "explorer-proven" });
  #about = make("p", { class: "quiet" });
  #games = make("a", { class: "explorer-all", text: t("analysis.games") });
  #problem = make("p");
  #moves = make("ol", { class: "explorer-moves" });
  #shown = make(
    "details",
    { class: "fold", open: recall(STORED, true) },
    this.#title,
    this.#proven,
    this.#about,
    this.#games,
    this.#problem,
    this.#moves,
  );

  connectedCallback() {
    this.hidden = true;
    // Folding it by hand is a wish for other times, too.
    this.#title.addEventListener("click", () => remember(STORED, !this.#shown.open));
    fill(this, this.#shown);
  }

  /** Show no more than the name of the opening for now. */
  fold() {
    this.#shown.open = false;
  }

  /**
   * @param {Explored | null} explored
   * @param {string[]} sides
   * @param {Place} place
   */
  show(explored, sides, place) {
    const about = explored ? aboutPosition(explored, sides) : "";
    this.hidden = !explored || !(about || explored.moves.length > 0 || explored.problem || explored.proven);
    if (!explored || this.hidden) return;
    const { opening, moves, problem, proven } = explored;
    this.#proven.textContent = proven ? provenText(proven, sides) : "";
    this.#proven.hidden = !proven;
    this.#title.textContent = opening ? t("explorer.of", { opening }) : t("explorer.title");
    this.#about.textContent = about;
    this.#about.hidden = !about;
    this.#games.hidden = !hasAccounts() || count(explored.ends) === 0;
    this.#games.href = archiveAddress(place);
    this.#problem.textContent = problem;
    this.#problem.hidden = !problem;
    fill(
      this.#moves,
      moves.map((each) => this.#line(each, sides, place)),
    );
  }

  /**
   * @param {import("../app/wire").ExploredMove} each
   * @param {string[]} sides
   * @param {Place} place
   */
  #line({ move, opening, score, ends, proven, keeps }, sides, place) {
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
        make(
          "span",
          { class: "explorer-text" },
          notation(move),
          opening && [" ", make("em", { text: opening })],
          proven && [" ", proofMark(proven, keeps, sides)],
        ),
        ...endsBar(ends, games),
      ),
      gamesAfter(move, ends, place),
    );
  }
}

/**
 * Return the number of games in which a move was played: the way to them where they are public.
 * @param {string} move
 * @param {Ends} ends
 * @param {Place} place
 */
function gamesAfter(move, ends, place) {
  const games = count(ends);
  if (games === 0) return null;
  const text = formatNumber(games, { notation: "compact" }) + (ends.more ? "+" : "");
  if (!hasAccounts()) return make("span", { class: "explorer-games quiet", "aria-hidden": "true", text });
  const said = t("archive.after", { count: games, move });
  // What is read is part of what it is called, which not every language says of a single one.
  const label = said.includes(text) ? said : `${text}: ${said}`;
  return make("a", { class: "explorer-games", href: archiveAddress({ ...place, moves: [move] }), text, "aria-label": label });
}

/**
 * Return which words say what is proven, and of whom.
 * @param {Proof} proof
 * @param {string[]} sides
 * @returns {["draw" | "wins" | "holds", {side: string}]}
 */
function said({ holds, wins }, sides) {
  const side = sideName(sides[wins ?? holds[0] ?? 0] ?? "");
  return [wins !== null ? "wins" : holds.length > 1 ? "draw" : "holds", { side }];
}

/**
 * Return what is proven of a position, in sentences.
 * @param {Proof} proof
 * @param {string[]} sides
 */
export function provenText(proof, sides) {
  const [what, values] = said(proof, sides);
  return t(`proven.${what}`, values);
}

/**
 * Return what is said beside a move: what is proven of it, or that it is open where that is only what the other has.
 * @param {Proof} proof
 * @param {boolean} keeps
 * @param {string[]} sides
 */
function proofMark(proof, keeps, sides) {
  const [what, values] = said(proof, sides);
  const text = keeps || what === "wins" ? t(`proven.mark_${what}`, values) : t("proven.open");
  return make("span", { class: `proof ${keeps ? "proof-sure" : "quiet"}`, title: provenText(proof, sides), text });
}

/** @param {Ends} ends */
const count = ({ first, second, drawn }) => first + second + drawn;

/**
 * Return how games ended, as a bar of three parts, and in words for those who do not see it.
 * @param {Ends} ends
 * @param {string} inWords
 */
function endsBar(ends, inWords) {
  if (count(ends) === 0) return [];
  const part = (/** @type {typeof BAR[number]} */ name) => {
    const bar = make("span", { class: `ends-${name}` });
    bar.style.flexGrow = String(ends[name]);
    return bar;
  };
  return [
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
  const values = { count: count(ends), first, second, won, lost, drawn };
  return values.count ? t(ends.more ? "explorer.last_ends" : "explorer.ends", values) : "";
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
