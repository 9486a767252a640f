/**
 * What moderators see and do: reports that wait, a member to look up, what was closed, and the log of all deeds. Nothing is
 * decided here: signs of engine help are figures for people to weigh.
 */

import { RequestFailed } from "../app/api.js";
import { closeReport, memberFile, moderate, moderatorsPage, renameMember, signsOf } from "../app/company.js";
import { fill, make } from "../app/element.js";
import { hasAccounts, signInAddress } from "../app/people.js";
import { ratingText } from "../app/ratings.js";
import { go } from "../app/router.js";
import { formatDate, formatDay, formatNumber, t } from "../app/text.js";
import { field, form, nameInput } from "../parts/account-form.js";
import { ask, confirmed } from "../parts/dialogs.js";
import { button } from "../parts/icons.js";
import { empty, failed, leadNowhere } from "../parts/notices.js";
import { toastProblem } from "../parts/toasts.js";

/** @typedef {import("../app/wire").ModeratorsPage} Page @typedef {import("../app/wire").ReportEntry} Report */
/** @typedef {import("../app/wire").DeedEntry} Deed @typedef {import("../app/wire").SideSigns} SideSigns */

export const open = () => new ModerationPage();

class ModerationPage extends HTMLElement {
  #open = make("section", {});
  #log = make("section", {});
  #closed = make("details", { class: "fold" });
  #file = make("div", { "aria-live": "polite" });

  async connectedCallback() {
    document.title = t("moderation.title");
    if (!hasAccounts()) {
      await leadNowhere(this);
      return;
    }
    fill(this, make("div", { class: "loading", "aria-busy": "true" }));
    try {
      this.#build(await moderatorsPage());
    } catch (problem) {
      if (problem instanceof RequestFailed && problem.code === "not_signed_in") go(signInAddress(), { replace: true });
      else if (problem instanceof RequestFailed && problem.status === 404) await leadNowhere(this);
      else failed(this, problem, () => this.connectedCallback());
    }
  }

