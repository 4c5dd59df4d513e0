// @ts-check
// The way from a text to Python, where it is a variable: that of the page where it has cells to
// run, and else the book's page of Python.

import { html } from "../kit/panels.js";

const LONGEST_LINK = 100000; // letters of a text in an address

/** @param {string} [slug] of a bench or a board, which cells of its page know by its name */
export function pythonLink(slug) {
  const element = html("a", {}, "Use it in Python");
  element.addEventListener("click", (event) => {
    const far = event.button || event.ctrlKey || event.metaKey || event.shiftKey;
    const inNotebook = /** @type {ShadowRoot} */ (element.getRootNode()).host
      ?.hasAttribute("data-notebook");
    if (!slug || far || inNotebook || !document.body.dataset.python) return;
    event.preventDefault();
    document.dispatchEvent(new CustomEvent("hand-python", { detail: slug }));
  });
  return {
    element,
    /** @param {string} text */
    follow(text) {
      element.hidden = !text.trim() || text.length > LONGEST_LINK;
      element.href = element.hidden ? "" : `python.html#program=${encodeURIComponent(text)}`;
    },
  };
}
