// @ts-check
// A cloud of points before and after layer norm, in the plane or in space.

import { PRECISIONS, decodeColumns, normalize } from "../kit/arithmetic.js";
import { RUNS, format } from "../kit/runs.js";
import {
  PANELS, change, describe, figure, html, paths, picture, place, pool, svg, trace, write,
} from "../kit/panels.js";
import { axes, camera, circlePath } from "./camera.js";
import { dot, pointsOf, ring, square } from "./points.js";
/** @import {Cloud} from "../kit/figures" */
/** @import {Panel, Point, See, State} from "../kit/page" */

/** @typedef {ReturnType<ReturnType<typeof cloud>>} CloudRun */
/** @typedef {ReturnType<typeof scatter>} Scatter */

const LAYER_NORM = { eps: 1e-10, centered: true };
/** @param {Point[]} points */
const normalized = (points) => points.map((x) => normalize(x, LAYER_NORM, PRECISIONS.float64));

/** @param {Point} at @param {number} degrees */
function rotate([a, b, ...rest], degrees) {
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return [cos * a - sin * b, sin * a + cos * b, ...rest];
}

/** @param {Point[]} points */
function places(points) {
  return new Set(points.map((x) => x.map((value) => Math.round(value * 1000) + 0).join())).size;
}

/** @param {import("../kit/figures").Cloud} spec */
function cloud(spec) {
  const fixed = pointsOf(decodeColumns(spec.columns), spec.points);
  return (/** @type {State} */ state) => {
    const before = fixed.map((x) => rotate(x, state.spin).map((value) => value + state.shift));
    const after = normalized(before.map((x) => x.map((value) => value * state.stretch)));
    const far = after.map((x) => Math.hypot(...x));
    const count = places(after);
    const text = `${after.length} points land on ${count} ${count === 1 ? "place" : "places"}, ` +
      `from ${format(Math.min(...far))} to ${format(Math.max(...far))} from the origin.`;
    return { before, after, whole: { kind: "", text } };
  };
}

const PLOT = 260;
const MIDDLE = [PLOT / 2, PLOT / 2];

/** @param {string[]} dots @param {number} reach @param {string} kind */
function scatter(dots, reach, kind) {
  const image = picture(PLOT, PLOT);
  const scale = PLOT / 2 / reach;
  const axis = svg("g");
  const [extra, filled, hollow] = paths("thin dashed", `dots ${kind}`, `hollow ${kind}`);
  image.append(axis, extra, filled, hollow);
  /** @type {Record<string, (at: Point) => string>} */
  const shapes = { dot, ring, square };
  return {
    image, axis, extra, scale,
    /** @param {Point[]} points @param {See} see */
    draw(points, see) {
      const marks = points.map((x, i) => shapes[dots[i]](see(x)));
      trace(filled, marks.filter((_, i) => dots[i] === "dot").join(""));
      trace(hollow, marks.filter((_, i) => dots[i] !== "dot").join(""));
    },
  };
}

/** @param {number} scale @returns {See} */
const flat = (scale) => ([x, y]) => [MIDDLE[0] + scale * x, MIDDLE[1] - scale * y];

/** @param {Cloud} spec @returns {Panel<CloudRun>} */
function cloudPanel(spec) {
  // Squares for points on the line (1, ..., 1), rings on one side of it.
  const before = scatter(spec.shapes, 4.6, "before");
  const after = scatter(spec.shapes, 2.3, "result");
  const inSpace = spec.points.at.length === 3;
  const parts = inSpace ? spaceAxes(before, after) : planeAxes(before, after);
  const unit = svg("text", { x: 4, y: PLOT - 6 });
  before.image.append(unit);
  return {
    element: html("div", { class: "pair" },
      figure("Before layer norm", before.image), figure("After layer norm", after.image)),
    draw(state, run) {
      const [seeBefore, seeAfter] = parts(state, run);
      write(unit, `axes: ${format((inSpace ? 3.6 : 4.6) * state.stretch, 2)} long`);
      before.draw(run.before, seeBefore);
      after.draw(run.after, seeAfter);
      describe(before.image, `${run.before.length} points, stretched by ${format(state.stretch)}.`);
      describe(after.image, spec.alt, run.whole.text);
    },
  };
}

/**
 * @param {Scatter} before @param {Scatter} after @returns {(state: State, run: CloudRun) => See[]}
 */
function planeAxes(before, after) {
  for (const { axis } of [before, after]) {
    const [cross] = paths("thin");
    axis.append(cross);
    trace(cross, `M0 ${PLOT / 2}H${PLOT}M${PLOT / 2} 0V${PLOT}`);
  }
  change(before.extra, { d: `M0 ${PLOT}L${PLOT} 0` });
  const counts = pool(after.image, () => svg("text", { "text-anchor": "middle" }));
  return (state, run) => {
    const seeAfter = flat(after.scale);
    counts(crowds(run.after), (text, { at: [x, y], count }) => {
      const [a, b] = seeAfter([x, y]);
      write(text, `${count} ${count === 1 ? "point" : "points"}`);
      place(text, [a, b + (y < -0.3 ? 22 : -12)]);
    });
    return [flat(before.scale), seeAfter];
  };
}

// Places where at least three points fall together, with their number.
/** @param {Point[]} points */
function crowds(points) {
  /** @type {Record<string, number>} */
  const counts = {};
  for (const x of points) {
    const key = x.map((value) => Math.round(value * 100) / 100 + 0).join(" ");
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return Object.entries(counts).filter(([, count]) => count > 2)
    .map(([key, count]) => ({ at: key.split(" ").map(Number), count }));
}

/**
 * @param {Scatter} before @param {Scatter} after @returns {(state: State, run: CloudRun) => See[]}
 */
function spaceAxes(before, after) {
  const drawBefore = axes(before.axis, 3.6);
  const drawAfter = axes(after.axis, 1.15);
  return (state) => {
    const seeBefore = camera(state.tilt, MIDDLE, before.scale);
    const seeAfter = camera(state.tilt, MIDDLE, after.scale);
    drawBefore(seeBefore);
    drawAfter(seeAfter);
    change(after.extra, { d: circlePath(seeAfter) });
    return [seeBefore, seeAfter];
  };
}

RUNS.cloud = cloud;
PANELS.cloudPanel = cloudPanel;
