// What is said of the models that texts are read as.

// The arrays of a part of a model.
export function arraysOf(part) {
  if (Array.isArray(part)) return part.flatMap(arraysOf);
  if (part === null || typeof part !== "object") return [];
  return part.data ? [part] : Object.values(part).flatMap(arraysOf);
}

// What a model has beyond those that figures and answer boxes run; nothing for these.
export function beyondThePage({ layers, norm_final, causal, encoder }) {
  const norms = [norm_final, ...layers.flatMap(({ norm_attn, norm_mlp }) => [norm_attn, norm_mlp])];
  const found = {
    "an encoder": encoder,
    "cross heads": layers.some(({ cross }) => cross.length),
    "positions that see later ones": !causal,
    "biases of heads": layers.some(({ heads }) =>
      heads.some(({ b_Q, b_K, b_V, b_O }) => b_Q || b_K || b_V || b_O)),
    "units that are no ReLUs": layers.some(({ mlp }) => mlp && mlp.act !== "relu"),
    "norms with eps inside the root": norms.some((norm) => norm?.inside),
  };
  return Object.keys(found).filter((what) => found[what]);
}
