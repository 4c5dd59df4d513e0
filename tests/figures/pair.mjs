// What the page says of two programs that hear one prompt, for some states of a figure.
import { readFileSync } from "node:fs";

globalThis.HTMLElement = class {};
const { RUNS } = await import("../../taotp/page/kit/runs.js");
await import("../../taotp/page/machine/pair.js");
const { spec, states } = JSON.parse(readFileSync(0, "utf8"));
const compute = RUNS.pair(spec);

process.stdout.write(JSON.stringify(states.map((changes) => {
  const run = compute({ ...spec.state, ...changes });
  const sides = run.sides.map(({ called, run: { error, whole, program, first, decisions } }) => ({
    called, error, kind: whole.kind,
    says: decisions.slice(first).map(({ token }) => program.vocabulary[token] ?? "NaN"),
  }));
  const tape = run.columns.map(({ heard, differs }) => [heard ?? "", differs]);
  const { error, place, last, step, whole, now } = run;
  return { sides, tape, error, place, last, step, whole, now };
})));
