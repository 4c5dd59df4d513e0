// @ts-check
// An array as a grid of its numbers, one cell for each: filled where positive, framed where
// negative, deeper the larger. A cell is dragged up and down; keys do the same.

import { nameOf } from "../../kit/runs.js";
import { beforeFrame, change, html, write } from "../../kit/panels.js";
import { axesOf, nameOfArray, nameOfPlace, valueAt, written } from "./matrices.js";
import { largestOf } from "./tolerance.js";
/** @import {Matrix} from "../../kit/figures" */
/** @import {Place, Run} from "../../kit/page" */
/** @import {Actions, GridNodes, NumbersRun, Room, Shown, Side} from "./numbers" */

const DRAG = 120; // px for the largest number of an array
const STEPS = 20; // presses of a key for the same

// The largest of 1, 2, 5, 10, 20 ... that is at most x.
/** @param {number} x */
function roundStep(x) {
  const ten = 10 ** Math.floor(Math.log10(x));
  return ten * [5, 2, 1].find((each) => each * ten <= x * (1 + 1e-12));
}

// By how much a key moves a number of an array, and the grain on which all values fall.
/** @param {Matrix} W */
export function stepOf(W) {
  const step = roundStep(largestOf(W) / STEPS);
  return { step, grain: step / 10 };
}

/** @param {number} value @param {number} grain */
export function snapped(value, grain) {
  const digits = Math.max(0, -Math.floor(Math.log10(grain) + 1e-9));
  return digits > 20 ? value : Number((Math.round(value / grain) * grain).toFixed(digits));
}

// A number in few letters, with as many decimals as the largest of its array needs.
/** @param {number} value @param {number} largest */
export function short(value, largest) {
  const size = Math.abs(value);
  if (size < 1e-12) return "0"; // rounding left it
  if (!Number.isFinite(value)) return String(value);
  /** @param {number} x */
  const places = (x) => -Math.floor(Math.log10(x)); // of decimals, before the first digit shows
  const decimals = Math.max(0, Math.min(2, 2 + places(largest)), places(size));
  const text = size >= 1e5 || size < 1e-2
    ? value.toExponential(size >= 1e5 && size < 1e100 ? 1 : 0).replace("e+", "e")
    : value.toFixed(Math.min(decimals, 3));
  return text.replaceAll("-", "\u2212");
}

/** @type {Record<string, number[]>} */
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

// What keys do to a number: its new value, or nothing.
/** @param {KeyboardEvent} event @param {number} value @param {Matrix} W */
function keyed({ key, shiftKey }, value, W) {
  const { step, grain } = stepOf(W);
  const by = shiftKey ? grain : step;
  /** @type {Record<string, number>} */
  const moves = { "+": by, "=": by, "-": -by, PageUp: 10 * by, PageDown: -10 * by };
  return key in moves ? snapped(value + moves[key], shiftKey ? grain / 10 : grain) : undefined;
}

const PUT_BACK = ["Delete", "Backspace", "Escape"];

// What keys do to the number of a place: says whether they did anything.
/** @param {KeyboardEvent} event @param {Place} place @param {Run} run @param {Actions} actions */
export function actOn(event, place, run, { tell, back, type }) {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  const value = keyed(event, valueAt(run, place), run.numbers[place[0]]);
  if (value !== undefined) tell(place, value);
  else if (PUT_BACK.includes(event.key)) back(place);
  else if (/^([\d.\u2212]|Enter)$/.test(event.key)) type(event.key);
  else return false;
  return true;
}

/** @param {Room | undefined} room @param {number} largest */
export function roomWords(room, largest) {
  if (!room) return "";
  /** @param {Side} side */
  const by = (side) => (side.by === Infinity ? "any way" : short(side.by, largest));
  return `; may move ${by(room.down)} down, ${by(room.up)} up`;
}

// What should be said at each place, where all cases agree.
/** @param {NumbersRun} run */
function promisedAt({ cases, program }) {
  return cases.every && cases.expected[0].map((id) => (id < 0 ? "" : nameOf(program, id)));
}

// `select(place)` looks at a number, `tell(place, value)` changes one, `back(place)` puts one back,
// `type(letters)` goes where a number is typed.
/** @param {string} path @param {Actions} actions @returns {Shown} */
export function grid(path, actions) {
  const caption = html("figcaption");
  const body = html("div", { role: "grid" });
  let [nodes, seen, built] = [/** @type {GridNodes} */ ({}), /** @type {NumbersRun} */ ({}), ""];
  /** @param {Event} event @returns {Place | null} */
  const pressed = ({ target }) => {
    /** @type {HTMLElement | null} */
    const cell = /** @type {Element} */ (target).closest?.("[data-at]");
    return cell && /** @type {Place} */ ([path, ...cell.dataset.at.split(".").map(Number)]);
  };
  /** @param {Place} place */
  const go = (place) => {
    actions.select(place);
    nodes.cells[place[1]][place[2]].focus({ preventScroll: true });
  };
  body.addEventListener("keydown", (event) => {
    const place = pressed(event);
    if (!place) return;
    const [down, right] = ARROWS[event.key] ?? [];
    /** @type {Place} */
    const next = [path, place[1] + down, place[2] + right];
    if (event.key in ARROWS) {
      if (nodes.cells[next[1]]?.[next[2]]) go(next);
    } else if (!actOn(event, place, seen, actions)) return;
    event.preventDefault();
  });
  body.addEventListener("focusin", (event) => {
    const place = pressed(event);
    if (place && seen.cell !== written(place)) actions.select(place);
  });
  body.addEventListener("pointerdown", (event) => {
    const place = pressed(event);
    if (!place || event.button) return;
    const looked = seen.cell === written(place);
    go(place);
    if (event.pointerType === "touch" && !looked) return; // a first touch may scroll
    event.preventDefault();
    follow(event, valueAt(seen, place), seen.numbers[path], (value) => actions.tell(place, value));
  });
  return {
    element: html("figure", { class: "grid" }, caption, body), path,
    names: () => nodes.head, rows: () => nodes.rows,
    draw(run, cell, far) {
      const says = path === "W_pos" && promisedAt(run);
      const { rows, columns } = run.numbers[path];
      const shape = [rows, columns, run.program.vocabulary, Boolean(says)].join();
      if (built !== (built = shape)) nodes = gridNodes(body, run, path, says);
      seen = { ...run, cell };
      write(caption, nameOfArray(run.model, path));
      change(body, { "aria-label": caption.textContent });
      nodes.rows.forEach((row, i) => {
        if (says) write(row.firstChild.lastChild, says[i] ?? "");
        row.classList.toggle("here", cell.startsWith(`${path}:${i}.`));
      });
      drawCells(nodes.cells, run, path, cell, far);
    },
  };
}

