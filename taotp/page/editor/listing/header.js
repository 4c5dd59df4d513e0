// @ts-check
// The first sentences: names of numbers, symbols, sizes, the stream, norms (header.py).

import { LIMITS, WORDS } from "./language.js";
import { quoted, wrongAt } from "./faults.js";
import { readNumber, readPlain, readWhole } from "./expressions.js";
import { NORM_KINDS } from "./machine.js";
import { shownSymbol } from "./nested.js";
import { readSymbol, readSymbols } from "./sentences.js";
import { stringValue } from "./words.js";
/** @import {SymbolName, Word} from "./listing" */
/** @import {Machine} from "./machine.js" */
/** @import {Sentence} from "./sentences.js" */

/** @param {Machine} of @param {Sentence} line */
function letNumber({ names }, line) {
  const name = names.new(line.name("a name after 'let'"));
  line.needs("=", `'let ${name}'`);
  const value = readNumber(line, names);
  line.ends("the number");
  names.numbers[name] = value;
}

/** @param {Machine} made @param {Sentence} line */
function nameSymbols(made, line) {
  for (const [name, word] of line.first === "characters" ? charactersIn(line) : namesIn(line)) {
    if (made.ids.has(name)) throw wrongAt(word, `the symbol ${shownSymbol(name)} is here twice`);
    made.ids.set(name, made.ids.size);
  }
  made.symbols = [...made.ids.keys()];
}

/** @param {Sentence} line */
function namesIn(line) {
  const found = readSymbols(line, true);
  line.ends("the symbols");
  return found;
}

/** @param {Sentence} line @returns {[SymbolName, Word][]} */
function charactersIn(line) {
  if (line.word.kind !== "string") throw line.unlike("a string in quotes after 'characters'");
  const word = line.next();
  line.ends("the characters");
  const found = [...stringValue(word)].map((letter) =>
    /** @type {[SymbolName, Word]} */ ([letter, word]));
  if (!found.length) throw wrongAt(word, "there must be at least 1 character");
  return found;
}

/** @param {Machine} made @param {Sentence} line */
function saySteps(made, line) {
  made.steps = readWhole(line, made.names, "the number of steps", 1);
  line.ends("the number of steps");
}

// `context N, sliding`.
/** @param {Machine} made @param {Sentence} line */
function context(made, line) {
  made.n_ctx = readWhole(line, made.names, "the number of positions", 1, LIMITS.context);
  const [{ sliding = false }] = made.clauses(line, "context");
  made.slide = sliding;
}

/** @param {Machine} made @param {Sentence} line */
function sentinel(made, line) {
  const { word } = line;
  const name = readSymbol(line);
  if (made.symbols.length && !made.ids.has(name)) throw made.noSymbol(name, word);
  line.ends("the symbol");
  made.sentinels[line.first] = name;
}

// `stream NAME, NAME SIZE, NAME PARTS x SIZE`.
/** @param {Machine} made @param {Sentence} line */
function stream(made, line) {
  const { names } = made;
  const size = () => readPlain(line, names, "a size", 1, LIMITS.stream);
  /** @type {Record<string, number>[]} */
  const [sizes, pieces] = [{}, {}];
  let d_model;
  do {
    const word = line.name("a name for a part of the stream");
    const name = names.new(word);
    if (Object.hasOwn(sizes, name)) throw wrongAt(word, `${quoted(name)} is here twice`);
    sizes[name] = line.stops ? 1 : size();
    if (!line.stops && line.takes("x")) {
      pieces[name] = sizes[name];
      sizes[name] *= size();
    }
    d_model = Object.values(sizes).reduce((sum, x) => sum + x, 0);
    if (d_model > LIMITS.stream) {
      throw wrongAt(word,
        `here the stream exceeds ${LIMITS.stream} numbers, the most it may hold`);
    }
  } while (line.takes(","));
  if (line.word.kind !== "end") throw line.unlike("',' or the end of the line");
  lay(made, sizes, pieces, d_model);
}

// Lays places side by side; each that has parts is in them.
/**
 * @param {Machine} made @param {Record<string, number>} sizes
 * @param {Record<string, number>} pieces @param {number} d_model
 */
function lay(made, sizes, pieces, d_model) {
  made.d_model = d_model;
  let start = 0;
  for (const [name, long] of Object.entries(sizes)) {
    const [count, short] = [pieces[name] ?? 0, long / pieces[name]];
    const own = Array.from({ length: count }, (_, i) =>
      ({ name: `${name}.${i + 1}`, start: start + i * short, size: short, d_model }));
    const all = { name, start, size: long, d_model };
    for (const each of [all, ...own]) made.names.places[each.name] = each;
    made.subspaces.push(...(count ? own : [all]));
    start += long;
  }
  made.names.places.stream = { name: "stream", start: 0, size: d_model, d_model };
}

// `norms KIND, before or after, eps NUMBER`.
/** @param {Machine} made @param {Sentence} line */
function sayNorms(made, line) {
  const kind = NORM_KINDS[line.oneOf("a norm", WORDS.norms)];
  const [{ before, after, ...own }, where] = made.clauses(line, "norms");
  if (before && after) throw wrongAt(where.after, "norms come before or after, not both");
  made.after = Boolean(after);
  made.norm = kind && { ...kind, ...own };
}

/** @type {Record<string, (made: Machine, line: Sentence) => void>} */
export const HEADERS = {
  let: letNumber,
  symbols: nameSymbols,
  characters: nameSymbols,
  start: sentinel,
  stop: sentinel,
  after: sentinel,
  stream,
  norms: sayNorms,
  steps: saySteps,
  context,
};
