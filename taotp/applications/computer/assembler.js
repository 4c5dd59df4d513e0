// @ts-check
// The assembler of taotp/little_man, sentence by sentence.

import { nearestOf, shown } from "./faults.js";
import { CELLS, TABLE } from "./little_man.js";

const { faults: FAULTS, halts, takeNumbers } = TABLE;
/** @type {Record<string, string>} */
const ALSO = TABLE.also;
/** @type {{named: Record<string, number>, spoken: Record<string, number>}} */
const { named, spoken } = TABLE;
const ALONE = [...halts, ...Object.keys(spoken)];
const WORDS = [...Object.keys(named), ...ALONE, "DAT"];
const A_NUMBER = /^[+-]?\d+$/;
const ITSELF = /^#[+-]?\d+$/; // a number that is meant as it is, as no comment begins
const NOTHING_RUN_BEHIND = ["DAT", "HLT", "COB", "BRA"]; // behind what no cell is run
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

// Whether a word is an instruction by a name that no label may have, and by any name.
/** @param {string} [word] */
const isOwn = (word = "") => WORDS.includes(word.toUpperCase());
/** @param {string} word */
const isWord = (word) => isOwn(word) || Object.hasOwn(ALSO, word.toUpperCase());
/** @param {string} word */
const ownWord = (word) => ALSO[word.toUpperCase()] ?? word.toUpperCase();

// Which known word was meant, as it is `written`.
/** @param {string} word @param {string[]} known @param {Map<string, string>} [written] */
function meant(word, known, written) {
  const near = nearestOf(word, known);
  return near === undefined ? "" : filled(FAULTS.meant, written?.get(near) ?? near);
}

/** @param {string} said */
const cut = (said) => said.split(/\s+/).filter(Boolean);

