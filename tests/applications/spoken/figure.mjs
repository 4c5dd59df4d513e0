// What the page makes of words: of each state what it heard, and how much that is like the recordings.
import { readFileSync } from "node:fs";
import { RUNS } from "../../../taotp/page/kit/runs.js";

globalThis.HTMLElement = class {}; // what a part imports of the view needs it
await import("../../../taotp/page/kit/wider.js");
await import("../../../taotp/applications/spoken/bench.js");
const { spec, own = [], said, states } = JSON.parse(readFileSync(0, "utf8"));
const run = RUNS.words(spec);
const { bench } = spec;
const errors = [];
const attempt = (act) => {
  try {
    act();
  } catch (error) {
    errors.push(error.message);
  }
};
own.forEach((each, i) => each.forEach((samples) => attempt(() => bench.add(i, Float64Array.from(samples)))));
if (said) attempt(() => bench.say(Float64Array.from(said)));
process.stdout.write(JSON.stringify({
  errors,
  kept: bench.own.map((each) => each.map(({ samples }) => [...samples])),
  answers: states.map((changes) => {
    const state = { ...spec.state, ...changes };
    const { pending } = run(state);
    bench.settle(state);
    const { heard, labels, cosines, logits, label, whole, now } = run(state);
    const { samples, frames, row, places } = heard ?? {};
    return { pending, samples: samples && [...samples], frames: frames?.map((each) => [...each]), row, places, labels, cosines, logits, label, whole, now };
  }),
}));
