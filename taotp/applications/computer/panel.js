// @ts-check
// A computer whose every step is the forward pass of a transformer: its mailboxes, the text that it
// writes, and the program. What takes longer than a moment is done in slices.

import {
  PRECISIONS, decodeColumns, decodeModel, matrix, ready,
} from "../../page/kit/arithmetic.js";
import { RUNS, remember } from "../../page/kit/runs.js";
import { PANELS, html } from "../../page/kit/panels.js";
import { STYLES } from "../../page/kit/view.js";
import { assemble } from "./assembler.js";
import { buttons } from "./buttons.js";
import { embeddingOf, engineOf } from "./engine.js";
import { LINE_ENDS, SPELL, cellOf, isNumber, letterOf, newReader, numberWord, promptOf,
  spelledOut, storesIn } from "./little_man.js";
import { legend } from "./legend.js";
import { mailboxes } from "./mailboxes.js";
import { programText } from "./program.js";
import { advance, answered, tracing } from "./tracing.js";
import { writing } from "./writing.js";
import CSS from "./panel.css";
/** @import {Computer} from "../../page/kit/figures" */
/** @import {Compute, FigureRun, Panel, SetState, State} from "../../page/kit/page" */
/** @import {Reader} from "./little_man.js" */
/** @import {Tracing} from "./tracing.js" */

const SLICE = 8; // ms of work before the page may do something else
const AT_ONCE = 3; // ms of it within an update

/**
 * Where a head looks from the step at hand, how much, and where else.
 * @typedef {{number: number, name: string, at: number, word: string, weight: number,
 *   other?: {at: number, weight: number}}} Look
 * A text as it stands after `place` steps: the place `row` of its last token, where heads look
 * from there, what the reader of it knows, and `ghost`, what comes next. `instruction` is the
 * mailbox at hand, `operand` the one that it names, `written` the one just stored in (-1: none).
 * @typedef {FigureRun & {trace: Tracing, text: string, fault: string,
 *   places: Map<number, number>, reader: Reader, place: number, last: number, row: number,
 *   looks: Look[], ghost: string, instruction: number, operand: number, written: number,
 *   stores: number[]}} ComputerRun
 */

/** @param {Tracing} trace @param {number} ms @param {() => boolean} [enough] */
export function work(trace, ms, enough = () => false) {
  const until = performance.now() + ms;
  while (!trace.ends && !enough() && performance.now() < until) advance(trace);
}

/** @param {string} text */
export const inputsOf = (text) => (text.match(/-?\d+/g) ?? []).map((word) =>
  numberWord(Math.max(-999, Math.min(999, Number(word)))));

// The engine of a lead: its embedding is the same for all.
/** @param {Computer} spec */
function engines(spec) {
  const columns = decodeColumns(spec.columns);
  const embedding = embeddingOf(spec.model, columns);
  const elsewhere = matrix(0, 0);
  const rest = { ...spec.model, W_E: elsewhere, W_pos: elsewhere, W_U: elsewhere };
  return remember((/** @type {number} */ sure) =>
    engineOf(ready(decodeModel(/** @type {any} */ (rest), columns, { sure }), PRECISIONS.float64),
      embedding));
}

// Where the heads look from a place.
/** @param {Computer} spec @param {Tracing} trace @param {number} row @returns {Look[]} */
function looksAt({ heads }, { engine, words }, row) {
  if (engine.length <= row) return [];
  const all = engine.layers.flatMap((layer) => layer.heads);
  return Object.values(heads).map((name, number) => {
    const { first, second, weights } = all[number].looks;
    const other = second[row] < 0 ? undefined
      : { at: second[row], weight: weights[2 * row + 1] };
    const at = first[row];
    return { number, name, at, word: words[at], weight: weights[2 * row], other };
  });
}

// A token of the trace, read aloud.
/** @param {string} word @param {Reader} reader */
export function meaning(word, { acc }) {
  if (isNumber(word)) return `the accumulator holds ${Number(word)}`;
  if (word[0] === ">") return `stores ${acc} in mailbox ${cellOf(word)}`;
  if (word[0] === "@") return `jumps to mailbox ${cellOf(word)}`;
  const spelled = acc === LINE_ENDS ? "ends a line" : `says the letter ${letterOf(acc)}`;
  return { "-": "does not jump", "!": `says ${acc}`, [SPELL]: spelled, "?": "asks for a number",
    ".": "halts" }[word] ?? "";
}

const ENDS = { halted: "It has halted.", asks: "It asks you for a number.",
  room: "There is no more room.", nan: "It says no number.", "": "" };

