// @ts-check
// Every number of a run, by its table, row and column, and what made it. A table is {name, size,
// count, row(i), column(j), made(i, j)}; `made` says of a number which terms it is the sum of, each
// a product of factors: numbers of other tables (`ref`), and weights (`path`). What a run does not
// keep is computed when it is asked for.

import { ACTIVATIONS, normalize, product, unembed } from "../kit/arithmetic.js";
import { coordinate } from "../kit/panels.js";
import { nameOf } from "../kit/runs.js";
import { join } from "./steps.js";
/** @import {Matrix, Norm} from "../kit/figures" */
/** @import {Heard, Row, Run, RunLayer} from "../kit/page" */
/** @import {Add, GraphRun, HeadPlace, HeadTables, LayerTables} from "./machine" */

const SMALL = 1e-4; // of the largest term: smaller ones are counted, not listed

/**
 * @typedef {{table: string, i: number, j: number}} Ref
 * @typedef {{value: number, name: string, ref?: Ref, path?: string}} Factor
 * @typedef {{value: number, factors: Factor[]}} Term
 * @typedef {{how: string, terms: Term[], rest: number, by?: number, gamma?: number,
 *   beta?: number}} Made
 * @typedef {{name: string, size: number, count: number, row: (i: number) => number[],
 *   column: (j: number) => string, made: (i: number, j: number) => Made}} Table
 */

// Terms without those that are zero; of very small ones only how many there are.
/**
 * @param {Term[]} terms @param {string} [how]
 * @param {{by?: number, gamma?: number, beta?: number}} [more] @returns {Made}
 */
function sumOf(terms, how = "sum", more = {}) {
  const sizes = terms.map(({ value }) => Math.abs(value));
  const least = SMALL * Math.max(0, ...sizes.filter(Number.isFinite));
  const kept = terms.filter(({ value }) => value !== 0 && !(Math.abs(value) < least));
  const rest = terms.filter(({ value }) => value !== 0).length - kept.length;
  return { how, terms: kept, rest, ...more };
}

/** @param {string} path @param {Matrix} W @param {number} r @param {number} c @returns {Factor} */
const weight = (path, W, r, c) => ({
  value: W.data[r * W.columns + c], name: path.split(".").pop(), path: `${path}:${r}.${c}`,
});

/** @param {Table} table @param {number} i @param {number} j @returns {Factor} */
export const numberOf = (table, i, j) =>
  ({ value: table.row(i)[j], name: table.column(j), ref: { table: table.name, i, j } });

/** @param {...Factor} factors @returns {Term} */
const times = (...factors) =>
  ({ value: factors.reduce((all, { value }) => all * value, 1), factors });

// The terms of (row i of a table) @ W in column c, with its bias.
/**
 * @param {Table} table @param {number} i @param {Matrix} W @param {number} c @param {string} path
 * @param {Matrix | null} [b] @param {string} [pathOfB]
 */
export function productTerms(table, i, W, c, path, b, pathOfB) {
  const row = table.row(i);
  /** @type {Term[]} */
  const terms = [];
  for (let r = 0; r < W.rows; r++) {
    if (row[r] && W.data[r * W.columns + c])
      terms.push(times(numberOf(table, i, r), weight(path, W, r, c)));
  }
  if (b) terms.push(
    times({ value: b.data[c], name: pathOfB.split(".").pop(), path: `${pathOfB}:${c}.0` }));
  return terms;
}

/**
 * @param {string} name @param {number} size @param {number} count @param {(i: number) => Row} row
 * @param {Table["column"]} column @param {Table["made"]} made @returns {Table}
 */
function makeTable(name, size, count, row, column, made) {
  /** @type {Row[]} */
  const rows = [];
  return { name, size, count, row: (i) => (rows[i] ??= row(i)), column, made };
}

