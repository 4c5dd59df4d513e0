// @ts-check
// The lanes of one stack of a machine on one prompt, in the order in which they are written.

import { nameOf } from "../../kit/runs.js";
import {
  SMALL, argmax, bookOf, codebook, meaningsOf, dot, fitted, length, loudness, most, nearest, scaled,
  shownNumber,
} from "./codebooks.js";
import { comparedBy, likedBy } from "./comparing.js";
import { groupsOf } from "./names.js";
import {
  denseRow, hasThree, mostRead, mostWritten, multiplied, narrowed, onceOf, pickFew, pickOf, reads,
} from "./matrices.js";
import { left, normed, placed, rowsOf, rowsOfMatrix, upTo } from "./origins.js";
/** @import {Matrix, Norm} from "../../kit/figures" */
/** @import {Program, Row, RunHead} from "../../kit/page" */
/** @import {Graph} from "../graph.js" */
/** @import {HeadTables} from "../machine" */
/** @import {Book, By, Carried, Few, Group, Lane, LaneHead, Meaning, Normed} from "./lanes" */
/** @import {Origin, Question, Relation, Rows, Verb} from "./lanes" */

const [SAME, AGAINST] = [0.999, 0.99]; // cosines: rows are those of a codebook, or undo them
const ANSWER = "answer"; // the name of the last lane, which says what is said
const ROUNDED = 1e-9; // of a slope: what is nearer is the same
const START = "start";
export const ONE = 0.5; // of the weight, from which on a head brings what stands at one place

/** @param {Row} row @param {number[]} columns */
function pick(row, columns) {
  const found = Array(columns.length);
  for (let k = 0; k < columns.length; k++) found[k] = row[columns[k]];
  return found;
}

// A function of a number that is asked once for each.
/** @template T @param {(i: number) => T} make */
function onceEach(make) {
  /** @type {T[]} */
  const made = [];
  return (/** @type {number} */ i) => (made[i] ??= make(i));
}

// The mean of values by weights.
/** @param {Row} weights @param {Row[]} values @returns {Row} */
function mix(weights, values) {
  const sums = Array(values[0].length).fill(0);
  for (let j = 0; j < weights.length; j++)
    if (weights[j]) for (let c = 0; c < sums.length; c++) sums[c] += weights[j] * values[j][c];
  return sums;
}

// The tags that a head takes, but for that of the start, which others are measured by.
/** @param {RunHead} head @param {Group} [group] */
function tagsRead({ W_V }, group) {
  if (!group) return [];
  const floor = SMALL * Math.max(mostWritten(W_V), 1e-300);
  return group.tags.filter((tag, k) => tag !== START && mostRead(W_V, [group.columns[k]]) > floor);
}

// The cosine of rows of two tables that differ most in where they point; 0 where one of them holds
// nothing and the other does, and where none does.
/** @param {Row[]} a @param {Row[]} b */
function alike(a, b) {
  const [sizes, others] = [a, b].map((rows) => rows.map(length));
  const [floor, other] = [sizes, others].map((all) => SMALL * most(all, 1e-300));
  let lowest = Infinity;
  for (let i = 0; i < a.length; i++) {
    if (sizes[i] > floor !== others[i] > other) return 0;
    if (sizes[i] > floor) lowest = Math.min(lowest, dot(a[i], b[i]) / (sizes[i] * others[i]));
  }
  return Number.isFinite(lowest) ? lowest : 0;
}

export class Stack {
  /**
   * @param {Graph} graph @param {Program} program @param {string} noun @param {string} [title]
   * @param {Stack} [above]
   */
  constructor(graph, program, noun, title = "", above = undefined) {
    this.graph = graph;
    this.program = program;
    this.noun = noun;
    this.title = title;
    this.above = above;
    this.weights = graph.run.weights;
    /** @type {Lane[]} */
    this.lanes = [];
    /** @type {LaneHead[]} */
    this.heads = [];
    /** @type {Origin[]} */
    this.origins = [];
    /** @type {Map<string, Lane[]>} */
    this.written = new Map();
    /** @type {Map<string, Book>} */
    this.books = new Map();
    /** @type {Map<number, [number, number]>} */
    this.scales = new Map();
    /** @type {{norm: Norm | null, number: number, of: Normed} | undefined} */
    this.normedRows = undefined;
    /** @type {Normed | undefined} */
    this.memory = undefined;
    this.symbols = onceOf(program, "symbols", () =>
      upTo(this.weights.W_E.rows).map((i) => nameOf(program, i)));
    this.groups = groupsOf(this.weights,
      (title ? program.reads : program.named ?? program.subspaces) ?? []);
    this.tags = this.groups.find(({ tags }) => tags.length);
    this.draw();
  }

