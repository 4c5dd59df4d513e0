// @ts-check
// The forward pass of taotp_core/transformer.py and the greedy decoding of taotp_core/decode.py.
// numpy is the authority: a test compares every activation, so what is rounded where has to be the
// same in both. Weights are matrices {rows, columns, data}, row after row; all else is rows. A run
// takes one token at a time and keeps what later ones need, so that decoding repeats no work.

/** @import {Head, Matrix, Norm, Points, Transformer} from "./figures" */
/** @import {Arrays, Column, Decision, Encoded, Entries, Factors, Heard, Hearing} from "./page" */
/** @import {Point, Round, Row, RunHead, RunLayer, Seen, SentModel, Step} from "./page" */
/** @import {StoredColumn, Tensor, Token, Weights} from "./page" */

export const TIE = 2 ** -49; // as in taotp_core/decode.py

const NUMBER = new Float64Array(1);
const BITS = new Int32Array(NUMBER.buffer); // the higher half comes second, as numbers are sent

// The power of two at or below a number.
/** @param {number} x */
function exponentOf(x) {
  NUMBER[0] = x;
  return ((BITS[1] >> 20) & 0x7ff) - 1023;
}

// Rounds to so many significant binary digits, half to even. Below 2^lowest the spacing no longer
// shrinks; from `limit` on it is infinite. Adding and taking off a number whose own spacing is
// the one wanted makes the processor do the rounding.
/** @param {number} digits @param {number} lowest @param {number} limit @returns {Round} */
function rounder(digits, lowest, limit) {
  return (x) => {
    if (!(Math.abs(x) < limit)) return Number.isNaN(x) ? x : Math.sign(x) * Infinity;
    const spacing = 2 ** (Math.max(exponentOf(Math.abs(x)), lowest) - digits + 1);
    const far = 1.5 * 2 ** 52 * spacing;
    return x + far - far;
  };
}

/** @type {Record<"float64" | "float32" | "bfloat16" | "float16", Round>} */
export const PRECISIONS = {
  float64: (x) => x,
  float32: Math.fround,
  bfloat16: rounder(8, -126, 2 ** 128 - 2 ** 119),
  float16: rounder(11, -14, 65520),
};

/** @param {number} rows @param {number} columns @param {Float64Array} [data] @returns {Matrix} */
export function matrix(rows, columns, data = new Float64Array(rows * columns)) {
  return { rows, columns, data };
}

/** @param {Matrix} x @param {number} i */
export function rowOf(x, i) {
  return x.data.subarray(i * x.columns, (i + 1) * x.columns);
}

// The entries of a matrix that are not 0 in order, as [rows, columns, values].
/** @param {Factors} W */
export function entriesOf(W) {
  if (W.some) return W.some;
  /** @type {Entries} */
  const [rows, columns, values] = [[], [], []];
  for (let i = 0; i < W.data.length; i++) {
    if (W.data[i] === 0) continue;
    rows.push(Math.floor(i / W.columns));
    columns.push(i % W.columns);
    values.push(W.data[i]);
  }
  return (W.some = [rows, columns, values]);
}

// A matrix of some entries. In a large one most numbers are 0, and they are written out only where
// somebody asks for them.
/** @param {number} height @param {number} width @param {Entries} some @returns {Factors} */
export function sparse(height, width, some) {
  const [rows, columns, values] = some;
  /** @type {Float64Array} */
  let data;
  return {
    rows: height, columns: width, some,
    get data() {
      if (data) return data;
      data = new Float64Array(height * width);
      values.forEach((value, e) => (data[rows[e] * width + columns[e]] = value));
      return data;
    },
  };
}

// A matrix with each of its numbers changed, of which 0 stays 0; the same where all stay.
/** @param {Matrix} W @param {(x: number) => number} change */
function changed(W, change) {
  const [rows, columns, values] = entriesOf(W);
  const to = values.map(change);
  return to.every((x, e) => x === values[e]) ? W : sparse(W.rows, W.columns, [rows, columns, to]);
}

/** @param {Matrix} W */
function transpose(W) {
  const [rows, columns, values] = entriesOf(W);
  return sparse(W.columns, W.rows, [columns, rows, values]);
}

