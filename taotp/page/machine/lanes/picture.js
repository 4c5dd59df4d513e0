// @ts-check
// The picture of lanes: positions are columns, each part of the stream is a row of decoded values,
// and what matters to the answer is joined by threads.

import { change, pool, svg, write } from "../../kit/panels.js";
import { shownNumber } from "./codebooks.js";
import { InsteadRows } from "./instead.js";
import { countOf, madeOf, weighed } from "./stories.js";
import { MOSTLY, cellText, choice, inUnits, lead } from "./telling.js";
import { inWords } from "./relations.js";
import { TEXT, cellKey, cellOf, writerOf, ranking, heldIn } from "./story.js";
/** @import {Cell, Instead, Lane, Lanes, LaneHead, Meaning, Pair} from "./lanes" */
/** @import {Story, Thread, Wrong} from "./lanes" */

const [ROW, TAG, BAR, SHARE, R, GAP, RULE] = [46, 15, 62, 26, 14, 7, 14]; // px
const [LEAST, MOST_AIR, WIDEST, LETTER] = [34, 64, 150, 7.4];
const [LABEL, NARROW_LABEL, BOLD, SMALL_BOLD] = [168, 98, 7.6, 6.8]; // px
const [TAGS_DRAWN, CORNER] = [3, 7];
const BAR_WIDE = 17; // px
const BESIDE = 50; // px of a column in which a share has room beside what is carried
const INSIDE = -8; // px, where a rule stands in an empty cell, as half of one
const BELOW = 22; // px, for what is said below a cell of the last row
const OF_BOX = 4; // px of a letter, half of the box of what is the same, whatever the font
const SIGN = 10; // px, the radius of a sign on a line
const ALONG = [.5, .45, .55, .4, .6, .35, .65, .3, .7, .25, .75]; // of a line, where a sign may be
const [SIDE, DOWN] = [11, 9]; // px from the middle of a circle to where a thread begins
const TIP = 5; // px of the head of an arrow
const SIGNED = 22; // px from the edge of a circle to what is said beside its sign
const [RIGHT, WRONG] = ["\u2713", "\u2717"];
const CHECKED = "\u2713 checked, and right";
export const HUES = 8;
const THOUSANDS = ["", "thousand", "million", "billion", "trillion"];
/** @type {Record<string, string>} */
const RULES = { smallest: "the smaller, the taller", largest: "the larger, the taller",
  "next larger": "nearest above is tallest" };
const SCORES = "score of each"; // a row of bars
const SHARES = "attention (softmax)"; // a row of what the softmax makes of them
const ORDER = ["first", "latest", "before", "after"]; // which say nothing alone

/**
 * @typedef {{name: string, label: string, stack: string, note: string, y: number, tall: number,
 *   tags: boolean, few: boolean, lines: (p: number) => string[], lane?: Lane, ranked?: LaneHead,
 *   ruled?: boolean, unit?: number}} DrawnRow
 * @typedef {(row: DrawnRow, p: number) => boolean} Shows whether a cell is drawn
 * @typedef {{x: number, y: number, later: boolean, text: string, anchor: string,
 *   passed?: boolean}} Rule
 */

// The colors of the symbols of a text, by their places in the vocabulary, so that a symbol has the
// same after a reload; a later one of the same color takes the next that is free.
/** @param {Lanes} seen @param {string[]} names @returns {Map<string, number>} */
function huesOf({ read, tokens }, names) {
  /** @type {Map<string, number>} */
  const hues = new Map();
  for (const text of new Set([...read, ...tokens].map(String))) {
    const [own, taken] = [ownHue(text, names), new Set(hues.values())];
    const free = Array.from({ length: HUES }, (_, k) => (own + k) % HUES)
      .find((hue) => !taken.has(hue));
    hues.set(text, free ?? own);
  }
  return hues;
}

// The color of a meaning by its name alone: of no symbol its number counts, or its letters.
/** @param {string} text @param {string[]} names */
function ownHue(text, names) {
  const place = names.indexOf(text);
  if (place >= 0) return place % HUES;
  return Math.abs(shownNumber(text) ?? [...text].reduce((sum, letter) =>
    sum + letter.codePointAt(0), 0)) % HUES;
}

// The lines of a cell: its text, or a tag a line, where some play a part those alone, and of these
// what was read before what was looked for.
/** @param {Meaning} value @param {Set<string>} [first] @returns {string[]} */
function linesOf(value, first = new Set()) {
  if (!Array.isArray(value)) return value === null ? [] : [cellText(value)];
  const order = [...first];
  const rank = (/** @type {string} */ tag) => {
    const found = order.indexOf(tag.replace(/^not | -?[\d.]+$/g, ""));
    return found < 0 ? order.length : found;
  };
  const sorted = [...value].sort((a, b) => rank(a) - rank(b));
  const known = value.filter((tag) => rank(tag) < order.length).length;
  const some = Math.min(TAGS_DRAWN, known || TAGS_DRAWN);
  const more = value.length > some + 1 ? [`${value.length - some} more`] : [];
  return more.length ? [...sorted.slice(0, some), ...more] : sorted;
}

export class LanesPicture {
  constructor() {
    this.image = svg("svg", { class: "lanes", role: "img", tabindex: 0 });
    this.names = svg("svg", { class: "names", "aria-hidden": "true" }); // stay as the rest scrolls
    this.is = ""; // whether what is said is right, "" where nothing is promised
    /** @type {Set<string>} */
    this.folded = new Set(); // lanes that the answer stands for
    const [bands, bars, threads, pairs, cells] = Array.from({ length: 5 }, () => svg("g"));
    this.same = svg("g", { class: "match" }, svg("path"), svg("rect", { rx: 10, height: 20 }),
      svg("text", { "text-anchor": "middle" }, "the same"));
    this.frame = svg("g", { class: "wrong" });
    const rules = svg("g", { class: "rules" });
    this.instead = new InsteadRows();
    this.image.append(bands, bars, threads, pairs, cells, rules, this.same, this.frame);
    this.rules = pool(rules, () => svg("text", { "text-anchor": "middle" }));
    this.bands = pool(bands, () => svg("rect", { class: "band", rx: 7 }));
    this.bars = pool(bars, () => svg("rect", { rx: 2 }));
    this.threads = pool(threads, () => svg("path"));
    this.stem = svg("path", { class: "stem" });
    threads.before(this.stem);
    this.pairs = pool(pairs, () => svg("g", {}, svg("path"), svg("circle", { r: SIGN }),
      svg("text", { "text-anchor": "middle" })));
    this.cells = pool(cells, () => svg("g", {}, svg("rect"), svg("g")));
    this.labels = pool(this.names, () => svg("g", { class: "name" }, svg("text", { class: "lane" }),
      svg("text", { class: "note" }), svg("text", { class: "note" })));
    /** @type {{x: number, y: number, left: number, wide: number}[]} */
    this.ruled = []; // where what rules say stands
    /** @type {string[]} */
    this.symbols = []; // of the machine, by which they have their colors
    /** @type {Map<string, number>} */
    this.hues = new Map(); // of the text that is drawn
    /** @type {WeakMap<Element, string>} */
    this.cellsNow = new WeakMap();
    /** @type {WeakMap<Element, Cell>} */
    this.held = new WeakMap(); // which cell a node is
    /** @type {Record<string, number[]>} */
    this.x = {};
  }

