/**
 * Signing in: by a passkey, a password or, when these are lost, a recovery code. What was played on this device comes along
 * unless one says no.
 */

import { fill, make } from "../app/element.js";
import { hasPasskeys } from "../app/passkeys.js";
import { hasAccounts, me, signInByCode, signInByPasskey, signInByPassword, wantedAddress } from "../app/people.js";
import { go } from "../app/router.js";
import { t } from "../app/text.js";
import { field, form, nameInput, passwordInput } from "../parts/account-form.js";
import { leadNowhere } from "../parts/notices.js";

export const open = () => new SignInPage();

class SignInPage extends HTMLElement {
  #along = make("input", { type: "checkbox", role: "switch", checked: true });

  async connectedCallback() {
    document.title = t("account.sign_in_title");
    if (!hasAccounts()) await leadNowhere(this);
    else this.#show();
  }

  #show() {
    const name = nameInput({ value: me.name });
    const password = passwordInput("current-password");
    const lost = nameInput({ value: me.name });
    const wanted = wantedAddress();
    const code = make("input", { required: true, maxlength: 60, autocomplete: "off", spellcheck: "false", dir: "ltr" });
    const done = async (/** @type {Promise<unknown>} */ signing) => {
      await signing;
      go(wanted);
    };
    fill(
      this,
      make("h1", { text: t("account.sign_in") }),
      me.member && make("p", { text: t("account.prove_again") }),
      !me.member && new URLSearchParams(location.search).has("to") && make("p", { text: t("account.for_members") }),
      me.games > 0 &&
        make("label", { class: "switch" }, make("span", { text: t("account.along", { count: me.games }) }), this.#along),
      hasPasskeys() &&
        form({
          title: t("account.by_passkey"),
          action: t("account.sign_in_by_passkey"),
          primary: true,
          submit: () => done(signInByPasskey(this.#along.checked)),
        }),
      form({
        title: t("account.by_password"),
        fields: [field(t("account.name"), name), field(t("account.password"), password)],
        action: t("account.sign_in"),
        primary: !hasPasskeys(),
        submit: () => done(signInByPassword(name.value, password.value, this.#along.checked)),
      }),
      make(
        "details",
        { class: "fold" },
        make("summary", { text: t("account.by_code") }),
        form({
          title: t("account.by_code"),
          note: t("account.by_code_note"),
          fields: [field(t("account.name"), lost), field(t("account.code"), code)],
          action: t("account.sign_in"),
          submit: () => done(signInByCode(lost.value, code.value, this.#along.checked)),
        }),
      ),
      !me.member && make("p", {}, make("a", { href: `/join${location.search}`, text: t("account.have_none") })),
    );
  }
}

customElements.define("vato-sign-in", SignInPage);
