// @ts-check
// A machine that learns, as taotp_core.topics.trained.machine does: the loss of a batch, its
// derivative by every number, and Adam. Rows of numbers lie one behind the other.

import { number } from "../../figures/scripts/chance.js";
/** @import {TrainedLesson} from "../../figures/scripts/figures" */

const EPS = 1e-10; // of the norm, outside the root
const [NEW, NEW_SQUARE, TINY] = [0.1, 0.01, 1e-8]; // as taotp_core.constructions.adam
const BATCHES_FROM = 1_000_000; // as lessons.py: the numbers before it draw the weights

/** @typedef {{data: Float64Array, rows: number, columns: number}} Matrix */
/** @typedef {Record<string, Matrix>} Numbers */
/** @typedef {(back: Float64Array) => Float64Array} Back */
/** @typedef {{W: Numbers, G: Numbers, n: number, put?: (at: string) => Float64Array}} Pass */
/** @typedef {{all: Float64Array, W: Numbers}} Kept */
/**
 * @typedef {{logits: Float64Array, patterns: Float64Array[],
 *   backward: (error: Float64Array) => void}} Made
 */

// Arrays of the shapes of a lesson, side by side in one.
/** @param {TrainedLesson} lesson @returns {Kept} */
export function empty({ arrays }) {
  const all = new Float64Array(arrays.reduce((sum, { rows, columns }) => sum + rows * columns, 0));
  /** @type {Numbers} */
  const W = {};
  let at = 0;
  for (const { path, rows, columns } of arrays) {
    W[path] = { data: all.subarray(at, (at += rows * columns)), rows, columns };
  }
  return { all, W };
}

// The machine by hand.
/** @param {TrainedLesson} lesson */
export function byHand(lesson) {
  const kept = empty(lesson);
  lesson.arrays.forEach(({ path, numbers }) => kept.W[path].data.set(numbers));
  return kept;
}

// What training begins with.
/** @param {TrainedLesson} lesson @param {number} seed */
function drawn(lesson, seed) {
  const kept = empty(lesson);
  let at = 0;
  for (const { path, wide } of lesson.arrays) {
    const { data } = kept.W[path];
    for (let i = 0; i < data.length; i++) data[i] = wide * (2 * number(seed, at++) - 1);
  }
  return kept;
}

// Parts: each says what it makes of the rows x, and the way back.

/**
 * @param {Pass} pass @param {string} path @param {Float64Array} x
 * @returns {[Float64Array, Back]}
 */
function times({ W, G, n }, path, x) {
  const { data, rows, columns } = W[path];
  const y = new Float64Array(n * columns);
  for (let i = 0; i < n; i++) {
    for (let a = 0; a < rows; a++) {
      const value = x[i * rows + a];
      for (let b = 0; b < columns; b++) y[i * columns + b] += value * data[a * columns + b];
    }
  }
  return [y, (toY) => {
    const [toX, toW] = [new Float64Array(n * rows), G[path].data];
    for (let i = 0; i < n; i++) {
      for (let a = 0; a < rows; a++) {
        let sum = 0;
        const value = x[i * rows + a];
        for (let b = 0; b < columns; b++) {
          const d = toY[i * columns + b];
          sum += d * data[a * columns + b];
          toW[a * columns + b] += value * d;
        }
        toX[i * rows + a] = sum;
      }
    }
    return toX;
  }];
}

/** @param {Float64Array} x @param {number} i @param {number} d */
const mean = (x, i, d) => {
  let sum = 0;
  for (let a = 0; a < d; a++) sum += x[i * d + a];
  return sum / d;
};

/** @param {Pass} pass @param {Float64Array} x @returns {[Float64Array, Back]} */
function normed({ n }, x) {
  const d = x.length / n;
  const [y, spreads] = [new Float64Array(x.length), new Float64Array(n)];
  for (let i = 0; i < n; i++) {
    const middle = mean(x, i, d);
    let sum = 0;
    for (let a = 0; a < d; a++) sum += (x[i * d + a] - middle) ** 2;
    spreads[i] = Math.sqrt(sum / d);
    for (let a = 0; a < d; a++) y[i * d + a] = (x[i * d + a] - middle) / (spreads[i] + EPS);
  }
  return [y, (toY) => {
    const toX = new Float64Array(x.length);
    for (let i = 0; i < n; i++) {
      const [middle, whole] = [mean(toY, i, d), spreads[i] + EPS];
      let along = 0;
      for (let a = 0; a < d; a++) along += toY[i * d + a] * y[i * d + a];
      along *= whole / spreads[i] / d;
      for (let a = 0; a < d; a++) {
        toX[i * d + a] = (toY[i * d + a] - middle - y[i * d + a] * along) / whole;
      }
    }
    return toX;
  }];
}