  /**
   * @param {Lanes} seen @param {Story} story @param {number} at @param {number} width
   * @param {{all: boolean, upto: number, said: number, until: number, wrong?: Wrong, asked?: Cell,
   *   instead?: Instead, rights: (boolean | undefined)[], told: Thread[], symbols: string[],
   *   isRight: (p: number) => string}} how and the first place of what was said, the last that is
   *   shown, what is wrong first, what is asked for its causes, what would be said instead and
   *   whether that would be right, what the sentence says is brought, the symbols of the machine,
   *   and whether what is said at a position is right
   */
  draw(seen, story, at, width, { all, upto, said, until, wrong, asked, instead, rights, told,
    symbols, isRight }) {
    this.symbols = symbols;
    this.hues = huesOf(seen, symbols);
    const narrow = width < 560;
    const left = narrow ? NARROW_LABEL : LABEL;
    const matter = new Set(story.cells.map(cellKey));
    if (wrong) matter.add(cellKey(wrong.cell));
    /** @type {Shows} */
    const shows = (row, p) => all || !(row.few || (row.lane && row.stack && isEnd(seen, p))) ||
      matter.has(cellKey({ lane: row.name, at: p, stack: row.stack }));
    const isAbove = [...story.chosen.keys()].some((key) => cellOf(key).lane === TEXT &&
      key !== ruledByMatch(story));
    const top = story.match ? 46 : isAbove ? 16 : 6;
    const rows = drawnRows(seen, matter, story, all, top, at, shows, wrong);
    this.folded = new Set(seen.lanes.filter(({ by, stack, name }) => !stack && by !== "token" &&
      !rows.some((row) => !row.stack && row.name === name)).map(({ name }) => name));
    const stacks = [...new Set(rows.map(({ stack }) => stack))];
    const wide = widths(seen, rows, stacks, width - left, shows);
    for (const stack of stacks) this.x[stack] = columnsAt(wide[stack], left, width);
    const across = Math.max(...stacks.map((stack) => this.x[stack].at(-1)));
    const last = rows[rows.length - 1];
    const label = wrong && wrong.cell.lane === last.name && wrong.cell.stack === last.stack;
    const height = last.y + last.tall + (label ? BELOW : 6);
    const isWrong = wrong?.cell.lane === "answer" && wrong.cell.at === at;
    this.is = isWrong ? "wrong" : isRight(at);
    change(this.image, { class: `lanes ${this.is}`, width: Math.max(across, width), height,
      viewBox: `0 0 ${Math.max(across, width)} ${height}` });
    change(this.names, { width: left, height, class: across > width + 1 ? "names over" : "names" });
    this.drawBands(rows, at);
    this.drawLabels(rows, left, narrow);
    this.instead.draw(instead, { left, width, narrow, later: isLater(last, upto),
      rights, columns: across <= width + 1 ? this.x[""] : undefined });
    const seat = wrong && this.seat(rows, wrong.cell);
    const marks = { wrong: [seat?.row, wrong?.cell.at],
      asked: [asked && this.seat(rows, asked)?.row, asked?.at] };
    this.drawCells(seen, rows, matter, { at, upto, said, until, byPlace: story.byPlace,
      isRight }, shows,
      marks);
    this.frame.replaceChildren(...(seat ? wrong.frame(seat, Math.max(across, width)) : []));
    this.drawBars(rows, at, upto);
    this.drawRules(seen, rows, story, at, upto);
    this.drawStem(rows, story, at, upto);
    this.drawThreads(rows, withTold(rows, story, told), upto, seen);
    this.drawPairs(rows, story.pairs, upto, seen);
    this.drawMatch(rows, story, upto);
    return { focus: this.middle("", at), off: seat?.x, left, wide: across };
  }

  /** @param {Meaning} value */
  hue(value) {
    const text = String(value);
    return `h${this.hues.get(text) ?? ownHue(text, this.symbols)}`;
  }

  /** @param {string} stack @param {number} p */
  middle(stack, p) {
    return (this.x[stack][p] + this.x[stack][p + 1]) / 2;
  }

  // The position whose column is so far from the left, -1 for none.
  /** @param {number} x */
  columnAt(x) {
    return this.x[""].findIndex((from, p) => x >= from && x < this.x[""][p + 1]);
  }

  /** @param {DrawnRow[]} rows @param {number} at */
  drawBands(rows, at) {
    const own = rows.filter(({ stack }) => !stack);
    const [x, next] = [this.x[""][at], this.x[""][at + 1]];
    const bottom = own[own.length - 1];
    this.bands([0], (node) => change(node, { x, y: own[0].y - 2, width: next - x,
      height: bottom.y + bottom.tall - own[0].y + 6 }));
  }

