// What the page makes of shares and of votes in some states.
import { readFileSync } from "node:fs";
import { RUNS } from "../../../taotp/page/kit/runs.js";

globalThis.HTMLElement = class {}; // what a part imports of the view needs it
await import("../../../taotp/applications/counts/panel.js");
const { spec, states } = JSON.parse(readFileSync(0, "utf8"));
const compute = RUNS[spec.kind](spec);
process.stdout.write(JSON.stringify(states.map((changes) => compute({ ...spec.state, ...changes }))));
