// @ts-check
// Sentences about the rows of tokens and positions: embed, place, unembed (rows.py).

import { matrix, rowOf } from "../../kit/arithmetic.js";
import { LIMITS, WORDS } from "./language.js";
import { wrongAt } from "./faults.js";
import { readNumber, readPlain, readWhole } from "./expressions.js";
import { fits, sizeOf } from "./machine.js";
import { at, circlePoint, indices, numberRow, paddingRow } from "./matrices.js";
import { readSymbols } from "./sentences.js";
/** @import {Matrix} from "../../kit/figures" */
/** @import {Rows, StreamPlace} from "./listing" */
/** @import {Machine} from "./machine.js" */
/** @import {Sentence} from "./sentences.js" */

// `embed PLACES of SYMBOLS as KIND`, or `place`, or `unembed`; with clauses.
/** @param {Machine} made @param {Sentence} line */
export function layRows(made, line) {
  const positions = line.first === "place";
  const where = made.places(line, `a part of the stream after '${line.first}'`);
  let ids = [...Array(positions ? made.n_ctx : made.symbols.length).keys()];
  if (!positions && line.takes("of")) {
    ids = readSymbols(line).map(([name, word]) => made.idOf(name, word));
    if (line.sees(",")) throw wrongAt(line.word, "symbols have no commas between them here");
  }
  line.needs("as", "what it is about");
  const { word } = line;
  const kind = readKind(line, WORDS.rows.slice(0, positions ? undefined : -1));
  const [rows, { times = 1 }] = ROWS[kind](made, line, where, ids);
  const columns = indices(where);
  made.names.spend(ids.length * (columns.length + made.d_model), word);
  const W = line.first === "embed" ? made.W_E : positions ? made.W_pos
    : (made.W_U ??= matrix(made.W_E.rows, made.d_model));
  addRows(W, ids, rows, columns, times);
  if (W.data.every(Number.isFinite)) return;
  for (const id of ids) rowOf(W, id).fill(0);
  throw wrongAt(word, "these rows become too large");
}

// A kind of row; of one-hot the language has three words.
/** @param {Sentence} line @param {string[]} known */
function readKind(line, known) {
  const { words, at: here } = line;
  if (words.slice(here, here + 3).map(({ text }) => text).join("") !== "one-hot") {
    return line.oneOf("a kind of row", known);
  }
  line.at += 3;
  return "one-hot";
}

// Adds rows to those of a table; of a symbol named twice the last row counts.
/**
 * @param {Matrix} W @param {number[]} ids @param {number[][]} rows @param {number[]} columns
 * @param {number} times
 */
function addRows(W, ids, rows, columns, times) {
  const before = W.data.slice();
  ids.forEach((id, i) => {
    const written = Array(W.columns).fill(0);
    rows[i].forEach((x, j) => (written[columns[j]] += times * x));
    written.forEach((x, j) => (W.data[id * W.columns + j] = before[id * W.columns + j] + x));
  });
}

// The value of an expression in i for each id.
/** @param {Machine} made @param {Sentence} line @param {number[]} ids */
function readFormula(made, line, ids) {
  const start = line.at;
  const { numbers } = made.names;
  return ids.map((i) => {
    line.at = start;
    numbers.i = i;
    try {
      return readNumber(line, made.names, "a number, or a formula in i");
    } finally {
      delete numbers.i;
    }
  });
}

// Each kind of row: the rows, and what the clauses say.

// `circle [N], from K, at PACES, times NUMBER`.
/**
 * @param {Machine} made @param {Sentence} line @param {StreamPlace[]} where @param {number[]} ids
 * @returns {Rows}
 */
function circleRows(made, line, where, ids) {
  const { names } = made;
  const start = line.word;
  let [n, first, paces] = [ids.length, 0, [1]];
  if (!line.stops) n = readWhole(line, names, "the number of points", 1, LIMITS.context);
  const own = {
    from: () => (first = readWhole(line, names, "the first point", 0, n - 1)),
    at() {
      paces = [];
      do paces.push(readPlain(line, names, "a pace", 1, n)); while (!line.stops);
    },
  };
  const [got] = made.clauses(line, "circle", { own });
  const many = paces.length > 1 ? `${paces.length} circles have` : "a circle has";
  fits(where, 3 * paces.length, start, many);
  if (ids.length > n) {
    throw wrongAt(start, `a circle of ${n} points has no room for ${ids.length}`);
  }
  names.spend(n * 3 * paces.length, start);
  if (where.length === 1) {
    const [place] = where;
    names.circles[place.name] ??= { n, paces };
    if (line.first === "place") made.circles[place.name] = { place, n, paces };
  }
  return [ids.map((_, i) => circlePoint((first + i) % n, n, paces)), got];
}

