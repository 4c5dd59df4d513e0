// @ts-check
// Answers that are data, typed into the page: a form, and a line that judges what was typed as
// `check` does in a notebook. What is right comes as data, from the code of the exercise. The
// checks are in the parts that use this: answer.js, values.js, rules.js and listed.js.

import { RUNS, typedNumber } from "../kit/runs.js";
import { html, figure, write, PANELS } from "../kit/panels.js";
import { CONTROLS, STYLES, labeled } from "../kit/view.js";
import { Unread, readFormulas } from "./formula.js";
import { HAND_IN, LONGEST_NAME, saveFile, signed, submission } from "./handing.js";
import { isKept, keepProgress, keptProgress } from "./kept.js";
import { general, verdict } from "./leads.js";
import { whenFound } from "./taken.js";
import { keepTexts, keptTexts } from "../kit/texts.js";
import { pythonLink } from "../editor/python.js";
import CSS from "./form.css";
/** @import {AnswerBox, Form, FormField} from "../kit/figures" */
/** @import {AnswerRun, Check, Compute, ControlNode, Panel, SetState, State} from "../kit/page" */
/** @import {Formula} from "../kit/page" */
/** @import {OfAnswer, Verdict} from "../kit/page" */
/** @import {HandedAnswer} from "./handing.js" */

const MOST_LINES = 100;
/** @type {Record<string, number>} */
const ROWS_OF = { lines: 4, texts: 5, rows: 5, sentences: 10, listing: 10 };
const LONGEST_ROW = 5000; // characters of a row of numbers

/** @param {string} sentence */
export function notYet(sentence) {
  throw verdict("", sentence);
}

// A value as Python writes it with no format, with :.4f, with :.4g or with :g.
/** @param {unknown} value @param {string} [digits] @param {string} [format] */
function written(value, digits, format) {
  if (typeof value !== "number") return String(value);
  if (format === "f" && Number.isFinite(value)) return value.toFixed(Number(digits ?? 6));
  if (format) return general(value, Number(digits ?? 6));
  return Number.isInteger(value) ? String(value) : general(value, 15);
}

/** @param {string} template @param {Record<string, unknown>} values */
export const filled = (template, values) =>
  template.replace(/\{(\w+)(?::(?:\.(\d+))?([gf]))?\}/g, (_, name, digits, format) =>
    written(values[name], digits, format));
/** @param {unknown[]} items */
export const list = (items) => `[${items.join(", ")}]`;
/** @param {string} text */
export const inQuotes = (text) => `'${text}'`;
/** @param {string} text */
export const quotedAsPython = (text) =>
  text.includes("'") && !text.includes("\x22") ? `"${text}"`
    : `'${text.replace(/[\\']/g, "\\$&")}'`;

/** @param {string} text */
function linesOf(text) {
  const lines = text.split("\n").map((line) => line.trim()).filter(Boolean);
  if (lines.length > MOST_LINES) throw new Unread(`at most ${MOST_LINES} lines`);
  return lines;
}

// What was typed into a field, read by its kind. Throws Unread.
/** @type {Record<string, (field: Pick<FormField, "names">, text: string) => any>} */
const READERS = {
  formula: ({ names }, text) => {
    const [formula, ...more] = readFormulas(text, names);
    if (more.length) throw new Unread("one formula is asked, without a comma");
    return formula;
  },
  number: (field, text) => {
    const plain = typedNumber(text); // it may have a decimal comma
    return Number.isFinite(plain) ? plain : READERS.formula({ names: [] }, text)({});
  },
  list: ({ names }, text) => readFormulas(text, names),
  choice: (field, text) => text,
  words: (field, text) => text,
  listing: (field, text) => text,
  sentences: (field, text) => text,
  rows: (field, text) => linesOf(text).map((line) =>
    readFormulas(line, [], LONGEST_ROW).map((formula) => formula({}))),
  texts: (field, text) => linesOf(text),
  lines: (field, text) => {
    return linesOf(text).map((line) => {
      const [left, right, ...more] = line.split(":").map((part) => part.trim());
      if (!left || !right || more.length)
        throw new Unread(`\u201c${line}\u201d has no single colon`);
      return [left, right];
    });
  },
};

/** @param {FormField[]} fields @param {State} state */
function readFields(fields, state) {
  if (fields.every(({ name }) => !state[name].trim())) notYet("not attempted yet");
  return Object.fromEntries(fields.map((field) => {
    const { name, label, kind } = field;
    if (!state[name].trim() && !["choice", "words"].includes(kind)) notYet(`${label}: still empty`);
    try {
      return [name, READERS[kind](field, state[name])];
    } catch (error) {
      if (error instanceof Unread) notYet(`${label}: ${error.message}`);
      throw error;
    }
  }));
}

