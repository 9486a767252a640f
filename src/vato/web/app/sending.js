/**
 * Brings the games of this device to the server as soon as it can be reached: one tab at a time, each game until it is
 * answered, and none is let go before.
 */

import { RequestFailed, bringGame } from "./api.js";
import { network } from "./network.js";
import { allLocal, localNews, noteProblem, releaseLocal } from "./local-games.js";

/** @typedef {import("./local-games.js").LocalRecord} LocalRecord */

const LOCK = "vato-sending";
const FIRST_PAUSE_MS = 2000;
const LONGEST_PAUSE_MS = 60_000;
/** With these, and where the server is at fault, it may take the game later. */
const LATER = new Set([0, 401, 408, 409, 425, 429]);

let pause = FIRST_PAUSE_MS;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
let isSending = false;
/** Versions that the server has refused since this page was opened, by their keys. @type {Map<string, number>} */
const refused = new Map();

/** Send from now on whatever there is, whenever there may be a network. */
export function keepSending() {
  network.addEventListener("change", () => network.isLost || sendNow());
  localNews.addEventListener("change", () => {
    if (!isSending) timer ??= setTimeout(sendAll, pause);
  });
  sendNow();
}

/** Send what there is, without waiting: the server has just been heard of, or may be there again. */
export function sendNow() {
  pause = FIRST_PAUSE_MS;
  void sendAll();
}

async function sendAll() {
  clearTimeout(timer);
  timer = undefined;
  if (isSending) return;
  isSending = true;
  let isDone = false;
  try {
    isDone = await alone(async () => {
      for (const { key } of await waiting()) if (!(await send(key))) return false;
      return (await waiting()).length === 0;
    });
  } catch (problem) {
    console.error(problem);
  } finally {
    isSending = false;
  }
  if (isDone) pause = FIRST_PAUSE_MS;
  else {
    timer ??= setTimeout(sendAll, pause);
    pause = Math.min(2 * pause, LONGEST_PAUSE_MS);
  }
}

/** Return the games that the server may take, the oldest first. */
const waiting = async () =>
  (await allLocal()).filter(({ key, version }) => refused.get(key) !== version).toReversed();

/**
 * Do something that only one tab does; without locks the server sees to it that nothing is there twice.
 * @param {() => Promise<boolean>} work
 * @returns {Promise<boolean>} false as well if another tab does it
 */
async function alone(work) {
  if (!navigator.locks) return work();
  return navigator.locks.request(LOCK, { ifAvailable: true }, (lock) => (lock ? work() : false));
}

/**
 * Send a game until the server has what is kept here; return whether there is any use in going on with others.
 * @param {string} key
 */
async function send(key) {
  for (;;) {
    const record = (await allLocal()).find((each) => each.key === key);
    if (!record) return true;
    try {
      const { id } = await bringGame(toldOf(record));
      if (await releaseLocal(key, record.version, id)) return true;
    } catch (problem) {
      if (!(problem instanceof RequestFailed)) throw problem;
      if (LATER.has(problem.status) || problem.status >= 500) return false;
      // Where it was overtaken it is another game by now, of which the server has said nothing.
      const noted = await noteProblem(record, problem.message).catch(() => null);
      if (noted !== null) refused.set(key, noted);
      return true;
    }
  }
}

/**
 * Return a game as the server takes it.
 * @param {LocalRecord} record
 * @returns {import("./wire").BroughtGame}
 */
const toldOf = ({ key, game, rules, start, seats, moves, times, created, resigned, agreed, of }) => ({
  key,
  game,
  rules,
  start,
  seats,
  moves,
  times,
  created,
  resigned,
  agreed,
  of,
});
