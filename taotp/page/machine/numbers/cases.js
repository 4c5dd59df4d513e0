// @ts-check
// What a program says to all its cases at once: rows of ids, of which each place that matters has
// an id that should be said. A case is such a place, or a row with all its places, as the data has
// it.

import { TIE, begin, hear, lastOf, listen, unembed } from "../../kit/arithmetic.js";
/** @import {Speaker} from "../../kit/figures" */
/** @import {Row, Run, Token, Weights} from "../../kit/page" */
/** @import {Broken, Judged, Kept, Verdict} from "./numbers" */

// The cases of a variant with every row written out.
/** @param {Speaker} spec @param {Run} run @returns {Judged | undefined} */
export function casesOf(spec, { option, program }) {
  const found = spec.cases?.[spec.options[option]?.cases];
  if (!found) return undefined;
  if (found.heard.length) return found;
  const heard = program.vocabulary.map((_, id) => found.expected[0].map(() => id));
  return { ...found, heard, expected: heard.map(() => found.expected[0]), every: true };
}

// What greedy decoding says of logits, as in decide(): the lowest id of those that tie, or -1.
/** @param {Row} logits */
function saidOf(logits) {
  let top = -Infinity;
  for (const value of logits) top = Number.isNaN(value) ? NaN : value > top ? value : top;
  const least = top * (1 - Math.sign(top) * TIE);
  return logits.findIndex((value) => value >= least);
}

// What is said at each place of a row for which an id is expected; nothing elsewhere.
/** @param {Weights} weights @param {string[]} off @param {Token[]} ids @param {Token[]} expected */
function sayRow(weights, off, ids, expected) {
  const run = begin(weights, off);
  /** @type {Token[]} */
  const said = [];
  /** @param {number} i @param {number} at */
  const note = (i, at) => {
    if (expected[i] >= 0) said[i] = saidOf(unembed(run, lastOf(run, at)));
  };
  if (weights.causal === false || ids.length > weights.W_pos.rows) {
    ids.forEach((id, i) => {
      hear(run, id);
      note(i, run.tokens.length - 1);
    });
  } else {
    listen(run, ids);
    ids.forEach((_, i) => note(i, i));
  }
  return said;
}

/** @param {Token[]} expected */
const placesOf = (expected) => expected.flatMap((id, place) => (id >= 0 ? [place] : []));

// A verdict that has judged nothing yet. `broken` are the cases that went wrong, in their order,
// each with the place where it did.
/** @param {Judged} cases @returns {Verdict} */
export function beginVerdict({ heard, expected, each }) {
  const total = each === "prompt" ? heard.length
    : expected.reduce((sum, row) => sum + placesOf(row).length, 0);
  return { said: [], judged: 0, right: 0, total, broken: [], done: false };
}

/**
 * @param {Verdict} verdict @param {Weights} weights @param {string[]} off @param {Judged} cases
 * @param {number} row
 */
function judgeRow(verdict, weights, off, { heard, expected, each }, row) {
  const said = verdict.said[row] = sayRow(weights, off, heard[row], expected[row]);
  const places = placesOf(expected[row]);
  const wrong = places.filter((place) => said[place] !== expected[row][place]);
  const failed = each === "prompt" ? wrong.slice(0, 1) : wrong;
  const judged = each === "prompt" ? 1 : places.length;
  verdict.judged += judged;
  verdict.right += judged - failed.length;
  verdict.broken.push(...failed.map((place) => ({ row, place })));
}

// Judges one row after another, with a pause after each. Cases that grow are judged as they come.
/**
 * @param {Verdict} verdict @param {Weights} weights @param {string[]} off @param {Judged} cases
 * @param {Iterator<unknown>} [more] @returns {Generator<void>}
 */
export function* judging(verdict, weights, off, cases, more = [].values()) {
  for (let row = 0; row < cases.heard.length || !more.next().done; row++) {
    if (row === cases.heard.length) row -= 1; // none was found this time
    else judgeRow(verdict, weights, off, cases, row);
    yield;
  }
  Object.assign(verdict, { done: true, total: verdict.judged });
}

// What is right now and has to stay so: the rows in the order in which they are asked, each with
// its places. What breaks once is asked first the next time.
/** @param {Verdict} verdict @param {Judged} cases @returns {Kept[]} */
export function keptOf({ said, broken }, { expected, each }) {
  const lost = new Set(broken.map(({ row }) => (each === "prompt" ? row : -1)));
  return said.map((ids, row) => ({
    row, places: placesOf(expected[row]).filter((place) => ids[place] === expected[row][place]),
  })).filter(({ row, places }) => places.length && !lost.has(row));
}

// Whether all that is kept stays right: nothing, or the first case that breaks and what it says.
/**
 * @param {Kept[]} kept @param {Weights} weights @param {string[]} off @param {Judged} cases
 * @returns {Generator<void, Broken | undefined>}
 */
export function* breaking(kept, weights, off, { heard, expected }) {
  for (let k = 0; k < kept.length; k++) {
    const { row, places } = kept[k];
    const said = sayRow(weights, off, heard[row], expected[row]);
    const place = places.find((each) => said[each] !== expected[row][each]);
    if (place !== undefined) {
      kept.unshift(...kept.splice(k, 1));
      return { row, place, said: said[place] };
    }
    yield;
  }
  return undefined;
}
