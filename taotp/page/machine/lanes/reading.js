// @ts-check
// A program's lanes on a run: what each part holds at each position, and what heads did.

import { decide } from "../../kit/arithmetic.js";
import { nameOf } from "../../kit/runs.js";
import { bookOf } from "./codebooks.js";
import { onceOf } from "./matrices.js";
import { upTo } from "./origins.js";
import { Stack } from "./stack.js";
/** @import {Program} from "../../kit/page" */
/** @import {Graph} from "../graph.js" */
/** @import {Lane, Lanes} from "./lanes" */

// The lanes of the graphs of a run: of its encoder, where it has one, and of itself.
/** @param {Graph[]} graphs @param {Program} program @returns {Lanes} */
export function lanesOf(graphs, program) {
  const noun = onceOf(program, "noun", () => nounOf(program));
  const graph = graphs[graphs.length - 1];
  const above = graphs.length > 1 ? new Stack(graphs[0], program, noun, "encoder") : undefined;
  const stack = new Stack(graph, program, noun, "", above);
  const name = (/** @type {unknown} */ token) =>
    (Array.isArray(token) ? "" : nameOf(program, Number(token)));
  const said = upTo(graph.count).map((i) =>
    nameOf(program, decide(graph.logits.row(i)).token));
  /** @type {Lane} */
  const answer = { name: "answer", kind: "symbol", part: "answer", by: "answer", head: null,
    layer: stack.weights.layers.length, columns: [], book: bookOf("symbol"), values: said,
    loud: said.map(() => 1), rows: [], stack: "" };
  return {
    tokens: graph.run.tokens.map(name), read: graphs[0] === graph ? []
      : graphs[0].run.tokens.map((token, i) => (Array.isArray(token) ? i : name(token))),
    lanes: [...(above?.lanes ?? []), ...stack.lanes, answer],
    heads: [...(above?.heads ?? []), ...stack.heads], noun, symbols: stack.symbols,
    sentinels: program.sentinels.map((id) => nameOf(program, id)),
    stream: (i) => graph.last.row(i), logits: (i) => graph.logits.row(i),
  };
}

// What a symbol is called in a sentence.
/** @param {Program} program */
export function nounOf({ vocabulary, sentinels }) {
  const typed = vocabulary.filter((_, i) => !sentinels.includes(i));
  const longest = typed.reduce((top, symbol) => Math.max(top, [...symbol].length), 0);
  if (typed.every((symbol) => /^\d+$/u.test(symbol))) return longest === 1 ? "digit" : "number";
  const letters = typed.filter((symbol) => /^\p{L}+$/u.test(symbol)).length > typed.length / 2;
  if (longest === 1) return letters ? "letter" : "symbol";
  return letters ? "word" : "token";
}
