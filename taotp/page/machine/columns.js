// @ts-check
// The columns of the machine's picture, from left to right, and where each stands: streams, heads,
// units of an MLP, logits, and what is said. The columns of the step shown are open: they show
// numbers, where there is room for them.

import "./grids.js";
import { join } from "./steps.js";
import { headName, normOf, tokenOf } from "./words.js";
import { nameOf } from "../kit/runs.js";
import "./view.js";
/** @import {Run, Subspace} from "../kit/page" */
/** @import {Table} from "./graph.js" */
/** @import {MachineColumn, Turns} from "./machine" */
/** @import {View} from "./view.js" */

export const GAP = 8; // between columns
const NARROW = 640; // px: below, only what belongs to the step is shown
const [CLOSED_UNIT, CLOSED_LEAST, CLOSED_MOST] = [3.4, 42, 64];
const [LEAST_NUMBER, NUMBER, NUMBER_MOST] = [24, 28, 40]; // px for a number
const [TILE, TILES_MOST] = [7, 340];
const MOST_NUMBERS = 320;
const ROOMY = 1.25; // times the least room for a number
const MOST_GAP = 72;
const HEAD = { closed: 30, look: 84, some: 130, most: 230, score: 40 };
const HEAD_LEAST = 62;
const [SAID, SAID_MOST] = [46, 120];
// for what was read, before its row of the memory
const [CHIP, CHIP_NARROW, CHIP_MOST] = [46, 60, 96];
export const LETTER = 8.6; // px, of what stands in bold

// The room that columns take, with the gaps behind them.
/** @param {MachineColumn[]} columns */
const roomOf = (columns) => columns.reduce((sum, { least }) => sum + least + GAP, 0);
const MOST_APART = 12; // parts of a stream that stand apart; more are directions side by side
/** @param {Subspace[]} groups */
const groupsIn = (groups) => (groups.length > MOST_APART ? 0 : Math.max(0, groups.length - 1));

/**
 * @param {Table} table @param {string} title @param {string} since @param {Subspace[]} groups
 * @param {Partial<MachineColumn>} [more] @returns {MachineColumn}
 */
function stream(table, title, since, groups, more = {}) {
  return { kind: "stream", key: table.name, table, title, since, groups, ...more };
}

// All columns of a stack of layers.
/** @param {View} view @returns {MachineColumn[]} */
export function columnsOf(view) {
  const { graph, step, run } = view;
  /** @param {string} kind @param {string | number} layer @param {string} [more] */
  const id = (kind, layer, more = "") => graph.prefix + join(kind, layer, more);
  const groups = graph.tables.get(`${graph.prefix}embedding`).size === graph.end.size && run.program
    ? run.program.subspaces : [];
  /** @type {MachineColumn[]} */
  const out =
    [stream(graph.tables.get(`${graph.prefix}embedding`), "embedding", `${graph.prefix}embed`,
      groups, { short: "embed" })];
  graph.layers.forEach((layer, number) => {
    for (const [kind, more,
      then] of /** @type {["heads" | "cross", string, "carried" | "crossed"][]} */ (
      [["heads", "", "carried"], ["cross", "cross", "crossed"]])) {
        for (const head of layer[kind] ?? []) {
          out.push({ kind: "looker", key: `head ${head.label}`, head, layer: number, more,
            title: headName(head), since: id("ask", number, more), groups: [] });
        }
        if (layer[kind])
          out.push(stream(layer[then], `after heads ${number}`, id("carry", number, more), groups,
            { short: "after" }));
      }
    if (!layer.hidden) return;
    out.push(stream(layer.hidden, `MLP ${number}`, id("think", number), [], { kind: "mlp" }));
    out.push(stream(layer.after, `after MLP ${number}`, id("think", number), groups,
      { short: "after" }));
  });
  if (view.isCross) addMemory(view, out, groups);
  const normed = step.kind === "norm" ? normOf(view) : undefined;
  if (normed) addNormed(view, normed, out, groups);
  if (graph.logits) {
    out.push(stream(graph.logits, "logits", "compare", [], { kind: "logits", least: 46 }));
    out.push({ kind: "said", key: "said", title: "says", since: "say", groups: [],
      least: roomToSay(run) });
  }
  return out.map((column) =>
    /** @type {MachineColumn} */ ({ ...column, ...opened(view, column, normed) }));
}

// The room that the longest of what is said takes, with a mark behind it.
/** @param {Run} run */
function roomToSay({ program, decisions = [] }) {
  const lengths = decisions.filter(Boolean)
    .map(({ token }) => (token < 0 ? 0 : nameOf(program, token).length + 2));
  return Math.min(SAID_MOST, Math.max(SAID, LETTER * Math.max(0, ...lengths)));
}

