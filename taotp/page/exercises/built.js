// @ts-check
// What a reader built on benches: kept by the browser alone, for all pages of the book.

import { keepProgress } from "./kept.js";
import { keepTexts, keptTexts, textsIn } from "../kit/texts.js";

const BENCHES = "benches"; // the place of them all

/** @typedef {{name?: string, text?: string, said?: string}} Built */

// What was built on a bench; nothing where nothing was, or what was kept is damaged.
/** @param {string} slug @returns {Built} */
export function builtOn(slug) {
  try {
    return textsIn(JSON.parse(keptTexts(BENCHES)[slug] ?? "{}"));
  } catch {
    return {};
  }
}

// Keeps a machine that is right, and says whether the browser did.
/** @param {string} slug @param {Built} built */
export function keepBuilt(slug, built) {
  keepProgress({ progress: { [slug]: "verified" } });
  return keepTexts(BENCHES, { ...keptTexts(BENCHES), [slug]: JSON.stringify(built) });
}
