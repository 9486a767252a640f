/**
 * Choosing a game to look at: which one, by which rules, and what its set-up offers.
 */

import { fill, make } from "../app/element.js";
import { allGames, entryOf } from "../app/games.js";
import { gameName, rulesName, valueName } from "../app/names.js";
import { t } from "../app/text.js";
import { chips } from "./choices.js";

/** @typedef {{game: string, rules: string, setup: Record<string, string>}} Chosen */

/**
 * Return what a game is chosen by; what is chosen is written into `chosen`.
 * @param {Chosen} chosen
 */
export function gameChoice(chosen) {
  const finer = make("div", { class: "game-choice" });
  const show = () => {
    const entry = entryOf(chosen.game);
    if (!entry) return;
    if (!entry.rules.some(({ name }) => name === chosen.rules)) chosen.rules = entry.rules[0]?.name ?? "";
    chosen.setup = Object.fromEntries(entry.setup.map(({ name, values }) => [name, values[0] ?? ""]));
    const rules = entry.rules.map(({ name }) => ({ value: name, label: rulesName(name) }));
    fill(
      finer,
      rules.length > 1 &&
        chips({
          label: t("setup.rules"),
          name: "rules",
          options: rules,
          value: chosen.rules,
          choose: (value) => (chosen.rules = value),
        }),
      entry.setup.map(
        ({ name, label, values }) =>
          values.length > 1 &&
          chips({
            label,
            name,
            options: values.map((value) => ({ value, label: valueName(value) })),
            value: values[0] ?? "",
            choose: (value) => (chosen.setup[name] = value),
          }),
      ),
    );
  };
  const game = chips({
    label: t("start.game"),
    name: "game",
    options: allGames().map(({ name }) => ({ value: name, label: gameName(name) })),
    value: chosen.game,
    choose: (value) => {
      chosen.game = value;
      show();
    },
  });
  show();
  return make("div", { class: "game-choice" }, game, finer);
}

/**
 * Return where what was chosen begins, as a position; empty for the usual start.
 * @param {Chosen} chosen
 */
export function startOf({ game, rules, setup }) {
  const entry = entryOf(game);
  const isUsual = entry?.setup.every(({ name, values }) => setup[name] === values[0]);
  const isThis = (/** @type {Record<string, string>} */ other) => Object.keys(other).every((name) => other[name] === setup[name]);
  return (!isUsual && entry?.starts.find((start) => start.rules === rules && isThis(start.setup))?.position) || "";
}
