// @ts-check
// Checks of numbers, formulas, choices and tokens that are typed into a page.

import {
  arraysOf, begin, decide, decode, decodeColumns, decodeModel, hear, lastOf, normalize, PRECISIONS,
  ready, unembed, weigh,
} from "../kit/arithmetic.js";
import { CHECKS, inQuotes, list, notYet, quotedAsPython } from "./form.js";
import { MARGIN, demand, general, leadOf } from "./leads.js";
import { followers } from "../kit/tasks.js";
/** @import {AnswerBox, Transformer} from "../kit/figures" */
/** @import {Check, Formula, OfAnswer, SentModel, Token, Weights} from "../kit/page" */

// Angles that write the same table of cosines and sines.
/** @type {Check} */
CHECKS.clocks = ({ widths, angles, rows, tolerance }, { angle, first }) => {
  widths.forEach((/** @type {number} */ d_model, /** @type {number} */ w) => {
    const where = `with d_model=${d_model}`;
    demand(["cos", "sin"].includes(first),
      `${where} expected "cos" or "sin" second, got ${inQuotes(first)}`);
    const own = angles[w].map((/** @type {number} */ _, /** @type {number} */ i) =>
      angle({ i, d_model }));
    const [one, two] = first === "cos" ? [Math.cos, Math.sin] : [Math.sin, Math.cos];
    for (let a = 0; a < rows; a++) {
      for (let j = 0; j < d_model; j++) {
        const i = Math.floor(j / 2);
        const want = (j % 2 ? Math.cos : Math.sin)(a * angles[w][i]);
        const got = (j % 2 ? two : one)(a * own[i]);
        const [wanted, had] = [6, 12].map((digits) => [want, got].map((x) => general(x, digits)))
          .reduce((short, long) => (short[0] === short[1] ? long : short));
        demand(Math.abs(got - want) <= tolerance,
          `${where} expected the table${list([a, j])} = ${wanted}, got ${had}`);
      }
    }
  });
  return { text: `${rows * widths.length} rows, the same as the formula's` };
};

// Texts, one for each digit, after which a program says the digit although it never followed.

/** @param {number[]} text @param {number} n */
function startsWithAPhantom(text, n) {
  const before = [...Array(n).fill(text[0]), ...text];
  return Array.from({ length: n }, (_, i) => before.slice(i, i + n).join())
    .includes(text.slice(-n).join());
}

/** @param {AnswerBox} spec */
function heardBy({ columns, model }) {
  const weights = weigh(/** @type {SentModel} */ (model), decodeColumns(columns), { N: 1 },
    PRECISIONS.float64);
  return (/** @type {Token[]} */ text) => {
    const run = begin(weights);
    for (const token of text) hear(run, token);
    const logits = unembed(run, lastOf(run, text.length - 1));
    const { token, margin } = decide(logits);
    return { token, lead: margin / Math.max(...logits.map(Math.abs)) };
  };
}

/** @type {Check} */
CHECKS.confusing = (data, { text: formulas }, spec) => {
  const { n_match, n_ctx, size } = data;
  const listen = heardBy(spec);
  const rows = Array.from({ length: size }, (_, digit) => {
    const values = formulas.map((/** @type {Formula} */ formula) => formula({ digit }));
    /** @type {number[]} */
    const text = values.map((/** @type {number} */ value) =>
      value - size * Math.floor(value / size));
    const whole = text.every(Number.isInteger) && text.length <= n_ctx;
    return { digit, text, found: followers(text, n_match),
      ...(whole ? listen(text) : { token: undefined, lead: undefined }) };
  });
  const table = {
    caption: "What the machine says",
    head: ["digit", "after", "followed", "it says"],
    rows: rows.map(({ digit, text, found, token }) =>
      [digit, text.join(" "), found.join(" ") || "nothing", token ?? "nothing"]),
  };
  try {
    rows.forEach((row) => confused(row, data));
  } catch (error) {
    throw Object.assign(error, { table });
  }
  const least = general(Math.min(...rows.map(({ lead }) => lead)), 3);
  return { text: `${size} inputs, smallest lead ${least} of the largest logit`, table };
};

/**
 * @param {{digit: number, text: number[], found: number[], token?: Token, lead?: number}} row
 * @param {Record<string, number>} data
 */
function confused({ digit, text, found, token, lead }, { n_match, n_ctx, size }) {
  const where = `with the digit ${digit}`;
  const inText = `${where}, in ${list(text)} expected`;
  const odd = text.find((value) => !Number.isInteger(value));
  demand(odd === undefined, `${where} expected digits from 0 to ${size - 1}, got ${odd}`);
  demand(text.length > n_match && text.length <= n_ctx,
    `${where} expected ${n_match + 1} to ${n_ctx} digits, got ${text.length}`);
  demand(found.length > 1,
    `${inText} two occurrences, got them ${found.length ? "once" : "never"}`);
  demand(!found.includes(digit), `${inText} it never to follow, got it among ${list(found)}`);
  demand(!startsWithAPhantom(text, n_match), `${inText} no phantom at the start, got one`);
  demand(token === digit, `${where}, on ${list(text)} expected ${digit}, got ${token}`);
  demand(lead > MARGIN, `${where}, on ${list(text)} expected a winner, got a tie`);
}

