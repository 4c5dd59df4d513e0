// @ts-check
// All numbers of the machine, a column for each place and for each letter. One that is dragged, or
// set by the arrow keys, is another machine.

import { rowOf } from "../../page/kit/arithmetic.js";
import { beforeFrame, change, figure, html, pool, write } from "../../page/kit/panels.js";
import { markOf } from "./words.js";
/** @import {Token} from "../../page/kit/page" */
/** @import {Machine} from "./machine.js" */

/** @typedef {{row: number, column: number}} At */
/** @typedef {(path: string, at: At, value: number) => void} Tell */

const DRAG = 100; // px for the largest number of a table
const [STEP, PAGE, FINE] = [1 / 10, 1 / 2, 1 / 10]; // of it, for a key; of that, with Shift
const [FEW, HUGE] = [1000, 1e15]; // what is larger is written with an exponent, or not at all
const MINUS = "\u2212";

/** @param {number} x */
const hundredths = (x) => (Math.abs(x) < 1e12 ? Math.round(100 * x) / 100 : x);

// A number as attributes have it, which know no exponents; what is huge is as large as may be.
/** @param {number} x */
const plain = (x) => hundredths(Math.max(-HUGE, Math.min(HUGE, x)));

// A number in at most six letters.
/** @param {number} x @param {number} decimals */
export function short(x, decimals) {
  const size = Math.abs(x);
  if (!Number.isFinite(x)) return x > 0 ? "\u221e" : `${MINUS}\u221e`;
  const text = size >= FEW ? x.toExponential(0).replace("e+", "e")
    : x.toFixed(size >= 100 ? 0 : decimals);
  return text.replace(/^-0(\.0+)?$/, "0$1").replaceAll("-", MINUS);
}

/** @type {Record<string, (largest: number) => number>} */
const KEYS = {
  ArrowUp: (largest) => STEP * largest, ArrowDown: (largest) => -STEP * largest,
  PageUp: (largest) => PAGE * largest, PageDown: (largest) => -PAGE * largest,
};
/** @type {Record<string, number>} */
const BESIDE = { ArrowLeft: -1, ArrowRight: 1 };

// The number beside one: of the same three, and at the end the first of the next.
/** @param {string} key @param {At} at @param {number} rows @returns {At | undefined} */
function beside(key, { row, column }, rows) {
  if (!(key in BESIDE)) return undefined;
  const to = (column * rows + row + BESIDE[key] + 3 * rows) % (3 * rows);
  return { row: to % rows, column: Math.floor(to / rows) };
}

// Follows a pointer that was pressed: up and to the right is more. A finger moves the page up and
// down, and a number sideways.
/**
 * @param {PointerEvent} event @param {number} value @param {number} largest
 * @param {(value: number) => void} tell
 */
function follow(event, value, largest, tell) {
  const cell = /** @type {HTMLElement} */ (event.currentTarget);
  const tellSoon = beforeFrame(tell);
  const finger = event.pointerType === "touch";
  const was = value;
  let [x, y] = [event.clientX, event.clientY];
  cell.setPointerCapture(event.pointerId);
  /** @param {PointerEvent} now */
  const move = (now) => {
    value += ((now.clientX - x - (finger ? 0 : now.clientY - y)) * largest) / DRAG;
    [x, y] = [now.clientX, now.clientY];
    if (value !== was) tellSoon(hundredths(value));
  };
  /** @param {Event} ended */
  const end = ({ type }) => {
    cell.removeEventListener("pointermove", move);
    for (const name of ["pointerup", "pointercancel"]) cell.removeEventListener(name, end);
    if (type === "pointercancel" && value !== was) tellSoon(was); // it was the page that moved
  };
  cell.addEventListener("pointermove", move);
  for (const name of ["pointerup", "pointercancel"]) cell.addEventListener(name, end);
}

// A column of three numbers under a symbol.
/**
 * @param {number} row @param {(event: KeyboardEvent, at: At) => void} press
 * @param {(event: PointerEvent, at: At) => void} grab
 */
