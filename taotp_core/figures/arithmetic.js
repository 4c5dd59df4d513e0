// The forward pass of taotp_core/transformer.py and the greedy decoding of taotp_core/decode.py, on
// Float64Arrays. numpy is the authority: a test compares every activation, so what is rounded where
// has to be the same in both. A matrix is {rows, columns, data}, row after row.

export const TIE = 2 ** -49; // as in taotp_core/decode.py

const view64 = new DataView(new ArrayBuffer(8));

function exponentOf(x) {
  view64.setFloat64(0, x);
  return ((view64.getUint16(0) >> 4) & 0x7ff) - 1023;
}

// Rounds to so many significant binary digits, half to even. Below 2^lowest the spacing no longer
// shrinks; from `limit` on it is infinite. Adding and taking off a number whose own spacing is
// the one wanted makes the processor do the rounding.
function rounder(digits, lowest, limit) {
  return (x) => {
    if (!(Math.abs(x) < limit)) return Number.isNaN(x) ? x : Math.sign(x) * Infinity;
    const spacing = 2 ** (Math.max(exponentOf(x), lowest) - digits + 1);
    const far = 1.5 * 2 ** 52 * spacing;
    return x + far - far;
  };
}

export const PRECISIONS = {
  float64: (x) => x,
  float32: Math.fround,
  bfloat16: rounder(8, -126, 2 ** 128 - 2 ** 119),
  float16: rounder(11, -14, 65520),
};

export function matrix(rows, columns, data = new Float64Array(rows * columns)) {
  return { rows, columns, data };
}

export function rowOf(x, i) {
  return x.data.subarray(i * x.columns, (i + 1) * x.columns);
}

function roundAll(x, round) {
  if (round !== PRECISIONS.float64) x.data.forEach((value, i) => (x.data[i] = round(value)));
  return x;
}

function addProduct(out, a, b) {
  for (let i = 0; i < a.rows; i++) {
    for (let k = 0; k < a.columns; k++) {
      const factor = a.data[i * a.columns + k];
      for (let j = 0; j < b.columns; j++) {
        out.data[i * b.columns + j] += factor * b.data[k * b.columns + j];
      }
    }
  }
  return out;
}

function multiply(a, b, round) {
  return roundAll(addProduct(matrix(a.rows, b.columns), a, b), round);
}

function transpose(a) {
  const out = matrix(a.columns, a.rows);
  for (let i = 0; i < a.rows; i++) {
    for (let j = 0; j < a.columns; j++) out.data[j * a.rows + i] = a.data[i * a.columns + j];
  }
  return out;
}

function add(a, b, round) {
  return roundAll(matrix(a.rows, a.columns, a.data.map((value, i) => value + b.data[i])), round);
}

// Weights: columns from base64, then tensors as sums of powers of the constants.

function floats(base64) {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  return new Float64Array(bytes.buffer);
}

export function decodeColumns(stored) {
  return stored.map((column) => {
    if (typeof column === "string") return floats(column);
    const out = new Float64Array(column.size);
    floats(column.is).forEach((value, i) => (out[column.at[i]] = value));
    return out;
  });
}

function tensor(data, columns, constants, round) {
  const out = matrix(data.rows, data.columns);
  for (const { powers, at } of data.terms) {
    let factor = 1;
    for (const name in powers) factor *= constants[name] ** powers[name];
    at.forEach((place, j) => {
      if (place < 0) return;
      columns[place].forEach((value, i) => (out.data[i * out.columns + j] += factor * value));
    });
  }
  return roundAll(out, round);
}

// The weights of a model for given values of its constants, rounded as they are when multiplied by.
export function weigh(model, columns, constants, round) {
  const make = (data, to = round) => data && tensor(data, columns, constants, to);
  const makeAll = (part, to) =>
    part && Object.fromEntries(Object.entries(part).map(([name, data]) => [name, make(data, to)]));
  const makeNorm = (norm) =>
    norm && {
      ...norm,
      gamma: make(norm.gamma, PRECISIONS.float64),
      beta: make(norm.beta, PRECISIONS.float64),
    };
  const W_E = make(model.W_E);
  return {
    norms: model.norms,
    W_E,
    W_pos: make(model.W_pos),
    W_U: make(model.W_U) ?? transpose(W_E),
    norm_final: makeNorm(model.norm_final),
    layers: model.layers.map((layer) => ({
      heads: layer.heads.map((head) => makeAll(head)),
      mlp: makeAll(layer.mlp),
      norm_attn: makeNorm(layer.norm_attn),
      norm_mlp: makeNorm(layer.norm_mlp),
    })),
  };
}

// What a transformer does.

function normalizeRow(row, norm) {
  let mean = 0;
  if (norm.centered) {
    for (const value of row) mean += value;
    mean /= row.length;
  }
  let square = 0;
  for (const value of row) square += (value - mean) * (value - mean);
  const spread = Math.sqrt(square / row.length) + norm.eps;
  for (let j = 0; j < row.length; j++) {
    row[j] = (row[j] - mean) / spread;
    if (norm.gamma) row[j] *= norm.gamma.data[j];
    if (norm.beta) row[j] += norm.beta.data[j];
  }
}