  draw() {
    this.embedding();
    this.weights.layers.forEach((layer, number) => {
      const tables = this.graph.layers[number];
      const made = (tables.heads ?? []).map((head, h) => this.head(number, h, head));
      for (const [h, head] of (tables.cross ?? []).entries())
        made.push(this.head(number, h, head, this.above));
      this.origins.push(...made.flat());
      const crossed = tables.cross?.length;
      if (tables.heads?.length || crossed)
        this.sums(number, `${crossed ? "cross" : "attention"} ${number}`);
      if (layer.mlp) {
        this.units(number);
        this.sums(number, `mlp ${number}`);
      }
    });
  }

  // A lane of a part, under a name that no other has.
  /**
   * @param {string} name @param {Group} group @param {By} by @param {Book} book
   * @param {Meaning[]} values @param {Row[]} rows @param {number} [layer]
   * @param {number | null} [head]
   */
  put(name, group, by, book, values, rows, layer = -1, head = null) {
    const used = new Set(this.lanes.map((lane) => lane.name));
    let [free, n] = [name, 1];
    while (used.has(free)) free = `${name} ${++n}`;
    const loud = rows.map((row, i) => loudness(book, row, values[i]));
    /** @type {Lane} */
    const lane = { name: free, kind: book.kind, part: group.name, by, layer, head, book, values,
      loud, rows, columns: group.columns, stack: this.title };
    this.lanes.push(lane);
    this.written.set(group.name, [...(this.written.get(group.name) ?? []), lane]);
    if (book.kind !== "unclear") this.books.set(group.name, book);
    return lane;
  }

  /** @param {Group} group @param {string} writer */
  namedBy(group, writer) {
    const taken = this.written.has(group.name) || group.tags.length || group.name === ANSWER;
    return taken ? writer : group.name;
  }

  embedding() {
    const { W_E, W_pos } = this.weights;
    const { tokens } = this.graph.run;
    const heard = tokens.some(Array.isArray);
    for (const group of this.groups) {
      const { columns } = group;
      const own = !heard && mostWritten(W_E, columns) > 0;
      if (own) this.tokens(group);
      if (mostWritten(W_pos, columns) > 0) {
        const name = own ? `${group.name} of the place` : this.namedBy(group, "place");
        const book = this.bookOfPlaces(group);
        const rows = tokens.map((_, i) => pickOf(W_pos, i, columns));
        this.put(name, group, "place", book, meaningsOf(book, rows), rows);
      }
    }
    if (!heard && mostWritten(W_E) > 0) this.origins.push({
      can: rowsOfMatrix(this.noun, "symbol", this.symbols, W_E), at: tokens.map(Number),
    });
    if (mostWritten(W_pos) > 0) this.origins.push({
      can: rowsOfMatrix("place", "place", upTo(W_pos.rows), W_pos), at: upTo(tokens.length),
    });
    this.sums(-1, "embedding");
  }

  // What tokens write to a part; of a number, nothing for who shows none.
  /** @param {Group} group */
  tokens(group) {
    const { columns } = group;
    const { W_E } = this.weights;
    const all = (/** @type {number[]} */ some) =>
      upTo(W_E.rows).map((i) => pickOf(W_E, i, some));
    const ids = this.graph.run.tokens.map(Number);
    for (const c of group.tags.length ? columns : []) {
      if (!hasThree(W_E, c)) continue;
      const found = onceOf(W_E, `scale ${c}`, () => fitted(all([c]).flat(), this.symbols));
      if (found) this.scales.set(c, [found.slope, found.offset]);
    }
    const book = this.bookOfTags(group) ?? onceOf(W_E, group.name, () =>
      codebook(all(columns), this.symbols, "symbol"));
    const rows = ids.map((id) => pickOf(W_E, id, columns));
    const values = meaningsOf(book, rows).map((value, i) =>
      (book.kind === "number" && shownNumber(this.symbols[ids[i]]) === undefined ? null : value));
    this.put(group.tags.length ? group.name : this.namedBy(group, "token"), group, "token", book,
      values, rows);
  }

  /** @param {Group} group */
  bookOfTags({ tags, columns }) {
    if (!tags.length) return undefined;
    return bookOf("tags", { meanings: tags, scales: columns.map((c) => this.scales.get(c)) });
  }

