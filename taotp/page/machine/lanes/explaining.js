// @ts-check
// A dial explains itself: which numbers it is the sum of, each of which goes on to its own causes,
// down to rows of matrices. Loaded when a cell is pressed.

import { coordinate, html } from "../../kit/panels.js";
import { format, nameOf } from "../../kit/runs.js";
import { keyOf, productTerms, refOf, tableOf } from "../graph.js";
import { join } from "../steps.js";
import { nameNumber, titleOf } from "../words.js";
import { cellText, capital } from "./telling.js";
import { TEXT } from "./story.js";
import { LATE } from "./view.js";
/** @import {Program} from "../../kit/page" */
/** @import {Factor, Graph, Ref, Term} from "../graph.js" */
/** @import {View} from "../view.js" */
/** @import {Asker, Asking, Cell, Explained, Lane, LaneHead, Lanes, Place} from "./lanes" */
/** @import {LanesView} from "./view.js" */

const LISTED_TERMS = 6;
const MOST_COLUMNS = 24; // to choose from
const MATRIX = /^(?:encoder\.)?(?:layers\.(\d+)\.(?:heads|cross)\.(\d+)\.)?(?:.*\.)?(\w+)$/;

/** @param {Term[]} terms */
const total = (terms) => terms.reduce((sum, { value }) => sum + value, 0);

// The graph of a stack of lanes.
/** @param {Graph[]} graphs @param {string} stack */
const graphOf = (graphs, stack) => graphs.find(({ prefix }) => Boolean(prefix) === Boolean(stack));

// A coordinate of the stream under the machine's own names.
/** @param {Graph} graph @param {number} j */
function nameOfColumn(graph, j) {
  const program = /** @type {Program} */ (graph.run.program);
  const subspaces = (graph.prefix ? program.reads : program.named) ?? program.subspaces;
  return coordinate({ program: { ...program, subspaces } }, j);
}

// The terms, the largest six of them, with the number and the sum of all others.
/** @param {Term[]} terms @param {boolean} [all] those that are 0 too */
function largest(terms, all = false) {
  const sorted = terms.filter(({ value }) => all || value !== 0)
    .sort((a, b) => Math.abs(b.value) - Math.abs(a.value));
  const rest = sorted.slice(LISTED_TERMS);
  return { terms: sorted.slice(0, LISTED_TERMS), rest: rest.length, together: total(rest) };
}

// What a cell holds, and the numbers that one of its columns is the sum of.

// The lane of a cell; of the text that of its tokens, where they write anything.
/** @param {Lanes} seen @param {Cell} cell */
const laneOf = (seen, { lane, stack }) => seen.lanes.find((each) => (each.stack === stack ||
  each.by === "answer") && (lane === TEXT ? each.by === "token" : each.name === lane));

/** @param {Lane} lane @param {number} at */
function loudest({ rows }, at) {
  const sizes = rows[at].map(Math.abs);
  return sizes.indexOf(Math.max(...sizes));
}

/**
 * @param {Graph[]} graphs @param {Lanes} seen @param {Cell} cell
 * @returns {Explained | undefined}
 */
function explainCell(graphs, seen, cell) {
  const lane = laneOf(seen, cell);
  const graph = graphOf(graphs, cell.stack);
  if (!lane || cell.at >= graph.count) return undefined;
  if (lane.by === "answer") return explainAnswer(graph, lane, cell);
  const k = cell.k ?? loudest(lane, cell.at);
  const c = lane.columns[k];
  const { table, terms, why } = madeBy(graph, seen, lane, cell.at, c);
  const columns = lane.columns.map((each, n) => ({ k: n, name: nameOfColumn(graph, each) }))
    .filter(({ k: n }) => n === k || lane.rows[cell.at][n] !== 0).slice(0, MOST_COLUMNS);
  const holds = `${lane.name} at ${cell.at} is ${cellText(lane.values[cell.at])}`;
  return { ...largest(terms), said: `${capital(holds)}: ${why}.`, k, columns,
    number: nameOfColumn(graph, c), value: lane.rows[cell.at][k],
    key: keyOf({ table: graph.prefix + table, i: cell.at, j: c }) };
}

/** @param {Graph} graph @param {Lane} lane @param {Cell} cell @returns {Explained} */
function explainAnswer(graph, lane, { at }) {
  const program = /** @type {Program} */ (graph.run.program);
  const row = graph.logits.row(at);
  const token = program.vocabulary.findIndex((_, id) => nameOf(program, id) === lane.values[at]);
  const key = keyOf({ table: "logit", i: at, j: token });
  const made = graph.logits.made(at, token);
  return { ...largest(made.terms), key, value: row[token], columns: [],
    number: "its logit", small: made.rest,
    said: `At ${at} it says ${lane.values[at]}, which fits best of ${row.length} symbols.` };
}