// Two factors by which the entries of a table come apart.
/** @type {Check} */
CHECKS.gap = ({ places, sums, least }, typed) => {
  const [scale, mark] = ["scale", "mark"].map((name) => typed[name]({}));
  const finite = [scale, mark].every(Number.isFinite);
  demand(finite, `in two_multipliers expected two finite numbers, got ${scale} and ${mark}`);
  const both = [scale, mark].map((x) => general(x, 6));
  demand(scale > 0, `in two_multipliers expected a scale above 0, got ${both[0]}`);
  /** @type {number[]} */
  const at = [];
  for (let sum = 0; sum < sums; sum++) {
    for (const place of places) {
      const row = [(sum * scale) / 100 + mark * place[0], 1, 0, 0, ...place];
      at.push(normalize(row, { eps: 1e-10, centered: true }, PRECISIONS.float64)[0]);
    }
  }
  const sorted = Float64Array.from(at).sort();
  let gap = Infinity;
  for (let i = 1; i < sorted.length; i++) gap = Math.min(gap, sorted[i] - sorted[i - 1]);
  const found = general(gap, 3);
  demand(gap >= least,
    `with ${both[0]} and ${both[1]} expected a gap of ${general(least, 6)}, got ${found}`);
  return { text: `${at.length} inputs, a gap of ${found} between any two` };
};

// Ramps that sum up to 1 at 0 and to nothing above 0 beyond 1; between kinks they are straight.
/** @type {Check} */
CHECKS.spike = ({ far, most }, typed) => {
  const [W_in, b_in, W_out, [b_out, ...more]] = ["W_in", "b_in", "W_out", "b_out"].map((name) =>
    /** @type {Formula[]} */ (typed[name]).map((formula) => formula({})));
  const n = W_in.length;
  demand(n <= most,
    `in weak_spike expected d_model 1 and d_mlp at most ${most}, ` +
      `got {'d_model': 1, 'd_mlp': ${n}}`);
  demand(b_in.length === n && W_out.length === n && !more.length,
    `in weak_spike expected as many numbers in b_in and W_out as in W_in, and one b_out, got ` +
    `${n}, ${b_in.length}, ${W_out.length} and ${1 + more.length}`);
  const kinks = W_in.map((slope, i) => (slope ? -b_in[i] / slope : NaN));
  const tries = [0, -1, 1, -2, 2, ...kinks.filter((x) => Math.abs(x) > 1), -far, far];
  for (const x of tries) {
    const said = W_in.reduce((sum, slope, i) => sum + Math.max(0, slope * x + b_in[i]) * W_out[i],
      b_out);
    const got = `got ${general(said, 6)}`;
    if (x === 0) demand(Math.abs(said - 1) < 1e-9, `on x = 0 expected 1, ${got}`);
    else demand(said < 1e-9, `on x = ${general(x, 6)} expected at most 0, ${got}`);
  }
  return { text: `${tries.length} inputs, among them every kink, ${n} units` };
};

// A table and weights under which the leads of its answers cancel.
/** @type {Check} */
CHECKS.certificate = ({ most }, { table: entries, weights }) => {
  /** @type {Map<string, string>} */
  const table = new Map(entries);
  demand(table.size === entries.length,
    "at the table expected different keys, got one of them twice");
  demand(table.size <= most, `at the table expected 1 to ${most} entries, got ${table.size}`);
  const keys = [...table.keys()].map((key) => [...key]);
  const lengths = [...new Set(keys.map((key) => key.length))].sort((a, b) => a - b);
  demand(lengths.length === 1,
    `at the table expected keys of one length, got lengths ${list(lengths)}`);
  /** @type {Map<string, number>} */
  const left = new Map();
  for (const [pair, times] of weights) {
    const [key, rival, ...more] = pair.split(/[\s,]+/);
    demand(table.has(key) && rival && !more.length,
      `at the weights expected (key, rival) with a key of the table, got ${inQuotes(pair)}`);
    const on = `on (${inQuotes(key)}, ${inQuotes(rival)}) expected`;
    demand(rival !== table.get(key), `${on} a rival of the answer, got the answer itself`);
    demand(/^\d+$/.test(times) && Number(times) > 0, `${on} a positive integer, got ${times}`);
    [...key].forEach((symbol, place) => {
      const both =
        /** @type {[string, number][]} */ ([[table.get(key), Number(times)], [rival, -times]]);
      both.forEach(([said, count]) => {
        const score = `${inQuotes(said)} for ${inQuotes(symbol)} in place ${place}`;
        left.set(score, (left.get(score) ?? 0) + count);
      });
    });
  }
  for (const [score, sum] of left) {
    demand(!sum,
      `with these weights expected the score of ${score} to cancel, got it ${sum} times`);
  }
  return { text: `${table.size} entries of length ${lengths[0]}, ${weights.length} pairs whose ` +
    `leads cancel` };
};

// One number of a program is another, and it says something else.

const MOST_SAID = 8; // cases in the table of what it says
const WHERE = "in one_number expected a number of the program, got none: ";

