// @ts-check
// The circle with all symbols as points and all positions as arrows, face-on. Each can be dragged
// or turned by keys, which changes the numbers behind it. Around a machine without layers stands
// what each direction says, and where its inputs land.

import { rowOf } from "../kit/arithmetic.js";
import { changedBy, format, nameOf } from "../kit/runs.js";
import {
  PANELS, beforeFrame, change, describe, figure, html, paths, picture, place, pool, svg, trace,
    write,
} from "../kit/panels.js";
import { EAST, NORTH, RADIUS, dotProduct } from "./space.js";
import { STYLES } from "../kit/view.js";
import CSS from "./compass.css";
/** @import {Speaker} from "../kit/figures" */
/** @import {NumbersRun} from "../machine/numbers/numbers" */
/** @import {Change, CompassItem, Panel, Point, Run, SetState, Token} from "../kit/page" */

const [WIDE, HIGH] = [400, 316];
const CENTER = [WIDE / 2, HIGH / 2];
const RING = 92; // px, where symbols stand as they are made
const ARROW = 0.7; // of that, how long the middle one of the arrows is
const OUTSIDE = 112; // what is farther is drawn here
const [RIM, EDGE] = [124, 148]; // of what each direction says
const DIRECTIONS = 720;
const MOST = 40; // symbols, and positions, that can be told apart
const TURN = 2; // degrees a key turns by
const LONGER = 1.05;

/** @param {ArrayLike<number>} x */
const flat = (x) => [dotProduct(/** @type {Point} */ (x), EAST),
  dotProduct(/** @type {Point} */ (x), NORTH)];
