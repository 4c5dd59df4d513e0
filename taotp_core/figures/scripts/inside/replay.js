// @ts-check
// A run again, with something else in the place of what some of its parts write. A part has a path:
// layers.0.heads.1, layers.0.cross.0, layers.0.mlp, or embedding.3, the row of a position before
// the first layer; those of an encoder begin with "encoder.". As taotp_core/look has it.

import {
  STEPS, begin, decide, landing, lastOf, listen, matrix, product, unembed,
} from "../arithmetic.js";
/** @import {Hearing, Program, Row, Token, Weights} from "../page" */
/** @import {Again, HeardAgain, Instead, Measured, Part, Replayed, Said} from "./inside" */

/** @type {Record<string, string>} */
const LISTS = { attention: "heads", cross: "cross" };
export const ENCODER = "encoder.";
export const LEAST = 1e-9; // of the largest number: what is smaller is rounding

// From now on, what parts write can be replaced: `instead` of a run has, by the path of a part,
// what it writes at each position, or null where that is nothing.
function hook() {
  for (const [kind, step] of Object.entries(STEPS)) {
    if (!step || step.replaces) continue;
    const { added } = step;
    step.replaces = true;
    step.added = (/** @type {Again} */ run, layer, number, rows) => {
      if (!run.instead) return added(run, layer, number, rows);
      const from = run.tokens.length - rows.length;
      const replaced = kind === "mlp" ? replacedUnits : replacedHeads;
      return replaced(run, `layers.${number}.${LISTS[kind] ?? kind}`, rows, from,
        () => added(run, layer, number, rows));
    };
  }
}

/**
 * @param {Again} run @param {string} path @param {Row[]} rows @param {number} from
 * @param {() => Row[]} added
 */
function replacedUnits(run, path, rows, from, added) {
  const given = run.instead[path];
  const out = given === undefined ? added()
    : rows.map((row, i) => given?.[from + i] ?? row.map(() => 0));
  (run.wrote[path] ??= []).push(...out);
  return out;
}

// Heads that are replaced are off; what is given for them is added.
/**
 * @param {Again} run @param {string} path @param {Row[]} rows @param {number} from
 * @param {() => Row[]} added
 */
function replacedHeads(run, path, rows, from, added) {
  const out = added();
  for (const [name, given] of Object.entries(run.instead)) {
    if (!given || !name.startsWith(`${path}.`)) continue;
    out.forEach((row, i) => row.forEach((_, j) => (row[j] += given[from + i][j])));
  }
  return out;
}

// The name by which a run knocks a head out: layers.0.heads.1 is 0.1, layers.0.cross.1 is
// 0.cross.1.
/** @param {string} path */
const labelOf = (path) => path.replace(/^layers\./, "").replace(".heads.", ".");

// Weights and inputs of which some rows of the embedding are others: ids that only they have.
/** @param {Weights} weights @param {Token[]} inputs @param {Instead} instead */
function withRows(weights, inputs, instead) {
  const places = Object.keys(instead).filter((path) => path.startsWith("embedding."));
  if (!places.length) return { weights, inputs };
  const { W_E, W_pos } = weights;
  const rows = [...W_E.data];
  const [heard, stands] =
    [[...inputs], matrix(W_pos.rows, W_pos.columns, Float64Array.from(W_pos.data))];
  places.forEach((path, k) => {
    const i = Number(path.split(".")[1]);
    if (!(i < inputs.length)) return;
    rows.push(...(instead[path]?.[i] ?? Array(W_E.columns).fill(0)));
    heard[i] = W_E.rows + k;
    stands.data.fill(0, i * W_pos.columns, (i + 1) * W_pos.columns);
  });
  const more = matrix(W_E.rows + places.length, W_E.columns, Float64Array.from(rows));
  return { weights: { ...weights, W_E: more, W_pos: stands }, inputs: heard };
}

/**
 * @param {Weights} weights @param {Token[]} tokens @param {Instead} instead @param {Row[]} [memory]
 * @returns {Again}
 */
function again(weights, tokens, instead, memory = []) {
  const off = Object.keys(instead).filter((path) => /heads|cross/.test(path)).map(labelOf);
  const asked = withRows(weights, tokens, instead);
  const run = Object.assign(begin(asked.weights, off, memory), { instead, wrote: {} });
  listen(run, asked.inputs);
  return Object.assign(run, { weights, tokens, heard: tokens });
}

