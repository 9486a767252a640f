/**
 * The page of a tournament: the standing as it changes, one's own next game, the boards on which is played, and the cross
 * table, which can be printed. Whose game begins while the page is open goes there.
 */

import { RequestFailed } from "../app/api.js";
import { fill, make } from "../app/element.js";
import { hasAccounts, me, signInAddress } from "../app/people.js";
import { go } from "../app/router.js";
import { sounds } from "../app/sounds.js";
import { formatMoment, t } from "../app/text.js";
import { LiveTournament, aboutTournament, actOn, recordsAddress } from "../app/tournaments.js";
import { confirmed } from "../parts/dialogs.js";
import { button, icon } from "../parts/icons.js";
import { copy } from "../parts/invitation.js";
import { failed, leadNowhere } from "../parts/notices.js";
import { toastProblem } from "../parts/toasts.js";
import { TournamentBoards } from "../parts/tournament-boards.js";
import { crossTable, standingTable } from "../parts/tournament-table.js";

/** @typedef {import("../app/tournaments.js").TournamentState} TournamentState */

/** @param {Record<string, string>} found */
export const open = ({ id = "" }) => new TournamentPage(id);

class TournamentPage extends HTMLElement {
  #live;
  #ending = new AbortController();
  /** @type {TournamentState | null} */
  #state = null;
  #isLeaving = false;
  #heading = make("h1");
  #about = make("p", { class: "quiet" });
  #phase = make("p", { class: "tournament-phase" });
  #line = make("p", { class: "connection", role: "status" });
  #status = make("p", { class: "hidden", role: "status", "aria-live": "polite" });
  #mine = make("div", { class: "tournament-mine no-print" });
  #standing = make("section", { "aria-labelledby": "tournament-standing" });
  #boards = new TournamentBoards();
  #cross = make("div");
  /** What is shown, so that it is only filled anew when it is something else: that would take the focus away. */
  #shown = { mine: "", standing: "", cross: "" };

  /** @param {string} id */
  constructor(id) {
    super();
    this.#live = new LiveTournament(id);
  }

