/**
 * A game on this device, with the face of `LiveGame`: what the server would do with what a player does, done here. Scenes,
 * turns and ends come from the game's compiled code; the computer's moves are sent by whoever thinks for it. A game has no
 * clock here: nobody would see to it while the page is closed.
 *
 * Events: `open`, `state` (detail: {state, before}), `refused` (detail: the message, and in `of` what was refused),
 * `moved` (detail: {id, left}: the server has it, and what was not done yet), `gone`.
 */

import { positionsFrom } from "../engine/supply.js";
import { entryOf } from "./games.js";
import { DEEDS, Refusal, takenBackTo } from "./local-deeds.js";
import { Overtaken, keepLocal, localMine, localNews, localSeats, newKey, readLocal } from "./local-games.js";
import { recordText } from "./record.js";
import { UNKNOWN } from "./socket.js";
import { t } from "./text.js";
import { Variations } from "./variations.js";

/** @typedef {import("./wire").State} State @typedef {import("./local-games.js").LocalRecord} LocalRecord */
/** @typedef {import("../engine/positions.js").Positions} Positions */
/** @typedef {import("./local-deeds.js").Message} Message */

/**
 * Return what there is to see of a game, as the server tells it.
 * @param {LocalRecord} record
 * @param {Positions} positions
 * @returns {State}
 */
export function stateOf(record, positions) {
  const reached = positions.reached(record.moves);
  if (!reached) throw new Error(`${record.moves.at(-1)}?`);
  const { sides, resigned, agreed, adjudicated, longest_game } = positions.beginning;
  const played = reached.outcome ?? (record.moves.length >= longest_game ? adjudicated : null);
  const outcome =
    record.resigned !== null ? (resigned[/** @type {0 | 1} */ (record.resigned)] ?? null) : record.agreed ? agreed : played;
  const { crowded: _crowded, ...seen } = reached.scene;
  const { turn, ply } = seen;
  const mine = localMine(record);
  const goingOn = outcome === null;
  const toMove = goingOn && mine.includes(turn);
  return {
    type: "state",
    version: record.version,
    id: record.key,
    game: record.game,
    rules: record.rules,
    layout: reached.layout_key,
    start: reached.start,
    rated: false,
    tournament: null,
    seats: localSeats(record, sides),
    outcome,
    clock: null,
    offers: { draw: null, takeback: null, rematch: null },
    may: {
      takeback: goingOn && takenBackTo(mine, turn, ply) >= 0,
      draw: goingOn && agreed !== null,
      resign: goingOn,
      hint: toMove,
      rematch: !goingOn,
    },
    chat: [],
    contest: null,
    next_id: record.next,
    thinking: goingOn && !toMove,
    watchers: 0,
    behind: 0,
    scene: toMove ? reached.scene : { ...seen, options: [] },
    turns: reached.turns,
  };
}

/**
 * Return a new game.
 * @param {Pick<LocalRecord, "game" | "rules" | "start" | "seats"> & Partial<LocalRecord>} given
 * @returns {LocalRecord}
 */
export function newRecord(given) {
  const now = Date.now();
  return {
    key: newKey(),
    version: 1,
    moves: [],
    times: [],
    created: now,
    updated: now,
    resigned: null,
    agreed: false,
    draw: -1,
    of: null,
    next: null,
    shown: null,
    problem: "",
    ...given,
  };
}

/**
 * Return a game with what a list tells of it.
 * @param {LocalRecord} record
 * @param {Positions} positions
 * @returns {LocalRecord}
 */
function withSummary(record, positions) {
  const { layout, scene, outcome } = stateOf(record, positions);
  const { sides } = positions.beginning;
  return { ...record, shown: { layout, position: scene.position, sides: [...sides], turn: scene.turn, outcome } };
}

/**
 * Keep a new game, and return its key.
 * @param {LocalRecord} record
 */
export async function beginLocal(record) {
  await keepLocal(withSummary(record, await positionsFrom(record)));
  return record.key;
}

export class LocalGame extends EventTarget {
  /** @type {State | null} */
  state = null;
  receivedAt = 0;
  key;