  /** @param {DrawnRow[]} rows @param {number} left @param {boolean} narrow */
  drawLabels(rows, left, narrow) {
    this.labels(rows, (node, { name, label, note, lane, y, tall, unit = 1 }) => {
      const [first, second, numbers] = /** @type {SVGElement[]} */ ([...node.children]);
      const fits = (/** @type {string} */ text, /** @type {number} */ letter) => {
        const most = Math.floor((left - 12) / letter);
        return text.length <= most ? text : `${text.slice(0, most - 1)}\u2026`;
      };
      const scale = narrow && unit > 1 ? timesOf(unit) : ""; // which is never left out
      const inOne = scale || (note && !narrow);
      const [begins, rest] = inOne ? [label, ""] : inTwo(label, Math.floor((left - 12) / BOLD));
      const more = narrow && lane?.by === "answer" ? "" : note;
      const small = narrow ? 6.2 : 6.6;
      // a note is told in two lines where it is longer than one, and its row has room for three
      const [told, end] = scale || rest || name === TEXT ? [scale || rest || more, ""]
        : inTwo(more, Math.floor((left - 12) / small));
      const below = fits(told, rest ? BOLD : small);
      const up = end ? 7 : 0;
      write(first, fits(begins, BOLD));
      write(second, below);
      const middle = y + tall / 2;
      change(first, { x: left - 12, y: middle + (below ? -2 : 4) - up, "text-anchor": "end" });
      change(second, { x: left - 12, y: middle + 12 - up, "text-anchor": "end",
        class: rest ? "lane" : "note" });
      change(numbers, { x: left - 12, y: name === TEXT ? middle + R + 13 : middle + 26 - up,
        "text-anchor": "end" });
      write(numbers, name === TEXT ? "position" : fits(end, small));
    });
  }

  /**
   * @param {Lanes} seen @param {DrawnRow[]} rows @param {Set<string>} matter
   * @param {{at: number, upto: number, said: number, until: number, byPlace: boolean,
   *   isRight: (p: number) => string}} how
   * @param {Shows} shows
   * @param {Record<"wrong" | "asked", unknown[]>} marks the row and position of each
   */
  drawCells(seen, rows, matter, { at, upto, said, until, byPlace, isRight }, shows,
    { wrong, asked }) {
    const isWrong = (/** @type {DrawnRow} */ row, /** @type {number} */ p) =>
      row === wrong[0] && p === wrong[1];
    const drawn = rows.filter(({ ranked }) => !ranked).flatMap((row) => valuesOf(seen, row)
      .map((value, p) => ({ row, value, p })))
      .filter(({ row, value, p }) => (row.stack || p <= until) && (isWrong(row, p) ||
        ((value !== null || row.lines(p).length) && (row.name !== "answer" || p === at) &&
          shows(row, p))));
    this.cells(drawn, (node, { row, value, p }) => {
      node.toggleAttribute("data-wrong", isWrong(row, p));
      node.toggleAttribute("data-asked", row === asked[0] && p === asked[1]);
      this.held.set(node, { lane: row.name, at: p, stack: row.stack });
      const name = row.name;
      const counts = matter.has(cellKey({ lane: name, at: p, stack: row.stack }));
      const later = isLater(row, upto);
      const kind = name === TEXT ? "text" : name === "answer" ? "answer" : row.tags ? "tags" : "";
      const [isText, isHere] = [kind === "text" && !row.stack, !row.stack && p === at];
      const looks = ["cell", kind, this.hue(value), counts && "counts",
        later && "later", kind === "answer" && (p === at ? this.is : "wrong"),
        isText && p >= said && "said",
        isText && p >= said && isRight(p - 1), !row.stack && p > at && "ahead",
        isText && isHere && byPlace && "place"].filter(Boolean).join(" ");
      const lines = row.lines(p);
      const x = this.middle(row.stack, p);
      const key = [looks, name, value, lines, p, x, row.y, row.tall].join("|");
      if (this.cellsNow.get(node) === key) return; // most stay from move to move
      this.cellsNow.set(node, key);
      change(node, { class: looks,
        "data-lane": name === TEXT ? "the text" : name, "data-position": p,
        "data-symbol": Array.isArray(value) ? value.join(", ") : String(value ?? "") });
      const isMarked = looks.split(" ").includes("wrong") && (kind !== "answer" || p === at);
      const isChecked = kind === "answer" && this.is === "right" && p === at;
      this.drawCell(node, row, lines, x, p, isMarked ? WRONG : isChecked ? RIGHT : "");
    });
  }

  /**
   * @param {Element} node @param {DrawnRow} row @param {string[]} lines @param {number} x
   * @param {number} p @param {string} sign whether it is right or wrong, beside its color
   */
  drawCell(node, row, lines, x, p, sign) {
    const [box, texts] = /** @type {SVGElement[]} */ ([...node.children]);
    const wide = wideOf(row, lines);
    const tall = row.tags ? lines.length * TAG + 6 : 2 * R;
    const middle = row.y + row.tall / 2;
    change(box, { x: x - wide / 2, y: middle - tall / 2, width: wide, height: tall,
      rx: row.tags ? 6 : R });
    const number = row.name === TEXT ? [`${p} ${sign}`.trim()] : [];
    const mark = sign && row.name !== TEXT ? [sign] : [];
    texts.replaceChildren(
      ...lines.map((text, k) => svg("text", { x, "text-anchor": "middle",
        y: middle + 5 + (k - (lines.length - 1) / 2) * TAG }, text)),
      ...number.map((text) => svg("text", { x, y: middle + R + 13, "text-anchor": "middle",
        class: "where" }, text)),
      ...mark.map((text) => svg("text", { x: x - wide / 2 - 7, y: middle + 5, class: "mark",
        "text-anchor": "end" }, text)));
  }

  // The scores of a head that looks for the best of all: a bar for each, the best filled.
  /** @param {DrawnRow[]} rows @param {number} at @param {number} upto */
  drawBars(rows, at, upto) {
    const drawn = rows.filter(({ name }) => name === SCORES).flatMap((row) =>
      ranking(row.ranked, at).map((share, p) => ({ row, share, p })));
    this.bars(drawn, (node, { row, share, p }) => {
      const tall = 5 + share * (BAR - 16);
      const best = row.ranked.source[at] === p;
      const later = isLater(row, upto) ? " later" : "";
      change(node, { class: `bar${best ? " best" : ""}${later}`,
        x: this.middle(row.stack, p) - BAR_WIDE / 2, width: BAR_WIDE,
        y: row.y + row.tall - 6 - tall,
        height: tall });
    });
  }

