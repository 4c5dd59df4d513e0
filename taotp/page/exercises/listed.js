// @ts-check
// A machine typed as a text, or as numbers: it is assembled and asked all that its judge asks in
// Python, step by step as exercises/judging/asking.py noted it, in slices, so that the page stays
// alive.

import { PRECISIONS, begin, lastOf, ready, unembed } from "../kit/arithmetic.js";
import { PANELS, html } from "../kit/panels.js";
import { CHECKS, notYet, quotedAsPython } from "./form.js";
import { demand, leadOf, verdict } from "./leads.js";
import { decoderOnly } from "./asked/alone.js";
import { heardOf } from "./asked/sharing.js";
import {
  every, everyWeight, hold, inWords, measure, plainNorms, plainParts, rowsApart,
  sizesOf, standard,
} from "./asked/rules.js";
import { completes, decides, rare, shares } from "./asked/deciding.js";
import { analog, endsInRows, shareRight, smallOutputs } from "./asked/inner.js";
import { says } from "./asked/saying.js";
import { answersTo, plainStacks, readerOnly } from "./asked/stacks.js";
import { readListing } from "../editor/listing/reading.js";
import "../editor/features/stacks.js";
import "../kit/wider.js";
/** @import {AnswerBox, Transformer} from "../kit/figures" */
/** @import {Tally} from "./asked/sharing.js" */
/** @import {Made} from "../editor/listing/listing" */
/** @import {AnswerRun, Check, Panel, SetState, State, Token, Verdict} from "../kit/page" */

const SLICE = 8; // ms of work before the page may do something else
const PRAISE = "{inputs} inputs, {total} parameters, smallest margin {margin:.3g}";

/** @typedef {{kind: string} & Record<string, any>} Step */
// What was found of a machine so far: how many inputs are right, how many of them were asked, by
// how much the closest one led, and what is to be said at the end. `names` are those of the
// program in which the steps were noted; `off` are heads that are left out from there on, and
// `left` what a machine still can without them.
/** @typedef {Tally & {praise: string, names?: string[], off?: string[], left?: string}} Found */

/** @param {Made} made @param {unknown} symbol */
const placeOf = ({ vocabulary }, symbol) => vocabulary.findIndex((each) => each === symbol);

// The ids that stand before each prompt of a program.
/** @param {Made} made */
const around = (made) => [made.start, made.after]
  .filter((symbol) => (symbol ?? null) !== null).map((symbol) => placeOf(made, symbol));

// The steps, each by the name under which a judge notes it.
/** @type {Record<string, (step: any, made: Made, found: Found) => void | Generator>} */
const ASKED = {
  decoder: ({ where }, { model }) => decoderOnly(model, where),
  sizes: (step, { model }) => sizesOf(model, step),
  standard: (step, { model }) => standard(model, step),
  plain_parts: (step, { model }) => plainParts(model),
  plain_norms: (step, { model }) => plainNorms(model),
  no_positions: (step, { model }) => every(model.W_pos, "W_pos", "0"),
  every_weight: ({ what }, { model }) => everyWeight(model, what),
  hold: (step, { model }) => hold(model, step),
  rows_apart: (step, { model }) => rowsApart(model, step),
  unmasked: ({ words }, { model }) => demand(model.causal === false, words),
  program: ({ names }, made, found) => void (found.names = names),
  knows({ symbols, where, room }, made) {
    const missing = symbols.find((/** @type {string} */ name) =>
      !made.vocabulary.some((symbol) => String(symbol) === name));
    demand(missing === undefined,
      `at the vocabulary expected ${where}, got no ${quotedAsPython(missing ?? "")}`);
    const [need, { rows }] = [room + around(made).length, made.model.W_pos];
    demand(rows >= need, `at n_ctx expected ${need} or more, got ${rows}`);
  },
  says({ message }, made, found) {
    const { inputs, margin } = says(made, message);
    note(found, { inputs, asked: inputs, margin });
  },
  right,
  small({ right: done, measure: name, what, where, most }, { model }, { inputs }) {
    const [count, allowed] = [measure(model, name),
      typeof most === "number" ? most : measure(model, most)];
    const right = /^\d+ inputs$/.test(done) ? `${inputs} inputs` : done;
    demand(count <= allowed, `right on ${right}, but ${count} ${what} for ` +
      `${inWords(where, model)}, at most ${allowed} allowed`);
  },
  reader: ({ where }, made) => readerOnly(made, where),
  plain_stacks: (step, { model }) => plainStacks(model),
  answers: (step, made, found) => tallied(answersTo(step, made), found),
  completes: (step, made, found) => tallied(completes(step, made), found),
  decides: (step, made, found) => tallied(decides(step, made), found),
  steps: ({ steps, words }, made) => demand(made.steps === steps,
    inWords(words, made.model, { steps: made.steps ?? "None" })),
  letters({ letters, where }, { vocabulary }) {
    /** @param {unknown[]} all */
    const list = (all) => `[${all.map((each) => quotedAsPython(String(each))).join(", ")}]`;
    demand(String([...vocabulary].sort()) === String(letters),
      `${where} expected the letters ${list(letters)}, got ${list(vocabulary)}`);
  },
  shares: (step, made, found) => note(found, shares(step, made)),
  analog: (step, { model }, found) => tallied(analog(step, model), found),
  small_outputs: (step, { model }) => smallOutputs(step, model),
  ends_in_rows: (step, { model }) => endsInRows(step, model),
  without: ({ heads }, made, found) => void (found.off = heads),
  * share(step, { model }, found) {
    found.left = yield* shareRight(step, model);
  },
  rare: (step, made, found) => note(found, rare(step, made)),
  praise: ({ words }, made, found) => void (found.praise = words),
};

