// @ts-check
// Arithmetic of numbers, and of parts of the stream (expressions.py). A place is columns: a matrix
// by which it is read, and what is added to each.

import { rowOf } from "../../kit/arithmetic.js";
import { LIMITS, WORDS } from "./language.js";
import { Misread, listed, quoted, suggestion, wrongAt } from "./faults.js";
import { tooMany } from "./literal.js";
import { EAST, NORTH, across, at, fill, reading, times, turn } from "./matrices.js";
/** @import {Circle, Linear, StreamPlace, Value, Word} from "./listing" */
/** @import {Sentence} from "./sentences.js" */

/** @type {Record<string, number[]>} */
const DIRECTIONS = { north: NORTH, east: EAST };
const CALLED = [...WORDS.functions, ...WORDS.directions];
const NO_FORMULA =
  "not a number; here stands one, such as 1, or a formula in i, the row's number";

// The fault that a circle is missing, which says nothing where another fault may be why.
/** @param {Names} names @param {Word} word @param {string} message */
export const missing = (names, word, message) => wrongAt(word, names.unlaid ? "" : message);

/** @param {unknown} value @returns {value is number} */
const isNumber = (value) => typeof value === "number";

/** @param {number} a @param {number} b */
function divided(a, b) {
  const rest = a % b;
  const behind = rest !== 0 && rest < 0 !== b < 0;
  const quotient = (a - rest) / b - Number(behind);
  const floor = Math.floor(quotient);
  return [quotient - floor > 0.5 ? floor + 1 : floor, behind ? rest + b : rest];
}

/** @type {Record<string, (a: number, b: number) => number>} */
const ARITHMETIC = {
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "/": (a, b) => a / b,
  "//": (a, b) => divided(a, b)[0],
  "%": (a, b) => divided(a, b)[1],
  "**": (a, b) => a ** b,
};

// What names stand for. `row` is a row of the stream where one is being written: a place is then
// the number it holds.
export class Names {
  /** @type {Record<string, number>} */
  numbers = {};
  /** @type {Record<string, StreamPlace>} */
  places = {};
  /** @type {Record<string, Circle>} */
  circles = {};
  /** @type {number[] | null} */
  row = null;
  unlaid = false; // a sentence about rows has a fault, so that circles may be missing
  spent = 0;
  steps = 0;

  /** @param {Word} word */
  place(word) {
    const { text } = word;
    if (Object.hasOwn(this.places, text)) return this.places[text];
    const cut = text.lastIndexOf(".");
    const [whole, digits] = [text.slice(0, Math.max(0, cut)), text.slice(cut + 1)];
    if (Object.hasOwn(this.places, whole) && /^[0-9]+$/.test(digits) &&
      !this.places[`${whole}.1`]) {
        const { start, size, d_model } = this.places[whole];
        const number = Number(digits);
        if (number < 1 || number > size) {
          throw wrongAt(word, `${whole} has size ${size}; there is no ${text}`);
        }
        return { name: text, start: start + number - 1, size: 1, d_model };
      }
    throw this.unknown(word, "not a part of the stream", Object.keys(this.places));
  }

  /** @param {Word} word @param {string} what @param {string[]} all */
  unknown(word, what, all) {
    const known = all.filter((name) => name !== "stream");
    const has = known.length > 1 ? `; there are ${listed(known)}`
      : known.length ? `; there is ${known[0]}` : "";
    return wrongAt(word, `${quoted(word.text)} is ${what}${has}${suggestion(word.text, known)}`);
  }

  // Counts numbers before they are made.
  /** @param {number} numbers @param {Word} word */
  spend(numbers, word) {
    this.spent += numbers;
    if (this.spent > LIMITS.numbers) throw tooMany(word);
  }

  // A name that may be given to something.
  /** @param {Word} word */
  new(word) {
    const { text } = word;
    /** @param {string} message */
    const refuse = (message) => {
      throw wrongAt(word, `${quoted(text)} ${message}`);
    };
    if (WORDS.reserved.includes(text) || CALLED.includes(text)) {
      refuse("is a word of the language; take another name");
    }
    if (text.includes(".")) refuse("has a point, which names have that belong to a part");
    if (Object.hasOwn(this.numbers, text) || Object.hasOwn(this.places, text)) {
      refuse("has a meaning already; take another name");
    }
    return text;
  }
}

