// node book.mjs MODULE BOOK FILE: say what the app's own opening book says of positions, a line of JSON for each of the file.
//
// Each line of the file has where the game begins, its rules and moves, and a number from 0 to 1 to choose by.
import { readFileSync } from "node:fs";
import { Book } from "../../src/vato/web/engine/book.js";
import { compile } from "../../src/vato/web/engine/machine.js";
import { Positions, positionMachine } from "../../src/vato/web/engine/positions.js";

const [module, file, lines] = process.argv.slice(2);
const read = (path) => new Uint8Array(readFileSync(path)).buffer;
const machine = positionMachine(await compile(read(module), false));
const book = new Book(read(file));
const begun = new Map();
for (const line of readFileSync(lines, "utf8").trimEnd().split("\n")) {
  const { beginning, rules, moves, chance } = JSON.parse(line);
  const start = JSON.stringify(beginning);
  if (!begun.has(start)) begun.set(start, new Positions(machine, beginning));
  const positions = begun.get(start);
  const page = book.page(rules, positions, moves);
  const candidates = book.candidates(rules, positions, moves);
  const chosen = book.choose(rules, positions, moves, () => chance);
  const { key } = positions.crossroads(moves);
  console.log(JSON.stringify({ key, page, candidates, chosen }));
}