  /** @param {Group} group */
  bookOfPlaces(group) {
    const { W_pos } = this.weights;
    const known = this.books.get(group.name);
    const rows = () => upTo(W_pos.rows).map((i) => pickOf(W_pos, i, group.columns));
    const same = known?.rows && !known.line && onceOf(W_pos, `as ${group.name}`, () =>
      !nearest(known, rows().filter((row) => length(row) > 0)).includes(-1));
    return same ? known : this.bookOfTags(group) ?? onceOf(W_pos, group.name, () =>
      codebook(rows(), upTo(W_pos.rows), "place"));
  }

  // The stream that a layer begins with.
  /** @param {number} number */
  before(number) {
    const { stream } = this.graph.run;
    const steps = Object.keys(stream)
      .filter((step) => step === "embedding" || Number(step.split(" ")[1]) < number);
    return stream[steps[steps.length - 1]];
  }

  /** @param {Norm | null} norm @param {number} number */
  normed(norm, number) {
    const known = this.normedRows;
    if (known?.norm !== norm || known.number !== number) this.normedRows = { norm, number,
      of: normed(this.weights.norms === "before" ? norm : null, this.before(number)) };
    return this.normedRows.of;
  }

  // What the last norm of an encoder leaves for cross heads.
  said() {
    return (this.memory ??= normed(this.weights.norm_final,
      this.before(this.weights.layers.length)));
  }

  // What a head wrote to the stream.
  /** @param {HeadTables} tables */
  wrote({ looks, value, head, label }) {
    const given = upTo(value.count).map((j) => value.row(j));
    const mixed = upTo(looks.count).map((i) => mix(looks.row(i), given));
    const rows = multiplied(mixed, head.W_O, head.b_O);
    return this.graph.run.off.includes(label) ? rows.map((row) => row.map(() => 0)) : rows;
  }

  /** @param {number} number @param {number} h @param {HeadTables} tables @param {Stack} [above] */
  head(number, h, tables, above) {
    const { head } = tables;
    const layer = this.weights.layers[number];
    const asks = this.normed(above ? layer.norm_cross : layer.norm_attn, number);
    const source = above ?? this;
    const answers = above ? above.said() : asks;
    const weights = upTo(this.graph.count).map((i) => tables.looks.row(i));
    const question = { head, asks, origins: [...this.origins], answers, weights,
      keys: [...source.origins], causal: this.weights.causal && !above, tags: source.tags };
    const relations = this.weights.rotary ? null
      : comparedBy(question)?.map(({ told }) => told) ?? null;
    const name = head.name || `${above ? "cross head" : "head"} ${h} of layer ${number}`;
    const brings = { number, h, name, head, answers, weights, source, relations,
      keys: question.keys,
      written: this.wrote(tables), cross: Boolean(above) };
    const floor = SMALL * mostWritten(head.W_O);
    const carried = this.groups.filter(({ columns }) => mostWritten(head.W_O, columns) > floor)
      .map((group) => this.carry(brings, group));
    const tags = (relations ?? []).flatMap(({ how, among }) => (how === "tags" ? among : []));
    this.heads.push({ name, layer: number, number: h, cross: Boolean(above), relations,
      carried: carried.map(({ told }) => told), source: weights.map(argmax),
      weight: weights.map((row) => most(row)), weights,
      scores: upTo(this.graph.count).map((i) => tables.score.row(i)), head,
      given: upTo(tables.value.count).map((i) => tables.value.row(i)),
      causal: question.causal, liked: likedBy(question, tags), stack: this.title,
      reads: tagsRead(head, source.tags) });
    return carried.flatMap(({ origins }) => origins);
  }

  /**
   * @param {Brings} brings @param {Group} group
   * @returns {{told: Carried, origins: Origin[]}}
   */
  carry(brings, group) {
    const { columns } = group;
    const into = narrowed(brings.head.W_O, columns);
    const found = mostTaken(brings, into);
    const { o } = found;
    const taken = (group.tags.length && brings.source.tags?.name) || found.taken;
    const put = onceEach((i) =>
      multiplied([left(brings.answers, o.can.row(i), brings.head.W_V)], into)[0]);
    const { verb, book, sign } = this.becomes(brings, group, o, put);
    const rows = brings.written.map((row) => pick(row, columns));
    const values = withoutTheAbsent(meaningsOf(book, rows.map((row) => scaled(row, sign))),
      brings.relations);
    const lane = this.put(this.namedBy(group, brings.name), group, brings.cross ? "cross" : "head",
      book, values, rows, brings.number, brings.h);
    const told = { verb, taken, put: group.name, lane };
    if (!o || verb === "takes away" || group.tags.length) return { told, origins: [] };
    const row = (/** @type {number} */ i) => ({ at: columns, is: put(i) });
    const at = brings.weights.map((row) => (most(row) > ONE ? o.at[argmax(row)] : -1));
    return { told,
      origins: [{ can: rowsOf(lane.name, o.can.kind, o.can.meanings, row), at }] };
  }

