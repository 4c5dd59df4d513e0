// @ts-check
// The circle of radius sqrt(3) across (1, 1, 1), which layer norm leaves alone: its points, what a
// position and a token make there, and what a head reads within it.

import { PRECISIONS, decodeColumns, landing, normalize, rowOf } from "../kit/arithmetic.js";
import { RUNS, format, nameOf, optionNumber } from "../kit/runs.js";
import {
  HEIGHT, PANELS, SIZE, change, describe, figure, html, line, paths, picture, place, point, pool,
  svg, trace, write,
} from "../kit/panels.js";
import { axes, camera, circlePath } from "./camera.js";
import { dot, pointsOf } from "./points.js";
import { NORTH, EAST, RADIUS, dotProduct } from "./space.js";
/** @import {CirclePoints, Matrix, Speaker} from "../kit/figures" */
/** @import {Arrows, Named, Panel, Point, Run, See, State} from "../kit/page" */

const LAYER_NORM = { eps: 1e-10, centered: true };

/** @param {Point} a @param {Point} b */
function distance(a, b) {
  return Math.hypot(...a.map((value, i) => value - b[i]));
}

/** @param {import("../kit/figures").CirclePoints} spec */
function circle(spec) {
  const columns = decodeColumns(spec.columns);
  return (/** @type {State} */ state) => {
    const points = pointsOf(columns, spec.options[optionNumber(spec.choices, state)]);
    const after = points.map((x) => normalize(x, LAYER_NORM, PRECISIONS.float64));
    const moved = points.map((x, i) => distance(x, after[i]));
    const [one, two] = points;
    const neighbors = two ? `; neighbors are ${format(distance(one, two))} apart` : "";
    const text = `Layer norm moves none of the ${points.length} points by more than ` +
      `${format(Math.max(...moved), 2)}${neighbors}.`;
    return { points, whole: { kind: "", text } };
  };
}

// Moves the angles of labels apart until no two are nearer than `gap`.
/** @param {number[]} angles @param {number} gap */
function spread(angles, gap) {
  const order = angles.map((angle, i) => [angle, i]).sort((a, b) => a[0] - b[0]);
  const moved = order.map(([angle]) => angle);
  const n = moved.length;
  for (let sweep = 0; n > 1 && sweep < 60; sweep++) {
    for (let i = 0; i < n; i++) {
      const next = (i + 1) % n;
      const apart = moved[next] - moved[i] + (next ? 0 : 2 * Math.PI);
      const push = Math.max(0, (gap - apart) / 2);
      moved[i] -= push;
      moved[next] += push;
    }
  }
  /** @type {number[]} */
  const out = [];
  order.forEach(([, i], place) => (out[i] = moved[place]));
  return out;
}

/** @param {Point} from @param {Point} to @param {number} [head] */
function arrow(from, to, head = 9) {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(dx, dy);
  if (!(length > 0.5)) return "";
  const size = Math.min(head, length) / length;
  /** @param {1 | -1} side */
  const barb = (side) => [
    to[0] - size * (dx + side * 0.5 * dy),
    to[1] - size * (dy - side * 0.5 * dx),
  ];
  return `${line(from, to)}M${point(barb(1))}L${point(to)}L${point(barb(-1))}`;
}

const CENTER = [SIZE / 2, HEIGHT / 2];
const SCALE = 52;
const LABEL_GAP = 15; // px between labels, and from the circle to a label

// The circle with its points; those that have a name get a label outside it.
/** @param {Element} parent */
function circleOf(parent) {
  const drawAxes = axes(parent, 1.25);
  const [path, small, large, leaders] = paths("ring", "dots small", "dots", "thin");
  parent.append(path, small, leaders, large);
  const labels = pool(parent, () => svg("text"));
  return (/** @type {See} */ see, /** @type {ArrayLike<number>[]} */ all,
    /** @type {Named[]} */ named) => {
    const points = /** @type {Point[]} */ (all);
    drawAxes(see);
    const at = points.map(see);
    const angles = named.map(({ id }) => {
      const p = points[id];
      return Math.atan2(dotProduct(p, NORTH), dotProduct(p, EAST));
    });
    const radius = RADIUS * SCALE + LABEL_GAP;
    const apart = spread(angles, (LABEL_GAP + 1) / radius);
    const outside = apart.map((angle, i) => [
      at[named[i].id][0] + radius * Math.cos(angle) - RADIUS * SCALE * Math.cos(angles[i]),
      at[named[i].id][1] - radius * Math.sin(angle) + RADIUS * SCALE * Math.sin(angles[i]),
    ]);
    trace(path, circlePath(see));
    trace(small, at.map(dot).join(""));
    trace(large, named.map(({ id }) => dot(at[id])).join(""));
    change(leaders, {
      d: named.map(({ id }, i) =>
        Math.abs(apart[i] - angles[i]) > 0.04 ? line(at[id], shorten(at[id], outside[i], 7)) : "",
      ).join(""),
    });
    labels(named, (text, { name, kind }, i) => {
      write(text, name);
      place(text, [outside[i][0], outside[i][1] + 4]);
      change(text, { class: kind ?? "", "text-anchor": anchor(Math.cos(apart[i]), name) });
    });
  };
}

/** @param {Point} from @param {Point} to @param {number} by */
function shorten(from, to, by) {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
  const share = Math.max(0, length - by) / length;
  return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
}

/** @param {number} cos @param {string} name */
function anchor(cos, name) {
  if (name.length < 2 || Math.abs(cos) < 0.35) return "middle";
  return cos > 0 ? "start" : "end";
}

