// @ts-check
// What plays a part in what is said at a position: found backwards from the answer, over what heads
// brought and compared.

import { normalize, rowOf } from "../../kit/arithmetic.js";
import { SMALL, argmax, most } from "./codebooks.js";
import { multiplied, narrowed, onceOf, reads } from "./matrices.js";
import { exact, median, upTo } from "./origins.js";
import { MOSTLY, choice, counts, fits, isFound } from "./telling.js";
/** @import {Matrix, MLP} from "../../kit/figures" */
/** @import {Row, Weights} from "../../kit/page" */
/** @import {Carried, Cell, Lane, LaneHead, Lanes, Story} from "./lanes" */

const HEARD = 0.25; // of the answer's lead: what gives less of it is not shown
export const LOOKED = 0.05; // of a head's weight
const MOST_SOURCES = 6; // positions of one look
export const MOST_VOTES = 12; // of one that takes symbols from all positions alike
const MOST_TRIED = 64; // other symbols that a head might have brought
const NEXT = "next larger"; // than what stands where it asks
const RANKED = ["smallest", "largest", NEXT];
export const TEXT = "text";

// The head that wrote a lane.
/** @param {Lanes} seen @param {Lane} lane */
export const writerOf = ({ heads }, lane) =>
  heads.find(({ carried }) => carried.some((each) => each.lane === lane));

// What stands in a cell; of a lane that there is not, what was typed there.
/** @param {Lanes} seen @param {Cell} cell */
export function heldIn({ read, tokens, lanes }, { lane, at, stack }) {
  const of = lane === TEXT ? undefined
    : lanes.find((each) => each.name === lane && each.stack === stack);
  return (of ? of.values : stack ? read : tokens)[at];
}

/** @param {Cell} cell */
export const cellKey = ({ lane, at, stack }) => `${stack}|${lane}|${at}`;

/** @param {string} key @returns {Cell} */
export function cellOf(key) {
  const [stack, ...lane] = key.split("|");
  return { stack, at: Number(lane.pop()), lane: lane.join("|") };
}

// The lane of a cell; none for the text, and for the answer, which has no other cause.
/** @param {Lanes} seen @param {Cell} cell */
const laneAt = ({ lanes }, { lane, stack }) =>
  lanes.find((each) => each.name === lane && each.stack === stack && each.by !== "answer");

// The place of the text that a cell came from, along the strongest threads.
/** @param {Lanes} seen @param {Story} story @param {Cell} cell @returns {number[]} */
export function originOf(seen, story, cell) {
  if (cell.lane === TEXT) return [cell.at];
  const from = story.threads.filter(({ to }) => cellKey(to) === cellKey(cell))
    .sort((one, other) => other.weight - one.weight)[0]?.from;
  if (from) return originOf(seen, story, from);
  return laneAt(seen, cell)?.by === "token" ? [cell.at] : [];
}

class Teller {
  /** @param {Lanes} seen @param {Weights} weights */
  constructor(seen, weights) {
    this.seen = seen;
    this.weights = weights;
    /** @type {Story} */
    this.story = { cells: [], threads: [], pairs: [], ranked: [], tags: new Map(),
      chosen: new Map(), passed: new Map(), checked: new Set(), said: [], byPlace: false,
      inAnyCase: false, raised: () => 0 };
    /** @type {Set<string>} */
    this.known = new Set();
    /** @type {Cell[]} */
    this.open = [];
    /** @type {Set<Lane>} */
    this.heard = new Set(); // lanes that the answer is made of
  }

  /** @param {Cell} cell */
  add(cell) {
    if (this.known.has(cellKey(cell))) return;
    this.known.add(cellKey(cell));
    this.story.cells.push(cell);
    this.open.push(cell);
  }

  // A cell that the answer is made of.
  /** @param {Cell} cell */
  say(cell) {
    this.story.said.push(cell);
    this.add(cell);
  }

  /** @param {number} at */
  tell(at) {
    const lead = this.leadAt(at);
    this.story.raised = ({ carried }) => carried.reduce((sum, { lane }) => sum +
      lane.columns.reduce((all, c, k) => all + lane.rows[at][k] * lead(c), 0), 0);
    this.add({ lane: "answer", at, stack: "" });
    for (const lane of this.heardLanes(at)) {
      this.heard.add(lane);
      this.say({ lane: lane.name, at, stack: "" });
      const sum = lane.kind === "number" && lane.by === "head" && // what is heard is the sum
        this.seen.lanes.findLast(({ by, part, stack }) => by === "sum" && part === lane.part &&
          !stack);
      if (sum) this.say({ lane: sum.name, at, stack: "" });
    }
    this.askOwn(at);
    while (this.open.length) {
      const cell = this.open.shift();
      const lane = this.lane(cell);
      if (lane) this.causes(lane, cell);
    }
    this.story.match = this.match();
    return this.story;
  }

