// @ts-check
// Weights typed as a listing: it is assembled, run along a message, held to the rules of the game
// and counted, as exercises/judging/text.py and judge.py do.

import { PRECISIONS, arraysOf, begin, decode, hear, lastOf, ready, unembed } from "./arithmetic.js";
import { CHECKS, notYet, quotedAsPython } from "./form.js";
import { demand, general, leadOf } from "./leads.js";
import { readListing } from "./listing/reading.js";
/** @import {Matrix, Norm, Transformer} from "./figures" */
/** @import {Made, SymbolName} from "./listing/listing" */
/** @import {Check, Row, Token} from "./page" */

/** @param {Transformer} model @param {(x: number) => boolean} of */
function countOf(model, of) {
  return Object.values(arraysOf(model)).reduce((sum, { data }) => sum + data.filter(of).length, 0);
}

// Rules of the game.

// What the book's machine lacks: where it is, what was expected there, and what is there.
/** @param {Transformer} model @returns {Generator<[string, unknown, unknown]>} */
function* beyond({ causal, encoder, layers }) {
  if (!causal) yield ["causal", "True", "False"];
  if (encoder) yield ["encoder", "None", "a Transformer"];
  for (const [number, { cross, heads, mlp }] of layers.entries()) {
    if (cross.length) yield [`layer ${number}`, "no cross heads", cross.length];
    for (const [h, head] of heads.entries()) {
      for (const name of ["b_Q", "b_K", "b_V", "b_O"]
        .filter((bias) => head[/** @type {"b_Q"} */ (bias)])) {
          yield [`${name} of head ${h} in layer ${number}`, "None", "a bias"];
        }
    }
    const act = mlp?.act ?? "relu";
    if (act !== "relu") yield [`act of the MLP in layer ${number}`, "relu", act];
  }
}

/** @param {Transformer} model @param {boolean} centered */
function standard(model, centered) {
  for (const [place, expected, got] of beyond(model)) {
    demand(false, `at ${place} expected ${expected}, got ${got}`);
  }
  const name = centered ? "LayerNorm" : "RMSNorm";
  demand(model.norms === "before",
    `at norms expected 'before', got ${quotedAsPython(model.norms)}`);
  /** @type {[string, Norm | null][]} */
  const places = [["norm_final", model.norm_final]];
  model.layers.forEach(({ heads, mlp, norm_attn, norm_mlp }, number) => {
    if (heads.length) places.push([`norm_attn of layer ${number}`, norm_attn]);
    if (mlp) places.push([`norm_mlp of layer ${number}`, norm_mlp]);
  });
  for (const [place, found] of places) {
    const other = !found ? "no norm" : found.centered ? "LayerNorm" : "RMSNorm";
    demand(found?.centered === centered, `at ${place} expected ${name}, got ${other}`);
    demand(!found.inside, `at ${place} expected eps beside the root, got it inside`);
    const plain = !found.gamma && !found.beta && found.eps === 1e-10;
    demand(plain, `at ${place} expected gamma 1, beta 0 and eps 1e-10, got others`);
  }
}

/** @type {Record<string, [(x: number) => boolean, string]>} */
const FITTING = {
  integer: [Number.isInteger, "an integer"],
  positive: [(x) => x > 0, "a positive number"],
  zero: [(x) => x === 0, "0"],
};

/** @param {Matrix | null} W @param {string} name @param {string} kind */
function every(W, name, kind) {
  const [fits, what] = FITTING[kind];
  const misfit = W ? W.data.findIndex((x) => !fits(x)) : -1;
  if (misfit < 0) return;
  const place = `[${Math.floor(misfit / W.columns)}, ${misfit % W.columns}]`;
  demand(false, `at ${name}${place} expected ${what}, got ${general(W.data[misfit], 10)}`);
}

/** @param {Transformer} model @param {string} kind */
function everyWeight(model, kind) {
  for (const name of ["W_E", "W_pos", "W_U"]) every(model[/** @type {"W_E"} */ (name)], name, kind);
  model.layers.forEach(({ heads, mlp }, number) => {
    for (const [path, W] of Object.entries(arraysOf({ heads, mlp }))) {
      every(W, `layers.${number}.${path}`, kind);
    }
  });
}

// What a program says.

// The logits after each of some ids.
/** @param {Transformer} model @param {Token[]} ids */
function logitsAlong(model, ids) {
  const run = begin(ready(model, PRECISIONS.float64));
  return ids.map((id, i) => {
    hear(run, id);
    return unembed(run, lastOf(run, i));
  });
}

