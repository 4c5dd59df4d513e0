// @ts-check
// Where the watched row looks, as arcs over the symbols: the machine's picture where there is no
// room for it. Symbols share the width evenly and the arcs stretch, so that no layout is asked.

import { change, html, pool, svg, write } from "../kit/panels.js";
import { rowsShown } from "./view.js";
import { SEEN, tokenOf } from "./words.js";
/** @import {View} from "./view.js" */

const [MOST, MOST_LONG] = [24, 12]; // symbols shown; of those that are long, fewer
const LONG = 3; // letters

// The heads of the step that is shown, or else of the last layer before it that has some; before
// all layers, of the first. Of them those that are not knocked out, where there are any. They look
// across in a step that does, and where there are no others.
/** @param {View} view */
function headsOf({ graph: { layers, run }, step, isCross }) {
  const across = isCross || !layers.some(({ heads }) => heads?.length);
  const all = layers.map(({ heads = [], cross = [] }) => (across ? cross : heads));
  const until = step.layer === "" ? all : all.slice(0, step.layer + 1);
  const some = (step.kind === "embed" ? all : until.reverse()).find(({ length }) => length) ?? [];
  const on = some.filter(({ label }) => !run.off.includes(label));
  return { across: across && some.length > 0, heads: on.length ? on : some, off: !on.length };
}

// An arc from one column to another, or a loop over the same one, in a box one high.
/** @param {number} from @param {number} to */
function arcOf(from, to) {
  const [a, b] = from === to ? [from + 0.3, from + 0.7] : [from + 0.5, to + 0.5];
  return `M${a} 1C${a} 0 ${b} 0 ${b} 1`;
}

export function arcStrip() {
  const image = svg("svg", { preserveAspectRatio: "none", "aria-hidden": "true" });
  const names = html("div");
  const element = html("div", { class: "glance stays" }, image, names);
  const paths = pool(image, () => svg("path"));
  const symbols = Array.from({ length: MOST + 1 }, () => html("span"));
  names.append(...symbols);
  return {
    element,
    /** @param {View} view */
    draw(view) {
      const { graph, graphs, row } = view;
      const { across, heads, off } = headsOf(view);
      const source = across ? graphs[0] : graph;
      const tokens = Array.from({ length: source.count }, (_, i) => tokenOf(source, i));
      const most = tokens.some(({ length }) => length > LONG) ? MOST_LONG : MOST;
      const rows = rowsShown(source.count, across ? source.count - 1 : row,
        across ? [] : heads, [], most);
      const shown = rows.map((i, k) => (i > (rows[k - 1] ?? -1) + 1 ? "\u2026 " : "") + tokens[i]);
      const here = across ? shown.push(tokenOf(graph, row)) - 1 : rows.indexOf(row);
      symbols.forEach((symbol, k) => {
        symbol.hidden = k >= shown.length;
        write(symbol, shown[k] ?? "");
        change(symbol, { class: k === here ? "here" : "" });
      });
      change(image, { viewBox: `0 0 ${shown.length} 1` });
      element.style.maxWidth = `${96 * shown.length}px`;
      const seen = rows.map((i, k) =>
        ({ k, share: Math.max(0, ...heads.map(({ looks }) => looks.row(row)[i] ?? 0)) }));
      // what is not a number has an arc too
      paths(seen.filter(({ share }) => !(share <= SEEN)), (path, { k, share }) =>
        change(path, { class: off ? "arc others" : "arc", d: arcOf(here, k),
          "stroke-width": (0.8 + 4 * (share || 0)).toFixed(1) }));
    },
  };
}
