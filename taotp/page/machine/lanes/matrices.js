// @ts-check
// What is asked of weights again and again, and is kept, as nobody changes a matrix that is run.

import { entriesOf, sparse } from "../../kit/arithmetic.js";
/** @import {Matrix} from "../../kit/figures" */
/** @import {Entries, Row} from "../../kit/page" */
/** @import {Few} from "./lanes" */

/** @type {WeakMap<object, Map<string, any>>} */
const kept = new WeakMap();
// What is made of a matrix, or of a program, once.
/** @template T @param {object} W @param {string} what @param {() => T} make @returns {T} */
export function onceOf(W, what, make) {
  if (!kept.has(W)) kept.set(W, new Map());
  const own = kept.get(W);
  if (!own.has(what)) own.set(what, make());
  return own.get(what);
}

// The size of the largest number of each row and of each column.
/** @param {Matrix} W */
const topsOf = (W) => onceOf(W, "tops", () => {
  const [rows, columns, values] = entriesOf(W);
  const tops = { rows: new Float64Array(W.rows), columns: new Float64Array(W.columns) };
  for (let e = 0; e < values.length; e++) {
    const [size, i, j] = [Math.abs(values[e]), rows[e], columns[e]];
    if (size > tops.rows[i]) tops.rows[i] = size;
    if (size > tops.columns[j]) tops.columns[j] = size;
  }
  return tops;
});

/** @param {ArrayLike<number>} tops @param {number[]} [some] */
function greatest(tops, some) {
  let top = 0;
  const count = some ? some.length : tops.length;
  for (let k = 0; k < count; k++) top = Math.max(top, tops[some ? some[k] : k]);
  return top;
}

// The size of the largest number of some columns, as what is written to them, or of all.
/** @param {Matrix} W @param {number[]} [columns] */
export const mostWritten = (W, columns) => greatest(topsOf(W).columns, columns);

// The size of the largest number of some rows, as what is read of those columns of the stream.
/** @param {Matrix} W @param {number[]} rows */
export const mostRead = (W, rows) => greatest(topsOf(W).rows, rows);

// Whether a matrix reads a column of the stream.
/** @param {Matrix} W @param {number} column */
export const reads = (W, column) => topsOf(W).rows[column] > 0;

// Whether a column has three different numbers or more.
/** @param {Matrix} W @param {number} column */
export const hasThree = (W, column) => onceOf(W, "levels", () => {
  const [rows, columns, values] = entriesOf(W);
  const [held, first] = [new Uint32Array(W.columns), new Float64Array(W.columns)];
  const levels = new Uint8Array(W.columns);
  const second = new Float64Array(W.columns);
  for (let e = 0; e < rows.length; e++) {
    const [j, x] = [columns[e], values[e]];
    held[j]++;
    if (x === first[j] || x === second[j]) continue;
    if (!levels[j]) first[j] = x;
    else if (levels[j] === 1) second[j] = x;
    levels[j] = Math.min(levels[j] + 1, 3);
  }
  return levels.map((some, j) => some + Number(held[j] < W.rows));
})[column] > 2;

// The columns and values of what is not 0 in a matrix, and where those of each row begin and end.
/** @param {Matrix} W */
export const packed = (W) => onceOf(W, "packed", () => {
  const [rows, columns, values] = entriesOf(W);
  const starts = new Uint32Array(W.rows + 1);
  for (let e = 0; e < rows.length; e++) starts[rows[e] + 1]++;
  for (let i = 0; i < W.rows; i++) starts[i + 1] += starts[i];
  return { starts, columns, values };
});

// What of a row is not 0.
/** @param {Matrix} W @param {number} i @returns {Few} */
export function fewOf(W, i) {
  const { starts, columns, values } = packed(W);
  const [from, to] = [starts[i], starts[i + 1]];
  return { at: columns.slice(from, to), is: values.slice(from, to) };
}

/** @param {Matrix} W @param {number} i @returns {Row} */
export function denseRow(W, i) {
  const { starts, columns, values } = packed(W);
  const found = Array(W.columns).fill(0);
  for (let e = starts[i]; e < starts[i + 1]; e++) found[columns[e]] = values[e];
  return found;
}

// Row i @ a row of numbers.
/** @param {Matrix} W @param {number} i @param {Row} row */
export function dotRow(W, i, row) {
  const { starts, columns, values } = packed(W);
  let sum = 0;
  for (let e = starts[i]; e < starts[i + 1]; e++) sum += values[e] * row[columns[e]];
  return sum;
}

// The sum of each column, of which each row is there so many times.
/** @param {Matrix} W @param {Matrix | null} [gains] @returns {Row} */
export const sumsOf = (W, gains) => (gains ? summed(W, gains.data)
  : onceOf(W, "sums", () => summed(W)));

/** @param {Matrix} W @param {ArrayLike<number>} [by] */
function summed(W, by) {
  const [rows, columns, values] = entriesOf(W);
  const found = Array(W.columns).fill(0);
  for (let e = 0; e < rows.length; e++)
    found[columns[e]] += values[e] * (by ? by[rows[e]] : 1);
  return found;
}

// Some columns of a matrix, which may be multiplied by.
/** @param {Matrix} W @param {number[]} some */
export function narrowed(W, some) {
  const [rows, columns, values] = entriesOf(W);
  const place = new Int32Array(W.columns).fill(-1);
  some.forEach((c, k) => (place[c] = k));
  /** @type {Entries} */
  const [from, to, is] = [[], [], []];
  for (let e = 0; e < rows.length; e++) {
    if (place[columns[e]] < 0) continue;
    from.push(rows[e]);
    to.push(place[columns[e]]);
    is.push(values[e]);
  }
  return sparse(W.rows, some.length, [from, to, is]);
}

// What a row of a matrix holds in some columns.
/** @param {Matrix} W @param {number} i @param {number[]} columns */
export const pickOf = (W, i, columns) => pickFew(fewOf(W, i), columns);

/** @param {Few} row @param {number[]} columns */
export function pickFew({ at, is }, columns) {
  const found = Array(columns.length).fill(0);
  for (let k = 0; k < at.length; k++) {
    const place = columns.indexOf(at[k]);
    if (place >= 0) found[place] = is[k];
  }
  return found;
}

// Rows @ W + b.
/** @param {Row[]} rows @param {Matrix} W @param {Matrix | null} [b] @returns {Row[]} */
export function multiplied(rows, W, b) {
  const [from, to, values] = entriesOf(W);
  return rows.map((row) => {
    const sums = b ? Array.from(b.data) : Array(W.columns).fill(0);
    for (let e = 0; e < values.length; e++) sums[to[e]] += row[from[e]] * values[e];
    return sums;
  });
}