// What judges: each a function (data, typed, program) that returns what to say of a right answer,
// as {text, table}, and demands what must hold.
// Shared by all parts of a page.
/** @type {Record<string, Check>} */
export const CHECKS = /** @type {any} */ (RUNS.answer)?.checks ?? {};

// What is handed in of what was typed.

/** @type {Record<string, (typed: any) => unknown>} */
const PLAIN = {
  formula: (formula) => formula({}),
  list: (formulas) => formulas.map((/** @type {Formula} */ each) => each({})),
  words: (text) => text.trim(),
};

// What the function of an exercise returns, by how its parts make one: a pair, a table, a text.
/** @type {Record<string, (parts: any[], fields: FormField[]) => unknown>} */
const RETURNED = {
  one: ([part]) => part,
  split: ([text]) => text.split(/\s+/),
  pairs: ([lines]) => lines.map((/** @type {string} */ line) => ({ tuple: line.split(/\s+/) })),
  tuple: (parts) => ({ tuple: parts }),
  counted: (parts) => parts.map((part) => (/^\d+$/.test(part) ? Number(part) : part)),
  table: (parts, fields) => ({ table: fields.map(({ name }, i) => [name, parts[i]]) }),
  change: ([path, row, column, value]) => `${path}:${row}.${column}=${value}`,
  mlp: ([W_in, b_in, W_out, b_out]) => ({ mlp: { W_in: [W_in], b_in,
    W_out: W_out.map((/** @type {number} */ x) => [x]), b_out } }),
};

// What a formula is at every case that is asked, each once.
/** @param {AnswerBox} spec @param {OfAnswer} typed @returns {HandedAnswer[]} */
function atEveryCase({ data: { names, cases }, fields, hand }, typed) {
  /** @type {Map<string, HandedAnswer>} */
  const found = new Map();
  for (const row of /** @type {number[][]} */ (cases)) {
    const at = Object.fromEntries(names.map((/** @type {string} */ name, /** @type {number} */ k) =>
      [name, row[k]]));
    const said = fields.map(({ name }) => typed[name](at));
    const given = row.slice(0, hand.takes);
    found.set(String(given), { function: hand.name, arguments: given,
      returned: said.length > 1 ? said : said[0] });
  }
  return [...found.values()];
}

/** @param {AnswerBox} spec @param {State} state @returns {HandedAnswer[]} */
export function handedAnswers(spec, state) {
  const { fields, hand } = spec;
  const typed = readFields(fields, state);
  if (hand.returns === "cases") return atEveryCase(spec, typed);
  const parts = fields.map(({ name, kind }) => PLAIN[kind]?.(typed[name]) ?? typed[name]);
  return [{ function: hand.name, arguments: [],
    returned: RETURNED[hand.returns](parts, fields) }];
}

// The line that judges, and the credit that it earns.
/** @param {AnswerBox} spec @param {State} state @returns {Verdict} */
function judged(spec, state) {
  try {
    const said = CHECKS[spec.check](spec.data, readFields(spec.fields, state), spec);
    return { kind: "right", credit: said.partly ? undefined : "verified", ...said };
  } catch (error) {
    const { kind, message: text, table, pending, partly } = error;
    if (kind === undefined) throw error;
    return { kind, credit: partly ? undefined : kind && "tried", text, table, pending };
  }
}

/** @param {AnswerBox} spec @returns {Compute<AnswerRun>} */
function answer(spec) {
  return (state) => {
    const { kind, credit, text, table, pending } = judged(spec, state);
    const sign = kind ? "" : "\u00b7 ";
    const said = `${sign}${spec.number} ${spec.slug}   ${text}`;
    const handed = spec.hand && kind === "right" ? () => handedAnswers(spec, state) : undefined;
    return { credit, table, pending, handed, whole: { kind, text: said } };
  };
}

// The form.

/** @param {FormField} field */
function inputOf({ kind, choices, names, example }) {
  if (kind === "choice") {
    const options = choices.map((value, i) => html("option", { value }, names[i] ?? value));
    return html("select", {}, html("option", { value: "" }, "\u2026"), ...options);
  }
  const typing = { autocomplete: "off", autocapitalize: "off", spellcheck: "false" };
  const rows = ROWS_OF[kind];
  return rows ? html("textarea", { rows, placeholder: example, ...typing })
    : html("input", { type: "text", placeholder: example, ...typing });
}

