// @ts-check
// What is wrong with a text, where, and what would be right (faults.py). Offsets count as
// JavaScript counts; what is said about places counts characters.

import { LIMITS, WORDS } from "./language.js";
/** @import {Fault, Span} from "./listing" */

/** @param {number} code */
const inClass = (code) => `\\u{${code.toString(16)}}`;
const UNSEEN = new RegExp(
  `[${WORDS.invisible.map((range) => range.map(inClass).join("-")).join("")}]`, "gu");

const LONGEST_CALLED = 40;

// What is wrong with the name of a head, "" where nothing is (weights.py).
/** @param {string} name */
export function faultOfName(name) {
  const length = lengthOf(name);
  if (length > LONGEST_CALLED)
    return `it has ${length} characters; it must have at most ${LONGEST_CALLED}`;
  return /[\p{Cc}\p{Cf}\p{Cs}\p{Z}]/u.test(name.replaceAll(" ", ""))
    ? "it must be one line of characters that can be seen" : "";
}

export class Misread extends Error {
  /** @param {number} start @param {number} end @param {string} message */
  constructor(start, end, message) {
    super(message);
    this.start = start;
    this.end = end;
  }
}

/** @param {Span} of @param {string} message */
export const wrongAt = ({ start, end }, message) => new Misread(start, end, message);

// What an act gives, or what is made of the fault that ends it.
/** @template T, U @param {() => T} act @param {(wrong: Misread) => U} otherwise @returns {T | U} */
export function unlessMisread(act, otherwise) {
  try {
    return act();
  } catch (wrong) {
    if (!(wrong instanceof Misread)) throw wrong;
    return otherwise(wrong);
  }
}

/** @param {string} text */
export const lengthOf = (text) => [...text].length;

/** @param {string} text @param {number} offset */
export const lineOf = (text, offset) => text.slice(0, offset).split("\n").length;

/** @param {string} text @param {number} first */
function lineFrom(text, first) {
  const end = text.indexOf("\n", first);
  return text.slice(first, end < 0 ? text.length : end).replace(/\r$/, "");
}

/** @param {string} text @param {Span & {message: string}} wrong @returns {Fault} */
export function located(text, { start: from, end: to, message }) {
  const start = Math.min(from, text.length);
  const before = text.slice(0, start);
  const first = before.lastIndexOf("\n") + 1;
  const end = Math.min(to, first + lineFrom(text, first).length);
  return {
    line: before.split("\n").length,
    column: lengthOf(text.slice(first, start)) + 1,
    length: Math.max(1, lengthOf(text.slice(start, Math.max(start, end)))),
    message,
  };
}

// The line of a fault, or the part of a long one around it, and below it a caret.
/** @param {string} text @param {Fault} of */
export function excerpt(text, { line: number, column, length }) {
  const { window } = LIMITS;
  let first = 0;
  for (let i = 1; i < number; i++) first = text.indexOf("\n", first) + 1;
  const line = [...lineFrom(text, first)];
  const left = Math.max(0, Math.min(column - 1 - window / 2, line.length - window));
  const [before, after] = [left > 0, left + window < line.length].map((cut) => (cut ? "..." : ""));
  const caret = " ".repeat(before.length + column - 1 - left);
  const carets = "^".repeat(Math.max(1, Math.min(length, window - (column - 1 - left))));
  const shown = visible(line.slice(left, left + window).join(""));
  return `${String(number).padStart(4)} | ${before}${shown}${after}\n     | ${caret}${carets}`;
}

/** @param {string} text @param {string} name @param {Fault[]} faults */
export function renderFaults(text, name, faults) {
  const shown = faults.slice(0, LIMITS.shown).map((fault) =>
    `${name}:${fault.line}:${fault.column}: ${fault.message}\n${excerpt(text, fault)}`);
  return [...shown, moreFaults(faults)].filter(Boolean).join("\n");
}

// What is said of faults that are not shown.
/** @param {Fault[]} of */
export function moreFaults({ length }) {
  const [more, least] = [length - LIMITS.shown, length >= LIMITS.faults ? "at least " : ""];
  return more > 0 ? `and ${least}${more} more ${more === 1 ? "fault" : "faults"}` : "";
}

/** @param {string} text */
export function visible(text) {
  return text.replaceAll("\t", " ").replace(UNSEEN, "\ufffd");
}

/** @param {string} text */
export function quoted(text) {
  const letters = [...visible(text)];
  const long = letters.length > LIMITS.name;
  return `'${letters.slice(0, LIMITS.name).join("")}${long ? "..." : ""}'`;
}

// Names as a sentence lists them; the middle of many is left out.
/** @param {string[]} all @param {string} [last] */
export function listed(all, last = "and") {
  const names = all.length > 12 ? [...all.slice(0, 10), "...", all[all.length - 1]] : [...all];
  const end = names.pop() ?? "";
  return names.length ? `${names.join(", ")} ${last} ${end}` : end;
}

// What is said where a listing has more of something than it may have.
/** @param {"layers" | "heads"} what */
export const tooManyOf = (what) =>
  `here the listing exceeds ${LIMITS[what]} ${what}, the most it may have`;

// Asks whether the nearest name was meant.
/** @param {string} typed @param {string[]} names */
export function suggestion(typed, names) {
  const size = lengthOf(typed);
  if (size > LIMITS.name) return "";
  const near = names.slice(0, LIMITS.compared)
    .filter((name) => name !== typed && lengthOf(name) <= LIMITS.name)
    .map((name) => /** @type {[number, string]} */ (
      [slips(typed.toLowerCase(), name.toLowerCase()), name]));
  const least = Math.min(size, ...near.map(([count]) => count));
  if (least > 1 + Math.floor(size / 4) || least >= size) return "";
  return `; did you mean ${quoted(near.find(([count]) => count === least)[1])}?`;
}

// How many letters to add, leave out, change or swap with the next until one text is the other.
/** @param {string} from @param {string} to */
function slips(from, to) {
  const [a, b] = [[...from], [...to]];
  /** @type {number[]} */
  let above = [];
  let row = [...b.keys(), b.length];
  a.forEach((letter, i) => {
    const twoAbove = above;
    above = row;
    row = [i + 1];
    b.forEach((other, j) => {
      let cost = Math.min(above[j + 1] + 1, row[j] + 1, above[j] + Number(letter !== other));
      if (i && j && letter === b[j - 1] && a[i - 1] === other) {
        cost = Math.min(cost, twoAbove[j - 1] + 1);
      }
      row.push(cost);
    });
  });
  return row[b.length];
}
