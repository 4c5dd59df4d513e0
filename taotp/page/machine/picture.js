// @ts-check
// The machine's picture: tokens as rows, its columns from left to right, arcs in the heads. It is
// made once; each draw changes only what differs.

import { change, pool, svg, write } from "../kit/panels.js";
import { GAP, LETTER, columnsOf, layout } from "./columns.js";
import { keyOf } from "./graph.js";
import {
  LEVELS, NOTHING, box, cellAt, eachCell, fitting, gridsOf, scaleOf, short, tiles, xOf,
} from "./grids.js";
import { FOOT, TOP } from "./view.js";
import { SEEN, bestOf, tokenOf } from "./words.js";
import { decide } from "../kit/arithmetic.js";
import { judge, nameOf } from "../kit/runs.js";
/** @import {Decision, Run, Subspace} from "../kit/page" */
/** @import {Graph, Ref, Table} from "./graph.js" */
/** @import {Arc, DrawnNumber, Grid, MachineColumn} from "./machine" */
/** @import {View} from "./view.js" */

/** @typedef {ReturnType<typeof columnNodes>} ColumnNodes */

const BOLD = 8.5; // px of a letter of a title

/** @param {Element} parent */
function columnNodes(parent) {
  const g = svg("g");
  const frame = svg("rect", { class: "box", rx: 7 });
  const levels = ["more", "less"].flatMap((kind) => Array.from({ length: LEVELS }, (_, k) =>
    svg("path", { class: kind, "fill-opacity": (k + 1) / LEVELS })));
  const zeros = svg("path", { class: "dots small" });
  const [cellsIn, arcsIn, labelsIn, titles] = Array.from({ length: 4 }, () => svg("g"));
  const differs = svg("path", { class: "differs" });
  g.append(frame, ...levels, zeros, cellsIn, arcsIn, labelsIn, titles, differs);
  parent.append(g);
  const title = svg("text", { class: "title", y: 10 });
  const second = svg("text", { class: "title", y: 22 });
  const turned = svg("text", { class: "part turned", "text-anchor": "end" });
  titles.append(title, second, turned);
  return {
    g, frame, levels, zeros, differs, title, second, turned,
    names: pool(titles, () => svg("text", { class: "part", y: TOP - 12, "text-anchor": "middle" })),
    cells: pool(cellsIn, () => svg("g", {}, svg("rect"),
      svg("text", { "text-anchor": "middle" }))),
    arcs: pool(arcsIn, () => svg("path")),
    labels: pool(labelsIn, () => svg("text")),
  };
}

/** @param {string} text @param {number} width @param {number} [letter] */
export const fits = (text, width, letter = 6.9) => {
  const most = Math.floor(width / letter);
  return text.length <= most ? text : most > 2 ? `${text.slice(0, most - 1)}\u2026` : "";
};

// A name in two lines, as far as there is room.
/** @param {string} text @param {number} width */
function inLines(text, width) {
  const most = Math.floor(width / BOLD);
  if (text.length <= most) return ["", text];
  const cut = text.lastIndexOf(" ", most);
  return cut < 1 ? ["", fits(text, width, BOLD)]
    : [text.slice(0, cut), fits(text.slice(cut + 1), width, BOLD)];
}

/**
 * @param {ColumnNodes} nodes @param {View} view @param {MachineColumn} column
 * @param {Graph} [other]
 */
function drawColumn(nodes, view, column, other) {
  const { kind, later, open, off } = column;
  change(nodes.g,
    { class: `column ${kind}${later ? " later" : ""}${open ? " open" : ""}${off ? " off" : ""}` });
  drawHeading(nodes, view, column);
  const grids = later ? [] : gridsOf(view, column);
  drawCells(nodes, view, column, grids.filter(({ arcs }) => !arcs));
  change(nodes.differs, { d: other ? differing(view, grids, other) : "" });
  drawArcs(nodes, view, column);
  return { column, grids };
}

