// What the page's reader makes of texts from standard input: faults as rendered, or the program.
import { readFileSync } from "node:fs";
import { renderFaults } from "../../taotp/page/editor/listing/faults.js";
import "../../taotp/page/editor/features/stacks.js";
import { readListing } from "../../taotp/page/editor/listing/reading.js";

// A matrix as it is; in short where only its place matters.
const plain = (key, value) => (value instanceof Float64Array ? [...value] : value);

const texts = JSON.parse(readFileSync(0, "utf8"));
const answers = texts.map(({ text, name, whole }) => {
  const { faults, wrongs, ...made } = readListing(text);
  if (faults) return { shown: renderFaults(text, name, faults) };
  return whole ? made : {};
});
process.stdout.write(JSON.stringify(answers, plain));
