// What the page says of texts on a bench: the inputs that it asks, and its verdicts.
import { readFileSync } from "node:fs";
import { inputsOf, judging } from "../../taotp/page/exercises/bench/judged.js";
import { readListing } from "../../taotp/page/editor/listing/reading.js";

const asked = JSON.parse(readFileSync(0, "utf8"));
const answers = asked.map(({ spec, texts }) => {
  const inputs = inputsOf(spec);
  const verdicts = texts.map((text) => {
    const { faults, ...program } = readListing(text);
    if (faults) return { kind: "fault", text: faults[0].message };
    const steps = judging(spec, program, () => inputs);
    for (;;) {
      const { done, value } = steps.next();
      if (done) return value;
    }
  });
  return { inputs: inputs.map(({ text, said }) => [text.join(""), said]), verdicts };
});
process.stdout.write(JSON.stringify(answers));
