// What the page says of machines that it looks into, for some states of a figure: the logits as it is and
// with parts replaced, and what each tool says.
import { readFileSync } from "node:fs";

globalThis.HTMLElement = class {};
const { RUNS } = await import("../../taotp/page/kit/runs.js");
await import("../../taotp/page/kit/wider.js");
await import("../../taotp/page/machine/inside/panel.js");
const { logitsAt } = await import("../../taotp/page/machine/inside/replay.js");
const tools = await import("../../taotp/page/machine/inside/tools.js");
const { spec, states } = JSON.parse(readFileSync(0, "utf8"));
const compute = RUNS.inside(spec);

const logits = (run) => run.tokens.map((_, i) => logitsAt(run, i));

function found(changes) {
  const state = { ...spec.state, ...changes };
  const run = compute(state);
  const { base, after, asked, row, whole, now, error, otherError } = run;
  const work = tools.study(state.tool, asked);
  let stands;
  do stands = work.next(); while (!stands.done);
  const steps = tools.stepsOf(base.weights);
  const said = tools.saidThen(base, row);
  const { value } = stands;
  const without = value.says.filter(({ path }) => !path.includes(" "))
    .map(({ path }) => [path, logitsAt(tools.changed(base, [path], run.tool.how, asked.other), row)]);
  return {
    tokens: base.tokens, source: base.encoder?.tokens, row, whole, now, error, otherError,
    texts: [...Array(8).keys()].map((k) => tools.drawnText(base, k)).map(({ tokens, encoder }) => [tokens, encoder?.tokens]),
    others: asked.other.tokens, otherSource: asked.other.encoder?.tokens,
    logits: logits(base), after: logits(after), without: Object.fromEntries(without),
    lens: Object.fromEntries(steps.map((step) => [step, base.tokens.map((_, i) => tools.lens(base, step, i).shares)])),
    attribution: tools.attribution(base, row, ...said),
    against: said,
    says: value.says.map(({ path, value, named }) => [path, value, named]),
    truth: Object.fromEntries(Object.entries(value.truth).map(([path, { says, alone, matters, with: others }]) =>
      [path, { says: says.token, tie: says.outcome === "tie", alone, matters, with: others.map((some) => some.map((each) => each.path)) }])),
    sharp: Object.fromEntries(run.asked.parts.filter(({ kind }) => kind === "head")
      .map(({ path }) => [path, tools.sharpness(base, path)])),
  };
}

process.stdout.write(JSON.stringify(states.map(found)));
