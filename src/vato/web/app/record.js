/**
 * A line of an analysis as a record: the text that games are kept in and exchanged as. The server reads it back.
 */

/**
 * Return a record of moves that were not played to an end.
 * @param {{game: string, rules: string, start: string, moves: string[]}} line
 */
export function recordText({ game, rules, start, moves }) {
  const headers = [`Game: ${game}`, `Rules: ${rules}`, ...(start ? [`Start: ${start}`] : []), "Result: unfinished"];
  const turns = [];
  for (let index = 0; index < moves.length; index += 2) {
    turns.push(`${index / 2 + 1}. ${moves.slice(index, index + 2).join(" ")}`);
  }
  return `${headers.join("\n")}\n\n${turns.join("\n")}\n`;
}
