/**
 * On the account's page: whom the member has blocked, and the member's bots with their tokens.
 */

import { blocked, bots, deleteBot, makeBot, renewToken, revokeToken, unblock } from "../app/company.js";
import { fill, make } from "../app/element.js";
import { formatDate, t } from "../app/text.js";
import { field, form, nameInput } from "./account-form.js";
import { confirmed } from "./dialogs.js";
import { button } from "./icons.js";
import { copy } from "./invitation.js";
import { toastProblem } from "./toasts.js";

/** @typedef {import("../app/wire").BotEntry} BotEntry @typedef {import("../app/wire").BotToken} BotToken */

export class AccountCompany extends HTMLElement {
  #fresh;
  #blocked = make("div", { class: "account-part" });
  #bots = make("div", { class: "account-part" });
  #token = make("div", { "aria-live": "polite" });

  /** @param {boolean} fresh whether what needs a sign-in just now may be done */
  constructor(fresh) {
    super();
    this.#fresh = fresh;
  }

  connectedCallback() {
    const name = nameInput({ autocomplete: "off" });
    fill(
      this,
      make("section", {}, make("h2", { text: t("block.whom") }), this.#blocked),
      make(
        "section",
        {},
        make("h2", { text: t("bot.title") }),
        make("p", { class: "quiet", text: t("bot.note") }),
        this.#bots,
        this.#token,
        form({
          title: t("bot.make"),
          heading: "h3",
          disabled: !this.#fresh,
          fields: [field(t("bot.name"), name)],
          action: t("bot.make"),
          submit: async () => {
            this.#showToken(await makeBot(name.value));
            name.value = "";
            await this.#readBots();
          },
        }),
      ),
    );
    this.#do(() => this.#readBlocked());
    this.#do(() => this.#readBots());
  }

  /** @param {() => Promise<unknown>} act */
  #do(act) {
    act().catch(toastProblem);
  }

  async #readBlocked() {
    this.#showBlocked((await blocked()).names);
  }

  /** @param {string[]} names */
  #showBlocked(names) {
    fill(
      this.#blocked,
      names.length === 0
        ? make("p", { class: "quiet", text: t("block.nobody") })
        : make(
            "ul",
            { class: "account-list" },
            names.map((name) =>
              make(
                "li",
                {},
                make("div", {}, make("strong", {}, make("bdi", { text: name }))),
                button(t("block.unblock"), () => this.#do(async () => this.#showBlocked((await unblock(name)).names)), {
                  "aria-label": t("block.unblock_name", { name }),
                }),
              ),
            ),
          ),
      make("div", { class: "row" }, make("a", { class: "button", href: "/report", text: t("report.heading") })),
    );
  }

  async #readBots() {
    const { bots: known } = await bots();
    fill(this.#bots, known.length > 0 && make("ul", { class: "account-list" }, known.map((bot) => this.#bot(bot))));
  }

  /** @param {BotEntry} bot */
  #bot({ name, token }) {
    const changing = (/** @type {() => Promise<unknown>} */ act) => () =>
      this.#do(async () => {
        fill(this.#token);
        await act();
        await this.#readBots();
      });
    const leave = async () => {
      if (await confirmed(t("bot.delete_sure", { name }), t("bot.delete"))) await deleteBot(name);
    };
    return make(
      "li",
      {},
      make(
        "div",
        {},
        make("strong", {}, make("bdi", { text: name })),
        make("span", {
          class: "quiet",
          text: token === null ? t("bot.no_token") : t("bot.token_made", { date: formatDate(token) }),
        }),
      ),
      make(
        "div",
        { class: "row" },
        button(t("bot.renew"), changing(async () => this.#showToken(await renewToken(name))), {
          icon: "key",
          disabled: !this.#fresh,
          "aria-label": t("bot.renew_name", { name }),
        }),
        token !== null &&
          button(t("bot.revoke"), changing(() => revokeToken(name)), { "aria-label": t("bot.revoke_name", { name }) }),
        button(t("bot.delete"), changing(leave), {
          icon: "trash",
          disabled: !this.#fresh,
          "aria-label": t("bot.delete_name", { name }),
        }),
      ),
    );
  }

  /** @param {BotToken} made */
  #showToken({ name, token }) {
    const code = make("input", { value: token, readOnly: true, dir: "ltr", class: "token", "aria-label": t("bot.token") });
    fill(
      this.#token,
      make("p", { text: t("bot.token_once", { name }) }),
      make("div", { class: "row" }, code, button(t("link.copy"), () => copy(token, code), { icon: "copy" })),
    );
  }
}

customElements.define("vato-account-company", AccountCompany);
