// @ts-check
// Level one: a literal of nested lists as a program (nested.py). An array is a matrix with a shape.

import { matrix } from "../../kit/arithmetic.js";
import { AXES, KEYS_READ, LIMITS, WORDS } from "./language.js";
import { Misread, faultOfName, lineOf, listed, quoted, suggestion, tooManyOf,
  unlessMisread } from "./faults.js";
import { Literal, elementOf, tooMany } from "./literal.js";
import { transposed } from "./matrices.js";
/** @import {Head, Layer, Matrix, Norm, Transformer} from "../../kit/figures" */
/** @import {Subspace} from "../../kit/page" */
/** @import {Entries, Entry, Literally, Made, Shaped, Sizes, Span, SymbolName} from "./listing" */

/** @type {Norm} */
export const LAYER_NORM = { gamma: null, beta: null, eps: 1e-10, centered: true, inside: false };
const HEAD_KEYS = [...KEYS_READ.head, ...KEYS_READ.headBias, ...KEYS_READ.headName];
const OWN_HEAD_KEYS = [...HEAD_KEYS, ...KEYS_READ.headFar]; // of those that look into their text
const MAY_BE_NULL = [...KEYS_READ.headBias, ...KEYS_READ.headFar];
/** @type {["K" | "V" | "bK" | "bV", "W_K" | "W_V" | "b_K" | "b_V"][]} */
const SHARED = [["K", "W_K"], ["V", "W_V"], ["bK", "b_K"], ["bV", "b_V"]];
/** @param {string} key @returns {"matrix" | "vector" | "name"} */
const oneOf = (key) =>
  (KEYS_READ.head.includes(key) ? "matrix" : MAY_BE_NULL.includes(key) ? "vector" : "name");
/** @param {Matrix | null} one @param {Matrix | null} other */
const equal = (one, other) => (one && other
  ? one.columns === other.columns && one.data.length === other.data.length &&
    one.data.every((x, i) => x === other.data[i])
  : !one && !other);
const ELEMENTS = { matrix: "matrices", vector: "vectors", name: "strings" };
const ENCODER_KEYS = KEYS_READ.model.filter((key) => key !== "encoder");
const ENCODER_LAYER_KEYS = KEYS_READ.layer.filter((key) => key !== "cross");
/** @param {string} key */
const axesOf = (key) => AXES[/** @type {keyof typeof AXES} */ (key)];
const IN_ENCODER = " of encoder";
const PART = '["name", start, size]';
/** @type {Record<string, string>} */
const PHRASES = { spelled: "says how words are read", kin: "says which words are near" };
/** @type {Record<string, string>} */
const PLURALS = { number: "numbers", matrix: "matrices", vector: "vectors", name: "names" };

/** @param {number[]} shape @param {Float64Array} [data] @returns {Shaped} */
const shaped = (shape, data) => ({ ...matrix(shape[0], shape[1] ?? 1, data), shape });
/** @param {Literally} node */
const keysOf = (node) => new Map([...node.entries].reverse().map((entry) => [entry.key, entry]));
/** @param {(string | number)[]} sizes */
const by = (sizes) => sizes.join(" x ");
/** @param {Span} span @returns {[number, number]} */
const spanOf = ({ start, end }) => [start, end];
/** @param {Span} span @returns {[number, number]} */
const openingOf = ({ start }) => [start, start + 1];
/** @param {number} count @param {string} one */
const soMany = (count, one) => `${count} ${count === 1 ? one : PLURALS[one]}`;
/** @param {SymbolName} symbol */
export const shownSymbol = (symbol) =>
  (typeof symbol === "string" ? quoted(symbol) : String(symbol));

/** @param {Pick<Literally, "kind" | "value">} node */
function kindOf({ kind, value }) {
  if (kind === "constant") return String(value);
  return `${kind === "object" ? "an" : "a"} ${kind}`;
}

// A part of the stream, null where a node says none.
/** @param {Literally} node @returns {Subspace | null} */
function partOf(node) {
  const [name, start, size, ...last] = node.items ?? [];
  const hidden = last.length === 1 && last[0].kind === "string" && last[0].value === "hidden";
  const whole = [start, size].every((x) => x?.kind === "number" && Number.isInteger(x.value));
  if (name?.kind !== "string" || !whole || last.length !== Number(hidden)) return null;
  const fits = start.value >= 0 && size.value >= 1 &&
    Math.max(start.value, size.value) <= LIMITS.numbers;
  const part = { name: name.value, at: start.value + 0, size: size.value };
  return fits ? { ...part, ...hidden && { hidden } } : null;
}

// What is wrong with a part by itself, and with a name that is there twice.
/**
 * @param {Subspace} part @param {string} what @param {string} twice
 * @param {number | undefined} d_model
 */
