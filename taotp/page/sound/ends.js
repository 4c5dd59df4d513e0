// @ts-check
// Where what was said begins and ends, as taotp/sound/ends.py has it, by the same table.

import ENDS from "../../sound/ends.json" with { type: "json" };
import { RATE } from "./rates.js";

const { aboveNoise, belowLoudest, noNoise, pause, around, silent, click } = ENDS;
const STRETCH = RATE / ENDS.stretches; // samples of a stretch

// The stretches that are loud, as runs [from, to) with no long pause inside.
/** @param {number[]} powers */
function spoken(powers) {
  const sorted = [...powers].sort((a, b) => a - b);
  const [quiet, loudest] = [sorted[Math.floor(sorted.length / 10)], sorted[sorted.length - 1]];
  // Where a word fills the whole sound there is no quiet stretch to compare it with.
  const least = Math.max(belowLoudest * loudest, Math.min(aboveNoise * quiet, noNoise * loudest),
    silent);
  /** @type {{from: number, to: number}[]} */
  const runs = [];
  powers.forEach((power, i) => {
    if (power < least) return;
    const last = runs[runs.length - 1];
    if (last && i - last.to <= pause) last.to = i + 1;
    else runs.push({ from: i, to: i + 1 });
  });
  return runs;
}

// What was said, without the silence around it: of several words the one with most in it. Nothing
// where nothing was said.
/** @param {Float64Array} samples */
export function trimmed(samples) {
  const n = Math.floor(samples.length / STRETCH);
  const powers = Array.from({ length: n }, (_, i) => {
    const stretch = samples.subarray(i * STRETCH, (i + 1) * STRETCH);
    const mean = stretch.reduce((sum, x) => sum + x, 0) / STRETCH;
    return stretch.reduce((sum, x) => sum + (x - mean) ** 2, 0) / STRETCH;
  });
  if (!n) return samples.subarray(0, 0);
  /** @param {{from: number, to: number}} run */
  const inside = ({ from, to }) => powers.slice(from, to).reduce((sum, power) => sum + power, 0);
  const [word] = spoken(powers).filter(({ from, to }) => to - from >= click)
    .sort((a, b) => inside(b) - inside(a));
  if (!word) return samples.subarray(0, 0);
  return samples.slice(Math.max(0, word.from - around) * STRETCH, (word.to + around) * STRETCH);
}
