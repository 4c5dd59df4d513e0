// @ts-check
// What only wider machines do: smooth units and gates, an encoder whose memory cross heads look
// into, and heads that share keys, or are turned by positions, or add to scores by distance.

import {
  ACTIVATIONS, ENCODERS, STEPS, begin, bring, landing, lastOf, listen, lookAt, product,
  read,
} from "./arithmetic.js";
/** @import {Heard, Hearing, Row, RunHead, RunLayer, Seen, Weights} from "./page" */

// In the order of taotp_core/arrays.py, so that it rounds alike.
ACTIVATIONS.gelu = (x) =>
  (Math.tanh((x * x * 0.044715 + 1) * x * Math.sqrt(2 / Math.PI)) + 1) * 0.5 * x;

ACTIVATIONS.silu = (x) => x * (0.5 * Math.tanh(0.5 * x) + 0.5);

// The run of an encoder that read a source of ids, or of frames, and what it says: a row for each.
ENCODERS.run = ({ encoder }, source, off = []) => {
  const run = begin(encoder, off);
  listen(run, source);
  return { run, memory: source.map((_, i) => landing(run, lastOf(run, i))) };
};

/** @param {Weights} weights @param {Heard[]} source @param {string[]} [off] */
export function encode(weights, source, off = []) {
  return ENCODERS.run(weights, source, off).memory;
}

STEPS.cross = {
  norm: "norm_cross",
  has: ({ cross }) => cross.length,
  added({ weights: { round }, cross, memory, off }, layer, number, rows) {
    layer.cross.forEach((head, h) => {
      if (cross[number][h]) return;
      cross[number][h] = { keys: [], values: [], scores: [], pattern: [] };
      lookAt(head, cross[number][h], memory, round);
    });
    return rows.map((y) => {
      /** @param {RunHead} head @param {number} h */
      const brought = (head, h) => read(head, cross[number][h], y, memory.length, round);
      return bring(layer.cross, (h) => `${number}.cross.${h}`, off, brought, y.length, round);
    });
  },
};

// Whether a layer is one that the common script does not know how to run.
/** @param {Weights} weights @param {RunLayer} layer */
const looksOtherwise = ({ rotary, shared_keys }, { heads }) =>
  rotary || shared_keys > 1 || heads.some(({ by_distance }) => by_distance);

// A query or a key, each of whose pairs is turned by its angle for every position.
/** @param {Weights} weights @param {Row} x @param {number} place */
function turned({ rotary, round }, x, place) {
  if (!rotary) return x;
  const y = x.slice();
  for (let m = 0; m < rotary.rows && 2 * m + 1 < x.length; m++) {
    const at = place * rotary.data[m];
    const [cos, sin, a, b] = [Math.cos(at), Math.sin(at), x[2 * m], x[2 * m + 1]];
    [y[2 * m], y[2 * m + 1]] = [round(a * cos - b * sin), round(a * sin + b * cos)];
  }
  return y;
}

// Hears rows: keys and values of the first of each group of heads, which the others have as well.
/** @param {Hearing} run @param {RunLayer} layer @param {number} number @param {Row[]} rows */
function hearRows({ weights, heads }, layer, number, rows) {
  const shared = weights.shared_keys ?? 1;
  layer.heads.forEach((head, h) => {
    const seen = heads[number][h];
    const first = heads[number][h - (h % shared)];
    if (first !== seen) return Object.assign(seen, { keys: first.keys, values: first.values });
    const before = seen.keys.length;
    lookAt(head, seen, rows, weights.round);
    for (let j = before; j < seen.keys.length; j++)
      seen.keys[j] = turned(weights, seen.keys[j], j);
    return undefined;
  });
}

// The softmax of scores; NaN where one of them is.
/** @param {Row} scores @param {(x: number) => number} round */
function sharesOf(scores, round) {
  const top = Math.max(...scores);
  const weights = scores.map((score) => Math.exp(score - top));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => round(weight / sum));
}

// What a head reads at a place, of the first n values; `weighed` says what is added by distance.
/**
 * @param {Weights} weights @param {RunHead} head @param {Seen} seen @param {Row} y
 * @param {number} place @param {number} n
 */
function readAt(weights, head, seen, y, place, n) {
  const { round } = weights;
  const far = head.by_distance?.data;
  const query = turned(weights, product(y, head.W_Q, round, head.b_Q), place)
    .map((value) => value / head.root);
  const scores = seen.keys.slice(0, n).map((key, j) => {
    const score = round(key.reduce((sum, value, c) => sum + query[c] * value, 0));
    return far ? round(score + far[Math.min(Math.abs(place - j), far.length - 1)]) : score;
  });
  const pattern = sharesOf(scores, round);
  seen.scores.push(scores);
  seen.pattern.push(pattern);
  const mixed = Array(head.W_V.columns).fill(0);
  pattern.forEach((weight, j) =>
    seen.values[j].forEach((value, c) => (mixed[c] += weight * value)));
  return mixed.map(round);
}

const usual = { attention: STEPS.attention.added, mlp: STEPS.mlp.added };

STEPS.attention.added = (run, layer, number, rows) => {
  const { weights, heads, off } = run;
  if (!looksOtherwise(weights, layer)) return usual.attention(run, layer, number, rows);
  const before = heads[number][0].keys.length;
  hearRows(run, layer, number, rows);
  return rows.map((y, i) => {
    const n = weights.causal === false ? before + rows.length : before + i + 1;
    /** @param {RunHead} head @param {number} h */
    const brought = (head, h) => readAt(weights, head, heads[number][h], y, before + i, n);
    return bring(layer.heads, (h) => `${number}.${h}`, off, brought, y.length, weights.round);
  });
};

STEPS.mlp.added = (run, layer, number, rows) => {
  const [{ round }, { mlp }] = [run.weights, layer];
  if (!mlp.W_gate) return usual.mlp(run, layer, number, rows);
  return rows.map((y) => {
    const gate = product(y, mlp.W_gate, round, mlp.b_gate);
    const hidden = product(y, mlp.W_in, ACTIVATIONS[mlp.act ?? "relu"], mlp.b_in)
      .map((value, u) => round(round(value) * gate[u]));
    return product(hidden, mlp.W_out, round, mlp.b_out);
  });
};
