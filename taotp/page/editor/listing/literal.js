// @ts-check
// Nested lists, objects, numbers and strings: what level one is written in (literal.py). A list of
// numbers alone keeps no places; where a fault needs one, `elementOf` reads the list again.

import { LIMITS, WORDS } from "./language.js";
import { lineOf, quoted, unlessMisread, wrongAt } from "./faults.js";
import { NUMBER, alikeOf, matchAt, nextWord, stringValue } from "./words.js";
/** @import {Misread} from "./faults.js" */
/** @import {Literally, Span, Word} from "./listing" */

const RUN = new RegExp(`(?:[-+]?${NUMBER}[ \\t\\r\\n]*,[ \\t\\r\\n]*){1,1000}`, "y");
/** @type {Record<string, string>} */
const CLOSERS = { "[": "]", "{": "}" };
/** @param {Word} word */
const isNoNumber = (word) => WORDS.noNumbers.includes(word.text.toLowerCase());

// Reads one value; `wrongs` gathers what is wrong. After a fault it goes on at the next comma or
// bracket.
export class Literal {
  /** @type {Misread[]} */
  wrongs = [];
  /** @type {Word[]} */
  open = [];
  numbers = 0;
  nodes = 0;
  skipped = 0;
  at = 0;
  /** @type {Word} */
  word = undefined;
  ended = false;

  /** @param {string} text */
  constructor(text) {
    this.text = text;
  }

  // The value that the whole text is, undefined where a fault ends the reading.
  /** @returns {Literally | undefined} */
  read() {
    return unlessMisread(() => {
      this.step();
      const node = this.value();
      if (this.word.kind !== "end" && !this.wrongs.length) {
        this.fault("expected nothing after the last '}', " + this.found());
      }
      return node;
    }, (wrong) => {
      if (!this.wrongs.includes(wrong)) this.wrongs.push(wrong);
      return /** @type {Literally | undefined} */ (undefined);
    });
  }

  /** @param {Misread} wrong */
  note(wrong) {
    if (this.wrongs.every(({ start }) => start !== wrong.start)) this.wrongs.push(wrong);
    if (this.wrongs.length >= LIMITS.faults) throw wrong;
  }

  /** @param {string} message */
  fault(message) {
    this.note(wrongAt(this.word, message));
  }

  found() {
    return this.word.kind === "end" ? "but the text ends" : `found ${quoted(this.word.text)}`;
  }

  /** @param {...string} marks */
  sees(...marks) {
    return this.word.kind === "mark" && marks.includes(this.word.text);
  }

  // Goes to the next word; what is none is noted, and taken for the mark that it looks like.
  step() {
    if (this.wrongs.length) this.skipped += 1;
    if (this.skipped > LIMITS.skipped) throw this.wrongs[this.wrongs.length - 1];
    do {
      this.word = unlessMisread(() => nextWord(this.text, this.at), (wrong) => {
        this.note(wrong);
        const { start, end } = wrong;
        const text = alikeOf(String.fromCodePoint(this.text.codePointAt(start))) ?? "";
        return { kind: /^[-,]$/.test(text) ? "mark" : "bad", text, start, end };
      });
      this.at = this.word.end;
    } while (this.word.kind === "line");
  }

  /** @returns {Literally} */
  value() {
    const { kind, text, start, end } = this.word;
    if (kind !== "number") this.grow();
    if (this.sees("[", "{")) return this.within(text);
    if (kind === "number" || this.sees("-", "+")) return this.number();
    if (kind === "string") {
      const node = { kind, start, end, value: this.string() };
      this.step();
      return node;
    }
    if (kind === "name" && Object.hasOwn(WORDS.constants, text)) {
      this.step();
      return { kind: "constant", start, end, value: WORDS.constants[/** @type {"null"} */ (text)] };
    }
    return this.hole();
  }

  /** @param {string} opener */
  within(opener) {
    if (this.open.length === LIMITS.depth) {
      throw wrongAt(this.word,
        `brackets are nested ${LIMITS.depth + 1} deep; a listing needs at most 7`);
    }
    this.open.push(this.word);
    const node = opener === "[" ? this.list() : this.object();
    this.open.pop();
    return node;
  }

  // Counts a list, an object, a key or a string.
  grow() {
    this.nodes += 1;
    if (this.nodes > LIMITS.nodes) {
      throw wrongAt(this.word,
        `here the listing exceeds ${LIMITS.nodes} lists, keys and strings, the most it may have`);
    }
  }

  /** @param {number} more */
  count(more) {
    this.numbers += more;
    if (this.numbers > LIMITS.numbers) throw tooMany(this.word);
  }

  // Stands in for a value that is none; the words up to a comma or bracket are skipped.
  /** @returns {Literally} */
  hole() {
    const { kind, text, start, end } = this.word;
    if (kind === "bad") this.step();
    else if (this.sees("(")) this.fault("found '('; a list is written in square brackets");
    else if (isNoNumber(this.word)) {
      this.fault(`found ${quoted(text)}; weights must be finite numbers`);
    } else if (kind === "name") {
      this.fault(`found ${quoted(text)}; a value is a number, a string in quotes, a list, ` +
        "an object, null, true or false");
    } else {
      this.fault("a value is missing: expected a number, a string, [ or {, " + this.found());
    }
    while (this.word.kind !== "end" && !this.sees("[", "]", "{", "}", ",")) this.step();
    return { kind: "constant", start, end, value: null };
  }