function wrongPart({ name, at, size }, what, twice, d_model) {
  const fault = faultOfName(name) || (name ? "" : "it must not be empty");
  if (fault) return `${what} is called ${quoted(name)}; ${fault}`;
  if (twice) return `${quoted(name)} is in ${twice} twice; a name is for one part`;
  return at + size > d_model ? `${what} ends at ${at + size}, but d_model is ${d_model}` : "";
}

/** @param {string} text @returns {Made} */
export function readNested(text) {
  const literal = new Literal(text);
  const node = literal.read();
  if (literal.wrongs.length || node?.kind !== "object") return { wrongs: literal.wrongs };
  const reading = new Reading(text, literal.numbers);
  const made = unlessMisread(() => reading.program(node), () => ({}));
  return { ...made, wrongs: reading.wrongs };
}

// Makes a program of a literal; `wrongs` gathers what is wrong with it. What is known of an axis is
// its size and the array that it was first seen in.
class Reading {
  /** @type {Misread[]} */
  wrongs = [];
  headsOfAll = 0;
  /** @type {Subspace[]} */
  parts = [];

  /** @param {string} text @param {number} numbers */
  constructor(text, numbers) {
    this.text = text;
    this.numbers = numbers;
  }

  /** @param {number[]} place @param {string} message */
  fault(place, message) {
    this.wrongs.push(new Misread(place[0], place[1], message));
    if (this.wrongs.length >= LIMITS.faults) throw this.wrongs[this.wrongs.length - 1];
  }

  /** @template T @param {() => T} make @returns {T | undefined} */
  attempt(make) {
    return unlessMisread(make, (wrong) => {
      this.wrongs.push(wrong);
      return /** @type {T | undefined} */ (undefined);
    });
  }

  // A number as the text has it, or what else a value is.
  /** @param {Literally} node */
  asTyped(node) {
    return node.kind === "number" ? this.text.slice(node.start, node.end) : kindOf(node);
  }

  // The entries of an object by key; unknown and doubled keys are faults.
  /** @param {Literally} node @param {string[]} known @param {string} owner @returns {Entries} */
  entries(node, known, owner) {
    const first = keysOf(node);
    for (const entry of node.entries) {
      const { key } = entry;
      if (!known.includes(key)) {
        const ours = Object.hasOwn(WORDS.libraryNames, key)
          ? /** @type {Record<string, string>} */ (WORDS.libraryNames)[key] : undefined;
        const meant = known.includes(ours) ? `; did you mean '${ours}'?` : suggestion(key, known);
        this.fault(spanOf(entry),
          `${quoted(key)} is not a key of ${owner}, which may have ${listed(known)}${meant}`);
      } else if (first.get(key) !== entry) {
        const line = lineOf(this.text, first.get(key).start);
        this.fault(spanOf(entry), `${quoted(key)} is here twice; it is first in line ${line}`);
      }
    }
    return Object.fromEntries([...first].filter(([key]) => known.includes(key)));
  }

  /** @param {Literally} node @param {string} what @param {number} least */
  whole(node, what, least) {
    const { kind, value } = node;
    if (kind === "number" && Number.isInteger(value) && value >= least) return value;
    this.fault(spanOf(node),
      `${what} is ${this.asTyped(node)}; it must be a whole number, ${least} or more`);
    return undefined;
  }

  // One of a few words.
  /** @param {Entries} keys @param {string} key @param {string} where @param {string[]} known */
  choice(keys, key, where, known) {
    const node = keys[key]?.value;
    if (!node) return undefined;
    const typed = node.kind === "string";
    if (typed && known.includes(node.value)) return node.value;
    const words = listed(known.map((word) => `"${word}"`), "or");
    const meant = typed ? suggestion(node.value, known) : "";
    this.fault(spanOf(node),
      `${key}${where} is ${typed ? quoted(node.value) : kindOf(node)}; it must be ` +
      words + meant);
    return undefined;
  }

  // The whole program

  /** @param {Literally} node @returns {Made} */
  program(node) {
    const keys = this.entries(node, [...KEYS_READ.model, ...KEYS_READ.program], "a listing");
    /** @type {Sizes} */
    const sizes = {};
    const model = this.model(node, keys, sizes);
    const vocabulary = this.vocabulary(keys.vocabulary, sizes);
    const [start, stop, after, opening] =
      KEYS_READ.sentinel.map((key) => this.sentinel(keys[key], vocabulary));
    if (keys.opening && !keys.encoder) {
      this.fault(spanOf(keys.opening), "there is an opening, but no encoder to read it");
    }
    const steps = keys.steps ? this.whole(keys.steps.value, "steps", 1) : null;
    const slide = this.flag(keys, "slide", "", false);
    const words = this.words(keys, vocabulary, [start, stop, after, opening]);
    const subspaces = this.parts;
    return { vocabulary, start, stop, after, opening, steps, slide, subspaces, model, words };
  }

