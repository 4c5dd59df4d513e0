// @ts-check
// What a bench asks of a machine, and what is said of it: exercises/judging/bench.py in the page.
// Inputs that begin alike share what was heard of them, so that thousands are asked in a moment.

import { begin, hear, lastOf, PRECISIONS, ready, unembed } from "../../kit/arithmetic.js";
import { KEYS } from "../../kit/tasks.js";
import { saysInstead } from "../instead.js";
import { whatCame } from "../leads.js";
import { decoderOnly, typedOf } from "../asked/alone.js";
import { heardOf } from "../asked/sharing.js";
import "./keys.js";
import { countNumbers } from "../../editor/listing/models.js";
/** @import {Blanks} from "../../kit/figures" */
/** @import {Hearing} from "../../kit/page" */
/** @import {Made} from "../../editor/listing/listing" */

/** @typedef {{text: string[], said: string, number: number}} Input */
/**
 * @typedef {{kind: string, text: string, prompt?: string, expected?: string, got?: string}} Judged
 * what is said after a prompt is also told in two pieces, for who says it otherwise
 */

const NAME_SHOWN = 40;

/** @param {string[]} text */
const quoted = (text) => `"${text.join("")}"`;
/** @param {number} count */
const counted = (count) => count.toLocaleString("en-US");

/** @param {string} text @returns {never} */
function wrong(text) {
  throw Object.assign(new Error(text), { kind: "wrong" });
}

// Every text of so many symbols, the shortest first, then those that are listed, each once.
/** @param {Blanks} spec */
export function textsOf({ every: [symbols, shortest, longest], more }) {
  /** @type {string[]} */
  const found = [];
  let last = [""];
  for (let n = 0; n <= Number(longest); n++) {
    if (n) last = last.flatMap((text) => [...String(symbols)].map((symbol) => text + symbol));
    if (n >= Number(shortest)) found.push(...last);
  }
  return [...new Set([...found, ...more])];
}

/** @param {Blanks} spec @returns {Input[]} */
export function inputsOf(spec) {
  const key = KEYS[spec.key];
  /** @type {Input[]} */
  const found = [];
  for (const text of textsOf(spec)) {
    const said = key([...text], spec.known)?.[0];
    if (said !== undefined) found.push({ text: [...text], said, number: found.length });
  }
  return found;
}

/** @param {Made} program */
function sized({ model }) {
  const [all, some] = countNumbers(model).map(counted);
  return `${all} parameters, ${some} of them not zero`;
}

// A machine that is asked, with the ids of its symbols by their names.
/** @param {Made} program */
function asked({ model, vocabulary, start, after }) {
  const names = vocabulary.map(String);
  /** @param {string | number | null | undefined} symbol */
  const around = (symbol) => ((symbol ?? null) === null ? [] : [names.indexOf(String(symbol))]);
  return { weights: ready(model, PRECISIONS.float64), names, before: around(start),
    behind: around(after) };
}

// Asks every input, those that begin alike one after another; after each the caller may pause.
/** @param {Made} program @param {Input[]} inputs */
export function* trial(program, inputs) {
  const { weights, names, before, behind } = asked(program);
  /** @param {Input} input */
  const idsOf = ({ text }) =>
    [...before, ...text.map((symbol) => names.indexOf(symbol)), ...behind];
  const found = { right: 0, first: Infinity, said: "", got: "" };
  let run = begin(weights);
  const sorted = inputs.map((input) => ({ input, ids: idsOf(input) }));
  sorted.sort((a, b) => (String(a.ids) < String(b.ids) ? -1 : 1));
  for (const { input, ids } of sorted) {
    run = yield* heardOf(run, ids);
    note(found, input, said(run, input, names));
    yield found;
  }
  return found;
}

/** @param {{right: number, first: number, said: string, got: string}} found
 * @param {Input} input @param {string} got */
function note(found, input, got) {
  if (!got) found.right += 1;
  else if (input.number < found.first) {
    found.first = input.number;
    found.said = `after ${quoted(input.text)} ${saysInstead(input.said, got)}`;
    found.got = got;
  }
}