/** @param {Found} found @param {Tally} tally */
function note(found, { inputs, asked, margin }) {
  found.inputs += inputs;
  found.asked += asked;
  found.margin = Math.min(found.margin, margin);
}

/** @param {Generator<undefined, Tally>} asking @param {Found} found */
function* tallied(asking, found) {
  note(found, yield* asking);
}

// Prompts as a verdict writes them, as Shown of asking.py does.
/** @param {Step} step @param {Token[]} prefix */
function shown({ shown: { names, joint, skip, quoted, suffix } }, prefix) {
  const ids = prefix.slice(skip);
  if (!names) {
    const [long, ends] = [ids.length > 12, [ids.slice(0, 3), ids.slice(-3)]];
    const text = long ? `[${ends[0].join(", ")}, ..., ${ends[1].join(", ")}] (${ids.length} tokens)`
      : `[${ids.join(", ")}]`;
    return text + suffix;
  }
  const text = ids.map((id) => names[id]).join(joint);
  return (quoted ? quotedAsPython(text) : text) + suffix;
}

// What is said instead of each token: its name in the verdict.
/** @param {Step} step @param {Made} made @param {Found} found */
function namer({ names }, { vocabulary }, found) {
  if (!found.names) return (/** @type {Token} */ id) => names?.[id] ?? String(id);
  return (/** @type {Token} */ id) => {
    const symbol = vocabulary[id];
    return typeof symbol === "string" ? quotedAsPython(symbol) : String(symbol);
  };
}

// Asks every row of a step, those that begin alike one after another, and demands that the first
// of them all is right.
/** @param {Step} step @param {Made} made @param {Found} found */
function* right(step, made, found) {
  const before = found.names ? around(made) : [];
  /** @param {Token} id */
  const own = (id) => (found.names && id >= 0
    ? made.vocabulary.findIndex((symbol) => String(symbol) === found.names[id]) : id);
  const rows = step.rows.map((/** @type {Token[]} */ tokens, /** @type {number} */ number) =>
    ({ number, tokens, ids: [...before, ...tokens.map(own)], wanted: step.wanted[number] }));
  rows.sort((/** @type {{ids: Token[]}} */ a, /** @type {{ids: Token[]}} */ b) =>
    (String(a.ids) < String(b.ids) ? -1 : 1));
  const name = namer(step, made, found);
  let [run, first, fault, margin, asked] =
    [begin(ready(made.model, PRECISIONS.float64), found.off), Infinity, "", Infinity, 0];
  for (const { number, tokens, ids, wanted } of rows) {
    run = yield* heardOf(run, ids);
    for (const [i, id] of wanted.entries()) {
      if (id < 0) continue;
      const place = tokens.length - wanted.length + i;
      asked += 1;
      try {
        const logits = unembed(run, lastOf(run, before.length + place));
        const begun = `after ${shown(step, tokens.slice(0, place + 1))}`;
        margin = Math.min(margin,
          leadOf(logits, own(id), begun, name, undefined, step.margin));
      } catch (error) {
        if (error.kind === undefined) throw error;
        if (number < first) [first, fault] = [number, error.message];
        break;
      }
      yield;
    }
  }
  demand(!fault, fault);
  note(found, { inputs: step.inputs, asked, margin });
}

