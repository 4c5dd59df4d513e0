// @ts-check
// A transformer that hears one token after another and keeps what later ones need: the forward pass
// of arithmetic.js in float64, in flat arrays of the entries that are not zero, for machines whose
// texts have thousands of tokens. It notes where every head looked.

/** @import {Matrix, Transformer} from "../../page/kit/figures" */
/** @import {Column, RunHead, Tensor, Token, Weights} from "../../page/kit/page" */

const NOTHING = -745; // e to the power of less is 0

/**
 * Entries that are not zero, by row: those of row i stand from starts[i] to starts[i + 1].
 * @typedef {{starts: Int32Array, at: Int32Array, is: Float64Array}} Sparse
 */
/**
 * @typedef {{size: number, takes: number, root: number, W_Q: Sparse, W_K: Sparse, W_V: Sparse,
 *   W_O: Sparse, b_Q: ArrayLike<number>, b_K: ArrayLike<number>, b_V: ArrayLike<number>,
 *   b_O: ArrayLike<number>, keys: Float64Array[], values: Float64Array[], looks: Looks}} FastHead
 * The two places with the highest scores at each step, and the weights of both.
 * @typedef {{first: Int32Array, second: Int32Array, weights: Float64Array}} Looks
 * @typedef {{heads: FastHead[], W_in: Sparse, b_in: ArrayLike<number>, W_out: Sparse,
 *   b_out: ArrayLike<number>}} FastLayer
 * @typedef {{wide: number, room: number, eps: number, W_E: Sparse, W_pos: Sparse,
 *   layers: FastLayer[], length: number, logits: Float64Array}} Engine
 */

// By row; or, turned, by column.
/** @param {Matrix} W @param {boolean} [turned] @returns {Sparse} */
export function sparseOf({ rows, columns, data }, turned) {
  const many = data.reduce((sum, value) => sum + Number(value !== 0), 0);
  const [n, m] = turned ? [columns, rows] : [rows, columns];
  const [starts, at, is] = [new Int32Array(n + 1), new Int32Array(many), new Float64Array(many)];
  for (let i = 0, e = 0; i < n; i++) {
    for (let j = 0; j < m; j++) {
      const value = data[turned ? j * columns + i : i * columns + j];
      if (value === 0) continue;
      at[e] = j;
      is[e++] = value;
    }
    starts[i + 1] = e;
  }
  return { starts, at, is };
}

// A table as it is sent, in which no constant stays open, by row: large ones are never written out.
/** @param {Tensor} tensor @param {Column[]} columns @returns {Sparse} */
export function tableOf({ rows, terms }, columns) {
  const used = terms.flatMap(({ at }) => at.map((place, j) => ({ j, column: columns[place] })))
    .filter(({ column }) => column);
  const starts = new Int32Array(rows + 1);
  for (const { column } of used) for (const row of column.rows) starts[row + 1] += 1;
  for (let i = 0; i < rows; i++) starts[i + 1] += starts[i];
  const [at, is] = [new Int32Array(starts[rows]), new Float64Array(starts[rows])];
  const free = starts.slice();
  for (const { j, column } of used) {
    column.rows.forEach((row, e) => {
      at[free[row]] = j;
      is[free[row]++] = column.values[e];
    });
  }
  return { starts, at, is };
}

// The embedding, which no constant changes, is made once for several machines.
/** @param {{W_E: Tensor, W_pos: Tensor}} model @param {Column[]} columns */
export const embeddingOf = ({ W_E, W_pos }, columns) =>
  ({ W_E: tableOf(W_E, columns), W_pos: tableOf(W_pos, columns), wide: W_E.columns,
    room: W_pos.rows });

/** @param {number} n @returns {Looks} */
const looksOf = (n) => ({
  first: new Int32Array(n), second: new Int32Array(n), weights: new Float64Array(2 * n) });

/** @param {RunHead} head @param {number} room @returns {FastHead} */
function headOf(head, room) {
  const [size, takes, wide] = [head.W_Q.columns, head.W_V.columns, head.W_O.columns];
  /** @param {Matrix | null} b @param {number} n */
  const bias = (b, n) => b?.data ?? new Float64Array(n);
  /** @param {number} n */
  const columns = (n) => Array.from({ length: n }, () => new Float64Array(room));
  return {
    size, takes, root: head.root,
    W_Q: sparseOf(head.W_Q, true), W_K: sparseOf(head.W_K, true), W_V: sparseOf(head.W_V, true),
    W_O: sparseOf(head.W_O), b_Q: bias(head.b_Q, size), b_K: bias(head.b_K, size),
    b_V: bias(head.b_V, takes), b_O: bias(head.b_O, wide), keys: columns(size),
    values: columns(takes), looks: looksOf(room),
  };
}

// A machine that has heard nothing yet. Its norms have no gains and are not centered.
/**
 * @param {Weights} weights layers, and the last norm
 * @param {ReturnType<typeof embeddingOf>} embedding @returns {Engine}
 */
