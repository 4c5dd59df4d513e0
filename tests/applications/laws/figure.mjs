// What the laws of scale say in each of some states.
import { readFileSync } from "node:fs";
import { RUNS } from "../../../taotp/page/kit/runs.js";

globalThis.HTMLElement = class {}; // what a part imports of the view needs it
const { priceOf } = await import("../../../taotp/applications/laws/panel.js");
const { spec, states, shares } = JSON.parse(readFileSync(0, "utf8"));
const compute = RUNS[spec.kind](spec);
const said = states.map((changes) => {
  const { lines, whole, now } = compute({ ...spec.state, ...changes });
  return { lines: lines.map(({ x, now: level, then, kept }) => ({ x, now: level, then, kept })), whole, now };
});
const prices = spec.laws.map((law) => shares.map((share) => priceOf(law, share)));
process.stdout.write(JSON.stringify({ said, prices }));