// By what a number of a query or a key and its partner are multiplied as they are turned, where the
// angle of their pair has turned so far.
/** @param {Matrix | null} rotary @param {number} i @param {number} j */
function turnOf(rotary, i, j) {
  const m = j >> 1;
  if (!rotary || m >= rotary.rows) return null;
  const at = i * rotary.data[m];
  return { cos: Math.cos(at), sin: j % 2 ? Math.sin(at) : -Math.sin(at), partner: j ^ 1 };
}

/** @param {Term[]} terms @param {number} value @param {string} name @returns {Term[]} */
const eachTimes = (terms, value, name) =>
  terms.map(({ factors }) => times(...factors, { value, name }));

/** @param {string} name @returns {(j: number) => string} */
const part = (name) => (j) => `${name}.${j + 1}`;

// A head: what it asks for, offers, gives, how well that fits, where it looks, and what it takes
// in.
/** @param {Add} add @param {GraphRun} run @param {HeadPlace} at @returns {HeadTables} */
function headTables(add, run, { head, seen, own, other, label, path, pattern, rotary, first }) {
  const { round } = run.weights;
  const { count } = own;
  /**
   * @param {string} name @param {"W_Q" | "W_K" | "W_V"} W @param {"b_Q" | "b_K" | "b_V"} b
   * @param {Table} table @returns {Table["made"]}
   */
  const from = (name, W, b, table) => (i, j) => {
    const of = name === "query" ? path : first;
    /** @param {number} c */
    const terms = (c) => productTerms(table, i, head[W], c, `${of}.${W}`, head[b], `${of}.${b}`);
    const turn = name === "value" ? null : turnOf(rotary, i, j);
    return sumOf(turn ? [...eachTimes(terms(j), turn.cos, "cos"),
      ...eachTimes(terms(turn.partner), turn.sin, "sin")] : terms(j),
    name === "query" && head.root !== 1 ? "scaled" : "sum", { by: head.root });
  };
  /** @param {Row} x @param {number} i */
  const turned = (x, i) => x.map((value, j) => {
    const turn = turnOf(rotary, i, j);
    return turn ? round(value * turn.cos + x[turn.partner] * turn.sin) : value;
  });
  const far = head.by_distance;
  /** @param {number} i @param {number} j @returns {Term[]} */
  const byDistance = (i, j) => (far ? [times(weight(`${path}.by_distance`, far,
    Math.min(Math.abs(i - j), far.rows - 1), 0))] : []);
  const query = add(`query ${label}`, head.W_Q.columns, count,
    (i) => turned(product(own.row(i), head.W_Q, round, head.b_Q), i).map((x) => x / head.root),
    part("query"), from("query", "W_Q", "b_Q", own));
  const key = add(`key ${label}`, head.W_K.columns, other.count, (i) => seen.keys[i], part("key"),
    from("key", "W_K", "b_K", other));
  const value = add(`value ${label}`, head.W_V.columns, other.count, (i) => seen.values[i],
    part("value"), from("value", "W_V", "b_V", other));
  const score = add(`score ${label}`, other.count, count, (i) => seen.scores[i],
    (j) => `score of ${j}`, (i, j) => sumOf([...key.row(j).map((_, c) =>
      times(numberOf(query, i, c), numberOf(key, j, c))), ...byDistance(i, j)]));
  const looks = add(`weight ${label}`, other.count, count, (i) => pattern[i],
    (j) => `weight of ${j}`,
      (i, j) => ({ how: "softmax", terms: [times(numberOf(score, i, j))], rest: 0 }));
  const mixed = add(`mixed ${label}`, head.W_V.columns, count,
    (i) => head.W_V.columns ? Array.from({ length: head.W_V.columns }, (_, c) =>
      round(looks.row(i).reduce((sum, w, j) => sum + w * value.row(j)[c], 0))) : [],
    part("taken in"), (i, c) => sumOf(looks.row(i).map((_, j) =>
      times(numberOf(looks, i, j), numberOf(value, j, c)))));
  return { query, key, value, score, looks, mixed, head, label, path, sources: other.count };
}