  // The named parts of the stream, as far as nothing is wrong with them; those of an encoder are
  // checked, and nobody in a page asks for them.
  /** @param {Literally} node @param {Sizes} sizes @param {string} where @returns {Subspace[]} */
  stream(node, { d_model: known }, where) {
    if (node.kind !== "list" || node.numbers.length) {
      const is = node.kind === "list" ? "a list of numbers" : kindOf(node);
      this.fault(spanOf(node),
        `stream${where} is ${is}; it must be a list of ${PART}, one for each part`);
      return [];
    }
    const d_model = known?.[0];
    /** @type {Map<string, Subspace & {i: number}>} */
    const parts = new Map();
    for (const [i, item] of node.items.entries()) {
      const part = partOf(item);
      const twice = part && parts.has(part.name) ? `stream${where}` : "";
      const wrong = part ? wrongPart(part, `stream[${i}]${where}`, twice, d_model)
        : `stream[${i}]${where} is not ${PART}, nor one with "hidden" behind it`;
      if (wrong) this.fault(elementOf(this.text, node, i), wrong);
      else parts.set(part.name, { ...part, i });
    }
    const inOrder = [...parts.values()].sort((a, b) => a.at - b.at);
    for (const [k, { name, at, i }] of inOrder.entries()) {
      const before = inOrder[k - 1];
      if (!before || at >= before.at + before.size) continue;
      this.fault(elementOf(this.text, node, i),
        `${quoted(name)} begins in ${quoted(before.name)}; parts must lie apart`);
    }
    return [...parts.values()].map(({ i, ...part }) => part);
  }

  // The words that a text is cut into, null where it is cut in no such way.
  /** @param {Entries} keys @param {SymbolName[]} vocabulary @param {SymbolName[]} ends */
  words(keys, vocabulary, ends) {
    const [spelled, kin] = ["spelled", "kin"].map((key) =>
      keys[key] ? this.phrases(key, keys[key].value) : {});
    if (!keys.words) {
      for (const [key, found] of Object.entries({ spelled, kin })) {
        if (Object.keys(found).length) {
          this.fault(spanOf(keys[key]), `'${key}' ${PHRASES[key]}, and there are no 'words'`);
        }
      }
      return null;
    }
    const node = keys.words.value;
    if (node.kind !== "list" || node.numbers.length) {
      this.fault(spanOf(node),
        `words is ${kindOf(node)}; it must be a list of the words that are read`);
      return null;
    }
    const typed = new Set((vocabulary ?? []).filter((symbol) => !ends.includes(symbol)));
    const known = node.items.filter((item) => {
      const sound = item.kind === "string" && typed.has(item.value);
      if (!sound && vocabulary) {
        this.fault(spanOf(item),
          `words has ${item.kind === "string" ? quoted(item.value) : kindOf(item)}; ` +
          "it must be symbols of the vocabulary, in quotes");
      }
      return sound;
    });
    return { known: known.map(({ value }) => value), spelled, kin };
  }

  // What words are read as, or are near to: {"don't": "do not"}.
  /** @param {string} name @param {Literally} node */
  phrases(name, node) {
    if (node.kind !== "object") {
      this.fault(spanOf(node),
        `${name} is ${kindOf(node)}; it must be an object, as {"don't": "do not"}`);
      return {};
    }
    /** @type {Record<string, string[]>} */
    const out = {};
    for (const { key, value, start, end } of node.entries) {
      if (value.kind !== "string") {
        this.fault([start, end], `${quoted(key)} is read as ${kindOf(value)}; it must be a string`);
      } else if (!Object.hasOwn(out, key)) {
        const mark = WORDS.phrases[/** @type {"spelled" | "kin"} */ (name)].trim();
        out[key] = value.value.split(mark || /\s+/)
          .map((/** @type {string} */ each) => each.trim()).filter(Boolean);
      }
    }
    return out;
  }

  // The model of a listing, or of its encoder.
  /**
   * @param {Literally} node @param {Entries} keys @param {Sizes} sizes @param {string} [where]
   * @returns {Transformer}
   */
  model(node, keys, sizes, where = "") {
    const W_E = this.array(keys, "tok_emb", where, sizes);
    if (!keys.tok_emb && !this.wrongs.length) {
      this.fault(openingOf(node),
        `there is no 'tok_emb'${where}: the rows of the tokens, d_vocab x d_model`);
    }
    const W_pos = this.positions(node, keys, sizes, where);
    const out_emb = this.array(keys, "out_emb", where, sizes);
    this.checkSizes(keys, sizes, where);
    const layers = keys.layers ? this.layers(keys.layers.value, sizes, where) : [];
    const norm_final = this.norm(keys, "lnf", where, sizes);
    const norms = this.choice(keys, "norms", where, ["before", "after"]) ?? "before";
    const causal = this.flag(keys, "causal", where, true);
    const encoder = keys.encoder ? this.encoder(keys.encoder.value, sizes) : null;
    const W_U = out_emb ? transposed(out_emb) : null;
    const rotary = this.array(keys, "rotary", where, sizes) ?? null;
    const shared_keys = keys.shared && this.whole(keys.shared.value, `shared${where}`, 1) || 1;
    const named = keys.stream ? this.stream(keys.stream.value, sizes, where) : [];
    if (where !== IN_ENCODER) this.parts = named;
    for (const [i, layer] of (this.wrongs.length ? [] : layers).entries()) {
      this.paired(keys, layer, `layer ${i}${where}`);
      this.grouped(keys, layer, shared_keys, `layer ${i}${where}`);
    }
    const later = { ...rotary && { rotary }, ...shared_keys > 1 && { shared_keys } };
    return { norms, causal, W_E, W_pos, W_U, norm_final, layers, encoder, ...later };
  }

