/**
 * The HTTP side of the server: one function for each thing that can be asked. Knows addresses and errors, no pages.
 */

import { isOurs, network } from "./network.js";
import { settings } from "./settings.js";
import { language, t } from "./text.js";

/** @typedef {import("../types").Layout} Layout */

/** A request that failed, with one sentence for the user. */
export class RequestFailed extends Error {
  /**
   * @param {string} message
   * @param {string} code
   * @param {number} status 0 when the server was not reached
   */
  constructor(message, code, status) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

/** How long a server that is thought to be gone is waited for, until it begins to answer. */
export const PATIENCE_MS = 3000;

/**
 * @param {string} path
 * @param {RequestInit} [options]
 * @returns {Promise<Response>}
 */
async function ask(path, options = {}) {
  const headers = { "Accept-Language": language(), ...options.headers };
  const ending = new AbortController();
  const hurry = network.isLost ? setTimeout(() => ending.abort(), PATIENCE_MS) : undefined;
  let answer;
  try {
    answer = await fetch(path, { signal: ending.signal, ...options, headers });
  } catch {
    network.lose();
    throw unreachable();
  } finally {
    clearTimeout(hurry); // what has begun to come may take its time
  }
  if (!isOurs(answer)) {
    network.lose();
    throw unreachable();
  }
  network.hear(answer);
  if (answer.ok) return answer;
  const body = await answer.json().catch(() => null);
  throw new RequestFailed(body?.error?.message ?? t("error.server"), body?.error?.code ?? "", answer.status);
}

export const unreachable = () => new RequestFailed(t("error.unreachable"), "unreachable", 0);

/**
 * Whether something failed because the server cannot be reached.
 * @param {unknown} problem
 */
export const isUnreachable = (problem) => problem instanceof RequestFailed && problem.code === "unreachable";

/**
 * Wait for something; where the server cannot be reached, say what cannot be done without it.
 * @template Value
 * @param {Promise<Value>} asking
 * @param {string} key of the sentence
 * @returns {Promise<Value>}
 */
export const needing = (asking, key) =>
  asking.catch((problem) => {
    throw isUnreachable(problem) ? new RequestFailed(t(key), problem.code, 0) : problem;
  });

/**
 * @param {string} path
 * @param {string} [inLanguage]
 */
export const get = async (path, inLanguage = language()) =>
  read(await ask(path, { headers: { "Accept-Language": inLanguage } }));

/**
 * Read an answer; one that breaks off, or is no JSON, has not come.
 * @param {Response} answer
 * @returns {Promise<any>}
 */
async function read(answer) {
  try {
    return await answer.json();
  } catch {
    network.lose();
    throw unreachable();
  }
}

/**
 * @param {string} path
 * @param {unknown} body
 */
export const post = async (path, body) => {
  const options = { method: "POST", body: JSON.stringify(body), headers: { "Content-Type": "application/json" } };
  return read(await ask(path, options));
};

/** @param {string} path */
export const remove = async (path) => read(await ask(path, { method: "DELETE" }));

/** @type {Map<string, Promise<any>>} */
const kept = new Map();

/**
 * Ask once; what does not change while the page is open is kept, in each language.
 * @param {string} path
 * @param {string} [inLanguage]
 */
function once(path, inLanguage = language()) {
  const key = `${inLanguage} ${path}`;
  let promise = kept.get(key);
  if (!promise) {
    promise = get(path, inLanguage);
    kept.set(key, promise);
    promise.catch(() => kept.delete(key));
  }
  return promise;
}

/** Ask once more for what this page has asked for, so that a service worker that came later has it, too. */
export async function usedAgain() {
  const words = [...kept.keys()].map((key) => {
    const [inLanguage = "", path = ""] = key.split(" ");
    return get(path, inLanguage);
  });
  const images = [...document.images].map(({ src }) => src).filter((src) => src.startsWith(`${location.origin}/api/`));
  const engines = performance
    .getEntriesByType("resource")
    .map(({ name }) => name)
    .filter((name) => name.startsWith(`${location.origin}/api/engine/`));
  const others = [`/api/messages/${language()}`, ...images, ...engines];
  await Promise.allSettled([...words, ...others.map(again)]);
}

/**
 * Ask for something again, and read it: the service worker has it only when all of it has come.
 * @param {string} address
 */
const again = async (address) => (await ask(address)).arrayBuffer();

/**
 * Return what there is to keep for use without a network.
 * @param {string} inLanguage
 * @returns {Promise<import("./wire").KeptList>}
 */
export const keptList = (inLanguage) => get("/api/kept", inLanguage);

/**
 * @param {string} game
 * @returns {Promise<import("./wire").KeptLessons>}
 */
export const keptLessons = (game) => once(`/api/kept/lessons/${encodeURIComponent(game)}`);

/**
 * @param {string} game
 * @returns {Promise<import("./wire").KeptPuzzles>}
 */
export const keptPuzzles = (game) => once(`/api/kept/puzzles/${encodeURIComponent(game)}`);

/**
 * @param {string} inLanguage
 * @returns {Promise<import("./wire").Catalog>}
 */
export const catalog = (inLanguage) => once("/api/catalog", inLanguage);

/**
 * @param {string} key the `layout` of a state: the game and, where it has several layouts, a slash and a name
 * @returns {Promise<Layout>}
 */
export const layout = (key) => once(`/api/layouts/${key.split("/").map(encodeURIComponent).join("/")}`);

/** @returns {Promise<import("./wire").Kits>} */
export const kits = () => once("/api/kits");

/** @returns {Promise<import("./wire").Language[]>} */
export const languages = () => once("/api/languages");

/**
 * @param {string} game
 * @param {string} rules
 * @returns {Promise<import("./wire").RulesPage>}
 */
export const rules = (game, rules) =>
  once(`/api/rules/${encodeURIComponent(game)}?rules=${encodeURIComponent(rules)}`);

/** @returns {Promise<import("./wire").LessonGame[]>} */
export const lessons = async () => (await once("/api/lessons")).games;

/**
 * @param {string} game
 * @param {string} name
 * @returns {Promise<import("./wire").Lesson>}
 */
export const lesson = (game, name) => once(`/api/lessons/${encodeURIComponent(game)}/${encodeURIComponent(name)}`);

/**
 * Play on in the whole game of a lesson or, without a turn, see where one stands.
 * @param {string} game
 * @param {string} name
 * @param {import("./wire").PlayOn} tried
 * @returns {Promise<import("./wire").Tried>}
 */
export const playOn = (game, name, tried) =>
  post(`/api/lessons/${encodeURIComponent(game)}/${encodeURIComponent(name)}/play`, tried);

/**
 * Try a turn in an exercise of a lesson.
 * @param {string} game
 * @param {string} name
 * @param {import("./wire").TryMove} tried
 * @returns {Promise<import("./wire").Tried>}
 */
export const tryMove = (game, name, tried) =>
  post(`/api/lessons/${encodeURIComponent(game)}/${encodeURIComponent(name)}/try`, tried);

/** @returns {Promise<import("./wire").PuzzleGame[]>} */
export const puzzles = async () => (await once("/api/puzzles")).games;

/**
 * @param {string} game
 * @param {number} number
 * @returns {Promise<import("./wire").Puzzle>}
 */
export const puzzle = (game, number) => once(`/api/puzzles/${encodeURIComponent(game)}/${number}`);

/**
 * Try a move in a puzzle.
 * @param {string} game
 * @param {number} number
 * @param {import("./wire").TryPuzzle} tried
 * @returns {Promise<import("./wire").Tried>}
 */
export const tryPuzzle = (game, number, tried) => post(`/api/puzzles/${encodeURIComponent(game)}/${number}/try`, tried);

/** @returns {Promise<import("./wire").PuzzleGame[]>} */
export const endings = async () => (await once("/api/training")).games;

/**
 * @param {string} game
 * @param {number} number
 * @returns {Promise<import("./wire").Ending>}
 */
export const ending = (game, number) => get(`/api/training/${encodeURIComponent(game)}/${number}`);

/**
 * Try a move in an ending.
 * @param {string} game
 * @param {number} number
 * @param {import("./wire").TryPuzzle} tried
 * @returns {Promise<import("./wire").Tried>}
 */
export const tryEnding = (game, number, tried) => post(`/api/training/${encodeURIComponent(game)}/${number}/try`, tried);

/**
 * @param {string} game
 * @returns {Promise<import("./wire").Supply>}
 */
export const engineSupply = (game) => get(`/api/engine/${encodeURIComponent(game)}`);

/**
 * @param {string} url as the supply names it
 * @param {(bytes: number) => void} told hears how much has come
 * @returns {Promise<ArrayBuffer>}
 */
export async function enginePart(url, told) {
  // What lies here is read in one piece; a service worker would hand it on bit by bit.
  const here = await keptPart(url);
  if (here) return here.arrayBuffer();
  const { serviceWorker } = navigator;
  const passedBy = !serviceWorker?.controller;
  const { body } = await ask(url);
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const pieces = [];
  let length = 0;
  for (const reader = /** @type {ReadableStream<Uint8Array<ArrayBuffer>>} */ (body).getReader(); ; ) {
    const { done, value } = await reader.read().catch(() => {
      throw new RequestFailed(t("error.unreachable"), "unreachable", 0);
    });
    if (done) {
      // A service worker that came meanwhile has it from the browser, which has it now.
      if (passedBy && serviceWorker?.controller) again(url).catch(() => {});
      return new Blob(pieces).arrayBuffer();
    }
    pieces.push(value);
    length += value.length;
    told(length);
  }
}

/**
 * Return a part of an engine as the browser has kept it.
 * @param {string} url as the supply names it, which is another one when the part is another
 * @returns {Promise<Response | undefined>}
 */
export const keptPart = async (url) => globalThis.caches?.match(url, { ignoreVary: true }).catch(() => undefined);

/**
 * Return where a game begins, in the words of its compiled code.
 * @param {{game: string, rules: string, start: string}} subject
 * @returns {Promise<import("./wire").Beginning>}
 */
export const beginning = ({ game, rules, start }) =>
  get(
    `/api/engine/${encodeURIComponent(game)}/beginning?${new URLSearchParams({ rules, ...(start ? { position: start } : {}) })}`,
  );

/**
 * @param {import("./wire").Reach} request
 * @returns {Promise<import("./wire").Reached>}
 */
export const reach = (request) => post("/api/positions", request);

/**
 * Return what the opening book, the games played here and certificates say about a position.
 * @param {import("./wire").Reach} request
 * @returns {Promise<import("./wire").Explored>}
 */
export const explore = (request) => post("/api/explorer", request);

/**
 * Change a position that is being set up.
 * @param {import("./wire").EditPosition} request
 * @returns {Promise<import("./wire").Edited>}
 */
export const edit = (request) => post("/api/edits", request);

/**
 * Return why a move, or its beginning, is refused, or that it goes on to a point; null if it is not.
 * @param {import("./wire").Why} request
 * @returns {Promise<string | null>}
 */
export const why = async (request) => (await needing(post("/api/why", request), "offline.why")).message;

/**
 * Create a game; wished for again under its key, it is there once.
 * @param {import("./wire").NewGame} game
 * @returns {Promise<import("./wire").Identified>}
 */
export const createGame = (game) => post("/api/games", game);

/**
 * Bring a game that was played here; brought again, it is there once. The server must know who brings it beforehand.
 * @param {import("./wire").BroughtGame} game
 * @returns {Promise<import("./wire").Identified>}
 */
export const bringGame = async (game) => {
  await post("/api/visitors/cookie", {});
  return post("/api/brought", game);
};

/**
 * @param {string} id
 * @returns {Promise<import("./wire").State>}
 */
export const readGame = (id) => get(`/api/games/${encodeURIComponent(id)}`);

/**
 * @param {string} id
 * @returns {Promise<import("./wire").Identified>}
 */
export const nextGame = (id) => post(`/api/games/${encodeURIComponent(id)}/next`, {});

/**
 * Take back the invitation to a game of one's own.
 * @param {string} id
 * @returns {Promise<import("./wire").Committed>}
 */
export const withdraw = (id) => post(`/api/games/${encodeURIComponent(id)}/actions`, { type: "withdraw" });

/**
 * Return the link by which others come to a game or a study.
 * @param {"games" | "studies"} what
 * @param {string} id
 * @returns {Promise<import("./wire").Invitation>}
 */
export const invitationTo = (what, id) => get(`/api/${what}/${encodeURIComponent(id)}/invitation`);

/** @returns {Promise<import("./wire").Front>} */
export const frontPage = () => get("/api/front");

/**
 * @param {number} page from 1
 * @returns {Promise<import("./wire").SummaryPage>}
 */
export const myGames = (page) => get(`/api/games?page=${page}`);

/**
 * Return what lies at an address as text.
 * @param {string} path
 */
export const textOf = async (path) => (await ask(path)).text();

/**
 * @param {string} id
 * @returns {Promise<string>}
 */
export const recordOf = (id) => textOf(`/api/games/${encodeURIComponent(id)}/record`);

/**
 * @param {string} text
 * @param {boolean} keep whether they go to my games
 * @returns {Promise<import("./wire").RecordedGames>}
 */
export const readRecords = (text, keep) => post(`/api/records${keep ? "?keep=true" : ""}`, { text });

/**
 * Return the address of a picture in the colours of the page.
 * @param {{game: string, rules?: string, position?: string, moves?: string, board?: string}} wanted
 */
export function pictureOf(wanted) {
  const query = new URLSearchParams({ theme: settings.shownTheme });
  for (const [name, value] of Object.entries(wanted)) if (value) query.set(name, value);
  return `/api/picture.svg?${query}`;
}

/**
 * Return the address of a picture of the start with stones as they are printed.
 * @param {string} kit
 * @param {{rules: string, board: string, motif: string, ink_saving: string}} wanted
 */
export function printedPictureOf(kit, wanted) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(wanted)) if (value) query.set(name, value);
  return `/api/print/${encodeURIComponent(kit)}/start.svg?${query}`;
}

/**
 * Return the address of the picture of a puzzle, in the colours of the page.
 * @param {string} game
 * @param {number} number
 */
export const puzzlePicture = (game, number) =>
  `/api/puzzles/${encodeURIComponent(game)}/${number}/picture.svg?theme=${settings.shownTheme}`;

/**
 * Return the address of the picture of an example in the rules, in the colours of the page.
 * @param {string} game
 * @param {string} rules
 * @param {string} name
 */
export function exampleOf(game, rules, name) {
  const query = new URLSearchParams({ rules, theme: settings.shownTheme });
  return `/api/rules/${encodeURIComponent(game)}/${encodeURIComponent(name)}.svg?${query}`;
}