/** @param {ColumnNodes} nodes @param {View} view @param {MachineColumn} column */
function drawHeading(nodes, view, column) {
  const { x, w, kind, title, short: brief = title, later, open } = column;
  const [top, tall] = [TOP - 4, view.height - TOP - FOOT + 6];
  change(nodes.frame, { x: x - 3, y: top, width: w + 6, height: tall });
  const turned = kind === "looker" && !open; // its name stands on end, in its box
  const lines = turned ? ["", ""] : inLines(title.length * BOLD > w + GAP ? brief : title, w + GAP);
  [nodes.title, nodes.second].forEach((text, k) => {
    write(text, lines[k]);
    change(text, { x });
  });
  write(nodes.turned, turned ? fits(title, tall - 12) : "");
  change(nodes.turned, { transform: `translate(${x + 8} ${top + 8}) rotate(-90)` });
  nodes.names(later ? [] : partsOf(column), (text, { name, middle }) => {
    write(text, name);
    change(text, { x: middle.toFixed(1) });
  });
}

// The cells of some grids, with their numbers where there is room.
/**
 * @param {ColumnNodes} nodes @param {View} view @param {MachineColumn} column @param {Grid[]} grids
 */
function drawCells(nodes, { tall }, column, grids) {
  const paths = nodes.levels.map(() => "");
  /** @type {DrawnNumber[]} */
  const numbers = [];
  let dots = "";
  for (const grid of grids) {
    const { table, upright, unit } = grid;
    const scale = upright ? null : scaleOf(table, grid.rows, column.groups);
    if (!grid.numbers) tiles(grid, scale, tall, paths);
    else eachCell(grid, (i, j, x, y) => {
      const value = table.row(i)[j];
      if (Math.abs(value) < NOTHING && !upright) dots += `M${(x + unit / 2).toFixed(1)} ${y}h0`;
      else numbers.push({ value, x, y, unit, upright, best: upright && j === bestOf(table.row(i)),
        share: scale ? value / scale[j] : 0 });
    });
  }
  nodes.levels.forEach((path, k) => change(path, { d: paths[k] }));
  change(nodes.zeros, { d: dots });
  nodes.cells(numbers, (node, cell) => drawNumber(node, cell, tall));
}

/** @param {Element} node @param {DrawnNumber} cell @param {number} tall */
function drawNumber(node, { value, x, y, unit, upright, best, share }, tall) {
  const [rect, text] = /** @type {Iterable<SVGElement>} */ (node.children);
  const sign = upright ? (best ? "best" : "plain") : value < 0 ? "negative" : "positive";
  change(node, { class: `cell ${sign}` });
  const wide = Math.max(1, unit - 1.5).toFixed(1);
  change(rect, {
    x: (x + 0.75).toFixed(1), y: (y - tall / 2).toFixed(1), width: wide, height: tall,
    "stroke-dasharray": value < 0 ? `${wide} ${tall}` : "none", // above and below alone
    rx: value < 0 ? 0 : 2.5,
    "fill-opacity": (0.12 + 0.5 * Math.min(1, Math.abs(share))).toFixed(2),
  });
  const fitted = fitting(value, unit - 4);
  write(text, fitted.text);
  change(text, { x: (x + unit / 2).toFixed(1), y: (y + 3.8).toFixed(1) });
  const size = `${fitted.size.toFixed(1)}px`;
  if (text.style.fontSize !== size) text.style.fontSize = size;
}

// Frames around the numbers that another machine has otherwise.
/** @param {View} view @param {Grid[]} grids @param {Graph} other */
function differing({ tall }, grids, other) {
  let frames = "";
  for (const grid of grids.filter(({ upright }) => !upright)) {
    const rival = other.tables.get(grid.table.name);
    eachCell(grid, (i, j, x, y) => {
      if (rival && rival.count > i && rival.row(i)[j] === grid.table.row(i)[j]) return;
      frames += box(x + 0.5, y - tall / 2 - 1, grid.unit - 1, tall + 2);
    });
  }
  return frames;
}

