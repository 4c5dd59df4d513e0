// @ts-check
// The reader of taotp/listing: a text becomes a model, or faults, letter by letter the same.
// Either level (reading.py). The same case files are read by both.

import { LIMITS } from "./language.js";
import { Misread, lengthOf, located, unlessMisread } from "./faults.js";
import { readSentences } from "./assembling.js";
import { readNested } from "./nested.js";
import { nextWord } from "./words.js";
/** @import {Made, Word} from "./listing" */

// 1 where the first word is an opening brace, else 2.
/** @param {string} text */
function levelOf(text) {
  for (let at = 0; ;) {
    const word = unlessMisread(() => nextWord(text, at), () => /** @type {Word | null} */ (null));
    if (!word) return 2;
    if (word.kind === "end") {
      throw new Misread(0, 0,
        "the text is empty; begin with a line such as 'symbols a b c', or with {");
    }
    if (word.kind !== "line") return word.text === "{" ? 1 : 2;
    at = word.end;
  }
}

/** @param {string} text */
function readText(text) {
  if (text.length > LIMITS.text && lengthOf(text) > LIMITS.text) {
    throw new Misread(0, 1,
      `the text is longer than ${LIMITS.text} characters, the most it may be`);
  }
  // A byte order mark, with which some editors begin a file, keeps its place.
  const marked = text.startsWith("\ufeff") ? ` ${text.slice(1)}` : text;
  return levelOf(marked) === 2 ? readSentences(marked) : readNested(marked);
}

// The program, or its faults in the order of the text.
/** @param {string} text @returns {Made} */
export function readListing(text) {
  const made = unlessMisread(() => readText(text),
    (wrong) => /** @type {Made} */ ({ wrongs: [wrong] }));
  const wrongs = made.wrongs.sort((a, b) => a.start - b.start);
  return wrongs.length ? { faults: wrongs.map((wrong) => located(text, wrong)) } : made;
}
