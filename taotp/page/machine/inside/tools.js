// @ts-check
// The tools: what each says of the parts of a machine, and what is true of them. Every number is
// that of taotp/interp.

import THRESHOLDS from "../../../interp/ground_truth/limits.json" with { type: "json" };
import { lastOf, rowOf, softmax, unembed } from "../../kit/arithmetic.js";
import { nameOf } from "../../kit/runs.js";
import { EDGE, ENCODER, LEAST, alike, decided, kept, logitsAt, replayed, saidAt,
  written } from "./replay.js";
/** @import {Norm} from "../../kit/figures" */
/** @import {Row, Token, Weights} from "../../kit/page" */
/** @import {Again, AskedTool, HeardAgain, How, Part, Replayed, Spoken, Study} from "./inside" */
/** @import {Told, Tool, Truth} from "./inside" */

const TEXTS = 8; // over which means are taken
const DRAWS = 5; // of texts, where one is put in the place of another
const AN_EDGE = 0.02; // weights below are no edges
export const MOST_SPOKEN = 120; // edges and paths that are listed
const MOST_TRIED = 1500; // sets of so many; what has more is tried with fewer at once

// Steps of the stream that change it, in their order.
/** @param {Weights} weights */
export function stepsOf(weights) {
  return ["embedding", ...weights.layers.flatMap((layer, number) => [
    ...(layer.heads.length ? [`attention ${number}`] : []),
    ...(layer.cross?.length ? [`cross ${number}`] : []),
    ...(layer.mlp?.W_in.columns ? [`mlp ${number}`] : []),
  ])];
}

/** @param {Row} values */
const likeliest = (values) => values.reduce((best, value, id) => (value > values[best] ? id : best),
  0);

// What it would say if it ended after a step: the decision, all shares, and that of the token.
/** @param {Replayed} run @param {string} step @param {number} i */
export const lens = (run, step, i) => kept(run, `lens ${step} ${i}`, () => {
  const logits = unembed(run, run.stream[step][i]);
  const shares = softmax([...logits], (x) => x);
  const decision = decided(run, logits);
  return { ...decision, shares, share: shares[decision.token] };
});

// How far a token leads all others.
/** @param {Row} logits @param {Token} token */
const lead = (logits, token) => logits[token] - Math.max(...logits.filter((_, id) => id !== token));

// What is put in the place of a part: nothing, one row everywhere, its mean over the positions; at
// each its mean there over some texts, or what it wrote there for another; or for the other prompt.
// Edges are cut, and of a path all is lost.
/** @param {How} how @param {string} path @param {Replayed} base @param {Replayed} [other] */
export function givenFor(how, path, base, other) {
  if (how === "zero" || EDGE.test(path) || path.includes("~")) return null;
  if (how === "patch" || how === "resample") return written(other, path);
  if (how === "mean") return meanOf(textsOf(base).map((text) => written(text, path)));
  const rows = written(base, path);
  const [mean] = meanOf(rows.map((row) => [row]));
  return rows.map(() => mean);
}

/** @param {Row[][]} tables @returns {Row[]} */
const meanOf = (tables) => tables[0].map((row, i) => row.map((_, j) =>
  tables.reduce((sum, rows) => sum + rows[i][j], 0) / tables.length));

// Other texts as long as a prompt, which are the same in every page: each of its numbers is another
// number, each word another word, and all else is as it was.
/** @param {Replayed} base @param {number} k @returns {Replayed} */
export const drawnText = (base, k) => kept(base, `text ${k}`, () => {
  let state = k + 1;
  /** @param {number} n */
  const below = (n) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
  /** @param {Token[]} tokens @param {Weights} weights */
  const drawn = (tokens, weights) => tokens.map((token) => {
    const like = alikeTo(base, token, weights.W_E.rows);
    return like.length ? like[below(like.length)] : token;
  });
  /** @type {HeardAgain} */
  const heard = { tokens: drawn(base.tokens, base.weights),
    encoder: base.encoder && { tokens: drawn(base.encoder.tokens, base.weights.encoder) } };
  return replayed(base, heard);
});

/** @param {Replayed} base */
const textsOf = (base) => Array.from({ length: TEXTS }, (_, k) => drawnText(base, k));

// The tokens of the same kind: numbers, or words; of what is neither, itself.
/** @param {Replayed} base @param {Token} token @param {number} most */
const alikeTo = (base, token, most) => kept(base, `kind ${token} ${most}`, () => {
  /** @param {Token} id */
  const kind = (id) => {
    const name = nameOf(base.program, id);
    return /^\d+$/.test(name) ? "number" : /^\p{L}/u.test(name) ? "word" : name;
  };
  return Array.from({ length: most }, (_, id) => id).filter((id) => kind(id) === kind(token));
});

