/**
 * A game's compiled code (engine.wasm of its room) in a memory: where everything lies there, and what is called. Knows no
 * game: what the words of a position mean is known to the code alone. `vato.engine.portable` says what the code asks for.
 *
 * Several threads may share a memory: each has a machine of its own, all made by the same plan.
 */

const NAMES = /** @type {const} */ ([
  ...["CONTROL_WORDS", "DARING", "DARING_FROM", "DEEPEST", "EXCLUDED", "FADED_BITS", "GOING_ON", "HISTORY", "INFINITE", "KILLERS", "KNOWN_AT"],
  ...["LINES", "LINES_LOOKED_UP", "LINE_LENGTHS", "LISTS", "LONGEST_LINE", "MOST_KEYS", "MOST_LINES", "NARROW", "NARROW_FROM", "NODES", "NODE_LIMIT"],
  ...["NO_LIMIT", "PAGE_TEXT", "PATH", "PLIES", "STOP", "SURE", "UNKNOWN", "VARIETY", "WIN", "WORK_WORDS"],
]);

/**
 * Numbers that the engine names: places and sizes of what the search keeps, values, limits. They are those of the sources
 * that the module was made from, where what each means is told.
 * @typedef {Record<typeof NAMES[number], number>} Words
 */

/**
 * What a module says of itself: the fields of a block, and the engine's numbers.
 * @typedef {{memory: string[], rules: string[], position: string[], stack_bytes: number, words: Words}} Notes
 */

/** @typedef {{module: WebAssembly.Module, notes: Notes}} Compiled */

/**
 * A position as words: the board's table, the rules, the position itself, and the keys of the positions before it that
 * could come again; and who has won, by how a game stands.
 * @typedef {{table: BigUint64Array, rules: BigUint64Array, position: BigUint64Array, keys: BigUint64Array,
 *            winners: (number | null)[]}} Setting
 */

/** @typedef {{block: number, turns: number, keys: number, work: number, stack: number}} Own what a thread has for itself */

/**
 * Where everything lies.
 * @typedef {{pages: number, known: number, weights: number, table: number, control: number, hashes: number,
 *            entries: number, page: number, room: number, own: Own[]}} Plan
 */

const PAGE_BYTES = 65536;
const TABLE_BYTES = 1 << 17;
const BLOCK_WORDS = 64;
const LEAST_HASH = 1 << 20;

/**
 * Compile a module for a memory of its own or for a shared one.
 * @param {ArrayBuffer} file
 * @param {boolean} shared
 * @returns {Promise<Compiled>}
 */
export async function compile(file, shared) {
  const bytes = new Uint8Array(file.slice(0));
  // A module says in one byte which kind of memory it wants, and in its last four bytes where that byte is.
  if (shared) bytes[new DataView(bytes.buffer).getUint32(bytes.length - 4, true)] = 3;
  const module = await WebAssembly.compile(bytes);
  const [section] = WebAssembly.Module.customSections(module, "vato");
  const notes = section && JSON.parse(new TextDecoder().decode(section.slice(0, -4)));
  if (!NAMES.every((name) => name in notes.words)) throw new Error("This module is for another version of the app.");
  return { module, notes };
}

/** In bytes, and how many threads. @typedef {{weights: number, known: number, hash: number, page: number, threads: number}} Sizes */
/** A memory, and where everything lies there. @typedef {{memory: WebAssembly.Memory, plan: Plan}} Place */

/**
 * Plan a memory.
 * @param {Notes} notes
 * @param {Sizes} sizes
 * @returns {Plan}
 */
