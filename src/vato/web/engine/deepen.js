/**
 * Iterative deepening around the compiled search, as `vato.engine.deepen` does it: with the same limits it finds the same
 * lines after the same number of positions. Runs in a worker; whoever shares the memory can stop it at any time.
 */

/** @typedef {import("./machine.js").Machine} Machine @typedef {import("./machine.js").Words} Words */

/** A line: what it is worth to the player to move, and its turns, two words each. @typedef {{value: number, turns: bigint[][]}} Line */

/**
 * What is known exactly of a turn, for who makes it: how the game ends after it, 1, 0 or -1, and after how many turns, that
 * one included, if that is known, too. The greater `rank`, the better.
 * @typedef {{turn: bigint[], result: number, turns: number | null, rank: number}} Worth
 */

/**
 * The turns, two words each, that are proven to keep what a position is worth, and whether it may be worth more. For a
 * single line.
 * @typedef {{turns: bigint[][], isOpen: boolean}} Keeping
 */

/**
 * What a whole step of deepening has found, best line first, and what is known of every turn, the best first.
 * @typedef {{depth: number, nodes: number, lines: Line[], known: Worth[] | null}} Step
 */

/** Words of the control that the search leaves alone: whether it is to stop, and whether there is an answer. */
const WISHED = 2;
const ANSWERED = 3;

/**
 * Say, from any thread, that the search is to stop; it does so at once if it has an answer, or else as soon as it has one.
 * @param {BigUint64Array} control
 * @param {Words} words
 */
export function wishToStop(control, { STOP }) {
  Atomics.store(control, WISHED, 1n);
  if (Atomics.load(control, ANSWERED) === 1n) Atomics.store(control, STOP, 1n);
}

/**
 * Get the words that all threads share ready for a thought; before anybody can wish it to stop.
 * @param {BigUint64Array} control
 * @param {Words} words
 */
export function beginThought(control, { NODE_LIMIT, NO_LIMIT }) {
  control.fill(0n);
  control[NODE_LIMIT] = BigInt(NO_LIMIT);
}

/**
 * Search deeper and deeper, and yield each whole step; the last one again if the search was stopped on the way.
 * @param {Machine} machine which has been turned to the position
 * @param {BigUint64Array} keys
 * @param {{lines?: number, depth?: number | null, nodes?: number | null, keeping?: Keeping | null}} limit
 * @param {Worth[] | null} known what is known of every turn
 * @returns {Generator<Step, void, void>}
 */
export function* deepen(machine, keys, { lines = 1, depth: deepest = null, nodes = null, keeping = null }, known = null) {
  const { STOP, NODE_LIMIT, NO_LIMIT, DARING_FROM, DEEPEST, SURE, WIN } = machine.words;
  const { control } = machine;
  const length = prepare(machine, keys);
  const count = lines > 1 ? Math.min(lines, machine.countTurns()) : 1;
  const values = Array(count).fill(0);
  const kept = known ? [] : (keeping?.turns ?? []);
  const others = kept.length > 0 ? machine.turns().filter((turn) => !has(kept, turn)) : [];
  let answered = false;
  for (let depth = 1; depth <= Math.min(deepest ?? DEEPEST, DEEPEST); depth++) {
    /** @type {Line[]} */
    const found = [];
    for (let number = 0; number < count; number++) {
      exclude(machine, number === 0 ? others : found.map(({ turns }) => turns[0] ?? []), known);
      const value = aspire(machine, length, depth, values[number]);
      if (control[STOP] !== 0n) break;
      let line = { value, turns: lineOf(machine) };
      values[number] = value;
      if (number === 0 && others.length > 0 && keeping?.isOpen && depth >= DARING_FROM && value <= SURE) {
        exclude(machine, kept, null);
        line = unlessBetter(machine, length, depth, line);
        if (control[STOP] !== 0n) break;
      }
      found.push(line);
      if (!answered) {
        answered = true;
        control[NODE_LIMIT] = BigInt(nodes ?? NO_LIMIT);
        Atomics.store(control, ANSWERED, 1n);
        if (Atomics.load(control, WISHED) === 1n) Atomics.store(control, STOP, 1n);
      }
    }
    if (found.length < count && depth > 1) return;
    found.sort((one, other) => rankOf(other, known) - rankOf(one, known) || other.value - one.value);
    yield { depth, nodes: machine.nodes, lines: found, known };
    if (control[STOP] !== 0n) return;
    const best = Math.abs(found[0]?.value ?? 0);
    if (best > SURE && count === 1 && depth >= WIN - best) return;
  }
}

