// @ts-check
// The keys of taotp/reference that benches alone know by name.

import { KEYS, unlessNone } from "../../kit/tasks.js";
/** @import {Key} from "../../kit/tasks.js" */

// The symbol that there is most of, where it is one.
/** @type {Key} */
function mostOf(symbols) {
  /** @param {string} symbol */
  const count = (symbol) => symbols.filter((other) => other === symbol).length;
  const [first, second] = [...new Set(symbols)].sort((a, b) => count(b) - count(a));
  return first === undefined || count(first) === count(second) ? null : [first];
}

// Whether each bracket is closed, and none before it was opened.
/** @type {Key} */
function balanced(symbols) {
  let depth = 0;
  for (const symbol of symbols) {
    depth += Number(symbol === "(") - Number(symbol === ")");
    if (depth < 0) break;
  }
  return [depth ? "n" : "y"];
}

// What comes next where so many symbols are said backward behind a mark.
/** @type {Key} */
function mirrored(symbols, { length = 0, mark }) {
  const [text, said] = [symbols.slice(0, length), symbols.slice(length + 1)];
  const back = [...text].reverse();
  const begun = symbols[length] === mark && !text.includes(mark) && said.length < length;
  return begun && said.every((symbol, i) => symbol === back[i]) ? [back[said.length]] : null;
}

// Which there are more of, good words (g) or bad ones (b), where n turns the next word around.
/** @type {Key} */
function mood(symbols) {
  let [told, before] = [0, ""];
  for (const symbol of symbols) {
    if (symbol === "n" && before === "n") return null;
    const way = before === "n" ? -1 : 1;
    told += way * (Number(symbol === "g") - Number(symbol === "b"));
    before = symbol;
  }
  return told ? [told > 0 ? "g" : "b"] : null;
}

// What comes next in a word said for ever, where the text says at which of its places.
/** @type {Key} */
function repeated(symbols, { word = "" }) {
  const times = Math.ceil(symbols.length / word.length);
  const before = word.repeat(times);
  const next = [...word].filter((_, place) =>
    (before + word.slice(0, place)).endsWith(symbols.join("")));
  return next.length === 1 ? next : null;
}

/** @type {Record<string, Key>} */
const OF_BENCHES = {
  ago: (symbols, { back = 1 }) =>
    unlessNone(symbols.length < back ? [] : [symbols[symbols.length - back]]),
  always: (symbols, { word = "" }) => [word],
  balanced,
  first: (symbols) => unlessNone(symbols.slice(0, 1)),
  majority: mostOf,
  mirrored,
  mood,
  next_larger: (symbols) => {
    const last = Number(symbols[symbols.length - 1]);
    return KEYS.minimum(symbols.filter((symbol) => Number(symbol) > last), {});
  },
  next_one: (symbols, { vocabulary = [] }) => {
    const place = vocabulary.indexOf(symbols[symbols.length - 1]);
    return place < 0 ? null : [vocabulary[(place + 1) % vocabulary.length]];
  },
  repeated,
};
Object.assign(KEYS, OF_BENCHES);