/**
 * @param {HTMLElement} body @param {NumbersRun} run @param {string} path
 * @param {string[] | false} says @returns {GridNodes}
 */
function gridNodes(body, run, path, says) {
  const W = run.numbers[path];
  const axes = axesOf(run, path);
  /** @template T @param {number} n @param {(i: number) => T} of */
  const each = (n, of) => Array.from({ length: n }, (_, i) => of(i));
  const head = html("div", { role: "row", class: "names" },
    html("span", { role: "columnheader" }, axes.from),
    ...each(W.columns, (j) => html("span", { role: "columnheader" }, axes.column(j))));
  const cells = each(W.rows, (i) => each(W.columns, (j) =>
    html("span", { role: "gridcell", "data-at": `${i}.${j}` }, html("span"), html("i"))));
  const rows = each(W.rows, (i) => html("div", { role: "row" },
    html("span", { role: "rowheader" }, axes.row(i), ...says ? [html("b")] : []), ...cells[i]));
  body.replaceChildren(head, ...rows);
  body.style.setProperty("--columns", String(W.columns));
  return { head, rows, cells };
}

/**
 * @param {HTMLElement[][]} cells @param {NumbersRun} run @param {string} path @param {string} cell
 * @param {Map<string, Room>} far
 */
function drawCells(cells, run, path, cell, far) {
  const largest = largestOf(run.numbers[path]);
  cells.forEach((row, i) => row.forEach((node, j) => {
    /** @type {Place} */
    const place = [path, i, j];
    const [value, at] = [valueAt(run, place), written(place)];
    const [was, room] = [run.was[at], far.get(at)];
    const text = short(value, largest);
    /** @type {Record<string, unknown>} */
    const kinds = { more: value > 0, less: value < 0, changed: was !== undefined, far: room };
    const before = was === undefined ? "" : `, was ${short(was, largest)}`;
    write(node.firstChild, text);
    change(node, {
      class: Object.keys(kinds).filter((kind) => kinds[kind]).join(" "),
      tabindex: at === cell ? 0 : -1, "aria-selected": at === cell,
      "aria-label": `${nameOfPlace(run, place)}: ${text}${before}${roomWords(room, largest)}`,
    });
    node.style.setProperty("--deep", Math.min(1, Math.abs(value) / largest).toFixed(2));
    if (room) drawRoom(node, room, largest);
  }));
}

// A line below the number: its room down and up, the whole cell for what is farther than the
// largest.
/** @param {HTMLElement} node @param {Room} room @param {number} largest */
function drawRoom(node, { down, up, share }, largest) {
  /** @param {Side} side */
  const end = ({ by }) => `${(50 - 46 * Math.min(1, by / largest)).toFixed(1)}%`;
  node.style.setProperty("--fragile", Math.max(0, 1 - share).toFixed(2));
  Object.assign(/** @type {HTMLElement} */ (node.lastChild).style,
    { left: end(down), right: end(up) });
}

// Follows a pointer that was pressed: up is more. Values are told once a frame.
/**
 * @param {PointerEvent} event @param {number} from @param {Matrix} W
 * @param {(value: number) => void} tell
 */
function follow(event, from, W, tell) {
  const { grain } = stepOf(W);
  const { pointerId } = event;
  const target = /** @type {HTMLElement} */ (event.currentTarget);
  const tellSoon = beforeFrame(tell);
  let [y, value] = [event.clientY, from];
  target.setPointerCapture(pointerId);
  /** @param {PointerEvent} now */
  const move = (now) => {
    if (now.pointerId !== pointerId) return;
    value += ((y - now.clientY) * largestOf(W) * (now.shiftKey ? 0.1 : 1)) / DRAG;
    y = now.clientY;
    tellSoon(snapped(value, now.shiftKey ? grain / 10 : grain));
  };
  /** @param {PointerEvent} now */
  const end = (now) => {
    if (now.pointerId !== pointerId) return;
    target.removeEventListener("pointermove", move);
    for (const name of ["pointerup", "pointercancel"]) target.removeEventListener(name, end);
  };
  target.addEventListener("pointermove", move);
  for (const name of ["pointerup", "pointercancel"]) target.addEventListener(name, end);
}
