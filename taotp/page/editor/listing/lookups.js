// @ts-check
// Sentences about tables, which an MLP looks numbers up in: table, for, given (lookups.py).

import { matrix, normalize } from "../../kit/arithmetic.js";
import { LIMITS } from "./language.js";
import { quoted, wrongAt } from "./faults.js";
import { readNumber, readWhole } from "./expressions.js";
import { namesOf, sound } from "./machine.js";
import { at, exponent, fill, indices, scaled, vectorOf } from "./matrices.js";
import { stringValue } from "./words.js";
/** @import {Matrix, Norm} from "../../kit/figures" */
/** @import {StreamPlace, Units, Word} from "./listing" */
/** @import {Machine} from "./machine.js" */
/** @import {Sentence} from "./sentences.js" */

// `table read PLACE, write PLACE and PLACE, loud NUMBER`.
/** @param {Machine} made @param {Sentence} line */
function table(made, line) {
  const draft = made.layerOf(line);
  const [got] = made.clauses(line, "table");
  const broken = Boolean(draft.act) && draft.act[0] !== "relu";
  made.table = { line, ...got, rows: [], says: [], words: [], broken };
  draft.units.push(made.table);
  made.takeAct(draft, "relu", line);
}

/** @param {Word} word */
const tooManyEntries = (word) => wrongAt(word,
  `here the tables exceed ${LIMITS.entries} entries, the most they may have`);

// `for NAME from A to B and ..., given PLACE = VALUE and ..., say VALUE`.
/** @param {Machine} made @param {Sentence} line */
function entry(made, line) {
  const [word] = line.words;
  const into = made.table;
  if (!into) {
    throw wrongAt(word,
      `'${word.text}' begins an entry of a table; a line 'table ...' must come before it`);
  }
  /** @type {Record<string, number[]>} */
  const over = {};
  if (word.text === "for") {
    ranges(made, line, over);
    line.needs(",", "the ranges");
    line.needs("given", "the comma");
  }
  const { names } = made;
  const known = { ...names.numbers };
  try {
    checkRoom(made, word, over);
    const start = line.at;
    for (const values of everyChoice(over)) {
      Object.assign(names.numbers, values);
      line.at = start;
      names.spend(2 * made.d_model + 1, word);
      oneEntry(made, line);
      into.words.push(word);
    }
  } catch (wrong) {
    into.broken = true;
    throw wrong;
  } finally {
    [names.numbers, names.row] = [known, null];
  }
}

/** @param {Machine} made @param {Word} word @param {Record<string, number[]>} over */
function checkRoom(made, word, over) {
  const count = Object.values(over).reduce((all, values) => all * values.length, 1);
  const entries = made.layers.flatMap(({ units }) => units)
    .reduce((all, { rows }) => all + (rows?.length ?? 0), 0);
  if (entries + count > LIMITS.entries) throw tooManyEntries(word);
}

// Every choice of a value for each name, the last changing fastest.
/** @param {Record<string, number[]>} over @returns {Generator<Record<string, number>>} */
function* everyChoice(over) {
  const [name, ...rest] = Object.keys(over);
  if (name === undefined) {
    yield {};
    return;
  }
  const others = Object.fromEntries(rest.map((each) => [each, over[each]]));
  for (const value of over[name]) {
    for (const choice of everyChoice(others)) yield { [name]: value, ...choice };
  }
}

// Names with their ranges, joined by `and`.
/** @param {Machine} of @param {Sentence} line @param {Record<string, number[]>} into */
function ranges({ names }, line, into) {
  const most = LIMITS.range;
  do {
    const word = line.name("a name for a number after 'for'");
    const name = names.new(word);
    if (Object.hasOwn(into, name)) throw wrongAt(word, `${quoted(name)} is here twice`);
    line.needs("from", `'for ${name}'`);
    const first = readWhole(line, names, "the first number", -most, most);
    line.needs("to", "the first number");
    const last = readWhole(line, names, "the last number", -most, most);
    const count = Math.abs(last - first) + 1;
    if (count > LIMITS.entries) throw tooManyEntries(word);
    into[name] = Array.from({ length: count }, (_, i) => (last < first ? first - i : first + i));
  } while (line.takes("and"));
}

