// @ts-check
// The program as a text that a reader may change, with the number of each mailbox beside it.

import { change, html, pool, write } from "../../page/kit/panels.js";
import { cellWord, numberWord } from "./little_man.js";
/** @import {Computer} from "../../page/kit/figures" */
/** @import {SetState} from "../../page/kit/page" */
/** @import {ComputerRun} from "./panel.js" */

// What a program begins with: everything that belongs to a run before.
export const AFRESH = { step: 0, inputs: "", cell: "" };

export const AS_TYPED = { autocomplete: "off", autocapitalize: "off", spellcheck: "false" };

/** @param {Computer} spec @param {SetState} set */
export function programText(spec, set) {
  const choices = html("select", { "aria-label": "program" },
    ...Object.keys(spec.programs).map((name) => html("option", {}, name)),
    html("option", { value: "" }, "your own"));
  const area = html("textarea", { ...AS_TYPED, "aria-label": "the program, in assembler",
    wrap: "off" });
  const faults = html("p", { class: "error", role: "alert" });
  const gutter = html("div", { class: "gutter", "aria-hidden": "true" });
  const lines = pool(gutter, () => html("span"));
  choices.addEventListener("change", () => {
    set(choices.value ? { ...AFRESH, example: choices.value, text: "" }
      : { ...AFRESH, text: area.value });
  });
  area.addEventListener("input", () => set({ ...AFRESH, text: area.value }));
  return {
    element: html("div", { class: "program" }, choices,
      html("div", { class: "scroll" }, gutter, area), faults),
    /** @param {Record<string, any>} state @param {ComputerRun} run */
    draw({ example, text }, run) {
      choices.value = text ? "" : example;
      if (area.value !== run.text) area.value = run.text;
      const many = run.text.split("\n").length;
      change(area, { rows: many, "aria-invalid": Boolean(run.fault) });
      write(faults, run.fault);
      lines(Array.from({ length: many }, (_, i) => run.places.get(i)), (span, cell) => {
        const holds = cell === undefined ? undefined : run.reader.cells[cell];
        write(span, cell === undefined ? "" : `${cellWord(cell)} ${numberWord(holds ?? 0)}`);
        change(span, { class: cell === undefined ? "" : cell === run.instruction ? "now"
          : cell === run.operand ? "named" : "" });
      });
      [...gutter.children].forEach((span, i) =>
        (/** @type {HTMLElement} */ (span).hidden = i >= many));
    },
  };
}