  // By which rule heads chose where they look: below the cell, or above the best bar, and left out
  // where it would run into another; what attention each bar gets; and a mark where what is counted
  // might have been found and was not.
  /**
   * @param {Lanes} seen @param {DrawnRow[]} rows @param {Story} story @param {number} at
   * @param {number} upto
   */
  drawRules(seen, rows, story, at, upto) {
    /** @type {Rule[]} */
    const shown = [];
    for (const { name, y, ranked, stack } of rows.filter((row) => row.ranked)) {
      const later = orderOf(ranked) > upto;
      if (name === SCORES) shown.push({ y: y + 11, later, text: choice(seen, ranked, at),
        ...this.besideCarried(story, ranked, stack, at) });
      else ranked.weights[at].forEach((share, p) => {
        const passed = ranked.source[at] !== p;
        const beside = !passed && this.x[stack][p + 1] - this.x[stack][p] > BESIDE;
        shown.push({ y: y + 16, later, text: `${Math.round(100 * share)} %`, passed,
          x: this.middle(stack, p), anchor: "middle",
          ...beside && this.besideCarried(story, ranked, stack, at) });
      });
    }
    for (const [key, text] of story.chosen) {
      if (key === ruledByMatch(story)) continue;
      const seat = this.seat(rows, cellOf(key));
      const { head } = story.threads.find(({ from }) => cellKey(from) === key);
      if (seat) shown.push({ x: seat.x, later: orderOf(head) > upto, text, anchor: "middle",
        y: seat.row.name === TEXT ? seat.y - seat.half - 5 : seat.y + seat.half + 12 });
    }
    const by = story.threads.filter(({ from }) => story.chosen.has(cellKey(from)))
      .map(({ head }) => orderOf(head));
    for (const [key, text] of story.passed) {
      const { lane, at: p, stack } = cellOf(key);
      const row = rows.find((each) => each.name === lane && each.stack === stack);
      if (!row || !(row.name === TEXT || row.ruled)) continue;
      const half = !row.lines(p).length || (row.few && !story.cells.some((cell) =>
        cellKey(cell) === key)) ? INSIDE : this.seat(rows, cellOf(key)).half;
      const middle = row.y + row.tall / 2;
      const rule = [...story.chosen].find(([each]) => cellOf(each).lane === lane)?.[1] ?? "";
      const what = rule.split(" ").slice(1).join(" "); // of its rule, but for which
      shown.push({ x: this.middle(stack, p), later: Math.min(...by) > upto,
        text: what ? `${what}, but ${text}` : text, anchor: "middle",
        y: row.name === TEXT ? middle - half - 5 : middle + half + 12, passed: true });
    }
    shown.push(...this.howFarBack(rows, story, at, upto));
    for (const key of story.checked) {
      const seat = this.seat(rows, cellOf(key));
      if (seat?.row.lane && !seat.row.lines(cellOf(key).at).length) shown.push({ x: seat.x,
        later: isLater(seat.row, upto), text: "\u2713", y: seat.y + 5, anchor: "middle" });
    }
    const wide = (/** @type {string} */ text) => text.length * SMALL_BOLD;
    const clear = shown.filter(({ x, y, text }, k) => !shown.slice(0, k).some((other) =>
      other.y === y && Math.abs(other.x - x) < (wide(other.text) + wide(text)) / 2));
    this.ruled = clear.map(({ x, y, text, anchor }) => ({ x, y, wide: wide(text),
      left: anchor === "end" ? x - wide(text) : anchor === "start" ? x : x - wide(text) / 2 }));
    this.rules(clear, (node, { x, y, later, text, anchor, passed }) => {
      change(node, { x, y, "text-anchor": anchor,
        class: later ? "later" : passed ? "passed" : "" });
      write(node, text);
    });
  }

  // How far back what is said was found, beside the answer.
  /**
   * @param {DrawnRow[]} rows @param {Story} story @param {number} at @param {number} upto
   * @returns {Rule[]}
   */
  howFarBack(rows, { threads }, at, upto) {
    return threads.flatMap(({ head, from, to }) => {
      const [rule, ...others] = head.relations ?? [];
      const seat = this.seat(rows, to);
      return rule?.how === "back" && rule.by && !others.length && from.lane === TEXT &&
        to.at === at && to.at - from.at === rule.by && seat?.row.name === "answer"
        ? [{ x: seat.x - R - SIGNED, y: seat.y + 5, anchor: "end", text: inWords(rule),
          later: orderOf(head) > upto }] : [];
    });
  }

  // Keeps what rules say whole where a picture is scrolled: moved into what is seen of it, or left
  // out where its cell is not seen, or another would lie below.
  /** @param {number} from @param {number} to */
  keepWhole(from, to) {
    /** @type {{left: number, y: number, wide: number}[]} */
    const seen = [];
    [...this.image.querySelectorAll(".rules > text")].forEach((node, k) => {
      const of = this.ruled[k];
      if (!of) return;
      const left = Math.max(from, Math.min(of.left, to - of.wide));
      const free = !seen.some((other) => other.y === of.y && left !== of.left &&
        other.left < left + of.wide && left < other.left + other.wide);
      const isSeen = of.x - R >= from - 1 && of.x + R <= to + 1 && free;
      if (isSeen) seen.push({ left, y: of.y, wide: of.wide });
      change(node, { dx: left - of.left, visibility: isSeen ? "visible" : "hidden" });
    });
  }

  // To the left of what is carried, or to the right where there is no room.
  /** @param {Story} story @param {LaneHead} ranked @param {string} stack @param {number} at */
  besideCarried({ threads }, ranked, stack, at) {
    const from = ranked.source[at];
    const thread = threads.find((each) => each.head === ranked && each.from.at === from);
    const x = this.middle(stack, from) + (thread ? sideOf(thread.from, thread.to) : 0) * SIDE;
    return from || x > this.middle(stack, from) ? { x: x - 5, anchor: "end" }
      : { x: x + 5, anchor: "start" };
  }

  /** @param {DrawnRow[]} rows @param {Cell} cell */
  seat(rows, cell) {
    const row = rows.find(({ name, stack }) => name === cell.lane && stack === cell.stack) ??
      (this.folded.has(cell.lane) && !cell.stack ? rows[rows.length - 1] : undefined);
    if (!row) return undefined;
    const half = row.tags ? (row.lines(cell.at).length * TAG + 6) / 2 : R;
    return { row, half, x: this.middle(cell.stack, cell.at), y: row.y + row.tall / 2,
      lines: row.lines(cell.at) };
  }

