/**
 * The page for an address that leads nowhere.
 */

import { fill, make } from "../app/element.js";
import { t } from "../app/text.js";

export const open = () => new NotFoundPage();

class NotFoundPage extends HTMLElement {
  connectedCallback() {
    document.title = t("not_found.title");
    fill(
      this,
      make(
        "div",
        { class: "notice" },
        make("h1", { text: t("not_found.title") }),
        make("p", { text: t("not_found.sentence") }),
        make("a", { class: "button primary", href: "/", text: t("not_found.start") }),
      ),
    );
  }
}

customElements.define("vato-not-found", NotFoundPage);
