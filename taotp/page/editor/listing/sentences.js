// @ts-check
// Level two's sentences: one in a line, a first word that says what it is, clauses after commas
// (sentences.py).

import { LIMITS, WORDS } from "./language.js";
import { Misread, lengthOf, listed, quoted, suggestion, unlessMisread, wrongAt } from "./faults.js";
import { nextWord, stringValue } from "./words.js";
/** @import {Reads, Span, SymbolName, Word} from "./listing" */

// The words of one sentence, and how far they have been read.
export class Sentence {
  /** @param {Word[]} words */
  constructor(words) {
    const { end } = words[words.length - 1];
    this.words = [...words, { kind: "end", text: "", start: end, end: end + 1 }];
    this.at = 0;
  }

  get word() {
    return this.words[this.at];
  }

  get first() {
    return this.words[0].text;
  }

  get last() {
    return this.words[this.at - 1];
  }

  next() {
    const { word } = this;
    this.at = Math.min(this.at + 1, this.words.length - 1);
    return word;
  }

  /** @param {...string} texts */
  sees(...texts) {
    return /^(mark|name)$/.test(this.word.kind) && texts.includes(this.word.text);
  }

  /** @param {string} text */
  takes(text) {
    const seen = this.sees(text);
    if (seen) this.next();
    return seen;
  }

  /** @param {string} text @param {string} after */
  needs(text, after) {
    if (!this.takes(text)) {
      throw this.unlike(`'${text}' after ${after}`, suggestion(this.word.text, [text]));
    }
  }

  /** @param {string} expected @param {string} [more] */
  unlike(expected, more = "") {
    return wrongAt(this.word, `expected ${expected}, ${this.found()}${more}`);
  }

  found() {
    return this.word.kind === "end" ? "but the line ends" : `found ${quoted(this.word.text)}`;
  }

  /** @param {string} what */
  name(what) {
    if (this.word.kind !== "name") throw this.unlike(what);
    return this.next();
  }

  /** @param {string} after */
  ends(after) {
    if (this.word.kind !== "end") {
      throw wrongAt(this.word, `expected nothing more after ${after}, ${this.found()}`);
    }
  }

  get stops() {
    return this.word.kind === "end" || this.sees(",");
  }

  /** @param {string} what @param {string[]} known */
  oneOf(what, known) {
    if (this.word.kind === "name" && known.includes(this.word.text)) return this.next().text;
    throw this.unlike(`${what}: ${listed(known, "or")}`, suggestion(this.word.text, known));
  }

  // Reads the clauses that are left, each after a comma; where each begins. `begun` says that one
  // comes next, before any comma; where commas are not needed, one may always.
  /** @param {Reads} known @param {boolean} [begun] @param {boolean} [commas] */
  clauses(known, begun = false, commas = true) {
    const names = Object.keys(known);
    /** @type {Record<string, Word>} */
    const read = {};
    for (let first = begun; first || this.word.kind !== "end"; first = false) {
      first ||= !commas && this.word.kind === "name" && names.includes(this.word.text);
      if (!first && !this.takes(",")) {
        throw wrongAt(this.word, `expected ',' or the end of the line, ${this.found()}`);
      }
      if (this.word.kind === "end") throw wrongAt(this.last, "nothing comes after this comma");
      const { word } = this;
      if (word.kind !== "name" || !names.includes(word.text)) throw this.noClause(names);
      if (Object.hasOwn(read, word.text)) throw wrongAt(word, `${quoted(word.text)} is here twice`);
      read[word.text] = this.next();
      known[word.text]();
    }
    return read;
  }

  /** @param {string[]} names */
  noClause(names) {
    const { word } = this;
    const has = names.length ? `, which may have ${listed(names)}` : ", which has none";
    const hint = WORDS.firstWords.includes(word.text)
      ? "; the comma before it makes it a part of this line"
      : word.kind === "name" ? suggestion(word.text, names) : "";
    return wrongAt(word, `${quoted(word.text)} is not a clause of '${this.first}'${has}${hint}`);
  }
}

