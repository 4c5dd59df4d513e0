// @ts-check
// What a figure of words has heard so far, in this page alone: recordings of each word, and the
// sound that is to be named. Its weights are the recordings.

import { RUNS } from "../../page/kit/runs.js";
import { trimmed } from "../../page/sound/ends.js";
import { fromMuLaw } from "../../page/sound/wav.js";
import { changed } from "./changed.js";
import { cosine, listenerOf } from "./listener.js";
/** @import {Words} from "../../page/kit/figures" */
/** @import {Compute, FigureRun, State} from "../../page/kit/page" */
/** @import {SoundInput} from "../../page/sound/input.js" */
/** @import {Recording, WordListener} from "./listener.js" */

/**
 * @typedef {FigureRun & {names: string[], all: Recording[][], labels: number[], label: number,
 *   cosines: (number | undefined)[], heard?: ReturnType<WordListener["hear"]>,
 *   pending?: boolean}} WordsRun
 * @typedef {{own: Recording[][], said: Float64Array | undefined, turn: number,
 *   done: {key: string, run: WordsRun} | undefined, readonly machine: WordListener,
 *   input?: SoundInput, recordings(state: State): Recording[][],
 *   once(weights: string, word: string): Recording[],
 *   asked(state: State): Float64Array | undefined, add(i: number, samples: Float64Array): void,
 *   take(i: number, k: number): void, say(samples: Float64Array): void, forget(): void,
 *   isKnown(state: State): boolean, settle(state: State): void}} WordBench
 * @typedef {Words & {bench?: WordBench}} WordsFigure
 */

const MOST = 9; // recordings of one word
const ONE_SOUND = 0.85; // the cosine from which on two words sound as if one had been said twice
const RECORDED = "This recording was cut off: say it anew.";

/** @param {Words} spec @returns {WordBench} */
export function benchOf(spec) {
  const { sounds, words, own } = spec;
  /** @type {WordListener} */
  let machine;
  /** @type {Record<string, any>} */
  const known = {}; // what was made of the sounds that come with the figure
  /** @type {WordBench} */
  const bench = {
    own: words.map(() => /** @type {Recording[]} */ ([])), said: undefined, turn: 0,
      done: undefined,
    get machine() {
      return (machine ??= listenerOf(spec));
    },
    recordings({ weights }) {
      if (weights === own) return bench.own;
      return (known[weights] ??= words.map((word) => bench.once(weights, word)));
    },
    once(weights, word) {
      return (known[`${weights} once ${word}`] ??=
        [bench.machine.remember(fromMuLaw(sounds[weights].once[word]))]);
    },
    // What is to be named; nothing where a reader has said nothing yet.
    asked({ heard }) {
      if (heard === own) return bench.said;
      const [voice, word] = heard.split(" ");
      return (known[heard] ??= fromMuLaw(sounds[voice].again[word]));
    },
    add(i, samples) {
      if (bench.own[i].length === MOST) throw new Error(
        `There are ${MOST} recordings; take one away first.`);
      bench.own[i].push(bench.machine.remember(wordIn(samples)));
      bench.turn += 1;
    },
    take(i, k) {
      bench.own[i].splice(k, 1);
      bench.turn += 1;
    },
    say(samples) {
      bench.said = wordIn(samples);
      bench.turn += 1;
    },
    forget() {
      bench.own.forEach((each) => each.splice(0));
      bench.said = undefined;
      bench.turn += 1;
    },
    isKnown: (state) => bench.done?.key === keyOf(spec, state, bench.turn),
    settle(state) {
      bench.done = { key: keyOf(spec, state, bench.turn), run: runOf(spec, bench, state) };
    },
  };
  return bench;
}

// What decides what is heard.
/** @param {Words} spec @param {State} state @param {number} turn */
const keyOf = ({ names }, { weights, heard, speed, level, noise, ...others }, turn) =>
  JSON.stringify([turn, weights, heard, speed, level, noise, names.map((name) => others[name])]);

// The word in what a microphone or a file gave.
/** @param {Float64Array} samples */
function wordIn(samples) {
  if (samples.some((x) => !(Math.abs(x) <= 1))) throw new Error(RECORDED);
  const word = trimmed(samples);
  if (!word.length)
    throw new Error("No word was heard. Say it again, louder or nearer to the microphone.");
  return word;
}

const ORDER = ["first", "second", "third", "fourth"];
/** @param {number} x */
export const plain = (x) => x.toFixed(2).replace("-", "\u2212");
/** @param {string} name */
const quoted = (name) => `\u201c${name}\u201d`;

