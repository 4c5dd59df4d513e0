// @ts-check
// What a machine of sentences is while it is being made, and what all sentences need of it
// (machine.py).

import { CLAUSES, LIMITS, WORDS } from "./language.js";
import {
  Misread, faultOfName, lineOf, listed, quoted, suggestion, unlessMisread, wrongAt,
} from "./faults.js";
import { Names, readColumns, readNumber, readWeights } from "./expressions.js";
import { vectorOf } from "./matrices.js";
import { LAYER_NORM, shownSymbol } from "./nested.js";
import { stringValue } from "./words.js";
/** @import {Matrix, Norm} from "../../kit/figures" */
/** @import {Circle, Clauses, Draft, Reads, StreamPlace, SymbolName, Units} from "./listing" */
/** @import {Word} from "./listing" */
/** @import {Sentence} from "./sentences.js" */


/** @type {Record<string, Norm | null>} */
export const NORM_KINDS = {
  layer: LAYER_NORM, rms: { ...LAYER_NORM, centered: false }, none: null,
};

// `circles` are those of positions, by the name of their place; `norm` stands where no other is
// asked for.
export class Machine {
  names = new Names();
  /** @type {StreamPlace[]} */
  subspaces = [];
  d_model = 0;
  n_ctx = 0;
  /** @type {SymbolName[]} */
  symbols = [];
  /** @type {Map<SymbolName, number>} */
  ids = new Map();
  /** @type {Record<string, SymbolName | null>} */
  sentinels = { start: null, stop: null, after: null, opening: null };
  /** @type {number | null} */
  steps = null;
  slide = false;
  /** @type {Norm | null} */
  norm = LAYER_NORM;
  /** @type {Record<string, Norm | null>} */
  norm_final = {};
  after = false;
  /** @type {Matrix} */
  W_E = undefined;
  /** @type {Matrix} */
  W_pos = undefined;
  /** @type {Matrix | null} */
  W_U = null;
  /** @type {Record<string, Circle>} */
  circles = {};
  /** @type {Draft[]} */
  layers = [];
  /** @type {Units | undefined} */
  table = undefined;

  /** @param {string} text @param {Misread[]} wrongs */
  constructor(text, wrongs) {
    this.text = text;
    this.wrongs = wrongs;
  }

  // Reads a sentence, and keeps what is wrong with it.
  /**
   * @param {Sentence} line @param {(made: any, line: Sentence, ...what: any[]) => void} act
   * @param {...any} what
   */
  attempt(line, act, ...what) {
    if (this.wrongs.length >= LIMITS.faults) return;
    line.at = 1;
    unlessMisread(() => act(this, line, ...what), (wrong) => {
      if (wrong.message) this.wrongs.push(wrong); // else it follows from another
    });
  }

  /** @param {Word} word */
  lineOf(word) {
    return lineOf(this.text, word.start);
  }

  // The layer that a sentence belongs to.
  /** @param {Sentence} line */
  layerOf(line) {
    if (this.layers.length) return this.layers[this.layers.length - 1];
    const [word] = line.words;
    throw wrongAt(word,
      `${quoted(word.text)} belongs to a layer; a line 'layer' must come before it`);
  }

  /** @param {SymbolName} name @param {Word} word */
  noSymbol(name, word) {
    const known = this.symbols.filter((each) => typeof each === "string");
    const meant = typeof name === "string" ? suggestion(name, known) : "";
    return wrongAt(word, `${shownSymbol(name)} is none of the symbols${meant}`);
  }

  /** @param {SymbolName} name @param {Word} word */
  idOf(name, word) {
    if (!this.ids.has(name)) throw this.noSymbol(name, word);
    return this.ids.get(name);
  }

  // Names of places, joined by `and`.
  /** @param {Sentence} line @param {string} what */
  places(line, what) {
    const out = [this.names.place(line.name(what))];
    while (line.takes("and")) {
      out.push(this.names.place(line.name("a part of the stream after 'and'")));
    }
    return out;
  }

  // So many numbers in brackets.
  /** @param {Sentence} line @param {number} wanted @param {string} what */
  bracketed(line, wanted, what) {
    const start = line.word;
    line.needs("[", `'${what}'`);
    const found = [];
    do found.push(readNumber(line, this.names)); while (line.takes(","));
    if (!line.takes("]")) throw line.unlike("',' or ']' after a number");
    if (found.length !== wanted) {
      throw new Misread(start.start, line.last.end,
        `there are ${found.length} numbers here; ${what} has ${wanted}`);
    }
    return found;
  }

  // What is added to the stream.
  /** @param {Sentence} line @param {string} name */
  oneColumn(line, name) {
    const { word } = line;
    const found = readWeights(line, this.names, placeAfter(name));
    if (found.columns === 1) return found;
    throw wrongAt(word,
      `the ${name} has ${found.columns} columns; it must be one, as 2 token.1`);
  }