// The table of the stream in which a lane's number is, its terms, and what made them.
/**
 * @param {Graph} graph @param {Lanes} seen @param {Lane} lane @param {number} i
 * @param {number} c @returns {{table: string, terms: Term[], why: string}}
 */
function madeBy(graph, seen, lane, i, c) {
  const { by, layer } = lane;
  const { inside, layers, run: { weights, tokens, off } } = graph;
  const from = (/** @type {"W_E" | "W_pos"} */ name, /** @type {number} */ r) => {
    const value = weights[name].data[r * weights[name].columns + c];
    return [{ value, factors: [{ value, name, path: `${inside}${name}:${r}.${c}` }] }];
  };
  if (by === "token") return { table: "embedding", terms: from("W_E", Number(tokens[i])),
    why: "the row of its symbol in W_E" };
  if (by === "place") return { table: "embedding", terms: from("W_pos", i),
    why: "the row of its place in W_pos" };
  if (by === "mlp") {
    const { mlp } = weights.layers[layer];
    const path = `${inside}layers.${layer}.mlp`;
    return { table: `mlp ${layer}`, why: `the MLP of layer ${layer} writes it`,
      terms: productTerms(layers[layer].hidden, i, mlp.W_out, c, `${path}.W_out`, mlp.b_out,
        `${path}.b_out`) };
  }
  if (by === "sum") return sumOfAll(graph, lane, i, c);
  const cross = by === "cross";
  const tables = layers[layer][cross ? "cross" : "heads"][lane.head];
  const told = seen.heads.find((each) => each.stack === lane.stack && each.layer === layer &&
    each.cross === cross && each.number === lane.head);
  return { table: `${cross ? "cross" : "attention"} ${layer}`,
    terms: graph.brought([tables])(i, c),
    why: off.includes(tables.label) ? `the head \u201c${told.name}\u201d is out`
      : looksAt(told, i) };
}

/** @param {LaneHead} head @param {number} i */
function looksAt({ name, source, weight, cross }, i) {
  const read = cross ? " of what is read" : "";
  return `the head \u201c${name}\u201d looks at position ${source[i]}${read} with a weight of ` +
    format(weight[i]);
}

// A part to which several things were added by now: the stream as it is then.
/** @param {Graph} graph @param {Lane} lane @param {number} i @param {number} c */
function sumOfAll(graph, lane, i, c) {
  const steps = ["embedding",
    ...["attention", "cross", "mlp"].map((kind) => `${kind} ${lane.layer}`)];
  const table = steps.find((step) => graph.tables.has(graph.prefix + step) &&
    lane.columns.every((j, k) =>
      graph.tables.get(graph.prefix + step).row(i)[j] === lane.rows[i][k])) ?? steps[0];
  return { table, terms: graph.tables.get(graph.prefix + table).made(i, c).terms,
    why: "what it was before, and what was added" };
}

// What a number of the run is made of.
/** @type {Record<string, string>} */
const AFTER = { sum: "", relu: ", or 0 where that is negative",
  softmax: ", which softmax turns into a share of 1" };

/** @param {Graph[]} graphs @param {Ref} ref @returns {Explained} */
function explainNumber(graphs, ref) {
  const table = tableOf(graphs, ref.table);
  const { how, terms, rest, by, gamma, beta } = table.made(ref.i, ref.j);
  const more = [...(by === undefined || how === "sum" ? [] : [` \u00f7 ${format(by)}`]),
    ...(gamma === undefined ? [] : [` \u00d7 ${format(gamma)} gamma`]),
    ...(beta === undefined ? [] : [` + ${format(beta)} beta`])].join("");
  return { ...largest(terms, how === "softmax"), small: rest, key: keyOf(ref), number: "it",
    value: table.row(ref.i)[ref.j], columns: [], said: capital(nameRef(graphs, ref)),
    after: (more || AFTER[how]) ?? `, of which ${how} is taken` };
}

