// @ts-check
// The machine of the third step with a reader's own name: its symbols, its places, its stop.

import { noteDone, write } from "../../kit/panels.js";
import { keepTexts, keptTexts, placeOf } from "../../kit/texts.js";
import { builtOn, keepBuilt } from "../built.js";
import { addressOf, copyText } from "./link.js";
/** @typedef {{slug: string, show: (text: string, name: string) => void, tell: () => void}} Named */

const STRANGE = "A name has two letters or more here, without spaces and quotation marks.";

// What is said of a box that is full; what is pasted into it beyond that is cut off.
/** @param {HTMLInputElement} box */
export const cutOff = ({ value, maxLength }) => (value.length < maxLength ? ""
  : `That is ${maxLength} letters, and no more fit: what comes after them is left out.`);

/** @param {string[]} symbols */
const listed = (symbols) => symbols.map((each) => `"${each}"`).join(" ");

// The text of a machine that says a name; undefined for what is none.
/** @param {string} name */
export function textFor(name) {
  const letters = [...name];
  if (letters.length < 2 || letters.some((letter) => /[\s"\\<.#]/.test(letter))) return undefined;
  const known = [...new Set(letters)];
  return `symbols "<" ${listed(known)} "."
start "<"
stop "."
context ${letters.length + 1}
norms none
stream say ${known.length + 2}
embed say as one-hot
place say as symbols ${listed(letters)} ".", times 2
`;
}

// A reader's own machine is what was built, also when boxes were judged again since.
/** @param {string} slug */
export function keepOwn(slug) {
  const { own } = keptTexts(placeOf(slug));
  const text = own && textFor(own);
  if (!text) return;
  const built = builtOn(slug);
  if (built.text !== text || !built.name)
    keepBuilt(slug, { ...built, text, name: built.name || own });
}

/** @param {Element} place @param {Named} step */
export function ownName(place, step) {
  const { slug } = step;
  const input = place.querySelector("input");
  const link = place.querySelector("a");
  const copy = place.querySelector("button");
  const note = place.parentElement.querySelector(".hour-note");
  const offer = async (/** @type {string} */ name, /** @type {string} */ text) => {
    link.href = await addressOf({ slug, name, builder: "", text, found: "" }) ?? link.href;
    link.hidden = copy.hidden = false;
  };
  const { own } = keptTexts(placeOf(slug));
  if (own && textFor(own)) { // that of last time
    input.value = own;
    offer(own, textFor(own));
  }
  input.addEventListener("input", () => {
    const name = input.value.trim();
    const text = name && textFor(name);
    link.hidden = copy.hidden = !text;
    write(note, name && !text ? STRANGE : cutOff(input));
    if (!text) return step.tell(); // the picture is that of the boxes again
    keepTexts(placeOf(slug), { ...keptTexts(placeOf(slug)), own: name });
    keepBuilt(slug, { ...builtOn(slug), text, name });
    step.show(text, name);
    return offer(name, text);
  });
  copy.addEventListener("click", async () => {
    const copied = await copyText(link.href);
    if (copied) noteDone(note, "Copied. Send it to somebody.");
    else write(note, "Copy the address of \u201cOpen it\u201d.");
  });
}
