/**
 * The account of a member: what proves who they are, where they are signed in, taking everything home, and going.
 */

import { RequestFailed } from "../app/api.js";
import { fill, make } from "../app/element.js";
import { hasPasskeys } from "../app/passkeys.js";
import {
  ARCHIVE,
  account,
  addPasskey,
  changePassword,
  deleteAccount,
  endOtherSessions,
  endSession,
  hasAccounts,
  me,
  newCodes,
  removePasskey,
  signOut,
} from "../app/people.js";
import { profileAddress } from "../app/ratings.js";
import { go } from "../app/router.js";
import { formatDate, formatDay, t } from "../app/text.js";
import { AccountCompany } from "../parts/account-company.js";
import { field, form, passwordInput, showCodes } from "../parts/account-form.js";
import { DaysOffPart } from "../parts/days-off.js";
import { confirmed } from "../parts/dialogs.js";
import { button } from "../parts/icons.js";
import { failed, leadNowhere } from "../parts/notices.js";
import { toast, toastProblem } from "../parts/toasts.js";

/** @typedef {import("../app/wire").Account} Account */

export const open = () => new AccountPage();

class AccountPage extends HTMLElement {
  async connectedCallback() {
    document.title = t("account.title");
    if (!hasAccounts()) {
      await leadNowhere(this);
      return;
    }
    if (!this.firstChild) fill(this, make("div", { class: "loading", "aria-busy": "true" }));
    try {
      this.#show(await account());
    } catch (problem) {
      if (isRefused(problem, "not_signed_in")) go("/sign-in", { replace: true });
      else failed(this, problem, () => this.connectedCallback());
    }
  }

  /** @param {Account} known */
  #show(known) {
    fill(
      this,
      make("h1", {}, make("bdi", { text: known.name })),
      make("p", { class: "quiet", text: t("account.since", { date: formatDay(known.created) }) }),
      make(
        "div",
        { class: "row" },
        make("a", { class: "button", href: "/games", text: t("nav.games") }),
        make("a", { class: "button", href: "/challenge", text: t("challenge.heading") }),
        known.moderator && make("a", { class: "button", href: "/moderation", text: t("moderation.heading") }),
        make("a", { class: "button", href: profileAddress(known.name), text: t("profile.link") }),
        button(t("account.sign_out"), () => this.#do(async () => (await signOut(), go("/")))),
      ),
      !known.fresh && make("p", { class: "notice-line" }, make("a", { href: "/sign-in", text: t("account.prove_again") })),
      this.#ways(known),
      new DaysOffPart(),
      this.#sessions(known),
      new AccountCompany(known.fresh),
      this.#home(known),
    );
  }

  /** @param {Account} known */
  #ways(known) {
    const password = passwordInput("new-password");
    const remove = (/** @type {import("../app/wire").PasskeyEntry} */ key) =>
      button(t("account.remove"), () => this.#do(() => removePasskey(key.id)), {
        icon: "trash",
        disabled: !known.fresh,
        "aria-label": t("account.remove_passkey", { device: key.device }),
      });
    return make(
      "section",
      {},
      make("h2", { text: t("account.ways") }),
      make("h3", { text: t("account.passkeys") }),
      known.passkeys.length === 0
        ? make("p", { class: "quiet", text: t("account.passkeys_none") })
        : make(
            "ul",
            { class: "account-list" },
            known.passkeys.map((key) => entry(key.device, t("account.made", { date: formatDate(key.created) }), remove(key))),
          ),
      hasPasskeys() &&
        make("div", { class: "row" }, this.#changing(known, t("account.add_passkey"), () => addPasskey(), "key")),
      form({
        title: t("account.password"),
        heading: "h3",
        disabled: !known.fresh,
        note: known.password ? t("account.password_change_note") : t("account.password_none"),
        fields: [field(t("account.password_new"), password, t("account.password_note"))],
        action: known.password ? t("account.password_change") : t("account.password_set"),
        submit: async () => {
          await changePassword(password.value);
          toast(t("account.password_changed"));
          await this.connectedCallback();
        },
      }),
      make("h3", { text: t("account.codes") }),
      make("p", { class: "quiet", text: t("account.codes_left", { count: known.codes }) }),
      make(
        "div",
        { class: "row" },
        this.#changing(known, t("account.codes_new"), async () => {
          const { codes } = await newCodes();
          showCodes(this, known.name, codes, () => void this.connectedCallback());
          return false;
        }),
      ),
    );
  }

  /** @param {Account} known */
  #sessions({ sessions }) {
    return make(
      "section",
      {},
      make("h2", { text: t("account.sessions") }),
      make(
        "ul",
        { class: "account-list" },
        sessions.map(({ id, device, seen, here }) =>
          entry(
            device,
            here ? t("account.session_here") : t("account.session_seen", { date: formatDate(seen) }),
            !here &&
              button(t("account.session_end"), () => this.#do(() => endSession(id)), {
                "aria-label": t("account.session_end_on", { device }),
              }),
          ),
        ),
      ),
      sessions.length > 1 &&
        make("div", { class: "row" }, button(t("account.sessions_end"), () => this.#do(() => endOtherSessions()))),
    );
  }

  /** @param {Account} known */
  #home(known) {
    const leave = async () => {
      if (!(await confirmed(t("account.delete_sure"), t("account.delete")))) return false;
      await deleteAccount();
      go("/");
      toast(t("account.deleted"));
      return false;
    };
    return make(
      "section",
      {},
      make("h2", { text: t("account.data") }),
      make("p", { class: "quiet", text: t("account.take_home_note") }),
      make(
        "div",
        { class: "row" },
        make("a", { class: "button", href: ARCHIVE, download: "vato-account.zip", text: t("account.take_home") }),
      ),
      make("p", { class: "quiet", text: t("account.delete_note") }),
      make("div", { class: "row" }, this.#changing(known, t("account.delete"), leave, "trash", "button danger")),
    );
  }

  /**
   * Return a button that changes what only whoever has just signed in may change.
   * @param {Account} known
   * @param {string} label
   * @param {() => Promise<unknown>} act false if the page is not to be shown anew
   * @param {import("../parts/icons.js").IconName} [icon]
   * @param {string} [kind]
   */
  #changing({ fresh }, label, act, icon, kind = "button") {
    return button(label, () => this.#do(act), { class: kind, disabled: !fresh, ...(icon && { icon }) });
  }

  /** @param {() => Promise<unknown>} act */
  async #do(act) {
    try {
      if ((await act()) !== false && this.isConnected && me.member) await this.connectedCallback();
    } catch (problem) {
      toastProblem(problem);
      if (isRefused(problem, "prove_again") || isRefused(problem, "not_signed_in")) go("/sign-in");
    }
  }
}

/**
 * @param {string} title
 * @param {string} note
 * @param {import("../app/element.js").Child} action
 */
const entry = (title, note, action) =>
  make(
    "li",
    {},
    make("div", {}, make("strong", { text: title }), make("span", { class: "quiet", text: note })),
    action,
  );

/**
 * @param {unknown} problem
 * @param {string} code
 */
const isRefused = (problem, code) => problem instanceof RequestFailed && problem.code === code;

customElements.define("vato-account", AccountPage);
