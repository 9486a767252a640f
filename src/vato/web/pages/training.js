/**
 * All endings to train.
 */

import { endings } from "../app/api.js";
import { GradedList } from "../parts/graded-list.js";

export const open = () => new TrainingPage();

class TrainingPage extends GradedList {
  constructor() {
    super({ name: "training", list: endings });
  }
}

customElements.define("vato-training", TrainingPage);
