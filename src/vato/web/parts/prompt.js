/**
 * The line below the board: what is going on and what can be done about it now. Says one thing at a time, the most
 * urgent: how it ended, an invitation, an offer, a turn in the making, whose turn it is.
 */

import { fill, make } from "../app/element.js";
import { gameHas } from "../app/games.js";
import { playerName } from "../app/names.js";
import { prose } from "../app/prose.js";
import { hasOpenSeat, mineIn } from "../app/seats.js";
import { resultText } from "../app/results.js";
import { ratingAfter } from "../app/ratings.js";
import { t } from "../app/text.js";
import { button } from "./icons.js";

/** @typedef {import("../app/wire").State} State @typedef {keyof import("../app/wire").Offers} Offer */

/**
 * What the prompt's buttons do.
 * @typedef {object} Deeds
 * @property {() => void} endTurn
 * @property {() => void} undoStep
 * @property {() => void} toNow
 * @property {(offer: Offer, accept: boolean) => void} answer
 * @property {() => void} next the next game of a contest, or a rematch
 * @property {() => void} review
 * @property {() => void} newGame
 * @property {() => void} join
 */

/**
 * @typedef {{state: State, half: import("../types").Half | null, browsing: boolean, lost: boolean}} Situation
 */

export class PromptPart extends HTMLElement {
  /** @type {Deeds | null} */
  deeds = null;
  #key = "";

