/**
 * The games that are kept on this device, until the server has them: in IndexedDB, each change on the disk before it is
 * called done, and none written over by another tab. Where nothing can be kept, they last as long as the page.
 */

import { recall, remember } from "./memory.js";

/** @typedef {import("./wire").Summary} Summary @typedef {import("./wire").Outcome} Outcome */

/** Who plays a side, as the server takes it. @typedef {import("./wire").SeatWish} LocalSeat */

/**
 * A game as it is kept.
 * @typedef {object} LocalRecord
 * @property {string} key a UUID, which is its address here and its name when it is sent
 * @property {number} version grows with every change
 * @property {string} game
 * @property {string} rules
 * @property {string} start
 * @property {LocalSeat[]} seats in the order of the sides
 * @property {string[]} moves
 * @property {number[]} times when each was played
 * @property {number} created
 * @property {number} updated
 * @property {number | null} resigned which side gave up
 * @property {boolean} agreed
 * @property {number} draw the ply at which a draw was declined last; -1 for none
 * @property {{id: string, version: number} | null} of the server's game that it continues
 * @property {string | null} next the game that follows it
 * @property {{layout: string, position: string, sides: string[], turn: number, outcome: Outcome | null} | null} shown what a list tells of it
 * @property {string} problem why the server refused it
 */

/** What is left of a game when the server has it: where it is. @typedef {{key: string, sentAs: string, at: number}} Sent */

/** A game in a list, with what the server said against it, if it did. @typedef {Summary & {local: true, problem: string, continues: string | null}} LocalSummary */

const NAME = "vato-games";
const STORE = "games";
/** Remembered from the first game on, so that nobody looks for games where there never was one. */
const USED = "vato-local";
const LONGEST_SENT_MS = 90 * 24 * 3_600_000;
const KEY = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** What another tab wrote, or sent, came first. */
export class Overtaken extends Error {}

/**
 * Hears of every change: `change` (detail: {key, sentAs?}), of this tab and of others.
 */
export const localNews = new EventTarget();

const channel = typeof BroadcastChannel === "function" ? new BroadcastChannel(NAME) : null;
channel?.addEventListener("message", ({ data }) => localNews.dispatchEvent(new CustomEvent("change", { detail: data })));

/** @param {{key: string, sentAs?: string}} detail */
function tell(detail) {
  channel?.postMessage(detail);
  localNews.dispatchEvent(new CustomEvent("change", { detail }));
}

/** Games that could not be kept. @type {Map<string, LocalRecord>} */
const unkept = new Map();

/** Return a new key. */
export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (/** @type {number} */ (bytes[6]) & 0x0f) | 0x40;
  bytes[8] = (/** @type {number} */ (bytes[8]) & 0x3f) | 0x80;
  const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/**
 * Return whether the address of a game is one of this device; those of the server have no dashes.
 * @param {string} id
 */
export const isLocalId = (id) => KEY.test(id);

/** Whether there may be games here. */
export const mayHaveLocal = () => unkept.size > 0 || recall(USED, false);

/**
 * Return whether a game would be lost with the page.
 * @param {string} key
 */
export const isUnkept = (key) => unkept.has(key);

/** Load what it takes to play here, in case the server goes; where a service worker keeps the app, it can come later. */
export function prepareLocal() {
  if (navigator.serviceWorker?.controller) return;
  Promise.all([import("./local-start.js"), import("../engine/device-analyst.js")]).catch(() => {});
}

/** @type {Promise<IDBDatabase> | null} */
let opening = null;

/** @returns {Promise<IDBDatabase>} */
function opened() {
  opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: "key" });
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      const database = request.result;
      const forget = () => {
        database.close();
        opening = null;
      };
      database.onversionchange = forget;
      database.onclose = forget;
      resolve(database);
    };
  });
  opening.catch(() => {
    opening = null;
  });
  return opening;
}

/**
 * Do something in one transaction, and return what it found when all of it is on the disk.
 * @template Found
 * @param {IDBTransactionMode} mode
 * @param {(store: IDBObjectStore, found: (value: Found) => void, refuse: (problem: Error) => void) => void} work
 * @returns {Promise<Found>}
 */
async function inStore(mode, work) {
  const database = await opened();
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(STORE, mode, { durability: "strict" });
    /** @type {any} */
    let result;
    /** @type {Error | null} */
    let problem = null;
    transaction.oncomplete = () => resolve(result);
    transaction.onabort = () => reject(problem ?? transaction.error ?? new Error("The games cannot be kept."));
    const refuse = (/** @type {Error} */ why) => {
      problem = why;
      transaction.abort();
    };
    work(transaction.objectStore(STORE), (value) => (result = value), refuse);
  });
}

/**
 * Return a game, or where it has gone; null if there is none.
 * @param {string} key
 * @returns {Promise<LocalRecord | Sent | null>}
 */
export async function readLocal(key) {
  const known = unkept.get(key);
  if (known) return known;
  const read = inStore("readonly", (store, found) => {
    const request = store.get(key);
    request.onsuccess = () => found(request.result ?? null);
  });
  return /** @type {Promise<LocalRecord | Sent | null>} */ (read.catch(() => null));
}

