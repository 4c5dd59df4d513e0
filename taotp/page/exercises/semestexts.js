// @ts-check
// Checks of layers and units that are typed as sentences of semes: they are read as in the editor,
// and what they come to is run on all that the exercise asks.

import { PRECISIONS, begin, lastOf, listen, ready, unembed } from "../kit/arithmetic.js";
import { CHECKS, filled, quotedAsPython } from "./form.js";
import { readFormulas } from "./formula.js";
import { demand } from "./leads.js";
import { readListing } from "../editor/listing/reading.js";
import "../editor/features/stacks.js";
/** @import {Transformer} from "../kit/figures" */
/** @import {Made, SymbolName} from "../editor/listing/listing" */
/** @import {AskedPair, Check, OfAnswer} from "../kit/page" */

// What a text of semes comes to; the first of its faults is what is wrong with the answer.
/** @param {string} text @param {string} where @returns {Made} */
function machineOf(text, where) {
  const made = readListing(text);
  if (made.faults) demand(false, `${where} ${made.faults[0].message}`);
  return made;
}

/** @param {OfAnswer} data @param {string} text */
function layersOf({ where, header, footer, begins, longest, heads: most }, text) {
  demand(text.length <= longest,
    `${where} expected at most ${longest} letters, got ${text.length}`);
  for (const line of text.split("\n")) {
    const [first] = /^\w+/.exec(line) ?? [];
    demand(!first || begins.includes(first),
      `${where} expected lines that begin with ${begins.join(", ")}, got ${quotedAsPython(line)}`);
  }
  const made = machineOf(`${header}${text}\n${footer}`, where);
  const heads = made.model.layers.reduce((sum, layer) => sum + layer.heads.length, 0);
  demand(heads <= most, `${where} expected at most ${most} heads, got ${heads}`);
  return made;
}

// What a machine says of words, 0 or 1: which of the two is read louder in the last row.
/** @param {Made} made */
function saying({ model, vocabulary, start }) {
  const weights = ready(/** @type {Transformer} */ (model), PRECISIONS.float64);
  /** @param {SymbolName} symbol */
  const idOf = (symbol) => vocabulary.indexOf(symbol);
  const [zero, one] = ["0", "1"].map((digit) =>
    vocabulary.findIndex((symbol) => String(symbol) === digit));
  // What has been said of words with these rows of the embedding: others with the same are alike.
  /** @type {Map<string, number>} */
  const said = new Map();
  const { columns, data } = model.W_E;
  /** @type {Map<string, number>} */
  const rows = new Map();
  const kinds = vocabulary.map((_, id) => {
    const row = data.slice(id * columns, (id + 1) * columns).join();
    return rows.set(row, rows.get(row) ?? id).get(row);
  });
  return (/** @type {string[]} */ words) => {
    const ids = [start, ...words].map((word) => kinds[idOf(word)]);
    const key = ids.join();
    if (!said.has(key)) {
      const run = begin(weights);
      listen(run, ids);
      const logits = unembed(run, lastOf(run, ids.length - 1));
      said.set(key, Number(logits[one] > logits[zero]));
    }
    return said.get(key);
  };
}

/** @type {Check} */
CHECKS.layers = (data, typed) => {
  const { where, texts, pairs, enough, known, right } = data;
  const made = layersOf(data, typed.layers);
  const strange = known && made.vocabulary.map(String).filter((word) => !known.includes(word));
  demand(!strange?.length,
    `${where} expected none but the words that there are, got '${strange?.sort()[0]}'`);
  const says = saying(made);
  for (const [text, wrong] of texts ?? []) {
    const got = says(text);
    demand(got === wrong, `on ${quotedAsPython(text.join(" "))} expected ${wrong}, got ${got}`);
  }
  if (!pairs) return { text: right };
  /** @type {AskedPair[]} */
  const found = pairs.map((/** @type {[string[], string[], number]} */ [good, bad, times]) => {
    const [of_good, of_bad] = [good, bad].map(says);
    return { good, bad, times, of_good, of_bad, points: (1 + Math.sign(of_bad - of_good)) / 2 };
  });
  /** @param {(pair: AskedPair) => number} what */
  const sumOf = (what) => found.reduce((sum, pair) => sum + pair.times * what(pair), 0);
  const [points, of] = [sumOf((pair) => pair.points), sumOf(() => 1)];
  const percent = `${(100 * points / of).toFixed(2)}%`;
  const least = Math.min(...found.map(({ points }) => points));
  const { good, bad, of_good, of_bad } = found.find(({ points }) => points === least);
  demand(points / of >= enough,
    `on all pairs expected ${100 * enough}% or more, got ${percent}: on ` +
    `${quotedAsPython(good.join(" "))} it says ${of_good}, ` +
    `on ${quotedAsPython(bad.join(" "))} ${of_bad}`);
  return { text: filled(right, { percent }) };
};

