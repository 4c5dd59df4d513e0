// @ts-check
// The number that has to move least before the name goes wrong. There are no layers, so this is no
// search: without what the norm divides by, a logit is a polynomial in any one number, and a lead
// ends where the difference of two of them is zero.

import { rowOf } from "../../page/kit/arithmetic.js";
import { wayOf } from "./machine.js";
/** @import {Matrix} from "../../page/kit/figures" */
/** @import {Arrays, Token} from "../../page/kit/page" */
/** @import {Machine} from "./machine.js" */

/** @typedef {number[]} Polynomial a + b d + c d^2, as [a, b, c] */
/**
 * @typedef {{path: string, row: number, column: number, by: number, share: number, place: number}}
 *   Move how far which number, and the place that goes wrong
 */

const CENTERED = 2 / 3; // of a number, what is left of it when the mean of the three is taken off
const BEYOND = 1.01; // how far past the end of a lead a number is moved
const GRAIN = 100; // numbers are moved to hundredths

/** @param {ArrayLike<number>} x */
function centered(x) {
  const mean = (x[0] + x[1] + x[2]) / 3;
  return [x[0] - mean, x[1] - mean, x[2] - mean];
}

// The largest number of a table, in whose shares moves are compared.
/** @param {Matrix} W */
export const largestOf = ({ data }) => Math.max(...data.map(Math.abs));

// The root of a polynomial that is nearest to 0, from which it falls from above.
/** @param {Polynomial} polynomial */
export function nearestRoot([a, b, c]) {
  const inside = b * b - 4 * a * c;
  const sum = -(b + (b < 0 ? -1 : 1) * Math.sqrt(inside)) / 2;
  const roots = [a / sum, sum / c].filter(Number.isFinite);
  return roots.reduce((best, root) => (Math.abs(root) < Math.abs(best) ? root : best), Infinity);
}

// The logits at a place of the way, before the norm divides them, as polynomials in a number of one
// row: of the place, or of a symbol, which may be the one that is heard and is one that is read.
/**
 * @param {Arrays} numbers @param {number} place @param {Token} heard
 * @param {{path: string, row: number, column: number}} at @returns {Polynomial[]}
 */
function logitsBy({ W_E, W_pos }, place, heard, { path, row, column }) {
  const [letter, position] = [rowOf(W_E, heard), rowOf(W_pos, place)];
  const x = centered([0, 1, 2].map((i) => letter[i] + position[i]));
  const moves = path === "W_E" ? heard === row : place === row;
  return Array.from({ length: W_E.rows }, (_, id) => {
    const point = rowOf(W_E, id);
    const reads = path === "W_E" && id === row;
    const first = point[0] * x[0] + point[1] * x[1] + point[2] * x[2];
    return [first, Number(moves) * centered(point)[column] + Number(reads) * x[column],
      CENTERED * Number(moves && reads)];
  });
}

// How far a number may move, down or up, until the answer at a place of the way is another one.
/** @param {Polynomial[]} logits @param {Token} right */
function leadBy(logits, right) {
  return logits.map((rival, id) => (id === right ? Infinity
    : nearestRoot(logits[right].map((value, k) => value - rival[k]))))
    .reduce((best, by) => (Math.abs(by) < Math.abs(best) ? by : best));
}

// The least move of any number that was not moved before that makes a place say another letter that
// is right when all before it are; nothing where there is none. Where the name ends is no letter.
// Moves are compared as shares of the largest number that each table had at first.
/** @param {Machine} machine @param {Arrays} first @returns {Move | null} */
export function mostFragile({ numbers, changed, answers, says }, first) {
  const way = wayOf(says);
  const places = says.slice(0, -1).map((_, place) => place)
    .filter((place) => answers[way[place]][place] === says[place]);
  /** @type {Move | null} */
  let best = null;
  for (const path of ["W_pos", "W_E"]) {
    const largest = largestOf(first[path]);
    for (let i = 0; i < 3 * numbers[path].rows; i++) {
      const at = { path, row: Math.floor(i / 3), column: i % 3 };
      if (`${path}:${at.row}.${at.column}` in changed) continue;
      for (const place of path === "W_E" ? places : places.filter((each) => each === at.row)) {
        const by = leadBy(logitsBy(numbers, place, way[place], at), says[place]);
        const share = Math.abs(by) / largest;
        if (share < (best?.share ?? Infinity)) best = { ...at, by, share, place };
      }
    }
  }
  return best;
}

// Where that move puts the number: a little further, on hundredths.
/** @param {Arrays} numbers @param {Move} move */
export function brokenValue(numbers, { path, row, column, by }) {
  const far = GRAIN * (rowOf(numbers[path], row)[column] + BEYOND * by);
  return (by < 0 ? Math.floor(far) : Math.ceil(far)) / GRAIN;
}

