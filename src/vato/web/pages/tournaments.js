/**
 * Tournaments: those that go on, those that begin soon, those that are over, and the way to organise one.
 */

import { fill, make } from "../app/element.js";
import { hasAccounts, me, signInAddress } from "../app/people.js";
import { t } from "../app/text.js";
import { aboutTournament, tournaments, whenText } from "../app/tournaments.js";
import { icon } from "../parts/icons.js";
import { empty, failed, leadNowhere } from "../parts/notices.js";

/** @typedef {import("../app/wire").TournamentHead} TournamentHead */

export const open = () => new TournamentsPage();

class TournamentsPage extends HTMLElement {
  async connectedCallback() {
    document.title = t("tournaments.title");
    if (!hasAccounts()) {
      await leadNowhere(this);
      return;
    }
    fill(this, make("div", { class: "loading", "aria-busy": "true" }));
    try {
      this.#show(await tournaments());
    } catch (problem) {
      failed(this, problem, () => this.connectedCallback());
    }
  }

  /** @param {import("../app/wire").TournamentList} found */
  #show({ running, soon, finished }) {
    const create = make(
      "a",
      { class: "button primary", href: me.member ? "/tournaments/new" : signInAddress("/tournaments/new") },
      icon("plus"),
      t("tournaments.new"),
    );
    const isEmpty = running.length + soon.length + finished.length === 0;
    fill(
      this,
      make("div", { class: "games-head" }, make("h1", { text: t("tournaments.link") }), !isEmpty && create),
      isEmpty && empty(t("tournaments.none"), t("tournaments.none_note"), create),
      list("running", running),
      list("soon", soon),
      list("finished", finished),
    );
  }
}

/**
 * @param {string} kind
 * @param {TournamentHead[]} heads
 */
function list(kind, heads) {
  if (heads.length === 0) return null;
  return make(
    "section",
    { "aria-labelledby": `tournaments-${kind}` },
    make("h2", { id: `tournaments-${kind}`, text: t(`tournaments.${kind}`) }),
    make("ul", { class: "tournament-list" }, heads.map((head) => make("li", {}, card(head)))),
  );
}

/** @param {TournamentHead} head */
function card(head) {
  const when = whenText(head);
  const players = t("tournament.players", { count: head.players });
  return make(
    "a",
    { class: "tournament-card", href: `/tournaments/${head.id}` },
    make("strong", {}, make("bdi", { text: head.title })),
    make("span", { class: "quiet", text: aboutTournament(head) }),
    make("span", {}, when && [make("strong", { text: when }), " · "], players),
  );
}

customElements.define("vato-tournaments", TournamentsPage);