  /** @param {DrawnRow[]} rows @param {Story} story @param {number} upto @param {Lanes} seen */
  drawThreads(rows, { threads, chosen }, upto, seen) {
    const drawn = threads.map((thread) => ({ ...thread, a: this.seat(rows, thread.from),
      b: this.seat(rows, thread.to) })).filter(({ a, b }) => a && b);
    const ranks = rows.filter(({ name }) => name === SHARES);
    this.threads(drawn, (node, { a, b, weight, from, to, head }, index) => {
      const apart = 2 + (index % 3) * 2.5; // so that no two that go the same way lie on each other
      // of a mixture each has its own color
      const votes = from.lane === TEXT && head.weight[to.at] <= MOSTLY;
      const value = heldIn(seen, votes ? from : to);
      const later = orderOf(head) > upto;
      const through = ranks.find(({ ranked }) => ranked === head);
      // by which it leaves a circle of the text, beside its number
      const side = sideOf(from, to) || (from.lane === TEXT && !through ? 1 : 0);
      const x = a.x + side * SIDE;
      const below = a.y + a.half + (from.lane === TEXT ? 18 : 0) +
        (chosen.has(cellKey(from)) && a.row.ruled ? RULE : 0);
      const start = side ? a.y + DOWN : below;
      const end = b.y - b.half;
      const bend = Math.max(14, Math.min(40, (end - below) / 2));
      const high = a.row.y + a.row.tall + apart + (from.lane === TEXT ? GAP + 2 : 0) +
        (a.row.ruled ? RULE : 0);
      const under = through && through.y + through.tall - 4;
      const d = through
        ? `M${x} ${start}V${under}C${x} ${end - 8} ${b.x} ${under} ${b.x} ${end}`
        : this.isNext(rows, a.row, b.row)
          ? `M${x} ${start}V${below}C${x} ${below + bend} ${b.x} ${end - bend} ${b.x} ${end}`
          : around([[x, start], [x, high], [this.aisle(from, to) + apart, high],
            [this.aisle(from, to) + apart, b.row.y - 1 - .8 * apart],
            [b.x, b.row.y - 1 - .8 * apart],
            [b.x, end]]);
      change(node, { d: d + tip(b.x, end),
        class: `thread ${this.hue(value ?? "")}${later ? " later" : ""}`,
        "stroke-width": (1 + 2.5 * weight).toFixed(2) });
    });
  }

  // Whether no row lies between two.
  /** @param {DrawnRow[]} rows @param {DrawnRow} above @param {DrawnRow} below */
  isNext(rows, above, below) {
    return rows.indexOf(below) === rows.indexOf(above) + 1;
  }

  // Between the column that something comes from and the next on its way.
  /** @param {Cell} from @param {Cell} to */
  aisle(from, to) {
    return this.x[from.stack][from.at + (to.at < from.at ? 0 : 1)] - 4;
  }

  // From what the answer is made of, at its own position, down to the answer.
  /** @param {DrawnRow[]} rows @param {Story} story @param {number} at @param {number} upto */
  drawStem(rows, { said, byPlace, threads }, at, upto) {
    const stays = threads.some(({ from, to, head }) => to.at === at && from.at === at &&
      head.carried.some(({ verb, lane }) => verb === "takes away" && lane.name === to.lane));
    const [end, ...above] = [{ lane: "answer", at, stack: "" }, ...said]
      .map((cell) => this.seat(rows, cell)).filter((seat) => seat?.x === this.middle("", at));
    const by = above.filter(({ row }, k) => row !== end?.row &&
      (row.lane?.by === "head" || (stays && row.name === TEXT)) &&
      above.findIndex((other) => other.row === row) === k);
    const sum = above.find(({ row }) => row.lane?.by === "sum");
    const gathers = by.length > 1 ? gathered(sum ?? end, by, at) : ""; // brought side by side
    const own = gathers && sum ? [sum] : above;
    const top = Math.min(...own.map(({ row, y, half }) =>
      y + half + (row.name === TEXT ? (byPlace ? 18 : 4) : 0)));
    const isShort = !(end && top < end.y - end.half) || (gathers && !sum);
    change(this.stem, { class: end && isLater(end.row, upto) ? "stem later" : "stem",
      d: gathers + (isShort ? "" : `M${end.x} ${top}V${end.y - end.half}` +
        tip(end.x, end.y - end.half)) });
  }

  // The pairs whose cells are drawn, with their places.
  /** @param {DrawnRow[]} rows @param {Pair[]} pairs */
  seated(rows, pairs) {
    return pairs.map((pair) => ({ ...pair, a: this.seat(rows, pair.asks),
      b: this.seat(rows, pair.answers) })).filter(({ a, b }) => a && b);
  }

  // Above the text, what is found to be the same as what, once both are written.
  /** @param {DrawnRow[]} rows @param {Story} story @param {number} upto */
  drawMatch(rows, story, upto) {
    const { match, pairs } = story;
    const found = match && !this.seated(rows, pairs.filter(({ how }) => how === "same"))
      .some(({ a, b }) => isLater(a.row, upto) || isLater(b.row, upto));
    change(this.same, { display: found ? "inline" : "none" });
    if (!found) return;
    const y = rows.find(({ stack }) => !stack).y - 6;
    const [asks, answers] = match.map((some) =>
      [this.middle("", some[0]) - R, this.middle("", some[some.length - 1]) + R]);
    const [a, b] = [(asks[0] + asks[1]) / 2, (answers[0] + answers[1]) / 2];
    const bracket = (/** @type {number[]} */ [from, to]) => `M${from} ${y + 5}V${y}H${to}V${y + 5}`;
    const [path, box, text] = /** @type {SVGElement[]} */ ([...this.same.children]);
    const arc = `M${a} ${y}C${a} ${y - 22} ${a} ${y - 22} ${(a + b) / 2} ${y - 22}` +
      `C${b} ${y - 22} ${b} ${y - 22} ${b} ${y}`;
    change(path, { d: bracket(asks) + bracket(answers) + arc });
    const rule = story.chosen.get(ruledByMatch(story));
    const told = rule ? `the same, ${rule}` : "the same";
    const half = told.length * OF_BOX + 8;
    write(text, told);
    change(box, { x: (a + b) / 2 - half, y: y - 32, width: 2 * half });
    change(text, { x: (a + b) / 2, y: y - 18 });
  }