// What a run says that is wrong, "" for nothing.
/** @param {Hearing} run @param {Input} input @param {string[]} names */
function said(run, { said: wanted }, names) {
  const logits = unembed(run, lastOf(run, run.tokens.length - 1));
  return whatCame(logits, names.indexOf(wanted), (id) => names[id]).came;
}

/** @param {Blanks} spec @param {Made} program @param {Input[]} inputs */
function fits({ known }, program, inputs) {
  const typed = typedOf(program);
  const { W_pos: { rows } } = program.model;
  const missing = known.vocabulary.find((/** @type {string} */ symbol) => !typed.includes(symbol));
  if (missing !== undefined)
    wrong(`the machine does not know the symbol ${missing}; it should`);
  const speaks = inputs[0].text.length || (program.start ?? program.after ?? null) !== null;
  if (!speaks)
    wrong("the machine has no start; it needs one to speak before there is a text");
  const around = Number(program.start !== null) + Number((program.after ?? null) !== null);
  const longest = Math.max(...inputs.map(({ text }) => text.length)) + around;
  if (rows < longest)
    wrong(`the machine has a context of ${rows}; it needs ${longest} or more`);
}

// What a machine that says a name is asked: each place of it, behind every symbol.
/** @param {Made} program @returns {Input[]} */
function namesOf(program) {
  const name = nameOf(program);
  /** @type {Map<string, Input>} */
  const found = new Map();
  /** @param {string[]} text @param {string} symbol */
  const ask = (text, symbol) => {
    const key = text.join("\n");
    found.set(key, { text, said: symbol, number: found.get(key)?.number ?? found.size });
  };
  ask([], name[0]);
  [...name.slice(1), String(program.stop)].forEach((symbol, i) => {
    for (const before of new Set(name)) ask([...name.slice(0, i), before], symbol);
  });
  return [...found.values()];
}

/** @param {Made} program */
function nameOf(program) {
  const { start, stop, model } = program;
  if (start === null || stop === null)
    wrong("the machine has no start or no stop; to say a name it needs both");
  const name = spoken(program);
  if (name.length < 2 || name.length >= model.W_pos.rows) {
    const says = name.length ? quoted(name.slice(0, NAME_SHOWN)) : "no letter";
    wrong(`it says ${says}; it should say two letters or more, and then stop`);
  }
  const unsaid = typedOf(program).find((symbol) => !name.includes(symbol));
  if (unsaid !== undefined)
    wrong(`it says ${quoted(name)}, and never ${unsaid}; ` +
      "each of its letters should be in the name");
  return name;
}

// What a machine says from its start, without its sentinels, until it stops or its context is full.
/** @param {Made} program */
function spoken(program) {
  const { weights, names, before, behind } = asked(program);
  const run = begin(weights);
  for (const id of [...before, ...behind]) hear(run, id);
  /** @type {string[]} */
  const all = [];
  while (all.length < weights.W_pos.rows + 1 - before.length - behind.length) {
    const logits = unembed(run, lastOf(run, run.tokens.length - 1));
    const id = logits.indexOf(Math.max(...logits));
    if (id < 0 || names[id] === String(program.stop)) break;
    all.push(names[id]);
    if (run.tokens.length === weights.W_pos.rows) break;
    hear(run, id);
  }
  const typed = typedOf(program);
  return all.filter((symbol) => typed.includes(symbol));
}

// The verdict on a machine, found piece by piece: a generator of how far it is, and at its end what
// is to be said.
/** @param {Blanks} spec @param {Made} program @param {() => Input[]} known */
export function* judging(spec, program, known) {
  try {
    decoderOnly(program.model, "in the machine");
    const inputs = spec.named ? namesOf(program) : known();
    if (!spec.named) fits(spec, program, inputs);
    const found = yield* trial(program, inputs);
    if (found.right === inputs.length) {
      const name = spec.named ? `${quoted(nameOf(program))}, ` : "";
      return { kind: "right",
        text: `right on all ${counted(inputs.length)} inputs asked, ${name}${sized(program)}` };
    }
    const { text, said: expected } = inputs[found.first];
    return { kind: "wrong", prompt: text.join(""), expected, got: found.got, text:
      `right on ${counted(found.right)} of ${counted(inputs.length)} inputs; ${found.said}` };
  } catch (error) {
    if (error.kind !== "wrong") throw error;
    return { kind: "wrong", text: error.message };
  }
}
