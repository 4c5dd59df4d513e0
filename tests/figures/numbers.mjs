// What the page counts as right, and how far numbers may move before that changes.
import { readFileSync } from "node:fs";

globalThis.HTMLElement = class {};
const { RUNS } = await import("../../taotp/page/kit/runs.js");
const { spelled, toldIn } = await import("../../taotp/page/machine/numbers/verdict.js");
const { keptOf } = await import("../../taotp/page/machine/numbers/cases.js");
const { placeOf } = await import("../../taotp/page/machine/numbers/matrices.js");
const { howFar } = await import("../../taotp/page/machine/numbers/tolerance.js");

const finished = (work) => {
  let stands;
  do stands = work.next();
  while (!stands.done);
  return stands.value;
};

const { spec, states, places = [] } = JSON.parse(readFileSync(0, "utf8"));
const run = RUNS.speaker(spec);

process.stdout.write(JSON.stringify(states.map((changes) => {
  const state = { ...spec.state, ...changes };
  finished(run(state).work);
  const drawn = run(state);
  const { verdict, cases, whole } = drawn;
  const kept = keptOf(verdict, cases);
  const far = places.map((place) => {
    const { down, up } = finished(howFar(drawn, cases, kept, placeOf(drawn, place)));
    return [down, up].map(({ by }) => (Number.isFinite(by) ? by : null));
  });
  const prompts = cases.heard.map((_, row) => spelled(drawn.program, toldIn(cases, row)));
  return { prompts, right: verdict.right, total: verdict.total, broken: verdict.broken, whole, far };
})));
