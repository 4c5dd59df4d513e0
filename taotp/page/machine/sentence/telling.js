// @ts-check
// Two sentences, one of them right: the reader says which, and so does the machine, whose answer is
// how much is wrong. What others are known to tell stands beside them.

import { RUNS, joined, several } from "../../kit/runs.js";
import { PANELS, change, html, write } from "../../kit/panels.js";
import { STYLES } from "../../kit/view.js";
import CSS from "./telling.css";
/** @import {Speaker, Told} from "../../kit/figures" */
/** @import {Compute, Panel, Run, SetState, State} from "../../kit/page" */

/** @type {Tally} */
const BEGUN = { asked: 0, you: 0, machine: 0, others: {} };

/**
 * @typedef {{asked: number, you: number, machine: number, others: Record<string, number>}} Tally
 */

/** @param {number | string} sum @param {number} asked */
const ofAll = (sum, asked) => (asked ? `${sum} of ${asked}` : "\u2013");
/** @type {Record<number, string>} */
const SHARES = { 1: "right", 0.5: "a tie", 0: "wrong" };

const SUMS = ": how often they told pairs of that kind; so far, the sum of these shares.";

// How much of a sentence is wrong, as the machine of a state says.
/** @param {Run} run */
function countOf({ program, decisions, first }) {
  const ids = decisions.slice(first).map(({ token }) => token);
  return Number(joined(program, ids.filter((id) => id !== program.stop)));
}

// A tie counts half, as in the benchmarks.
/** @param {number} right @param {number} wrong */
const shareOf = (right, wrong) => (right < wrong ? 1 : right === wrong ? 0.5 : 0);

// What is told so far, with one more pair.
/**
 * @param {Tally} tally @param {number} picked @param {number[]} counts @param {Told} pair
 * @returns {Tally}
 */
function withOne(tally, picked, counts, { right, shares }) {
  const others = Object.entries(shares).map(([name, share]) =>
    [name, (tally.others[name] ?? 0) + share]);
  return {
    asked: tally.asked + 1,
    you: tally.you + Number(picked === right),
    machine: tally.machine + shareOf(counts[right], counts[1 - right]),
    others: Object.fromEntries(others),
  };
}

// Who is right of the pair, in words; and of all where it is the last.
/**
 * @param {boolean} you @param {number} machine its share of the pair @param {Tally | null} all
 */
function outcomeOf(you, machine, all) {
  const its = machine === 0.5 ? "the machine cannot decide" : `the machine is ${SHARES[machine]}`;
  const both = `you are ${SHARES[Number(you)]}; ${its}.`;
  if (!all) return both;
  const others = Object.entries(all.others)
    .map(([name, sum]) => `, ${name} about ${sum.toFixed(1)}`);
  return `${both} Of all ${all.asked} you told ${all.you}, the machine ${all.machine}${
    others.join("")}.`;
}

// What a sentence is, and what the machine counts in it and in the other.
/** @param {boolean} right @param {number} count @param {number} other */
function saidOf(right, count, other) {
  const picks = count < other ? " and picks it" : "";
  return `${SHARES[Number(right)]}; the machine counts ${several(count, "wrong word")}${picks}`;
}

// A table of who is right: of this pair, and so far.
/** @param {string[]} others */
function score(others) {
  const names = ["you", "the machine", ...others];
  const cells = names.map(() => [html("td"), html("td")]);
  const head = [html("td"), ...["this pair", "so far"]
    .map((name) => html("th", { scope: "col" }, name))];
  const rows =
    names.map((name, i) => html("tr", {}, html("th", { scope: "row" }, name), ...cells[i]));
  return {
    element: html("table", {},
      html("caption", {}, others.length ? others.join(" and ") + SUMS : ""),
      html("thead", {}, html("tr", {}, ...head)),
      html("tbody", {}, ...rows)),
    draw: (/** @type {string[][]} */ values) =>
      values.forEach((pair, i) => pair.forEach((words, j) => write(cells[i][j], words))),
  };
}

/** @param {Speaker} spec @param {SetState} set @returns {Panel<Run>} */
function tellingPanel(spec, set) {
  const { pairs } = /** @type {import("../../kit/figures").Reading} */ (spec.reading);
  const others = Object.keys(pairs[0].shares);
  const asks = html("p", { role: "status" });
  const both = [0, 1]
    .map((i) => html("button", { type: "button", "data-place": i }, html("b"), html("span")));
  const on = html("button", { type: "button" });
  const table = score(others);
  let [at, tally, picked, counts, settings, speak] =
    [0, BEGUN, -1, /** @type {number[]} */ ([]), /** @type {State} */ ({}),
      /** @type {Compute<Run>} */ (null)];

  /** @param {number} i */
  function pick(i) {
    const { sentences } = pairs[at];
    if (picked < 0) {
      speak ??= RUNS.speaker({ ...spec, cursor: "row" });
      counts = sentences.map((text) => countOf(speak({ ...settings, text, row: -1 })));
      tally = withOne(tally, i, counts, pairs[at]);
      picked = i;
    }
    set({});
  }

  both.forEach((button, i) => button.addEventListener("click", () => pick(i)));
  on.addEventListener("click", () => {
    if (at === pairs.length - 1) tally = BEGUN;
    at = (at + 1) % pairs.length;
    picked = -1;
    set({});
    both[0].focus();
  });
  return {
    element: html("div", { class: "full telling" }, asks,
      html("div", { class: "both" }, ...both), html("div", { class: "told" }, table.element, on)),
    draw(state) {
      settings = state;
      const { sentences, right, shares } = pairs[at];
      const open = picked >= 0;
      const last = at === pairs.length - 1;
      const machine = shareOf(counts[right], counts[1 - right]);
      const outcome =
        open ? outcomeOf(picked === right, machine, last ? tally : null) : "which is right?";
      write(asks, `Pair ${at + 1} of ${pairs.length}: ${outcome}`);
      both.forEach((button, i) => {
        write(button.firstChild, sentences[i]);
        write(button.lastChild, open ? saidOf(i === right, counts[i], counts[1 - i]) : "\u00a0");
        change(button, { class: open ? (i === right ? "right" : "wrong") : "",
          "aria-pressed": i === picked });
      });
      on.disabled = !open;
      write(on, last ? "Begin again" : "Next pair");
      table.draw([
        [open ? SHARES[Number(picked === right)] : "\u2013", ofAll(tally.you, tally.asked)],
        [open ? SHARES[machine] : "\u2013", ofAll(tally.machine, tally.asked)],
        ...others.map((name) => [open ? `${Math.round(100 * shares[name])} % of such pairs`
          : "\u2013", ofAll((tally.others[name] ?? 0).toFixed(1), tally.asked)]),
      ]);
    },
  };
}

STYLES.push(CSS);
Object.assign(PANELS, { tellingPanel });
