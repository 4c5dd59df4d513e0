// The rows of logits that the page draws in some states, the verdict at that place, and the first
// place that is off.
import { readFileSync } from "node:fs";
import { heightOfBars, logitRows } from "../../taotp/page/kit/panels.js";
import { RUNS } from "../../taotp/page/kit/runs.js";

const { spec, states } = JSON.parse(readFileSync(0, "utf8"));
const run = RUNS[spec.kind](spec);

process.stdout.write(JSON.stringify(states.map((changes) => {
  const made = run({ ...spec.state, ...changes });
  const high = heightOfBars(made.logits.length);
  return { rows: logitRows(made), high, kind: made.now.kind, off: made.whole.place ?? null };
})));
