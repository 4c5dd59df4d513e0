// @ts-check
// Samples of any rate at 8,000 a second, as taotp/sound/wav.py makes them: numbers from -1 to 1.

export const RATE = 8000;
const WING = 25; // samples of the slow rate on either side that a sample of it is a mean of
const BEND = 8; // of the Kaiser window

// The modified Bessel function of order zero, by its series.
/** @param {number} x */
function bessel(x) {
  let [term, sum] = [1, 1];
  for (let k = 1; term > 1e-17 * sum; k++) sum += (term *= (x / (2 * k)) ** 2);
  return sum;
}

/** @param {number} x */
const sinc = (x) => (x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x));

// How much a sample counts that is so many samples of the slow rate away.
/** @param {number} far */
const weightAt = (far) =>
  (Math.abs(far) > WING ? 0 : sinc(far) * bessel(BEND * Math.sqrt(1 - (far / WING) ** 2)));

// Kernels by where between two samples a new one falls, each kept for those that fall there too.
/** @param {number} wide */
function kernels(wide) {
  /** @type {Map<number, Float64Array>} */
  const known = new Map();
  const reach = Math.floor(WING * wide);
  return (/** @type {number} */ off) => {
    const key = Math.round(off * 1e6);
    if (!known.has(key)) {
      const kernel = Float64Array.from({ length: 2 * reach + 2 },
        (_, k) => weightAt((k - reach - off) / wide));
      const sum = kernel.reduce((total, weight) => total + weight, 0);
      known.set(key, kernel.map((weight) => weight / sum));
    }
    return { kernel: known.get(key), reach };
  };
}

// Samples of another rate at RATE; scaled down where the curve between them goes beyond 1.
/** @param {ArrayLike<number>} samples @param {number} rate */
export function atRate(samples, rate) {
  if (rate === RATE) return Float64Array.from(samples);
  const step = rate / RATE;
  const kernelOf = kernels(Math.max(1, step));
  const slow = new Float64Array(Math.ceil(samples.length / step));
  let largest = 1;
  for (let i = 0; i < slow.length; i++) {
    const at = Math.floor(i * step + 1e-9);
    const { kernel, reach } = kernelOf(Math.max(0, i * step - at));
    let sum = 0;
    for (let k = 0; k < kernel.length; k++) sum += kernel[k] * (samples[at + k - reach] ?? 0);
    slow[i] = sum;
    largest = Math.max(largest, Math.abs(sum));
  }
  return slow.map((value) => value / largest);
}