// A number in words: a coordinate of the stream under the machine's name for it.
/** @param {Graph[]} graphs @param {Ref} ref */
function nameRef(graphs, ref) {
  const graph = graphs.find(({ tables }) => tables.has(ref.table));
  const bare = ref.table.slice(graph.prefix.length);
  if (!/^(embedding|attention|cross|mlp|norm|sum)/.test(bare)) return nameNumber(graphs, ref);
  const value = format(tableOf(graphs, ref.table).row(ref.i)[ref.j], 4);
  return `${nameOfColumn(graph, ref.j)} at ${ref.i}, ${titleOf(graphs, ref.table)}: ${value}`;
}

// What made a place of the picture, or a number of the run; undefined for what is no place.
/** @param {Graph[]} graphs @param {Lanes} seen @param {Place} place */
export function explain(graphs, seen, place) {
  if (typeof place !== "string") return explainCell(graphs, seen, place);
  const ref = refOf(graphs, place);
  return ref && explainNumber(graphs, ref);
}

// The step in which a number is made.
/** @type {Record<string, string>} */
const STEPS = { embedding: "embed", attention: "carry", cross: "carry", mlp: "think",
  hidden: "think", ungated: "think", gate: "think", logit: "compare", query: "ask", key: "ask",
  score: "ask", weight: "look", value: "carry", mixed: "carry" };

/** @param {string} key */
export function stepOf(key) {
  const table = key.split("/")[0];
  const [source, bare] = table.startsWith("source ") ? ["source ", table.slice(7)] : ["", table];
  const [kind, where = ""] = bare.split(" ");
  if (kind === "norm") return { step: table };
  if (!STEPS[kind]) return {};
  const [layer, more] = where.split(".");
  const cross = kind === "cross" || more === "cross" ? "cross" : "";
  return { step: source + join(STEPS[kind], layer, cross) };
}

// How it is shown.

// Where a weight stands, as "row c of W_E", and of which head.
/** @param {Graph[]} graphs @param {string} path */
function nameOfWeight(graphs, path) {
  const [where, at] = path.split(":");
  const graph = graphOf(graphs, where.startsWith("encoder.") ? "encoder" : "");
  const row = Number(at.split(".")[0]);
  const [, , , name] = MATRIX.exec(where) ?? ["", "", "", where];
  const program = /** @type {Program} */ (graphs[graphs.length - 1].run.program);
  if (name.startsWith("b_")) return name;
  if (name === "W_E") return `row ${nameOf(program, row)} of W_E`;
  const isOfStream = ["W_Q", "W_K", "W_V", "W_in", "W_gate", "W_U"].includes(name);
  const called = isOfStream ? nameOfColumn(graph, row) : row;
  return `row ${called} of ${name}`;
}

/** @param {Asking} asking @param {Factor} factor @returns {Node[]} */
function factorNode({ graphs, go }, { value, name, ref, path }) {
  if (!ref) return [html("span", path ? { title: path } : {}, html("b", {}, format(value, 4)),
    html("small", {}, ` ${path ? nameOfWeight(graphs, path) : name}`))];
  const graph = graphs.find(({ tables }) => tables.has(ref.table));
  const bare = ref.table.slice(graph.prefix.length);
  const called = /^(embedding|attention|cross|mlp|norm|sum)/.test(bare)
    ? nameOfColumn(graph, ref.j) : name;
  const button = html("button", { type: "button", title: titleOf(graphs, ref.table) },
    html("b", {}, format(value, 4)), html("small", {}, ` ${called} at ${ref.i}`));
  button.addEventListener("click", () => go(keyOf(ref)));
  return [button];
}

/** @param {Asking} asking @param {Term} term */
function termNode(asking, { value, factors }) {
  const product = factors.flatMap((factor, k) =>
    [...(k ? [" \u00d7 "] : []), ...factorNode(asking, factor)]);
  return html("li", {}, ...product, ...(factors.length > 1 ? [` = ${format(value, 4)}`] : []));
}

// The dials of a position, and the columns of one, to choose from.
/**
 * @param {string} label @param {{value: string, name: string}[]} options @param {string} chosen
 * @param {(value: string) => void} choose
 */
function chooser(label, options, chosen, choose) {
  const node = html("select", { "aria-label": label },
    ...options.map(({ value, name }) => html("option", { value }, name)));
  node.value = chosen;
  node.addEventListener("change", () => choose(node.value));
  return node;
}

