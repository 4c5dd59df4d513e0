// @ts-check
// Attention that hardens: one layer, one head, one row of its pattern.

import { PRECISIONS, begin, decodeColumns, hear, weigh } from "../kit/arithmetic.js";
import { RUNS, format, optionNumber, remember } from "../kit/runs.js";
import { PANELS, bars, describe, figure, mapPanel, readOut, sparsely } from "../kit/panels.js";
/** @import {Hardening} from "../kit/figures" */
/** @import {Panel, Row, Seen, SetState, State} from "../kit/page" */

/** @typedef {ReturnType<ReturnType<typeof hardening>>} HardeningRun */

/** @param {Hardening} spec */
function hardening(spec) {
  const columns = decodeColumns(spec.columns);
  const computed = remember((/** @type {number} */ option, /** @type {number} */ N) => {
    const weights = weigh(spec.options[option], columns, { N }, PRECISIONS.float64);
    const run = begin(weights);
    for (let i = 0; i < weights.W_pos.rows; i++) hear(run, 0);
    return run;
  });
  return (/** @type {State} */ state) => {
    const { heads, tokens } = computed(optionNumber(spec.choices, state), state.N);
    const step = Math.max(0, Math.min(state.row, tokens.length - 1));
    const weights = heads[0][0].pattern[step];
    const best = weights.indexOf(Math.max(...weights));
    const whole = describeReading(state, step, best, weights);
    return { heads, tokens, from: 0, step, best, weights, whole };
  };
}

/** @param {State} state @param {number} row @param {number} best @param {Row} weights */
function describeReading(state, row, best, weights) {
  const target = row - state.steps;
  if (target < 0) {
    const text = `Position ${row} has nothing ${state.steps} back: what it reads means nothing.`;
    return { kind: "", text };
  }
  const share = format(Math.floor(weights[target] * 1e4) / 1e4, 4);
  if (best !== target) {
    const text = `Position ${row} should read position ${target}; it gives it only ${share}.`;
    return { kind: "wrong", text };
  }
  const sure = weights[target] >= 0.99;
  const text = `Position ${row} reads position ${target} with weight ${share}` +
    `${sure ? "" : ": less than 0.99"}.`;
  return { kind: sure ? "right" : "soft", text };
}

// The pattern of a head: every row reads to its left.
/**
 * @param {Seen} head @param {HardeningRun} run @param {number} size
 * @param {(string | number)[]} names @param {string} name @param {(row: number) => void} move
 */
function causal(head, run, size, names, name, move) {
  const weights = head.pattern[run.step];
  const best = weights.indexOf(Math.max(...weights));
  const { from } = run;
  return {
    rows: names,
    columns: names,
    tall: size / names.length,
    row: run.step,
    across: weights.length,
    start: [run.step, best],
    /** @param {number} i @param {number} j */
    shade: (i, j) => (j < head.pattern[i].length ? head.pattern[i][j] || 0 : NaN),
    /** @param {number} i @param {number} j */
    say: (i, j) => `${name}${from + i} reads ${from + j}: ` +
      `weight ${format(head.pattern[i][j], 4)}, score ${format(head.scores[i][j])}`,
    move,
  };
}

/** @param {Hardening} spec @param {SetState} set @returns {Panel<HardeningRun>} */
function patternPanel(spec, set) {
  const panel = mapPanel("The pattern: each row reads to its left", 26,
    (state, /** @type {HardeningRun} */ run) => {
      const names = sparsely(run.tokens.map((_, i) => i));
      /** @param {number} row */
      const move = (row) => set({ row });
      const alt = [spec.alt, run.whole.text];
      return { ...causal(run.heads[0][0], run, 260, names, "", move), alt };
    });
  panel.element.className = "";
  return panel;
}

/** @param {Hardening} spec @returns {Panel<HardeningRun>} */
function readingPanel(spec) {
  const { image, draw } = bars(20 * spec.positions + 8);
  return {
    element: figure("What the marked row reads", image),
    draw(state, run) {
      const rows = run.tokens.map((_, j) => ({
        name: String(j),
        value: run.weights[j] ?? 0,
        words: j > run.step ? "masked" : format(Math.round(run.weights[j] * 1e4) / 1e4, 4),
        kind: j > run.step ? "later" : j === run.step - state.steps ? "position aimed" : "position",
      }));
      draw(rows, 0, 1, 0.99);
      describe(image, run.whole.text, "Weights:", readOut(rows));
    },
  };
}

RUNS.hardening = hardening;
Object.assign(PANELS, { patternPanel, readingPanel });
