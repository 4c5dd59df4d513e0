// @ts-check
// Sentences of a machine of semes, and the program that they come to (stacks.py). What they say is
// kept first; how many waves tell positions follows from where heads look, and is known at the end.

import { split } from "../cutting/words.js";
import { OF_SEMES } from "../listing/assembling.js";
import { LIMITS } from "../listing/language.js";
import { Misread, faultOfName, listed, quoted, suggestion, wrongAt } from "../listing/faults.js";
import { readNumber, readPlain } from "../listing/expressions.js";
import { SEMES } from "./language.js";
import { Layout, holding } from "./layout.js";
import { Machine, sound } from "../listing/machine.js";
import { beside } from "../listing/matrices.js";
import { LAYER_NORM } from "../listing/nested.js";
import { IMPLIED, readMatrix, readNewSeme, readSeme, readVector, shownTerms } from "./vectors.js";
import { stringValue } from "../listing/words.js";
/** @import {Head, Layer, Transformer} from "../../kit/figures" */
/** @import {Draft, Made, SymbolName, Units, Word} from "../listing/listing" */
/** @import {Sentence} from "../listing/sentences.js" */
/** @import {Pairs, SaidHead, SaidUnit, SemeLayer, Stack, Terms} from "./features" */

const { start: START, context: CONTEXT, loud: LOUD, unsaid: UNSAID, spread: SPREAD } =
  SEMES.defaults;
/** @param {string} where */
const looksAhead = (where) => /ahead$|^nearest after$/.test(where);
/** @param {Map<SymbolName, Terms>} rows @param {SymbolName} key @param {Terms} terms */
const put = (rows, key, terms) => rows.set(key, [...(rows.get(key) ?? []), ...terms]);

// `shared` are words said before any stack; `size` is how many numbers the semes share.
class Stacks extends Machine {
  /** @type {Set<string>} */
  semes = new Set();
  /** @type {number | null} */
  size = null;
  n_ctx = CONTEXT;
  loud = LOUD;
  /** @type {Map<SymbolName, Terms>} */
  shared = new Map();
  /** @type {Record<string, string[]>} */
  spelled = Object.create(null);
  /** @type {Stack[]} */
  stacks = [];
  /** @type {Map<SymbolName, Terms>} */
  says = new Map();
  /** @type {Layout} */
  layout = undefined;

  // The layer that a sentence belongs to.
  /** @param {Sentence} line */
  layerOf(line) {
    this.layers = /** @type {Draft[]} */ (
      /** @type {unknown} */ (this.stacks.at(-1)?.layers ?? []));
    return super.layerOf(line);
  }
}

/** @param {string} kind @param {Sentence | null} line @returns {Stack} */
const newStack = (kind, line) => ({ kind, line, words: new Map(), layers: [], model: undefined });

// The header

// `semes NAME NAME ..., in NUMBER`.
/** @param {Stacks} made @param {Sentence} line */
function nameSemes(made, line) {
  while (line.word.kind !== "end" && !line.sees("in")) {
    if (made.semes.size && line.takes(",")) continue;
    made.semes.add(readNewSeme(line, made));
    if (made.semes.size > LIMITS.stream) {
      throw wrongAt(line.last, `here the semes exceed ${LIMITS.stream}, the most there may be`);
    }
  }
  const count = made.semes.size;
  if (!count) throw line.unlike("names of semes");
  if (line.takes("in")) {
    const { word } = line;
    made.size = readPlain(line, made.names, "how many numbers they share", 1, LIMITS.stream);
    if (made.size * count > SPREAD) {
      throw wrongAt(word,
        `${count} semes in ${made.size} numbers are more than ${SPREAD} together`);
    }
  }
  line.ends("the semes");
}

// `loud NUMBER`.
/** @param {Stacks} made @param {Sentence} line */
function sayLoud(made, line) {
  const { word } = line;
  made.loud = readNumber(line, made.names, "a number after 'loud'");
  if (!(made.loud > 0)) throw wrongAt(word, "how loud the pair is must be above 0");
  line.ends("the number");
}

