// @ts-check
// An encoder whose norms come first, run over many frames at once: what arithmetic.js computes row
// by row, in a few long arrays. A test compares both with numpy.

/** @import {Matrix, Norm} from "./figures" */
/** @import {RunHead, Weights} from "./page" */

// The entries of a matrix that are not zero.
/** @param {LongMatrix} W */
/** @typedef {Matrix & {long?: ReturnType<typeof entriesOf>}} LongMatrix */

/** @param {LongMatrix} W */
function sparse(W) {
  return (W.long ??= entriesOf(W));
}

/** @param {Matrix} W */
function entriesOf({ data, columns }) {
  const many = data.reduce((sum, value) => sum + Number(value !== 0), 0);
  const [from, to, is] = [new Int32Array(many), new Int32Array(many), new Float64Array(many)];
  for (let i = 0, e = 0; i < data.length; i++) {
    if (data[i] === 0) continue;
    [from[e], to[e], is[e]] = [Math.floor(i / columns), i % columns, data[i]];
    e += 1;
  }
  return { from, to, is };
}

// Adds x @ W to rows of `out`; x is rows of `wide`, `out` rows of as many as W has columns.
/** @param {Float64Array} out @param {Float64Array} x @param {number} n @param {LongMatrix} W */
function addProduct(out, x, n, W) {
  const { from, to, is } = sparse(W);
  const [wide, high] = [W.rows, W.columns];
  for (let i = 0; i < n; i++) {
    const [a, b] = [i * wide, i * high];
    for (let e = 0; e < is.length; e++) out[b + to[e]] += x[a + from[e]] * is[e];
  }
  return out;
}

/** @param {Float64Array} out @param {Matrix | null} bias */
function addBias(out, bias) {
  if (!bias) return out;
  const wide = bias.data.length;
  bias.data.forEach((value, j) => {
    if (value) for (let i = j; i < out.length; i += wide) out[i] += value;
  });
  return out;
}

/** @param {Float64Array} x @param {number} n @param {LongMatrix} W @param {Matrix | null} bias */
const product = (x, n, W, bias) => addBias(addProduct(new Float64Array(n * W.columns), x, n, W),
  bias);

// Rows of x, normalized; norms without gains are all that this knows.
/** @param {Float64Array} x @param {number} n @param {Norm | null} norm */
export function normalized(x, n, norm) {
  const y = x.slice();
  if (!norm) return y;
  const wide = x.length / n;
  for (let a = 0; a < x.length; a += wide) {
    let [mean, square] = [0, 0];
    if (norm.centered) for (let j = a; j < a + wide; j++) mean += x[j] / wide;
    for (let j = a; j < a + wide; j++) square += (x[j] - mean) ** 2;
    const spread = norm.inside ? Math.sqrt(square / wide + norm.eps) : Math.sqrt(square / wide) +
      norm.eps;
    for (let j = a; j < a + wide; j++) y[j] = (x[j] - mean) / spread;
  }
  return y;
}

// Scores of a row, as the shares that softmax makes of them.
/** @param {Float64Array} scores */
function shares(scores) {
  let [top, sum] = [-Infinity, 0];
  for (let j = 0; j < scores.length; j++) if (scores[j] > top) top = scores[j];
  for (let j = 0; j < scores.length; j++) sum += scores[j] = Math.exp(scores[j] - top);
  for (let j = 0; j < scores.length; j++) scores[j] /= sum;
}

// What a head brings to every row, added to `out`. One that asks what it asked before, as a head
// that takes a mean of all does, hears the same again.
/** @param {Float64Array} out @param {Float64Array} y @param {number} n @param {RunHead} head */
function addHead(out, y, n, head) {
  const [q, k, v] = ["Q", "K", "V"].map((name) => product(
    y, n, head[/** @type {"W_Q"} */ (`W_${name}`)], head[/** @type {"b_Q"} */ (`b_${name}`)]));
  const [asks, takes] = [head.W_Q.columns, head.W_V.columns];
  const mixed = new Float64Array(n * takes);
  const scores = new Float64Array(n);
  /** @param {number} i */
  const asksAgain = (i) => {
    for (let c = i * asks; c < (i + 1) * asks; c++) if (q[c] !== q[c - asks]) return false;
    return true;
  };
  for (let i = 0; i < n; i++) {
    if (i && asksAgain(i)) {
      mixed.copyWithin(i * takes, (i - 1) * takes, i * takes);
      continue;
    }
    for (let j = 0; j < n; j++) {
      let sum = 0;
      for (let c = 0; c < asks; c++) sum += q[i * asks + c] * k[j * asks + c];
      scores[j] = sum / head.root;
    }
    shares(scores);
    for (let j = 0; j < n; j++) {
      if (scores[j]) for (let c = 0; c < takes;
      c++) mixed[i * takes + c] += scores[j] * v[j * takes + c];
    }
  }
  addBias(addProduct(out, mixed, n, head.W_O), head.b_O);
}

// The stream after the last layer, rows side by side, and normalized; `note` is called with the
// number of a layer and the stream behind it, which changes later.
/**
 * @param {Weights} encoder @param {Float64Array[]} frames
 * @param {(layer: number, x: Float64Array) => void} note
 */
export function encoded(encoder, frames, note) {
  const n = frames.length;
  const { W_E, W_pos } = encoder;
  const wide = W_E.columns;
  const x = W_pos.data.slice(0, n * wide);
  const all = new Float64Array(n * W_E.rows);
  frames.forEach((frame, i) => all.set(frame, i * W_E.rows));
  addProduct(x, all, n, W_E);
  encoder.layers.forEach(({ heads, mlp, norm_attn, norm_mlp }, number) => {
    if (heads.length) {
      const y = normalized(x, n, norm_attn);
      for (const head of heads) addHead(x, y, n, head);
    }
    const hidden = product(normalized(x, n, norm_mlp), n, mlp.W_in, mlp.b_in);
    for (let i = 0; i < hidden.length; i++) if (hidden[i] < 0) hidden[i] = 0;
    addBias(addProduct(x, hidden, n, mlp.W_out), mlp.b_out);
    note(number, x);
  });
  return normalized(x, n, encoder.norm_final);
}
