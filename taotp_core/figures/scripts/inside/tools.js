// @ts-check
// The tools: what each says of the parts of a machine, and what is true of them. Every number is that of
// taotp_core/look.

import { lastOf, rowOf, softmax, unembed } from "../arithmetic.js";
import { LEAST, alike, logitsAt, replayed, saidAt, written } from "./replay.js";

// Steps of the stream that change it, in their order.
export function stepsOf(weights) {
  return ["embedding", ...weights.layers.flatMap((layer, number) => [
    ...(layer.heads.length ? [`attention ${number}`] : []),
    ...(layer.cross?.length ? [`cross ${number}`] : []),
    ...(layer.mlp?.W_in.columns ? [`mlp ${number}`] : []),
  ])];
}

const bestOf = (values) => values.reduce((best, value, id) => (value > values[best] ? id : best), 0);

// What it would say if it ended after a step: the token, and its share.
export function lens(run, step, i) {
  const shares = softmax([...unembed(run, run.stream[step][i])], (x) => x);
  const token = bestOf(shares);
  return { token, share: shares[token], shares };
}

// How far a token leads all others.
const lead = (logits, token) => logits[token] - Math.max(...logits.filter((_, id) => id !== token));

// What is put in the place of a part: nothing, its mean over the positions, or what it wrote for the
// other prompt.
export function givenFor(how, path, base, other) {
  if (how === "zero") return null;
  const rows = written(how === "patch" ? other : base, path);
  if (how === "patch") return rows;
  const mean = rows[0].map((_, j) => rows.reduce((sum, row) => sum + row[j], 0) / rows.length);
  return rows.map(() => mean);
}

export function changed(base, paths, how, other) {
  return replayed(base, base, Object.fromEntries(paths.map((path) => [path, givenFor(how, path, base, other)])));
}

// What is taken from the lead by a part that is replaced; patched, how far that goes from the answer of
// this prompt to that of the other.
function effect({ base, other, row }, path, how) {
  const [was, now] = [base, changed(base, [path], how, other)].map((run) => logitsAt(run, row));
  const mine = saidAt(base, row).token;
  if (how !== "patch") return lead(was, mine) - lead(now, mine);
  const there = logitsAt(other, row);
  const its = bestOf(there);
  if (its === mine) return NaN;
  return (now[its] - now[mine] - was[its] + was[mine]) / (there[its] - there[mine] - was[its] + was[mine]);
}

// What the last row of the stream is the sum of, by its source, after its norms; each norm divides as it
// did in this run.
function contributions(run, row) {
  const { W_E, W_pos, norms, norm_final, layers } = run.weights;
  const position = [...rowOf(W_pos, row)];
  let sums = { token: [...rowOf(W_E, run.tokens[row])], position, beta: position.map(() => 0) };
  layers.forEach((layer, number) => {
    for (const [list, norm] of [["heads", layer.norm_attn], ["cross", layer.norm_cross], ["mlp", layer.norm_mlp]]) {
      if (list === "cross" && !layer.cross?.length) continue;
      const paths = list === "mlp" ? (layer.mlp?.W_in.columns ? [`layers.${number}.mlp`] : [])
        : layer[list].map((_, h) => `layers.${number}.${list}.${h}`);
      for (const path of paths) sums[path] = written(run, path)[row];
      if (norms === "after") sums = through(sums, norm);
    }
  });
  return through(sums, norm_final);
}

