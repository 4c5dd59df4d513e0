// @ts-check
// A picture of the whole machine, to be sent to somebody.

import { rowOf } from "../../page/kit/arithmetic.js";
import { short } from "./numbers.js";
import { markOf, spokenBy } from "./words.js";
/** @import {Token} from "../../page/kit/page" */
/** @import {Machine} from "./machine.js" */

const [WIDE, HIGH, EDGE] = [1200, 630, 60]; // px
const [INK, PAPER, BLUE, ORANGE, GREEN, RED] =
  ["#14181e", "#fbfaf7", "#1d4ed8", "#b45309", "#15803d", "#b91c1c"];
const [SANS, MONO] = ["system-ui, sans-serif", "ui-monospace, monospace"];
const ROOM = 20; // px; a number in a narrower cell would be too small to read
const LONG = 90; // letters of a link; a longer one would be too small

/**
 * @param {CanvasRenderingContext2D} pen @param {string} text @param {number} x @param {number} y
 * @param {string} font @param {string} color @param {CanvasTextAlign} [align]
 */
function print(pen, text, x, y, font, color, align = "left") {
  Object.assign(pen, { font, fillStyle: color, textAlign: align });
  pen.fillText(text, x, y, WIDE - 2 * EDGE);
}

// One table: a column for each row of it, under its symbol.
/**
 * @param {CanvasRenderingContext2D} pen @param {Machine} run @param {string} path
 * @param {Token[]} ids @param {{top: number, color: string, decimals: number, across: number}} how
 */
function drawTable(pen, run, path, ids, { top, color, decimals, across }) {
  const { data } = run.numbers[path];
  const largest = Math.max(...data.map(Math.abs)) || 1;
  ids.forEach((id, j) => {
    const x = EDGE + j * across;
    print(pen, markOf(run, id), x + across / 2, top, `600 18px ${MONO}`, INK, "center");
    rowOf(run.numbers[path], j).forEach((value, i) => {
      const y = top + 10 + 34 * i;
      const changed = value !== (run.was[`${path}:${j}.${i}`] ?? value);
      pen.globalAlpha = 0.1 + 0.45 * Math.min(1, Math.abs(value) / largest);
      pen.fillStyle = changed ? RED : color;
      pen.fillRect(x, y, across - 3, 31);
      pen.globalAlpha = 1;
      const size = Math.min(15, across / 3.1);
      if (across > ROOM) {
        print(pen, short(value, decimals), x + across / 2 - 1, y + 21,
          `${size}px ${SANS}`, INK, "center");
      }
    });
  });
}

// Every input: right ones are green, wrong ones smaller and red.
/** @param {CanvasRenderingContext2D} pen @param {Machine} run */
function drawInputs(pen, { answers, says }) {
  const side = Math.min(14, 150 / Math.max(answers.length, says.length));
  const left = WIDE - EDGE - side * says.length;
  answers.forEach((ids, heard) => ids.forEach((id, place) => {
    const fine = id === says[place];
    const inset = fine ? 0.5 : side / 5;
    pen.fillStyle = fine ? GREEN : RED;
    pen.fillRect(left + place * side + inset, 44 + heard * side + inset,
      side - 2 * inset, side - 2 * inset);
  }));
}

/** @param {Machine} run @param {string} link @returns {Promise<Blob | null>} */
export function postcard(run, link) {
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width: WIDE, height: HIGH });
  const pen = canvas.getContext("2d");
  pen.fillStyle = PAPER;
  pen.fillRect(0, 0, WIDE, HIGH);
  const count = 3 * (run.symbols.length + run.says.length);
  print(pen, "This is a whole transformer.", EDGE, 96, `700 50px ${SANS}`, INK);
  print(pen, `${count} numbers, none of them trained.`, EDGE, 140, `26px ${SANS}`, INK);
  print(pen, `It says ${spokenBy(run)}.`, EDGE, 188, `600 32px ${SANS}`, INK);
  const across = Math.min(76, (WIDE - 2 * EDGE) / Math.max(run.says.length, run.symbols.length));
  print(pen, "What each place wants to say", EDGE, 236, `16px ${SANS}`, BLUE);
  drawTable(pen, run, "W_pos", run.says, { top: 264, color: BLUE, decimals: 1, across });
  print(pen, "Where each letter stands", EDGE, 412, `16px ${SANS}`, ORANGE);
  drawTable(pen, run, "W_E", run.symbols.map((_, id) => id),
    { top: 440, color: ORANGE, decimals: 2, across });
  drawInputs(pen, run);
  print(pen, "Transformers by Hand", EDGE, 598, `700 24px ${SANS}`, INK);
  if (link.length < LONG) print(pen, link, WIDE - EDGE, 598, `16px ${SANS}`, BLUE, "right");
  return new Promise((done) => canvas.toBlob(done));
}
