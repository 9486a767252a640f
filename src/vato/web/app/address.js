/**
 * The address of an analysis: everything that is needed to see the same again, after the `#`, so that it never reaches
 * the server's log.
 */

/**
 * @typedef {object} Subject
 * @property {string} game
 * @property {string} rules
 * @property {string} start position text; empty for the usual start
 * @property {string[]} moves
 * @property {number | null} ply the ply that is looked at; null for the last
 * @property {string} from the id of a played game; empty if there is none
 * @property {boolean} review
 * @property {boolean} edit whether to set up a position first
 * @property {boolean} [games] whether a position is looked for in public games
 */

/**
 * Return the address of an analysis.
 * @param {Partial<Subject>} subject
 */
export function analysisAddress(subject) {
  const query = new URLSearchParams();
  for (const name of /** @type {const} */ (["from", "game", "rules", "start"])) {
    const value = subject[name];
    if (value) query.set(name, value);
  }
  if (subject.moves?.length) query.set("moves", subject.moves.join(","));
  if (subject.ply !== null && subject.ply !== undefined) query.set("ply", String(subject.ply));
  if (subject.review) query.set("review", "1");
  if (subject.edit) query.set("edit", "1");
  if (subject.games) query.set("games", "1");
  // Slashes and commas may stand in a fragment, and are easier on the eye there.
  const text = query.toString().replaceAll("%2F", "/").replaceAll("%2C", ",");
  return `/analysis${text ? `#${text}` : ""}`;
}

/**
 * Read what an address is about.
 * @param {string} hash
 * @returns {Subject}
 */
export function readSubject(hash) {
  const query = new URLSearchParams(hash.replace(/^#/, ""));
  const ply = query.get("ply");
  return {
    game: query.get("game") ?? "",
    rules: query.get("rules") ?? "",
    start: query.get("start") ?? "",
    moves: (query.get("moves") ?? "").split(",").filter(Boolean),
    ply: ply === null || !/^\d+$/.test(ply) ? null : Number(ply),
    from: query.get("from") ?? "",
    review: query.has("review"),
    edit: query.has("edit"),
    games: query.has("games"),
  };
}