// out += x @ W. Most weights of a program are zero; they matter only to what is not finite, which
// they make NaN: a column that does not meet each of it with a weight that is not zero.
/** @param {Row} out @param {Row} x @param {Factors} W */
function addProduct(out, x, W) {
  const [rows, columns, values] = entriesOf(W);
  for (let e = 0; e < values.length; e++) out[columns[e]] += x[rows[e]] * values[e];
  if (allFinite(x)) return out;
  const strange = x.map((value) => (value * 0 === 0 ? 0 : 1));
  const met = zeros(out.length);
  columns.forEach((j, e) => (met[j] += strange[rows[e]]));
  const all = strange.reduce((sum, value) => sum + value, 0);
  met.forEach((some, j) => some < all && (out[j] = NaN));
  return out;
}

/** @param {Row} x */
function allFinite(x) {
  let sum = 0;
  for (let i = 0; i < x.length; i++) sum += x[i] * 0;
  return sum === 0;
}

// A row of zeros: for rows this short plain arrays are faster than typed ones.
/** @param {number} n @returns {Row} */
function zeros(n) {
  return Array(n).fill(0);
}

/** @param {Row} x @param {Factors} W @param {Round} round @param {Matrix | null} [b] */
export function product(x, W, round, b) {
  const sums = addProduct(zeros(W.columns), x, W);
  return (b ? sums.map((sum, j) => sum + b.data[j]) : sums).map(round);
}

/** @param {Row} x @param {ArrayLike<number>} y @param {Round} round */
function add(x, y, round) {
  return x.map((value, j) => round(value + y[j]));
}

// Weights: columns from base64, then tensors as sums of powers of the constants.

/** @param {string} base64 */
function floats(base64) {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  return new Float64Array(bytes.buffer);
}

/** @param {StoredColumn[]} stored @returns {Column[]} */
export function decodeColumns(stored) {
  return stored.map((column) => {
    const { size, gaps, usual } = column;
    const some = size && floats(column.is);
    let place = 0;
    const at = gaps?.map((gap) => (place += gap));
    if (some && !usual) return { rows: at, values: some };
    const values = some ? new Float64Array(size).fill(usual)
      : floats(/** @type {string} */ (column));
    if (some) some.forEach((value, e) => (values[at[e]] = value));
    return { rows: [...values.keys()], values };
  });
}

// A matrix that may be changed; -0 becomes 0, as in a tensor.
/** @param {Matrix} W */
const copied = ({ rows, columns, data }) =>
  matrix(rows, columns, Float64Array.from(data, (x) => x + 0));

/** @param {Tensor} data @param {Column[]} columns @param {Record<string, number>} constants */
function tensor(data, columns, constants) {
  const out = matrix(data.rows, data.columns);
  for (const { powers, at } of data.terms) {
    let factor = 1;
    for (const name in powers) factor *= constants[name] ** powers[name];
    at.forEach((place, j) => {
      if (place < 0) return;
      const [{ rows, values }, { data: sums, columns: width }] = [columns[place], out];
      for (let e = 0; e < rows.length; e++) sums[rows[e] * width + j] += factor * values[e];
    });
  }
  return out;
}

// The same part of a model with each of its arrays changed: `change` gets the path of one, such as
// layers.0.heads.1.W_Q, and the array, be it a matrix or still data.
/**
 * @template {Matrix | Tensor} A @param {any} part
 * @param {(path: string, array: A) => Matrix | Tensor} change @param {string} [path] @returns {any}
 */
export function mapped(part, change, path = "") {
  if (part === null || typeof part !== "object") return part;
  if ("rows" in part) return change(path, part);
  /** @param {string} key */
  const inside = (key) => (path ? `${path}.${key}` : key);
  if (Array.isArray(part)) return part.map((each, i) => mapped(each, change, inside(String(i))));
  return Object.fromEntries(
    Object.entries(part).map(([key, each]) => [key, mapped(each, change, inside(key))]));
}

// Every array of a part by its path.
/** @param {unknown} part */
export function arraysOf(part) {
  /** @type {Arrays} */
  const found = {};
  mapped(part, (path, /** @type {Matrix} */ W) => (found[path] = W));
  return found;
}

// A model whose arrays are matrices of its own, for given values of its constants; those in which
// there is no constant may be `lasting`, to be shared. One that was read in the page has matrices
// already.
/**
 * @param {SentModel | Transformer} model @param {Column[]} columns
 * @param {Record<string, number>} constants @param {Map<Tensor, Matrix>} [lasting]
 * @returns {Transformer}
 */
