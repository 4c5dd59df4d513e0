// @ts-check
// What is computed again without a cache: the rows and the pairs of a layer as cells that light up,
// and the multiplications, by the formula of taotp.costs.

import { RUNS, format, several } from "../../page/kit/runs.js";
import { PANELS, change, describe, figure, html, paths, picture, svg, trace,
  write } from "../../page/kit/panels.js";
import { STYLES } from "../../page/kit/view.js";
import CSS from "./panel.css";
/** @import {CacheCost} from "../../page/kit/figures" */
/** @import {Compute, FigureRun, Panel, Point, SetState, State} from "../../page/kit/page" */

const PARTS = ["projections", "attention", "mlp", "unembedding"];
/** @type {Record<string, string>} */
const NAMES = { projections: "queries, keys, values, and back", attention: "scores and averages",
  mlp: "MLP", unembedding: "unembedding" };

/** @param {number[]} values */
const sum = (values) => values.reduce((a, b) => a + b, 0);

const [ROWS, PIECE] = [16, 32_768]; // as taotp_core.transformer takes queries in pieces

// Where the piece of rows ends that query i is in; the pairs of a row are those up to there.
/** @param {number} i @param {number} n @param {number} heads */
export function endOfPiece(i, n, heads) {
  const step = n <= ROWS ? n : Math.max(ROWS, Math.floor(PIECE / (n * heads)));
  return Math.min(n, (Math.floor(i / step) + 1) * step);
}

// What a pass over n tokens multiplies, by part, of which the first `cached` are in a cache.
// Without one, what follows the last token alone is asked for, so that the last layer has one
// query.
/** @param {Record<string, number>} sizes @param {number} n @param {number} cached */
export function multiplied({ layers, heads, d_head, d_model, d_mlp, d_vocab }, n, cached) {
  const [rows, width] = [n - cached, heads * d_head];
  const all = layers * rows; // rows that make keys and values
  const asking = (layers - 1) * rows + 1; // and rows that ask
  const pairs = sum(Array.from({ length: rows }, (_, i) => (cached ? n : endOfPiece(i, n, heads))));
  return {
    projections: all * 3 * d_model * width + asking * width * d_model,
    attention: 2 * width * ((layers - 1) * pairs + n),
    mlp: 2 * d_model * d_mlp * asking,
    unembedding: d_model * d_vocab,
  };
}

/** @param {Record<string, number>} parts */
const totalOf = (parts) => sum(PARTS.map((part) => parts[part]));

/** @param {CacheCost} spec @returns {Compute<CacheRun>} */
function cacheCost(spec) {
  return (state) => {
    const n = Math.max(state.n, 1);
    const typed = Math.min(state.typed, n);
    const sizes = /** @type {Record<string, number>} */ (state);
    const without = multiplied(sizes, n, 0);
    const kept = n > typed ? multiplied(state, n, n - 1) : without;
    /** @type {Record<"without" | "kept", number[]>} */
    const curves = { without: [], kept: [] };
    for (let t = typed; t <= spec.most; t++) {
      curves.without.push(totalOf(multiplied(state, t, 0)));
      curves.kept.push(totalOf(multiplied(state, t, t > typed ? t - 1 : 0)));
    }
    const so = n - typed + 1;
    const totals = { without: sum(curves.without.slice(0, so)),
      kept: sum(curves.kept.slice(0, so)) };
    const run = { n, typed, heads: state.heads, without, kept, curves, totals,
      last: state.layers === 1 || state.layer === "last" };
    return { ...run, ...told(state, run) };
  };
}

/** @param {number} more @param {number} less */
const times = (more, less) => `${format(more / less, 2)} times`;

/** @param {State} state @param {Omit<CacheRun, "whole">} run */
function told({ layers, heads, d_head }, { n, typed, without, kept, totals }) {
  const stored = 2 * layers * heads * d_head * n;
  const keeps = `The cache keeps ${format(stored)} numbers.`;
  if (n === typed) {
    return {
      whole: { kind: "",
        text: `${several(n, "token")} typed: ${format(totalOf(without))} multiplications, with ` +
          `a cache and without.` },
      now: { text: `Nothing was there before. ${keeps}` },
    };
  }
  return {
    whole: { kind: "",
      text: `Token ${n} takes ${format(totalOf(kept))} multiplications; read from the beginning, ${
      times(totalOf(without), totalOf(kept))} as many.` },
    now: { text: `So far ${format(totals.kept)}, and without a ` +
      `cache ${times(totals.without, totals.kept)} as many. ${keeps}` },
  };
}

/**
 * @typedef {FigureRun & {n: number, typed: number, heads: number, without: Record<string, number>,
 *   kept: Record<string, number>, curves: Record<"without" | "kept", number[]>,
 *   totals: Record<"without" | "kept", number>, last: boolean}} CacheRun
 */

