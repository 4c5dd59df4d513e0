// @ts-check
// A model as a file of an answer holds it (exercises/handing_in/record.py), written as a listing of
// level one. What is wrong with it the reader of listings says then, at its place in the text.

import { KEYS_READ, LIMITS, WORDS } from "../listing/language.js";

/** @type {Record<string, string>} */
const NAMES = WORDS.libraryNames;
const WIDTH = 96; // letters of a line
const PROGRAM = KEYS_READ.program;

/** What a file holds that is no model, in a sentence. */
export class Unwritable extends Error {}

/** @param {unknown} thing */
const isObject = (thing) => thing && typeof thing === "object" && !Array.isArray(thing);

/** @param {unknown} holds @param {string} sentence */
export function demand(holds, sentence) {
  if (!holds) throw new Unwritable(sentence);
}

/** @param {string} text */
const indented = (text) => `    ${text.replaceAll("\n", "\n    ")}`;

/** @param {unknown[]} items @returns {string} */
function list(items) {
  const line = `[${items.join(", ")}]`;
  if ((line.length <= WIDTH || typeof items[0] === "number") && !line.includes("\n")) return line;
  return between("[", items.map((item) => `${item},`), "]");
}

/** @param {string} first @param {string[]} lines @param {string} last */
const between = (first, lines, last) => [first, ...lines.map(indented), last].join("\n");

/** @param {[string, string]} entry */
const named = ([key, text]) => `"${key}": ${text}`;

/** @param {[string, string][]} entries */
const object = (entries) => between("{", entries.map((entry) => `${named(entry)},`), "}");

// Nested lists of numbers, where only the entries that are not zero were named too.
/** @param {any} array @param {string} where @returns {any} */
function dense(array, where) {
  if (!isObject(array)) return array;
  const { shape, entries } = array;
  const sized = Array.isArray(shape) && shape.length > 0 && shape.length < 3 &&
    shape.every((n) => Number.isInteger(n) && n >= 0);
  demand(sized && Array.isArray(entries), `${where} is not an array`);
  const [rows, columns = 1] = shape;
  demand(Math.max(rows, columns) <= LIMITS.side,
    `${where} is ${shape.join(" x ")}; a side may have at most ${LIMITS.side}`);
  demand(rows * columns <= LIMITS.numbers, `${where} is too large`);
  const flat = shape.length === 1;
  /** @type {any[]} */
  const out = Array.from({ length: rows }, () => (flat ? 0 : Array(columns).fill(0)));
  for (const entry of entries) {
    demand(Array.isArray(entry) && entry.length === shape.length + 1,
      `${where} has an entry that is none`);
    const [i, j, value] = flat ? [entry[0], undefined, entry[1]] : entry;
    demand(i in out && (flat || j in out[i]), `${where} has an entry outside its shape`);
    if (flat) out[i] = value;
    else out[i][j] = value;
  }
  return Object.assign(out, { shape });
}

/** @param {any} array @param {string} where @param {boolean} [turned] */
function numbers(array, where, turned = false) {
  const rows = dense(array, where);
  demand(Array.isArray(rows), `${where} is not an array`);
  const flat = rows.length ? !Array.isArray(rows[0]) : (rows.shape ?? [0]).length === 1;
  const columns = flat ? 0 : rows[0]?.length ?? rows.shape[1];
  for (const row of /** @type {unknown[][]} */ (flat ? [rows] : rows)) {
    demand(Array.isArray(row) && row.every(Number.isFinite),
      `${where} holds something that is not a number`);
  }
  const shape = flat ? [rows.length] : turned ? [columns, rows.length] : [rows.length, columns];
  if (!rows.flat().some((/** @type {number} */ x) => x || Object.is(x, -0)))
    return `{"zeros": [${shape.join(", ")}]}`;
  if (flat) return `[${rows.join(", ")}]`;
  demand(rows.every((/** @type {number[]} */ row) => row.length === columns),
    `${where} has rows of several lengths`);
  /** @type {number[][]} */
  const all = rows;
  const out = turned ? all[0].map((_, j) => all.map((row) => row[j])) : all;
  return list(out.map(list));
}

/** @param {any} given @param {string} where */
function norm(given, where) {
  if (given === null) return "null";
  const { kind, ...more } = isObject(given) ? given : { kind: given };
  demand(["LayerNorm", "RMSNorm"].includes(kind), `${where} is not a norm`);
  const parts = Object.entries(more).map(([key, value]) => /** @type {[string, string]} */ (
    [key, typeof value === "object" ? numbers(value, `${where}.${key}`) : JSON.stringify(value)]));
  if (kind === "RMSNorm") parts.push(["center", "false"]);
  return `{${parts.map(named).join(", ")}}`;
}

/**
 * @param {Record<string, any>} given @param {string[]} names @param {string} where
 * @returns {[string, string][]}
 */
function norms(given, names, where) {
  return names.filter((name) => given[name] !== undefined)
    .map((name) => /** @type {[string, string]} */ (
      [NAMES[name], norm(given[name], `${where}.${name}`)]))
    .filter(([, text]) => text !== "{}");
}