function plan(notes, sizes) {
  const { words } = notes;
  let end = words.KNOWN_AT;
  const take = (/** @type {number} */ bytes) => {
    const begin = end;
    end += Math.ceil(bytes / 64) * 64;
    return begin;
  };
  const known = take(sizes.known);
  const weights = take(sizes.weights);
  const table = take(TABLE_BYTES);
  const control = take(8 * words.CONTROL_WORDS);
  const own = Array.from({ length: sizes.threads }, () => ({
    block: take(8 * BLOCK_WORDS),
    turns: take(16),
    keys: take(8 * words.MOST_KEYS),
    work: take(8 * words.WORK_WORDS),
    stack: take(notes.stack_bytes) + notes.stack_bytes,
  }));
  const entries = 2 ** Math.floor(Math.log2(sizes.hash / 16));
  const hashes = take(16 * entries);
  const page = take(words.PAGE_TEXT + sizes.page);
  const pages = Math.ceil(end / PAGE_BYTES);
  return { pages, known, weights, table, control, hashes, entries, page, room: sizes.page, own };
}

/**
 * Make a memory. Where there is not enough of it, there is a smaller hash table.
 * @param {Notes} notes
 * @param {Sizes} sizes
 * @param {boolean} shared
 * @returns {Place}
 */
export function newPlace(notes, sizes, shared) {
  for (let hash = sizes.hash; ; hash /= 4) {
    const planned = plan(notes, { ...sizes, hash });
    const { pages } = planned;
    try {
      return { memory: new WebAssembly.Memory({ initial: pages, maximum: pages, shared }), plan: planned };
    } catch (problem) {
      if (hash <= LEAST_HASH) throw problem;
    }
  }
}

/**
 * Fill the parts that do not change: what positions are judged by, and what is known exactly.
 * @param {Place} place
 * @param {Uint8Array} weights
 * @param {Uint8Array | null} known
 */
export function furnish({ memory, plan }, weights, known) {
  const bytes = new Uint8Array(memory.buffer);
  bytes.set(weights, plan.weights);
  if (known) bytes.set(known, plan.known);
}

export class Machine {
  /** @type {Words} */
  words;
  /** All of the memory. @type {BigUint64Array} */
  #memory;
  /** @type {Record<string, (...numbers: number[]) => any>} */
  #does;
  /** @type {Own} */
  #own;
  /** Where the position lies in a block, and how many words it has. */
  #positionAt;
  #positionWords;
  /** Which of them says who is to move. */
  #playerAt;

