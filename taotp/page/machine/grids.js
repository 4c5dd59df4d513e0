// @ts-check
// Cells of the machine's picture: where they stand, their shades, and their numbers, which fit.

import { format } from "../kit/runs.js";
import { TOP } from "./view.js";
/** @import {Subspace} from "../kit/page" */
/** @import {Ref, Table} from "./graph.js" */
/** @import {Grid, MachineColumn} from "./machine" */
/** @import {View} from "./view.js" */

export const LEVELS = 10;
const STRIP = TOP - 12; // where a head's question stands
const BIN = 1.6; // px: what is narrower is drawn together
const [LARGEST, READABLE] = [12, 9.5]; // px of digits
export const NOTHING = 1e-9; // what is smaller is only what rounding left

// Where a cell of a column begins.
/** @param {MachineColumn} column @param {number} j */
export function xOf({ x, unit, gap, groups, chip = 0 }, j) {
  let before = 0;
  if (gap) while (before + 1 < groups.length && groups[before + 1].at <= j) before += 1;
  return x + chip + j * unit + gap * before;
}

// Numbers in a few letters: 1.41, -.58, 12, 3e5.
/** @param {number} x @param {number} [digits] */
export function short(x, digits = 2) {
  const size = Math.abs(x);
  if (!Number.isFinite(x)) return format(x);
  if (size < NOTHING) return "0";
  if (size < 0.5 * 10 ** -digits) return "~0";
  const text = size >= 99999.5 ? size.toExponential(0).replace("e+", "e")
    : size >= 99.95 ? size.toFixed(0) : size >= 9.995 ? size.toFixed(Number(digits > 1))
      : size.toFixed(digits).replace(/^0\./, ".");
  return (x < 0 ? "\u2212" : "") + text;
}

// How wide a text is, in the size of its letters.
/** @param {string} text */
const widthOf = (text) => Array.from(text).reduce((all, letter) =>
  all + (letter === "." ? 0.33 : "\u2212~".includes(letter) ? 0.84 : 0.65), 0);

// A number with as many digits as fit between the borders of a cell, and how large they are.
/** @param {number} value @param {number} room */
export function fitting(value, room) {
  const ways = [2, 1, 0].map((digits) => {
    const text = short(value, digits);
    return { text, size: Math.min(LARGEST, room / widthOf(text)) };
  });
  return ways.find(({ size }) => size >= READABLE) ?? ways[2];
}

// Grids: cells of one table, at places. `rows` lists {i, y}; an upright grid is a row stood on end.

/** @param {View} view @param {MachineColumn} column @returns {Grid[]} */
export function gridsOf(view, column) {
  const { rows, row } = view;
  if (column.kind === "said") return [];
  if (column.kind !== "looker") {
    const stands = column.kind === "memory" ? view.memoryRows : rows;
    return [{ table: column.table, rows: stands, at: (j) => xOf(column, j), unit: column.unit,
      numbers: column.numbers }];
  }
  if (!column.open) return [];
  const { head } = column;
  const sources = view.sourceRows(head);
  /** @param {Table} table @returns {Grid} */
  const upright = (table) =>
    ({ table, upright: true, i: row, rows: sources, x: column.x + column.w - 42,
    unit: 38, numbers: true });
  if (column.mode !== "ask") return [{ ...upright(head.looks), arcs: true }];
  /** @param {number} j */
  const at = (j) => column.x + 14 + j * column.unit;
  const { unit, numbers } = column;
  const seen = sources.filter(({ i }) => i < head.score.row(row).length);
  return [
    { table: head.key, rows: seen, at, unit, numbers },
    { table: head.query, rows: [{ i: row, y: STRIP }], at, unit, numbers },
    upright(head.score),
  ];
}

// The cell of a grid that is at a point.
/**
 * @param {Grid} grid @param {number} x @param {number} y @param {number} tall
 * @returns {Ref | undefined}
 */
export function cellAt(grid, x, y, tall) {
  const row = grid.rows.find((each) => Math.abs(each.y - y) <= tall / 2 + 2);
  if (!row) return undefined;
  if (grid.upright) {
    return !grid.arcs && x >= grid.x && x < grid.x + grid.unit &&
      row.i < grid.table.row(grid.i).length
      ? { table: grid.table.name, i: grid.i, j: row.i } : undefined;
  }
  for (let j = 0; j < grid.table.size; j++) {
    if (x >= grid.at(j) && x < grid.at(j) + grid.unit)
      return { table: grid.table.name, i: row.i, j };
  }
  return undefined;
}

// Every cell of a grid: draw(i, j, x, y).
/** @param {Grid} grid @param {(i: number, j: number, x: number, y: number) => void} draw */
export function eachCell(grid, draw) {
  for (const { i, y } of grid.rows) {
    if (grid.upright) {
      if (i < grid.table.row(grid.i).length) draw(grid.i, i, grid.x, y);
    } else for (let j = 0; j < grid.table.size; j++) draw(i, j, grid.at(j), y);
  }
}

// The largest number of each group of a table, by which its shades are.
/** @param {Table} table @param {{i: number}[]} rows @param {Subspace[]} groups */
export function scaleOf(table, rows, groups) {
  const ends = groups.length ? groups : [{ at: 0, size: table.size }];
  const scale = new Float64Array(table.size).fill(1);
  for (const { at, size } of ends) {
    let most = 0;
    for (const { i } of rows) {
      const row = table.row(i);
      for (let j = at; j < at + size; j++) {
        if (Number.isFinite(row[j])) most = Math.max(most, Math.abs(row[j]));
      }
    }
    scale.fill(most || 1, at, at + size);
  }
  return scale;
}

/** @param {number} x @param {number} y @param {number} w @param {number} h */
export const box = (x, y, w, h) =>
  `M${x.toFixed(1)} ${y.toFixed(1)}h${w.toFixed(1)}v${h.toFixed(1)}h${(-w).toFixed(1)}z`;

// Cells without numbers, as one path for each shade; where cells are very narrow, several as one.
/** @param {Grid} grid @param {Float64Array} scale @param {number} tall @param {string[]} paths */
export function tiles(grid, scale, tall, paths) {
  const per = Math.max(1, Math.ceil(BIN / grid.unit));
  for (const { i, y } of grid.rows) {
    const row = grid.table.row(i);
    for (let j = 0; j < row.length; j += per) {
      let value = row[j] / scale[j];
      for (let k = j + 1; k < Math.min(row.length, j + per); k++) {
        if (Math.abs(row[k] / scale[k]) > Math.abs(value)) value = row[k] / scale[k];
      }
      const level = Math.round(Math.min(1, Math.abs(value)) * LEVELS + 0.4) - 1;
      if (!(level >= 0)) continue;
      const inset = value < 0 ? 0.18 : 0.04;
      const w = grid.unit * Math.min(per, row.length - j);
      paths[value < 0 ? LEVELS + level : level] +=
        box(grid.at(j) + w * inset, y - tall / 2 + tall * inset * 0.7, w * (1 - 2 * inset),
          tall * (1 - 1.4 * inset));
    }
  }
}
