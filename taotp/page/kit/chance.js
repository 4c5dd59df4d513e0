// @ts-check
// Numbers that look drawn and follow from a seed, as taotp.constructions.chance draws them.

// A number from 0 to 1: the i-th of a seed.
export function number(/** @type {number} */ seed, /** @type {number} */ i) {
  return mixed((mixed(seed + 1) + Math.imul(i + 1, 0x9e3779b9)) | 0) / 2 ** 32;
}

// The end of MurmurHash3 (Appleby 2011), which spreads every bit over all.
/** @param {number} x */
function mixed(x) {
  x = Math.imul(x ^ (x >>> 16), 0x85ebca6b);
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35);
  return (x ^ (x >>> 16)) >>> 0;
}
