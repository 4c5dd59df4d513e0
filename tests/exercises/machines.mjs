// What the page says of machines typed into the boxes of exercises: its verdicts, asked to the end.
import { readFileSync } from "node:fs";

globalThis.HTMLElement = class {}; // what a part imports of the view needs it
const { askedOf } = await import("../../taotp/page/exercises/listed.js");
const { readListing } = await import("../../taotp/page/editor/listing/reading.js");

const asked = JSON.parse(readFileSync(0, "utf8"));
const answers = asked.map(({ data, texts }) => texts.map((text) => {
  const { faults, ...made } = readListing(text);
  if (faults) {
    const [{ line, column, message }] = faults;
    return { kind: "", text: `line ${line}, column ${column}: ${message}` };
  }
  const steps = askedOf(data, made);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}));
process.stdout.write(JSON.stringify(answers));
