// @ts-check
// The wheel: symbols on the circle that the norm leaves alone, the arrow of a place, to whose tip
// what was heard is added, and where on the circle the norm puts the sum.

import { PRECISIONS, normalize, rowOf } from "../../page/kit/arithmetic.js";
import {
  change, describe, line, paths, pool, svg, trace, write,
} from "../../page/kit/panels.js";
import { EAST, NORTH, RADIUS, dotProduct } from "../../page/positions/space.js";
import { inputSaid, markOf } from "./words.js";
/** @import {Cover, Norm} from "../../page/kit/figures" */
/** @import {Point} from "../../page/kit/page" */
/** @import {Machine} from "./machine.js" */
/** @import {Looked} from "./words.js" */

const [RIM, NAMES, SIDE] = [104, 127, 300]; // px
const FARTHEST = 1.3; // an arrow, in radii: one that is longer is drawn so long

// A row of three numbers in the plane of the circle: the first symbol at the top, then clockwise.
/** @param {ArrayLike<number>} row @param {number} size @returns {Point} */
function seen(row, size) {
  const x = [row[0], row[1], row[2]];
  return [size * dotProduct(x, NORTH), -size * dotProduct(x, EAST)];
}

/** @param {Cover} spec */
export function wheel({ loud, norm }) {
  const [rim, position, letter, lands] = paths("ring", "arrow position", "arrow token",
    "thin dashed");
  const landing = svg("circle", { r: 13 });
  const image = svg("svg", { role: "img", class: "wheel",
    viewBox: `${-SIDE / 2} ${-SIDE / 2} ${SIDE} ${SIDE}` }, rim, position, letter, lands, landing);
  trace(rim, `M${-RIM} 0a${RIM} ${RIM} 0 1 0 ${2 * RIM} 0a${RIM} ${RIM} 0 1 0 ${-2 * RIM} 0`);
  const symbols = pool(image, () => svg("g", { class: "symbol" }, svg("circle"),
    svg("text", { "text-anchor": "middle" })));
  return {
    element: image,
    /** @param {Machine} run @param {Looked} looked */
    draw(run, looked) {
      const { place, heard, says, fine } = looked;
      const { W_E, W_pos } = run.numbers;
      const size = RIM / RADIUS;
      const at = [rowOf(W_pos, place), rowOf(W_E, heard)];
      const long = Math.hypot(...seen(at[0], size / loud)) / RIM;
      const scale = size / loud / Math.max(1, long / FARTHEST);
      const tip = seen(at[0], scale);
      const added = seen(at[1], scale);
      const end = [tip[0] + added[0], tip[1] + added[1]];
      const row = [0, 1, 2].map((i) => at[0][i] + at[1][i]);
      const there = seen(normalize(row, /** @type {Norm} */ (norm), PRECISIONS.float64), size);
      const stands = [...tip, ...end, ...there].every(Number.isFinite);
      const kind = fine ? "fine" : "off";
      trace(position, stands ? line([0, 0], tip) : "");
      trace(letter, stands ? line(tip, end) : "");
      trace(lands, stands ? line(end, there) : "");
      change(landing, { class: `lands ${kind}`, cx: stands ? there[0].toFixed(1) : 0,
        cy: stands ? there[1].toFixed(1) : 0, visibility: stands ? "visible" : "hidden" });
      symbols(run.symbols, (node, _, id) => {
        const chosen = id === says;
        const away = chosen ? NAMES + 4 : NAMES;
        const [dot, name] = /** @type {Iterable<SVGElement>} */ (node.children);
        const [x, y] = bounded(seen(rowOf(W_E, id), size), RIM);
        const [far, down] = bounded(seen(rowOf(W_E, id), (size * away) / RIM), away);
        const role = chosen ? kind : id === heard ? "heard" : "";
        change(node, { class: `symbol ${role}` });
        change(dot, { cx: x.toFixed(1), cy: y.toFixed(1), r: chosen ? 7 : 3.5 });
        change(name, { x: far.toFixed(1), y: (down + (chosen ? 9 : 5)).toFixed(1) });
        write(name, markOf(run, id));
      });
      describe(image, inputSaid(run, looked));
    },
  };
}

// A point that was moved off the circle, as far as there is room for it.
/** @param {Point} at @param {number} radius @returns {Point} */
function bounded([x, y], radius) {
  const far = Math.hypot(x, y);
  if (!Number.isFinite(far)) return [0, 0];
  const most = radius * 1.15;
  return far > most ? [(x * most) / far, (y * most) / far] : [x, y];
}
