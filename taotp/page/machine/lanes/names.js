// @ts-check
// Names of the parts of a stream: those that a machine carries, or what its matrices tell.

import { mostWritten } from "./matrices.js";
import { upTo } from "./origins.js";
/** @import {Matrix} from "../../kit/figures" */
/** @import {Subspace, Weights} from "../../kit/page" */
/** @import {Group} from "./lanes" */

const FEW = 8; // single columns that are lanes of their own; more are tags of one lane
const TAGS = "what it knows";
const UNNAMED = "x"; // what lies between parts with a name

/** @type {Pick<Group, "tags" | "beside">} */
const NO_TAGS = { tags: [], beside: [] };

// The parts that are shown, a lane each; many single columns are tags of one lane.
/** @param {Weights} weights @param {Subspace[]} named @returns {Group[]} */
export function groupsOf(weights, named) {
  const own = named.filter(({ name }) => name !== UNNAMED);
  const parts = own.length ? own : toldByWeights(weights);
  const shown = parts.filter((part) => !part.hidden);
  const place = onColumns(weights.W_pos);
  const single = shown.filter(({ at, size }) => size === 1 && !place[at]);
  /** @param {Subspace[]} some @returns {Group[]} */
  const alone = (some) => some.map(({ name, at, size }) =>
    ({ name, columns: upTo(size).map((i) => at + i), ...NO_TAGS }));
  if (single.length <= FEW) return alone(shown);
  const tags = { name: TAGS, columns: single.map(({ at }) => at),
    tags: single.map(({ name }) => name),
    beside: parts.filter(({ hidden }) => hidden)
      .flatMap(({ at, size }) => upTo(size).map((i) => at + i)) };
  return [tags, ...alone(shown.filter((part) => !single.includes(part)))];
}

// Runs of columns that the same matrices write, named after who writes there first. Who reads is no
// sign: a query that reads the north of a circle would cut the circle in two.
/** @param {Weights} weights @returns {Subspace[]} */
function toldByWeights({ W_E, W_pos, layers }) {
  /** @type {[string, boolean[]][]} */
  const writers = [["token", onColumns(W_E)], ["place", onColumns(W_pos)]];
  layers.forEach(({ heads, cross, mlp }, number) => {
    [...heads, ...(cross ?? [])].forEach((head, h) => {
      writers.push([head.name || `head ${h} of layer ${number}`, onColumns(head.W_O)]);
    });
    if (mlp) writers.push([`MLP of layer ${number}`, onColumns(mlp.W_out)]);
  });
  /** @type {Subspace[]} */
  const found = [];
  /** @type {Map<string, number>} */
  const seen = new Map();
  const key = (/** @type {number} */ c) => writers.map(([, on]) => Number(on[c])).join("");
  for (const c of upTo(W_E.columns)) {
    if (c && key(c) === key(c - 1)) {
      found[found.length - 1].size++;
      continue;
    }
    const name = writers.find(([, on]) => on[c])?.[0] ?? "unused";
    seen.set(name, (seen.get(name) ?? 0) + 1);
    found.push({ name: seen.get(name) > 1 ? `${name} ${seen.get(name)}` : name, at: c, size: 1 });
  }
  return found;
}

// Which columns of a matrix hold anything.
/** @param {Matrix} W */
const onColumns = (W) => upTo(W.columns).map((c) => mostWritten(W, [c]) > 0);
