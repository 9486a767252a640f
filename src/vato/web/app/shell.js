/**
 * Starts the app: settings, language, the bar on top, then the page of the address, then what keeps it for when there is
 * no network. Owns the order of these, no more.
 */

import { find, make } from "./element.js";
import { RequestFailed, catalog, languages } from "./api.js";
import { readGames } from "./games.js";
import { keeping } from "./keeping.js";
import { followLinks, onPage, openPage, preparePage } from "./router.js";
import { me } from "./people.js";
import { keepSending } from "./sending.js";
import { settings } from "./settings.js";
import { beginPush } from "./push.js";
import { chooseLanguage, speak, spokenLast, t } from "./text.js";
import { waiting } from "./waiting.js";
import { fillHeader, markPage } from "../parts/header.js";
import { toastProblem } from "../parts/toasts.js";
import { tellTurns } from "../parts/waiting-list.js";

async function start() {
  settings.applyLooks();
  preparePage();
  const say = (/** @type {string} */ code) => Promise.all([speak(code), readGames(code)]);
  const expected = spokenLast();
  const looked = me.look();
  // All at once: whoever comes again waits for one answer, not for one after the other.
  const [offered, isSaid] = await Promise.all([
    languages(),
    expected !== "" &&
      say(expected).then(
        () => true,
        () => false,
      ),
  ]);
  const code = chooseLanguage(offered);
  await Promise.all([(!isSaid || code !== expected) && say(code), looked]);
  const top = document.getElementById("top");
  if (top) fillHeader(top, offered, changeLanguage);
  onPage(markPage);
  followLinks();
  await openPage({ first: true });
  keepSending();
  waiting.begin();
  tellTurns();
  beginPush().catch(() => {});
  if (me.member) void import("../parts/challenge-notice.js").then(({ keepCompany }) => keepCompany());
  // What is shown comes first.
  const idle = globalThis.requestIdleCallback ?? setTimeout;
  idle(() => keeping.begin().catch(() => {}), { timeout: 2000 });
}

/** @param {string} code */
async function changeLanguage(code) {
  try {
    await catalog(code); // all words or none
    await speak(code, true);
  } catch {
    toastProblem(new RequestFailed(t("offline.not_kept"), "unreachable", 0));
    return;
  }
  await readGames(code);
  const top = document.getElementById("top");
  if (top) fillHeader(top, await languages(), changeLanguage);
  await openPage({ first: true });
}

/** The server may be starting: say so, in the page's own words as no others may have come yet, and try again. */
async function insist() {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await start();
      find(document, "#unreachable").hidden = true;
      return;
    } catch (problem) {
      console.error(problem);
      const content = document.getElementById("content");
      content?.replaceChildren(make("div", { class: "loading", "aria-busy": "true", title: t("error.unreachable") }));
      find(document, "#unreachable").hidden = attempt === 1;
      await new Promise((resolve) => setTimeout(resolve, Math.min(500 * attempt, 5000)));
    }
  }
}

insist();
