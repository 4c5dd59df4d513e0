// @ts-check
// Relations: what a head compares, told from a table of its scores.

import { argmax, least, most, shownNumber } from "./codebooks.js";
import { median, upTo } from "./origins.js";
/** @import {Row} from "../../kit/page" */
/** @import {How, Meaning, Relation, Rows} from "./lanes" */

export const PULL = 0.5; // in the exponent of attention: a weaker preference is none
const ALIKE = 1e-4; // of the range of a row
const ROUNDING = 1e-12; // of the widest range: a row that prefers less prefers nothing
const BEST = 0.02; // of the range of a row: what scores as well as the best
const MOST_LISTED = 12;

/** @param {Row} row */
export const range = (row) => (row.length ? most(row) - least(row) : 0);

/**
 * @param {How} how @param {string} query @param {string} key @param {number} pull
 * @param {Partial<Relation>} [more] @returns {Relation}
 */
export const relationOf = (how, query, key, pull, more = {}) =>
  ({ how, query, key, pull, by: 0, among: [], to: [], ...more });

// The relation that a table of scores [meanings of the query, of the key] is of.
/**
 * @param {Row[]} scores @param {Pick<Rows, "name" | "kind" | "meanings">} asks
 * @param {Pick<Rows, "name" | "kind" | "meanings">} answers @param {boolean} causal
 */
export function relation(scores, asks, answers, causal) {
  const M = withoutRounding(scores.map(centered));
  const places = asks.kind === "place" && answers.kind === "place" && M.length === M[0].length;
  const pull = strength(M, places && causal);
  const between = places && betweenPlaces(M, pull, causal);
  if (between) return between;
  const scaled = M.map(inRange);
  const order = ordered(scaled, answers.meanings);
  const liking = meanOf(scaled);
  const same = scaled.every((row) => near(row, liking));
  if (same) return theSameForAll(liking, order, answers, pull);
  if (order) return relationOf(order > 0 ? "largest" : "smallest", asks.name, answers.name, pull);
  const hidden = places && causal; // what would be liked best there is never seen
  const how = !hidden && asks.kind === answers.kind && sameMeanings(asks.meanings, answers.meanings)
    ? amongTheSame(M, asks.meanings) : "table";
  if (how !== "table") return relationOf(how, asks.name, answers.name, pull);
  const to = scaled.map((row, i) => /** @type {[Meaning, Meaning[]]} */ ([asks.meanings[i],
    topOf(row).map((j) => answers.meanings[j])]));
  return relationOf("table", asks.name, answers.name, pull, { to });
}

/** @param {Row} row */
function centered(row) {
  let sum = 0;
  for (let j = 0; j < row.length; j++) sum += row[j];
  return moved(row, sum / row.length, 1);
}

// With zeros in the rows whose preference is a matter of rounding.
/** @param {Row[]} M */
function withoutRounding(M) {
  const wide = M.map(range);
  const least = ROUNDING * most(wide);
  return M.map((row, i) => (wide[i] > least ? row : row.map(() => 0)));
}

/** @param {Row} row */
const inRange = (row) => moved(row, 0, Math.max(range(row), 1e-300));

/** @param {Row} row @param {number} by @param {number} wide */
function moved(row, by, wide) {
  const found = Array(row.length);
  for (let j = 0; j < row.length; j++) found[j] = (row[j] - by) / wide;
  return found;
}

/** @param {Row[]} rows */
function meanOf(rows) {
  const found = Array(rows[0].length).fill(0);
  for (const row of rows) for (let j = 0; j < row.length; j++) found[j] += row[j] / rows.length;
  return found;
}

/** @param {Row} row @param {Row} other */
function near(row, other) {
  for (let j = 0; j < row.length; j++) if (!(Math.abs(row[j] - other[j]) < ALIKE)) return false;
  return true;
}

/** @param {Meaning[]} some @param {Meaning[]} others */
const sameMeanings = (some, others) =>
  some.length === others.length && some.every((each, i) => each === others[i]);

/** @param {Row[]} M @param {Meaning[]} meanings @returns {How} */
function amongTheSame(M, meanings) {
  if (M.every((row, i) => argmax(row) === i)) return "same";
  if (M.every((row, i) => argmax(row.map((x) => -x)) === i)) return "other";
  return nextLarger(M.map(argmax), meanings) ? "next larger" : "table";
}

// The keys that score as well as the best.
/** @param {Row} row */
function topOf(row) {
  const top = most(row);
  return upTo(row.length).filter((j) => row[j] > top - BEST).slice(0, MOST_LISTED);
}

// By how much the best key leads the worst, for the middle one of those that ask.
/** @param {Row[]} M @param {boolean} causal later places are not seen */
function strength(M, causal) {
  const pulls = M.map((row, i) => range(causal ? row.slice(0, i + 1) : row));
  return median(pulls.filter((x) => x > 0));
}

