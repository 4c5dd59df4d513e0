// @ts-check
// Positions as hands of clocks: the table that they make, who is heard by whom, and whether one
// matrix moves every row to a later one.

import { PRECISIONS, normalize, softmax } from "../../page/kit/arithmetic.js";
import { RUNS, format } from "../../page/kit/runs.js";
import {
  PANELS, change, describe, figure, html, line, mapPanel, paths, picture, svg, trace, write,
} from "../../page/kit/panels.js";
import { onCircle } from "../../page/positions/space.js";
import { CONTROLS, STYLES, select } from "../../page/kit/view.js";
import CSS from "./panel.css";
/** @import {Clocks, Norm, Preset} from "../../page/kit/figures" */
/** @import {Changes, ControlNode, Panel} from "../../page/kit/page" */
/** @import {Point, Row, SetState, State} from "../../page/kit/page" */

const EXACT = 1e-9; // what is missed by less than this is missed by rounding
const SURE = 0.99;
const SWEEPS = 30;

/** @typedef {ReturnType<ReturnType<typeof clocks>>} ClocksRun */

const exactly = PRECISIONS.float64;
/** @param {Row} x @param {Row} y */
const dot = (x, y) => x.reduce((sum, value, i) => sum + value * y[i], 0);
/** @param {Row[]} rows */
const byColumn = (rows) => rows[0].map((_, j) => rows.map((row) => row[j]));

// The hands at a position: two columns each, or three that layer norm leaves alone.
/** @param {number} position @param {number[]} angles @param {number} columns */
function handsAt(position, angles, columns) {
  return angles.flatMap((angle) => {
    const turned = (position * angle * Math.PI) / 180;
    return columns === 3 ? onCircle(turned) : [Math.cos(turned), Math.sin(turned)];
  });
}

// The part of a row that one hand has, turned: in a plane, or about (1, 1, 1).
/** @param {Point} x @param {number} angle */
function turned(x, angle) {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  if (x.length === 2) return [x[0] * cos - x[1] * sin, x[0] * sin + x[1] * cos];
  const mean = (x[0] + x[1] + x[2]) / 3;
  return x.map((value, i) => mean + cos * (value - mean) +
    (sin * (x[(i + 2) % 3] - x[(i + 1) % 3])) / Math.sqrt(3));
}

// What a head asks for that is to look some positions back: each hand turned back by its angle.
/** @param {Row} row @param {number} steps @param {number[]} angles @param {number} columns */
function asking(row, steps, angles, columns) {
  return angles.flatMap((angle, i) =>
    turned(row.slice(columns * i, columns * (i + 1)), (-steps * angle * Math.PI) / 180));
}

// Directions at right angles that span the columns of a matrix, by one-sided Jacobi rotations;
// those that rounding alone makes are left out, as numpy's lstsq leaves them out.
/** @param {Row[]} rows */
function spanned(rows) {
  const columns = byColumn(rows);
  for (let sweep = 0, turned = true; turned && sweep < SWEEPS; sweep++) {
    turned = false;
    for (let q = 1; q < columns.length; q++) {
      for (let p = 0; p < q; p++) turned = straighten(columns, p, q) || turned;
    }
  }
  const sizes = columns.map((column) => Math.hypot(...column));
  const least = Math.max(...sizes) * Number.EPSILON * Math.max(rows.length, columns.length);
  return columns.map((column, j) => column.map((value) => value / sizes[j]))
    .filter((_, j) => sizes[j] > least);
}

// Turns two columns until they are at right angles; says whether they were not.
/** @param {Row[]} columns @param {number} p @param {number} q */
function straighten(columns, p, q) {
  const [x, y] = [columns[p], columns[q]];
  const [across, long, wide] = [dot(x, y), dot(x, x), dot(y, y)];
  if (Math.abs(across) <= Number.EPSILON * Math.sqrt(long * wide)) return false;
  const ratio = (wide - long) / (2 * across);
  const tan = (ratio < 0 ? -1 : 1) / (Math.abs(ratio) + Math.sqrt(1 + ratio * ratio));
  const cos = 1 / Math.sqrt(1 + tan * tan);
  columns[p] = x.map((value, i) => cos * (value - tan * y[i]));
  columns[q] = y.map((value, i) => cos * (tan * x[i] + value));
  return true;
}

// By how much the best matrix misses when it moves rows by `steps`, and how many of them are free.
/** @param {Row[]} codes @param {number} steps */
function shifted(codes, steps) {
  const here = codes.slice(0, -steps);
  const directions = spanned(here);
  const missed = byColumn(codes.slice(steps)).map((column) => {
    const parts = directions.map((direction) => dot(direction, column));
    return column.map((value, i) =>
      value - directions.reduce((sum, direction, j) => sum + direction[i] * parts[j], 0));
  });
  const largest = Math.max(...missed.flat().map(Math.abs));
  return { missed: largest, trivial: directions.length === here.length };
}