/** @param {Sentence} line @param {Names} names @param {string} [what] */
export function readNumber(line, names, what = "a number") {
  const start = line.word;
  const value = readSum(line, names, what);
  if (isNumber(value)) return value;
  throw wrongAt(start, `expected ${what}, found ${quoted(start.text)}, a part of the stream`);
}

/**
 * @param {Sentence} line @param {Word} start @param {Value} value
 * @param {{what: string, least: number, most: number}} of @param {boolean} [allowed]
 */
function wholeOf(line, start, value, { what, least, most }, allowed = true) {
  if (isNumber(value) && Number.isInteger(value) && allowed && value >= least && value <= most) {
    return value + 0;
  }
  const limits = most === Infinity ? `${least} or more` : `from ${least} to ${most}`;
  throw new Misread(start.start, line.last.end, `${what} must be a whole number, ${limits}`);
}

/**
 * @param {Sentence} line @param {Names} names @param {string} what @param {number} least
 * @param {number} [most]
 */
export function readWhole(line, names, what, least, most = Infinity) {
  const start = line.word;
  return wholeOf(line, start, readNumber(line, names, what), { what, least, most });
}

// A whole number that is a literal, a name, or in parentheses.
/**
 * @param {Sentence} line @param {Names} names @param {string} what @param {number} least
 * @param {number} [most]
 */
export function readPlain(line, names, what, least, most = Infinity) {
  const start = line.word;
  const negative = line.takes("-");
  let value;
  if (line.word.kind === "number") value = Number(line.next().text);
  else if (line.word.kind === "name" || line.sees("(")) value = readAtom(line, names, what, 0);
  else throw line.unlike(what);
  return wholeOf(line, start, value, { what, least, most }, !negative);
}

// An expression of places, or several side by side, joined by `and`.
/** @param {Sentence} line @param {Names} names @param {string} what @returns {Linear} */
export function readColumns(line, names, what) {
  /** @type {Linear[]} */
  const out = [];
  do {
    const start = line.word;
    const value = readSum(line, names, what);
    if (isNumber(value)) {
      throw new Misread(start.start, line.last.end, `expected ${what}, found a number without one`);
    }
    out.push(value);
  } while (line.takes("and"));
  return {
    matrix: across(...out.map((each) => each.matrix)),
    constant: out.flatMap((each) => each.constant),
  };
}

// Columns without constants.
/** @param {Sentence} line @param {Names} names @param {string} what */
export function readWeights(line, names, what) {
  const start = line.word;
  const found = readColumns(line, names, what);
  if (found.constant.some((x) => x)) {
    throw new Misread(start.start, line.last.end,
      "a number is added here; only what is asked, sought or read may have one");
  }
  return found.matrix;
}

/**
 * @param {Sentence} line @param {Names} names @param {string} what @param {number} [depth]
 * @returns {Value}
 */
function readSum(line, names, what, depth = 0) {
  let value = readProduct(line, names, what, depth);
  while (line.sees("+", "-")) {
    const mark = line.next();
    value = combine(mark, value, readProduct(line, names, what, depth));
  }
  return value;
}

/** @param {Sentence} line @param {Names} names @param {string} what @param {number} depth */
function readProduct(line, names, what, depth) {
  let value = readSigned(line, names, what, depth);
  while (line.sees("*", "/", "//", "%")) {
    const mark = line.next();
    value = combine(mark, value, readSigned(line, names, what, depth));
  }
  return value;
}

/**
 * @param {Sentence} line @param {Names} names @param {string} what @param {number} depth
 * @returns {Value}
 */
function readSigned(line, names, what, depth) {
  let sign = 1;
  while (line.sees("+", "-")) sign = line.next().text === "-" ? -sign : sign;
  const value = readPower(line, names, what, depth);
  return sign > 0 ? value : isNumber(value) ? -value : inEach(value, (x) => -x);
}

/**
 * @param {Sentence} line @param {Names} names @param {string} what @param {number} depth
 * @returns {Value}
 */
function readPower(line, names, what, depth) {
  const value = readAtom(line, names, what, depth);
  if (!line.sees("**")) return value;
  const mark = line.next();
  checkDepth(mark, depth);
  return combine(mark, value, readSigned(line, names, what, depth + 1));
}

