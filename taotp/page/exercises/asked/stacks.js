// @ts-check
// What a program answers to texts, read by an encoder or in one stack: judging/two_stacks.py in
// the page.

import {
  PRECISIONS, begin, decide, hear, lastOf, listen, ready, unembed,
} from "../../kit/arithmetic.js";
import { quotedAsPython } from "../form.js";
import { saysInstead } from "../instead.js";
import { demand, leadOf } from "../leads.js";
import { encode } from "../../kit/wider.js";
import { typedOf } from "./alone.js";
import { isPlain } from "./rules.js";
/** @import {Norm, Transformer} from "../../kit/figures" */
/** @import {Made, SymbolName} from "../../editor/listing/listing" */
/** @import {Hearing, Weights} from "../../kit/page" */
/** @import {Tally} from "./sharing.js" */

/** @param {SymbolName | null | undefined} symbol */
const some = (symbol) => ((symbol ?? null) === null ? [] : [symbol]);

/** @param {Made} made */
const namesOf = ({ vocabulary }) => vocabulary.map(String);

// A machine that reads with an encoder and answers behind a mask; another is told so.
/** @param {Made} made @param {string} where */
export function readerOnly({ model, start }, where) {
  const { encoder, W_E } = model;
  demand(encoder, `${where} expected an encoder that reads, got a model alone`);
  demand(model.causal !== false,
    `${where} expected a decoder with a mask, got one that sees what comes later`);
  const [ours, theirs] = [W_E.rows, encoder.W_E.rows];
  demand(ours === theirs, `${where} expected an encoder of ${ours} symbols, got ${theirs}`);
  demand(some(start).length, `${where} expected a start symbol for the answer, got none`);
}

/** @param {Transformer} model */
export function plainStacks(model) {
  /** @type {[string, Transformer][]} */
  const stacks = [["decoder", model], ["encoder", model.encoder]];
  for (const [name, { norms }] of stacks) {
    demand(norms === "before",
      `at norms of the ${name} expected 'before', got ${quotedAsPython(norms)}`);
  }
  /** @type {[string, Norm | null][]} */
  const places = stacks.map(([name, { norm_final }]) =>
    [`the final norm of the ${name}`, norm_final]);
  for (const [name, { layers }] of stacks) {
    layers.forEach((layer, number) => {
      const place = `layer ${number} of the ${name}`;
      if (layer.heads.length) places.push([place, layer.norm_attn]);
      if (layer.cross.length) places.push([place, layer.norm_cross]);
      if (layer.mlp) places.push([place, layer.norm_mlp]);
    });
  }
  for (const [place, norm] of places) {
    const got = norm ? "another" : "None";
    demand(isPlain(norm) && norm.eps === 1e-10,
      `at ${place} expected a plain LayerNorm, got ${got}`);
  }
}

// A run that is ready to answer a text: what was read of it is heard, or what its encoder said.
/** @param {Weights} weights @param {Made} made @param {string[]} text @returns {Hearing} */
function told(weights, made, text) {
  const names = namesOf(made);
  /** @param {(SymbolName | null | undefined)[]} symbols */
  const ids = (...symbols) => symbols.flatMap(some).map((symbol) => names.indexOf(String(symbol)));
  const read = [...ids(made.opening), ...text.map((name) => names.indexOf(name)),
    ...ids(made.after)];
  const n_ctx = weights.encoder ? made.model.encoder.W_pos.rows : made.model.W_pos.rows;
  demand(read.length && read.length <= n_ctx,
    `at n_ctx expected room for ${read.length} tokens, got room for ${n_ctx}`);
  const run = begin(weights, [], weights.encoder ? encode(weights, read) : []);
  for (const id of weights.encoder ? ids(made.start) : [...ids(made.start), ...read]) hear(run, id);
  return run;
}

/** @param {string[]} text */
const spelled = (text) => text.join(" ") || "nothing";

// All that a program says, without its sentinels.
/** @param {Weights} weights @param {Made} made @param {string[]} text */
export function answerTo(weights, made, text) {
  const [run, names, { rows }] = [told(weights, made, text), namesOf(made), made.model.W_pos];
  const typed = typedOf(made);
  const room = rows + 1 - run.tokens.length;
  const asked = made.steps ?? Math.max(room, 1);
  /** @type {string[]} */
  const said = [];
  for (let step = 0; step < (made.slide ? asked : Math.min(asked, room)); step++) {
    const { token } = decide(unembed(run, lastOf(run, run.tokens.length - 1)));
    if (token < 0 || names[token] === String(made.stop)) break;
    said.push(names[token]);
    if (run.tokens.length < rows || made.slide) hear(run, token);
  }
  return said.filter((name) => typed.includes(name));
}

// What is wrong with an answer, read along all at once, "" for nothing; and by how much it leads.
/** @param {Weights} weights @param {Made} made @param {string[]} text @param {string[]} said */
function along(weights, made, text, said) {
  const names = namesOf(made);
  const right = [...said, ...some(made.stop).map(String)].map((name) => names.indexOf(name));
  const { steps } = made;
  if ((steps ?? null) !== null && steps < right.length) right.length = Math.max(steps, said.length);
  const run = told(weights, made, text);
  const first = run.tokens.length - 1;
  const [need, { rows }] = [first + right.length, made.model.W_pos];
  demand(need <= rows, `at n_ctx expected ${need} or more, got ${rows}`);
  listen(run, right.slice(0, -1));
  return right.map((id, place) => leadOf(unembed(run, lastOf(run, first + place)), id,
    `after ${spelled(text)}, as symbol ${place},`, (other) => names[other]));
}

// A text is a string with a letter for each symbol.
/** @typedef {{symbols: Record<string, string>, inputs: number}} Symbols */
/** @typedef {Symbols & {texts: string[], said: string[]}} Texts */

// Every text, in groups of equal lengths; of each the first is answered by itself as well.
/** @param {Texts} step @param {Made} made @returns {Generator<undefined, Tally>} */
export function* answersTo({ symbols, texts, said, inputs }, made) {
  const typed = typedOf(made);
  const missing = Object.values(symbols).sort().find((symbol) => !typed.includes(symbol));
  demand(missing === undefined,
    `at the vocabulary expected ${quotedAsPython(missing ?? "")}, got none such`);
  const weights = ready(made.model, PRECISIONS.float64);
  /** @param {string} text */
  const named = (text) => [...text].map((letter) => symbols[letter]);
  let margin = Infinity;
  for (let i = 0, begins = 0; i < texts.length; i++) {
    margin = Math.min(margin, ...along(weights, made, named(texts[i]), named(said[i])));
    yield;
    const last = texts[i + 1]?.length !== texts[i].length || said[i + 1].length !== said[i].length;
    if (!last) continue;
    const [text, wanted] = [named(texts[begins]), named(said[begins])];
    const came = answerTo(weights, made, text);
    demand(String(came) === String(wanted),
      `after ${spelled(text)} ${saysInstead(spelled(wanted), spelled(came))}`);
    begins = i + 1;
  }
  return { inputs, asked: texts.length, margin };
}
