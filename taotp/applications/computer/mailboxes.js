// @ts-check
// A hundred mailboxes, ten by ten, with what they hold. Arrow keys and the pointer move a cursor,
// Enter or a click chooses a mailbox.

import { change, describe, html, svg, write } from "../../page/kit/panels.js";
import { format } from "../../page/kit/runs.js";
import { CELLS, cellWord, numberWord, spelledOut, storesIn } from "./little_man.js";
/** @import {SetState} from "../../page/kit/page" */
/** @import {ComputerRun} from "./panel.js" */

const [ACROSS, DOWN, EDGE, HEAD, SIDE] = [33, 24, 20, 18, 10]; // SIDE mailboxes a row
/** @type {Record<string, number>} */
const BY = { ArrowUp: -SIDE, ArrowDown: SIDE, ArrowLeft: -1, ArrowRight: 1 };

// What a mailbox holds, and how it came by it.
/** @param {ComputerRun} run @param {number} cell */
function told({ trace, row, reader }, cell) {
  const holds = reader.cells[cell];
  if (holds === undefined) return `Mailbox ${cellWord(cell)}: never written, so it holds 0.`;
  const instruction = spelledOut(holds) && ` (${spelledOut(holds)})`;
  const steps = storesIn(trace.words, row, cell).map((i) => i - trace.begins + 1)
    .filter((step) => step > 0);
  const since = !steps.length ? "as it was loaded"
    : `stored ${format(steps.length)} times, last at step ${steps[steps.length - 1]}`;
  return `Mailbox ${cellWord(cell)} holds ${numberWord(holds)}${instruction}, ${since}.`;
}

/** @param {SetState} set */
export function mailboxes(set) {
  const [wide, high] = [EDGE + SIDE * ACROSS, HEAD + SIDE * DOWN];
  const image = svg("svg", { role: "img", class: "boxes", tabindex: 0,
    viewBox: `0 0 ${wide} ${high}`, width: wide });
  const readout = html("p", { class: "note" });
  const names = [...Array(SIDE).keys()].flatMap((i) => [
    svg("text", { class: "edge", "text-anchor": "middle", x: EDGE + (i + 0.5) * ACROSS,
      y: HEAD - 6 }, String(i)),
    svg("text", { class: "edge", "text-anchor": "end", x: EDGE - 6,
      y: HEAD + (i + 0.5) * DOWN + 4 }, String(SIDE * i).padStart(2, "0")),
  ]);
  image.append(...names);
  const cells = Array.from({ length: CELLS }, (_, cell) => {
    const [x, y] = [EDGE + (cell % SIDE) * ACROSS, HEAD + Math.floor(cell / SIDE) * DOWN];
    return svg("g", { transform: `translate(${x} ${y})` },
      svg("rect", { x: 1, y: 1, width: ACROSS - 2, height: DOWN - 2, rx: 3 }),
      svg("text", { "text-anchor": "middle", x: ACROSS / 2, y: DOWN / 2 + 4 }));
  });
  image.append(...cells);
  let [cursor, chosen] = [0, ""];
  let draw = () => {};
  const choose = () => set({ cell: chosen === String(cursor) ? "" : String(cursor) });
  image.addEventListener("click", (event) => {
    const at = cells.indexOf(/** @type {any} */ (event.target).closest("g"));
    if (at < 0) return;
    cursor = at;
    choose();
  });
  image.addEventListener("keydown", (event) => {
    const to = cursor + (BY[event.key] ?? 0);
    if (event.key === "Enter" || event.key === " ") choose();
    else if (!(event.key in BY)) return;
    event.preventDefault();
    if (to >= 0 && to < CELLS) cursor = to;
    draw();
  });
  return {
    element: html("div", { class: "memory" }, image, readout),
    /** @param {string} cell @param {ComputerRun} run */
    draw(cell, run) {
      chosen = cell;
      draw = () => drawBoxes({ image, cells, readout }, run, chosen, cursor);
      draw();
    },
  };
}

/**
 * @param {{image: Element, cells: SVGGElement[], readout: Element}} parts
 * @param {ComputerRun} run @param {string} chosen @param {number} cursor
 */
function drawBoxes({ image, cells, readout }, run, chosen, cursor) {
  const { reader, instruction, operand, written } = run;
  cells.forEach((node, cell) => {
    const kinds = [
      reader.cells[cell] === undefined && "unwritten", cell === instruction && "instruction",
      cell === operand && "operand", cell === written && "written",
      String(cell) === chosen && "chosen", cell === cursor && "cursor",
    ];
    change(node, { class: `box ${kinds.filter(Boolean).join(" ")}` });
    write(node.lastChild, numberWord(reader.cells[cell] ?? 0));
  });
  const asked = chosen !== "" ? Number(chosen) : image.matches(":focus") || instruction < 0 ? cursor
    : instruction;
  write(readout, told(run, asked));
  describe(image, "A hundred mailboxes.", told(run, asked));
}
