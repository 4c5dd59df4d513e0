// @ts-check
// Sound that is dialed in the page, as dialing/tones.py dials it: the same samples where the
// phases are the same. Phases and noise are drawn by a generator of the page's own.

import { RATE } from "../../page/sound/rates.js";

export const ROWS = [697, 770, 852, 941];
export const COLUMNS = [1209, 1336, 1477, 1633];
export const KEYS = "123A456B789C*0#D";
const SEPARATE = "().,-"; // left out of numbers as they are written
const FULL_SCALE = 3.14; // dBm0 of a sine that reaches 1
const TAIL = 50; // ms of silence after the last key

/** @param {number} ms */
const samplesIn = (ms) => Math.round((ms * RATE) / 1000);
/** @param {number} level */
export const amplitude = (level) => 10 ** ((level - FULL_SCALE) / 20);

// The keys in a text, in capitals; what separates them, spaces aside; the first that is no key.
/** @param {string} text */
export function keysIn(text) {
  const all = [...text.toUpperCase().replace(/\s/g, "")];
  const keys = all.filter((key) => !SEPARATE.includes(key));
  const left = [...new Set(all.filter((key) => SEPARATE.includes(key)))];
  return { keys, left, strange: keys.find((key) => !KEYS.includes(key)) };
}

// Numbers from 0 to 1 that a seed decides (mulberry32).
/** @param {number} seed */
export function random(seed) {
  let a = seed | 0;
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

// One press: its two tones, with a silence of `gap` ms in its middle.
/**
 * @param {Float64Array} out @param {{from: number, to: number}} press @param {number[]} tones
 * @param {number[]} levels @param {number[]} phases @param {number} gap
 */
function pressed(out, { from, to }, tones, levels, phases, gap) {
  tones.forEach((hertz, k) => {
    const [turn, loud] = [(2 * Math.PI * hertz) / RATE, amplitude(levels[k])];
    for (let i = from; i < to; i++) out[i] += loud * Math.sin(turn * (i - from) + phases[k]);
  });
  const size = Math.min(to - from, samplesIn(gap));
  const first = from + Math.floor((to - from - size) / 2);
  out.fill(0, first, first + size);
}

// White noise of a mean square, added.
/** @param {Float64Array} out @param {number} power @param {() => number} draw */
function hiss(out, power, draw) {
  for (let i = 0; i < out.length; i += 2) {
    const far = Math.sqrt(-2 * power * Math.log(1 - draw()));
    const angle = 2 * Math.PI * draw();
    out[i] += far * Math.cos(angle);
    if (i + 1 < out.length) out[i + 1] += far * Math.sin(angle);
  }
}

// Samples of keys pressed one after the other, where each press is, and the phases of its tones.
/** @param {string[]} keys @param {Record<string, any>} how */
export function dialed(keys, { on, off, level, twist, deviation, gap, noise, lead, seed }) {
  const draw = random(seed);
  const [long, pause] = [samplesIn(on), samplesIn(off)];
  let at = samplesIn(lead);
  const presses = keys.map((key) => {
    const from = at;
    at += long + pause;
    const place = KEYS.indexOf(key);
    const tones = [ROWS[place >> 2], COLUMNS[place % 4]]
      .map((hertz) => hertz * (1 + deviation / 100));
    return { key, from, to: from + long, tones, phases: tones.map(() => 2 * Math.PI * draw()) };
  });
  const samples = new Float64Array((keys.length ? at - pause : at) + samplesIn(TAIL));
  for (const { from, to, tones, phases } of presses) {
    pressed(samples, { from, to }, tones, [level, level + twist], phases, gap);
  }
  if (noise !== null) {
    const sounding = presses.flatMap(({ from, to }) => [...samples.subarray(from, to)]);
    const power = sounding.reduce((sum, x) => sum + x * x, 0) / (sounding.length || 1);
    hiss(samples, power / 10 ** (noise / 10), random(~seed));
  }
  return { samples: samples.map((x) => Math.max(-1, Math.min(1, x))), presses };
}