  /** @type {LocalRecord | null} */
  #record = null;
  /** @type {Positions | null} */
  #positions = null;
  #closed = false;
  /** What was sent and is not done yet, oldest first. @type {Message[]} */
  #waiting = [];
  /** Offers among it that were made while the computer thought: they are answered after its move. @type {Message[]} */
  #offered = [];
  /** What is being done, one after another. */
  #doing = Promise.resolve();
  #hear = (/** @type {Event} */ event) => {
    const { key, sentAs } = /** @type {CustomEvent} */ (event).detail;
    if (key === this.key) this.#after(() => (sentAs ? this.#move(sentAs) : this.#look()));
  };

  /** @param {string} key */
  constructor(key) {
    super();
    this.key = key;
  }

  /** Why the server does not take this game, if it said so. */
  get problem() {
    return this.#record?.problem ?? "";
  }

  open() {
    localNews.addEventListener("change", this.#hear);
    this.#after(async () => {
      // What it takes to show it may not be here.
      await this.#look().catch(() => this.#tell("gone", { code: 0, message: t("offline.not_kept") }));
      if (this.state) this.#tell("open");
    });
  }

  close() {
    this.#closed = true;
    localNews.removeEventListener("change", this.#hear);
  }

  /**
   * Do what the player does.
   * @param {string} type
   * @param {Record<string, unknown>} [fields]
   */
  send(type, fields = {}) {
    const message = { type, ...fields };
    this.#waiting.push(message);
    this.#after(() => this.#do(message));
  }

  /**
   * @param {string} type
   * @param {Record<string, unknown>} [fields]
   */
  act(type, fields = {}) {
    this.send(type, { ply: this.state?.scene.ply ?? 0, ...fields });
  }

  /**
   * @param {string} type
   * @param {Record<string, unknown>} fields
   */
  tell(type, fields) {
    if (type === "think_here" && !fields.here) this.#refuse(t("local.cannot_think"), type);
  }

  /** Return what there was to see before the first turn. */
  async first() {
    const reached = this.#positions?.reached([]);
    if (!reached) throw new Error("The game has not been read.");
    return reached.scene;
  }

  /** Return the game as a record, as the server writes it. */
  async record() {
    const { game, rules, start, seats, created } = /** @type {LocalRecord} */ (this.#record);
    const { sides } = /** @type {Positions} */ (this.#positions).beginning;
    const { turns, outcome } = /** @type {State} */ (this.state);
    const { turn, pieces } = await this.first();
    const variations = new Variations(pieces);
    variations.addLine(turns);
    const { root } = variations;
    const usual = entryOf(game)?.starts.find((each) => each.rules === rules)?.position;
    const names = seats.map(({ kind, level, name }) => name || (kind !== "computer" ? "" : level ? `vato level ${level}` : "vato"));
    const date = new Date(created).toISOString().slice(0, 10);
    return recordText({ game, rules, start: start === usual ? "" : start, sides, names, outcome, turn, root, date });
  }

  /** Return the address of the same game with sides exchanged, which is begun if nobody has. */
  async next() {
    const before = /** @type {LocalRecord} */ (this.#record);
    if (before.next) return before.next;
    const { game, rules, start, seats } = before;
    const key = await beginLocal(newRecord({ game, rules, start, seats: seats.toReversed() }));
    await this.#keep({ next: key });
    return key;
  }

  /** @param {() => Promise<void> | void} work */
  #after(work) {
    this.#doing = this.#doing.then(work).catch((problem) => {
      if (!this.#closed) console.error(problem);
    });
  }

  /** Read the game as it is kept, and tell it if it is newer. */
  async #look() {
    const found = await readLocal(this.key);
    if (this.#closed) return;
    if (found && "sentAs" in found) this.#move(found.sentAs);
    else if (!found) this.#tell("gone", { code: UNKNOWN, message: "" });
    else if (found.version > (this.#record?.version ?? 0)) await this.#show(found);
  }

  /**
   * Tell that the server has the game, with what was to be done in it.
   * @param {string} id
   */
  #move(id) {
    if (!this.#closed) this.#tell("moved", { id, left: this.#waiting.splice(0) });
  }

  /** @param {LocalRecord} record */
  async #show(record) {
    this.#positions = await positionsFrom(record);
    if (this.#closed) return;
    this.#record = record;
    const before = this.state;
    this.state = stateOf(record, this.#positions);
    this.receivedAt = performance.now();
    this.#tell("state", { state: this.state, before });
    if (!this.state.thinking) for (const message of this.#offered.splice(0)) this.#after(() => this.#do(message));
  }

  /** @param {Message} message */
  async #do(message) {
    const deed = DEEDS[message.type];
    const { state } = this;
    if (this.#closed) return;
    if (message.type === "offer_draw" && state?.thinking) {
      this.#offered.push(message);
      return;
    }
    this.#waiting = this.#waiting.filter((each) => each !== message);
    if (!deed || !state || !this.#record || !this.#positions) return;
    try {
      const changed = await deed({ record: this.#record, state, positions: this.#positions, message });
      if (changed) await this.#keep(changed);
      if (changed && "draw" in changed && message.type === "offer_draw") throw new Refusal(t("local.draw_declined"));
    } catch (problem) {
      if (problem instanceof Overtaken) await this.#overtaken(message);
      else if (problem instanceof Refusal) this.#refuse(problem.message, message.type);
      else throw problem;
    }
  }

  /** @param {Partial<LocalRecord>} changed */
  async #keep(changed) {
    const before = /** @type {LocalRecord} */ (this.#record);
    const after = { ...before, ...changed, version: before.version + 1, updated: Date.now(), problem: "" };
    const record = withSummary(after, /** @type {Positions} */ (this.#positions));
    await keepLocal(record);
    await this.#show(record);
  }

  /**
   * Another tab was faster, or the server has the game.
   * @param {Message} message
   */
  async #overtaken(message) {
    const found = await readLocal(this.key);
    if (this.#closed) return;
    if (found && "sentAs" in found) {
      this.#waiting.unshift(message);
      this.#move(found.sentAs);
      return;
    }
    await this.#look();
    this.#refuse(t("local.overtaken"), message.type);
  }

  /**
   * @param {string} message
   * @param {string} of
   */
  #refuse(message, of) {
    this.#tell("refused", { type: "refused", ref: null, ply: null, message, code: "refused", of });
  }

  /**
   * @param {string} type
   * @param {unknown} [detail]
   */
  #tell(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}
