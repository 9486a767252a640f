/**
 * The app without a network, as far as a page has to do with it: its service worker, and what the visitor keeps on
 * purpose. Asks for what is to be kept, puts it away, renews what has changed; draws nothing.
 *
 * Fires `change` whenever `keeping.state` or `keeping.newer` is another.
 */

import { RequestFailed, keptList, usedAgain } from "./api.js";
import { recall, remember } from "./memory.js";
import { isOurs, network } from "./network.js";
import { language, t } from "./text.js";

/** @typedef {import("./wire").KeptItem} KeptItem @typedef {import("./wire").Pack} Pack */

/**
 * `share` is from 0 to 1. In `kept` are the languages of what is whole; `some` is whether there is anything to remove.
 * @typedef {{doing: "nothing" | "keeping", share: number, kept: string[], some: boolean, problem: string}} State
 */

/** As the service worker calls them. */
const KEPT = "vato-kept";
const USED = "vato-used";
const FILES = "vato-files-";
const STORED = "vato.kept";
/** Where it is noted which packs lie in the cache, by their tags. */
const NOTES = "/api/kept/notes";
/** How long a new service worker may take to come to the page that brought it. */
const CLAIM_MS = 5000;
/** The files of this page have this version. */
const VERSION = /\/~([0-9a-f]{16})\//.exec(import.meta.url)?.[1] ?? "";

class Keeping extends EventTarget {
  /** Whether a newer version of the app is there for the next visit. */
  newer = false;
  /** @type {State} */
  state = { doing: "nothing", share: 0, kept: noted().whole, some: false, problem: "" };
  #refused = false;
  /** @type {AbortController | null} */
  #ending = null;

  /** Whether this browser can keep the app at all: not at an address that others could listen in on. */
  get isPossible() {
    return "serviceWorker" in navigator && "caches" in globalThis && isSecureContext && !this.#refused;
  }

  /** Begin: from now on this page's files stay as they are, and what it uses is kept. */
  async begin() {
    if (!this.isPossible) return;
    const { serviceWorker } = navigator;
    // For as long as the page is open.
    void navigator.locks?.request(FILES + VERSION, { mode: "shared" }, () => new Promise(() => {}));
    serviceWorker.addEventListener("message", ({ data }) => {
      if (!data?.version || data.version === VERSION) return;
      this.newer = true;
      this.#tell({});
    });
    const wasThere = Boolean(serviceWorker.controller);
    try {
      await serviceWorker.register("/service-worker.js", { updateViaCache: "none" });
      const some = await caches.has(KEPT);
      // Whoever cleared what the browser had may have left the note of it.
      if (!some) note({ whole: [] });
      this.#tell({ some, kept: noted().whole });
    } catch (problem) {
      // Some browsers keep nothing in a private window; a server that cannot be reached is asked another time.
      this.#refused = problem instanceof DOMException && problem.name === "SecurityError";
      return;
    }
    const { active } = await serviceWorker.ready;
    active?.postMessage("begun");
    if (!wasThere && (await controlled())) await usedAgain();
    addEventListener("appinstalled", () => this.keep());
    const installed = matchMedia("(display-mode: standalone)").matches;
    if (installed && !noted().wanted.includes(language())) await this.keep();
    else await this.renew();
  }

  /** Return how many bytes are to be fetched for the language that is spoken. */
  async size() {
    const { items } = await keptList(language());
    const cache = await caches.open(KEPT);
    const left = await missing(cache, items, await notesIn(cache), language());
    return left.reduce((sum, { size }) => sum + size, 0);
  }

  /** Keep everything in the language that is spoken. */
  async keep() {
    if (!this.isPossible) return;
    note({ wanted: [...new Set([...noted().wanted, language()])] });
    // Where a browser asks the visitor, it is for this.
    await navigator.storage?.persist?.().catch(() => false);
    await this.renew(true);
  }

  /**
   * Fetch what has changed or is lacking of what was wanted.
   * @param {boolean} [aloud] whether to say what goes wrong
   */
  async renew(aloud = false) {
    const { wanted } = noted();
    if (wanted.length === 0 || this.#ending || network.isLost) {
      if (aloud && network.isLost) this.#tell({ problem: t("error.unreachable") });
      return;
    }
    const ending = new AbortController();
    this.#ending = ending;
    this.#tell({ doing: "keeping", share: 0, problem: "" });
    try {
      await this.#fetchAll(wanted, ending.signal);
      note({ whole: wanted });
      this.#tell({ kept: wanted });
    } catch (problem) {
      const quota = problem instanceof DOMException && problem.name === "QuotaExceededError";
      // What does not fit as a whole is not left there in part.
      if (quota && this.state.kept.length === 0) await this.#forget();
      if (quota) this.#tell({ problem: t("keep.full") });
      else if (aloud && !ending.signal.aborted) this.#tell({ problem: sentenceOf(problem) });
    } finally {
      this.#ending = null;
      this.#tell({ doing: "nothing", some: await caches.has(KEPT).catch(() => false) });
    }
  }

  /** Stop fetching; what came so far stays for another time, unless it is removed. */
  stop() {
    this.#ending?.abort();
    note({ wanted: this.state.kept });
  }

  /** Take away what was kept on purpose. */
  async remove() {
    this.#ending?.abort();
    await this.#forget();
    this.#tell({ problem: "" });
  }

