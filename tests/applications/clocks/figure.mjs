// What the page makes of the table of clocks in some states.
import { readFileSync } from "node:fs";
import { RUNS } from "../../../taotp/page/kit/runs.js";

globalThis.HTMLElement = class {}; // what a part imports of the view needs it
await import("../../../taotp/applications/clocks/panel.js");
const { spec, states } = JSON.parse(readFileSync(0, "utf8"));
const run = RUNS.clocks(spec);
process.stdout.write(JSON.stringify(states.map((changes) => {
  const { codes, seen, own, found, missed, trivial, whole } = run({ ...spec.state, ...changes });
  return { codes, seen, own, found, missed, trivial, whole };
})));
