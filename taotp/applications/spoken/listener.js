// @ts-check
// The machine that hears words: its transformer comes without recordings, from
// taotp/applications/spoken/machine.py; what its units would say of recordings is computed here.

import {
  PRECISIONS, begin, decide, decodeColumns, decodeModel, listen, lookAt, normalize, ready,
} from "../../page/kit/arithmetic.js";
import { encoded } from "../../page/kit/fast.js";
import { frontEnd } from "./hearing.js";
/** @import {Matrix, Words} from "../../page/kit/figures" */
/** @import {Row, Seen, SentModel, Weights} from "../../page/kit/page" */

/** @typedef {{samples: Float64Array, rows: Row[]}} Recording */
/** @typedef {ReturnType<typeof listenerOf>} WordListener */

const exactly = PRECISIONS.float64;

// The logits of words, and of silence, where what is heard has such cosines with recordings:
// `votes` of taotp/applications/spoken/machine.py, unit by unit. The rows of a word share its vote.
/** @param {Words} spec @param {Row} cosines @param {number[]} labels @returns {Row} */
function votesOf({ alike, steepness, fewest, names }, cosines, labels) {
  const votes = [...names.map(() => 0), fewest];
  cosines.forEach((value, i) => {
    const share = 1 / labels.filter((label) => label === labels[i]).length;
    alike.forEach((least, k) => (votes[labels[i]] +=
      share * steepness[k] * Math.max(0, value - least)));
  });
  return votes;
}

// What a figure's machine can do: `hear` samples, `remember` them as the rows of a recording, one
// for each bow in which it hears the middle of a word sooner or later, and `answer` with some
// recordings.
/** @param {import("../../page/kit/figures").Words} spec */
export function listenerOf(spec) {
  const columns = decodeColumns(spec.columns);
  const { bands } = /** @type {{bands: Matrix}} */ (/** @type {unknown} */ (
    decodeModel(/** @type {any} */ ({ bands: spec.bands }), columns, {}))); // an array alone
  const inBands = frontEnd(spec.front, bands);
  const bare = spec.models.map((model) =>
    ready(decodeModel(/** @type {SentModel} */ (model), columns, {}), exactly));
  const { layers } = bare[0];
  const last = layers.length - 1;
  const silence = spec.names.length;

  // What the heads of every decoder may look at: they ask for different times, and their keys and
  // values are the same.
  /** @param {Float64Array[]} frames @returns {Seen} */
  const seenIn = (frames) => {
    const said = encoded(bare[0].encoder, frames, () => {});
    const wide = said.length / frames.length;
    const memory = frames.map((_, i) => said.subarray(i * wide, (i + 1) * wide));
    /** @type {Seen} */
    const seen = { keys: [], values: [], scores: [], pattern: [] };
    lookAt(layers[last].cross[0], seen, /** @type {any} */ (memory), exactly); // rows, read alone
    return seen;
  };
  // What a decoder makes of what was heard; what it has before the votes is `row`, after layer
  // norm.
  /** @param {Weights} weights @param {Seen} seen */
  const decoded = (weights, { keys, values }) => {
    const run = begin(weights, [], keys);
    /** @returns {Seen} */
    const own = () => ({ keys, values, scores: [], pattern: [] });
    run.cross[last] = layers[last].cross.map(own);
    listen(run, [silence]);
    const row = normalize(run.stream[`cross ${last}`][0], layers[last].norm_mlp, exactly);
    return { run, row };
  };
  return {
    /** @param {Float64Array} samples */
    hear(samples) {
      const { from, frames } = inBands(samples);
      const { run, row } = decoded(bare[0], seenIn(frames));
      const places = run.cross[last].map(({ pattern }) => pattern[0]);
      return { samples, from, frames, row, places };
    },
    /** @param {Float64Array} samples */
    remember(samples) {
      const seen = seenIn(inBands(samples).frames);
      return { samples, rows: bare.map((weights) => decoded(weights, seen).row) };
    },
    /**
     * @param {{row: Row}} heard @param {Recording[]} recordings
     * @param {number[]} labels
     */
    answer({ row }, recordings, labels) {
      const rows = bare.flatMap((_, bow) => recordings.map((each) => each.rows[bow]));
      const each = rows.map((other) => cosine(row, other));
      const logits = votesOf(spec, each, bare.flatMap(() => labels));
      const { token } = decide(logits);
      const cosines = recordings.map((_, i) =>
        Math.max(...bare.map((_, bow) => each[bow * recordings.length + i])));
      return { cosines, logits, label: token === silence ? -1 : token };
    },
  };
}

// How much two rows are alike that layer norm made.
/** @param {Row} x @param {Row} y */
export function cosine(x, y) {
  return x.reduce((sum, value, i) => sum + value * y[i], 0) / x.length;
}
