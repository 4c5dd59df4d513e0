// @ts-check
// Links of the text that set a figure: the one whose state the figure is in is marked, until the
// figure leaves that state, by whatever way.

import { readAddress, stateFrom } from "../view.js";
/** @import {FigureElement} from "../page" */

const moved = new Set(); // figures whose start is not all that was seen of them

/** @type {{link: Element, asked: {id: string, query: URLSearchParams}[]}[]} */
const links = [...document.querySelectorAll("a[href^='#'][href*='?']")].map((link) =>
  ({ link, asked: readAddress(link.getAttribute("href")) }));

/** @param {{id: string, query: URLSearchParams}} asked */
function inState({ id, query }) {
  const figure = /** @type {FigureElement | null} */ (document.getElementById(id));
  if (!figure?.handle || !moved.has(id)) return false;
  const wanted = stateFrom(figure.spec, query);
  return Object.keys(wanted).every((name) => wanted[name] === figure.handle.state[name]);
}

/** @param {string} id */
function mark(id) {
  for (const { link, asked } of links) {
    if (!asked.some((each) => each.id === id)) continue;
    if (asked.every(inState)) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
}

document.addEventListener("hand-drawn", ({ target }) => {
  const figure = /** @type {FigureElement} */ (target);
  if (figure.handle) moved.add(figure.id); // it has none yet when it is drawn for the first time
  if (moved.has(figure.id)) mark(figure.id);
});
