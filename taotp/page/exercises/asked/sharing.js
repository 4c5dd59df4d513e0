// @ts-check
// Prompts that begin alike share what was heard of them, so that thousands are asked in a moment.

import { begin, hear, listen } from "../../kit/arithmetic.js";
/** @import {Hearing, Token} from "../../kit/page" */

// How many inputs there are, how many of them were asked, and by how much the closest one leads.
/** @typedef {{inputs: number, asked: number, margin: number}} Tally */

// Forgets all that was heard after the first n tokens.
/** @param {Hearing} run @param {number} n */
function forget(run, n) {
  run.tokens.length = run.heard.length = n;
  for (const rows of Object.values(run.stream)) rows.length = Math.min(rows.length, n);
  for (const seen of run.heads.flat()) {
    for (const rows of [seen.keys, seen.values, seen.scores, seen.pattern]) {
      rows.length = Math.min(rows.length, n);
    }
    seen.before = undefined;
  }
}

// A run that has heard these ids and no others, made of one that has heard some; after each token
// the caller may pause.
/** @param {Hearing} run @param {Token[]} ids @returns {Generator<undefined, Hearing>} */
export function* heardOf(run, ids) {
  if (run.weights.causal === false) {
    const anew = begin(run.weights);
    listen(anew, ids);
    return anew;
  }
  let same = 0;
  while (same < ids.length && run.heard[same] === ids[same]) same += 1;
  if (same < run.heard.length) forget(run, same);
  for (const id of ids.slice(same)) {
    hear(run, id);
    yield;
  }
  return run;
}