  // Heads whose numbers are no pairs, where pairs are turned.
  /** @param {Entries} keys @param {Layer} layer @param {string} where */
  paired(keys, { heads }, where) {
    for (const [h, { W_Q }] of (keys.rotary ? heads : []).entries()) {
      if (W_Q.columns % 2 === 0) continue;
      this.fault(spanOf(keys.rotary), `d_head is ${W_Q.columns} in Q[${h}] of ${where}; ` +
        "with rotary it must be even, as pairs are turned");
    }
  }

  // Heads that are no whole groups, and keys and values that are not the first's.
  /** @param {Entries} keys @param {Layer} layer @param {number} shared @param {string} where */
  grouped(keys, { heads }, shared, where) {
    if (shared === 1) return;
    if (heads.length % shared) {
      this.fault(spanOf(keys.shared), `${where} has ${heads.length} heads; ` +
        `with shared ${shared} it must be a multiple of that`);
      return;
    }
    for (const [h, head] of heads.entries()) {
      const first = h - h % shared;
      for (const [key, name] of SHARED) {
        if (equal(head[name], heads[first][name])) continue;
        this.fault(spanOf(keys.shared), `${key}[${h}] of ${where} is not ${key}[${first}]; ` +
          `with shared ${shared} they must be equal`);
      }
    }
  }

  /** @param {Entries} keys @param {Sizes} sizes @param {string} where */
  checkSizes(keys, sizes, where) {
    for (const axis of ["d_vocab", "d_model", "n_ctx"]) {
      const [size, source] = sizes[axis] ?? [1, ""];
      const key = source.endsWith(where) ? source.slice(0, source.length - where.length) : source;
      if (size === 0 && keys[key]) {
        this.fault(spanOf(keys[key]), `${axis} is 0 in ${source}; it must be at least 1`);
      }
    }
  }

  // The encoder, a model whose stream is as wide.
  /** @param {Literally} node @param {Sizes} sizes @returns {Transformer | null} */
  encoder(node, { d_model }) {
    if (node.kind !== "object") {
      this.fault(spanOf(node),
        `encoder is ${kindOf(node)}; it must be an object with the keys of a model`);
      return null;
    }
    const keys = this.entries(node, ENCODER_KEYS, "an encoder");
    return this.model(node, keys, d_model ? { d_model } : {}, IN_ENCODER);
  }

  // The rows of the positions, or zeros for as many as block_size says.
  /** @param {Literally} node @param {Entries} keys @param {Sizes} sizes @param {string} where */
  positions(node, keys, sizes, where) {
    const entry = keys.block_size;
    if (!entry) {
      if (!keys.pos_emb && keys.tok_emb && !this.wrongs.length) {
        this.fault(openingOf(node),
          `there is neither 'pos_emb'${where}, the rows of the positions, nor 'block_size', how ` +
          "many positions there are where their rows are zero; write one of them");
      }
      return this.array(keys, "pos_emb", where, sizes);
    }
    if (keys.pos_emb) {
      this.fault(spanOf(entry),
        "'block_size' stands in for 'pos_emb', which is here too; take one of them out");
    }
    const n_ctx = this.whole(entry.value, `block_size${where}`, 1);
    const place = spanOf(entry.value);
    if (n_ctx === undefined || this.tooLong("n_ctx", n_ctx, `block_size${where}`, place))
      return undefined;
    if (!sizes.d_model) return undefined;
    return this.attempt(() => this.zeros([n_ctx, sizes.d_model[0]], entry.value));
  }

  // Symbols

  /**
   * @param {Pick<Literally, "kind" | "value">} node @param {number[]} place
   * @returns {SymbolName | null}
   */
  symbol(node, place) {
    const { kind, value } = node;
    if (kind === "string") return value;
    if (kind === "number" && Number.isSafeInteger(value)) return value + 0;
    const is = kind === "number" ? this.text.slice(place[0], place[1]) : kindOf(node);
    this.fault(place, `a symbol is a string or a whole number, but this is ${is}`);
    return null;
  }

