// What the page makes of some states of progress.
import { readFileSync } from "node:fs";
import { RUNS } from "../../taotp/page/kit/runs.js";

globalThis.HTMLElement = class {};
globalThis.localStorage = { setItem() {}, removeItem() {}, getItem: () => kept };
await import("../../taotp/page/exercises/progress.js");

const { spec, states } = JSON.parse(readFileSync(0, "utf8"));
const run = RUNS.progress(spec);
let kept;

function shown(progress) {
  kept = JSON.stringify({ format: 1, progress });
  const { next, whole, now } = run({});
  return { next: next?.slug ?? null, text: `${whole.text} ${now.text}` };
}

process.stdout.write(JSON.stringify(states.map(shown)));
