/**
 * The positions of a game from a start, worked out here by the game's compiled code: what there is to see and to play, the
 * turns that led there, and how it stands. Answers as the server answers to `/api/positions`; holds no rule.
 */

import { Machine, newPlace } from "./machine.js";

/** @typedef {import("../app/wire").Reached} Reached @typedef {import("../app/wire").Scene} Scene */
/** @typedef {import("../app/wire").Turn} Turn @typedef {import("../app/wire").Beginning} Beginning */

/** An option as the compiled code tells it. @typedef {import("../app/wire").Option & {turn?: string, subtle?: number[], next?: Option[]}} Option */

/** A whole turn that may be played: the options on its way, and its two words. @typedef {{path: Option[], text: string, words: bigint[]}} Playable */

/**
 * Where moves have led: the place before, and how it was left.
 * @typedef {{before: Place | null, ply: number, turn: Turn | null, position: BigUint64Array, key: bigint, scene: Scene,
 *            options: Option[], outcome: number, after: Map<string, Place>}} Place
 */

/** What an option has beside what a step has. */
const ONLY_OPTIONS = new Set(["text", "closed", "stop", "next", "turn", "subtle"]);
/** Room for the longest scene. */
const PAGE_BYTES = 1 << 23;

/**
 * Return a machine to work out positions with: it needs no room to think.
 * @param {import("./machine.js").Compiled} compiled
 */
export function positionMachine(compiled) {
  const sizes = { weights: 0, known: 0, hash: 16, page: PAGE_BYTES, threads: 1 };
  return new Machine(compiled, newPlace(compiled.notes, sizes, false), 0);
}

export class Positions {
  #machine;
  #start;
  #first;

  /**
   * @param {Machine} machine which others may use, too, but not at the same time
   * @param {Beginning} start
   */
  constructor(machine, start) {
    this.#start = start;
    this.#machine = machine;
    const read = (/** @type {string[]} */ words) => BigUint64Array.from(words, (word) => BigInt.asUintN(64, BigInt(word)));
    this.table = read(start.table);
    this.rules = read(start.rules);
    this.#first = this.#look(null, null, read(start.position));
  }

  /** Where it begins, as the server told it. */
  get beginning() {
    return this.#start;
  }

  /** Whether what is known exactly is for this board and these rules. */
  get informed() {
    return this.#start.informed;
  }

  /** The engine's numbers. */
  get words() {
    return this.#machine.words;
  }

  /**
   * Return what the server would say of a line of moves; null if one of them is not written as the options are.
   * @param {string[]} moves
   * @returns {Reached | null}
   */
  reached(moves) {
    const place = this.#follow(moves);
    if (!place) return null;
    const { layout_key, start, outcomes } = this.#start;
    const turns = way(place).flatMap(({ turn }) => (turn ? [turn] : []));
    return { layout_key, start, scene: place.scene, turns, outcome: outcomes[place.outcome] ?? null };
  }

  /**
   * Return a line of moves as the search wants it.
   * @param {string[]} moves
   * @returns {import("./machine.js").Setting | null}
   */
  setting(moves) {
    const place = this.#follow(moves);
    if (!place) return null;
    const winners = this.#start.outcomes.map((outcome) => outcome?.winner ?? null);
    return { table: this.table, rules: this.rules, position: place.position, keys: keysBefore(place), winners };
  }

  /**
   * Return the whole turns that may be played after a line of moves.
   * @param {string[]} moves
   */
  playables(moves) {
    const place = this.#follow(moves);
    return place ? playables(place.options) : [];
  }

  /**
   * Return the texts of turns that follow a line of moves, as far as the game goes on.
   * @param {string[]} moves
   * @param {bigint[][]} turns
   */
  texts(moves, turns) {
    let place = this.#follow(moves);
    const line = [];
    for (const [first, second] of turns) {
      if (!place) break;
      const same = playables(place.options).filter(({ words }) => words[0] === first && words[1] === second);
      const shortest = same.sort(byLength)[0];
      if (!shortest) break;
      line.push(shortest.text);
      place = this.#play(place, shortest, line.length === 1);
    }
    return line;
  }

