/**
 * The lobby: one click finds an opponent, by what was chosen last; who waits already can be taken from a list; to whom
 * nobody comes a level of the computer is offered, and they wait on while they decide.
 */

import { RequestFailed, createGame } from "../app/api.js";
import { recallChoices } from "../app/choices.js";
import { fill, find, make } from "../app/element.js";
import { allGames, entryOf } from "../app/games.js";
import { Lobby, recallWish, rememberWish } from "../app/lobby.js";
import { newKey } from "../app/local-games.js";
import { clockName, gameName, rulesName } from "../app/names.js";
import { joinAddress, me } from "../app/people.js";
import { go } from "../app/router.js";
import { settings } from "../app/settings.js";
import { sounds } from "../app/sounds.js";
import { formatNumber, t } from "../app/text.js";
import { chips } from "../parts/choices.js";
import { button } from "../parts/icons.js";
import { empty, failed } from "../parts/notices.js";
import { aboutSeek, seekText, seekerName } from "../parts/seek.js";
import { toast, toastProblem } from "../parts/toasts.js";

/** @typedef {import("../app/wire").LobbyState} LobbyState @typedef {import("../app/wire").OpenSeek} OpenSeek */
/** @typedef {import("../app/wire").GameEntry} GameEntry */

export const open = () => new LobbyPage();

class LobbyPage extends HTMLElement {
  #lobby = new Lobby();
  #ending = new AbortController();
  #wish = recallWish();
  #status = make("p", { class: "hidden", role: "status", "aria-live": "polite" });
  #line = make("p", { class: "connection", role: "status" });
  #choices = make("div", { class: "lobby-choices" });
  #act = make("div", { class: "lobby-act" });
  #rated = make("div", { class: "lobby-rated" });
  #list = make("section", { class: "lobby-list", "aria-labelledby": "lobby-list" });
  /** What is shown, so that it is only filled anew when it is something else: that would take the focus away. */
  #shown = { act: "", list: "" };

  connectedCallback() {
    document.title = t("lobby.title");
    const games = allGames();
    const game = this.#wish.game ?? recallChoices().game;
    this.#wish.game = (games.find(({ name }) => name === game) ?? games[0])?.name ?? "";
    fill(this, make("div", { class: "loading", "aria-busy": "true" }));
    this.#on("state", (state) => this.#show(state));
    this.#on("paired", (id) => this.#go(id));
    this.#on("refused", (why) => toast(why, { kind: "problem" }));
    this.#on("lost", () => this.#lose());
    this.#on("found", () => (this.#line.textContent = ""));
    this.#on("gone", (why) => this.#fail(why));
    this.#lobby.open();
  }

  disconnectedCallback() {
    this.#ending.abort();
    this.#lobby.close();
  }

