// @ts-check
// The keys of taotp_core/tasks that benches alone know by name.

import { KEYS, unlessNone } from "../tasks.js";
/** @import {Key} from "../tasks.js" */

// The symbol that there is most of, where it is one.
/** @type {Key} */
function mostOf(symbols) {
  /** @param {string} symbol */
  const count = (symbol) => symbols.filter((other) => other === symbol).length;
  const [first, second] = [...new Set(symbols)].sort((a, b) => count(b) - count(a));
  return first === undefined || count(first) === count(second) ? null : [first];
}

/** @type {Record<string, Key>} */
const OF_BENCHES = {
  ago: (symbols, { back = 1 }) =>
    unlessNone(symbols.length < back ? [] : [symbols[symbols.length - back]]),
  always: (symbols, { word = "" }) => [word],
  first: (symbols) => unlessNone(symbols.slice(0, 1)),
  majority: mostOf,
  next_one: (symbols, { vocabulary = [] }) => {
    const place = vocabulary.indexOf(symbols[symbols.length - 1]);
    return place < 0 ? null : [vocabulary[(place + 1) % vocabulary.length]];
  },
};
Object.assign(KEYS, OF_BENCHES);
