// What the page says of what made each dial, and what these numbers were made of.
import { readFileSync } from "node:fs";

globalThis.HTMLElement = class {}; // what is imported of the view needs it
const page = "../../../taotp/page";
await import(`${page}/kit/wider.js`);
await import(`${page}/editor/cutting/words.js`);
const { RUNS } = await import(`${page}/kit/runs.js`);
const { keyOf, tableOf } = await import(`${page}/machine/graph.js`);
const { graphsOf } = await import(`${page}/machine/view.js`);
const { stepsOf } = await import(`${page}/machine/steps.js`);
const { lanesOf } = await import(`${page}/machine/lanes/reading.js`);
const { explain, stepOf } = await import(`${page}/machine/lanes/explaining.js`);

const shown = ({ said, value, terms, rest, together, key, after }) => ({
  said, value, rest, together, key, after: after ?? "", terms: terms.map((term) => term.value),
  products: terms.map(({ factors }) => factors.reduce((all, each) => all * each.value, 1)) });

// Down from a dial, by the loudest cause that is a number of the run.
function down(graphs, seen, cell) {
  const found = [];
  for (let place = cell; place !== undefined && found.length < 100;) {
    const here = explain(graphs, seen, place);
    found.push({ ...shown(here), is: typeof place === "string" ? "number" : "cell" });
    const ref = here.terms.flatMap(({ factors }) => factors).find((each) => each.ref)?.ref;
    place = ref && keyOf(ref);
  }
  return found;
}

function tell({ spec, state }) {
  const run = RUNS.speaker(spec)({ ...spec.state, ...state });
  const graphs = graphsOf(run);
  const seen = lanesOf(graphs, run.program);
  const steps = new Set(stepsOf(run.weights).map(({ id }) => id));
  const dials = seen.lanes.flatMap((lane) => lane.values.map((value, at) =>
    ({ lane, value, at }))).filter(({ value }) => value !== null);
  return dials.map(({ lane, at }) => {
    const cell = { lane: lane.name, at, stack: lane.stack };
    const trail = down(graphs, seen, cell);
    const columns = lane.rows.length ? lane.columns.map((_, k) => k) : [undefined];
    return {
      lane: lane.name, by: lane.by, at, trail,
      columns: columns.map((k) => ({ ...shown(explain(graphs, seen, { ...cell, k })),
        is: lane.rows.length ? lane.rows[at][k] : Math.max(...seen.logits(at)) })),
      steps: trail.every(({ key }) =>
        steps.has(stepOf(key).step) && tableOf(graphs, key.split("/")[0])),
    };
  });
}

const asked = JSON.parse(readFileSync(0, "utf-8"));
process.stdout.write(JSON.stringify(asked.map(tell)));
