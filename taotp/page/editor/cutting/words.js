// @ts-check
// A text as the words that a program reads, cut as taotp/words/cutting.py cuts it.

import { CUTS, shown } from "../../kit/runs.js";
import { nearest } from "./near.js";
/** @import {Program} from "../../kit/page" */

/** @type {Record<string, string>} */
const CURLY = { "\u2019": "'", "\u2018": "'", "\u2010": "-", "\u2011": "-" };
const WORD = /[\p{L}\p{N}]+(?:['-][\p{L}\p{N}]+)*'?|[^\s\x1c-\x1f\x85]|\ufeff/gu;
// no words
const SILENT = ".,;:!?\x22()[]{}\u201c\u201d\u201e\u00ab\u00bb\u2026\u2013\u2014'-_*\x60/\\";
const NEAR = 3; // how many near words are named

// The words of a text in lower case, spelled out, without the marks between them.
/** @param {string} text @param {{has(word: string): boolean}} known
 * @param {Record<string, string[]>} spelled */
export function split(text, known, spelled) {
  const plain = text.normalize("NFC").replace(/[\u2018\u2019\u2010\u2011]/g, (mark) => CURLY[mark])
    .toLowerCase();
  /** @param {string} word */
  const own = (word) => Object.hasOwn(spelled, word);
  /** @param {string} word */
  const heard = (word) => !SILENT.includes(word) || known.has(word);
  return (plain.match(WORD) ?? []).filter(heard).flatMap((found) => {
    const word = known.has(found) || own(found) ? found : found.replace(/'+$/, "");
    return own(word) ? spelled[word] : [word];
  });
}

/** @type {WeakMap<Program, {all: string[], known: Set<string>, longest: number}>} */
const sets = new WeakMap();

// The known words of a program: all that one may say to it, from some ids to others.
/** @param {Program} program */
function knownOf(program) {
  if (!sets.has(program)) {
    const all = program.words.known.flatMap(([from, to]) => program.vocabulary.slice(from, to));
    const longest = Math.max(1, ...all.map((word) => word.split(" ").length));
    sets.set(program, { all, known: new Set(all), longest });
  }
  return sets.get(program);
}

/** @param {string} word */
const curled = (word) => `\u201c${word}\u201d`;

// The known words of a text, of several the longest that fits, and what is wrong with an unknown
// one.
CUTS.words = (program, text) => {
  const { all, known, longest } = knownOf(program);
  const words = split(text, known, program.words.spelled);
  /** @type {string[]} */
  const symbols = [];
  for (let at = 0; at < words.length;) {
    let n = Math.min(longest, words.length - at);
    while (n && !known.has(words.slice(at, at + n).join(" "))) n -= 1;
    if (!n) {
      const kin = program.words.kin ?? {};
      const near = Object.hasOwn(kin, words[at]) ? kin[words[at]] : nearest(words[at], all, NEAR);
      const meant = near.length ? `; near ones are ${near.map(curled).join(" ")}` : "";
      return { error: `${curled(shown(text, words[at]))} is none of ` +
        `the ${all.length} words${meant}.` };
    }
    symbols.push(words.slice(at, at + n).join(" "));
    at += n;
  }
  return { symbols };
};
