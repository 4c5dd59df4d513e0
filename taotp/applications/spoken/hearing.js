// @ts-check
// From samples to bands, as taotp/sound/bands.py has it: numpy is the authority; tests
// compare.

import { RATE } from "../../page/sound/rates.js";
/** @import {FrontEnd, Matrix} from "../../page/kit/figures" */

// A function from samples and where a frame begins to the power of every whole number of turns in
// it, and its mean square about its mean. The frame is faded at its ends. A cosine is the same on
// both sides of the middle and a sine is its opposite, so that half of either is enough.
/** @param {number} size */
function powersIn(size) {
  const half = size / 2;
  /** @param {number} n @param {(i: number) => number} of */
  const numbers = (n, of) => Float64Array.from({ length: n }, (_, i) => of(i));
  const fade = numbers(size, (n) => 0.5 - 0.5 * Math.cos((2 * Math.PI * n) / (size - 1)));
  /** @param {(angle: number) => number} of */
  const wave = (of) => numbers((half + 1) ** 2, (i) =>
    of((2 * Math.PI * ((Math.floor(i / (half + 1)) * (i % (half + 1))) % size)) / size));
  const [cosines, sines] = [wave(Math.cos), wave(Math.sin)];
  const [both, apart, powers] = [half + 1, half + 1, half + 1].map((n) => new Float64Array(n));
  return (/** @type {Float64Array} */ samples, /** @type {number} */ at) => {
    let [mean, square] = [0, 0];
    for (let n = 0; n < size; n++) mean += samples[at + n] / size;
    for (let n = 0; n < size; n++) square += (samples[at + n] - mean) ** 2;
    for (let n = 0; n <= half; n++) {
      const here = fade[n] * (samples[at + n] - mean);
      const there = n % half ? fade[size - n] * (samples[at + size - n] - mean) : 0;
      both[n] = here + there;
      apart[n] = here - there;
    }
    for (let k = 0, i = 0; k <= half; k++) {
      let [along, across] = [0, 0];
      for (let n = 0; n <= half; n++, i++) {
        along += both[n] * cosines[i];
        across += apart[n] * sines[i];
      }
      powers[k] = along * along + across * across;
    }
    return { powers, spread: square / size };
  };
}

/** @param {Float64Array} samples */
const seconds = (samples) => (samples.length / RATE).toFixed(1);

// What the power of a frame of a word must be above: least_of of taotp/sound/bands.py.
/** @param {number[]} powers @param {FrontEnd} front */
function leastOf(powers, { quiet, room, above, hardly }) {
  const ordered = Float64Array.from(powers).sort(), n = ordered.length;
  /** @param {number} decibels */
  const times = (decibels) => 10 ** (decibels / 10);
  const faintest = ordered[Math.floor(n / 20)], half = ordered[Math.floor(n / 2)],
    loudest = ordered[n - 1];
  const steady = half < faintest * times(room) && half * times(above) < loudest * times(-hardly);
  return Math.max(loudest * times(-quiet), steady ? half * times(above) : 0);
}

// A function that makes of samples the logarithms of power in bands, a row for each frame of a
// word, and says where the word begins. Its errors are sentences.
/** @param {FrontEnd} front @param {Matrix} bands */
export function frontEnd(front, bands) {
  const { size, hop, floor, silent, most } = front;
  const powersOf = powersIn(size);
  /** @param {Float64Array} samples @param {number} at */
  const inBands = (samples, at) => {
    const { powers, spread } = powersOf(samples, at);
    const out = new Float64Array(bands.columns);
    for (let k = 0, i = 0; k < powers.length; k++) {
      for (let b = 0; b < out.length; b++, i++) out[b] += powers[k] * bands.data[i];
    }
    return { out, sum: out.reduce((sum, x) => sum + x, 0), spread };
  };
  return (/** @type {Float64Array} */ samples) => {
    if (samples.length < size) {
      throw new Error(
        `The sound has ${samples.length} samples; the shortest that can be heard has ${size}.`);
    }
    const frames = Array.from({ length: Math.floor((samples.length - size) / hop) + 1 }, (_, i) =>
      inBands(samples, i * hop));
    if (!frames.some(({ spread }) => spread > silent))
      throw new Error("There is nothing to hear: it is silence.");
    const least = leastOf(frames.map(({ sum }) => sum), front);
    /** @param {{sum: number}} frame */
    const loud = (frame) => frame.sum > least;
    const from = frames.findIndex(loud);
    const word = frames.slice(from, frames.findLastIndex(loud) + 1);
    if (word.length > most) {
      throw new Error(
        `The sound lasts ${seconds(samples)} seconds; a word has at most ${(most * hop) / RATE}.`);
    }
    const largest = Math.max(...word.map(({ out }) => Math.max(...out)));
    return { from, frames: word.map(({ out }) =>
      out.map((x) => Math.log(x / largest + floor))) };
  };
}
