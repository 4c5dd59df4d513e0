// What the page makes of the computer: texts assembled, and runs to their ends with some logits.
import { readFileSync } from "node:fs";
import { RUNS } from "../../../taotp/page/kit/runs.js";

globalThis.HTMLElement = class {}; // what a part imports of the view needs it
const { work } = await import("../../../taotp/applications/computer/panel.js");
const { assemble } = await import("../../../taotp/applications/computer/assembler.js");
const { promptOf } = await import("../../../taotp/applications/computer/little_man.js");

const LONG = 1e6; // ms

function ran(compute, state, at) {
  const { trace } = compute(state);
  const logits = at.map((row) => {
    work(trace, LONG, () => trace.engine.length > row);
    return [...trace.engine.logits];
  });
  work(trace, LONG);
  const { whole, now, looks, ghost, last, place, reader, instruction, operand, stores } =
    compute(state);
  const { words, begins, wrong, expected, ends } = trace;
  return { logits, words, begins, wrong, expected, ends, whole, now, looks, ghost, last, place,
    said: reader.said, instruction, operand, stores };
}

const { spec, runs = [], texts = [] } = JSON.parse(readFileSync(0, "utf8"));
const compute = spec && RUNS.computer(spec);
process.stdout.write(JSON.stringify({
  runs: runs.map(({ state, at = [] }) => ran(compute, { ...spec.state, ...state }, at)),
  texts: texts.map((text) => {
    const { numbers, fault } = assemble(text);
    return { prompt: fault ? [] : promptOf(numbers), fault };
  }),
}));