/** @param {number[]} at */
const onPage = ([x, y]) => [CENTER[0] + x, CENTER[1] - y];
/** @param {number} angle @param {number} far */
const around = (angle, far) => onPage([far * Math.cos(angle), far * Math.sin(angle)]);
/** @param {number[]} at */
const words = ([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`;

/** @param {number} x @param {number} y @param {number} most */
function within(x, y, most) {
  const length = Math.hypot(x, y);
  return length > most ? [(x * most) / length, (y * most) / length] : [x, y];
}

// The symbols and the positions that stand in these three coordinates.
/**
 * @param {NumbersRun} run @param {number} at
 * @returns {Record<"positions" | "symbols", CompassItem[]>}
 */
function itemsOf(run, at) {
  /** @param {string} path @returns {CompassItem[]} */
  const rowsOf = (path) => Array.from({ length: run.numbers[path].rows }, (_, row) => {
    const x = [...rowOf(run.numbers[path], row).slice(at, at + 3)];
    return { path, row, x, flat: flat(x) };
  });
  /** @param {CompassItem[]} rows */
  const standing = (rows) => (rows.length > MOST ? [] : rows.filter(({ x }) => x.some(Boolean)));
  const positions = standing(rowsOf("W_pos"));
  const lengths = positions.map((each) => Math.hypot(...each.flat)).sort((a, b) => a - b);
  const middle = lengths[Math.floor(lengths.length / 2)] || 1;
  /** @param {CompassItem[]} rows @param {number} scale */
  const scaled = (rows, scale) => rows.map((each) =>
    ({ ...each, scale, tip: onPage(within(each.flat[0] * scale, each.flat[1] * scale, OUTSIDE)) }));
  return {
    positions: scaled(positions, (ARROW * RING) / middle),
    symbols: scaled(standing(rowsOf("W_E")), RING / RADIUS),
  };
}

/** @param {Run} run @param {Token} id */
const brief = (run, id) => [...nameOf(run.program, id)].slice(0, 2).join("");

// What numbers have to be told when the flat part of three of them becomes another.
/**
 * @param {Run} run @param {CompassItem} item @param {number} at @param {Point} to
 * @returns {Change[]}
 */
function told(run, { path, row, x }, at, [east, north]) {
  const [east0, north0] = flat(x);
  const size = Math.max(...run.numbers[path].data.map(Math.abs)) || 1;
  const digits = Math.max(0, 3 - Math.floor(Math.log10(size)));
  return x.map((value, k) => {
    const moved = value + (east - east0) * EAST[k] + (north - north0) * NORTH[k];
    return [path, row, at + k, digits > 20 ? moved : Number(moved.toFixed(digits))];
  });
}

/** @param {Point} point @param {number} degrees @param {number} longer */
function turned([x, y], degrees, longer) {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  return [longer * (x * cos - y * sin), longer * (x * sin + y * cos)];
}

/** @type {Record<string, number[]>} */
const KEYS = {
  ArrowLeft: [TURN, 1], ArrowRight: [-TURN, 1], ArrowUp: [0, LONGER], ArrowDown: [0, 1 / LONGER],
};

// For each stretch of directions the id that is said there: [from, to, id], in steps of a turn.
/** @param {Run} run */
function stretches({ weights: { W_U } }) {
  const columns = Array.from({ length: W_U.columns }, (_, id) =>
    flat([0, 1, 2].map((k) => W_U.data[k * W_U.columns + id])));
  const winners = Array.from({ length: DIRECTIONS }, (_, i) => {
    const angle = (2 * Math.PI * i) / DIRECTIONS;
    const scores = columns.map(([x, y]) => x * Math.cos(angle) + y * Math.sin(angle));
    return scores.indexOf(Math.max(...scores));
  });
  const first = Math.max(0, winners.findIndex((id, i) => id !== winners.at(i - 1)));
  /** @type {number[][]} */
  const found = [];
  for (let i = 0; i < DIRECTIONS; i++) {
    const id = winners[(first + i) % DIRECTIONS];
    if (found.at(-1)?.[2] === id) found.at(-1)[1] += 1;
    else found.push([first + i, first + i + 1, id]);
  }
  return found.map(([from, to, id]) =>
    [from, to].map((i) => (2 * Math.PI * i) / DIRECTIONS).concat(id));
}

/** @param {number[]} stretch */
function sector([from, to]) {
  const large = Number(to - from > Math.PI);
  const [a, b] = [from + 0.008, to - 0.008];
  return `M${words(around(a, RIM))}A${RIM} ${RIM} 0 ${large} 0 ${words(around(b, RIM))}` +
    `L${words(around(b, EDGE))}A${EDGE} ${EDGE} 0 ${large} 1 ${words(around(a, EDGE))}Z`;
}

// Where every token at every position lands, those that go wrong longer: two paths.
/** @param {NumbersRun} run */
function landings({ numbers: { W_E, W_pos }, cases, verdict }) {
  const drawn = ["", ""];
  for (let row = 0; row < W_pos.rows; row++) {
    for (let id = 0; id < W_E.rows; id++) {
      const [e, p] = [rowOf(W_E, id), rowOf(W_pos, row)];
      const [x, y] = flat([e[0] + p[0], e[1] + p[1], e[2] + p[2]]);
      const said = cases?.every ? verdict.said[id]?.[row] : undefined;
      const wrong = Number(said !== undefined && said !== cases.expected[id][row]);
      const angle = Math.atan2(y, x);
      drawn[wrong] += `M${words(around(angle, wrong ? 108 : 114))}L${words(around(angle, 122))}`;
    }
  }
  return drawn;
}

/** @param {Element} image */
function surroundings(image) {
  const [fine, wrong] = paths("landing", "missed");
  const group = svg("g");
  const sectors = pool(group, () => svg("path", { class: "says" }));
  const names = pool(group, () => svg("text", { "text-anchor": "middle" }));
  image.append(group, fine, wrong);
  return (/** @type {NumbersRun} */ run) => {
    const bare = run.weights.W_E.columns === 3 && run.weights.layers.every(({ heads, mlp }) =>
      !heads.length && !mlp);
    const found = bare ? stretches(run) : [];
    sectors(found, (node, each) => trace(node, sector(each)));
    names(found, (node, [from, to, id]) => {
      write(node, to - from > 0.1 ? brief(run, id) : "");
      const [x, y] = around((from + to) / 2, (RIM + EDGE) / 2);
      place(node, [x, y + 4]);
    });
    const many = run.weights.W_E.rows * run.weights.W_pos.rows;
    landings(bare && many < 1000 ? run : /** @type {NumbersRun} */ (/** @type {unknown} */ (
      { numbers: { W_E: { rows: 0 }, W_pos: { rows: 0 } } })))
      .forEach((d, i) => trace([fine, wrong][i], d));
  };
}

// The symbols and the positions as handles, and what moves them: `tell(item, flat)`.
/**
 * @param {SVGElement} image @param {(item: CompassItem) => void} select
 * @param {(item: CompassItem, to: Point) => void} tell @param {(item: CompassItem) => void} back
 */
function handles(image, select, tell, back) {
  const [shafts] = paths("shafts");
  image.append(shafts);
  const numbers = pool(image, () => svg("text", { class: "small", "text-anchor": "middle" }));
  /** @type {CompassItem[]} */
  let all = [];
  /** @param {number} radius @param {boolean} symbol */
  const make = (radius, symbol) => {
    const node =
      svg("g", { class: "handle", role: "slider", "aria-valuemin": -180, "aria-valuemax": 180 },
      svg("circle", { r: 14, class: "reach" }), svg("circle", { r: radius }),
      ...symbol ? [svg("text", { y: 4.5, "text-anchor": "middle" })] : []);
    const item = () => all[Number(node.dataset.item)];
    node.addEventListener("pointerdown", (event) => drag(event, image, item, select, tell));
    node.addEventListener("keydown", (event) => {
      const [degrees, longer] = KEYS[event.key] ?? [];
      const step = /** @type {Record<string, number>} */ ({ PageUp: -1, PageDown: 1 })[event.key];
      if (step) {
        const next = (Number(node.dataset.item) + step + all.length) % all.length;
        select(all[next]);
        /** @type {SVGElement} */ (image.querySelector(`[data-item="${next}"]`)).focus();
      } else if (longer) tell(item(), turned(item().flat, degrees, longer));
      else if (["Delete", "Backspace", "Escape"].includes(event.key)) back(item());
      else return;
      event.preventDefault();
    });
    return node;
  };
  const [tips, points] = /** @type {[number, boolean][]} */ ([[4.5, false], [11, true]])
    .map(([radius, symbol]) =>
    pool(image, () => make(radius, symbol)));
  return (/** @type {Run} */ run, /** @type {ReturnType<typeof itemsOf>} */ { positions, symbols },
    /** @type {string} */ cell) => {
    all = [...positions, ...symbols];
    const here = Math.max(0, all.findIndex(({ path, row }) => cell.startsWith(`${path}:${row}.`)));
    trace(shafts, positions.map(({ tip }) => `M${words(CENTER)}L${words(tip)}`).join(""));
    /**
     * @param {number} offset @param {(item: CompassItem) => string} nameAt
     * @returns {(node: Element, item: CompassItem, i: number) => void}
     */
    const draw = (offset, nameAt) => (node, item, i) => {
      const k = offset + i;
      const angle = Math.round((Math.atan2(item.flat[1], item.flat[0]) * 180) / Math.PI);
      const moved = [0, 1, 2].some((c) => `${item.path}:${item.row}.${item.at + c}` in run.was);
      change(node, {
        "data-item": k, tabindex: k === here ? 0 : -1, transform: `translate(${words(item.tip)})`,
        class: ["handle", k === here && "here", moved && "moved"].filter(Boolean).join(" "),
        "aria-label": nameAt(item), "aria-valuenow": angle,
        "aria-valuetext": `${angle}\u00b0, ${format(Math.hypot(...item.flat))} long`,
      });
    };
    tips(positions, draw(0, ({ row }) => `position ${row}`));
    const drawPoint = draw(positions.length, ({ row }) => `symbol ${nameOf(run.program, row)}`);
    points(symbols, (node, item, i) => {
      drawPoint(node, item, i);
      write(node.lastChild, brief(run, item.row));
    });
    drawNumbers(numbers, positions);
  };
}

// The numbers of positions beside their arrows, of those that point the same way together.
/** @param {ReturnType<typeof pool<SVGElement>>} draw @param {CompassItem[]} positions */
function drawNumbers(draw, positions) {
  /** @type {Map<string, {tip: Point, rows: number[]}>} */
  const groups = new Map();
  for (const { row, tip } of positions) {
    const key = tip.map((x) => Math.round(x / 4)).join();
    groups.set(key, { tip, rows: [...groups.get(key)?.rows ?? [], row] });
  }
  draw([...groups.values()], (node, { tip, rows }) => {
    const [x, y] = tip.map((value, k) => value - CENTER[k]);
    const length = Math.hypot(x, y) || 1;
    write(node, rows.join(" "));
    place(node, [CENTER[0] + 0.62 * x - (9 * y) / length,
      CENTER[1] + 0.62 * y + (9 * x) / length + 4]);
  });
}

/**
 * @param {PointerEvent} event @param {Element} image @param {() => CompassItem} item
 * @param {(item: CompassItem) => void} select @param {(item: CompassItem, to: Point) => void} tell
 */
function drag(event, image, item, select, tell) {
  if (event.button) return;
  event.preventDefault();
  const { pointerId } = event;
  const node = /** @type {SVGElement} */ (event.currentTarget);
  const start = item();
  const scale = image.getBoundingClientRect().width / WIDE;
  const tellSoon = beforeFrame((/** @type {Point} */ to) => tell(item(), to));
  node.setPointerCapture(pointerId);
  node.focus({ preventScroll: true });
  select(start);
  /** @param {PointerEvent} now */
  const move = (now) => {
    if (now.pointerId !== pointerId) return;
    const by = [now.clientX - event.clientX, event.clientY - now.clientY];
    const fine = now.shiftKey ? 0.1 : 1;
    const to = by.map((d, k) => start.flat[k] + (d * fine) / scale / start.scale);
    tellSoon(to);
  };
  /** @param {PointerEvent} now */
  const end = (now) => {
    if (now.pointerId !== pointerId) return;
    node.removeEventListener("pointermove", move);
    for (const name of ["pointerup", "pointercancel"]) node.removeEventListener(name, end);
  };
  node.addEventListener("pointermove", move);
  for (const name of ["pointerup", "pointercancel"]) node.addEventListener(name, end);
}

/** @param {Speaker} spec @param {SetState} set @returns {Panel<NumbersRun>} */
function compassPanel(spec, set) {
  const image = picture(WIDE, HIGH);
  let run = /** @type {NumbersRun & {circle?: number}} */ ({});
  const at = () => run.circle ?? spec.circle ?? 0;
  /** @param {CompassItem} item */
  const cellOf = ({ path, row }) => `${path}:${row}.${at()}`;
  /** @param {CompassItem} item @param {Change[]} entries */
  const say = (item, entries) => set({ cell: cellOf(item), changed: changedBy(run, entries) });
  const around_ = surroundings(image);
  image.append(svg("circle", { cx: CENTER[0], cy: CENTER[1], r: RING, class: "ring" }));
  const items = handles(image,
    (item) => set({ cell: cellOf(item) }),
    (item, to) => say(item, told(run, item, at(), to)),
    (item) => say(item, item.x.map((value, k) =>
      /** @type {Change} */ ([item.path, item.row, at() + k,
        run.was[`${item.path}:${item.row}.${at() + k}`] ?? value]))));
  const element = figure("Symbols are points, positions are arrows: drag one", image,
    html("p", { class: "note" },
      "Keys: left and right turn it, up and down stretch it, Page Up and Page Down go to " +
        "another."));
  element.classList.add("compass");
  return {
    element,
    draw(state, drawn) {
      run = drawn;
      around_(run);
      const found = itemsOf(run, at());
      for (const each of [...found.positions, ...found.symbols]) each.at = at();
      items(run, found, state.cell ?? "");
      change(image, { role: "group" });
      describe(image, `The circle across (1,1,1): ${found.symbols.length} symbols as points, ` +
        `${found.positions.length} positions as arrows.`);
    },
  };
}

PANELS.compassPanel = compassPanel;
STYLES.push(CSS);
