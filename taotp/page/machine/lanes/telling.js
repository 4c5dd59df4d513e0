// @ts-check
// Lanes in sentences: what each head compared and brought at a position, and what is said.

import { decide } from "../../kit/arithmetic.js";
import { format } from "../../kit/runs.js";
import { most, shownNumber, whole } from "./codebooks.js";
/** @import {Lane, LaneHead, Lanes, Meaning, Relation} from "./lanes" */

export const MOSTLY = 0.9; // of the weight, from which on a head looks at one place
const TIED = 1e-9; // of the largest score: what is as near to it scores the same
const EQUAL = 1e-9; // apart, two shares are one
export const LISTED = 4; // that are listed
const [LONGEST, SHOWN] = [28, 6]; // characters of a cell, and tags
const RUN = 3; // numbers in a row that are told by their ends
const LARGE = 1e5; // numbers, from which on they are shown in a unit
/** @type {Record<string, string>} */
const TICKS = { " ": "\u2423", "\n": "\u23ce" };

/** @param {string} text */
const cut = (text) => (text.length <= LONGEST ? text
  : `${text.slice(0, LONGEST - 1).replace(/ [^ ]*$/, "")}\u2026`);

// A value as it is shown: nothing is a dot, a space is seen, tags from six on are counted.
/** @param {Meaning} value */
export function cellText(value) {
  if (value === null || value === undefined) return "\u00b7";
  if (Array.isArray(value)) {
    const more = value.length > SHOWN ? ` +${value.length - SHOWN}` : "";
    return cut(value.slice(0, SHOWN).join(", ")) + more;
  }
  return value === true ? "on" : cut(TICKS[String(value)] ?? String(value));
}

// The power of ten in which numbers are shown: 1 unless some are too large to be read. Of short
// ones it is what all can be divided by, else that of the largest.
/** @param {number[]} numbers */
function unitOf(numbers) {
  const top = Math.max(0, ...numbers.map(Math.abs));
  if (top < LARGE || !Number.isFinite(top)) return 1;
  const size = Math.floor(Math.log10(top));
  const zeros = Math.min(...numbers.map((x) => (x / 10 ** (size - 3)).toFixed(0))
    .filter((text) => Number(text)).map((text) => text.length - text.replace(/0+$/, "").length));
  return 10 ** (zeros > 1 ? size - 3 + zeros : size);
}

// The unit of the numbers of a lane, and its values as they are shown.
/** @param {Lane} lane @returns {{unit: number, values: Meaning[]}} */
export function inUnits({ kind, values }) {
  const numbers = kind === "number" ? values.filter((value) => typeof value === "number") : [];
  const unit = unitOf(numbers);
  return { unit, values: unit === 1 ? values
    : values.map((value) => (typeof value === "number" ? whole(value / unit) : value)) };
}

// What a head did at a position.
/** @param {Lanes} seen @param {LaneHead} head @param {number} at */
export const sentence = (seen, head, at) =>
  `position ${at} ${looks(seen, head, at)}${brings(seen, head, at)}.`;

// A symbol in a sentence; what nobody types is quoted, or "it says stop" would read on.
/** @param {Pick<Lanes, "sentinels">} seen @param {Meaning} symbol */
export const symbolText = ({ sentinels }, symbol) => (sentinels.includes(String(symbol))
  ? `\u201c${cellText(symbol)}\u201d` : cellText(symbol));

// What is said at a position.
/** @param {Lanes} seen @param {number} at */
export const says = (seen, at) =>
  `it says ${symbolText(seen, seen.lanes[seen.lanes.length - 1].values[at])}`;

// That several symbols score the same, and why one is said; "" where one scores the most.
/** @param {Lanes} seen @param {number} at */
export function tie(seen, at) {
  const { logits, symbols } = seen;
  const row = logits(at);
  const top = most(row); // quiet ones are told apart too
  const near = top - TIED * Math.min(Math.max(Math.abs(top), 1), most(row.map(Math.abs)));
  const same = symbols.flatMap((symbol, i) => (row[i] >= near ? [{ symbol, i }] : []));
  if (same.length < 2) return ""; // none where a logit is not a number
  const won = decide(row).token;
  const names = same.map(({ symbol }) => symbolText(seen, symbol));
  const few = `${names.slice(0, -1).join(", ")} and ${names[names.length - 1]}`;
  const many = `${same.length === symbols.length ? "all " : ""}${same.length} symbols`;
  const all = same.length <= LISTED ? few : many;
  const why = won === same[0].i ? ", so it says the first of them in the list of symbols, which is"
    : " but rounding, and that favors";
  const one = symbolText(seen, symbols[won]);
  return `${all} score the same. Nothing decides between them${why} ${one}`;
}

// Whether a head takes tags from all positions alike.
/** @param {LaneHead} head */
export const counts = ({ relations, reads }) => relations?.length === 0 && reads.length > 0;

