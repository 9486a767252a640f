/**
 * Planned answers in a game by post: what is planned, and a board on which it is changed. Only whoever plans sees any of it.
 */

import { fill, make } from "../app/element.js";
import { PlanTree } from "../app/plan.js";
import { readPlan, savePlan } from "../app/post.js";
import { notation } from "../app/prose.js";
import { isMyTurn, mineIn, playsElsewhere } from "../app/seats.js";
import { t } from "../app/text.js";
import "../board/board.js";
import { obey } from "./board-settings.js";
import { ask } from "./dialogs.js";
import { beginsAbove } from "./game-board.js";
import { button } from "./icons.js";
import { toast, toastProblem } from "./toasts.js";

/** @typedef {import("../app/wire").State} State */

export class PlanPart extends HTMLElement {
  /** @type {State | null} */
  #state = null;
  /** @type {string[][]} */
  #lines = [];
  /** The position that is known about. */
  #ply = -1;
  #list = make("ul", { class: "plan-lines" });
  #button = button(t("plan.edit"), () => this.#edit());

  connectedCallback() {
    this.hidden = true;
    this.setAttribute("role", "region");
    this.setAttribute("aria-label", t("plan.heading"));
    fill(this, make("h2", { text: t("plan.heading") }), make("p", { class: "quiet", text: t("plan.note") }), this.#list, this.#button);
  }

  /** @param {State} state */
  show(state) {
    this.#state = state;
    const waits = playsElsewhere(state) && mineIn(state).length === 1 && !state.outcome && !isMyTurn(state);
    this.hidden = !state.clock?.per_turn || !waits;
    if (this.hidden || state.scene.ply === this.#ply) return;
    this.#ply = state.scene.ply;
    this.#lines = [];
    this.#showLines();
    readPlan(state.id).then(
      ({ ply, lines }) => {
        if (ply !== this.#ply) return;
        this.#lines = lines;
        this.#showLines();
      },
      () => {}, // the page says itself that there is no line
    );
  }

  #showLines() {
    fill(
      this.#list,
      this.#lines.map((line) => make("li", { dir: "ltr" }, line.flatMap((move, place) => [between(place), notation(move)]))),
    );
  }

  async #edit() {
    const state = this.#state;
    if (!state) return;
    try {
      const tree = await PlanTree.of(state, this.#lines);
      const lines = await edited(tree, mineIn(state)[0] ?? 0);
      if (!lines) return;
      const { lines: kept } = await savePlan(state.id, { ply: tree.root.ply, lines });
      this.#lines = kept;
      this.#showLines();
      toast(kept.length > 0 ? t("plan.saved", { count: kept.length }) : t("plan.emptied"));
    } catch (problem) {
      toastProblem(problem);
    }
  }
}

/**
 * Return what stands before a move of a line: an arrow from a move of the other player to the answer.
 * @param {number} place of the move, from 0
 */
const between = (place) => (place === 0 ? "" : place % 2 === 1 ? " → " : " · ");

/**
 * Let somebody plan on a board of its own; returns the lines, or null if nothing is to change.
 * @param {PlanTree} tree
 * @param {number} me the side of whoever plans
 */
async function edited(tree, me) {
  const board = /** @type {import("../board/board.js").VatoBoard} */ (document.createElement("vato-board"));
  const lines = make("ul", { class: "plan-lines", "aria-label": t("plan.heading") });
  const told = make("p", { role: "status" });
  const remove = button(t("plan.remove"), () => {
    tree.remove();
    show();
  }, { icon: "trash" });
  const { layout, root } = tree;
  const back = button(t("plan.from_start"), () => act(() => tree.look(root)), { icon: "first" });
  const show = () => {
    const { node } = tree;
    const scene = node.reached?.scene;
    const answers = (node.ply - root.ply) % 2 === 1;
    board.show({
      pieces: node.pieces,
      turn: scene?.turn ?? 0,
      options: scene?.options ?? [],
      last: node.turn,
      interactive: (scene?.options.length ?? 0) > 0,
      flipped: layout !== null && beginsAbove(layout, root.path[0]?.parent?.pieces ?? root.pieces, me),
      glide: true,
    });
    if (node === root && remove.matches(":focus")) back.focus(); // as what is disabled has it no longer
    remove.disabled = node === root;
    told.textContent = t(node.reached?.outcome ? "plan.over" : answers ? "plan.answer" : "plan.other");
    const isOnLine = lines.contains(document.activeElement);
    fill(
      lines,
      tree.ends.map((end) => make("li", { dir: "ltr" }, end.path.slice(root.ply).flatMap((at, place) => [between(place), move(at)]))),
    );
    if (isOnLine) /** @type {HTMLElement | null} */ (lines.querySelector("[aria-current=step]"))?.focus();
  };
  const move = (/** @type {import("../app/variations.js").Node} */ at) =>
    make(
      "button",
      { type: "button", class: "move", "aria-current": at === tree.node && "step", on: { click: () => act(() => tree.look(at)) } },
      notation(at.turn?.text ?? ""),
    );
  /** What is done on the board, one after the other. */
  let underWay = Promise.resolve();
  const act = (/** @type {() => Promise<void>} */ what) => {
    underWay = underWay.then(what).catch(toastProblem).then(show);
  };
  board.layout = layout;
  board.sides = tree.sides;
  board.label = t("plan.heading");
  obey(board);
  board.addEventListener("vato-move", (event) => act(() => tree.play(/** @type {CustomEvent} */ (event).detail.text)));
  const chosen = await ask({
    title: t("plan.heading"),
    class: "plan-dialog",
    content: [make("div", { class: "plan-board" }, board), told, lines, make("div", { class: "row" }, back, remove)],
    actions: [
      { label: t("dialog.cancel"), value: "" },
      { label: t("plan.save"), value: "save", kind: "primary" },
    ],
    onOpen: show,
  });
  if (chosen !== "save") return null;
  await underWay; // whoever is quick means the last answer, too
  return tree.lines;
}

customElements.define("vato-plan", PlanPart);