  /** @param {Entry | undefined} entry @param {Sizes} sizes @returns {SymbolName[] | undefined} */
  vocabulary(entry, sizes) {
    const size = sizes.d_vocab?.[0];
    if (!entry) return size === undefined ? undefined : [...Array(size).keys()];
    const found = this.symbols(entry);
    if (!found) return undefined;
    const seen = new Set();
    const twice = found.findIndex((symbol) => seen.size === seen.add(symbol).size);
    const node = entry.value;
    if (twice >= 0) {
      this.fault(node.kind === "list" ? elementOf(this.text, node, twice) : spanOf(entry),
        `the symbol ${shownSymbol(found[twice])} is in the vocabulary twice`);
    }
    if (size !== undefined && found.length !== size) {
      this.fault(spanOf(entry),
        `vocabulary has ${found.length} symbols, and tok_emb has ${size} rows`);
    }
    return found;
  }

  /** @param {Entry} entry @returns {SymbolName[] | undefined} */
  symbols(entry) {
    const node = entry.value;
    if (node.kind === "string") return [...node.value];
    if (node.kind !== "list") {
      this.fault(spanOf(entry),
        `vocabulary is ${kindOf(node)}; it must be a list of symbols, or a string of them`);
      return undefined;
    }
    const elements = node.items.length ? node.items
      : node.numbers.map((value) => ({ kind: "number", value }));
    /** @type {SymbolName[]} */
    const found = [];
    for (const [i, item] of elements.entries()) {
      const exact = item.kind === "string" || (item.kind === "number" && item.value % 1 === 0);
      found.push(this.symbol(item, exact ? spanOf(node) : elementOf(this.text, node, i)));
      if (found[i] === null) return undefined;
    }
    return found;
  }

  // A symbol of the vocabulary that is the program's own.
  /** @param {Entry} entry @param {SymbolName[]} symbols */
  sentinel(entry, symbols) {
    if (!entry || !symbols) return null;
    const node = entry.value;
    const symbol = this.symbol(node, spanOf(node));
    if (symbol !== null && !symbols.includes(symbol)) {
      const names = symbols.filter((name) => typeof name === "string");
      const meant = typeof symbol === "string" ? suggestion(symbol, names) : "";
      this.fault(spanOf(node),
        `${entry.key} is ${shownSymbol(symbol)}, which is not in the vocabulary${meant}`);
    }
    return symbol;
  }

  // Arrays

  /**
   * @param {Entries} keys @param {string} key @param {string} where @param {Sizes} sizes
   * @returns {Shaped | undefined}
   */
  array(keys, key, where, sizes) {
    const entry = keys[key];
    return entry && this.checked(entry.value, key, key + where, spanOf(entry), sizes);
  }

  // An array whose axes agree with what is known of them; new sizes become known.
  /**
   * @param {Literally} node @param {string} key @param {string} what @param {number[]} place
   * @param {Sizes} sizes
   */
  checked(node, key, what, place, sizes) {
    const axes = axesOf(key);
    const array = this.attempt(() => this.arrayOf(node, what, place, axes, sizes));
    if (!array) return undefined;
    for (const [i, axis] of axes.entries()) {
      const size = array.shape[i];
      if (this.tooLong(axis, size, what, place)) return undefined;
      const [known, source] = (sizes[axis] ??= [size, what]);
      if (known === size) continue;
      const has = axes.length === 1 ? `${what} has ${size} numbers (${axis})`
        : `${what} is ${by(array.shape)} (${by(axes)})`;
      this.fault(place, `${has}, but ${axis} is ${known} in ${source}`);
      return undefined;
    }
    return array;
  }

  // Whether an axis is longer than one may be, which is a fault.
  /** @param {string} axis @param {number} size @param {string} what @param {number[]} place */
  tooLong(axis, size, what, place) {
    const most = LIMITS[axis === "n_ctx" ? "context" : "side"];
    if (size > most) this.fault(place, `${axis} is ${size} in ${what}; it may be at most ${most}`);
    return size > most;
  }

  /**
   * @param {Literally} node @param {string} what @param {number[]} place @param {string[]} axes
   * @param {Sizes} sizes
   */
  arrayOf(node, what, place, axes, sizes) {
    if (node.kind === "object") return this.sized(node, what, axes);
    const flat = axes.length === 1;
    if (node.kind !== "list") {
      const wanted = flat ? "a list of numbers" : "a list of rows";
      throw new Misread(place[0], place[1],
        `${what} is ${kindOf(node)}; it must be ${wanted} (${by(axes)})`);
    }
    if (flat) {
      const values = this.row(node, what);
      return shaped([values.length], Float64Array.from(values));
    }
    if (!node.items.length && !node.numbers.length) {
      throw new Misread(place[0], place[1], emptyList(what, axes, sizes));
    }
    if (node.numbers.length) {
      throw new Misread(place[0], place[1],
        `${what} is a list of numbers; it must be a list of rows ` +
        `(${by(axes)}), each in brackets of its own`);
    }
    const rows = this.rows(node, what);
    return shaped([rows.length, rows[0].length], Float64Array.from(rows.flat()));
  }

