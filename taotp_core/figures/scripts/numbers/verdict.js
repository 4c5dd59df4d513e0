// @ts-check
// The verdict over all cases of a figure that lets its numbers be changed. A run of such a figure
// has `cases`, the `verdict` as far as it is known, and the `work` that completes it.

import { RUNS, format, nameOf } from "../runs.js";
import { beginVerdict, casesOf, judging } from "./cases.js";
import { goOn } from "./work.js";

const AT_ONCE = 3; // ms of judging before a figure is drawn

const quote = (program, id) => (id < 0 ? "not a number" : `\u201c${nameOf(program, id)}\u201d`);

export function spelled(program, ids) {
  return ids.filter((id) => !program.sentinels.includes(id))
    .map((id) => program.vocabulary[id]).join(program.joint);
}

// The ids of a row of which the program was told, without what it says itself.
export function toldIn({ heard, expected }, row) {
  return heard[row].slice(0, expected[row].findIndex((id) => id >= 0) + 1);
}

// What a case that breaks says, and what it should say.
export function describeBreak({ program, cases }, { row, place, said }) {
  const says = `it says ${quote(program, said)}, not ${quote(program, cases.expected[row][place])}`;
  if (cases.each === "input") {
    return `after ${quote(program, cases.heard[row][place])} at position ${place} ${says}`;
  }
  return `after \u201c${spelled(program, cases.heard[row].slice(0, place + 1))}\u201d ${says}`;
}

// The first case that broke; where all of a place break alike, it is said of the place.
function describeFirst(run) {
  const { program, cases, verdict } = run;
  const [first] = cases.each === "prompt" ? verdict.broken
    : [...verdict.broken].sort((a, b) => a.place - b.place);
  const { row, place } = first;
  const said = verdict.said[row][place];
  const alike = cases.every && verdict.said.every((ids) => ids[place] === said);
  if (!alike) return describeBreak(run, { ...first, said });
  return `whatever comes before, at position ${place} it says ${quote(program, said)}, ` +
    `not ${quote(program, cases.expected[row][place])}`;
}

function describeVerdict(run) {
  const { cases: { each }, verdict: { right, judged, total, broken, done } } = run;
  if (!done) return `${format(judged)} of ${format(total)} ${each}s tried.`;
  const text = `Right on ${format(right)} of ${format(total)} ${each}s`;
  return broken.length ? `${text}: ${describeFirst(run)}.` : `${text}.`;
}

// What it said before anything was changed, as the only case.
function caseOf(plain) {
  const ids = plain.heard;
  const expected = ids.map((_, i) => plain.decisions[i]?.token ?? -1);
  return { heard: [ids], expected: [expected], each: "prompt", what: "", alone: true };
}

function wholeOf(run, before) {
  const { verdict, cases, whole } = run;
  if (cases.alone) {
    if (!verdict.done || !verdict.broken.length) return whole;
    return { ...whole, kind: "wrong", text: `${whole.text} As it was: ${before.whole.text}` };
  }
  const kind = verdict.done ? (verdict.broken.length ? "wrong" : whole.kind || "right") : whole.kind;
  return { ...whole, kind, text: `${describeVerdict(run)} ${whole.text}` };
}

const speaker = RUNS.speaker;

RUNS.speaker = (spec) => {
  const speak = speaker(spec);
  if (!spec.panels.includes("numbers")) return speak;
  const unchanged = speaker(spec);
  /** @type {any} */ let known = {};
  return (state) => {
    const run = speak(state);
    const off = run.off.join(" ");
    const shared = casesOf(spec, run);
    const before = shared ? undefined : unchanged({ ...state, changed: "", off: "" });
    const same = known.weights === run.weights && known.off === off &&
      (shared || known.heard === before.heard);
    if (!same) {
      const cases = shared ?? caseOf(before);
      const verdict = beginVerdict(cases);
      const work = judging(verdict, run.weights, run.off, cases);
      known = { weights: run.weights, off, heard: before?.heard, cases, verdict, work };
      goOn(work, AT_ONCE);
    }
    const { cases, verdict, work } = known;
    const judged = { ...run, cases, verdict, work };
    return { ...judged, whole: wholeOf(judged, before) };
  };
};
