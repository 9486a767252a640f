/**
 * Whether the server can be reached, as far as is known: found out from requests that failed or were answered, and by
 * asking again while it cannot. What the browser says of the network is only a reason to ask, as the server may be on
 * this very device.
 *
 * Fires `change`.
 */

/** What the service worker writes on an answer that was kept. */
export const MARK = "x-vato-kept";

/** The lightest question there is. */
const QUESTION = "/api/languages";
const PATIENCE_MS = 3000;
const FIRST_PAUSE_MS = 2000;
const LONGEST_PAUSE_MS = 20_000;

class Network extends EventTarget {
  #lost = false;
  #asking = false;
  #pause = FIRST_PAUSE_MS;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  constructor() {
    super();
    for (const news of ["online", "offline"]) addEventListener(news, () => this.doubt());
    document.addEventListener("visibilitychange", () => {
      if (this.#lost && document.visibilityState === "visible") this.doubt();
    });
  }

  /** Whether the server cannot be reached. */
  get isLost() {
    return this.#lost;
  }

  /** Learn from an answer. @param {Response} answer */
  hear(answer) {
    const kept = answer.headers.get(MARK);
    if (kept === "lost") this.lose();
    else if (!kept) this.find();
  }

  /** A request was not answered. */
  lose() {
    this.#tell(true);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.doubt(), this.#pause);
  }

  /** A request was answered. */
  find() {
    clearTimeout(this.#timer);
    this.#pause = FIRST_PAUSE_MS;
    this.#tell(false);
  }

  /** Ask the server now whether it is there. */
  async doubt() {
    if (this.#asking) return;
    this.#asking = true;
    this.#pause = Math.min(this.#pause * 1.5, LONGEST_PAUSE_MS);
    try {
      const answer = await fetch(QUESTION, { cache: "no-store", signal: AbortSignal.timeout(PATIENCE_MS) });
      if (isOurs(answer)) this.find();
      else this.lose();
    } catch {
      this.lose();
    } finally {
      this.#asking = false;
    }
  }

  /** @param {boolean} lost */
  #tell(lost) {
    if (lost === this.#lost) return;
    this.#lost = lost;
    this.dispatchEvent(new Event("change"));
  }
}

/**
 * Whether an answer is the server's own, also one that says no: someone in between would send a page.
 * @param {Response} answer
 */
export const isOurs = (answer) => !answer.headers.get("content-type")?.startsWith("text/html");

export const network = new Network();
