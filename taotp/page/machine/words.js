// @ts-check
// What the machine says of itself: one sentence for each step, about the row that is watched, and
// the arithmetic of one number. Sentences are lists of texts and of [text], which stand out.

import { decide, softmax } from "../kit/arithmetic.js";
import { format, nameOf } from "../kit/runs.js";
import { tableOf } from "./graph.js";
import { join } from "./steps.js";
/** @import {Head} from "../kit/figures" */
/** @import {Heard, Row} from "../kit/page" */
/** @import {Graph, Ref, Table, Term} from "./graph.js" */
/** @import {HeadTables, Spoken} from "./machine" */
/** @import {View} from "./view.js" */

export const SEEN = 0.01; // weights below are not spoken of, and have no arc
const MOST = 3; // things that a sentence lists

/** @param {Row} values */
export const bestOf = (values) => values.indexOf(Math.max(...values));

/** @param {{head: Head, label: string}} of */
export const headName = ({ head, label }) => head.name ||
  `head ${label.split(".").at(-1)} of layer ${label.replace("source.", "").split(".")[0]}`;

// What stands in a row of a graph.
/** @param {Graph} graph @param {number} i */
export function tokenOf(graph, i) {
  const token = /** @type {Heard | undefined} */ (graph.run.tokens[i]);
  return Array.isArray(token) ? `frame ${i}` : nameOf(graph.run.program, token);
}

// Lists read as one does: a, b and c; what is too much is counted.
/** @template T @param {T[]} things @param {(thing: T) => Spoken} say @returns {Spoken} */
function listed(things, say) {
  const all = things.slice(0, MOST).map(say);
  if (things.length > MOST) all.push([`${things.length - MOST} more`]);
  return all.flatMap((part, k) => [...(k ? [k === all.length - 1 ? " and " : ", "] : []), ...part]);
}

/** @param {Graph} graph @param {number[]} table */
function places(graph, table) {
  /** @type {Set<string>} */
  const names = new Set();
  for (const j of table) names.add(graph.coordinate(j).replace(/\.\d+$/, ""));
  return [...names].slice(0, MOST).join(", ");
}

/** @param {View} view @param {number} j @param {number} row @returns {Spoken} */
const at = (view, j, row) => (view.isCross
  ? [`row ${j} (`, [tokenOf(view.graphs[0], j)], ") of the memory"]
  : j === row ? ["its own ", [tokenOf(view.graph, j)]]
    : ["the ", [tokenOf(view.graph, j)], ` of position ${j}`]);

/** @param {View} view @param {HeadTables[]} heads @param {number} row */
function asks(view, heads, row) {
  return listed(heads, (each) => {
    const scores = each.score.row(row);
    const best = bestOf(scores);
    const next = Math.max(...scores.filter((_, j) => j !== best));
    const lead = scores.length > 1 ? `, ${format(scores[best] - next)} ahead` : "";
    return [[headName(each)], ": ", ...at(view, best, row), ` fits best${lead}`];
  });
}

/** @param {View} view @param {HeadTables[]} heads @param {number} row */
function looks(view, heads, row) {
  return listed(heads, (each) => {
    const weights = each.looks.row(row).map((weight, j) => ({ weight, j }))
      .filter(({ weight }) => weight > SEEN).sort((a, b) => b.weight - a.weight);
    const read = listed(weights, ({ weight, j }) =>
      [...at(view, j, row), ` (${format(weight)})`]);
    return [[headName(each)], " reads ", ...(read.length ? read : ["nothing: not a number"])];
  });
}

/** @param {View} view @param {HeadTables[]} heads @param {number} row */
function carries(view, heads, row) {
  return listed(heads, (each) => {
    const best = bestOf(each.looks.row(row));
    const { W_O } = each.head;
    const into = [...Array(W_O.columns).keys()].filter((j) =>
      Array.from({ length: W_O.rows }, (_, r) => W_O.data[r * W_O.columns + j]).some(Boolean));
    const where = into.length ? `, into ${places(view.graph, into)}` : "";
    return [...at(view, best, row), where];
  });
}

/** @param {Spoken} words @returns {Spoken} */
const capital = ([first, ...rest]) => [typeof first === "string"
  ? first[0].toUpperCase() + first.slice(1) : first, ...rest];

// One sentence of the step, for the row watched. `view` is {graph, graphs, step, run, isCross}.
/** @param {View} view @param {number} row @returns {Spoken} */
export function sentenceOf(view, row) {
  const { graph, step, run } = view;
  const layer = graph.layers[/** @type {number} */ (step.layer)];
  const heads = layer && (step.more === "cross" ? layer.cross : layer.heads);
  const here = ["Position ", [String(row)], " holds ", [tokenOf(graph, row)]];
  /** @type {Record<string, () => Spoken>} */
  const say = {
    embed: () =>
      [...here, `: the ${graph.end.size} numbers of that symbol, plus those of the place.`],
    norm: () => {
      const { by } = normOf(view).made(row, 0);
      return ["All numbers of position ", [String(row)],
        ` are divided by ${format(by)}, their spread.`];
    },
    ask: () => [...here, " and asks. ", ...capital(asks(view, heads, row)), "."],
    look: () => [...capital(looks(view, heads, row)), "."],
    carry: () => ["Position ", [String(row)], " takes in ", ...carries(view, heads, row), "."],
    think: () => {
      const units = layer.hidden.row(row);
      const awake = units.filter((value) => value > 0).length;
      return [...here,
        `: ${awake} of ${units.length} units of the MLP wake, and add to its numbers.`];
    },
    compare: () => {
      const logits = graph.logits.row(row);
      const { token, margin, outcome } = decide(logits);
      if (outcome === "nan") return ["The logits are not numbers."];
      const next = bestOf(logits.map((value, id) => (id === token ? -Infinity : value)));
      const behind = next >= 0 && logits.length > 1
        ? [`, ${format(margin)} ahead of `, [nameOf(run.program, next)]] : [];
      return ["Compared with all ", `${logits.length} symbols, `, [nameOf(run.program, token)],
        " fits best", ...behind, "."];
    },
    say: () => [run.now.text],
  };
  return say[step.kind]();
}