export function decodeModel(model, columns, constants, lasting) {
  return mapped(model, (_, /** @type {Tensor | Matrix} */ W) => {
    if (!("terms" in W)) return copied(W);
    const found = lasting?.get(W) ?? tensor(W, columns, constants);
    if (!W.terms.some(({ powers }) => Object.keys(powers).length)) lasting?.set(W, found);
    return found;
  });
}

// Heads side by side share the root by which scores are divided, that of the largest; a smaller one
// asks the louder for it, as in taotp_core/weights.py.
/** @param {Head[]} [heads] @returns {RunHead[]} */
function alike(heads = []) {
  const size = Math.max(0, ...heads.map(({ W_Q }) => W_Q.columns));
  return heads.map((head) => {
    const scale = Math.sqrt(size / head.W_Q.columns); // of no columns there are no entries either
    const louder = (/** @type {Matrix | null} */ W) => W && changed(W, (x) => x * scale);
    return { ...head, W_Q: louder(head.W_Q), b_Q: louder(head.b_Q), root: Math.sqrt(size) };
  });
}

// A model as it is run: weights rounded as they are when multiplied by. What is added up before it
// is rounded (b_O), and what is never rounded, stays. What stays is the model's own: from then on
// nobody changes a number of either in place.
/** @param {Transformer} model @param {Round} round @returns {Weights} */
export function ready(model, round) {
  if (!model) return null;
  const layers = model.layers.map((layer) =>
    ({ ...layer, heads: alike(layer.heads), cross: alike(layer.cross) }));
  const fitted = (/** @type {string} */ path, /** @type {Matrix} */ W) =>
    (round === PRECISIONS.float64 || /norm|b_O/.test(path) ? W : changed(W, round));
  const weights = mapped({ ...model, layers, encoder: null }, fitted);
  weights.W_U ??= transpose(weights.W_E);
  return { ...weights, round, encoder: ready(model.encoder, round) };
}

/**
 * @param {SentModel} model @param {Column[]} columns @param {Record<string, number>} constants
 * @param {Round} round
 */
export function weigh(model, columns, constants, round) {
  return ready(decodeModel(model, columns, constants), round);
}

// What a transformer does.

// Where float32 ends, squares of a norm end in each format that has an end, as in fast.py.
const END = 2 ** 128 - 2 ** 103;

/**
 * @param {Row} x @param {Pick<Norm, "eps" | "centered"> & Partial<Norm> | null} norm
 * @param {Round} round
 */
export function normalize(x, norm, round) {
  if (!norm) return x;
  const n = x.length;
  const mean = norm.centered ? x.reduce((sum, value) => sum + value, 0) / n : 0;
  let square = x.reduce((sum, value) => sum + (value - mean) * (value - mean), 0);
  if (square >= END && round(END) === Infinity) square = Infinity;
  const spread = norm.inside ? Math.sqrt(square / n + norm.eps) : Math.sqrt(square / n) + norm.eps;
  const { gamma, beta } = norm;
  return x.map((value, j) => {
    const scaled = ((value - mean) / spread) * (gamma ? gamma.data[j] : 1);
    return round(beta ? scaled + beta.data[j] : scaled);
  });
}

/** @param {Row} scores @param {Round} round */
export function softmax(scores, round) {
  const top = Math.max(...scores);
  const weights = scores.map((score) => Math.exp(score - top));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => round(weight / sum));
}

// Adds the keys and values of rows to those that a head may look at.
/** @param {Head} head @param {Seen} seen @param {Row[]} rows @param {Round} round */
export function lookAt(head, seen, rows, round) {
  for (const y of rows) {
    seen.keys.push(product(y, head.W_K, round, head.b_K));
    seen.values.push(product(y, head.W_V, round, head.b_V));
  }
}

// What a head reads for a row: an average of the first n values that it may look at. One that asks
// what it asked before, as a head that takes a mean of all does, hears the same again.
/**
 * @param {RunHead} head @param {Seen} seen @param {Row} y @param {number} n @param {Round} round
 */
