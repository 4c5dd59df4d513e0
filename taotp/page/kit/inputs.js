// @ts-check
// Prompts to try a program on: all short ones, in the order of a counter.

// The inputs of one length, by their number.
/** @param {string[]} symbols @param {number} length @param {number} number */
function inputOf(symbols, length, number) {
  const digits = Array.from({ length }, () => {
    const digit = number % symbols.length;
    number = Math.floor(number / symbols.length);
    return symbols[digit];
  });
  return digits.reverse();
}

/** @param {string[]} symbols @param {number} longest @returns {Generator<string[], void>} */
export function* everyInput(symbols, longest) {
  for (let length = 1; length <= longest; length++) {
    for (let i = 0; i < symbols.length ** length; i++) yield inputOf(symbols, length, i);
  }
}

// How many inputs there are of so many symbols.
/** @param {number} symbols @param {number} longest */
export function howMany(symbols, longest) {
  return Array.from({ length: longest }, (_, i) => symbols ** (i + 1))
    .reduce((sum, n) => sum + n, 0);
}

// What was typed, in the form in which a program's words are compared.
/** @param {string} text @param {string} joint */
export const plain = (text, joint) => (joint ? text.split(/[\s,]+/).filter(Boolean).join(joint)
  : text.trim());
