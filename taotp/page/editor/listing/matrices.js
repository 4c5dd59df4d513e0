// @ts-check
// Matrices and what gadgets make of them: stream.py, encodings.py and gadgets.py, in the same order
// of operations.

import { matrix } from "../../kit/arithmetic.js";
/** @import {Matrix} from "../../kit/figures" */
/** @import {StreamPlace, Units} from "./listing" */
/** @import {Machine} from "./machine.js" */

export const SURE = 64;

/** @param {ArrayLike<number>} values */
export const vectorOf = (values) => matrix(values.length, 1, Float64Array.from(values));

/** @param {number} rows @param {number} columns @param {(i: number, j: number) => number} of */
export function fill(rows, columns, of) {
  const out = matrix(rows, columns);
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < columns; j++) out.data[i * columns + j] = of(i, j);
  }
  return out;
}

/** @param {Matrix} W @param {number} i @param {number} j */
export const at = (W, i, j) => W.data[i * W.columns + j];
/** @param {number} k @param {Matrix} W */
export const scaled = (k, W) => matrix(W.rows, W.columns, W.data.map((x) => k * x));
/** @param {Matrix} W */
export const transposed = (W) => fill(W.columns, W.rows, (i, j) => at(W, j, i));

/** @param {Matrix} A @param {Matrix} B */
export function times(A, B) {
  const out = matrix(A.rows, B.columns);
  for (let i = 0; i < A.rows; i++) {
    for (let k = 0; k < A.columns; k++) {
      const x = at(A, i, k);
      if (x) for (let j = 0; j < B.columns; j++) out.data[i * B.columns + j] += x * at(B, k, j);
    }
  }
  return out;
}

// Matrices side by side, and one above the other.
/** @param {...Matrix} parts */
export function across(...parts) {
  const columns = parts.flatMap((W) =>
    Array.from({ length: W.columns }, (_, j) => /** @type {[Matrix, number]} */ ([W, j])));
  return fill(parts[0].rows, columns.length, (i, j) => at(columns[j][0], i, columns[j][1]));
}

/** @param {...Matrix} parts */
export const down = (...parts) => transposed(across(...parts.map(transposed)));

// One MLP of several side by side.
/** @param {Machine} of @param {Units[]} units */
export function beside({ d_model }, units) {
  return {
    W_in: across(...units.map(({ W_in }) => W_in)),
    b_in: vectorOf(units.flatMap(({ b_in }) => [...b_in.data])),
    W_out: down(...units.map(({ W_out }) => W_out)),
    b_out: units.map(({ b_out }) => b_out)
      .reduce((a, b) => fill(d_model, 1, (i) => a.data[i] + b.data[i])),
  };
}

// The numbers of the stream that places hold, and the matrix by which one of them is read.
/** @param {StreamPlace[]} where */
export const indices = (where) =>
  where.flatMap(({ start, size }) => Array.from({ length: size }, (_, k) => start + k));
/** @param {StreamPlace} of */
export const reading = ({ start, size, d_model }) =>
  fill(d_model, size, (i, j) => Number(start + j === i));

export const EAST = [1, -1, 0].map((x) => x / Math.sqrt(2));
export const NORTH = [1, 1, -2].map((x) => x / Math.sqrt(6));

/** @param {number} i @param {number} n @param {number[]} paces */
export function circlePoint(i, n, paces) {
  return paces.flatMap((pace) => {
    const angle = 2 * Math.PI * ((i / n) * pace);
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    return EAST.map((x, k) => Math.sqrt(3) * (cos * x + sin * NORTH[k]));
  });
}

/** @param {number} steps @param {number} n @param {number[]} paces */
export function turn(steps, n, paces) {
  const axis = 1 / 3;
  return fill(3 * paces.length, 3 * paces.length, (i, j) => {
    const circle = Math.floor(i / 3);
    if (circle !== Math.floor(j / 3)) return 0;
    const angle = (2 * Math.PI * paces[circle] * steps) / n;
    const [a, b] = [i % 3, j % 3];
    const around = EAST[a] * NORTH[b] - NORTH[a] * EAST[b];
    return axis + Math.cos(angle) * (Number(a === b) - axis) + Math.sin(angle) * around;
  });
}

/** @param {number} size */
export function paddingRow(size) {
  const small = 1 / Math.sqrt(size - 1);
  return Array.from({ length: size }, (_, j) => (j ? -small : 1 / small));
}

/** @param {number} x */
export function numberRow(x) {
  const half = Math.sqrt(5 - 2 * x - 3 * x * x) / 2;
  return [x, 1, half - (x + 1) / 2, -half - (x + 1) / 2];
}

/** @param {number} n @param {number[]} paces */
export function hardEnough(n, paces) {
  if (n < 2) return 1;
  const first = circlePoint(0, n, paces);
  const root = Math.sqrt(3 * paces.length);
  /** @param {number} i */
  const score = (i) =>
    circlePoint(i, n, paces).reduce((sum, x, j) => sum + x * first[j], 0) / root;
  let most = -Infinity;
  for (let i = 1; i < n; i++) most = Math.max(most, score(i));
  return SURE / (score(0) - most);
}

// The power of two at or below a number, as an exponent.
/** @param {number} x */
export function exponent(x) {
  const near = Math.floor(Math.log2(x));
  return 2 ** near > x ? near - 1 : 2 ** (near + 1) <= x ? near + 1 : near;
}
