/**
 * The page of a game: the board, the players, the moves, and everything they can do. Wires the parts to the live game;
 * each part draws itself.
 */

import { RequestFailed } from "../app/api.js";
import { fill, make } from "../app/element.js";
import { entryOf } from "../app/games.js";
import { PlayedGame } from "../app/played-game.js";
import { clockName, gameName, playerNames } from "../app/names.js";
import { seatRating } from "../app/ratings.js";
import { resultText } from "../app/results.js";
import { go } from "../app/router.js";
import { hasOpenSeat, isAlone, isMyTurn, mineIn, playsElsewhere } from "../app/seats.js";
import { settings } from "../app/settings.js";
import { GONE, UNKNOWN } from "../app/socket.js";
import { sounds } from "../app/sounds.js";
import { t } from "../app/text.js";
import { waiting } from "../app/waiting.js";
import { ChosenAnalyst } from "../engine/choice.js";
import { StandIn } from "../engine/stand-in.js";
import { Announcer } from "../parts/announcer.js";
import { ChatPart } from "../parts/chat.js";
import { ContestPart } from "../parts/contest.js";
import { GameActions } from "../parts/game-actions.js";
import { GameBoard, arrowOf } from "../parts/game-board.js";
import { GameDeeds } from "../parts/game-deeds.js";
import { tellNews } from "../parts/game-news.js";
import { placeOf } from "../parts/game-card.js";
import { button, icon } from "../parts/icons.js";
import { InvitationPart } from "../parts/invitation.js";
import { isShortcut } from "../parts/keyboard-help.js";
import { MoveList } from "../parts/move-list.js";
import { failed, leadNowhere } from "../parts/notices.js";
import { PlanPart } from "../parts/plan-part.js";
import { PlayerStrip } from "../parts/players.js";
import { PromptPart } from "../parts/prompt.js";
import { rulesLink } from "../parts/rules-link.js";
import { listenForSteps } from "../parts/stepping.js";
import { toast, toastProblem, toastsIn, withdrawReasons } from "../parts/toasts.js";
import { TypedMove } from "../parts/typed-move.js";

/** @typedef {import("../app/wire").State} State */

/** An answer that takes longer is felt. */
const SLOW_MS = 500;

/** @param {Record<string, string>} found */
export const open = (found) => new GamePage(found.id ?? "");

class GamePage extends HTMLElement {
  #live;
  #analyst = new ChosenAnalyst();
  #standIn;
  #ending = new AbortController();
  #asked = false;
  #wasLocal = false;

  #board = new GameBoard();
  #deeds;
  #strips = [new PlayerStrip(), new PlayerStrip()];
  #prompt = new PromptPart();
  #actions = new GameActions();
  #moves = new MoveList();
  #chat = new ChatPart();
  #contest = new ContestPart();
  #invitation = new InvitationPart();
  #typed = new TypedMove();
  #plan = new PlanPart();
  #announcer = new Announcer();
  #heading = make("h1", { class: "game-title" });
  #about = make("p", { class: "quiet game-about" });
  #aboutKey = "";
  #connection = make("p", { class: "connection", role: "status" });
  #goOn = button(t("local.go_on"), () => this.#live.goOn().catch(toastProblem), { hidden: true });
  #delay = make("span", { class: "delay" });
  #toasts = make("div", { class: "toasts", role: "status", "aria-live": "polite" });

  /** @param {string} id */
  constructor(id) {
    super();
    this.#live = new PlayedGame(id);
    this.#standIn = new StandIn(this.#live);
    this.#deeds = new GameDeeds(this.#live, this.#board, this.#analyst);
    this.#board.first = () => this.#live.first();
  }

  connectedCallback() {
    document.title = t("start.title");
    fill(this, make("div", { class: "loading", "aria-busy": "true" }));
    this.#on(this.#live, "state", (news) => this.#hear(news));
    this.#on(this.#live, "refused", (refused) => this.#refused(refused));
    this.#on(this.#live, "lost", () => this.#lost());
    this.#on(this.#live, "place", () => this.#moved());
    this.#on(this.#live, "delay", (delay) => this.#showDelay(delay));
    this.#on(this.#live, "found", () => this.#line(""));
    this.#on(this.#live, "gone", (end) => this.#lose(end));
    this.#on(this.#analyst, "hint", ({ turn }) => turn && this.#board.point([arrowOf(turn)]));
    this.#on(this.#analyst, "refused", ({ message }) => toast(message));
    this.#live.open().catch((problem) => failed(this, problem, () => location.reload()));
  }

  disconnectedCallback() {
    this.#ending.abort();
    this.#live.close();
    this.#analyst.close();
    this.#standIn.close();
    toastsIn(null);
  }

