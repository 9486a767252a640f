/**
 * The finer choices for a new game: rules, what its set-up offers, clock, who begins, contest. Folded away until wanted;
 * its summary says what is chosen.
 */

import { beginnerOption, chosenFor, clockOf, plainOptions } from "../app/choices.js";
import { fill, make } from "../app/element.js";
import { clockName, rulesName, sideName, valueName } from "../app/names.js";
import { notation } from "../app/prose.js";
import { t } from "../app/text.js";
import { chips } from "./choices.js";
import { clockChoice, numberField } from "./clock-choice.js";
import { iconButton } from "./icons.js";

/** @typedef {import("../app/choices.js").Choices} Choices @typedef {import("../app/wire").GameEntry} GameEntry */

export class SetupForm extends HTMLElement {
  /** @type {Choices | undefined} */
  #choices;
  /** @type {GameEntry | undefined} */
  #entry;
  /** @type {(changed: Partial<Choices>) => void} */
  #change = () => {};
  /** @type {(contest: string) => void} */
  #onContest = () => {};
  #summary = make("span", { class: "setup-summary" });
  #body = make("div", { class: "setup-body" });

  connectedCallback() {
    const head = make("summary", {}, make("span", { class: "setup-title", text: t("setup.options") }), this.#summary);
    fill(this, make("details", { class: "fold setup" }, head, this.#body));
  }

  /**
   * @param {Choices} choices
   * @param {GameEntry} entry
   * @param {(changed: Partial<Choices>) => void} change
   */
  show(choices, entry, change) {
    const sameGame = this.#entry === entry;
    this.#choices = choices;
    this.#entry = entry;
    this.#change = change;
    this.#summarise();
    if (!sameGame) this.#build();
  }

  /** @param {Partial<Choices>} changed */
  #choose(changed) {
    if (!this.#choices) return;
    this.#choices = { ...this.#choices, ...changed };
    this.#change(changed);
    this.#summarise();
  }

  #summarise() {
    if (!this.#choices || !this.#entry) return;
    const { rules, setup, contest } = chosenFor(this.#choices, this.#entry);
    const parts = [
      this.#entry.rules.length > 1 && rules ? rulesName(rules.name) : "",
      ...(contest === "none" ? Object.values(setup).map(valueName) : []),
      clockName(clockOf(this.#choices)),
      this.#choices.begins === "draw" ? "" : t(`setup.begins_${this.#choices.begins}_short`),
      contest === "none" ? "" : t(`setup.contest_${contest}`),
    ];
    this.#summary.textContent = parts.filter(Boolean).join(" · ");
  }

  #build() {
    const entry = this.#entry;
    const choices = this.#choices;
    if (!entry || !choices) return;
    const { rules, setup, contest: chosen } = chosenFor(choices, entry);
    const options = plainOptions(entry).map(({ name, label, values }) =>
      chips({
        label,
        name,
        options: values.map((value) => ({ value, label: valueName(value) })),
        value: setup[name] ?? "",
        choose: (value) => {
          setup[name] = value;
          this.#choose({ setup: { ...choices.setup, [entry.name]: setup } });
        },
      }),
    );
    // A contest is played from the usual start.
    this.#onContest = (contest) => {
      for (const option of options) option.hidden = contest !== "none";
    };
    this.#onContest(chosen);
    const begins = ["draw", "me", "other"].map((value) => ({ value, label: t(`setup.begins_${value}`) }));
    fill(
      this.#body,
      entry.rules.length > 1 &&
        chips({
          label: t("setup.rules"),
          name: "rules",
          class: "list",
          options: entry.rules.map(({ name, summary }) => ({ value: name, label: rulesName(name), note: summary })),
          value: rules?.name ?? "",
          choose: (value) => this.#choose({ rules: { ...choices.rules, [entry.name]: value } }),
        }),
      options,
      ...clockChoice(choices, (changed) => this.#choose(changed)),
      chips({
        label: t("setup.begins"),
        name: "begins",
        options: begins,
        value: choices.begins,
        choose: (value) => this.#choose({ begins: /** @type {Choices["begins"]} */ (value) }),
      }),
      beginnerOption(entry) &&
        chips({
          label: t("setup.stones"),
          name: "stones",
          options: [
            { value: "draw", label: t("setup.begins_draw") },
            ...entry.sides.map((side, player) => ({ value: String(player), label: sideName(side) })),
          ],
          value: choices.stones,
          choose: (value) => this.#choose({ stones: /** @type {Choices["stones"]} */ (value) }),
        }),
      ...this.#contest(choices, entry),
    );
  }

  /**
   * @param {Choices} choices
   * @param {GameEntry} entry
   */
  #contest(choices, entry) {
    if (entry.contests.length === 0) return [];
    const series = make("div", { class: "fields", hidden: choices.contest !== "series" });
    const group = chips({
      label: t("setup.contest"),
      name: "contest",
      class: "list",
      options: ["none", ...entry.contests].map((value) => ({
        value,
        label: t(`setup.contest_${value}`),
        note: t(`setup.contest_${value}_note`),
      })),
      value: chosenFor(choices, entry).contest,
      choose: (value) => {
        series.hidden = value !== "series";
        this.#onContest(value);
        this.#choose({ contest: value });
      },
    });
    fill(
      series,
      entry.openings.length > 0 && this.#order(choices, entry),
      numberField(t("setup.cycles"), choices.cycles, 1, 10, 1, (cycles) => this.#choose({ cycles })),
    );
    const rules = make("a", { href: `/rules/${entry.name}`, text: t("setup.contest_rules") });
    return [group, make("p", { class: "quiet" }, rules), series];
  }

  /**
   * Return the openings of a series in their order, each with a button that moves it up.
   * @param {Choices} choices
   * @param {GameEntry} entry
   */
  #order(choices, entry) {
    const names = entry.openings.map(({ name }) => name);
    let order = choices.order.length === names.length ? choices.order.filter((name) => names.includes(name)) : names;
    if (order.length !== names.length) order = names;
    const list = make("ol", { class: "openings" });
    const fillList = () =>
      fill(
        list,
        order.map((name, index) => {
          const up = iconButton(
            "up",
            t("setup.earlier", { opening: name }),
            () => {
              order = order.toSpliced(index, 1).toSpliced(index - 1, 0, name);
              this.#choose({ order });
              fillList();
              /** @type {HTMLElement | null | undefined} */ (
                list.children[index - 1]?.querySelector("button:not([hidden])")
              )?.focus();
            },
            { hidden: index === 0 },
          );
          const move = entry.openings.find((opening) => opening.name === name)?.move ?? "";
          return make("li", {}, make("span", { text: name }), make("span", { class: "quiet" }, notation(move)), up);
        }),
      );
    fillList();
    return make("div", { class: "order" }, make("span", { class: "legend", text: t("setup.order") }), list);
  }
}

customElements.define("vato-setup", SetupForm);
