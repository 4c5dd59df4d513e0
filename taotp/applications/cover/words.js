// @ts-check
// What is said of a machine, in sentences, and how its symbols are written.

import { START, rightOf, wayOf } from "./machine.js";
import { format, several } from "../../page/kit/runs.js";
/** @import {Cover} from "../../page/kit/figures" */
/** @import {Outcome, Token} from "../../page/kit/page" */
/** @import {Machine} from "./machine.js" */

/** @typedef {{place: number, heard: Token, says: Token, fine: boolean}} Looked an input */

const [BEGINS, ENDS, NONE, UNSEEN] = ["\u25b7", "\u25a0", "\u2205", "\u25ab"];
const NO_INK = /^[\p{C}\p{Z}]/u;

// A symbol as it is drawn: what has no ink of its own has a mark.
/** @param {Pick<Machine, "symbols">} run @param {Token} id */
export function markOf({ symbols }, id) {
  if (id === START) return BEGINS;
  if (id === symbols.length - 1) return ENDS;
  const letter = symbols[id] ?? NONE;
  if (letter === " ") return "\u2423";
  if (/^\p{M}/u.test(letter)) return `\u25cc${letter}`;
  return NO_INK.test(letter) ? UNSEEN : letter;
}

/** @param {Pick<Machine, "symbols">} run @param {Token} id */
export function named(run, id) {
  if (id < 0) return "what is not a number";
  if (id === START) return "start";
  if (id === run.symbols.length - 1) return "stop";
  const letter = run.symbols[id];
  if (letter === " ") return "a space";
  return NO_INK.test(letter) ? `U+${letter.codePointAt(0).toString(16).toUpperCase()}`
    : `\u201c${markOf(run, id)}\u201d`;
}

// What was said as a text, without the stop. The start, which none should say, is seen in it.
/** @param {Pick<Machine, "symbols">} run @param {Token[]} ids */
const textOf = ({ symbols }, ids) => ids.filter((id) => id >= 0 && id < symbols.length - 1)
  .map((id) => (id === START ? BEGINS : symbols[id])).join("");

// The input that a state asks for, as "place.symbol"; else the first of the name's own way that is
// wrong, or the first at all.
/** @param {Machine} run @param {string} at @returns {Looked} */
export function lookedAt(run, at) {
  const { answers, says, told } = run;
  const asked = /^(\d{1,3})\.(\d{1,3})$/.exec(at)?.slice(1).map(Number);
  const known = asked && asked[0] < says.length && asked[1] < answers.length;
  const wrong = told.findIndex((id, i) => id !== says[i]);
  const first = Math.max(0, wrong);
  const [place, heard] = known ? asked : [first, first ? told[first - 1] : START];
  return looked(run, place, heard);
}

/** @param {Machine} run @param {number} place @param {Token} heard @returns {Looked} */
export function looked({ answers, says }, place, heard) {
  const said = answers[heard][place];
  return { place, heard, says: said, fine: said === says[place] };
}

/** @param {Machine} run @param {Looked} looked */
export function inputSaid(run, { place, heard, says, fine }) {
  const ends = fine ? ", as it should" : `; it should say ${named(run, run.says[place])}`;
  const after = heard === START ? "the start" : named(run, heard);
  return `Place ${place + 1}, after ${after}: it says ${named(run, says)}${ends}.`;
}

// What the machine says by itself, quoted.
/** @param {Machine} run */
export function spokenBy(run) {
  const { told, says } = run;
  const text = textOf(run, told);
  const quoted = text ? `\u201c${text}\u201d` : "nothing";
  if (told.includes(-1)) return `${quoted}, and then what is not a number`;
  return told.length === says.length && told.at(-1) !== says.at(-1) ? `${quoted} and does not stop`
    : quoted;
}

/** @param {Machine} run */
function describeInputs(run) {
  const inputs = run.says.length * run.symbols.length;
  const wrong = inputs - rightOf(run);
  if (!wrong) return { kind: "right",
    text: `Right on all ${format(inputs)} of ${format(inputs)} inputs that it can ever meet.` };
  const still = wayOf(run.says).every((heard, i) => run.answers[heard][i] === run.says[i]);
  const says = `Left to itself it ${still ? "still " : ""}says ${spokenBy(run)}.`;
  return { kind: "wrong",
    text: `Wrong on ${format(wrong)} of ${several(inputs, "input")}. ${says}` };
}

// All that is to be said of a machine: of the name, of the link that it came by, of its inputs.
/** @param {Machine} run @param {Cover} spec @returns {Outcome} */
export function describeMachine(run, spec) {
  const { kind, text } = describeInputs(run);
  const letters = run.name.trim();
  const left = run.dropped === 1 ? "One changed number of this link is not on this machine, and " +
    "was left out." : `${run.dropped} changed numbers of this link are not on this machine, and ` +
    "were left out.";
  const notes = [
    letters ? "" : "Type a name: one letter is enough.",
    run.waits ? `${spec.most} letters fit here; the others wait in the box.` : "",
    run.dropped ? left : "",
  ].filter(Boolean);
  const all = letters || kind === "wrong" ? [...notes, text] : notes;
  return { kind: letters ? kind : "", text: all.join(" ") };
}
