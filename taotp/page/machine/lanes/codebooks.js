// @ts-check
// Codebooks: which rows a part of the stream may hold, and what each of them means. As in
// taotp/interp/lanes/codebooks.py, with which a test compares all of this folder.

/** @import {Row} from "../../kit/page" */
/** @import {Book, Kind, Meaning} from "./lanes" */

export const SMALL = 1e-6; // of the largest number: what is as small beside it means nothing
const NEAR = 0.25; // of the way to the next row: what is farther off is no row of the book
const SAME_ROW = 1e-9; // apart, at length 1: two symbols that are written alike
const TINY = 1e-300;
const [FAINT, LOUD] = [0.04, 1e3];
const HUGE = 1e6; // no number that a symbol shows
export const ON_A_LINE = 0.02; // of a step between two numbers

/** @type {[string, (x: number) => number][]} */
const READINGS = [
  ["", (x) => x], ["tens", (x) => Math.floor(x / 10)], ["ones", (x) => x % 10],
  ["hundreds", (x) => Math.floor(x / 100)], ["last two", (x) => x % 100],
];

/** @param {ArrayLike<number>} a @param {ArrayLike<number>} b */
export function dot(a, b) {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}

/** @param {ArrayLike<number>} a */
export const length = (a) => Math.sqrt(dot(a, a));

/** @param {Row} a @param {number} by */
export function scaled(a, by) {
  const found = Array(a.length);
  for (let i = 0; i < a.length; i++) found[i] = a[i] * by;
  return found;
}

/** @param {Row} a @param {Row} b */
function apart(a, b) {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] - b[i]) ** 2;
  return Math.sqrt(sum);
}

/** @param {Row} values */
export function argmax(values) {
  let best = 0;
  for (let i = 1; i < values.length; i++) if (values[i] > values[best]) best = i;
  return best;
}

/** @param {Row} values @param {number} [initial] */
export function most(values, initial = -Infinity) {
  let top = initial;
  for (let i = 0; i < values.length; i++) if (values[i] > top) top = values[i];
  return top;
}

/** @param {Row} values */
export function least(values) {
  let bottom = Infinity;
  for (let i = 0; i < values.length; i++) if (values[i] < bottom) bottom = values[i];
  return bottom;
}

// The number that a symbol or a place shows, undefined where it shows none.
/** @param {Meaning} meaning */
export function shownNumber(meaning) {
  const found = /^\D?(\d+)$/u.exec(String(meaning));
  return found ? Number(found[1]) : undefined;
}

// A number as it is shown: whole where it is nearly that, else in four digits.
/** @param {number} x */
export const whole = (x) =>
  (Math.abs(x - Math.round(x)) < ON_A_LINE ? Math.round(x) + 0 : Number(x.toPrecision(4)));

/** @param {Kind} kind @param {Partial<Book>} [more] @returns {Book} */
export const bookOf = (kind, more = {}) => ({ kind, meanings: [], slope: 1, offset: 0, ...more });

// The book of the rows that a part may hold, of which the meanings are given: of one direction a
// number, a flag, a constant or levels.
/** @param {Row[]} rows @param {Meaning[]} meanings @param {Kind} kind */
export function codebook(rows, meanings, kind) {
  const lengths = rows.map(length);
  const line = lineOf(rows, lengths);
  if (!line) return bookOf(kind, { meanings, rows, lengths });
  const at = rows.map((row) => dot(row, line));
  const largest = Math.max(most(at.map(Math.abs)), TINY);
  const levels = new Set(at.map((x) => Math.round(x / largest * 1e9) + 0));
  const sizes = at.map(Math.abs);
  if (levels.size === 1) return bookOf("constant", { meanings, rows, lengths, line, slope: at[0] });
  if (levels.size === 2) {
    const [on, off] = [at[argmax(sizes)], at[argmax(sizes.map((x) => -x))]];
    return bookOf("flag", { meanings, rows, lengths, line, slope: on, offset: off });
  }
  const found = fitted(at, meanings);
  return found ? bookOf("number", { meanings, rows, lengths, line, ...found })
    : bookOf("level", { meanings, rows, lengths, line, at });
}

// The unit vector on whose line all rows lie; undefined where they do not, and for two rows that
// point away from each other, which are two symbols.
/** @param {Row[]} rows @param {Row} lengths */
function lineOf(rows, lengths) {
  const longest = most(lengths, 0);
  const first = scaled(rows[argmax(lengths)], 1 / Math.max(longest, TINY));
  const line = scaled(first, Math.sign(first[argmax(first.map(Math.abs))]) || 1);
  const beside = rows.some((row) => {
    const at = dot(row, line);
    return row.some((x, j) => Math.abs(x - at * line[j]) > SMALL * longest);
  });
  const opposite = rows.length === 2 && lengths.every(Boolean) && dot(rows[0], rows[1]) < 0;
  return beside || opposite ? undefined : line;
}

