// @ts-check
// Checks of formulas, numbers, letters and choices that compare with what Python said of them when
// the page was built: all they know of an exercise is data, made by exercises/judging/boxes.py.

import { CHECKS, filled, list, notYet, quotedAsPython } from "./form.js";
import { readFormulas } from "./formula.js";
import { demand, general } from "./leads.js";
/** @import {FormField} from "../kit/figures" */
/** @import {AnswerPart, Check, Formula, OfAnswer, Stretch} from "../kit/page" */

/** @param {number} said @param {Stretch[]} stretches @param {Record<string, unknown>} values */
function onItsStretch(said, stretches, values) {
  const { wrong } =
    stretches.find(({ from = -Infinity, to = Infinity }) => from <= said && said <= to) ??
    stretches[stretches.length - 1];
  if (wrong !== undefined) demand(false, filled(wrong, values));
}

/** @param {number[]} numbers @param {string} where */
function wholeNumbers(numbers, where) {
  for (const x of numbers) {
    demand(Number.isInteger(x), `${where} expected a whole number, got ${general(x, 15)}`);
  }
}

/** @param {number[]} numbers @param {string} where */
function finiteNumbers(numbers, where) {
  for (const x of numbers) {
    demand(Number.isFinite(x), `${where} expected finite numbers, got ${general(x, 6)}`);
  }
}

// Formulas beside the right numbers at all cases of an exercise. A case may have `stretches` of its
// own; `words` are further formulas of what was said, for the sentence about a wrong one.
/** @type {Check} */
CHECKS.formula = (data, typed, { fields }) => {
  const { names, cases, expected, within, where, whole, stretches, wrong, words, right } = data;
  const further = furtherWords(words, [...names, "said"]);
  cases.forEach((/** @type {number[]} */ values, /** @type {number} */ i) => {
    /** @type {Record<string, number>} */
    const at = Object.fromEntries(names.map((/** @type {string} */ name, /** @type {number} */ k) =>
      [name, values[k]]));
    const all = fields.map(({ name }) => typed[name](at));
    const [said] = all;
    const place = filled(Array.isArray(where) ? where[i] : where, at);
    if (whole) wholeNumbers(all, place);
    else finiteNumbers(all, place);
    const wanted = [expected[i]].flat();
    const told = {
      ...at, where: place, said: all.length > 1 ? list(all) : said,
      expected: wanted.length > 1 ? list(wanted) : wanted[0],
      off: `${Math.abs(said - wanted[0])} too ${said < wanted[0] ? "few" : "many"}`,
      ...further({ ...at, said }),
    };
    if (stretches) onItsStretch(said, stretches[i], told);
    else demand(all.every((x, k) => Math.abs(x - wanted[k]) <= within[i]), filled(wrong, told));
  });
  return { text: right };
};

/** @param {Record<string, string> | undefined} words @param {string[]} names */
function furtherWords(words, names) {
  const more = Object.entries(words ?? {}).map(([name, text]) =>
    /** @type {const} */ ([name, readFormulas(text, names, Infinity)[0]]));
  return (/** @type {Record<string, number>} */ at) =>
    Object.fromEntries(more.map(([name, formula]) => [name, formula(at)]));
}

// What was typed, part by part: it stands in one field, or each part in its own.
/** @param {OfAnswer} typed @param {FormField[]} fields @returns {OfAnswer[keyof OfAnswer][]} */
function partsOf(typed, fields) {
  if (fields.length > 1) return fields.map(({ name }) => typed[name]);
  const [{ name, kind }] = fields;
  if (kind === "list") return typed[name].map((/** @type {Formula} */ each) => each({}));
  if (kind === "words") return [...typed[name].trim()];
  return kind === "texts" ? typed[name] : [typed[name]];
}

// What an answer consists of, in its order, each with what is right: numbers on stretches of their
// line, letters or lines among those that will do, which may say what they are worth.
/** @type {Check} */
CHECKS.told = ({ items, count, finite, words, known, unknown, right }, typed, { fields }) => {
  const all = partsOf(typed, fields);
  const further = furtherWords(words, ["said"]);
  /** @type {Record<string, unknown>} */
  let told = {};
  if (count) demand(all.length === items.length, filled(count, { count: all.length }));
  if (finite) finiteNumbers(all, finite);
  const worth = items.map((/** @type {AnswerPart} */ item, /** @type {number} */ i) => {
    const { stretches, is, whole, wrong } = item;
    const said = typeof all[i] === "string" ? all[i].trim().split(/\s+/).join(" ") : all[i];
    const quoted = quotedAsPython(String(said));
    told = { said, quoted, plus: String(said).replace(/ /g, " + "), ...further({ said }) };
    if (whole) wholeNumbers([said], whole);
    if (known) demand(known.includes(said), filled(unknown, told));
    if (stretches) onItsStretch(said, stretches, told);
    else if (Array.isArray(is)) demand(is.includes(said), filled(wrong, told));
    else {
      demand(Object.hasOwn(is, said), filled(wrong, told));
      return is[said];
    }
    return said;
  });
  return { text: filled(right, { ...told, ...Object.fromEntries(worth.entries()) }) };
};

// What Python said of every answer that there is: `verdicts` says which sentence is said of which
// answer; the first of the sentences are those of right ones.
/** @type {Check} */
CHECKS.verdicts = ({ verdicts, right, wrong, otherwise }, typed, { fields }) => {
  for (const { name, label, kind } of fields) {
    if (kind === "choice" && !typed[name]) notYet(`${label}: still empty`);
  }
  const said = fields.map(({ name }) => [typed[name]].flat().join("\n"));
  const key = said.join("\n").trim().split(/[^\S\n]+/).join(" ");
  const i = Object.hasOwn(verdicts, key) ? verdicts[key] : undefined;
  const parts = Object.fromEntries(fields.map(({ name }) => [name, typed[name]]));
  const told = { quoted: quotedAsPython(key), ...parts };
  if (i === undefined) demand(false, filled(otherwise, told));
  demand(i < right.length, wrong[i - right.length]);
  return { text: right[i] };
};

// Demands on numbers that were typed, each a formula that must not be below 0.
/** @type {Check} */
CHECKS.demands = ({ demands, words, finite, right }, typed, { fields }) => {
  const names = fields.map(({ name }) => name);
  const all = names.map((name) => typed[name]);
  if (finite) finiteNumbers(all, finite);
  const at = Object.fromEntries(names.map((name) => [name, typed[name]]));
  const told = { ...at, ...furtherWords(words, names)(at) };
  for (const [formula, wrong] of demands) {
    const [asked] = readFormulas(formula, Object.keys(told), Infinity);
    demand(asked(told) >= 0, filled(wrong, told));
  }
  return { text: filled(right, told) };
};