/** @param {Replayed} base @param {string[]} paths @param {How} how @param {Replayed} [second] */
export const changed = (base, paths, how, second) =>
  changedFrom(base, paths, how, how === "resample" ? drawnText(base, 0) : second);

/** @param {Replayed} base @param {string[]} paths @param {How} how @param {Replayed} [other] */
const changedFrom = (base, paths, how, other) => replayed(base, base, Object.fromEntries(
  paths.map((path) => [path, givenFor(how, path, base, other)])));

// What becomes of the answer where a part is replaced: whether it is another, and how much is taken
// from its lead; patched, how far it goes from the answer of this prompt to that of the other.
/** @param {AskedTool} asked @param {string} path @param {How} how @returns {Told} */
function effect({ base, other, row }, path, how) {
  if (how === "resample") return drawnEffect(base, row, path);
  const after = changed(base, [path], how, other);
  const [was, now] = [base, after].map((run) => logitsAt(run, row));
  const mine = saidAt(base, row).token;
  const named = !alike(saidAt(base, row), saidAt(after, row));
  if (how !== "patch") return { named, value: lead(was, mine) - lead(now, mine) };
  const there = logitsAt(other, row);
  const its = likeliest(there);
  const way = there[its] - there[mine] - was[its] + was[mine];
  return { named, value: its === mine ? NaN : (now[its] - now[mine] - was[its] + was[mine]) / way };
}

// The same of some texts: the mean of what is taken from the lead, and whether one of them does.
/** @param {Replayed} base @param {number} row @param {string} path @returns {Told} */
function drawnEffect(base, row, path) {
  const [was, { token }] = [logitsAt(base, row), saidAt(base, row)];
  const runs = Array.from({ length: DRAWS }, (_, k) =>
    changedFrom(base, [path], "resample", drawnText(base, k)));
  return { named: runs.some((run) => !alike(saidAt(run, row), saidAt(base, row))),
    value: lead(was, token) -
      runs.reduce((sum, run) => sum + lead(logitsAt(run, row), token), 0) / DRAWS };
}

// What the last row of the stream is the sum of, by its source, after its norms; each norm divides
// as it did in this run.
/** @param {Replayed} run @param {number} row */
function contributions(run, row) {
  const { W_E, W_pos, norms, norm_final, layers } = run.weights;
  const position = [...rowOf(W_pos, row)];
  /** @type {Record<string, Row>} */
  let sums = { token: [...rowOf(W_E, run.tokens[row])], position, beta: position.map(() => 0) };
  layers.forEach((layer, number) => {
    for (const [list, norm] of /** @type {["heads" | "cross" | "mlp", Norm | null][]} */ (
      [["heads", layer.norm_attn], ["cross", layer.norm_cross], ["mlp", layer.norm_mlp]])) {
        if (list === "cross" && !layer.cross?.length) continue;
        const paths = list === "mlp" ? (layer.mlp?.W_in.columns ? [`layers.${number}.mlp`] : [])
          : layer[list].map((_, h) => `layers.${number}.${list}.${h}`);
        for (const path of paths) sums[path] = written(run, path)[row];
        if (norms === "after") sums = through(sums, norm);
      }
  });
  return through(sums, norm_final);
}

/** @param {Record<string, Row>} sums @param {Norm | null} norm @returns {Record<string, Row>} */
function through(sums, norm) {
  if (!norm) return sums;
  const rows = Object.values(sums);
  const whole = rows[0].map((_, j) => rows.reduce((sum, row) => sum + row[j], 0));
  /** @param {Row} row */
  const centered = (row) => {
    const mean = norm.centered ? row.reduce((sum, x) => sum + x, 0) / row.length : 0;
    return row.map((x) => x - mean);
  };
  const square = centered(whole).reduce((sum, x) => sum + x * x, 0) / whole.length;
  const by = norm.inside ? Math.sqrt(square + norm.eps) : Math.sqrt(square) + norm.eps;
  const scaled = Object.fromEntries(Object.entries(sums).map(([source, row]) =>
    [source, centered(row).map((x, j) => (x / by) * (norm.gamma?.data[j] ?? 1))]));
  if (norm.beta) scaled.beta = scaled.beta.map((x, j) => x + norm.beta.data[j]);
  return scaled;
}

