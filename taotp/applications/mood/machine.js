// @ts-check
// The machine of taotp/programs/sentiment.py in the page: rows of words by their flags, layers
// as data, and what is left of each valence after each layer.

import { PRECISIONS, mapped, matrix, ready } from "../../page/kit/arithmetic.js";
import { encoded } from "../../page/kit/fast.js";
/** @import {Mood} from "../../page/kit/figures" */
/** @import {Row} from "../../page/kit/page" */

/** @typedef {{shown: string, row: Record<string, number>}} MoodWord */
/** @typedef {{rows: number, columns: number, terms: {data: number[]}[]}} MoodArray */

const MOST_MARKS = 5; // the fifth says that there are more than four
const PUNCTUATION = "!\x22#$%&'()*+,-./:;<=>?@[\\]^_\x60{|}~";
const SPACES = /(?:(?!\ufeff)\s|[\x1c-\x1f\x85])+/u; // as Python has it
const LAST = 6; // the layer that averages

// What is known of words: valences, flags, and emoji as words.
/** @param {Mood} spec */
function knownOf({ lexicon, flags, emoji }) {
  const valences = new Map(Object.entries(lexicon).flatMap(([valence, words]) =>
    words.split(" ").map((word) => /** @type {[string, number]} */ ([word, Number(valence)]))));
  /** @type {Map<string, string[]>} */
  const marks = new Map();
  for (const [flag, words] of Object.entries(flags)) {
    for (const word of words) marks.set(word, [...(marks.get(word) ?? []), flag]);
  }
  return { valences, marks, emoji: new Map(emoji.split("\n").map((line) =>
    /** @type {[string, string]} */ ([[...line][0], [...line].slice(1).join("")]))) };
}

/** @param {string} text @param {Map<string, string>} emoji */
function inWords(text, emoji) {
  let [out, spaced] = ["", true];
  for (const letter of text.replace(/[\u2018\u2019]/g, "'")) {
    const words = emoji.get(letter);
    out += words === undefined ? letter : (spaced ? "" : " ") + words;
    spaced = words === undefined && letter === " ";
  }
  return out;
}

/** @param {string} word */
function stripped(word) {
  const letters = [...word];
  let [from, to] = [0, letters.length];
  while (from < to && PUNCTUATION.includes(letters[from])) from += 1;
  while (to > from && PUNCTUATION.includes(letters[to - 1])) to -= 1;
  return to - from > 2 ? letters.slice(from, to).join("") : word;
}

/** @param {string} word */
const isUpper = (word) => /\p{Uppercase}/u.test(word) && !/\p{Lowercase}|\p{Lt}/u.test(word);

// The words of a text, each with what its row holds, and its marks at the end.
/** @param {ReturnType<typeof knownOf>} known @param {string} text @returns {MoodWord[]} */
function read({ valences, marks, emoji }, text) {
  const plain = inWords(text, emoji);
  const words = plain.split(SPACES).filter(Boolean).map((word) => {
    const shown = stripped(word);
    const lower = shown.toLowerCase();
    const v = valences.get(lower);
    /** @type {Record<string, number>} */
    const own = v !== undefined ? { v, lex: 1, item: 1, [v > 0 ? "good" : "bad_"]: 1 }
      : { nl: 1, ...(!marks.has(lower) && lower.includes("n't") ? { neg: 1 } : {}) };
    const told = (marks.get(lower) ?? []).map((flag) => [flag, 1]);
    return { shown, row: { ...own, ...Object.fromEntries(told),
      [isUpper(shown) ? "up" : "low"]: 1 } };
  });
  const ends = [["!", "excl"], ["?", "ques"]].flatMap(([mark, name]) =>
    Array.from({ length: Math.min(MOST_MARKS, plain.split(mark).length - 1) },
      () => ({ shown: mark, row: { [name]: 1 } })));
  return [...words, ...ends];
}

/** @param {MoodArray} array @param {number[]} values */
function arrayOf({ rows, columns, terms }, values) {
  const out = matrix(rows, columns);
  for (const { data } of terms) {
    for (let i = 0, at = -1; i < data.length; i += 2) {
      at += data[i];
      out.data[at] = values[data[i + 1]];
    }
  }
  return out;
}

// The machine: a function of a text and of the heads that are off.
/** @param {Mood} spec */
export function machineOf(spec) {
  const { names, loud, n_ctx: most, model, values } = spec;
  const known = knownOf(spec);
  const weights = ready(mapped(model, (_, /** @type {any} */ array) => arrayOf(array, values)),
    PRECISIONS.float64);
  const [wide, at] = [names.length, Object.fromEntries(names.map((name, i) => [name, i]))];
  /** @param {Record<string, number>} told @param {number} i */
  const rowOf = (told, i) => {
    const row = new Float64Array(wide);
    for (const [name, value] of Object.entries(told)) row[at[name]] += value;
    if (i) {
      row[at.at] = row[at.place] = i / most;
      row[at["cos 1"]] = Math.cos((i * Math.PI) / most);
      row[at["sin 1"]] = Math.sin((i * Math.PI) / most);
    }
    row[at.balance] = -row.reduce((sum, x) => sum + x, 0);
    row[at.loud] += loud;
    row[at["-loud"]] -= loud;
    return row;
  };
  return (/** @type {string} */ text, /** @type {string[]} */ off) => {
    const words = read(known, text);
    if (words.length >= most) {
      return { error: `The text has ${words.length} words and marks; at most ${most - 1} fit.`,
        words: /** @type {MoodWord[]} */ ([]), steps: /** @type {Row[]} */ ([]), score: 0 };
    }
    const rows =
      /** @type {Record<string, number>[]} */ ([{ start: 1 }, ...words.map(({ row }) => row)])
        .map(rowOf);
    const layers = weights.layers.map((layer, number) =>
      ({ ...layer, heads: layer.heads.filter((_, h) => !off.includes(`${number}.${h}`)) }));
    /** @param {Float64Array} x @param {string} name */
    const column = (x, name) => rows.map((_, i) => x[i * wide + at[name]]).slice(1);
    const steps = [rows.slice(1).map((row) => row[at.v])];
    const encoder = { ...weights, layers, W_pos: matrix(rows.length, wide) };
    const last = encoded(encoder, rows, (number, x) => {
      if (number && number < LAST) steps.push(column(x, "v"));
      if (number !== LAST - 1) return;
      const [after, before] = [column(x, "after"), column(x, "before")];
      steps.push(column(x, "v").map((v, i) => v * (1 + (after[i] - before[i]) / 2)));
    });
    const score = last[(rows.length - 1) * wide + at.out] * Math.sqrt(2 / wide);
    return { words, steps, score, error: "" };
  };
}