// Rows of weights that sum to 1, each over the places up to its own.
/** @param {Float64Array} q @param {Float64Array} k @param {number} n @param {number} size */
function patternOf(q, k, n, size) {
  const [pattern, scale] = [new Float64Array(n * n), Math.sqrt(size)];
  for (let i = 0; i < n; i++) {
    let [most, whole] = [-Infinity, 0];
    for (let j = 0; j <= i; j++) {
      let score = 0;
      for (let a = 0; a < size; a++) score += q[i * size + a] * k[j * size + a];
      pattern[i * n + j] = score / scale;
      most = Math.max(most, pattern[i * n + j]);
    }
    for (let j = 0; j <= i; j++) {
      pattern[i * n + j] = Math.exp(pattern[i * n + j] - most);
      whole += pattern[i * n + j];
    }
    for (let j = 0; j <= i; j++) pattern[i * n + j] /= whole;
  }
  return pattern;
}

// A square of weights times rows; `turned`, its columns are rows.
/** @param {Float64Array} P @param {Float64Array} x @param {number} n @param {boolean} [turned] */
function mixed(P, x, n, turned) {
  const d = x.length / n;
  const y = new Float64Array(x.length);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      const weight = turned ? P[j * n + i] : P[i * n + j];
      if (weight) for (let a = 0; a < d; a++) y[i * d + a] += weight * x[j * d + a];
    }
  }
  return y;
}

/** @param {Float64Array} to @param {Float64Array} more */
function add(to, more) {
  for (let i = 0; i < to.length; i++) to[i] += more[i];
  return to;
}

/**
 * @param {Pass} pass @param {string} at @param {Float64Array} x
 * @returns {[Float64Array, Back, Float64Array]}
 */
function attended(pass, at, x) {
  const { n } = pass;
  const [[q, throughQ], [k, throughK], [v, throughV]] = ["W_Q", "W_K", "W_V"].map((name) =>
    times(pass, at + name, x));
  const size = q.length / n;
  const pattern = pass.put?.(at) ?? patternOf(q, k, n, size);
  const [y, throughO] = times(pass, `${at}W_O`, mixed(pattern, v, n));
  return [y, (toY) => {
    const toMixed = throughO(toY);
    const [wide, toScores] = [v.length / n, new Float64Array(n * n)];
    for (let i = 0; i < n; i++) {
      let along = 0;
      for (let j = 0; j <= i; j++) {
        let sum = 0;
        for (let a = 0; a < wide; a++) sum += toMixed[i * wide + a] * v[j * wide + a];
        toScores[i * n + j] = sum;
        along += sum * pattern[i * n + j];
      }
      for (let j = 0; j <= i; j++) {
        const to = toScores[i * n + j] - along;
        toScores[i * n + j] = (pattern[i * n + j] * to) / Math.sqrt(size);
      }
    }
    const toX = add(throughQ(mixed(toScores, k, n)), throughK(mixed(toScores, q, n, true)));
    return add(toX, throughV(mixed(pattern, toMixed, n, true)));
  }, pattern];
}

/** @param {Float64Array} x @param {Float64Array} b */
const biased = (x, b) => x.map((value, i) => value + b[i % b.length]);
/** @param {Float64Array} to @param {Float64Array} x */
const addRows = (to, x) => x.forEach((value, i) => (to[i % to.length] += value));

/** @param {Pass} pass @param {string} at @param {Float64Array} x @returns {[Float64Array, Back]} */
function fedForward(pass, at, x) {
  const { W, G } = pass;
  const [into, throughIn] = times(pass, `${at}W_in`, x);
  const before = biased(into, W[`${at}b_in`].data);
  const [out, throughOut] = times(pass, `${at}W_out`, before.map((value) => Math.max(value, 0)));
  return [biased(out, W[`${at}b_out`].data), (toY) => {
    const toBefore = throughOut(toY).map((value, i) => (before[i] > 0 ? value : 0));
    addRows(G[`${at}b_in`].data, toBefore);
    addRows(G[`${at}b_out`].data, toY);
    return throughIn(toBefore);
  }];
}