// What each part adds to the lead of one token over another.
/**
 * @param {Replayed} run @param {number} row @param {Token} token @param {Token} against
 * @returns {Record<string, number>}
 */
export function attribution(run, row, token, against) {
  const { W_U } = run.weights;
  const toward = Array.from({ length: W_U.rows }, (_, r) =>
    W_U.data[r * W_U.columns + token] - W_U.data[r * W_U.columns + against]);
  return Object.fromEntries(Object.entries(contributions(run, row)).map(([source, x]) =>
    [source, x.reduce((sum, value, r) => sum + value * toward[r], 0)]));
}

// The token said at a position, and the one behind it.
/** @param {Replayed} run @param {number} row @returns {[Token, Token]} */
export function saidThen(run, row) {
  const logits = logitsAt(run, row);
  const { token } = saidAt(run, row);
  return [token, likeliest(logits.map((x, id) => (id === token ? -Infinity : x)))];
}

// The tools, by the names that they have in an address: what each is called, what its numbers are
// (`most` where they end, `score` where a program has them with it), what is put in the place of a
// part that is pressed, and what it speaks of: a list of {path, name, tell()}, which tells a value
// and whether the tool names the part for it.
/** @param {AskedTool} asked */
const heads = ({ parts }) => parts.filter(({ kind }) => kind === "head");
/** @param {string} what @returns {Tool["speaks"]} */
const scored = (what) => (asked) => heads(asked).filter(({ path }) => /^layers.*heads/.test(path))
  .map((part) => {
    const [, layer, , h] = part.path.split(".");
    return { ...part, tell: () => above(asked.scores[what]?.[Number(layer)]?.[Number(h)] ?? NaN,
      THRESHOLDS.sharp) };
  });
/** @param {number} value @param {number} least @returns {Told} */
const above = (value, least) => ({ value, named: value > least });
/** @param {How} how @returns {Tool["speaks"]} */
const effects = (how) => (asked) => [...asked.parts, ...asked.positions]
  .map((part) => ({ ...part, tell: () => effect(asked, part.path, how) }));

// How surely a head looks at one place: 1 less its entropy, as a share of the most; of rows that
// can see one place alone nothing.
/** @type {Tool["speaks"]} */
const sharp = (asked) => heads(asked).map((part) =>
  ({ ...part, tell: () => above(sharpness(asked.base, part.path), THRESHOLDS.sharp) }));

/** @param {Replayed} whole @param {string} path */
export function sharpness(whole, path) {
  const inside = path.startsWith(ENCODER);
  const [, number, list, h] = (inside ? path.slice(ENCODER.length) : path).split(".");
  const run = /** @type {Again} */ (inside ? whole.encoder : whole);
  const seen = run[/** @type {"heads"} */ (list)][Number(number)][Number(h)];
  const rows = seen.pattern.filter(({ length }) => length > 1);
  const shares =
    rows.map((row) => row.reduce((sum, x) => sum - (x > 0 ? x * Math.log(x) : 0),
      0) / Math.log(row.length));
  return 1 - shares.reduce((sum, x) => sum + x, 0) / shares.length;
}

/** @param {AskedTool} asked @returns {Spoken[]} */
function lensSays({ base, row, parts }) {
  const { token } = saidAt(base, row);
  /** @param {string} step */
  const share = (step) => lens(base, step, row).shares[token];
  const steps = stepsOf(base.weights);
  return steps.slice(1).map((step, k) => {
    const [kind, layer] = step.split(" ");
    const list = kind === "attention" ? "heads" : kind;
    const of = parts.filter(({ path }) => path.startsWith(`layers.${layer}.${list}`));
    const name = of.length === 1 ? of[0].name
      : `all heads ${layer}${list === "cross" ? " across" : ""}`;
    return { path: of.map(({ path }) => path).join(" "), name,
      tell: () => above(share(step) - share(steps[k]), THRESHOLDS.little) };
  });
}

/** @param {AskedTool} asked @returns {Spoken[]} */
function attributionSays({ base, row, parts }) {
  const added = attribution(base, row, ...saidThen(base, row));
  const whole = Object.values(added).reduce((sum, x) => sum + Math.abs(x), 0);
  /** @param {number} value */
  const told = (value) => () => ({ value, named: Math.abs(value) > THRESHOLDS.little * whole });
  const embedding = { path: `embedding.${row}`, kind: "position", number: "embedding",
    name: `embedding of position ${row}`,
    tell: told(added.token + added.position + added.beta) };
  const own = parts.filter(({ path }) => path in added)
    .map((part) => ({ ...part, tell: told(added[part.path]) }));
  return [...own, embedding];
}