// Whether places prefer the one some steps back, the latest, the first, or those of one side. The
// first place may be set apart, for those who find nothing.
/** @param {Row[]} M @param {number} pull @param {boolean} causal */
function betweenPlaces(M, pull, causal) {
  const n = M.length;
  const later = M.slice(1).map((row, i) => (causal ? row.slice(0, i + 2) : row));
  const rises = (/** @type {1 | -1} */ sign) => later.every((row) => grows(row, sign));
  if (rises(1)) return relationOf("latest", "", "place", pull);
  if (rises(-1)) return relationOf("first", "", "place", pull);
  const seen = M.map((row, i) => (causal ? row.slice(0, i + 1) : row));
  const apart = seen.map((row, i) => i - argmax(row));
  const back = Math.trunc(causal ? apart[n - 1] : median(apart)); // the last sees most
  const from = Math.max(back, 0);
  const inside = apart.slice(from, n + Math.min(back, 0));
  const kept = inside.filter((by, i) => by === back && !(lead(seen[from + i]) < PULL)).length;
  if (inside.length > 2 && kept / inside.length > 0.9)
    return relationOf("back", "place", "place", pull, { by: back });
  if (causal) return undefined; // nothing after it is seen, and all before it
  const inner = upTo(n);
  if (inner.slice(1).every((i) => least(M[i].slice(0, i)) > most(M[i].slice(i))))
    return relationOf("before", "place", "place", pull);
  if (inner.slice(1, -1).every((i) => least(M[i].slice(i + 1)) > most(M[i].slice(1, i + 1))))
    return relationOf("after", "place", "place", pull);
  return undefined;
}

// By how much the best of some keys leads the next best.
/** @param {Row} row */
function lead(row) {
  const [best, next] = [...row].sort((one, other) => other - one);
  return best - next;
}

/** @param {Row} row @param {1 | -1} sign */
function grows(row, sign) {
  for (let j = 1; j < row.length; j++) if (!(sign * (row[j] - row[j - 1]) > 0)) return false;
  return true;
}

// 1 where every row grows with the numbers that keys show, -1 where it shrinks, else 0; up to three
// keys may show none.
/** @param {Row[]} scaled @param {Meaning[]} meanings */
function ordered(scaled, meanings) {
  const told = meanings.map(shownNumber);
  const numbers = upTo(told.length).filter((i) => told[i] !== undefined);
  if (numbers.length < Math.max(3, meanings.length - 3)) return 0;
  numbers.sort((i, j) => told[i] - told[j] || i - j);
  const all = (/** @type {1 | -1} */ sign) =>
    scaled.every((row) => grows(numbers.map((i) => row[i]), sign));
  return all(1) ? 1 : all(-1) ? -1 : 0;
}

// The relation where every position likes the same keys.
/**
 * @param {Row} liking @param {number} order
 * @param {Pick<Rows, "name" | "kind" | "meanings">} answers @param {number} pull
 */
function theSameForAll(liking, order, answers, pull) {
  const { name, kind, meanings } = answers;
  if (order && kind === "place") return relationOf(order > 0 ? "latest" : "first", "", name, pull);
  if (order) return relationOf(order > 0 ? "largest" : "smallest", "", name, pull);
  return relationOf("among", "", name, pull, { among: topOf(liking).map((j) => meanings[j]) });
}

// Whether each number likes the one after it best, but for the last.
/** @param {number[]} best @param {Meaning[]} meanings */
function nextLarger(best, meanings) {
  const numbers = meanings.map(shownNumber);
  const known = upTo(numbers.length).filter((i) => numbers[i] !== undefined);
  return known.length > 2 &&
    known.slice(0, -1).every((i, k) => numbers[best[i]] === numbers[known[k + 1]]);
}

// A relation in a few words.
/** @param {Relation} told */
export function inWords({ how, query, key, by, among }) {
  const listed = (/** @type {string} */ joint) => among.join(joint);
  switch (how) {
    case "back": return by ? `${Math.abs(by)} ${by > 0 ? "back" : "ahead"}` : "itself";
    case "same": return query === key ? `same ${key}` : [key, "same as", query].join(" ");
    case "other": return query === key ? `other ${key}` : [key, "other than", query].join(" ");
    case "smallest": case "largest": return `${how} ${key}`;
    case "next larger": return `next larger ${key}` + (query === key ? "" : ` after ${query}`);
    case "among": return key === "place" && among.length === 1 ? `at position ${among[0]}`
      : `${key} among ${listed(", ")}`;
    case "tags": return `is ${listed(" or ")}`;
    case "table": return `${key} that goes with ${query}`;
  }
  return how;
}
