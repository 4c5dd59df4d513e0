// @ts-check
// The scores of three stores, as taotp/applications/reach/addresses.py computes them: keys, queries
// and every sum are rounded to a precision. Address q was stored at n - 4 and n - 2, each other one
// at n - 1, and a head asks at n.

import { remember } from "../../page/kit/runs.js";
/** @import {Round} from "../../page/kit/page" */

/**
 * Keys and queries: a column of numbers for each dimension, a number for each cell.
 * @typedef {{keys: Column[], queries: Column[]}} Codes
 * @typedef {number[] | Float64Array} Column
 * Scores of the latest store, of the one before and of the best other one, at the address whose
 * lead is least, which is `asked`; `other` is the address of the best other one.
 * @typedef {{asked: number, other: number, meant: number, before: number, rival: number,
 *   lead: number}} Scores
 */

// -(q - a)^2 without what depends on the query alone, summed over digits.
/** @param {...number[]} digits @returns {Codes} */
function parabola(...digits) {
  const squares = digits[0].map((_, i) => digits.reduce((sum, x) => sum + x[i] * x[i], 0));
  return {
    keys: [...digits, squares],
    queries: [...digits.map((x) => x.map((value) => 2 * value)), squares.map(() => -1)],
  };
}

/** @param {number[][]} keys @returns {Codes} */
const alike = (keys) => ({ keys, queries: keys });

/** @param {...number[]} turns */
const onCircles = (...turns) => alike(turns.flatMap((turn) => [Math.cos, Math.sin].map((f) =>
  turn.map((part) => f(2 * Math.PI * part)))));

/** @type {Record<string, (a: number[], N: number, digits: number[][], b: number) => Codes>} */
const ADDRESSES = {
  "parabola from 0": (a, N) => parabola(a.map((x) => x / N)),
  "parabola around 0": (a, N) => parabola(a.map((x) => (x - (N - 1) / 2) / N)),
  "parabolas of two digits": (a, N, digits, b) =>
    parabola(...digits.map((digit) => digit.map((x) => (x - (b - 1) / 2) / b))),
  circle: (a, N) => onCircles(a.map((x) => x / N)),
  "circles of two digits": (a, N, digits, b) =>
    onCircles(...digits.map((digit) => digit.map((x) => x / b))),
  bits: (a, N) => alike(Array.from({ length: 32 - Math.clz32(N - 1) }, (_, bit) =>
    a.map((x) => 2 * ((x >> bit) & 1) - 1))),
  "one-hot": (a) => alike(a.map((x) => a.map((y) => Number(x === y)))),
};

/** @type {Record<string, (p: number, n: number) => number>} */
const LATER = {
  p: (p) => p,
  "log p": (p, n) => (n / 2) * Math.log(p + 1),
  "p squared": (p, n) => (p * p) / (2 * n),
  "-1 / p": (p, n) => (-n * n) / 3 / p,
};

// What two places more add, from n - 4 to n - 2, without a difference of large numbers.
/** @type {Record<string, (n: number) => number>} */
export const GAINED = {
  p: () => 2,
  "log p": (n) => (n / 2) * Math.log1p(2 / (n - 3)),
  "p squared": (n) => 2 - 6 / n,
  "-1 / p": (n) => ((n * n) / 3) * (2 / (n - 4) / (n - 2)),
};

/** @param {string} name @param {number} N @returns {Codes} */
function codesOf(name, N) {
  const a = Array.from({ length: N }, (_, i) => i);
  const b = Math.ceil(Math.sqrt(N));
  return ADDRESSES[name](a, N, [a.map((x) => Math.floor(x / b)), a.map((x) => x % b)], b);
}

/** @param {Column[]} columns @param {(x: number) => number} change */
const each = (columns, change) => columns.map((column) => {
  const out = new Float64Array(column.length);
  for (let i = 0; i < out.length; i++) out[i] = column[i] && change(column[i]);
  return out;
});

let scratch = new Float64Array(0);

// All products of queries and keys, row by row; the next call writes over them.
/** @param {Float64Array[]} queries @param {Float64Array[]} keys */
function products(queries, keys) {
  const N = keys[0].length;
  if (scratch.length !== N * N) scratch = new Float64Array(N * N);
  const found = scratch.fill(0);
  keys.forEach((key, c) => {
    for (let q = 0; q < N; q++) {
      const asked = queries[c][q];
      if (asked !== 0) for (let j = 0; j < N; j++) found[q * N + j] += asked * key[j];
    }
  });
  return found;
}

// Codes, and how much less than its own an address gives to the nearest other one.
const known = remember((/** @type {string} */ name, /** @type {number} */ N) => {
  const [keys, queries] = Object.values(codesOf(name, N)).map((all) => each(all, (x) => x));
  const codes = { keys, queries };
  const exact = products(codes.queries, codes.keys);
  const apart = Math.min(...Array.from({ length: N }, (_, q) =>
    exact[q * N + q] - exact[q * N + bestOther(exact, N, q)]));
  return { codes, apart };
}, 64);

// The other address with the largest score for an address that is asked for.
/** @param {Float64Array} scores @param {number} N @param {number} q */
function bestOther(scores, N, q) {
  let best = q ? 0 : 1;
  for (let j = 0; j < N; j++) {
    if (j !== q && scores[q * N + j] > scores[q * N + best]) best = j;
  }
  return best;
}

/**
 * @param {string} name @param {string} later @param {number} N @param {number} n
 * @param {Round} to @param {number} sure @returns {Scores}
 */
export function scoresOf(name, later, N, n, to, sure) {
  const { codes, apart } = known(name, N);
  const recency = LATER[later];
  const span = sure * (recency(n, n) - recency(1, n) + 1);
  const steep = span / apart;
  const all = products(each(codes.queries, to), each(codes.keys, (x) => to(steep * x)));
  const [two, four, one] = [2, 4, 1].map((back) => to(sure * recency(n - back, n)));
  /** @type {Scores} */
  let worst;
  for (let q = 0; q < N; q++) {
    const other = bestOther(all, N, q);
    const own = to(all[q * N + q]);
    const meant = to(own + two);
    const before = to(own + four);
    const rival = to(to(all[q * N + other]) + one);
    const lead = meant - Math.max(before, rival);
    if (!worst || !(lead >= worst.lead)) {
      worst = { asked: q, other, meant, before, rival, lead };
    }
    if (Number.isNaN(lead)) break;
  }
  return worst;
}

// The longest of some lengths up to which all are right, 0 where there is none. Beyond it one may
// be right again by luck, where rounding happens to leave a difference.
/**
 * @param {string} name @param {string} later @param {number} N @param {Round} to
 * @param {{sure: number, lead: number, lengths: readonly number[]}} spec
 */
export function lastRight(name, later, N, to, { sure, lead, lengths }) {
  const wrong = lengths.findIndex((n) => !(scoresOf(name, later, N, n, to, sure).lead >= lead));
  return (wrong < 0 ? lengths : lengths.slice(0, wrong)).at(-1) ?? 0;
}