// Runs a program along a message; how many symbols it says and by how much the closest one leads.
/** @param {Made} program @param {string} message */
function says(program, message) {
  const { model, vocabulary, start, stop, after } = program;
  const two = start !== null && stop !== null && start !== stop;
  demand(two, "at the sentinels expected a start and a stop, got fewer than two");
  const strings = vocabulary.every((symbol) => typeof symbol === "string");
  demand(strings, "at the vocabulary expected strings, got other symbols");
  for (const letter of message) {
    demand(vocabulary.includes(letter) && ![start, stop, after].includes(letter),
      `at the vocabulary expected the letter ${quotedAsPython(letter)}, got none such`);
  }
  const n_ctx = model.W_pos.rows;
  demand(n_ctx > message.length, `at n_ctx expected ${message.length + 1} or more, got ${n_ctx}`);
  const ids = [start, ...message].map((symbol) => vocabulary.indexOf(symbol));
  const following = [...ids.slice(1), vocabulary.indexOf(stop)];
  const leads = logitsAlong(model, ids).map((logits, i) => {
    const prefix = ids.slice(0, i + 1);
    return leadAlong(logits, following[i], prefix, { vocabulary, ids, following });
  });
  const said = saidAlone(program);
  demand(said === message, `on its start, in all, expected ${quotedAsPython(message)}, ` +
    `got ${quotedAsPython(said)}: do after and steps fit?`);
  return { inputs: leads.length, margin: Math.min(...leads) };
}

// All that a program says after its start, without its sentinels.
/** @param {Made} program */
function saidAlone({ model, vocabulary, start, stop, after, steps, slide }) {
  const ids = [start, after].filter((symbol) => symbol !== null)
    .map((symbol) => vocabulary.indexOf(symbol));
  const room = model.W_pos.rows + 1 - ids.length;
  const asked = steps ?? Math.max(room, 1);
  const run = begin(ready(model, PRECISIONS.float64));
  for (const id of ids) hear(run, id);
  const most = slide ? asked : Math.min(asked, room);
  return decode(run, most, vocabulary.indexOf(stop)).filter(Boolean)
    .map(({ token }) => vocabulary[token])
    .filter((symbol) => ![start, stop, after].includes(symbol)).join("");
}

/**
 * @param {Row} logits @param {Token} wanted @param {Token[]} prefix
 * @param {{vocabulary: SymbolName[], ids: Token[], following: Token[]}} known
 */
function leadAlong(logits, wanted, prefix, { vocabulary, ids, following }) {
  /** @param {Token} id */
  const name = (id) => quotedAsPython(/** @type {string} */ (vocabulary[id]));
  const told = quotedAsPython(prefix.map((id) => vocabulary[id]).join(""));
  const last = prefix[prefix.length - 1];
  return leadOf(logits, wanted, `on ${told} expected ${name(wanted)}, got `, name, (rival) => {
    if (rival === last) return ": that is the token it has read; nothing louder was added to it";
    const earlier = following[ids.indexOf(last)] === rival;
    return earlier ? ": that follows an earlier occurrence of the same letter" : "";
  });
}

/** @type {Check} */
CHECKS.listing = (data, typed, { fields }) => {
  const listing = readListing(typed.listing);
  if (listing.faults) {
    const [{ line, column, message }] = listing.faults;
    notYet(`${fields[0].label}: line ${line}, column ${column}: ${message}`);
  }
  const { model, vocabulary } = listing;
  const layers = model.layers.length;
  if (data.no_layers) demand(!layers, `in ${data.no_layers} expected no layers, got ${layers}`);
  standard(model, data.centered);
  if (data.no_positions) every(model.W_pos, "W_pos", "zero");
  if (data.every) everyWeight(model, data.every);
  const { inputs, margin } = says(listing, data.message);
  const [total, nonzero] = [countOf(model, () => true), countOf(model, (x) => x !== 0)];
  const [d_vocab, n_ctx] = [vocabulary.length, model.W_pos.rows];
  const right = `right on ${inputs} inputs, but`;
  demand(!data.most || total <= data.most,
    `${right} ${total} parameters for this message, at most ${data.most} allowed`);
  const sparse = d_vocab + n_ctx;
  demand(!data.sparse || nonzero <= sparse, `${right} ${nonzero} non-zero parameters for ` +
    `V=${d_vocab} and n_ctx=${n_ctx}, at most ${sparse} allowed`);
  const size = `${inputs} inputs, ${total} parameters`;
  if (data.sparse) return { text: `part 2: ${size}, ${nonzero} of them not zero`, partly: true };
  const tables = [model.W_E, model.W_pos, model.W_U].filter(Boolean);
  const largest = Math.max(...tables.map(({ data: all }) => Math.max(...all.map(Math.abs))));
  const more = data.every === "integer" ? `, largest entry ${largest}` : "";
  return { text: `${size}, smallest margin ${general(margin, 3)}${more}` };
};