  /**
   * Return where the turns after a line of moves lead, mirror images being one: of each position its number in a book, the
   * shortest turn, and who has won, null if nobody and undefined if the game goes on. `isNew` is whether the position has
   * not been there before.
   * @param {string[]} moves
   */
  crossroads(moves) {
    const place = this.#follow(moves);
    if (!place) return null;
    const keys = keysOf(place);
    /** @type {Map<number, {text: string, key: number, winner: number | null | undefined}>} */
    const leads = new Map();
    for (const { text, words } of playables(place.options).sort(byLength)) {
      this.#turnTo(place.position);
      this.#machine.play(words[0] ?? 0n, words[1] ?? 0n);
      const key = this.#machine.bookKey();
      const outcome = leads.has(key) ? null : this.#start.outcomes[this.#machine.stand(keys)];
      if (!leads.has(key)) leads.set(key, { text, key, winner: outcome ? outcome.winner : undefined });
    }
    this.#turnTo(place.position);
    const isNew = !keys.subarray(0, -1).includes(place.key);
    return { key: this.#machine.bookKey(), turn: place.scene.turn, isNew, leads: [...leads.values()] };
  }

  /**
   * @param {string[]} moves
   * @returns {Place | null}
   */
  #follow(moves) {
    let place = this.#first;
    for (const text of moves) {
      const known = place.after.get(text);
      const played = known ? null : playables(place.options).find((each) => each.text === text);
      if (!known && !played) return null;
      place = known ?? this.#play(place, /** @type {Playable} */ (played));
    }
    return place;
  }

  /**
   * @param {Place} before
   * @param {Playable} played
   * @param {boolean} [kept] whether somebody may ask for it again
   */
  #play(before, { text, path, words: [first = 0n, second = 0n] }, kept = true) {
    const known = before.after.get(text);
    if (known) return known;
    this.#turnTo(before.position);
    this.#machine.play(first, second);
    const steps = path.map(stepOf);
    const turn = { ply: before.ply + 1, player: before.scene.turn, text, steps, clock_ms: null };
    const place = this.#look(before, turn, this.#machine.position.slice());
    if (kept) before.after.set(text, place);
    return place;
  }

  /**
   * @param {Place | null} before
   * @param {Turn | null} turn
   * @param {BigUint64Array} position
   * @returns {Place}
   */
  #look(before, turn, position) {
    this.#turnTo(position);
    const ply = before ? before.ply + 1 : 0;
    const outcome = this.#machine.stand(before ? keysOf(before) : NO_KEYS);
    const { options, ...told } = this.#machine.scene(outcome === this.words.GOING_ON ? this.#start.most_turns : -1);
    const scene = { ...told, ply, options: options.map(shownOf) };
    return { before, ply, turn, position, key: this.#machine.key(), scene, options, outcome, after: new Map() };
  }

  /** @param {BigUint64Array} position */
  #turnTo(position) {
    this.#machine.turnTo({ table: this.table, rules: this.rules, position }, false);
  }
}

/**
 * Return the places on the way to one, the first one first, itself included.
 * @param {Place} place
 */
function way(place) {
  /** @type {Place[]} */
  const found = [];
  for (let here = /** @type {Place | null} */ (place); here; here = here.before) found.push(here);
  return found.reverse();
}

/**
 * Return the keys of a place and of those before it.
 * @param {Place} place
 */
const keysOf = (place) => BigUint64Array.from(way(place), ({ key }) => key);

/** @param {Place} place */
const keysBefore = ({ before }) => (before ? keysOf(before) : NO_KEYS);

const NO_KEYS = new BigUint64Array();

/**
 * Return the whole turns among options.
 * @param {Option[]} options
 * @param {Option[]} [before]
 * @returns {Playable[]}
 */
export function playables(options, before = []) {
  return options.flatMap((option) => {
    const path = [...before, option];
    const onward = playables(option.next ?? [], path);
    if (!option.turn) return onward;
    return [{ path, text: option.text, words: option.turn.split(",").map(BigInt) }, ...onward];
  });
}

/**
 * Put shorter turns first.
 * @param {Playable} one
 * @param {Playable} other
 */
const byLength = (one, other) => one.path.length - other.path.length || (one.text < other.text ? -1 : 1);

/**
 * Return an option as the server tells it.
 * @param {Option} option
 * @returns {import("../app/wire").Option}
 */
function shownOf({ turn: _turn, subtle: _subtle, next, ...shown }) {
  return next ? { ...shown, next: next.map(shownOf) } : shown;
}

/**
 * Return a played option as the step that it was.
 * @param {Option} option
 * @returns {import("../app/wire").Step}
 */
function stepOf(option) {
  return /** @type {any} */ (Object.fromEntries(Object.entries(option).filter(([name]) => !ONLY_OPTIONS.has(name))));
}
