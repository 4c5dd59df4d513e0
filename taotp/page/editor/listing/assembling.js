// @ts-check
// Level two: sentences as a program, each read by what its first word means (assembling.py).

import { matrix } from "../../kit/arithmetic.js";
import { LIMITS, WORDS } from "./language.js";
import { Misread, listed, quoted, suggestion, tooManyOf, wrongAt } from "./faults.js";
import { HEADERS } from "./header.js";
import { HEADS } from "./heads.js";
import { LAYERS, finished } from "./layers.js";
import { Machine } from "./machine.js";
import { transposed } from "./matrices.js";
import { layRows } from "./rows.js";
import { splitSentences } from "./sentences.js";
import { TABLES } from "./lookups.js";
/** @import {Made} from "./listing" */
/** @import {Sentence} from "./sentences.js" */

/** @type {Record<string, (made: Machine, line: Sentence) => void>} */
const IN_LAYERS = { ...LAYERS, ...HEADS, ...TABLES };

// How a machine of semes is read, where a part of the script knows (semes/stacks.js); `instead` has
// what it says instead of a sentence about places.
/**
 * @type {{Stacks: (new (text: string, wrongs: Misread[]) => Machine) | null,
 *   headers: Record<string, (made: any, line: Sentence) => void>, instead: Record<string, string>,
 *   assemble: ((made: any, lines: Sentence[], first: Record<string, Sentence>) => Made) | null}}
 */
export const OF_SEMES = { Stacks: null, headers: {}, instead: {}, assemble: null };

/** @param {string} text @returns {Made} */
export function readSentences(text) {
  const [lines, wrongs] = splitSentences(text);
  const semes = lines.find((line) => line.first === "semes");
  if (semes && !OF_SEMES.assemble) {
    return { wrongs: [wrongAt(semes.words[0], "machines of semes are not read on this page")] };
  }
  const made = semes ? new OF_SEMES.Stacks(text, wrongs) : new Machine(text, wrongs);
  const [known, first] = readHeader(made, lines, Boolean(semes));
  if (wrongs.length) return { wrongs };
  return semes ? OF_SEMES.assemble(made, known, first) : layWeights(made, known);
}

// Numbers with names come first, then symbols, then sizes; a fault in one of them would be a fault
// in all that follows, which is not read then.
/**
 * @param {Machine} made @param {Sentence[]} all @param {boolean} ofSemes
 * @returns {[Sentence[], Record<string, Sentence>]}
 */
function readHeader(made, all, ofSemes) {
  checkFirstWords(made, all, ofSemes ? WORDS.ofSemes : WORDS.usual);
  const lines = all.filter((line) => belongs(made, line, ofSemes));
  checkCounts(made, lines);
  const headers = { ...HEADERS, ...OF_SEMES.headers };
  /** @type {Record<string, Sentence>} */
  const first = {}; // of the sentences that may be there once
  for (const line of lines) {
    if (Object.hasOwn(headers, line.first) && line.first !== "let") {
      made.attempt(line, once, first);
    }
  }
  for (const words of WORDS.turns) {
    for (const line of lines) {
      if (words.includes(line.first) && (line.first === "let" || first[line.first] === line)) {
        made.attempt(line, headers[line.first]);
      }
    }
  }
  if (ofSemes) return [lines, first];
  const missing = Object.entries(WORDS.lacks).filter(([word]) => !first[word]);
  if (missing.length && !made.wrongs.length) {
    made.wrongs.push(new Misread(0, 1,
      `the listing lacks ${listed(missing.map(([, said]) => said))}`));
  }
  if (!made.wrongs.length) {
    made.attempt(first.stream, ({ names, symbols, n_ctx, d_model }, { words: [word] }) =>
      names.spend((symbols.length + n_ctx) * d_model, word));
  }
  return [lines, first];
}