  async connectedCallback() {
    document.title = t("tournaments.title");
    if (!hasAccounts()) {
      await leadNowhere(this);
      return;
    }
    fill(this, make("div", { class: "loading", "aria-busy": "true" }));
    const on = (/** @type {string} */ type, /** @type {(detail: any) => void} */ act) =>
      this.#live.addEventListener(type, (event) => act(/** @type {CustomEvent} */ (event).detail), {
        signal: this.#ending.signal,
      });
    on("state", (state) => this.#take(state));
    on("board", (board) => this.#boards.take(board));
    on("lost", () => this.#lose());
    on("found", () => (this.#line.textContent = ""));
    on("gone", (why) => this.#fail(why));
    this.#live.open();
  }

  disconnectedCallback() {
    this.#ending.abort();
    this.#live.close();
  }

  #lose() {
    if (this.#state) this.#line.textContent = t("connection.lost");
    else failed(this, new RequestFailed(t("error.unreachable"), "unreachable", 0));
  }

  /** @param {string} why */
  #fail(why) {
    failed(this, new RequestFailed(why || t("connection.refused"), "", 0), () => location.reload());
  }

  /** @param {TournamentState} state */
  #take(state) {
    const before = this.#state;
    if (this.#isLeaving || (before && state.version < before.version)) return;
    this.#state = state;
    // Whoever came here while they play stays; whose game begins now goes there.
    if (before && state.mine.game && state.mine.game !== before.mine.game) {
      this.#isLeaving = true;
      sounds.play("notify");
      go(`/game/${state.mine.game}`);
      return;
    }
    if (!this.#standing.isConnected) this.#build();
    this.#show(state);
    if (before && (before.phase !== state.phase || (before.round !== state.round && state.system !== "arena")))
      this.#status.textContent = phaseText(state);
  }

  #build() {
    fill(
      this,
      make("header", { class: "tournament-head" }, this.#heading, this.#about, this.#phase, this.#line, this.#mine),
      this.#standing,
      this.#boards,
      this.#cross,
      this.#status,
    );
    this.#shown = { mine: "", standing: "", cross: "" };
  }

  /** @param {TournamentState} state */
  #show(state) {
    document.title = t("tournament.title", { name: state.title });
    fill(this.#heading, make("bdi", { text: state.title }));
    const by = state.organiser ? ` · ${t("tournament.by", { name: state.organiser })}` : "";
    this.#about.textContent = aboutTournament(state) + by;
    this.#phase.textContent = phaseText(state);
    this.#refill("mine", this.#mine, [state.mine, state.phase, state.round > 0], () => this.#deeds(state));
    this.#refill("standing", this.#standing, [state.standing, state.phase, state.mine.number], () => [
      make("h2", { id: "tournament-standing", text: t("tournament.standing_of", { count: state.players }) }),
      state.standing.length > 0 ? standingTable(state) : make("p", { class: "quiet", text: t("tournament.nobody") }),
    ]);
    this.#refill("cross", this.#cross, [state.meetings, state.standing], () => [crossTable(state)]);
    this.#boards.show(state);
  }

  /**
   * Fill a part anew if what it shows has changed, with the focus where it was.
   * @param {"mine" | "standing" | "cross"} name
   * @param {HTMLElement} place
   * @param {unknown} shown
   * @param {() => (Node | null | false)[]} made
   */
  #refill(name, place, shown, made) {
    const key = JSON.stringify(shown);
    if (key === this.#shown[name]) return;
    this.#shown[name] = key;
    const focused = [...place.querySelectorAll("a, button, [tabindex]")].indexOf(/** @type {Element} */ (document.activeElement));
    fill(place, made());
    if (focused < 0) return;
    const there = [...place.querySelectorAll("a, button, [tabindex]")];
    /** @type {HTMLElement | undefined} */ (there[Math.min(focused, there.length - 1)])?.focus();
  }

  /**
   * Return what can be done.
   * @param {TournamentState} state
   */
  #deeds({ id, mine, phase, round, title }) {
    const act = (/** @type {"enter" | "leave" | "start" | "close"} */ deed) => () =>
      actOn(id, deed).then((state) => this.isConnected && this.#take(state), toastProblem);
    const close = async () => {
      if (await confirmed(t("tournament.close_ask", { name: title }), t("tournament.close"))) await act("close")();
    };
    const isMember = me.member;
    return [
      mine.game !== null &&
        make("a", { class: "button big primary", href: `/game/${mine.game}` }, icon("play"), t("tournament.to_game")),
      mine.may_enter &&
        (isMember
          ? button(t("tournament.enter"), act("enter"), { class: "button big primary", icon: "plus" })
          : make("a", { class: "button big primary", href: signInAddress(), text: t("tournament.sign_in") })),
      mine.taking_part && mine.game === null && phase !== "finished" && phase !== "closed"
        ? make("p", { class: "quiet", text: t(phase === "open" ? "tournament.entered" : "tournament.wait") })
        : null,
      make(
        "div",
        { class: "row" },
        mine.may_start && button(t("tournament.start"), act("start"), { icon: "play" }),
        mine.may_leave && button(t("tournament.leave"), act("leave"), { icon: "cross" }),
        button(t("tournament.copy"), () => copy(location.href), { icon: "link" }),
        round > 0 && button(t("tournament.print"), () => print(), { icon: "setup" }),
        round > 0 && make("a", { class: "button", href: recordsAddress(id), download: "" }, icon("export"), t("tournament.records")),
        mine.may_close && button(t("tournament.close"), close, { class: "button danger", icon: "trash" }),
      ),
    ];
  }
}

/** @param {TournamentState} state */
function phaseText(state) {
  const { phase, system, round, rounds, starts, ends, next } = state;
  if (phase === "open") return t("tournament.begins", { date: formatMoment(starts) });
  if (phase === "closed") return t("tournament.closed");
  if (phase === "finished") return t("tournament.finished");
  if (system === "arena") return t("tournament.until", { date: formatMoment(ends ?? starts) });
  if (next !== null && round > 0) return t("tournament.next_round", { round: round + 1, date: formatMoment(next) });
  return t("tournament.round_of", { round, rounds: rounds ?? round });
}

customElements.define("vato-tournament", TournamentPage);
