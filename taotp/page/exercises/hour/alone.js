// @ts-check
// The machine of a bench with a text that is not its own: at the end of the hour, and where a link
// brings it.

import { change, html } from "../../kit/panels.js";
/** @import {Blanks} from "../../kit/figures" */

/** @typedef {import("../../kit/page").FigureElement & {spec?: Blanks}} Figure */

// A figure that shows a program, in the place of what stood there.
/** @param {Element} place @param {Blanks} spec @param {string} listing @param {string} text */
export function showMachine(place, spec, listing, text) {
  const figure = /** @type {Figure} */ (document.createElement("hand-figure"));
  change(figure, { "data-quiet": "yes", "data-verdict": "blank" });
  const data = html("script", { type: "application/json" });
  data.textContent = JSON.stringify({ ...spec, id: "", state: { ...spec.state, listing, text } });
  figure.append(data);
  place.replaceChildren(figure);
  return figure;
}