// By which rule a head chose where it looks, as "latest noun" or "next larger: 3"; "" where it
// chose among none, as who looks so many steps back, and where it finds more than one.
/** @param {Lanes} seen @param {LaneHead} head @param {number} at */
export function choice(seen, { relations, source, weight, cross, liked }, at) {
  if (!(weight[at] > MOSTLY) || cross) return "";
  const best = (relations ?? []).find(({ how, key }) =>
    ["smallest", "largest", "next larger"].includes(how) && key !== "place");
  if (best) {
    const ends = best.how === "next larger" &&
      shownNumber(held(seen, best.query, at)) === undefined;
    return `${ends ? "smallest" : best.how}: ${cellText(held(seen, best.key, source[at]))}`;
  }
  const hows = (relations ?? []).map(({ how }) => how);
  const [latest, first, after] = ["latest", "first", "after"].map((how) =>
    hows.includes(/** @type {any} */ (how)));
  if (latest === first) return "";
  const which = latest ? "latest" : after ? "next" : "first";
  return liked[at]?.length === 1 ? `${which} ${liked[at][0]}` : which;
}

// By how much the best score of a head is above the next, which is what a softmax goes by.
/** @param {Lanes} seen @param {LaneHead} head @param {number} at */
export function lead(seen, { relations, scores }, at) {
  const row = scores[at];
  const [best, next] = row.flatMap((x, p) => (Number.isFinite(x) ? [p] : []))
    .sort((p, q) => row[q] - row[p]);
  const [one, other] = [best, next].map((p) => cellText(held(seen, relations[0].key, p)));
  return row[best] > row[next] ? `${one} leads ${other} by ${format(row[best] - row[next])}` : "";
}

// Whether what a head looks for as the same is the same where it looks.
/** @param {Lanes} seen @param {LaneHead} head @param {number} at */
export const isFound = (seen, head, at) => (head.relations ?? []).every(({ how, query, key }) =>
  how !== "same" ||
  String(held(seen, query, at, head.stack)) ===
    String(held(seen, key, head.source[at], thereOf(head))));

// Whether a key has what a head looks for from a position, wherever others like it stand.
/** @param {Lanes} seen @param {LaneHead} head @param {number} at @param {number} j */
export function fits(seen, head, at, j) {
  const [liked, stack] = [head.liked[at] ?? [], thereOf(head)];
  const has = seen.lanes.some((lane) => lane.stack === stack && lane.layer < head.layer &&
    Array.isArray(lane.values[j]) &&
    /** @type {string[]} */ (lane.values[j]).some((tag) => liked.includes(tag)));
  return (!liked.length || has) &&
    (head.relations ?? []).every((told) => isSo(seen, head, told, at, j));
}

// Whether a relation of a head holds between a position and a key; all may be the first.
/**
 * @param {Lanes} seen @param {LaneHead} head @param {Relation} told @param {number} at
 * @param {number} j
 */
function isSo(seen, head, { how, query, key, among, to }, at, j) {
  const [own, there] = [held(seen, query, at, head.stack), held(seen, key, j, thereOf(head))];
  const isIn = (/** @type {Meaning[]} */ some) => some.some((x) => String(x) === String(there));
  switch (how) {
    case "same": return own !== null && String(own) === String(there);
    case "other": return String(own) !== String(there);
    case "before": return j < at;
    case "after": return j > at;
    case "among": return isIn(among);
    case "table": return isIn(to.find(([asked]) => String(asked) === String(own))?.[1] ?? []);
  }
  return ["latest", "first", "tags"].includes(how);
}

/** @param {string} text */
export const capital = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);

// Where a head looks from a position, and why.
/** @param {Lanes} seen @param {LaneHead} head @param {number} at */
export function looks(seen, head, at) {
  const mostly = head.weight[at] > MOSTLY;
  const found = mostly ? `position ${head.source[at]}` : "several";
  if (!head.relations) return `looks at ${found}; why is unclear`;
  if (!head.relations.length) return mostly ? `sees ${found} alone` : "looks at all alike";
  const back = head.relations.find(({ how }) => how === "back");
  if (back) return steps(back.by, at, head);
  const told = `looks for ${sought(seen, head, at)}`;
  return told + (mostly ? `: ${found}` : ", and finds more than one");
}

/** @param {number} by @param {number} at @param {LaneHead} head */
function steps(by, at, head) {
  if (!by) return head.cross ? "looks at the same position of what is read" : "looks at itself";
  const way = by > 0 ? "back" : "ahead";
  const there = at - by >= 0 && at - by < head.source.length;
  if (!there && !head.cross) {
    const found = head.weight[at] > MOSTLY ? `position ${head.source[at]}` : "several";
    return `looks ${Math.abs(by)} ${way}, where nothing stands, and so at ${found}`;
  }
  return `looks ${Math.abs(by)} ${way}, at position ${head.source[at]}`;
}