  // Where on a line a sign lies on no cell and on no number of a position, as near to its middle
  // as may be; where all is taken, where it lies on least.
  /**
   * @param {DrawnRow[]} rows @param {{x: number, y: number}} a
   * @param {{x: number, y: number}} b
   */
  between(rows, a, b) {
    const seats = rows.flatMap(({ stack, name, y, tall }) =>
      this.x[stack].slice(1).flatMap((_, p) => {
        const [x, middle] = [this.middle(stack, p), y + tall / 2];
        const number = { x, y: middle + R + 9, near: SIGN + 7 };
        return [{ x, y: middle, near: SIGN + R }, ...(name === TEXT ? [number] : [])];
      }));
    let [best, most] = [[0, 0], -Infinity];
    for (const share of ALONG) {
      const [x, y] = [a.x + share * (b.x - a.x), a.y + share * (b.y - a.y)];
      const free = Math.min(...seats.map((seat) => Math.hypot(seat.x - x, seat.y - y) - seat.near));
      if (free >= 0) return [x, y];
      if (free > most) [best, most] = [[x, y], free];
    }
    return best;
  }

  // What is held against what: a dashed line, and a sign.
  /** @param {DrawnRow[]} rows @param {Pair[]} pairs @param {number} upto @param {Lanes} seen */
  drawPairs(rows, pairs, upto, seen) {
    const drawn = this.seated(rows, pairs);
    this.pairs(drawn, (node, { a, b, how, asks }) => {
      const [path, circle, sign] = /** @type {SVGElement[]} */ ([...node.children]);
      const far = Math.hypot(b.x - a.x, b.y - a.y) || 1;
      const [dx, dy] = [(b.x - a.x) / far * (R + 2), (b.y - a.y) / far * (R + 2)];
      const value = heldIn(seen, asks);
      const [x, y] = this.between(rows, a, b);
      const later = [a, b].some(({ row }) => isLater(row, upto)) ? " later" : "";
      change(node, { class: `pair ${this.hue(value ?? "")}${later}` });
      change(path, { d: `M${a.x + dx} ${a.y + dy}L${b.x - dx} ${b.y - dy}` });
      change(circle, { cx: x, cy: y });
      change(sign, { x, y: y + 5 });
      write(sign, how === "same" ? "=" : how === "other" ? "\u2260" : "\u2192");
    });
  }
}

// The head of an arrow that points down at a cell.
/** @param {number} x @param {number} y */
const tip = (x, y) => `M${x - TIP} ${y - TIP}L${x} ${y}L${x + TIP} ${y - TIP}`;

// From cells side by side to the answer, or to their sum: what they hold is taken together.
/**
 * @param {{row: DrawnRow, x: number, y: number}} whole
 * @param {{row: DrawnRow, x: number, y: number}[]} some @param {number} at
 */
function gathered(whole, some, at) {
  const end = (/** @type {{row: DrawnRow}} */ { row }) => whole.x + wideOf(row, row.lines(at)) / 2;
  const [x, side] = [end(whole), Math.max(...[whole, ...some].map(end)) + 8];
  return some.map((each) => `M${end(each)} ${each.y}H${side}V${whole.y}H${x}`).join("") +
    `M${x + TIP} ${whole.y - TIP}L${x} ${whole.y}l${TIP} ${TIP}`;
}

// How wide a cell is with these lines.
/** @param {DrawnRow} row @param {string[]} lines */
const wideOf = ({ tags }, lines) => (tags
  ? Math.max(...lines.map((text) => text.length)) * 6.9 + 12
  : Math.max(2 * R, lines[0].length * LETTER + 12));

// A story with what is told of a step beside it, where that has a row.
/** @param {DrawnRow[]} rows @param {Story} story @param {Thread[]} told */
function withTold(rows, story, told) {
  const key = (/** @type {Thread} */ { from, to }) => cellKey(from) + cellKey(to);
  const known = new Set(story.threads.map(key));
  const more = told.filter((thread) => !known.has(key(thread)) &&
    rows.some(({ name, stack }) => name === thread.to.lane && stack === thread.to.stack));
  return more.length ? { ...story, threads: [...story.threads, ...more] } : story;
}

// The cell that was chosen among others because what stands elsewhere is the same: its rule is said
// of that.
/** @param {Story} story */
const ruledByMatch = ({ match, chosen, threads }) => match && [...chosen.keys()].find((key) =>
  cellOf(key).lane === TEXT && !match[1].includes(cellOf(key).at) && threads.some((thread) =>
    cellKey(thread.from) === key && thread.head.relations?.some(({ how }) => how === "same")));

// To which side of its circle what is carried from the text leaves: -1 is left, 0 straight down.
/** @param {Cell} from @param {Cell} to */
const sideOf = (from, to) => (from.lane === TEXT ? Math.sign(to.at - from.at) : 0);

// A path along points, round at its corners.
/** @param {number[][]} points */
function around(points) {
  const toward = (/** @type {number[]} */ [x, y], /** @type {number[]} */ [u, v]) => {
    const far = Math.hypot(u - x, v - y) || 1;
    const share = Math.min(CORNER, far / 2) / far;
    return `${x + (u - x) * share} ${y + (v - y) * share}`;
  };
  return `M${points[0].join(" ")}` + points.slice(1, -1).map((point, k) =>
    `L${toward(point, points[k])}Q${point.join(" ")} ${toward(point, points[k + 2])}`).join("") +
    `L${points.at(-1).join(" ")}`;
}

// When a lane is written, or a head looks: an encoder before all else, and in a layer its heads
// before those that look across and its units.
const [BEFORE, ACROSS, UNITS] = [1e4, 0.25, 0.5];
/** @param {{layer: number, stack: string, by?: string, cross?: boolean}} of */
export const orderOf = ({ layer, stack, by, cross }) => (by === "answer" ? 1e6 : layer +
  (by === "mlp" ? UNITS : by === "cross" || cross ? ACROSS : 0) - (stack ? BEFORE : 0));

