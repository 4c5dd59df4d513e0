// Panels: each a function (spec, set) -> {element, draw(state, run)}. A panel makes its nodes once
// and changes only what differs. Blue is for positions, orange for tokens, green for results, and
// whatever a color says, a shape or a word says too.

import { decide, landing, matrix, rowOf, unembed } from "./arithmetic.js";
import { format, nameOf } from "./runs.js";

export function html(tag, attributes = {}, ...children) {
  return build(document.createElement(tag), attributes, children);
}

export function svg(tag, attributes = {}, ...children) {
  return build(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}

function build(node, attributes, children) {
  change(node, attributes);
  node.append(...children);
  return node;
}

export function change(node, attributes) {
  for (const name in attributes) {
    const value = String(attributes[name]);
    if (node.getAttribute(name) !== value) node.setAttribute(name, value);
  }
}

export function write(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

export function show(node, visible) {
  change(node, { visibility: visible ? "visible" : "hidden" });
}

export function picture(width, height, ...children) {
  return svg("svg", { role: "img", width, height, viewBox: `0 0 ${width} ${height}` }, ...children);
}

export function paths(...names) {
  return names.map((name) => svg("path", { class: name }));
}

export function trace(path, d) {
  change(path, { d });
}

// What a picture says to readers who listen.
export function describe(image, ...sentences) {
  change(image, { "aria-label": sentences.join(" ") });
}

// Where a text stands.
export function place(text, [x, y]) {
  change(text, { x: x.toFixed(1), y: y.toFixed(1) });
}

export function figure(caption, ...children) {
  return html("figure", {}, html("figcaption", {}, caption), ...children);
}

// As many nodes as there are things to draw; nodes left over are hidden.
export function pool(parent, make) {
  const nodes = [];
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

export function point([x, y]) {
  return `${x.toFixed(1)} ${y.toFixed(1)}`;
}

export function line(from, to) {
  return `M${point(from)}L${point(to)}`;
}

function arrow(from, to, head = 9) {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(dx, dy);
  if (!(length > 0.5)) return "";
  const size = Math.min(head, length) / length;
  const barb = (side) => [
    to[0] - size * (dx + side * 0.5 * dy),
    to[1] - size * (dy - side * 0.5 * dx),
  ];
  return `${line(from, to)}M${point(barb(1))}L${point(to)}L${point(barb(-1))}`;
}

const dot = (at) => `M${point(at)}h0`;
export const square = ([x, y]) => `M${point([x - 3.5, y - 3.5])}h7v7h-7z`;
export const ring = ([x, y]) => `M${point([x - 3, y])}a3 3 0 1 0 6 0a3 3 0 1 0-6 0`;

// Space seen along (1, 1, 1): face-on at tilt 0, edge-on at tilt 90.

const EAST = [Math.SQRT1_2, -Math.SQRT1_2, 0];
const NORTH = [1, 1, -2].map((x) => x / Math.sqrt(6));
const UP = [1, 1, 1].map((x) => x / Math.sqrt(3));
const RADIUS = Math.sqrt(3);

const dotProduct = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

function camera(tilt, center, scale) {
  const angle = (tilt * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return (p) => [
    center[0] + scale * dotProduct(p, EAST),
    center[1] - scale * (dotProduct(p, NORTH) * cos + dotProduct(p, UP) * sin),
  ];
}

export function onCircle(angle, radius = RADIUS) {
  return [0, 1, 2].map((k) => radius * (Math.cos(angle) * EAST[k] + Math.sin(angle) * NORTH[k]));
}

function circlePath(see) {
  const at = Array.from({ length: 73 }, (_, i) => point(see(onCircle((i * Math.PI) / 36))));
  return `M${at.join("L")}`;
}

// The axes x, y, z and the direction (1, 1, 1), with their names where there is room for them.
function axes(parent, length) {
  const [lines, up] = paths("thin", "thin dashed");
  const names = ["x", "y", "z", "(1,1,1)"].map((name) =>
    svg("text", { "text-anchor": "middle"}, name));
  parent.append(lines, up, ...names);
  return (see) => {
    const origin = see([0, 0, 0]);
    const directions = [[1, 0, 0], [0, 1, 0], [0, 0, 1], UP];
    const ends = directions.map((direction) => see(direction.map((x) => x * length)));
    trace(lines, ends.slice(0, 3).map((end) => line(origin, end)).join(""));
    trace(up, line(origin, ends[3]));
    names.forEach((name, i) => {
      const [dx, dy] = [ends[i][0] - origin[0], ends[i][1] - origin[1]];
      const away = Math.hypot(dx, dy);
      show(name, away > 18);
      const further = (away + 10) / (away || 1);
      place(name, [origin[0] + dx * further, origin[1] + dy * further + 4]);
    });
  };
}

// Moves the angles of labels apart until no two are nearer than `gap`.
function spread(angles, gap) {
  const order = angles.map((angle, i) => [angle, i]).sort((a, b) => a[0] - b[0]);
  const moved = order.map(([angle]) => angle);
  const n = moved.length;
  for (let sweep = 0; n > 1 && sweep < 60; sweep++) {
    for (let i = 0; i < n; i++) {
      const next = (i + 1) % n;
      const apart = moved[next] - moved[i] + (next ? 0 : 2 * Math.PI);
      const push = Math.max(0, (gap - apart) / 2);
      moved[i] -= push;
      moved[next] += push;
    }
  }
  const out = [];
  order.forEach(([, i], place) => (out[i] = moved[place]));
  return out;
}

export const SIZE = 288;
export const HEIGHT = 248;
const CENTER = [SIZE / 2, HEIGHT / 2];
const SCALE = 52;
const LABEL_GAP = 15; // px between labels, and from the circle to a label

// The circle with its points; those that have a name get a label outside it.
function circleOf(parent) {
  const drawAxes = axes(parent, 1.25);
  const [path, small, large, leaders] = paths("ring", "dots small", "dots", "thin");
  parent.append(path, small, leaders, large);
  const labels = pool(parent, () => svg("text"));
  return (see, points, named) => {
    drawAxes(see);
    const at = points.map(see);
    const angles = named.map(({ id }) => {
      const p = points[id];
      return Math.atan2(dotProduct(p, NORTH), dotProduct(p, EAST));
    });
    const radius = RADIUS * SCALE + LABEL_GAP;
    const apart = spread(angles, (LABEL_GAP + 1) / radius);
    const outside = apart.map((angle, i) => [
      at[named[i].id][0] + radius * Math.cos(angle) - RADIUS * SCALE * Math.cos(angles[i]),
      at[named[i].id][1] - radius * Math.sin(angle) + RADIUS * SCALE * Math.sin(angles[i]),
    ]);
    trace(path, circlePath(see));
    trace(small, at.map(dot).join(""));
    trace(large, named.map(({ id }) => dot(at[id])).join(""));
    change(leaders, {
      d: named.map(({ id }, i) =>
        Math.abs(apart[i] - angles[i]) > 0.04 ? line(at[id], shorten(at[id], outside[i], 7)) : "",
      ).join(""),
    });
    labels(named, (text, { name, kind }, i) => {
      write(text, name);
      place(text, [outside[i][0], outside[i][1] + 4]);
      change(text, { class: kind ?? "", "text-anchor": anchor(Math.cos(apart[i]), name) });
    });
  };
}

function shorten(from, to, by) {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
  const share = Math.max(0, length - by) / length;
  return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
}

function anchor(cos, name) {
  if (name.length < 2 || Math.abs(cos) < 0.35) return "middle";
  return cos > 0 ? "start" : "end";
}

function circlePanel(spec) {
  const image = picture(SIZE, HEIGHT);
  const draw = circleOf(image);
  const names = spec.labels;
  return {
    element: figure("The circle of radius \u221a3 across (1,1,1)", image),
    draw(state, run) {
      const every = Math.ceil(run.points.length / 24);
      const named = run.points.map((_, id) => ({ id, name: names[id] ?? String(id) }))
        .filter(({ id }) => id % every === 0);
      draw(camera(state.tilt, CENTER, SCALE), run.points, named);
      describe(image, spec.alt, run.whole.text);
    },
  };
}

// Arrows in the space of a circle: `find` says from where to where, the last to a place that is
// marked, and what each is.
function arrowPanel(spec, caption, kinds, find) {
  const image = picture(SIZE, HEIGHT);
  const drawn = paths(...kinds.map((kind) => `arrow ${kind}`));
  const [end] = paths("landing");
  image.append(drawn[drawn.length - 1]);
  const drawCircle = circleOf(image);
  image.append(...drawn.slice(0, -1), end);
  const words = kinds.map(() => html("span"));
  const key = html("ul", { class: "key" }, ...kinds.map((kind, i) => html("li", {},
    svg("svg", { width: 26, height: 12, "aria-hidden": "true" },
      svg("path", { class: `arrow ${kind}`, d: "M1 6H24M18 2L24 6L18 10" })), words[i])));
  return {
    element: figure(caption, image, key),
    draw(state, run) {
      const see = camera(state.tilt, CENTER, SCALE);
      const { points, arrows, names } = find(run);
      const finite = arrows.flat(2).every(Number.isFinite);
      drawn.forEach((path, i) => {
        const [from, to] = arrows[i].map(see);
        trace(path, finite ? arrow(from, to, path.matches(".result") ? 14 : 8) : "");
      });
      const [x, y] = see(arrows[arrows.length - 1][1]);
      trace(end, finite ? `M${point([x - 6, y])}a6 6 0 1 0 12 0a6 6 0 1 0-12 0` : "");
      drawCircle(see, points, namedSymbols(run));
      words.forEach((word, i) =>
        write(word, finite || i < kinds.length - 1 ? names[i] : "not a number"));
      describe(image, spec.alt, run.now.text, words.map((word) => word.textContent).join("; "));
    },
  };
}

const ORIGIN = [0, 0, 0];

// The position, the token put at its tip, and where layer norm sends their sum. A loud position
// leaves little to see of the token: that is why it wins.
function stepPanel(spec) {
  const kinds = ["position", "token", "result"];
  return arrowPanel(spec, "Position and token, drawn to one scale", kinds, (run) => {
    const { program, weights, tokens, step, x } = run;
    const rows = [rowOf(weights.W_pos, step), rowOf(weights.W_E, tokens[step]), landing(run, x)];
    const [p, t, r] = rows.map((row) => [...row.slice(0, 3)]);
    const lengths = [p, t].map((row) => Math.hypot(...row));
    const scale = (0.94 * RADIUS) / (lengths[0] + lengths[1]);
    const tip = p.map((value) => value * scale);
    return {
      points: rowsOf(weights.W_E),
      arrows: [[ORIGIN, tip], [tip, t.map((value, k) => tip[k] + value * scale)], [ORIGIN, r]],
      names: [
        `position ${step}, ${format(lengths[0])} long`,
        `token \u201c${nameOf(program, tokens[step])}\u201d, ${format(lengths[1])} long`,
        "their sum after layer norm" + (x.length > 3 ? ` (circle 1 of ${x.length / 3})` : ""),
      ],
    };
  });
}

// What the last head reads, an average within the circle, and where layer norm sends the stream.
function discPanel(spec) {
  const caption = "What the last head reads, what comes of it";
  return arrowPanel(spec, caption, ["position", "result"], (run) => {
    const part = (row) => [...row.slice(spec.circle, spec.circle + 3)];
    const points = rowsOf(run.weights.W_E).map(part);
    const weights = run.heads.flat().pop().pattern[run.step];
    const read = ORIGIN.map((_, k) =>
      weights.reduce((sum, weight, j) => sum + weight * points[run.tokens[j]][k], 0));
    return {
      points,
      arrows: [[ORIGIN, read], [ORIGIN, part(landing(run, run.x))]],
      names: [`an average, ${format(Math.hypot(...read))} long`, "the stream after layer norm"],
    };
  });
}

function rowsOf(W) {
  return Array.from({ length: W.rows }, (_, i) => rowOf(W, i));
}

function namedSymbols(run) {
  const heard = run.tokens[run.step];
  const { token: said } = run.decision;
  const used = new Set([...run.tokens, ...run.answer, said]);
  return [...used].filter((id) => id >= 0).sort((a, b) => a - b).map((id) => ({
    id,
    name: nameOf(run.program, id),
    kind: id === said ? "said" : id === heard ? "heard" : "",
  }));
}

// What was heard and said, with the position looked at and what is wrong marked. A figure that says
// a fixed text shows only that.
function tapePanel(spec, set) {
  const list = html("ol", { class: "tape" });
  const cells = [];
  list.addEventListener("click", (event) => {
    const cell = event.target.closest("li");
    if (cell) set({ [spec.cursor]: cells.indexOf(cell) });
  });
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
      const heard = fixed ? [] : run.tokens.slice(0, run.first + 1);
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

function drawTapeCell(cell, run, i, token, kind, expected) {
  const wrong = kind === "said wrong";
  write(cell.firstChild, token < 0 ? "NaN" : nameOf(run.program, token));
  write(cell.lastChild, wrong && expected >= 0 ? `\u2717 ${nameOf(run.program, expected)}` : "");
  change(cell, {
    class: kind,
    "aria-current": i === run.step ? "step" : "false",
    "aria-label": `position ${i}: ${cell.firstChild.textContent}${kind && ", "}${kind}`,
  });
}

// Bars with names, the marked ones in full color.
function readOut(rows) {
  return rows.map(({ name, words }) => `${name} ${words}`).join(", ");
}

function bars(height) {
  const image = picture(SIZE, height);
  const [zero, limit] = paths("thin", "thin dashed");
  image.append(zero, limit);
  const [left, right] = [46, SIZE - 66];
  const drawRows = pool(image, () => svg("g", {}, svg("rect", { height: 14, y: -11 }),
    svg("text", { x: left - 6, "text-anchor": "end" }),
    svg("text", { x: SIZE - 4, "text-anchor": "end" })));
  return {
    image,
    draw(rows, least, most, mark) {
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
      const down = (x) => line([across(x), 2], [across(x), 4 + 20 * rows.length]);
      trace(zero, down(0));
      trace(limit, mark === undefined ? "" : down(mark));
    },
  };
}

const MOST_BARS = 9;

function logitsPanel() {
  const { image, draw } = bars(20 * MOST_BARS + 8);
  const more = html("p", { class: "note" });
  return {
    element: figure("The logits, largest first", image, more),
    draw(state, run) {
      const { token, margin } = run.decision;
      const digits = Math.min(12, Math.max(3, 2 - Math.floor(Math.log10(margin || 1))));
      const ranked = [...run.logits].map((value, id) => ({ value, id }))
        .sort((a, b) => b.value - a.value || a.id - b.id).slice(0, MOST_BARS);
      const rows = ranked.map(({ value, id }) => ({
        name: nameOf(run.program, id),
        value,
        words: format(value, Math.abs(value) < 1 ? 3 : digits),
        kind: id === token ? "result" : id === run.expected ? "expected" : "",
      }));
      const size = Math.max(...rows.map(({ value }) => Math.abs(value)).filter(Number.isFinite), 1);
      draw(rows, Math.min(0, ...rows.map(({ value }) => value || 0)), size);
      const left = run.logits.length - rows.length;
      write(more, left > 0 ? `and ${left} more` : "");
      describe(image, run.now.text, readOut(rows));
    },
  };
}

function readingPanel(spec) {
  const { image, draw } = bars(20 * spec.positions + 8);
  return {
    element: figure("What the marked row reads", image),
    draw(state, run) {
      const rows = run.tokens.map((_, j) => ({
        name: String(j),
        value: run.weights[j] ?? 0,
        words: j > run.step ? "masked" : format(Math.round(run.weights[j] * 1e4) / 1e4, 4),
        kind: j > run.step ? "later" : j === run.step - state.steps ? "position aimed" : "position",
      }));
      draw(rows, 0, 1, 0.99);
      describe(image, run.whole.text, "Weights:", readOut(rows));
    },
  };
}

// A map of cells: a table says how many, the shade of each from -1 to 1 (NaN where there is none),
// what to `say` of one, and where to `move` with it or `pick` it. Arrow keys and the pointer move a
// cursor; Enter or a click picks. The map is as wide as there is room for it.

const LEVELS = 10;
const MOVES = {
  ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1], Enter: [0, 0],
};
const cellPath = (i, j) => `M${j} ${i}h1v1h-1z`;
const insetPath = (i, j) => `M${j + 0.15} ${i + 0.2}h.7v.6h-.7z`;

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
        write(text, name);
        change(text, { y: (top + (i + 0.5) * tall + 4).toFixed(1) });
      });
      const heads = table.groups ?? columns.map((name, at) => ({ name, at, size: 1 }));
      drawColumnNames(heads, (text, { name, at, size }) => {
        write(text, name);
        change(text, { x: `${((100 * (at + size / 2)) / columns.length).toFixed(2)}%` });
      });
      describe(image, ...table.alt);
      look(table);
    },
  };
}

