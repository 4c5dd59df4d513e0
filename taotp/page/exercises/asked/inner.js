// @ts-check
// What is asked of the stream itself, of products of matrices, and of machines without some heads.

import { PRECISIONS, begin, lastOf, product, ready, rowOf, unembed } from "../../kit/arithmetic.js";
import { demand, general } from "../leads.js";
import { heardOf } from "./sharing.js";
/** @import {Transformer} from "../../kit/figures" */
/** @import {Row, Token} from "../../kit/page" */

// The stream at the end of each row of tokens, after the last layer and before the final norm.
/** @param {Transformer} model @param {Token[][]} rows @returns {Generator<undefined, Row[]>} */
function* endsOf(model, rows) {
  let run = begin(ready(model, PRECISIONS.float64));
  /** @type {Row[]} */
  const ends = [];
  for (const row of rows) {
    run = yield* heardOf(run, row);
    ends.push([...lastOf(run, row.length - 1)]);
  }
  return ends;
}

/** @typedef {{rows: Token[][], near: number}} Pairs */

// Two digits leave (1 - k, k, 0, ...) in the stream, up to a factor, k being their sum.
/** @param {Pairs} step @param {Transformer} model */
export function* analog({ rows, near }, model) {
  const ends = yield* endsOf(model, rows);
  ends.forEach((end, n) => {
    const [k, loud] = [rows[n][0] + rows[n][1], end[0] + end[1]];
    const said = loud > 0 ? end.map((x) => x / loud) : end;
    const fits = loud > 0 && said.every((x, j) => Math.abs(x - ([1 - k, k][j] ?? 0)) < near);
    const got = said.slice(0, 4).map((x) => general(x, 3)).join(", ");
    demand(fits, `on ${rows[n][0]} and ${rows[n][1]} expected ${1 - k}, ${k}, 0 ... ` +
      `up to a factor, got ${got}`);
  });
  return { inputs: rows.length, asked: rows.length, margin: Infinity };
}

/**
 * @param {number} columns @param {ArrayLike<number>} data @param {string} name
 * @param {number} most
 */
function within(columns, data, name, most) {
  const misfit = Array.from(data).findIndex((x) => !(Math.abs(x) <= most));
  const place = `[${Math.floor(misfit / columns)}, ${misfit % columns}]`;
  demand(misfit < 0, `at ${name}, ${place} expected ` +
    `at most ${most.toLocaleString("en-US")}, got ${general(data[misfit] ?? 0, 10)}`);
}

// No head and no layer writes a number above a limit.
/** @param {{most: number}} step @param {Transformer} model */
export function smallOutputs({ most }, { layers }) {
  layers.forEach(({ heads, mlp }, number) => {
    heads.forEach(({ W_V, W_O }, h) => {
      const rows = Array.from({ length: W_V.rows }, (_, i) =>
        product([...rowOf(W_V, i)], W_O, PRECISIONS.float64));
      within(W_O.columns, rows.flat(), `W_V @ W_O of head ${h} in layer ${number}`, most);
    });
    if (mlp) within(mlp.W_out.columns, mlp.W_out.data, `W_out of layer ${number}`, most);
  });
}

/** @typedef {{rows: Token[][], digits: Token[], close: number}} Digits */

// The stream ends in the row of a digit, beside the position.
/** @param {Digits} step @param {Transformer} model */
export function* endsInRows({ rows, digits, close }, model) {
  const ends = yield* endsOf(model, rows);
  const worst = { off: -1, at: 0 };
  ends.forEach((end, n) => {
    const [place, digit] = [rowOf(model.W_pos, rows[n].length - 1), rowOf(model.W_E, digits[n])];
    const off = Math.max(...end.map((x, j) => Math.abs(x - place[j] - digit[j])));
    if (!(off <= worst.off)) Object.assign(worst, { off, at: n });
  });
  const [a, b] = rows[worst.at];
  demand(worst.off <= close, `on ${a} and ${b} expected the row of ${digits[worst.at]} in the ` +
    `stream, beside the position, got one that differs by ${general(worst.off, 2)}`);
}

/** @typedef {{rows: Token[][], off: string[], most: number, words: string}} Share */

// How many texts a machine without some heads still answers with the token before the last.
/** @param {Share} step @param {Transformer} model @returns {Generator<undefined, string>} */
export function* shareRight({ rows, off, most, words }, model) {
  let [run, right] = [begin(ready(model, PRECISIONS.float64), off), 0];
  for (const row of rows) {
    run = yield* heardOf(run, row);
    const logits = unembed(run, lastOf(run, row.length - 1));
    right += Number(logits.indexOf(Math.max(...logits)) === row[row.length - 2]);
  }
  const left = `${Math.round((100 * right) / rows.length)}%`;
  demand(right / rows.length <= most, `${words}, got ${left}`);
  return left;
}