/** @param {Word} word @param {number} depth */
function checkDepth(word, depth) {
  if (depth === LIMITS.depth) {
    throw wrongAt(word,
      `this expression is nested more than ${LIMITS.depth} deep; give a part of it a name`);
  }
}

// Whether the next word can be a name: of something, if the language has it as well.
/** @param {Sentence} line @param {Names} names */
const isFree = ({ word: { kind, text } }, { numbers, places }) =>
  WORDS.names.includes(text) ? Object.hasOwn(numbers, text) || Object.hasOwn(places, text)
    : kind === "name" && !WORDS.reserved.includes(text);

// A number, a name, a function of an expression, or an expression in parentheses.
/**
 * @param {Sentence} line @param {Names} names @param {string} what @param {number} depth
 * @returns {Value}
 */
function readAtom(line, names, what, depth) {
  names.steps += 1;
  const { word } = line;
  if (names.steps > LIMITS.steps) {
    throw wrongAt(word, `here the listing takes more than ${LIMITS.steps} steps to work out`);
  }
  if (word.kind === "number") {
    const value = Number(line.next().text);
    if (!isFree(line, names) && !line.sees("stream")) return value;
    const mark = { text: "*", start: word.start, end: line.word.end };
    return combine(mark, value, readNamed(line, names, depth));
  }
  if (isFree(line, names) || line.sees("pi", "i", "stream")) return readNamed(line, names, depth);
  if (!line.takes("(")) throw line.unlike(what);
  checkDepth(word, depth);
  const inside = readSum(line, names, what, depth + 1);
  if (!line.takes(")")) throw line.unlike("')' for the '(' before it");
  return inside;
}

// What begins with a name: a number, a place, or a function of something.
/** @param {Sentence} line @param {Names} names @param {number} depth */
function readNamed(line, names, depth) {
  const word = line.next();
  const { text } = word;
  if (CALLED.includes(text)) return readCall(line, names, word, depth);
  if (line.sees("(")) {
    throw wrongAt(word,
      `${quoted(text)} is not a function; there are ${listed(CALLED)}${suggestion(text, CALLED)}`);
  }
  if (text === "pi") return Math.PI;
  if (Object.hasOwn(names.numbers, text)) return names.numbers[text];
  if (text === "i") {
    throw wrongAt(word,
      "'i' is the number of a symbol or position, and has a meaning only in its row");
  }
  const [numbers, places] = [Object.keys(names.numbers), Object.keys(names.places)];
  if (!places.length) throw names.unknown(word, "not a number, nor the name of one", numbers);
  if (!places.includes(text.split(".")[0])) {
    if (numbers.includes("i")) {
      throw names.unknown(word, NO_FORMULA, numbers.filter((name) => name !== "i"));
    }
    throw names.unknown(word, "neither a number nor a part of the stream",
      [...numbers, ...places]);
  }
  return readPlace(line, names, word, depth);
}

/** @param {Sentence} line @param {Names} names @param {Word} word @param {number} depth */
function readCall(line, names, word, depth) {
  line.needs("(", `'${word.text}'`);
  checkDepth(word, depth);
  const inside = readSum(line, names, "a number", depth + 1);
  if (!line.takes(")")) throw line.unlike(`')' for the '(' of ${word.text}`);
  return apply(word, inside);
}

/** @param {Sentence} line @param {Names} names @param {Word} word @param {number} depth */
function readPlace(line, names, word, depth) {
  const place = names.place(word);
  if (names.row) {
    if (place.size === 1) return names.row[place.start];
    throw wrongAt(word,
      `${word.text} has size ${place.size}; one number is needed, as ${word.text}.1`);
  }
  names.spend(place.d_model * place.size, word);
  let W = reading(place);
  if (line.sees("turned")) W = times(W, readTurned(line, names, place, depth));
  return { matrix: W, constant: Array(place.size).fill(0) };
}

// `turned K` or `turned K of N`: a rotation of the circles that a place holds.
/** @param {Sentence} line @param {Names} names @param {StreamPlace} place @param {number} depth */
function readTurned(line, names, place, depth) {
  const word = line.next();
  const steps = readSigned(line, names, "a number of steps", depth);
  const { name, size } = place;
  let { n, paces } = names.circles[name] ?? /** @type {Circle} */ ({});
  if (line.takes("of")) {
    n = readPlain(line, names, "the number of points", 1, LIMITS.numbers);
    paces = Array(Math.floor(size / 3)).fill(1);
  } else if (!n) {
    throw missing(names, word,
      `${name} holds no circle, so say how many points it has: turned 1 of 10`);
  }
  if (!isNumber(steps)) throw wrongAt(word, "'turned' needs a number of steps");
  if (size !== 3 * paces.length || !paces.length) {
    throw wrongAt(word, `${name} has size ${size}; circles need 3 for each`);
  }
  return turn(steps, n, paces);
}