  // Notes what the units of a sentence do; those of a layer all do the same.
  /** @param {Draft} draft @param {string} act @param {Sentence} line */
  takeAct(draft, act, line) {
    const [first, other] = (draft.act ??= [act, line]);
    if (first === act) return;
    const [word] = line.words;
    const number = this.lineOf(other.words[0]);
    throw wrongAt(word,
      `the units of a layer are of one kind: here ${act}, in line ${number} ${first}`);
  }

  // What the clauses of a form say, and where each begins; `own` reads those that are its own.
  /**
   * @param {Sentence} line @param {keyof typeof CLAUSES} form
   * @param {{own?: Reads, commas?: boolean}} [how]
   * @returns {[Clauses, Record<string, Word>]}
   */
  clauses(line, form, { own = {}, commas = true } = {}) {
    /** @type {Clauses} */
    const got = {};
    /** @type {Clauses} */
    const unsaid = WORDS.unsaid;
    const known = Object.entries(CLAUSES[form]).map(([name, kind]) => {
      if (name in unsaid) got[name] = unsaid[name];
      return [name, own[name] ?? (() => (got[name] = READERS[kind](this, line, name)))];
    });
    const where = line.clauses(Object.fromEntries(known), WORDS.begun.includes(form), commas);
    for (const name of /** @type {Record<string, string[]>} */ (WORDS.needed)[form] ?? []) {
      if (Object.hasOwn(where, name)) continue;
      throw wrongAt(line.word, `'${line.first}' lacks a clause '${name} ...', but the line ends`);
    }
    return [got, where];
  }
}

/** @param {string} name */
const placeAfter = (name) => `a part of the stream after '${name}'`;

// What the clauses of each kind are followed by.
/** @type {Record<string, (made: Machine, line: Sentence, name: string) => unknown>} */
const READERS = {
  flag: () => true,
  number: ({ names }, line, name) => readNumber(line, names, `a number after '${name}'`),
  hard: ({ names }, line, name) =>
    (line.stops ? null : readNumber(line, names, `a number after '${name}'`)),
  eps({ names }, line) {
    const { word } = line;
    const eps = readNumber(line, names, "a number after 'eps'");
    if (eps < 0) throw wrongAt(word, "eps must be 0 or more");
    return eps;
  },
  row: (made, line, name) => vectorOf(made.bracketed(line, made.d_model, name)),
  columns: ({ names }, line, name) => readColumns(line, names, placeAfter(name)),
  vector: (made, line, name) => made.oneColumn(line, name),
  act: (made, line) => line.oneOf("what a unit does", WORDS.acts),
  name(made, line, name) {
    const { word } = line;
    if (word.kind !== "string") throw line.unlike(`a name in quotes after '${name}'`);
    const said = stringValue(line.next());
    const fault = faultOfName(said);
    if (fault) throw wrongAt(word, `the name is ${shownSymbol(said)}; ${fault}`);
    return said;
  },
  weights: ({ names }, line, name) => readWeights(line, names, placeAfter(name)),
  place: ({ names }, line, name) => [names.place(line.word), line.name(placeAfter(name))],
  places: (made, line, name) => made.places(line, placeAfter(name)),
  single({ names }, line, name) {
    const { word } = line;
    const place = names.place(line.name(placeAfter(name)));
    if (place.size === 1) return place;
    throw wrongAt(word, `${word.text} has size ${place.size}; a ${line.first} reads a part of ` +
      "size 1");
  },
};

/** @param {StreamPlace[]} where */
export const sizeOf = (where) => where.reduce((all, { size }) => all + size, 0);
/** @param {StreamPlace[]} where */
export const namesOf = (where) => listed(where.map(({ name }) => name));

/** @param {StreamPlace[]} where @param {number} wanted @param {Word} word @param {string} what */
export function fits(where, wanted, word, what) {
  if (sizeOf(where) === wanted) return;
  const have = where.length === 1 ? "has size" : "have sizes that make";
  throw wrongAt(word, `${namesOf(where)} ${have} ${sizeOf(where)}, but ${what} ${wanted}`);
}

/** @param {Word} word @param {string} message @param {number} one @param {number} other */
export function sameSize(word, message, one, other) {
  if (one !== other) throw wrongAt(word, `${message}; they must be equal`);
}

// What is made of a sentence, where none of its weights is infinite.
/** @template T @param {Sentence} line @param {T} made @returns {T} */
export function sound(line, made) {
  for (const W of /** @type {(Matrix | undefined)[]} */ (Object.values(made))) {
    if (!W?.data || W.data.every(Number.isFinite)) continue;
    throw wrongAt(line.words[0], "a weight becomes too large here");
  }
  return made;
}