  // Whether of a position itself its symbol, its number or neither decides what is said.
  /** @param {number} at */
  askOwn(at) {
    const { story, weights: { W_E, W_pos, layers }, seen: { lanes, symbols, tokens } } = this;
    const by = [...this.heard].map((lane) => lane.by);
    story.byPlace = by.includes("place") && !by.includes("token");
    const own = symbols.indexOf(String(tokens[at]));
    if (layers.length || symbols.length > MOST_TRIED || own < 0) return;
    if (this.changes(at, W_E, own)) {
      story.byPlace = false;
      lanes.filter((lane) => lane.by === "token" && lane.values[at] !== null &&
        !this.heard.has(lane)).forEach(({ name }) => this.say({ lane: name, at, stack: "" }));
      return;
    }
    story.byPlace = this.changes(at, W_pos, at);
    story.inAnyCase = !story.byPlace;
  }

  // Whether another row of a matrix, in place of a position's own, would change what is said.
  /** @param {number} at @param {Matrix} W @param {number} own */
  changes(at, W, own) {
    const { seen, weights: { norm_final: norm, W_U } } = this;
    const [said, mine] = [argmax(seen.logits(at)), rowOf(W, own)];
    return upTo(W.rows).some((i) => {
      const row = rowOf(W, i);
      const tried = seen.stream(at).map((x, c) => x + row[c] - mine[c]);
      return argmax(multiplied([normalize(tried, norm, exact)], W_U)[0]) !== said;
    });
  }

  // Of what is the same, the places of the text that it came from.
  match() {
    const same = this.story.pairs.filter(({ how, asks, answers }) => how === "same" &&
      !asks.stack && !answers.stack);
    const places = (/** @type {Cell[]} */ cells) =>
      [...new Set(cells.flatMap((cell) => originOf(this.seen, this.story, cell)))]
        .sort((a, b) => a - b);
    const [asks, answers] = [places(same.map((pair) => pair.asks)),
      places(same.map((pair) => pair.answers))];
    return asks.length && asks.length === answers.length ? /** @type {[number[], number[]]} */ (
      [asks, answers]) : undefined;
  }

  /** @param {Cell} cell */
  lane(cell) {
    return laneAt(this.seen, cell);
  }

  // What the unembedding reads in these columns for what is said over what comes next.
  /** @param {number} at */
  leadAt(at) {
    const { data, columns } = this.weights.W_U;
    const logits = this.seen.logits(at);
    const said = argmax(logits);
    const next = argmax(logits.map((x, t) => (t === said ? -Infinity : x)));
    return (/** @type {number} */ c) => data[c * columns + said] -
      (next < 0 ? 0 : data[c * columns + next]);
  }

  // The lanes that raise what is said over what comes next, by what the unembedding reads there. Of
  // what heads brought, less is enough where another symbol in its stead would change what is said.
  // A number that is 0 raises nothing: it is heard where nothing else but constants is.
  /** @param {number} at */
  heardLanes(at) {
    const lead = this.leadAt(at);
    const own = this.seen.lanes
      .filter(({ stack, by }) => !stack && by !== "answer" && by !== "sum");
    const leads = own.map(({ columns, rows }) =>
      columns.reduce((sum, c, k) => sum + rows[at][k] * lead(c), 0));
    const all = leads.reduce((sum, x) => sum + Math.max(0, x), 0);
    const found = own.filter((lane, k) => leads[k] > HEARD * all ||
      ((lane.by === "head" || lane.by === "cross") && this.decides(lane, at, lead)));
    if (!found.every(({ kind }) => kind === "constant")) return found;
    const numbers = own.filter(({ by, kind, columns }) => kind === "number" &&
      ["head", "cross", "mlp"].includes(by) && columns.some((c) => lead(c) !== 0));
    return numbers.length ? numbers : found;
  }

