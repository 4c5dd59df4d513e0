// Which box of a text with blanks the page names, where one of them cannot be read, and what it
// says of it.
import { readFileSync } from "node:fs";
import { boxAt, verdictWords } from "../../taotp/page/exercises/hour/words.js";
import { readListing } from "../../taotp/page/editor/listing/reading.js";

const asked = JSON.parse(readFileSync(0, "utf8"));
const found = asked.map(({ given, values }) => {
  const text = given.split("____").map((piece, i) => piece + (values[i] ?? "")).join("");
  const { faults } = readListing(text);
  if (!faults) return { at: "read", told: "" };
  const at = boxAt(given, values, faults[0]);
  const verdict = { kind: "fault", text: "" };
  return { at, told: verdictWords({ verdict, faults }, 0, values.length, at) };
});
process.stdout.write(JSON.stringify(found));
