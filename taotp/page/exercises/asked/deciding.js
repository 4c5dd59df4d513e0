// @ts-check
// What is asked of few machines: lists that they answer whole, decisions by units in the last
// place, and shares.

import {
  PRECISIONS, begin, decide, lastOf, ready, softmax, unembed,
} from "../../kit/arithmetic.js";
import { NO_NUMBERS, saysInstead } from "../instead.js";
import { demand, general } from "../leads.js";
import { heardOf } from "./sharing.js";
import { answerTo } from "./stacks.js";
/** @import {Transformer} from "../../kit/figures" */
/** @import {Made} from "../../editor/listing/listing" */
/** @import {Row, Token} from "../../kit/page" */
/** @import {Tally} from "./sharing.js" */

/** @param {unknown[]} list */
function inShort(list) {
  if (list.length <= 12) return `[${list.join(", ")}]`;
  const [first, last] = [list.slice(0, 3), list.slice(-3)];
  return `[${first.join(", ")}, ..., ${last.join(", ")}] (${list.length} tokens)`;
}

// Every list is answered by the one that is wanted.
/**
 * @param {{lists: number[][], wanted: number[][]}} step @param {Made} made
 * @returns {Generator<undefined, Tally>}
 */
export function* completes({ lists, wanted }, made) {
  const weights = ready(made.model, PRECISIONS.float64);
  const known = made.vocabulary.map(String);
  for (const [i, list] of lists.entries()) {
    const where = `on ${inShort(list)}`;
    const strange = list.find((x) => !known.includes(String(x)));
    demand(strange === undefined,
      `${where} raised ValueError: ${strange} is not in the vocabulary`);
    const came = answerTo(weights, made, list.map(String));
    demand(String(came) === String(wanted[i]),
      `after ${inShort(list)} ${saysInstead(inShort(wanted[i]), inShort(came))}`);
    yield;
  }
  return { inputs: lists.length, asked: lists.length, margin: Infinity };
}

// The distance of a number to the next larger one.
/** @param {number} x */
const spacing = (x) => 2 ** (Math.floor(Math.log2(x)) - 52);

/**
 * @typedef {{rows: Token[][], wanted: Token[], least: number, suffix: string, why: string}}
 *   Decisions
 */

// What is said is what is wanted, by so many units in the last place of the largest logit.
/** @param {Decisions} step @param {Made} made @returns {Generator<undefined, Tally>} */
export function* decides({ rows, wanted, least, suffix, why }, { model }) {
  let [run, smallest] = [begin(ready(model, PRECISIONS.float64)), Infinity];
  for (const [i, row] of rows.entries()) {
    run = yield* heardOf(run, row);
    const logits = unembed(run, lastOf(run, row.length - 1));
    const begun = `after ${inShort(row)}${suffix}`;
    const { token } = decide(logits);
    const [right, came] = [String(wanted[i]), token < 0 ? NO_NUMBERS : String(token)];
    demand(came === right, `${begun} ${saysInstead(right, came, token < 0 ? "" : why)}`);
    const lead = logits[token] - Math.max(...logits.filter((_, id) => id !== token));
    const units = lead / spacing(Math.max(...logits.map(Math.abs)));
    demand(units >= least,
      `${begun} it gives ${right} a lead of ${units.toFixed(0)} units in the last place; ` +
      `it must be ${least}`);
    smallest = Math.min(smallest, units);
  }
  return { inputs: rows.length, asked: rows.length, margin: smallest };
}

// What follows one token, as shares.
/** @param {Transformer} model @param {Token} id */
function sharesAfter(model, id) {
  const run = begin(ready(model, PRECISIONS.float64));
  heardOf(run, [id]).next();
  return softmax(unembed(run, lastOf(run, 0)), PRECISIONS.float64);
}

/** @typedef {{letters: string[], counted: Row[], within: number}} Shares */

/** @param {Shares} step @param {Made} made */
export function shares({ letters, counted, within }, { model, vocabulary }) {
  const at = vocabulary.map((symbol) => letters.indexOf(String(symbol)));
  const off = { most: 0, said: 0, right: 0, after: 0, letter: 0 };
  vocabulary.forEach((_, row) => sharesAfter(model, row).forEach((said, column) => {
    const right = counted[at[row]][at[column]];
    const most = Math.abs(said - right);
    if (most > off.most || Number.isNaN(most)) {
      Object.assign(off, { most, said, right, after: row, letter: column });
    }
  }));
  demand(off.most <= within, `on '${vocabulary[off.after]}' expected a share of ` +
    `${general(off.right, 6)} for '${vocabulary[off.letter]}', got ${general(off.said, 6)}`);
  return { inputs: letters.length, asked: letters.length, margin: Infinity };
}

// Rows that are one-hot and of one length, after each of which token 0 is rare.
/** @param {{n: number, rare: number, below: string}} step @param {Made} made */
export function rare({ n, rare: most, below }, { model }) {
  const { data } = model.W_E;
  demand(data.every((x, i) => x === (i % (n + 1) ? 0 : data[0])),
    "at W_E expected one-hot rows of one length, got others");
  const found = Array.from({ length: n }, (_, id) => sharesAfter(model, id)[0]);
  const first = found.findIndex((share) => !(share < most));
  demand(first < 0,
    `on ${first} expected a share below ${below} for 0, got ${general(found[first] ?? 0, 3)}`);
  return { inputs: n, asked: n, margin: Math.max(...found) };
}