// The verdict on a machine, found piece by piece.
/** @param {Record<string, any>} data @param {Made} made @returns {Generator<undefined, Verdict>} */
export function* askedOf({ steps, size, partly, board }, made) {
  /** @type {Found} */
  const found = { inputs: 0, asked: 0, margin: Infinity, praise: PRAISE };
  try {
    for (const step of steps) {
      const asking = ASKED[step.kind](step, made, found);
      if (asking) yield* /** @type {Generator<undefined, void>} */ (asking);
    }
  } catch (error) {
    if (error.kind === undefined) throw error;
    return { kind: "wrong", text: error.message };
  }
  const { model } = made;
  const said = inWords(found.praise, model, { ...found });
  const all = board ? "its table asks all" : "check in a notebook asks all";
  const some = found.asked < found.inputs
    ? `. The page asked ${found.asked.toLocaleString("en-US")} of them; ${all}` : "";
  const where = board ? `; ${placeOn(board, model)}` : "";
  if (size) return { kind: "right", partly: true, text: `right at this size: ${said}${some}. ` +
    "The whole answer is a function for every size, which check in a notebook judges" };
  const nothing = Boolean(partly) || board?.own; // that a page would keep as done
  return { kind: "right", partly: nothing, text: `${partly}${said}${where}${some}` };
}

// Where a machine would stand on a board whose entries have these sizes, smallest first.
/** @param {{name: string, sizes: [number, number][]}} board @param {Transformer} model */
function placeOn({ name, sizes }, model) {
  const [total, nonzero] = [Number(measure(model, "total")), Number(measure(model, "nonzero"))];
  const place = 1 + sizes.filter(([all, some]) => all < total || (all === total && some < nonzero))
    .length;
  const end = place % 100 > 10 && place % 100 < 14 ? "th" : ["th", "st", "nd", "rd"][place % 10];
  return `it would stand ${place}${end ?? "th"} of ${sizes.length + 1} on ${name}, ` +
    `where the smallest so far has ${sizes[0][0]} numbers`;
}

// In the page.

/** @type {WeakMap<AnswerBox, {of: string, said: Verdict}>} */
const found = new WeakMap(); // the last verdict on a box, and on which text

/** @type {Check} */
CHECKS.machine = (data, { listing }, spec) => {
  const { faults } = readListing(listing);
  if (faults) {
    const [{ line, column, message }] = faults;
    notYet(`line ${line}, column ${column}: ${message}`);
  }
  const known = found.get(spec);
  if (known?.of !== listing) throw verdict("", "every input is asked \u2026", { pending: true });
  const { kind, text } = known.said;
  if (kind === "wrong") throw verdict(kind, text, { partly: data.board?.own });
  return known.said;
};

// Asks a machine in slices, unless another text comes first; then the figure is drawn anew.
/** @param {AnswerBox} spec @param {SetState} set @returns {Panel<AnswerRun>} */
function askingPanel(spec, set) {
  let asking = "";
  /** @param {string} text */
  function ask(text) {
    if (text === asking) return;
    asking = text;
    const steps = askedOf(spec.data, readListing(text));
    const slice = () => {
      if (asking !== text) return;
      for (const begun = performance.now(); performance.now() - begun < SLICE;) {
        const { done, value } = steps.next();
        if (!done) continue;
        found.set(spec, { of: text, said: /** @type {Verdict} */ (value) });
        asking = "";
        set({});
        return;
      }
      setTimeout(slice, 0);
    };
    setTimeout(slice, 0);
  }
  const element = html("div", {});
  element.hidden = true;
  return {
    element,
    draw(/** @type {State} */ { listing }, { pending }) {
      if (pending) ask(listing);
    },
  };
}

PANELS.askingPanel = askingPanel;
