// @ts-check
// The assembler of taotp/little_man, sentence by sentence.

import { nearestOf, shown } from "./faults.js";
import { CELLS, TABLE } from "./little_man.js";

const { faults: FAULTS, halts } = TABLE;
/** @type {{named: Record<string, number>, spoken: Record<string, number>}} */
const { named, spoken } = TABLE;
const ALONE = [...halts, ...Object.keys(spoken)];
const WORDS = [...Object.keys(named), ...ALONE, "DAT"];
const A_NUMBER = /^[+-]?\d+$/;
const MOST = 10 * CELLS - 1;
const A_LABEL = /^(?!\p{Nd})[\p{L}\p{N}_]+$/u;

/** @typedef {{at: number, label: string, word: string, rest: string[]}} Line */
/** @typedef {{numbers: number[], fault: string, places: Map<number, number>}} Assembled */

class Fault extends Error {}

/** @param {number} at @param {keyof typeof FAULTS} of @param {...(string | number)} parts */
function refuse(at, of, ...parts) {
  throw new Fault(filled(FAULTS.at, at, filled(FAULTS[of], ...parts)));
}

// A sentence with its parts in the places of {0}, {1} ..., as Python fills it.
/** @param {string} sentence @param {...(string | number)} parts */
const filled = (sentence, ...parts) =>
  sentence.replace(/\{(\d)\}/g, (_, i) => String(parts[i]));

/** @param {string} word */
const isWord = (word) => WORDS.includes(word.toUpperCase());

/** @param {string} word @param {string[]} known */
function meant(word, known) {
  const near = nearestOf(word, known);
  return near === undefined ? "" : filled(FAULTS.meant, near);
}

/** @param {number} at @param {string} said @returns {Line | undefined} */
function lineOf(at, said) {
  const words = said.split(/\/\/|;|#/)[0].split(/\s+/).filter(Boolean);
  if (!words.length) return undefined;
  const [first, second] = words;
  if (isWord(first)) {
    if (second && isWord(second)) refuse(at, "both", first, second);
    return { at, label: "", word: first.toUpperCase(), rest: words.slice(1) };
  }
  if (A_NUMBER.test(first)) return { at, label: "", word: "DAT", rest: words };
  if (words.length < 2 || !isWord(second)) {
    const wrong = words.length < 2 || A_NUMBER.test(second) ? first : second;
    refuse(at, "unknown", shown(wrong), meant(wrong.toUpperCase(), WORDS));
  }
  const label = first.replace(/:$/, "");
  if (!A_LABEL.test(label)) refuse(at, "label", shown(first));
  return { at, label, word: second.toUpperCase(), rest: words.slice(2) };
}

/** @param {Line[]} lines */
function labelsOf(lines) {
  /** @type {Map<string, number>} */
  const labels = new Map();
  lines.forEach(({ at, label }, place) => {
    if (!label) return;
    if (labels.has(label)) refuse(at, "there", label, lines[labels.get(label)].at);
    labels.set(label, place);
  });
  return labels;
}

// What a label or a number stands for.
/** @param {number} at @param {string} said @param {Map<string, number>} labels */
function placeOf(at, said, labels) {
  if (A_NUMBER.test(said)) return Number(said);
  if (!labels.has(said)) refuse(at, "nowhere", said, meant(said, [...labels.keys()]));
  return labels.get(said);
}

/** @param {Line} line @param {Map<string, number>} labels */
function valueOf({ at, word, rest }, labels) {
  if (ALONE.includes(word)) {
    if (rest.length) refuse(at, "alone", word, shown(rest[0]));
    return word in spoken ? 9 * CELLS + spoken[word] : 0;
  }
  if (rest.length > 1) refuse(at, "more", shown(rest[1]), word, rest[0]);
  if (!rest.length && word === "DAT") return 0;
  if (!rest.length) refuse(at, "needs", word);
  const found = placeOf(at, rest[0], labels);
  if (word === "DAT") {
    if (Math.abs(found) > MOST) refuse(at, "large", rest[0], MOST);
    return found;
  }
  if (found < 0 || found >= CELLS) refuse(at, "cell", rest[0], CELLS - 1);
  return named[word] * CELLS + found;
}

/** @param {string} text */
function assembled(text) {
  const lines = text.split(/\r?\n/).map((said, i) => lineOf(i + 1, said)).filter(Boolean);
  if (!lines.length) throw new Fault(FAULTS.empty);
  if (lines.length > CELLS) refuse(lines[CELLS].at, "full", CELLS);
  const labels = labelsOf(lines);
  return { lines, numbers: lines.map((line) => valueOf(line, labels)) };
}

// The numbers of a program, the sentence about its first fault, and the cell of each line of the
// text that has one.
/** @param {string} text @returns {Assembled} */
export function assemble(text) {
  try {
    const { lines, numbers } = assembled(text);
    return { numbers, fault: "", places: new Map(lines.map(({ at }, cell) => [at - 1, cell])) };
  } catch (fault) {
    if (!(fault instanceof Fault)) throw fault;
    return { numbers: [], fault: fault.message, places: new Map() };
  }
}
