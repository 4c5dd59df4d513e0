// Where the page says that a broken machine goes wrong first.
import { readFileSync } from "node:fs";

globalThis.HTMLElement = class {}; // what is imported of the view needs it
const page = "../../../taotp/page";
await import(`${page}/kit/wider.js`);
await import(`${page}/editor/cutting/words.js`);
const { nameOf, RUNS } = await import(`${page}/kit/runs.js`);
const { graphsOf } = await import(`${page}/machine/view.js`);
const { lanesOf } = await import(`${page}/machine/lanes/reading.js`);
const { compared } = await import(`${page}/machine/lanes/wrong.js`);

function tell({ spec, state }) {
  const speak = RUNS.speaker(spec);
  const runs = [state.changed, ""].map((changed) => speak({ ...spec.state, ...state, changed }));
  const [[own, source], [right]] = runs.map((run) => {
    const graphs = graphsOf(run);
    return [lanesOf(graphs, run.program), graphs[0].run.tokens];
  });
  const [mine, theirs] = runs.map(({ tokens }) => tokens);
  const first = mine.findIndex((token, i) => token !== theirs[i]);
  const ids = mine.slice(0, first < 0 ? mine.length : first);
  const found = compared(own, right, ids.length - 1);
  const cell = found && [found.cell.stack, found.cell.lane, found.cell.at];
  const { program } = runs[0];
  return { ids, source, names: program.vocabulary.map((_, id) => nameOf(program, id)),
    wrong: found ? { text: found.text, cell, right: found.right } : null };
}

const asked = JSON.parse(readFileSync(0, "utf-8"));
process.stdout.write(JSON.stringify(asked.map(tell)));