// Whether a sentence speaks of what the machine is made of; noted where it does not.
/** @param {Machine} made @param {Sentence} of @param {boolean} ofSemes */
function belongs(made, { first, words: [word] }, ofSemes) {
  const instead = ofSemes ? Object.hasOwn(OF_SEMES.instead, first) : WORDS.ofSemes.includes(first);
  if (instead && made.wrongs.length < LIMITS.faults) {
    made.wrongs.push(wrongAt(word, ofSemes
      ? `'${first}' speaks of parts, and a machine of semes has none; ${OF_SEMES.instead[first]}`
      : `'${first}' is for machines of semes, which have a line 'semes NAME NAME ...'; in others ` +
        "'embed', 'attend' and 'unembed' make what is said"));
  }
  return !instead;
}

/** @param {Machine} of @param {Sentence[]} lines @param {string[]} usual */
function checkFirstWords({ wrongs }, lines, usual) {
  for (const { words: [word] } of lines) {
    if (word.kind !== "name" || !WORDS.firstWords.includes(word.text)) {
      const near = word.kind === "name" && suggestion(word.text, WORDS.firstWords);
      const meant = WORDS.numbersOnly.includes(word.text)
        ? "; this is said in numbers only, as a key of level one"
        : near || `; lines begin with ${usual.join(", ")}: see the page The language`;
      wrongs.push(wrongAt(word, `no line begins with ${quoted(word.text)}${meant}`));
    }
    if (wrongs.length >= LIMITS.faults) return;
  }
}

// Notes where there are more layers or heads than a listing may have.
/** @param {Machine} of @param {Sentence[]} lines */
function checkCounts({ wrongs }, lines) {
  /** @type {Record<string, string>} */
  const counted = WORDS.counted;
  for (const what of /** @type {("layers" | "heads")[]} */ (["layers", "heads"])) {
    const all = lines.filter(({ first }) =>
      Object.hasOwn(counted, first) && counted[first] === what);
    if (all.length > LIMITS[what]) {
      wrongs.push(wrongAt(all[LIMITS[what]].words[0], tooManyOf(what)));
    }
  }
}

/** @param {Machine} made @param {Sentence} line @param {Record<string, Sentence>} first */
function once(made, line, first) {
  const kind = line.first === "characters" ? "symbols" : line.first;
  const other = (first[kind] ??= line);
  if (other === line) first[line.first] = line;
  else {
    const is = /^(symbols|semes)$/.test(kind) ? `${kind} are` : `${kind} is`;
    throw wrongAt(line.words[0],
      `the ${is} given twice; first in line ${made.lineOf(other.words[0])}`);
  }
}

// Rows, then layers.
/** @param {Machine} made @param {Sentence[]} lines @returns {Made} */
function layWeights(made, lines) {
  made.W_E = matrix(made.symbols.length, made.d_model);
  made.W_pos = matrix(made.n_ctx, made.d_model);
  for (const word of WORDS.laid) {
    for (const line of lines) if (line.first === word) made.attempt(line, layRows);
  }
  const unlaid = made.names.unlaid = made.wrongs.length > 0;
  for (const line of lines) {
    if (Object.hasOwn(IN_LAYERS, line.first)) made.attempt(line, IN_LAYERS[line.first]);
  }
  const layers = unlaid ? [] : made.layers.map((draft) => finished(made, draft));
  const { wrongs, symbols: vocabulary, sentinels, steps, slide, norm, after } = made;
  const { W_E, W_pos, W_U } = made;
  const norm_final = "final" in made.norm_final ? made.norm_final.final : after ? null : norm;
  const subspaces = made.subspaces.map(({ name, start, size }) => ({ name, at: start, size }));
  const norms = after ? "after" : "before";
  return {
    wrongs, vocabulary, ...sentinels, steps, slide, subspaces, words: null,
    model: {
      norms, causal: true, W_E, W_pos, W_U: W_U && transposed(W_U), norm_final, layers,
      encoder: null,
    },
  };
}