// Whether what is read ends there, or begins: nothing that is typed stands there.
/** @param {Lanes} seen @param {number} p */
const isEnd = ({ read, sentinels }, p) => sentinels.includes(String(read[p]));

// Whether a row is not written yet.
/** @param {DrawnRow} row @param {number} upto */
const isLater = ({ lane, ranked }, upto) => {
  const of = lane ?? ranked;
  return Boolean(of) && orderOf(of) > upto;
};

// A name in two lines, where it is longer than one: as many words as fit, and the rest.
/** @param {string} name @param {number} most */
function inTwo(name, most) {
  const end = name.length > most ? name.lastIndexOf(" ", most) : -1;
  return end > 0 ? [name.slice(0, end), name.slice(end + 1)] : [name, ""];
}

/** @param {Lanes} seen @param {DrawnRow} row @returns {Meaning[]} */
const valuesOf = (seen, { name, stack, lane }) =>
  (name === TEXT ? (stack ? seen.read : seen.tokens) : lane.values);

// The rows that are drawn, from top to bottom: the text, lanes with a cell that matters, what is
// compared, the answer.
/**
 * @param {Lanes} seen @param {Set<string>} matter @param {Story} story @param {boolean} all
 * @param {number} top @param {number} at @param {Shows} shows @param {Wrong} [wrong]
 * @returns {DrawnRow[]}
 */
function drawnRows(seen, matter, story, all, top, at, shows, wrong) {
  /** @type {DrawnRow[]} */
  const rows = [];
  const ruled = new Set([...story.chosen.keys()].map((key) => key.replace(/\d+$/, "")));
  let y = top;
  const add = (/** @type {Omit<DrawnRow, "y">} */ row) => {
    const key = cellKey({ lane: row.name, at: 0, stack: row.stack }).slice(0, -1);
    const isRuled = row.name !== TEXT && ruled.has(key);
    rows.push({ ...row, y, ruled: isRuled });
    y += row.tall + GAP + (isRuled ? RULE : 0);
  };
  for (const stack of seen.read.length ? ["encoder", ""] : [""]) {
    const tokens = stack ? seen.read : seen.tokens;
    const note = seen.read.length ? (stack ? "what is read" : "what is said") : "";
    add({ name: TEXT, label: note || TEXT, stack, note: "", tall: ROW - 4, tags: false, few: false,
      lines: (p) => linesOf(tokens[p]) });
    y += GAP;
    for (const lane of inReading(seen, stack, story)) {
      for (const ranked of story.ranked.filter((each) => each.stack === stack &&
        each.carried.some((one) => one.lane === lane))) {
        const row = { stack, tags: false, few: false, ranked,
          lines: () => /** @type {string[]} */ ([]) };
        add({ ...row, name: SCORES, label: SCORES, note: ruleOf(ranked), tall: BAR + RULE });
        add({ ...row, name: SHARES, label: SHARES, note: lead(seen, ranked, at), tall: SHARE });
      }
      const isWrong = wrong?.cell.lane === lane.name && wrong.cell.stack === stack;
      const same = !isWrong && lane.by === "token" && lane.values.every((value, p) =>
        String(value) === String(tokens[p]));
      const counts = lane.values.some((value, at) =>
        (value !== null || totalAt(seen, lane, at) !== undefined) &&
        matter.has(cellKey({ lane: lane.name, at, stack })));
      const some = lane.values.some((value) => value !== null);
      const checked = isChecked(story, lane);
      if (!(counts || checked || isWrong || (all && some)) || (same && !all) ||
        (!checked && saysTheSame(seen, lane, matter, all)) ||
        (!all && !isWrong && isSumOfOne(seen, lane, matter))) continue;
      const tags = lane.kind === "tags";
      const row = { name: lane.name, label: lane.name, stack, tags, lane,
        few: tags || isAway(seen, lane) || lane.kind === "number" || // others tell a reader nothing
          isMixed(seen, lane, matter),
        note: checked ? CHECKED : lane.by === "answer" ? madeOf(seen, at, story)
          : noteOf(seen, lane, at), unit: isNamed(lane) ? inUnits(lane).unit : 1,
        lines: linesIn(seen, lane, story, isWrong ? wrong : undefined), y: 0, tall: 0 };
      const most = tags ? Math.max(1, ...lane.values.map((_, p) =>
        (shows(row, p) ? row.lines(p).length : 0))) : 1;
      add({ ...row, tall: tags ? most * TAG + 10 : ROW - 10 });
    }
  }
  return rows;
}

// The lanes of a stack from top to bottom: as they are written, and of what heads bring to the
// answer together, what stands nearest first: so no thread crosses another.
/** @param {Lanes} seen @param {string} stack @param {Story} story */
function inReading(seen, stack, { said, threads }) {
  const heard = said.map(cellKey);
  /** @type {Map<string, number>} */
  const far = new Map([...threads].sort((one, other) => one.weight - other.weight)
    .filter(({ to, head }) => heard.includes(cellKey(to)) && to.stack === stack &&
      head.stack === stack).map(({ from, to }) => [to.lane, Math.abs(from.at - to.at)]));
  const lanes = seen.lanes.filter((lane) => lane.stack === stack);
  const own = lanes.filter(({ by, name }) => by === "head" && far.has(name));
  const sorted = [...own].sort((a, b) => a.layer - b.layer || far.get(a.name) - far.get(b.name));
  return lanes.map((lane) => (own.includes(lane) ? sorted.shift() : lane));
}

// What the bars of a head say.
/** @param {LaneHead} head */
function ruleOf(head) {
  const [one, ...others] = head.relations ?? [];
  const told = others.length ? undefined : RULES[one?.how];
  return told ?? `tallest: ${wordsOf(head)}`;
}

// Whether a head mixed of several what a lane holds where it plays a part: each symbol of it is
// what its mixture is nearest to.
/** @param {Lanes} seen @param {Lane} lane @param {Set<string>} matter */
const isMixed = (seen, lane, matter) => lane.kind === "symbol" && Boolean(writerOf(seen, lane)
  ?.weight.some((weight, at) => weight <= MOSTLY &&
    matter.has(cellKey({ lane: lane.name, at, stack: lane.stack }))));

