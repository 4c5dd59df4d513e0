// What a figure computes: from its data and the state of its controls to a run, which its panels
// draw. A run says in words what came out: `whole` about all of it, `now` about one place.

import {
  PRECISIONS, decide, decode, decodeColumns, matrix, normalize, residual, rowOf, trace, unembed,
  weigh,
} from "./arithmetic.js";

const MINUS = "\u2212";

// A number as a reader would write it: 0.976, 1,000,000, 3.2e8.
export function format(x, digits = 3) {
  if (Number.isNaN(x)) return "not a number";
  if (!Number.isFinite(x)) return `${x < 0 ? MINUS : ""}\u221e`;
  const size = Math.abs(x);
  const plain = x === 0 || (size >= 1e-3 && size < 1e7);
  const short = plain ? Number(x.toPrecision(Math.max(digits, Math.ceil(Math.log10(size + 1)))))
    .toLocaleString("en-US", { maximumFractionDigits: 9 }) : x.toExponential(digits - 1);
  return short.replace("e+", "e").replaceAll("-", MINUS);
}

// Remembers the last result, for a slider that changes what is drawn and not what is computed.
function remember(compute) {
  let lastKey;
  let last;
  return (...inputs) => {
    const key = JSON.stringify(inputs);
    if (key !== lastKey) [lastKey, last] = [key, compute(...inputs)];
    return last;
  };
}

// Variants of what is computed are listed in the order of the choices, the last changing fastest.
function optionNumber(choices, state) {
  return choices.reduce(
    (number, { name, values }) => number * values.length + Math.max(0, values.indexOf(state[name])),
    0,
  );
}

// The Hello World decoder, and any other program that speaks.

export function nameOf(program, id) {
  const symbol = program.vocabulary[id];
  if (id === program.start || id === program.stop) return symbol.replace(/^<(.*)>$/, "$1");
  return symbol === " " ? "\u2423" : symbol;
}

function quote(program, id) {
  return `\u201c${nameOf(program, id)}\u201d`;
}

function isSentinel(program, id) {
  return id === program.start || id === program.stop;
}

export function textOf(program, ids) {
  return ids.filter((id) => !isSentinel(program, id)).map((id) => program.vocabulary[id]).join("");
}

// The ids of what a reader typed, or a sentence that says what is wrong with it.
function readTyped(program, text) {
  const known = program.vocabulary.filter((_, id) => !isSentinel(program, id));
  const ids = [...text].map((symbol) => program.vocabulary.indexOf(symbol));
  const strange = [...text].find((symbol) => !known.includes(symbol));
  if (strange) {
    const listed = known.length > 40 ? `${known.slice(0, 40).join(" ")} \u2026` : known.join(" ");
    const typed = listed.replace("  ", " space ").replace(/^ {2}/, "space ");
    return { ids: [], error: `\u201c${strange}\u201d is not in the vocabulary; it has ${typed}` };
  }
  const room = program.model.W_pos.rows - 1;
  if (ids.length > room) return { ids: [], error: `At most ${room} symbols fit; take some away.` };
  return { ids, error: "" };
}

function speak(program, columns, N, precision, text) {
  const round = PRECISIONS[precision];
  const weights = weigh(program.model, columns, { N }, round);
  const typed = readTyped(program, text);
  const prompt = [program.start, ...typed.ids];
  if (text && !typed.error) {
    const { logits } = trace(weights, prompt, round);
    const decisions = prompt.map((_, i) => decide(rowOf(logits, i)));
    return { weights, round, tokens: prompt, decisions, error: "" };
  }
  const steps = weights.W_pos.rows;
  const said = decode(weights, [program.start], steps, program.stop, round);
  return { weights, round, ...said, error: typed.error };
}

function lookAt(run, step) {
  const { weights, round, tokens } = run;
  const { x } = residual(weights, tokens.slice(0, step + 1), round);
  const last = matrix(1, x.columns, rowOf(x, step));
  return {
    token: rowOf(weights.W_E, tokens[step]),
    position: rowOf(weights.W_pos, step),
    result: normalize(last, weights.norm_final, round).data,
    logits: unembed(weights, last, round).data,
  };
}

function judge({ outcome, token }, expected) {
  if (outcome === "nan") return "nan";
  if (expected !== undefined && token !== expected) return "wrong";
  return outcome === "tie" ? "tie" : "right";
}

function describeStep(run) {
  const { program, step, expected } = run;
  const { outcome, token, margin, rivals } = run.decisions[step];
  const kind = judge(run.decisions[step], expected);
  const hears = `Position ${step} hears ${quote(program, run.tokens[step])}`;
  if (kind === "nan") return { kind, text: `${hears}; what it says is not a number.` };
  const tied = rivals.slice(0, 4).map((id) => quote(program, id)).join(", ");
  const says = outcome === "tie"
    ? `ties between ${tied} and says ${quote(program, token)}, the lowest id`
    : `says ${quote(program, token)}`;
  const should = kind === "wrong" ? `; it should say ${quote(program, expected)}` : "";
  const lead = outcome === "tie" ? "" : ` It leads by ${format(margin)}.`;
  return { kind, text: `${hears} and ${says}${should}.${lead}` };
}

function describeTyped(run) {
  const last = run.decisions.length - 1;
  const kind = judge(run.decisions[last], run.answer[last]);
  const said = textOf(run.program, run.tokens);
  const { token } = run.decisions[last];
  const next = kind === "nan" ? "nothing: not a number" : quote(run.program, token);
  return { kind, text: `After \u201c${said}\u201d it says ${next}.` };
}