// The table that a norm makes in a step.
/** @param {View} of */
export function normOf({ graph, step }) {
  const name = graph.prefix + join("norm", step.layer, step.more);
  /** @type {Record<string, "carried" | "crossed" | "after">} */
  const tables = { "": "carried", cross: "crossed", mlp: "after" };
  return graph.tables.get(name) ?? graph.layers[Number(step.layer)][tables[step.more]];
}

// The arithmetic of a number, as pieces: texts, and factors to press.

/** @type {Record<string, string>} */
const TITLES = {
  embedding: "embedding", attention: "after the heads of layer",
    cross: "after the cross heads of layer",
  mlp: "after the MLP of layer", norm: "normed", hidden: "MLP of layer", logit: "logit",
};

/** @type {Record<string, string>} */
const NORMED_FOR = { "": "heads", mlp: "MLP", cross: "cross heads" };

// What a table is called: after the heads of layer 0, or what its head is called.
/** @param {Graph[]} graphs @param {string} name @returns {string} */
export function titleOf(graphs, name) {
  if (name.startsWith("source ")) return `source: ${titleOf(graphs, name.slice(7))}`;
  const [kind, layer, more = ""] = name.split(" ");
  if (kind === "sum") return `${titleOf(graphs, name.slice(4))}, before the norm`;
  const head = headOf(graphs, name) ?? headOf(graphs, `source ${name}`);
  if (head) return headName(head);
  if (kind === "norm" && layer) return `normed for the ${NORMED_FOR[more]} of layer ${layer}`;
  return [TITLES[kind], layer].filter(Boolean).join(" ");
}

/** @param {Graph[]} graphs @param {string} name */
export function headOf(graphs, name) {
  const label = name.split(" ").pop();
  for (const graph of graphs.filter(({ prefix }) => name.startsWith(prefix || ""))) {
    for (const { heads = [], cross = [] } of graph.layers) {
      const found = [...heads, ...cross].find((each) => each.label === label &&
        graph.tables.has(name));
      if (found) return found;
    }
  }
  return undefined;
}

// A number in words, without what made it.
/** @param {Graph[]} graphs @param {Ref} of */
export function nameNumber(graphs, { table, i, j }) {
  const found = tableOf(graphs, table);
  const value = found.row(i)[j];
  return `${titleOf(graphs, table)}, position ${i}, ${found.column(j)}: ${format(value, 4)}`;
}

/** @type {Record<string, string[]>} */
const HOW = { relu: ["", ", or 0 where that is negative"], sum: ["", ""] };

/** @param {Graph[]} graphs @param {Ref} ref */
export function unfold(graphs, ref) {
  const table = tableOf(graphs, ref.table);
  const { how, terms, rest, by, gamma, beta } = table.made(ref.i, ref.j);
  if (how === "softmax") return unfoldWeight(graphs, table, ref, terms);
  const sum = terms.flatMap((term, k) => [k ? " + " : "", ...term.factors.flatMap((factor, f) =>
    [f ? " \u00d7 " : "", factor])]);
  const most = rest ? [` + ${rest} too small to list`] : [];
  const all = terms.length ? [...sum, ...most] : ["0: nothing is added here"];
  if (how === "scaled" || how === "norm") {
    const more = [...(gamma === undefined ? [] : [` \u00d7 ${format(gamma)} gamma`]),
      ...(beta === undefined ? [] : [` + ${format(beta)} beta`])];
    return ["(", ...all, `) \u00f7 ${format(by)}`, ...more];
  }
  const [before, after] = HOW[how] ?? [`${how}(`, ")"];
  return [before, ...all, after];
}

// A weight of attention: its score, and how far that is ahead or behind.
/** @param {Graph[]} graphs @param {Table} table @param {Ref} of @param {Term[]} terms */
function unfoldWeight(graphs, table, { i, j }, terms) {
  const [{ factors: [score] }] = terms;
  const scores = tableOf(graphs, score.ref.table).row(i);
  const others = scores.filter((_, k) => k !== j);
  if (!others.length) return ["softmax of a single score, ", score];
  const ahead = scores[j] - Math.max(...others);
  const check = softmax(scores, (x) => x)[j];
  return ["softmax of ", score,
    `, which is ${format(Math.abs(ahead))} ${ahead < 0 ? "behind" : "ahead of"} ` +
    `the ${ahead < 0 ? "best" : "next"}: ${format(check, 3)}`];
}
