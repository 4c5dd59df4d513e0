// @ts-check
// The steps in which a machine is shown, in order: {id, kind, layer, cross, source}; their ids are
// in addresses and in taotp/figures/steps.py.

/** @import {Norm} from "../kit/figures" */
/** @import {RunLayer, Weights} from "../kit/page" */
/** @import {Shown} from "./machine" */

/** @param {...(string | number)} parts */
export const join = (...parts) => parts.filter((each) => each !== "").join(" ");

/**
 * @param {RunLayer} of @param {number} layer @param {boolean} pre @param {string} source
 * @returns {Shown[]}
 */
function stepsOfLayer({ heads, cross, mlp, norm_attn, norm_cross, norm_mlp }, layer, pre, source) {
  /** @param {string} kind @param {string} [more] @returns {Shown} */
  const one = (kind, more = "") =>
    ({ id: join(source, kind, layer, more), kind, layer, more, source });
  /** @param {Norm | null} norm @param {string} more @param {Shown[]} steps */
  const around = (norm, more, steps) => (norm
    ? (pre ? [one("norm", more), ...steps] : [...steps, one("norm", more)]) : steps);
  /** @param {string} more */
  const looking = (more) => ["ask", "look", "carry"].map((kind) => one(kind, more));
  return [
    ...(heads.length ? around(norm_attn, "", looking("")) : []),
    ...(cross?.length ? around(norm_cross, "cross", looking("cross")) : []),
    ...(mlp?.W_in.columns ? around(norm_mlp, "mlp", [one("think")]) : []),
  ];
}

/** @param {Weights} weights @param {string} [source] @returns {Shown[]} */
function stepsOfStack({ layers, norms, norm_final }, source = "") {
  /** @type {Shown[]} */
  const end = norm_final ? [{ id: join(source, "norm"), kind: "norm", layer: "", more: "", source }]
    : [];
  return [
    /** @type {Shown} */ ({ id: join(source, "embed"), kind: "embed", layer: "", more: "",
      source }),
    ...layers.flatMap((layer, number) => stepsOfLayer(layer, number, norms === "before", source)),
    ...end,
  ];
}

/** @param {Weights} model @returns {Shown[]} */
export function stepsOf(model) {
  const end = ["compare", "say"].map((kind) =>
    /** @type {Shown} */ ({ id: kind, kind, layer: "", more: "", source: "" }));
  return [...(model.encoder ? stepsOfStack(model.encoder, "source") : []), ...stepsOfStack(model),
    ...end];
}
