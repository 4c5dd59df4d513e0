// Walks through every number that the machine shows, and puts each together again from its terms.
import { readFileSync } from "node:fs";

globalThis.HTMLElement = class {}; // what is imported of the view needs it
const page = "../../taotp/page";
await import(`${page}/kit/wider.js`);
const { RUNS } = await import(`${page}/kit/runs.js`);
const { graphsOf, viewOf } = await import(`${page}/machine/view.js`);
const { stepsOf } = await import(`${page}/machine/steps.js`);
const { ancestors, descendants, keyOf, numberOf, tableOf } = await import(`${page}/machine/graph.js`);
const { sentenceOf, unfold } = await import(`${page}/machine/words.js`);
const { columnsOf, layout } = await import(`${page}/machine/columns.js`);
const { softmax, ACTIVATIONS } = await import(`${page}/kit/arithmetic.js`);

const IN_WORDS = { relu: "or 0 where that is negative" }; // others by their names

const total = (terms) => terms.reduce((sum, { factors }) =>
  sum + factors.reduce((all, { value }) => all * value, 1), 0);

// A number as its terms say it.
function again(graphs, made, j) {
  const sum = total(made.terms);
  if (made.how === "softmax") {
    const [{ factors: [{ ref }] }] = made.terms;
    return softmax(tableOf(graphs, ref.table).row(ref.i), (x) => x)[j];
  }
  if (made.how === "scaled") return sum / made.by;
  if (made.how === "norm") return (sum / made.by) * (made.gamma ?? 1) + (made.beta ?? 0);
  return ACTIVATIONS[made.how]?.(sum) ?? sum;
}

function walk({ spec, state }) {
  const run = RUNS.speaker(spec)({ ...spec.state, ...state });
  const graphs = graphsOf(run);
  const untold = new Set();
  let [worst, count] = [0, 0];
  for (const graph of graphs) {
    for (const table of graph.tables.values()) {
      for (let i = 0; i < table.count; i++) {
        table.row(i).forEach((value, j) => {
          const size = Math.max(1, ...table.row(i).map(Math.abs));
          worst = Math.max(worst, Math.abs(value - again(graphs, table.made(i, j), j)) / size);
          count += 1;
          const words = unfold(graphs, { table: table.name, i, j });
          const { how } = table.made(i, j);
          if (ACTIVATIONS[how] && !words.join("").includes(IN_WORDS[how] ?? `${how}(`)) untold.add(how);
        });
      }
    }
  }
  const last = graphs.at(-1);
  const ref = numberOf(last.logits, last.count - 1, 0).ref;
  const { found } = ancestors(graphs, ref);
  const first = numberOf(graphs[0].tables.values().next().value, 0, 0).ref;
  const rows = new Map(graphs.map((graph) => [graph, Array.from({ length: graph.count }, (_, i) => i)]));
  const made = descendants(graphs, first, rows);
  const sentences = stepsOf(run.weights).map(({ id }) => {
    const view = viewOf(run, { ...spec.state, step: id }, {});
    const { columns } = layout(view, columnsOf(view), 1060, view.left, view.rows.length);
    const sentence = sentenceOf(view, view.row).flat().join("");
    return { id, sentence, wide: Math.max(...columns.map(({ x, w }) => x + w)), open: columns.filter(({ open }) => open).length };
  });
  return { worst, count, untold: [...untold], sentences, ancestors: found.size, both: found.has(keyOf(first)) === made.has(keyOf(ref)) };
}

process.stdout.write(JSON.stringify(JSON.parse(readFileSync(0, "utf8")).map(walk)));
