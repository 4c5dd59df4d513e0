// @ts-check
// The rules of the game that a machine is held to, in the words of exercises/judging/judge.py.

import { arraysOf } from "../../kit/arithmetic.js";
import { quotedAsPython } from "../form.js";
import { demand, general } from "../leads.js";
/** @import {Matrix, Norm, Transformer} from "../../kit/figures" */

/** @typedef {string | number | boolean | number[]} Measure */

/** @param {Transformer} model @param {(x: number) => boolean} of */
function countOf(model, of) {
  return Object.values(arraysOf(model)).reduce((sum, { data }) => sum + data.filter(of).length, 0);
}

/** @param {Norm | null} norm */
export function isPlain(norm) {
  if (!norm || !norm.centered || norm.inside) return false;
  return plainly(norm);
}

/** @param {Norm} norm */
function plainly({ gamma, beta }) {
  return !gamma?.data.some((x) => x !== 1) && !beta?.data.some(Boolean);
}

/** @param {Matrix | null} W */
const largestIn = (W) => (W ? W.data.reduce((most, x) => Math.max(most, Math.abs(x)), 0) : 0);

// What is measured of a model, by the names of MEASURES in judge.py.
/** @type {Record<string, (model: Transformer) => Measure>} */
const MEASURES = {
  layers: ({ layers }) => layers.length,
  heads: ({ layers }) => layers.map(({ heads }) => heads.length),
  some_layers: ({ layers }) => layers.length > 0,
  without_heads: ({ layers }) => layers.filter(({ heads }) => !heads.length).length,
  first_heads: ({ layers }) => layers[0].heads.length,
  mlps: ({ layers }) => layers.filter(({ mlp }) => mlp).length,
  plain: ({ layers, norm_final }) => (!norm_final || isPlain(norm_final)) &&
    layers.every(({ norm_attn, norm_mlp }) => isPlain(norm_attn) && isPlain(norm_mlp)),
  tied: ({ W_U }) => !W_U,
  norms: ({ norms }) => norms,
  d_vocab: ({ W_E }) => W_E.rows,
  n_ctx: ({ W_pos }) => W_pos.rows,
  d_model: ({ W_E }) => W_E.columns,
  total: (model) => countOf(model, () => true),
  nonzero: (model) => countOf(model, (x) => x !== 0),
  beside: (model) => countOf(model, () => true) - model.W_pos.data.length,
  first_entry: ({ W_E }) => W_E.data[0],
  read_by: ({ encoder }) => encoder?.layers.length ?? 0,
  rows: ({ W_E, W_pos }) => W_E.rows + W_pos.rows,
  largest: ({ W_E, W_pos, W_U }) => Math.max(...[W_E, W_pos, W_U].map(largestIn)),
};

/** @param {Transformer} model @param {string} name */
export const measure = (model, name) => MEASURES[name](model);

/** @param {unknown} value @param {string} [digits] @param {string} [how] */
function written(value, digits, how) {
  if (how === "f") return Number(value).toFixed(Number(digits));
  if (how === "g") return general(Number(value), Number(digits));
  return Array.isArray(value) ? `[${value.join(", ")}]` : String(value);
}

// Words in which measures stand in for their names in braces, formatted as Python does.
/** @param {string} words @param {Transformer} model @param {Record<string, unknown>} [more] */
export const inWords = (words, model, more = {}) =>
  words.replace(/\{(\w+)(?::\.(\d+)([gf]))?\}/g, (_, name, digits, how) =>
    written(name in more ? more[name] : measure(model, name), digits, how));

// What the book's machine lacks: where it is, what was expected there, and what is there.
/** @param {Transformer} model @param {boolean} masked */
function* beyond({ causal, encoder, layers, rotary, shared_keys = 1 }, masked) {
  if (masked && causal === false) yield ["causal", "True", "False"];
  if (encoder) yield ["encoder", "None", "a Transformer"];
  if (rotary) yield ["rotary", "None", "angles"];
  if (shared_keys !== 1) yield ["shared_keys", "1", shared_keys];
  for (const [number, { cross, heads, mlp }] of layers.entries()) {
    if (cross.length) yield [`layer ${number}`, "no cross heads", cross.length];
    for (const [h, head] of heads.entries()) {
      for (const name of ["b_Q", "b_K", "b_V", "b_O"]
        .filter((bias) => head[/** @type {"b_Q"} */ (bias)])) {
          yield [`${name} of head ${h} in layer ${number}`, "None", "a bias"];
        }
      if (head.by_distance)
        yield [`by_distance of head ${h} in layer ${number}`, "None", "a bias"];
    }
    const act = mlp?.act ?? "relu";
    if (act !== "relu") yield [`act of the MLP in layer ${number}`, "relu", act];
    if (mlp?.W_gate) yield [`W_gate of the MLP in layer ${number}`, "None", "a gate"];
  }
}