// What the encoder said stands before the heads that look into it.
/** @param {View} view @param {MachineColumn[]} out @param {Subspace[]} groups */
function addMemory({ graphs, step, narrow }, out, groups) {
  const at = out.findIndex(({ layer, more }) => layer === step.layer && more === step.more);
  const longest =
    Math.max(...graphs[0].run.tokens.map((_, i) => `${i} ${tokenOf(graphs[0], i)}`.length));
  const chip = Math.min(narrow ? CHIP_NARROW : CHIP_MOST, Math.max(CHIP, 7 * longest));
  out.splice(at, 0, stream(graphs[0].end, "the memory", step.id, groups,
    { kind: "memory", key: "memory", chip }));
}

// The normed numbers stand before what reads them.
/**
 * @param {View} view @param {Table} table @param {MachineColumn[]} out @param {Subspace[]} groups
 */
function addNormed({ step }, table, out, groups) {
  if (out.some(({ key }) => key === table.name)) return;
  const reader = out.findIndex((column) => column.layer === step.layer &&
    column.more === step.more ||
    column.kind === "mlp" && step.more === "mlp" && column.key.endsWith(`hidden ${step.layer}`));
  const at = reader < 0 ? out.length : reader;
  out.splice(at, 0, stream(table, "normed", step.id, groups));
}

// Whether a column is open in a step, and reached by it.
/** @param {View} view @param {MachineColumn} column @param {Table | undefined} normed */
function opened(view, { kind, key, table, layer, more, since }, normed) {
  const { step, steps } = view;
  const place = steps.findIndex(({ id }) => id === since);
  const later = place > view.index;
  const ofLayer = layer === step.layer && more === step.more;
  /** @type {Record<string, boolean>} */
  const opens = {
    embed: key.endsWith("embedding"),
    norm: since === step.id || (normed && table === normed),
    ask: kind === "looker" && ofLayer,
    look: kind === "looker" && ofLayer,
    carry: since === step.id || (kind === "looker" && ofLayer),
    think: since === step.id,
    compare: kind === "logits",
    say: kind === "said",
  };
  const open = opens[step.kind] || kind === "memory";
  return { open, later, mode: kind === "looker" && open ? step.kind : "" };
}

// How wide a column is at least, and at most.
/** @param {MachineColumn} column @param {number} rows @returns {Partial<MachineColumn>} */
function widths(column, rows) {
  const { kind, table, open, mode, groups, head, chip = 0 } = column;
  const named = Math.min(110, 7 * column.title.length);
  if (kind === "said") return { least: column.least, most: column.least };
  if (kind === "looker") {
    if (!open) return { least: HEAD.closed, most: HEAD.closed };
    const keys = mode === "ask" ? head.key.size : 0;
    const cells = keys * NUMBER <= 120 ? keys * NUMBER : Math.min(120, keys * TILE);
    const least = mode === "ask" ? cells + HEAD.score + 22 : HEAD.look;
    return { least: Math.max(least, named), most: Math.max(HEAD.most, least) };
  }
  const inside = 6 * groupsIn(groups) + chip;
  if (!open) {
    const closed = Math.max(Math.min(CLOSED_MOST, table.size * CLOSED_UNIT) + 2 * groupsIn(groups),
      column.least ?? CLOSED_LEAST);
    const all = table.size * NUMBER + inside; // where there is room, its numbers too
    return { least: closed, most: closed,
      numbersAt: table.size * rows <= MOST_NUMBERS ? all : undefined };
  }
  const least = table.size * NUMBER + inside;
  const numbers = table.size * rows <= MOST_NUMBERS;
  const tiles = Math.min(TILES_MOST, Math.max(table.size * TILE, 60)) + inside;
  return numbers ? { least: Math.max(least, 34),
    most: Math.max(table.size * NUMBER_MOST + inside, 60), tiles }
    : { least: Math.min(tiles, least), most: Math.min(TILES_MOST * 2, least), tiles };
}

// The columns that fit, with their places. What does not fit is left out, what is far from the step
// first; open heads that do not fit are shown in turns. Returns {columns, heads: {from, fit, all}}.
/**
 * @param {View} view @param {MachineColumn[]} columns @param {number} width @param {number} left
 * @param {number} rows @returns {{columns: MachineColumn[], heads: Turns}}
 */
