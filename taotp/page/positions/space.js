// @ts-check
// The plane across (1, 1, 1), and the circle in it that a norm leaves alone.

/** @import {Point} from "../kit/page" */

export const EAST = [Math.SQRT1_2, -Math.SQRT1_2, 0];
export const NORTH = [1, 1, -2].map((x) => x / Math.sqrt(6));
export const RADIUS = Math.sqrt(3);

/** @param {Point} a @param {Point} b */
export const dotProduct = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** @param {number} angle @param {number} [radius] */
export function onCircle(angle, radius = RADIUS) {
  return [0, 1, 2].map((k) => radius * (Math.cos(angle) * EAST[k] + Math.sin(angle) * NORTH[k]));
}
