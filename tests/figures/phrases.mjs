// What the page says in words of a machine's answer to some texts, in some states of its figure.
import { readFileSync } from "node:fs";

globalThis.HTMLElement = class {};
const { RUNS } = await import("../../taotp/page/kit/runs.js");
await import("../../taotp/page/editor/cutting/words.js");
await import("../../taotp/page/machine/sentence/panel.js");
const { spec, states } = JSON.parse(readFileSync(0, "utf8"));
const run = RUNS.speaker(spec);

process.stdout.write(JSON.stringify(states.map((changes) =>
  run({ ...spec.state, ...changes }).whole.text)));
