// @ts-check
// A formula that a reader types, read without being run as code: numbers, names, + - * / % and ^
// (or **), and a few functions.

/** @import {Formula} from "../kit/page" */

const FORMULA_WORD =
  /\s*(?:(\d+\.?\d*(?:e[-+]?\d+)?|\.\d+(?:e[-+]?\d+)?)|([a-z]\w*)|(\*\*|[-+*/%^(),]))/iy;
const LONGEST_FORMULA = 200;
/** @type {Record<string, (...values: number[]) => number>} */
const KNOWN_FUNCTIONS = {
  sqrt: Math.sqrt, exp: Math.exp, log: Math.log, log2: Math.log2, sin: Math.sin, cos: Math.cos,
  abs: Math.abs, ceil: Math.ceil, floor: Math.floor, min: Math.min, max: Math.max,
};
/** @type {Record<string, number>} */
const NUMBERS = { pi: Math.PI, e: Math.E };
/** @type {Record<string, (a: number, b: number) => number>} */
const OPERATIONS = {
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "/": (a, b) => a / b,
  "%": (a, b) => a - b * Math.floor(a / b), // never negative where b is not
  "^": (a, b) => a ** b,
  "**": (a, b) => a ** b,
};

export class Unread extends Error {}

/** @param {string} text @param {number} longest */
function wordsOf(text, longest) {
  /** @type {{number: string, name: string, sign: string, text: string}[]} */
  const words = [];
  const end = text.trimEnd().length;
  if (end > longest) throw new Unread(`it may have ${longest} characters, and has ${end}`);
  for (FORMULA_WORD.lastIndex = 0; FORMULA_WORD.lastIndex < end;) {
    const from = FORMULA_WORD.lastIndex;
    const found = FORMULA_WORD.exec(text);
    if (!found) {
      const [sign] = text.slice(from).trim(); // a whole one, which may be two of JavaScript's
      throw new Unread(`\u201c${sign}\u201d has no meaning in it`);
    }
    words.push({ number: found[1], name: found[2], sign: found[3], text: found[0].trim() });
  }
  return words;
}

// The functions of the values of its names that a text with commas lists. Throws Unread.
/** @param {string} text @param {string[]} names @param {number} [longest] */
export function readFormulas(text, names, longest = LONGEST_FORMULA) {
  const reader = new FormulaReader(wordsOf(text, longest), names);
  const formulas = reader.list();
  if (reader.at < reader.words.length) throw new Unread(`a sign is missing ${reader.place()}`);
  return formulas;
}

// A reader of words, one after another; each method reads one kind of formula, as a function.
class FormulaReader {
  at = 0;

  /** @param {ReturnType<typeof wordsOf>} words @param {string[]} names */
  constructor(words, names) {
    this.words = words;
    this.names = names;
  }

  /** @param {...string} signs */
  is(...signs) {
    return signs.includes(this.words[this.at]?.sign);
  }

  /** @param {string} sign */
  take(sign) {
    if (!this.is(sign)) throw new Unread(`\u201c${sign}\u201d is missing ${this.place()}`);
    this.at += 1;
  }

  place() {
    const word = this.words[this.at];
    return word ? `before \u201c${word.text}\u201d` : "at its end";
  }

  /** @returns {Formula[]} */
  list() {
    const all = [this.sum()];
    while (this.is(",")) {
      this.at += 1;
      all.push(this.sum());
    }
    return all;
  }

  /** @returns {Formula} */
  sum() {
    return this.chain(() => this.product(), "+", "-");
  }

  /** @returns {Formula} */
  product() {
    return this.chain(() => this.signed(), "*", "/", "%");
  }

  /** @param {() => Formula} part @param {...string} signs @returns {Formula} */
  chain(part, ...signs) {
    let left = part();
    while (this.is(...signs)) {
      const [operate, one] = [OPERATIONS[this.words[this.at++].sign], left];
      const other = part();
      left = (values) => operate(one(values), other(values));
    }
    return left;
  }

  /** @returns {Formula} */
  signed() {
    if (!this.is("+", "-")) return this.power();
    const sign = this.words[this.at++].sign === "-" ? -1 : 1;
    const inner = this.signed();
    return (values) => sign * inner(values);
  }

  /** @returns {Formula} */
  power() {
    const base = this.atom();
    if (!this.is("^", "**")) return base;
    const operate = OPERATIONS[this.words[this.at++].sign];
    const exponent = this.signed();
    return (values) => operate(base(values), exponent(values));
  }

  /** @returns {Formula} */
  atom() {
    const word = this.words[this.at++];
    if (word?.number) return () => Number(word.number);
    if (word?.sign === "(") {
      const inner = this.sum();
      this.take(")");
      return inner;
    }
    const name = word?.name;
    if (name && this.is("(") && Object.hasOwn(KNOWN_FUNCTIONS, name)) return this.call(name);
    if (this.names.includes(name)) return (values) => values[name];
    if (name && Object.hasOwn(NUMBERS, name)) return () => NUMBERS[name];
    if (name) throw new Unread(`\u201c${name}\u201d is unknown; ${knownNames(this.names)}`);
    this.at -= 1;
    throw new Unread(`a number is missing ${this.place()}`);
  }

  /** @param {string} name @returns {Formula} */
  call(name) {
    this.take("(");
    const inner = this.list();
    this.take(")");
    return (values) => KNOWN_FUNCTIONS[name](...inner.map((part) => part(values)));
  }
}

/** @param {string[]} names */
function knownNames(names) {
  const known = [...names, ...Object.keys(NUMBERS), ...Object.keys(KNOWN_FUNCTIONS)];
  return `there are ${known.join(", ")}`;
}
