/**
 * What the menu says about doing without a network: how large what there is to keep is, how far one is with it, in what
 * languages it is there, and how to be rid of it. Shows nothing where a browser cannot keep the app.
 */

import { fill, make } from "../app/element.js";
import { keeping } from "../app/keeping.js";
import { network } from "../app/network.js";
import { formatNumber, language, t } from "../app/text.js";
import { button } from "./icons.js";

export class KeepPart extends HTMLElement {
  /** How many bytes there are to fetch, once it is known. @type {number | null} */
  #size = null;
  #names;
  #ending = new AbortController();
  #about = make("p", { class: "quiet" });
  #problem = make("p", { class: "typed-problem", role: "alert" });
  #bar = make("progress", { max: 1 });
  #words = make("span");
  #share = make("label", { class: "keep-share" });
  #keep = button("", () => void keeping.keep(), { icon: "export" });
  #stop = button(t("keep.stop"), () => keeping.stop());
  #remove = button(t("keep.remove"), () => void keeping.remove(), { icon: "trash" });

  /** @param {import("../app/wire").Language[]} languages */
  constructor(languages) {
    super();
    this.#names = new Map(languages.map(({ code, name }) => [code, name]));
  }

  connectedCallback() {
    this.hidden = !keeping.isPossible;
    if (this.hidden) return;
    const { signal } = this.#ending;
    for (const told of [keeping, network]) told.addEventListener("change", () => this.#show(), { signal });
    fill(this.#share, this.#words, this.#bar);
    fill(this, this.#about, this.#share, this.#problem, this.#keep, this.#stop, this.#remove);
    this.#show();
    if (!network.isLost)
      keeping.size().then(
        (size) => {
          this.#size = size;
          this.#show();
        },
        () => {},
      );
  }

  disconnectedCallback() {
    this.#ending.abort();
  }

  #show() {
    const { doing, share, kept, some, problem } = keeping.state;
    const here = kept.includes(language());
    // Whoever pressed a key goes on from the button that takes its place.
    const buttons = [this.#stop, this.#keep, this.#remove];
    const focused = buttons.find((each) => each === document.activeElement);
    const languages = kept.map((code) => this.#names.get(code) ?? code).join(", ");
    this.#about.textContent = kept.length > 0 ? t("keep.done", { languages }) : t("keep.about");
    this.#problem.textContent = problem;
    this.#share.hidden = doing !== "keeping";
    this.#bar.value = share;
    this.#words.textContent = t("keep.doing", { share: formatNumber(share, { style: "percent" }) });
    this.#stop.hidden = doing !== "keeping";
    this.#keep.hidden = doing !== "nothing" || here;
    this.#keep.disabled = network.isLost;
    /** @type {HTMLElement} */ (this.#keep.lastElementChild).textContent = this.#size
      ? t("keep.keep_size", { size: sizeText(this.#size) })
      : t("keep.keep");
    this.#remove.hidden = doing !== "nothing" || !some;
    if (focused?.hidden) buttons.find(({ hidden }) => !hidden)?.focus();
  }

}

/** @param {number} bytes */
const sizeText = (bytes) =>
  formatNumber(bytes / 1e6, { style: "unit", unit: "megabyte", maximumFractionDigits: bytes < 1e6 ? 2 : 1 });

customElements.define("vato-keep", KeepPart);
