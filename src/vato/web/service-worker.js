/**
 * Keeps the app for when there is no network. The server puts the version and the app's files before this script
 * (`self.shipped`), so that every change of a file makes it another one, which the browser then installs.
 *
 * - Files of a version come from that version's cache, so that a page never has files of two. A cache goes when no page of
 *   its version is open: each open page holds a lock by its version's name.
 * - Pages come from the server and, where it does not answer soon, from the cache of this version.
 * - What is the same for every visitor comes from the server and, where it does not answer, as it was last, in the same
 *   language. What a visitor used is kept here; what a visitor wants to keep `app/keeping.js` puts there.
 * - What the server pushes is shown, in the words it comes with; a click opens the game.
 * - Nothing else is touched: games, sockets, whatever belongs to one visitor, and requests that say `no-store`.
 */

/**
 * What a service worker has beside what a page has; the types of both cannot be had at once.
 * @typedef {Event & {waitUntil: (promise: Promise<unknown>) => void}} Lasting
 * @typedef {Lasting & {request: Request, respondWith: (answer: Promise<Response>) => void}} Asked
 * @typedef {{postMessage: (message: unknown) => void, focus?: () => Promise<unknown>}} Client
 * @typedef {{title: string, body: string, language: string, tag: string, address: string}} Told
 * @typedef {object} Scope
 * @property {{version: string, files: string[]}} shipped
 * @property {{claim: () => Promise<void>, matchAll: (wanted: object) => Promise<Client[]>, openWindow: (address: string) => Promise<unknown>}} clients
 * @property {ServiceWorkerRegistration} registration
 * @property {() => Promise<void>} skipWaiting
 * @property {(type: string, listen: (event: any) => void) => void} addEventListener
 */