  string() {
    return unlessMisread(() => stringValue(this.word), (wrong) => {
      this.note(wrong);
      return "";
    });
  }

  number() {
    const first = this.word;
    if (first.kind === "mark") this.step();
    if (this.word.kind !== "number") {
      if (!isNoNumber(this.word) && this.word.kind !== "bad") {
        this.fault(`expected a number after '${first.text}', ${this.found()}`);
      }
      return this.hole();
    }
    const [size, { start }] = [Number(this.word.text), first];
    const value = first.text === "-" ? -size : size;
    const node = { kind: "number", start, end: this.word.end, value };
    this.count(1);
    this.step();
    return node;
  }

  /** @returns {Literally} */
  list() {
    const { start, end } = this.word;
    /** @type {Literally} */
    const node = { kind: "list", start, end, numbers: [], items: [] };
    this.step();
    while (!this.closed(node, "]")) {
      if (!node.items.length && this.run(node.numbers)) continue;
      this.append(node, this.value());
      this.comma("]");
    }
    return node;
  }

  // Adds an element: numbers stay without places until something else is among them.
  /** @param {Literally} node @param {Literally} element */
  append(node, element) {
    const isNumber = element.kind === "number";
    if (isNumber && !node.items.length) {
      node.numbers.push(element.value);
      return;
    }
    this.nodes += node.numbers.length + Number(isNumber);
    for (const value of node.numbers) {
      node.items.push({ kind: "number", start: node.start, end: node.start + 1, value });
    }
    node.items.push(element);
    node.numbers = [];
  }

  // Takes numbers with commas behind them at once, which saves time.
  /** @param {number[]} into */
  run(into) {
    const match = matchAt(RUN, this.text, this.word.start);
    if (!match) return false;
    const values = match[0].split(",").slice(0, -1).map(Number);
    if (!values.every(Number.isFinite)) return false;
    this.count(values.length);
    into.push(...values);
    this.at = match.index + match[0].length;
    this.step();
    return true;
  }

  /** @returns {Literally} */
  object() {
    const { start, end } = this.word;
    /** @type {Literally} */
    const node = { kind: "object", start, end, entries: [] };
    this.step();
    while (!this.closed(node, "}")) {
      const key = this.word;
      this.grow();
      if (key.kind === "string" || key.kind === "name") node.entries.push(this.entry(key));
      else this.noKey(key);
      this.comma("}");
    }
    return node;
  }

  /** @param {Word} word */
  entry(word) {
    const key = word.kind === "string" ? this.string() : word.text;
    if (word.kind === "name") this.fault(`keys are quoted: write "${key}"`);
    this.step();
    if (!this.sees(":")) this.fault(`expected ':' after the key ${quoted(key)}, ${this.found()}`);
    if (this.sees(":", "=")) this.step();
    return { key, start: word.start, end: word.end, value: this.value() };
  }

  /** @param {Word} of */
  noKey({ kind }) {
    if (kind !== "bad") this.fault(`expected a key in quotes, ${this.found()}`);
    this.value();
    if (!this.sees(":")) return;
    this.step();
    this.value();
  }

  // Goes past the comma between two elements; where it is missing is a fault.
  /** @param {string} closer */
  comma(closer) {
    while (this.word.kind === "bad" || (this.sees(")") && this.wrongs.length)) this.step();
    if (this.sees(",")) this.step();
    else if (!this.sees("]", "}") && this.word.kind !== "end") {
      const opener = this.open[this.open.length - 1];
      const hint = this.sees("*", "/", "**", "//", "%")
        ? "numbers are written out here, without arithmetic"
        : this.sees(":") && closer === "]"
          ? `is the '[' of line ${lineOf(this.text, opener.start)} not closed?`
          : "is a comma missing before it?";
      this.fault(`expected ',' or '${closer}', ${this.found()}; ${hint}`);
    }
  }

  // Whether a bracket ends here, by its own closer or because another cannot wait.
  /** @param {Literally} node @param {string} closer */
  closed(node, closer) {
    const opener = this.open[this.open.length - 1];
    if (this.sees(closer)) {
      node.end = this.word.end;
      this.step();
      return true;
    }
    if (this.word.kind === "end") {
      if (!this.ended) this.note(wrongAt(opener, `this '${opener.text}' is never closed`));
      return (this.ended = true);
    }
    if (!this.sees("]", "}")) return false;
    const line = lineOf(this.text, opener.start);
    this.fault(`expected '${closer}' for the '${opener.text}' of line ${line}, ${this.found()}`);
    if (this.open.some((other) => CLOSERS[other.text] === this.word.text)) return true;
    this.step();
    return false;
  }
}

/** @param {Span} place */
export function tooMany(place) {
  return wrongAt(place,
    `here the listing exceeds ${LIMITS.numbers} numbers, the most it may have`);
}

// From where to where an element of a list goes; of a list in it, only its bracket.
/**
 * @param {string} text @param {Literally} node @param {number} index @returns {[number, number]}
 */
export function elementOf(text, node, index) {
  let word = nextWord(text, node.start + 1);
  for (let [left, inside] = [index, 0]; left || word.kind === "line";) {
    if (/^[[{]$/.test(word.text)) inside += 1;
    if (/^[\]}]$/.test(word.text)) inside -= 1;
    if (word.text === "," && !inside) left -= 1;
    word = nextWord(text, word.end);
  }
  return [word.start, /^[-+]$/.test(word.text) ? nextWord(text, word.end).end : word.end];
}
