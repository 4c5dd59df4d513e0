// What the page computes of scores, in some states, and how far each way to write addresses is right.
import { readFileSync } from "node:fs";
import { PRECISIONS } from "../../../taotp/page/kit/arithmetic.js";
import { RUNS } from "../../../taotp/page/kit/runs.js";

globalThis.HTMLElement = class {}; // what a part imports of the view needs it
await import("../../../taotp/applications/reach/panel.js");
const { lastRight } = await import("../../../taotp/applications/reach/scores.js");
const { spec, states, entries } = JSON.parse(readFileSync(0, "utf8"));
const compute = RUNS[spec.kind](spec);
process.stdout.write(JSON.stringify({
  runs: states.map((changes) => compute({ ...spec.state, ...changes })),
  reach: entries.map(({ keys, later, precision, cells }) =>
    lastRight(keys, later, cells, PRECISIONS[precision], spec)),
}));
