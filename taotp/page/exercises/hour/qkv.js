// @ts-check
// Query, key and value, in three colors: what the last place asks for, what each place offers, and
// what it hands over, of the machine that stands beside it. The digits and how loud the query is
// can be changed.

import { rowOf } from "../../kit/arithmetic.js";
import { html, write } from "../../kit/panels.js";
import { hundredths } from "../../machine/lanes/telling.js";
import { WORDS } from "../../editor/listing/language.js";
/** @import {Matrix} from "../../kit/figures" */
/** @import {Row} from "../../kit/page" */
/** @import {BenchRun} from "../bench/panel.js" */

const LOUD = 1; // the query as it was typed

/** @param {number[]} scores */
function softmax(scores) {
  const top = Math.max(...scores);
  const all = scores.map((score) => Math.exp(score - top));
  const sum = all.reduce((one, other) => one + other, 0);
  return all.map((each) => each / sum);
}

/** @param {string} label @param {Record<string, string | number>} range */
const slider = (label, range) => html("input", { type: "range", "aria-label": label, ...range });

/**
 * @param {string} name @param {string} said @param {HTMLElement[]} cells @param {Element[]} what
 */
const row = (name, said, cells, ...what) => html("tr", { class: name },
  html("th", { scope: "row" }, html("b", {}, name), " ", ...what, said),
  ...cells.map((cell) => html("td", {}, cell)));

/** @param {Row} values */
const shown = (values) => values.map((x) => String(Number(x.toFixed(2)) + 0).replace("-", "\u2212"))
  .join(", ");

// What a head makes of each symbol: a row of numbers by one of its matrices, times a factor.
/** @param {Matrix} W_E @param {Matrix} W @param {number} factor @returns {Row[]} */
function madeBy(W_E, W, factor) {
  return Array.from({ length: W_E.rows }, (_, i) => Array.from({ length: W.columns }, (__, c) => {
    let sum = 0;
    for (let k = 0; k < W.rows; k++) sum += rowOf(W_E, i)[k] * rowOf(W, k)[c];
    return factor * sum;
  }));
}

/**
 * @param {Record<string, HTMLElement[]>} cells of each digit
 * @param {Record<string, HTMLElement>} of both sides
 */
const rowsOf = ({ digits, typed, keys, scores, shares, values }, { asks, offers, loud }) =>
  html("tbody", {},
    html("tr", {}, html("th", { scope: "row" }, "the digits"), ...digits.map((each, i) =>
      html("td", {}, typed[i], each))),
    html("tr", { class: "query" },
      html("th", { scope: "row" }, html("b", {}, "query"), " ", asks, " of the last"), loud),
    row("key", " of each", keys, offers), row("score", "query times key", scores),
    row("share", "by softmax, rounded", shares), row("value", "hands over", values));

// The digits of the text that a machine reads.
/** @param {BenchRun} run */
const digitsOf = ({ tokens, first, from, program }) => tokens.slice(0, first - from + 1)
  .map((token) => Number(program.vocabulary[Number(token)]));

// The picture of the text that the machine beside it reads, and what draws it for another text, or
// another machine of the same task. A digit that is moved is moved in that text.
/**
 * @param {Element} place @param {(text: string) => void} move
 * @returns {(run: BenchRun) => void}
 */
export function queriesKeysValues(place, move) {
  /** @type {HTMLInputElement[]} */
  let digits = [];
  const hard = slider("how loud the query is", { min: 0, max: 5, step: 0.5, value: LOUD });
  /** @type {HTMLElement[][]} */
  let [typed, keys, scores, shares, values] = [[], [], [], [], []];
  const [query, times] = [html("output"), html("output", { class: "times" })];
  const [asks, offers] = [html("code"), html("code")];
  const brought = html("p", { role: "status" });
  const table = html("table");
  /** @type {{query: Row[], key: Row[]} | undefined} */
  let head;
  const lay = (/** @type {number} */ length) => {
    const cells = () => Array.from({ length }, () => html("output"));
    [typed, keys, scores, shares, values] = Array.from({ length: 5 }, cells);
    digits = typed.map((_, i) => slider(`digit ${i + 1}`, { min: 0, max: 9, step: 1 }));
    for (const each of digits) each.addEventListener("input", () => {
      draw();
      move(digits.map(({ value }) => value).join(""));
    });
    const loud = html("td", { colspan: length }, query, times, hard);
    table.replaceChildren(rowsOf({ digits, typed, keys, scores, shares, values },
      { asks, offers, loud }));
  };
  const draw = () => {
    if (!head) return;
    const all = digits.map((each) => Number(each.value));
    const loud = Number(hard.value);
    const asked = head.query[all[all.length - 1]];
    const score = all.map((digit) =>
      loud * asked.reduce((sum, x, c) => sum + x * head.key[digit][c], 0));
    const share = softmax(score);
    const inTwoDigits = hundredths(share);
    write(query, shown(asked));
    write(times, `times ${loud}`);
    all.forEach((digit, i) => {
      write(typed[i], String(digit));
      write(keys[i], shown(head.key[digit]));
      write(scores[i], shown([score[i]]));
      write(shares[i], inTwoDigits[i]);
      write(values[i], String(digit));
    });
    const sum = all.reduce((before, digit, i) => before + digit * share[i], 0);
    write(brought, `Shares of the values add up to ${sum.toFixed(2)}. In your machine the word ` +
      `hard makes the query ${WORDS.hardness.toLocaleString("en-US")} times as loud, so that the ` +
      "best takes all.");
  };
  hard.addEventListener("input", draw);
  place.replaceChildren(table, brought);
  return (run) => {
    const { program, text } = run;
    const read = digitsOf(run);
    if (read.length !== digits.length) lay(read.length);
    read.forEach((digit, i) => (digits[i].value = String(digit)));
    const { W_E, layers: [{ heads: [{ W_Q, W_K }] }] } =
      /** @type {import("../../kit/figures").Transformer} */ (program.model);
    head = { query: madeBy(W_E, W_Q, 1 / WORDS.hardness), key: madeBy(W_E, W_K, 1) };
    const [, one, other] = text.match(/query ([^,]+), key ([^,]+),/) ?? ["", "", ""];
    write(asks, one);
    write(offers, other);
    draw();
  };
}
