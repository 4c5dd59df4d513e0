// What the page counts and writes in each of some states.
import { readFileSync } from "node:fs";
import { RUNS } from "../../../taotp/page/kit/runs.js";

globalThis.HTMLElement = class {}; // what a part imports of the view needs it
await import("../../../taotp/applications/letters/panel.js");
const { spec, states } = JSON.parse(readFileSync(0, "utf8"));
const compute = RUNS[spec.kind](spec);
process.stdout.write(JSON.stringify(states.map((changes) => {
  const { step, letters, ways, alphabet, draws, whole, now } = compute({ ...spec.state, ...changes });
  const { followers: { ids, counts, depth }, all, cut, drawn } = step;
  const told = ways.map(({ name, said, bits, fresh }) => ({ name, said: said.join(""), bits, fresh }));
  return { next: ids.map((id) => alphabet[id]), counts, depth, all, cut, drawn, text: letters.join(""), ways: told, draws, whole, now };
})));