// The cells of a map: a path for each shade, the ground below them, and frames.
function filler(ground, frames) {
  const levels = ["more", "less"].flatMap((kind) => Array.from({ length: LEVELS }, (_, i) =>
    svg("path", { class: kind, "fill-opacity": (i + 1) / LEVELS })));
  return {
    levels,
    draw({ rows, columns, shade, framed = () => false }) {
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
          if (framed(i, j)) frame += cellPath(i, j);
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
function looking({ image, ground, cursor, readout }) {
  let look = null; // the cell looked at, if any
  let table;
  const has = (i, j) => i in table.rows && j in table.columns && !Number.isNaN(table.shade(i, j));
  const go = (to) => {
    const seen = to && has(...to);
    show(cursor, seen);
    if (seen) change(cursor, { x: to[1], y: to[0], width: 1 });
    if (seen || look || table.note) write(readout, seen ? table.say(...to) : table.note ?? "");
    look = seen ? to : null;
  };
  const under = (event) => {
    const box = ground.getBoundingClientRect();
    const share = [(event.clientY - box.top) / box.height, (event.clientX - box.left) / box.width];
    return [Math.floor(share[0] * table.rows.length), Math.floor(share[1] * table.columns.length)];
  };
  const act = (name) => look && table[name]?.(...look);
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
    if (has(...to)) go(to);
    act(event.key === "Enter" ? "pick" : "move");
  });
  return (drawn) => {
    table = drawn;
    go(look);
  };
}

export function mapPanel(caption, left, tableOf) {
  const map = cellMap(left);
  const element = figure(caption, map.image, map.readout);
  change(element, { class: "wide" });
  return { element, draw: (state, run) => map.draw(tableOf(state, run)) };
}

// As many names as there is room for on a phone, the others empty.
export function sparsely(names) {
  const longest = Math.max(...names.map((name) => String(name).length));
  const every = Math.ceil((names.length * (4 + 7 * longest)) / 250);
  return names.map((name, i) => (i % every ? "" : name));
}

// The pattern of a head: every row reads to its left.
function causal(head, run, size, names, name, move) {
  const weights = head.pattern[run.step];
  const best = weights.indexOf(Math.max(...weights));
  return {
    rows: names,
    columns: names,
    tall: size / names.length,
    row: run.step,
    start: [run.step, best],
    shade: (i, j) => (j > i ? NaN : head.pattern[i][j] || 0),
    say: (i, j) => `${name}${i} reads ${j}: weight ${format(head.pattern[i][j], 4)}, ` +
      `score ${format(head.scores[i][j])}`,
    move,
  };
}

function patternPanel(spec, set) {
  const panel = mapPanel("The pattern: each row reads to its left", 26, (state, run) => {
    const names = sparsely(run.tokens.map((_, i) => i));
    const move = (row) => set({ row });
    const alt = [spec.alt, run.whole.text];
    return { ...causal(run.heads[0][0], run, 260, names, "", move), alt };
  });
  panel.element.className = "";
  return panel;
}

// One map for each head shown, with a box that knocks the head out.
const MOST_MAPS = 8;

function headsPanel(spec, set) {
  const readout = html("p", { class: "note" });
  const panels = Array.from({ length: Math.min(MOST_MAPS, spec.heads) }, () =>
    headPanel(spec, set, readout));
  return {
    element: html("div", { class: "heads" }, ...panels.map(({ element }) => element), readout),
    draw(state, run) {
      const all = run.heads.flatMap((layer, number) => layer.map((_, h) => [number, h]));
      const page = Math.min(state.heads, Math.ceil(all.length / MOST_MAPS) - 1);
      panels.forEach((panel, i) => panel.draw(run, all[page * MOST_MAPS + i]));
    },
  };
}

function headPanel(spec, set, readout) {
  const box = html("input", { type: "checkbox" });
  const name = html("span");
  const map = cellMap(0, 2, readout);
  const element = html("figure", { class: "small" },
    html("figcaption", {}, html("label", {}, box, name)), map.image);
  let toggle;
  box.addEventListener("change", () => toggle());
  return {
    element,
    draw(run, place) {
      element.hidden = !place;
      if (!place) return;
      const [key, called] = [place.join("."), `layer ${place[0]}, head ${place[1]}`];
      const off = run.off.includes(key);
      const others = run.off.filter((other) => other && other !== key);
      toggle = () => set({ off: (off ? others : [...others, key]).join(" ") });
      box.checked = !off;
      write(name, called);
      const head = run.heads[place[0]][place[1]];
      const names = run.tokens.map(() => "");
      const move = (row) => set({ [spec.cursor]: row });
      const table = causal(head, run, 136, names, `${called}: `, move);
      const [row, best] = table.start;
      const reads = best < 0 ? `Position ${row} reads nothing: not a number.` :
        `Position ${row} reads most from ${best}: ${format(head.pattern[row][best], 4)}.`;
      const alt = [`The pattern of ${called}${off ? ", knocked out" : ""}.`, reads];
      map.draw({ ...table, alt });
    },
  };
}

// The steps that do something, with the stream at the position looked at.
function stepsOf(run) {
  const { layers } = run.weights;
  const works = ([part, number]) => part === "embedding" ||
    (part === "mlp" ? layers[number].mlp?.W_in.columns : layers[number].heads.length);
  return Object.entries(run.stream).filter(([name]) => works(name.split(" ")))
    .map(([name, rows]) => ({ name, x: rows[run.step] }));
}

const sizeOf = (x) => Math.max(...x.map(Math.abs).filter(Number.isFinite), 1e-300);

// The name of a coordinate of the stream; they count from 1, as parts and listings do.
function coordinate({ program }, j) {
  const { name, at, size } = program.subspaces.findLast((group) => group.at <= j);
  return size > 1 ? `${name}.${j - at + 1}` : name;
}

function streamPanel() {
  return mapPanel("The stream here, step by step: what changed is framed", 84, (state, run) => {
    const steps = stepsOf(run);
    const changed = (i, j) => i > 0 && steps[i].x[j] !== steps[i - 1].x[j];
    return {
      rows: steps.map(({ name }) => name),
      columns: [...steps[0].x],
      groups: run.program.subspaces,
      tall: 24,
      shade: (i, j) => steps[i].x[j] / sizeOf(steps[i].x) || 0,
      framed: changed,
      say: (i, j) => `${coordinate(run, j)} after ${steps[i].name}: ${format(steps[i].x[j], 4)}` +
        (changed(i, j) ? `, was ${format(steps[i - 1].x[j], 4)}` : ""),
      alt: [`The residual stream at position ${run.step} after each step.`, run.now.text],
    };
  });
}

// What would be said if the machine ended after each step.
function lensPanel() {
  return mapPanel("What it would say after each step", 120, (state, run) => {
    const { program } = run;
    const steps = stepsOf(run).map(({ name, x }) => {
      const logits = unembed(run, x);
      return { name, logits, ...decide(logits) };
    });
    const said = ({ token, outcome }) => (outcome === "nan" ? "NaN" : nameOf(program, token));
    return {
      rows: steps.map((step) => `${step.name}: ${said(step)}`),
      columns: sparsely(program.vocabulary.map((_, id) => nameOf(program, id))),
      tall: 24,
      shade: (i, j) => steps[i].logits[j] / sizeOf(steps[i].logits) || 0,
      framed: (i, j) => steps[i].token === j,
      say: (i, j) =>
        `${nameOf(program, j)} after ${steps[i].name}: ${format(steps[i].logits[j], 4)}`,
      alt: steps.map((step) =>
        `After ${step.name} it says ${said(step)}, which leads by ${format(step.margin)}.`),
    };
  });
}

// One of the weight matrices.
const MOST_CELLS = 60;

function weightsPanel() {
  return mapPanel("Its weights", 56, (state, run) => {
    const path = state.tensor.split(".");
    const W = path.reduce((part, key) => part?.[key], run.weights) ?? matrix(0, 0);
    const name = path.pop();
    const token = (i) => nameOf(run.program, i);
    const stream = (i) => coordinate(run, i);
    const inside = (i) => `${name === "W_pos" ? "position" : "hidden"} ${i}`;
    const [from, to] = {
      W_E: [token, stream], W_U: [stream, token], W_pos: [inside, stream],
      W_O: [inside, stream], W_out: [inside, stream],
    }[name] ?? [stream, inside];
    const [rows, columns] = [[W.rows, from], [W.columns, to]].map(([n, nameAt]) =>
      Array.from({ length: Math.min(n, MOST_CELLS) }, (_, i) => nameAt(i)));
    const size = sizeOf(W.data);
    const nonzero = W.data.filter((value) => value).length;
    const cut = Math.max(W.rows, W.columns) > MOST_CELLS;
    const note = `${W.rows} by ${W.columns}, ${nonzero} not zero` +
      (cut ? `; the first ${MOST_CELLS} are shown` : "");
    return {
      rows,
      columns: sparsely(columns),
      tall: 18,
      shade: (i, j) => W.data[i * W.columns + j] / size || 0,
      say: (i, j) =>
        `reads ${rows[i]}, writes ${columns[j]}: ${format(W.data[i * W.columns + j], 4)}`,
      note,
      alt: [`${state.tensor}: ${note}.`],
    };
  });
}

// Right or wrong, case by case; a cell picked is the state of another figure.
function failuresPanel(spec) {
  const { names: [down, across], rows, columns, right } = spec;
  const pick = (i, j) => {
    const other = document.getElementById(spec.target);
    other?.begin?.();
    other?.handle?.set({ [down]: rows[i], [across]: columns[j], ...spec.cases?.[i][j] });
    other?.scrollIntoView({ block: "nearest" });
  };
  const [rowNames, columnNames] = [rows, columns].map((values) => values.map(named));
  return mapPanel(`${down} (down) and ${across} (across): blue is right`, 84, () => ({
    rows: rowNames,
    columns: sparsely(columnNames),
    tall: 22,
    shade: (i, j) => (right[i][j] === 1 ? 1 : right[i][j] - 1),
    say: (i, j) => `${down} ${rowNames[i]}, ${across} ${columnNames[j]}: ` +
      `right in ${format(right[i][j] * 100)} %`,
    pick,
    alt: [spec.alt, "Enter shows a case."],
  }));
}

const named = (value) => (typeof value === "number" ? format(value) : value);

// A cloud of points before and after layer norm, in the plane or in space.

const PLOT = 260;
const MIDDLE = [PLOT / 2, PLOT / 2];

function scatter(dots, reach, kind) {
  const image = picture(PLOT, PLOT);
  const scale = PLOT / 2 / reach;
  const axis = svg("g");
  const [extra, filled, hollow] = paths("thin dashed", `dots ${kind}`, `hollow ${kind}`);
  image.append(axis, extra, filled, hollow);
  const shapes = { dot, ring, square };
  return {
    image, axis, extra, scale,
    draw(points, see) {
      const marks = points.map((x, i) => shapes[dots[i]](see(x)));
      trace(filled, marks.filter((_, i) => dots[i] === "dot").join(""));
      trace(hollow, marks.filter((_, i) => dots[i] !== "dot").join(""));
    },
  };
}

const flat = (scale) => ([x, y]) => [MIDDLE[0] + scale * x, MIDDLE[1] - scale * y];

function cloudPanel(spec) {
  // Squares for points on the line (1, ..., 1), rings on one side of it.
  const before = scatter(spec.shapes, 4.6, "before");
  const after = scatter(spec.shapes, 2.3, "result");
  const inSpace = spec.points.at.length === 3;
  const parts = inSpace ? spaceAxes(before, after) : planeAxes(before, after);
  const unit = svg("text", { x: 4, y: PLOT - 6 });
  before.image.append(unit);
  return {
    element: html("div", { class: "pair" },
      figure("Before layer norm", before.image), figure("After layer norm", after.image)),
    draw(state, run) {
      const [seeBefore, seeAfter] = parts(state, run);
      write(unit, `axes: ${format((inSpace ? 3.6 : 4.6) * state.stretch, 2)} long`);
      before.draw(run.before, seeBefore);
      after.draw(run.after, seeAfter);
      describe(before.image, `${run.before.length} points, stretched by ${format(state.stretch)}.`);
      describe(after.image, spec.alt, run.whole.text);
    },
  };
}

function planeAxes(before, after) {
  for (const { axis } of [before, after]) {
    const [cross] = paths("thin");
    axis.append(cross);
    trace(cross, `M0 ${PLOT / 2}H${PLOT}M${PLOT / 2} 0V${PLOT}`);
  }
  change(before.extra, { d: `M0 ${PLOT}L${PLOT} 0` });
  const counts = pool(after.image, () => svg("text", { "text-anchor": "middle" }));
  return (state, run) => {
    const seeAfter = flat(after.scale);
    counts(crowds(run.after), (text, { at: [x, y], count }) => {
      const [a, b] = seeAfter([x, y]);
      write(text, `${count} ${count === 1 ? "point" : "points"}`);
      place(text, [a, b + (y < -0.3 ? 22 : -12)]);
    });
    return [flat(before.scale), seeAfter];
  };
}

// Places where at least three points fall together, with their number.
function crowds(points) {
  const counts = {};
  for (const x of points) {
    const key = x.map((value) => Math.round(value * 100) / 100 + 0).join(" ");
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return Object.entries(counts).filter(([, count]) => count > 2)
    .map(([key, count]) => ({ at: key.split(" ").map(Number), count }));
}

function spaceAxes(before, after) {
  const drawBefore = axes(before.axis, 3.6);
  const drawAfter = axes(after.axis, 1.15);
  return (state) => {
    const seeBefore = camera(state.tilt, MIDDLE, before.scale);
    const seeAfter = camera(state.tilt, MIDDLE, after.scale);
    drawBefore(seeBefore);
    drawAfter(seeAfter);
    change(after.extra, { d: circlePath(seeAfter) });
    return [seeBefore, seeAfter];
  };
}

// By the name that a figure calls a panel, and "Panel".
export const PANELS = {
  circlePanel, stepPanel, discPanel, tapePanel, logitsPanel, readingPanel, patternPanel, headsPanel,
  streamPanel, lensPanel, weightsPanel, failuresPanel, cloudPanel,
};