// Names of the parts of the stream, of symbols, and of what a head compares, where there is room.
/** @param {MachineColumn} column */
function partsOf(column) {
  const { kind, groups, open, unit, numbers, table, x, w, mode } = column;
  if (mode === "ask") return [{ name: "?", middle: x + 5 }, { name: "score", middle: x + w - 23 }];
  if (kind === "logits" && numbers) {
    return Array.from({ length: table.size }, (_, j) =>
      ({ name: fits(table.column(j), unit, 6.5), middle: xOf(column, j) + unit / 2 }));
  }
  if (!["stream", "memory"].includes(kind) || groups.length < 2 && !open) return [];
  return groups.map(({ name, at, size }) => {
    const wide = size * unit;
    return { name: name.length * 6.4 <= wide || numbers ? fits(name, wide, 6.4) : "",
      middle: xOf(column, at) + (size * unit) / 2 };
  });
}

/** @param {number} x0 @param {number} y0 @param {number} x1 @param {number} y1 */
const curve = (x0, y0, x1, y1) => {
  const bend = (x1 - x0) * 0.55;
  return `M${x0.toFixed(1)} ${y0.toFixed(1)}C${(x0 + bend).toFixed(1)} ${y0.toFixed(1)} ` +
    `${(x1 - bend).toFixed(1)} ${y1.toFixed(1)} ${x1.toFixed(1)} ${y1.toFixed(1)}`;
};

// From each row read to the row that reads, as wide as the weight. Before it looks, only who it
// asks.
/** @param {ColumnNodes} nodes @param {View} view @param {MachineColumn} column */
function drawArcs(nodes, view, column) {
  const { kind, later, head, mode, x, w } = column;
  if (kind === "memory") {
    nodes.labels(view.memoryRows, (text, { i, y }) => {
      write(text, fits(`${i} ${view.readToken(i)}`, column.chip, 7));
      change(text, { x: x + 2, y: y + 4, class: "weight strong" });
    });
    return;
  }
  if (kind !== "looker" || later) {
    nodes.arcs([], () => {});
    nodes.labels([], () => {});
    return;
  }
  /** @type {Arc[]} */
  const arcs = [];
  /** @type {{x: number, y: number, text: string, strong: boolean}[]} */
  const labels = [];
  const sources = view.sourceRows(head);
  const end = mode === "ask" ? x + 12 : mode ? x + w - 4 : x + w;
  for (const { i, y } of view.allRows ? view.rows : view.rows.filter((row) => row.i === view.row)) {
    const weights = head.looks.row(i);
    for (const source of sources) {
      if (source.i >= weights.length) continue;
      const weight = weights[source.i];
      const asked = mode === "ask";
      if (!(asked ? i === view.row : weight > SEEN || Number.isNaN(weight))) continue;
      arcs.push({ d: asked ? `M${x} ${source.y}h10` : curve(x, source.y, end, y), weight, asked,
        mine: i === view.row, i, j: source.i });
      if (mode && !asked && i === view.row) {
        labels.push({ x: x + 2, y: source.y - 7, text: short(weight), strong: weight > 0.5 });
      }
    }
  }
  nodes.arcs(arcs, (path, arc) => {
    change(path, { d: arc.d, class: `arc${arc.asked ? " asked" : ""}${arc.mine ? "" : " others"}`,
      "stroke-width": arc.asked ? 1 : (0.8 + 5 * (arc.weight || 0)).toFixed(2),
      "data-ref": keyOf({ table: head.looks.name, i: arc.i, j: arc.j }) });
  });
  nodes.labels(labels, (text, label) => {
    write(text, label.text);
    change(text, { x: label.x, y: label.y.toFixed(1),
      class: label.strong ? "weight strong" : "weight" });
  });
}

/** @param {Run} run @param {Pick<Decision, "token" | "outcome">} decision */
const sayingOf = ({ program }, { token, outcome }) =>
  (outcome === "nan" ? "NaN" : nameOf(program, token));

// What would be said if the machine ended with a column, and what is said at the end.
/** @param {View} view @param {MachineColumn[]} placed */
function endings(view, placed) {
  const { graph, row, run } = view;
  if (!graph.logits || !run.program) return [];
  return placed.filter(({ kind, later, w }) => kind === "stream" && !later && w > 24)
    .filter(({ table }) => !/norm/.test(table.name)).map(({ table, x, w }) => {
      const name = sayingOf(run, decide(graph.said(table, row)));
      const words = w > 170 ? `ended here, it would say ${name}` : w > 52 ? `says ${name}`
        : `\u201c${name}\u201d`;
      return { x: x + w / 2, text: fits(words, w + 8, 6.4) };
    });
}