// The heads of each layer, then its MLP: where the paths of each begin.
/** @param {TrainedLesson} lesson */
function sublayers({ arrays }) {
  /** @type {Map<string, Set<string>>} */
  const found = new Map();
  for (const { path } of arrays) {
    if (!path.startsWith("layers")) continue;
    const at = path.slice(0, path.lastIndexOf(".") + 1);
    const of = at.replace(/\d+\.$/, "");
    found.set(of, (found.get(of) ?? new Set()).add(at));
  }
  return [...found.values()].map((each) => [...each]);
}

// One prompt through the machine, and back where G takes what comes.
/** @param {TrainedLesson} lesson @param {Pass} pass @param {number[]} tokens @returns {Made} */
function through(lesson, pass, tokens) {
  const { W, G, n } = pass;
  const d = W.W_E.columns;
  /** @type {Float64Array} */
  let x = new Float64Array(n * d).map((_, i) =>
    W.W_E.data[tokens[Math.floor(i / d)] * d + (i % d)] + W.W_pos.data[i]);
  const patterns = /** @type {Float64Array[]} */ ([]);
  const ways = sublayers(lesson).map((parts) => {
    const [y, back] = normed(pass, x);
    const made = parts.map((at) => {
      const [out, way, pattern] = at.includes("mlp") ? fedForward(pass, at, y)
        : attended(pass, at, y);
      if (pattern) patterns.push(/** @type {Float64Array} */ (pattern));
      return /** @type {const} */ ([out, way]);
    });
    x = made.reduce((sum, [out]) => add(sum, out), x.slice());
    return { back, parts: made.map(([, way]) => way) };
  });
  const [y, back] = normed(pass, x);
  const tied = !W.W_U;
  const { data: U } = W.W_U ?? W.W_E;
  const toU = (G.W_U ?? G.W_E)?.data;
  const d_vocab = W.W_E.rows;
  /** @param {number} a @param {number} t */
  const at = (a, t) => (tied ? t * d + a : a * d_vocab + t);
  const logits = new Float64Array(n * d_vocab);
  for (let i = 0; i < n; i++) {
    for (let t = 0; t < d_vocab; t++) {
      let sum = 0;
      for (let a = 0; a < d; a++) sum += y[i * d + a] * U[at(a, t)];
      logits[i * d_vocab + t] = sum;
    }
  }
  return { logits, patterns, backward(error) {
    const toY = new Float64Array(n * d);
    error.forEach((e, j) => {
      const [i, t] = [Math.floor(j / d_vocab), j % d_vocab];
      for (let a = 0; a < d; a++) {
        toY[i * d + a] += e * U[at(a, t)];
        toU[at(a, t)] += y[i * d + a] * e;
      }
    });
    let toX = back(toY);
    for (const way of ways.reverse()) {
      const sum = way.parts.map((part) => part(toX)).reduce(add);
      toX = add(way.back(sum), toX);
    }
    toX.forEach((value, i) => {
      G.W_E.data[tokens[Math.floor(i / d)] * d + (i % d)] += value;
      G.W_pos.data[i] += value;
    });
  } };
}

// The surprise at the answers of one prompt, summed, and the error at its logits, over `asked`.
/** @param {Float64Array} logits @param {number[]} answers @param {number} asked */
function surprised(logits, answers, asked) {
  const d_vocab = logits.length / answers.length;
  const error = new Float64Array(logits.length);
  let loss = 0;
  answers.forEach((answer, i) => {
    if (answer < 0) return;
    const row = logits.subarray(i * d_vocab, (i + 1) * d_vocab);
    const most = Math.max(...row);
    const whole = row.reduce((sum, value) => sum + Math.exp(value - most), 0);
    loss += most + Math.log(whole) - row[answer];
    row.forEach((value, t) => {
      const likely = Math.exp(value - most) / whole;
      error[i * d_vocab + t] = (likely - Number(t === answer)) / asked;
    });
  });
  return { loss, error };
}

