// @ts-check
// The assembler of taotp/little_man, sentence by sentence.

import { nearestOf, shown } from "./faults.js";
import { CELLS } from "./little_man.js";

/** @type {Record<string, number>} */
const CALLED = { ADD: 1, SUB: 2, STA: 3, STO: 3, LDA: 5, BRA: 6, BRZ: 7, BRP: 8 };
/** @type {Record<string, number>} */
const ALONE = { HLT: 0, COB: 0, INP: 901, OUT: 902, OTC: 922 };
const WORDS = [...Object.keys(CALLED), ...Object.keys(ALONE), "DAT"];
const MOST = 10 * CELLS - 1;
const A_NUMBER = /^[+-]?\d+$/;
const A_LABEL = /^(?!\p{Nd})[\p{L}\p{N}_]+$/u;

/** @typedef {{at: number, label: string, word: string, rest: string[]}} Line */
/** @typedef {{numbers: number[], fault: string, places: Map<number, number>}} Assembled */

class Fault extends Error {}

/** @param {number} at @param {string} words */
function refuse(at, words) {
  throw new Fault(`line ${at}: ${words}`);
}

/** @param {string} word */
const isWord = (word) => WORDS.includes(word.toUpperCase());

/** @param {string} word @param {string[]} known */
function meant(word, known) {
  const near = nearestOf(word, known);
  return near === undefined ? "" : `; did you mean ${near}?`;
}

/** @param {number} at @param {string} said @returns {Line | undefined} */
function lineOf(at, said) {
  const words = said.split(/\/\/|;|#/)[0].split(/\s+/).filter(Boolean);
  if (!words.length) return undefined;
  const [first, second] = words;
  if (isWord(first)) return { at, label: "", word: first.toUpperCase(), rest: words.slice(1) };
  if (A_NUMBER.test(first)) return { at, label: "", word: "DAT", rest: words };
  if (words.length < 2 || !isWord(second)) {
    const wrong = words.length < 2 || A_NUMBER.test(second) ? first : second;
    refuse(at, `${shown(wrong)} is no instruction${meant(wrong.toUpperCase(), WORDS)}`);
  }
  const label = first.replace(/:$/, "");
  if (!A_LABEL.test(label)) {
    refuse(at, `${shown(first)} is no label; it must begin with a letter`);
  }
  return { at, label, word: second.toUpperCase(), rest: words.slice(2) };
}

/** @param {Line[]} lines */
function labelsOf(lines) {
  /** @type {Map<string, number>} */
  const labels = new Map();
  lines.forEach(({ at, label }, place) => {
    if (!label) return;
    if (labels.has(label)) {
      const first = lines[labels.get(label)].at;
      refuse(at, `the label ${label} is there already, in line ${first}`);
    }
    labels.set(label, place);
  });
  return labels;
}

// What a label or a number stands for.
/** @param {number} at @param {string} said @param {Map<string, number>} labels */
function placeOf(at, said, labels) {
  if (A_NUMBER.test(said)) return Number(said);
  if (!labels.has(said)) refuse(at, `there is no label ${said}${meant(said, [...labels.keys()])}`);
  return labels.get(said);
}

/** @param {Line} line @param {Map<string, number>} labels */
function valueOf({ at, word, rest }, labels) {
  if (word in ALONE) {
    if (rest.length) refuse(at, `${word} stands alone; ${shown(rest[0])} is too much`);
    return ALONE[word];
  }
  if (rest.length > 1) refuse(at, `${shown(rest[1])} is too much behind ${word} ${rest[0]}`);
  if (!rest.length && word === "DAT") return 0;
  if (!rest.length) refuse(at, `${word} needs a cell or a label`);
  const found = placeOf(at, rest[0], labels);
  if (word === "DAT") {
    if (Math.abs(found) > MOST) {
      refuse(at, `${rest[0]} is too large; numbers are -${MOST} to ${MOST}`);
    }
    return found;
  }
  if (found < 0 || found >= CELLS) {
    refuse(at, `there is no cell ${rest[0]}; cells are 0 to ${CELLS - 1}`);
  }
  return CALLED[word] * CELLS + found;
}

/** @param {string} text */
function assembled(text) {
  const lines = text.split(/\r?\n/).map((said, i) => lineOf(i + 1, said)).filter(Boolean);
  if (!lines.length) throw new Fault("the program has no instruction; it must have at least 1");
  if (lines.length > CELLS) {
    refuse(lines[CELLS].at, `the ${CELLS} cells are full; a program has no more lines`);
  }
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
