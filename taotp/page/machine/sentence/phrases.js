// @ts-check
// What an answer means, which words do not go with which, and which form would do: as
// taotp/words/agreement_errors.py says it.

import { begin, hear, listen, normalize } from "../../kit/arithmetic.js";
import { RUNS, joined } from "../../kit/runs.js";
/** @import {Marker, Phrases, Speaker} from "../../kit/figures" */
/** @import {Compute, Hearing, Program, Run, Token} from "../../kit/page" */

/** @typedef {{place: number, beside: number}} Misfit */

const SAID = 3; // misfits that a sentence tells; of more it says how many
/** @type {[string, string][]} */
const ENDINGS = [["", "s"], ["", "es"], ["y", "ies"], ["s", ""], ["es", ""], ["ies", "y"]];

// What a unit reads at a place.
/** @param {Hearing} seen @param {number} place @param {Marker} marker */
function loudness({ weights, stream }, place, { layer, unit }) {
  const { mlp: { W_in, b_in }, norm_mlp } = weights.layers[layer];
  const row = normalize(stream[`attention ${layer}`][place], norm_mlp, weights.round);
  return row.reduce((sum, x, i) => sum + x * W_in.data[i * W_in.columns + unit], b_in.data[unit]);
}

// The place that a marked one does not go with, by the loudest unit that marks it; 0 for none.
/** @param {Hearing} seen @param {number} place @param {Phrases} phrases */
function besideOf(seen, place, { markers }) {
  const loud = markers.map((marker) => loudness(seen, place, marker));
  const { heads } = markers[loud.indexOf(Math.max(...loud))];
  for (const path of heads) {
    const [layer, h] = path.split(".").map(Number);
    const looks = seen.heads[layer][h].pattern[place] ?? [];
    const at = looks.indexOf(Math.max(...looks));
    if (at > 0 && at !== place) return at;
  }
  return 0;
}

// The words that are marked, each with the one that it does not go with.
/** @param {Hearing} seen @param {Phrases} phrases @returns {Misfit[]} */
function misfitsOf(seen, phrases) {
  return seen.stream[phrases.after].flatMap((row, place) =>
    (row[phrases.column] > 1 / 2 ? [{ place, beside: besideOf(seen, place, phrases) }] : []));
}

// A prompt that is heard, and nothing said.
/** @param {Run} run @param {Token[]} prompt */
function heardAgain({ weights, off }, prompt) {
  const seen = begin(weights, off);
  if (weights.causal === false) listen(seen, prompt);
  else prompt.forEach((id) => hear(seen, id));
  return seen;
}

// What may stand for a word: those of its line, and those with other endings.
/** @param {string} word @param {string[]} forms */
function otherForms(word, forms) {
  const own = forms.map((line) => line.split(" ")).filter((line) => line.includes(word)).flat();
  const spelled = ENDINGS.filter(([ending]) => word.endsWith(ending))
    .map(([ending, other]) => word.slice(0, word.length - ending.length) + other);
  return [...new Set([...own, ...spelled])].filter((form) => form !== word);
}

// Another form of a marked word, with which fewer are marked; "" for none.
/** @param {Run} run @param {Phrases} phrases @param {number} place @param {number} now */
function instead(run, phrases, place, now) {
  const { program, first, heard } = run;
  const prompt = heard.slice(0, first + 1);
  return otherForms(program.vocabulary[prompt[place]], phrases.forms).find((form) => {
    const id = program.vocabulary.indexOf(form);
    return id >= 0 && misfitsOf(heardAgain(run, prompt.with(place, id)), phrases).length < now;
  });
}

/** @param {Run} run @param {Phrases} phrases @param {Misfit} misfit @param {number} now */
function tell(run, phrases, { place, beside }, now) {
  const { program, first, heard } = run;
  /** @param {number} at */
  const isWord = (at) => at > 0 && at <= first && !program.sentinels.includes(heard[at]);
  /** @param {number} at */
  const word = (at) => `\u201c${program.vocabulary[heard[at]]}\u201d`;
  if (!isWord(place)) return "it ends too early";
  const better = beside ? instead(run, phrases, place, now) : "";
  const said = isWord(beside) ? `${word(place)} does not go with ${word(beside)}`
    : `${word(place)} ${phrases.alone}`;
  return better ? `${said}, but \u201c${better}\u201d would` : said;
}

// What a run says in words; "" where the machine counts other words than it marks.
/** @param {Run} run @param {Phrases} phrases */
export function inWords(run, phrases) {
  const { program, decisions, first } = run;
  const answer = joined(program, decisions.slice(first).map(({ token }) => token));
  const phrase = phrases.answers[answer];
  const marked = misfitsOf(run, phrases);
  const counts = /^\d+$/.test(answer) ? Number(answer) : marked.length;
  if (!phrase || counts !== marked.length || phrase.includes("{") !== marked.length > 0) return "";
  const told = marked.slice(0, SAID).map((misfit) => tell(run, phrases, misfit, marked.length));
  const more = marked.length > SAID ? [`and ${marked.length - SAID} more`] : [];
  return phrase.replace("{misfits}", [...told, ...more].join("; "));
}

const { speaker } = RUNS;

// A machine whose answers are codes has a sentence for each; it is found once for what is heard.
/** @param {Speaker} spec @returns {Compute<Run>} */
RUNS.speaker = (spec) => {
  const speak = speaker(spec);
  const phrases = spec.reading?.phrases;
  if (!phrases) return speak;
  /** @type {WeakMap<object, string>} */
  const known = new WeakMap();
  return (state) => {
    const run = speak(state);
    if (!known.has(run.decisions)) known.set(run.decisions, inWords(run, phrases));
    const text = known.get(run.decisions);
    return text ? { ...run, whole: { ...run.whole, text: `${run.told}: ${text}.` } } : run;
  };
};
