// @ts-check
// Vectors and matrices of semes: 2.1 pig -3.2 wombat, and pig>wombat (vectors.py). They are lists
// of terms, each a factor with one name or with two.

import { CLAUSES } from "../listing/language.js";
import { Misread, quoted, wrongAt } from "../listing/faults.js";
import { readNumber } from "../listing/expressions.js";
import { SEMES } from "./language.js";
/** @import {Sentence} from "../listing/sentences.js" */
/** @import {OfSemes, Pairs, Terms} from "./features" */

export const IMPLIED = ["start", "one"];
const CLAUSE_NAMES = [...Object.keys(CLAUSES.head), "write"];

// Terms up to a clause, a `>` or the end; `written` where they are added to a row.
/**
 * @param {Sentence} line @param {OfSemes} made @param {string} what @param {boolean} written
 * @returns {Terms}
 */
export function readVector(line, made, what, written) {
  /** @type {Terms} */
  const out = [];
  do {
    const [factor, wanted] = readFactor(line, made, what);
    out.push([factor, readSeme(line, made, wanted, written).text]);
  } while (goesOn(line));
  return out;
}

/**
 * @param {Sentence} line @param {OfSemes} made @param {string} what @param {boolean} written
 * @returns {Pairs}
 */
export function readMatrix(line, made, what, written) {
  /** @type {Pairs} */
  const out = [];
  do {
    const [factor, wanted] = readFactor(line, made, what);
    const { text } = readSeme(line, made, wanted, false);
    if (!line.takes(">")) throw line.unlike(`'>' after ${quoted(text)}, as in ${text}>NAME`);
    out.push([factor, text, readSeme(line, made, `a seme after '${text}>'`, written).text]);
  } while (goesOn(line));
  return out;
}

// Whether another term comes; a comma before it is read, one before a clause is left.
/** @param {Sentence} line */
function goesOn(line) {
  const { kind, text } = line.word;
  if (line.sees(",")) {
    const behind = line.words[line.at + 1];
    if (behind.kind === "end" || CLAUSE_NAMES.includes(behind.text)) return false;
    line.next();
    return true;
  }
  if (kind === "name") return !CLAUSE_NAMES.includes(text);
  return /^(number|string)$/.test(kind) || line.sees("+", "-", "(");
}

/** @param {Sentence} line */
const afterLast = (line) => `a seme after ${quoted(line.last.text)}`;

// The sign and the number before a name, and what has to come next.
/** @param {Sentence} line @param {OfSemes} made @param {string} what @returns {[number, string]} */
function readFactor(line, { names }, what) {
  const start = line.at;
  const sign = line.takes("-") ? -1 : 1;
  if (sign > 0) line.takes("+");
  let factor;
  if (line.word.kind === "number") factor = Number(line.next().text);
  else if (line.word.kind === "name" && Object.hasOwn(names.numbers, line.word.text)) {
    factor = names.numbers[line.next().text];
  } else if (line.takes("(")) {
    factor = readNumber(line, names);
    if (!line.takes(")")) throw line.unlike("')' for the '(' before it");
  } else return [sign, line.at === start ? what : afterLast(line)];
  line.takes("*");
  return [sign * factor, afterLast(line)];
}

/** @param {Sentence} line @param {OfSemes} made @param {string} what @param {boolean} written */
export function readSeme(line, { semes, names }, what, written) {
  const word = line.name(what);
  const { text } = word;
  if (text === "one" && written) {
    throw wrongAt(word,
      "'one' is read from the loud pair, and nothing writes it; write a seme of yours");
  }
  if (semes.has(text) || IMPLIED.includes(text)) return word;
  const whole = line.sees("-") ? `${text}_${line.words[line.at + 1].text}` : "";
  const wrong = names.unknown(word, "not a seme", [...semes, ...IMPLIED]);
  if (semes.has(whole)) wrong.message += `; '-' takes away, did you mean ${quoted(whole)}?`;
  throw wrong;
}

// A name that may be given to a seme.
/** @param {Sentence} line @param {OfSemes} made */
export function readNewSeme(line, { semes, names }) {
  const word = line.name("a name for a seme");
  const { text } = word;
  const behind = line.words[Math.min(line.at + 1, line.words.length - 1)];
  if (line.sees("-") && line.word.start === word.end) {
    throw new Misread(word.start, behind.end, `'${text}-${behind.text}' is not the name of a ` +
      `seme, as '-' takes away; it may be ${text}_${behind.text}`);
  }
  /** @param {string} message */
  const refuse = (message) => {
    throw wrongAt(word, message);
  };
  if (SEMES.reserved.includes(text)) {
    refuse(`${quoted(text)} is a word of the language; take another name`);
  }
  if (text.includes(".")) refuse(`${quoted(text)} has a point, which no name of a seme has`);
  if (Object.hasOwn(names.numbers, text)) {
    refuse(`${quoted(text)} has a meaning already; take another name`);
  }
  if (semes.has(text)) refuse(`the seme ${quoted(text)} is here twice`);
  return text;
}

// A number of four digits, as Python writes it.
/** @param {number} x */
function brief(x) {
  const [digits, power] = x.toExponential(3).split("e");
  if (!x || (Number(power) >= -4 && Number(power) < 4)) return String(Number(x.toPrecision(4)));
  return `${Number(digits)}e${power.replace(/^([+-])(\d)$/, "$10$2")}`;
}

// Terms of a matrix as one would write them: det>sg - 2 sg>pl.
/** @param {Pairs} terms */
export function shownTerms(terms) {
  const said = terms.map(([factor, left, right]) => {
    const size = brief(Math.abs(factor));
    const sign = factor < 0 || Object.is(factor, -0) ? "-" : "+";
    return [sign, ...(size === "1" ? [] : [size]), `${left}>${right}`].join(" ");
  });
  return said.join(" ").replace(/^\+ /, "").replace(/^- /, "-");
}
