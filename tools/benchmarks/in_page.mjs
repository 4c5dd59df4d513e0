// The computer of the page, run to its end once for each line on standard input. The first line is
// its figure, as JSON. Each answer is {seconds, words}: processor time, and all that the text holds
// in the end.
import { createInterface } from "node:readline";
import "../../tests/style_sheets.mjs";

globalThis.HTMLElement = class {}; // what a part imports of the view needs it
const { RUNS } = await import("../../taotp/page/kit/runs.js");
const { work } = await import("../../taotp/applications/computer/panel.js");

const SLICE = 8; // ms, as in the page
let compute;
let state;

function runToItsEnd() {
  compute({ ...state, text: "HLT" }); // so that nothing is left of the run before
  const start = process.cpuUsage();
  const { trace } = compute(state);
  while (!trace.ends) work(trace, SLICE);
  const { user, system } = process.cpuUsage(start);
  return { seconds: (user + system) / 1e6, words: trace.words };
}

for await (const line of createInterface({ input: process.stdin })) {
  if (compute) console.log(JSON.stringify(runToItsEnd()));
  else {
    const spec = JSON.parse(line);
    compute = RUNS.computer(spec);
    state = { ...spec.state, step: 0 };
    console.log("{}");
  }
}