/**
 * Leave turns out of the next search of the root, and those known to be worse than the best left.
 * @param {Machine} machine
 * @param {bigint[][]} done
 * @param {Worth[] | null} known
 */
function exclude({ control, words: { EXCLUDED } }, done, known) {
  const left = (known ?? []).filter(({ turn }) => !has(done, turn));
  const most = Math.max(...left.map(({ rank }) => rank));
  const out = [...done, ...left.filter(({ rank }) => rank !== most).map(({ turn }) => turn)];
  control[EXCLUDED - 1] = BigInt(out.length);
  control.set(out.flat(), EXCLUDED);
}

/**
 * @param {Line} line
 * @param {Worth[] | null} known
 */
const rankOf = ({ turns: [first = []] }, known) => known?.find(({ turn }) => isSame(turn, first))?.rank ?? 0;

/**
 * Return a line, or one of what is not left out of the search, where that looks better by far.
 * @param {Machine} machine
 * @param {number} length
 * @param {number} depth
 * @param {Line} line
 */
function unlessBetter(machine, length, depth, line) {
  const { STOP, DARING, INFINITE } = machine.words;
  const bar = line.value + DARING;
  let value = bar;
  for (const most of [bar + 1, INFINITE]) {
    value = machine.search(bar, most, depth, length);
    if (machine.control[STOP] !== 0n || value <= bar) return line;
  }
  return { value, turns: lineOf(machine) };
}

/**
 * @param {bigint[][]} turns
 * @param {bigint[]} turn
 */
const has = (turns, turn) => turns.some((each) => isSame(each, turn));

/**
 * @param {bigint[]} one
 * @param {bigint[]} other
 */
export const isSame = (one, other) => one[0] === other[0] && one[1] === other[1];

/**
 * Search beside the leading thread, to fill the shared table with what it will need.
 * @param {Machine} machine
 * @param {BigUint64Array} keys
 * @param {number} offset
 */
export function assist(machine, keys, offset) {
  const { STOP, DEEPEST, INFINITE } = machine.words;
  const length = prepare(machine, keys);
  for (let depth = 1; depth < DEEPEST && machine.control[STOP] === 0n; depth++) {
    machine.search(-INFINITE, INFINITE, depth + offset - 1, length);
  }
}

/**
 * Make a thread's memory ready: counters at zero, the game so far as keys.
 * @param {Machine} machine
 * @param {BigUint64Array} keys
 */
function prepare({ work, words }, keys) {
  const { NODES, HISTORY, KILLERS, PATH, FADED_BITS, MOST_KEYS } = words;
  work[NODES] = 0n;
  work.fill(0n, KILLERS, PATH);
  for (let place = HISTORY; place < KILLERS; place++) {
    const before = work[place];
    if (before) work[place] = before >> BigInt(FADED_BITS);
  }
  const last = keys.subarray(-MOST_KEYS);
  work.set(last, PATH);
  return last.length;
}

/**
 * Search the root with a narrow window around a guess, wider when the value lies outside.
 * @param {Machine} machine
 * @param {number} length
 * @param {number} depth
 * @param {number} guess
 */
function aspire(machine, length, depth, guess) {
  const { STOP, INFINITE, NARROW, NARROW_FROM } = machine.words;
  for (let margin = depth >= NARROW_FROM ? NARROW : 2 * INFINITE; ; margin *= 4) {
    const low = Math.max(guess - margin, -INFINITE);
    const high = Math.min(guess + margin, INFINITE);
    const value = machine.search(low, high, depth, length);
    const inside = (low < value && value < high) || (low === -INFINITE && high === INFINITE);
    if (inside || machine.control[STOP] !== 0n) return value;
  }
}

/** @param {Machine} machine */
function lineOf({ work, words }) {
  const { LINES, LINE_LENGTHS, PLIES } = words;
  const length = Math.min(Number(work[LINE_LENGTHS]), PLIES);
  return Array.from({ length }, (_, number) => [...work.slice(LINES + 2 * number, LINES + 2 * number + 2)]);
}
