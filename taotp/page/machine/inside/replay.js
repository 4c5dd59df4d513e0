// @ts-check
// A run again, with something else in the place of what some of its parts write. A part has a path:
// layers.0.heads.1, layers.0.cross.0, layers.0.mlp, or embedding.3, the row of a position before
// the first layer; those of an encoder begin with "encoder.". An edge of a pattern is that of its
// head with the query and the key, layers.0.heads.1.5.4; what one reader reads of a part is
// layers.0.heads.1~layers.1.heads.0.keys (queries, values), ~layers.1.mlp or ~logits. As
// taotp/interp has it.

import {
  STEPS, begin, decide, landing, lastOf, listen, matrix, normalize, product, read, unembed,
} from "../../kit/arithmetic.js";
/** @import {Hearing, Program, Round, Row, RunHead} from "../../kit/page" */
/** @import {RunLayer, Seen, Step, Token} from "../../kit/page" */
/** @import {Weights} from "../../kit/page" */
/** @import {Norm} from "../../kit/figures" */
/** @import {Again, HeardAgain, Instead, Measured, Part, Replayed, Said} from "./inside" */

/** @type {Record<string, string>} */
const LISTS = { attention: "heads", cross: "cross" };
export const ENCODER = "encoder.";
export const EDGE = /^((?:encoder\.)?layers\.\d+\.(?:heads|cross)\.\d+)\.(\d+)\.(\d+)$/;
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
      const path = `layers.${number}.${LISTS[kind] ?? kind}`;
      const out = replaced(run, path, rows, from, () =>
        added(run, layer, number, poorer(run, path, layer[step.norm], rows)));
      if (kind !== "mlp") rewire(run, layer, number, kind, layer[step.norm], rows, out);
      const less = `${kind} ${number}` === lastStep(run.weights) && lost(run, "logits");
      return less ? out.map((row, i) => minus(row, less[i])) : out;
    };
  }
}

// The step behind which only the logits read.
/** @param {Weights} weights */
const lastStep = ({ layers }) => layers.map(({ mlp, cross, heads }, number) =>
  (mlp ? `mlp ${number}` : cross?.length ? `cross ${number}`
    : heads.length ? `attention ${number}` : "")).filter(Boolean).pop();

/** @param {Row} x @param {Row} y */
const minus = (x, y) => x.map((value, j) => value - y[j]);

// What a reader does not read of what was written in this run, or nothing.
/** @param {Again} run @param {string} reader @returns {Row[] | undefined} */
const lost = (run, reader) => Object.keys(run.instead)
  .filter((path) => path.endsWith(`~${reader}`)).map((path) => path.split("~")[0])
  .map((path) => (path in run.instead ? run.instead[path]
    : written(/** @type {Replayed} */ (run), path))).filter(Boolean)
  .reduce((sum, rows) => sum?.map((row, i) => row.map((value, j) => value + rows[i][j])) ?? rows,
    undefined);

// The rows that a reader reads, of a stream that lacks what it does not read.
/**
 * @param {Again} run @param {string} reader @param {Norm | null} norm @param {Row[]} rows
 * @returns {Row[]}
 */
function poorer(run, reader, norm, rows) {
  const less = lost(run, reader);
  return less ? Object.values(run.stream).pop()
    .map((x, i) => normalize(minus(x, less[i]), norm, run.weights.round)) : rows;
}

// Heads that read less, or of whose patterns edges are cut: `out` is what all of them added.
/**
 * @param {Again} run @param {RunLayer} layer @param {number} number @param {string} kind
 * @param {Norm | null} norm @param {Row[]} rows @param {Row[]} out
 */
function rewire(run, layer, number, kind, norm, rows, out) {
  const list = /** @type {"heads" | "cross"} */ (LISTS[kind]);
  const { round } = run.weights;
  layer[list].forEach((head, h) => {
    const path = `layers.${number}.${list}.${h}`;
    const cut = Object.keys(run.instead).filter((each) => EDGE.exec(each)?.[1] === path);
    const asks = ["queries", "keys", "values"]
      .map((ask) => poorer(run, `${path}.${ask}`, norm, rows));
    if (!cut.length && asks.every((each) => each === rows)) return;
    const seen = run[list][number][h];
    const now = asks.every((each) => each === rows) ? { ...seen, pattern: [...seen.pattern] }
      : reread(head, seen, asks, list, run.weights.causal !== false, round);
    for (const edge of cut) {
      const [, , i, j] = EDGE.exec(edge).map(Number);
      now.pattern[i] = now.pattern[i].map((weight, k) => (k === j ? 0 : weight));
    }
    const [was, is] = [seen, now].map((each) => writes(head, each, round));
    run[list][number][h] = now;
    if (!run.off.includes(labelOf(path)))
      out.forEach((row, i) => row.forEach((_, c) => (row[c] += is[i][c] - was[i][c])));
  });
}

// What a head sees where its queries, keys and values read some rows; across, keys and values stay.
/**
 * @param {RunHead} head @param {Seen} seen @param {Row[][]} asks @param {"heads" | "cross"} list
 * @param {boolean} causal @param {Round} round @returns {Seen}
 */
function reread(head, seen, [queries, keys, values], list, causal, round) {
  /** @type {Seen} */
  const now = { ...seen, scores: [], pattern: [], before: undefined };
  if (list === "heads") {
    now.keys = keys.map((y) => product(y, head.W_K, round, head.b_K));
    now.values = values.map((y) => product(y, head.W_V, round, head.b_V));
  }
  queries.forEach((y, i) =>
    read(head, now, y, list === "heads" && causal ? i + 1 : now.keys.length, round));
  return now;
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
  const off = Object.keys(instead).filter((path) => /^layers\.\d+\.(heads|cross)\.\d+$/.test(path))
    .map(labelOf);
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
  return writes(head, seen, run.weights.round);
}

// What a head wrote at each position, from what it saw.
/** @param {RunHead} head @param {Seen} seen @param {Round} round @returns {Row[]} */
const writes = (head, seen, round) => seen.pattern.map((weights) => {
  const mixed = Array.from({ length: head.W_V.columns }, (_, c) =>
    weights.reduce((sum, weight, j) => sum + weight * seen.values[j][c], 0));
  return product(mixed, head.W_O, round, head.b_O);
});

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