// A name and a button: what is right can be handed in.
/** @param {string} slug */
function handRow(slug) {
  const id = `${slug}-author`;
  const author = html("input", { type: "text", maxlength: LONGEST_NAME, autocomplete: "off", id });
  const button = html("button", { type: "button" }, HAND_IN);
  const note = html("p", { class: "note", role: "status" });
  const element = html("div", { class: "mine" },
    html("label", { for: id }, "Your name"), author, button, note);
  /** @type {AnswerRun["handed"]} */
  let answers;
  button.addEventListener("click", () => {
    /** @param {string} words */
    const say = (words) => write(note, words);
    const who = signed(author, say);
    if (who) saveFile(slug, submission(slug, who, answers()), say);
  });
  element.hidden = true;
  return {
    element,
    /** @param {AnswerRun | undefined} run */
    show(run) {
      if (run?.handed && element.hidden) {
        write(note, "");
        author.value = keptProgress().author ?? "";
      }
      answers = run?.handed;
      element.hidden = !answers;
    },
  };
}

// Where it says how a text is written, for fields that take one.
/** @param {FormField[]} fields */
function languageNote(fields) {
  const note = html("p", { class: "note" }, "How to write one: ",
    html("a", { href: "language.html#cheat-sheet" }, "the language, on one screen"));
  note.hidden = !fields.some(({ kind }) => /^(listing|sentences)$/.test(kind));
  return note;
}

/** @param {Form} control @param {SetState} set @returns {ControlNode} */
function formControl({ fields, slug }, set) {
  const inputs = fields.map(inputOf);
  const boxes = fields.map(({ label, kind, names }, i) => {
    const box = labeled(label, inputs[i]);
    const narrow = kind === "number" || (kind === "choice" && !names.length);
    box.classList.add("wide", ...(narrow ? [] : ["line"]));
    return box;
  });
  const isBoard = slug.startsWith("least-");
  const note = html("p", { class: "note", role: "status" });
  const language = languageNote(fields);
  const python = pythonLink(slug);
  const form = html("form", { class: "form" }, html("div", { class: "fields" }, ...boxes), language,
    html("button", { type: "submit" }, "Check"), ...(isBoard ? [python.element] : []), note);
  const hand = handRow(slug);
  let [asked, last] = [false, /** @type {State} */ ({})];
  const differs = () => fields.some(({ name }, i) => inputs[i].value !== last[name]);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    asked = true;
    set(Object.fromEntries(fields.map(({ name }, i) => [name, inputs[i].value])));
  });
  const keep = () => {
    keepTexts(slug, Object.fromEntries(fields
      .map(({ name }, i) => [name, inputs[i].value]).filter(([, text]) => text)));
    python.follow(inputs[0].value);
  };
  form.addEventListener("input", () => {
    keep();
    const checked = fields.some(({ name }) => last[name]);
    write(note, checked && differs() ? "Changed since it was checked." : "");
    if (differs()) hand.show(undefined);
  });
  whenFound(slug, fields, (found) => {
    asked = true;
    set(found);
  });
  let draft = keptTexts(slug); // what was typed before the page was left, and maybe never checked
  return {
    element: html("div", { class: "answering" }, form, hand.element),
    show(state, run) {
      last = { ...state };
      hand.show(run);
      fields.forEach(({ name }, i) => {
        const text = draft?.[name] ?? state[name];
        if (inputs[i].value !== text) inputs[i].value = text;
      });
      if (!draft && inputs.every(({ value }) => !value)) keep(); // Reset forgets it
      draft = undefined;
      python.follow(inputs[0].value);
      if (run.pending) return; // what is found comes in a moment
      if (asked && run.credit) keepProgress({ progress: { [slug]: run.credit } });
      const place = isKept() ? "Kept in this browser."
        : "This browser keeps nothing for this page.";
      const empty = inputs.every(({ value }) => !value.trim());
      write(note, !asked ? "" : empty ? "Type an answer first." : run.credit ? place : "");
      asked = false;
    },
  };
}

// A table of what a program says, where a check makes one.
/** @returns {Panel<AnswerRun>} */
function saidPanel() {
  const caption = html("caption", { class: "unseen" });
  const [head, body] = [html("thead"), html("tbody")];
  const table = html("table", { class: "said-table" }, caption, head, body);
  const link = html("a", {}, "Look at it in the machine above");
  const note = html("p", { class: "note" }, link);
  const element = figure("What the machine says", table, note);
  element.classList.add("wide");
  /** @param {"th" | "td"} tag @param {unknown[]} cells */
  const row = (tag, cells) => html("tr", {}, ...cells.map((cell, i) =>
    html(i ? tag : "th", tag === "th" ? { scope: "col" } : i ? {} : { scope: "row" },
      String(cell))));
  return {
    element,
    draw(state, { table: made }) {
      element.hidden = !made;
      if (!made) return;
      write(caption, made.caption);
      note.hidden = !made.link;
      link.href = made.link ?? "";
      head.replaceChildren(row("th", made.head));
      body.replaceChildren(...made.rows.map((cells) => row("td", cells)));
    },
  };
}

RUNS.answer = Object.assign(answer, { checks: CHECKS });
CONTROLS.form = formControl;
PANELS.saidPanel = saidPanel;
STYLES.push(CSS);
