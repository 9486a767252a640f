/**
 * What can be done in a game, each by one name, whichever button, key or field asks for it. Sends, asks and goes
 * elsewhere; shows nothing of its own but dialogs and reasons.
 */

import { analysisAddress } from "../app/address.js";
import { nextGame, recordOf, why, withdraw } from "../app/api.js";
import { go } from "../app/router.js";
import { isAlone, mineIn } from "../app/seats.js";
import { settings } from "../app/settings.js";
import { t } from "../app/text.js";
import { openExport } from "./export.js";
import { askToJoin } from "./invitation.js";
import { toast, toastProblem } from "./toasts.js";
import { meant } from "./typed-move.js";

/** @typedef {keyof import("../app/wire").Offers} Offer */

export class GameDeeds {
  /** Whether I have agreed to another game, and go there when it is made. */
  wantsNext = false;
  #live;
  #board;
  #analyst;

  /**
   * @param {import("../app/played-game.js").PlayedGame} live
   * @param {import("./game-board.js").GameBoard} board
   * @param {import("../engine/choice.js").ChosenAnalyst} analyst
   */
  constructor(live, board, analyst) {
    this.#live = live;
    this.#board = board;
    this.#analyst = analyst;
  }

  get #id() {
    return this.#live.id;
  }

  // On the board

  /** @param {string} text */
  move(text) {
    // For the position that was moved on: the newest one may be another by now.
    this.#live.act("move", { move: text, ply: this.#board.state?.scene.ply });
  }

  endTurn = () => this.#board.board.endTurn();
  undoStep = () => this.#board.board.undoStep();
  toNow = () => this.#board.goTo(this.#board.length);
  flip = () => this.#board.flip();

  /**
   * Play what was typed; return why that cannot be, or null.
   * @param {string} text
   * @returns {Promise<string | null>}
   */
  async type(text) {
    if (!this.#board.mayPlay) return t("typed.not_now");
    if (this.#live.state?.scene.crowded) {
      const problem = await this.#why({ move: text, to: null });
      if (!problem) this.move(text);
      return problem;
    }
    const move = meant(text, this.#live.state?.scene.options ?? []);
    if (!move) return (await this.#why({ move: text, to: null })) ?? t("typed.unfinished");
    this.move(move);
    return null;
  }

  /**
   * Say why what was tried on the board cannot be played.
   * @param {import("../types").Unplayable} tried
   */
  async explain(tried) {
    const message = await this.#why(tried);
    if (message) toast(message, { kind: "reason" });
  }

  /** @param {import("../types").Unplayable} tried */
  async #why(tried) {
    const state = this.#live.state;
    if (!state) return null;
    const { game, rules, start, turns } = state;
    const moves = turns.map(({ text }) => text);
    return why({ game, rules, position: start, moves, ...tried }).catch((problem) => problem.message);
  }

  // With the other player

  takeBack = () => (this.undoStep() ? undefined : this.#live.act("offer_takeback"));
  draw = () => this.#live.act("offer_draw");
  resign = () => this.#live.act("resign");
  hint = () => {
    const state = this.#live.state;
    if (!state) return;
    const { game, rules, start, turns } = state;
    const subject = { game, rules, start, moves: turns.map(({ text }) => text) };
    this.#analyst.hint({ id: this.#id, ...subject }, this.#live.isLocal);
  };
  flag = () => this.#live.act("flag");

  /** @param {string} text */
  say(text) {
    this.#live.send("chat", { text });
  }

  /**
   * @param {Offer} offer
   * @param {boolean} accept
   */
  answer = (offer, accept) => {
    this.wantsNext = offer === "rematch" && accept;
    // A rematch belongs to no position.
    if (offer === "rematch") this.#live.send("answer_rematch", { accept });
    else this.#live.act(`answer_${offer}`, { accept });
  };

  join = async () => {
    const state = this.#live.state;
    if (!state) return;
    const name = await askToJoin(state);
    if (name !== null) this.#live.send("join", name ? { name } : {});
  };

  /** Take back the invitation, and leave: nobody comes here any more. */
  withdraw = () =>
    withdraw(this.#id).then(async () => {
      await go("/");
      toast(t("link.withdrawn"));
    }, toastProblem);

  /** @param {string} name */
  nameMyself = (name) => {
    const [mine] = this.#live.state ? mineIn(this.#live.state) : [];
    if (mine !== undefined && name) this.rename(mine, name);
  };

  /**
   * @param {number} player
   * @param {string} name
   */
  rename(player, name) {
    this.#live.send("rename", { player, name });
    if (this.#live.state && mineIn(this.#live.state).length === 1) settings.set("name", name);
  }

  // Elsewhere

  newGame = () => go("/");

  /** Go to where somebody here is reported, or blocked. */
  report = () => {
    const other = this.#live.state?.seats.find(({ mine, member }) => member && !mine);
    go(`/report?${new URLSearchParams({ game: this.#id, ...(other ? { member: other.name } : {}) })}`);
  };

  review = () => go(analysisAddress({ ...this.#subject, review: true }));
  analyse = () => go(analysisAddress({ ...this.#subject, ply: this.#board.shownPly }));

  /** What an analysis is told to begin with: the server knows a game by its name, of one on this device that tells who played. */
  get #subject() {
    const { state, isLocal } = this.#live;
    if (!isLocal || !state) return { from: this.#id };
    const { game, rules, start, turns } = state;
    return { from: this.#id, game, rules, start, moves: turns.map(({ text }) => text) };
  }

  /** Go to the next game of a contest or to the rematch, or ask for one. */
  next = async () => {
    const state = this.#live.state;
    if (!state) return;
    if (state.next_id) {
      go(`/game/${state.next_id}`);
    } else if (this.#live.isLocal) {
      await this.#live.next().then((key) => go(`/game/${key}`), toastProblem);
    } else if (isAlone(state) || (state.contest && !state.contest.over)) {
      await nextGame(this.#id).then(({ id }) => go(`/game/${id}`), toastProblem);
    } else {
      this.wantsNext = true;
      this.#live.send("offer_rematch");
    }
  };

  export = async () => {
    const state = this.#live.state;
    if (!state) return;
    const { game, rules, start } = state;
    const moves = state.turns.map(({ text }) => text);
    try {
      const record = this.#live.isLocal ? await this.#live.record() : await recordOf(this.#id);
      // Someone may have gone elsewhere in the meantime.
      if (!this.#board.isConnected) return;
      await openExport({
        record,
        link: location.origin + analysisAddress({ game, rules, start, moves }),
        picture: this.#board.board.picture,
        file: `${game}-${this.#id}`,
      });
    } catch (problem) {
      toastProblem(problem);
    }
  };
}
