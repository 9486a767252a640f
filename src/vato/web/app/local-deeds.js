/** What a player, or the computer, can do in a game on this device: what it makes of the game, or why it is not done. */

import { localMine } from "./local-games.js";
import { t } from "./text.js";

/** @typedef {import("./wire").State} State @typedef {import("./local-games.js").LocalRecord} LocalRecord */
/** @typedef {import("../engine/positions.js").Positions} Positions */
/** @typedef {{type: string, [field: string]: any}} Message */
/** What a player did, and the game before it. @typedef {{record: LocalRecord, state: State, positions: Positions, message: Message}} Situation */

const LONGEST_NAME = 40;
/** What the computer does with an offer of a draw (`server/play/computer.py`). */
const DRAW_SECONDS = 0.5;
const DRAW_VALUE = 20;

/** Something that is not done, in one sentence. */
export class Refusal extends Error {}

/**
 * Return how many plies are left when a turn is taken back; less than none if there is none.
 * @param {number[]} mine
 * @param {number} turn
 * @param {number} ply
 */
export const takenBackTo = (mine, turn, ply) => ply - (mine.includes(turn) && mine.length === 1 ? 2 : 1);

/**
 * What can be done, by the type of what is sent; null if there is nothing left to do.
 * @type {Record<string, (situation: Situation) => Partial<LocalRecord> | null | Promise<Partial<LocalRecord> | null>>}
 */
export const DEEDS = {
  move: (situation) => played(situation, true),
  computer_move: (situation) => played(situation, false),
  resign: ({ record, state }) => {
    if (!state.may.resign) throw new Refusal(t("local.over"));
    const mine = localMine(record);
    return { resigned: mine.length === 1 ? /** @type {number} */ (mine[0]) : state.scene.turn };
  },
  offer_takeback: ({ record, state }) => {
    if (!state.may.takeback) throw new Refusal(t("local.nothing_to_take_back"));
    const plies = takenBackTo(localMine(record), state.scene.turn, state.scene.ply);
    return { moves: record.moves.slice(0, plies), times: record.times.slice(0, plies), draw: -1 };
  },
  offer_draw: async ({ record, state, message }) => {
    if (!state.may.draw) throw new Refusal(t("local.over"));
    if (record.seats.every(({ kind }) => kind !== "computer")) return { agreed: true };
    if (record.draw === message.ply) throw new Refusal(t("local.draw_again"));
    return (await acceptsDraw(record, state)) ? { agreed: true } : { draw: message.ply };
  },
  rename: ({ record, message }) => {
    const name = String(message.name).trim().slice(0, LONGEST_NAME);
    if (record.seats[message.player]?.name === name) return null;
    return { seats: record.seats.map((seat, player) => (player === message.player ? { ...seat, name } : seat)) };
  },
};

/**
 * @param {Situation} situation
 * @param {boolean} byMe whether it is a turn of mine
 */
function played({ record, state, positions, message }, byMe) {
  const { ply, turn } = state.scene;
  if (message.ply < ply && record.moves[message.ply] === message.move) return null; // it was played already
  if (state.outcome) throw new Refusal(t("local.over"));
  if (message.ply !== ply || localMine(record).includes(turn) !== byMe) throw new Refusal(t("local.overtaken"));
  if (!positions.playables(record.moves).some(({ text }) => text === message.move)) throw new Refusal(t("local.illegal"));
  return { moves: [...record.moves, message.move], times: [...record.times, Date.now()] };
}

/**
 * Return whether the computer takes a draw: it does when it is worse or level.
 * @param {LocalRecord} record
 * @param {State} state
 * @returns {Promise<boolean>}
 */
async function acceptsDraw({ game, rules, start, moves, seats }, { scene }) {
  const computer = seats.findIndex(({ kind }) => kind === "computer");
  const { DeviceAnalyst } = await import("../engine/device-analyst.js");
  const analyst = new DeviceAnalyst();
  return new Promise((resolve) => {
    analyst.addEventListener("ended", () => resolve(false)); // unless it has been answered
    analyst.addEventListener("info", (event) => {
      const { done, known, lines } = /** @type {CustomEvent} */ (event).detail;
      if (!done) return;
      const value = lines[0]?.score.value ?? 0;
      resolve(known ? known.winner !== computer : (scene.turn === computer ? value : -value) <= DRAW_VALUE);
    });
    analyst.analyse({ game, rules, start, moves, lines: 1, seconds: DRAW_SECONDS });
  });
}
