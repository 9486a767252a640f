/**
 * The page of a theme and a grade of puzzles.
 */

import { puzzle, puzzles, tryPuzzle } from "../app/api.js";
import { me } from "../app/people.js";
import { keptPuzzle, orWithout, tryKeptPuzzle } from "../engine/exercises.js";
import { GradedPage } from "../parts/graded-page.js";

/** @param {Record<string, string>} found */
export const open = (found) => new PuzzlePage(found.game ?? "", Number(found.grade), found.theme);

class PuzzlePage extends GradedPage {
  /**
   * @param {string} game
   * @param {number} grade
   * @param {string} [theme] that of the address; the first one has none
   */
  constructor(game, grade, theme = "only") {
    super(
      {
        name: "puzzles",
        kept: "puzzles",
        list: puzzles,
        read: (of, number) => orWithout(of, puzzle(of, number), () => keptPuzzle(of, number)),
        attempt: (of, number, tried) =>
          orWithout(of, tryPuzzle(of, number, { ...tried, rated: me.member }), () => tryKeptPuzzle(of, number, tried)),
      },
      game,
      grade,
      theme,
    );
  }
}

customElements.define("vato-puzzle", PuzzlePage);
