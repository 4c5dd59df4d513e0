// @ts-check
// What a reader finds in the figure of an exercise is its answer: one number that is changed there,
// with which the machine says all that is asked. What a link brought was found by somebody else.

/** @import {FigureElement} from "../kit/page" */
/**
 * @typedef {{verdict?: {done: boolean, right: number, total: number}, cases: {own?: boolean}}}
 *   TriedRun
 */

const ONE_NUMBER = /^([^;:]+):(\d+)\.(\d+)=([^;=]+)$/;
const FIELDS = ["table", "row", "column", "value"];

// Hands on each change that a reader makes in a figure and that is right on all its prompts.
/**
 * @param {string} id of the figure @param {{name: string}[]} fields of the form
 * @param {(found: Record<string, string>) => void} take
 */
export function whenFound(id, fields, take) {
  if (fields.map(({ name }) => name).join() !== FIELDS.join()) return; // it asks something else
  let [touched, before] = [false, ""];
  /** @param {Event} event */
  const touch = ({ target }) => {
    touched ||= /** @type {Element} */ (target).id === id;
  };
  for (const kind of ["pointerdown", "keydown"]) document.addEventListener(kind, touch, true);
  document.addEventListener("hand-drawn", ({ target }) => {
    const { id: drawn, handle } = /** @type {FigureElement} */ (target);
    if (drawn !== id || !handle) return;
    const changed = String(handle.state.changed ?? "");
    if (!touched) before = changed;
    const { verdict, cases } = /** @type {TriedRun} */ (/** @type {unknown} */ (handle.run));
    const isRight = verdict?.done && verdict.right === verdict.total && !cases.own;
    if (changed === before || !isRight) return;
    before = changed;
    const found = ONE_NUMBER.exec(changed)?.slice(1);
    if (found) take(Object.fromEntries(FIELDS.map((name, i) => [name, found[i]])));
  });
}
