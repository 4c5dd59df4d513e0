// Panels: each a function (spec, set) -> {element, draw(state, run)}. A panel makes its nodes once
// and changes only what differs. Blue is for positions, orange for tokens, green for results, and
// whatever a color says, a shape or a word says too.

import { rowOf } from "./arithmetic.js";
import { format, nameOf } from "./runs.js";

export function html(tag, attributes = {}, ...children) {
  return build(document.createElement(tag), attributes, children);
}

function svg(tag, attributes = {}, ...children) {
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

function show(node, visible) {
  change(node, { visibility: visible ? "visible" : "hidden" });
}

function picture(width, height, ...children) {
  return svg("svg", { role: "img", width, height, viewBox: `0 0 ${width} ${height}` }, ...children);
}

// What a picture says to readers who listen.
function describe(image, ...sentences) {
  change(image, { "aria-label": sentences.join(" ") });
}

// Where a text stands.
function place(text, [x, y]) {
  change(text, { x: x.toFixed(1), y: y.toFixed(1) });
}

function figure(caption, ...children) {
  return html("figure", {}, html("figcaption", {}, caption), ...children);
}

// As many nodes as there are things to draw; nodes left over are hidden.
function pool(parent, make) {
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

function point([x, y]) {
  return `${x.toFixed(1)} ${y.toFixed(1)}`;
}

function line(from, to) {
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
const square = ([x, y]) => `M${point([x - 3.5, y - 3.5])}h7v7h-7z`;
const ring = ([x, y]) => `M${point([x - 3, y])}a3 3 0 1 0 6 0a3 3 0 1 0-6 0`;

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

function onCircle(angle, radius = RADIUS) {
  return [0, 1, 2].map((k) => radius * (Math.cos(angle) * EAST[k] + Math.sin(angle) * NORTH[k]));
}

function circlePath(see) {
  const at = Array.from({ length: 73 }, (_, i) => point(see(onCircle((i * Math.PI) / 36))));
  return `M${at.join("L")}`;
}

// The axes x, y, z and the direction (1, 1, 1), with their names where there is room for them.
function axes(parent, length) {
  const lines = svg("path", { class: "thin" });
  const up = svg("path", { class: "thin dashed" });
  const names = ["x", "y", "z", "(1,1,1)"].map((name) =>
    svg("text", { "text-anchor": "middle", class: "quiet" }, name));
  parent.append(lines, up, ...names);
  return (see) => {
    const origin = see([0, 0, 0]);
    const directions = [[1, 0, 0], [0, 1, 0], [0, 0, 1], UP];
    const ends = directions.map((direction) => see(direction.map((x) => x * length)));
    change(lines, { d: ends.slice(0, 3).map((end) => line(origin, end)).join("") });
    change(up, { d: line(origin, ends[3]) });
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

const SIZE = 288;
const HEIGHT = 248;
const CENTER = [SIZE / 2, HEIGHT / 2];
const SCALE = 52;
const LABEL_GAP = 15; // px between labels, and from the circle to a label

// The circle with its points; those that have a name get a label outside it.
function circleOf(parent) {
  const path = svg("path", { class: "ring" });
  const drawAxes = axes(parent, 1.25);
  const small = svg("path", { class: "dots small" });
  const large = svg("path", { class: "dots" });
  const leaders = svg("path", { class: "thin" });
  parent.append(path, small, leaders, large);
  const labels = pool(parent, () => svg("text"));
  return (see, points, named) => {
    drawAxes(see);
    const at = Array.from({ length: points.rows }, (_, i) => see(rowOf(points, i)));
    const angles = named.map(({ id }) => {
      const p = rowOf(points, id);
      return Math.atan2(dotProduct(p, NORTH), dotProduct(p, EAST));
    });
    const radius = RADIUS * SCALE + LABEL_GAP;
    const apart = spread(angles, (LABEL_GAP + 1) / radius);
    const outside = apart.map((angle, i) => [
      at[named[i].id][0] + radius * Math.cos(angle) - RADIUS * SCALE * Math.cos(angles[i]),
      at[named[i].id][1] - radius * Math.sin(angle) + RADIUS * SCALE * Math.sin(angles[i]),
    ]);
    change(path, { d: circlePath(see) });
    change(small, { d: at.map(dot).join("") });
    change(large, { d: named.map(({ id }) => dot(at[id])).join("") });
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
      const n = run.points.rows;
      const every = Math.ceil(n / 24);
      const named = Array.from({ length: n }, (_, id) => ({ id, name: names[id] ?? String(id) }))
        .filter(({ id }) => id % every === 0);
      draw(camera(state.tilt, CENTER, SCALE), run.points, named);
      describe(image, spec.alt, `Seen at a tilt of ${state.tilt} degrees.`, run.whole.text);
    },
  };
}

// The three arrows of a decoding step, to one scale: the position, the token put at its tip, and
// where layer norm sends their sum. A loud position leaves little to see of the token: that is why
// it wins.
function stepPanel(spec) {
  const image = picture(SIZE, HEIGHT);
  const sum = svg("path", { class: "arrow result" });
  image.append(sum);
  const drawCircle = circleOf(image);
  const position = svg("path", { class: "arrow position" });
  const token = svg("path", { class: "arrow token" });
  const landing = svg("path", { class: "landing" });
  image.append(position, token, landing);
  const key = html("ul", { class: "key" });
  const words = ["position", "token", "result"].map((kind) => {
    const sample = svg("svg", { width: 26, height: 12, "aria-hidden": "true" },
      svg("path", { class: `arrow ${kind}`, d: "M1 6H24M18 2L24 6L18 10" }));
    const text = html("span");
    key.append(html("li", {}, sample, text));
    return text;
  });
  return {
    element: figure("Position and token, drawn to one scale", image, key),
    draw(state, run) {
      const see = camera(state.tilt, CENTER, SCALE);
      const [p, t, r] = [run.position, run.token, run.result].map((v) => [...v.slice(0, 3)]);
      const finite = [...p, ...t, ...r].every(Number.isFinite);
      const scale = (0.94 * RADIUS) / (Math.hypot(...p) + Math.hypot(...t));
      const tip = p.map((x) => x * scale);
      const end = t.map((x, k) => tip[k] + x * scale);
      change(position, { d: finite ? arrow(see([0, 0, 0]), see(tip)) : "" });
      change(token, { d: finite ? arrow(see(tip), see(end), 7) : "" });
      change(sum, { d: finite ? arrow(see([0, 0, 0]), see(r), 14) : "" });
      change(landing, { d: finite ? landingMark(see(r)) : "" });
      drawCircle(see, run.weights.W_E, namedSymbols(run));
      describeArrows(words, run, p, t, finite);
      describe(image, spec.alt, run.now.text, words.map((word) => word.textContent).join("; "));
    },
  };
}

const landingMark = ([x, y]) => `M${point([x - 6, y])}a6 6 0 1 0 12 0a6 6 0 1 0-12 0`;

function namedSymbols(run) {
  const heard = run.tokens[run.step];
  const { token: said } = run.decisions[run.step];
  const used = new Set([...run.tokens, ...run.answer, said]);
  return [...used].filter((id) => id >= 0).sort((a, b) => a - b).map((id) => ({
    id,
    name: nameOf(run.program, id),
    kind: id === said ? "said" : id === heard ? "heard" : "",
  }));
}

function describeArrows([position, token, result], run, p, t, finite) {
  const circles = run.token.length / 3;
  const heard = nameOf(run.program, run.tokens[run.step]);
  write(position, `position ${run.step}, ${format(Math.hypot(...p))} long`);
  write(token, `token \u201c${heard}\u201d, ${format(Math.hypot(...t))} long`);
  const lands = finite
    ? `their sum after layer norm${circles > 1 ? ` (circle 1 of ${circles})` : ""}`
    : "their sum: not a number";
  write(result, lands);
}

// The symbols said so far, with the step looked at and the first wrong one marked.
function tapePanel(spec, set) {
  const list = html("ol", { class: "tape" });
  const cells = [];
  list.addEventListener("click", (event) => {
    const cell = event.target.closest("li");
    if (cell) set({ step: cells.indexOf(cell) });
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
      describe(list, run.typed ? "What it says after each symbol" : "What it says");
      run.decisions.forEach((decision, i) => drawTapeCell(cellAt(i), run, decision, i));
      while (cells.length > run.decisions.length) cells.pop().remove();
    },
  };
}

function drawTapeCell(cell, run, { outcome, token }, i) {
  const expected = run.answer[i];
  const wrong = outcome === "nan" || (expected !== undefined && token !== expected);
  const hint = wrong && expected !== undefined ? `\u2717 ${nameOf(run.program, expected)}` : "";
  write(cell.firstChild, outcome === "nan" ? "NaN" : nameOf(run.program, token));
  write(cell.lastChild, hint);
  change(cell, {
    class: wrong ? "wrong" : "",
    "aria-current": i === run.step ? "step" : "false",
    "aria-label": `position ${i}: ${cell.firstChild.textContent}${wrong ? ", wrong" : ""}`,
  });
}

// Bars with names, the marked ones in full color.
function readOut(rows) {
  return rows.map(({ name, words }) => `${name} ${words}`).join(", ");
}

function bars(height) {
  const image = picture(SIZE, height);
  const zero = svg("path", { class: "thin" });
  const limit = svg("path", { class: "thin dashed" });
  const drawBars = pool(image, () => svg("rect", { height: 14 }));
  const drawNames = pool(image, () => svg("text", { "text-anchor": "end" }));
  const drawValues = pool(image, () => svg("text", { "text-anchor": "end" }));
  image.append(zero, limit);
  const [left, right] = [46, SIZE - 66];
  return {
    image,
    draw(rows, least, most, mark) {
      const across = (x) => left + ((right - left) * (x - least)) / (most - least || 1);
      const middle = (i) => 15 + 20 * i;
      drawBars(rows, (bar, { value, kind }, i) => {
        const ends = [across(0), across(Number.isFinite(value) ? value : 0)].sort((a, b) => a - b);
        change(bar, {
          x: ends[0].toFixed(1), y: middle(i) - 11, class: `bar ${kind}`,
          width: Math.max(0.5, ends[1] - ends[0]).toFixed(1),
        });
      });
      drawNames(rows, (text, { name }, i) => {
        write(text, name);
        change(text, { x: left - 6, y: middle(i) });
      });
      drawValues(rows, (text, { words, kind }, i) => {
        write(text, words);
        change(text, { x: SIZE - 4, y: middle(i), class: kind });
      });
      const down = (x) => line([across(x), 2], [across(x), 4 + 20 * rows.length]);
      change(zero, { d: down(0) });
      change(limit, { d: mark === undefined ? "" : down(mark) });
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
      const { token, margin } = run.decisions[run.step];
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
      const rows = Array.from(run.weights, (value, j) => ({
        name: String(j),
        value: j > run.row ? 0 : value,
        words: j > run.row ? "masked" : format(Math.round(value * 1e4) / 1e4, 4),
        kind: j > run.row ? "later" : j === run.row - state.steps ? "position aimed" : "position",
      }));
      draw(rows, 0, 1, 0.99);
      describe(image, run.whole.text, "Weights:", readOut(rows));
    },
  };
}

// A causal heat map. Arrow keys move the row that reads (up, down) and the cell looked at.
const [LEFT, TOP] = [26, 20];

function causalMap(n) {
  const size = Math.floor((SIZE - LEFT - 2) / n);
  const image = picture(SIZE, TOP + size * n + 4);
  const cells = [];
  for (let i = 0; i < n; i++) {
    const middle = (i + 0.5) * size;
    image.append(
      svg("text", { x: LEFT - 6, y: TOP + middle + 4, "text-anchor": "end" }, String(i)),
      svg("text", { x: LEFT + middle, y: TOP - 6, "text-anchor": "middle" }, String(i)),
    );
    for (let j = 0; j <= i; j++) {
      const at = { x: LEFT + j * size, y: TOP + i * size, width: size, height: size };
      cells.push({ i, j, node: svg("rect", { class: "cell", ...at }) });
    }
  }
  image.append(...cells.map(({ node }) => node));
  return { image, cells, size };
}

function cellUnder(event, image, size) {
  const box = image.getBoundingClientRect();
  const zoom = SIZE / box.width;
  return {
    row: Math.floor(((event.clientY - box.top) * zoom - TOP) / size),
    column: Math.floor(((event.clientX - box.left) * zoom - LEFT) / size),
  };
}

const MOVES = {
  ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1],
};

function patternPanel(spec, set) {
  const n = spec.positions;
  const { image, cells, size } = causalMap(n);
  const marked = svg("rect", { class: "marked", x: LEFT, height: size });
  const cursor = svg("rect", { class: "cursor", width: size, height: size });
  const readout = html("p", { class: "note", role: "status" });
  image.append(marked, cursor);
  image.setAttribute("tabindex", "0");
  let look = null; // the column looked at, if any
  let last; // the run drawn last
  const draw = (state, run) => {
    last = run;
    for (const { i, j, node } of cells) {
      change(node, { "fill-opacity": (0.04 + 0.96 * run.pattern.data[i * n + j]).toFixed(3) });
    }
    change(marked, { y: TOP + run.row * size, width: (run.row + 1) * size });
    drawCursor();
    describe(image, spec.alt, run.whole.text, "Up and down choose the row, left and right a cell.");
  };
  const drawCursor = () => {
    const column = Math.min(look ?? 0, last.row);
    show(cursor, look !== null);
    change(cursor, { x: LEFT + column * size, y: TOP + last.row * size });
    write(readout, look === null ? "" : describeCell(last, column));
  };
  image.addEventListener("keydown", (event) => {
    const [down, right] = MOVES[event.key] ?? [0, 0];
    if (!down && !right) return;
    event.preventDefault();
    if (right) look = look === null ? last.best : Math.max(0, Math.min(last.row, look + right));
    set({ row: Math.max(0, Math.min(n - 1, last.row + down)) });
  });
  image.addEventListener("pointerdown", (event) => {
    const { row, column } = cellUnder(event, image, size);
    if (row < 0 || row >= n || column < 0 || column > row) return;
    look = column;
    set({ row });
  });
  image.addEventListener("blur", () => {
    look = null;
    drawCursor();
  });
  return { element: figure("The pattern: each row reads to its left", image, readout), draw };
}

function describeCell({ row, pattern, scores, n }, column) {
  const weight = format(pattern.data[row * n + column], 4);
  return `${row} reads ${column}: weight ${weight}, score ${format(scores.data[row * n + column])}`;
}

// A cloud of points before and after layer norm, in the plane or in space.

const PLOT = 260;
const MIDDLE = [PLOT / 2, PLOT / 2];

function scatter(dots, reach, kind) {
  const image = picture(PLOT, PLOT);
  const scale = PLOT / 2 / reach;
  const axis = svg("g");
  const extra = svg("path", { class: "thin dashed" });
  const filled = svg("path", { class: `dots ${kind}` });
  const hollow = svg("path", { class: `hollow ${kind}` });
  const squares = svg("path", { class: `hollow ${kind}` });
  image.append(axis, extra, filled, hollow, squares);
  const shapes = [[filled, "dot", dot], [hollow, "ring", ring], [squares, "square", square]];
  return {
    image, axis, extra, scale,
    draw(x, see) {
      for (const [path, name, shape] of shapes) {
        const mine = dots.filter(([kind]) => kind === name);
        change(path, { d: mine.map(([, i]) => shape(see([...rowOf(x, i)]))).join("") });
      }
    },
  };
}

const flat = (scale) => ([x, y]) => [MIDDLE[0] + scale * x, MIDDLE[1] - scale * y];

function crossAxes(parent, reach, at) {
  const see = flat(PLOT / 2 / reach);
  const names = [[at, 0], [-at, 0], [0, at], [0, -at]].map((end) => {
    const [x, y] = see(end);
    const beside = end[0] ? { x, y: y + 16, "text-anchor": "middle" } : { x: x + 8, y: y + 4 };
    return svg("text", { ...beside, class: "quiet" });
  });
  const ticks = [[at, 0], [-at, 0], [0, at], [0, -at]].map((end) => {
    const [x, y] = see(end);
    return end[0] ? `M${x} ${y - 3}v6` : `M${x - 3} ${y}h6`;
  });
  const d = line(see([-reach, 0]), see([reach, 0])) + line(see([0, -reach]), see([0, reach]));
  parent.append(svg("path", { class: "thin", d: d + ticks.join("") }), ...names);
  return (unit) => names.forEach((name, i) => write(name, format((i % 2 ? -at : at) * unit, 2)));
}

// Which shape each point has: squares for those on the line (1, ..., 1), rings on one side of it.
function shapesOf(spec) {
  return spec.shapes.map((name, i) => [name, i]);
}

function cloudPanel(spec) {
  const dots = shapesOf(spec);
  const before = scatter(dots, 4.6, "before");
  const after = scatter(dots, 2.3, "result");
  const inSpace = spec.points.at.length === 3;
  const parts = inSpace ? spaceAxes(before, after) : planeAxes(before, after);
  return {
    element: html("div", { class: "pair" },
      figure("Before layer norm", before.image), figure("After layer norm", after.image)),
    draw(state, run) {
      const [seeBefore, seeAfter] = parts(state, run);
      before.draw(run.before, seeBefore);
      after.draw(run.after, seeAfter);
      describe(before.image, `${run.before.rows} points, stretched by ${format(state.stretch)}.`);
      describe(after.image, spec.alt, run.whole.text);
    },
  };
}

function planeAxes(before, after) {
  const units = crossAxes(before.axis, 4.6, 3);
  crossAxes(after.axis, 2.3, 1)(1);
  const see = flat(before.scale);
  change(before.extra, { d: line(see([-4.4, -4.4]), see([4.4, 4.4])) });
  const counts = pool(after.image, () => svg("text", { "text-anchor": "middle" }));
  return (state, run) => {
    units(state.stretch);
    const seeAfter = flat(after.scale);
    counts(crowds(run.after), (text, { at: [x, y], count }) => {
      const [a, b] = seeAfter([x, y]);
      write(text, `${count} ${count === 1 ? "point" : "points"}`);
      place(text, [a, b + (y < -0.3 ? 22 : -12)]);
    });
    return [see, seeAfter];
  };
}

// Places where at least three points fall together, with their number.
function crowds(x) {
  const found = new Map();
  for (let i = 0; i < x.rows; i++) {
    const at = [...rowOf(x, i)].map((value) => Math.round(value * 100) / 100 + 0);
    const crowd = found.get(at.join()) ?? { at, count: 0 };
    crowd.count++;
    found.set(at.join(), crowd);
  }
  return [...found.values()].filter(({ count }) => count > 2);
}

function spaceAxes(before, after) {
  const drawBefore = axes(before.axis, 3.6);
  const drawAfter = axes(after.axis, 1.15);
  const unit = svg("text", { x: 4, y: PLOT - 6, class: "quiet" });
  before.image.append(unit);
  return (state) => {
    const seeBefore = camera(state.tilt, MIDDLE, before.scale);
    const seeAfter = camera(state.tilt, MIDDLE, after.scale);
    drawBefore(seeBefore);
    drawAfter(seeAfter);
    change(after.extra, { d: circlePath(seeAfter) });
    write(unit, `axes: ${format(3.6 * state.stretch, 2)} long`);
    return [seeBefore, seeAfter];
  };
}

export const PANELS = {
  circle: circlePanel,
  step: stepPanel,
  tape: tapePanel,
  logits: logitsPanel,
  pattern: patternPanel,
  reading: readingPanel,
  cloud: cloudPanel,
};