  // Whether most symbols in place of what a head brought would lead less, one by too little.
  /** @param {Lane} lane @param {number} at @param {(column: number) => number} lead */
  decides({ kind, book, values, loud, rows, columns }, at, lead) {
    if (kind !== "symbol" || !book.rows || book.line || values[at] === null ||
      book.rows.length > MOST_TRIED) return false;
    const changes = book.rows.map((row) => columns.map((_, k) => row[k] * loud[at] - rows[at][k]));
    const gain = columns.reduce((sum, c, k) =>
      sum + lead(c) * changes.reduce((all, change) => all + change[k], 0), 0);
    if (gain >= 0) return false;
    const said = argmax(this.seen.logits(at));
    return changes.some((change) => {
      const tried = [...this.seen.stream(at)];
      columns.forEach((c, k) => { tried[c] += change[k]; });
      const [logits] = multiplied([normalize(tried, this.weights.norm_final, exact)],
        this.weights.W_U);
      return argmax(logits) !== said;
    });
  }

  /** @param {Lane} lane @param {Cell} cell */
  causes(lane, cell) {
    const isSaid = this.story.said.some((each) => cellKey(each) === cellKey(cell));
    const here = (/** @type {string} */ name) =>
      (isSaid ? this.say({ ...cell, lane: name }) : this.add({ ...cell, lane: name }));
    if (lane.by === "token" || lane.by === "place") {
      if (!(isSaid && this.story.inAnyCase)) here(TEXT);
    } else if (lane.by === "mlp") this.readsOf(lane, cell).forEach((each) => {
      here(each.name);
      this.tag({ ...cell, lane: each.name }, tagsThat(each, cell.at, (c) =>
        reads(this.weightsOf(lane).layers[lane.layer].mlp.W_in, c)));
    });
    else if (lane.by === "sum") this.written(lane, cell).forEach(({ name }) => here(name));
    else this.looked(lane, cell);
  }

  // What was written to the same position before a lane was.
  /** @param {Lane} lane @param {Cell} cell */
  written(lane, { at }) {
    const { lanes } = this.seen;
    return lanes.slice(0, lanes.indexOf(lane)).filter((each) => each.stack === lane.stack &&
      each.part === lane.part && each.by !== "sum" && each.values[at] !== null);
  }

  /** @param {Lane} lane */
  weightsOf({ stack }) {
    return stack ? this.weights.encoder : this.weights;
  }

  // Tags of a cell that play a part.
  /** @param {Cell} cell @param {string[]} some */
  tag(cell, some) {
    const key = cellKey(cell);
    this.story.tags.set(key, new Set([...this.story.tags.get(key) ?? [], ...some]));
  }

  // What the units that wrote a lane may have read there.
  /** @param {Lane} lane @param {Cell} cell */
  readsOf(lane, { at }) {
    const { lanes } = this.seen;
    const { W_in } = this.weightsOf(lane).layers[lane.layer].mlp;
    return holdingFor(W_in, lanes.slice(0, lanes.indexOf(lane)), { at, stack: lane.stack })
      .filter(({ by }) => by !== "mlp");
  }

  // Where a head looked for what it brought, and what it held against what.
  /** @param {Lane} lane @param {Cell} cell */
  looked(lane, cell) {
    const head = writerOf(this.seen, lane);
    if (!head) return;
    const carried = head.carried.find((each) => each.lane === lane);
    const weights = head.weights[cell.at];
    const votes = lane.kind === "symbol" && (head.relations?.length === 0 ||
      isShared(this.seen, head, carried, cell.at)); // those against it too
    const given = votes ? weights : givenTo(head, lane, cell.at,
      this.heard.has(lane) ? lane.columns.map(this.leadAt(cell.at)) : null);
    const all = Math.max(...given);
    const sources = weights.map((_, j) => j).filter((j) => given[j] > LOOKED * all)
      .sort((i, j) => given[j] - given[i]).slice(0, votes ? MOST_VOTES : MOST_SOURCES);
    for (const j of sources) {
      const from = this.sourceOf(head, carried, cell, j);
      this.add(from);
      const of = this.lane(from);
      if (of) this.tag(from, [...tagsThat(of, j, (c) => reads(head.head.W_V, c)),
        ...head.liked[cell.at] ?? []]);
      this.story.threads.push({ from, to: cell, weight: weights[j], head });
      if (carried.verb === "takes away" && j === cell.at &&
        this.story.said.some((each) => cellKey(each) === cellKey(cell)))
        this.story.said.push(from); // it would be heard
      const isRanked = head.relations?.some(({ how }) => RANKED.includes(how)); // it has bars
      const told = j === sources[0] && !isRanked && choice(this.seen, head, cell.at);
      if (told && !this.story.chosen.has(cellKey(from))) this.story.chosen.set(cellKey(from), told);
      if (told) this.passOver(head, carried, cell, from);
    }
    if (lane.kind === "tags" && counts(head)) this.check(head, cell.at);
    if (weights[sources[0]] > 0.5)
      this.compared(head, cell, sources[0], head.cross ? "encoder" : lane.stack);
  }

