// @ts-check
// The machine of the third step with a reader's own name: its symbols, its places, its stop.

import { write } from "../../kit/panels.js";
import { builtOn, keepBuilt } from "../built.js";
import { addressOf, copyText } from "./link.js";
/** @import {Figure} from "./alone.js" */

const STRANGE = "A name has two letters or more here, without spaces and quotation marks.";

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

/** @param {Element} place @param {{slug: string, figure: Figure}} step */
export function ownName(place, { slug, figure }) {
  const input = place.querySelector("input");
  const link = place.querySelector("a");
  const copy = place.querySelector("button");
  const note = place.parentElement.querySelector(".hour-note");
  input.addEventListener("input", async () => {
    const name = input.value.trim();
    const text = name && textFor(name);
    link.hidden = copy.hidden = !text;
    write(note, name && !text ? STRANGE : "");
    if (!text) return;
    keepBuilt(slug, { ...builtOn(slug), text, name });
    figure.handle?.set({ listing: text, text: "", row: -1 });
    link.href = await addressOf({ slug, name, builder: "", text, found: "" }) ?? link.href;
  });
  copy.addEventListener("click", async () => {
    const copied = await copyText(link.href);
    write(note, copied ? "Copied. Send it to somebody."
      : "Copy the address of \u201cOpen it\u201d.");
  });
}
