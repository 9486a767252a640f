// node ask.mjs answers|shared|times MODULE JOB ANSWERS: ask a module what a job says, and write what it answers.
import { readFileSync, writeFileSync } from "node:fs";
import { answers, readJob, times } from "./module.mjs";

const [what, modulePath, jobPath, answersPath] = process.argv.slice(2);
const [module, job] = [modulePath, jobPath].map((path) => new Uint8Array(readFileSync(path)));
const found = what === "times" ? await times(module, readJob(job)) : await answers(module, readJob(job), what === "shared");
writeFileSync(answersPath, new Uint8Array(found.buffer));
