// @ts-check
// The Little Man Computer itself, as taotp/little_man has it: what a trace says of its
// mailboxes, and what should come next.

import INSTRUCTIONS from "../../little_man/instructions.json" with { type: "json" };

export const TABLE = INSTRUCTIONS; // which taotp/little_man reads too
export const CELLS = 100;
export const SPELL = "\u0022"; // a quotation mark

/**
 * What a text has said so far: what mailboxes hold (undefined: never written), the accumulator, the
 * mailbox of the next instruction, and what was said: numbers, and lines of letters.
 * @typedef {{cells: number[], acc: number, at: number, said: (number | string)[], open: boolean,
 * }} Reader
 */

/** @param {string[]} words @returns {Reader} */
export function newReader(words) {
  /** @type {Reader} */
  const reader = { cells: Array(CELLS).fill(undefined), acc: 0, at: 0, said: [], open: false };
  for (const word of words) readWord(reader, word);
  return reader;
}

/** @param {string} word */
export const isNumber = (word) => /^-?\d+$/.test(word);
/** @param {string} word */
export const cellOf = (word) => Number(word.slice(1));

/** @param {Reader} reader @param {string} word */
export function readWord(reader, word) {
  reader.at += 1;
  if (isNumber(word)) reader.acc = Number(word);
  else if (word[0] === ">") reader.cells[cellOf(word)] = reader.acc;
  else if (word[0] === "@") reader.at = cellOf(word);
  else if (word === "!") {
    reader.said.push(reader.acc);
    reader.open = false;
  } else if (word === SPELL) spell(reader);
}

export const LINE_ENDS = 10; // the letter that ends a line

/** @param {number} value */
export const letterOf = (value) => (value < 0 ? "\ufffd" : String.fromCharCode(value));

/** @param {Reader} reader */
function spell(reader) {
  if (!reader.open) reader.said.push("");
  reader.open = reader.acc !== LINE_ENDS;
  if (reader.open) reader.said[reader.said.length - 1] += letterOf(reader.acc);
}

/** @param {number} value */
export const numberWord = (value) =>
  (value < 0 ? "-" : "") + String(Math.abs(value)).padStart(3, "0");
/** @param {number} cell */
export const cellWord = (cell) => String(cell).padStart(2, "0");

// A sum without its first digit, where it has one too many; its sign stays.
/** @param {number} total */
const short = (total) => Math.sign(total) * (Math.abs(total) % (10 * CELLS));

// The instruction that a number is, "" for none, and the mailbox that it names.
/** @param {number} holds @returns {[string, number]} */
function read(holds) {
  const [kind, cell] = [Math.floor(holds / CELLS), holds % CELLS];
  const [words, wanted] = kind === 9 ? [TABLE.spoken, cell] : [TABLE.named, kind];
  return [Object.entries(words).find(([, number]) => number === wanted)?.[0] ?? "", cell];
}

// What comes next after what was read.
/** @param {Reader} reader */
export function expectedAfter({ cells, acc, at }) {
  const [does, cell] = read(cells[at] ?? 0);
  const there = cells[cell] ?? 0;
  const jumps = /** @type {Record<string, boolean>} */ (
    { BRA: true, BRZ: acc === 0, BRP: acc >= 0 })[does];
  if (does === "ADD") return numberWord(short(acc + there));
  if (does === "SUB") return numberWord(short(acc - there));
  if (does === "STA") return `>${cellWord(cell)}`;
  if (does === "LDA") return numberWord(there);
  if (jumps !== undefined) return jumps ? `@${cellWord(cell)}` : "-";
  return /** @type {Record<string, string>} */ ({ INP: "?", OUT: "!", OTC: SPELL })[does] ?? ".";
}

// The places up to a row where something was stored in a mailbox.
/** @param {string[]} words @param {number} row @param {number} cell */
export const storesIn = (words, row, cell) =>
  [...words.keys()].filter((i) => i <= row && words[i] === `>${cellWord(cell)}`);

// The prompt that leaves numbers in mailboxes: a history of stores, then 000 and where to begin.
/** @param {number[]} numbers */
export function promptOf(numbers) {
  return [...numbers.flatMap((x, i) => [numberWord(x), `>${cellWord(i)}`]), "000", "@00"];
}

// An instruction, read aloud.
/** @param {number} holds */
export function spelledOut(holds) {
  const [word, cell] = read(holds);
  if (word in TABLE.named) return `${word} ${cellWord(cell)}`;
  return holds >= 0 && holds < CELLS ? TABLE.halts[0] : word;
}