const SIZE = 400;
const [LEFT, TOP, RIM] = [36, 26, 1];
const KINDS = ["fresh", "again", "wasted", "kept"];

// The cells of a picture by kind: "fresh" is computed for the first time, "again" once more,
// "wasted" multiplied and masked, "kept" not touched; what is to come is a frame. A
// column for the rows of the stream, then a square of queries and keys.
/** @param {CacheRun} run @param {boolean} cached */
function cellsOf({ n, typed, last, heads }, cached) {
  const first = n === typed; // all is new
  const rows = Array.from({ length: n }, (_, i) =>
    (first || i === n - 1 ? "fresh" : cached ? "kept" : "again"));
  /** @type {[number, number, string][]} */
  const pairs = [];
  for (let i = 0; i < n; i++) {
    const asks = i === n - 1 || (!last && (first || !cached));
    if (last && i < n - 1 && (!cached || i < typed - 1)) continue; // nobody asks what follows it
    const end = cached && !first ? n : endOfPiece(i, n, heads);
    for (let j = 0; j < end; j++) {
      const hidden = j > i;
      if (hidden && asks) pairs.push([i, j, "wasted"]);
      else if (!hidden) pairs.push([i, j, !asks ? "kept" : rows[i]]);
    }
  }
  return { rows, pairs };
}

/**
 * @param {CacheCost} spec @param {string} caption @param {boolean} cached
 * @returns {Panel<CacheRun>}
 */
function cellsPanel(spec, caption, cached) {
  const image = picture(SIZE, SIZE);
  const drawn =
    Object.fromEntries(KINDS.map((kind) => [kind, svg("path", { class: `cells ${kind}` })]));
  const unit = (SIZE - LEFT - RIM) / (spec.most + 1.5);
  const high = TOP + spec.most * unit + RIM;
  change(image, { height: high, viewBox: `0 0 ${SIZE} ${high.toFixed(1)}` });
  const edge = LEFT + 1.5 * unit;
  const [rim, coming] = paths("thin", "thin dashed");
  trace(coming, [LEFT, edge].map((x, i) =>
    `M${x.toFixed(1)} ${TOP}h${((i ? spec.most : 1) * unit).toFixed(1)}` +
    `v${(spec.most * unit).toFixed(1)}h${((i ? -spec.most : -1) * unit).toFixed(1)}z`).join(""));
  const later = svg("text", { "text-anchor": "end", x: SIZE - 8, y: high - 10 });
  image.append(coming, ...KINDS.map((kind) => drawn[kind]), rim, later,
    svg("text", { x: LEFT + unit / 2, y: 16, "text-anchor": "middle" }, "rows"),
      svg("text", { x: edge + unit, y: 16 }, "keys \u2192"),
    svg("text", { x: 14, y: TOP + 16, transform: `rotate(90 14 ${TOP + 16})`, dy: 4 },
      "queries \u2192"));
  /** @param {Point} at @param {string} kind */
  const put = ([x, y], kind) => {
    const insets =
      /** @type {Record<string, number>} */ ({ fresh: 0.04, again: 0.14, wasted: 0.34, kept: 0.2 });
    const inset = insets[kind] * unit;
    const side = (unit - 2 * inset).toFixed(2);
    return `M${(x + inset).toFixed(2)} ${(y + inset).toFixed(2)}h${side}v${side}h-${side}z`;
  };
  const note = html("p", { class: "note" });
  return {
    element: figure(caption, image, note),
    draw(_, run) {
      const { rows, pairs } = cellsOf(run, cached);
      const lines = Object.fromEntries(KINDS.map((kind) => [kind, ""]));
      rows.forEach((kind, i) => (lines[kind] += put([LEFT, TOP + i * unit], kind)));
      for (const [i, j, kind] of pairs)
        lines[kind] += put([edge + j * unit, TOP + i * unit], kind);
      for (const kind of KINDS) trace(drawn[kind], lines[kind]);
      const long = (run.n * unit).toFixed(1);
      trace(rim, `M${edge.toFixed(1)} ${TOP}h${long}v${long}h-${long}z`);
      const room = run.n < spec.most - 1;
      write(later, room ? `tokens ${run.n + 1} to ${spec.most}, to come` : "");
      /** @param {string} kind */
      const count = (kind) => pairs.filter((pair) => pair[2] === kind).length;
      const made = rows.filter((kind) => kind !== "kept").length;
      const words =
        `Now: ${several(made, "row")} and ` +
        `${several(count("fresh") + count("again") + count("wasted"), "pair")}, ` +
        `of which ${
        format(count("again"))} again and ${format(count("wasted"))} for the mask.${
        run.last ? " The last layer is asked for what follows the last token alone." : ""}`;
      write(note, words);
      describe(image, `${caption}.`, words);
    },
  };
}

/** @param {CacheCost} spec */
const againPanel = (spec) => cellsPanel(spec, "Without a cache", false);
/** @param {CacheCost} spec */
const keptPanel = (spec) => cellsPanel(spec, "With a cache", true);

