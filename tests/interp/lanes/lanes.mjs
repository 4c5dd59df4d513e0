// What the page tells of a machine in symbols.
import { readFileSync } from "node:fs";

globalThis.HTMLElement = class {}; // what is imported of the view needs it
const page = "../../../taotp/page";
await import(`${page}/kit/wider.js`);
await import(`${page}/editor/cutting/words.js`);
const { nameOf, RUNS } = await import(`${page}/kit/runs.js`);
const { graphsOf } = await import(`${page}/machine/view.js`);
const { lanesOf } = await import(`${page}/machine/lanes/reading.js`);
const { storyOf } = await import(`${page}/machine/lanes/story.js`);
const { inWords } = await import(`${page}/machine/lanes/relations.js`);
const { storyText } = await import(`${page}/machine/lanes/stories.js`);
const { insteadOf } = await import(`${page}/machine/lanes/instead.js`);
const { says, sentence, tie } = await import(`${page}/machine/lanes/telling.js`);

// A sentence for each head of the last stack, and one for what is said.
const sentences = (seen, at) => [
  ...seen.heads.filter(({ stack }) => !stack)
    .map((head) => `${head.name}: ${sentence(seen, head, at)}`),
  `So ${tie(seen, at) || says(seen, at)}.`,
];

// A cell as text.
const seat = ({ lane, at, stack }) => `${stack}|${lane}|${at}`;

function causes(seen, weights, at) {
  const { cells, threads, pairs, ranked, match, tags, chosen, passed, checked } =
    storyOf(seen, weights, at);
  return {
    chosen: [...chosen], passed: [...passed], checked: [...checked],
    cells: cells.map(seat), match: match ?? null, ranked: ranked.map(({ name }) => name),
    threads: threads.map(({ from, to, weight, head }) =>
      [seat(from), seat(to), head.name, weight.toFixed(3)]),
    tags: [...tags].map(([key, some]) => [key, ...some]).filter(({ length }) => length > 1),
    pairs: pairs.map(({ asks, answers, how }) => [seat(asks), seat(answers), how]),
  };
}

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
    sentences: sentences(seen, at),
    stories: seen.tokens.map((_, i) => storyText(seen, i, storyOf(seen, run.weights, i))),
    causes: seen.tokens.map((_, position) => causes(seen, run.weights, position)),
    instead: seen.tokens.map((_, i) =>
      insteadOf(run, seen, storyOf(seen, run.weights, i), i) ?? null),
  };
}

const asked = JSON.parse(readFileSync(0, "utf-8"));
process.stdout.write(JSON.stringify(asked.map(tell)));
