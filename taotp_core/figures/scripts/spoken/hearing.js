// @ts-check
// From samples to bands, as taotp_core/bands.py has it: numpy is the authority, a test compares.

import { RATE } from "../sound/rates.js";

// The cosines and sines of every whole number of turns in a frame, faded at its ends.
function wavesOf(size) {
  const faded = Array.from({ length: size }, (_, n) => 0.5 - 0.5 * Math.cos((2 * Math.PI * n) / (size - 1)));
  return Array.from({ length: size / 2 + 1 }, (_, k) => {
    const turn = (n) => (2 * Math.PI * ((n * k) % size)) / size;
    return [Math.cos, Math.sin].map((wave) => Float64Array.from(faded, (share, n) => share * wave(turn(n))));
  });
}

const seconds = (samples) => (samples.length / RATE).toFixed(1);

// What the power of a frame of a word must be above: least_of of taotp_core/bands.py.
function leastOf(powers, { quiet, room, above, hardly }) {
  const ordered = Float64Array.from(powers).sort(), n = ordered.length;
  const times = (decibels) => 10 ** (decibels / 10);
  const faintest = ordered[Math.floor(n / 20)], half = ordered[Math.floor(n / 2)], loudest = ordered[n - 1];
  const steady = half < faintest * times(room) && half * times(above) < loudest * times(-hardly);
  return Math.max(loudest * times(-quiet), steady ? half * times(above) : 0);
}

// A function that makes of samples the logarithms of power in bands, a row for each frame of a word,
// and says where the word begins. Its errors are sentences.
/** @param {import("../figures").FrontEnd} front @param {import("../figures").Matrix} bands */
export function frontEnd(front, bands) {
  const { size, hop, floor, silent, most } = front;
  const waves = wavesOf(size);
  const power = (frame) => {
    const mean = frame.reduce((sum, x) => sum + x, 0) / size;
    const level = frame.map((x) => x - mean);
    const out = new Float64Array(bands.columns);
    waves.forEach((pair, k) => {
      let all = 0;
      for (const wave of pair) {
        let sum = 0;
        for (let n = 0; n < size; n++) sum += level[n] * wave[n];
        all += sum * sum;
      }
      for (let b = 0; b < out.length; b++) out[b] += all * bands.data[k * out.length + b];
    });
    return { out, sum: out.reduce((sum, x) => sum + x, 0), spread: level.reduce((sum, x) => sum + x * x, 0) / size };
  };
  return (samples) => {
    if (samples.length < size) {
      throw new Error(`The sound has ${samples.length} samples; the shortest that can be heard has ${size}.`);
    }
    const frames = Array.from({ length: Math.floor((samples.length - size) / hop) + 1 }, (_, i) =>
      power(samples.subarray(i * hop, i * hop + size)));
    if (!frames.some(({ spread }) => spread > silent)) throw new Error("There is nothing to hear: it is silence.");
    const least = leastOf(frames.map(({ sum }) => sum), front);
    const loud = (frame) => frame.sum > least;
    const from = frames.findIndex(loud);
    const word = frames.slice(from, frames.findLastIndex(loud) + 1);
    if (word.length > most) {
      throw new Error(`The sound lasts ${seconds(samples)} seconds; a word has at most ${(most * hop) / RATE}.`);
    }
    const largest = Math.max(...word.map(({ out }) => Math.max(...out)));
    return { from, frames: word.map(({ out }) => Array.from(out, (x) => Math.log(x / largest + floor))) };
  };
}
