// What the page makes of a machine of many programs in some states: who is awake, and its looks.
import { readFileSync } from "node:fs";
import { RUNS } from "../../../taotp/page/kit/runs.js";

globalThis.HTMLElement = class {}; // what a part imports of the view needs it
const { sleepersOf } = await import("../../../taotp/applications/choosing/panel.js");
const { spec, states } = JSON.parse(readFileSync(0, "utf8"));
const compute = RUNS[spec.kind](spec);
process.stdout.write(JSON.stringify(states.map((changes) => {
  const run = compute({ ...spec.state, ...changes });
  const { decision, program } = run;
  return { sleepers: sleepersOf(Object.keys(spec.prompts), run), error: run.error,
    says: program.vocabulary[decision.token] };
})));
