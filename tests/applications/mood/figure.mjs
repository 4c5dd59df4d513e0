// What the page makes of each text: its words, their valences after each step, and the score.
import { readFileSync } from "node:fs";

globalThis.HTMLElement = class {};
globalThis.document = { addEventListener() {} };
const page = "../../../taotp/page";
const topic = "../../../taotp/applications/mood";
const { RUNS } = await import(`${page}/kit/runs.js`);
const { machineOf } = await import(`${topic}/machine.js`);
await import(`${topic}/panel.js`);

const { spec, texts, states } = JSON.parse(readFileSync(0, "utf8"));
const machine = machineOf(spec);
const run = RUNS.mood(spec);
process.stdout.write(JSON.stringify({
  read: texts.map((text) => {
    const { words, steps, score, error } = machine(text, []);
    return { words: words.map(({ shown }) => shown), steps, score, error };
  }),
  told: states.map((state) => {
    const { score, whole, now } = run({ ...spec.state, ...state });
    return { score, whole, now };
  }),
}));
