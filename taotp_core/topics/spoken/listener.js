// @ts-check
// The machine that hears words: its transformer comes without recordings, from
// taotp_core/topics/spoken/machine.py, and gets units for each recording here, as `votes` there.

import {
  ENCODERS, PRECISIONS, begin, decide, decodeColumns, decodeModel, lastOf, listen, matrix,
    normalize, ready, unembed,
} from "../../figures/scripts/arithmetic.js";
import { frontEnd } from "./hearing.js";
/** @import {MLP, Matrix, Words} from "../../figures/scripts/figures" */
/** @import {Row, SentModel, Weights} from "../../figures/scripts/page" */

/** @typedef {{samples: Float64Array, rows: Row[]}} Recording */
/** @typedef {ReturnType<typeof listenerOf>} WordListener */

const exactly = PRECISIONS.float64;

// Units for each row: by how much more than each of `alike` a sound is like it, the next of them
// steeper. The rows of a word share its vote.
/** @param {Words} spec @param {Row[]} rows @param {number[]} labels @returns {MLP} */
function votesOf({ alike, steepness, fewest, names }, rows, labels) {
  const width = rows[0].length, n = rows.length, count = n * alike.length;
  const first = width - names.length - 1; // columns of the stream that hold the words and silence
  const [W_in, W_out] = [matrix(width, count), matrix(count, width)];
  const [b_in, b_out] = [matrix(1, count), matrix(1, width)];
  const shares = labels.map((label) => 1 / labels.filter((other) => other === label).length);
  alike.forEach((least, k) => rows.forEach((row, i) => {
    const unit = k * n + i;
    row.forEach((x, j) => (W_in.data[j * count + unit] = x / width));
    W_out.data[unit * width + first + labels[i]] = steepness[k] * shares[i];
    b_in.data[unit] = -least;
  }));
  b_out.data[width - 1] = fewest;
  return { W_in, b_in, W_out, b_out, act: "relu" };
}

// What a figure's machine can do: `hear` samples, `remember` them as the rows of a recording, one
// for each bow in which it hears the middle of a word sooner or later, and `answer` with some
// recordings.
/** @param {import("../../figures/scripts/figures").Words} spec */
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

  // What a decoder makes of what was heard; what it has before the votes is `row`, after layer
  // norm.
  /** @param {Weights} weights @param {Row[]} memory */
  const decoded = (weights, memory) => {
    const run = begin(weights, [], memory);
    listen(run, [silence]);
    const row = normalize(run.stream[`cross ${last}`][0], layers[last].norm_mlp, exactly);
    return { run, row };
  };
  return {
    /** @param {Float64Array} samples */
    hear(samples) {
      const { from, frames } = inBands(samples);
      const { memory } = ENCODERS.run(bare[0], frames);
      const { run, row } = decoded(bare[0], memory);
      const places = run.cross[last].map(({ pattern }) => pattern[0]);
      return { samples, from, frames, memory, row, places };
    },
    /** @param {Float64Array} samples */
    remember(samples) {
      const { memory } = ENCODERS.run(bare[0], inBands(samples).frames);
      return { samples, rows: bare.map((weights) => decoded(weights, memory).row) };
    },
    /**
     * @param {{memory: Row[], row: Row}} heard @param {Recording[]} recordings
     * @param {number[]} labels
     */
    answer({ memory, row }, recordings, labels) {
      const rows = bare.flatMap((_, bow) => recordings.map((each) => each.rows[bow]));
      const mlp = votesOf(spec, rows, bare.flatMap(() => labels));
      const voting = layers.map((layer, i) => (i === last ? { ...layer, mlp } : layer));
      const { run } = decoded({ ...bare[0], layers: voting }, memory);
      const logits = unembed(run, lastOf(run, 0));
      const { token } = decide(logits);
      const cosines = recordings.map((each) =>
        Math.max(...each.rows.map((other) => cosine(row, other))));
      return { cosines, logits, label: token === silence ? -1 : token };
    },
  };
}

// How much two rows are alike that layer norm made.
/** @param {Row} x @param {Row} y */
export function cosine(x, y) {
  return x.reduce((sum, value, i) => sum + value * y[i], 0) / x.length;
}
