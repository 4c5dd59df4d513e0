// @ts-check
// What each head has found, in words.

import { html, pool, write, change } from "../../page/kit/panels.js";
import { format } from "../../page/kit/runs.js";
import { cellOf, cellWord, isNumber, spelledOut } from "./little_man.js";
/** @import {ComputerRun, Look} from "./panel.js" */

const SURE = 0.995;

// What is done by the word that a look finds: it stores a value, is a number, or has jumped.
/** @param {ComputerRun} run @param {Look} look */
function found({ trace: { words }, row, reader }, { at, number }) {
  const word = words[at];
  const next = cellOf(word) + row - at;
  if (number === 0)
    return `${row > at ? "led" : "leads"} to mailbox ${cellWord(next)}, which comes next`;
  if (number === 1) return `is in the accumulator: ${Number(word)}`;
  const before = words.slice(0, at + 1).findLast(isNumber);
  const isNothing = number === 2 && word !== `>${cellWord(reader.at)}`;
  if (isNothing) return "means that nothing is there: halt";
  if (word[0] !== ">") return "means that nobody stored there: 0";
  const instruction = number === 2 ? spelledOut(Number(before)) : "";
  const puts = `puts ${before} into mailbox ${cellWord(cellOf(word))}`;
  return instruction ? `${puts}: ${instruction}` : puts;
}

export function legend() {
  const list = html("ul", { class: "legend" });
  const rows = pool(list, () => html("li", {}, html("i", { "aria-hidden": "true" }), html("b"),
    html("span")));
  return {
    element: list,
    /** @param {ComputerRun} run */
    draw(run) {
      rows(run.looks, (item, look) => {
        const { number, name, at, word, weight, other } = look;
        change(item, { class: `look${number}` });
        write(item.children[1], name);
        const mixed = weight < SURE && other;
        write(item.children[2], mixed
          ? `${format(100 * weight, 3)} % of ${word} at ${at}, ${
            format(100 * other.weight, 3)} % of ${run.trace.words[other.at]} at ${other.at}`
          : `${word} at ${at} ${found(run, look)}`);
      });
    },
  };
}
