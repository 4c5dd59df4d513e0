// @ts-check
// The machine of taotp/programs/dialing.py in the page: its forks and its time by formula, all
// else as data; and what it makes of samples.

import {
  PRECISIONS, begin, decode, hear, mapped, matrix, ready,
} from "../../page/kit/arithmetic.js";
import { remember } from "../../page/kit/runs.js";
import { RATE } from "../../page/sound/rates.js";
import { encoded } from "../../page/kit/fast.js";
/** @import {Dialing, Fork, Layer, Listener, MLP, Matrix} from "../../page/kit/figures" */
/** @import {Hearing, Row, State, Weights} from "../../page/kit/page" */

// An array of the data, for a gain.
/** @param {GainArray} array @param {number[]} values @param {number} gain */
function arrayOf({ rows, columns, terms }, values, gain) {
  const out = matrix(rows, columns);
  for (const { power, data } of terms) {
    for (let i = 0, at = -1; i < data.length; i += 2) {
      at += data[i];
      out.data[at] += gain ** power * values[data[i + 1]];
    }
  }
  return out;
}

// A matrix with more of its columns, or rows, before those that it has.
/** @param {Matrix} W @param {number} n */
const afterColumns = ({ rows, columns, data }, n) => matrix(rows, n + columns,
  Float64Array.from({ length: rows * (n + columns) }, (_, i) => {
    const j = i % (n + columns) - n;
    return j < 0 ? 0 : data[Math.floor(i / (n + columns)) * columns + j];
  }));
/** @param {Matrix} W @param {number} n */
const afterRows = ({ rows, columns, data }, n) =>
  matrix(n + rows, columns, Float64Array.from([...new Float64Array(n * columns), ...data]));

// Forks by phases, as units before those of the data; what rings in them is as long as an arrow.
/** @param {MLP} mlp @param {Fork[]} forks @param {Listener} machine @param {number} phases */
function fillForks(mlp, forks, { size, taper, length, reads }, phases) {
  const width = mlp.W_out.columns;
  const half = Array.from({ length: size },
    (_, i) => Math.sin((Math.PI * (i + 0.5)) / size) ** taper);
  const sum = half.reduce((total, x) => total + x, 0);
  const n = forks.length * phases;
  mlp.W_in = afterColumns(mlp.W_in, n);
  mlp.b_in = afterRows(mlp.b_in, n);
  mlp.W_out = afterRows(mlp.W_out, n);
  forks.forEach(({ hertz }, fork) => {
    for (let k = 0; k < phases; k++) {
      const unit = fork * phases + k;
      half.forEach((x, i) => {
        const angle = (2 * Math.PI * hertz * i) / RATE + (2 * Math.PI * k) / phases;
        mlp.W_in.data[(reads.sound[0] + i) * mlp.W_in.columns + unit] =
          ((2 * x) / sum) * Math.cos(angle);
      });
      mlp.W_out.data[unit * width + reads.forks[0] + fork] = length / phases;
    }
  });
}

/** @param {Dialing} spec @param {State} own @returns {Weights} */
function built(spec, { phases, gain, whisper, guards }) {
  const { machine } = spec;
  const model = mapped(machine.model, (_, /** @type {any} */ array) =>
    arrayOf(array, machine.values, gain)); // data of its own kind
  const { encoder } = model;
  const [first, second] = /** @type {Layer[]} */ (encoder.layers).map(({ mlp }) => mlp);
  fillForks(first, spec.forks, machine, phases);
  const clock = machine.reads.clock[0];
  const { rows, columns, data } = encoder.W_pos;
  for (let i = 0; i < rows; i++) data[i * columns + clock] = (whisper * i) / (rows - 1);
  const told = second.W_in.data.subarray(clock * second.W_in.columns,
    (clock + 1) * second.W_in.columns);
  // it hears a whisper as loud
  told.forEach((/** @type {number} */ x, /** @type {number} */ i) =>
    (told[i] = (x * machine.whisper) / whisper));
  if (guards === "off") second.W_out.data.fill(0, 0, machine.guards * second.W_out.columns);
  return ready(model, PRECISIONS.float64);
}

// The machine that a state asks for, kept while it stays.
/** @param {Dialing} spec @returns {(state: State) => BuiltListener} */
export function machineOf(spec) {
  const make = remember((/** @type {State} */ own) => ({ weights: built(spec, own) }));
  return ({ phases, gain, whisper, guards, zeros }) => ({
    ...spec.machine, ...make({ phases, gain, whisper, guards }),
    zeros: zeros === "off" ? 0 : Math.round((spec.machine.lead * RATE) / 1000),
  });
}

