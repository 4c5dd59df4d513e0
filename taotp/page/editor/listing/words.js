// @ts-check
// Words: numbers, strings, names, marks, and the ends of lines (words.py).

import { LIMITS, WORDS } from "./language.js";
import { Misread, quoted, visible } from "./faults.js";
/** @import {Word} from "./listing" */

export const NUMBER = "(?:[0-9]+(?:\\.[0-9]*)?|\\.[0-9]+)(?:[eE][+-]?[0-9]+)?";
const STRINGS = ["\x22", "\x27"].map((mark) =>
  `${mark}[^${mark}\\\\\\n]*(?:\\\\[^\\n][^${mark}\\\\\\n]*)*${mark}`);
const WORD = new RegExp("([ \\t\\r]+|#[^\\n]*)|(\\n[ \\t\\r\\n]*)|(" + NUMBER + ")" +
  "|([A-Za-z_][A-Za-z0-9_.]*)|(\\*\\*|\\/\\/|[-+*\\/%()[\\]{},:=>])" +
  "|(" + STRINGS.join("|") + ")", "uy");
const KINDS = ["space", "line", "number", "name", "mark", "string"];
const GLUED = /[A-Za-z0-9_.]+/y;
const SEME = /^[A-Za-z][A-Za-z0-9_]*$/; // may be glued to its number: 2pig
const ESCAPE = /\\(u[0-9A-Fa-f]{4}|[^\n])/gu;

/** @param {RegExp} pattern @param {string} text @param {number} at */
export function matchAt(pattern, text, at) {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

// The first word from an offset on; spaces and comments are skipped. Where `glued`, a name may
// begin right behind a number, as in 2pig.
/** @param {string} text @param {number} from @param {boolean} [glued] */
export function nextWord(text, from, glued = false) {
  let at = from;
  for (let match; (match = matchAt(WORD, text, at)); at += match[0].length) {
    const kind = KINDS[match.slice(1).findIndex((group) => group !== undefined)];
    if (kind === "space") continue;
    const word = { kind, text: match[0], start: at, end: at + match[0].length };
    checkWord(text, word, glued);
    return word;
  }
  if (at >= text.length) return { kind: "end", text: "", start: at, end: at };
  throw stranger(text, at);
}

/** @param {string} text @param {Word} of @param {boolean} glued */
function checkWord(text, { kind, text: said, start, end }, glued) {
  /** @param {string} message @param {number} [to] */
  const refuse = (message, to = end) => {
    throw new Misread(start, to, message);
  };
  if (kind === "number") {
    const behind = matchAt(GLUED, text, end)?.[0];
    if (behind && !(glued && SEME.test(behind)))
      refuse(noNumber(said + behind), end + behind.length);
    if (said.length > LIMITS.digits) {
      refuse(`a number of ${said.length} characters; at most ${LIMITS.digits} are read`);
    }
    if (!Number.isFinite(Number(said))) {
      refuse(`${said} is too large; the largest number is 1.7976931348623157e308`);
    }
  }
  if (kind === "name" && said.length > LIMITS.name) {
    refuse(`a name of ${said.length} characters; it may have ${LIMITS.name}`);
  }
}

/** @param {string} typed */
function noNumber(typed) {
  const points = typed.split(".").length - 1;
  const why = typed.includes("_") ? "numbers are written without underscores"
    : /^.[xob]/i.test(typed) ? "numbers are decimal"
    : points > 1 ? `it has ${points} points`
    : /e$/i.test(typed) ? `digits are missing after the ${typed.slice(-1)}`
    : "if a name follows a number, put a space between them";
  return `${quoted(typed)} is not a number; ${why}`;
}

// The fault of a character that begins no word.
/** @param {string} text @param {number} at */
function stranger(text, at) {
  const char = String.fromCodePoint(text.codePointAt(at));
  if (/[\x22\x27]/.test(char)) {
    const end = text.indexOf("\n", at);
    const apostrophe = char === "'" && /\p{L}$/u.test(text.slice(Math.max(0, at - 2), at))
      ? "; a word with an apostrophe stands in double quotes" : "";
    return new Misread(at, end < 0 ? text.length : end,
      `this string is not closed: a ${char} is missing before the end of the line${apostrophe}`);
  }
  if (WORDS.curly.includes(char)) {
    return new Misread(at, endOfCurly(text, at),
      `${quoted(char)} (${codeOf(char)}) is not a quotation mark here; write \x22 or '`);
  }
  return new Misread(at, at + char.length, strangeness(char));
}

// Where what stands in curly quotation marks ends, or their first where there is no other.
/** @param {string} text @param {number} at */
function endOfCurly(text, at) {
  const { digits } = LIMITS;
  const line = [...text.slice(at, at + 4 * digits)].slice(0, 2 * digits).join("").split("\n")[0];
  const other = [...line].findIndex((letter, i) => i && WORDS.curly.includes(letter));
  return at + [...line].slice(0, Math.max(0, other) + 1).join("").length;
}

/** @param {string} char */
function strangeness(char) {
  const [shown, code, meant] = [quoted(char), codeOf(char), alikeOf(char)];
  if (meant) {
    const mark = /^a /.test(meant) ? meant : `'${meant}'`;
    return `${shown} (${code}) has no meaning here; write ${mark}`;
  }
  if (visible(char) === "\ufffd" && char !== "\ufffd") {
    return `the character ${code} has no meaning here; take it out`;
  }
  const which = char < "\x80" ? shown : `${shown} (${code})`;
  return `${which} has no meaning here; symbols like this are quoted`;
}

/** @param {string} char @returns {string | undefined} */
export const alikeOf = (char) =>
  (Object.hasOwn(WORDS.lookAlikes, char) ? /** @type {Record<string, string>} */ (
    WORDS.lookAlikes)[char] : undefined);

/** @param {string} char */
const codeOf = (char) => `U+${char.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}`;

// What a string says, its escapes replaced.
/** @param {Word} word */
export function stringValue(word) {
  const inside = word.text.slice(1, -1);
  const start = word.start + 1;
  const said = inside.replace(ESCAPE, (whole, escape, at) => {
    if (escape.length === 5) return String.fromCharCode(parseInt(escape.slice(1), 16));
    if (Object.hasOwn(WORDS.escapes, escape))
      return /** @type {Record<string, string>} */ (WORDS.escapes)[escape];
    throw new Misread(start + at, start + at + whole.length,
      `'${whole}' is not an escape; there are \\\\ \\\x22 \\\x27 \\n \\t and \\u0041`);
  });
  const place = inside.search(/[\0-\x1f]/);
  if (place >= 0) {
    throw new Misread(start + place, start + place + 1,
      `a string holds the character ${codeOf(inside[place])}; write it as an escape`);
  }
  if (/[\ud800-\udfff]/u.test(said)) {
    throw new Misread(word.start, word.end,
      "this string holds half of a surrogate pair; write both halves, or neither");
  }
  return said;
}