  /** @param {Literally} node @param {string} what */
  rows(node, what) {
    /** @type {number | undefined} */
    let width;
    return node.items.map((item, i) => {
      if (item.kind !== "list") {
        throw new Misread(...elementOf(this.text, node, i),
          `${what}[${i}] is ${kindOf(item)}; it must be a row of numbers`);
      }
      const row = this.row(item, `${what}[${i}]`);
      width ??= row.length;
      if (row.length !== width) {
        const before = i === 1 ? "the row before it has" : "the rows before it have";
        throw new Misread(...spanOf(item),
          `${what}[${i}] has ${soMany(row.length, "number")}; ${before} ${width}`);
      }
      return row;
    });
  }

  /** @param {Literally} node @param {string} what */
  row(node, what) {
    if (node.items.length) {
      const i = node.items.findIndex(({ kind }) => kind !== "number");
      throw new Misread(...elementOf(this.text, node, i),
        `${what}[${i}] is ${kindOf(node.items[i])}; it must be a number`);
    }
    return node.numbers;
  }

  // Zeros of a size that is written instead of them.
  /** @param {Literally} node @param {string} what @param {string[]} axes */
  sized(node, what, axes) {
    const form = `{"zeros": [${axes.join(", ")}]}`;
    const keys = keysOf(node);
    const [entry, but] = ["zeros", "but"].map((key) => keys.get(key));
    const known = [entry, but].filter(Boolean).length;
    if (!entry || node.entries.length > known || entry.value.kind !== "list") {
      throw new Misread(...openingOf(node),
        `${what} is an object; instead of its numbers it may only be ${form}`);
    }
    const sizes = entry.value.numbers;
    if (sizes.length !== axes.length || !sizes.every((x) => Number.isInteger(x) && x >= 0)) {
      throw new Misread(...spanOf(entry.value),
        `the sizes of ${what} must be ${axes.length} whole numbers: ${form}`);
    }
    const array = this.zeros(sizes, entry.value);
    return but ? this.filled(array, sizes, but, what) : array;
  }

  // Zeros with the numbers that are not zero, each behind its place.
  /** @param {Shaped} array @param {number[]} sizes @param {Entry} but @param {string} what */
  filled(array, sizes, but, what) {
    const form = `${["i", "j", "k"].slice(0, sizes.length).join(", ")}, x`;
    const { kind, numbers, items } = but.value;
    if (kind !== "list" || numbers.length) {
      throw new Misread(...spanOf(but),
        `'but' of ${what} is ${kindOf(but.value)}; it must be a list of [${form}]`);
    }
    for (const item of items) {
      const [at, [x]] = [(item.numbers ?? []).slice(0, sizes.length),
        (item.numbers ?? []).slice(sizes.length)];
      const inside = at.every((i, axis) => Number.isInteger(i) && i >= 0 && i < sizes[axis]);
      if (!inside || item.numbers?.length !== sizes.length + 1) {
        throw new Misread(...spanOf(item), `'but' of ${what} is a list of [${form}], ` +
          `a place of ${by(sizes)} numbers and what stands there`);
      }
      array.data[at.reduce((place, i, axis) => place * sizes[axis] + i, 0)] = x;
    }
    return array;
  }

  /** @param {number[]} shape @param {Literally} node */
  zeros(shape, node) {
    this.numbers += shape.reduce((product, length) => product * length, 1);
    if (this.numbers > LIMITS.numbers || Math.max(...shape) > LIMITS.numbers) throw tooMany(node);
    return shaped(shape);
  }

  // Layers

  /** @param {Literally} node @param {Sizes} sizes @param {string} where */
  layers(node, sizes, where) {
    if (node.kind !== "list" || node.numbers.length) {
      this.fault(spanOf(node), `layers${where} must be a list of objects, one for each layer`);
      return [];
    }
    if (node.items.length > LIMITS.layers) {
      this.fault(openingOf(node), `layers${where} has ${node.items.length} layers; ` +
        `it may have at most ${LIMITS.layers}`);
      return [];
    }
    return node.items.flatMap((item, number) => {
      const which = `layer ${number}${where}`;
      if (item.kind === "object") return this.layer(item, ` of ${which}`, { ...sizes });
      this.fault(elementOf(this.text, node, number),
        `${which} is ${kindOf(item)}; it must be an object`);
      return [];
    });
  }

  /** @param {Literally} node @param {string} where @param {Sizes} sizes @returns {Layer[]} */
  layer(node, where, sizes) {
    const keys = where.endsWith(IN_ENCODER)
      ? this.entries(node, ENCODER_LAYER_KEYS, "a layer of an encoder")
      : this.entries(node, KEYS_READ.layer, "a layer");
    const before = this.wrongs.length;
    const heads = this.heads(keys, where, sizes);
    const mlp = this.mlp(keys, where, sizes);
    const norm_attn = this.norm(keys, "ln1", where, sizes);
    const norm_mlp = this.norm(keys, "ln2", where, sizes);
    const cross = keys.cross ? this.cross(keys.cross.value, where, sizes) : [];
    const norm_cross = this.norm(keys, "lnc", where, sizes);
    if (this.wrongs.length > before) return [];
    return [{ heads, mlp, norm_attn, norm_mlp, cross, norm_cross }];
  }