// Frames of samples with silence around them; a sentence where there are none, or too many.
/**
 * @param {BuiltListener} machine @param {Float64Array} samples
 * @returns {{frames: Float64Array[], error: string}}
 */
function framesOf({ zeros, size, hop, weights }, samples) {
  const mean = samples.reduce((sum, x) => sum + x, 0) / samples.length;
  const all = new Float64Array(samples.length + 2 * zeros);
  all.set(samples.map((x) => x - mean), zeros);
  const longest = (weights.encoder.W_pos.rows - 1) * hop + size - 2 * zeros;
  if (all.length < size) return { frames: [],
    error: "This sound is shorter than a frame of 26 ms." };
  if (samples.length > longest) {
    return { frames: [],
      error: `The sound takes ${(samples.length / RATE).toFixed(2)} s; this machine hears up ` +
        `to ${(longest / RATE).toFixed(2)} s at once.` };
  }
  const n = Math.floor((all.length - size) / hop) + 1;
  return { frames: Array.from({ length: n }, (_, i) => all.subarray(i * hop, i * hop + size)),
    error: "" };
}

// Columns of a stream whose rows are so wide, each as what it holds over time.
/** @param {Float64Array} x @param {number} wide @param {number[]} reads */
const columnsOf = (x, wide, [at, size]) =>
  Array.from({ length: size }, (_, k) => Float64Array.from({ length: x.length / wide },
    (_, i) => x[i * wide + at + k]));

// What the figure shows of each layer.
/**
 * @typedef {{rows: number, columns: number, terms: {power: number, data: number[]}[]}} GainArray
 */
/** @typedef {Listener & {weights: Weights, zeros: number}} BuiltListener */
/**
 * @typedef {{n: number, hop: number, zeros: number, first: number, error: string,
 *   forks: Float64Array[], sounds: Float64Array[], keys: Float64Array[], held: Float64Array,
 *   begins: number[], numbers: {at: number, words: string}[], said: string,
 *   asked: {key: string, margin: number, pattern: Row, at: number}[],
 *   logits?: Row[], asking?: Hearing}} KeysHeard
 */

const SHOWN = [["forks"], [], ["sounds"], ["keys", "pressed"], ["begins"], ["number", "one"]];

/** @param {Row} values */
const largestAt = (values) => values.indexOf(Math.max(...values));

// What the machine makes of samples: rows over frames, and the presses that the decoder asks for.
/** @param {BuiltListener} machine @param {Float64Array} samples @returns {KeysHeard} */
export function listenTo(machine, samples) {
  const { weights, reads, vocabulary, start, stop, steps, middle, hop, size, zeros } = machine;
  const { frames, error } = framesOf(machine, samples);
  const time = { n: frames.length, hop, zeros, first: -zeros + (size - hop) / 2, error };
  if (error) return { ...time, forks: [], sounds: [], keys: [], held: new Float64Array(0),
    begins: [], numbers: [], asked: [], said: "", logits: [] };
  const found = /** @type {Record<string, Float64Array[]>} */ ({});
  const wide = weights.encoder.W_E.columns;
  const last = encoded(weights.encoder, frames, (layer, x) => {
    for (const name of SHOWN[layer]) found[name] = columnsOf(x, wide, reads[name]);
  });
  const memory = /** @type {Row[]} */ (/** @type {unknown} */ (
    frames.map((_, i) => last.subarray(i * wide, (i + 1) * wide)))); // rows that are read alone
  const { forks, sounds, keys, pressed: [held], begins: [begun], number: [number], one: [one] } =
    found;
  const begins = [...begun.keys()].filter((i) => begun[i] > 0.5);
  const asking = begin(weights, [], memory);
  hear(asking, start);
  const decisions = decode(asking, steps, stop).filter(Boolean);
  const [cross] = asking.cross[0];
  const asked = decisions.map(({ token, margin, outcome }, t) => ({
    key: outcome === "nan" ? "" : token === stop ? "" : vocabulary[token], margin,
    pattern: cross.pattern[t], at: largestAt(cross.pattern[t]),
  }));
  return {
    ...time, forks, sounds, keys, held, begins, numbers: begins.map((i) =>
      ({ at: i, words: String(Math.round((number[i] / one[i]) * middle)) })),
    asked, said: asked.map(({ key }) => key).join(""), asking,
  };
}
