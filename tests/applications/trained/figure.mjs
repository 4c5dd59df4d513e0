// The losses of the page's trainer, step by step, and what it says of the machines then.
import { readFileSync } from "node:fs";
import { RUNS } from "../../../taotp/page/kit/runs.js";

globalThis.HTMLElement = class {}; // what a part imports of the view needs it
const { foundBy, sliceOf } = await import("../../../taotp/applications/trained/panel.js");
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
  const some = (patterns) => patterns.map((p) => [...p.subarray(5 * run.lesson.tokens[0].length ** 2, 6 * run.lesson.tokens[0].length ** 2)]);
  return { at, whole, now, settings, asked, hand: { right: hand.right, patterns: some(hand.patterns) },
    learners: run.learners.map(({ losses, all, trial }) => ({ losses: [...losses], all: [...all], right: trial.right,
      alike: trial.alike, ours: trial.ours, found: foundBy(trial, asked), patterns: some(trial.patterns) })) };
});
process.stdout.write(JSON.stringify({ said, slices }));
