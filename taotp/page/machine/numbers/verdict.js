// @ts-check
// The verdict over all cases of a figure that lets its numbers be changed. A run of such a figure
// has `cases`, the `verdict` as far as it is known, and the `work` that completes it.

import { RUNS, format, joined, nameOf } from "../../kit/runs.js";
import { beginVerdict, casesOf, judging } from "./cases.js";
import { goOn } from "./work.js";
/** @import {Program, Run, State, Token} from "../../kit/page" */
/** @import {Broken, Judged, Known, NumbersRun} from "./numbers" */

const AT_ONCE = 3; // ms of judging before a figure is drawn

/** @param {Program} program @param {Token} id */
const quote = (program, id) => (id < 0 ? "not a number" : `\u201c${nameOf(program, id)}\u201d`);

/** @param {Program} program @param {Token[]} ids */
export function spelled(program, ids) {
  return joined(program, ids.filter((id) => !program.sentinels.includes(id)));
}

// The ids of a row of which the program was told, without what it says itself.
/** @param {Judged} cases @param {number} row */
export function toldIn({ heard, expected }, row) {
  return heard[row].slice(0, expected[row].findIndex((id) => id >= 0) + 1);
}

// What a case that breaks says, and what it should say.
/** @param {NumbersRun} run @param {Broken} broken */
export function describeBreak({ program, cases }, { row, place, said }) {
  const says = `it says ${quote(program, said)}, not ${quote(program, cases.expected[row][place])}`;
  if (cases.each === "input") {
    return `after ${quote(program, cases.heard[row][place])} at position ${place} ${says}`;
  }
  return `after \u201c${spelled(program, cases.heard[row].slice(0, place + 1))}\u201d ${says}`;
}

// The first case that broke; where all of a place break alike, it is said of the place.
/** @param {NumbersRun} run */
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

/** @param {NumbersRun} run */
function describeVerdict(run) {
  const { cases, verdict: { right, judged, total, broken, done } } = run;
  if (!done) return `Tried so far: ${format(judged)}.`;
  const { each, every, own } = cases;
  const which = each === "prompt" && !own ? cases.what
    : `${format(total)} ${each}s${own ? " drawn at random" : ""}`;
  const text = `${own ? "As before" : "Right"} on ${format(right)} of ${which}`;
  if (!broken.length) return `${text}${every ? ", all of them" : ""}.`;
  const told = run.heard.slice(0, run.first + 1).join(); // of which the figure speaks anyway
  const other = every || toldIn(run.cases, broken[0].row).join() !== told;
  return other ? `${text}: ${describeFirst(run)}.` : `${text}.`;
}

// Where nothing says what is right: prompts drawn from a fixed seed, the figure's own first, each
// as it was answered before anything was changed. What was no clear answer is left out.

const [ENOUGH, DRAWS] = [40, 200]; // prompts
const [TYPED, SAID] = [8, 8]; // symbols typed, and tokens said

/** @param {Program} program @param {string} own */
function* drawn(program, own) {
  const typed = program.vocabulary.filter((_, id) => !program.sentinels.includes(id));
  const { rows } = program.model.W_pos;
  const room = Math.max(1, Math.min(TYPED, rows - program.before.length - program.after.length));
  let seed = 1;
  /** @param {number} n */
  const below = (n) => {
    seed = (seed * 48271) % 2147483647; // Park and Miller 1988
    return seed % n;
  };
  const digits = typed.filter((symbol) => /^\d$/.test(symbol));
  const alike = /\d.*[+*=]/.test(own) && digits.length;
  yield own;
  for (let i = 0; i < DRAWS; i++) {
    const some = Array.from({ length: 1 + below(typed.length) }, () => typed[below(typed.length)]);
    yield alike ? own.replace(/\d/g, () => digits[below(digits.length)])
      : Array.from({ length: 1 + below(room) }, () => some[below(some.length)]).join(program.joint);
  }
}

/**
 * @param {Judged} cases @param {Program} program @param {string} own
 * @param {(text: string) => Run} before @returns {Generator<void>}
 */
function* found(cases, program, own, before) {
  for (const text of drawn(program, own)) {
    if (cases.heard.length === ENOUGH) return;
    const { heard, first, decisions, error } = before(text);
    const said = decisions.slice(first, first + SAID);
    if (!error && said.length && said.every(({ outcome }) => outcome === "clear")) {
      const ids = heard.slice(0, first + said.length);
      cases.heard.push(ids);
      cases.expected.push(ids.map((_, i) => (i < first ? -1 : said[i - first].token)));
    }
    yield;
  }
}

/** @param {NumbersRun} run @param {string} changed */
function wholeOf(run, changed) {
  const { verdict, cases, whole } = run;
  if (cases.own && !changed) return whole;
  const kind = !verdict.done ? whole.kind : verdict.broken.length ? "wrong" : whole.kind || "right";
  return { ...whole, kind, text: `${describeVerdict(run)} ${whole.text}` };
}

const speaker = RUNS.speaker;

RUNS.speaker = (spec) => {
  const speak = speaker(spec);
  if (!spec.panels.includes("numbers")) return speak;
  const unchanged = speaker(spec);
  let known = /** @type {Known} */ ({});
  let sample = /** @type {Known} */ ({});
  /** @param {State} state @param {Run} run */
  const sampled = (state, { program }) => {
    /** @param {string} text */
    const before = (text) => unchanged({ ...state, text, changed: "", off: "", [spec.cursor]: -1 });
    const { weights } = before(spec.state.text);
    if (sample.weights !== weights) {
      /** @type {Judged} */
      const cases = { heard: [], expected: [], each: "prompt", own: true,
        what: "Prompts drawn at random, and what it said before" };
      sample = { weights, cases, more: found(cases, program, spec.state.text, before) };
    }
    return sample;
  };
  return (state) => {
    const run = speak(state);
    const off = run.off.join(" ");
    const { cases, more } = known.program === run.program && known.shared ? known
      : { cases: casesOf(spec, run), more: undefined };
    /** @type {Known} */
    const all = cases ? { cases, more, shared: true } : sampled(state, run);
    if (known.weights !== run.weights || known.off !== off || known.cases !== all.cases) {
      const verdict = beginVerdict(all.cases);
      const work = judging(verdict, run.weights, run.off, all.cases, all.more);
      known = { ...all, program: run.program, weights: run.weights, off, verdict, work };
      goOn(work, AT_ONCE);
    }
    /** @type {NumbersRun} */
    const judged = { ...run, cases: known.cases, verdict: known.verdict, work: known.work };
    return { ...judged, whole: wholeOf(judged, state.changed) };
  };
};
