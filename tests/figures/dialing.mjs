// What the page makes of each state: the sound, what is heard in it, and the logits of every press.
import { readFileSync } from "node:fs";

globalThis.HTMLElement = class {};
globalThis.document = { addEventListener() {} };
const scripts = "../../taotp_core/figures/scripts";
const { RUNS } = await import(`${scripts}/runs.js`);
const { lastOf, unembed } = await import(`${scripts}/arithmetic.js`);
await import(`${scripts}/wider.js`);
await import(`${scripts}/dialing/panel.js`);
const { listenTo, machineOf } = await import(`${scripts}/dialing/hearing.js`);

const { spec, states, sounds = [], updates = 0 } = JSON.parse(readFileSync(0, "utf8"));

// Milliseconds of processor time that the page needs once a dial rests.
function measured(update) {
  const times = [];
  for (let k = 0; k < updates; k++) {
    const begun = process.cpuUsage();
    update(k);
    const { user, system } = process.cpuUsage(begun);
    times.push((user + system) / 1000);
  }
  return times;
}

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
const run = RUNS.dialing(spec);
const times = measured((k) => {
  Object.assign(spec, { rested: true });
  run({ ...spec.state, deviation: k / 100 });
});
process.stdout.write(JSON.stringify({
  answers, times, heard: heard.map(({ said, error }) => ({ said, error })),
}));