  async #forget() {
    note({ wanted: [], whole: [] });
    await caches.delete(KEPT);
    this.#tell({ kept: [], some: false });
  }

  /**
   * @param {string[]} wanted languages
   * @param {AbortSignal} signal
   */
  async #fetchAll(wanted, signal) {
    const cache = await caches.open(KEPT);
    const notes = await notesIn(cache);
    const lists = await Promise.all(wanted.map(keptList));
    const left = [];
    for (const { language: spoken, items } of lists)
      for (const item of await missing(cache, items, notes, spoken)) left.push({ item, spoken });
    const all = left.reduce((sum, { item }) => sum + item.size, 0);
    let done = 0;
    for (const { item, spoken } of left) {
      signal.throwIfAborted();
      await fetchInto(cache, item, spoken, signal);
      if (item.tag) notes[noteOf(item, spoken)] = item.tag;
      await cache.put(NOTES, new Response(JSON.stringify(notes), { headers: { "content-type": "application/json" } }));
      done += item.size;
      this.#tell({ share: done / all });
    }
    // Parts of engines that are others now.
    const named = new Set(lists.flatMap(({ items }) => items.map(({ url }) => url)));
    for (const request of await cache.keys()) {
      const { pathname, search, searchParams } = new URL(request.url);
      if (searchParams.has("version") && !named.has(pathname + search)) await cache.delete(request);
    }
  }

  /** @param {Partial<State>} changed */
  #tell(changed) {
    this.state = { ...this.state, ...changed };
    this.dispatchEvent(new Event("change"));
  }
}

/**
 * The languages that were wanted, and those of what is whole.
 * @typedef {{wanted: string[], whole: string[]}} Noted
 * @returns {Noted}
 */
const noted = () => ({ wanted: [], whole: [], ...recall(STORED, /** @type {Partial<Noted>} */ ({})) });

/** @param {Partial<Noted>} changed */
const note = (changed) => remember(STORED, { ...noted(), ...changed });

/**
 * Wait until the service worker hears what this page asks for; a page that was loaded past it never gets one.
 * @returns {Promise<boolean>}
 */
function controlled() {
  const { serviceWorker } = navigator;
  return new Promise((resolve) => {
    if (serviceWorker.controller) resolve(true);
    serviceWorker.addEventListener("controllerchange", () => resolve(true), { once: true });
    setTimeout(() => resolve(Boolean(serviceWorker.controller)), CLAIM_MS);
  });
}

/**
 * Which packs and answers lie in the cache, by their tags.
 * @param {Cache} cache
 * @returns {Promise<Record<string, string>>}
 */
const notesIn = async (cache) => (await (await cache.match(NOTES))?.json().catch(() => null)) ?? {};

/**
 * @param {KeptItem} item
 * @param {string} spoken
 */
const noteOf = ({ url }, spoken) => `${spoken} ${url}`;

/**
 * Return what is to be fetched.
 * @param {Cache} cache
 * @param {KeptItem[]} items
 * @param {Record<string, string>} notes
 * @param {string} spoken
 */
async function missing(cache, items, notes, spoken) {
  const left = [];
  for (const item of items) {
    const there = item.tag ? notes[noteOf(item, spoken)] === item.tag : await cache.match(item.url, ANY);
    if (!there) left.push(item);
  }
  return left;
}

const ANY = { ignoreVary: true };

/**
 * Fetch something and put it away.
 * @param {Cache} cache
 * @param {KeptItem} item
 * @param {string} spoken
 * @param {AbortSignal} signal
 */
async function fetchInto(cache, { url, tag, is_pack }, spoken, signal) {
  // An engine that was used is here already.
  const used = tag ? undefined : await caches.match(url, { cacheName: USED, ...ANY });
  // The server's own answer: the service worker is not to keep it, too.
  const answer = used ?? (await askFor(url, spoken, signal));
  if (!answer.ok) throw new RequestFailed(t("error.server"), "", answer.status);
  if (!is_pack) {
    await cache.put(tag ? keyFor(url, spoken) : url, answer);
    if (used) await (await caches.open(USED)).delete(url, ANY);
    return;
  }
  /** @type {Pack} */
  const { answers } = await answer.json();
  for (const { url: inside, is_spoken, headers, body } of answers) {
    signal.throwIfAborted();
    await cache.put(is_spoken ? keyFor(inside, spoken) : inside, new Response(body, { headers }));
  }
}

/**
 * @param {string} url
 * @param {string} spoken
 * @param {AbortSignal} signal
 */
async function askFor(url, spoken, signal) {
  try {
    const answer = await fetch(url, { headers: { "Accept-Language": spoken }, cache: "no-store", signal });
    if (isOurs(answer)) return answer;
  } catch (problem) {
    if (signal.aborted) throw problem;
  }
  network.lose();
  throw new RequestFailed(t("error.unreachable"), "unreachable", 0);
}

/**
 * Return what an answer is kept under: its address and its language, as the service worker looks for it.
 * @param {string} address
 * @param {string} spoken
 */
function keyFor(address, spoken) {
  const url = new URL(address, location.origin);
  url.searchParams.append("kept-language", spoken);
  return url.href;
}

/** @param {unknown} problem */
const sentenceOf = (problem) => (problem instanceof RequestFailed ? problem.message : t("keep.failed"));

export const keeping = new Keeping();
