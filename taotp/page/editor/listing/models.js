// @ts-check
// What is said of the models that texts are read as.

import { arraysOf } from "../../kit/arithmetic.js";
/** @import {Transformer} from "../../kit/figures" */
/** @import {SymbolName} from "./listing" */

// What a model has beyond those that figures run, which have one prompt to type: it is read by an
// encoder, where there is one, and the answer begins with a start symbol.
/** @param {Transformer} of @param {SymbolName | null} start */
export function beyondThePage({ layers, encoder, W_E }, start) {
  const across = layers.some(({ cross }) => cross.length);
  /** @type {Record<string, unknown>} */
  const found = {
    "cross heads without an encoder": across && !encoder,
    "an encoder of other symbols": encoder && encoder.W_E.rows !== W_E.rows,
    "an encoder without a start symbol": encoder && start === null,
  };
  return Object.keys(found).filter((what) => found[what]);
}

// How many numbers a model stores, and how many of them are not zero.
/** @param {Transformer} model */
export function countNumbers(model) {
  const arrays = Object.values(arraysOf(model));
  /** @param {(data: Float64Array) => number} of */
  const count = (of) => arrays.reduce((total, { data }) => total + of(data), 0);
  return [count((data) => data.length), count((data) => data.filter((x) => x).length)];
}
