// What the page finds when it tries every input, one after another.
import { readFileSync } from "node:fs";
import { RUNS } from "../../taotp/page/kit/runs.js";

globalThis.HTMLElement = class {};
const { everyInput } = await import("../../taotp/page/kit/inputs.js");
const { beginTrial, tryInput } =
  await import("../../taotp/page/machine/trials.js");
const { spec, states } = JSON.parse(readFileSync(0, "utf8"));
const speak = RUNS.speaker({ ...spec, cursor: "row" });

process.stdout.write(JSON.stringify(states.map((changes) => {
  const state = { ...spec.state, ...changes };
  const trial = beginTrial();
  for (const input of everyInput(spec.symbols, state.longest)) tryInput(spec, speak, state, input, trial);
  return trial;
})));
