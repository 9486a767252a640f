/**
 * Addresses and pages: which page an address opens, and moving between them without loading the app again.
 * A page is an element; leaving it removes it, and it cleans up after itself then.
 */

import { unreachable } from "./api.js";
import { anyGameHas } from "./games.js";
import { network } from "./network.js";
import { failed } from "../parts/notices.js";

/**
 * @typedef {{open: (found: Record<string, string>) => HTMLElement}} PageModule
 * @typedef {{name: string, pattern: RegExp, load: () => Promise<PageModule>}} Route
 */

/** Whether this server brings people together. */
export const hasLobby = "lobby" in document.body.dataset;

/** @type {Route[]} */
const ROUTES = [
  { name: "start", pattern: /^\/$/, load: () => import("../pages/start.js") },
  { name: "game", pattern: /^\/game\/(?<id>[\w-]+)\/?$/, load: () => import("../pages/game.js") },
  { name: "analysis", pattern: /^\/analysis\/?$/, load: () => import("../pages/analysis.js") },
  { name: "games", pattern: /^\/games\/?$/, load: () => import("../pages/games.js") },
  { name: "learn", pattern: /^\/learn\/?$/, load: () => import("../pages/learn.js") },
  {
    name: "learn",
    pattern: /^\/learn\/(?<game>[\w-]+)\/(?<lesson>[\w-]+)\/?$/,
    load: () => import("../pages/lesson.js"),
  },
  { name: "puzzles", pattern: /^\/puzzles\/?$/, load: () => import("../pages/puzzles.js") },
  {
    name: "puzzles",
    pattern: /^\/puzzles\/(?<game>[\w-]+)\/(?:(?<theme>[a-z]+)-)?(?<grade>\d+)\/?$/,
    load: () => import("../pages/puzzle.js"),
  },
  { name: "puzzles", pattern: /^\/training\/?$/, load: () => import("../pages/training.js") },
  {
    name: "puzzles",
    pattern: /^\/training\/(?<game>[\w-]+)\/(?<grade>\d+)\/?$/,
    load: () => import("../pages/ending.js"),
  },
  { name: "rules", pattern: /^\/rules(?:\/(?<game>[\w-]+))?\/?$/, load: () => import("../pages/rules.js") },
  { name: "account", pattern: /^\/account\/?$/, load: () => import("../pages/account.js") },
  { name: "account", pattern: /^\/join\/?$/, load: () => import("../pages/join.js") },
  { name: "account", pattern: /^\/sign-in\/?$/, load: () => import("../pages/sign-in.js") },
  { name: "account", pattern: /^\/challenge\/?$/, load: () => import("../pages/challenge.js") },
  { name: "account", pattern: /^\/report\/?$/, load: () => import("../pages/report.js") },
  { name: "account", pattern: /^\/moderation\/?$/, load: () => import("../pages/moderation.js") },
  { name: "profile", pattern: /^\/people\/(?<name>[^/]+)\/?$/, load: () => import("../pages/profile.js") },
  { name: "archive", pattern: /^\/archive\/?$/, load: () => import("../pages/archive.js") },
  { name: "watch", pattern: /^\/watch\/?$/, load: () => import("../pages/watch.js") },
  { name: "leaders", pattern: /^\/leaders\/?$/, load: () => import("../pages/leaders.js") },
  { name: "tournaments", pattern: /^\/tournaments\/?$/, load: () => import("../pages/tournaments.js") },
  { name: "tournaments", pattern: /^\/tournaments\/new\/?$/, load: () => import("../pages/tournament-new.js") },
  { name: "tournament", pattern: /^\/tournaments\/(?<id>\w+)\/?$/, load: () => import("../pages/tournament.js") },
  { name: "studies", pattern: /^\/studies\/?$/, load: () => import("../pages/studies.js") },
  { name: "studies", pattern: /^\/study\/(?<id>\w+)\/?$/, load: () => import("../pages/study.js") },
  { name: "print", pattern: /^\/print(?:\/(?<game>[\w-]+))?\/?$/, load: () => import("../pages/print.js") },
  ...(hasLobby ? [{ name: "lobby", pattern: /^\/lobby\/?$/, load: () => import("../pages/lobby.js") }] : []),
];