// The tables of one stack of layers: an encoder's, or those of the machine itself.
export class Graph {
  /** @param {GraphRun} run @param {string} [prefix] @param {Table} [memory] */
  constructor(run, prefix = "", memory = undefined) {
    this.run = run;
    this.prefix = prefix;
    this.inside = prefix ? "encoder." : ""; // before the paths of its weights
    /** @type {Map<string, Table>} */
    this.tables = new Map();
    /** @type {LayerTables[]} */
    this.layers = [];
    this.memory = memory;
    this.count = run.tokens.length;
    this.build();
  }

  /** @type {Add} */
  add = (name, size, count, row, column, made) => {
    const table = makeTable(this.prefix + name, size, count, row, column, made);
    this.tables.set(table.name, table);
    return table;
  };

  /** @param {number} j */
  coordinate = (j) => (this.run.program ? coordinate(/** @type {Run} */ (this.run), j)
    : `x.${j + 1}`);

  build() {
    const { run } = this;
    const { weights } = run;
    let x = this.embedding();
    weights.layers.forEach((layer, number) => {
      /** @type {LayerTables} */
      const parts = {};
      x = this.attention(layer, number, x, parts);
      x = this.cross(layer, number, x, parts);
      x = this.think(layer, number, x, parts);
      this.layers.push(parts);
    });
    this.last = x;
    this.end = weights.norm_final ? this.normed("norm", x, weights.norm_final) : x;
    if (!this.prefix) this.logits = this.unembedded();
  }

  embedding() {
    const { run, inside } = this;
    const { W_E, W_pos } = run.weights;
    return this.add("embedding", W_E.columns, this.count, (i) => run.stream.embedding[i],
      this.coordinate, (i, j) => {
        const heard = /** @type {Heard} */ (run.tokens[i]);
        const place = times(weight(`${inside}W_pos`, W_pos, i, j));
        const said = Array.isArray(heard)
          ? heard.map((value, r) => times({ value, name: `frame.${r + 1}` },
            weight(`${inside}W_E`, W_E, r, j)))
          : [times(weight(`${inside}W_E`, W_E, heard, j))];
        return sumOf([...said, place]);
      });
  }

  /** @param {string} name @param {Table} x @param {Norm} norm */
  normed(name, x, norm) {
    const { round } = this.run.weights;
    return this.add(name, x.size, x.count, (i) => normalize(x.row(i), norm, round), x.column,
      (i, j) => {
        const row = x.row(i);
        const mean = norm.centered ? row.reduce((sum, value) => sum + value, 0) / row.length : 0;
        const square = row.reduce((sum, value) => sum + (value - mean) ** 2, 0) / row.length;
        /** @type {Term[]} */
        const terms = [times(numberOf(x, i, j))];
        if (mean) terms.push({ value: -mean, factors: [{ value: -mean, name: "minus the mean" }] });
        const by = norm.inside ? Math.sqrt(square + norm.eps) : Math.sqrt(square) + norm.eps;
        return sumOf(terms, "norm", { by, gamma: norm.gamma?.data[j], beta: norm.beta?.data[j] });
      });
  }

  // The stream after a step: what it was, with what the step adds; normed where norms come after.
  /**
   * @param {string} name @param {Table} x @param {Norm | null} norm
   * @param {(i: number, j: number) => Term[]} added
   */
  after(name, x, norm, added) {
    const { run } = this;
    const pre = run.weights.norms === "before";
    /** @type {Table["made"]} */
    const made = (i, j) => sumOf([times(numberOf(x, i, j)), ...added(i, j)]);
    const rows = run.stream[name];
    if (pre || !norm) return this.add(name, x.size, this.count, (i) => rows[i], x.column, made);
    const sum = this.add(`sum ${name}`, x.size, this.count,
      (i) => x.row(i).map((_, j) => made(i, j).terms.reduce((all, { value }) => all + value, 0)),
      x.column, made);
    return this.normed(name, sum, norm);
  }

