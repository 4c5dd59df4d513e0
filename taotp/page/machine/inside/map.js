// @ts-check
// A machine as a map: tokens are rows, its parts are boxes from left to right, and between them
// stands what it would say if it ended there. Boxes and tokens can be pressed.

import { change, html, pool, svg, write } from "../../kit/panels.js";
import { format, nameOf } from "../../kit/runs.js";
import { alike, saidAt } from "./replay.js";
import { differs, lens, stepsOf } from "./tools.js";
/** @import {Hearing} from "../../kit/page" */
/** @import {MapActs, MapColumn, MapRow, MapView, Replayed, Said} from "./inside" */

const [TOP, FOOT] = [20, 6];
const [PITCH, LEAST_PITCH, TALL, LEAST_TALL] = [28, 18, 208, 112];
const [LARGEST, LEAST_LETTER] = [12.5, 5.4]; // px: of a letter's height, and of its width
const MOST_ROWS = 12;
const [GAP, BOX, LOOKS, LETTER] = [5, 30, 44, 7.4];
const [LEAST_WIDE, MOST_WIDE] = [0.6, 1.7]; // times the room that columns need
const NUMBER = 17; // px for the number of a position
const TIE = "\u00b7"; // where nothing leads
const SEEN = 0.02; // weights below have no arc
const READ = 0.1; // what a head reads at all

/** @param {string} text @param {number} width @param {number} letter */
const fits = (text, width, letter) => {
  const most = Math.floor(width / letter);
  return text.length <= most ? text : most > 1 ? `${text.slice(0, most - 1)}\u2026` : "";
};

/** @param {Replayed} run @param {Pick<Said, "token" | "outcome">} said */
const wordOf = ({ program }, { token, outcome }) =>
  (outcome === "nan" ? "NaN" : outcome === "tie" ? TIE : nameOf(program, token));

// A text as large as there is room for, and cut where it would be too small to be read.
/** @param {SVGElement} node @param {string} text @param {number} width */
function fitted(node, text, width) {
  write(node, fits(text, width, LEAST_LETTER));
  const size = Math.min(LARGEST, (width * LARGEST) / (LETTER * node.textContent.length)).toFixed(1);
  if (node.style.fontSize !== `${size}px`) node.style.fontSize = `${size}px`;
}

// The columns of a stack of layers, with the room that each needs.
/** @param {Replayed} run @param {string} prefix @param {boolean} shares @returns {MapColumn[]} */
function columnsOf({ weights, program }, prefix, shares) {
  const longest = Math.max(1, ...program.vocabulary.map((_, id) => nameOf(program, id).length));
  const token = Math.min(70, 16 + 7.6 * longest);
  const cell = { kind: "step", w: Math.max(24, token - 6) + (shares ? 26 : 0) };
  const steps = stepsOf(weights);
  /** @param {string} name @returns {MapColumn} */
  const step = (name) => ({ ...cell, step: name, key: name });
  /** @type {MapColumn[]} */
  const out = [{ kind: "token", key: "token", w: token + 18 }, step(steps[0])];
  weights.layers.forEach((layer, number) => {
    for (const [kind, list] of /** @type {[string, "heads" | "cross"][]} */ (
      [["attention", "heads"], ["cross", "cross"]])) {
        (layer[list] ?? []).forEach((head, h) => {
          out.push({ kind: "head", key: `${list} ${number}.${h}`,
            path: `${prefix}layers.${number}.${list}.${h}`, list, number, h,
            name: head.name ?? "", title: `${number}.${h}`, w: list === "cross" ? LOOKS : BOX });
        });
        if (layer[list]?.length) out.push(step(`${kind} ${number}`));
      }
    if (!layer.mlp?.W_in.columns) return;
    out.push({ kind: "mlp", key: `mlp ${number}`, path: `${prefix}layers.${number}.mlp`,
      name: `MLP ${number}`, title: "MLP", w: BOX });
    out.push(step(`mlp ${number}`));
  });
  if (!prefix) out.push({ kind: "says", key: "says", w: token + 40 });
  return out;
}

/** @param {Replayed} run @param {string} prefix @param {boolean} shares */
export const roomFor = (run, prefix, shares) =>
  columnsOf(run, prefix, shares).reduce((sum, { w }) => sum + w + GAP, 0);

