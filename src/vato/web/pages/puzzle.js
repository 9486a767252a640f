/**
 * The page of a grade of puzzles.
 */

import { puzzle, puzzles, tryPuzzle } from "../app/api.js";
import { me } from "../app/people.js";
import { keptPuzzle, orWithout, tryKeptPuzzle } from "../engine/exercises.js";
import { GradedPage } from "../parts/graded-page.js";

/** @param {Record<string, string>} found */
export const open = (found) => new PuzzlePage(found.game ?? "", Number(found.grade));

class PuzzlePage extends GradedPage {
  /**
   * @param {string} game
   * @param {number} grade
   */
  constructor(game, grade) {
    super(
      {
        name: "puzzles",
        kept: "puzzles",
        list: puzzles,
        read: (of, number) => orWithout(of, puzzle(of, number), () => keptPuzzle(of, number)),
        attempt: (of, number, { move }) =>
          orWithout(of, tryPuzzle(of, number, { move, rated: me.member }), () => tryKeptPuzzle(of, number, move)),
      },
      game,
      grade,
    );
  }
}

customElements.define("vato-puzzle", PuzzlePage);
