// @ts-check
// What only wider machines do: smooth units, and an encoder whose memory cross heads look into.

import {
  ACTIVATIONS, ENCODERS, STEPS, begin, bring, landing, lastOf, listen, lookAt, read,
} from "./arithmetic.js";
/** @import {Heard, RunHead, Weights} from "./page" */

// In the order of taotp_core/arrays.py, so that it rounds alike.
ACTIVATIONS.gelu = (x) =>
  (Math.tanh((x * x * 0.044715 + 1) * x * Math.sqrt(2 / Math.PI)) + 1) * 0.5 * x;

// The run of an encoder that read a source of ids, or of frames, and what it says: a row for each.
ENCODERS.run = ({ encoder }, source, off = []) => {
  const run = begin(encoder, off);
  listen(run, source);
  return { run, memory: source.map((_, i) => landing(run, lastOf(run, i))) };
};

/** @param {Weights} weights @param {Heard[]} source @param {string[]} [off] */
export function encode(weights, source, off = []) {
  return ENCODERS.run(weights, source, off).memory;
}

STEPS.cross = {
  norm: "norm_cross",
  has: ({ cross }) => cross.length,
  added({ weights: { round }, cross, memory, off }, layer, number, rows) {
    layer.cross.forEach((head, h) => {
      if (cross[number][h]) return;
      cross[number][h] = { keys: [], values: [], scores: [], pattern: [] };
      lookAt(head, cross[number][h], memory, round);
    });
    return rows.map((y) => {
      /** @param {RunHead} head @param {number} h */
      const brought = (head, h) => read(head, cross[number][h], y, memory.length, round);
      return bring(layer.cross, (h) => `${number}.cross.${h}`, off, brought, y.length, round);
    });
  },
};
