// @ts-check
// Layers that are typed, of machines of which all else is given: judging/grammar.py in the page.

import { PRECISIONS, begin, lastOf, ready, unembed } from "../arithmetic.js";
import { quotedAsPython } from "../form.js";
import { demand } from "../leads.js";
import { heardOf } from "./sharing.js";
/** @import {Transformer} from "../figures" */
/** @import {Made} from "../listing/listing" */
/** @import {Tally} from "./sharing.js" */

/** @typedef {{where: string, known: string[], longest: number, heads: number}} Given */

// The text has lines of the kinds that are asked for, and few heads.
/** @param {Given} step @param {Transformer} model @param {string} typed */
export function givenIs({ where, known, longest, heads }, { layers }, typed) {
  const length = [...typed].length;
  demand(length <= longest, `${where} expected at most ${longest} letters, got ${length}`);
  const strange = typed.split("\n").find((line) => {
    const first = line.match(/^[\p{L}\p{N}_]+/u);
    return first && !known.includes(first[0]);
  });
  demand(strange === undefined, `${where} expected lines that begin with ${known.join(", ")}, ` +
    `got ${quotedAsPython(strange ?? "")}`);
  const count = layers.reduce((sum, layer) => sum + layer.heads.length, 0);
  demand(count <= heads, `${where} expected at most ${heads} heads, got ${count}`);
}

/** @param {{words: string, known: string[]}} step @param {Made} made */
export function noNew({ words, known }, { vocabulary }) {
  const [strange] = vocabulary.map(String).filter((word) => !known.includes(word)).sort();
  demand(strange === undefined, `${words}, got ${quotedAsPython(strange ?? "")}`);
}

/** @typedef {{start: string, phrases: string[], wanted: number[], inputs: number}} Phrases */

// After each phrase, with tabs between its words, 1 leads over 0, or not, as it should; the first
// that is wrong is told.
/** @param {Phrases} step @param {Made} made @returns {Generator<undefined, Tally>} */
export function* phrases({ start, phrases: all, wanted, inputs }, made) {
  const at = new Map(made.vocabulary.map((symbol, id) => [String(symbol), id]));
  let run = begin(ready(made.model, PRECISIONS.float64));
  for (const [i, phrase] of all.entries()) {
    const ids = [start, ...phrase.split("\t")].map((word) => at.get(word));
    run = yield* heardOf(run, ids);
    const logits = unembed(run, lastOf(run, ids.length - 1));
    const got = Number(logits[at.get("1")] > logits[at.get("0")]);
    demand(got === wanted[i],
      `on ${quotedAsPython(phrase.replaceAll("\t", " "))} expected ${wanted[i]}, got ${got}`);
  }
  return { inputs, asked: all.length, margin: Infinity };
}
