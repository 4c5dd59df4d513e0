// @ts-check
// The machine of taotp_core/programs/dialing.py in the page: its forks and its time by formula, all
// else as data; and what it makes of samples.

import { PRECISIONS, begin, decode, hear, mapped, matrix, ready } from "../../figures/scripts/arithmetic.js";
import { remember } from "../../figures/scripts/runs.js";
import { RATE } from "../../figures/scripts/sound/rates.js";
import { encoded } from "../../figures/scripts/fast.js";

// An array of the data, for a gain.
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

// Forks by phases, as columns; what rings in them is as long as an arrow.
function fillForks(mlp, forks, { size, taper, length, reads }, phases) {
  const width = mlp.W_out.columns;
  const half = Array.from({ length: size }, (_, i) => Math.sin((Math.PI * (i + 0.5)) / size) ** taper);
  const sum = half.reduce((total, x) => total + x, 0);
  mlp.W_in = matrix(width, forks.length * phases);
  mlp.b_in = matrix(forks.length * phases, 1);
  mlp.W_out = matrix(forks.length * phases, width);
  forks.forEach(({ hertz }, fork) => {
    for (let k = 0; k < phases; k++) {
      const unit = fork * phases + k;
      half.forEach((x, i) => {
        const angle = (2 * Math.PI * hertz * i) / RATE + (2 * Math.PI * k) / phases;
        mlp.W_in.data[(reads.sound[0] + i) * mlp.W_in.columns + unit] = ((2 * x) / sum) * Math.cos(angle);
      });
      mlp.W_out.data[unit * width + reads.forks[0] + fork] = length / phases;
    }
  });
}

/** @param {any} spec */
function built(spec, { phases, gain, whisper, guards }) {
  const { machine } = spec;
  const model = mapped(machine.model, (_, array) => arrayOf(array, machine.values, gain));
  const { encoder } = model;
  const [first, second] = encoder.layers.map(({ mlp }) => mlp);
  fillForks(first, spec.forks, machine, phases);
  const clock = machine.reads.clock[0];
  const { rows, columns, data } = encoder.W_pos;
  for (let i = 0; i < rows; i++) data[i * columns + clock] = (whisper * i) / (rows - 1);
  const told = second.W_in.data.subarray(clock * second.W_in.columns, (clock + 1) * second.W_in.columns);
  told.forEach((x, i) => (told[i] = (x * machine.whisper) / whisper)); // it hears a whisper as loud
  if (guards === "off") second.W_out.data.fill(0, 0, machine.guards * second.W_out.columns);
  return ready(model, PRECISIONS.float64);
}

// The machine that a state asks for, kept while it stays.
export function machineOf(spec) {
  const make = remember((own) => ({ weights: built(spec, own) }));
  return ({ phases, gain, whisper, guards, zeros }) => ({
    ...spec.machine, ...make({ phases, gain, whisper, guards }),
    zeros: zeros === "off" ? 0 : Math.round((spec.machine.lead * RATE) / 1000),
  });
}

// Frames of samples with silence around them; a sentence where there are none, or too many.
function framesOf({ zeros, size, hop, weights }, samples) {
  const mean = samples.reduce((sum, x) => sum + x, 0) / samples.length;
  const all = new Float64Array(samples.length + 2 * zeros);
  all.set(samples.map((x) => x - mean), zeros);
  const longest = (weights.encoder.W_pos.rows - 1) * hop + size - 2 * zeros;
  if (all.length < size) return { frames: [], error: "This sound is shorter than a frame of 26 ms." };
  if (samples.length > longest) {
    return { frames: [], error: `The sound takes ${(samples.length / RATE).toFixed(2)} s; this machine hears up to ${(longest / RATE).toFixed(2)} s at once.` };
  }
  const n = Math.floor((all.length - size) / hop) + 1;
  return { frames: Array.from({ length: n }, (_, i) => all.subarray(i * hop, i * hop + size)), error: "" };
}

// Columns of a stream whose rows are so wide, each as what it holds over time.
const columnsOf = (x, wide, [at, size]) =>
  Array.from({ length: size }, (_, k) => Float64Array.from({ length: x.length / wide }, (_, i) => x[i * wide + at + k]));

// What the figure shows of each layer.
const SHOWN = [["forks"], [], ["sounds"], ["keys", "pressed"], ["begins"], ["number", "one"]];

const largestAt = (values) => values.indexOf(Math.max(...values));

// What the machine makes of samples: rows over frames, and the presses that the decoder asks for.
export function listenTo(machine, samples) {
  const { weights, reads, vocabulary, start, stop, steps, middle, hop, size, zeros } = machine;
  const { frames, error } = framesOf(machine, samples);
  const time = { n: frames.length, hop, zeros, first: -zeros + (size - hop) / 2, error };
  if (error) return { ...time, forks: [], sounds: [], keys: [], held: new Float64Array(0), begins: [], numbers: [], asked: [], said: "", logits: [] };
  const found = /** @type {Record<string, Float64Array[]>} */ ({});
  const wide = weights.encoder.W_E.columns;
  const last = encoded(weights.encoder, frames, (layer, x) => {
    for (const name of SHOWN[layer]) found[name] = columnsOf(x, wide, reads[name]);
  });
  const memory = frames.map((_, i) => last.subarray(i * wide, (i + 1) * wide));
  const { forks, sounds, keys, pressed: [held], begins: [begun], number: [number], one: [one] } = found;
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
    ...time, forks, sounds, keys, held, begins, numbers: begins.map((i) => ({ at: i, words: String(Math.round((number[i] / one[i]) * middle)) })),
    asked, said: asked.map(({ key }) => key).join(""), asking,
  };
}
