// @ts-check
// A machine that learns, as taotp.applications.trained.machine does: the loss of a batch, its
// derivative by every number, and Adam. Rows of numbers lie one behind the other.

import { number } from "../../page/kit/chance.js";
/** @import {TrainedLesson} from "../../page/kit/figures" */

const EPS = 1e-10; // of the norm, outside the root
const [NEW, NEW_SQUARE, TINY] = [0.1, 0.01, 1e-8]; // as taotp.constructions.adam
const BATCHES_FROM = 1_000_000; // as lessons.py: the numbers before it draw the weights

/** @typedef {{data: Float64Array, rows: number, columns: number}} Matrix */
/** @typedef {Record<string, Matrix>} Numbers */
/** @typedef {(back: Float64Array) => Float64Array} Back */
/**
 * Prompts of n tokens each go through at once: their places are so many rows.
 * @typedef {{W: Numbers, G: Numbers, n: number, rows: number, put?: (at: string) => Float64Array}}
 *   Pass
 */
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
function times({ W, G, rows: n }, path, x) {
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
function normed({ rows: n }, x) {
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

// Of each prompt a square of weights: each row sums to 1 over the places up to its own.
/** @param {Float64Array} q @param {Float64Array} k @param {number} n @param {number} rows */
function patternOf(q, k, n, rows) {
  const size = q.length / rows;
  const [pattern, scale] = [new Float64Array(rows * n), Math.sqrt(size)];
  for (let row = 0; row < rows; row++) {
    const first = row - (row % n);
    const [at, seen] = [row * n, row - first + 1];
    let [most, whole] = [-Infinity, 0];
    for (let j = 0; j < seen; j++) {
      let score = 0;
      for (let a = 0; a < size; a++) score += q[row * size + a] * k[(first + j) * size + a];
      pattern[at + j] = score / scale;
      most = Math.max(most, pattern[at + j]);
    }
    for (let j = 0; j < seen; j++) {
      pattern[at + j] = Math.exp(pattern[at + j] - most);
      whole += pattern[at + j];
    }
    for (let j = 0; j < seen; j++) pattern[at + j] /= whole;
  }
  return pattern;
}

// Squares of weights times rows; `turned`, their columns are rows.
/** @param {Float64Array} P @param {Float64Array} x @param {number} n @param {boolean} [turned] */
function averaged(P, x, n, turned) {
  const rows = P.length / n;
  const d = x.length / rows;
  const y = new Float64Array(x.length);
  for (let row = 0; row < rows; row++) {
    const first = row - (row % n);
    for (let j = 0; j <= row - first; j++) {
      const weight = P[row * n + j];
      const [to, from] = turned ? [first + j, row] : [row, first + j];
      for (let a = 0; a < d; a++) y[to * d + a] += weight * x[from * d + a];
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
  const { n, rows } = pass;
  const [[q, throughQ], [k, throughK], [v, throughV]] = ["W_Q", "W_K", "W_V"].map((name) =>
    times(pass, at + name, x));
  const pattern = pass.put?.(at) ?? patternOf(q, k, n, rows);
  const [y, throughO] = times(pass, `${at}W_O`, averaged(pattern, v, n));
  return [y, (toY) => {
    const toMixed = throughO(toY);
    const toScores = throughPattern(pattern, toMixed, v, n, Math.sqrt(q.length / rows));
    const toX = add(throughQ(averaged(toScores, k, n)), throughK(averaged(toScores, q, n, true)));
    return add(toX, throughV(averaged(pattern, toMixed, n, true)));
  }, pattern];
}

// From what a head mixed back to its scores.
/**
 * @param {Float64Array} pattern @param {Float64Array} toMixed @param {Float64Array} v
 * @param {number} n @param {number} scale
 */
function throughPattern(pattern, toMixed, v, n, scale) {
  const rows = pattern.length / n;
  const [d, toScores] = [v.length / rows, new Float64Array(pattern.length)];
  for (let row = 0; row < rows; row++) {
    const first = row - (row % n);
    let along = 0;
    for (let j = 0; j <= row - first; j++) {
      let sum = 0;
      for (let a = 0; a < d; a++) sum += toMixed[row * d + a] * v[(first + j) * d + a];
      toScores[row * n + j] = sum;
      along += sum * pattern[row * n + j];
    }
    for (let j = 0; j <= row - first; j++) {
      const at = row * n + j;
      toScores[at] = (pattern[at] * (toScores[at] - along)) / scale;
    }
  }
  return toScores;
}

/** @param {Float64Array} x @param {Float64Array} b */
function biased(x, b) {
  for (let i = 0; i < x.length; i++) x[i] += b[i % b.length];
  return x;
}

/** @param {Float64Array} to @param {Float64Array} x */
function addRows(to, x) {
  for (let i = 0; i < x.length; i++) to[i % to.length] += x[i];
}

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

// Prompts through the machine, all tokens in one line, and back where G takes what comes.
/** @param {TrainedLesson} lesson @param {Pass} pass @param {number[]} tokens @returns {Made} */
function through(lesson, pass, tokens) {
  const { W, G, n, rows } = pass;
  const d = W.W_E.columns;
  /** @type {Float64Array} */
  let x = new Float64Array(rows * d);
  for (let i = 0; i < x.length; i++) {
    x[i] = W.W_E.data[tokens[Math.floor(i / d)] * d + (i % d)] + W.W_pos.data[i % (n * d)];
  }
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
  const logits = new Float64Array(rows * d_vocab);
  for (let i = 0; i < rows; i++) {
    for (let t = 0; t < d_vocab; t++) {
      let sum = 0;
      for (let a = 0; a < d; a++) sum += y[i * d + a] * U[at(a, t)];
      logits[i * d_vocab + t] = sum;
    }
  }
  return { logits, patterns, backward(error) {
    const toY = new Float64Array(rows * d);
    for (let j = 0; j < error.length; j++) {
      const [i, t] = [Math.floor(j / d_vocab), j % d_vocab];
      for (let a = 0; a < d; a++) {
        toY[i * d + a] += error[j] * U[at(a, t)];
        toU[at(a, t)] += y[i * d + a] * error[j];
      }
    }
    let toX = back(toY);
    for (const way of ways.reverse()) {
      const sum = way.parts.map((part) => part(toX)).reduce(add);
      toX = add(way.back(sum), toX);
    }
    for (let i = 0; i < toX.length; i++) {
      G.W_E.data[tokens[Math.floor(i / d)] * d + (i % d)] += toX[i];
      G.W_pos.data[i % (n * d)] += toX[i];
    }
  } };
}

// The mean surprise at the answers that are asked for, and the error at the logits.
/** @param {Float64Array} logits @param {number[]} answers */
function surprised(logits, answers) {
  const d_vocab = logits.length / answers.length;
  const [error, asked] = [new Float64Array(logits.length), countOf(answers)];
  let loss = 0;
  for (let i = 0; i < answers.length; i++) {
    if (answers[i] < 0) continue;
    const at = i * d_vocab;
    let [most, whole] = [-Infinity, 0];
    for (let t = 0; t < d_vocab; t++) most = Math.max(most, logits[at + t]);
    for (let t = 0; t < d_vocab; t++) whole += Math.exp(logits[at + t] - most);
    loss += most + Math.log(whole) - logits[at + answers[i]];
    for (let t = 0; t < d_vocab; t++) {
      error[at + t] = Math.exp(logits[at + t] - most) / whole / asked;
    }
    error[at + answers[i]] -= 1 / asked;
  }
  return { loss: loss / asked, error };
}

/** @param {number[]} answers */
const countOf = (answers) => answers.filter((answer) => answer >= 0).length;

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
      toAll.fill(0);
      const pass = { W, G, n, rows: batch * n };
      const { logits, backward } = through(lesson, pass, rows.flatMap((row) => lesson.tokens[row]));
      const { loss, error } = surprised(logits, rows.flatMap((row) => lesson.answers[row]));
      losses.push(loss);
      backward(error);
      for (const { path } of lesson.arrays) if (still.has(W[path].data)) G[path].data.fill(0);
      adam(rate);
    },
  };
}

// Of all prompts what is right of what is asked, and where each head looks: a square for each.
/** @param {TrainedLesson} lesson @param {Numbers} W @param {Float64Array[]} [put] */
export function tried(lesson, W, put) {
  const n = lesson.tokens[0].length;
  const heads = sublayers(lesson).flat().filter((at) => at.includes("heads"));
  const pass = /** @type {Pass} */ ({ W, G: {}, n, rows: lesson.tokens.length * n,
    put: put ? (at) => put[heads.indexOf(at)] : undefined });
  const { logits, patterns } = through(lesson, pass, lesson.tokens.flat());
  const d_vocab = W.W_E.rows;
  const right = lesson.answers.flat().filter((answer, i) => {
    for (let t = 0; t < d_vocab; t++) {
      const more = logits[i * d_vocab + t] - logits[i * d_vocab + answer];
      if (!(t === answer || more < 0 || (more === 0 && t > answer))) return false;
    }
    return answer >= 0;
  }).length;
  return { right, asked: countOf(lesson.answers.flat()), patterns };
}

// The share of each of our patterns that is in each of theirs, where an answer is asked for.
/** @param {TrainedLesson} lesson @param {Float64Array[]} ours @param {Float64Array[]} theirs */
export function alike(lesson, ours, theirs) {
  const [n, answers] = [lesson.tokens[0].length, lesson.answers.flat()];
  const asked = countOf(answers);
  return ours.map((our) => theirs.map((their) => {
    let sum = 0;
    for (let i = 0; i < our.length; i++) {
      if (answers[Math.floor(i / n)] >= 0) sum += Math.min(our[i], their[i]);
    }
    return sum / asked;
  }));
}

// How many are right where each head looks as that of ours does which it is most alike.
/**
 * @param {TrainedLesson} lesson @param {Numbers} W @param {Float64Array[]} ours
 * @param {number[][]} shares
 */
export function withOurs(lesson, W, ours, shares) {
  const most = shares[0].map((_, h) => shares.reduce((best, row, o) =>
    (row[h] > shares[best][h] ? o : best), 0));
  return tried(lesson, W, most.map((o) => ours[o])).right;
}
