/**
 * Which engine thinks for the visitor, the one on this device or the server's, and what is worked out here. What the
 * device's is made of is loaded when it is first needed.
 */

import { Analyst } from "../app/analysis.js";
import { reach as ask } from "../app/api.js";
import { entryOf } from "../app/games.js";
import { gameName } from "../app/names.js";
import { isClosed, me } from "../app/people.js";
import { settings } from "../app/settings.js";
import { t } from "../app/text.js";

/** @typedef {{game: string, rules: string, start: string, moves: string[]}} Subject */
/** @typedef {Analyst | import("./device-analyst.js").DeviceAnalyst} AnyAnalyst */
/** @typedef {{game: string, ask: (analyst: AnyAnalyst) => void, here: boolean}} Question */

/** What an analyst says (see `app/analysis.js`), and the last word on a question. */
const SAID = ["info", "hint", "review_turn", "review_done", "refused", "queued", "lost", "found", "loading"];
const LAST = ["hint", "review_done", "refused"];

/** Whether this browser can run an engine at all. */
let isPossible = typeof WebAssembly === "object" && typeof Worker === "function";

/**
 * Remember what cannot be mended by trying again.
 * @param {unknown} problem
 */
function learnFrom(problem) {
  if (problem instanceof WebAssembly.CompileError) isPossible = false;
}

/**
 * Return whether there is an engine for a game on this device.
 * @param {string} game
 */
export const isHere = (game) => isPossible && Boolean(entryOf(game)?.has.device);

/**
 * Get ready to think about a game on this device, if that is where it will be thought about.
 * @param {{game: string, rules: string, start: string}} subject
 */
export function prepare(subject) {
  if (!isHere(subject.game) || settings.get("engine") !== "device") return;
  // Not worth a word if it fails: whoever asks the engine hears of it.
  Promise.all([import("./supply.js"), import("./device-analyst.js")])
    .then(([supply]) => supply.prepare(subject))
    .catch(() => {});
}

/** Analyses, gives hints and reviews games: by the engine that the visitor has chosen, for one question at a time. */
export class ChosenAnalyst extends EventTarget {
  /** @type {Promise<import("./device-analyst.js").DeviceAnalyst> | null} */
  #device = null;
  #server = new Analyst();
  /** What was asked last and is not answered; the server is asked, too, where this device cannot think. */
  #question = /** @type {Question | null} */ (null);
  #closing = new AbortController();

  constructor() {
    super();
    this.#hear(this.#server);
    const again = (/** @type {any} */ { detail: name }) => {
      if (name === "engine" && this.#question) this.#choose(this.#question.game, this.#question.ask, this.#question.here);
    };
    settings.addEventListener("change", again, { signal: this.#closing.signal });
  }

  close() {
    this.#closing.abort();
    this.#question = null;
    this.#device?.then((analyst) => analyst.close()).catch(() => {});
    this.#server.close();
  }

  stop() {
    this.#question = null;
    this.#device?.then((analyst) => analyst.stop()).catch(() => {});
    this.#server.stop();
  }

  /** @param {Subject & {lines: number, seconds?: number}} question */
  analyse(question) {
    this.#choose(question.game, (analyst) => analyst.analyse(question));
  }

  /**
   * @param {Subject & {id: string}} game a game of mine, as it stands
   * @param {boolean} isLocal whether it is kept on this device, and the server does not know it
   */
  hint(game, isLocal) {
    this.#choose(game.game, (analyst) => analyst.hint(game), isLocal);
  }

  /** @param {Subject} subject */
  review(subject) {
    this.#choose(subject.game, (analyst) => analyst.review(subject));
  }

  /**
   * @param {string} game
   * @param {(analyst: AnyAnalyst) => void} ask
   * @param {boolean} [here] whether nobody else can be asked
   */
  #choose(game, ask, here = false) {
    this.stop();
    const question = { game, ask, here };
    this.#question = question;
    if (!me.member) return this.#ask(question);
    isClosed(game).then((closed) => {
      if (this.#question === question) closed ? this.#refuse(game) : this.#ask(question);
    });
  }

  /** @param {string} game that is closed now */
  #refuse(game) {
    this.#question = null;
    const message = t("analysis.closed", { game: gameName(game) });
    this.dispatchEvent(new CustomEvent("refused", { detail: { message, code: "rated_game" } }));
  }

  /** @param {Question} question */
  #ask(question) {
    const { game, ask, here } = question;
    if (!here && (!isHere(game) || settings.get("engine") !== "device")) return ask(this.#server);
    this.#here().then(
      (analyst) => this.#question === question && ask(analyst),
      () => this.#question === question && ask(this.#server),
    );
  }

  #here() {
    this.#device ??= import("./device-analyst.js").then(
      ({ DeviceAnalyst }) => {
        const analyst = new DeviceAnalyst();
        this.#hear(analyst);
        analyst.addEventListener("failed", (/** @type {any} */ { detail: problem }) => {
          learnFrom(problem);
          this.#question?.ask(this.#server);
        });
        return analyst;
      },
      (problem) => {
        this.#device = null;
        throw problem;
      },
    );
    return this.#device;
  }

  /** @param {EventTarget} analyst */
  #hear(analyst) {
    const tell = (/** @type {any} */ { type, detail }) => {
      if (LAST.includes(type) || (type === "info" && detail.done)) this.#question = null;
      this.dispatchEvent(new CustomEvent(type, { detail }));
    };
    for (const type of SAID) analyst.addEventListener(type, tell);
  }
}

/**
 * Return what a line of moves leads to: worked out here where that is possible, else by the server.
 * @param {{game: string, rules: string, start: string}} subject
 * @param {string[]} moves
 * @returns {Promise<import("../app/wire").Reached>}
 */
export async function reach(subject, moves) {
  const { game, rules, start } = subject;
  if (isHere(game)) {
    const reached = await import("./supply.js")
      .then(({ positionsFrom }) => positionsFrom(subject))
      .then((positions) => positions.reached(moves))
      .catch(learnFrom);
    if (reached && !reached.scene.crowded) return reached;
  }
  return ask({ game, rules, position: start, moves });
}
