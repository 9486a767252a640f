/**
 * A game's opening book on this device: chooses as the server's does (`vato.book`, which also says what the file holds).
 * Knows no game: positions have the numbers that the compiled code gives them.
 */

/** @typedef {import("./positions.js").Positions} Positions */

/** The positions of a rule set: their numbers in rising order, and what they are worth. @typedef {{keys: Float64Array, values: Int16Array}} Pages */

/**
 * What the book says of a position: the moves that were looked into, the best one first, and whether all were.
 * @typedef {{value: number, moves: {text: string, value: number}[], whole: boolean}} Page
 */

const KEY_BYTES = 6;
const NEW_LINE = 10;

export class Book {
  /** @type {Map<string, Pages>} */
  #pages = new Map();

  /** @param {ArrayBuffer} file as it is before it is squeezed */
  constructor(file) {
    const bytes = new Uint8Array(file);
    const head = bytes.indexOf(NEW_LINE) + 1;
    let begin = bytes.indexOf(NEW_LINE, head) + 1;
    const sizes = JSON.parse(new TextDecoder().decode(bytes.subarray(head, begin)));
    for (const [rules, count] of Object.entries(sizes)) {
      // Bytes of one weight lie side by side, of the differences between numbers as of the values.
      const byte = (/** @type {number} */ weight, /** @type {number} */ place) => bytes[begin + weight * count + place] ?? 0;
      const keys = new Float64Array(count);
      const values = new Int16Array(count);
      for (let place = 0, key = 0; place < count; place++) {
        for (let weight = 0; weight < KEY_BYTES; weight++) key += byte(weight, place) * 256 ** weight;
        keys[place] = key;
        values[place] = byte(KEY_BYTES, place) + 256 * byte(KEY_BYTES + 1, place);
      }
      begin += (KEY_BYTES + 2) * count;
      this.#pages.set(rules, { keys, values });
    }
  }

  /**
   * Return what the position after a line of moves is worth, and its moves, if the book has it.
   * @param {string} rules
   * @param {Positions} positions
   * @param {string[]} moves
   * @returns {Page | null}
   */
  page(rules, positions, moves) {
    const { SURE, WIN } = positions.words;
    const here = positions.crossroads(moves);
    const value = here && this.#value(rules, here.key);
    if (!here || value === null) return null;
    const found = here.leads.flatMap(({ text, key, winner }) => {
      const worth = winner === undefined ? this.#value(rules, key) : winner === null ? 0 : winner === here.turn ? -WIN : WIN;
      // A win is a turn farther away from before the move.
      return worth === null ? [] : [{ text, value: 0 - worth + (worth > SURE ? 1 : 0) - (worth < -SURE ? 1 : 0) }];
    });
    found.sort((one, other) => other.value - one.value);
    return { value, moves: found, whole: found.length > 0 && found.length === here.leads.length };
  }

  /**
   * Return a move to play, the best one or one about as good, by chance; null where the book should not decide.
   * @param {string} rules
   * @param {Positions} positions
   * @param {string[]} moves
   * @param {() => number} random
   */
  choose(rules, positions, moves, random) {
    const candidates = this.candidates(rules, positions, moves);
    const { VARIETY } = positions.words;
    const best = candidates[0]?.value ?? 0;
    let sum = 0;
    const sums = candidates.map(({ value }) => (sum += VARIETY + 1 - (best - value)));
    const drawn = candidates.length > 0 ? random() * sum : 0;
    return candidates[sums.findIndex((each) => each > drawn)]?.text ?? null;
  }

  /**
   * Return the moves that may be chosen, the best one first.
   * @param {string} rules
   * @param {Positions} positions
   * @param {string[]} moves
   */
  candidates(rules, positions, moves) {
    const page = positions.crossroads(moves)?.isNew ? this.page(rules, positions, moves) : null;
    const best = page?.moves[0]?.value;
    if (!page?.whole || best === undefined) return [];
    const goesOn = (/** @type {string} */ text) => {
      const after = [...moves, text];
      return Boolean(positions.reached(after)?.outcome || this.page(rules, positions, after)?.whole);
    };
    const least = best - positions.words.VARIETY;
    const found = page.moves.filter(({ text, value }) => value >= least && goesOn(text));
    return found[0]?.value === best ? found : [];
  }

  /**
   * @param {string} rules
   * @param {number} key
   */
  #value(rules, key) {
    const pages = this.#pages.get(rules);
    if (!pages) return null;
    let low = 0;
    for (let high = pages.keys.length; low < high; ) {
      const middle = (low + high) >> 1;
      if ((pages.keys[middle] ?? 0) < key) low = middle + 1;
      else high = middle;
    }
    return pages.keys[low] === key ? (pages.values[low] ?? null) : null;
  }
}
