// @ts-check
// What a figure computes: from its data and the state of its controls to a run, which its panels
// draw. A run says in words what came out: `whole` about all of it, `now` about one place.

import {
  ENCODERS, PRECISIONS, arraysOf, begin, decide, decode, decodeColumns, decodeModel, hear, lastOf,
    listen, ready,
  unembed,
} from "./arithmetic.js";
import { KEYS, formOf } from "./tasks.js";
/** @import {Axis, Speaker, Transformer} from "./figures" */
/** @import {Change, Compute, Cut, Decision, Hearing, Numbers, Outcome} from "./page" */
/** @import {Program, Run, Runs, Said, State, Token, Typed, Weights} from "./page" */

const MINUS = "\u2212";
const MOST_SHOWN = 24; // letters of what is not in the vocabulary
const LONGEST = 200; // symbols typed to a program whose context slides

// A number as a reader would write it: 0.976, 1,000,000, 3.2e8. What the language offers for this
// takes as long at its first number as all that a figure computes.
/** @param {number} x @param {number} [digits] */
export function format(x, digits = 3) {
  if (Number.isNaN(x)) return "not a number";
  if (!Number.isFinite(x)) return `${x < 0 ? MINUS : ""}\u221e`;
  const size = Math.abs(x);
  const plain = x === 0 || (size >= 1e-3 && size < 1e7);
  const shown = Math.max(digits, Math.ceil(Math.log10(size + 1)));
  const short = plain ? String(Number(x.toPrecision(shown))) : x.toExponential(digits - 1);
  const [whole, ...rest] = short.split(".");
  const parted = plain ? whole.replace(/\B(?=(\d{3})+$)/g, ",") : whole;
  return [parted, ...rest].join(".").replace("e+", "e").replaceAll("-", MINUS);
}

// A number as people type it, or NaN. A comma is a decimal point, as the keypads of many phones
// have no other, but where it parts thousands as `format` does; 1.234,5 is read as it is meant.
/** @param {string} text */
export function typedNumber(text) {
  const typed = text.trim().replaceAll("\u2212", "-");
  const point = /^[-+]?[1-9]\d{0,2}(,\d{3})+(\.\d*)?$/;
  const comma = /^[-+]?[1-9]\d{0,2}(\.\d{3})+,\d*$/;
  const plain = point.test(typed) ? typed.replaceAll(",", "")
    : (comma.test(typed) ? typed.replaceAll(".", "") : typed).replace(",", ".");
  return plain ? Number(plain) : NaN;
}

/** @param {number} n @param {string} name */
export const several = (n, name) => `${format(n)} ${name}${n === 1 ? "" : "s"}`;

// Remembers the last results, for a slider that changes what is drawn and not what is computed.
/**
 * @template {unknown[]} I @template T @param {(...inputs: I) => T} compute @param {number} [most]
 * @returns {(...inputs: I) => T}
 */
export function remember(compute, most = 1) {
  /** @type {Map<string, T>} */
  const kept = new Map();
  return (...inputs) => {
    const key = JSON.stringify(inputs);
    if (!kept.has(key)) {
      kept.set(key, compute(...inputs));
      if (kept.size > most) kept.delete(kept.keys().next().value);
    }
    return kept.get(key);
  };
}

// Variants of what is computed are listed in the order of the choices, the last changing fastest.
/** @param {Axis[]} choices @param {State} state */
export function optionNumber(choices, state) {
  return choices.reduce(
    (number, { name, values }) => number * values.length + Math.max(0, values.indexOf(state[name])),
    0,
  );
}

// The numbers that a reader changed, as "W_pos:5.0=-2;..." says them; what names none is left out.
/** @param {string} [text] @returns {Change[]} */
export function changesIn(text = "") {
  return text.split(";").map((entry) =>
    /^([\w.]+):(\d+)\.(\d+)=(-?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)$/i.exec(entry)).filter(Boolean)
    .map(([, path, ...rest]) => /** @type {Change} */ ([path, ...rest.map(Number)]));
}