// The rows that are shown: all, or the one watched, those that it reads, and those beside it.
/** @param {Hearing} run @param {number} watched */
export function rowsShown(run, watched) {
  const count = run.tokens.length;
  const all = Array.from({ length: count }, (_, i) => i);
  if (count <= MOST_ROWS) return all;
  const kept = new Set([watched]);
  for (const { pattern } of run.heads.flat()) {
    pattern[watched]?.forEach((weight, j) => weight >= READ && kept.size < MOST_ROWS / 2 &&
      kept.add(j));
  }
  for (let away = 1; kept.size < MOST_ROWS; away++) {
    for (const i of [watched - away, watched + away])
      if (i >= 0 && i < count && kept.size < MOST_ROWS) kept.add(i);
  }
  return all.filter((i) => kept.has(i));
}

/** @param {number} x0 @param {number} y0 @param {number} x1 @param {number} y1 */
const curve = (x0, y0, x1, y1) => {
  const bend = (x1 - x0) * 0.6;
  return `M${x0.toFixed(1)} ${y0.toFixed(1)}C${(x0 + bend).toFixed(1)} ${y0.toFixed(1)} ` +
    `${(x1 - bend).toFixed(1)} ${y1.toFixed(1)} ${x1.toFixed(1)} ${y1.toFixed(1)}`;
};

const NODES = {
  boxes: () => svg("g", {}, svg("title"), svg("rect", { rx: 6 }),
    svg("text", { class: "small", "text-anchor": "middle", y: TOP - 7 }),
    svg("path", { class: "out" })),
  cells: () => svg("g", {}, svg("rect", { rx: 3 }), svg("text", { "text-anchor": "middle" })),
  arcs: () => svg("path"),
  names: () => svg("text", { class: "small turned", "text-anchor": "end" }), // above the arcs
  tokens: () => svg("g", {}, svg("rect", { rx: 5 }),
    svg("text", { class: "small", "text-anchor": "end" }),
    svg("text", { class: "word", "text-anchor": "middle" })),
  says: () => svg("g", {}, svg("rect", { rx: 4 }), svg("text", { class: "word" }),
    svg("text", { class: "small", "text-anchor": "end" })),
};

// One stack of layers. `act` has toggle(path), watch(row) and say(path).
export class StackMap {
  /** @param {string} prefix @param {MapActs} act */
  constructor(prefix, act) {
    this.prefix = prefix;
    this.act = act;
    this.at = 0; // of what can be pressed: the tokens, then the boxes
    this.band = svg("rect", { class: "band", rx: 5 });
    this.cursor = svg("rect", { class: "focus", rx: 6 });
    this.image = svg("svg", { class: "inside", tabindex: 0, role: "application" }, this.band);
    /** @type {MapRow[]} */ this.rows = [];
    /** @type {MapColumn[]} */ this.columns = [];
    /** @type {Record<string, ReturnType<typeof pool<SVGElement>>>} */
    this.pools = Object.fromEntries(Object.entries(NODES).map(([name, make]) => {
      const parent = svg("g");
      this.image.append(parent);
      return [name, pool(parent, /** @type {() => SVGElement} */ (make))];
    }));
    this.image.append(this.cursor);
    this.element = html("div", { class: "stack" }, this.image);
    this.image.addEventListener("click", (event) => this.press(event));
    this.image.addEventListener("keydown", (event) => this.key(event));
  }

  /** @param {MouseEvent} event */
  press(event) {
    /** @type {SVGElement | null} */
    const pressed = /** @type {Element} */ (event.target).closest("[data-path]");
    const { path } = pressed?.dataset ?? /** @type {DOMStringMap} */ ({});
    const y = event.clientY - this.image.getBoundingClientRect().top;
    const row = this.rows.find((each) => Math.abs(each.y - y) <= this.pitch / 2);
    if (path) this.act.toggle(path);
    else if (row) this.act.watch(row.i);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { act, view: { row, run } } = this;
    const boxes = this.columns.filter(({ path }) => path);
    const across =
      /** @type {Record<string, number>} */ ({ ArrowLeft: -1, ArrowRight: 1 })[event.key];
    const down = /** @type {Record<string, number>} */ ({ ArrowUp: -1, ArrowDown: 1 })[event.key];
    const presses = [" ", "Enter"].includes(event.key);
    if (!across && !down && !presses) return;
    event.preventDefault();
    if (across) this.at = Math.max(0, Math.min(boxes.length, this.at + across));
    if (down) act.watch(Math.max(0, Math.min(run.tokens.length - 1, row + down)));
    const path = boxes[this.at - 1]?.path ?? `${this.prefix}embedding.${this.view.row}`;
    if (presses) act.toggle(path);
    this.drawCursor();
    act.say(path);
  }

