// @ts-check
// What should be said: the keys of taotp/reference that figures know by name. A key takes what
// is typed, as a list of symbols, and what else is known; null means that anything may be said.

/** @typedef {{n_match?: number, back?: number, word?: string, table?: Record<string, string>,
 *   length?: number, form?: string, mark?: string,
 *   vocabulary?: string[], names?: string, task?: string}} Known */
/** @typedef {(symbols: string[], known: Known) => string[] | null} Key */

// What followed each earlier occurrence of the last n symbols, in the order of the text.
/** @template T @param {T[]} text @param {number} n @returns {T[]} */
export function followers(text, n) {
  const asked = text.slice(-n).join("\n");
  return text.filter((_, end) => end >= n && text.slice(end - n, end).join("\n") === asked);
}

// What a prompt looks like, with a d for each digit.
/** @param {string} text */
export const formOf = (text) => text.replace(/\d/g, "d");

// What is written of all terms of a prompt that has the form, combined; the first is of a size.
/**
 * @param {(one: bigint, other: bigint) => bigint} combine
 * @param {(digits: string, size: number) => string[]} written
 * @returns {Key}
 */
function ofTerms(combine, written) {
  return (symbols, { form = "" }) => {
    const text = symbols.join("");
    if (formOf(text) !== form) return null;
    const terms = text.match(/[+*]/.test(form) ? /\d+/g : /\d/g) ?? [];
    const size = /** @type {string} */ (terms[0]).length;
    return written(String(terms.map(BigInt).reduce(combine)), size);
  };
}

/** @type {(one: bigint, other: bigint) => bigint} */
const plus = (one, other) => one + other;
/** @param {string[]} symbols */
const ascending = (symbols) => [...symbols].sort((a, b) => Number(a) - Number(b));

/** @type {Record<string, Key>} */
const TOLD = {
  copy: (symbols) => symbols,
  reverse: (symbols) => [...symbols].reverse(),
  sort: (symbols, { vocabulary = [] }) =>
    [...symbols].sort((a, b) => vocabulary.indexOf(a) - vocabulary.indexOf(b)),
  which: (symbols, { names }) =>
    [...new Set(symbols)].filter((symbol) => !names || names.split(" ").includes(symbol)),
};

/** @param {string[]} said */
export const unlessNone = (said) => (said.length ? said : null);

/** @type {Record<string, Key>} */
export const KEYS = {
  minimum: (symbols) => unlessNone(ascending(symbols).slice(0, 1)),
  maximum: (symbols) => unlessNone(ascending(symbols).slice(-1)),
  sort: (symbols) => (new Set(symbols).size === symbols.length ? ascending(symbols) : null),
  search: (symbols, { n_match = 1 }) => unlessNone(followers(symbols, n_match).slice(-1)),
  lookup: (symbols, { table = {}, length = 1 }) =>
    unlessNone([table[symbols.slice(-length).join(" ")]].filter(Boolean)),
  add: ofTerms(plus, (digits, size) => [...digits.padStart(size + 1, "0")]),
  add_mod10: ofTerms(plus, (digits) => [...digits].slice(-1)),
  multiply: ofTerms((one, other) => one * other,
    (digits, size) => [...digits.padStart(2 * size, "0")]),
  copied: TOLD.copy,
  reversed: TOLD.reverse,
  in_order: TOLD.sort,
  first_said: TOLD.which,
  retold: (symbols, known) => TOLD[known.task ?? ""](symbols, known),
};