  /** @param {Entries} keys @param {string} where @param {Sizes} sizes */
  mlp(keys, where, sizes) {
    const [W_in, b_in, W_out, b_out, W_gate, b_gate] =
      [...KEYS_READ.mlp, ...KEYS_READ.gate].map((key) => this.array(keys, key, where, sizes));
    const act = this.choice(keys, "act", where, WORDS.acts) ?? "relu";
    const given = [...KEYS_READ.mlp, ...KEYS_READ.gate, "act"].filter((key) => keys[key]);
    if (keys.b3 && !keys.M3) {
      this.fault(spanOf(keys.b3), `${where.slice(4)} has b3, but no M3; a gate has an M3`);
    }
    for (const key of given.length ? ["M1", "M2"] : []) {
      if (keys[key]) continue;
      this.fault(spanOf(keys[given[0]]),
        `${where.slice(4)} has ${listed(given)}, but no ${key}; ` +
        "an MLP has M1 and M2, and b1 and b2 where not zero");
    }
    if (!W_in || !W_out) return null;
    const [none, nothing] = [matrix(W_out.rows, 1), matrix(W_out.columns, 1)];
    const gate = W_gate && { W_gate, ...b_gate && { b_gate } };
    return { W_in, b_in: b_in ?? none, W_out, b_out: b_out ?? nothing, act, ...gate };
  }

  // The heads of a layer that look into what an encoder said.
  /** @param {Literally} node @param {string} where @param {Sizes} sizes @returns {Head[]} */
  cross(node, where, sizes) {
    if (node.kind === "object") {
      return this.heads(this.entries(node, HEAD_KEYS, "cross"), ` of cross${where}`, sizes);
    }
    this.fault(spanOf(node),
      `cross${where} is ${kindOf(node)}; it must be an object with Q, K, V and P`);
    return [];
  }

  // Heads, matrix by matrix of the lists Q, K, V and P, with biases and names.
  /** @param {Entries} keys @param {string} where @param {Sizes} sizes @returns {Head[]} */
  heads(keys, where, sizes) {
    const given = OWN_HEAD_KEYS.filter((key) => keys[key]);
    const missing = KEYS_READ.head.filter((key) => !keys[key]);
    if (given.length && missing.length) {
      this.fault(spanOf(keys[given[0]]), `${where.slice(4)} has ${listed(given)}, but no ` +
        `${listed(missing, "and no")}; heads have all of Q, K, V and P`);
    }
    const before = this.wrongs.length;
    const all =
      given.map((key) => this[/** @type {"strings"} */ (ELEMENTS[oneOf(key)])](keys[key], where));
    if (this.wrongs.length > before) return [];
    const uneven = all.findIndex(({ length }) => length !== all[0].length);
    if (uneven >= 0) {
      const key = given[uneven];
      this.fault(spanOf(keys[key]), `${key}${where} has ` +
        `${soMany(all[uneven].length, oneOf(key))}, but ${given[0]} has ` +
        soMany(all[0].length, oneOf(given[0])));
      return [];
    }
    const many = all[0]?.length ?? 0;
    const known = this.headsOfAll;
    this.headsOfAll += many;
    if (this.headsOfAll > LIMITS.heads) {
      if (known <= LIMITS.heads) this.fault(spanOf(keys[given[0]]), tooManyOf("heads"));
      return [];
    }
    return (all[0] ?? []).flatMap((_, h) =>
      this.head(given, all.map((each) => each[h]), `[${h}]${where}`, { ...sizes }));
  }

  // One head; a bias may be null.
  /**
   * @param {string[]} given @param {Literally[]} nodes @param {string} where @param {Sizes} sizes
   */
  head(given, nodes, where, sizes) {
    /** @param {string} key */
    const nodeOf = (key) => nodes[given.indexOf(key)];
    const keys = [...KEYS_READ.head, ...MAY_BE_NULL];
    const [W_Q, W_K, W_V, P, b_Q, b_K, b_V, b_O, far] = keys.map((key) => {
      const node = nodeOf(key);
      const none = MAY_BE_NULL.includes(key) && node?.kind === "constant" && node.value === null;
      if (!node || none) return null;
      return this.checked(node, key, key + where, openingOf(node), sizes);
    });
    if (far && !far.rows) {
      this.fault(spanOf(nodeOf("far")), `far${where} has no numbers; it must have at least 1`);
      return [];
    }
    if (!(W_Q && W_K && W_V && P)) return [];
    const name = this.name(nodeOf("names"), `names${where}`);
    const by_distance = far ?? undefined;
    return [{ W_Q, W_K, W_V, W_O: transposed(P), b_Q, b_K, b_V, b_O, name,
      ...by_distance && { by_distance } }];
  }