  /** @param {string} name @param {Table} x @param {Norm | null} norm */
  input(name, x, norm) {
    return norm && this.run.weights.norms === "before" ? this.normed(name, x, norm) : x;
  }

  /** @param {RunLayer} layer @param {number} number @param {Table} x @param {LayerTables} parts */
  attention(layer, number, x, parts) {
    return layer.heads.length ? this.looking("", layer, number, x, parts) : x;
  }

  /** @param {RunLayer} layer @param {number} number @param {Table} x @param {LayerTables} parts */
  cross(layer, number, x, parts) {
    return layer.cross?.length && this.memory ? this.looking("cross", layer, number, x, parts) : x;
  }

  // Heads, and the stream after them: they look at their own rows, or across into the memory.
  /**
   * @param {"" | "cross"} more @param {RunLayer} layer @param {number} number @param {Table} x
   * @param {LayerTables} parts
   */
  looking(more, layer, number, x, parts) {
    /** @type {["heads" | "cross", "carried" | "crossed", string, Norm | null]} */
    const [kind, then, name, norm] = more ? ["cross", "crossed", "cross", layer.norm_cross]
      : ["heads", "carried", "attention", layer.norm_attn];
    const own = this.input(join("norm", number, more), x, norm);
    parts[kind] = layer[kind].map((head, h) => {
      const seen = this.run[kind][number][h];
      const label = [number, ...(more ? [more] : []), h].join(".");
      const path = `${this.inside}layers.${number}.${kind}.`;
      const { rotary, shared_keys = 1 } = this.run.weights;
      return headTables(this.add, this.run, {
        head, seen, pattern: seen.pattern, own, other: more ? this.memory : own, label,
        path: path + h, rotary: more ? null : rotary,
        first: path + (more ? h : h - (h % shared_keys)), // of those that share keys and values
      });
    });
    return (parts[then] = this.after(`${name} ${number}`, x, norm, this.brought(parts[kind])));
  }

  // What heads bring, as terms.
  /** @param {HeadTables[]} heads @returns {(i: number, j: number) => Term[]} */
  brought(heads) {
    return (i, j) => heads.flatMap(({ mixed, head, label, path }) => {
      if (this.run.off.includes(label)) return [];
      return productTerms(mixed, i, head.W_O, j, `${path}.W_O`, head.b_O, `${path}.b_O`);
    });
  }

  /** @param {RunLayer} layer @param {number} number @param {Table} x @param {LayerTables} parts */
  think({ mlp, norm_mlp }, number, x, parts) {
    if (!mlp?.W_in.columns) return x;
    const own = this.input(`norm ${number} mlp`, x, norm_mlp);
    const { round } = this.run.weights;
    const act = ACTIVATIONS[mlp.act ?? "relu"];
    const path = `${this.inside}layers.${number}.mlp`;
    parts.hidden = this.add(`${mlp.W_gate ? "ungated" : "hidden"} ${number}`, mlp.W_in.columns,
      this.count, (i) => product(own.row(i), mlp.W_in, act, mlp.b_in).map(round),
      (c) => `unit ${c}`,
      (i, c) => sumOf(productTerms(own, i, mlp.W_in, c, `${path}.W_in`, mlp.b_in, `${path}.b_in`),
        mlp.act ?? "relu"));
    if (mlp.W_gate) parts.hidden = this.gated(mlp, number, own, parts.hidden, path);
    return (parts.after = this.after(`mlp ${number}`, x, norm_mlp, (i, j) =>
      productTerms(parts.hidden, i, mlp.W_out, j, `${path}.W_out`, mlp.b_out, `${path}.b_out`)));
  }

  // What units say, times their gates.
  /**
   * @param {RunLayer["mlp"]} mlp @param {number} number @param {Table} own @param {Table} units
   * @param {string} path
   */
  gated({ W_gate, b_gate }, number, own, units, path) {
    const { round } = this.run.weights;
    const gate = this.add(`gate ${number}`, units.size, this.count,
      (i) => product(own.row(i), W_gate, round, b_gate), (c) => `gate ${c}`,
      (i, c) => sumOf(productTerms(own, i, W_gate, c, `${path}.W_gate`, b_gate, `${path}.b_gate`)));
    return this.add(`hidden ${number}`, units.size, this.count,
      (i) => units.row(i).map((value, c) => round(value * gate.row(i)[c])), units.column,
      (i, c) => sumOf([times(numberOf(units, i, c), numberOf(gate, i, c))]));
  }

