/**
 * What the pages of joining, signing in and the account are put together from: fields, forms that say what was wrong, and
 * recovery codes to print.
 */

import { fill, make } from "../app/element.js";
import { t } from "../app/text.js";
import { copy } from "./invitation.js";
import { button } from "./icons.js";

/**
 * Return a field with its label.
 * @param {string} label
 * @param {HTMLInputElement} input
 * @param {string} [hint]
 */
export const field = (label, input, hint) =>
  make(
    "label",
    { class: "field" },
    make("span", { text: label }),
    input,
    hint !== undefined && make("small", { class: "quiet", text: hint }),
  );

/**
 * @param {{value?: string, autocomplete?: string}} [look]
 */
export const nameInput = ({ value = "", autocomplete = "username" } = {}) =>
  make("input", { value, autocomplete, maxlength: 40, required: true, spellcheck: "false", autocapitalize: "off" });

/** @param {"new-password" | "current-password"} autocomplete */
export const passwordInput = (autocomplete) =>
  make("input", { type: "password", autocomplete, maxlength: 200, required: true });

/**
 * Return a form: fields, a button, and a place where it is said what was wrong.
 * @param {{title: string, heading?: "h2" | "h3", note?: string, fields?: Node[], action: string, primary?: boolean,
 *          disabled?: boolean, submit: () => Promise<unknown>}} wanted
 */
export function form({ title, heading = "h2", note, fields = [], action, primary = false, disabled = false, submit }) {
  const problem = make("p", { class: "typed-problem", role: "alert" });
  const send = make("button", { type: "submit", class: `button ${primary ? "primary" : ""}`, text: action, disabled });
  return make(
    "form",
    {
      class: "account-form",
      on: {
        submit: async (/** @type {SubmitEvent} */ event) => {
          event.preventDefault();
          problem.textContent = "";
          send.disabled = true;
          try {
            await submit();
          } catch (failure) {
            problem.textContent = failure instanceof Error ? failure.message : String(failure);
            problem.scrollIntoView({ block: "nearest" });
          } finally {
            send.disabled = false;
          }
        },
      },
    },
    make(heading, { text: title }),
    note !== undefined && make("p", { class: "quiet", text: note }),
    fields,
    make("div", { class: "row" }, send),
    problem,
  );
}

/**
 * Fill an element with recovery codes, which are shown once.
 * @param {Element} place
 * @param {string} name
 * @param {string[]} codes
 * @param {() => void} done
 */
export function showCodes(place, name, codes, done) {
  const heading = make("h1", { text: t("account.codes_title", { name }), tabindex: "-1" });
  fill(
    place,
    heading,
    make("p", { text: t("account.codes_note") }),
    make("ol", { class: "codes" }, codes.map((code) => make("li", {}, make("code", { dir: "ltr", text: code })))),
    make("p", { class: "quiet", text: t("account.codes_where", { address: location.origin }) }),
    make(
      "div",
      { class: "row no-print" },
      button(t("account.print"), () => print(), { class: "button primary" }),
      button(t("link.copy"), () => copy(codes.join("\n")), { icon: "copy" }),
      button(t("account.codes_kept"), done, { icon: "check" }),
    ),
  );
  heading.focus();
}