  // The name of a head, "" where it has none or something is wrong with it.
  /** @param {Literally} node @param {string} where */
  name(node, where) {
    if (!node) return "";
    const fault = node.kind === "string" ? faultOfName(node.value) : "";
    if (node.kind === "string" && !fault) return node.value;
    this.fault(spanOf(node), fault ? `${where} is ${quoted(node.value)}; ${fault}`
      : `${where} is ${kindOf(node)}; it must be a string, as "looks 1 back"`);
    return "";
  }

  // The elements of a list of names, one for each head.
  /** @param {Entry} entry @param {string} where */
  strings(entry, where) {
    return this.elements(entry, where, "a list with a string for each head");
  }

  // The elements of a list that is not one of numbers.
  /** @param {Entry} entry @param {string} where @param {string} wanted */
  elements(entry, where, wanted) {
    const node = entry.value;
    if (node.kind === "list" && !node.numbers.length) return node.items;
    const is = node.kind === "list" ? "a list of numbers" : kindOf(node);
    this.fault(spanOf(entry), `${entry.key}${where} is ${is}; it must be ${wanted}`);
    return [];
  }

  // The elements of a list of vectors, one for each head.
  /** @param {Entry} entry @param {string} where */
  vectors(entry, where) {
    return this.elements(entry, where,
      `a list with one list of numbers (${by(axesOf(entry.key))}) for each head, or null for a ` +
      "head without");
  }

  // The elements of a list of matrices, one for each head.
  /** @param {Entry} entry @param {string} where */
  matrices(entry, where) {
    const wanted = `a list with one matrix (${by(axesOf(entry.key))}) for each head`;
    const items = this.elements(entry, where, wanted);
    if (items[0]?.kind === "list" && items[0].numbers.length) {
      this.fault(spanOf(entry),
        `${entry.key}${where} is one matrix; it must be ${wanted}: put brackets around it`);
      return [];
    }
    return items;
  }

  // Norms

  // Plain LayerNorm where it is left out, none where it is null.
  /** @param {Entries} keys @param {string} key @param {string} where @param {Sizes} sizes */
  norm(keys, key, where, sizes) {
    const node = keys[key]?.value;
    if (!node) return LAYER_NORM;
    if (node.kind === "constant" && node.value === null) return null;
    if (node.kind !== "object") {
      this.fault(spanOf(node),
        `${key}${where} is ${kindOf(node)}; it must be an object, or null for no norm`);
      return null;
    }
    const parts = this.entries(node, KEYS_READ.norm, "a norm");
    const of = ` of ${key}${where}`;
    const gamma = this.scale(parts, "gamma", of, sizes, 1);
    const beta = this.scale(parts, "beta", of, sizes, 0);
    const eps = parts.eps?.value;
    if (eps && !(eps.kind === "number" && eps.value >= 0)) {
      this.fault(spanOf(eps), `eps${of} is ${this.asTyped(eps)}; it must be a number, 0 or more`);
    }
    const centered = this.flag(parts, "center", of, true);
    const inside = this.flag(parts, "inside", of, false);
    return { gamma, beta, eps: eps?.value ?? LAYER_NORM.eps, centered, inside };
  }

  // true or false.
  /** @param {Entries} keys @param {string} key @param {string} where @param {boolean} usual */
  flag(keys, key, where, usual) {
    const node = keys[key]?.value;
    if (node && !(node.kind === "constant" && node.value !== null)) {
      this.fault(spanOf(node), `${key}${where} is ${kindOf(node)}; it must be true or false`);
    }
    return node?.value ?? usual;
  }

  // The gamma or beta of a norm; null for the number that changes nothing.
  /**
   * @param {Entries} keys @param {string} key @param {string} where @param {Sizes} sizes
   * @param {number} idle
   */
  scale(keys, key, where, sizes, idle) {
    const node = keys[key]?.value;
    if (node?.kind !== "number") return this.array(keys, key, where, sizes) ?? null;
    if (node.value !== idle) {
      this.fault(spanOf(node), `${key}${where} is ${this.asTyped(node)}; it must be ${idle} or ` +
        "a list of d_model numbers");
    }
    return null;
  }
}

/** @param {string} what @param {string[]} axes @param {Sizes} sizes */
function emptyList(what, axes, sizes) {
  const wanted = axes.map((axis) => sizes[axis]?.[0] ?? axis);
  const form = `{"zeros": [${wanted.join(", ")}]}`;
  const equal = by(wanted) === by(axes) ? "" : ` = ${by(wanted)}`;
  const message = `${what} is an empty list, of shape (0,), and must be ${by(axes)}${equal}; ` +
    "an empty list cannot say how wide its rows are";
  if (what.startsWith("M2") && (sizes.d_mlp?.[0] ?? 1) === 0 && sizes.d_model) {
    return `${message} (a machine that takes it as it is runs only for prompts of 1 or ` +
      `${sizes.d_model[0]} tokens, by an accident of broadcasting); leave out M1, b1, M2 and b2, ` +
      `or write ${form}`;
  }
  return `${message}; write ${form}`;
}