export function engineOf({ layers, norm_final }, embedding) {
  const { room, W_E } = embedding;
  return {
    ...embedding, eps: norm_final.eps, length: 0,
    logits: new Float64Array(W_E.starts.length - 1),
    layers: layers.map(({ heads, mlp }) => ({
      heads: heads.map((head) => headOf(head, room)),
      W_in: sparseOf(mlp.W_in, true), b_in: mlp.b_in.data,
      W_out: sparseOf(mlp.W_out), b_out: mlp.b_out?.data ?? new Float64Array(0),
    })),
  };
}

/** @param {Float64Array} x @param {Sparse} W @param {number} i */
function dotWith(x, { starts, at, is }, i) {
  let sum = 0;
  for (let e = starts[i]; e < starts[i + 1]; e++) sum += x[at[e]] * is[e];
  return sum;
}

/** @param {Float64Array} x @param {Sparse} W @param {number} i @param {number} times */
function addRow(x, { starts, at, is }, i, times) {
  for (let e = starts[i]; e < starts[i + 1]; e++) x[at[e]] += times * is[e];
}

/** @param {Float64Array} x @param {ArrayLike<number>} row */
function addTo(x, row) {
  for (let j = 0; j < row.length; j++) x[j] += row[j];
}

/** @param {Float64Array} x @param {number} eps */
function normed(x, eps) {
  let square = 0;
  for (let j = 0; j < x.length; j++) square += x[j] * x[j];
  const spread = Math.sqrt(square / x.length) + eps;
  const y = new Float64Array(x.length);
  for (let j = 0; j < x.length; j++) y[j] = x[j] / spread;
  return y;
}

let scores = new Float64Array(0);

// The scores of all places up to t, and which two of them are highest.
/** @param {FastHead} head @param {number[]} q @param {number} t */
function scored({ keys, size }, q, t) {
  if (scores.length <= t) scores = new Float64Array(2 * t + 64);
  const all = scores;
  for (let c = 0; c < size; c++) {
    const [asked, key] = [q[c], keys[c]];
    if (c) for (let j = 0; j <= t; j++) all[j] += asked * key[j];
    else for (let j = 0; j <= t; j++) all[j] = asked * key[j];
  }
  let [first, second, top, next] = [0, -1, -Infinity, -Infinity];
  for (let j = 0; j <= t; j++) {
    const score = all[j];
    if (score <= next) continue;
    if (score > top) {
      next = top;
      second = j ? first : -1;
      top = score;
      first = j;
    } else {
      next = score;
      second = j;
    }
  }
  return { first, second, top, next };
}

// What a head brings to step t is added to x.
/** @param {FastHead} head @param {Float64Array} y @param {Float64Array} x @param {number} t */
function attend(head, y, x, t) {
  const { size, takes, keys, values, looks } = head;
  const q = [];
  for (let c = 0; c < size; c++) {
    q.push((dotWith(y, head.W_Q, c) + head.b_Q[c]) / head.root);
    keys[c][t] = dotWith(y, head.W_K, c) + head.b_K[c];
  }
  for (let c = 0; c < takes; c++) values[c][t] = dotWith(y, head.W_V, c) + head.b_V[c];
  const { first, second, top, next } = scored(head, q, t);
  let sum = 0;
  const [all, brought] = [scores, new Float64Array(takes)];
  for (let j = 0; j <= t; j++) {
    const less = all[j] - top;
    if (less < NOTHING) continue;
    const weight = Math.exp(less);
    sum += weight;
    for (let c = 0; c < takes; c++) brought[c] += weight * values[c][j];
  }
  for (let c = 0; c < takes; c++) addRow(x, head.W_O, c, brought[c] / sum);
  addTo(x, head.b_O);
  looks.first[t] = first;
  looks.second[t] = second;
  looks.weights[2 * t] = 1 / sum;
  looks.weights[2 * t + 1] = second < 0 ? 0 : Math.exp(next - top) / sum;
}

/** @param {FastLayer} layer @param {Float64Array} y @param {Float64Array} x */
function feed({ W_in, b_in, W_out, b_out }, y, x) {
  for (let u = 0; u < b_in.length; u++) {
    const says = dotWith(y, W_in, u) + b_in[u];
    if (says > 0) addRow(x, W_out, u, says);
  }
  addTo(x, b_out);
}

// Hears a token and, where it is to speak, returns the id of what comes next: that of the largest
// logit, the first of equals; -1 where none is a number.
/** @param {Engine} engine @param {Token} token @param {boolean} speaks @returns {Token} */
export function hear(engine, token, speaks) {
  const { W_E, W_pos, layers, eps, logits, wide } = engine;
  const t = engine.length++;
  const x = new Float64Array(wide);
  addRow(x, W_E, token, 1);
  addRow(x, W_pos, t, 1);
  for (const layer of layers) {
    const y = normed(x, eps);
    for (const head of layer.heads) attend(head, y, x, t);
    feed(layer, normed(x, eps), x);
  }
  if (!speaks) return -1;
  const y = normed(x, eps);
  let [best, top] = [-1, -Infinity];
  for (let id = 0; id < logits.length; id++) {
    logits[id] = dotWith(y, W_E, id);
    if (logits[id] > top) [best, top] = [id, logits[id]];
  }
  return best;
}