/** @type {Route} */
const NOWHERE = { name: "not-found", pattern: /^/, load: () => import("../pages/not-found.js") };

/**
 * The pages that the bar and the menu offer, with the keys of their names and what a game must have for them. Of two with
 * the same name the first that can be offered is.
 * @type {{name: string, address: string, key: string, needs?: keyof import("./wire").GameEntry["has"]}[]}
 */
const PAGES = [
  { name: "start", address: "/", key: "nav.play" },
  { name: "learn", address: "/learn", key: "nav.learn", needs: "lessons" },
  { name: "puzzles", address: "/puzzles", key: "nav.puzzles", needs: "puzzles" },
  { name: "puzzles", address: "/training", key: "nav.puzzles", needs: "endings" },
  { name: "analysis", address: "/analysis", key: "nav.analysis" },
  { name: "studies", address: "/studies", key: "nav.studies" },
  { name: "games", address: "/games", key: "nav.games" },
  { name: "rules", address: "/rules", key: "nav.rules" },
];

/** Return the pages to offer. */
export const offeredPages = () =>
  PAGES.filter(({ needs }) => !needs || anyGameHas(needs)).filter(
    ({ name }, index, all) => all.findIndex((page) => page.name === name) === index,
  );

const changes = new EventTarget();
let visit = 0;

/**
 * Hear of every page that opens; detail is the name of its route.
 * @param {(name: string) => void} listener
 */
export function onPage(listener) {
  changes.addEventListener("page", (event) => listener(/** @type {CustomEvent} */ (event).detail));
}

/**
 * Go to an address of the app; the promise is kept when its page is there.
 * @param {string} address
 * @param {{replace?: boolean}} [how]
 */
export function go(address, how = {}) {
  if (how.replace) history.replaceState(null, "", address);
  else history.pushState(null, "", address);
  return openPage();
}

const routeHere = () => ROUTES.find((candidate) => candidate.pattern.test(location.pathname)) ?? NOWHERE;

/** Begin to load the page of the address while its words are on their way; whoever opens it hears if it cannot be. */
export function preparePage() {
  routeHere()
    .load()
    .catch(() => {});
}

/**
 * Open the page of the address in the address bar.
 * @param {{first?: boolean}} [how]
 */
export async function openPage(how = {}) {
  visit += 1;
  const mine = visit;
  const content = document.getElementById("content");
  if (!content) return;
  // What a page asked goes with it.
  for (const dialog of document.querySelectorAll("dialog")) dialog.close();
  const route = routeHere();
  /** @type {PageModule | null} */
  let module = null;
  try {
    module = await route.load();
  } catch (problem) {
    // Its files are not to be had: there is no network and they were not kept, or the server has newer ones.
    await network.doubt();
    if (mine === visit) failed(content, network.isLost ? unreachable() : problem, () => location.reload());
  }
  // Someone may have gone elsewhere while the page was loading.
  if (mine !== visit || !module) return;
  content.replaceChildren(module.open(route.pattern.exec(location.pathname)?.groups ?? {}));
  document.body.dataset.page = route.name;
  changes.dispatchEvent(new CustomEvent("page", { detail: route.name }));
  if (!how.first) {
    scrollTo(0, 0);
    content.focus({ preventScroll: true });
  }
}

/** Follow links of the app without loading it again. */
export function followLinks() {
  addEventListener("popstate", () => openPage());
  document.addEventListener("click", (event) => {
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
    if (!plain || event.defaultPrevented || !(link instanceof HTMLAnchorElement)) return;
    const elsewhere = link.origin !== location.origin || link.hasAttribute("download") || link.target;
    if (elsewhere || link.pathname.startsWith("/api/")) return;
    if (link.pathname === location.pathname && link.hash && !link.search) return;
    event.preventDefault();
    go(link.pathname + link.search + link.hash);
  });
}
