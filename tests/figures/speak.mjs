// What the page makes of a figure's data in some states: the words, and what was heard and said.
import { readFileSync } from "node:fs";
import { RUNS } from "../../taotp/page/kit/runs.js";

const { spec, parts = [], states } = JSON.parse(readFileSync(0, "utf8"));
globalThis.HTMLElement = class {}; // what a part imports of the view needs it
for (const part of parts) await import(`../../taotp/${part}`);
const run = RUNS[spec.kind](spec);

function inWords(changes) {
  const state = { ...spec.state, ...changes };
  const { whole, now, error, tokens, decisions, answer, first } = run(state);
  return { whole, now, error, tokens, first, answer, said: decisions?.filter(Boolean) };
}

process.stdout.write(JSON.stringify(states.map(inWords)));