/** @param {any} given @param {string} where @returns {[string, string][]} */
function heads(given, where) {
  demand(Array.isArray(given) && given.every(isObject), `${where} is not a list of heads`);
  demand(given.length <= LIMITS.heads,
    `${where} has ${given.length}; a machine may have at most ${LIMITS.heads}`);
  /** @type {Record<string, any>[]} */
  const all = given;
  const entries = ["W_Q", "W_K", "W_V", "W_O"]
    .map((name) => /** @type {[string, string]} */ ([NAMES[name],
    list(all.map((head, h) => numbers(head[name], `${where}[${h}].${name}`, name === "W_O")))]));
  const maybe = ["b_Q", "b_K", "b_V", "b_O", "by_distance"];
  for (const name of maybe.filter((bias) => all.some((head) => head[bias])))
    {
      entries.push([NAMES[name], list(all.map((head, h) =>
        (head[name] ? numbers(head[name], `${where}[${h}].${name}`) : "null")))]);
    }
  if (all.some(({ name }) => name)) {
    entries.push(["names", list(all.map(({ name }) => JSON.stringify(String(name ?? ""))))]);
  }
  return all.length ? entries : [];
}

/** @param {any} given @param {string} where */
function layer(given, where) {
  demand(isObject(given), `${where} is not a layer`);
  const { mlp, cross } = given;
  demand(!mlp || isObject(mlp), `${where}.mlp is not an MLP`);
  /** @type {[string, string][]} */
  const units = mlp
    ? ["W_in", "b_in", "W_out", "b_out"].map((name) =>
      [NAMES[name], numbers(mlp[name], `${where}.mlp.${name}`)])
    : [];
  for (const name of ["W_gate", "b_gate"].filter((each) => mlp?.[each])) {
    units.push([NAMES[name], numbers(mlp[name], `${where}.mlp.${name}`)]);
  }
  if (mlp?.act && mlp.act !== "relu") units.push(["act", JSON.stringify(mlp.act)]);
  /** @type {[string, string][]} */
  const across = cross && (!Array.isArray(cross) || cross.length)
    ? [["cross", object(heads(cross, `${where}.cross`))]] : [];
  return object([...heads(given.heads ?? [], `${where}.heads`), ...units, ...across,
    ...norms(given, ["norm_attn", "norm_mlp", "norm_cross"], where)]);
}

/** @param {any} given @param {string} where @returns {[string, string][]} */
function model(given, where) {
  demand(isObject(given), `${where} is not a model`);
  const { layers = [], W_U, causal, encoder, rotary, shared_keys = 1 } = given;
  demand(Array.isArray(layers), `${where}.layers is not a list`);
  demand(layers.length <= LIMITS.layers,
    `${where}.layers has ${layers.length}; a machine may have at most ${LIMITS.layers}`);
  demand(!isObject(encoder) || !encoder.encoder,
    `${where}.encoder has an encoder; it must have none of its own`);
  const places = numbers(given.W_pos, `${where}.W_pos`);
  const zeros = /^\{"zeros": \[(\d+),/.exec(places);
  const entries = [
    ["tok_emb", numbers(given.W_E, `${where}.W_E`)],
    zeros ? ["block_size", zeros[1]] : ["pos_emb", places],
    ...(W_U ? [["out_emb", numbers(W_U, `${where}.W_U`, true)]] : []),
    ...(layers.length
      ? [["layers",
        list(layers.map((/** @type {unknown} */ each, /** @type {number} */ i) =>
          layer(each, `${where}.layers[${i}]`)))]] : []),
    ...norms(given, ["norm_final"], where),
    ...(given.norms && given.norms !== "before" ? [["norms", JSON.stringify(given.norms)]] : []),
    ...(causal === false ? [["causal", "false"]] : []),
    ...(encoder ? [["encoder", object(model(encoder, `${where}.encoder`))]] : []),
    ...(rotary ? [["rotary", numbers(rotary, `${where}.rotary`)]] : []),
    ...(shared_keys === 1 ? [] : [["shared", JSON.stringify(shared_keys)]]),
  ];
  return /** @type {[string, string][]} */ (entries);
}

// The listing of a model, or of a program, which knows what its tokens stand for; `asked` is what
// else is known of it, as its vocabulary and how many tokens it says.
/** @param {any} returned @param {string} where @param {Record<string, any>} [asked] */
export function writtenListing(returned, where, asked = {}) {
  demand(isObject(returned?.model) || isObject(returned?.program), `${where} is not a machine`);
  const program = returned.program ?? {};
  const said =
    { ...asked, ...Object.fromEntries(PROGRAM.filter((key) => key in program)
      .map((key) => [key, program[key]])) };
  const entries = PROGRAM.filter((key) => said[key] !== undefined && said[key] !== null)
    .map((key) =>
      /** @type {[string, string]} */ ([key, Array.isArray(said[key])
        ? list(said[key].map((/** @type {unknown} */ each) => JSON.stringify(each)))
      : JSON.stringify(said[key])]));
  return `${object([...entries, ...model(returned.model ?? program.model, where)])}\n`;
}
