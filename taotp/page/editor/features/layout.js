// @ts-check
// Machines whose stream is named directions (features.py): what vectors and matrices come to, in
// the same order of operations. A row is balanced by one column, and read beside a loud pair.

import { matrix } from "../../kit/arithmetic.js";
import { SURE, at, fill } from "../listing/matrices.js";
/** @import {Head, Matrix} from "../../kit/figures" */
/** @import {Units} from "../listing/listing" */
/** @import {Pairs, SaidHead, Terms} from "./features" */

const [FOUND, RIVAL, NEAR] = [1, 0.5, 0.4];
const FINE = 2 ** 50; // parts of one that places are told in
const UNSEEN = ["balance", "loud", "-loud"];
const GOLDEN = (Math.sqrt(5) - 1) / 2;

// Unit vectors in fewer numbers than there are names.
/** @param {number} n @param {number} size */
function spread(n, size) {
  return Array.from({ length: n }, (_, i) => {
    const row = Array.from({ length: size }, (_x, j) => {
      const k = i * size + j + 1;
      return 2 * ((k * k * k * GOLDEN) % 1) - 1;
    });
    const long = Math.sqrt(row.reduce((sum, x) => sum + x * x, 0));
    return row.map((x) => x / long);
  });
}

/** @param {number[][]} rows @param {number} columns */
const ofRows = (rows, columns) => matrix(rows.length, columns, Float64Array.from(rows.flat()));
/** @param {number[][]} columns @param {number} rows */
const ofColumns = (columns, rows) => fill(rows, columns.length, (i, j) => columns[j][i]);
/** @param {number} x */
const exact = (x) => Math.round(x * FINE) / FINE;
/** @param {number[]} one @param {number[]} other @param {number} [k] */
const sum = (one, other, k = 1) => one.map((x, i) => x + k * other[i]);

export class Layout {
  // `size` is how many numbers the names share, null where each has its own.
  /**
   * @param {string[]} names @param {number | null} size @param {number} n_ctx @param {number} loud
   * @param {number} waves
   */
  constructor(names, size, n_ctx, loud, waves) {
    this.n_ctx = n_ctx;
    this.loud = loud;
    // half turns over the context
    this.circles = Array.from({ length: waves }, (_, k) => 2 * k + 1);
    const own = size === null ? names : Array.from({ length: size }, (_, i) => `semes.${i + 1}`);
    this.shared = size !== null && size !== names.length;
    this.size = own.length;
    this.units = size === null ? null : spread(names.length, size);
    this.at = new Map(names.map((name, i) => [name, i]));
    const circles = this.circles.flatMap((h) => [`cos ${h}`, `sin ${h}`]);
    this.columns = [...(this.shared ? own : names), "start", "balance", "loud", "-loud",
      ...(waves ? ["place", ...circles] : [])];
    this.places = new Map(this.columns.map((name, i) => [name, i]));
    this.d_model = this.columns.length;
    this.scale = loud * Math.sqrt(2 / this.d_model);
  }

  // The stream in named parts: the semes, what is implied, and all waves as one. What levels a row
  // and the waves, which say the place again, are not for readers.
  get subspaces() {
    const { d_model } = this;
    const around = 2 * this.circles.length;
    const first = this.shared ? this.size : 0;
    const single = this.columns.slice(first, d_model - around)
      .map((name, i) => ({ name, start: first + i, size: 1, d_model,
        ...UNSEEN.includes(name) && { hidden: true } }));
    const waves = { name: "waves", start: d_model - around, size: around, d_model, hidden: true };
    return [...(first ? [{ name: "semes", start: 0, size: first, d_model }] : []), ...single,
      ...(around ? [waves] : [])];
  }

  /** @param {string} name @param {number} [value] @returns {number[]} */
  column(name, value = 1) {
    const out = Array(this.d_model).fill(0);
    out[this.places.get(name)] = value;
    return out;
  }

  /** @param {string} name @returns {number[]} */
  direction(name) {
    if (name === "start") return this.column("start");
    if (name === "one") return this.column("loud", 1 / this.loud);
    const out = Array(this.d_model).fill(0);
    const i = this.at.get(name);
    if (this.units) this.units[i].forEach((x, j) => (out[j] = x));
    else out[i] = 1;
    return out;
  }

  /** @param {Terms} terms @returns {number[]} */
  vector(terms) {
    return terms.reduce((out, [factor, name]) => sum(out, this.direction(name), factor),
      Array(this.d_model).fill(0));
  }

  // What a normed row is multiplied by to have a vector's share of the row.
  /** @param {Terms} terms */
  reading(terms) {
    return this.vector(terms).map((x) => this.scale * x);
  }

  // A vector as it is added to a row.
  /** @param {Terms} terms */
  writing(terms) {
    return this.balanced(this.vector(terms));
  }

  /** @param {number[]} row */
  balanced(row) {
    row[this.places.get("balance")] -= row.reduce((all, x) => all + x, 0);
    return row;
  }

  /** @param {Terms[]} words */
  embedding(words) {
    const loud = sum(this.column("loud", this.loud), this.column("-loud", this.loud), -1);
    return ofRows(words.map((terms) => sum(this.writing(terms), loud)), this.d_model);
  }

  /** @param {Terms[]} words */
  unembedding(words) {
    return ofColumns(words.map((terms) => this.reading(terms)), this.d_model);
  }

  positions() {
    const { n_ctx, circles, d_model } = this;
    return ofRows(Array.from({ length: n_ctx }, (_, i) => {
      /** @type {number[]} */
      const row = Array(d_model).fill(0);
      if (!circles.length || !i) return row;
      const first = this.places.get("place");
      row[first] = exact(i / n_ctx);
      circles.forEach((h, k) => {
        const angle = (i * h * Math.PI) / n_ctx;
        row[first + 2 * k + 1] = exact(Math.cos(angle) / circles.length);
        row[first + 2 * k + 2] = exact(Math.sin(angle) / circles.length);
      });
      return this.balanced(row);
    }), d_model);
  }