/** @param {CirclePoints} spec @returns {Panel<ReturnType<ReturnType<typeof circle>>>} */
function circlePanel(spec) {
  const image = picture(SIZE, HEIGHT);
  const draw = circleOf(image);
  const names = spec.labels;
  return {
    element: figure("The circle of radius \u221a3 across (1,1,1)", image),
    draw(state, run) {
      const every = Math.ceil(run.points.length / 24);
      const named = run.points.map((_, id) => ({ id, name: names[id] ?? String(id) }))
        .filter(({ id }) => id % every === 0);
      draw(camera(state.tilt, CENTER, SCALE), run.points, named);
      describe(image, spec.alt, run.whole.text);
    },
  };
}

// Arrows in the space of a circle: `find` says from where to where, the last to a place that is
// marked, and what each is.
/**
 * @param {Speaker} spec @param {string} caption @param {string[]} kinds
 * @param {(run: Run) => Arrows} find @returns {Panel<Run>}
 */
function arrowPanel(spec, caption, kinds, find) {
  const image = picture(SIZE, HEIGHT);
  const drawn = paths(...kinds.map((kind) => `arrow ${kind}`));
  const [end] = paths("landing");
  image.append(drawn[drawn.length - 1]);
  const drawCircle = circleOf(image);
  image.append(...drawn.slice(0, -1), end);
  const words = kinds.map(() => html("span"));
  const key = html("ul", { class: "key" }, ...kinds.map((kind, i) => html("li", {},
    svg("svg", { width: 26, height: 12, "aria-hidden": "true" },
      svg("path", { class: `arrow ${kind}`, d: "M1 6H24M18 2L24 6L18 10" })), words[i])));
  return {
    element: figure(caption, image, key),
    draw(state, run) {
      const see = camera(state.tilt, CENTER, SCALE);
      const { points, arrows, names } = find(run);
      const finite = arrows.flat(2).every(Number.isFinite);
      drawn.forEach((path, i) => {
        const [from, to] = arrows[i].map(see);
        trace(path, finite ? arrow(from, to, path.matches(".result") ? 14 : 8) : "");
      });
      const [x, y] = see(arrows[arrows.length - 1][1]);
      trace(end, finite ? `M${point([x - 6, y])}a6 6 0 1 0 12 0a6 6 0 1 0-12 0` : "");
      drawCircle(see, points, namedSymbols(run));
      words.forEach((word, i) =>
        write(word, finite || i < kinds.length - 1 ? names[i] : "not a number"));
      describe(image, spec.alt, run.now.text, words.map((word) => word.textContent).join("; "));
    },
  };
}

const ORIGIN = [0, 0, 0];
const LONGEST_ARROW = 1.25 * RADIUS; // what is longer would leave the picture

// The position, the token put at its tip, and where layer norm sends their sum. A loud position
// leaves little to see of the token: that is why it wins.
/** @param {Speaker} spec */
function stepPanel(spec) {
  const kinds = ["position", "token", "result"];
  return arrowPanel(spec, "Position and token, drawn to one scale", kinds, (run) => {
    const { program, weights, tokens, step, x } = run;
    const rows = [rowOf(weights.W_pos, step), rowOf(weights.W_E, tokens[step]), landing(run, x)];
    const [p, t, r] = rows.map((row) => [...row.slice(0, 3)]);
    const lengths = [p, t].map((row) => Math.hypot(...row));
    const scale = (0.94 * RADIUS) / (lengths[0] + lengths[1]);
    const tip = p.map((value) => value * scale);
    return {
      points: rowsOf(weights.W_E),
      arrows: [[ORIGIN, tip], [tip, t.map((value, k) => tip[k] + value * scale)], [ORIGIN, r]],
      names: [
        `position ${step}, ${format(lengths[0])} long`,
        `token \u201c${nameOf(program, tokens[step])}\u201d, ${format(lengths[1])} long`,
        "their sum after layer norm" + (x.length > 3 ? ` (circle 1 of ${x.length / 3})` : ""),
      ],
    };
  });
}

// What the last head reads, an average within the circle, and where layer norm sends the stream.
/** @param {Speaker} spec */
function discPanel(spec) {
  const caption = "Each symbol is a point: what attention reads, and what comes of it";
  return arrowPanel(spec, caption, ["position", "result"], (run) => {
    /** @param {ArrayLike<number> & Iterable<number>} row */
    const part = (row) => [...row, 0, 0, 0].slice(spec.circle, spec.circle + 3);
    const points = rowsOf(run.weights.W_E).map(part);
    const weights = run.heads.flat().pop().pattern[run.step];
    const read = ORIGIN.map((_, k) =>
      weights.reduce((sum, weight, j) => sum + weight * points[run.tokens[j]][k], 0));
    const after = part(landing(run, run.x));
    const share = Math.min(1, LONGEST_ARROW / Math.hypot(...after));
    const cut = share < 1 ? `, ${format(Math.hypot(...after))} long: drawn shorter` : "";
    return {
      points,
      arrows: [[ORIGIN, read], [ORIGIN, after.map((value) => value * share)]],
      names: [`what it reads: an average, ${format(Math.hypot(...read))} long`,
        `after layer norm, which decides what is said${cut}`],
    };
  });
}

/** @param {Matrix} W */
function rowsOf(W) {
  return Array.from({ length: W.rows }, (_, i) => rowOf(W, i));
}

/** @param {Run} run @returns {Named[]} */
function namedSymbols(run) {
  const heard = run.tokens[run.step];
  const { token: said } = run.decision;
  const used = new Set([...run.tokens, ...run.answer, said]);
  return [...used].filter((id) => id >= 0).sort((a, b) => a - b).map((id) => ({
    id,
    name: nameOf(run.program, id),
    kind: id === said ? "said" : id === heard ? "heard" : "",
  }));
}

RUNS.circle = circle;
Object.assign(PANELS, { circlePanel, stepPanel, discPanel });