function describeSaid(run) {
  const kinds = run.decisions.map((decision, i) => judge(decision, run.answer[i]));
  const said = textOf(run.program, run.tokens);
  const says = said ? `It says \u201c${said}\u201d` : "It says nothing";
  for (const [kind, words] of [
    ["nan", "and breaks off with not a number at position"],
    ["wrong", "and is first wrong at position"],
  ]) {
    const place = kinds.indexOf(kind);
    if (place >= 0) return { kind, place, text: `${says} ${words} ${place}.` };
  }
  const place = kinds.indexOf("tie");
  if (place < 0) return { kind: "right", place, text: `${says}, as it should.` };
  return { kind: "tie", place, text: `${says}; position ${place} is a tie, won by the lowest id.` };
}

function decoder(spec) {
  const columns = decodeColumns(spec.columns);
  const computed = remember((option, N, precision, text) =>
    speak(spec.options[option], columns, N, precision, text));
  return (state) => {
    const option = optionNumber(spec.choices, state);
    const program = spec.options[option];
    const said = computed(option, state.N, state.precision, state.text);
    const answer = spec.answer.map((symbol) => program.vocabulary.indexOf(symbol));
    const last = said.decisions.length - 1;
    const step = Math.max(0, Math.min(state.step, last));
    const run = { ...said, option, program, answer, last, step, expected: answer[step] };
    run.typed = Boolean(state.text) && !said.error;
    run.whole = run.typed ? describeTyped(run) : describeSaid(run);
    run.now = describeStep(run);
    return Object.assign(run, lookAt(run, step));
  };
}

// Attention that hardens: one layer, one head, one row of its pattern.

function hardening(spec) {
  const columns = decodeColumns(spec.columns);
  const computed = remember((option, N) => {
    const weights = weigh(spec.options[option], columns, { N }, PRECISIONS.float64);
    const tokens = Array(weights.W_pos.rows).fill(0);
    return trace(weights, tokens, PRECISIONS.float64).heads[0][0];
  });
  return (state) => {
    const { scores, pattern } = computed(optionNumber(spec.choices, state), state.N);
    const n = pattern.rows;
    const row = Math.max(0, Math.min(state.row, n - 1));
    const weights = rowOf(pattern, row);
    const best = weights.indexOf(Math.max(...weights.slice(0, row + 1)));
    const whole = describeReading(state, row, best, weights);
    return { scores, pattern, n, row, best, weights, whole, enough: spec.enough };
  };
}

function describeReading(state, row, best, weights) {
  const target = row - state.steps;
  if (target < 0) {
    const text = `Position ${row} has nothing ${state.steps} back: what it reads means nothing.`;
    return { kind: "", text };
  }
  const share = format(Math.floor(weights[target] * 1e4) / 1e4, 4);
  if (best !== target) {
    const text = `Position ${row} should read position ${target}; it gives it only ${share}.`;
    return { kind: "wrong", text };
  }
  const sure = weights[target] >= 0.99;
  const text = `Position ${row} reads position ${target} with weight ${share}` +
    `${sure ? "" : ": less than 0.99"}.`;
  return { kind: sure ? "right" : "soft", text };
}

// Points of the circle, and what layer norm does to them.

const LAYER_NORM = { eps: 1e-10, centered: true };

function pointsOf(columns, { rows, at }) {
  const out = matrix(rows, at.length);
  at.forEach((place, j) => columns[place]?.forEach((x, i) => (out.data[i * at.length + j] = x)));
  return out;
}

function distance(a, b) {
  return Math.hypot(...a.map((value, i) => value - b[i]));
}

function circle(spec) {
  const columns = decodeColumns(spec.columns);
  return (state) => {
    const points = pointsOf(columns, spec.options[optionNumber(spec.choices, state)]);
    const after = normalize(points, LAYER_NORM, PRECISIONS.float64);
    const moved = Array.from({ length: points.rows }, (_, i) =>
      distance(rowOf(points, i), rowOf(after, i)));
    const apart = points.rows > 1 ? distance(rowOf(points, 0), rowOf(points, 1)) : 0;
    const neighbors = points.rows > 1 ? `; neighbors are ${format(apart)} apart` : "";
    const text = `Layer norm moves none of the ${points.rows} points by more than ` +
      `${format(Math.max(...moved), 2)}${neighbors}.`;
    return { points, whole: { kind: "", text } };
  };
}

// A cloud of points before and after layer norm.

function rotate(x, degrees) {
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const out = matrix(x.rows, x.columns, x.data.slice());
  for (let i = 0; i < x.rows; i++) {
    const [a, b] = rowOf(x, i);
    rowOf(out, i).set([cos * a - sin * b, sin * a + cos * b]);
  }
  return out;
}

function places(x) {
  const seen = new Set();
  for (let i = 0; i < x.rows; i++) {
    seen.add(rowOf(x, i).map((value) => Math.round(value * 1000) + 0).join());
  }
  return seen.size;
}

function cloud(spec) {
  const columns = decodeColumns(spec.columns);
  const fixed = pointsOf(columns, spec.points);
  return (state) => {
    const before = rotate(fixed, state.spin);
    before.data.forEach((x, i) => (before.data[i] = x + state.shift));
    const sent = matrix(before.rows, before.columns, before.data.map((x) => x * state.stretch));
    const after = normalize(sent, LAYER_NORM, PRECISIONS.float64);
    const far = Array.from({ length: after.rows }, (_, i) => Math.hypot(...rowOf(after, i)));
    const count = places(after);
    const text = `${after.rows} points land on ${count} ${count === 1 ? "place" : "places"}, ` +
      `from ${format(Math.min(...far))} to ${format(Math.max(...far))} from the origin.`;
    return { before, after, whole: { kind: "", text } };
  };
}

export const RUNS = { decoder, hardening, circle, cloud };