  // `view` has the run and its `rival` beside it, the row watched, `picked`, the paths of what is
  // replaced, and `off` where it is replaced in this run.
  /** @param {MapView} view */
  draw(view) {
    const { run, row, shares, width, label } = view;
    const shown = rowsShown(run, row);
    this.pitch = Math.max(LEAST_PITCH, Math.min(PITCH, TALL / shown.length));
    this.tall = Math.max(LEAST_TALL, shown.length * this.pitch);
    this.rows = shown.map((i, k) => ({ i, y: TOP + (k + 0.5) * this.pitch }));
    this.columns = columnsOf(run, this.prefix, shares);
    this.view = view;
    const gaps = this.columns.length * GAP;
    const room = this.columns.reduce((sum, { w }) => sum + w, 0);
    const wider = Math.max(LEAST_WIDE, Math.min(MOST_WIDE, (width - gaps - 6) / room));
    let x = 1;
    for (const column of this.columns) {
      Object.assign(column, { x, w: column.w * wider });
      x += column.w + GAP;
    }
    const [wide, height] = [Math.ceil(x), TOP + this.tall + FOOT];
    change(this.image, { width: wide, height, viewBox: `0 0 ${wide} ${height}`,
      "aria-label": label });
    change(this.band, { x: 0, y: this.here().y - this.pitch / 2, width: x - GAP + 1,
      height: this.pitch });
    /** @param {string} kind */
    const of = (kind) => this.columns.filter((column) => column.kind === kind);
    const { boxes, cells, arcs, names, tokens, says } = this.pools;
    tokens(this.rows, (node, each) => this.drawToken(node, each));
    boxes(this.columns.filter(({ path }) => path), (node, column) => this.drawBox(node, column));
    cells(of("step").flatMap((column) => this.rows.map((each) => ({ column, ...each }))),
      (node, each) => this.drawCell(node, each));
    arcs(of("head").flatMap((column) => this.arcsOf(column)),
      (path, { d, weight, off, edge, out }) => change(path, { d, "data-path": edge,
        "stroke-width": (0.6 + 4 * weight).toFixed(2),
        class: `arc${off ? " off" : ""}${edge ? " edge" : ""}${out ? " cut" : ""}` }));
    names(this.columns.filter(({ path }) => path), (node, { x, w, path, name }) => {
      write(node, fits(name, this.tall - 8, 6));
      change(node, { transform: `translate(${(x + w - 4).toFixed(1)} ${TOP + 6}) rotate(-90)`,
        class: `small turned${this.view.picked.has(path) && this.view.off ? " off" : ""}` });
    });
    says(of("says").length ? this.rows : [], (node, each) => this.drawSaid(node, each));
    this.drawCursor();
  }

  here() {
    return this.rows.find(({ i }) => i === this.view.row) ?? this.rows[0];
  }

  drawCursor() {
    const boxes = this.columns.filter(({ path }) => path);
    const { x, w } = boxes[this.at - 1] ?? this.columns[0];
    const box = { x: x - 2, width: w + 4, y: TOP - 2, height: this.tall + 4 };
    change(this.cursor, this.at ? box : { ...box, y: this.here().y - this.pitch / 2,
      height: this.pitch });
  }

  // What marks a thing that can be pressed.
  /** @param {string} path @param {string} more */
  marks(path, more) {
    const { picked, off } = this.view;
    const out = picked.has(path);
    return { out,
      attributes: { class: `press${more}${out ? " picked" : ""}${out && off ? " off" : ""}`,
        "data-path": path } };
  }

  // Where a cell of a row stands.
  /** @param {MapColumn} column @param {number} y @param {number} [left] */
  cell({ x, w }, y, left = 1) {
    return { x: x + left, width: w - left - 1, y: y - this.pitch / 2 + 2, height: this.pitch - 4 };
  }

