// @ts-check
// What benches and boxes ask of any machine: that it stands alone, and which symbols are typed.

import { demand } from "../leads.js";
/** @import {Transformer} from "../../kit/figures" */
/** @import {Made} from "../../editor/listing/listing" */

// A machine of another shape than a decoder's is told so.
/** @param {Transformer} model @param {string} where */
export function decoderOnly({ causal, encoder, layers }, where) {
  demand(causal !== false,
    `${where} expected a causal model, got one that sees what comes later`);
  layers.forEach(({ cross }, number) => {
    const count = cross.length;
    demand(!count, `${where} expected no cross heads, got ${count} in layer ${number}`);
  });
  demand(!encoder, `${where} expected a model alone, got one with an encoder`);
}

// The symbols that a reader may type.
/** @param {Made} made */
export function typedOf({ vocabulary, start, stop, after, opening }) {
  return vocabulary.filter((symbol) => ![start, stop, after, opening].includes(symbol)).map(String);
}
