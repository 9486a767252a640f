/**
 * The menu: who one is where there are accounts, on a phone the pages, everywhere language, theme, sound and the other settings of this browser, and what it keeps.
 */

import { make } from "../app/element.js";
import { hasAccounts, me } from "../app/people.js";
import { profileAddress } from "../app/ratings.js";
import { offeredPages } from "../app/router.js";
import { settings } from "../app/settings.js";
import { sounds } from "../app/sounds.js";
import { language, t } from "../app/text.js";
import { chips } from "./choices.js";
import { ask } from "./dialogs.js";
import { button, icon } from "./icons.js";
import { KeepPart } from "./keep-part.js";
import { openKeyboardHelp } from "./keyboard-help.js";
import { PushSwitch } from "./push-switch.js";
import { waitingLinks } from "./waiting-list.js";

/** @typedef {"quick" | "sound" | "animation" | "coordinates" | "upright" | "calm" | "shortcuts" | "chat"} Switch */

/** @type {Switch[]} */
const SWITCHES = ["quick", "animation", "coordinates", "upright", "calm", "chat", "shortcuts", "sound"];

/**
 * @param {import("../app/wire").Language[]} languages
 * @param {(code: string) => void} changeLanguage
 */
export function openMenu(languages, changeLanguage) {
  const links = offeredPages().map(({ address, key }) =>
    make("a", {
      href: address,
      text: t(key),
      "aria-current": address === location.pathname && "page",
      on: { click: close },
    }),
  );
  const select = make(
    "select",
    { on: { change: () => changeLanguage(select.value) } },
    languages.map(({ code, name }) =>
      make("option", { value: code, text: name, lang: code, selected: code === language() }),
    ),
  );
  select.addEventListener("change", close);
  const theme = chips({
    label: t("menu.theme"),
    name: "theme",
    options: ["auto", "light", "dark"].map((value) => ({ value, label: t(`menu.theme_${value}`) })),
    value: settings.get("theme"),
    choose: (value) => settings.set("theme", /** @type {import("../app/settings.js").Theme} */ (value)),
  });
  const board = chips({
    label: t("menu.board"),
    name: "board",
    options: ["auto", "wood", "slate", "paper"].map((value) => ({ value, label: t(`menu.board_${value}`) })),
    value: settings.get("board"),
    choose: (value) => settings.set("board", /** @type {import("../app/settings.js").BoardLook} */ (value)),
  });
  const pieces = chips({
    label: t("menu.pieces"),
    name: "pieces",
    options: ["stones", "motifs"].map((value) => ({ value, label: t(`menu.pieces_${value}`) })),
    value: settings.get("pieces"),
    choose: (value) => settings.set("pieces", /** @type {import("../app/settings.js").PieceLook} */ (value)),
  });
  const engine = chips({
    label: t("menu.engine"),
    name: "engine",
    options: ["device", "server"].map((value) => ({ value, label: t(`menu.engine_${value}`) })),
    value: settings.get("engine"),
    choose: (value) => settings.set("engine", /** @type {import("../app/settings.js").Engine} */ (value)),
  });
  const confirm = chips({
    label: t("menu.confirm"),
    name: "confirm",
    options: ["slow", "always", "never"].map((value) => ({ value, label: t(`menu.confirm_${value}`) })),
    value: settings.get("confirm"),
    choose: (value) => settings.set("confirm", /** @type {import("../app/settings.js").Confirm} */ (value)),
  });
  const help = button(
    t("keyboard.title"),
    () => {
      close();
      openKeyboardHelp();
    },
    { icon: "keyboard" },
  );

  /** @type {HTMLDialogElement | undefined} */
  let open;
  function close() {
    open?.close();
  }
  ask({
    title: t("menu.title"),
    class: "menu",
    content: [
      ...(hasAccounts() ? [whoIsHere(close)] : []),
      ...waitingLinks(close),
      make("nav", { class: "menu-pages", "aria-label": t("nav.pages") }, links),
      make("label", { class: "field" }, make("span", { text: t("menu.language") }), select),
      theme,
      board,
      pieces,
      engine,
      confirm,
      make("div", { class: "switches" }, SWITCHES.map(switchFor), volume()),
      new PushSwitch(),
      help,
      new KeepPart(languages),
    ],
    onOpen: (dialog) => {
      open = dialog;
    },
  });
}

/**
 * Say who is here, with the way to the account or to one.
 * @param {() => void} close
 */
function whoIsHere(close) {
  const link = (/** @type {string} */ href, /** @type {string} */ text) =>
    make("a", { class: "button", href, text, on: { click: close } });
  const links = me.member
    ? [
        make("a", { class: "button", href: "/account", on: { click: close } }, icon("person"), make("bdi", { text: me.name })),
        link(profileAddress(me.name), t("profile.link")),
      ]
    : [link("/join", t("account.join")), link("/sign-in", t("account.sign_in"))];
  return make(
    "div",
    { class: "menu-account" },
    make("p", { class: "quiet", text: me.member ? t("account.you_are") : t("account.you_visit") }),
    make(
      "div",
      { class: "row" },
      links,
      link("/tournaments", t("tournaments.link")),
      link("/leaders", t("leaders.link")),
      link("/watch", t("watch.heading")),
      link("/archive", t("archive.heading")),
    ),
  );
}

/** Return what says how loud sounds are; it is heard when it changes. */
function volume() {
  const range = make("input", {
    type: "range",
    min: 10,
    max: 100,
    step: 10,
    value: String(settings.get("volume")),
    on: {
      change: () => {
        settings.set("volume", Number(range.value));
        sounds.play("move");
      },
    },
  });
  return make("label", { class: "volume" }, make("span", { text: t("menu.volume") }), range);
}

/** @param {Switch} name */
function switchFor(name) {
  const box = make("input", {
    type: "checkbox",
    role: "switch",
    checked: settings.get(name),
    on: { change: () => settings.set(name, box.checked) },
  });
  return make("label", { class: "switch" }, make("span", { text: t(`menu.${name}`) }), box);
}