/** @param {View} view @param {number} i */
function saidAt(view, i) {
  const { run } = view;
  const { token, outcome } = decide(view.graph.logits.row(i));
  const expected = run.answer?.[run.from + i];
  const asked = run.from + i >= run.first || run.listens;
  const wrong = ["nan", "wrong"].includes(judge({ outcome, token }, expected));
  const mark = asked && expected !== undefined ? (wrong ? " \u2717" : " \u2713") : "";
  return { text: sayingOf(run, { token, outcome }) + mark,
    kind: !asked ? "unasked" : wrong ? "wrong" : "right" };
}

// The picture: draw(view, width, other) makes it what a view asks for; hit(event) says what is at a
// place.
export class Picture {
  constructor() {
    this.band = svg("rect", { class: "band", rx: 7 });
    this.guides = svg("path", { class: "thin" });
    this.columnsIn = svg("g");
    this.chipsIn = svg("g");
    const [rowsIn, over] = [svg("g"), svg("g")];
    this.rowsAre = svg("text", { class: "part", x: 26, y: TOP - 12 });
    /** @param {string} name */
    const centered = (name) => () => svg("text", { class: name, "text-anchor": "middle" });
    this.gaps = pool(over, centered("part"));
    this.rowGaps = pool(over, () => svg("text", { class: "more-rows", x: 26 }));
    this.feet = pool(over, centered("part"));
    this.marks = ["made", "makes", "cursor"].map((name) => svg("path", { class: name }));
    this.image = svg("svg", { class: "machine", tabindex: 0, role: "application" },
      this.band, this.guides, this.columnsIn, this.rowsAre, rowsIn, over, ...this.marks,
        this.chipsIn);
    this.drawRows = pool(rowsIn, () => svg("g", { class: "row" }, svg("rect", { rx: 5 }),
      svg("text", { class: "number", "text-anchor": "end" }), centered("symbol")()));
    this.drawSaid = pool(rowsIn, centered(""));
    /** @type {Map<string, ColumnNodes>} */
    this.known = new Map(); // the nodes of each column, by its key
    /** @type {ReturnType<typeof drawColumn>[]} */
    this.drawn = [];
  }

  /** @param {string} key */
  nodesOf(key) {
    if (!this.known.has(key)) this.known.set(key, columnNodes(this.columnsIn));
    return this.known.get(key);
  }

  /** @param {View} view @param {number} width @param {Graph} [other] */
  draw(view, width, other) {
    /** @type {View} */ this.view = view;
    const { columns, heads } = layout(view, columnsOf(view), width, view.left, view.rows.length);
    const shown = new Set(columns.map(({ key }) => key));
    for (const [key, { g }] of this.known)
      change(g, { display: shown.has(key) ? "inline" : "none" });
    this.drawn = columns.map((column) => {
      const off = column.kind === "looker" && view.run.off.includes(column.head.label);
      return drawColumn(this.nodesOf(column.key), view, { ...column, off }, other);
    });
    const end = columns.at(-1);
    this.drawFrame(width, Math.min(width, end ? end.x + end.w + 4 : view.left));
    this.gaps(columns.filter(({ skipped }) => skipped), (text, { x }) => {
      write(text, "\u22ef");
      change(text, { x: x - GAP / 2, y: TOP - 6 });
    });
    this.rowGaps(view.gaps, (text, { y, from, count }) => {
      write(text, count > 1 ? `${count} more rows` : "1 more row");
      change(text, { y: y + 4, "data-gap": from });
    });
    this.feet(endings(view, columns), (text, foot) => {
      write(text, foot.text);
      change(text, { x: foot.x.toFixed(1), y: view.height - 4 });
    });
    this.drawSayings(columns.find(({ kind, later }) => kind === "said" && !later));
    return heads;
  }

