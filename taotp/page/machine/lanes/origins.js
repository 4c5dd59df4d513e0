// @ts-check
// Origins: what the stream is a sum of, each with the rows that it may add; and what a norm does to
// each thing in a sum.

import { normalize } from "../../kit/arithmetic.js";
import { scaled } from "./codebooks.js";
import { fewOf, packed, sumsOf } from "./matrices.js";
/** @import {Matrix, Norm} from "../../kit/figures" */
/** @import {Round, Row} from "../../kit/page" */
/** @import {Few, Meaning, Normed, Origin, Rows} from "./lanes" */

const IN_TABLE = 64; // meanings that a table of scores is made of
/** @type {Round} */
export const exact = (x) => x;

// Rows that one thing may add: the i-th is made when it is asked for.
/**
 * @param {string} name @param {"symbol" | "place"} kind @param {Meaning[]} meanings
 * @param {(i: number) => Few} make @returns {Rows}
 */
export function rowsOf(name, kind, meanings, make) {
  /** @type {Few[]} */
  const made = [];
  return { name, kind, meanings, count: meanings.length, row: (i) => (made[i] ??= make(i)) };
}

// What the rows of a matrix may add.
/**
 * @param {string} name @param {"symbol" | "place"} kind @param {Meaning[]} meanings
 * @param {Matrix} of @returns {Rows}
 */
export const rowsOfMatrix = (name, kind, meanings, of) =>
  ({ name, kind, meanings, count: of.rows, of, row: (i) => fewOf(of, i) });

/** @param {number} n @returns {number[]} */
export const upTo = (n) => Array.from({ length: n }, (_, i) => i);

// The rows that a table is made of: those that stand somewhere, and the first others.
/** @param {Origin} origin */
export function someOf({ can, at }) {
  if (can.count <= IN_TABLE || can.kind === "place") return upTo(Math.min(can.count, IN_TABLE));
  const some = new Set([...at.filter((i) => i >= 0), ...upTo(IN_TABLE)]);
  return [...some].sort((a, b) => a - b);
}

/** @param {Row} values */
export function median(values) {
  if (!values.length) return 0;
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

// What a norm does to each thing in the sums x: times `shares`, one a position.
/** @param {Norm | null} norm @param {Row[]} x @returns {Normed} */
export function normed(norm, x) {
  const width = x[0].length;
  if (!norm) return { norm: null, shares: x.map(() => 1), middle: 1, stream: x, width };
  const shares = x.map((row) => {
    const mean = norm.centered ? row.reduce((sum, value) => sum + value, 0) / row.length : 0;
    const square = row.reduce((sum, value) => sum + (value - mean) ** 2, 0) / row.length;
    return 1 / (norm.inside ? Math.sqrt(square + norm.eps) : Math.sqrt(square) + norm.eps);
  });
  return { norm, shares, middle: median(shares),
    stream: x.map((row) => normalize(row, norm, exact)), width };
}

// What a row adds to the product with a matrix, at a share of the norm.
/** @param {Normed} of @param {Few} row @param {Matrix} W @param {number} share @returns {Row} */
function times({ norm, width }, { at, is }, W, share) {
  const gamma = norm?.gamma?.data;
  let mean = 0;
  if (norm?.centered) for (let k = 0; k < is.length; k++) mean += is[k] / width;
  const found = mean ? scaled(sumsOf(W, norm.gamma), -mean * share) : Array(W.columns).fill(0);
  const { starts, columns, values } = packed(W);
  for (let k = 0; k < at.length; k++) {
    const by = is[k] * share * (gamma ? gamma[at[k]] : 1);
    for (let e = starts[at[k]]; e < starts[at[k] + 1]; e++) found[columns[e]] += values[e] * by;
  }
  return found;
}

// The share of the norm for a row beside all else, at the middle one of the positions; no row is
// longer than the norm leaves it alone.
/** @param {Normed} of @param {Few} row */
function shareOf({ norm, width, middle }, { at, is }) {
  if (!norm) return 1;
  const gamma = norm.gamma?.data;
  let [sum, cross, square, all] = [0, 0, 0, gamma ? 0 : width];
  for (let k = 0; k < at.length; k++) {
    const gain = gamma ? gamma[at[k]] ** 2 : 1;
    sum += is[k];
    cross += gain * is[k];
    square += gain * is[k] ** 2;
  }
  gamma?.forEach((x) => (all += x * x));
  const mean = norm.centered ? sum / width : 0;
  const size = middle * Math.sqrt(Math.max(0, square - 2 * mean * cross + mean * mean * all));
  return size > 2 * Math.sqrt(width) ? middle * Math.sqrt(width) / size : middle;
}

// What a row gives to a matrix beside all else.
/** @param {Normed} of @param {Few} row @param {Matrix} W */
export const left = (of, row, W) => times(of, row, W, shareOf(of, row));

// What an origin gives to a matrix at each position, zeros where it is not known.
/** @param {Normed} of @param {Origin} origin @param {Matrix} W @returns {Row[]} */
export const placed = (of, { can, at }, W) => at.map((i, p) =>
  (i < 0 ? Array(W.columns).fill(0) : times(of, can.row(i), W, of.shares[p])));
