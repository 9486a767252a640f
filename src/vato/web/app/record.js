/**
 * A game or an analysis as a record: the text that games are kept in and exchanged as, as `vato.record` writes it. The server
 * reads it back.
 */

/** @typedef {import("./variations.js").Node} Node */

const INDENT = "  ";

/**
 * Return a record of a tree of moves: its first line is the game, the others are variations.
 * @param {{game: string, rules: string, start: string, sides: string[], names: string[],
 *          outcome: import("./wire").Outcome | null, turn: number, root: Node, date?: string}} study `turn` is the
 *          player who begins, `start` empty for the usual one
 */
export function recordText({ game, rules, start, sides, names, outcome, turn, root, date }) {
  const players = names.map((name, player) => {
    const side = sides[player] ?? "";
    return headerOf(`${side.charAt(0).toUpperCase()}${side.slice(1)}`, name);
  });
  const headers = [
    `Game: ${game}`,
    `Rules: ${rules}`,
    ...(start ? [`Start: ${start}`] : []),
    ...players,
    ...(date ? [`Date: ${date}`] : []),
    `Result: ${resultOf(outcome, sides)}`,
    ...(outcome ? [`Reason: ${outcome.reason}`] : []),
  ];
  return `${headers.join("\n")}\n\n${linesAfter(root, turn).join("\n")}\n`;
}

/**
 * @param {import("./wire").Outcome | null} outcome
 * @param {string[]} sides
 */
function resultOf(outcome, sides) {
  if (!outcome) return "unfinished";
  if (outcome.no_result) return "none";
  return outcome.winner === null ? "draw" : sides[outcome.winner];
}

/**
 * @param {string} name
 * @param {string} value
 */
function headerOf(name, value) {
  const text = value.replaceAll("\\", "\\\\").replaceAll("\r", "\\r").replaceAll("\n", "\\n");
  return text ? `${name}: ${text}` : `${name}:`;
}

/**
 * Return the line that goes on after a node, and what was tried in place of each turn.
 * @param {Node} node
 * @param {number} index how many turns come before it, counted from the first player's first
 * @returns {string[]}
 */
function linesAfter(node, index) {
  const lines = [];
  /** @type {string[]} */
  let words = [];
  for (let number = index; node.children[0]; number += 1) {
    const [next, ...others] = node.children;
    if (number % 2 === 0 || words.length === 0) words.push(numberText(number));
    words.push(next.turn?.text ?? "");
    if (number % 2 === 1 || others.length > 0 || next.children.length === 0) {
      lines.push(words.join(" "));
      words = [];
    }
    for (const other of others) lines.push("(", ...lineOf(other, number).map((line) => INDENT + line), ")");
    node = next;
  }
  return lines;
}

/**
 * Return a variation.
 * @param {Node} first
 * @param {number} number of its first turn
 */
function lineOf(first, number) {
  const text = `${numberText(number)} ${first.turn?.text ?? ""}`;
  return [text, ...linesAfter(first, number + 1)];
}

/** @param {number} number */
const numberText = (number) => `${Math.floor(number / 2) + 1}.${number % 2 === 1 ? ".." : ""}`;