// The run of a program that heard some tokens, with some parts replaced. What `heard` says is
// heard: its tokens, and what its encoder read.
/**
 * @param {{program: Program, weights: Weights}} of @param {HeardAgain} heard
 * @param {Instead} [instead] @returns {Replayed}
 */
export function replayed({ program, weights }, heard, instead = {}) {
  hook();
  /** @param {boolean} inside @returns {Instead} */
  const within = (inside) => Object.fromEntries(Object.entries(instead)
    .filter(([path]) => path.startsWith(ENCODER) === inside)
    .map(([path, given]) => [path.slice(inside ? ENCODER.length : 0), given]));
  const read = heard.encoder?.tokens;
  const encoder = read && again(weights.encoder, read, within(true));
  const memory = encoder && read.map((_, i) => landing(encoder, lastOf(encoder, i)));
  return { ...again(weights, heard.tokens, within(false), memory), program, encoder };
}

// What is computed of a run once, and kept with it.
/** @template T @param {Replayed} run @param {string} key @param {() => T} make @returns {T} */
export const kept = (run, key, make) => ((run.kept ??= {})[key] ??= make());

// The logits after a position.
/** @param {Replayed} run @param {number} i */
export const logitsAt = (run, i) => kept(run, `logits ${i}`, () => unembed(run, lastOf(run, i)));

// What is said after some logits. Where nothing is left but rounding, all tie.
/** @param {Hearing} run @param {Row} logits */
export function decided({ weights }, logits) {
  const { W_U } = /** @type {Measured} */ (weights);
  const least =
    LEAST * (W_U.largest ??= W_U.data.reduce((most, x) => Math.max(most, Math.abs(x)), 0));
  return decide(logits.map((x) => (Math.abs(x) < least ? 0 : x)));
}

/** @param {Replayed} run @param {number} i */
export const saidAt = (run, i) => kept(run, `said ${i}`, () => decided(run, logitsAt(run, i)));
/** @param {Pick<Said, "token" | "outcome">} one @param {Pick<Said, "token" | "outcome">} other */
export const alike = (one, other) => one.token === other.token && one.outcome === other.outcome;

// What a part wrote at each position of a run in which it was not replaced.
/** @param {Replayed} whole @param {string} path @returns {Row[]} */
export function written(whole, path) {
  const inside = path.startsWith(ENCODER);
  const run = /** @type {Again} */ (inside ? whole.encoder : whole);
  const own = inside ? path.slice(ENCODER.length) : path;
  if (own.startsWith("embedding.")) return run.stream.embedding;
  if (own.endsWith(".mlp")) return run.wrote[own];
  const [, number, list, h] = own.split(".");
  const kind = /** @type {"heads"} */ (list);
  const head = run.weights.layers[Number(number)][kind][Number(h)];
  const seen = run[kind][Number(number)][Number(h)];
  return seen.pattern.map((weights) => {
    const mixed = Array.from({ length: head.W_V.columns }, (_, c) =>
      weights.reduce((sum, weight, j) => sum + weight * seen.values[j][c], 0));
    return product(mixed, head.W_O, run.weights.round, head.b_O);
  });
}

// What there is to be replaced: {path, kind, name, number, layer}, in the order of their writing.
/** @param {{weights: Weights}} of @param {string} [prefix] @returns {Part[]} */
export function partsOf({ weights }, prefix = "") {
  const out = weights.encoder ? partsOf({ weights: weights.encoder }, ENCODER) : [];
  const stack = prefix ? "encoder " : "";
  weights.layers.forEach((layer, number) => {
    for (const list of /** @type {("heads" | "cross")[]} */ (["heads", "cross"])) {
      (layer[list] ?? []).forEach((head, h) => {
        const name = `${stack}${list === "cross" ? "across " : ""}${number}.${h}`;
        out.push({ path: `${prefix}layers.${number}.${list}.${h}`, kind: "head", layer: number,
          number: name,
          name: head.name ? `${name} \u201c${head.name}\u201d` : `head ${name}` });
      });
    }
    if (layer.mlp?.W_in.columns) {
      const name = `${stack}MLP ${number}`;
      out.push({ path: `${prefix}layers.${number}.mlp`, kind: "mlp", layer: number, number: name,
        name });
    }
  });
  return out;
}