  get #state() {
    return this.#live.state;
  }

  // Building

  #build() {
    const area = make(
      "div",
      { class: "board-area" },
      this.#connection,
      this.#strips[1],
      make("div", { class: "board-frame" }, this.#board),
      this.#strips[0],
    );
    const side = make(
      "aside",
      { class: "side", "aria-label": t("game.side") },
      make("div", { class: "game-head" }, this.#heading, this.#about),
      this.#contest,
      this.#invitation,
      this.#moves,
      this.#typed,
      this.#plan,
      this.#chat,
    );
    const dock = make("div", { class: "dock" }, this.#prompt, this.#goOn, this.#actions, this.#toasts);
    fill(this, area, dock, side, this.#announcer);
    toastsIn(this.#toasts);
    this.#giveDeeds();
    this.#listen(area);
  }

  #giveDeeds() {
    const deeds = this.#deeds;
    this.#prompt.deeds = deeds;
    this.#actions.deeds = deeds;
    this.#invitation.deeds = deeds;
    this.#chat.onSend = (text) => deeds.say(text);
    this.#typed.onPlay = (text) => deeds.type(text);
    for (const strip of this.#strips) strip.onRename = (name) => deeds.rename(Number(strip.dataset.player), name);
  }

  /** @param {HTMLElement} area */
  #listen(area) {
    const { signal } = this.#ending;
    listenForSteps(area, (by) => this.#board.step(by), signal);
    document.addEventListener("keydown", (event) => this.#key(event), { signal });
    this.#on(this.#moves, "ply", (ply) => this.#board.goTo(ply));
    this.#on(this.#board, "shown", () => this.#show());
    this.#on(this.#board, "vato-move", ({ text }) => this.#deeds.move(text));
    this.#on(this.#board, "vato-refused", (tried) => this.#deeds.explain(tried));
    this.#on(this.#board, "vato-say", ({ text }) => {
      withdrawReasons();
      this.#announcer.say(text);
    });
  }

  /**
   * Listen until the page is left.
   * @param {EventTarget} target
   * @param {string} type
   * @param {(detail: any) => void} act
   */
  #on(target, type, act) {
    const listener = (/** @type {Event} */ event) => act(/** @type {CustomEvent} */ (event).detail);
    target.addEventListener(type, listener, { signal: this.#ending.signal });
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (!isShortcut(event)) return;
    /** @type {Record<string, () => void>} */
    const keys = {
      e: () => this.#deeds.endTurn(),
      u: () => this.#state?.may.takeback && this.#deeds.takeBack(),
      h: () => this.#state?.may.hint && this.#deeds.hint(),
      f: () => this.#deeds.flip(),
      m: () => this.#typed.hidden || this.#typed.enter(),
      c: () => this.#chat.hidden || this.#chat.enter(),
      s: () => settings.set("sound", !settings.get("sound")),
      z: () => settings.set("calm", !settings.get("calm")),
    };
    const deed = keys[event.key.toLowerCase()];
    if (!deed) return;
    event.preventDefault();
    deed();
  }

  // Hearing

  /** @param {{state: State, before: State | null}} news */
  #hear({ state, before }) {
    if (before && playsElsewhere(state) && before.scene.ply !== state.scene.ply) waiting.soon();
    if (before) tellNews(state, before, this.#announcer);
    else this.#build();
    if (this.#chat.show(state.chat, state.seats) && before && !settings.get("calm")) sounds.play("notify");
    // Where there is room, the chat with someone elsewhere is open.
    const isNew = playsElsewhere(state) && !(before && playsElsewhere(before));
    if (isNew && matchMedia("(min-width: 60rem)").matches) this.#chat.unfold();
    this.#board.take(state).catch((problem) => failed(this, problem, () => location.reload()));
    if (this.#deeds.wantsNext && state.next_id) go(`/game/${state.next_id}`);
    this.#show();
    if (!this.#asked && !state.outcome && hasOpenSeat(state) && mineIn(state).length === 0) {
      this.#asked = true;
      this.#deeds.join();
    }
  }

  /** @param {import("../app/wire").Refused & {of?: string}} refused `of` is the type of what was refused */
  #refused(refused) {
    // Before there is a game to show, the page that follows says it.
    // The server looks at the clock itself; its answer to our looking too early is not news. Nor is it that the computer's
    // move came from elsewhere meanwhile.
    if (!this.#state || refused.of === "flag" || refused.of === "computer_move") return;
    // That the computer wants no draw is an answer.
    toast(refused.message, { kind: refused.of === "offer_draw" ? "plain" : "problem" });
    if (refused.of === "move") this.#board.putBack();
  }

  /** @param {string} text */
  #line(text) {
    // It comes by itself when there is a line again.
    if (text && !this.#state) failed(this, new RequestFailed(t("offline.game"), "unreachable", 0));
    if (!text && this.#connection.textContent && !this.#live.isLocal) toast(t("connection.found"));
    this.#connection.textContent = text;
    this.#goOn.hidden = true;
    this.#show();
  }

  async #lost() {
    this.#delay.textContent = "";
    // The server's clock does not wait for anybody.
    const runs = this.#state?.clock?.running !== null && this.#state?.clock?.running !== undefined;
    this.#line(t(runs ? "connection.lost_clock" : "connection.lost"));
    // Who plays alone need not wait.
    if (await this.#live.mayGoOn()) this.#goOn.hidden = this.#connection.textContent === "";
  }

  /** @param {number} delay how long the server took to answer, in milliseconds */
  #showDelay(delay) {
    const state = this.#state;
    const matters = state !== null && playsElsewhere(state) && !state.outcome;
    this.#delay.textContent = matters ? t("connection.delay", { count: Math.max(1, Math.round(delay)) }) : "";
    this.#delay.title = t("connection.delay_note");
    this.#delay.classList.toggle("slow", delay > SLOW_MS);
  }

  /** The game is kept elsewhere from now on, or the server has said no to it. */
  #moved() {
    this.#line("");
    const isLocal = this.#live.isLocal;
    if (this.#wasLocal && !isLocal) toast(t("local.sent"));
    this.#wasLocal = isLocal;
    this.#show();
  }

  /**
   * The server hung up for good: there is no such game, or it will not have us.
   * @param {{code: number, message: string}} end
   */
  async #lose({ code, message }) {
    if (code !== UNKNOWN) {
      const refusal = new RequestFailed(message || t("connection.refused"), "", code === GONE ? 410 : 0);
      failed(this, refusal, () => location.reload());
      return;
    }
    await leadNowhere(this);
  }

  // Showing

  #show() {
    // The board may still be showing an earlier move; players and clocks are always those of now.
    const state = this.#state;
    if (!state) return;
    document.title = this.#title(state);
    this.#heading.textContent = gameName(state.game);
    const { isLocal, isUnkept, problem } = this.#live;
    const place = isLocal ? [isUnkept ? t("local.not_kept") : placeOf(problem)] : [];
    const rated = state.rated ? [t("rating.rated")] : [];
    const about = [clockName(state.clock), ...rated, ...place].join(" · ");
    const watchers =
      state.watchers > 0 &&
      make(
        "span",
        { class: "watchers", title: t("game.watchers", { count: state.watchers }) },
        icon("eye"),
        String(state.watchers),
      );
    const back =
      state.tournament !== null &&
      make("a", { href: `/tournaments/${state.tournament}`, text: t("tournament.back") });
    const key = JSON.stringify([about, state.rules, state.tournament, state.watchers]);
    // Filling it anew would take the focus away from its links.
    if (key !== this.#aboutKey) {
      const rules = rulesLink(state.game, state.rules);
      fill(this.#about, make("span", {}, rules, " · ", about), back && " · ", back, watchers, this.#delay);
    }
    this.#aboutKey = key;
    this.#strips.forEach((strip, place) =>
      this.#showStrip(strip, place === 0 ? this.#board.bottom : 1 - this.#board.bottom, state),
    );
    const lost = this.#connection.textContent !== "";
    this.#prompt.show({ state, half: this.#board.board.half ?? null, browsing: this.#board.ply !== null, lost });
    this.#actions.show(state);
    this.#moves.show(
      state.turns,
      this.#board.timeline ? Math.min(this.#board.shownPly, state.turns.length) : state.turns.length,
      state.outcome ? resultText(state.outcome, mineIn(state)) : "",
    );
    this.#contest.show(state);
    this.#plan.show(state);
    this.#invitation.show(state);
    this.#moves.hidden = !this.#invitation.hidden && state.turns.length === 0;
    this.#typed.hidden = state.outcome !== null || mineIn(state).length === 0 || hasOpenSeat(state);
    this.#chat.hidden = isAlone(state) && state.watchers === 0 && state.chat.length === 0;
  }

  /**
   * @param {PlayerStrip} strip
   * @param {number} player
   * @param {State} state
   */
  #showStrip(strip, player, state) {
    const seat = state.seats[/** @type {0 | 1} */ (player)];
    // Counted on the board as it is seen, which may be in the middle of a turn.
    const { counts } = this.#board;
    const counters = (counts && entryOf(state.game)?.counters) ?? [];
    const toMove = !state.outcome && state.scene.turn === player;
    strip.show({
      seat: { ...seat, rating: seatRating(state.game, seat) },
      player,
      called: playerNames(state.seats)[player] ?? "",
      toMove,
      thinking: toMove && (state.thinking || seat.kind === "computer"),
      won: state.outcome?.winner === player,
      counted: counters.map((counter) => ({ ...counter, count: counts?.[counter.name]?.[player] ?? 0 })),
    });
    strip.clock.hidden = state.clock === null;
    if (state.clock) {
      const running = state.clock.running === player;
      const { remaining_ms, stands_ms: stands, per_turn: perTurn } = state.clock;
      const remaining = remaining_ms[player] ?? 0;
      strip.clock.show({ remaining, from: this.#live.receivedAt, running, stands, perTurn, onEnd: this.#deeds.flag });
    }
  }

  /** @param {State} state */
  #title(state) {
    const [first, second] = playerNames(state.seats);
    const versus = t("games.versus", { first: first ?? "", second: second ?? "" });
    const called = isMyTurn(state) && mineIn(state).length === 1;
    return called ? t("game.title_turn", { names: versus }) : t("game.title", { names: versus });
  }
}

customElements.define("vato-game", GamePage);
