/**
 * All puzzles.
 */

import { puzzles } from "../app/api.js";
import { GradedList } from "../parts/graded-list.js";

export const open = () => new PuzzlesPage();

class PuzzlesPage extends GradedList {
  constructor() {
    super({ name: "puzzles", list: puzzles });
  }
}

customElements.define("vato-puzzles", PuzzlesPage);