// The words of a line, without a comment; a number that stands as it is begins none.
/** @param {string} line */
function wordsOf(line) {
  const plain = cut(line.split(/\/\/|;|#/)[0]);
  const n = plain.length;
  const itself = cut(line.split(/\/\/|;/)[0])[n];
  const last = n ? ownWord(plain[n - 1]) : "";
  const takes = n && n <= 2 && (Object.hasOwn(named, last) || last === "DAT");
  return takes && ITSELF.test(itself ?? "") ? [...plain, itself] : plain;
}

// Whether an instruction's second name stands for a cell: before another, or where it is asked for.
/** @param {string[]} words @param {Set<string>} asked @param {Set<string>} begun */
function isLabel(words, asked, begun) {
  const [first, second] = words;
  if (isOwn(first)) return false;
  if (words.length === 1) return asked.has(first.toLowerCase()) && !begun.has(first.toLowerCase());
  return isOwn(second) ||
    (isWord(second) && (ALONE.includes(ownWord(first)) || words.length > 2));
}

// Whether what stands second is no instruction that was meant, but what it is done with.
/** @param {string[]} words @param {Set<string>} begun */
const isOperand = (words, begun) => A_NUMBER.test(words[1]) ||
  (words.length === 2 && begun.has(words[1].toLowerCase()));

// A line of a program; a word alone is a label if somebody names it, or it has a colon. Asked for
// is what lines of several words end with, begun what they begin with.
/**
 * @param {number} at @param {string[]} words @param {Set<string>} asked @param {Set<string>} begun
 * @returns {Line}
 */
function lineOf(at, words, asked, begun) {
  const [first, second] = words;
  if (isWord(first) && !isLabel(words, asked, begun)) {
    if (isOwn(second)) refuse(at, "both", first, second);
    return { at, label: "", word: ownWord(first), rest: words.slice(1) };
  }
  if (A_NUMBER.test(first)) return { at, label: "", word: "DAT", rest: words };
  const alone = first.replace(/:$/, "");
  if (words.length === 1 && A_LABEL.test(alone) && (alone !== first ||
    asked.has(alone.toLowerCase()))) {
    begun.add(alone.toLowerCase());
    return { at, label: alone, word: "", rest: [] };
  }
  if (words.length < 2 || !isWord(second)) {
    const wrong = words.length < 2 || isOperand(words, begun) ? first : second;
    refuse(at, "unknown", shown(wrong), meant(wrong.toUpperCase(), WORDS));
  }
  const label = first.replace(/:$/, "");
  if (!A_LABEL.test(label)) refuse(at, "label", shown(first));
  return { at, label, word: ownWord(second), rest: words.slice(2) };
}

// The lines with an instruction, and the cells of labels, which may stand on lines before theirs.
/** @param {Line[]} all */
function labeledLines(all) {
  /** @type {Line[]} */
  const lines = [];
  /** @type {Map<string, number>} */
  const labels = new Map();
  /** @type {Map<string, number>} */
  const firstAt = new Map();
  /** @type {Line | undefined} */
  let waiting;
  for (const line of all) {
    const { at, label, word } = line;
    if (firstAt.has(label)) refuse(at, "there", label, firstAt.get(label));
    if (label) {
      labels.set(label, lines.length);
      firstAt.set(label, at);
    }
    if (word) lines.push(line);
    waiting = word ? undefined : waiting ?? line;
  }
  return { lines, labels, waiting };
}

// What a label or a number stands for.
/** @param {Line} line @param {string} said @param {Map<string, number>} labels */
function placeOf({ at, word }, said, labels) {
  if (A_NUMBER.test(said)) return Number(said);
  if (ITSELF.test(said)) {
    if (word !== "DAT" && !takeNumbers.includes(word)) refuse(at, "itself", said, word);
    return Number(said.slice(1));
  }
  if (labels.has(said)) return labels.get(said);
  const alike = [...labels].filter(([label]) => label.toLowerCase() === said.toLowerCase());
  if (alike.length !== 1) {
    const near = new Map([...labels.keys()].reverse().map((label) =>
      [label.toLowerCase(), label]));
    refuse(at, "nowhere", said, meant(said.toLowerCase(), [...near.keys()], near));
  }
  return alike[0][1];
}

/** @param {Line} line @param {Map<string, number>} labels */
function dataOf(line, labels) {
  const found = line.rest.length ? placeOf(line, line.rest[0], labels) : 0;
  if (Math.abs(found) > MOST) refuse(line.at, "large", line.rest[0], MOST);
  return found;
}

/** @param {Line} line @param {Map<string, number>} labels */
function valueOf(line, labels) {
  const { at, word, rest } = line;
  if (ALONE.includes(word)) {
    if (rest.length) refuse(at, "alone", word, shown(rest[0]));
    return word in spoken ? 9 * CELLS + spoken[word] : 0;
  }
  if (rest.length > 1) refuse(at, "more", shown(rest[1]), word, rest[0]);
  if (word === "DAT") return dataOf(line, labels);
  if (!rest.length) refuse(at, "needs", word);
  const found = placeOf(line, rest[0], labels);
  if (found < 0 || found >= CELLS) refuse(at, "cell", rest[0], CELLS - 1);
  return named[word] * CELLS + found;
}

/** @param {string} text */
function assembled(text) {
  const said = text.split(/\r\n|\n|\r/).map((line, i) => ({ at: i + 1, words: wordsOf(line) }))
    .filter(({ words }) => words.length);
  const longer = said.map(({ words }) => words).filter((words) => words.length > 1);
  const asked = new Set(longer.map((words) => words[words.length - 1].toLowerCase()));
  const begun = new Set(longer.map(([first]) => first.toLowerCase()));
  const { lines, labels, waiting } =
    labeledLines(said.map(({ at, words }) => lineOf(at, words, asked, begun)));
  if (!lines.length) throw new Fault(FAULTS.empty);
  if (lines.length > CELLS) refuse(lines[CELLS].at, "full", CELLS);
  if (waiting) refuse(waiting.at, "last", waiting.label);
  return { lines, numbers: withNumbers(lines, labels) };
}

// The cells of some lines, and behind them those of numbers that stand as they are.
/** @param {Line[]} lines @param {Map<string, number>} labels */
function withNumbers(lines, labels) {
  const first = lines.length + Number(!NOTHING_RUN_BEHIND.includes(lines[lines.length - 1].word));
  /** @type {Map<number, number>} */
  const held = new Map();
  const found = lines.map((line) => {
    if (!ITSELF.test(line.rest[0] ?? "") || !takeNumbers.includes(line.word)) {
      return valueOf(line, labels);
    }
    const itself = dataOf(line, labels);
    if (!held.has(itself)) held.set(itself, first + held.size);
    const place = held.get(itself);
    if (place >= CELLS) refuse(line.at, "full", CELLS);
    return valueOf({ ...line, rest: [String(place), ...line.rest.slice(1)] }, labels);
  });
  if (!held.size) return found;
  return [...found, ...Array(first - lines.length).fill(0), ...held.keys()];
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