  /**
   * Listen until the page is left.
   * @param {string} type
   * @param {(detail: any) => void} act
   */
  #on(type, act) {
    const listener = (/** @type {Event} */ event) => act(/** @type {CustomEvent} */ (event).detail);
    this.#lobby.addEventListener(type, listener, { signal: this.#ending.signal });
  }

  /** @param {string} id */
  #go(id) {
    sounds.play("notify");
    go(`/game/${id}`, { replace: true });
  }

  /** @param {string} why the server will not have us */
  #fail(why) {
    failed(this, new RequestFailed(why || t("connection.refused"), "", 0), () => location.reload());
  }

  #lose() {
    if (this.#lobby.state) this.#line.textContent = t("connection.lost");
    else failed(this, new RequestFailed(t("offline.lobby"), "unreachable", 0)); // it comes by itself with the line
  }

  /** @param {LobbyState} state */
  #show(state) {
    if (!this.#choices.isConnected) this.#build(state);
    this.#takeChosen(state);
    this.#choices.hidden = state.mine !== null;
    this.#showAct(state);
    this.#showList(state);
  }

  /**
   * Play with whom the address names, as whoever waits on the first page does not wait for a second click.
   * @param {LobbyState} state
   */
  #takeChosen({ seeks }) {
    const id = location.hash.slice(1);
    if (!id) return;
    history.replaceState(null, "", location.pathname);
    const isForMembers = seeks.find((seek) => seek.id === id)?.rated ?? false;
    if (me.member || !isForMembers) this.#lobby.take(id);
  }

  /** @param {LobbyState} state */
  #build(state) {
    fill(
      this,
      make("h1", { text: t("lobby.find") }),
      this.#line,
      make("div", { class: "lobby-pair" }, this.#choices, this.#act),
      this.#list,
      this.#status,
    );
    this.#shown = { act: "", list: "" };
    this.#showChoices(state);
  }

  // What to look for

  get #entry() {
    return /** @type {GameEntry} */ (entryOf(this.#wish.game ?? ""));
  }

  /** The rule sets one can look for; that of a revanche belongs to a contest. */
  get #rules() {
    return this.#entry.rules.filter(({ revanche }) => !revanche);
  }

  get #chosenRules() {
    const { name: game, contest_rules: usual } = this.#entry;
    const names = this.#rules.map(({ name }) => name);
    const wished = this.#wish.rules?.[game] ?? recallChoices().rules[game];
    return [wished, usual].find((name) => name && names.includes(name)) ?? names[0] ?? "";
  }

  /** @param {LobbyState} state */
  #chosenClock({ clocks }) {
    const same = (/** @type {unknown} */ clock) => JSON.stringify(clock) === JSON.stringify(this.#wish.clock);
    return Math.max(0, clocks.findIndex(same));
  }

  /** @param {import("../app/lobby.js").Remembered} changed */
  #choose(changed) {
    this.#wish = { ...this.#wish, ...changed };
    rememberWish(this.#wish);
  }

  /** @param {LobbyState} state */
  #showChoices(state) {
    const entry = this.#entry;
    fill(
      this.#choices,
      chips({
        label: t("start.game"),
        name: "game",
        options: allGames().map(({ name }) => ({ value: name, label: gameName(name) })),
        value: entry.name,
        choose: (game) => {
          this.#choose({ game });
          this.#showChoices(state);
          find(this.#choices, `[data-value="${game}"] input`).focus();
        },
      }),
      this.#rules.length > 1 &&
        chips({
          label: t("setup.rules"),
          name: "rules",
          options: this.#rules.map(({ name }) => ({ value: name, label: rulesName(name) })),
          value: this.#chosenRules,
          choose: (rules) => this.#choose({ rules: { ...this.#wish.rules, [entry.name]: rules } }),
        }),
      chips({
        label: t("setup.clock"),
        name: "clock",
        options: state.clocks.map((clock, index) => ({ value: String(index), label: clockName(clock) })),
        value: String(this.#chosenClock(state)),
        choose: (index) => {
          this.#choose({ clock: state.clocks[Number(index)] ?? null });
          this.#showRated(state);
        },
      }),
      this.#rated,
    );
    this.#showRated(state);
  }

  /**
   * Offer to let it count: to members, where there is a clock.
   * @param {LobbyState} state
   */
  #showRated(state) {
    const hasClock = Boolean(state.clocks[this.#chosenClock(state)]);
    const box = make("input", {
      type: "checkbox",
      role: "switch",
      checked: hasClock && this.#wish.rated !== false,
      disabled: !hasClock,
      on: { change: () => this.#choose({ rated: box.checked }) },
    });
    const note = t(hasClock ? "lobby.rated_note" : "lobby.rated_clock");
    const words = make("span", {}, t("rating.rated"), make("span", { class: "quiet", text: note }));
    fill(this.#rated, me.member && make("label", { class: "switch" }, words, box));
  }

  // Waiting

  /** @param {LobbyState} state */
  #showAct(state) {
    const { mine, level } = state;
    const key = JSON.stringify([mine, level]);
    if (key === this.#shown.act) return;
    this.#shown.act = key;
    const hadFocus = this.#act.contains(document.activeElement);
    if (mine) this.#showWaiting(mine, level);
    else {
      this.#status.textContent = "";
      const pair = () => this.#lobby.seek(this.#asked(state));
      fill(this.#act, button(t("lobby.pair"), pair, { class: "button big primary", icon: "search" }));
    }
    if (hadFocus) this.#act.querySelector("button")?.focus();
  }

  /** @param {LobbyState} state */
  #asked(state) {
    const clock = state.clocks[this.#chosenClock(state)] ?? null;
    const rated = me.member && clock !== null && this.#wish.rated !== false;
    return { game: this.#entry.name, rules: this.#chosenRules, clock, rated };
  }

  /**
   * @param {OpenSeek} mine
   * @param {number | null} level
   */
  #showWaiting(mine, level) {
    const offer = level === null ? undefined : entryOf(mine.game)?.levels.find(({ number }) => number === level);
    const rating = formatNumber(offer?.rating ?? 0, { useGrouping: false });
    const text = offer ? t("lobby.offer", { level: offer.number, name: offer.name, rating }) : t("lobby.waiting");
    const play = button(
      t("lobby.play_level", { level: level ?? 0 }),
      () => this.#create(mine, { kind: "computer", level }, play),
      { class: "button primary", icon: "computer" },
    );
    fill(
      this.#act,
      make("p", { class: "lobby-waiting" }, make("span", { class: "lobby-pulse", "aria-hidden": "true" }), text),
      make("p", { class: "quiet", text: aboutSeek(mine) }),
      make(
        "div",
        { class: "row" },
        button(t("lobby.stop"), () => this.#lobby.stop(), { icon: "cross" }),
        offer && play,
      ),
    );
    this.#status.textContent = text;
  }

  /**
   * Create a game with somebody else instead; until it is there one waits on.
   * @param {import("../app/lobby.js").Wish} wish
   * @param {import("../app/wire").SeatWish} other
   * @param {HTMLButtonElement} pressed
   */
  async #create({ game, rules, clock, rated }, other, pressed) {
    pressed.disabled = true;
    const name = settings.get("name");
    /** @type {import("../app/wire").SeatWish} */
    const mine = { kind: "me", ...(name ? { name } : {}) };
    try {
      const more = { ...(clock ? { clock } : {}), ...(rated && other.kind === "computer" ? { rated } : {}) };
      const { id } = await createGame({ game, rules, seats: [mine, other], ...more, key: newKey() });
      if (this.isConnected) go(`/game/${id}`);
    } catch (problem) {
      toastProblem(problem);
      pressed.disabled = false;
    }
  }

  // Who waits

  /** @param {LobbyState} state */
  #showList(state) {
    const { seeks, mine } = state;
    const key = JSON.stringify([seeks, mine === null]);
    if (key === this.#shown.list) return;
    const before = this.#shown.list;
    this.#shown.list = key;
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.seek : undefined;
    fill(
      this.#list,
      seeks.length > 0 && make("h2", { id: "lobby-list", text: t("lobby.open", { count: seeks.length }) }),
      seeks.length > 0
        ? make("ul", { class: "seeks" }, seeks.map((seek) => make("li", {}, this.#seek(seek))))
        : this.#nobody(state),
    );
    if (focused) this.#list.querySelector("button")?.focus();
    if (before && !mine)
      this.#status.textContent = seeks.length > 0 ? t("lobby.open", { count: seeks.length }) : t("lobby.nobody");
  }

  /**
   * Return what an empty lobby says: an invitation.
   * @param {LobbyState} state
   */
  #nobody(state) {
    const { mine } = state;
    const friend = button(t("lobby.friend"), () => this.#create(mine ?? this.#asked(state), { kind: "open" }, friend), {
      icon: "link",
    });
    const [title, sentence] = mine ? ["lobby.nobody_else", "lobby.seen"] : ["lobby.nobody", "lobby.be_first"];
    const notice = empty(t(title), t(sentence), friend);
    find(notice, "h2").id = "lobby-list";
    return notice;
  }

  /** @param {OpenSeek} seek */
  #seek(seek) {
    return make(
      "div",
      { class: "seek" },
      seekText(seek),
      seek.rated && !me.member
        ? make("a", { class: "button", href: joinAddress(), text: t("account.join") })
        : button(t("join.play"), () => this.#lobby.take(seek.id), {
            data: { seek: seek.id },
            "aria-label": t("lobby.take", { name: seekerName(seek), game: aboutSeek(seek) }),
          }),
    );
  }
}

customElements.define("vato-lobby", LobbyPage);