// Units, tried on rows of every combination of numbers in the columns that they may read.
/** @type {Check} */
CHECKS.units = (data, { units }) => {
  const { where, names, loud, most, axes, expected, within, worst, wrong, right } = data;
  demand(units.length <= most,
    `${where} expected at least 1 and at most ${most} units, got ${units.length}`);
  const lines = units.map((/** @type {[string, string]} */ [reads, writes]) =>
    `unit ${reads} > ${writes}`);
  const text = [`semes ${names.join(" ")}`, "context 1", `loud ${loud}`, "layer", ...lines];
  const { W_in, W_out } = machineOf(text.join("\n"), where).model.layers[0].mlp;
  const [d_model, n_units, eps] = [names.length + 4, W_in.columns, 1e-10];
  const row = new Float64Array(d_model);
  const loudness = new Float64Array(n_units);
  // What is added to a column of that row by the units, through layer norm.
  const run = () => {
    const mean = row.reduce((sum, x) => sum + x, 0) / d_model;
    const size = Math.sqrt(row.reduce((sum, x) => sum + (x - mean) ** 2, 0) / d_model) + eps;
    for (let k = 0; k < n_units; k++) {
      let read = 0;
      for (let i = 0; i < d_model; i++) {
        read += ((row[i] - mean) / size) * W_in.data[i * n_units + k];
      }
      loudness[k] = Math.max(0, read);
    }
  };
  const columns = Object.keys(expected);
  const places = columns.map((name) => names.indexOf(name));
  const asked = columns.map((name) => readFormulas(expected[name], names, Infinity)[0]);
  let far = { off: -1, told: {} };
  /** @type {Record<string, number>} */
  const at = Object.fromEntries(names.map((/** @type {string} */ name) => [name, 0]));
  let tried = 0;
  for (const values of combined(axes.map((/** @type {[string, number[]]} */ [, all]) => all))) {
    let sum = 0;
    for (let i = 0; i < values.length; i++) {
      at[axes[i][0]] = values[i];
      row[names.indexOf(axes[i][0])] = values[i];
      sum += values[i];
    }
    row.set([0, -sum, loud, -loud], names.length);
    run();
    const said = places.map((j) =>
      loudness.reduce((all, x, k) => all + x * W_out.data[k * d_model + j], row[j]));
    const wanted = asked.map((formula) => formula(at));
    const apart = Math.max(...said.map((x, i) => Math.abs(x - wanted[i])));
    const off = Number.isNaN(apart) ? Infinity : apart;
    tried += 1;
    if (off > Math.max(within, far.off)) {
      const there = names.filter((/** @type {string} */ name) => at[name]).join(" ");
      far = { off, told: {
        ...at, there: there || "nothing",
        ...Object.fromEntries(columns.flatMap((name, i) =>
          [[`${name}_wanted`, wanted[i]], [`${name}_got`, Math.round(said[i] * 1e9) / 1e9]])),
      } };
      if (!worst) break;
    }
  }
  demand(far.off < 0, filled(wrong, far.told));
  return { text: filled(right, { tried, count: units.length }) };
};

// Every combination of one number from each list.
/** @param {number[][]} lists @returns {Generator<number[]>} */
function* combined([first, ...rest]) {
  if (!first) {
    yield [];
    return;
  }
  for (const x of first) for (const others of combined(rest)) yield [x, ...others];
}