// The row of the stream that an entry is for, and what the table says for it.
/** @param {Machine} made @param {Sentence} line */
function oneEntry(made, line) {
  const { names } = made;
  const row = Array(made.d_model).fill(0);
  names.row = row;
  do {
    const word = line.name("a part of the stream after 'given'");
    const place = names.place(word);
    line.needs("=", quoted(word.text));
    numbersFor(made, line, [place]).forEach((x, j) => (row[place.start + j] = x));
  } while (line.takes("and"));
  line.needs(",", "what is given");
  line.needs("say", "the comma");
  const says = numbersFor(made, line, made.table.write);
  line.ends("what the table says");
  names.row = null;
  made.table.rows.push(row);
  made.table.says.push(says);
}

// `symbol K`, `place K`, `[NUMBER, ...]` or `NUMBER`: as many numbers as the places hold.
/** @param {Machine} made @param {Sentence} line @param {StreamPlace[]} where */
function numbersFor(made, line, where) {
  const { names } = made;
  const columns = indices(where);
  let { word } = line;
  /** @param {Matrix} W @param {number} id */
  const rowIn = (W, id) => columns.map((j) => at(W, id, j));
  if (line.takes("symbol")) {
    if (line.word.kind === "string") {
      word = line.next();
      return rowIn(made.W_E, made.idOf(stringValue(word), word));
    }
    const last = made.symbols.length - 1;
    return rowIn(made.W_E, readWhole(line, names, "the number of a symbol", 0, last));
  }
  if (line.takes("place")) {
    const last = made.n_ctx - 1;
    return rowIn(made.W_pos, readWhole(line, names, "the number of a position", 0, last));
  }
  if (line.sees("[")) return made.bracketed(line, columns.length, namesOf(where));
  const value = readNumber(line, names, "a number, 'symbol K', 'place K' or [...]");
  if (columns.length !== 1) {
    const have = where.length === 1 ? "has" : "have";
    throw wrongAt(word,
      `this is one number, and ${namesOf(where)} ${have} ${columns.length}; write [...]`);
  }
  return [value];
}

// The MLP of a table.
/** @param {Machine} made @param {Sentence} line @param {Units} table @param {Norm | null} norm */
export function tableMLP(made, line, { read, write, loud, rows, says, words }, norm) {
  const [word] = line.words;
  if (!rows.length) {
    throw wrongAt(word, "this table has no entries; they stand in lines below it");
  }
  const seen = rows.map((row) => normalize(row, norm, (x) => x));
  if (!seen.flat().every(Number.isFinite)) {
    throw wrongAt(word, "the keys of this table are too large");
  }
  const keys = seen.map((row) => row[read.start]);
  const apart = spacing(made, keys, read, words);
  const { d_model } = made;
  made.names.spend(keys.length * 3 * (2 * d_model + 1), word);
  const kinks = keys.flatMap((x) => [x - apart, x, x + apart]);
  const columns = indices(write);
  const W_out = matrix(kinks.length, d_model);
  kinks.forEach((_, i) => says[Math.floor(i / 3)].forEach((x, j) => {
    W_out.data[i * d_model + columns[j]] += x * [1, -2, 1][i % 3];
  }));
  return sound(line, {
    W_in: fill(d_model, kinks.length, (i) => Number(i === read.start) / apart),
    b_in: vectorOf(kinks.map((x) => -x / apart)),
    W_out: scaled(loud, sound(line, { W_out }).W_out),
    b_out: matrix(d_model, 1),
    act: "relu",
  });
}

// How far apart the nearest keys of a table are, 1 where there is one key.
/** @param {Machine} made @param {number[]} keys @param {StreamPlace} of @param {Word[]} words */
function spacing(made, keys, { name }, words) {
  const order = [...keys.keys()].sort((a, b) => keys[a] - keys[b] || a - b);
  const gaps = order.slice(1).map((k, i) => keys[k] - keys[order[i]]);
  const width = gaps.reduce((least, gap) => Math.min(least, gap), Infinity);
  const far = keys.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
  const next = far ? Math.max(2 ** (exponent(far) - 52), 5e-324) : 5e-324;
  if (width < 8 * next) {
    const near = gaps.indexOf(width);
    const [first, second] = order.slice(near, near + 2).sort((a, b) => a - b);
    throw wrongAt(words[second],
      `entries ${first + 1} (line ${made.lineOf(words[first])}) and ${second + 1} of this ` +
      `table have the same number in ${name}, or too nearly the same`);
  }
  return gaps.length ? width : 1;
}

export const TABLES = { table, for: entry, given: entry };
