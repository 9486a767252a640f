/**
 * What members have to do with each other: one function for each thing that can be asked of the server, and `company`, which
 * hears of challenges, and of rounds of tournaments that begin, while a member is here, whatever page is open. Draws nothing.
 *
 * Events of `company`: `change`; its `challenges` are those by and to the member that stand or were answered just now, its
 * `rounds` the member's games of tournaments in which not both have moved yet.
 */

import { get, post, remove } from "./api.js";
import { LastingSocket } from "./socket.js";

/** @typedef {import("./wire").BegunRound} BegunRound */
/** @typedef {import("./wire").GameChallenge} GameChallenge @typedef {import("./wire").ModeratorsPage} ModeratorsPage */

const part = encodeURIComponent;

// Blocks and reports

/** @returns {Promise<import("./wire").MemberNames>} */
export const blocked = () => get("/api/me/blocks");

/**
 * @param {string} name
 * @returns {Promise<import("./wire").MemberNames>}
 */
export const block = (name) => post("/api/me/blocks", { name });

/**
 * @param {string} name
 * @returns {Promise<import("./wire").MemberNames>}
 */
export const unblock = (name) => remove(`/api/me/blocks/${part(name)}`);

/** @param {import("./wire").NewReport} report */
export const sendReport = (report) => post("/api/reports", report);

// Challenges

/**
 * @param {import("./wire").NewChallenge} wanted
 * @returns {Promise<GameChallenge>}
 */
export async function challenge(wanted) {
  const made = await post("/api/challenges", wanted);
  company.await(made);
  return made;
}

/**
 * @param {string} id
 * @param {"accept" | "decline"} answer
 * @returns {Promise<GameChallenge>}
 */
export const answerChallenge = (id, answer) => post(`/api/challenges/${part(id)}/${answer}`, {});

/** @param {string} id */
export const takeBackChallenge = (id) => remove(`/api/challenges/${part(id)}`);

class Company extends EventTarget {
  /** @type {GameChallenge[]} */
  challenges = [];
  /** @type {BegunRound[]} */
  rounds = [];
  /** Those that were made in this tab, which goes to the game. @type {Set<string>} */
  #mine = new Set();
  #socket = new LastingSocket("/api/me/live");
  #listens = false;

  constructor() {
    super();
    this.#socket.addEventListener("message", (event) => this.#hear(/** @type {CustomEvent} */ (event).detail));
    this.#socket.addEventListener("gone", () => {
      // Nobody is signed in any more; whoever signs in next begins anew.
      this.#listens = false;
      this.#take([], []);
    });
  }

  /** Listen from now on, unless that is done already. */
  begin() {
    if (this.#listens) return;
    this.#listens = true;
    this.#socket.open();
  }

  /**
   * Know of a challenge that was made here, before the line tells of it.
   * @param {GameChallenge} made
   */
  await(made) {
    this.#mine.add(made.id);
    this.#take([...this.challenges.filter(({ id }) => id !== made.id), made]);
  }

  /**
   * Whether a challenge was made in this tab; told once.
   * @param {string} id
   */
  claims(id) {
    return this.#mine.delete(id);
  }

  /** @param {import("./wire").CompanyAnswer} message */
  #hear(message) {
    if (message.type === "company") this.#take(message.challenges, message.rounds);
  }

  /**
   * @param {GameChallenge[]} challenges
   * @param {BegunRound[]} rounds
   */
  #take(challenges, rounds = this.rounds) {
    this.challenges = challenges;
    this.rounds = rounds;
    this.dispatchEvent(new Event("change"));
  }
}

export const company = new Company();

// Bots

/** @returns {Promise<import("./wire").BotList>} */
export const bots = () => get("/api/me/bots");

/**
 * @param {string} name
 * @returns {Promise<import("./wire").BotToken>}
 */
export const makeBot = (name) => post("/api/me/bots", { name });

/**
 * @param {string} name
 * @returns {Promise<import("./wire").BotToken>}
 */
export const renewToken = (name) => post(`/api/me/bots/${part(name)}/token`, {});

/** @param {string} name */
export const revokeToken = (name) => remove(`/api/me/bots/${part(name)}/token`);

/** @param {string} name */
export const deleteBot = (name) => remove(`/api/me/bots/${part(name)}`);

// Moderators

/** @returns {Promise<ModeratorsPage>} */
export const moderatorsPage = () => get("/api/moderation");

/**
 * @param {string} id
 * @param {string} note
 * @returns {Promise<ModeratorsPage>}
 */
export const closeReport = (id, note) => post(`/api/moderation/reports/${part(id)}/close`, { note });

/**
 * @param {string} name
 * @param {"ban" | "unban"} deed
 * @param {string} note
 * @returns {Promise<ModeratorsPage>}
 */
export const moderate = (name, deed, note) => post(`/api/moderation/members/${part(name)}/${deed}`, { note });

/**
 * @param {string} member
 * @param {string} name
 * @param {string} note
 * @returns {Promise<ModeratorsPage>}
 */
export const renameMember = (member, name, note) =>
  post(`/api/moderation/members/${part(member)}/rename`, { name, note });

/**
 * @param {string} name
 * @returns {Promise<import("./wire").MemberFile>}
 */
export const memberFile = (name) => get(`/api/moderation/members/${part(name)}`);

/**
 * @param {string} game
 * @returns {Promise<import("./wire").Signs>}
 */
export const signsOf = (game) => get(`/api/moderation/games/${part(game)}/signs`);
