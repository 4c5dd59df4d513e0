// @ts-check
// Parts of the script that a page loads when a reader needs them, as files beside the common
// script, which a page from disk may do too; those that it has are not loaded again.

import { html } from "./panels.js";

const COMMON = /live-figures\.js.*/;

/** @typedef {(shared: Record<string, unknown>) => Record<string, unknown> | undefined} Part */

// What the addresses of scripts end with, so that a browser that knows older ones asks anew.
const versionOf = () =>
  /** @type {HTMLElement} */ (document.querySelector("[data-version]"))?.dataset.version ?? "";

/** @type {Map<string, Promise<void>>} */
const loads = new Map();
// Loads a part, which those who ask meanwhile wait for too; where that fails the next may try.
/** @param {string} part @param {string} [version] */
export function loadPart(part, version = versionOf()) {
  if (!loads.has(part)) loads.set(part, load(part, version).catch((error) => {
    loads.delete(part);
    throw error;
  }));
  return loads.get(part);
}

// Loads a part, and hands it what it may use of the common script and of the parts before it.
/** @param {string} part @param {string} version */
async function load(part, version) {
  const scripts = [...document.scripts].map(({ src }) => src);
  const file = `live-figures-${part}.js`;
  if (scripts.some((src) => src.includes(file))) return;
  const src = scripts.find((each) => COMMON.test(each)).replace(COMMON, file + version);
  const script = html("script", { src });
  const waiting = /** @type {Part[]} */ (/** @type {any} */ (self).handParts);
  const before = waiting.length;
  try {
    await new Promise((done, failed) => {
      script.addEventListener("load", done);
      script.addEventListener("error", failed);
      document.head.append(script);
    });
  } catch (error) {
    script.remove();
    throw error;
  }
  const { shared } = /** @type {any} */ (customElements.get("hand-figure"));
  for (const each of waiting.slice(before)) Object.assign(shared, each(shared));
}