  // What becomes of what is taken: the verb, the codebook for it, and with which sign.
  /**
   * @param {Brings} brings @param {Group} group @param {Origin | undefined} o
   * @param {(i: number) => Row} put @returns {{verb: Verb, book: Book, sign: number}}
   */
  becomes(brings, group, o, put) {
    const known = this.books.get(group.name);
    if (group.tags.length) {
      this.handOn(brings, group);
      return { verb: "moves", book: this.bookOfTags(group), sign: 1 };
    }
    if (!o) return { verb: "brings", book: known ?? bookOf("unclear"), sign: 1 };
    if (known?.kind === "number") return { verb: "adds", book: known, sign: 1 };
    const rows = upTo(o.can.count).map(put);
    if (known?.rows?.length === rows.length && known.rows[0].length === rows[0].length &&
      alike(rows, known.rows) > SAME) return { verb: "copies", book: known, sign: 1 };
    const made = codebook(rows, o.can.meanings, o.can.kind);
    const own = brings.cross || !meets(o.can, group.columns) ? [] : upTo(o.can.count)
      .map((i) => scaled(pickFew(o.can.row(i), group.columns), -1));
    if (own.some((row) => row.some(Boolean)) && alike(rows, own) > AGAINST)
      return { verb: "takes away", book: known ?? made, sign: -1 };
    if (!known) return { ...this.inItsUnit(brings, group, o, made), sign: 1 };
    return { verb: "turns", book: made.line ? known : made, sign: 1 };
  }

  // A number is told in the unit of the part from which a head takes it, so that a factor is seen.
  /**
   * @param {Brings} brings @param {Group} group @param {Origin} o @param {Book} made
   * @returns {{verb: Verb, book: Book}}
   */
  inItsUnit(brings, group, o, made) {
    const unit = made.kind === "number" ? this.unitOf(brings, group, o) : undefined;
    const same = unit === undefined ||
      Math.abs(unit - made.slope) <= ROUNDED * Math.abs(made.slope);
    return same ? { verb: "copies", book: made }
      : { verb: "scales", book: { ...made, slope: unit } };
  }

  // How a number is written in the one part from which a head takes it; undefined where it is none
  // of one column, or under a norm, which has a factor of its own.
  /** @param {Brings} brings @param {Group} group @param {Origin} o */
  unitOf({ answers, head, source }, group, o) {
    if (answers.norm || group.columns.length > 1) return undefined;
    const into = narrowed(head.W_O, group.columns);
    const gain = (/** @type {number} */ c) => multiplied([denseRow(head.W_V, c)], into)[0][0];
    const parts = source.groups.filter(({ columns }) => columns.some((c) => {
      const by = gain(c);
      const taken = upTo(o.can.count).map((i) => pickFew(o.can.row(i), [c])[0] * by);
      return taken.some((x) => x !== taken[0]);
    }));
    const book = parts.length === 1 ? source.books.get(parts[0].name) : undefined;
    return book?.kind === "number" && parts[0].columns.length === 1 ? book.slope : undefined;
  }

  // A tag that a head fills from one other is read as that one is.
  /** @param {Brings} brings @param {Group} group */
  handOn({ head, answers, source }, { columns }) {
    const known = [...source.scales.keys()].sort((a, b) => a - b);
    const gains = multiplied(known.map((c) => denseRow(head.W_V, c)), head.W_O)
      .map((row) => scaled(row, answers.middle));
    for (const c of columns) {
      const sizes = gains.map((row) => Math.abs(row[c]));
      if (!known.length || this.scales.has(c) || !sizes.some(Boolean)) continue;
      const first = argmax(sizes);
      const [slope, offset] = source.scales.get(known[first]);
      const gain = gains[first][c];
      this.scales.set(c, [slope * gain, offset * gain]);
    }
  }

