// @ts-check
// Verdicts of benches in the words of the hour: what a machine says after which text, and what it
// should say.

import { lengthOf } from "../../editor/listing/faults.js";
import { saysInstead } from "../instead.js";
import { plainly } from "./plain.js";
/** @import {Fault} from "../../editor/listing/listing" */
/** @import {BenchRun} from "../bench/panel.js" */
/** @import {Judged} from "../bench/judged.js" */

export const BLANK = "____";
const ASKING = "It is being asked \u2026";
const EMPTY = "Fill in the boxes. The machine runs as you type.";
const LOUDER = "A position has to be louder than the letter that is heard.";

/** @param {string} text */
export const textNamed = (text) => (text ? `After \u201c${text}\u201d` : "Before any letter");

// What is wrong after a text. Where no other symbol wins, the judge's own words say how it is.
/** @param {Judged} judged */
function wrongWords({ text, prompt, expected, got }) {
  if (expected === undefined) {
    const told = `${text[0].toUpperCase()}${text.slice(1)}.`;
    return text.startsWith("it says no letter") ? `${told} ${LOUDER}` : told;
  }
  return `${textNamed(prompt)} ${saysInstead(expected, got)}.`;
}

// In which box of a text with blanks a fault is, or beside which, from 0; -1 where a line has none.
/** @param {string} given @param {string[]} values @param {Pick<Fault, "line" | "column">} fault */
export function boxAt(given, values, { line, column }) {
  const lines = given.split("\n").map((each) => each.split(BLANK));
  const first = lines.slice(0, line - 1).reduce((sum, pieces) => sum + pieces.length - 1, 0);
  const pieces = lines[line - 1] ?? [];
  let [at, nearest, least] = [1, -1, Infinity]; // columns are counted from 1
  pieces.slice(0, -1).forEach((piece, k) => {
    at += lengthOf(piece);
    const end = at + lengthOf(values[first + k]);
    const far = Math.max(at - column, column - end, 0);
    if (far < least) [nearest, least] = [first + k, far];
    at = end;
  });
  return nearest;
}

// What cannot be read, by its number where there are several boxes.
/** @param {number} box @param {number} all */
export const unread = (box, all) =>
  (box < 0 ? "This" : all === 1 ? "The box" : `Box ${box + 1}`) + " cannot be read yet";

// What is said of a text with blanks, and of the machine that it makes.
/**
 * @param {Pick<BenchRun, "verdict" | "faults">} run @param {number} left boxes that are empty
 * @param {number} all @param {number} [box] that cannot be read
 */
export function verdictWords({ verdict, faults }, left, all, box = -1) {
  if (verdict.kind === "blank") {
    if (left === all) return EMPTY;
    if (!left) return ASKING;
    return left === 1 ? "One box is still empty." : `${left} boxes are still empty.`;
  }
  if (verdict.kind === "fault") {
    const message = plainly(faults[0]?.message ?? verdict.text);
    return `${unread(box, all)}: ${message}${/[.?!]$/.test(message) ? "" : "."}`;
  }
  if (verdict.kind === "asking") return ASKING;
  if (verdict.kind === "wrong") return wrongWords(verdict);
  const [, count] = verdict.text.match(/right on all ([\d,]+) inputs/);
  return `\u2713 Right on all ${count} texts.`;
}