// What a head adds up at a position for a lane that would show it as a symbol.
/** @param {Lanes} seen @param {Lane} lane @param {number} p */
function totalAt(seen, lane, p) {
  const head = lane.kind === "symbol" && !lane.stack ? writerOf(seen, lane) : undefined;
  return head && weighed(seen, head, p)?.sum;
}

// Whether a head takes away what a lane holds.
/** @param {Lanes} seen @param {Lane} lane */
const isAway = (seen, lane) => writerOf(seen, lane)?.carried
  .find((each) => each.lane === lane).verb === "takes away";

// What stands in the cells of a lane; of a head that counts, how many it found of how many.
/**
 * @param {Lanes} seen @param {Lane} lane @param {Story} story @param {Wrong} [wrong]
 * @returns {(p: number) => string[]}
 */
function linesIn(seen, lane, story, wrong) {
  const head = writerOf(seen, lane);
  const away = isAway(seen, lane);
  const { values } = inUnits(lane);
  return (p) => {
    if (p === wrong?.cell.at && wrong.lines) return wrong.lines;
    const some = head && lane.values[p] !== null ? countOf(seen, head, p) : undefined;
    const key = cellKey({ lane: lane.name, at: p, stack: lane.stack });
    if (some) return [some.join(" of ")];
    const lines = linesOf(totalAt(seen, lane, p) ?? values[p], story.tags.get(key));
    return away ? lines.map((text) => `\u2212${text}`) : lines;
  };
}

// Whether a lane only repeats the answer below it.
/** @param {Lanes} seen @param {Lane} lane @param {Set<string>} matter @param {boolean} all */
function saysTheSame(seen, lane, matter, all) {
  if (all || lane.by === "answer" || lane.stack) return false;
  const [answer, head] = [seen.lanes[seen.lanes.length - 1], writerOf(seen, lane)];
  return lane.by !== "token" && lane.values.every((_, at) =>
    !matter.has(cellKey({ lane: lane.name, at, stack: "" })) ||
    !(head && weighed(seen, head, at)) &&
    (matter.has(cellKey({ lane: "answer", at, stack: "" })) &&
      cellText(inUnits(lane).values[at]) === cellText(answer.values[at])));
}

// Whether what is counted might have been found in a lane where it was not.
/** @param {Story} story @param {Lane} lane */
const isChecked = ({ checked }, { name, stack }) => [...checked].map(cellOf).some((cell) =>
  cell.lane === name && cell.stack === stack);

// How a lane came about, in a few words; a sum with what is added at a position.
/** @param {Lanes} seen @param {Lane} lane @param {number} at */
function noteOf(seen, lane, at) {
  const { unit } = inUnits(lane);
  const scale = isNamed(lane) ? [inWordsOf(unit)] : [];
  const head = writerOf(seen, lane);
  const total = head && !lane.stack ? weighed(seen, head, at) : undefined;
  if (total) return total.text;
  if (!head) return scale.join("");
  const told = head.name !== lane.name ? [head.name] : (head.relations ?? []).map(inWords)
    .map((words) => words.replace(" or start", "")) // where nothing is found
    .filter((words) => !head.name.includes(words) && !ORDER.includes(words));
  return [...told, ...scale].join(", ");
}

// Whether the unit of large numbers is said: whole ones are read as what they mean, however loud.
/** @param {Lane} lane */
function isNamed(lane) {
  const { unit, values } = inUnits(lane);
  return unit > 1 && values.some((value) => typeof value === "number" && value % 1 !== 0);
}

// A power of ten in words, as digits where nobody has a word for it.
/** @param {number} unit */
function inWordsOf(unit) {
  const power = Math.round(Math.log10(unit));
  const word = THOUSANDS[Math.floor(power / 3)];
  return word ? `${[1, 10, 100][power % 3]} ${word} times louder` : timesOf(unit);
}

/** @param {number} unit */
const timesOf = (unit) => `\u00d7 ${unit.toExponential().replace("+", "")}`;

// Whether where a sum plays a part, it looks as one of what is added.
/** @param {Lanes} seen @param {Lane} lane @param {Set<string>} matter */
function isSumOfOne({ lanes }, lane, matter) {
  if (lane.by !== "sum") return false;
  const sum = inUnits(lane);
  return lanes.slice(0, lanes.indexOf(lane)).some((other) => {
    if (other.by !== "head" || other.part !== lane.part || other.stack !== lane.stack) return false;
    const own = inUnits(other);
    return own.unit === sum.unit && sum.values.every((value, at) =>
      !matter.has(cellKey({ lane: lane.name, at, stack: lane.stack })) || (value === own.values[at]
        && matter.has(cellKey({ lane: other.name, at, stack: lane.stack }))));
  });
}

// What a head compares, in a few words.
/** @param {LaneHead} head */
const wordsOf = ({ relations }) => (relations ?? []).map(inWords).join(", ");

// How wide the columns of each stack must be: those of two alike, where there is room.
/**
 * @param {Lanes} seen @param {DrawnRow[]} rows @param {string[]} stacks @param {number} room
 * @param {Shows} shows @returns {Record<string, number[]>}
 */
function widths(seen, rows, stacks, room, shows) {
  const own = stacks.map((stack) => {
    const some = rows.filter((row) => row.stack === stack && !row.ranked);
    return Array.from({ length: (stack ? seen.read : seen.tokens).length }, (_, p) =>
      Math.min(WIDEST, Math.max(LEAST, ...some.filter((row) => shows(row, p)).flatMap((row) =>
        row.lines(p).map((text) => text.length * (row.tags ? 6.9 : LETTER) + 18)))));
  });
  const alike = own.map((wide) => wide.map((_, p) => Math.max(...own.map((each) => each[p] ?? 0))));
  const fits = alike.every((wide) => wide.reduce((sum, x) => sum + x, 0) <= room);
  return Object.fromEntries(stacks.map((stack, k) => [stack, (fits ? alike : own)[k]]));
}

// Where columns begin, and the last ends; they take the room that there is.
/** @param {number[]} wide @param {number} left @param {number} width */
function columnsAt(wide, left, width) {
  const rest = width - left - wide.reduce((sum, x) => sum + x, 0);
  const at = [left];
  const air = Math.max(0, Math.min(MOST_AIR - LEAST, rest / wide.length));
  wide.forEach((x, p) => at.push(at[p] + x + air));
  return at;
}