export function normalize(x, norm, round) {
  if (!norm) return x;
  const out = matrix(x.rows, x.columns, x.data.slice());
  for (let i = 0; i < out.rows; i++) normalizeRow(rowOf(out, i), norm);
  return roundAll(out, round);
}

// A NaN among the scores makes the whole row NaN, as subtracting the largest does in numpy.
function softmaxRow(row, seen) {
  let top = -Infinity;
  for (let j = 0; j < seen; j++) top = Number.isNaN(row[j]) ? NaN : row[j] > top ? row[j] : top;
  let sum = 0;
  for (let j = 0; j < row.length; j++) sum += row[j] = Math.exp(row[j] - top);
  for (let j = 0; j < row.length; j++) row[j] /= sum;
}

function attend(y, head, round) {
  const [q, k, v] = ["W_Q", "W_K", "W_V"].map((name) => multiply(y, head[name], round));
  const root = Math.sqrt(q.columns);
  q.data.forEach((value, i) => (q.data[i] = value / root));
  const scores = multiply(q, transpose(k), round);
  for (let i = 0; i < y.rows; i++) rowOf(scores, i).fill(-Infinity, i + 1);
  const pattern = matrix(y.rows, y.rows, scores.data.slice());
  for (let i = 0; i < y.rows; i++) softmaxRow(rowOf(pattern, i), i + 1);
  roundAll(pattern, round);
  return { scores, pattern, mixed: multiply(pattern, v, round) };
}

function attention(x, layer, pre, round) {
  const y = pre ? normalize(x, layer.norm_attn, round) : x;
  const heads = layer.heads.map((head) => attend(y, head, round));
  const sum = matrix(x.rows, x.columns);
  heads.forEach(({ mixed }, h) => addProduct(sum, mixed, layer.heads[h].W_O));
  return { x: add(x, roundAll(sum, round), round), heads };
}

function repeatRow(row, times) {
  const out = matrix(times, row.data.length);
  for (let i = 0; i < times; i++) rowOf(out, i).set(row.data);
  return out;
}

function feedForward(x, mlp, round) {
  const hidden = addProduct(matrix(x.rows, mlp.W_in.columns), x, mlp.W_in);
  hidden.data.forEach((value, i) => {
    hidden.data[i] = round(Math.max(value + mlp.b_in.data[i % hidden.columns], 0));
  });
  return roundAll(addProduct(repeatRow(mlp.b_out, x.rows), hidden, mlp.W_out), round);
}

function embed(weights, tokens, round) {
  const x = matrix(tokens.length, weights.W_E.columns);
  tokens.forEach((token, i) => {
    const position = rowOf(weights.W_pos, i);
    rowOf(x, i).set(rowOf(weights.W_E, token).map((value, j) => round(value + position[j])));
  });
  return x;
}

// The residual stream after each step, and the heads of each layer.
export function residual(weights, tokens, round) {
  const pre = weights.norms === "before";
  let x = embed(weights, tokens, round);
  const stream = { embedding: x };
  const heads = [];
  weights.layers.forEach((layer, number) => {
    const attended = layer.heads.length ? attention(x, layer, pre, round) : { x, heads: [] };
    heads.push(attended.heads);
    x = pre ? attended.x : normalize(attended.x, layer.norm_attn, round);
    stream[`attention ${number}`] = x;
    if (layer.mlp) {
      const y = pre ? normalize(x, layer.norm_mlp, round) : x;
      x = add(x, feedForward(y, layer.mlp, round), round);
    }
    if (!pre) x = normalize(x, layer.norm_mlp, round);
    stream[`mlp ${number}`] = x;
  });
  return { x, stream, heads };
}

export function unembed(weights, x, round) {
  return multiply(normalize(x, weights.norm_final, round), weights.W_U, round);
}

// Everything that a forward pass computes on the way.
export function trace(weights, tokens, round) {
  const run = residual(weights, tokens, round);
  return { ...run, logits: unembed(weights, run.x, round) };
}

// What greedy decoding makes of a row of logits: a token, with the outcome "clear", "tie" (the
// lowest id is taken) or "nan", where it makes nothing. The margin is the lead over the next.
export function decide(logits) {
  let top = -Infinity;
  for (const value of logits) top = Number.isNaN(value) ? NaN : value > top ? value : top;
  if (Number.isNaN(top)) return { outcome: "nan", token: -1, margin: NaN, rivals: [] };
  const least = top * (1 - Math.sign(top) * TIE);
  const rivals = [];
  logits.forEach((value, id) => value >= least && rivals.push(id));
  const sorted = Float64Array.from(logits).sort();
  return {
    outcome: rivals.length > 1 ? "tie" : "clear",
    token: rivals[0],
    margin: top - sorted[sorted.length - 2],
    rivals,
  };
}

// Greedy decoding: the decision after the prompt, and after each token said, until `stop`.
export function decode(weights, prompt, steps, stop, round) {
  const tokens = [...prompt];
  const decisions = [];
  while (decisions.length < steps) {
    const { x } = residual(weights, tokens, round);
    const last = matrix(1, x.columns, rowOf(x, x.rows - 1));
    const decision = decide(unembed(weights, last, round).data);
    decisions.push(decision);
    if (decision.outcome === "nan") break;
    tokens.push(decision.token);
    if (decision.token === stop) break;
  }
  return { tokens, decisions };
}
