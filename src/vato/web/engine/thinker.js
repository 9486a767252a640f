/**
 * The visitor's own engine: thinks in workers about one position at a time, and can be stopped at once. Knows no game, and
 * reads nothing from the network: it is given the compiled code and what goes with it.
 *
 * Where the page may share memory with its workers there is one for each core, and a word in the memory stops them all.
 * Elsewhere there is one, which cannot hear anything while it thinks: it is ended, and another begun.
 */

import { beginThought, wishToStop } from "./deepen.js";
import { compile, furnish, newPlace } from "./machine.js";

/** @typedef {import("./deepen.js").Step} Step */

/** @typedef {import("./machine.js").Setting} Setting */
/** What a game's engine is made from. @typedef {{module: ArrayBuffer, weights: Uint8Array, known: Uint8Array | null}} Parts */

/**
 * What ends a thought, and how many lines it has.
 * @typedef {{lines?: number, depth?: number | null, nodes?: number | null, seconds?: number | null,
 *            threads?: number, informed?: boolean, clear?: boolean, keeping?: import("./deepen.js").Keeping | null}} Limit
 */

const MEGABYTE = 1 << 20;
const MOST_THREADS = 8;
/** Who does not stop in this time is ended: the first look at a position with numberless turns may take for ever. */
const PATIENCE_MS = 1500;
/** Who has not even begun in this time is ended, too. */
const BEGINNING_MS = 15_000;
const HASH_BYTES = { small: 8 * MEGABYTE, usual: 32 * MEGABYTE, large: 64 * MEGABYTE };

/** How much memory the hash table may have on a machine with so many gigabytes, if that is known. */
export function hashBytes(/** @type {number | undefined} */ gigabytes) {
  if (gigabytes === undefined) return HASH_BYTES.usual;
  return gigabytes >= 8 ? HASH_BYTES.large : gigabytes > 2 ? HASH_BYTES.usual : HASH_BYTES.small;
}

/** How many threads an engine may have here. */
export function mostThreads() {
  return globalThis.crossOriginIsolated ? Math.max(1, Math.min(navigator.hardwareConcurrency || 1, MOST_THREADS)) : 1;
}

export class Thinker {
  /** Called when workers were ended in the midst of it: others must not begin in their memory before they are gone. */
  onBroken = () => {};
  #compiled;
  /** @type {import("./machine.js").Sizes} */
  #sizes;
  /** The memory of all threads, where they can share one. */
  #shared;
  /** What goes into the memory of a worker that has its own. @type {{weights: Uint8Array | null, known: Uint8Array | null}} */
  #filling = { weights: null, known: null };
  /** @type {Promise<Worker>[]} */
  #workers = [];
  /** What is thought about, and how to end it. @type {{stop: () => void, ended: Promise<Step | null>} | null} */
  #thought = null;
  #number = 0;