// What a head looks for, as a position with its conditions.
/** @param {Lanes} seen @param {LaneHead} head @param {number} at */
function sought(seen, head, at) {
  const { relations } = head;
  const which = relations.find(({ how }) => ["latest", "first"].includes(how))?.how;
  const tags = head.liked[at] ?? [];
  const side = !tags.includes("start") && // who finds nothing looks there, wherever it is
    relations.find(({ how }) => ["before", "after"].includes(how))?.how;
  const whose = relations.map((told) => wanted(seen, head, told, at)).filter(Boolean);
  return [which ? "the " + which : "a", "position", ...(side ? [side, "it"] : []),
    ...(tags.length ? ["that is", either(tags)] : []),
    ...(whose.length ? ["whose", whose.join(" and whose ")] : [])].join(" ");
}

// What a relation asks of a key, with what the position that asks holds; "" for nothing. Of several
// that will do, where what is found there is one of them.
/** @param {Lanes} seen @param {LaneHead} head @param {Relation} told @param {number} at */
function wanted(seen, head, { how, query, key, among, to }, at) {
  const own = held(seen, query, at, head.stack);
  const mine = query === key ? cellText(own) : `its own ${query}, ${cellText(own)}`;
  switch (how) {
    case "same": return `${key} is ${mine}`;
    case "other": return `${key} is not ${mine}`;
    case "smallest": case "largest": return `${key} is the ${how}`;
    case "next larger": return `${key} is the next larger after ${cellText(own)}`;
    case "among": case "table": {
      const liked = how === "among" ? among
        : to.find(([asked]) => String(asked) === String(own))?.[1] ?? [];
      const found = String(held(seen, key, head.source[at], thereOf(head)));
      if (liked.length > LISTED || !liked.some((each) => String(each) === found)) return "";
      if (how === "table" && query && query !== "place")
        return `${key} goes with its own ${query}, ${cellText(own)}`;
      return key === "place" ? `number is ${someNumbers(liked)}` : `${key} is ${either(liked)}`;
    }
  }
  return "";
}

// Numbers of positions, those in a row by their ends.
/** @param {Meaning[]} liked */
function someNumbers(liked) {
  const [first, last] = [Number(liked[0]), Number(liked[liked.length - 1])];
  const isRun = liked.length >= RUN && last - first === liked.length - 1;
  if (!isRun) return either(liked);
  return first ? `between ${first} and ${last}` : `at most ${last}`;
}

// Shares in two digits that add up as they do: what is left goes to those that lost most. Where it
// is not enough for all that are equal, each of them is rounded alone.
/** @param {number[]} shares */
export function hundredths(shares) {
  const least = shares.map((x) => Math.floor(100 * x + 1e-6));
  const sum = (/** @type {number[]} */ some) => some.reduce((all, x) => all + x, 0);
  const left = Math.floor(100 * sum(shares) + 0.5) - sum(least);
  const lost = shares.map((x, i) => Number((100 * x - least[i]).toFixed(6)));
  const order = [...shares.keys()].sort((i, j) => lost[j] - lost[i]);
  const rest = order.splice(Math.max(0, left));
  const isAmong = (/** @type {number[]} */ some, /** @type {number} */ i) =>
    some.some((j) => Math.abs(shares[i] - shares[j]) < EQUAL);
  return shares.map((x, i) => {
    const alone = Math.floor(100 * x + 0.5 + 1e-6);
    const parted = isAmong(order, i) && isAmong(rest, i);
    return ((parted ? alone : least[i] + Number(order.includes(i))) / 100).toFixed(2);
  });
}

// Some of what will do.
/** @param {Meaning[]} meanings */
export function either(meanings) {
  const more = meanings.length > LISTED ? [`${meanings.length - LISTED} more`] : [];
  return [...meanings.slice(0, LISTED).map(cellText), ...more].join(" or ");
}

// The stack in which a head looks.
/** @param {LaneHead} head */
const thereOf = ({ cross, stack }) => (cross ? "encoder" : stack);

// What a position of a stack holds under the name of an origin.
/**
 * @param {Lanes} seen @param {string} name @param {number} at @param {string} [stack]
 * @returns {Meaning}
 */
export function held({ noun, tokens, read, lanes }, name, at, stack = "") {
  if (name === noun) return (stack ? read : tokens)[at];
  if (name === "place") return at;
  return lanes.find((lane) => lane.name === name && lane.stack === stack)?.values[at] ?? null;
}

// What a head brings to a position.
/** @param {Lanes} seen @param {LaneHead} head @param {number} at */
export function brings({ noun }, { carried }, at) {
  const said = carried.filter(({ lane }) => lane.values[at] !== null).map(
    ({ verb, taken, lane }) => {
      const does = verb === "takes away" || verb === "adds" ? verb : "brings";
      const named = taken === noun && verb !== "moves" && verb !== "scales" ? [taken] : [];
      return [does, ...named, cellText(lane.values[at])].join(" ");
    });
  return said.length ? `; it ${said.join(" and ")}` : "";
}