// The edges of the patterns at the row that is watched, by what is taken from the lead without
// them.
/** @type {Tool["speaks"]} */
const edgeSays = (asked) => heads(asked).filter(({ path }) => !path.startsWith(ENCODER))
  .flatMap((part) => {
    const [, number, list, h] = part.path.split(".");
    const seen = asked.base[/** @type {"heads"} */ (list)][Number(number)][Number(h)];
    return [...seen.pattern[asked.row].keys()].filter((j) => seen.pattern[asked.row][j] > AN_EDGE)
      .map((j) => finer(asked, `${part.path}.${asked.row}.${j}`, asked.parts));
  }).slice(0, MOST_SPOKEN);

// Who reads what a part wrote, each alone, by what is taken from the lead where it does not.
/** @type {Tool["speaks"]} */
const pathSays = (asked) => asked.parts.flatMap(({ path }) => readersOf(asked.base, path)
  .map((reader) => finer(asked, `${path}~${reader}`, asked.parts))).slice(0, MOST_SPOKEN);

/** @param {AskedTool} asked @param {string} path @param {Part[]} parts @returns {Spoken} */
const finer = (asked, path, parts) =>
  ({ ...finerPart(asked.base, path, parts), tell: () => effect(asked, path, "zero") });

// Who can read what a part wrote, in the order of their reading. In Post-LN, where it goes through
// a norm with the rest before it is read, nobody can be told apart; nor are they here where heads
// share keys, are turned by positions, or add to scores by distance.
/** @param {Replayed} base @param {string} path @returns {string[]} */
export function readersOf({ weights }, path) {
  const { rotary, shared_keys: shared = 1, layers } = weights;
  if (path.startsWith(ENCODER) || weights.norms !== "before" || rotary || shared > 1 ||
    layers.some(({ heads }) => heads.some(({ by_distance: far }) => far))) return [];
  const order = ["heads", "cross", "mlp"];
  const [, number, kind] = path.split(".");
  const later = weights.layers.flatMap((layer, n) => order.filter((_, k) =>
    n > Number(number) || (n === Number(number) && k > order.indexOf(kind)))
    .flatMap((list) => {
      if (list === "mlp") return layer.mlp?.W_in.columns ? [`layers.${n}.mlp`] : [];
      const asks = list === "heads" ? ["queries", "keys", "values"] : ["queries"];
      return (layer[/** @type {"heads"} */ (list)] ?? []).flatMap((_, h) =>
        asks.map((ask) => `layers.${n}.${list}.${h}.${ask}`));
    }));
  return [...later, "logits"];
}

// An edge or a path as a part of its own, where there is one.
/** @param {Replayed} base @param {string} path @param {Part[]} parts @returns {Part | undefined} */
export function finerPart(base, path, parts) {
  /** @param {string} of */
  const named = (of) => parts.find((part) => part.path === of)?.number;
  const edge = EDGE.exec(path);
  if (edge) {
    const [of, i, j] = [named(edge[1]), Number(edge[2]), Number(edge[3])];
    const there = of && i < base.tokens.length;
    const name = `${of}\u2019s look from ${i} at ${j}`;
    return there ? { path, kind: "finer", number: name, name } : undefined;
  }
  const [from, reader] = path.split("~");
  if (!reader || !named(from) || !readersOf(base, from).includes(reader)) return undefined;
  const [, whole, ask] = /^(.*?)(?:\.(queries|keys|values))?$/.exec(reader);
  const who = ask ? `the ${ask} of ${named(whole)}` : named(whole) ?? "the logits";
  const name = `what ${who} read of ${named(from)}`;
  return { path, kind: "finer", number: name, name };
}

