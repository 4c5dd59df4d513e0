// What the page tells of a machine in symbols.
import { readFileSync } from "node:fs";

globalThis.HTMLElement = class {}; // what is imported of the view needs it
const page = "../../../taotp/page";
await import(`${page}/kit/wider.js`);
await import(`${page}/editor/cutting/words.js`);
const { nameOf, RUNS } = await import(`${page}/kit/runs.js`);
const { graphsOf } = await import(`${page}/machine/view.js`);
const { lanesOf } = await import(`${page}/machine/lanes/reading.js`);
const { inWords } = await import(`${page}/machine/lanes/relations.js`);
const { sentences, storyText } = await import(`${page}/machine/lanes/telling.js`);

function tell({ spec, state }) {
  const run = RUNS.speaker(spec)({ ...spec.state, ...state });
  const graphs = graphsOf(run);
  const seen = lanesOf(graphs, run.program);
  const at = seen.tokens.length - 1;
  return {
    ids: graphs.map((graph) => graph.run.tokens),
    names: run.program.vocabulary.map((_, id) => nameOf(run.program, id)),
    lanes: seen.lanes.map(({ name, kind, values, stack }) => ({ name, kind, values, stack })),
    heads: seen.heads.map(({ name, relations, carried, source, weight }) => ({
      name, source, weight,
      relation: relations ? relations.map(inWords).join(" and ") || "everywhere" : "unclear",
      operation: carried.map(({ verb, taken, put }) => [verb, taken, put]),
    })),
    sentences: sentences(seen, at), story: storyText(seen, at),
  };
}

const asked = JSON.parse(readFileSync(0, "utf-8"));
process.stdout.write(JSON.stringify(asked.map(tell)));
