// @ts-check
// The units of an MLP, of which one may be given another bias and weight: the line of each, and
// their sum with its kinks.

import { decodeColumns } from "../kit/arithmetic.js";
import { RUNS, format } from "../kit/runs.js";
import {
  HEIGHT, PANELS, SIZE, describe, figure, paths, picture, point, svg, trace, write,
} from "../kit/panels.js";
import { pointsOf, ring, square } from "../positions/points.js";
/** @import {State} from "../kit/page" */

/** @param {number} x */
/** @typedef {ReturnType<ReturnType<typeof gate>>} GateRun */

/** @param {number} x */
const relu = (x) => Math.max(0, x);

/** @param {import("../kit/figures").Gate} spec */
function gate(spec) {
  const units = pointsOf(decodeColumns(spec.columns), spec.units);
  return (/** @type {State} */ { units: count, unit, bias, weight }) => {
    const kept = units.slice(0, count)
      .map(([w, b, v], i) => (i === unit ? [w * weight, b + bias, v] : [w, b, v]));
    const kinks = kept.map(([w, b]) => -b / w).filter((x) => x > spec.least && x < spec.most);
    const lines = kept.map(([w, b, v]) => (/** @type {number} */ x) => v * relu(w * x + b));
    /** @param {number} x */
    const sum = (x) => lines.reduce((total, f) => total + f(x), spec.base);
    /** @param {number[]} at */
    const misses = ([x, y]) => !(Math.abs(sum(x) - y) <= spec.near);
    const missing = spec.points.filter(misses);
    const met = spec.points.filter((at) => !misses(at));
    const text = `The sum of ${count} ReLUs meets ${met.length} of ${spec.points.length} points.`;
    return {
      xs: [spec.least, ...kinks.sort((a, b) => a - b), spec.most], lines, sum, met, missing,
      whole: { kind: missing.length ? "wrong" : "right", text },
    };
  };
}

/** @param {import("../kit/figures").Gate} spec */
function gatePanel(spec) {
  const image = picture(SIZE, HEIGHT);
  const [zero, each, chosen, sum, hit, missed] =
    paths("thin", "thin", "chosen", "sum", "hollow", "hollow missed");
  const plot = svg("svg", { height: HEIGHT - 20 }, zero, each, chosen, sum, hit, missed);
  plot.style.overflow = "hidden";
  const ends = ["start", "end"].map((end, i) =>
    svg("text", { x: i * SIZE, y: HEIGHT - 4, "text-anchor": end }));
  image.append(plot, ...ends);
  return {
    element: figure("The sum (green), and the unit to bend (orange)", image),
    /** @param {State} state @param {GateRun} run */
    draw(state, { xs, lines, sum: total, met, missing }) {
      const [left, right] = [xs[0], xs[xs.length - 1]];
      /** @param {number[]} at */
      const see = ([x, y]) => [
        (SIZE * (x - left)) / (right - left),
        HEIGHT * (0.8 - (0.7 * (y - spec.bottom)) / (spec.top - spec.bottom)),
      ];
      /** @param {(x: number) => number} f */
      const path = (f) => `M${xs.map((x) => point(see([x, f(x)]))).join("L")}`;
      trace(zero, path(() => 0));
      trace(each, lines.length > 40 ? "" : lines.map(path).join(""));
      trace(chosen, state.unit in lines ? path(lines[state.unit]) : "");
      trace(sum, path(total));
      trace(hit, met.map((at) => ring(see(at))).join(""));
      trace(missed, missing.map((at) => square(see(at))).join(""));
      [left, right].forEach((x, i) => write(ends[i], format(x)));
      describe(image, spec.alt);
    },
  };
}

RUNS.gate = gate;
PANELS.gatePanel = gatePanel;