/** @param {ComputerRun} run @param {State} state */
function describeRun({ trace, place, last, reader, row, fault, instruction }, { sure }) {
  const { wrong, words, begins, expected, ends } = trace;
  const now = place ? `Step ${place} writes ${words[row]}: ${meaning(words[row], reader)}.`
    : `The program is loaded. First comes ${spelledOut(reader.cells[instruction] ?? 0)}.`;
  const end = place === last && ends ? ` ${ENDS[ends]}` : "";
  if (fault) return { whole: { kind: "wrong", text: `This cannot be loaded: ${fault}.` } };
  if (wrong < 0) {
    return { whole: { kind: place ? "right" : "", text: now + end },
      now: { text: place ? "Every step so far is right." : "" } };
  }
  const said = words[begins + wrong] ?? trace.names[trace.said] ?? "nothing";
  const told = `With a lead of ${sure}, step ${wrong + 1} ${place > wrong ? "went" : "will go"
  } wrong: ${said} where ${expected[wrong]} is right.`;
  return { whole: { kind: place > wrong ? "wrong" : "soft", text: now + end,
    place: Math.min(wrong + 1, last) }, now: { text: told } };
}

// What stands at a place of a trace.
/**
 * @param {Computer} spec @param {Tracing} trace @param {number} place @param {string} cell
 */
function standing(spec, trace, place, cell) {
  const { words, begins, names, said, ends } = trace;
  const row = begins - 1 + place;
  const reader = newReader(words.slice(0, row + 1));
  const over = words[row] === ".";
  const holds = reader.cells[reader.at];
  const asked = ends === "asks" && row === words.length - 1;
  const written = place && words[row][0] === ">" ? cellOf(words[row]) : -1;
  return {
    row, reader, written, looks: looksAt(spec, trace, row),
    ghost: words[row + 1] ?? (asked ? names[said] : ""),
    instruction: over ? -1 : reader.at,
    operand: over || holds === undefined || !spelledOut(holds).includes(" ") ? -1 : holds % 100,
    stores: cell === "" ? [] : storesIn(words, row, Number(cell)),
  };
}

/** @param {Computer} spec @returns {Compute<ComputerRun>} */
function computer(spec) {
  const engineAt = engines(spec);
  const assembled = remember(assemble);
  const ids = new Map(spec.vocabulary.map((name, id) => [name, id]));
  /** @type {Tracing} */
  let trace;
  let known = "";
  return (state) => {
    const text = state.text || spec.programs[state.example];
    const { numbers, fault, places } = assembled(text);
    const inputs = inputsOf(state.inputs);
    const key = JSON.stringify([numbers, state.sure]);
    const before = trace?.inputs.slice(0, trace.used) ?? [];
    const goesOn = key === known && before.every((word, i) => word === inputs[i]);
    if (!trace || (!goesOn && !fault)) {
      trace = tracing(engineAt(state.sure), spec.vocabulary, ids, promptOf(numbers), inputs);
      known = key;
    } else answered(trace, inputs);
    const steps = () => trace.words.length - trace.begins;
    if (steps() <= state.step) work(trace, AT_ONCE, () => steps() > state.step);
    const last = steps();
    const place = Math.min(state.step, last);
    const run = /** @type {ComputerRun} */ ({
      trace, text, fault, places, place, last, ...standing(spec, trace, place, state.cell),
    });
    return { ...run, ...describeRun(run, state) };
  };
}

// Goes on in slices while there is something to do, and draws the figure anew when there is not.
// A trace that another took the place of goes no further: they share an engine.
/** @param {SetState} set */
function worker(set) {
  /** @type {Tracing | undefined} */
  let doing;
  return (/** @type {Tracing} */ trace) => {
    const slice = () => {
      if (doing !== trace) return undefined;
      work(trace, SLICE);
      if (!trace.ends) return setTimeout(slice, 0);
      doing = undefined;
      return set({});
    };
    if (trace === doing) return;
    doing = trace.ends ? undefined : trace;
    if (doing) setTimeout(slice, 0);
  };
}

/** @param {Computer} spec @param {SetState} set @returns {Panel<ComputerRun>} */
function computerPanel(spec, set) {
  const goOn = worker(set);
  const [boxes, text, acts] = [mailboxes(set), writing(), buttons(set)];
  const [looks, program] = [legend(), programText(spec, set)];
  const left = html("div", { class: "left" }, boxes.element, acts.element);
  return {
    element: html("div", { class: "computer" }, left, acts.said, text.element,
      looks.element, program.element),
    draw(state, run) {
      boxes.draw(state.cell, run);
      acts.draw(state, run);
      program.draw(state, run);
      const hidden = state.ask === "yes" && run.place < run.last;
      text.draw(hidden ? { ...run, ghost: "\u2026" } : run);
      looks.draw(run);
      goOn(run.trace);
    },
  };
}

RUNS.computer = computer;
STYLES.push(CSS);
Object.assign(PANELS, { computerPanel });
