// @ts-check
// Origins: what the stream is a sum of, each with the rows that it may add; and what a norm does to
// each thing in a sum.

import { normalize, rowOf } from "../../kit/arithmetic.js";
import { length, scaled } from "./codebooks.js";
/** @import {Matrix, Norm} from "../../kit/figures" */
/** @import {Round, Row} from "../../kit/page" */
/** @import {Meaning, Normed, Origin, Rows} from "./lanes" */

const IN_TABLE = 64; // meanings that a table of scores is made of
/** @type {Round} */
export const exact = (x) => x;

/** @param {Matrix} W @param {number} i @returns {Row} */
export const plainRow = (W, i) => Array.from(rowOf(W, i));

// Whether a matrix reads a column of the stream.
/** @param {Matrix} W @param {number} column */
export const reads = (W, column) => rowOf(W, column).some((x) => x !== 0);

/** @type {WeakMap<Matrix, [number[], number[], number[]]>} */
const entries = new WeakMap();
// The rows, columns and values of what is not 0 in a matrix: few numbers of most.
/** @param {Matrix} W */
function entriesIn(W) {
  const known = entries.get(W);
  if (known) return known;
  /** @type {[number[], number[], number[]]} */
  const found = [[], [], []];
  const { columns, data } = W;
  for (let i = 0; i < data.length; i++) {
    if (data[i] === 0) continue;
    found[0].push(Math.floor(i / columns));
    found[1].push(i % columns);
    found[2].push(data[i]);
  }
  entries.set(W, found);
  return found;
}

// Rows @ W + b.
/** @param {Row[]} rows @param {Matrix} W @param {Matrix | null} [b] @returns {Row[]} */
export function multiplied(rows, W, b) {
  const [from, to, values] = entriesIn(W);
  return rows.map((row) => {
    const sums = b ? Array.from(b.data) : Array(W.columns).fill(0);
    for (let e = 0; e < values.length; e++) sums[to[e]] += row[from[e]] * values[e];
    return sums;
  });
}

// Rows that one thing may add: the i-th is made when it is asked for.
/**
 * @param {string} name @param {"symbol" | "place"} kind @param {Meaning[]} meanings
 * @param {(i: number) => Row} make @returns {Rows}
 */
export function rowsOf(name, kind, meanings, make) {
  /** @type {Row[]} */
  const made = [];
  return { name, kind, meanings, count: meanings.length, row: (i) => (made[i] ??= make(i)) };
}

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
  const made = { left: new Map(), placed: new Map() };
  if (!norm) return { norm: null, shares: x.map(() => 1), middle: 1, stream: x, ...made };
  const shares = x.map((row) => {
    const mean = norm.centered ? row.reduce((sum, value) => sum + value, 0) / row.length : 0;
    const square = row.reduce((sum, value) => sum + (value - mean) ** 2, 0) / row.length;
    return 1 / (norm.inside ? Math.sqrt(square + norm.eps) : Math.sqrt(square) + norm.eps);
  });
  return { norm, shares, middle: median(shares),
    stream: x.map((row) => normalize(row, norm, exact)), ...made };
}

/** @param {Normed} of @param {Row} row */
function straight({ norm }, row) {
  if (!norm) return row;
  let mean = 0;
  if (norm.centered) for (let j = 0; j < row.length; j++) mean += row[j] / row.length;
  const found = Array(row.length);
  for (let j = 0; j < row.length; j++)
    found[j] = (row[j] - mean) * (norm.gamma ? norm.gamma.data[j] : 1);
  return found;
}

// Rows as they are left beside all else, at the middle one of the positions; none is longer than
// the norm leaves it alone.
/** @param {Normed} of @param {Row[]} rows */
export function leftOf(of, rows) {
  if (!of.norm) return rows;
  return rows.map((row) => {
    const y = scaled(straight(of, row), of.middle);
    const [size, longest] = [length(y), Math.sqrt(y.length)];
    return size > 2 * longest ? scaled(y, longest / size) : y;
  });
}

// Of an origin, the rows that a table is made of, as they are left.
/** @param {Normed} of @param {Origin} origin */
export function someLeft(of, origin) {
  if (!of.left.has(origin)) of.left.set(origin, leftOf(of, someOf(origin).map(origin.can.row)));
  return of.left.get(origin);
}

// What an origin gives to each position, zeros where it is not known.
/** @param {Normed} of @param {Origin} origin @returns {Row[]} */
export function placed(of, origin) {
  const { can, at } = origin;
  if (!of.placed.has(origin)) of.placed.set(origin, at.map((i, p) => (i < 0
    ? of.stream[0].map(() => 0) : scaled(straight(of, can.row(i)), of.shares[p]))));
  return of.placed.get(origin);
}
