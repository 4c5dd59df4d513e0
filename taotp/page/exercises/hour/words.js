// @ts-check
// Verdicts of benches in the words of the hour: what a machine says after which text, and what it
// should say.

import { saysInstead } from "../instead.js";
/** @import {BenchRun} from "../bench/panel.js" */
/** @import {Judged} from "../bench/judged.js" */

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

// What is said of a text with blanks, and of the machine that it makes.
/**
 * @param {Pick<BenchRun, "verdict" | "faults">} run @param {number} left boxes that are empty
 * @param {number} all
 */
export function verdictWords({ verdict, faults }, left, all) {
  if (verdict.kind === "blank") {
    if (left === all) return EMPTY;
    return left === 1 ? "One box is still empty." : `${left} boxes are still empty.`;
  }
  if (verdict.kind === "fault") {
    const message = faults[0]?.message ?? verdict.text;
    return `This cannot be read yet: ${message}${/[.?!]$/.test(message) ? "" : "."}`;
  }
  if (verdict.kind === "asking") return "It is being asked \u2026";
  if (verdict.kind === "wrong") return wrongWords(verdict);
  const [, count] = verdict.text.match(/right on all ([\d,]+) inputs/);
  return `\u2713 Right on all ${count} texts.`;
}
