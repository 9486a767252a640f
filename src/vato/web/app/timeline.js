/**
 * A game's positions by ply, worked out from where the pieces stood at the start and what every turn changed. Knows no
 * rule: it only moves pieces and counts as it is told.
 */

/** @typedef {import("../types").Piece} Piece @typedef {import("../types").Turn} Turn @typedef {import("../types").Step} Step */
/** @typedef {import("../types").Counts} Counts */

/**
 * Return the pieces after some steps.
 * @param {Piece[]} pieces
 * @param {Step[]} steps
 * @returns {Piece[]}
 */
export function after(pieces, steps) {
  const standing = new Map(pieces.map((piece) => [piece.at, piece]));
  for (const step of steps) {
    for (const { from, to, heading, home } of step.changes) {
      const piece = standing.get(from);
      if (!piece) continue;
      standing.delete(from);
      if (to) standing.set(to, { ...piece, at: to, heading: heading ?? piece.heading, home: home ?? piece.home });
    }
  }
  return [...standing.values()];
}

/**
 * Return what is counted after some steps: what the last of them says that changes it.
 * @param {Counts} counts before them
 * @param {Step[]} steps
 */
export const countedAfter = (counts, steps) => steps.findLast((step) => step.counts)?.counts ?? counts;

export class Timeline {
  /** Positions by ply, as far as they were worked out. @type {Piece[][]} */
  #positions;
  /** @type {Counts} */
  #counts;
  /** @type {Turn[]} */
  #turns = [];

  /** @param {{pieces: Piece[], counts: Counts}} start */
  constructor({ pieces, counts }) {
    this.#positions = [pieces];
    this.#counts = counts;
  }

  get turns() {
    return this.#turns;
  }

  /** How many turns were played. */
  get length() {
    return this.#turns.length;
  }

  /**
   * Take the turns of the game as they are now; what they share with those before is kept.
   * @param {Turn[]} turns
   */
  take(turns) {
    let same = 0;
    while (same < turns.length && same < this.#turns.length && turns[same]?.text === this.#turns[same]?.text) same += 1;
    this.#positions.length = Math.min(this.#positions.length, same + 1);
    this.#turns = turns;
  }

  /**
   * Return the pieces after so many turns.
   * @param {number} ply
   * @returns {Piece[]}
   */
  at(ply) {
    for (let known = this.#positions.length; known <= ply; known += 1) {
      const turn = this.#turns[known - 1];
      this.#positions.push(after(this.#positions[known - 1] ?? [], turn?.steps ?? []));
    }
    return this.#positions[ply] ?? [];
  }

  /**
   * Return what is counted after so many turns.
   * @param {number} ply
   */
  countsAt(ply) {
    return countedAfter(
      this.#counts,
      this.#turns.slice(0, ply).flatMap(({ steps }) => steps),
    );
  }
}
