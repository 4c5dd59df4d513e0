// @ts-check
// How long a text may be in which the latest store is found: three scores on a scale on which every
// number of the precision is a line, and how far each way to write addresses is right.

import { PRECISIONS } from "../../page/kit/arithmetic.js";
import { RUNS, format, remember } from "../../page/kit/runs.js";
import { PANELS, change, describe, figure, html, line, paths, picture, place, pool, svg, trace,
  write } from "../../page/kit/panels.js";
import { STYLES } from "../../page/kit/view.js";
import { ring } from "../../page/positions/points.js";
import { GAINED, lastRight, scoresOf } from "./scores.js";
import CSS from "./panel.css";
/** @import {Reach} from "../../page/kit/figures" */
/** @import {Compute, FigureRun, Panel, SetState, State} from "../../page/kit/page" */
/** @import {Scores} from "./scores.js" */

/** @typedef {keyof typeof PRECISIONS} Precision */
/**
 * `spacing` is how far numbers of the precision are apart at the score of the latest store, `exact`
 * by how much that leads the one before it where nothing is rounded; `rows` has for each way to
 * write addresses the longest text that is right, undefined where nobody has computed it yet.
 * @typedef {FigureRun & {scores: Scores, spacing: number, exact: number,
 *   rows: (number | undefined)[], next: (() => void) | undefined}} ReachRun
 */

// How far numbers of so many binary digits are apart at x.
/** @param {number} x @param {number} digits */
const spacingAt = (x, digits) => 2 ** (Math.floor(Math.log2(Math.abs(x) || 1)) - digits + 1);

/** @param {Scores} scores */
const nearest = ({ before, rival, other, asked }) => (before >= rival
  ? "the store before it" : `the store of ${other} where ${asked} is asked for`);

/** @param {Scores} scores @param {number} needed @param {string} text */
function verdictOf(scores, needed, text) {
  const { lead } = scores;
  if (Number.isNaN(lead)) return { kind: "nan", text: `${text} scores are not numbers.` };
  if (lead >= needed) {
    return { kind: "right", text: `${text} the latest store leads by ${format(lead)} at least.` };
  }
  if (lead === 0) {
    return { kind: "tie", text: `${text} the latest store and ${nearest(scores)
    } have the same score.` };
  }
  const kind = lead > 0 ? "soft" : "wrong";
  return { kind, text: lead > 0
    ? `${text} the latest store leads ${nearest(scores)} by only ${format(lead)}.`
    : `${text} ${nearest(scores)} leads the latest by ${format(-lead)}.` };
}

/** @param {Reach} spec @returns {Compute<ReachRun>} */
function reach(spec) {
  const scored = remember((/** @type {State} */ { keys, later, cells, n, precision }) =>
    scoresOf(keys, later, cells, n, PRECISIONS[/** @type {Precision} */ (precision)], spec.sure));
  /** @type {Map<string, number>} */
  const known = new Map();
  return (state) => {
    const { keys, later, cells, n, precision } = state;
    const to = PRECISIONS[/** @type {Precision} */ (precision)];
    const keyOf = (/** @type {string} */ name) => JSON.stringify([name, later, cells, precision]);
    const find = (/** @type {string} */ name) =>
      known.set(keyOf(name), lastRight(name, later, cells, to, spec));
    if (!known.has(keyOf(keys))) find(keys);
    const rows = spec.addresses.map((name) => known.get(keyOf(name)));
    const missing = spec.addresses.find((_, i) => rows[i] === undefined);
    const scores = scored(state);
    const spacing = spacingAt(scores.meant, spec.digits[precision]);
    const last = known.get(keyOf(keys));
    const far = last === spec.lengths.at(-1) ? `${format(last)} tokens, the longest that was tried`
      : last ? `${format(last)} tokens` : "no length that was tried";
    return {
      scores, spacing, rows, exact: spec.sure * GAINED[later](n),
      next: missing && (() => find(missing)),
      whole: verdictOf(scores, spec.lead, `In ${format(n)} tokens`),
      now: { text: `The score is about ${format(scores.meant)}; numbers of ${precision} are ${
        format(spacing)} apart there. Right up to ${far}.` },
    };
  };
}

// Three scores, each on a line of its own.

const PLOT = { wide: 288, high: 166, left: 8, right: 280, top: 34, apart: 54 };
const FINEST = 3; // px between lines that are still drawn one by one
const MOST = 100; // lines to each side

// The scale: how far its left end is below the latest store, and how far its right end is above.
/** @param {number} spacing @param {number} exact */
function scaleOf(spacing, exact) {
  const unit = Math.max(exact, spacing);
  const [low, high] = [-2.5 * unit, unit];
  /** @param {number} x */
  const across = (x) => PLOT.left + ((PLOT.right - PLOT.left) * (x - low)) / (high - low);
  return { across, low, high };
}

// The numbers of the precision between both ends, as places from the score of the latest store: by
// so much as they are apart, which is half as much below a power of two.
/** @param {number} meant @param {number} digits @param {{low: number, high: number}} scale */
function gridOf(meant, digits, { low, high }) {
  const out = [0];
  if (!Number.isFinite(meant)) return out;
  for (const sign of [1, -1]) {
    for (let x = meant, k = 0; k < MOST; k++) {
      const away = sign * Math.sign(meant || 1) > 0;
      const spacing = spacingAt(x, digits);
      x += sign * (!away && Number.isInteger(Math.log2(Math.abs(x))) ? spacing / 2 : spacing);
      if (x - meant < low || x - meant > high) break;
      out.push(x - meant);
    }
  }
  return out;
}