  // The cell at a key of what a head brought.
  /** @param {LaneHead} head @param {Carried} carried @param {Cell} cell @param {number} j */
  sourceOf(head, { verb, taken, lane }, cell, j) {
    const stack = head.cross ? "encoder" : cell.stack;
    return verb === "moves" ? this.moved(head, j, stack, lane) : this.named(taken, j, stack, lane);
  }

  // Where else stands what a head that takes the first or the latest looks for.
  /** @param {LaneHead} head @param {Carried} carried @param {Cell} cell @param {Cell} chosen */
  passOver(head, carried, cell, chosen) {
    const where = head.relations?.some(({ how }) => how === "latest") ? "earlier" : "later";
    head.weights[cell.at].forEach((_, j) => {
      if (head.causal && j > cell.at) return;
      const other = this.sourceOf(head, carried, cell, j);
      if (j !== chosen.at && other.lane === chosen.lane && fits(this.seen, head, cell.at, j) &&
        !this.story.passed.has(cellKey(other))) this.story.passed.set(cellKey(other), where);
    });
  }

  // Where units read what they may write for a head that counts, and wrote nothing of it.
  /** @param {LaneHead} head @param {number} at */
  check({ stack, layer, reads: wanted }, at) {
    const { lanes } = this.seen;
    for (const lane of lanes) {
      if (lane.by !== "mlp" || lane.stack !== stack || lane.layer >= layer) continue;
      const some = lane.kind === "tags" ? lane.columns.filter((_, k) =>
        wanted.includes(String(lane.book.meanings[k]))) : [];
      const speaks = speaksFor(this.weightsOf(lane).layers[lane.layer].mlp, some);
      const before = lanes.slice(0, lanes.indexOf(lane)).filter((each) => each.stack === stack);
      for (let p = 0; p <= at; p++) {
        const found = [lane.values[p]].flat().some((tag) => wanted.includes(String(tag)));
        const by = before.filter(({ values, rows, columns }) => values[p] !== null &&
          columns.some((c, k) => speaks[c] && holds(rows[p], k))).map((each) => each.by);
        if (!found && by.includes("token") && by.includes("head"))
          this.story.checked.add(cellKey({ lane: lane.name, at: p, stack }));
      }
    }
  }

  /** @param {LaneHead} head @param {Cell} cell @param {number} j @param {string} stack */
  compared(head, cell, j, stack) {
    if (!isFound(this.seen, head, cell.at)) return;
    for (const { how, query, key } of head.relations ?? []) {
      if (RANKED.includes(how)) {
        if (!this.story.ranked.includes(head)) this.story.ranked.push(head);
        if (how === NEXT && query) this.add(this.named(query, cell.at, cell.stack));
        continue;
      }
      if (!query || query === "place" || key === "place") continue;
      const [asks, answers] = [this.named(query, cell.at, cell.stack), this.named(key, j, stack)];
      [asks, answers].forEach((each) => this.add(each));
      this.story.pairs.push({ asks, answers, how });
    }
  }

  // The last lane of tags at a position that holds something which a head reads.
  /** @param {LaneHead} head @param {number} at @param {string} stack @param {Lane} before */
  moved(head, at, stack, before) {
    const { lanes } = this.seen;
    const until = head.cross ? lanes.length : lanes.indexOf(before);
    const of = holdingFor(head.head.W_V, lanes.slice(0, until), { at, stack });
    const from = of[of.length - 1];
    return { lane: !from ? TEXT : from.name, at, stack };
  }

  // The cell of an origin by its name.
  /** @param {string} name @param {number} at @param {string} stack @param {Lane} [before] */
  named(name, at, stack, before) {
    const { lanes, noun } = this.seen;
    if (name === noun || name === "place") return { lane: TEXT, at, stack };
    const until = before ? lanes.indexOf(before) : lanes.length;
    const of = lanes.slice(0, until).filter((each) => each.stack === stack && each.by !== "sum" &&
      (each.name === name || each.part === name) && each.values[at] !== null);
    return { lane: of.length ? of[of.length - 1].name : TEXT, at, stack };
  }
}