// A machine in training: where it is, what it has, and how it came there.
/** @param {TrainedLesson} lesson @param {number} seed */
export function course(lesson, seed) {
  const { all, W } = drawn(lesson, seed);
  const [{ all: toAll, W: G }, slow, square] =
    [empty(lesson), new Float64Array(all.length), new Float64Array(all.length)];
  const still = new Set(lesson.arrays.filter(({ fixed }) => fixed).map(({ path }) => W[path].data));
  const n = lesson.tokens[0].length;
  const losses = /** @type {number[]} */ ([]);
  let taken = 0;
  /** @param {number} rate */
  const adam = (rate) => {
    const t = losses.length;
    const [whole, wholeSquare] = [1 - (1 - NEW) ** t, 1 - (1 - NEW_SQUARE) ** t];
    for (let i = 0; i < all.length; i++) {
      const g = toAll[i];
      slow[i] += NEW * (g - slow[i]);
      square[i] += NEW_SQUARE * (g * g - square[i]);
      all[i] -= (rate * (slow[i] / whole)) / (Math.sqrt(square[i] / wholeSquare) + TINY);
    }
  };
  return {
    W, all, losses,
    /** @param {number} rate @param {number} batch */
    step(rate, batch) {
      const rows = Array.from({ length: batch }, (_, i) =>
        Math.floor(number(seed, BATCHES_FROM + taken + i) * lesson.tokens.length));
      taken += batch;
      const asked = rows.reduce((sum, row) =>
        sum + lesson.answers[row].filter((answer) => answer >= 0).length, 0);
      toAll.fill(0);
      let sum = 0;
      for (const row of rows) {
        const { logits, backward } = through(lesson, { W, G, n }, lesson.tokens[row]);
        const { loss, error } = surprised(logits, lesson.answers[row], asked);
        sum += loss;
        backward(error);
      }
      losses.push(sum / asked);
      for (const { path } of lesson.arrays) if (still.has(W[path].data)) G[path].data.fill(0);
      adam(rate);
    },
  };
}

/** @param {Float64Array} row */
const highest = (row) => row.indexOf(Math.max(...row));

// Of each prompt what is right of what is asked, and where the heads look.
/** @param {TrainedLesson} lesson @param {Numbers} W @param {Float64Array[][]} [put] */
export function tried(lesson, W, put) {
  const n = lesson.tokens[0].length;
  const heads = sublayers(lesson).flat().filter((at) => at.includes("heads"));
  let [right, asked] = [0, 0];
  const patterns = lesson.tokens.map((tokens, row) => {
    const pass = /** @type {Pass} */ ({ W, G: {}, n,
      put: put ? (at) => put[row][heads.indexOf(at)] : undefined });
    const made = through(lesson, pass, tokens);
    const d_vocab = made.logits.length / n;
    lesson.answers[row].forEach((answer, i) => {
      if (answer < 0) return;
      asked += 1;
      right += Number(highest(made.logits.subarray(i * d_vocab, (i + 1) * d_vocab)) === answer);
    });
    return made.patterns;
  });
  return { right, asked, patterns };
}

// The share of each of our patterns that is in each of theirs, where an answer is asked for.
/** @param {TrainedLesson} lesson @param {Float64Array[][]} ours @param {Float64Array[][]} theirs */
export function alike(lesson, ours, theirs) {
  const n = lesson.tokens[0].length;
  const asked = lesson.answers.flat().filter((answer) => answer >= 0).length;
  return ours[0].map((_, o) => theirs[0].map((_, h) => {
    let sum = 0;
    lesson.answers.forEach((answers, row) => answers.forEach((answer, i) => {
      if (answer < 0) return;
      for (let j = 0; j <= i; j++) {
        sum += Math.min(ours[row][o][i * n + j], theirs[row][h][i * n + j]);
      }
    }));
    return sum / asked;
  }));
}

// How many are right where each head looks as that of ours does which it is most alike.
/**
 * @param {TrainedLesson} lesson @param {Numbers} W @param {Float64Array[][]} ours
 * @param {number[][]} shares
 */
export function withOurs(lesson, W, ours, shares) {
  const most = shares[0].map((_, h) => shares.reduce((best, row, o) =>
    (row[h] > shares[best][h] ? o : best), 0));
  return tried(lesson, W, ours.map((patterns) => most.map((o) => patterns[o]))).right;
}
