// @ts-check
// Where what was said begins and ends.

import { RATE } from "./rates.js";

const SIZE = RATE / 50; // samples of a stretch, 20 ms
const ABOVE_NOISE = 4; // times the power of the quietest stretches
const BELOW_LOUDEST = 1e-3; // of the power of the loudest stretch: 30 dB
const NO_NOISE = 0.04; // of the power of the loudest stretch; what is louder than that is no noise
const PAUSE = 15; // stretches, 0.3 s; what is said after a longer silence is another word
const AROUND = 3; // stretches that are kept on either side
const SILENT = 1e-7; // power; what is never louder is silence
const CLICK = 4; // stretches; what is shorter is no word

// The stretches that are loud, as runs [from, to) with no long pause inside.
/** @param {number[]} powers */
function spoken(powers) {
  const sorted = [...powers].sort((a, b) => a - b);
  const [quiet, loudest] = [sorted[Math.floor(sorted.length / 10)], sorted[sorted.length - 1]];
  // Where a word fills the whole sound there is no quiet stretch to compare it with.
  const least = Math.max(BELOW_LOUDEST * loudest, Math.min(ABOVE_NOISE * quiet, NO_NOISE * loudest),
    SILENT);
  /** @type {{from: number, to: number}[]} */
  const runs = [];
  powers.forEach((power, i) => {
    if (power < least) return;
    const last = runs[runs.length - 1];
    if (last && i - last.to <= PAUSE) last.to = i + 1;
    else runs.push({ from: i, to: i + 1 });
  });
  return runs;
}

// What was said, without the silence around it: of several words the one with most in it. Nothing
// where nothing was said.
/** @param {Float64Array} samples */
export function trimmed(samples) {
  const n = Math.floor(samples.length / SIZE);
  const powers = Array.from({ length: n }, (_, i) => {
    const stretch = samples.subarray(i * SIZE, (i + 1) * SIZE);
    const mean = stretch.reduce((sum, x) => sum + x, 0) / SIZE;
    return stretch.reduce((sum, x) => sum + (x - mean) ** 2, 0) / SIZE;
  });
  if (!n) return samples.subarray(0, 0);
  /** @param {{from: number, to: number}} run */
  const inside = ({ from, to }) => powers.slice(from, to).reduce((sum, power) => sum + power, 0);
  const [word] = spoken(powers).filter(({ from, to }) => to - from >= CLICK)
    .sort((a, b) => inside(b) - inside(a));
  if (!word) return samples.subarray(0, 0);
  return samples.slice(Math.max(0, word.from - AROUND) * SIZE, (word.to + AROUND) * SIZE);
}