/** @param {Reach} spec @returns {Panel<ReachRun>} */
function scoresPanel({ digits }) {
  const image = picture(PLOT.wide, PLOT.high);
  const [band, grid, moves, exact, right, other, arrow] = paths("ground", "thin", "moved dashed",
    "hollow", "dots result", "dots token", "chosen");
  image.append(band, grid, moves, exact, right, other, arrow);
  image.classList.add("reach-scores");
  const words = pool(image, () => svg("text", {}));
  const note = html("p", { class: "note" });
  return {
    element: figure("Scores of three stores; each line is a number that there is", image, note),
    draw({ precision }, { scores, spacing, exact: lead, whole }) {
      const { meant, before, rival, asked, other: best } = scores;
      const scale = scaleOf(spacing, lead);
      const { across, low } = scale;
      const rows = [
        { name: `latest of ${asked}, at n \u2212 2`, is: 0, was: 0 },
        { name: "the one before, at n \u2212 4", is: before - meant, was: -lead },
        { name: `best other: ${best}, at n \u2212 1`, is: rival - meant, was: 0 },
      ].map((row, i) => ({ ...row, y: PLOT.top + i * PLOT.apart }));
      const fine = across(spacing) - across(0) < FINEST;
      const lines = fine ? [] : gridOf(meant, digits[precision], scale);
      trace(band, fine ? rows.map(({ y }) =>
        `M${PLOT.left} ${y - 8}H${PLOT.right}v16H${PLOT.left}z`).join("") : "");
      trace(grid, rows.flatMap(({ y }) => lines.map((x) =>
        line([across(x), y - 8], [across(x), y + 8]))).join(""));
      const [, second] = rows;
      const drawn = rows.filter(({ is }) => is >= low);
      trace(moves, drawn.includes(second)
        ? line([across(second.was), second.y], [across(second.is), second.y]) : "");
      trace(exact, ring([across(second.was), second.y]));
      const dots = (/** @type {typeof rows} */ some) => some.map(({ is, y }) =>
        `M${across(Math.min(is, scale.high)).toFixed(1)} ${y}h0`).join("");
      trace(right, dots(rows.slice(0, 1)));
      trace(other, dots(drawn.slice(1)));
      trace(arrow, rows.filter((row) => !drawn.includes(row)).map(({ y }) =>
        `M${PLOT.left + 9} ${y - 5}l-6 5l6 5`).join(""));
      const said = rows.map(({ name, is }, i) => (i ? `${name}: ${format(is)}` : name));
      words(said, (text, sentence, i) => {
        write(text, sentence);
        place(text, [PLOT.left, rows[i].y - 15]);
      });
      write(note, `Hollow: where it would be, ${format(lead)} lower, if nothing were rounded.`);
      describe(image, whole.text, said.slice(1).join("; "));
    },
  };
}

// How far each way to write addresses is right.

/** @param {Reach} spec @param {string} name @param {SetState} set */
function rowOf({ linear }, name, set) {
  const button = html("button", { type: "button" }, name);
  button.addEventListener("click", () => set({ keys: name }));
  const bar = svg("rect", { height: 10, y: 3 });
  const mark = svg("path", { class: "mark" });
  const now = svg("svg", { overflow: "visible" }, mark);
  const image = svg("svg", { height: 16, width: "100%", "aria-hidden": "true" }, bar, now);
  trace(mark, "M0 0V16");
  const value = html("span");
  const row = html("li", { class: linear.includes(name) ? "linear" : "" }, button, image, value);
  return { row, button, bar, now, value };
}

/** @param {Reach} spec @param {SetState} set @returns {Panel<ReachRun>} */
function reachPanel(spec, set) {
  const rows = spec.addresses.map((name) => rowOf(spec, name, set));
  const list = html("ol", { class: "reach" }, ...rows.map(({ row }) => row));
  const note = html("p", { class: "note" },
    "Solid: a number that was computed can ask for these. The mark: this text.");
  const [least, most] = [Math.log2(spec.lengths[0]) - 1, Math.log2(spec.lengths.at(-1))];
  /** @param {number} n */
  const share = (n) => `${((100 * (Math.log2(n) - least)) / (most - least)).toFixed(1)}%`;
  let waiting = 0;
  const element = figure("Right up to so many tokens", list, note);
  return {
    element,
    draw({ keys, n }, run) {
      rows.forEach(({ row, button, bar, now, value }, i) => {
        const last = run.rows[i];
        change(button, { "aria-pressed": spec.addresses[i] === keys });
        row.classList.toggle("short", last < n);
        change(bar, { width: last ? share(last) : "0%" });
        change(now, { x: share(n) });
        write(value, last === undefined ? "\u2026" : last ? last.toLocaleString("en-US") : "none");
      });
      clearTimeout(waiting);
      if (run.next) {
        waiting = setTimeout(() => {
          run.next();
          set({});
        }, 0);
      }
    },
  };
}

RUNS.reach = reach;
STYLES.push(CSS);
Object.assign(PANELS, { scoresPanel, reachPanel });
