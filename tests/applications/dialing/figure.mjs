// What the page makes of each state: the sound, what is heard in it, and the logits of every press.
import { readFileSync } from "node:fs";

globalThis.HTMLElement = class {};
globalThis.document = { addEventListener() {} };
const page = "../../../taotp/page";
const topic = "../../../taotp/applications/dialing";
const { RUNS } = await import(`${page}/kit/runs.js`);
const { lastOf, unembed } = await import(`${page}/kit/arithmetic.js`);
await import(`${page}/kit/wider.js`);
await import(`${topic}/panel.js`);
const { listenTo, machineOf } = await import(`${topic}/hearing.js`);

const { spec, states, sounds = [] } = JSON.parse(readFileSync(0, "utf8"));

const answers = states.map((changes) => {
  const { samples, presses, hearing, whole, now, error } = RUNS.dialing(spec)({ ...spec.state, ...changes });
  const { said, asked, asking, n, begins, numbers } = hearing;
  const logits = asked.map((_, t) => [...unembed(asking, lastOf(asking, t))]);
  return {
    samples: [...samples], presses, said, n, begins, numbers, logits, whole, now, error,
    patterns: asked.map(({ pattern }) => [...pattern]),
  };
});
const machine = machineOf(spec)(spec.state);
const heard = sounds.map((samples) => listenTo(machine, Float64Array.from(samples)));
process.stdout.write(JSON.stringify({
  answers, heard: heard.map(({ said, error }) => ({ said, error })),
}));
