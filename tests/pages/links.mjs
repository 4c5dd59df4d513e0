// What is wrong with links that set figures: each is {page, address}, and the figures of a page are
// known by their ids.
import { readFileSync } from "node:fs";

const page = "../../taotp/page";
globalThis.HTMLElement = class {};
const { RUNS } = await import(`${page}/kit/runs.js`);
const { readAddress, stateFrom } = await import(`${page}/kit/view.js`);
await import(`${page}/machine/pair.js`);
await import(`${page}/kit/wider.js`);
await import(`${page}/editor/cutting/words.js`);
const { graphsOf } = await import(`${page}/machine/view.js`);
const { refOf } = await import(`${page}/machine/graph.js`);

// Values are as a control understands them; what it does not understand it leaves out.
function* ofValues(spec, query) {
  const state = stateFrom(spec, query);
  for (const [name, value] of query) {
    const known = [...spec.controls, ...spec.hidden].some((control) => control.name === name);
    if (String(spec.state[name]) === value) continue; // it has a single value, and no control
    if (!known) yield `${spec.id} has no control ${name}`;
    else if (String(state[name]) !== value && state[name] !== Number(value)) {
      yield `${spec.id} cannot set ${name} to ${value}`;
    }
  }
}

function* ofRun(spec, query) {
  const state = stateFrom(spec, query);
  const run = RUNS.speaker(spec)(state);
  if (run.error) yield `${spec.id} cannot read the prompt: ${run.error}`;
  const row = query.get(spec.cursor);
  if (row !== null && Number(row) !== run.place) yield `${spec.id} has no position ${row}`;
  const { layers, encoder } = run.weights;
  for (const head of state.off?.split(" ").filter(Boolean) ?? []) {
    const [stack, ...own] = head.split(".");
    const [layer, ...rest] = stack === "source" ? own : [stack, ...own];
    const of = (stack === "source" ? encoder?.layers : layers)?.[layer];
    const [kind, number] = rest.length > 1 ? rest : ["heads", ...rest];
    if (!of?.[kind]?.[number]) yield `${spec.id} has no head ${head}`;
  }
  const asked = state.changed?.split(";").filter(Boolean) ?? [];
  if (asked.length !== Object.keys(run.changed).length) yield `${spec.id} has not all numbers of ${state.changed}`;
  if (state.at && !refOf(graphsOf(run), state.at)) yield `${spec.id} has no number ${state.at}`;
}

function* ofPair(spec, query) {
  for (const { called, run: { error } } of RUNS.pair(spec)(stateFrom(spec, query)).sides) {
    if (error) yield `${spec.id}: ${called} cannot read the prompt: ${error}`;
  }
}

function* wrong(figures, { page, address }) {
  for (const { id, query } of readAddress(address)) {
    const spec = figures[page][id];
    if (!spec) yield `no figure is called ${id}`;
    else yield* ofValues(spec, query);
    if (spec?.kind === "speaker") yield* ofRun(spec, query);
    if (spec?.kind === "pair") yield* ofPair(spec, query);
  }
}

const { figures, links } = JSON.parse(readFileSync(0, "utf8"));
process.stdout.write(JSON.stringify(links.map((link) => [...wrong(figures, link)])));
