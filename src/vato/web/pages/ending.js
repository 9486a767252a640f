/**
 * The page of a grade of endings, to be won against a perfect defence.
 */

import { ending, endings, tryEnding } from "../app/api.js";
import { GradedPage } from "../parts/graded-page.js";

/** @param {Record<string, string>} found */
export const open = (found) => new EndingPage(found.game ?? "", Number(found.grade));

class EndingPage extends GradedPage {
  /**
   * @param {string} game
   * @param {number} grade
   */
  constructor(game, grade) {
    super({ name: "training", kept: "endings", list: endings, read: ending, attempt: tryEnding }, game, grade);
  }
}

customElements.define("vato-ending", EndingPage);