/** @type {Record<string, Tool>} */
export const TOOLS = {
  nothing: { name: "none: look at it", says: "", how: "zero", speaks: ({ parts }) => parts },
  zero: { name: "knock out", says: "taken from the lead", how: "zero", speaks: effects("zero") },
  mean: { name: "put the mean at each place in", says: "taken from the lead", how: "mean",
    speaks: effects("mean") },
  resample: { name: "put another text in", says: "taken from the lead", how: "resample",
    speaks: effects("resample") },
  everywhere: { name: "put one mean everywhere", says: "taken from the lead", how: "everywhere",
    speaks: effects("everywhere") },
  patch: { name: "patch from a second prompt", says: "of the way to its answer", how: "patch",
    most: 1, speaks: effects("patch") },
  edges: { name: "cut an edge of a pattern", says: "taken from the lead", how: "zero",
    finer: true, press: "an arc in a head to cut it", speaks: edgeSays },
  paths: { name: "split by who reads it", says: "taken from the lead", how: "zero", finer: true,
    press: "a line below, and a reader does not read a part", speaks: pathSays },
  patterns: { name: "attention patterns", says: "looks at one place", how: "zero", most: 1,
    speaks: sharp },
  lens: { name: "logit lens", says: "more share for what is said", how: "zero", most: 1,
    speaks: lensSays },
  attribution: { name: "attribution", says: "added to the lead", how: "zero",
    speaks: attributionSays },
  previous: { name: "score: previous token", says: "looks one back", how: "zero", most: 1,
    score: true, speaks: scored("previous") },
  induction: { name: "score: induction", says: "looks behind the same", how: "zero", most: 1,
    score: true, speaks: scored("induction") },
};

// Sets of so many things, in order.
/**
 * @param {Part[]} things @param {number} size @param {number} [from] @returns {Generator<Part[]>}
 */
function* combinations(things, size, from = 0) {
  if (!size) yield [];
  else for (let k = from; k <= things.length - size; k++) {
    for (const rest of combinations(things, size - 1, k + 1)) yield [things[k], ...rest];
  }
}

// What a tool says, parts before positions and the largest first; and the truth, as
// taotp/interp/ground_truth has it: what is said without each part, and the smallest sets of
// parts without which it is something else (`with` has the others of each). A generator, which
// pauses after each run.
/** @param {string} tool @param {AskedTool} asked @returns {Generator<void, Study>} */
export function* study(tool, asked) {
  const { base, row, parts } = asked;
  const was = saidAt(base, row);
  /** @param {...string} paths */
  const without = (...paths) => saidAt(changed(base, paths, "zero"), row);
  /** @type {Spoken[]} */
  const says = [];
  /** @type {Record<string, Truth>} */
  const truth = {};
  /** @type {Part[][]} */
  const breaking = [];
  /** @param {string} path */
  const judge = (path) => {
    if (truth[path]) return;
    const now = without(...path.split(" "));
    truth[path] = { says: now, alone: !alike(now, was), with: [] };
  };
  const others = parts.map(({ path }) => /** @type {Spoken} */ ({ path, tell: null }));
  const needed = /** @type {Partial<Record<How, number>>} */ ({ mean: TEXTS, resample: DRAWS });
  for (let k = 0; k < (needed[TOOLS[tool].how] ?? 0); k++) {
    drawnText(base, k);
    yield;
  }
  for (const each of [...TOOLS[tool].speaks(asked), ...others]) {
    if (each.tell !== null) says.push({ ...each, ...each.tell?.() });
    judge(each.path);
    yield;
  }
  const idle = parts.filter(({ path }) => !truth[path].alone);
  for (let [size, sets] = [2, idle.length * (idle.length - 1) / 2];
  size <= THRESHOLDS.atOnce && sets <= MOST_TRIED;
    sets *= (idle.length - size) / (size + 1), size++) {
    for (const some of combinations(idle, size)) {
      if (breaking.some((known) => known.every((part) => some.includes(part)))) continue;
      if (!alike(without(...some.map(({ path }) => path)), was)) {
        breaking.push(some);
        for (const part of some) truth[part.path].with.push(some.filter((other) => other !== part));
      }
      yield;
    }
  }
  for (const [path, each] of Object.entries(truth)) {
    each.matters = each.alone || path.split(" ")
      .some((one) => truth[one]?.alone || truth[one]?.with.length);
  }
  /** @param {Spoken} spoken */
  const place = ({ kind }) => Number(kind === "position");
  /** @param {Spoken} spoken */
  const size = ({ value }) => (Number.isFinite(value) ? value : -Infinity);
  says.sort((one, other) => place(one) - place(other) || size(other) - size(one) || 0);
  return { says, truth };
}

// The parts of the stream after a step that two runs have otherwise, by rows.
/** @param {Replayed} one @param {Replayed} other @param {string} step @param {number} i */
export function differs(one, other, step, i) {
  const [x, y] = [one, other].map((run) => (step === "end" ? lastOf(run, i) : run.stream[step][i]));
  const size = Math.max(...x.map(Math.abs), 1e-300);
  return x.some((value, j) => !(Math.abs(value - y[j]) <= LEAST * size));
}