// The arrays of a model by their paths, with some of their numbers changed in place: these by their
// places, and what they were.
/** @param {Transformer} model @param {Change[]} changes @returns {Numbers} */
export function withNumbers(model, changes) {
  const numbers = arraysOf(model);
  /** @type {Record<string, number>[]} */
  const [changed, was] = [{}, {}];
  for (const [path, row, column, value] of changes) {
    const W = numbers[path];
    if (!(row < W?.rows && column < W.columns && Number.isFinite(value))) continue;
    const at = row * W.columns + column;
    was[`${path}:${row}.${column}`] ??= W.data[at];
    changed[`${path}:${row}.${column}`] = W.data[at] = value;
  }
  return { model, numbers, changed, was };
}

// What a state says of a run's numbers with more of them changed; one that is as it was is not
// said.
/** @param {Pick<Numbers, "numbers" | "changed" | "was">} known @param {Change[]} more */
export function changedBy({ numbers, changed, was }, more) {
  const all = { ...changed };
  for (const [path, row, column, value] of more) {
    const place = `${path}:${row}.${column}`;
    all[place] = value;
    if (value === (was[place] ?? numbers[path].data[row * numbers[path].columns + column]))
      delete all[place];
  }
  return Object.entries(all).map((entry) => entry.join("=")).join(";");
}

// A program that is told something and says the rest.

/** @param {Program} program @param {Token} id */
export function nameOf(program, id) {
  const symbol = program.vocabulary[id];
  if (program.sentinels.includes(id)) return symbol.replace(/^<(.*)>$/, "$1");
  return symbol === " " ? "\u2423" : symbol;
}

/** @param {Program} program @param {Token} id */
function quote(program, id) {
  return `\u201c${nameOf(program, id)}\u201d`;
}

// Symbols as a text, as the program joins them: no space of words is before a comma or behind '.
/** @param {Pick<Program, "vocabulary" | "joint" | "words">} program @param {Token[]} ids */
export function joined({ vocabulary, joint, words }, ids) {
  const text = ids.map((id) => vocabulary[id] ?? "nothing").join(joint);
  return words ? text.replaceAll("' ", "'").replaceAll(" ,", ",").replaceAll(" -", "-") : text;
}

/** @param {Program} program @param {Token[]} ids */
function spell(program, ids) {
  const said = ids.filter((id) => id >= 0 && !program.sentinels.includes(id));
  return said.length ? `\u201c${joined(program, said)}\u201d` : "nothing";
}

// How a program of words cuts a text into {symbols}, or says in a sentence why not {error}: a part
// of the script knows.
/** @type {{words: ((program: Program, text: string) => Cut) | null}} */
export const CUTS = { words: null };

// What a reader typed: symbols of one letter side by side, longer ones with spaces or commas.
/** @param {string[]} known @param {string} text */
export function symbolsOf(known, text) {
  if (known.some((symbol) => [...symbol].length > 1)) return text.split(/[\s,]+/).filter(Boolean);
  return [...text].filter((symbol) => known.includes(symbol) || !/[\s,]/.test(symbol));
}

// What is strange in a text, as its reader sees it: a letter with its marks, and not all of a word
// that fills the page.
/** @param {string} text @param {string} strange */
export function shown(text, strange) {
  /** @param {string} of */
  const letters = (of) => (Intl.Segmenter
    ? Array.from(new Intl.Segmenter().segment(of), ({ segment }) => segment) : [...of]);
  const whole = [...strange].length > 1 ? strange
    : letters(text).find((one) => one.includes(strange));
  const all = letters(whole ?? strange);
  return all.length > MOST_SHOWN ? `${all.slice(0, MOST_SHOWN).join("")}\u2026` : all.join("");
}

// The symbols and the prompt that a reader typed, or a sentence that says what is wrong with it.
/** @param {Program} program @param {string} text @returns {Typed} */
function readTyped(program, text) {
  const { vocabulary, sentinels, before, after, opening, model } = program;
  const known = vocabulary.filter((_, id) => !sentinels.includes(id));
  const { symbols, error } = program.words ? CUTS.words(program, text)
    : { symbols: symbolsOf(known, text) };
  if (error) return { error };
  const strange = symbols.find((symbol) => !known.includes(symbol));
  if (strange) {
    const listed = known.slice(0, 40).map((symbol) => (symbol === " " ? "space" : symbol));
    const has = [...listed, ...(known[40] ? ["\u2026"] : [])].join(" ");
    return { error: `\u201c${shown(text, strange)}\u201d is not in the vocabulary; it has ${has}` };
  }
  const { rows } = (model.encoder ?? model).W_pos;
  const around = [...(model.encoder ? opening : before), ...after];
  const room = (program.slide ? LONGEST : rows) - around.length;
  if (symbols.length > room) return { error: `At most ${room} symbols fit; take some away.` };
  const ids = symbols.map((symbol) => vocabulary.indexOf(symbol));
  const source = [...opening, ...ids, ...after]; // what an encoder reads
  const prompt = [...before, ...ids, ...after];
  const read = model.encoder ? source : prompt;
  return { symbols, prompt, source, error: read.length ? "" : "Type at least one symbol." };
}

