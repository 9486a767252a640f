/**
 * Tournaments as the server tells them: one function for each thing that can be asked, `LiveTournament`, which hears of
 * one while its page is open, and what things are called. Draws nothing.
 *
 * Events of `LiveTournament`: `state` (detail: the state), `board` (detail: a game that goes on, as it stands), `lost`, `found`, `gone` (detail: one sentence).
 */

import { get, post } from "./api.js";
import { clockName, gameName, rulesName } from "./names.js";
import { LastingSocket } from "./socket.js";
import { formatDate, formatDuration, formatMoment, formatNumber, t } from "./text.js";

/** @typedef {import("./wire").TournamentState} TournamentState @typedef {import("./wire").TournamentHead} TournamentHead */
/** @typedef {import("./wire").TournamentPlace} TournamentPlace @typedef {import("./wire").TournamentMeeting} TournamentMeeting */

const at = (/** @type {string} */ id) => `/api/tournaments/${encodeURIComponent(id)}`;

/** @returns {Promise<import("./wire").TournamentList>} */
export const tournaments = () => get("/api/tournaments");

/**
 * @param {import("./wire").NewTournament} wanted
 * @returns {Promise<TournamentState>}
 */
export const createTournament = (wanted) => post("/api/tournaments", wanted);

/**
 * @param {string} id
 * @param {"enter" | "leave" | "start" | "close"} deed
 * @returns {Promise<TournamentState>}
 */
export const actOn = (id, deed) => post(`${at(id)}/${deed}`, {});

/** @param {string} id */
export const recordsAddress = (id) => `${at(id)}/records`;

export class LiveTournament extends EventTarget {
  #socket;
  #isLost = false;
  #why = "";

  /** @param {string} id */
  constructor(id) {
    super();
    this.#socket = new LastingSocket(`${at(id)}/live`);
    this.#socket.addEventListener("open", () => {
      if (this.#isLost) this.dispatchEvent(new Event("found"));
      this.#isLost = false;
    });
    this.#socket.addEventListener("lost", () => {
      this.#isLost = true;
      this.dispatchEvent(new Event("lost"));
    });
    this.#socket.addEventListener("gone", () => this.dispatchEvent(new CustomEvent("gone", { detail: this.#why })));
    this.#socket.addEventListener("message", (event) => this.#hear(/** @type {CustomEvent} */ (event).detail));
  }

  open() {
    this.#socket.open();
  }

  close() {
    this.#socket.close();
  }

  /** @param {import("./wire").TournamentAnswer} message */
  #hear(message) {
    if (message.type === "refused") this.#why = message.message;
    else if (message.type === "board") this.dispatchEvent(new CustomEvent("board", { detail: message }));
    else if (message.type === "tournament") this.dispatchEvent(new CustomEvent("state", { detail: message }));
  }
}

// In words

/**
 * Return what is played how, in short.
 * @param {TournamentHead} head
 */
export function aboutTournament({ system, game, rules, form, openings, clock, rated }) {
  const more = [
    ...(form === "game" ? [] : [t(`tournament.form_${form}`)]),
    ...(openings === "free" ? [] : [t(`tournament.openings_${openings}`)]),
    ...(rated ? [t("rating.rated")] : []),
  ];
  return [t(`tournament.${system}`), gameName(game), rulesName(rules), clockName(clock), ...more].join(" · ");
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/**
 * Return when a tournament begins, until when it goes on, as far as that is known, or when it ended.
 * @param {TournamentHead} head
 */
export function whenText({ phase, starts, ends }) {
  if (phase === "running") return ends ? t("front.until", { date: formatMoment(ends) }) : "";
  if (phase !== "open") return formatDate(ends ?? starts);
  const left = starts - Date.now();
  if (left < MINUTE_MS) return t("front.now");
  return left < DAY_MS ? t("front.begins_in", { time: formatDuration(left) }) : formatMoment(starts);
}

/**
 * Return what somebody who takes part is called.
 * @param {TournamentPlace | undefined} place
 */
export function entrantName(place) {
  if (place && place.level !== null) return t("player.computer", { level: place.level });
  return place?.name || t("player.someone");
}

/** @param {number} points */
export const pointsText = (points) => formatNumber(points, { minimumFractionDigits: points % 1 ? 1 : 0 });
