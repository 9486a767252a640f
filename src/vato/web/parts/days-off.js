/**
 * Days off, on a member's own page: how many are left, taking some, and coming back early.
 */

import { fill, make } from "../app/element.js";
import { daysOff, endDaysOff, takeDaysOff } from "../app/post.js";
import { formatDate, t } from "../app/text.js";
import { confirmed } from "./dialogs.js";
import { button } from "./icons.js";
import { toastProblem } from "./toasts.js";

export class DaysOffPart extends HTMLElement {
  connectedCallback() {
    this.setAttribute("role", "region");
    void this.#do(daysOff);
  }

  /** @param {() => Promise<import("../app/post.js").DaysOff | null>} act */
  async #do(act) {
    try {
      const known = await act();
      if (known) this.#show(known);
    } catch (problem) {
      toastProblem(problem);
    }
  }

  /** @param {import("../app/post.js").DaysOff} known */
  #show({ left, a_year: year, until }) {
    const days = make("input", { type: "number", value: "1", min: 1, max: left, step: 1, inputmode: "numeric", required: true });
    const take = async () => {
      const count = Math.round(days.valueAsNumber);
      if (!days.reportValidity() || !(await confirmed(t("days_off.sure", { count }), t("days_off.take")))) return null;
      return takeDaysOff(count);
    };
    const state = until
      ? [
          make("p", { text: t("days_off.until", { date: formatDate(until) }) }),
          make("div", { class: "row" }, button(t("days_off.end"), () => this.#do(endDaysOff))),
        ]
      : [
          make("label", { class: "field" }, make("span", { text: t("days_off.count") }), days),
          make("div", { class: "row" }, button(t("days_off.take"), () => this.#do(take), { disabled: left === 0 })),
        ];
    fill(
      this,
      make("h2", { text: t("days_off.heading") }),
      make("p", { class: "quiet", text: t("days_off.note") }),
      make("p", { text: t("days_off.left", { count: left, year }) }),
      state,
    );
  }
}

customElements.define("vato-days-off", DaysOffPart);