export function read(head, seen, y, n, round) {
  const query = product(y, head.W_Q, round, head.b_Q).map((value) => value / head.root);
  const { before } = seen;
  if (before?.n === n && query.every((value, c) => value === before.query[c])) {
    seen.scores.push(seen.scores[seen.scores.length - 1]);
    seen.pattern.push(seen.pattern[seen.pattern.length - 1]);
    return before.brought;
  }
  const scores = zeros(n);
  for (let j = 0; j < n; j++) {
    const key = seen.keys[j];
    let sum = 0;
    for (let c = 0; c < key.length; c++) sum += query[c] * key[c];
    scores[j] = round(sum);
  }
  const pattern = softmax(scores, round);
  seen.scores.push(scores);
  seen.pattern.push(pattern);
  const mixed = zeros(head.W_V.columns);
  for (let j = 0; j < n; j++) {
    for (let c = 0; c < mixed.length; c++) mixed[c] += pattern[j] * seen.values[j][c];
  }
  const brought = mixed.map(round);
  seen.before = { n, query, brought };
  return brought;
}

// What the heads of a layer bring to a row, those knocked out (by their names) excepted.
/**
 * @param {RunHead[]} heads @param {(h: number) => string} nameOfHead @param {string[]} off
 * @param {(head: RunHead, h: number) => Row} brought @param {number} width @param {Round} round
 */
export function bring(heads, nameOfHead, off, brought, width, round) {
  const sum = zeros(width);
  const biases = zeros(width);
  heads.forEach((head, h) => {
    const mixed = brought(head, h);
    if (off.includes(nameOfHead(h))) return;
    addProduct(sum, mixed, head.W_O);
    head.b_O?.data.forEach((value, j) => (biases[j] += value));
  });
  return sum.map((value, j) => round(value + round(biases[j])));
}

/** @param {Hearing} run @param {RunLayer} layer @param {number} number @param {Row[]} rows */
function attention(run, layer, number, rows) {
  const { weights: { round, causal }, heads, off } = run;
  const before = heads[number][0].keys.length;
  layer.heads.forEach((head, h) => lookAt(head, heads[number][h], rows, round));
  return rows.map((y, i) => {
    const n = causal === false ? before + rows.length : before + i + 1;
    /** @param {RunHead} head @param {number} h */
    const brought = (head, h) => read(head, heads[number][h], y, n, round);
    return bring(layer.heads, (h) => `${number}.${h}`, off, brought, y.length, round);
  });
}

/** @type {Record<string, Round>} */
export const ACTIVATIONS = { relu: (x) => (x < 0 ? 0 : x) };

/** @param {Hearing} run @param {RunLayer} layer @param {number} number @param {Row[]} rows */
function feedForward({ weights: { round } }, { mlp }, number, rows) {
  const act = ACTIVATIONS[mlp.act ?? "relu"];
  return rows.map((y) => {
    const hidden = product(y, mlp.W_in, act, mlp.b_in).map(round);
    return addProduct([...mlp.b_out.data], hidden, mlp.W_out).map(round);
  });
}

// The steps of a layer, in their order: whether a layer has one, and what it adds to rows of the
// stream. A part of the script fills in what an encoder is looked into with.
/** @type {Record<string, Step | null>} */
export const STEPS = {
  attention: { norm: "norm_attn", has: ({ heads }) => heads.length, added: attention },
  cross: null,
  mlp: { norm: "norm_mlp", has: ({ mlp }) => mlp, added: feedForward },
};

// How an encoder is run, where a part of the script knows.
/** @type {{run: ((weights: Weights, source: Heard[], off?: string[]) => Encoded) | null}} */
export const ENCODERS = { run: null };

// A run that has heard nothing yet. `off` lists the heads knocked out, "layer.head"; `memory` is
// what an encoder said.
/** @param {Weights} weights @param {string[]} [off] @param {Row[]} [memory] @returns {Hearing} */
export function begin(weights, off = [], memory = []) {
  /** @returns {Seen} */
  const empty = () => ({ keys: [], values: [], scores: [], pattern: [] });
  return {
    weights, off, memory, tokens: [], from: 0, heard: [], stream: {},
    heads: weights.layers.map((layer) => layer.heads.map(empty)),
    cross: weights.layers.map(() => /** @type {Seen[]} */ ([])),
  };
}

