// The forward pass of taotp_core/transformer.py and the greedy decoding of taotp_core/decode.py.
// numpy is the authority: a test compares every activation, so what is rounded where has to be the
// same in both. Weights are matrices {rows, columns, data}, row after row; all else is rows. A run
// takes one token at a time and keeps what later ones need, so that decoding repeats no work.

export const TIE = 2 ** -49; // as in taotp_core/decode.py

// The power of two at or below a number; the logarithm is sometimes one off.
function exponentOf(x) {
  const near = Math.floor(Math.log2(x));
  return 2 ** near > x ? near - 1 : 2 ** (near + 1) <= x ? near + 1 : near;
}

// Rounds to so many significant binary digits, half to even. Below 2^lowest the spacing no longer
// shrinks; from `limit` on it is infinite. Adding and taking off a number whose own spacing is
// the one wanted makes the processor do the rounding.
function rounder(digits, lowest, limit) {
  return (x) => {
    if (!(Math.abs(x) < limit)) return Number.isNaN(x) ? x : Math.sign(x) * Infinity;
    const spacing = 2 ** (Math.max(exponentOf(Math.abs(x)), lowest) - digits + 1);
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

// The entries of a matrix in order, as [rows, columns, values].
function entriesOf(W, all) {
  const [rows, columns, values] = [[], [], []];
  for (let i = 0; i < W.data.length; i++) {
    if (!all && W.data[i] === 0) continue;
    rows.push(Math.floor(i / W.columns));
    columns.push(i % W.columns);
    values.push(W.data[i]);
  }
  return [rows, columns, values];
}

// out += x @ W. Most weights of a program are zero; they matter only to what is not finite.
function addProduct(out, x, W) {
  const [rows, columns, values] = allFinite(x)
    ? (W.some ??= entriesOf(W, false))
    : (W.all ??= entriesOf(W, true));
  for (let e = 0; e < values.length; e++) out[columns[e]] += x[rows[e]] * values[e];
  return out;
}

function allFinite(x) {
  let sum = 0;
  for (let i = 0; i < x.length; i++) sum += x[i] * 0;
  return sum === 0;
}

// A row of zeros: for rows this short plain arrays are faster than typed ones.
function zeros(n) {
  return Array(n).fill(0);
}

function product(x, W, round) {
  return addProduct(zeros(W.columns), x, W).map(round);
}

function add(x, y, round) {
  return x.map((value, j) => round(value + y[j]));
}

function transpose(a) {
  const out = matrix(a.columns, a.rows);
  a.data.forEach((value, i) => {
    out.data[(i % a.columns) * a.rows + Math.floor(i / a.columns)] = value;
  });
  return out;
}

// Weights: columns from base64, then tensors as sums of powers of the constants.

function floats(base64) {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  return new Float64Array(bytes.buffer);
}

export function decodeColumns(stored) {
  return stored.map((column) => {
    if (column.is) return { rows: column.at, values: floats(column.is) };
    const values = floats(column);
    return { rows: [...values.keys()], values };
  });
}

// Points [rows, at.length] of which each coordinate is a column.
export function pointsOf(columns, { rows, at }) {
  const points = Array.from({ length: rows }, () => at.map(() => 0));
  at.forEach((place, j) => columns[place]?.rows.forEach((row, e) => {
    points[row][j] = columns[place].values[e];
  }));
  return points;
}

function tensor(data, columns, constants, round) {
  const out = matrix(data.rows, data.columns);
  for (const { powers, at } of data.terms) {
    let factor = 1;
    for (const name in powers) factor *= constants[name] ** powers[name];
    at.forEach((place, j) => {
      if (place < 0) return;
      const { rows, values } = columns[place];
      rows.forEach((row, e) => (out.data[row * out.columns + j] += factor * values[e]));
    });
  }
  out.data = out.data.map(round);
  return out;
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
    round,
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

export function normalize(x, norm, round) {
  if (!norm) return x;
  const n = x.length;
  const mean = norm.centered ? x.reduce((sum, value) => sum + value, 0) / n : 0;
  const square = x.reduce((sum, value) => sum + (value - mean) * (value - mean), 0);
  const spread = Math.sqrt(square / n) + norm.eps;
  const { gamma, beta } = norm;
  return x.map((value, j) => {
    const scaled = ((value - mean) / spread) * (gamma ? gamma.data[j] : 1);
    return round(beta ? scaled + beta.data[j] : scaled);
  });
}

// The largest of some numbers, or NaN where one of them is.
function largest(values) {
  let top = -Infinity;
  for (const value of values) top = Number.isNaN(value) ? NaN : value > top ? value : top;
  return top;
}

export function softmax(scores, round) {
  const top = largest(scores);
  const weights = scores.map((score) => Math.exp(score - top));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => round(weight / sum));
}

// What a head reads at a position: an average of the values up to there.
function attend(y, W, head, round) {
  const [q, k, v] = ["W_Q", "W_K", "W_V"].map((name) => product(y, W[name], round));
  const n = head.keys.push(k);
  head.values.push(v);
  const root = Math.sqrt(q.length);
  const query = q.map((value) => value / root);
  const scores = zeros(n);
  for (let j = 0; j < n; j++) {
    const key = head.keys[j];
    let sum = 0;
    for (let c = 0; c < key.length; c++) sum += query[c] * key[c];
    scores[j] = round(sum);
  }
  const pattern = softmax(scores, round);
  head.scores.push(scores);
  head.pattern.push(pattern);
  const mixed = zeros(v.length);
  for (let j = 0; j < n; j++) {
    for (let c = 0; c < v.length; c++) mixed[c] += pattern[j] * head.values[j][c];
  }
  return mixed.map(round);
}

function feedForward(y, mlp, round) {
  const hidden = addProduct(zeros(mlp.W_in.columns), y, mlp.W_in);
  const active = hidden.map((value, i) => {
    const sum = value + mlp.b_in.data[i];
    return round(sum < 0 ? 0 : sum);
  });
  return addProduct([...mlp.b_out.data], active, mlp.W_out).map(round);
}

// A run that has heard nothing yet. `off` lists the heads knocked out, "layer.head".
export function begin(weights, off = []) {
  const empty = () => ({ keys: [], values: [], scores: [], pattern: [] });
  return {
    weights, off, tokens: [], stream: {},
    heads: weights.layers.map((layer) => layer.heads.map(empty)),
  };
}

// Takes one token more: adds a row to the stream after each step, and to each head.
export function hear(run, token) {
  const { weights, off, stream } = run;
  const { round } = weights;
  const pre = weights.norms === "before";
  const note = (name, row) => (stream[name] ??= []).push(row);
  const position = rowOf(weights.W_pos, run.tokens.length);
  let x = add([...rowOf(weights.W_E, token)], position, round);
  run.tokens.push(token);
  note("embedding", x);
  weights.layers.forEach((layer, number) => {
    if (layer.heads.length) {
      const y = pre ? normalize(x, layer.norm_attn, round) : x;
      const sum = zeros(x.length);
      layer.heads.forEach((head, h) => {
        const mixed = attend(y, head, run.heads[number][h], round);
        if (!off.includes(`${number}.${h}`)) addProduct(sum, mixed, head.W_O);
      });
      x = add(x, sum.map(round), round);
    }
    if (!pre) x = normalize(x, layer.norm_attn, round);
    note(`attention ${number}`, x);
    if (layer.mlp) {
      const y = pre ? normalize(x, layer.norm_mlp, round) : x;
      x = add(x, feedForward(y, layer.mlp, round), round);
    }
    if (!pre) x = normalize(x, layer.norm_mlp, round);
    note(`mlp ${number}`, x);
  });
}

// The stream at a position, after the last layer.
export function lastOf(run, i) {
  return Object.values(run.stream).pop()[i];
}

// The stream after the final norm, and the logits.
export function landing({ weights }, x) {
  return normalize(x, weights.norm_final, weights.round);
}

export function unembed(run, x) {
  return product(landing(run, x), run.weights.W_U, run.weights.round);
}

// What greedy decoding makes of a row of logits: a token, with the outcome "clear", "tie" (the
// lowest id is taken) or "nan", where it makes nothing. The margin is the lead over the next.
export function decide(logits) {
  const top = largest(logits);
  if (Number.isNaN(top)) return { outcome: "nan", token: -1, margin: NaN, rivals: [] };
  const least = top * (1 - Math.sign(top) * TIE);
  const rivals = [];
  logits.forEach((value, id) => value >= least && rivals.push(id));
  const [first, next] = Float64Array.from(logits).sort().reverse();
  return {
    outcome: rivals.length > 1 ? "tie" : "clear",
    token: rivals[0],
    margin: first - next,
    rivals,
  };
}

// Greedy decoding until `stop`: the decisions by position, from the last one heard on.
export function decode(run, steps, stop) {
  const decisions = [];
  for (let step = 0; step < steps; step++) {
    const last = run.tokens.length - 1;
    const decision = decide(unembed(run, lastOf(run, last)));
    decisions[last] = decision;
    if (decision.outcome === "nan" || decision.token === stop || step === steps - 1) break;
    hear(run, decision.token);
  }
  return decisions;
}
