/**
 * Members: who is here, and one function for each thing that a member, or who becomes one, can ask of the server. Where the
 * server has no accounts nothing is asked.
 */

import { PATIENCE_MS, get, post, remove } from "./api.js";

/** @typedef {import("./wire").Me} Me */

/** Whether the server has accounts; its page says so. */
export const hasAccounts = () => document.body.hasAttribute("data-accounts");

/** What other tabs of this browser are told by: whoever signs in or out does so in all of them. */
const tabs = "BroadcastChannel" in globalThis ? new BroadcastChannel("vato-people") : null;
tabs?.addEventListener("message", () => location.reload());

class WhoIsHere {
  /** @type {Me} */
  #known = { member: false, name: "", games: 0 };

  get member() {
    return this.#known.member;
  }

  get name() {
    return this.#known.name;
  }

  /** How many games this device has by nobody's name. */
  get games() {
    return this.#known.games;
  }

  /** Find out who is here; who cannot be asked for, or not soon, is nobody. */
  async look() {
    if (!hasAccounts()) return;
    const late = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS, this.#known));
    this.#known = await Promise.race([get("/api/me").catch(() => this.#known), late]);
  }

  /** Find out who is here by now, and let other tabs do so. */
  async change() {
    await this.look();
    tabs?.postMessage("changed");
    if (this.member) void import("../parts/challenge-notice.js").then(({ keepCompany }) => keepCompany());
  }
}

export const me = new WhoIsHere();

const here = () => location.pathname + location.search;

/**
 * Return the address of signing in, from which one comes back to where one is, or to another address.
 * @param {string} [to]
 */
export const signInAddress = (to = here()) => `/sign-in?${new URLSearchParams({ to })}`;

/** Return the address of becoming a member, from which one comes back. */
export const joinAddress = () => `/join?${new URLSearchParams({ to: here() })}`;

/** Where somebody wanted to go who had to sign in, or to become a member, first. */
export function wantedAddress() {
  const to = new URLSearchParams(location.search).get("to") ?? "";
  return /^\/(?![/\\])/.test(to) ? to : "/account";
}

/** For so long it is believed what was heard of the games that are closed. */
const CLOSED_MS = 3_000;
let closed = { games: /** @type {string[]} */ ([]), at: -CLOSED_MS };

/**
 * Return whether nothing is to be told about a game now, as who is here plays one that counts.
 * @param {string} game
 */
export async function isClosed(game) {
  if (!me.member) return false;
  if (performance.now() - closed.at > CLOSED_MS) {
    // Where the server cannot be reached, no such game goes on.
    const { games } = await get("/api/me/closed").catch(() => ({ games: [] }));
    closed = { games, at: performance.now() };
  }
  return closed.games.includes(game);
}

/**
 * Wait until the server has answered; then somebody else is here.
 * @template Value
 * @param {Promise<Value>} asking
 * @returns {Promise<Value>}
 */
async function changing(asking) {
  const answer = await asking;
  await me.change();
  return answer;
}

/**
 * Make a passkey for who is here, or becomes a member.
 * @param {string} name
 */
async function madePasskey(name) {
  const { makePasskey } = await import("./passkeys.js");
  return makePasskey(await challenge(), name);
}

/** @returns {Promise<import("./wire").Challenge>} */
const challenge = () => post("/api/passkeys/challenge", {});

/**
 * @param {string} name
 * @param {string} password
 * @returns {Promise<import("./wire").Joined>}
 */
export const joinByPassword = (name, password) => changing(post("/api/sign-up/password", { name, password }));

/**
 * @param {string} name
 * @returns {Promise<import("./wire").Joined>}
 */
export const joinByPasskey = async (name) =>
  changing(post("/api/sign-up/passkey", { name, passkey: await madePasskey(name) }));

/**
 * @param {string} name
 * @param {string} password
 * @param {boolean} games whether those of this device come along
 */
export const signInByPassword = (name, password, games) =>
  changing(post("/api/sign-in/password", { name, password, games }));

/**
 * @param {string} name
 * @param {string} code
 * @param {boolean} games
 */
export const signInByCode = (name, code, games) => changing(post("/api/sign-in/code", { name, code, games }));

/** @param {boolean} games */
export async function signInByPasskey(games) {
  const { usePasskey } = await import("./passkeys.js");
  return changing(post("/api/sign-in/passkey", { passkey: await usePasskey(await challenge()), games }));
}

export const signOut = () => changing(post("/api/sign-out", {}));

/** @returns {Promise<import("./wire").Account>} */
export const account = () => get("/api/me/account");

/** @param {string} password */
export const changePassword = (password) => post("/api/me/password", { password });

export const addPasskey = async () => post("/api/me/passkeys", { passkey: await madePasskey(me.name) });

/** @param {string} id */
export const removePasskey = (id) => remove(`/api/me/passkeys/${encodeURIComponent(id)}`);

/** @returns {Promise<import("./wire").Codes>} */
export const newCodes = () => post("/api/me/codes", {});

/** @param {string} id */
export const endSession = (id) => remove(`/api/me/sessions/${encodeURIComponent(id)}`);

export const endOtherSessions = () => remove("/api/me/sessions");

export const deleteAccount = () => changing(remove("/api/me"));

/** Where all that is known about a member is downloaded from. */
export const ARCHIVE = "/api/me/archive";
