// @ts-check
// What sentences about faults are made of: a word as Python writes it, and the word that was meant.

import { SPELL } from "./little_man.js";

const NEAR = 0.6; // of the letters: what a word must share with another to be near

// How many letters two words share, as Python's difflib counts: those of the longest part that both
// have, and of what is left and right of it.
/** @param {string} a @param {string} b @returns {number} */
function shared(a, b) {
  let [most, i, j] = [0, 0, 0];
  for (let p = 0; p < a.length; p++) {
    for (let q = 0; q < b.length; q++) {
      let n = 0;
      while (p + n < a.length && q + n < b.length && a[p + n] === b[q + n]) n += 1;
      if (n > most) [most, i, j] = [n, p, q];
    }
  }
  if (!most) return 0;
  return most + shared(a.slice(0, i), b.slice(0, j)) + shared(a.slice(i + most), b.slice(j + most));
}

// The nearest of some words, of equals the last in order; undefined where none is near.
/** @param {string} word @param {string[]} known */
export function nearestOf(word, known) {
  const near = known.map((each) => ({ each,
    share: (2 * shared(each, word)) / (each.length + word.length) }))
    .filter(({ share }) => share >= NEAR);
  return near.sort((a, b) => b.share - a.share || (a.each < b.each ? 1 : -1))[0]?.each;
}

// A word between quotation marks, as Python writes it.
/** @param {string} word */
export function shown(word) {
  const mark = word.includes("'") && !word.includes(SPELL) ? SPELL : "'";
  return mark + word.replaceAll("\\", "\\\\").replaceAll(mark, `\\${mark}`) + mark;
}