  unembedded() {
    const { run, end, last } = this;
    const { W_U, W_E } = run.weights;
    const tied = run.program?.model.W_U === null;
    return this.add("logit", W_U.columns, this.count, (i) => unembed(run, last.row(i)),
      (c) => nameOf(run.program, c), (i, c) =>
        sumOf(productTerms(end, i, W_U, c, "W_U").map((term) => {
          if (!tied) return term;
          const [first, second] = term.factors;
          const [r] = second.path.split(":")[1].split(".").map(Number);
          return times(first, weight("W_E", W_E, c, r)); // W_U is W_E turned
        })));
  }

  // What would be said if the machine ended with a table of the stream.
  /** @param {Table} table @param {number} i */
  said(table, i) {
    return unembed(this.run, table.row(i));
  }
}

/** @param {Ref} ref */
export const keyOf = ({ table, i, j }) => `${table}/${i}/${j}`;

// What a number is: by the name of its table, its row and its column; undefined where there is
// none.
/** @param {Graph[]} graphs @param {unknown} text @returns {Ref | undefined} */
export function refOf(graphs, text) {
  const [table, i, j] = String(text).split("/");
  const found = tableOf(graphs, table);
  const row = Number(i) < found?.count ? found.row(Number(i)) : undefined;
  return row?.[Number(j)] === undefined ? undefined : { table, i: Number(i), j: Number(j) };
}

/** @param {Graph[]} graphs @param {string} name */
export function tableOf(graphs, name) {
  return graphs.map(({ tables }) => tables.get(name)).find(Boolean);
}

/** @param {Made} made */
const refsOf = (made) => made.terms.flatMap(({ factors }) => factors.filter(({ ref }) => ref));

// All numbers that one was made of, by their keys, and the names of the weights on the way.
/** @param {Graph[]} graphs @param {Ref} ref */
export function ancestors(graphs, ref) {
  /** @type {Set<string>[]} */
  const [found, names] = [new Set(), new Set()];
  const open = [ref];
  while (open.length) {
    const { table, i, j } = open.pop();
    const made = tableOf(graphs, table).made(i, j);
    for (const { factors } of made.terms) {
      for (const factor of factors) {
        if (factor.path) names.add(factor.name);
        if (!factor.ref || found.has(keyOf(factor.ref))) continue;
        found.add(keyOf(factor.ref));
        open.push(factor.ref);
      }
    }
  }
  return { found, names };
}

// All numbers of some rows that one helps to make, by their keys.
/** @param {Graph[]} graphs @param {Ref} ref @param {Map<Graph, number[]>} rows */
export function descendants(graphs, ref, rows) {
  const lit = new Set([keyOf(ref)]);
  let after = false;
  for (const graph of graphs) {
    for (const table of graph.tables.values()) {
      if (after) lightMade(table, rows.get(graph) ?? [], lit);
      after ||= table.name === ref.table;
    }
  }
  lit.delete(keyOf(ref));
  return lit;
}

/** @param {Table} table @param {number[]} rows @param {Set<string>} lit */
function lightMade(table, rows, lit) {
  const offered = /^(source )?(key|value)/.test(table.name); // by rows that need not be shown
  for (const i of offered ? Array(table.count).keys() : rows) {
    if (i >= table.count) continue;
    for (let j = 0; j < table.row(i).length; j++) {
      if (!table.row(i)[j]) continue;
      const made = refsOf(table.made(i, j)).some(({ ref }) => lit.has(keyOf(ref)));
      if (made) lit.add(keyOf({ table: table.name, i, j }));
    }
  }
}