/** @param {Transformer} model @param {boolean} [masked] */
export function plainParts(model, masked = true) {
  for (const [place, expected, got] of beyond(model, masked)) {
    demand(false, `at ${place} expected ${expected}, got ${got}`);
  }
}

/** @param {Transformer} model @param {{centered: boolean, masked: boolean}} step */
export function standard(model, { centered, masked }) {
  plainParts(model, masked);
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
    const plain = plainly(found) && found.eps === 1e-10;
    demand(plain, `at ${place} expected gamma 1, beta 0 and eps 1e-10, got others`);
  }
}

/** @param {Transformer} model */
export function plainNorms({ layers }) {
  for (const [number, layer] of layers.entries()) {
    for (const name of /** @type {("norm_attn" | "norm_mlp")[]} */ (["norm_attn", "norm_mlp"])) {
      demand(isPlain(layer[name]),
        `at ${name} of layer ${number} expected a plain LayerNorm, got another`);
    }
  }
}

// What may be asked of each number, by the words for it.
/** @type {Record<string, (x: number) => boolean>} */
const FITTING = {
  "an integer": Number.isInteger,
  "a positive number": (x) => x > 0,
  "1e+07 or less": (x) => Math.abs(x) <= 1e7,
  0: (x) => x === 0,
};

/** @param {Matrix | null} W @param {string} name @param {string} what */
export function every(W, name, what) {
  const misfit = W ? W.data.findIndex((x) => !FITTING[what](x)) : -1;
  if (misfit < 0) return;
  const place = `[${Math.floor(misfit / W.columns)}, ${misfit % W.columns}]`;
  demand(false, `at ${name}${place} expected ${what}, got ${general(W.data[misfit], 10)}`);
}

/** @param {Transformer} model @param {string} what */
export function everyWeight(model, what) {
  for (const name of ["W_E", "W_pos", "W_U"]) every(model[/** @type {"W_E"} */ (name)], name, what);
  model.layers.forEach(({ heads, mlp }, number) => {
    for (const [path, W] of Object.entries(arraysOf({ heads, mlp }))) {
      every(W, `layers.${number}.${path}`, what);
    }
  });
}

/** @param {string[]} words */
function listed(words) {
  const last = words[words.length - 1];
  return words.length > 1 ? `${words.slice(0, -1).join(", ")} and ${last}` : last;
}

/** @typedef {Record<string, number>} ByName */
/** @typedef {{where: string, sizes: ByName, least: ByName}} Sizes */

/** @param {Transformer} model @param {Sizes} step */
export function sizesOf(model, { where, sizes, least }) {
  /** @param {string} name */
  const of = (name) => Number(measure(model, name));
  const fits = Object.entries(sizes).every(([name, size]) => of(name) === size) &&
    Object.entries(least).every(([name, size]) => of(name) >= size);
  const asked = Object.entries(sizes).map(([name, size]) => `${name} ${size}`);
  asked.push(...Object.entries(least).map(([name, size]) => `${name} ${size} or more`));
  const got = [...Object.keys(sizes), ...Object.keys(least)].map((name) => String(of(name)));
  demand(fits, `${where} expected ${listed(asked)}, got ${listed(got)}`);
}

/** @param {Transformer} model @param {{words: string, limits: Record<string, any>}} step */
export function hold(model, { words, limits }) {
  for (const [name, { is, most = Infinity, least = -Infinity }] of Object.entries(limits)) {
    const got = measure(model, name);
    const fits = is === undefined ? Number(got) <= most && Number(got) >= least
      : String(got) === String(is);
    demand(fits, inWords(words, model));
  }
}

/** @param {Transformer} model @param {{words: string, apart: number}} step */
export function rowsApart({ W_pos: { rows, columns, data } }, { words, apart }) {
  let [least, first, second] = [Infinity, 0, 0];
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < rows; j++) {
      let far = Number(i === j);
      for (let c = 0; c < columns; c++) {
        far = Math.max(far, Math.abs(data[i * columns + c] - data[j * columns + c]));
      }
      if (far < least) [least, first, second] = [far, i, j];
    }
  }
  demand(least >= apart,
    `${words}, got ${general(least, 2)} between rows ${first} and ${second}`);
}
