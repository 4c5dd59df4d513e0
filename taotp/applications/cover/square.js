// @ts-check
// Every input there is, as a square: a column for each place, a row for each symbol that may have
// been heard before it. What is wrong is smaller, red and crossed.

import {
  change, describe, figure, html, paths, picture, place, pool, svg, trace, write,
} from "../../page/kit/panels.js";
import { inputSaid, looked, markOf } from "./words.js";
/** @import {Machine} from "./machine.js" */
/** @import {Looked} from "./words.js" */

const [LEFT, TOP, ACROSS, LEAST, MOST] = [20, 20, 264, 11.5, 24]; // px
const NOTE = "Green is right. Press one to see it on the wheel.";
/** @type {Record<string, number[]>} */
const MOVES = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** @param {number} x @param {number} y @param {number} size */
const box = (x, y, size) => `M${x} ${y}h${size}v${size}h-${size}z`;
/** @param {number} x @param {number} y @param {number} size */
const cross = (x, y, size) => `M${x} ${y}l${size} ${size}m0 -${size}l-${size} ${size}`;

// How wide a cell is, so that the whole is about as wide for any name.
/** @param {Machine} run */
const sizeOf = ({ symbols, says }) =>
  Math.max(LEAST, Math.min(MOST, ACROSS / Math.max(symbols.length, says.length)));

/** @param {(place: number, heard: number) => void} pick */
export function square(pick) {
  const image = picture(10, 10);
  const [right, wrong, crosses] = paths("right-ones", "wrong-ones", "crosses");
  const here = svg("rect", { class: "frame", fill: "none", rx: 2 });
  image.append(right, wrong, crosses);
  const heads = pool(image, () => svg("text", { "text-anchor": "middle" }));
  image.append(here);
  change(image, { tabindex: 0, class: "square" });
  const note = html("p", { class: "note" }, NOTE);
  let [run, at] = [/** @type {Machine} */ (null), /** @type {Looked} */ (null)];
  /** @param {MouseEvent} event */
  const under = (event) => {
    const { left, top, width } = image.getBoundingClientRect();
    const scale = (LEFT + run.says.length * sizeOf(run)) / width;
    const [x, y] = [(event.clientX - left) * scale - LEFT, (event.clientY - top) * scale - TOP];
    const [column, row] = [Math.floor(x / sizeOf(run)), Math.floor(y / sizeOf(run))];
    return column in run.says && row in run.symbols ? [column, row] : null;
  };
  image.addEventListener("click", (event) => {
    const found = under(event);
    if (found) pick(found[0], found[1]);
  });
  image.addEventListener("pointermove", (event) => {
    const found = under(event);
    write(note, found ? inputSaid(run, looked(run, found[0], found[1])) : NOTE);
  });
  image.addEventListener("pointerleave", () => write(note, NOTE));
  image.addEventListener("keydown", (event) => {
    if (!(event.key in MOVES)) return;
    event.preventDefault();
    const [down, across] = MOVES[event.key];
    const [column, row] = [at.place + across, at.heard + down];
    if (column in run.says && row in run.symbols) pick(column, row);
  });
  return {
    element: figure("All inputs: place \u00d7 letter heard", image,
      note),
    /** @param {Machine} drawn @param {Looked} seen */
    draw(drawn, seen) {
      [run, at] = [drawn, seen];
      const size = sizeOf(run);
      drawCells(run, size, { right, wrong, crosses });
      const [width, height] =
        [LEFT + run.says.length * size, TOP + run.symbols.length * size + 2];
      change(image, { width, height, viewBox: `0 0 ${width} ${height}` });
      change(here, { x: LEFT + at.place * size - 1, y: TOP + at.heard * size - 1,
        width: size, height: size });
      heads([...run.says, ...run.symbols.keys()], (text, id, i) => {
        const row = i - run.says.length;
        write(text, markOf(run, id));
        place(text, row < 0 ? [LEFT + (i + 0.5) * size, TOP - 6]
          : [LEFT / 2 - 1, TOP + (row + 0.5) * size + 4]);
      });
      describe(image, "Every input there is. The arrow keys go from one to the next.",
        inputSaid(run, at));
    },
  };
}

/** @param {Machine} run @param {number} size @param {Record<string, Element>} paths */
function drawCells({ answers, says }, size, { right, wrong, crosses }) {
  const gap = size > 16 ? 2 : 1.5;
  const inset = size / 4;
  let [fine, off, crossed] = ["", "", ""];
  answers.forEach((ids, heard) => ids.forEach((id, i) => {
    const [x, y] = [LEFT + i * size, TOP + heard * size];
    if (id === says[i]) fine += box(x, y, size - gap);
    else {
      off += box(x, y, size - gap);
      crossed += cross(x + inset, y + inset, size - gap - 2 * inset);
    }
  }));
  trace(right, fine);
  trace(wrong, off);
  trace(crosses, crossed);
}
