// @ts-check
// What was said, slower or faster, quieter, with noise.

/** @import {State} from "../../page/kit/page" */

// samples of a piece that is moved in time, and from one to the next
const [SIZE, HOP] = [320, 160];
const NEAR = 80; // samples; how far a piece may be moved so that it fits the one before

const fade = Float64Array.from({ length: SIZE },
  (_, n) => 0.5 - 0.5 * Math.cos((2 * Math.PI * n) / SIZE));

// Where near a place a piece begins that goes on as a sound did.
/** @param {Float64Array} samples @param {number} at @param {number} goesOn */
function fitting(samples, at, goesOn) {
  let [best, most] = [at, -Infinity];
  for (let off = -NEAR; off <= NEAR; off += 2) {
    let sum = 0;
    for (let n = 0; n < SIZE; n += 2) sum += samples[at + off + n] * samples[goesOn + n];
    if (sum > most) [best, most] = [at + off, sum];
  }
  return best;
}

// The same said at another speed and no higher: overlapping pieces are laid closer, or further
// apart (WSOLA, Verhelst and Roelands 1993).
/** @param {Float64Array} samples @param {number} speed */
export function atSpeed(samples, speed) {
  if (speed === 1) return samples;
  const out = new Float64Array(Math.floor(samples.length / speed));
  const around = 2 * SIZE + NEAR; // silence at either end, where pieces reach beyond the sound
  const padded = new Float64Array(samples.length + 2 * around);
  padded.set(samples, around);
  let from = 0;
  for (let at = -HOP; at < out.length; at += HOP) {
    const wanted = Math.round((at + HOP) * speed) - HOP + around;
    from = at < 0 ? wanted : fitting(padded, wanted, from + HOP);
    for (let n = Math.max(0, -at); n < Math.min(SIZE, out.length - at);
    n++) out[at + n] += fade[n] * padded[from + n];
  }
  return out;
}

// Numbers of a normal distribution, the same each time (mulberry32, Box and Muller).
/** @returns {Generator<number, number>} */
function* noise() {
  let seed = 1;
  const even = () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let x = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    x = (x + Math.imul(x ^ (x >>> 7), 61 | x)) ^ x;
    return ((x ^ (x >>> 14)) >>> 0) / 2 ** 32;
  };
  for (;;) yield Math.sqrt(-2 * Math.log(1 - even())) * Math.cos(2 * Math.PI * even());
}

// Samples as a reader changed them: `speed` times as fast, `level` decibels up, and noise of so
// many percent of what the word had (root mean squares), however quiet the word is made.
/** @param {Float64Array} samples @param {State} how */
export function changed(samples, { speed, level, noise: percent }) {
  const said = atSpeed(samples, speed);
  const size = Math.sqrt(samples.reduce((sum, x) => sum + x * x, 0) / samples.length);
  const [gain, hiss] = [10 ** (level / 20), noise()];
  const share = (percent / 100) * size;
  return said.map((x) =>
    Math.max(-1, Math.min(1, gain * x + (share && share * hiss.next().value))));
}