function column(row, press, grab) {
  const cells = [0, 1, 2].map((column) => {
    const node = html("span", { class: "cell", role: "spinbutton", tabindex: -1 });
    node.addEventListener("keydown", (event) => press(event, { row, column }));
    node.addEventListener("pointerdown", (event) => grab(event, { row, column }));
    return node;
  });
  return html("div", { class: "row" }, html("b", { "aria-hidden": "true" }), ...cells);
}

// A table of the machine: the symbol above each row and what the row is called, how many decimals
// are shown, and about how large the numbers are.
/**
 * @param {string} path @param {string} caption @param {Tell} tell
 * @param {{of: (run: Machine) => Token[], name: (run: Machine, row: number) => string,
 *   decimals: number, largest: number}} how
 */
export function table(path, caption, tell, { of, name, decimals, largest }) {
  const body = html("div", { class: "rows", role: "group", "aria-label": caption });
  /** @type {Machine} */
  let seen;
  /** @type {At} */
  let active = { row: 0, column: 0 };
  /** @param {At} at */
  const cellAt = ({ row, column }) =>
    /** @type {HTMLElement | undefined} */ (body.children[row]?.children[1 + column]);
  /** @param {At} at */
  const valueAt = ({ row, column }) => rowOf(seen.numbers[path], row)[column];
  /** @param {At} at */
  const go = (at) => {
    change(cellAt(active) ?? body, { tabindex: -1 });
    active = at;
    change(cellAt(at), { tabindex: 0 });
    cellAt(at).focus({ preventScroll: true });
  };
  /** @param {KeyboardEvent} event @param {At} at */
  const press = (event, at) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const was = seen.was[`${path}:${at.row}.${at.column}`];
    const to = beside(event.key, at, seen.numbers[path].rows);
    if (to) go(to);
    else if (event.key in KEYS) {
      const by = KEYS[event.key](event.shiftKey ? FINE * largest : largest);
      tell(path, at, hundredths(valueAt(at) + by));
    } else if (/^(Delete|Backspace)$/.test(event.key) && was !== undefined) tell(path, at, was);
    else return;
    event.preventDefault();
  };
  /** @param {PointerEvent} event @param {At} at */
  const grab = (event, at) => {
    if (event.button) return;
    if (event.pointerType !== "touch") event.preventDefault();
    go(at);
    follow(event, valueAt(at), largest, (value) => tell(path, at, value));
  };
  let made = 0;
  const rows = pool(body, () => column(made++, press, grab));
  return {
    element: figure(caption, body),
    /** @param {Machine} run @param {number} here */
    draw(run, here) {
      seen = run;
      const symbols = of(run);
      if (active.row >= symbols.length) active = { row: 0, column: 0 };
      rows(symbols, (node, id, row) => {
        const [head, ...cells] = /** @type {Iterable<HTMLElement>} */ (node.children);
        change(node, { class: row === here ? "row here" : "row" });
        write(head, markOf(run, id));
        cells.forEach((each, column) => {
          drawCell(each, { path, row, column }, run, decimals, largest);
          change(each, { "aria-label": `${name(run, row)}, number ${column + 1}`,
            tabindex: row === active.row && column === active.column ? 0 : -1 });
        });
      });
      [...body.children].forEach((node, row) =>
        (/** @type {HTMLElement} */ (node).hidden = row >= symbols.length));
      body.style.setProperty("--n", String(symbols.length));
    },
  };
}

/**
 * @param {HTMLElement} node @param {{path: string} & At} at @param {Machine} run
 * @param {number} decimals @param {number} largest
 */
function drawCell(node, { path, row, column }, run, decimals, largest) {
  const value = rowOf(run.numbers[path], row)[column];
  const was = run.was[`${path}:${row}.${column}`];
  const changed = was !== undefined && was !== value;
  const far = Math.max(-1, Math.min(1, value / largest));
  write(node, short(value, decimals));
  change(node, {
    class: changed ? "cell changed" : "cell", "aria-valuenow": plain(value),
    "aria-valuetext": short(value, 2) + (changed ? `, was ${short(was, 2)}` : ""),
  });
  node.style.setProperty("--low", `${(50 + 50 * Math.min(0, far)).toFixed(1)}%`);
  node.style.setProperty("--high", `${(50 + 50 * Math.max(0, far)).toFixed(1)}%`);
}
