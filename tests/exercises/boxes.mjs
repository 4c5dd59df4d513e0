// Which box of a text with blanks the page names, where one of them cannot be read.
import { readFileSync } from "node:fs";
import { boxAt } from "../../taotp/page/exercises/hour/words.js";
import { readListing } from "../../taotp/page/editor/listing/reading.js";

const asked = JSON.parse(readFileSync(0, "utf8"));
const found = asked.map(({ given, values }) => {
  const text = given.split("____").map((piece, i) => piece + (values[i] ?? "")).join("");
  const { faults } = readListing(text);
  return faults ? boxAt(given, values, faults[0]) : "read";
});
process.stdout.write(JSON.stringify(found));