  // A lane for each part that several things were added to by now, where it says more.
  /** @param {number} number @param {string} step */
  sums(number, step) {
    for (const group of this.groups) {
      const [lanes, known] = [this.written.get(group.name) ?? [], this.books.get(group.name)];
      const last = lanes[lanes.length - 1];
      if (lanes.length < 2 || last.layer !== number || group.tags.length || !known ||
        !this.readAfter(group, number, step)) continue;
      const rows = this.graph.run.stream[step].map((row) => pick(row, group.columns));
      const values = meaningsOf(known, rows);
      if (JSON.stringify(values) !== JSON.stringify(last.values))
        this.put(`${group.name} in all`, group, "sum", known, values, rows, number);
    }
  }

  // Whether a later part, or the unembedding, reads a part of the stream.
  /** @param {Group} group @param {number} number @param {string} step */
  readAfter({ columns }, number, step) {
    /** @param {Matrix} W */
    const any = (W) => columns.some((c) => reads(W, c));
    return this.weights.layers.some(({ heads, cross, mlp }, later) => {
      const some = later > number ? [...heads, ...(cross ?? [])] : [];
      if (some.some(({ W_Q, W_K, W_V }) => [W_Q, W_K, W_V].some(any))) return true;
      const after = later > number || (later === number && !step.startsWith("mlp"));
      return Boolean(after && mlp && any(mlp.W_in));
    }) || any(this.weights.W_U);
  }

  // What the units of a layer write.
  /** @param {number} number */
  units(number) {
    const { mlp } = this.weights.layers[number];
    const { hidden } = this.graph.layers[number];
    if (!hidden) return;
    const wrote = multiplied(upTo(this.graph.count).map((i) => hidden.row(i)), mlp.W_out,
      mlp.b_out);
    const floor = SMALL * mostWritten(mlp.W_out);
    for (const group of this.groups) {
      if (!(mostWritten(mlp.W_out, group.columns) > floor)) continue;
      const book = this.bookOfUnits(group);
      const rows = wrote.map((row) => pick(row, group.columns));
      const name = this.namedBy(group, `MLP of layer ${number}`);
      this.put(name, group, "mlp", book, meaningsOf(book, rows), rows, number);
    }
  }

  // The codebook of what units write: that of the part, else what it makes one say.
  /** @param {Group} group */
  bookOfUnits(group) {
    const found = this.bookOfTags(group) ?? this.books.get(group.name);
    if (found) return found;
    const { W_U } = this.weights;
    const said = upTo(W_U.columns).map((t) =>
      group.columns.map((c) => W_U.data[c * W_U.columns + t]));
    return said.some((row) => row.some(Boolean)) ? codebook(said, this.symbols, "symbol")
      : bookOf("unclear");
  }
}

/**
 * @typedef {{number: number, h: number, name: string, head: RunHead, answers: Normed,
 *   weights: Row[], keys: Origin[], written: Row[], source: Stack, cross: boolean,
 *   relations: Relation[] | null, values?: Row[][]}} Brings
 */

// Whether rows may hold something in some columns.
/** @param {Rows} can @param {number[]} columns */
const meets = (can, columns) => (can.of ? mostWritten(can.of, columns) > 0
  : columns.some((c) => /** @type {number[]} */ (can.row(0).at).includes(c)));

// What a head takes of each origin at each position: nothing of most.
/** @param {Brings} brings */
const valuesOf = (brings) => (brings.values ??= brings.keys
  .map((o) => placed(brings.answers, o, brings.head.W_V))
  .map((rows) => rows.filter((row) => row.some(Boolean))));

// The origin of most of what a head may bring to a part here, and the name of what it takes.
/** @param {Brings} brings @param {Matrix} into @returns {{o?: Origin, taken: string}} */
function mostTaken(brings, into) {
  const { keys, source, head } = brings;
  const sizes = valuesOf(brings).map((values) => multiplied(values, into)
    .reduce((sum, row) => row.reduce((all, x) => all + Math.abs(x), sum), 0));
  const best = argmax(sizes);
  if (sizes[best]) return { o: keys[best], taken: keys[best].can.name };
  const floor = SMALL * mostWritten(head.W_V);
  const taken = source.groups.filter(({ columns: own }) => mostRead(head.W_V, own) > floor)
    .map(({ name }) => name);
  return { taken: taken.join(" and ") };
}

// What a head brings to each position: nothing where so far back, or ahead, there is none.
/** @param {Meaning[]} values @param {Relation[] | null} relations */
function withoutTheAbsent(values, relations) {
  const by = relations?.find(({ how }) => how === "back")?.by ?? 0;
  return values.map((value, i) => (i - by >= 0 && i - by < values.length ? value : null));
}
