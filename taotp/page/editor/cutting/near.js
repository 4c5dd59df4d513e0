// @ts-check
// Words that are spelled alike, as Python's difflib finds them, so that the page names the same.

const ALIKE = 0.6; // the least share of letters that two near words have in common

// How many letters two words share: those of their longest stretch in common, and so on beside it.
/** @param {string[]} a @param {string[]} b @returns {number} */
function shared(a, b) {
  let [size, from, at] = [0, 0, 0];
  for (let i = 0; i < a.length - size; i++) {
    for (let j = 0; j < b.length - size; j++) {
      let n = 0;
      while (i + n < a.length && j + n < b.length && a[i + n] === b[j + n]) n += 1;
      if (n > size) [size, from, at] = [n, i, j];
    }
  }
  return size && size + shared(a.slice(0, from), b.slice(0, at)) +
    shared(a.slice(from + size), b.slice(at + size));
}

// Which of some words are spelled most like one, the likest first.
/** @param {string} word @param {string[]} known @param {number} most */
export function nearest(word, known, most) {
  const b = [...word];
  const alike = known.flatMap((other) => {
    const a = [...other];
    const all = a.length + b.length;
    if (2 * Math.min(a.length, b.length) < ALIKE * all) return [];
    const ratio = 2 * shared(a, b) / all;
    return ratio < ALIKE ? [] : [{ ratio, other }];
  });
  alike.sort((one, two) => two.ratio - one.ratio || (one.other < two.other ? 1 : -1));
  return alike.slice(0, most).map(({ other }) => other);
}