  /** @param {number} width @param {number} right */
  drawFrame(width, right) {
    const { rows, gaps, row, height, left, tall, run, graph } = this.view;
    change(this.image, { width, height, viewBox: `0 0 ${width} ${height}` });
    const at = rows.find(({ i }) => i === row)?.y ?? TOP;
    change(this.band, { x: 0, y: at - tall / 2 - 3, width: right, height: tall + 6 });
    change(this.guides, { d: rows.map(({ y }) => `M${left - 6} ${y}H${right}`).join("") +
      gaps.map(({ y }) => `M104 ${y}H${right}`).join("") });
    write(this.rowsAre, this.view.rowsAre);
    this.drawRows(rows, (node, { i, y }) => {
      const [rect, number, symbol] = node.children;
      change(node, { class: i === row ? "row here" : "row" });
      change(rect, { x: 26, y: y - tall / 2, width: left - 38, height: tall });
      write(number, String(run.from + i));
      change(number, { x: 21, y: y + 4 });
      write(symbol, fits(tokenOf(graph, i), left - 40, LETTER));
      change(symbol, { x: 26 + (left - 38) / 2, y: y + 5 });
    });
  }

  /** @param {MachineColumn | undefined} column */
  drawSayings(column) {
    const { view } = this;
    this.drawSaid(column ? view.rows : [], (text, { i, y }) => {
      const { text: words, kind } = saidAt(view, i);
      write(text, fits(words, column.w + GAP, LETTER));
      change(text, { x: column.x + column.w / 2, y: y + 5,
        class: `says ${kind}${i === view.row ? " here" : ""}` });
    });
  }

  // Every number on show: {key, x, y, unit}.
  cells() {
    /** @type {{key: string, x: number, y: number, unit: number}[]} */
    const cells = [];
    for (const { grids } of this.drawn) {
      for (const grid of grids) {
        if (!grid.arcs) eachCell(grid, (i, j, x, y) =>
          cells.push({ key: keyOf({ table: grid.table.name, i, j }), x, y, unit: grid.unit }));
      }
    }
    return cells;
  }

  opened() {
    return this.drawn.filter(({ column }) => column.open).flatMap(({ grids }) => grids);
  }

  // The number at a place of the picture, or the row.
  /** @param {MouseEvent} event @returns {{key?: string, row?: number, gap?: number}} */
  hit(event) {
    /** @type {SVGElement} */
    const gap = /** @type {Element} */ (event.target).closest?.("[data-gap]");
    if (gap) return { gap: Number(gap.dataset.gap) };
    /** @type {SVGElement} */
    const arc = /** @type {Element} */ (event.target).closest?.("[data-ref]");
    if (arc) return { key: arc.dataset.ref };
    const { tall, rows, pitch } = this.view;
    const at = this.image.getBoundingClientRect();
    const [x, y] = [event.clientX - at.left, event.clientY - at.top];
    const grids = this.drawn.filter(({ column }) => x >= column.x - 3 && x <= column.x + column.w +
      3)
      .flatMap((column) => column.grids);
    const found = grids.map((grid) => cellAt(grid, x, y, tall)).find(Boolean);
    return found ? { key: keyOf(found) } : {
      row: rows.find((each) => Math.abs(each.y - y) <= pitch / 2)?.i };
  }

  // Frames a number, those that made it, and those that it makes.
  /**
   * @param {string | undefined} chosen @param {Set<string>} [ancestors]
   * @param {Set<string>} [descendants]
   */
  light(chosen, ancestors = new Set(), descendants = new Set()) {
    const cells = chosen ? this.cells() : [];
    const { tall } = this.view;
    /** @param {Set<string>} keys */
    const outline = (keys) => cells.filter(({ key }) => keys.has(key))
      .map(({ x, y, unit }) => box(x + 0.5, y - tall / 2 - 1, Math.max(2, unit - 1), tall + 2))
        .join("");
    [ancestors, descendants, new Set([chosen])].forEach((keys, k) =>
      change(this.marks[k], { d: keys.size ? outline(keys) : "" }));
    for (const arc of this.columnsIn.querySelectorAll("[data-ref]")) {
      const key = arc.getAttribute("data-ref");
      arc.classList.toggle("lit", key === chosen || ancestors.has(key) || descendants.has(key));
    }
  }
}
