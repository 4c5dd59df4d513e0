// @ts-check
// Sentences about a layer, its norms and the units of its MLP, and what they come to (layers.py).

import { matrix } from "../../kit/arithmetic.js";
import { WORDS } from "./language.js";
import { wrongAt } from "./faults.js";
import { NORM_KINDS, sameSize, sound } from "./machine.js";
import { beside, transposed, vectorOf } from "./matrices.js";
import { LAYER_NORM } from "./nested.js";
import { tableMLP } from "./lookups.js";
/** @import {Layer} from "../../kit/figures" */
/** @import {Draft} from "./listing" */
/** @import {Machine} from "./machine.js" */
/** @import {Sentence} from "./sentences.js" */

/** @param {Machine} made @param {Sentence} line */
function layer(made, line) {
  line.ends("'layer'; what is in it stands in the lines below");
  made.layers.push({ line, heads: [], units: [], norms: {} });
  made.table = undefined;
}

// `norm attention, mlp or final KIND, gamma [...], beta [...], eps NUMBER`.
/** @param {Machine} made @param {Sentence} line */
function norm(made, line) {
  const where = line.oneOf("which norm it is", WORDS.normed);
  const kind = NORM_KINDS[line.oneOf("a norm", WORDS.norms)];
  const [got] = made.clauses(line, kind ? "norm" : "norm none");
  const norms = where === "final" ? made.norm_final : made.layerOf(line).norms;
  if (where in norms) throw wrongAt(line.words[1], `the norm ${where} is given twice`);
  norms[where] = kind && { ...kind, ...got };
}

// `unit read EXPRESSION, write EXPRESSION, act KIND`: a ReLU, or so, for each column.
/** @param {Machine} made @param {Sentence} line */
function unit(made, line) {
  const draft = made.layerOf(line);
  const [got, where] = made.clauses(line, "unit");
  made.takeAct(draft, got.act, line);
  const { matrix: W_in, constant } = got.read;
  const sizes = `${constant.length}, and where it is written ${got.write.columns}`;
  sameSize(where.write, `what is read has size ${sizes}`, constant.length, got.write.columns);
  const b_out = matrix(made.d_model, 1);
  draft.units.push({ W_in, b_in: vectorOf(constant), W_out: transposed(got.write), b_out });
}

// `bias EXPRESSION`.
/** @param {Machine} made @param {Sentence} line */
function bias(made, line) {
  const draft = made.layerOf(line);
  const b_out = made.oneColumn(line, "bias");
  line.ends("the bias");
  const [W_in, W_out] = [matrix(made.d_model, 0), matrix(0, made.d_model)];
  draft.units.push({ W_in, b_in: matrix(0, 1), W_out, b_out });
}

// A layer of what its lines have made; what has a fault, which is noted, is left out.
/** @param {Machine} made @param {Draft} draft @returns {Layer} */
export function finished(made, { line, heads, units, norms, act }) {
  const norm_attn = "attention" in norms ? norms.attention : made.norm;
  const norm_mlp = "mlp" in norms ? norms.mlp : made.norm;
  const all = [];
  for (const each of units) {
    if (!each.rows) all.push(each);
    else if (!each.broken) {
      made.attempt(each.line, () =>
        all.push(tableMLP(made, each.line, each, made.after ? null : norm_mlp)));
    }
  }
  const mlp = all.length ? { ...beside(made, all), act: act?.[0] ?? "relu" } : null;
  if (mlp) made.attempt(line, () => sound(line, mlp));
  return { heads, mlp, norm_attn, norm_mlp, cross: [], norm_cross: LAYER_NORM };
}

/** @type {Record<string, (made: Machine, line: Sentence) => void>} */
export const LAYERS = { layer, norm, unit, bias };
