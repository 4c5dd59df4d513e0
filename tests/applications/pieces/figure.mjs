// What the page learns from words or from a text, and how it cuts words by what it learned.
import { readFileSync } from "node:fs";
import { RUNS } from "../../../taotp/page/kit/runs.js";

globalThis.HTMLElement = class {}; // what a part imports of the view needs it
await import("../../../taotp/applications/pieces/panel.js");
const { spec, states } = JSON.parse(readFileSync(0, "utf8"));
const compute = RUNS.bytePairs(spec);
process.stdout.write(JSON.stringify(states.map((changes) => {
  const { n, letters, made, words, leaders, total, whole, now } = compute({ ...spec.state, ...changes });
  const merges = made.slice(0, n).map(({ left, right, count }) => [left, right, count]);
  const cuts = words.map(({ word, pieces, differs }) => ({ word, pieces, differs }));
  return { letters, merges, cuts, leaders, total, whole, now };
})));