  /** @param {SVGElement} node @param {MapRow} row */
  drawToken(node, { i, y }) {
    const { run, row } = this.view;
    const [column] = this.columns;
    const [rect, number, text] = /** @type {Iterable<SVGElement>} */ (node.children);
    change(node, this.marks(`${this.prefix}embedding.${i}`, i === row ? " here" : "").attributes);
    change(rect, this.cell(column, y, NUMBER));
    write(number, String(run.from + i));
    change(number, { x: column.x + NUMBER - 4, y: y + 4 });
    fitted(text, nameOf(run.program, run.tokens[i]), column.w - NUMBER - 2);
    change(text, { x: column.x + (column.w + NUMBER) / 2, y: y + 4.5 });
  }

  /** @param {SVGElement} node @param {MapColumn} column */
  drawBox(node, { x, w, path, name, title }) {
    const [tip, rect, number, cross] = node.children;
    const { out, attributes } = this.marks(path, "");
    const { tall } = this;
    change(node, attributes);
    write(tip, `${this.prefix ? "encoder " : ""}${title} ${name}`);
    change(rect, { x, y: TOP, width: w, height: tall });
    write(number, title);
    change(number, { x: x + w / 2 });
    change(cross,
      { d: out ? `M${x + 3} ${TOP + 3}l${w - 6} ${tall - 6}m0 ${6 - tall}l${6 - w} ${tall - 6}`
        : "" });
  }

  /** @param {SVGElement} node @param {MapRow & {column: MapColumn}} cell */
  drawCell(node, { column, i, y }) {
    const { run, rival, row, shares } = this.view;
    const [rect, text] = /** @type {Iterable<SVGElement>} */ (node.children);
    const { share, ...decision } = lens(run, column.step, i);
    const apart = differs(run, rival, column.step, i);
    change(node, { class: `cell${apart ? " differs" : ""}${i === row ? " here" : ""}` });
    change(rect, this.cell(column, y));
    rect.style.fillOpacity = shares ? (0.04 + 0.5 * (share || 0)).toFixed(2) : "0.08";
    const percent = shares ? ` ${Math.round(100 * share)}%` : "";
    fitted(text, wordOf(run, decision) + percent, column.w - 3);
    change(text, { x: column.x + column.w / 2, y: y + 4 });
  }

  // From each row read to the row that is watched, as wide as the weight.
  /** @param {MapColumn} column */
  arcsOf({ x, w, path, list, number, h }) {
    const { run, row, off, picked, edges } = this.view;
    const weights = [...run[list][number][h]?.pattern[row] ?? []];
    /** @param {number} j */
    const from = (j) => (list === "cross" ? TOP + ((j + 0.5) * this.tall) / weights.length
      : this.rows.find(({ i }) => i === j)?.y);
    return weights.map((weight, j) => ({ weight, y: from(j), edge: `${path}.${row}.${j}` }))
      .filter(({ weight, y }) => weight > SEEN && y !== undefined)
      .map(({ weight, y, edge }) =>
        ({ d: curve(x + 1, y, x + w - 1, this.here().y), weight, off: off && picked.has(path),
          edge: edges && !this.prefix ? edge : "", out: picked.has(edge) }));
  }

  /** @param {SVGElement} node @param {MapRow} row */
  drawSaid(node, { i, y }) {
    const { run, rival, row, expected } = this.view;
    const column = this.columns.at(-1);
    const [rect, text, number] = /** @type {Iterable<SVGElement>} */ (node.children);
    const { token, outcome, margin } = saidAt(run, i);
    const should = expected(i);
    const kind = i < run.firstSaid ? "" : should === undefined || should === token ? " asked"
      : " wrong";
    change(node,
      { class: `says${alike(saidAt(rival, i), { token, outcome }) ? "" : " differs"}` +
      `${i === row ? " here" : ""}${kind}` });
    change(rect, this.cell(column, y));
    const word = wordOf(run, { token, outcome });
    const ahead = outcome === "tie" ? "tie" : `+${format(margin, 2)}`;
    fitted(text, word, column.w - 10);
    change(text, { x: column.x + 7, y: y + 4.5 });
    write(number, word.length * LETTER + ahead.length * 6.2 < column.w - 16 ? ahead : "");
    change(number, { x: column.x + column.w - 5, y: y + 4 });
  }
}