// Takes rows of the stream through every layer: adds them to it after each step, and to each head.
/** @param {Hearing} run @param {Row[]} rows */
function pass(run, rows) {
  const { weights, stream } = run;
  const { round } = weights;
  const pre = weights.norms === "before";
  /** @param {string} name */
  const note = (name) => (stream[name] ??= []).push(...rows);
  note("embedding");
  weights.layers.forEach((layer, number) => {
    for (const [name, step] of Object.entries(STEPS)) {
      const has = step?.has(layer);
      if (name === "cross" && !has) continue;
      /** @param {Row} x */
      const normed = (x) => normalize(x, layer[step.norm], round);
      if (has) {
        const more = step.added(run, layer, number, pre ? rows.map(normed) : rows);
        rows = rows.map((x, i) => add(x, more[i], round));
      }
      if (!pre) rows = rows.map(normed);
      note(`${name} ${number}`);
    }
  });
}

// A row of a matrix, of which all others need not be written out.
/** @param {Matrix} W @param {number} i */
function rowIn(W, i) {
  const [rows, columns, values] = entriesOf(W);
  const row = zeros(W.columns);
  for (let e = rows.indexOf(i); rows[e] === i; e++) row[columns[e]] = values[e];
  return row;
}

// Takes inputs more, all at once: ids, or frames, which multiply W_E.
/** @param {Hearing} run @param {Heard[]} inputs */
export function listen(run, inputs) {
  const { W_E, W_pos, round } = run.weights;
  const first = run.tokens.length;
  run.tokens.push(.../** @type {Token[]} */ (inputs)); // frames are for encoders alone
  pass(run, inputs.map((input, i) => {
    const row = typeof input === "number" ? rowIn(W_E, input)
      : product(input.map(round), W_E, round);
    return add(row, rowOf(W_pos, first + i), round);
  }));
}

// Takes one token more. What was heard before is heard anew where the context is full and slides,
// and where a model is not causal.
/** @param {Hearing} run @param {Token} token */
export function hear(run, token) {
  const { weights, off, memory, tokens, from, heard } = run;
  const full = Number(tokens.length === weights.W_pos.rows);
  heard.push(token);
  if (!full && weights.causal !== false) return listen(run, [token]);
  Object.assign(run, begin(weights, off, memory), { from: from + full, heard });
  return listen(run, [...tokens, token].slice(full));
}

// The stream at a position, after the last layer.
/** @param {Hearing} run @param {number} i */
export function lastOf(run, i) {
  return Object.values(run.stream).pop()[i];
}

// The stream after the final norm, and the logits.
/** @param {Hearing} run @param {Row} x */
export function landing({ weights }, x) {
  return normalize(x, weights.norm_final, weights.round);
}

/** @param {Hearing} run @param {Row} x */
export function unembed(run, x) {
  return product(landing(run, x), run.weights.W_U, run.weights.round);
}

// What greedy decoding makes of a row of logits: a token, with the outcome "clear", "tie" (the
// lowest id is taken) or "nan", where it makes nothing. The margin is the lead over the next.
/** @param {Row} logits @returns {Decision} */
export function decide(logits) {
  const top = Math.max(...logits);
  if (Number.isNaN(top)) return { outcome: "nan", token: -1, margin: NaN, rivals: [] };
  const least = top * (1 - Math.sign(top) * TIE);
  /** @type {Token[]} */
  const rivals = [];
  logits.forEach((value, id) => value >= least && rivals.push(id));
  const best = logits.indexOf(top);
  const next = logits.reduce((most, value, id) => (id === best || value < most ? most : value),
    -Infinity);
  return {
    outcome: rivals.length > 1 ? "tie" : "clear",
    token: rivals[0],
    margin: logits.length > 1 ? top - next : NaN,
    rivals,
  };
}

// Greedy decoding until `stop`: the decisions by place in all that was heard, from the last one
// heard on.
/** @param {Hearing} run @param {number} steps @param {Token | null} stop */
export function decode(run, steps, stop) {
  /** @type {Decision[]} */
  const decisions = [];
  for (let step = 0; step < steps; step++) {
    const decision = decide(unembed(run, lastOf(run, run.tokens.length - 1)));
    decisions[run.heard.length - 1] = decision;
    if (decision.outcome === "nan" || decision.token === stop || step === steps - 1) break;
    hear(run, decision.token);
  }
  return decisions;
}
