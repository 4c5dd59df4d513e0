// @ts-check
// What the arrays of a model are called, their rows and their columns.

import { nameOf } from "../../kit/runs.js";
/** @import {Transformer} from "../../kit/figures" */
/** @import {Arrays, Place, Program, Run, Weights} from "../../kit/page" */

/** @type {Record<string, string>} */
const FROM = { W_E: "token", W_pos: "position", W_U: "stream", W_O: "hidden", W_out: "hidden" };
/** @type {Record<string, string>} */
const TO = { W_E: "stream", W_pos: "stream", W_U: "token", W_O: "stream", W_out: "stream" };
/** @type {Record<string, string>} */
const BIASES = { b_O: "stream", b_out: "stream", gamma: "stream", beta: "stream" };

// The name of a head as it is quoted, or its place.
/** @param {Transformer} model @param {string[]} keys */
function ofHead({ layers }, [, layer, kind, h]) {
  const { name } = layers[Number(layer)][/** @type {"heads"} */ (kind)][Number(h)];
  const alike = layers.flatMap((each) => [...each.heads, ...each.cross ?? []])
    .filter((head) => head.name === name);
  const where = `, layer ${layer}${kind === "cross" ? ", across" : ""}`;
  if (!name) return `${where}, head ${h}`;
  return ` of \u201c${name}\u201d${alike.length > 1 ? where : ""}`;
}

/** @param {Transformer} model @param {string} path @returns {string} */
export function nameOfArray(model, path) {
  const keys = path.split(".");
  const last = keys.pop();
  if (keys[0] === "encoder") return `${nameOfArray(model.encoder, path.slice(8))} of the encoder`;
  if (keys[2] === "heads" || keys[2] === "cross") return last + ofHead(model, keys);
  if (keys[0] === "layers") return [last, `layer ${keys[1]}`, ...keys[2] === "mlp" ? [] : [keys[2]]]
    .join(", ");
  return keys.length ? `${last} of ${keys.join(" ")}` : last;
}

// The parts of the stream, each coordinate by a name. A name counts from 1, as in a listing, and
// columns without one count from 0, as in the forms that are filled in beside them.
/** @param {{program: Program, weights: Weights}} run @param {number} j */
export function coordinate({ program, weights }, j) {
  const whole = [{ name: "", at: 0, size: weights.W_E.columns }];
  const { name, at, size } = (program.subspaces ?? whole).findLast((group) => group.at <= j);
  if (!name || (name === "x" && size === weights.W_E.columns))
    return size === 3 ? "xyz"[j] : `${j}`;
  return size > 1 ? `${name}.${j - at + 1}` : name;
}

// What the rows and the columns of an array are called, with a word before the number of one.
/** @param {Run} run @param {string} path */
export function axesOf(run, path) {
  const name = path.split(".").pop();
  /** @type {Record<string, (i: number) => string>} */
  const kinds = {
    token: (i) => nameOf(run.program, i), stream: (i) => coordinate(run, i),
    position: (i) => `${i}`, hidden: (i) => `${i}`,
  };
  const from = BIASES[name] ?? (name.startsWith("b_") ? "hidden" : FROM[name] ?? "stream");
  const W = run.numbers[path];
  const to = W.columns === 1 && !(name in TO) ? "none" : TO[name] ?? "hidden";
  return {
    from, row: kinds[from], column: to === "none" ? () => "value" : kinds[to],
    rowWords: (/** @type {number} */ i) =>
      (from === "position" || from === "hidden" ? `${from} ` : "") + kinds[from](i),
  };
}

// A place as path:row.column says it, or nothing where there is no such number.
/** @param {{numbers: Arrays}} run @param {string} [text] @returns {Place | undefined} */
export function placeOf({ numbers }, text = "") {
  const [, path, row, column] = /^([\w.]+):(\d+)\.(\d+)$/.exec(text) ?? [];
  const W = numbers[path];
  /** @type {Place} */
  const place = [path, Number(row), Number(column)];
  return W && place[1] < W.rows && place[2] < W.columns ? place : undefined;
}

/** @param {Place} place */
export const written = ([path, row, column]) => `${path}:${row}.${column}`;

/** @param {{numbers: Arrays}} run @param {Place} place */
export const valueAt = ({ numbers }, [path, row, column]) =>
  numbers[path].data[row * numbers[path].columns + column];

// The place of the largest number of an array.
/** @param {{numbers: Arrays}} run @param {string} path @returns {Place} */
export function loudest({ numbers }, path) {
  const { data, columns } = numbers[path];
  let most = 0;
  data.forEach((value, i) => {
    if (Math.abs(value) > Math.abs(data[most])) most = i;
  });
  return [path, Math.floor(most / columns), most % columns];
}

/** @param {Run} run @param {Place} place */
export function nameOfPlace(run, [path, row, column]) {
  const axes = axesOf(run, path);
  const to = axes.column(column);
  return `${nameOfArray(run.model, path)}: ${[axes.rowWords(row), to].filter(Boolean).join(", ")}`;
}
