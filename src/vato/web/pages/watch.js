/**
 * What is being played now that everybody may see: the strongest games side by side, of one game or all, at one speed or all.
 * The address says which.
 */

import { RequestFailed } from "../app/api.js";
import { fill, make } from "../app/element.js";
import { allGames } from "../app/games.js";
import { gameName } from "../app/names.js";
import { hasAccounts } from "../app/people.js";
import { kindName } from "../app/ratings.js";
import { hasLobby } from "../app/router.js";
import { t } from "../app/text.js";
import { Watching, shownOf } from "../app/watching.js";
import { chips } from "../parts/choices.js";
import { empty, failed, leadNowhere } from "../parts/notices.js";
import { SmallBoards } from "../parts/small-boards.js";

const SPEEDS = /** @type {const} */ (["quick", "medium", "slow"]);
const MOST = "12";

export const open = () => new WatchPage();

class WatchPage extends HTMLElement {
  /** @type {Record<string, string>} */
  #wanted = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
  /** @type {Watching | null} */
  #watching = null;
  #boards = new SmallBoards();
  #status = make("p", { class: "quiet", role: "status" });
  #line = make("p", { class: "connection", role: "status" });
  #notice = make("div");

  async connectedCallback() {
    document.title = t("watch.title");
    if (!hasAccounts()) {
      await leadNowhere(this);
      return;
    }
    const all = { value: "", label: t("games.all") };
    fill(
      this,
      make("h1", { text: t("watch.heading") }),
      make(
        "div",
        { class: "games-filter" },
        chips({
          label: t("start.game"),
          name: "game",
          options: [all, ...allGames().map(({ name }) => ({ value: name, label: gameName(name) }))],
          value: this.#wanted.game ?? "",
          choose: (game) => this.#choose({ game }),
        }),
        chips({
          label: t("watch.speed"),
          name: "speed",
          options: [all, ...SPEEDS.map((speed) => ({ value: speed, label: kindName(speed) }))],
          value: this.#wanted.speed ?? "",
          choose: (speed) => this.#choose({ speed }),
        }),
      ),
      this.#line,
      this.#status,
      this.#boards,
      this.#notice,
    );
    this.#watch();
  }

  disconnectedCallback() {
    this.#watching?.close();
  }

  /** @param {Record<string, string>} changed */
  #choose(changed) {
    const wanted = Object.entries({ ...this.#wanted, ...changed }).filter(([, value]) => value);
    this.#wanted = Object.fromEntries(wanted);
    history.replaceState(null, "", `/watch${wanted.length > 0 ? `#${new URLSearchParams(this.#wanted)}` : ""}`);
    this.#watch();
  }

  #watch() {
    this.#watching?.close();
    const { game = "", speed = "" } = this.#wanted;
    const watching = new Watching({ game, speed, most: MOST });
    this.#watching = watching;
    const on = (/** @type {string} */ type, /** @type {(detail: any) => void} */ act) =>
      watching.addEventListener(type, (event) => {
        if (watching === this.#watching) act(/** @type {CustomEvent} */ (event).detail);
      });
    on("games", (state) => this.#show(state));
    on("board", (standing) => this.#boards.take(standing));
    on("lost", () => (this.#line.textContent = t("connection.lost")));
    on("found", () => (this.#line.textContent = ""));
    on("gone", (why) => failed(this, new RequestFailed(why || t("connection.refused"), "", 0), () => location.reload()));
    watching.open();
  }

  /** @param {import("../app/watching.js").WatchState} state */
  #show({ games, count }) {
    this.#boards.show(games.map(shownOf));
    const status = count > 0 ? t("watch.count", { count }) : "";
    if (this.#status.textContent !== status) this.#status.textContent = status;
    const isEmpty = games.length === 0;
    if (isEmpty === this.#notice.childElementCount > 0) return;
    const play = make("a", { class: "button primary", href: hasLobby ? "/lobby" : "/tournaments" });
    play.textContent = t(hasLobby ? "lobby.find" : "tournaments.link");
    const past = make("a", { class: "button", href: "/archive", text: t("archive.heading") });
    fill(this.#notice, isEmpty && empty(t("watch.none"), t("watch.none_note"), play, past));
  }
}

customElements.define("vato-watch", WatchPage);