// The ids that should be said, by the position that says them; none where nothing is promised.
/**
 * @param {Speaker} spec @param {State} asked @param {Program} program @param {string[]} symbols
 * @param {number} first @returns {Token[]}
 */
function answerTo(spec, asked, program, symbols, first) {
  /** @param {string | number} symbol */
  const idOf = (symbol) => program.vocabulary.indexOf(String(symbol));
  if (Array.isArray(spec.answer)) return spec.answer.map(idOf);
  const answer = KEYS[String(spec.answer)]?.(symbols, {
    ...spec, ...asked, vocabulary: program.vocabulary,
    form: formOf(spec.state.text.replaceAll(" ", "")), // sums are promised after prompts like it
  });
  if (!answer) return [];
  const ends = program.model.encoder && program.stop !== null; // then nothing is an answer
  if (!ends && (!answer.length || !symbols.length)) return [];
  return [...Array(first), ...answer.map(idOf), ...(program.stop === null ? [] : [program.stop])];
}

/** @param {Pick<Decision, "outcome" | "token">} decision @param {Token | undefined} expected */
export function judge({ outcome, token }, expected) {
  if (outcome === "nan") return "nan";
  if (expected !== undefined && token !== expected) return "wrong";
  return outcome === "tie" ? "tie" : "right";
}

/** @param {Run} run @returns {Outcome} */
function describeStep(run) {
  const { program, step, decision, expected } = run;
  const { outcome, token, margin, rivals } = decision;
  const kind = judge(decision, expected);
  const hears = `Position ${run.place} hears ${quote(program, run.tokens[step])}`;
  if (kind === "nan") return { kind, text: `${hears}; what it says is not a number.` };
  const tied = rivals.slice(0, 4).map((id) => quote(program, id)).join(", ");
  const says = outcome === "tie"
    ? `ties between ${tied} and says ${quote(program, token)}, the lowest id`
    : `says ${quote(program, token)}`;
  const should = kind === "wrong" ? `; it should say ${quote(program, expected)}` : "";
  const lead = outcome === "tie" ? "" : ` It leads by ${format(margin)}.`;
  return { kind, text: `${hears} and ${says}${should}.${lead}` };
}

/** @param {Said} run @returns {Outcome} */
function describeSaid({ program, told, first, decisions, answer, judged }) {
  const said = decisions.slice(first);
  const should = answer.slice(first);
  /** @type {string[]} */
  const kinds = said.map((decision, i) => judge(decision, should[i]));
  const worst = ["nan", "wrong", "tie", "right"].find((kind) => kinds.includes(kind));
  const kind = judged && !should.length && worst !== "nan" ? "" : worst;
  const place = first + kinds.indexOf(kind);
  const end = {
    nan: ` and breaks off with not a number at position ${place}`,
    wrong: told
      ? `; it should say ${spell(program, should)}`
      : ` and is first wrong at position ${place}`,
    tie: `; position ${place} is a tie, won by the lowest id`,
    right: judged ? ", as it should" : "",
    "": "; for this, nothing is promised",
  }[kind];
  const says = `says ${spell(program, said.map(({ token }) => token))}${end}.`;
  const text = told ? `After ${told} it ${says}` : `It ${says}`;
  const off = ["nan", "wrong", "tie"].includes(kind);
  return { kind: judged ? kind : kind.replace("right", ""), text, ...(off ? { place } : {}) };
}

// The heads of an encoder that are knocked out, as it calls them itself.
/** @param {string[]} off */
const offIn = (off) => off.filter((label) => label.startsWith("source."))
  .map((label) => label.slice(7));

