/**
 * Games by post: one function for each thing that can be asked of the server about them. Draws nothing.
 */

import { get, post, remove } from "./api.js";

/** @typedef {import("./wire").DaysOff} DaysOff @typedef {import("./wire").Plan} Plan */

const planOf = (/** @type {string} */ id) => `/api/games/${encodeURIComponent(id)}/plan`;

/** @returns {Promise<import("./wire").WaitingGames>} */
export const waitingGames = () => get("/api/waiting");

/** @returns {Promise<DaysOff>} */
export const daysOff = () => get("/api/me/days-off");

/**
 * @param {number} days
 * @returns {Promise<DaysOff>}
 */
export const takeDaysOff = (days) => post("/api/me/days-off", { days });

/** @returns {Promise<DaysOff>} */
export const endDaysOff = () => remove("/api/me/days-off");

/**
 * @param {string} id of a game
 * @returns {Promise<Plan>}
 */
export const readPlan = (id) => get(planOf(id));

/**
 * @param {string} id of a game
 * @param {Plan} plan
 * @returns {Promise<Plan>}
 */
export const savePlan = (id, plan) => post(planOf(id), plan);