  /** @param {Situation} situation */
  show(situation) {
    const deeds = this.deeds;
    if (!deeds) return;
    const { kind, text, more = [] } = describe(situation, deeds);
    // Filling it anew would take the focus away from its buttons.
    const key = `${kind} ${text} ${more.map((node) => node.textContent).join()}`;
    if (key === this.#key) return;
    this.#key = key;
    const hadFocus = this.contains(document.activeElement);
    this.dataset.kind = kind;
    fill(
      this,
      text ? make("p", { class: "prompt-text" }, prose(text)) : null,
      more.length > 0 && make("div", { class: "prompt-more" }, more),
    );
    if (hadFocus) this.querySelector("button")?.focus();
  }
}

/**
 * @param {Situation} situation
 * @param {Deeds} deeds
 * @returns {{kind: string, text: string, more?: Node[]}}
 */
function describe({ state, half, browsing, lost }, deeds) {
  const { seats, outcome } = state;
  const mine = mineIn(state);
  if (browsing)
    return { kind: "browsing", text: t("prompt.browsing"), more: [button(t("prompt.to_now"), deeds.toNow)] };
  if (outcome) return ended(state, mine, deeds);
  if (hasOpenSeat(state)) {
    if (mine.length > 0) return { kind: "wait", text: t("prompt.awaited") };
    return {
      kind: "invitation",
      text: t("prompt.open_seat"),
      more: [button(t("join.play"), deeds.join, { class: "button primary" })],
    };
  }
  const turn = state.scene.turn;
  // A turn in the making is ended whatever is offered meanwhile; to play on is an answer.
  if (mine.includes(turn) && half && (half.steps.length > 0 || half.asks) && !half.sent) return making(half, deeds);
  const offered = offer(state, mine, deeds);
  if (offered) return offered;
  // What was played waits for the line.
  if (half?.sent && lost) return { kind: "wait", text: t("connection.lost") };
  const name = playerName(/** @type {import("../app/wire").Seat} */ (seats[turn]));
  if (mine.includes(turn)) {
    if (state.scene.crowded) return { kind: "act", text: t("prompt.crowded") };
    if (mine.length > 1) return { kind: "act", text: t("prompt.side_to_move", { name }) };
    return { kind: "act", text: t("prompt.your_turn") };
  }
  if (state.thinking || seats[turn]?.kind === "computer") return { kind: "wait", text: t("prompt.thinking") };
  if (mine.length > 0) return { kind: "wait", text: t("prompt.waiting", { name }) };
  const toMove = t("prompt.side_to_move", { name });
  return { kind: "wait", text: state.behind > 0 ? `${toMove} ${t("watch.behind")}` : toMove };
}

/**
 * @param {import("../types").Half} half
 * @param {Deeds} deeds
 */
function making(half, deeds) {
  const undo = button(t("prompt.undo_step"), deeds.undoStep, { icon: "undo" });
  const label = half.whole ? t("prompt.play_move") : t("prompt.end_turn");
  const end = button(label, deeds.endTurn, { class: "button primary", icon: "check" });
  const text = half.whole ? "prompt.confirm" : half.mayStop ? "prompt.go_on_or_end" : "prompt.go_on";
  return {
    kind: "act",
    text: half.asks ? t("board.say.choose") : t(text),
    more: half.mayStop ? [undo, end] : [undo],
  };
}

/**
 * @param {State} state
 * @param {number[]} mine
 * @param {Deeds} deeds
 */
function offer(state, mine, deeds) {
  for (const kind of /** @type {Offer[]} */ (["draw", "takeback"])) {
    const by = state.offers[kind];
    if (by === null || by === undefined || mine.length === 0) continue;
    if (mine.includes(by)) {
      const offered = t(`prompt.${kind}_offered`);
      // Who waits for an answer need not wait with the turn.
      if (!mine.includes(state.scene.turn)) return { kind: "wait", text: offered };
      return { kind: "act", text: `${offered} ${t("prompt.your_turn")}` };
    }
    const name = playerName(/** @type {import("../app/wire").Seat} */ (state.seats[by]));
    return { kind: "offer", text: t(`prompt.${kind}_wanted`, { name }), more: answers(kind, deeds) };
  }
  return null;
}

/**
 * @param {Offer} kind
 * @param {Deeds} deeds
 */
function answers(kind, deeds) {
  return [
    button(t("prompt.decline"), () => deeds.answer(kind, false)),
    button(t("prompt.accept"), () => deeds.answer(kind, true), { class: "button primary" }),
  ];
}

/**
 * @param {State} state
 * @param {number[]} mine
 * @param {Deeds} deeds
 */
function ended(state, mine, deeds) {
  const outcome = /** @type {import("../app/wire").Outcome} */ (state.outcome);
  const review = gameHas(state.game, "engine") ? [button(t("prompt.review"), deeds.review, { icon: "graph" })] : [];
  const text = [resultText(outcome, mine), ...counted(state, mine)].join(" · ");
  const by = state.offers.rematch;
  if (state.next_id) {
    const label = state.contest && !state.contest.over ? t("prompt.next_game") : t("prompt.to_rematch");
    return { kind: "ended", text, more: [...review, button(label, deeds.next, { class: "button primary" })] };
  }
  if (mine.length === 0) return { kind: "ended", text, more: review };
  if (by !== null && by !== undefined && !mine.includes(by)) {
    const name = playerName(/** @type {import("../app/wire").Seat} */ (state.seats[by]));
    return { kind: "offer", text: t("prompt.rematch_wanted", { name }), more: [...answers("rematch", deeds)] };
  }
  if (by !== null && by !== undefined)
    return { kind: "ended", text: `${text} · ${t("prompt.rematch_offered")}`, more: review };
  if (!state.may.rematch && (!state.contest || state.contest.over))
    return {
      kind: "ended",
      text,
      more: [...review, button(t("start.new_game"), deeds.newGame, { class: "button primary" })],
    };
  const inContest = state.contest && !state.contest.over;
  const label = inContest ? t("prompt.next_game") : t("prompt.rematch");
  const another = inContest ? [] : [button(t("start.new_game"), deeds.newGame)];
  return { kind: "ended", text, more: [...review, ...another, button(label, deeds.next, { class: "button primary" })] };
}

/**
 * Return what the end of a rated game did to my rating, in a sentence.
 * @param {State} state
 * @param {number[]} mine
 */
function counted({ rated, seats }, mine) {
  const [player] = mine;
  const rating = player === undefined ? null : seats[/** @type {0 | 1} */ (player)].rating;
  if (!rated || !rating) return [];
  if (rating.change === null) return [t("rating.not_counted")];
  return [ratingAfter(rating)];
}

customElements.define("vato-prompt", PromptPart);
