// @ts-check
// A large array as tiles; the number looked at is framed, and so is what was changed.

import { format } from "../../kit/runs.js";
import { cellMap, html, sparsely, write } from "../../kit/panels.js";
import { actOn, roomWords } from "./grid.js";
import { axesOf, nameOfArray, nameOfPlace, placeOf, valueAt, written } from "./matrices.js";
import { largestOf } from "./tolerance.js";
/** @import {Actions, NumbersRun, Shown} from "./numbers" */

const MOST = 60; // rows and columns
const TALL = 400; // px

/** @param {string} path @param {Actions} actions @returns {Shown} */
export function tiles(path, actions) {
  const map = cellMap(56);
  const caption = html("figcaption");
  let seen = /** @type {NumbersRun} */ ({});
  map.image.addEventListener("keydown", (event) => {
    const place = placeOf(seen, seen.cell);
    if (place?.[0] === path && actOn(event, place, seen, actions)) event.preventDefault();
  });
  return {
    element: html("figure", { class: "grid wide" }, caption, map.image, map.readout), path,
    draw(run, cell, far) {
      seen = { ...run, cell };
      const W = run.numbers[path];
      const [axes, largest] = [axesOf(run, path), largestOf(W)];
      /** @param {number} n @param {(i: number) => string} of */
      const names = (n, of) => Array.from({ length: Math.min(n, MOST) }, (_, i) => of(i));
      const rows = names(W.rows, axes.row);
      const cut = Math.max(W.rows, W.columns) > MOST ? `; the first ${MOST} are shown` : "";
      /** @param {number} i @param {number} j */
      const at = (i, j) => written([path, i, j]);
      write(caption, `${nameOfArray(run.model, path)}, ${W.rows} by ${W.columns}${cut}`);
      map.draw({
        rows, columns: sparsely(names(W.columns, axes.column)),
        tall: Math.max(6, Math.min(18, TALL / rows.length)),
        shade: (i, j) => valueAt(run, [path, i, j]) / largest,
        framed: (i, j) => at(i, j) === cell || at(i, j) in run.was,
        say: (i, j) => `${nameOfPlace(run, [path, i, j])}: ` +
          format(valueAt(run, [path, i, j]), 4) + roomWords(far.get(at(i, j)), largest),
        move: (i, j) => at(i, j) !== seen.cell && actions.select([path, i, j]),
        note: "", start: /** @type {number[]} */ (placeOf(run, cell)?.slice(1)),
        alt: [`${nameOfArray(run.model, path)}. Arrows choose a number, plus and minus change it.`],
      });
    },
  };
}
