// The losses of the page's trainer, step by step, and what it says of the machines then.
import { readFileSync } from "node:fs";
import { RUNS } from "../../../taotp_core/figures/scripts/runs.js";

globalThis.HTMLElement = class {}; // what a part imports of the view needs it
const { foundBy, sliceOf } = await import("../../../taotp_core/topics/trained/panel.js");
const { spec, states } = JSON.parse(readFileSync(0, "utf8"));
const compute = RUNS[spec.kind](spec);
const slices = [];
const said = states.map((changes) => {
  const state = { ...spec.state, ...changes };
  let run = compute(state);
  for (let before = run.at; run.busy; before = run.at) {
    run = compute(state);
    slices.push([run.at - before, sliceOf(run.lesson, state.batch)]);
  }
  const { hand, asked, whole, now, at, settings } = run;
  return { at, whole, now, settings, asked, hand: { right: hand.right, patterns: hand.patterns[5].map((p) => [...p]) },
    learners: run.learners.map(({ losses, all, trial }) => ({ losses: [...losses], all: [...all], right: trial.right,
      alike: trial.alike, ours: trial.ours, found: foundBy(trial, asked), patterns: trial.patterns[5].map((p) => [...p]) })) };
});
process.stdout.write(JSON.stringify({ said, slices }));