// What stands below the picture while a place is asked for; nothing for what is no place.
/** @param {Asking} asking @returns {Node[]} */
export function explanation(asking) {
  const { graphs, seen, place, go, back, shut, set } = asking;
  const found = explain(graphs, seen, place);
  if (!found) return [];
  /** @param {string} text @param {() => void} act */
  const button = (text, act) => {
    const node = html("button", { type: "button" }, text);
    node.addEventListener("click", act);
    return node;
  };
  const cell = typeof place === "string" ? undefined : place;
  const dials = cell && seen.lanes.filter(({ stack, by, values }) =>
    (stack === cell.stack || by === "answer") && (values[cell.at] ?? null) !== null)
    .map(({ name }) => ({ value: name, name }));
  const { terms, rest, together, small = 0, columns } = found;
  const others = [...(rest ? [`${rest} more, together ${format(together, 4)}`] : []),
    ...(small ? [`${small} too small to list`] : [])];
  const said = html("p", { tabindex: -1 }, html("b", {}, found.said));
  const begins = `${capital(found.number)} is ${format(found.value, 4)}`;
  const of = terms.length > 1 ? "the sum of these" : "made of this";
  const sum = html("p", {}, terms.length ? `${begins}, ${of}${found.after ?? ""}:`
    : `${begins}: nothing is added here.`);
  return [said,
    html("p", { class: "choose" },
      ...(dials ? [chooser("dial", dials, laneOf(seen, cell).name, (lane) =>
        go({ lane, at: cell.at, stack: cell.stack }))] : []),
      ...(columns.length > 1 ? [chooser("column", columns.map(({ k, name }) => ({ value: String(k),
        name })), String(found.k), (k) => go({ ...cell, k: Number(k) }))] : [])),
    sum,
    html("ul", {}, ...terms.map((term) => termNode(asking, term)),
      ...others.map((text) => html("li", {}, text))),
    html("p", { class: "choose" }, ...(back ? [button("Back", back)] : []),
      button("In numbers", () =>
      set({ view: "numbers", at: found.key, ...stepOf(found.key) })), button("Close", shut))];
}

// The dial of a step: what is read, what heads bring, what units write, or what is said.
/** @param {Lanes} seen @param {View} view @returns {Cell} */
function dialOf({ lanes, tokens }, { step: { kind, layer, source }, row }) {
  const stack = source ? "encoder" : "";
  const by = { embed: ["token"], carry: ["head", "cross"], think: ["mlp"] }[kind] ?? [];
  const at = by.length || !source ? row : tokens.length - 1;
  const lane = lanes.find((each) => each.stack === stack && by.includes(each.by) &&
    (kind === "embed" || each.layer === layer) && each.values[at] !== null);
  return { lane: lane?.name ?? "answer", at, stack: lane?.stack ?? "" };
}

/** @implements {Asker} */
class Trail {
  /** @param {LanesView} lanes */
  constructor(lanes) {
    this.lanes = lanes;
    /** @type {Place[]} */
    this.places = []; // the last of them is explained
    /** @type {{graph?: Graph, place?: Place}} */
    this.shown = {};
    const { image } = lanes.picture;
    for (const each of [image, lanes.why]) each.addEventListener("keydown", (event) => {
      if (/** @type {KeyboardEvent} */ (event).key !== "Escape" || !this.places.length) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      this.shut();
    });
  }

  get cell() {
    return /** @type {Cell | undefined} */ (
      this.places.findLast((each) => typeof each !== "string"));
  }

  // A dial that was pressed begins anew; what it is made of follows it.
  /** @param {Place | undefined} place */
  go(place) {
    this.places = typeof place === "string" ? [...this.places, place] : place ? [place] : [];
    this.lanes.redraw();
  }

  open() {
    const { seen, view } = this.lanes.now;
    this.go(dialOf(seen, view));
    this.focus();
  }

  back() {
    this.places.pop();
    this.lanes.redraw();
    this.focus();
  }

  shut() {
    this.go(undefined);
    this.lanes.picture.image.focus();
  }

  focus() {
    /** @type {HTMLElement} */ (this.lanes.why.querySelector("p"))?.focus();
  }

  /** @param {View} view @param {Lanes} seen */
  draw(view, seen) {
    const { why, set } = this.lanes;
    const place = this.places[this.places.length - 1];
    const graph = view.graphs[view.graphs.length - 1];
    why.hidden = !place || !why.firstChild;
    if (!place || (this.shown.graph === graph && this.shown.place === place)) return;
    this.shown = { graph, place };
    why.replaceChildren(...explanation({ graphs: view.graphs, seen, place, set,
      go: (next) => {
        this.go(next);
        this.focus();
      },
      back: this.places.length > 1 ? () => this.back() : undefined, shut: () => this.shut() }));
    why.hidden = !why.firstChild;
  }
}

LATE.explaining = (lanes) => new Trail(lanes);
