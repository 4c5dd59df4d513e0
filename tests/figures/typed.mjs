// What the page reads of numbers that were typed, and of what a browser kept.
import { readFileSync } from "node:fs";

globalThis.HTMLElement = class {};
const kit = "../../taotp/page/kit";
const { typedNumber } = await import(`${kit}/runs.js`);
const { stateFrom } = await import(`${kit}/view.js`);
const { keptTexts } = await import(`${kit}/texts.js`);
const { builtOn } = await import("../../taotp/page/exercises/built.js");

const { numbers, kept, texts } = JSON.parse(readFileSync(0, "utf8"));
const store = new Map();
globalThis.localStorage = { getItem: (key) => store.get(key) ?? null };
const PLACE = "transformers-by-hand-text";
const read = kept.map((text) => {
  store.set(`${PLACE} a`, text);
  store.set(`${PLACE} benches`, JSON.stringify({ one: text }));
  return [keptTexts("a"), builtOn("one")];
});
const line = { name: "text", kind: "text", label: "prompt" };
const lengths = texts.map(([most, letters]) => stateFrom(
  { state: { text: "as before" }, controls: [{ ...line, most }], hidden: [] },
  new URLSearchParams({ text: "a".repeat(letters) })).text.length);
process.stdout.write(JSON.stringify({ numbers: numbers.map((each) => String(typedNumber(each))), read,
  lengths }));
