// @ts-check
// What each head has found, in words.

import { html, pool, write, change } from "../../page/kit/panels.js";
import { format } from "../../page/kit/runs.js";
import { cellOf, cellWord, isNumber, spelledOut } from "./little_man.js";
/** @import {ComputerRun, Look} from "./panel.js" */

const SURE = 0.995;

// What stands for a look: the value that was stored, a number, or where a jump has led since.
/** @param {ComputerRun} run @param {Look} look */
function found({ trace: { words }, row, reader }, { at, number }) {
  const word = words[at];
  if (number === 0) return `so the next instruction is in mailbox ${cellOf(word) + row - at}`;
  if (number === 1) return `so the accumulator holds ${Number(word)}`;
  const before = words.slice(0, at + 1).findLast(isNumber);
  if (number === 2 && word !== `>${cellWord(reader.at)}`) return "so nothing is there: halt";
  if (word[0] !== ">") return "as nobody stored there, so it is 0";
  const instruction = number === 2 ? spelledOut(Number(before)) : "";
  return instruction ? `so it is ${before}: ${instruction}` : `so it is ${before}`;
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
          : `${word} at ${at}, ${found(run, look)}`);
      });
    },
  };
}
