// @ts-check
// Right or wrong over two things at once, as Python found it.

import { RUNS, format } from "../kit/runs.js";
import { PANELS, mapPanel, sparsely } from "../kit/panels.js";
/** @import {Failures} from "../kit/figures" */
/** @import {FigureElement, Panel} from "../kit/page" */

/** @param {import("../kit/figures").Failures} spec */
function failures({ right }) {
  const cells = right.flat();
  const count = cells.filter((share) => share === 1).length;
  return () => ({ whole: { kind: "", text: `Right in ${count} of ${cells.length} cells.` } });
}

// A cell picked is the state of another figure.
/** @param {Failures} spec @returns {Panel} */
function failuresPanel(spec) {
  const { names: [down, across], rows, columns, right } = spec;
  /** @param {number} i @param {number} j */
  const pick = (i, j) => {
    const other = /** @type {FigureElement | null} */ (document.getElementById(spec.target));
    other?.begin?.();
    other?.handle?.set({ [down]: rows[i], [across]: columns[j], ...spec.cases?.[i][j] });
    other?.scrollIntoView({ block: "nearest" });
  };
  const [rowNames, columnNames] = [rows, columns].map((values) => values.map(named));
  return mapPanel(`${down} (down) and ${across} (across): blue is right`, 84, () => ({
    rows: rowNames,
    columns: sparsely(columnNames),
    tall: 22,
    shade: (i, j) => (right[i][j] === 1 ? 1 : right[i][j] - 1),
    say: (i, j) => `${down} ${rowNames[i]}, ${across} ${columnNames[j]}: ` +
      `right in ${format(right[i][j] * 100)} %`,
    pick,
    alt: [spec.alt, "Enter shows a case."],
  }));
}

/** @param {string | number} value */
const named = (value) => (typeof value === "number" ? format(value) : value);

RUNS.failures = failures;
PANELS.failuresPanel = failuresPanel;
