/**
 * Becoming a member: a name, then a passkey or a password; then the recovery codes.
 */

import { fill, make } from "../app/element.js";
import { hasPasskeys } from "../app/passkeys.js";
import { hasAccounts, joinByPasskey, joinByPassword, me, wantedAddress } from "../app/people.js";
import { go } from "../app/router.js";
import { settings } from "../app/settings.js";
import { t } from "../app/text.js";
import { field, form, nameInput, passwordInput, showCodes } from "../parts/account-form.js";
import { leadNowhere } from "../parts/notices.js";

export const open = () => new JoinPage();

class JoinPage extends HTMLElement {
  #name = nameInput({ value: settings.get("name") });

  async connectedCallback() {
    document.title = t("account.join_title");
    if (!hasAccounts()) await leadNowhere(this);
    else if (me.member) go(wantedAddress(), { replace: true });
    else this.#show();
  }

  #show() {
    const password = passwordInput("new-password");
    const byPassword = hasPasskeys() ? nameInput({ value: settings.get("name") }) : this.#name;
    // Whoever changes their mind need not type it again.
    this.#name.addEventListener("input", () => (byPassword.value = this.#name.value));
    const usual = form({
      title: t("account.by_password"),
      note: t("account.by_password_note"),
      fields: [
        field(t("account.name"), byPassword, hasPasskeys() ? undefined : t("account.name_note")),
        field(t("account.password"), password, t("account.password_note")),
      ],
      action: t("account.join_by_password"),
      primary: !hasPasskeys(),
      submit: async () => this.#welcome(await joinByPassword(byPassword.value, password.value)),
    });
    fill(
      this,
      make("h1", { text: t("account.join") }),
      make("p", { text: t("account.join_note") }),
      hasPasskeys() &&
        form({
          title: t("account.by_passkey"),
          note: t("account.by_passkey_note"),
          fields: [field(t("account.name"), this.#name, t("account.name_note"))],
          action: t("account.join_by_passkey"),
          primary: true,
          submit: async () => this.#welcome(await joinByPasskey(this.#name.value)),
        }),
      hasPasskeys() ? make("details", { class: "fold" }, make("summary", { text: t("account.by_password") }), usual) : usual,
      make("p", {}, make("a", { href: `/sign-in${location.search}`, text: t("account.have_one") })),
    );
  }

  /** @param {import("../app/wire").Joined} joined */
  #welcome({ name, codes }) {
    showCodes(this, name, codes, () => go(wantedAddress()));
  }
}

customElements.define("vato-join", JoinPage);
