// A long word cut by merges, and how often the page looked for a pair or a piece.
import { readFileSync } from "node:fs";
import { learner, longestFirst, oldestFirst } from "../../../taotp/applications/pieces/learning.js";

const { counts, merges, word, most } = JSON.parse(readFileSync(0, "utf8"));
const from = learner(new Map(Object.entries(counts)));
const n = from.learn(merges);
const pieces = new Set([...from.letters, ...from.made.map(({ left, right }) => left + right)]);
let looked = 0;
const count = (of, name) => ({ [name]: (key) => {
  looked += 1;
  return of[name](key);
} });
const oldest = oldestFirst(word, { ranks: count(from.ranks, "get") }, n);
const longest = longestFirst(word, count(pieces, "has"), most);
process.stdout.write(JSON.stringify({ oldest, longest, looked }));
