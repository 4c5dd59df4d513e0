// @ts-check
// How far a number may move before a case that is right goes wrong: steps, each twice the one
// before, and then bisection, as how_far of taotp/figures/cases.py does it. All of it is work
// that pauses after each row that is asked.

import { mapped, matrix, ready } from "../../kit/arithmetic.js";
import { beginVerdict, breaking, judging } from "./cases.js";
import { valueAt } from "./matrices.js";
/** @import {Matrix} from "../../kit/figures" */
/** @import {Place, Run} from "../../kit/page" */
/** @import {Judged, Kept, Profile, Room, Side} from "./numbers" */

const [FIRST, LAST] = [1 / 8, 8]; // shares of the largest number of the same array
const FINE = 1 / 256;
const HALVINGS = 30;
const POINTS = 48; // of a profile
const REACH = 2; // how far a profile goes, in the largest of the same array

/** @param {Pick<Matrix, "data">} W */
export const largestOf = ({ data }) => {
  const most = data.reduce((all, x) => Math.max(all, Math.abs(x)), 0);
  return most > 0 && most < Infinity ? most : 1;
};

// The weights of a run with another value of one number; the run stays as it is.
/** @param {Run} run @param {Place} place @param {number} value */
function weightsWith({ model, weights }, [path, row, column], value) {
  return ready(mapped(model, (each, /** @type {Matrix} */ W) => (each === path
    ? matrix(W.rows, W.columns,
      W.data.map((x, i) => (i === row * W.columns + column ? value : x)))
    : W)), weights.round);
}

/**
 * @param {Run} run @param {Judged} cases @param {Kept[]} kept @param {Place} place
 * @param {1 | -1} side @param {number} value @param {number} largest
 * @returns {Generator<void, Side>}
 */
function* firstBroken(run, cases, kept, place, side, value, largest) {
  /** @param {number} by */
  const broken = (by) =>
    breaking(kept, weightsWith(run, place, value + side * by), run.off, cases);
  let [least, most] = [0, FIRST * largest];
  let found = yield* broken(most);
  while (!found) {
    if (most >= LAST * largest) return { by: Infinity };
    [least, most] = [most, 2 * most];
    found = yield* broken(most);
  }
  for (let i = 0; i < HALVINGS && most - least > FINE * most; i++) {
    const middle = (least + most) / 2;
    const breaks = yield* broken(middle);
    if (breaks) [most, found] = [middle, breaks];
    else least = middle;
  }
  return { by: least, found };
}

// How far down and up, with the case that breaks there.
/**
 * @param {Run} run @param {Judged} cases @param {Kept[]} kept @param {Place} place
 * @returns {Generator<void, Room>}
 */
export function* howFar(run, cases, kept, place) {
  const value = valueAt(run, place);
  const largest = largestOf(run.numbers[place[0]]);
  const down = yield* firstBroken(run, cases, kept, place, -1, value, largest);
  const up = yield* firstBroken(run, cases, kept, place, 1, value, largest);
  return { down, up, share: Math.min(down.by, up.by) / largest };
}

// How many cases are right at some values of a number, from far below to far above.
/**
 * @param {Run} run @param {Judged} cases @param {Place} place @returns {Generator<void, Profile>}
 */
export function* profile(run, cases, place) {
  const reach = REACH * largestOf(run.numbers[place[0]]);
  /** @type {Profile} */
  const points = [];
  for (let i = 0; i <= POINTS; i++) {
    const value = reach * ((2 * i) / POINTS - 1);
    const verdict = beginVerdict(cases);
    yield* judging(verdict, weightsWith(run, place, value), run.off, cases);
    points.push([value, verdict.right]);
  }
  return points;
}
