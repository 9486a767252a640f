/**
 * Telling the moderators of a member or a game, and blocking somebody. `?member=NAME` and `?game=ID` say what it is about.
 */

import { block, sendReport } from "../app/company.js";
import { fill, make } from "../app/element.js";
import { hasAccounts, me, signInAddress } from "../app/people.js";
import { go } from "../app/router.js";
import { t } from "../app/text.js";
import { field, form, nameInput } from "../parts/account-form.js";
import { chips } from "../parts/choices.js";
import { leadNowhere } from "../parts/notices.js";
import { toast } from "../parts/toasts.js";

/** @typedef {import("../app/wire").NewReport["reason"]} Reason */

const LONGEST_TEXT = 1000;
/** @type {Reason[]} */
const REASONS = ["chat", "engine", "stalling", "name", "other"];

export const open = () => new ReportPage();

class ReportPage extends HTMLElement {
  async connectedCallback() {
    document.title = t("report.title");
    if (!hasAccounts()) {
      await leadNowhere(this);
      return;
    }
    if (!me.member) {
      go(signInAddress(), { replace: true });
      return;
    }
    const asked = new URLSearchParams(location.search);
    this.#show(asked.get("member") ?? "", asked.get("game") ?? "");
  }

  /**
   * @param {string} name
   * @param {string} game
   */
  #show(name, game) {
    const member = nameInput({ value: name, autocomplete: "off" });
    member.required = game === "";
    const other = nameInput({ value: name, autocomplete: "off" });
    const text = make("textarea", { rows: 5, maxlength: LONGEST_TEXT });
    /** @type {Reason} */
    let reason = "chat";
    fill(
      this,
      make("h1", { text: t("report.heading") }),
      form({
        title: t("report.tell"),
        note: t("report.tell_note"),
        fields: [
          field(t("report.member"), member),
          ...(game
            ? [make("p", {}, make("a", { href: `/game/${encodeURIComponent(game)}`, text: t("report.game") }))]
            : []),
          chips({
            label: t("report.reason"),
            name: "reason",
            options: REASONS.map((value) => ({ value, label: t(`report.reason_${value}`) })),
            value: reason,
            choose: (value) => (reason = /** @type {Reason} */ (value)),
          }),
          make("label", { class: "field" }, make("span", { text: t("report.text") }), text),
        ],
        action: t("report.send"),
        primary: true,
        submit: async () => {
          await sendReport({ member: member.value, game, reason, text: text.value });
          text.value = "";
          toast(t("report.sent"));
        },
      }),
      form({
        title: t("block.title"),
        note: t("block.note"),
        fields: [field(t("report.member"), other)],
        action: t("block.block"),
        submit: async () => {
          await block(other.value);
          toast(t("block.blocked", { name: other.value }));
        },
      }),
      make("p", {}, make("a", { href: "/account", text: t("block.whom") })),
    );
  }
}

customElements.define("vato-report", ReportPage);