/** @param {Transformer} model @param {OfAnswer} typed */
function oneChange(model, { table: path, row, column, value }) {
  const at = [row, column];
  const W = arraysOf(model)[path];
  if (!W) notYet("array: choose one from the list");
  ["row", "column"].forEach((name, axis) => {
    const [i, size] = [at[axis], axis ? W.columns : W.rows];
    if (!Number.isInteger(i) || i < 0) notYet(`${name}: a whole number is asked, counted from 0`);
    demand(i < size, `${WHERE}${path} has no ${name} ${i}; the last ${name} is ${size - 1}`);
  });
  const place = `${path}:${at.join(".")}`;
  const i = row * W.columns + column;
  const was = W.data[i];
  const said = general(value, 6);
  demand(Number.isFinite(value), `${WHERE}${place} is ${said}; it must be a finite number`);
  const old = general(was, 6);
  demand(was !== value, `at ${place} expected another number than ${old}, got the same`);
  W.data[i] = value;
  return { change: `${place} from ${old} to ${said}`, changed: `${place}=${value}` };
}

// Hears a prompt and then what should follow; how much each token leads, or the verdict on one.
/**
 * @param {Weights} weights @param {Token[][]} asked @param {(ids: Token[]) => string} text
 * @param {(id: Token) => string} name
 */
function leadsAlong(weights, [prompt, said], text, name) {
  const run = begin(weights);
  prompt.forEach((id) => hear(run, id));
  return said.map((id, i) => {
    if (i) hear(run, said[i - 1]);
    const told = `after ${quotedAsPython(text(run.heard))}`;
    return leadOf(unembed(run, lastOf(run, run.heard.length - 1)), id, told, name);
  });
}

/** @param {Weights} weights @param {Token[]} prompt @param {number} steps */
function saidAfter(weights, prompt, steps) {
  const run = begin(weights);
  prompt.forEach((id) => hear(run, id));
  return decode(run, steps, -1).filter(Boolean).map(({ token }) => token);
}

/** @type {Check} */
CHECKS.change = ({ names, joint, start, cases }, typed, { model: data, columns, slug }) => {
  const model = decodeModel(/** @type {SentModel} */ (data), decodeColumns(columns), {});
  const { change, changed } = oneChange(model, typed);
  const weights = ready(model, PRECISIONS.float64);
  /** @param {Token[]} ids */
  const text = (ids) => ids.filter((id) => id !== start).map((id) => names[id] ?? "?").join(joint);
  /** @param {Token} id */
  const name = (id) => quotedAsPython(names[id]);
  /** @type {number[]} */
  const leads = [];
  /** @type {Token[][][][]} */
  const [right, wrong] = [[], []];
  /** @type {Error | undefined} */
  let first;
  for (const each of cases) {
    try {
      leads.push(...leadsAlong(weights, each, text, name));
      right.push(each);
    } catch (error) {
      if (error.kind === undefined) throw error;
      first ??= error;
      wrong.push(each);
    }
  }
  const rows = [...wrong, ...right].slice(0, MOST_SAID).map(([prompt, said]) =>
    [text(prompt) || "nothing", text(said), text(saidAfter(weights, prompt, said.length))]);
  const more = cases.length > rows.length ? `, ${rows.length} of ${cases.length}` : "";
  const caption = `What the machine says${more}`;
  const link = `#${slug}?changed=${encodeURIComponent(changed)}`; // the figure above has that name
  const table = { caption, head: ["after", "it should say", "it says"], rows, link };
  if (first) throw Object.assign(first, { table });
  const margin = general(Math.min(...leads), 2);
  return { text: `${leads.length} inputs, ${change}, smallest margin ${margin}`, table };
};

// Some entries of one array of a model are others, and all that it should say comes out right.
/** @type {Check} */
CHECKS.entries = ({ path, names, cases }, { entries }, { model: data, columns }) => {
  const model = decodeModel(/** @type {SentModel} */ (data), decodeColumns(columns), {});
  const W = arraysOf(model)[path];
  for (const [place, text] of entries) {
    const [row, column, ...more] = place.split(".").map(Number);
    const inside = row >= 0 && row < W.rows && column >= 0 && column < W.columns;
    if (!inside || more.length || !Number.isInteger(row) || !Number.isInteger(column)) {
      notYet(`\u201c${place}\u201d is not a place: row.column, from 0.0 to ` +
        `${W.rows - 1}.${W.columns - 1}`);
    }
    const value = Number(text);
    if (!Number.isFinite(value)) notYet(`\u201c${text}\u201d is not a number`);
    W.data[row * W.columns + column] = value;
  }
  const weights = ready(model, PRECISIONS.float64);
  /** @param {Token} id */
  const name = (id) => quotedAsPython(names[id]);
  const leads = cases.map((/** @type {[Token[], Token]} */ [prompt, said]) =>
    leadsAlong(weights, [prompt, [said]], (ids) => ids.map((id) => names[id]).join(""), name)[0]);
  return { text: `${leads.length} inputs, smallest margin ${general(Math.min(...leads), 3)}` };
};