// How a column writes the number that meanings show: slope and offset. Of several kinds of symbols,
// as 901 and >01, the first that is written so is what it reads.
/** @param {ArrayLike<number>} at @param {Meaning[]} meanings */
export function fitted(at, meanings) {
  /** @type {Map<string, [number, number][]>} */
  const kinds = new Map();
  meanings.forEach((meaning, i) => {
    const n = shownNumber(meaning);
    if (n === undefined) return;
    const kind = String(meaning).replace(/[0-9]+$/, "");
    if (!kinds.has(kind)) kinds.set(kind, []);
    kinds.get(kind).push([n, at[i]]);
  });
  for (const pairs of [...kinds.values()].sort((a, b) => b.length - a.length)) {
    const found = onALine(pairs);
    if (found) return found;
  }
  return undefined;
}

// The line on which numbers are written, or their digits; undefined for fewer than 3 of them.
/** @param {[number, number][]} pairs */
function onALine(pairs) {
  const column = pairs.map(([, x]) => x);
  if (new Set(column).size < 3) return undefined;
  const range = most(column) - least(column);
  const mean = (/** @type {Row} */ x) => x.reduce((sum, value) => sum + value, 0) / x.length;
  for (const [, reading] of READINGS) {
    const read = pairs.map(([n]) => reading(n));
    if (read.every((x) => x === read[0])) continue;
    const [middle, height] = [mean(read), mean(column)];
    const off = read.map((x) => x - middle);
    const slope = dot(off, column.map((x) => x - height)) / dot(off, off);
    const offset = height - slope * middle;
    if (column.every((x, i) => Math.abs(slope * read[i] + offset - x) < SMALL * range))
      return { slope, offset };
  }
  return undefined;
}

// What each row means, null where it is no row of the book, or nothing.
/** @param {Book} book @param {Row[]} rows @returns {Meaning[]} */
export function meaningsOf(book, rows) {
  if (book.kind === "tags") return rows.map((row) => tagsOf(book, row));
  if (book.kind === "unclear" || book.kind === "constant")
    return /** @type {Meaning[]} */ (Array(rows.length).fill(null));
  if (book.line) return rows.map((row) => onTheLine(book, row));
  return nearest(book, rows).map((i) => (i < 0 ? null : book.meanings[i]));
}

/** @param {Book} book */
function unitsOf(book) {
  return (book.units ??= book.rows.map((row, i) => scaled(row, 1 / (book.lengths[i] || 1))));
}

// The row of the book that each row points as, -1 for none.
/** @param {Book} book @param {Row[]} rows */
export function nearest(book, rows) {
  const units = unitsOf(book);
  const loudest = most(book.lengths, 0);
  return rows.map((row) => {
    const size = length(row);
    if (!(size > SMALL * loudest)) return -1;
    const unit = scaled(row, 1 / size);
    const best = argmax(units.map((each, i) =>
      (book.lengths[i] > SMALL * loudest ? dot(each, unit) : -2)));
    const { first, reach } = firstLike(book, best, loudest);
    return apart(unit, units[best]) <= reach ? first : -1;
  });
}

// The first row that points as another does, and how far from it a third may point.
/** @param {Book} book @param {number} i @param {number} loudest */
function firstLike(book, i, loudest) {
  book.likes ??= [];
  if (book.likes[i]) return book.likes[i];
  let [first, least] = [i, 2];
  unitsOf(book).forEach((unit, k) => {
    if (!(book.lengths[k] > SMALL * loudest)) return;
    const far = apart(unit, book.units[i]);
    if (far > SAME_ROW) least = Math.min(least, far);
    else first = Math.min(first, k);
  });
  return (book.likes[i] = { first, reach: NEAR * least });
}

/** @param {Book} book @param {Row} row */
function onTheLine(book, row) {
  const { line, kind, slope, offset } = book;
  const at = dot(row, line);
  const beside = length(row.map((x, j) => x - at * line[j]));
  if (!(beside <= SMALL * (Math.abs(at) + Math.abs(slope)))) return null;
  if (kind === "number") return whole((at - offset) / slope);
  if (kind === "flag") return Math.abs(at - slope) < Math.abs(at - offset) ? true : null;
  return book.meanings[argmax(book.at.map((x) => -Math.abs(x - at)))];
}

// The names of the columns that hold something, with their number where it is not 1.
/** @param {Book} book @param {Row} row */
function tagsOf({ meanings, scales = [] }, row) {
  /** @type {string[]} */
  const found = [];
  meanings.forEach((name, k) => {
    const [x, scale] = [row[k], scales[k]];
    if (scale) {
      const number = whole((x - scale[1]) / scale[0]);
      if (Math.abs(x) > SMALL && Math.abs(number) < HUGE) found.push(`${name} ${number}`);
    } else if (Math.abs(x) >= FAINT && Math.abs(x) < LOUD) {
      const amount = Math.abs(x - 1) < ON_A_LINE ? "" : ` ${Number(x.toPrecision(3))}`;
      found.push(Math.abs(x + 1) < ON_A_LINE ? `not ${name}` : name + amount);
    }
  });
  return found.length ? found : null;
}

// How many times as long a row is as that of the book; 1 where the book has no rows.
/** @param {Book} book @param {Row} row @param {Meaning} meaning */
export function loudness(book, row, meaning) {
  if (!book.rows || book.line || meaning === null) return 1;
  const own = book.lengths[book.meanings.indexOf(meaning)];
  return own ? length(row) / own : 1;
}