  /** @param {SaidHead} said @returns {Head} */
  head({ where, look, move, hard = SURE, name }) {
    const { d_model, scale } = this;
    const [W_Q, W_K] = new Sought(this, where, look).queriesAndKeys(hard);
    /** @type {Map<string, number[]>} */
    const outs = new Map();
    for (const [factor, left, right] of move) {
      const before = outs.get(left) ?? Array(d_model).fill(0);
      outs.set(left, sum(before, this.writing([[1, right]]), factor));
    }
    /** @param {Matrix} W */
    const scaled = (W) => fill(W.rows, W.columns, (i, j) => scale * at(W, i, j));
    return {
      W_Q: scaled(W_Q),
      W_K: scaled(W_K),
      W_V: ofColumns([...outs.keys()].map((left) => this.reading([[1, left]])), d_model),
      W_O: ofRows([...outs.values()], d_model),
      b_Q: null, b_K: null, b_V: null, b_O: null,
      name,
    };
  }

  // One ReLU: it writes as much of a vector as it reads, where that is above 0.
  /** @param {Terms} reads @param {Terms} writes @returns {Units} */
  unit(reads, writes) {
    return {
      W_in: ofColumns([this.reading(reads)], this.d_model),
      b_in: matrix(1, 1),
      W_out: ofRows([this.writing(writes)], this.d_model),
      b_out: matrix(this.d_model, 1),
    };
  }
}

// One unit that writes where all semes are 1, and those with a factor of -1 are 0: what it reads.
/** @param {Terms} terms @returns {Terms} */
export function holding(terms) {
  const needed = terms.filter(([factor]) => factor > 0).length - 1;
  return [...terms, [-needed, "one"]];
}

// What a head looks for: terms of its scores, each a vector that asks and one that is asked.
class Sought {
  /** @type {[number[], number[]][]} */
  terms = [];
  gap = FOUND - RIVAL;

  /** @param {Layout} layout @param {string} where @param {Pairs} look */
  constructor(layout, where, look) {
    this.layout = layout;
    this.start = layout.direction("start");
    this.one = layout.direction("one");
    this.elsewhere = sum(this.one, this.start, -1);
    for (const [factor, left, right] of look) {
      this.add(factor, layout.direction(left), layout.direction(right));
    }
    this.most = look.reduce((all, [factor]) => all + Math.max(factor, 0), 0) || FOUND;
    const anywhere = /^(everywhere|memory)$/.test(where);
    if (anywhere && !look.length) return;
    this.add(RIVAL, this.one, this.start);
    if (!anywhere) this.byPlace(where, Boolean(look.length));
    if (where !== "memory") this.add(-2 * (this.most + FOUND), this.start, this.elsewhere);
  }

  /** @param {number} factor @param {number[]} asks @param {number[]} asked */
  add(factor, asks, asked) {
    this.terms.push([asks.map((x) => factor * x), asked]);
  }

  // Adds to the scores of other rows what their place is worth.
  /** @param {string} where @param {boolean} looks */
  byPlace(where, looks) {
    const { layout: { n_ctx }, one, elsewhere } = this;
    const [steps, way] = where.split(" ");
    if (/^\d/.test(steps)) {
      if (looks) this.add(FOUND, one, this.start);
      const angle = Math.PI / n_ctx;
      const ahead = Number(steps) * (way === "ahead" ? 1 : -1) * angle;
      const tall = FOUND / (1 - Math.cos(angle));
      this.add(FOUND - tall, one, elsewhere);
      this.turned(1, tall * Math.cos(ahead), tall * Math.sin(ahead));
      return;
    }
    if (!looks) this.add(FOUND, one, elsewhere);
    this.gap = NEAR / n_ctx;
    const side = way === "before" ? -1 : 1;
    this.add(-side * NEAR, one, this.layout.column("place"));
    if (side > 0) this.add(NEAR, one, elsewhere);
    if (where !== "first") this.step(side, this.most + FOUND + NEAR);
  }

  // Takes so much from the rows that are not on one side of what asks: a step over all distances is
  // waves of 1, 3, 5 ... half turns.
  /** @param {number} side @param {number} taken */
  step(side, taken) {
    const { n_ctx: n, circles } = this.layout;
    this.add(-taken / 2, this.one, this.elsewhere);
    for (const h of circles) {
      const share = taken / n / (h === n ? 2 : 1);
      this.turned(h, -share, (side * share) / Math.tan((h * Math.PI) / (2 * n)));
    }
  }

  // Adds cosine cos(h t) + sine sin(h t); t is the angle from what asks to what is asked.
  /** @param {number} h @param {number} cosine @param {number} sine */
  turned(h, cosine, sine) {
    const [cos, sin] = ["cos", "sin"].map((side) =>
      this.layout.column(`${side} ${h}`, this.layout.circles.length));
    this.add(1, sum(cos.map((x) => cosine * x), sin, -sine), cos);
    this.add(1, sum(sin.map((x) => cosine * x), cos, sine), sin);
  }

  // For unnormed rows; the best leads the next by `hard`.
  /** @param {number} hard */
  queriesAndKeys(hard) {
    const { terms, gap, layout: { d_model } } = this;
    if (!terms.length) return [matrix(d_model, 1), matrix(d_model, 1)];
    const factor = (hard / gap) * Math.sqrt(terms.length);
    return [ofColumns(terms.map(([asks]) => asks.map((x) => factor * x)), d_model),
      ofColumns(terms.map(([, asked]) => asked), d_model)];
  }
}
