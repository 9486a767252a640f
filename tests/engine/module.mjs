// A module (engine.wasm of a room) asked what a job says. What runs it: ask.mjs in Node, a page in a browser.

const MOST_PAGES = 16384;
const WINDOW = 32000;
const ROOM = 4096;
const HASH_ENTRIES = 1 << 15;
const NO_LIMIT = 1n << 62n;

/** Return a job as Python wrote it (modules.py): what is said of it, a piece of memory, and a row of words for each case. */
export function readJob(bytes) {
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  const about = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + length)));
  const rest = bytes.subarray(4 + length);
  return { ...about, image: rest.subarray(0, about.bytes), words: new BigUint64Array(rest.slice(about.bytes).buffer) };
}

/** Compile a module, for a shared memory or for one of its own, and return it with what it says of itself. */
export async function compile(bytes, shared) {
  const file = bytes.slice();
  if (shared) file[new DataView(file.buffer).getUint32(file.length - 4, true)] = 3;
  const module = await WebAssembly.compile(file);
  const [section] = WebAssembly.Module.customSections(module, "vato");
  return { module, notes: JSON.parse(new TextDecoder().decode(section.slice(0, -4))) };
}

/** A module in a memory: the image first, then what one thread or several need, each its own stack. */
export class Engine {
  constructor({ module, notes }, memory, job, thread = 0) {
    this.notes = notes;
    this.weights = job.weights_at;
    let end = job.image_at + job.bytes;
    const take = (bytes) => (end += Math.ceil(bytes / 64) * 64) - Math.ceil(bytes / 64) * 64;
    this.control = take(8 * notes.words.CONTROL_WORDS);
    this.hashes = take(16 * HASH_ENTRIES);
    for (let number = 0; number <= thread; number++) {
      this.block = take(8 * 64);
      this.turns = take(16 * ROOM);
      this.work = take(8 * notes.words.WORK_WORDS);
      this.stack = take(notes.stack_bytes) + notes.stack_bytes;
    }
    const stack = new WebAssembly.Global({ value: "i32", mutable: true }, this.stack);
    this.does = new WebAssembly.Instance(module, { env: { memory, stack } }).exports;
    if (job.image_at < this.does.free.value) throw new Error("The image lies where the module's own data does.");
    if (thread === 0) new Uint8Array(memory.buffer).set(job.image, job.image_at);
    this.words = new BigUint64Array(memory.buffer);
    this.position = this.block + 8 * (notes.memory.length + notes.rules.length);
  }

  at(address, count) {
    return this.words.subarray(address / 8, address / 8 + count);
  }

  /** Put a case into the block. */
  set([table, known, ...fields]) {
    const entries = [this.weights, known, this.work, this.control, this.hashes, HASH_ENTRIES - 1].map(BigInt);
    this.at(this.block, 64).set([table, ...entries, ...fields]);
  }

  forget() {
    const { CONTROL_WORDS, NODE_LIMIT, WORK_WORDS } = this.notes.words;
    this.at(this.work, WORK_WORDS).fill(0n);
    this.at(this.hashes, 2 * HASH_ENTRIES).fill(0n);
    this.at(this.control, CONTROL_WORDS).fill(0n);
    this.at(this.control, CONTROL_WORDS)[NODE_LIMIT] = NO_LIMIT;
  }

  get nodes() {
    return this.at(this.work, 1 + this.notes.words.NODES)[this.notes.words.NODES];
  }

  search(depth) {
    return this.does.search(this.block, -WINDOW, WINDOW, depth, 0, 0);
  }

  /** Return the distinct turns, each with its promise, with their number before them. */
  *order() {
    const count = this.does.order(this.block, 0);
    yield count;
    yield* this.at(this.work + 8 * this.notes.words.LISTS, 3 * count);
  }

  /** Return value and nodes of each depth. */
  *think(depth) {
    for (let ahead = 1; ahead <= depth; ahead++) {
      yield this.search(ahead);
      yield this.nodes;
    }
  }

  /** Return what there is to say of a position. */
  *look(known) {
    const { does, block } = this;
    const count = does.turns(block, this.turns, ROOM);
    const end = does.end(block);
    yield* [count, end, does.key(block), end ? 0 : does.judge(block), end || !known ? 0 : does.probe(block)];
    const size = this.notes.position.length;
    const before = this.at(this.position, size).slice();
    for (let number = 0; number < Math.min(count, ROOM); number++) {
      const turn = this.turns + 16 * number;
      does.play(block, turn, this.position);
      yield* this.at(turn, 2);
      yield* this.at(this.position, size);
      this.at(this.position, size).set(before);
    }
  }
}

/** Yield the words of each case. */
export function* cases(job, notes) {
  const size = 3 + notes.rules.length + notes.position.length;
  for (let at = 0; at < job.words.length; at += size) yield job.words.subarray(at, at + size);
}

/** Return a memory for a job and a few threads. */
export function newMemory(job, shared) {
  return new WebAssembly.Memory({ initial: Math.ceil(job.bytes / 65536) + 128, maximum: MOST_PAGES, shared });
}

/** Return a module's answers to all cases of a job. */
export async function answers(bytes, job, shared = false) {
  const compiled = await compile(bytes, shared);
  const engine = new Engine(compiled, newMemory(job, shared), job);
  const found = [];
  for (const [depth, ...words] of cases(job, compiled.notes)) {
    engine.set(words);
    if (depth) {
      engine.forget();
      found.push(...engine.order(), ...engine.think(depth));
    } else {
      found.push(...engine.look(words[1]));
    }
  }
  return BigUint64Array.from(found, (number) => BigInt.asUintN(64, BigInt(number)));
}

/** Return how many milliseconds each case takes at the least, searched again and again. */
export async function times(bytes, job, rounds = 15) {
  const compiled = await compile(bytes, false);
  const engine = new Engine(compiled, newMemory(job, false), job);
  const rows = [...cases(job, compiled.notes)];
  const found = new Float64Array(rows.length).fill(Infinity);
  for (let round = 0; round < rounds; round++) {
    rows.forEach(([depth, ...words], number) => {
      engine.set(words);
      engine.forget();
      const begin = performance.now();
      for (const _ of engine.think(depth));
      found[number] = Math.min(found[number], performance.now() - begin);
    });
  }
  return found;
}