  /**
   * @param {import("./machine.js").Compiled} compiled
   * @param {Parts} parts
   * @param {number} threads
   * @param {number} hash in bytes
   */
  constructor(compiled, { weights, known }, threads, hash) {
    this.#compiled = compiled;
    this.#sizes = { weights: weights.length, known: known?.length ?? 0, hash, page: 0, threads };
    this.#shared = threads > 1 ? newPlace(compiled.notes, this.#sizes, true) : null;
    // Before any thread begins: whoever judged by nothing would leave what it found to the others.
    if (this.#shared) furnish(this.#shared, weights, known);
    else this.#filling = { weights, known };
  }

  /**
   * Make an engine.
   * @param {Parts} parts
   * @param {{threads?: number, hash?: number}} [wishes]
   */
  static async of(parts, { threads = mostThreads(), hash = hashBytes(/** @type {any} */ (navigator).deviceMemory) } = {}) {
    return new Thinker(await compile(parts.module, threads > 1), parts, threads, hash);
  }

  get threads() {
    return this.#sizes.threads;
  }

  /** Begin the thread that leads, for who will soon ask. */
  async wake() {
    await this.#worker(0);
  }

  /**
   * Think about a position, instead of the one before, and return the last whole step; `told` hears each.
   * @param {Setting} setting
   * @param {Limit} limit
   * @param {((step: Step) => void) | undefined} told
   * @param {AbortSignal} signal which stops it; what was asked is then answered with what has been found
   * @returns {Promise<Step | null>} null if it was stopped before it began
   */
  async think(setting, limit, told, signal) {
    if (signal.aborted) return null;
    const number = ++this.#number;
    while (this.#thought) {
      this.#thought.stop();
      await this.#thought.ended.catch(() => null); // whoever asked hears of it
    }
    if (number !== this.#number || signal.aborted) return null;
    const thought = this.#begin(setting, limit, told);
    this.#thought = thought;
    signal.addEventListener("abort", thought.stop);
    try {
      return await thought.ended;
    } finally {
      signal.removeEventListener("abort", thought.stop);
      this.#thought = null;
    }
  }

  /** Stop thinking, and let go of the workers; what was asked is answered with what has been found. */
  async close() {
    this.#number += 1;
    this.#thought?.stop();
    await this.#thought?.ended.catch(() => null);
    this.#dismiss();
  }

  /** End all workers in the midst of it; those that can hear leave the compiled code first. */
  #break() {
    const control = this.#control;
    if (control) Atomics.store(control, this.#compiled.notes.words.STOP, 1n);
    this.#dismiss();
    this.onBroken();
  }

  /** End all workers; others are begun when they are needed. */
  #dismiss() {
    for (const worker of this.#workers) {
      worker?.then(
        (each) => each.terminate(),
        () => {},
      );
    }
    this.#workers = [];
  }

  /**
   * @param {Setting} setting
   * @param {Limit} limit
   * @param {((step: Step) => void) | undefined} told
   */
  #begin(setting, limit, told) {
    const { lines = 1, depth = null, nodes = null, seconds = null, informed = true, clear = false, keeping = null } = limit;
    const threads = Math.min(limit.threads ?? this.threads, this.threads);
    const { words } = this.#compiled.notes;
    const control = this.#control;
    const job = { setting, informed, clear, lines, depth, nodes, keeping };
    /** @type {Step | null} */
    let last = null;
    let begun = false;
    let stopped = false;
    let over = false;
    /** Whether the leading thread has ended. */
    let done = false;
    /** Ends a worker that cannot hear. @type {() => void} */
    let cut = () => {};
    /** @type {() => void} */
    let abandon = () => {};
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let patience;
    /** The first answer comes sooner where nobody helps with it. @type {() => void} */
    let answer = () => {};
    const answered = new Promise((resolve) => (answer = () => resolve(null)));
    const abandoned = new Promise((resolve) => {
      abandon = () => {
        this.#break();
        resolve(null);
      };
    });
    if (control) beginThought(control, words);
    const wait = () => {
      clearTimeout(patience);
      patience = setTimeout(abandon, begun ? PATIENCE_MS : BEGINNING_MS);
    };
    const stop = () => {
      if (over) return; // the memory may be another thought's by now
      stopped = true;
      if (control) wishToStop(control, words);
      else if (last) cut();
      wait();
    };
    /** Let the others end: they have nothing to help with any more. */
    const release = () => {
      done = true;
      answer();
      if (over || !control) return;
      Atomics.store(control, words.STOP, 1n);
      wait();
    };
    const leading = async () => {
      const worker = await this.#worker(0);
      if (stopped || over) return;
      begun = true;
      const timer = seconds === null ? undefined : setTimeout(stop, 1000 * seconds);
      await new Promise((resolve, reject) => {
        cut = () => {
          worker.terminate();
          delete this.#workers[0];
          resolve(null);
        };
        worker.onmessage = ({ data }) => {
          if (data.step) {
            last = data.step;
            answer();
            told?.(data.step);
            if (stopped && !control) cut();
          } else {
            if (last) last = { ...last, nodes: data.nodes };
            cut = () => {};
            resolve(null);
          }
        };
        worker.onerror = (event) => reject(new Error(event.message));
        worker.postMessage(job);
      }).finally(() => clearTimeout(timer));
    };
    const helping = async (/** @type {number} */ thread) => {
      await answered;
      if (stopped || over || done) return;
      const worker = await this.#worker(thread);
      if (stopped || over || done) return;
      await new Promise((resolve, reject) => {
        worker.onmessage = resolve;
        worker.onerror = (event) => reject(new Error(event.message));
        worker.postMessage(job);
      });
    };
    const helpers = Array.from({ length: threads - 1 }, (_, number) => helping(number + 1));
    const ended = Promise.race([Promise.all([leading().then(release), ...helpers]), abandoned])
      .then(
        () => last,
        (problem) => {
          this.#break();
          throw problem;
        },
      )
      .finally(() => {
        over = true;
        clearTimeout(patience);
      });
    return { stop, ended };
  }

  /** What all threads share, where they can. */
  get #control() {
    if (!this.#shared) return null;
    const { memory, plan } = this.#shared;
    return new BigUint64Array(memory.buffer, plan.control, this.#compiled.notes.words.CONTROL_WORDS);
  }

  /**
   * Return a worker that is ready.
   * @param {number} thread
   */
  #worker(thread) {
    this.#workers[thread] ??= new Promise((resolve, reject) => {
      const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module", name: `vato ${thread}` });
      worker.onmessage = () => resolve(worker);
      worker.onerror = (event) => reject(new Error(event.message || "The engine could not be started."));
      worker.postMessage({
        compiled: this.#compiled,
        thread,
        shared: this.#shared,
        sizes: this.#sizes,
        ...this.#filling,
      });
    });
    return this.#workers[thread];
  }
}
