// @ts-check
// The machine of hello_world(name), made in the page: the same numbers, and what it says to every
// input there is.

import {
  PRECISIONS, begin, decide, lastOf, listen, matrix, ready, unembed,
} from "../../page/kit/arithmetic.js";
import { changesIn, withNumbers } from "../../page/kit/runs.js";
import { onCircle } from "../../page/positions/space.js";
/** @import {Cover, Norm, Transformer} from "../../page/kit/figures" */
/** @import {Change, Numbers, Token, Weights} from "../../page/kit/page" */

export const START = 0; // the id; the last id is the stop

/**
 * What a name asks for: its symbols by id, the first and the last of which are no letters, the id
 * that each place should say, and whether letters of the name had to wait.
 * @typedef {{name: string, symbols: string[], says: Token[], waits: boolean}} Spelled
 */
/** @typedef {Spelled & Numbers & {answers: Token[][], dropped: number, told: Token[]}} Machine */

// The letters of a text as its reader sees them: a letter with its marks is one. No more than some
// are cut off a text of any length.
/** @param {string} text @param {number} most */
function lettersOf(text, most) {
  const letters = [];
  const cut = Intl.Segmenter ? new Intl.Segmenter("en").segment(text) : text;
  for (const letter of cut) {
    letters.push(typeof letter === "string" ? letter : letter.segment);
    if (letters.length > most) break;
  }
  return letters;
}

/** @param {string} text @param {number} most @returns {Spelled} */
export function spelled(text, most) {
  const all = lettersOf(text, most);
  const letters = all.slice(0, most);
  const known = [...new Set(letters)];
  return {
    name: letters.join(""),
    symbols: ["start", ...known, "stop"],
    says: [...letters.map((letter) => 1 + known.indexOf(letter)), 1 + known.length],
    waits: all.length > most,
  };
}

// Symbols stand evenly on the circle; a place holds what it is to say, so many times as loud.
/** @param {Spelled} spelled @param {Pick<Cover, "loud" | "norm">} spec @returns {Transformer} */
export function modelOf({ symbols, says }, { loud, norm }) {
  const rows = symbols.map((_, k) => onCircle((2 * Math.PI * k) / symbols.length));
  /** @param {number[][]} of */
  const table = (of) => matrix(of.length, 3, Float64Array.from(of.flat()));
  return {
    W_E: table(rows), W_pos: table(says.map((id) => rows[id].map((x) => loud * x))), W_U: null,
    layers: [], norm_final: /** @type {Norm} */ (norm), norms: "before", causal: true,
    encoder: null,
  };
}

// What is said to each token at each place, by token and place; -1 for what is not a number.
/** @param {Weights} weights @param {number} tokens @param {number} places */
function answersOf(weights, tokens, places) {
  return Array.from({ length: tokens }, (_, token) => {
    const run = begin(weights);
    listen(run, Array(places).fill(token));
    return Array.from({ length: places }, (_, place) =>
      decide(unembed(run, lastOf(run, place))).token);
  });
}

// What it says by itself: each place hears what was said before it.
/** @param {Token[][]} answers */
function toldBy(answers) {
  /** @type {Token[]} */
  const told = [];
  for (let [place, heard] = [0, START]; place < answers[START].length; place += 1) {
    heard = answers[heard][place];
    told.push(heard);
    if (heard < 0 || heard === answers.length - 1) break;
  }
  return told;
}

// The machine of a name, with some of its numbers changed, as "W_pos:5.0=-2;..." says.
/** @param {Cover} spec @param {string} name @param {string} changed @returns {Machine} */
export function machineOf(spec, name, changed) {
  const word = spelled(name, spec.most);
  const changes = changesIn(changed);
  const made = withNumbers(modelOf(word, spec), changes);
  const asked = changed.split(";").filter((entry) => entry.trim()).length;
  const answers = answersOf(ready(made.model, PRECISIONS.float64), word.symbols.length,
    word.says.length);
  const taken = changes.filter((change) => isTaken(made, change)).length;
  return { ...word, ...made, answers, dropped: asked - taken, told: toldBy(answers) };
}

/** @param {Numbers} made @param {Change} change */
const isTaken = ({ changed }, [path, row, column]) => `${path}:${row}.${column}` in changed;

// How many of the inputs are answered as they should be.
/** @param {Pick<Machine, "answers" | "says">} machine */
export function rightOf({ answers, says }) {
  return answers.flat().filter((id, i) => id === says[i % says.length]).length;
}

// The way of the name through the places: what each hears when all before it were right.
/** @param {Token[]} says */
export const wayOf = (says) => [START, ...says.slice(0, -1)];