(() => {
  const worker = /** @type {Scope} */ (/** @type {unknown} */ (self));
  const { version, files } = worker.shipped;

  /** The names of the caches: files by their version, what was kept on purpose, what was used. `app/keeping.js` knows the second and the third. */
  const FILES = "vato-files-";
  const KEPT = "vato-kept";
  const USED = "vato-used";
  /** How many answers are kept because they were used, beside those without which nothing can begin. */
  const MOST_USED = 400;
  /** How long the server is waited for where there is a kept answer, and how long when it has just been gone. */
  const PATIENCE_MS = 3000;
  const SHORT_PATIENCE_MS = 300;
  const GONE_MS = 10_000;
  /** What names the language in the address that an answer is kept under; `app/keeping.js` knows it, too. */
  const LANGUAGE = "kept-language";
  /** Says of an answer that it was kept: the server was `lost`, or there is no need to ask it (`first`). */
  const MARK = "x-vato-kept";

  const SHELL = "index.html";
  const VERSIONED = /^\/~([0-9a-f]{16})\//;
  const ROOT_FILES = ["/icon.svg", "/manifest.webmanifest"];
  /** What is the same for every visitor. */
  const COMMON = /^\/api\/(?:catalog|languages|messages|layouts|rules|lessons|puzzles|training|kits|engine|picture\.svg|kept)(?:\/|$)/;
  /** What of it is the same whatever language a browser says in the header: what has no words, or names its language. */
  const SPEECHLESS = /^\/api\/(?:messages\/|.*\.svg$)/;
  /** What of it is kept when it was used: but for pictures of somebody's games and what is kept on purpose only. */
  const OF_NOBODY = new Set(["theme", "game", "rules"]);

  /** What the app cannot begin without, and a game's engine: a few answers for each language and game, and never let go. */
  const NEEDED = /^\/api\/(?:catalog|languages|messages\/[^/]+|engine\/[^/]+(?:\/(?!beginning)[^/]+)?)$/;

  let goneAt = -Infinity;

  worker.addEventListener("install", (/** @type {Lasting} */ event) => {
    event.waitUntil(holding(version, fillFiles).then(() => worker.skipWaiting()));
  });

  worker.addEventListener("activate", () => {
    // Nobody waits for this: Firefox waits for every worker of a page, which an engine may keep busy for half a minute, and
    // would answer no request before.
    void worker.clients.claim().then(tell);
  });

  worker.addEventListener("message", (/** @type {Lasting & {data: unknown}} */ event) => {
    if (event.data === "begun") event.waitUntil(tidy());
  });

  worker.addEventListener("push", (/** @type {Lasting & {data: {json: () => Told} | null}} */ event) => {
    if (event.data) event.waitUntil(show(event.data.json()));
  });

  worker.addEventListener("notificationclick", (/** @type {Lasting & {notification: Notification}} */ event) => {
    event.notification.close();
    event.waitUntil(open(String(event.notification.data)));
  });

  worker.addEventListener("fetch", (/** @type {Asked} */ event) => {
    const { request } = event;
    const url = new URL(request.url);
    if (request.method !== "GET" || url.origin !== location.origin || request.cache === "no-store") return;
    const path = url.pathname;
    const named = VERSIONED.exec(path)?.[1];
    if (request.mode === "navigate") {
      if (!path.startsWith("/api/")) event.respondWith(page(event));
    } else if (named) event.respondWith(fileOf(named, request));
    else if (ROOT_FILES.includes(path)) event.respondWith(rootFile(path, request));
    else if (isPart(url)) event.respondWith(part(event));
    else if (COMMON.test(path)) event.respondWith(common(event));
  });

  // Whose turn it is

  /** @param {Told} told */
  const show = ({ title, body, language, tag, address }) =>
    // A newer one of the same game takes the place of the one before.
    worker.registration.showNotification(title, { body, lang: language, dir: "auto", tag, icon: "/icon.svg", data: address });

  /**
   * Open the game in a page that is there, or in a new one.
   * @param {string} address
   */
  async function open(address) {
    if (!address.startsWith("/game/")) return;
    const [page] = await worker.clients.matchAll({ type: "window" });
    if (!page) return void (await worker.clients.openWindow(address));
    page.postMessage({ open: address });
    await page.focus?.().catch(() => {}); // a browser may not allow it
  }

  // The app's files

  /** Fetch every file of this version that is not there yet; fails unless all of them are there then. */
  async function fillFiles() {
    const cache = await caches.open(FILES + version);
    await Promise.all(
      files.map(async (address) => {
        if (await cache.match(address, { ignoreVary: true })) return;
        // Without a cookie, so that none is given.
        const answer = await fetch(address, { credentials: "omit" });
        if (!answer.ok || !isLasting(answer)) throw new Error(`${address} is not there any more.`);
        await cache.put(address, answer);
      }),
    );
  }

  /**
   * Whether a file is that of the version in its address, and not of a later one.
   * @param {Response} answer
   */
  const isLasting = (answer) => Boolean(answer.headers.get("cache-control")?.includes("immutable"));

  /**
   * @param {string} named the version
   * @param {Request} request
   */
  async function fileOf(named, request) {
    const cacheName = FILES + named;
    const found = await caches.match(request.url, { cacheName, ignoreVary: true });
    if (found) return found;
    const known = await caches.has(cacheName);
    const answer = await fetch(request);
    // A page that began with kept files gets none of another version: it says that it could not go on.
    return known && answer.ok && !isLasting(answer) ? Response.error() : answer;
  }

  /**
   * @param {string} path
   * @param {Request} request
   */
  async function rootFile(path, request) {
    const answer = await patient(fetch(request));
    return answer?.ok ? answer : ((await kept(`/~${version}${path}`)) ?? answer ?? Response.error());
  }

  /** @param {string} address of a file of this version */
  const kept = (address) => caches.match(address, { cacheName: FILES + version, ignoreVary: true });

  /** @param {Asked} event */
  async function page({ request }) {
    const asking = fetch(request);
    const answer = await patient(asking);
    if (answer && answer.status < 500) return answer;
    return (await kept(`/~${version}/${SHELL}`)) ?? asking;
  }

  // What is the same for every visitor

  /** @param {Asked} event */
  async function common(event) {
    const { request } = event;
    const asking = fetch(request);
    const keeping = asking.then(async (answer) => {
      if (isRight(answer)) await keep(request, answer.clone());
    });
    event.waitUntil(keeping.catch(() => {}));
    const answer = await patient(asking);
    if (answer && (isRight(answer) || (answer.status >= 400 && answer.status < 500))) return answer;
    const found = await last(request);
    return found ? marked(found, "lost") : asking;
  }

  /**
   * Whether something is a part of an engine: its address is another one when it is another.
   * @param {URL} url
   */
  const isPart = ({ pathname, searchParams }) => pathname.startsWith("/api/engine/") && searchParams.has("version");

  /** @param {Asked} event */
  async function part(event) {
    const { request } = event;
    const found = await last(request);
    if (found) return marked(found, "first");
    const answer = await fetch(request);
    if (isRight(answer)) event.waitUntil(keepPart(request, answer.clone()).catch(() => {}));
    return answer;
  }

  /**
   * Whether an answer is the server's and good; a page in its place is from someone in between.
   * @param {Response} answer
   */
  const isRight = (answer) => answer.status === 200 && !answer.headers.get("content-type")?.startsWith("text/html");

  /**
   * Return an answer as it was last, in the language that is asked for.
   * @param {Request} request
   * @param {string[]} [where]
   */
  async function last(request, where = [KEPT, USED]) {
    const key = keyOf(request);
    for (const cacheName of where) {
      const found = await caches.match(key, { cacheName, ignoreVary: true });
      if (found) return found;
    }
    return undefined;
  }

  /**
   * @param {Request} request
   * @param {Response} answer
   */
  async function keep(request, answer) {
    const before = await last(request, [KEPT]);
    const cache = before ? KEPT : mayBeUsed(new URL(request.url)) ? USED : null;
    if (!cache) return;
    const tag = answer.headers.get("etag");
    const same = before ?? (await last(request, [USED]));
    if (tag && same?.headers.get("etag") === tag) return;
    await putUsed(await caches.open(cache), keyOf(request), answer);
  }

  /**
   * @param {Request} request
   * @param {Response} answer
   */
  async function keepPart(request, answer) {
    const cache = await caches.open(USED);
    // The version before it is of no use any more.
    await cache.delete(request, { ignoreSearch: true, ignoreVary: true });
    await putUsed(cache, keyOf(request), answer);
  }

  /**
   * Return what an answer is kept under: its address and its language, as some browsers keep one answer for each address,
   * whatever it varies by.
   * @param {Request} request
   */
  function keyOf(request) {
    const url = new URL(request.url);
    if (!SPEECHLESS.test(url.pathname) && !isPart(url))
      url.searchParams.append(LANGUAGE, request.headers.get("accept-language") ?? "");
    return url.href;
  }

  /**
   * @param {Cache} cache
   * @param {string} key
   * @param {Response} answer
   */
  async function putUsed(cache, key, answer) {
    await cache.put(key, answer);
    const used = await caches.open(USED);
    const others = (await used.keys()).filter(({ url }) => !NEEDED.test(new URL(url).pathname));
    for (const oldest of others.slice(0, Math.max(0, others.length - MOST_USED))) await used.delete(oldest);
  }

  /** @param {URL} url */
  function mayBeUsed({ pathname, searchParams }) {
    if (pathname.startsWith("/api/kept")) return pathname.startsWith("/api/kept/lessons/");
    return pathname !== "/api/picture.svg" || [...searchParams.keys()].every((name) => OF_NOBODY.has(name));
  }

  /**
   * Return a kept answer that says that it is one.
   * @param {Response} answer
   * @param {"lost" | "first"} why
   */
  function marked(answer, why) {
    const headers = new Headers(answer.headers);
    headers.set(MARK, why);
    return new Response(answer.body, { status: answer.status, headers });
  }

  /**
   * Wait for the server, but not for long; null if it does not answer.
   * @param {Promise<Response>} asking
   * @returns {Promise<Response | null>}
   */
  async function patient(asking) {
    const patience = performance.now() - goneAt < GONE_MS ? SHORT_PATIENCE_MS : PATIENCE_MS;
    const coming = asking.catch(() => null);
    const late = new Promise((resolve) => setTimeout(resolve, patience, null));
    const answer = await Promise.race([coming, late]);
    goneAt = answer ? -Infinity : performance.now();
    // Who is slow is not gone: the next request is waited for as ever.
    if (!answer) void coming.then((found) => found && (goneAt = -Infinity));
    return answer;
  }

  // Versions

  /**
   * Do something while this version's files may not be taken away.
   * @param {string} named
   * @param {() => Promise<void>} act
   */
  const holding = (named, act) =>
    navigator.locks ? navigator.locks.request(FILES + named, { mode: "shared" }, act) : act();

  /** Tell every page which version is kept now. */
  async function tell() {
    for (const client of await worker.clients.matchAll({ type: "window", includeUncontrolled: true }))
      client.postMessage({ version });
  }

  /** Take away the files of versions that no page has any more, and fetch those of this one that were lost. */
  async function tidy() {
    // Another version is on its way; who comes next tidies up.
    if (worker.registration.installing || worker.registration.waiting) return;
    const held = new Set((await navigator.locks?.query())?.held?.map(({ name }) => name));
    for (const name of await caches.keys())
      if (name.startsWith(FILES) && name !== FILES + version && !held.has(name)) await caches.delete(name);
    const there = await (await caches.open(FILES + version)).keys();
    if (there.length < files.length) await fillFiles().catch(() => {});
  }
})();