// A function of a value.
/** @param {Word} word @param {Value} value */
function apply(word, value) {
  const { text } = word;
  const direction = Object.hasOwn(DIRECTIONS, text) ? DIRECTIONS[text] : null;
  if (direction) {
    if (isNumber(value) || value.matrix.columns !== 3) {
      throw wrongAt(word, `${text} is a direction of a part of size 3`);
    }
    /** @param {ArrayLike<number>} row */
    const along = (row) => direction.reduce((sum, x, k) => sum + row[k] * x, 0);
    const { matrix: W, constant } = value;
    return { matrix: fill(W.rows, 1, (i) => along(rowOf(W, i))), constant: [along(constant)] };
  }
  if (!isNumber(value)) {
    throw wrongAt(word, `${text} of a part is not a weight; weights are linear`);
  }
  return finite(word, Math[/** @type {"sqrt"} */ (text)](value));
}

// Two values with a mark between.
/** @param {Omit<Word, "kind">} mark @param {Value} a @param {Value} b @returns {Value} */
function combine(mark, a, b) {
  const { text } = mark;
  const slash = /[/%]/.test(text);
  const byZero = () => {
    if (slash && b === 0) throw wrongAt(mark, "this divides by zero");
  };
  if (isNumber(a) && isNumber(b)) {
    byZero();
    return finite(mark, ARITHMETIC[text](a, b));
  }
  if (/^[-+]$/.test(text)) return add(mark, a, b, text === "+" ? 1 : -1);
  if (text === "*" && isNumber(a) && !isNumber(b)) return allFinite(mark, inEach(b, (x) => a * x));
  if (/^[*/]$/.test(text) && isNumber(b) && !isNumber(a)) {
    byZero();
    return allFinite(mark, inEach(a, (x) => (slash ? x / b : b * x)));
  }
  throw wrongAt(mark, `'${text}' with a part of the stream is not a weight; a part may be ` +
    "multiplied or divided by a number");
}

/** @param {Linear} value @param {(x: number) => number} change @returns {Linear} */
export function inEach({ matrix: W, constant }, change) {
  return {
    matrix: fill(W.rows, W.columns, (i, j) => change(at(W, i, j))),
    constant: constant.map(change),
  };
}

// The sum of two places, or of a place and a constant.
/** @param {Omit<Word, "kind">} mark @param {Value} a @param {Value} b @param {1 | -1} sign */
function add(mark, a, b, sign) {
  if (!isNumber(a) && !isNumber(b) && a.constant.length !== b.constant.length) {
    const sizes = `${a.constant.length} and ${b.constant.length}`;
    throw wrongAt(mark, `the two sides of '${mark.text}' have sizes ${sizes}; they must be equal`);
  }
  const shape = /** @type {Linear} */ (isNumber(a) ? b : a);
  /** @param {Value} value @param {number} i @param {number} j */
  const part = (value, i, j) => (isNumber(value) ? 0 : at(value.matrix, i, j));
  /** @param {Value} value @param {number} j */
  const more = (value, j) => (isNumber(value) ? value : value.constant[j]);
  const { rows, columns: width } = shape.matrix;
  return allFinite(mark, {
    matrix: fill(rows, width, (i, j) => part(a, i, j) + sign * part(b, i, j)),
    constant: shape.constant.map((_, j) => more(a, j) + sign * more(b, j)),
  });
}

/** @param {Pick<Word, "start" | "end">} mark @param {Linear} value */
function allFinite(mark, value) {
  const { matrix: W, constant } = value;
  if (W.data.every(Number.isFinite) && constant.every(Number.isFinite)) return value;
  throw wrongAt(mark, "a weight becomes too large here");
}

/** @param {Pick<Word, "text" | "start" | "end">} word @param {number} value */
function finite(word, value) {
  if (Number.isFinite(value)) return value;
  throw wrongAt(word, `what comes out of '${word.text}' here is not a finite number`);
}
