/**
 * The switch in the menu by which this browser is told of one's turn while the app is not open. Shows nothing where that
 * cannot be.
 */

import { fill, make } from "../app/element.js";
import { canPush, isOn, turnOff, turnOn } from "../app/push.js";
import { t } from "../app/text.js";
import { toast, toastProblem } from "./toasts.js";

export class PushSwitch extends HTMLElement {
  async connectedCallback() {
    if (!canPush()) return;
    const box = make("input", { type: "checkbox", role: "switch", on: { change: () => this.#change(box) } });
    fill(
      this,
      make("label", { class: "switch" }, make("span", { text: t("push.switch") }), box),
      make("p", { class: "quiet", text: t("push.note") }),
    );
    box.checked = await isOn().catch(() => false);
  }

  /** @param {HTMLInputElement} box */
  async #change(box) {
    box.disabled = true;
    try {
      if (!box.checked) await turnOff();
      else if (!(await turnOn())) toast(t("push.denied"), { kind: "problem" });
    } catch (problem) {
      // The browser's own words are for whoever made it.
      if (problem instanceof DOMException) toast(t("push.failed"), { kind: "problem" });
      else toastProblem(problem);
    } finally {
      box.checked = await isOn().catch(() => false);
      box.disabled = false;
    }
  }
}

customElements.define("vato-push-switch", PushSwitch);