// Where nothing is typed, a figure with a fixed answer speaks; what is typed it listens to.
/**
 * @param {Speaker} spec @param {Program} program @param {Weights} weights @param {State} asked
 * @returns {Said}
 */
function speak(spec, program, weights, asked) {
  const typed = readTyped(program, asked.text);
  const { symbols, source, prompt: heard } = typed.error ? readTyped(program, spec.state.text)
    : typed;
  const off = asked.off.split(" ");
  // an encoder reads what is typed
  const read = weights.encoder && ENCODERS.run(weights, source, offIn(off));
  const prompt = read ? program.before : heard;
  const run = Object.assign(begin(weights, off, read?.memory), { encoder: read?.run });
  if (weights.causal === false && prompt.length <= weights.W_pos.rows) {
    run.heard.push(...prompt);
    listen(run, prompt); // all at once, as each token would be heard with all before it anew
  } else for (const id of prompt) hear(run, id);
  const first = prompt.length - 1;
  const answer = answerTo(spec, asked, program, symbols, first);
  const listens = Array.isArray(spec.answer) && symbols.length;
  const room = Math.max(1, weights.W_pos.rows - first);
  const known = program.stop === null && answer.length;
  const steps = program.steps ?? (known ? known - first : room);
  const decisions = listens
    ? prompt.map((_, i) => decide(unembed(run, lastOf(run, i))))
    : decode(run, program.slide ? steps : Math.min(steps, room), program.stop);
  const told = symbols.length ? spell(program, heard) : "";
  const judged = Boolean(spec.answer);
  /** @param {string[]} others what should be said after these instead */
  const wanted = (others) => answerTo(spec, asked, program, others, first);
  return { ...run, program, told, first, answer, wanted, decisions, listens, judged,
    error: typed.error };
}

// A run as it was when it heard a place of the text, with as full a context as it came to have.
/** @template {Hearing} R @param {R} run @param {number} place @returns {R} */
function standing(run, place) {
  const { weights, off, heard } = run;
  const from = Math.max(0, place + 1 - weights.W_pos.rows);
  if (from === run.from) return run;
  const then = begin(weights, off, run.memory);
  for (const id of heard.slice(from, from + weights.W_pos.rows)) hear(then, id);
  return { ...run, ...then, from, heard };
}

/** @param {Speaker} spec @returns {Compute<Run>} */
function speaker(spec) {
  const columns = decodeColumns(spec.columns);
  const { constant = "N" } = spec;
  const lasting = new Map();
  let last = 0; // the option that they are of
  const decoded = remember((/** @type {number} */ option, /** @type {number} */ value,
    /** @type {string} */ changed) => {
    if (option !== last) lasting.clear();
    last = option;
    return withNumbers(decodeModel(spec.options[option].model, columns, { [constant]: value },
      changed ? undefined : lasting), changesIn(changed)); // these are changed in place
  });
  const weighed = remember((/** @type {number} */ option, /** @type {number} */ value,
    /** @type {State["precision"]} */ precision, /** @type {string} */ changed) =>
    ready(decoded(option, value, changed).model, PRECISIONS[precision]),
      Object.keys(PRECISIONS).length);
  const computed =
    remember((/** @type {number} */ option, /** @type {State} */ { changed, ...asked }) => {
      const weights = weighed(option, Number(asked[constant]), asked.precision, changed);
      const numbers = decoded(option, Number(asked[constant]), changed);
      return { ...speak(spec, spec.options[option], weights, asked), ...numbers, option };
    });
  return (state) => {
    // What is looked at changes nothing that is computed.
    const { [spec.cursor]: wanted, tilt, cell, far, step: stage, at, view, play, ...asked } = state;
    const said = computed(optionNumber(spec.choices, state), asked);
    const last = said.heard.length - 1;
    const place = Math.min(wanted < 0 ? said.first : wanted, last);
    const then = standing(said, place);
    const step = place - then.from;
    const x = lastOf(then, step);
    const logits = unembed(then, x);
    const [decision, expected] = [decide(logits), said.answer[place]];
    const run = /** @type {Run} */ ({ ...then, last, place, step, x, logits, decision, expected });
    return { ...run, whole: describeSaid(run), now: describeStep(run) };
  };
}

/** @type {Runs} */
export const RUNS = { speaker };