  /**
   * @param {Compiled} compiled
   * @param {Place} place
   * @param {number} thread
   */
  constructor({ module, notes }, { memory, plan }, thread) {
    this.plan = plan;
    this.words = notes.words;
    this.#positionAt = 8 * (notes.memory.length + notes.rules.length);
    this.#positionWords = notes.position.length;
    this.#playerAt = notes.position.indexOf("player");
    this.#own = /** @type {Own} */ (plan.own[thread]);
    this.#memory = new BigUint64Array(memory.buffer);
    const stack = new WebAssembly.Global({ value: "i32", mutable: true }, this.#own.stack);
    const { exports } = new WebAssembly.Instance(module, { env: { memory, stack } });
    this.#does = /** @type {any} */ (exports);
    if (/** @type {any} */ (exports).free.value > plan.known) throw new Error("The module is too large for its place.");
  }

  /**
   * Look at some words of the memory.
   * @param {number} address
   * @param {number} count
   */
  at(address, count) {
    return this.#memory.subarray(address / 8, address / 8 + count);
  }

  /** What all threads share. */
  get control() {
    return this.at(this.plan.control, this.words.CONTROL_WORDS);
  }

  /** What this thread's search keeps. */
  get work() {
    return this.at(this.#own.work, this.words.WORK_WORDS);
  }

  /** How many positions all threads have looked at. */
  get nodes() {
    return this.plan.own.reduce((sum, { work }) => sum + Number(this.at(work, 1 + this.words.NODES).at(-1)), 0);
  }

  /** Forget what this thread has found so far; the first one forgets what all have found. */
  clear() {
    this.work.fill(0n);
    // As bytes: words of 64 bits are written one by one.
    const hashes = new Uint8Array(this.#memory.buffer, this.plan.hashes, 16 * this.plan.entries);
    if (this.#own === this.plan.own[0]) hashes.fill(0);
  }

  /**
   * Turn to a position.
   * @param {Pick<Setting, "table" | "rules" | "position">} setting
   * @param {boolean} informed whether to use what is known exactly; it must be for this board and these rules
   */
  turnTo({ table, rules, position }, informed) {
    if (table.byteLength > TABLE_BYTES) throw new Error("The table is too large for its place.");
    this.at(this.plan.table, table.length).set(table);
    const { plan } = this;
    const addresses = [
      plan.table,
      plan.weights,
      informed ? plan.known : 0,
      this.#own.work,
      plan.control,
      plan.hashes,
      plan.entries - 1,
    ];
    this.at(this.#own.block, BLOCK_WORDS).set([...addresses.map(BigInt), ...rules, ...position]);
  }

  /** Who is to move. */
  get player() {
    return Number(this.position[this.#playerAt]);
  }

  /**
   * Put another position into the place of the one looked at, on the same board and by the same rules.
   * @param {BigUint64Array} position
   */
  set position(position) {
    this.position.set(position);
  }

  /** The words of the position. */
  get position() {
    return this.at(this.#own.block + this.#positionAt, this.#positionWords);
  }

  /**
   * @param {number} alpha
   * @param {number} beta
   * @param {number} depth
   * @param {number} length how many keys led here
   * @returns {number}
   */
  search(alpha, beta, depth, length) {
    return this.#does.search?.(this.#own.block, alpha, beta, depth, 0, length);
  }

  /** Return how many turns there are, each once for all that lead to the same position. @returns {number} */
  countTurns() {
    return this.#does.order?.(this.#own.block, 0);
  }

  /** Return the key of the position. @returns {bigint} */
  key() {
    return BigInt.asUintN(64, this.#does.key?.(this.#own.block));
  }

  /** Return the number of the position in the game's opening book. @returns {number} */
  bookKey() {
    return Number(this.#does.book_key?.(this.#own.block));
  }

  /** Return what the position is worth if it is known how soon it ends, or UNKNOWN. @returns {number} */
  probe() {
    return this.#does.probe?.(this.#own.block);
  }

  /** Return how the position ends for the player to move, 1, 0 or -1, if that is known, or UNKNOWN. @returns {number} */
  result() {
    return this.#does.result?.(this.#own.block);
  }

  /**
   * Return how the game stands: GOING_ON, or a number whose meaning the game's outcomes tell.
   * @param {BigUint64Array} keys of the positions before this one
   * @returns {number}
   */
  stand(keys) {
    const last = keys.subarray(-this.words.MOST_KEYS);
    this.at(this.#own.keys, last.length).set(last);
    return this.#does.stand?.(this.#own.block, this.#own.keys, last.length);
  }

  /**
   * Return what there is to see and to play, as the compiled code writes it.
   * @param {number} most turns; a position with more is crowded, and with -1 nothing is offered
   */
  scene(most) {
    const { page, room } = this.plan;
    const size = this.#does.scene?.(this.#own.block, most, page, room);
    if (size > room) throw new Error("There is too much to be shown.");
    return JSON.parse(new TextDecoder().decode(new Uint8Array(this.#memory.buffer, page + this.words.PAGE_TEXT, size)));
  }

  /**
   * List the turns, each once for all that lead to the same position.
   * @returns {bigint[][]}
   */
  turns() {
    const count = this.countTurns();
    const listed = this.work.slice(this.words.LISTS, this.words.LISTS + 3 * count);
    return Array.from({ length: count }, (_, number) => [...listed.subarray(3 * number, 3 * number + 2)]);
  }

  /**
   * Play a turn.
   * @param {bigint} first
   * @param {bigint} second
   */
  play(first, second) {
    this.at(this.#own.turns, 2).set([first, second]);
    this.#does.play?.(this.#own.block, this.#own.turns, this.#own.block + this.#positionAt);
  }
}
