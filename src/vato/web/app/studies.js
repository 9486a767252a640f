/**
 * Studies as the server keeps them: one function for each thing that can be asked of it beside a socket. Draws nothing.
 */

import { get, post, remove, textOf } from "./api.js";

const at = (/** @type {string} */ id) => `/api/studies/${encodeURIComponent(id)}`;

/** What is sent of a text at once, unless a single game is longer: reading it takes the server a while. */
const MOST_SENT = 60_000;
/** What is too much at once is sent again after so long, so often. */
const PAUSE_MS = 3000;
const MOST_TIMES = 40;

/** @returns {Promise<import("./wire").StudyList>} */
export const myStudies = () => get("/api/studies");

/**
 * Create a study, and return its id.
 * @param {import("./wire").NewStudy} wanted
 * @returns {Promise<string>}
 */
export async function createStudy(wanted) {
  const [first, ...rest] = wanted.text ? partsOf(wanted.text) : [undefined];
  const { id } = await patiently("/api/studies", first === undefined ? wanted : { ...wanted, text: first });
  for (const text of rest) await patiently(`${at(id)}/chapters`, { text });
  return id;
}

/**
 * Add games as chapters, and return the last of these.
 * @param {string} id
 * @param {string} text of records
 * @param {string} [name] of a single one
 * @returns {Promise<number>}
 */
export async function addChapters(id, text, name = "") {
  let last = 0;
  for (const part of partsOf(text)) {
    /** @type {import("./wire").AddedChapters} */
    const { chapters } = await patiently(`${at(id)}/chapters`, { text: part, name });
    last = chapters.at(-1) ?? last;
  }
  return last;
}

/** @param {string} id */
export const deleteStudy = (id) => remove(at(id));

/**
 * Return the address of a study, or of a chapter of it, as text.
 * @param {string} id
 * @param {number} [chapter]
 */
export const textAddress = (id, chapter) => (chapter === undefined ? `${at(id)}.vato` : `${at(id)}/${chapter}.vato`);

/**
 * @param {string} id
 * @param {number} chapter
 */
export const textOfChapter = (id, chapter) => textOf(textAddress(id, chapter));

/**
 * Return a text of records in parts that can be sent, each of whole games.
 * @param {string} text
 */
function partsOf(text) {
  /** @type {string[]} */
  const parts = [];
  for (const game of text.split(/^(?=Game:)/m)) {
    const last = parts.at(-1);
    if (last !== undefined && last.length + game.length < MOST_SENT) parts[parts.length - 1] = last + game;
    else parts.push(game);
  }
  return parts;
}

/**
 * Send something, and wait where it was too much at once.
 * @param {string} path
 * @param {unknown} body
 */
async function patiently(path, body) {
  for (let times = 1; ; times += 1) {
    try {
      return await post(path, body);
    } catch (problem) {
      if (/** @type {any} */ (problem)?.code !== "too_fast" || times === MOST_TIMES) throw problem;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}
