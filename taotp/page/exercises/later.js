// @ts-check
// A figure that waits in a closed block until somebody opens it, or an address names it. Only then
// does the page load the parts of the script that the figure needs.

import { loadPart } from "../kit/loading.js";
import { change, write } from "../kit/panels.js";
import { readAddress } from "../kit/view.js";

const FAILED = "What stands here could not be loaded. Close it and open it to try again.";

/** @type {Promise<unknown>} */
let loading = Promise.resolve(); // one block after another, so that no part is loaded twice

// Puts the figure of a block where its text stands, once all that it needs is there.
/** @param {HTMLDetailsElement} block */
async function fill(block) {
  const { later, version = "" } = block.dataset;
  for (const part of later.split(" ")) await loadPart(part, version);
  const still = block.querySelector("pre");
  const figure = document.createElement("hand-figure");
  change(figure, { id: still.id, "data-bench": still.id, "data-verdict": "blank" });
  figure.append(block.querySelector("script"));
  still.replaceWith(figure);
  still.removeAttribute("id");
  figure.append(still); // for paper
}

/** @param {HTMLDetailsElement} block */
function opened(block) {
  const note = block.querySelector("[role=status]");
  if (!block.open || !block.querySelector("pre[id]")) return;
  loading = loading.then(() => fill(block)).then(() => write(note, ""), () => write(note, FAILED));
}

// An address opens the blocks of the figures that it names.
function follow() {
  for (const { id } of readAddress()) {
    const block = id ? document.getElementById(id)?.closest("details") : null;
    if (block?.dataset.later) block.open = true;
  }
}

for (const block of document.querySelectorAll("details")) {
  if (!block.dataset.later) continue;
  block.addEventListener("toggle", () => opened(block));
  opened(block); // an address without a state has opened it by itself
}
addEventListener("hashchange", follow);
follow();
