// @ts-check
// Panels: each a function (spec, set) -> {element, draw(state, run)}. A panel makes its nodes once
// and changes only what differs. Blue is for positions, orange for tokens, green for results, and
// whatever a color says, a shape or a word says too.

import { format, nameOf } from "./runs.js";
/** @import {Speaker} from "./figures" */
/** @import {Attributes, Bar, CellTable, Panel, PanelMaker, Point, Program, Run} from "./page" */
/** @import {SetState, State, Token} from "./page" */

/**
 * @template {keyof HTMLElementTagNameMap} K @param {K} tag @param {Attributes} [attributes]
 * @param {...(string | Node)} children
 */
export function html(tag, attributes = {}, ...children) {
  return build(document.createElement(tag), attributes, children);
}

/**
 * @template {keyof SVGElementTagNameMap} K @param {K} tag @param {Attributes} [attributes]
 * @param {...(string | Node)} children
 */
export function svg(tag, attributes = {}, ...children) {
  return build(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}

/**
 * @template {Element} E @param {E} node @param {Attributes} attributes
 * @param {(string | Node)[]} children
 */
function build(node, attributes, children) {
  change(node, attributes);
  node.append(...children);
  return node;
}

/** @param {Element} node @param {Attributes} attributes */
export function change(node, attributes) {
  for (const name in attributes) {
    const value = String(attributes[name]);
    if (node.getAttribute(name) !== value) node.setAttribute(name, value);
  }
}

/** @param {Node} node @param {string} text */
export function write(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

const NOTE_STAYS = 8000; // ms that a note stays of what was done

// A note of what was done, which goes in a while, unless another one has come.
/** @param {Node} node @param {string} text */
export function noteDone(node, text) {
  write(node, text);
  setTimeout(() => node.textContent === text && write(node, ""), NOTE_STAYS);
}

/** @param {Element} node @param {unknown} visible */
export function show(node, visible) {
  change(node, { visibility: visible ? "visible" : "hidden" });
}

/** @param {number} width @param {number} height @param {...(string | Node)} children */
export function picture(width, height, ...children) {
  return svg("svg", { role: "img", width, height, viewBox: `0 0 ${width} ${height}` }, ...children);
}

/** @param {...string} names */
export function paths(...names) {
  return names.map((name) => svg("path", { class: name }));
}

// Something to be done once before the next frame, however often it is asked for: a pointer moves
// oftener than that, and what reads the layout in the middle of an update has it made twice.
/** @template {unknown[]} I @param {(...now: I) => void} act @returns {(...now: I) => void} */
export function beforeFrame(act) {
  let waiting = 0;
  return (...now) => {
    cancelAnimationFrame(waiting);
    waiting = requestAnimationFrame(() => act(...now));
  };
}

/** @param {Element} path @param {string} d */
export function trace(path, d) {
  change(path, { d });
}

// What a picture says to readers who listen.
/** @param {Element} image @param {...string} sentences */
export function describe(image, ...sentences) {
  change(image, { "aria-label": sentences.join(" ") });
}

// Where a text stands.
/** @param {Element} text @param {Point} at */
export function place(text, [x, y]) {
  change(text, { x: x.toFixed(1), y: y.toFixed(1) });
}

/** @param {string | Node} caption @param {...(string | Node)} children */
export function figure(caption, ...children) {
  return html("figure", {}, html("figcaption", {}, caption), ...children);
}

// As many nodes as there are things to draw; nodes left over are hidden.
/** @template {Element} E @param {Element} parent @param {() => E} make */
export function pool(parent, make) {
  /** @type {E[]} */
  const nodes = [];
  /** @template T @param {T[]} things @param {(node: E, thing: T, i: number) => void} draw */
  return (things, draw) => {
    while (nodes.length < things.length) {
      nodes.push(make());
      parent.append(nodes[nodes.length - 1]);
    }
    nodes.forEach((node, i) => {
      show(node, i < things.length);
      if (i < things.length) draw(node, things[i], i);
    });
  };
}

/** @param {Point} at */
export function point([x, y]) {
  return `${x.toFixed(1)} ${y.toFixed(1)}`;
}

/** @param {Point} from @param {Point} to */
export function line(from, to) {
  return `M${point(from)}L${point(to)}`;
}

export const SIZE = 288;
export const HEIGHT = 248;
// What was heard and said, with the position looked at and what is wrong marked. A figure that says
// a fixed text shows only that.
/** @param {Speaker} spec @param {SetState} set @returns {Panel<Run>} */
function tapePanel(spec, set) {
  const list = html("ol", { class: "tape" });
  /** @type {HTMLElement[]} */
  const cells = [];
  list.addEventListener("click", (event) => {
    const cell = /** @type {Element} */ (event.target).closest("li");
    if (cell) set({ [spec.cursor]: cells.indexOf(cell) });
  });
  /** @param {number} i */
  const cellAt = (i) => {
    if (!cells[i]) {
      cells[i] = html("li", {}, html("b"), html("span"));
      list.append(cells[i]);
    }
    return cells[i];
  };
  return {
    element: list,
    draw(state, run) {
      const fixed = Array.isArray(spec.answer);
      const heard = fixed ? [] : run.heard.slice(0, run.first + 1);
      describe(list, run.listens ? "What it says after each symbol" : "What it says");
      heard.forEach((token, i) => drawTapeCell(cellAt(i), run, i, token, ""));
      const said = run.decisions.slice(fixed ? 0 : run.first);
      said.forEach(({ outcome, token }, i) => {
        const expected = run.answer[fixed ? i : run.first + i];
        const wrong = outcome === "nan" || (expected !== undefined && token !== expected);
        const kind = wrong ? "said wrong" : "said";
        drawTapeCell(cellAt(heard.length + i), run, heard.length + i, token, kind, expected);
      });
      while (cells.length > heard.length + said.length) cells.pop().remove();
    },
  };
}

/**
 * @param {HTMLElement} cell @param {Run} run @param {number} i @param {Token} token
 * @param {string} kind @param {Token} [expected]
 */
function drawTapeCell(cell, run, i, token, kind, expected) {
  const wrong = kind === "said wrong";
  write(cell.firstChild, token < 0 ? "NaN" : nameOf(run.program, token));
  write(cell.lastChild, wrong && expected >= 0 ? `\u2717 ${nameOf(run.program, expected)}` : "");
  change(cell, {
    class: kind,
    "aria-current": i === run.place ? "step" : "false",
    "aria-label": `position ${i}: ${cell.firstChild.textContent}${kind && ", "}${kind}`,
  });
}

// Bars with names, the marked ones in full color.
/** @param {Bar[]} rows */
export function readOut(rows) {
  return rows.map(({ name, words }) => `${name} ${words}`).join(", ");
}

/** @param {number} height */
export function bars(height) {
  const image = picture(SIZE, height);
  const [zero, limit] = paths("thin", "thin dashed");
  image.append(zero, limit);
  const [left, right] = [46, SIZE - 66];
  const drawRows = pool(image, () => svg("g", {}, svg("rect", { height: 14, y: -11 }),
    svg("text", { x: left - 6, "text-anchor": "end" }),
    svg("text", { x: SIZE - 4, "text-anchor": "end" })));
  return {
    image,
    /** @param {Bar[]} rows @param {number} least @param {number} most @param {number} [mark] */
    draw(rows, least, most, mark) {
      /** @param {number} x */
      const across = (x) => left + ((right - left) * (x - least)) / (most - least || 1);
      drawRows(rows, (row, { value, kind, name, words }, i) => {
        const [bar, ...texts] = row.children;
        const end = across(Number.isFinite(value) ? value : 0);
        change(row, { class: kind, transform: `translate(0 ${15 + 20 * i})` });
        change(bar, {
          x: Math.min(end, across(0)).toFixed(1),
          width: Math.max(0.5, Math.abs(end - across(0))).toFixed(1),
        });
        [name, words].forEach((text, k) => write(texts[k], text));
      });
      /** @param {number} x */
      const down = (x) => line([across(x), 2], [across(x), 4 + 20 * rows.length]);
      trace(zero, down(0));
      trace(limit, mark === undefined ? "" : down(mark));
    },
  };
}

const MOST_BARS = 9;

// How high the bars of so many logits are: the same for one machine, and no more than it needs.
/** @param {number} n */
export const heightOfBars = (n) => 20 * Math.min(MOST_BARS, n) + 8;

// The ids whose logits are drawn, largest first: what is said and what should be are among them.
/** @param {ArrayLike<number>} logits @param {Token[]} always */
export function drawnIds(logits, always) {
  const ranked = Array.from(logits).map((value, id) => ({ value, id }))
    .sort((a, b) => b.value - a.value || a.id - b.id).map(({ id }) => id);
  const below = ranked.slice(MOST_BARS).filter((id) => always.includes(id));
  return [...ranked.slice(0, MOST_BARS - below.length), ...below];
}

// Rows for bars. What tells logits apart is how far they are from each other, so the bars begin
// just below the least that is drawn, and all but the first say how far they are behind.
/** @param {Run} run @returns {Bar[]} */
export function logitRows({ program, logits, decision, expected, now }) {
  const ids = drawnIds(logits, [decision.token, expected]);
  const finite = ids.map((id) => logits[id]).filter(Number.isFinite);
  const [least, most] = [Math.min(...finite), Math.max(...finite)];
  const base = least - 0.05 * (most - least || 1);
  return ids.map((id, i) => ({
    name: nameOf(program, id),
    value: logits[id] - base,
    words: i ? format(logits[id] - logits[ids[0]], 3) : format(logits[id], 4),
    kind: id === decision.token ? `told ${now.kind}` : id === expected ? "expected" : "",
  }));
}

/** @returns {Panel<Run>} */
function logitsPanel() {
  const { image, draw } = bars(0);
  const more = html("p", { class: "note" });
  return {
    element: figure("The logits: the largest, and how far the others are behind", image, more),
    draw(state, run) {
      const rows = logitRows(run);
      const height = heightOfBars(run.logits.length);
      change(image, { height, viewBox: `0 0 ${SIZE} ${height}` });
      draw(rows, 0, Math.max(...rows.map(({ value }) => value).filter(Number.isFinite), 1e-300));
      const left = run.logits.length - rows.length;
      const outlined = rows.some(({ kind }) => kind === "expected");
      const notes = [outlined ? "outlined: what it should say" : "",
        left > 0 ? `and ${left} more` : ""];
      write(more, notes.filter(Boolean).join("; "));
      describe(image, run.now.text, readOut(rows));
    },
  };
}

// A map of cells: a table says how many, the shade of each from -1 to 1 (NaN where there is none),
// what to `say` of one, and where to `move` with it or `pick` it. Arrow keys and the pointer move a
// cursor; Enter or a click picks. The map is as wide as there is room for it.

const LEVELS = 10;
/** @type {Record<string, number[]>} */
const MOVES = {
  ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1], Enter: [0, 0],
};
/** @param {number} i @param {number} j */
const cellPath = (i, j) => `M${j} ${i}h1v1h-1z`;
/** @param {number} i @param {number} j */
const insetPath = (i, j) => `M${j + 0.15} ${i + 0.2}h.7v.6h-.7z`;

/** @param {number} left @param {number} [top] @param {HTMLElement} [readout] */
export function cellMap(left, top = 20, readout = html("p", { class: "note" })) {
  const [ground, borders, frames] = paths("ground", "thin", "frame");
  const [marked, cursor] = ["marked", "cursor"].map((name) =>
    svg("rect", { class: name, height: 1 }));
  const fill = filler(ground, frames);
  const cells = svg("svg", { y: top, preserveAspectRatio: "none" },
    ground, ...fill.levels, borders, frames, marked, cursor);
  const image = svg("svg", { role: "img", class: "map", tabindex: 0 }, cells);
  image.style.paddingLeft = `${left}px`; // what is drawn beside the map is not part of its width
  const drawRowNames = pool(image, () => svg("text", { x: -6, "text-anchor": "end" }));
  const drawColumnNames = pool(image, () => svg("text", { y: top - 6, "text-anchor": "middle" }));
  const look = looking({ image, ground, cursor, readout });
  return {
    image, readout,
    /** @param {CellTable} table */
    draw(table) {
      const { rows, columns, tall } = table;
      fill.draw(table);
      trace(borders, (table.groups ?? []).map(({ at }) => `M${at} 0V${rows.length}`).join(""));
      const height = rows.length * tall;
      change(cells, { viewBox: `0 0 ${columns.length} ${rows.length}`, height });
      change(image, { height: top + height + 4 });
      show(marked, table.row >= 0);
      change(marked, { y: table.row ?? 0, width: table.across ?? (table.row ?? 0) + 1 });
      drawRowNames(rows, (text, name, i) => {
        write(text, String(name));
        change(text, { y: (top + (i + 0.5) * tall + 4).toFixed(1) });
      });
      const heads = table.groups ?? columns.map((name, at) =>
        ({ name: String(name), at, size: 1 }));
      drawColumnNames(heads, (text, { name, at, size }) => {
        write(text, name);
        // A long name over narrow columns at the edge ends there, where it would be cut.
        const ends = at + size === columns.length && name.length > 2 * size;
        const middle = ends ? columns.length : at + size / 2;
        change(text, {
          x: `${((100 * middle) / columns.length).toFixed(2)}%`,
            "text-anchor": ends ? "end" : "middle",
        });
      });
      describe(image, ...table.alt);
      look(table);
    },
  };
}

// The cells of a map: a path for each shade, the ground below them, and frames.
/** @param {Element} ground @param {Element} frames */
function filler(ground, frames) {
  const levels = ["more", "less"].flatMap((kind) => Array.from({ length: LEVELS }, (_, i) =>
    svg("path", { class: kind, "fill-opacity": (i + 1) / LEVELS })));
  return {
    levels,
    /** @param {CellTable} table */
    draw({ rows, columns, shade, framed }) {
      const paths = levels.map(() => "");
      let [covered, frame] = ["", ""];
      rows.forEach((_, i) => {
        const end = columns.findLastIndex((_, j) => !Number.isNaN(shade(i, j))) + 1;
        covered += `M0 ${i}h${end}v1H0z`;
        for (let j = 0; j < end; j++) {
          const value = shade(i, j);
          const level = Math.round(Math.min(1, Math.abs(value)) * LEVELS + 0.4) - 1;
          if (level >= 0 && value > 0) paths[level] += cellPath(i, j);
          if (level >= 0 && value < 0) paths[LEVELS + level] += insetPath(i, j);
          if (framed?.(i, j)) frame += cellPath(i, j);
        }
      });
      levels.forEach((path, i) => trace(path, paths[i]));
      trace(ground, covered);
      trace(frames, frame);
    },
  };
}

// Lets a reader look at one cell of a map after another. Returns a function that shows another
// table in it, with the cursor where it was.
/** @param {{image: SVGElement, ground: Element, cursor: Element, readout: Element}} parts */
function looking({ image, ground, cursor, readout }) {
  /** @type {number[] | null} */
  let look = null; // the cell looked at, if any
  /** @type {CellTable} */
  let table;
  /** @param {number} i @param {number} j */
  const has = (i, j) => i in table.rows && j in table.columns && !Number.isNaN(table.shade(i, j));
  /** @param {number[] | null} to */
  const go = (to) => {
    const seen = to && has(to[0], to[1]);
    show(cursor, seen);
    if (seen) change(cursor, { x: to[1], y: to[0], width: 1 });
    if (seen || look || table.note) write(readout,
      seen ? table.say(to[0], to[1]) : table.note ?? "");
    look = seen ? to : null;
  };
  /** @param {MouseEvent} event */
  const under = (event) => {
    const box = ground.getBoundingClientRect();
    const share = [(event.clientY - box.top) / box.height, (event.clientX - box.left) / box.width];
    return [Math.floor(share[0] * table.rows.length), Math.floor(share[1] * table.columns.length)];
  };
  /** @param {"move" | "pick"} name */
  const act = (name) => look && table[name]?.(look[0], look[1]);
  image.addEventListener("pointermove", (event) => go(under(event)));
  for (const leaving of ["pointerleave", "blur"]) image.addEventListener(leaving, () => go(null));
  image.addEventListener("click", (event) => {
    go(under(event));
    act("move");
    act("pick");
  });
  image.addEventListener("keydown", (event) => {
    if (!(event.key in MOVES)) return;
    event.preventDefault();
    const [down, right] = MOVES[event.key];
    const [i, j] = look ?? table.start ?? [0, 0];
    const to = [i + down, j + (look ? right : 0)];
    if (has(to[0], to[1])) go(to);
    act(event.key === "Enter" ? "pick" : "move");
  });
  /** @param {CellTable} drawn */
  return (drawn) => {
    table = drawn;
    go(look);
  };
}

/**
 * @template R @param {string} caption @param {number} left
 * @param {(state: State, run: R) => CellTable} tableOf @returns {Panel<R>}
 */
export function mapPanel(caption, left, tableOf) {
  const map = cellMap(left);
  const element = figure(caption, map.image, map.readout);
  change(element, { class: "wide" });
  return { element, draw: (state, run) => map.draw(tableOf(state, run)) };
}

// As many names as there is room for on a phone, the others empty.
/** @param {(string | number)[]} names */
export function sparsely(names) {
  const longest = Math.max(...names.map((name) => String(name).length));
  const every = Math.ceil((names.length * (4 + 7 * longest)) / 250);
  return names.map((name, i) => (i % every ? "" : name));
}

// The name of a coordinate of the stream; they count from 1, as parts and listings do.
/** @param {{program: Program}} run @param {number} j */
export function coordinate({ program }, j) {
  const { name, at, size } = program.subspaces.findLast((group) => group.at <= j);
  return size > 1 ? `${name}.${j - at + 1}` : name;
}

// By the name that a figure calls a panel, and "Panel".
/** @type {Record<string, PanelMaker>} */
export const PANELS = {
  tapePanel, logitsPanel,
};
