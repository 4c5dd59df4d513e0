// @ts-check
// What a picture of the machine is about: a step, its stack of layers, the row that is watched, and
// the rows that are shown.

import { Graph } from "./graph.js";
import { stepsOf } from "./steps.js";
import { bestOf, tokenOf } from "./words.js";
/** @import {Run, State} from "../kit/page" */
/** @import {HeadTables, Kept} from "./machine" */
/** @typedef {ReturnType<typeof viewOf>} View */

export const TOP = 48; // above the rows: titles, names of parts, and what is asked
export const FOOT = 18; // below: what would be said here
const [PITCH, LEAST_PITCH, TALL] = [34, 20, 232];
const MOST_ROWS = 13;
const [GAP_TALL, OPENED] = [18, 24]; // px for rows that are left out; how many a press brings

// The graphs of a run: of its encoder, where it has one, and of itself. Made once for each run.
export const graphsOf = (() => {
  /** @type {WeakMap<object, Graph[]>} */
  const made = new WeakMap();
  return (/** @type {Run} */ run) => {
    if (!made.has(run.stream)) {
      const { program, encoder } = run;
      const source = encoder && new Graph(
        // not tied
        { ...encoder, program: { ...program, model: /** @type {any} */ ({}) } }, "source ");
      made.set(run.stream, [...(source ? [source] : []), new Graph(run, "", source?.end)]);
    }
    return made.get(run.stream);
  };
})();

// The rows that are shown: all, or the one watched with those that it reads most, the first and
// last.
/**
 * @param {number} count @param {number} watched @param {HeadTables[]} heads
 * @param {number[]} [opened] the first of gaps that were opened
 */
export function rowsShown(count, watched, heads, opened = [], most = MOST_ROWS) {
  const all = Array.from({ length: count }, (_, i) => i);
  if (count <= most) return all;
  const kept = new Set([watched, 0]);
  for (const head of heads) {
    const weights = head.looks.row(watched);
    if (head.sources === count) kept.add(Math.max(0, bestOf(weights)));
    if (kept.size > most / 2) break;
  }
  for (let away = 1; kept.size < most; away++) {
    for (const i of [watched - away, watched + away]) {
      if (i >= 0 && i < count && kept.size < most) kept.add(i);
    }
  }
  for (const from of opened) for (let i = from; i < from + OPENED; i++) kept.add(i);
  return all.filter((i) => kept.has(i));
}

// How high rows are, and where.
/** @param {number[]} shown @param {number} count */
function rowsAt(shown, count) {
  const pitch = Math.max(LEAST_PITCH, Math.min(PITCH, TALL / shown.length));
  /** @type {{from: number, count: number, y: number}[]} */
  const gaps = [];
  let y = TOP;
  const rows = [...shown, count].map((i, k) => {
    const from = k ? shown[k - 1] + 1 : 0;
    if (i > from) {
      gaps.push({ from, count: i - from, y: y + GAP_TALL / 2 });
      y += GAP_TALL;
    }
    y += pitch;
    return { i, y: y - pitch / 2 };
  }).slice(0, -1);
  return { pitch, tall: Math.min(26, pitch - 6), height: y - pitch + FOOT, rows, gaps };
}

// What a draw is about: the step, its stack of layers, the row that is watched, the rows that are
// shown.
/** @param {Run} run @param {State} state @param {Kept} kept */
export function viewOf(run, state, kept) {
  const graphs = graphsOf(run);
  const steps = stepsOf(run.weights);
  const wanted = steps.findIndex(({ id }) => id === state.step);
  const index = wanted < 0 ? steps.length - 1 : wanted;
  const step = steps[index];
  const graph = graphs.find(({ prefix }) => prefix.trim() === step.source) ??
    graphs[graphs.length - 1];
  // of the encoder, the row of the same number
  const asked = Math.max(0, state[kept.cursor ?? "row"] ?? 0);
  const row = step.source ? Math.min(asked, graph.count - 1) : run.step;
  const layer = graph.layers[/** @type {number} */ (step.layer)];
  const isCross = step.more === "cross" && step.kind !== "norm";
  const heads = (isCross ? layer?.cross : layer?.heads) ??
    graph.layers.flatMap((each) => each.heads ?? []);
  const placed = rowsAt(rowsShown(graph.count, row, heads, kept.opened, kept.most),
    graph.count);
  const source = graphs[0];
  const memory = rowsAt(rowsShown(source.count, source.count - 1, []), source.count);
  /** @param {string} name */
  const across = (name) => name.includes(".cross."); // of a head, or of a table of one
  const longest = Math.max(...placed.rows.map(({ i }) => tokenOf(graph, i).length));
  return {
    run: /** @type {Run} */ (graph.prefix ? { ...graph.run, program: run.program, from: 0 } : run),
    graphs, graph, steps, index, step, row, ...placed,
    height: Math.max(placed.height, isCross ? memory.height : 0),
    left: Math.min(kept.narrow ? 112 : 168, 80 + 11 * Math.max(0, longest - 3)),
    isCross, narrow: kept.narrow, firstHead: kept.firstHead ?? 0, allRows: kept.allRows,
    sourceRows: (/** @type {{label: string}} */ { label }) =>
      (across(label) ? memory : placed).rows,
    memoryRows: memory.rows,
    readToken: (/** @type {number} */ i) => tokenOf(source, i),
    rowsAre: graphs.length < 2 ? "" : step.source ? "reads" : "hears",
    sourceToken: (/** @type {string} */ name, /** @type {number} */ i) =>
      tokenOf(across(name) ? source : graph, i),
  };
}