// How many multiplications this token takes, by part.
/** @returns {Panel<CacheRun>} */
function partsPanel() {
  const cell = () => html("td");
  const rows = [...PARTS, "together", "so far"].map((name) =>
    html("tr", {}, html("th", { scope: "row" }, NAMES[name] ?? name), cell(), cell(), cell()));
  const head = ["this token", "without", "with", "times"]
    .map((name) => html("th", { scope: "col" }, name));
  const table = html("table", { class: "costs" }, html("thead", {}, html("tr", {}, ...head)),
    html("tbody", {}, ...rows));
  const element = figure("Multiplications", table);
  return {
    element,
    draw(_, { without, kept, totals }) {
      const all = [...PARTS.map((part) => [without[part], kept[part]]),
        [totalOf(without), totalOf(kept)], [totals.without, totals.kept]];
      all.forEach(([one, other], i) => {
        const [, ...cells] = rows[i].children;
        write(cells[0], format(one));
        write(cells[1], format(other));
        write(cells[2], other ? format(one / other, 2) : "");
      });
    },
  };
}

const [WIDE, HIGH, ZERO] = [400, 230, 206];

// What each token takes, from the last that was typed to the longest text.
/** @param {CacheCost} spec @returns {Panel<CacheRun>} */
function growthPanel(spec) {
  const image = picture(WIDE, HIGH);
  const [axis, now, kept, without] = paths("thin", "thin dashed", "growth with", "growth");
  const [least, most, name] = [{ x: 4, y: HIGH - 6 },
    { x: WIDE - 4, y: HIGH - 6, "text-anchor": "end" }, { x: 4, y: 12 }]
    .map((place) => svg("text", place));
  image.append(axis, now, kept, without, least, most, name);
  return {
    element: figure("Multiplications of each token: full without a cache, dashed with one", image),
    draw(_, { n, typed, curves }) {
      const highest = Math.max(...curves.without);
      /** @param {number} t */
      const across = (t) => 4 + ((WIDE - 8) * (t - typed)) / Math.max(1, spec.most - typed);
      /** @param {number[]} values */
      const path = (values) => values.map((value, i) =>
        `${i ? "L" : "M"}${across(typed + i).toFixed(1)} ` +
        `${(ZERO - ((ZERO - 20) * value) / highest).toFixed(1)}`).join("");
      trace(axis, `M4 ${ZERO}H${WIDE - 4}`);
      trace(now, `M${across(n).toFixed(1)} 16V${ZERO}`);
      trace(without, path(curves.without));
      trace(kept, path(curves.kept));
      write(least, `token ${typed}`);
      write(most, `token ${spec.most}`);
      write(name, format(highest));
      describe(image,
        `Without a cache from ${format(curves.without[0])} to ${format(highest)}; with one to ${
        format(curves.kept[curves.kept.length - 1])}.`);
    },
  };
}

// Sizes of machines that a press sets, and steps from token to token.
/** @param {CacheCost} spec @param {SetState} set @returns {Panel<CacheRun>} */
function machinesPanel(spec, set) {
  const names = Object.keys(spec.machines);
  /** @param {string} words */
  const button = (words) => html("button", { type: "button" }, words);
  const buttons = names.map(button);
  const [on, back, begun] = ["One token more", "One back", "Only what was typed"].map(button);
  let at = { n: 1, typed: 1 };
  /** @param {number} n */
  const go = (n) => set({ n: Math.max(at.typed, Math.min(spec.most, n)) });
  buttons.forEach((each, i) => each.addEventListener("click",
    () => set({ ...spec.machines[names[i]] })));
  on.addEventListener("click", () => go(at.n + 1));
  back.addEventListener("click", () => go(at.n - 1));
  begun.addEventListener("click", () => go(at.typed));
  /** @param {string} label @param {string} kind @param {...Node} all */
  const row = (label, kind, ...all) =>
    html("div", { class: `machines ${kind}`, role: "group", "aria-label": label },
      html("b", {}, label), ...all);
  return {
    element: html("div", { class: "full" }, row("Go on:", "stays", on, back, begun),
      row("Sizes of:", "", ...buttons),
      html("p", { class: "note" },
        "Green: computed for the first time. Orange: computed before, and now again. Dots: " +
          "multiplied, and then masked. Frames: computed once, and not now.")),
    draw(state, { n, typed }) {
      at = { n, typed };
      on.disabled = n === spec.most;
      back.disabled = begun.disabled = n === typed;
      buttons.forEach((each, i) => {
        const sizes = Object.entries(spec.machines[names[i]]);
        change(each, { "aria-pressed": sizes.every(([name, size]) => state[name] === size) });
      });
    },
  };
}

RUNS.cacheCost = cacheCost;
STYLES.push(CSS);
Object.assign(PANELS, { machinesPanel, againPanel, keptPanel, partsPanel, growthPanel });
