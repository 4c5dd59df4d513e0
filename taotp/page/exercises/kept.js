// @ts-check
// What a reader has done, in the form of exercises/progress_store.py, so that one file serves both:
// {"format": 1, "author": "Ada", "progress": {"repeat-last": "verified"}}.

/** @import {KeptProgress} from "../kit/page" */

/** @type {Record<string, string>} */
export const SIGNS = {
  new: "\u00b7", tried: "\u2717", self: "\u25cb", reviewed: "\u25d0", verified: "\u2713",
}; // from less to more
const FORMAT = 1;
const PROGRESS_PLACE = "transformers-by-hand-progress";
const MOST_BYTES = 1000000;

/** @type {KeptProgress} */
let unkept = { author: "", progress: {} }; // where the browser keeps nothing

// The browser's store, or undefined where it gives none, as some do for pages opened from disk.
function storage() {
  try {
    const store = globalThis.localStorage;
    store.setItem(`${PROGRESS_PLACE}-try`, "1");
    store.removeItem(`${PROGRESS_PLACE}-try`);
    return store;
  } catch {
    return undefined;
  }
}

export const isKept = () => storage() !== undefined;

// The progress in a text of JSON, or {refused}: a sentence that says what is wrong with it.
/** @param {string} text @returns {KeptProgress} */
export function readProgress(text) {
  if (text.length > MOST_BYTES) return { refused: "The file is too large; it may have 1 MB." };
  let top;
  try {
    top = JSON.parse(text);
  } catch {
    return { refused: "The file is not JSON." };
  }
  /** @param {unknown} thing */
  const isObject = (thing) => thing && typeof thing === "object" && !Array.isArray(thing);
  if (!isObject(top))
    return { refused: "The file is not an object; it must have format and progress." };
  if (top.format !== FORMAT) {
    const found = JSON.stringify(top.format)?.slice(0, 20);
    return { refused: `The format is ${found}; this is for format ${FORMAT}.` };
  }
  const strange = Object.keys(top).find((key) => !["format", "author", "progress"].includes(key));
  if (strange)
    return { refused: `The file has the unknown key \u201c${strange.slice(0, 40)}\u201d.` };
  if (!isObject(top.progress))
    return { refused: "Its progress is not an object; it must name exercises." };
  for (const [slug, credit] of Object.entries(/** @type {Record<string, string>} */ (top.progress)))
    {
      if (credit === "new" || !Object.hasOwn(SIGNS, credit)) {
        const known = Object.keys(SIGNS).slice(1).join(", ");
        return { refused: `Its progress of \u201c${slug.slice(0, 40)}\u201d is none of ${known}.` };
      }
    }
  const author = typeof top.author === "string" ? top.author : "";
  return { author, progress: { ...top.progress } };
}

/** @returns {KeptProgress} */
export function keptProgress() {
  const text = storage()?.getItem(PROGRESS_PLACE);
  const found = text ? readProgress(text) : unkept;
  return found.refused ? unkept : found;
}

// The text of a file of progress, as Python writes it.
/** @param {KeptProgress} kept */
export function writtenProgress({ author, progress }) {
  const all = author ? { format: FORMAT, author, progress } : { format: FORMAT, progress };
  return `${JSON.stringify(all, null, 1)}\n`;
}

/** @param {KeptProgress} all */
function keepAll(all) {
  unkept = all;
  try {
    storage()?.setItem(PROGRESS_PLACE, writtenProgress(all));
  } catch {
    return; // full; it stays in this page
  }
}

// Adds to what is kept; more counts before less, so that nothing is lost.
/** @param {KeptProgress} found */
export function keepProgress({ author, progress }) {
  const before = keptProgress();
  const order = Object.keys(SIGNS);
  const all = { ...before.progress };
  for (const [slug, credit] of Object.entries(progress)) {
    if (order.indexOf(credit) > order.indexOf(all[slug] ?? "new")) all[slug] = credit;
  }
  keepAll({ author: author || before.author, progress: all });
}

// Sets the solver's own word on an exercise, or takes it back.
/** @param {string} slug @param {boolean} given */
export function keepWord(slug, given) {
  const { author, progress } = keptProgress();
  const { [slug]: credit, ...others } = progress;
  if (!["tried", "self", undefined].includes(credit)) return; // there is more than a word
  keepAll({ author, progress: given ? { ...others, [slug]: "self" } : others });
}

export function forgetProgress() {
  keepAll({ author: "", progress: {} });
}
