// @ts-check
// The steps in which a machine is shown, in order: {id, kind, layer, cross, source}; their ids are in
// addresses and in taotp_core/figures/steps.py.

export const join = (...parts) => parts.filter((each) => each !== "").join(" ");

function stepsOfLayer({ heads, cross, mlp, norm_attn, norm_cross, norm_mlp }, layer, pre, source) {
  const one = (kind, more = "") => ({ id: join(source, kind, layer, more), kind, layer, more, source });
  const around = (norm, more, steps) => (norm ? (pre ? [one("norm", more), ...steps] : [...steps, one("norm", more)]) : steps);
  const looking = (more) => ["ask", "look", "carry"].map((kind) => one(kind, more));
  return [
    ...(heads.length ? around(norm_attn, "", looking("")) : []),
    ...(cross?.length ? around(norm_cross, "cross", looking("cross")) : []),
    ...(mlp?.W_in.columns ? around(norm_mlp, "mlp", [one("think")]) : []),
  ];
}

function stepsOfStack({ layers, norms, norm_final }, source = "") {
  const end = norm_final ? [{ id: join(source, "norm"), kind: "norm", layer: "", more: "", source }] : [];
  return [
    { id: join(source, "embed"), kind: "embed", layer: "", more: "", source },
    ...layers.flatMap((layer, number) => stepsOfLayer(layer, number, norms === "before", source)),
    ...end,
  ];
}

export function stepsOf(model) {
  const end = ["compare", "say"].map((kind) => ({ id: kind, kind, layer: "", more: "", source: "" }));
  return [...(model.encoder ? stepsOfStack(model.encoder, "source") : []), ...stepsOfStack(model), ...end];
}