/**
 * @param {State} state
 * @param {{own: Row, worst: number, missed: number, trivial: boolean, found: number}} run
 */
function describeTable({ steps, asked, n }, { own, worst, missed, trivial, found }) {
  const clear = own[worst] >= SURE;
  const [kind, shifts] =
    missed > EXACT ? ["wrong", `No matrix moves every row by ${steps}: the best one misses by ${
      format(missed, 2)}.`]
    : trivial
      ? ["soft", "One matrix moves every row, but so few rows prove nothing: add positions."]
    : [clear ? "right" : "soft", `One matrix moves every row by ${steps}.`];
  if (asked === "back") {
    const all = found === n - steps;
    return { kind: all ? kind : "wrong", text: `Asked for the one ${steps} back, ${
      all ? "all" : found} of ${n - steps} positions look there. ${shifts}` };
  }
  const text = `Distinguishability ${format(own[worst])}: position ${worst} hears itself least. `;
  return { kind, text: text + shifts };
}

/** @param {Clocks} spec */
function clocks(spec) {
  return (/** @type {State} */ state) => {
    const angles = spec.hands.map((name) => state[name]);
    const raw = Array.from({ length: state.n }, (_, a) => handsAt(a, angles, state.columns));
    const codes =
      raw.map((x) => normalize(x, /** @type {Norm} */ (spec.norms[state.norm]), exactly));
    const back = state.asked === "back" ? state.steps : 0;
    const queries = codes.map((x) => asking(x, back, angles, state.columns));
    const scores = queries.map((x) => codes.map((y) => state.N * dot(x, y)));
    const seen = scores.map((row) => softmax(row, exactly));
    const own = seen.map((row, i) => row[i - back] ?? NaN);
    const least = Math.min(...own.slice(back));
    const worst = own.indexOf(least);
    const found = seen.filter((row, i) => i >= back && own[i] === Math.max(...row)).length;
    const row = Math.min(state.row, state.n - 1);
    const run = {
      angles, codes, scores, seen, own, worst, found, row, ...shifted(codes, state.steps),
    };
    const whom = back ? `the one ${back} back` : "itself";
    const now = { text: row < back ? `Position ${row} has none ${back} back.`
      : `Position ${row} gives ${whom} ${format(own[row], 4)} of its attention.` };
    return { ...run, whole: describeTable(state, run), now };
  };
}

// Clock faces: the hands at one position, dots where they stand at the others.

const FACE = 56;
const MIDDLE = FACE + 8;
const RIM = `M${MIDDLE - FACE} ${MIDDLE}a${FACE} ${FACE} 0 1 0 ${2 * FACE} 0` +
  `a${FACE} ${FACE} 0 1 0 ${-2 * FACE} 0`;

// Where the tip of a hand is that has turned by so many degrees.
/** @param {number} degrees @param {number} [far] @returns {[number, number]} */
const tip = (degrees, far = FACE) => {
  const turned = (degrees * Math.PI) / 180;
  return [MIDDLE + far * Math.sin(turned), MIDDLE - far * Math.cos(turned)];
};

// The angle by which a hand turns at each step to point here at a position, near what it was.
/**
 * @param {SVGSVGElement} image @param {PointerEvent} event @param {number} stood
 * @param {number} row
 */
function pointed(image, { clientX, clientY }, stood, row) {
  const seen = new DOMPoint(clientX, clientY).matrixTransform(image.getScreenCTM().inverse());
  const off = (Math.atan2(seen.x - MIDDLE, MIDDLE - seen.y) * 180) / Math.PI - stood;
  const near = stood + off - 360 * Math.round(off / 360);
  return Number((((near / row) % 360 + 360) % 360).toFixed(1));
}

// The clock of one hand, which turns where it is dragged.
/** @param {string} name @param {number} number @param {SetState} set */
function clockFace(name, number, set) {
  const [rim, dots, hand] = paths("ring", "dots small", "arrow position");
  const words = svg("text", { "text-anchor": "middle", x: MIDDLE, y: 2 * MIDDLE + 14 });
  const image = picture(2 * MIDDLE, 2 * MIDDLE + 20, rim, dots, hand, words);
  trace(rim, RIM);
  let drawn = { angle: 0, row: 1 };
  /** @param {PointerEvent} event */
  const turn = (event) => {
    const row = Math.max(1, drawn.row);
    set({ row, [name]: pointed(image, event, drawn.angle * row, row) });
  };
  image.addEventListener("pointerdown", (event) => {
    if (event.button) return;
    image.setPointerCapture(event.pointerId);
    turn(event);
  });
  image.addEventListener("pointermove", (event) => {
    if (image.hasPointerCapture(event.pointerId)) turn(event);
  });
  return {
    image,
    /** @param {number} angle @param {number} row @param {number} n */
    draw(angle, row, n) {
      drawn = { angle, row };
      trace(dots, Array.from({ length: n }, (_, a) =>
        `M${tip(a * angle).map((x) => x.toFixed(1)).join(" ")}h0`).join(""));
      trace(hand, line(tip(0, 0), tip(row * angle, FACE - 6)));
      const stands = `${format(Math.round(row * angle * 10 % 3600) / 10, 4)}\u00b0`;
      write(words, stands);
      describe(image, `Hand ${number} has turned by ${stands} at position ${row}.`);
    },
  };
}

