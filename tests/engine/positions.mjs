// node positions.mjs FILE: play the games of a file as the app does without a server, and compare all that is to be seen.
//
// Each line is a game: the module's file, where it begins, its moves, and what the server says before each of them and after.
import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { compile } from "../../src/vato/web/engine/machine.js";
import { Positions, positionMachine } from "../../src/vato/web/engine/positions.js";

const machines = new Map();
let compared = 0;
for (const line of readFileSync(process.argv[2], "utf8").trimEnd().split("\n")) {
  const { module, beginning, moves, reached } = JSON.parse(line);
  if (!machines.has(module)) machines.set(module, positionMachine(await compile(new Uint8Array(readFileSync(module)).buffer, false)));
  const positions = new Positions(machines.get(module), beginning);
  reached.forEach((wanted, ply) => {
    const found = positions.reached(moves.slice(0, ply));
    if (!isDeepStrictEqual(found, wanted)) {
      console.log(JSON.stringify({ moves: moves.slice(0, ply), found, wanted }));
      process.exit(1);
    }
    compared += 1;
  });
}
console.log(compared);