// All sentences, and what is no word; a line with such a thing is left out.
/** @param {string} text @returns {[Sentence[], Misread[]]} */
export function splitSentences(text) {
  const most = LIMITS.sentenceText;
  if (text.length > most && lengthOf(text) > most) {
    return [[], [new Misread(0, 1,
      `the text has ${lengthOf(text)} characters; sentences may have ${most}`)]];
  }
  /** @type {Sentence[]} */
  const out = [];
  /** @type {Misread[]} */
  const wrongs = [];
  let [words, at, broken, told] = [/** @type {Word[]} */ ([]), 0, false, false];
  /** @param {Misread} wrong */
  const take = (wrong) => {
    wrongs.push(wrong);
    [broken, at] = [true, wrong.end];
  };
  while (wrongs.length < LIMITS.faults) {
    const glued = words.length > 0 && WORDS.vectors.includes(words[0].text);
    const word = unlessMisread(() => nextWord(text, at, glued), take);
    if (!word) continue;
    at = word.end;
    const goesOn = words.length && words[words.length - 1].text === ",";
    const ends = word.kind === "end" || (word.kind === "line" && !goesOn);
    const { wordy } = WORDS;
    const another = told && word.kind === "name" && wordy.includes(word.text);
    told = !ends && !another && (told || (word.text === ":" && wordy.includes(words[0]?.text)));
    if (!ends && !another) {
      if (word.kind !== "line") words.push(word);
      continue;
    }
    if (words.length && !broken) out.push(new Sentence(words));
    [words, broken] = [another ? [word] : [], broken && another];
    if (word.kind === "end") break;
    if (out.length > LIMITS.sentences) {
      wrongs.push(wrongAt(word,
        `here the listing exceeds ${LIMITS.sentences} lines, the most it may have`));
      break;
    }
  }
  return [out, wrongs];
}

// Symbols, each with its word; `A to B` are all from A to B.
/** @param {Sentence} line @param {boolean} [commas] @returns {[SymbolName, Word][]} */
export function readSymbols(line, commas = false) {
  /** @type {[SymbolName, Word][]} */
  const out = [];
  while (line.word.kind !== "end" && !line.sees("as")) {
    if (commas && out.length && line.takes(",")) continue;
    if (line.sees(",")) break;
    const { word } = line;
    const first = readSymbol(line);
    out.push([first, word]);
    if (line.takes("to")) {
      const end = line.word;
      for (const each of between(first, readSymbol(line), word, end).slice(1))
        out.push([each, word]);
    }
    if (out.length > LIMITS.symbols) throw tooManySymbols(word);
  }
  if (!out.length) throw line.unlike("symbols");
  return out;
}

/** @param {Span} place */
const tooManySymbols = (place) => wrongAt(place, `here the symbols exceed ${LIMITS.symbols}`);

/** @param {Sentence} line */
export function readSymbol(line) {
  const { word } = line;
  const sign = line.takes("-") ? -1 : 1;
  if (line.word.kind === "number") {
    const number = line.next();
    if (!/^[0-9]{1,15}$/.test(number.text)) {
      throw wrongAt(number,
        `the symbol ${quoted(number.text)} must be a whole number, or in quotes`);
    }
    return sign * Number(number.text) + 0;
  }
  if (sign < 0) throw line.unlike("a number after '-'");
  if (word.kind === "string") return stringValue(line.next());
  if (word.kind === "name" && word.text !== "to") return line.next().text;
  const hint = word.kind === "end" ? "" : "; a symbol that is no name or number needs quotes";
  throw wrongAt(word, `expected a symbol, ${line.found()}${hint}`);
}

// All numbers, or all characters, from one to another.
/**
 * @param {SymbolName} first @param {SymbolName} last @param {Span} begin @param {Span} finish
 * @returns {SymbolName[]}
 */
function between(first, last, { start }, { end }) {
  const place = { start, end };
  const letters = [first, last].every((x) => typeof x === "string" && lengthOf(x) === 1);
  if (!letters && typeof first + typeof last !== "numbernumber") {
    throw wrongAt(place, "a range goes from a number to a number, or from a letter to a letter");
  }
  const [low, high] = letters ? [String(first).codePointAt(0), String(last).codePointAt(0)]
    : [Number(first), Number(last)];
  if (high < low) throw wrongAt(place, `a range goes upwards, but ${last} comes before ${first}`);
  if (high - low >= LIMITS.symbols) throw tooManySymbols(place);
  const codes = Array.from({ length: high - low + 1 }, (_, i) => low + i);
  return letters ? codes.map((code) => String.fromCodePoint(code)) : codes;
}