  /** @param {Page} page */
  #build(page) {
    const name = nameInput({ autocomplete: "off" });
    fill(
      this,
      make("h1", { text: t("moderation.heading") }),
      this.#open,
      make(
        "section",
        {},
        form({
          title: t("moderation.look_up"),
          fields: [field(t("report.member"), name)],
          action: t("moderation.look"),
          submit: () => this.#look(name.value),
        }),
        this.#file,
      ),
      this.#log,
      this.#closed,
    );
    this.#show(page);
  }

  /** @param {Page} page */
  #show(page) {
    fill(
      this.#open,
      make("h2", { text: t("moderation.open", { count: page.open.length }) }),
      page.open.length === 0
        ? empty(t("moderation.none"), t("moderation.none_note"))
        : make("ul", { class: "reports" }, page.open.map((report) => make("li", {}, this.#report(report)))),
    );
    fill(
      this.#closed,
      make("summary", { text: t("moderation.closed", { count: page.closed.length }) }),
      make("ul", { class: "reports" }, page.closed.map((report) => make("li", {}, this.#report(report)))),
    );
    fill(
      this.#log,
      make("h2", { text: t("moderation.log") }),
      page.deeds.length === 0
        ? make("p", { class: "quiet", text: t("moderation.log_none") })
        : make("ol", { class: "deeds" }, page.deeds.map((deed) => make("li", {}, ...told(deed)))),
    );
  }

  /** @param {Report} report */
  #report(report) {
    const { about, game, closed } = report;
    const signs = make("div", { "aria-live": "polite" });
    return make(
      "article",
      { class: "report" },
      make(
        "p",
        {},
        make("strong", { text: t(`report.reason_${report.reason}`) }),
        about && " · ",
        about && make("bdi", { text: about }),
        report.banned && make("span", { class: "tag", text: t("moderation.is_banned") }),
      ),
      report.text && make("p", { class: "report-text", dir: "auto", text: report.text }),
      make("p", {
        class: "quiet",
        text: t("moderation.by", { name: report.reporter || t("moderation.gone"), date: formatDate(report.created) }),
      }),
      make(
        "div",
        { class: "row" },
        game && make("a", { class: "button", href: `/game/${encodeURIComponent(game)}`, text: t("report.game") }),
        game && button(t("moderation.signs"), () => this.#signs(game, signs), { icon: "search" }),
        about && button(t("moderation.look"), () => this.#look(about), { icon: "person" }),
        closed === null && button(t("moderation.close"), () => this.#close(report.id), { icon: "check" }),
      ),
      signs,
    );
  }

  /** @param {string} id */
  async #close(id) {
    const note = await noted(t("moderation.close"));
    if (note !== null) await this.#do(() => closeReport(id, note));
  }

  /** @param {string} name */
  async #look(name) {
    const file = await memberFile(name);
    const act = async (/** @type {"ban" | "unban"} */ deed) => {
      const sure = deed === "unban" || (await confirmed(t("moderation.ban_sure", { name: file.name }), t("moderation.ban")));
      if (!sure) return;
      const note = await noted(t(`moderation.${deed}`));
      if (note !== null) await this.#do(() => moderate(file.name, deed, note), file.name);
    };
    const renamed = nameInput({ autocomplete: "off" });
    const heading = make("h3", { tabindex: "-1" }, make("bdi", { text: file.name }));
    fill(
      this.#file,
      make(
        "article",
        { class: "report" },
        heading,
        make(
          "p",
          { class: "quiet" },
          t("account.since", { date: formatDay(file.created) }),
          file.banned && make("span", { class: "tag", text: t("moderation.is_banned") }),
          file.moderator && make("span", { class: "tag", text: t("moderation.is_moderator") }),
          file.bot && make("span", { class: "tag", text: t("player.bot") }),
        ),
        !file.moderator &&
          make(
            "div",
            { class: "row" },
            file.banned
              ? button(t("moderation.unban"), () => act("unban"))
              : button(t("moderation.ban"), () => act("ban"), { class: "button danger", icon: "cross" }),
          ),
        !file.moderator &&
          form({
            title: t("moderation.rename"),
            heading: "h3",
            fields: [field(t("moderation.new_name"), renamed)],
            action: t("moderation.rename"),
            submit: async () => {
              this.#show(await renameMember(file.name, renamed.value, ""));
              await this.#look(renamed.value);
            },
          }),
      ),
    );
    heading.focus();
  }

  /**
   * @param {string} game
   * @param {HTMLElement} place
   */
  async #signs(game, place) {
    fill(place, make("p", { class: "quiet", text: t("moderation.working") }));
    try {
      const { sides } = await signsOf(game);
      fill(place, make("p", { class: "quiet", text: t("moderation.signs_note") }), signsTable(sides));
    } catch (problem) {
      fill(place);
      toastProblem(problem);
    }
  }

  /**
   * @param {() => Promise<Page>} act
   * @param {string} [name] whose file is shown anew
   */
  async #do(act, name) {
    try {
      this.#show(await act());
      if (name) await this.#look(name);
    } catch (problem) {
      toastProblem(problem);
    }
  }
}

/** @param {readonly SideSigns[]} sides */
function signsTable(sides) {
  const number = (/** @type {number | null} */ value) =>
    value === null ? "–" : formatNumber(value, { maximumFractionDigits: 2 });
  /** @type {[string, (side: SideSigns) => string][]} */
  const rows = [
    ["moderation.rating", ({ rating }) => (rating ? ratingText(rating) : "–")],
    ["moderation.turns", ({ turns }) => number(turns)],
    ["moderation.agreed", ({ agreed, turns }) => (turns ? formatNumber(agreed / turns, { style: "percent" }) : "–")],
    ["moderation.loss", ({ loss }) => number(loss === null ? null : loss / 100)],
    ["moderation.median", ({ median_seconds: seconds }) => number(seconds)],
    ["moderation.spread", ({ spread }) => number(spread)],
  ];
  return make(
    "table",
    { class: "signs" },
    make(
      "thead",
      {},
      make(
        "tr",
        {},
        make("td", {}),
        sides.map(({ name }) => make("th", { scope: "col" }, make("bdi", { text: name || t("player.someone") }))),
      ),
    ),
    make(
      "tbody",
      {},
      rows.map(([key, value]) =>
        make(
          "tr",
          {},
          make("th", { scope: "row", text: t(key) }),
          sides.map((side) => make("td", { text: value(side) })),
        ),
      ),
    ),
  );
}

/**
 * Return a deed in words.
 * @param {Deed} deed
 */
const told = ({ at, moderator, deed, member, text }) => [
  make("span", { class: "quiet", text: formatDate(at) }),
  make("span", {
    text: t(`moderation.deed_${deed}`, {
      moderator: moderator || t("moderation.operator"),
      member: member || t("moderation.gone"),
    }),
  }),
  text && make("span", { class: "quiet", dir: "auto", text }),
];

/**
 * Ask for a note to the log; null if it is not to be done after all.
 * @param {string} title
 * @returns {Promise<string | null>}
 */
async function noted(title) {
  const note = make("textarea", { rows: 3, maxlength: 800 });
  const label = make("label", { class: "field" }, make("span", { text: t("moderation.note") }), note);
  const actions = /** @type {import("../parts/dialogs.js").Action[]} */ ([
    { label: t("dialog.cancel"), value: "" },
    { label: title, value: "yes", kind: "primary" },
  ]);
  return (await ask({ title, content: [label], actions, class: "small" })) === "yes" ? note.value : null;
}

customElements.define("vato-moderation", ModerationPage);