function through(sums, norm) {
  if (!norm) return sums;
  const rows = Object.values(sums);
  const whole = rows[0].map((_, j) => rows.reduce((sum, row) => sum + row[j], 0));
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
export function attribution(run, row, token, against) {
  const { W_U } = run.weights;
  const toward = Array.from({ length: W_U.rows }, (_, r) =>
    W_U.data[r * W_U.columns + token] - W_U.data[r * W_U.columns + against]);
  return Object.fromEntries(Object.entries(contributions(run, row)).map(([source, x]) =>
    [source, x.reduce((sum, value, r) => sum + value * toward[r], 0)]));
}

// The token said at a position, and the one behind it.
export function saidThen(run, row) {
  const logits = logitsAt(run, row);
  const { token } = saidAt(run, row);
  return [token, bestOf(logits.map((x, id) => (id === token ? -Infinity : x)))];
}

// The tools, by the names that they have in an address: what each is called, what its numbers are, what
// is put in the place of a part, and what it speaks of: a list of {path, name, value()}.
const heads = ({ parts }) => parts.filter(({ path }) => /^layers.*heads/.test(path));
const scored = (what) => (asked) => heads(asked).map((part) => {
  const [, layer, , h] = part.path.split(".");
  return { ...part, value: () => asked.scores[what]?.[layer]?.[h] ?? NaN };
});
const effects = (how) => (asked) => [...asked.parts, ...asked.positions]
  .map((part) => ({ ...part, value: () => effect(asked, part.path, how) }));

function lensSays({ base, row, parts }) {
  const { token } = saidAt(base, row);
  const share = (step) => lens(base, step, row).shares[token];
  const steps = stepsOf(base.weights);
  return steps.slice(1).map((step, k) => {
    const [kind, layer] = step.split(" ");
    const list = kind === "attention" ? "heads" : kind;
    const of = parts.filter(({ path }) => path.startsWith(`layers.${layer}.${list}`));
    const name = of.length === 1 ? of[0].name : `all heads ${layer}${list === "cross" ? " across" : ""}`;
    return { path: of.map(({ path }) => path).join(" "), name, value: () => share(step) - share(steps[k]) };
  });
}

function attributionSays({ base, row, parts }) {
  const added = attribution(base, row, ...saidThen(base, row));
  return parts.filter(({ path }) => path in added).map((part) => ({ ...part, value: () => added[part.path] }));
}

/** @type {Record<string, {name: string, says: string, how: string, speaks: (asked: any) => any[]}>} */
export const TOOLS = {
  nothing: { name: "none: look at it", says: "", how: "zero", speaks: ({ parts }) => parts },
  zero: { name: "knock out", says: "taken from the lead", how: "zero", speaks: effects("zero") },
  mean: { name: "put the mean in", says: "taken from the lead", how: "mean", speaks: effects("mean") },
  patch: { name: "patch from a second prompt", says: "of the way to its answer", how: "patch", speaks: effects("patch") },
  lens: { name: "logit lens", says: "more share for what is said", how: "zero", speaks: lensSays },
  attribution: { name: "attribution", says: "added to the lead", how: "zero", speaks: attributionSays },
  previous: { name: "score: previous token", says: "looks one back", how: "zero", speaks: scored("previous") },
  induction: { name: "score: induction", says: "looks behind the same", how: "zero", speaks: scored("induction") },
};

// What a tool says, parts before positions and the largest first; and the truth: what is said without
// each, and of parts that nothing misses alone, with which other it is missed. A generator, which pauses
// after each run.
export function* study(tool, asked) {
  const { base, row, parts } = asked;
  const was = saidAt(base, row);
  const without = (...paths) => saidAt(changed(base, paths, "zero"), row);
  const says = [];
  const truth = {};
  const judge = (path) => {
    if (truth[path]) return;
    const says = without(...path.split(" "));
    truth[path] = { says, matters: !alike(says, was), with: [] };
  };
  for (const { value, ...each } of TOOLS[tool].speaks(asked)) {
    says.push({ ...each, value: value?.() });
    judge(each.path);
    yield;
  }
  for (const { path } of parts) {
    judge(path);
    yield;
  }
  const idle = parts.filter(({ path }) => !truth[path].matters);
  for (const [k, one] of idle.entries()) {
    for (const other of idle.slice(k + 1)) {
      if (!alike(without(one.path, other.path), was)) {
        truth[one.path].with.push(other);
        truth[other.path].with.push(one);
      }
      yield;
    }
  }
  const place = ({ kind }) => Number(kind === "position");
  const size = ({ value }) => (Number.isFinite(value) ? value : -Infinity);
  says.sort((one, other) => place(one) - place(other) || size(other) - size(one) || 0);
  return { says, truth };
}

// The places of the stream after a step that two runs have otherwise, by rows.
export function differs(one, other, step, i) {
  const [x, y] = [one, other].map((run) => (step === "end" ? lastOf(run, i) : run.stream[step][i]));
  const size = Math.max(...x.map(Math.abs), 1e-300);
  return x.some((value, j) => !(Math.abs(value - y[j]) <= LEAST * size));
}