// Words

// Words up to a colon, each with where it stands.
/** @param {Stacks} made @param {Sentence} line @returns {[SymbolName, Word][]} */
function readTexts(made, line) {
  /** @type {[SymbolName, Word][]} */
  const out = [];
  while (!line.takes(":")) {
    if (out.length && line.takes(",")) continue;
    const { word } = line;
    const whole = word.kind === "number" && /^\d+$/.test(word.text);
    if (word.kind === "string") out.push([stringValue(line.next()), word]);
    else if (word.kind === "name" || whole) {
      const number = whole && word.text.length < 16 && made.ids.has(Number(word.text));
      out.push([number ? Number(word.text) : word.text, word]);
      line.next();
    } else {
      throw line.unlike(`a word, or ':' before what '${line.first}' gives it`,
        word.kind === "end" ? "" : "; a word that is not letters alone stands in quotes");
    }
  }
  if (!out.length) throw wrongAt(line.words[1], `no word stands between '${line.first}' and ':'`);
  return out;
}

// `spell TEXT TEXT ...: TEXT TEXT ...`: what words are read as.
/** @param {Stacks} made @param {Sentence} line */
function spellWords(made, line) {
  if (made.symbols.length) {
    throw wrongAt(line.words[0],
      "where the symbols are listed a prompt is not read as words; nothing is spelled");
  }
  const [found, meant] = [readTexts(made, line), /** @type {string[]} */ ([])];
  while (/^(name|string)$/.test(line.word.kind)) {
    const { word } = line;
    meant.push(word.kind === "string" ? stringValue(line.next()) : line.next().text);
  }
  if (!meant.length) throw line.unlike("the words that they are read as");
  line.ends("the words");
  for (const [symbol, place] of found) {
    checkCut(made, symbol, place);
    made.spelled[String(symbol)] = meant;
  }
}

// The vector behind the colon, where there is one, and nothing more.
/** @param {Stacks} made @param {Sentence} line @param {boolean} written */
function readGiven(made, line, written) {
  const vector = line.word.kind === "end" ? []
    : readVector(line, made, "a vector after ':'", written);
  line.ends("the vector");
  return vector;
}

// `word TEXT TEXT ...: VECTOR`; without a vector a word is known, and means nothing.
/** @param {Stacks} made @param {Sentence} line */
function addWord(made, line) {
  const found = readTexts(made, line);
  const vector = readGiven(made, line, true);
  const stack = made.stacks.at(-1);
  const rows = stack?.kind ? stack.words : made.shared;
  for (const [symbol, place] of found) {
    checkSymbol(made, symbol, place);
    if (!made.symbols.length) checkCut(made, symbol, place, rows);
    put(rows, symbol, vector);
  }
}

// `say TEXT TEXT ...: VECTOR`; without a vector they are said for nothing.
/** @param {Stacks} made @param {Sentence} line */
function addSaying(made, line) {
  const found = readTexts(made, line);
  const vector = readGiven(made, line, false);
  for (const [symbol, place] of found) {
    checkSymbol(made, symbol, place);
    put(made.says, symbol, vector);
  }
}

/** @param {Stacks} made @param {SymbolName} symbol @param {Word} place */
function checkSymbol(made, symbol, place) {
  if (!made.symbols.length || made.ids.has(symbol) || symbol === START) return;
  const known = made.symbols.filter((each) => typeof each === "string");
  const text = String(symbol);
  throw wrongAt(place, `${quoted(text)} is none of the symbols${suggestion(text, known)}`);
}

// Whether a prompt can hold a word, unless it is put around prompts. An expression may hold marks
// that are words of their own, said before it.
/** @param {Stacks} made @param {SymbolName} symbol @param {Word} place
 * @param {Map<SymbolName, Terms>} [rows] */
