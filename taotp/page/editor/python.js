// @ts-check
// The way from a text to the book's page of Python, where it is a variable.

import { html } from "../kit/panels.js";

const LONGEST_LINK = 100000; // letters of a text in an address

export function pythonLink() {
  const element = html("a", {}, "Use it in Python");
  return {
    element,
    /** @param {string} text */
    follow(text) {
      element.hidden = text.length > LONGEST_LINK;
      element.href = element.hidden ? "" : `python.html#program=${encodeURIComponent(text)}`;
    },
  };
}
