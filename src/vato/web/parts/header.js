/**
 * The bar on top: the name of the house, the pages, and the menu; whether the server cannot be reached, and whether there
 * is a newer version. On a phone, and where the names of the pages are too long for the bar, they move into the menu.
 */

import { draw, fill, make } from "../app/element.js";
import { keeping } from "../app/keeping.js";
import { network } from "../app/network.js";
import { offeredPages } from "../app/router.js";
import { t } from "../app/text.js";
import { button, icon, iconButton } from "./icons.js";
import { openMenu } from "./menu.js";
import { waitingSign } from "./waiting-list.js";

/** Where the bar says what is otherwise not to be seen. */
const sign = make("p", { class: "network-sign", role: "status" });
const newer = make("div", { class: "newer-sign" });
network.addEventListener("change", showSigns);
keeping.addEventListener("change", showSigns);

/** Below this width the pages' names do not fit beside each other in any language. */
const isPhone = matchMedia("(max-width: 47.9rem)");
/** Whatever in the bar changes its width may leave the names no room. */
const widths = new ResizeObserver(placePages);

/** Have the pages in the bar if it has room for their names in this language, else in the menu. */
function placePages() {
  const top = document.getElementById("top");
  const pages = top?.querySelector(".pages");
  if (!top || !(pages instanceof HTMLElement)) return;
  const { classList } = document.body;
  classList.remove("pages-in-menu");
  const isFull = () => top.scrollWidth > top.clientWidth || pages.offsetHeight > top.clientHeight;
  classList.toggle("pages-in-menu", isPhone.matches || isFull());
}

/** Say that the server cannot be reached, or that there is a newer version, if so. */
function showSigns() {
  const away = () => [icon("offline"), make("span", { text: t("offline.sign") })];
  sign.title = network.isLost ? t("error.unreachable") : "";
  fill(sign, network.isLost && away());
  const offered = keeping.newer && newer.childElementCount === 0;
  if (offered) fill(newer, button(t("update.load"), () => location.reload()));
}

/**
 * @param {HTMLElement} top
 * @param {import("../app/wire").Language[]} languages
 * @param {(code: string) => void} changeLanguage
 */
export function fillHeader(top, languages, changeLanguage) {
  const links = offeredPages().map(({ name, address, key }) =>
    make("a", { href: address, text: t(key), data: { page: name } }),
  );
  const menu = iconButton("menu", t("menu.title"), () => openMenu(languages, changeLanguage), {
    class: "icon-button menu-button",
    "aria-haspopup": "dialog",
  });
  fill(
    top,
    make("a", { class: "skip", href: "#content", text: t("nav.skip"), on: { click: skip } }),
    make("a", { class: "brand", href: "/", "aria-label": t("nav.home") }, stones(), make("span", { text: "vato" })),
    make("nav", { class: "pages", "aria-label": t("nav.pages") }, links),
    sign,
    newer,
    waitingSign(),
    menu,
  );
  fill(newer);
  showSigns();
  markPage(document.body.dataset.page ?? "");
  widths.disconnect();
  for (const part of [top, ...top.children]) widths.observe(part);
  placePages();
}

/**
 * Mark the open page among the links.
 * @param {string} name
 */
export function markPage(name) {
  for (const link of document.querySelectorAll("nav.pages a")) {
    const current = link instanceof HTMLElement && link.dataset.page === name;
    if (current) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}

/**
 * Go to the content; not by the address, whose fragment may mean something to the page.
 * @param {MouseEvent} event
 */
function skip(event) {
  event.preventDefault();
  document.getElementById("content")?.focus();
}

/** Return the mark of the house: two stones. */
function stones() {
  return draw(
    "svg",
    { class: "brand-mark", viewBox: "0 0 34 24", "aria-hidden": "true" },
    draw("circle", { class: "stone-light", cx: 11, cy: 12, r: 9 }),
    draw("circle", { class: "stone-dark", cx: 23, cy: 12, r: 9 }),
  );
}