// What is wrong with the words, in a sentence; nothing where they can be told apart.
/** @param {string[]} names @param {Recording[][]} all */
function faultOf(names, all) {
  const nameless = names.findIndex((name) => !name.trim());
  if (nameless >= 0) return `The ${ORDER[nameless]} word has no name; type one.`;
  const again =
    names.find((name, i) => names.some((other, j) => j < i && other.trim() === name.trim()));
  if (again) return `Two words are called ${quoted(again)}; each needs a name of its own.`;
  const missing = names.filter((_, i) => !all[i].length).map(quoted);
  if (missing.length === names.length) return "No words yet: say each of the three once.";
  const rest = [missing.slice(0, -1).join(", "), missing[missing.length - 1]].filter(Boolean)
    .join(" and ");
  return missing.length ? `Still to be said: ${rest}.` : "";
}

// Two words whose recordings sound like one word that was said twice.
/** @param {string[]} names @param {Recording[][]} all */
function alikeIn(names, all) {
  for (let i = 0; i < names.length; i++) {
    for (let j = 0; j < i; j++) {
      const most =
        Math.max(...all[i].flatMap((a) => all[j].map((b) => cosine(a.rows[0], b.rows[0]))));
      if (most > ONE_SOUND)
        return ` ${quoted(names[j])} and ${quoted(names[i])} ` +
          `sound alike (${plain(most)}): was one word said twice?`;
    }
  }
  return "";
}

/** @param {Words} spec @param {WordBench} bench @param {State} state @returns {WordsRun} */
function runOf(spec, bench, state) {
  const names = spec.names.map((name) => state[name]);
  const all = bench.recordings(state);
  const labels = all.flatMap((each, i) => each.map(() => i));
  const known = { names, all, labels, label: -1,
    cosines: labels.map(() => /** @type {number | undefined} */ (undefined)) };
  /** @param {string} text @param {Partial<WordsRun>} [more] */
  const stop = (text, more = {}) =>
    ({ ...known, ...more, whole: { kind: "", text }, now: { text: "" } });
  const fault = faultOf(names, all);
  if (fault) return stop(fault);
  const asked = bench.asked(state);
  if (!asked) return stop("Now say one of them. (What was said before is gone: nothing is kept.)");
  try {
    const heard = bench.machine.hear(changed(asked, state));
    const answer = bench.machine.answer(heard, all.flat(), labels);
    return { ...known, heard, ...answer, ...told(spec, state, names, all, { labels, ...answer }) };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return stop(error.message);
  }
}

// What came out, in words.
/**
 * @param {Words} spec @param {State} state @param {string[]} names @param {Recording[][]} all
 * @param {{labels: number[], cosines: number[], label: number}} answer
 */
function told(spec, state, names, all, { labels, cosines, label }) {
  const best = cosines.indexOf(Math.max(...cosines));
  const [voice, word] = state.heard.split(" ");
  const should = voice === state.weights ? spec.words.indexOf(word) : -1;
  const now =
    { text: `Of all recordings it is most ` +
      `like ${quoted(names[labels[best]])}: ${plain(cosines[best])}.${alikeIn(names, all)}` };
  if (label < 0) {
    const text = "It says nothing: no word has votes enough; a recording votes from " +
      `${spec.alike[0]} on.`;
    return { whole: { kind: "soft", text }, now };
  }
  const wrong = should >= 0 && should !== label ? `; it should be ${quoted(names[should])}` : "";
  const kind = should < 0 ? "" : wrong ? "wrong" : "right";
  return { whole: { kind, text: `It hears ${quoted(names[label])}${wrong}.` }, now };
}

/** @type {WeakMap<object, WordsFigure>} */
const figures = new WeakMap();

// The figure that a control belongs to.
/** @param {object} control */
export const figureOf = (control) => figures.get(control);

// At first all is heard before anything is drawn, so that nothing moves when it comes; where there
// is time, one word after the other (`ahead`). Later a run is drawn as it was, and computed anew
// after a rest: `pending` tells.
/** @param {WordsFigure} spec @returns {Compute<WordsRun>} */
RUNS.words = (spec) => {
  const bench = (spec.bench ??= benchOf(spec));
  for (const control of spec.controls) figures.set(control, spec);
  /** @param {State} state */
  const run = (state) => {
    if (!bench.done) bench.settle(state);
    return { ...bench.done.run, pending: !bench.isKnown(state) };
  };
  const { weights } = spec.state;
  const hear = weights === spec.own ? []
    : spec.words.map((word) => () => bench.once(String(weights), word));
  return Object.assign(run, { ahead: [() => bench.machine, ...hear] });
};