// `number FORMULA, times NUMBER`.
/**
 * @param {Machine} made @param {Sentence} line @param {StreamPlace[]} where @param {number[]} ids
 * @returns {Rows}
 */
function numberRows(made, line, where, ids) {
  const start = line.word;
  const xs = readFormula(made, line, ids);
  const [got] = made.clauses(line, "rows");
  fits(where, 4, start, "a number has");
  if (xs.some((x) => x < -5 / 3 || x > 1 || 5 - 2 * x - 3 * x * x < 0)) {
    throw wrongAt(start, "a number must be from -5/3 to 1, or layer norm would change it");
  }
  return [xs.map(numberRow), got];
}

// `nearest, times NUMBER`: i x - i i / 2 is largest for the i that is nearest to x.
/**
 * @param {Machine} made @param {Sentence} line @param {StreamPlace[]} where @param {number[]} ids
 * @returns {Rows}
 */
function nearestRows(made, line, where, ids) {
  const word = line.last;
  const [got] = made.clauses(line, "rows");
  fits(where, 2, word, "a number to be read, and a 1, have");
  return [ids.map((i) => [i, (-i * i) / 2]), got];
}

// `one-hot, times NUMBER`: a 1 in a column of its own for each.
/**
 * @param {Machine} made @param {Sentence} line @param {StreamPlace[]} where @param {number[]} ids
 * @returns {Rows}
 */
function oneHotRows(made, line, where, ids) {
  const word = line.last;
  const [got] = made.clauses(line, "rows");
  const what = line.first === "place" ? "positions" : "symbols";
  fits(where, ids.length, word, `one-hot rows for ${ids.length} ${what} have size`);
  made.names.spend(ids.length ** 2, word);
  return [ids.map((_, i) => ids.map((_, j) => Number(i === j))), got];
}

// `padding, times NUMBER`.
/**
 * @param {Machine} made @param {Sentence} line @param {StreamPlace[]} where @param {number[]} ids
 * @returns {Rows}
 */
function paddingRows(made, line, where, ids) {
  const word = line.last;
  const [got] = made.clauses(line, "rows");
  const wide = sizeOf(where);
  if (wide < 2) throw wrongAt(word, "padding needs a part of size 2 or more");
  made.names.spend(ids.length * wide, word);
  return [ids.map(() => paddingRow(wide)), got];
}

// `row [FORMULA, ...], times NUMBER`.
/**
 * @param {Machine} made @param {Sentence} line @param {StreamPlace[]} where @param {number[]} ids
 * @returns {Rows}
 */
function formulaRows(made, line, where, ids) {
  const start = line.word;
  line.needs("[", "'row'");
  /** @type {number[][]} */
  const found = [];
  for (;;) {
    found.push(readFormula(made, line, ids));
    made.names.spend(ids.length, start);
    if (line.takes("]")) break;
    if (!line.takes(",")) throw line.unlike("',' or ']' after a number of the row");
  }
  const [got] = made.clauses(line, "rows");
  fits(where, found.length, start, "this row has");
  return [ids.map((_, i) => found.map((column) => column[i])), got];
}

// `symbols A B C, times NUMBER`: at each position the row that a symbol has, or all.
/**
 * @param {Machine} made @param {Sentence} line @param {StreamPlace[]} where @param {number[]} ids
 * @returns {Rows}
 */
function symbolRows(made, line, where, ids) {
  const start = line.word;
  let found = readSymbols(line).map(([name, word]) => made.idOf(name, word));
  const [got] = made.clauses(line, "rows");
  if (found.length === 1) found = ids.map(() => found[0]);
  if (found.length !== ids.length) {
    throw wrongAt(start, `there are ${found.length} symbols here, and ${ids.length} positions`);
  }
  const columns = indices(where);
  return [found.map((id) => columns.map((j) => at(made.W_E, id, j))), got];
}

/**
 * @type {Record<string,
 *   (made: Machine, line: Sentence, where: StreamPlace[], ids: number[]) => Rows>}
 */
const ROWS = {
  circle: circleRows, nearest: nearestRows, number: numberRows, "one-hot": oneHotRows,
  padding: paddingRows, row: formulaRows, symbols: symbolRows,
};