// Which columns of the stream speak for some columns that units write.
/** @param {MLP} mlp @param {number[]} columns @returns {boolean[]} */
const speaksFor = ({ W_in, W_out }, columns) => onceOf(W_in, `for ${columns}`, () => {
  const units = upTo(W_out.rows).filter((u) =>
    columns.some((c) => W_out.data[u * W_out.columns + c] !== 0));
  return upTo(W_in.rows).map((r) => units.some((u) => W_in.data[r * W_in.columns + u] > 0));
});

// The lanes, but for those of places, that hold at a position what a matrix reads.
/** @param {Matrix} W @param {Lane[]} lanes @param {{at: number, stack: string}} where */
function holdingFor(W, lanes, { at, stack }) {
  return lanes.filter((each) => each.stack === stack && each.by !== "place" &&
    each.values[at] !== null && isRead(each, at, W));
}

// Whether a matrix reads what a lane holds at a position.
/** @param {Lane} lane @param {number} at @param {Matrix} W */
const isRead = (lane, at, W) => lane.columns.some((c, k) => holds(lane.rows[at], k) && reads(W, c));

// Whether a number of a row is no rounding of others.
/** @param {Row} row @param {number} k */
const holds = (row, k) => Math.abs(row[k]) > SMALL * most(row.map(Math.abs));

// The tags of a cell in whose columns something is so.
/** @param {Lane} lane @param {number} at @param {(column: number) => boolean} is */
const tagsThat = ({ kind, book, columns, rows }, at, is) => (kind !== "tags" ? []
  : book.meanings.filter((_, k) => holds(rows[at], k) && is(columns[k])).map(String));

// How much a head gives to a lane at a position from each key, over what it gives from any; where
// it is known what raises the answer, how much each gives of that.
/** @param {LaneHead} head @param {Lane} lane @param {number} at @param {Row | null} lead */
function givenTo({ weights, given, head }, lane, at, lead) {
  const parts = multiplied(weights[at].map((_, j) => given[j]), narrowed(head.W_O, lane.columns))
    .map((row, j) => row.map((x) => x * weights[at][j]));
  if (lead) {
    const raised = parts.map((row) => row.reduce((sum, x, k) => sum + x * lead[k], 0));
    if (Math.max(...raised) > SMALL * Math.max(...raised.map(Math.abs)))
      return raised.map((x) => Math.max(x, 0));
  }
  const middle = lane.columns.map((_, k) => median(parts.map((row) => row[k])));
  const sizes = parts.map((row) => row.reduce((sum, x, k) => sum + Math.abs(x - middle[k]), 0));
  return sizes.some((x) => x > 1e-9 * Math.max(...sizes)) && Math.max(...sizes) > 0 ? sizes
    : [...weights[at]];
}

// Whether what a head copies of the text to a position is shared by several.
/** @param {Lanes} seen @param {LaneHead} head @param {Carried} carried @param {number} at */
const isShared = ({ noun }, { weight }, { verb, taken }, at) =>
  weight[at] <= MOSTLY && verb === "copies" && taken === noun;

// What heads bring to a position, whether it plays a part in what is said or not.
/** @param {Lanes} seen @param {Weights} weights @param {LaneHead[]} heads @param {number} at */
export function broughtTo(seen, weights, heads, at) {
  const teller = new Teller(seen, weights);
  for (const { stack, carried } of heads)
    for (const { lane } of carried)
      if (lane.values[at] !== null) teller.looked(lane, { lane: lane.name, at, stack });
  return teller.story.threads;
}

// What plays a part in what is said at a position.
/** @param {Lanes} seen @param {Weights} weights @param {number} at */
export const storyOf = (seen, weights, at) => new Teller(seen, weights).tell(at);

// The scores of a head from a position, from 0 for the least to 1 for the best of those it sees.
/** @param {LaneHead} head @param {number} at @returns {Row} */
export function ranking({ scores }, at) {
  const row = scores[at].filter(Number.isFinite);
  const [least, most] = [Math.min(...row), Math.max(...row)];
  return scores[at].map((x) => (most > least ? (x - least) / (most - least) : 1));
}