/** @param {Clocks} spec @param {SetState} set @returns {Panel<ClocksRun>} */
function facesPanel(spec, set) {
  const faces = spec.hands.map((name, i) => clockFace(name, i + 1, set));
  const element = figure("The hands at this position: drag one",
    html("div", { class: "hands" }, ...faces.map(({ image }) => image)));
  change(element, { class: "wide" });
  return {
    element,
    draw: ({ n }, { angles, row }) => faces.forEach((face, i) => face.draw(angles[i], row, n)),
  };
}

// Names for one row in a few.
/** @param {number} n */
function someOf(n) {
  const every = Math.ceil(n / 12);
  return Array.from({ length: n }, (_, i) => (i % every ? "" : i));
}

const HIGH = 260;

/** @param {Clocks} spec @param {SetState} set */
function tablePanel(spec, set) {
  return narrow(mapPanel("The table, a row for a position", 26,
    (state, /** @type {ClocksRun} */ run) => {
      const { codes, row } = run;
      const size = Math.max(...codes.flat().map(Math.abs));
      const wide = codes[0].length / spec.hands.length;
      const parts = wide === 3 ? ["x", "y", "z"] : ["cos", "sin"];
      return {
        rows: someOf(state.n),
        columns: codes[0],
        groups: spec.hands.map((_, i) => ({ name: `hand ${i + 1}`, at: wide * i, size: wide })),
        tall: HIGH / state.n,
        row,
        across: codes[0].length,
        shade: (i, j) => codes[i][j] / size,
        say: (i, j) => `position ${i}, hand ${Math.floor(j / wide) + 1}, ${parts[j % wide]}: ` +
          format(codes[i][j], 4),
        move: (to) => set({ row: to }),
        alt: [`A table of ${state.n} rows and ${codes[0].length} columns.`, spec.alt],
      };
    }));
}

/** @param {Clocks} spec @param {SetState} set */
function heardPanel(spec, set) {
  return narrow(mapPanel("Who hears whom, row by row", 26,
    (state, /** @type {ClocksRun} */ run) => {
      const { seen, scores, row, whole } = run;
      const names = someOf(state.n);
      return {
        rows: names,
        columns: names,
        tall: HIGH / state.n,
        row,
        across: state.n,
        shade: (i, j) => seen[i][j],
        say: (i, j) => `position ${i} hears ${j}: weight ${format(seen[i][j], 4)}, ` +
          `score ${format(scores[i][j])}`,
        move: (to) => set({ row: to }),
        alt: [whole.text],
      };
    }));
}

// Two of these stand side by side in a column of text.
/** @template R @param {Panel<R>} panel */
function narrow(panel) {
  change(panel.element, { class: "half" });
  return panel;
}

// Well-known settings of several controls; "your own" where none of them is set.
/** @param {Preset} control @param {SetState} set @returns {ControlNode} */
function preset(control, set) {
  /** @type {State} */
  let drawn;
  /** @param {Record<string, any>} preset @param {State} state @returns {Changes} */
  const settings = ({ set: fixed, paces = {} }, { n }) => ({
    ...fixed,
    ...Object.fromEntries(Object.entries(/** @type {Record<string, number>} */ (paces))
      .map(([name, pace]) => [name, (360 * pace) / n])),
  });
  /** @param {Record<string, any>} asked @param {State} state */
  const isSet = (asked, state) =>
    Object.entries(settings(asked, state)).every(([name, value]) => state[name] === value);
  const values = [...control.presets.map(({ name }) => name), "your own"];
  const list = select({ ...control, kind: "select", values, names: null }, (changes) => {
    const name = changes[control.name];
    const asked = control.presets.find((each) => each.name === name);
    set(asked ? settings(asked, drawn) : {});
  });
  return {
    element: list.element,
    show(state) {
      drawn = state;
      const name = control.presets.find((asked) => isSet(asked, state))?.name ?? "your own";
      list.show({ [control.name]: name });
    },
  };
}

RUNS.clocks = clocks;
STYLES.push(CSS);
Object.assign(PANELS, { facesPanel, tablePanel, heardPanel });
CONTROLS.preset = preset;
