// @ts-check
// What a reader typed: kept by the browser alone, under the name of a figure, and packed for an
// address where it is long.

/** @import {Packing} from "./page" */

const PLACE = "transformers-by-hand-text";
const MOST_PACKED = 6000; // letters in an address
const MOST_UNPACKED = 1000000; // bytes; what unfolds to more is none of ours

// Where the texts of a figure are kept: on its page. A bench is one, on whatever page it stands.
/** @param {string} id */
export const placeOf = (id) =>
  `${/^build-/.test(id) ? "workshop.html" : location.pathname.split("/").pop()}#${id}`;

// Of what a browser has there, texts alone are ours: all else is passed over.
/** @param {string} place @returns {Record<string, string>} */
export function keptTexts(place) {
  try {
    return textsIn(JSON.parse(localStorage.getItem(`${PLACE} ${place}`)));
  } catch {
    return {}; // the browser keeps nothing here, or what it kept is damaged
  }
}

/** @param {unknown} kept @returns {Record<string, string>} */
export const textsIn = (kept) => kept instanceof Object && !Array.isArray(kept)
  ? Object.fromEntries(Object.entries(kept).filter(([, text]) => typeof text === "string")) : {};

// Whether the browser kept them; with none, what was kept before is forgotten.
/** @param {string} place @param {Record<string, unknown>} texts */
export function keepTexts(place, texts) {
  try {
    if (Object.keys(texts).length) localStorage.setItem(`${PLACE} ${place}`, JSON.stringify(texts));
    else localStorage.removeItem(`${PLACE} ${place}`);
    return true;
  } catch {
    return false;
  }
}

// A text that was not typed just now runs under a mark, which stays where it comes to no end.
/** @param {string} place */
const begun = (place) => `begun ${place}`;

let alive = ""; // the last place whose text this page ran itself: it still answers

/** @param {string} place */
export const neverEnded = (place) => alive !== place && "begun" in keptTexts(begun(place));

/** @template T @param {string} place @param {() => T} run @returns {T} */
export function marked(place, run) {
  alive = place;
  keepTexts(begun(place), { begun: "yes" });
  try {
    return run();
  } finally {
    setTimeout(() => keepTexts(begun(place), {})); // when it is drawn
  }
}

/**
 * @param {CompressionStream | DecompressionStream} stream @param {BlobPart} bytes
 * @param {number} most
 */
async function through(stream, bytes, most) {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const parts = [];
  for (let size = 0; ;) {
    const { done, value } = await reader.read();
    if (done) return new Blob(parts).arrayBuffer();
    size += value.length;
    parts.push(value);
    if (size > most) throw new Error(`more than ${most} bytes`);
  }
}

/** @param {Iterable<number>} bytes */
const lettersOf = (bytes) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))
  .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
/** @param {string} letters */
const bytesOf = (letters) => Uint8Array.from(
  atob(letters.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));

// Other packings, which a part may add: the sign that theirs begin with, and bytes of a text (or
// undefined where it is none for them) and a text of bytes.
/** @type {Packing[]} */
export const PACKINGS = [];

// A text as letters for an address, or undefined where they are too many.
/** @param {string} text */
export async function packText(text) {
  const all = [];
  for (const { mark, pack } of PACKINGS) {
    const bytes = pack(text);
    if (bytes) all.push(mark + lettersOf(bytes));
  }
  if (!all.length)
    all.push(
      lettersOf(
        new Uint8Array(await through(new CompressionStream("deflate-raw"), text, Infinity))));
  return all.find((letters) => letters.length <= MOST_PACKED);
}

// The text again, or undefined where the letters are damaged.
/** @param {string} letters */
export async function unpackText(letters) {
  try {
    const own = PACKINGS.find(({ mark }) => letters.startsWith(mark));
    if (own) return own.unpack(bytesOf(letters.slice(own.mark.length)));
    const text = await through(new DecompressionStream("deflate-raw"), bytesOf(letters),
      MOST_UNPACKED);
    return new TextDecoder().decode(text);
  } catch {
    return undefined;
  }
}
