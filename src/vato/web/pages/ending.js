/**
 * The page of a grade of endings, to be won against a perfect defence.
 */

import { ending, endings, needing, tryEnding } from "../app/api.js";
import { me } from "../app/people.js";
import { GradedPage } from "../parts/graded-page.js";

/** @param {Record<string, string>} found */
export const open = (found) => new EndingPage(found.game ?? "", Number(found.grade));

class EndingPage extends GradedPage {
  /**
   * @param {string} game
   * @param {number} grade
   */
  constructor(game, grade) {
    super(
      {
        name: "training",
        kept: "endings",
        list: endings,
        read: (of, number) => needing(ending(of, number), "offline.training"),
        attempt: (of, number, tried) => needing(tryEnding(of, number, { ...tried, rated: me.member }), "offline.training"),
      },
      game,
      grade,
    );
  }
}

customElements.define("vato-ending", EndingPage);
