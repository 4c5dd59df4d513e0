// @ts-check
// Points and how they are marked.

import { point } from "../kit/panels.js";
/** @import {Points} from "../kit/figures" */
/** @import {Column, Point} from "../kit/page" */

// Points [rows, at.length] of which each coordinate is a column.
/** @param {Column[]} columns @param {Points} points @returns {Point[]} */
export function pointsOf(columns, { rows, at }) {
  const points = Array.from({ length: rows }, () => at.map(() => 0));
  at.forEach((place, j) => columns[place]?.rows.forEach((row, e) => {
    points[row][j] = columns[place].values[e];
  }));
  return points;
}

/** @param {Point} at */
export const dot = (at) => `M${point(at)}h0`;
/** @param {Point} at */
export const square = ([x, y]) => `M${point([x - 3.5, y - 3.5])}h7v7h-7z`;
/** @param {Point} at */
export const ring = ([x, y]) => `M${point([x - 3, y])}a3 3 0 1 0 6 0a3 3 0 1 0-6 0`;
