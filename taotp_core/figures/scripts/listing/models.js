// @ts-check
// What is said of the models that texts are read as.

// What a model has beyond those that figures and answer boxes run, which have one prompt to type.
export function beyondThePage({ layers, encoder }) {
  const found = { "an encoder": encoder, "cross heads": layers.some(({ cross }) => cross.length) };
  return Object.keys(found).filter((what) => found[what]);
}