export function layout(view, columns, width, left, rows) {
  const sized = columns.map((column) => ({ ...column, ...widths(column, rows) }));
  const open = sized.map(({ open }, at) => (open ? at : -1)).filter((at) => at >= 0);
  /** @param {number} at */
  const far = (at) => Math.min(...open.map((other) => Math.abs(at - other)));
  const scene = width < NARROW;
  /** @type {MachineColumn[]} */
  let kept = sized.map((column, at) => ({ ...column, at, far: far(at) }));
  const heads = kept.filter(({ kind, open }) => kind === "looker" && open);
  if (scene && view.step.kind === "say") {
    for (const column of kept) if (column.kind === "stream") column.far += kept.length;
  } else if (scene) kept = kept.filter((column) => column.open ||
    (column.far === 1 && column.kind === "stream"));
  const total = () => left + roomOf(kept);
  const dropFarthest = () => {
    const farthest = Math.max(...kept.filter(({ open }) => !open).map(({ far }) => far));
    const last = kept.findLastIndex((column) => !column.open && column.far === farthest);
    kept.splice(last, 1);
  };
  while (total() > width && kept.some(({ open, far }) => !open && far > 1)) dropFarthest();
  const turns = inTurns(view, kept, heads, width - left);
  kept = turns.kept;
  while (total() > width && kept.some(({ open }) => !open)) dropFarthest();
  if (total() > width) squeeze(kept, width - left);
  return { columns: placed(kept, width, left), heads: turns.heads };
}

// The open heads that there is room for, from the one that the reader turned to.
/**
 * @param {View} view @param {MachineColumn[]} kept @param {MachineColumn[]} heads
 * @param {number} room
 */
function inTurns(view, kept, heads, room) {
  const closed = roomOf(kept.filter(({ open }) => !open));
  const others = kept.filter(({ open, kind }) => open && kind !== "looker")
    .reduce((sum, { least, tiles }) => sum + (tiles ?? least) + GAP, 0);
  const each = Math.max(HEAD_LEAST, ...heads.map(({ least }) => least)) + GAP;
  const fit = Math.max(1, Math.floor((room - closed - others) / each));
  const all = heads.length;
  if (fit >= all) return { kept, heads: { from: 0, all, fit: all } };
  const from = Math.min(view.firstHead, all - fit);
  const shown = new Set(heads.slice(from, from + fit).map(({ key }) => key));
  return {
    kept: kept.filter(({ kind, open, key }) => kind !== "looker" || !open || shown.has(key)),
    heads: { from, all, fit },
  };
}

// Too many numbers become tiles, and columns as narrow as they must.
/** @param {MachineColumn[]} kept @param {number} room */
function squeeze(kept, room) {
  for (const column of kept) if (column.tiles) column.least = Math.min(column.least, column.tiles);
  const over = roomOf(kept) - room;
  if (over <= 0) return;
  const wide = kept.filter(({ open, kind }) => open && kind !== "said");
  const sum = wide.reduce((all, { least }) => all + least, 0);
  for (const column of wide) column.least =
    Math.max(30, column.least - (over * column.least) / sum);
}

// What room is left goes to open columns, then to the numbers of streams beside them, then between.
/**
 * @param {MachineColumn[]} kept @param {number} width @param {number} left
 * @returns {MachineColumn[]}
 */
function placed(kept, width, left) {
  let spare = width - left - roomOf(kept);
  const growing = kept.filter(({ least, most }) => most > least);
  /** @param {(column: MachineColumn) => number} most */
  const grow = (most) => growing.forEach((column, k) => {
    const more = Math.max(0, Math.min(most(column) - column.least, spare / (growing.length - k)));
    column.least += more;
    spare -= more;
  });
  grow(({ most, kind }) => (kind === "looker" ? Math.min(HEAD.some, most) : most));
  const near = kept.filter(({ numbersAt, later }) => numbersAt && !later)
    .sort((one, other) => one.far - other.far);
  for (const column of near) {
    const wanted = [ROOMY, 1].map((times) => column.numbersAt * times)
      .find((all) => all - column.least <= spare);
    if (!wanted) continue;
    spare -= wanted - column.least;
    column.least = wanted;
    column.roomy = true;
  }
  grow(({ most }) => most);
  const between = GAP + Math.min(MOST_GAP, spare / Math.max(1, kept.length));
  let x = left;
  let last = -1;
  return kept.map((column) => {
    const skipped = column.at - last - 1;
    last = column.at;
    /** @type {MachineColumn} */
    const made = { ...column, x, w: column.least, skipped };
    x += column.least + between;
    return /** @type {MachineColumn} */ ({ ...made, ...unitOf(made) });
  });
}

// How wide a cell is, and whether its number is written.
/** @param {MachineColumn} column @returns {Partial<MachineColumn>} */
function unitOf({ kind, table, w, groups, open, head, mode, roomy, chip = 0 }) {
  if (kind === "said") return {};
  if (kind === "looker") {
    const keys = mode === "ask" ? head.key.size : 0;
    const unit = keys ? Math.min(NUMBER_MOST, (w - HEAD.score - 22) / keys) : 0;
    return { unit, gap: 0, numbers: unit >= LEAST_NUMBER };
  }
  const gap = groupsIn(groups) ? (open || roomy ? 6 : 2) : 0;
  const unit = (w - chip - gap * groupsIn(groups)) / Math.max(1, table.size);
  return { unit: Math.min(unit, NUMBER_MOST), gap,
    numbers: (open || Boolean(roomy)) && unit >= LEAST_NUMBER };
}