function checkCut(made, symbol, place, rows = made.shared) {
  const text = String(symbol);
  if ([START, ...Object.values(made.sentinels)].includes(text)) return;
  const found = split(text, { has: (each) => each === text || rows.has(each) }, {}).join(" ");
  if (found === text && text) return;
  const read = found ? `it is read as ${quoted(found)}` : "it is a mark between words";
  throw wrongAt(place, `no prompt holds the word ${quoted(text)}; ${read}`);
}

// Stacks and layers

// `encoder`, or `decoder`: what stands in the lines below is said of it.
/** @param {Stacks} made @param {Sentence} line */
function beginStack(made, line) {
  line.ends(`'${line.first}'; what is in it stands in the lines below`);
  for (const other of made.stacks) {
    if (!other.line) {
      throw wrongAt(other.layers[0].line.words[0],
        `this layer is in no stack; '${line.first}' comes before the first layer`);
    }
    if (line.first === other.kind || line.first === "encoder") {
      throw wrongAt(line.words[0], "there is one encoder, and one decoder behind it; in line " +
        `${made.lineOf(other.line.words[0])} there is the ${other.kind}`);
    }
  }
  made.stacks.push(newStack(line.first, line));
}

/** @param {Stacks} made @param {Sentence} line */
function beginLayer(made, line) {
  line.ends("'layer'; what is in it stands in the lines below");
  if (!made.stacks.length) made.stacks.push(newStack("", null));
  made.stacks.at(-1).layers.push({ line, heads: [], units: [] });
}

// Where a head looks.
/** @param {Stacks} made @param {Sentence} line */
function readWhere(made, line) {
  const { word } = line;
  if (word.kind === "number") {
    const steps = readPlain(line, made.names, "how far a head looks", 0, made.n_ctx);
    const way = line.oneOf(`where ${word.text} leads`, ["back", "ahead"]);
    return `${steps} ${way}`;
  }
  const known = SEMES.whereToLook;
  if (word.kind !== "name" || !known.includes(word.text)) {
    throw line.unlike(`where to look: N back, N ahead, ${listed(known, "or")}`,
      suggestion(word.text, known));
  }
  line.next();
  return word.text === "nearest" ? `nearest ${line.oneOf("on which side", ["before", "after"])}`
    : word.text;
}

// `head WHERE, look MATRIX, move MATRIX, hard NUMBER, named NAME`.
/** @param {Stacks} made @param {Sentence} line */
function addHead(made, line) {
  const { heads } = /** @type {SemeLayer} */ (/** @type {unknown} */ (made.layerOf(line)));
  const start = line.word;
  const where = readWhere(made, line);
  const { kind } = made.stacks.at(-1);
  if (where === "memory" && !(kind === "decoder" && made.stacks.length === 2)) {
    throw wrongAt(start,
      "'memory' is what an encoder leaves, and only a decoder behind one looks there");
  }
  if (kind === "decoder" && looksAhead(where)) {
    throw new Misread(start.start, line.last.end, "a decoder sees nothing that comes later");
  }
  /** @type {Record<"look" | "move", Pairs>} */
  const said = { look: [], move: [] };
  /** @param {"look" | "move"} name @param {boolean} written */
  const take = (name, written) => () =>
    (said[name] = readMatrix(line, made, `a matrix after '${name}', as NAME>NAME`, written));
  const own = { look: take("look", false), move: take("move", true) };
  const [got] = made.clauses(line, "head", { own, commas: false });
  const name = got.named || namedBy(where, said.look);
  heads.push({ ...said, line, where, hard: got.hard, name });
}

// What a head is called that has no name.
/** @param {string} where @param {Pairs} look */
function namedBy(where, look) {
  const name = look.length ? `${where}: ${shownTerms(look)}` : where;
  return faultOfName(name) ? where : name;
}