/**
 * Keep the next version of a game; whoever comes second is refused as `Overtaken`.
 * @param {LocalRecord} record
 * @returns {Promise<void>}
 */
export async function keepLocal(record) {
  const { key, version } = record;
  const known = unkept.get(key);
  if (known && known.version !== version - 1) throw new Overtaken();
  remember(USED, true);
  try {
    await inStore("readwrite", (store, _found, refuse) => {
      const request = store.get(key);
      request.onsuccess = () => {
        const before = /** @type {LocalRecord | Sent | undefined} */ (request.result);
        const fits = known || (before ? "version" in before && before.version === version - 1 : version === 1);
        if (fits) store.put(record);
        else refuse(new Overtaken());
      };
    });
    unkept.delete(key);
  } catch (problem) {
    if (problem instanceof Overtaken) throw problem;
    unkept.set(key, record); // forbidden or full: it goes on as long as the page does
  }
  tell({ key });
}

/**
 * Let go of a game that the server has, if it is still the version that was sent; return whether it is.
 * @param {string} key
 * @param {number} version
 * @param {string} id what it is called there
 */
export async function releaseLocal(key, version, id) {
  const known = unkept.get(key);
  if (known && known.version !== version) return false;
  const sent = { key, sentAs: id, at: Date.now() };
  const released = await inStore("readwrite", (store, found) => {
    const request = store.get(key);
    request.onsuccess = () => {
      const isSame = known !== undefined || request.result?.version === version;
      found(isSame);
      if (isSame) store.put(sent);
    };
  }).catch((problem) => {
    if (!known) throw problem;
    return true;
  });
  if (!released) return false;
  unkept.delete(key);
  tell(sent);
  return true;
}

/**
 * Note why the server does not take a game, and return the version that says so.
 * @param {LocalRecord} record
 * @param {string} problem
 */
export async function noteProblem(record, problem) {
  if (record.problem === problem) return record.version;
  const version = record.version + 1;
  await keepLocal({ ...record, version, problem });
  return version;
}

/**
 * Return the games of this device, the last played first.
 * @returns {Promise<LocalRecord[]>}
 */
export async function allLocal() {
  if (!mayHaveLocal()) return [];
  /** @type {(LocalRecord | Sent)[]} */
  const kept = await inStore("readonly", (store, /** @type {(all: (LocalRecord | Sent)[]) => void} */ found) => {
    const request = store.getAll();
    request.onsuccess = () => found(request.result);
  }).catch(() => []);
  void forgetOld(kept);
  const games = kept.flatMap((game) => ("version" in game && !unkept.has(game.key) ? [game] : []));
  return [...games, ...unkept.values()].sort((one, other) => other.updated - one.updated);
}

/** @param {(LocalRecord | Sent)[]} kept */
async function forgetOld(kept) {
  const old = kept.filter((game) => "sentAs" in game && game.at < Date.now() - LONGEST_SENT_MS);
  if (old.length === 0) return;
  await inStore("readwrite", (store) => old.forEach(({ key }) => store.delete(key))).catch(() => {});
}

/**
 * Return the game of this device that continues one of the server's; null if none does.
 * @param {string} id
 */
export async function continuationOf(id) {
  return (await allLocal()).find((record) => record.of?.id === id)?.key ?? null;
}

/**
 * Return which players of a game are mine.
 * @param {{seats: LocalSeat[]}} record
 */
export const localMine = ({ seats }) => seats.flatMap(({ kind }, player) => (kind === "computer" ? [] : [player]));

/**
 * Return who sits where, as the server tells it.
 * @param {LocalRecord} record
 * @param {string[]} sides
 * @returns {[import("./wire").Seat, import("./wire").Seat]}
 */
export function localSeats({ seats }, sides) {
  const [first, second] = seats.map(({ kind, name = "", level = null }, player) => ({
    side: sides[player] ?? "",
    name,
    kind: kind === "computer" ? kind : /** @type {const} */ ("person"),
    level,
    mine: kind !== "computer",
    online: true,
    contestant: null,
    member: false,
    rating: null,
    away_until: null,
  }));
  return [/** @type {import("./wire").Seat} */ (first), /** @type {import("./wire").Seat} */ (second)];
}

/**
 * Return the games of this device as a list tells them, the last played first.
 * @returns {Promise<LocalSummary[]>}
 */
export async function localSummaries() {
  return (await allLocal()).flatMap((record) => {
    const { shown, key, game, rules, moves, updated, problem, of } = record;
    if (!shown) return [];
    const { outcome, position, layout, sides, turn } = shown;
    const my_turn = !outcome && localMine(record).includes(turn);
    const seats = localSeats(record, sides);
    const summary = { id: key, game, rules, rated: false, seats, outcome, plies: moves.length, position, layout, my_turn, updated };
    return [{ ...summary, local: /** @type {const} */ (true), problem, continues: of?.id ?? null }];
  });
}