// `when NAME and not NAME and ..., write VECTOR`.
/** @param {Stacks} made @param {Sentence} line */
function addWhen(made, line) {
  const { units } = /** @type {SemeLayer} */ (/** @type {unknown} */ (made.layerOf(line)));
  /** @type {Terms} */
  const holds = [];
  do {
    const no = line.takes("not");
    const { text } = readSeme(line, made, no ? "a seme after 'not'" : "a seme, or 'not'", false);
    holds.push([no ? -1 : 1, text]);
  } while (line.takes("and"));
  line.takes(",");
  line.needs("write", "what has to hold");
  const writes = readVector(line, made, "a vector after 'write'", true);
  line.ends("the vector");
  units.push({ line, reads: holding(holds), writes });
}

// `unit VECTOR > VECTOR`.
/** @param {Stacks} made @param {Sentence} line */
function addUnit(made, line) {
  const { units } = /** @type {SemeLayer} */ (/** @type {unknown} */ (made.layerOf(line)));
  const reads = readVector(line, made, "a vector that a unit reads", false);
  if (!line.takes(">")) throw line.unlike("'>' between what a unit reads and what it writes");
  const writes = readVector(line, made, "a vector after '>'", true);
  line.ends("the vector");
  units.push({ line, reads, writes });
}

/** @type {Record<string, (made: Stacks, line: Sentence) => void>} */
const BODY = {
  word: addWord, spell: spellWords, say: addSaying, encoder: beginStack, decoder: beginStack,
    layer: beginLayer,
  head: addHead, when: addWhen, unit: addUnit,
};

// What they come to

// The program of a machine of semes whose header is read.
/**
 * @param {Stacks} made @param {Sentence[]} lines @param {Record<string, Sentence>} header
 * @returns {Made}
 */
function assembleStacks(made, lines, header) {
  const { wrongs } = made;
  for (const line of lines) if (Object.hasOwn(BODY, line.first))
    made.attempt(line, BODY[line.first]);
  if (wrongs.length) return { wrongs };
  if (!made.stacks.length) made.stacks.push(newStack("", null));
  const vocabulary = allSymbols(made);
  made.attempt(header.semes, layOut, vocabulary.length);
  /** @type {Transformer | null} */
  let encoder = null;
  for (const each of wrongs.length ? [] : made.stacks) {
    const layers = each.layers.map((one) => makeLayer(made, one));
    if (wrongs.length) continue;
    made.attempt(each.line ?? header.semes, makeModel, each, vocabulary, layers, encoder);
    encoder = each.model;
  }
  return wrongs.length ? { wrongs } : programOf(made, made.stacks.at(-1).model, vocabulary);
}

// Every symbol once: those listed, the start, what is put around, words, what is said.
/** @param {Stacks} made @returns {SymbolName[]} */
function allSymbols(made) {
  const { sentinels, symbols, shared, stacks, says } = made;
  sentinels.start ??= START;
  const ends = [sentinels.after, sentinels.stop].filter((each) => each !== null);
  const rows = [shared, ...stacks.map(({ words }) => words), says];
  return [...new Set([...symbols, sentinels.start, ...ends,
    ...rows.flatMap((each) => [...each.keys()])])];
}

// Lays the stream out, where it is not too wide, nor the rows too many.
/** @param {Stacks} made @param {Sentence} line @param {number} n_symbols */
function layOut(made, line, n_symbols) {
  const [at] = line.words;
  const { n_ctx, stacks, size } = made;
  const places = new Set(stacks.flatMap(({ layers }) => layers)
    .flatMap(({ heads }) => heads.map(({ where }) => where)));
  places.delete("everywhere");
  places.delete("memory");
  const nearest = [...places].some((where) => where.startsWith("nearest"));
  const waves = nearest ? Math.ceil(n_ctx / 2) : Math.min(1, places.size);
  const d_model = (size ?? made.semes.size) + IMPLIED.length + 2 + (waves ? 1 + 2 * waves : 0);
  if (d_model > LIMITS.stream) {
    const of = waves ? `, ${1 + 2 * waves} of them to tell ${n_ctx} positions` : "";
    throw wrongAt(at,
      `the stream would hold ${d_model} numbers${of}; ${LIMITS.stream} are the most`);
  }
  made.names.spend(((2 * n_symbols + n_ctx) * stacks.length + made.semes.size) * d_model, at);
  made.layout = new Layout([...made.semes], size, n_ctx, made.loud, waves);
  made.subspaces = made.layout.subspaces;
  made.d_model = d_model;
}

// A layer of what its lines say; what is wrong with one is noted.
/** @param {Stacks} made @param {SemeLayer} said @returns {Layer} */
function makeLayer(made, { heads: said, units: units_said }) {
  /** @type {Head[][]} */
  const [heads, cross] = [[], []];
  /** @type {Units[]} */
  const units = [];
  for (const each of said) made.attempt(each.line, makeHead, each,
    each.where === "memory" ? cross : heads);
  for (const each of units_said) made.attempt(each.line, makeUnit, each, units);
  const mlp = units.length ? { ...beside(made, units), act: "relu" } : null;
  return { heads, mlp, norm_attn: LAYER_NORM, norm_mlp: LAYER_NORM, cross, norm_cross: LAYER_NORM };
}

/** @param {Stacks} made @param {Sentence} line @param {SaidHead} said @param {Head[]} into */
function makeHead(made, line, said, into) {
  const { layout, names } = made;
  names.spend(2 * (said.look.length + said.move.length + 2 * layout.circles.length +
    4) * layout.d_model, line.words[0]);
  into.push(sound(line, layout.head(said)));
}

/** @param {Stacks} made @param {Sentence} line @param {SaidUnit} unit @param {Units[]} into */
function makeUnit(made, line, { reads, writes }, into) {
  const { layout, names } = made;
  names.spend(4 * layout.d_model, line.words[0]);
  into.push(sound(line, layout.unit(reads, writes)));
}

/**
 * @param {Stacks} made @param {Sentence} line @param {Stack} each @param {SymbolName[]} vocabulary
 * @param {Layer[]} layers @param {Transformer | null} encoder
 */
function makeModel(made, line, each, vocabulary, layers, encoder) {
  const { layout, says, shared, sentinels, stacks } = made;
  const ahead = each.layers.some(({ heads }) => heads.some(({ where }) => looksAhead(where)));
  const rows = vocabulary.map((symbol) =>
    /** @type {Terms} */ ([...(symbol === sentinels.start ? [[1, "start"]] : []),
    ...(shared.get(symbol) ?? []), ...(each.words.get(symbol) ?? [])]));
  const said = vocabulary.map((symbol) =>
    says.get(symbol) ?? /** @type {Terms} */ ([[-UNSAID, "one"]]));
  const arrays = sound(line, {
    W_E: layout.embedding(rows),
    W_pos: layout.positions(),
    W_U: says.size && each === stacks.at(-1) ? layout.unembedding(said) : null,
  });
  each.model = {
    norms: "before", causal: each.kind === "decoder" || (!each.kind && !ahead), ...arrays,
    norm_final: LAYER_NORM, layers, encoder,
  };
}

// The program: where its symbols are not listed, it reads words.
/**
 * @param {Stacks} made @param {Transformer} model @param {SymbolName[]} vocabulary @returns {Made}
 */
function programOf(made, model, vocabulary) {
  const { wrongs, sentinels, steps, slide, shared, spelled, stacks, symbols } = made;
  const ends = { ...sentinels, opening: model.encoder ? sentinels.start : null };
  const around = Object.values(ends);
  const read = [...shared.keys(), ...stacks[0].words.keys()]
    .filter((symbol) => !around.includes(symbol));
  const subspaces = made.subspaces.map(({ name, start, size, hidden }) =>
    ({ name, at: start, size, ...hidden && { hidden } }));
  const words = symbols.length ? null : { known: [...new Set(read.map(String))], spelled };
  return { wrongs, vocabulary, ...ends, steps, slide, subspaces, model, words };
}

Object.assign(OF_SEMES, { Stacks, headers: { semes: nameSemes, loud: sayLoud },
  instead: SEMES.insteadOfPlaces, assemble: assembleStacks });
