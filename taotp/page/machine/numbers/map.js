// @ts-check
// Which cases are right. Every token at every position: beside the rows of W_pos. Prompts: tiles,
// of which one that is picked is typed.

import { nameOf } from "../../kit/runs.js";
import { cellMap, change, figure, html, write } from "../../kit/panels.js";
import { describeBreak, spelled, toldIn } from "./verdict.js";
/** @import {Speaker} from "../../kit/figures" */
/** @import {CellTable, SetState} from "../../kit/page" */
/** @import {NumbersRun, Shown} from "./numbers" */

const MOST_SYMBOLS = 16; // beside the rows
const ACROSS = 20; // tiles in a row

/** @param {Speaker} spec @param {SetState} set */
export function casesMap(spec, set) {
  const tiles = cellMap(0, 2);
  const element = figure("", tiles.image, tiles.readout);
  element.classList.add("cases");
  return {
    element,
    /** @param {NumbersRun} run @param {Shown | undefined} positions */
    draw(run, positions) {
      const { cases, program } = run;
      const fits = cases.every && program.vocabulary.length <= MOST_SYMBOLS;
      if (fits && positions) drawBeside(run, positions);
      element.hidden = cases.each === "input" || !cases.heard.length;
      if (element.hidden) return;
      write(element.firstChild, `${cases.what}: framed where it goes wrong`);
      tiles.draw(tableOf(run, (text) => set({ text, [spec.cursor]: -1 })));
    },
  };
}

/** @param {NumbersRun} run @param {(text: string) => void} type @returns {CellTable} */
function tableOf(run, type) {
  const { cases, verdict, program } = run;
  const n = cases.heard.length;
  const across = Math.min(n, ACROSS);
  /** @param {number} i @param {number} j */
  const at = (i, j) => i * across + j;
  const broken = new Map(verdict.broken.map((each) => [each.row, each]));
  /** @param {number} k */
  const told = (k) => spelled(program, toldIn(cases, k));
  /** @param {number} k */
  const shade = (k) => (k >= n ? NaN : k >= verdict.said.length ? 0 : broken.has(k) ? -1 : 0.4);
  return {
    rows: Array(Math.ceil(n / across)).fill(""), columns: Array(across).fill(""), tall: 18,
    groups: Array.from({ length: across }, (_, j) => ({ name: "", at: j, size: 1 })),
    shade: (i, j) => shade(at(i, j)),
    framed: (i, j) => broken.has(at(i, j)),
    say(i, j) {
      const found = broken.get(at(i, j));
      if (!found) return `after \u201c${told(at(i, j))}\u201d it is right`;
      return describeBreak(run, { ...found, said: verdict.said[found.row][found.place] });
    },
    pick: (i, j) => type(told(at(i, j))),
    note: "Pick one and it is typed.",
    alt: [`${verdict.right} of ${verdict.total} cases are right. Enter types one.`],
  };
}

/** @param {NumbersRun} run @param {Shown} positions */
function drawBeside({ cases, verdict, program }, { names, rows }) {
  /** @param {Element} row */
  const beside = (row) => row.querySelector(".beside") ?? row.appendChild(
    html("span", { class: "beside", "aria-hidden": "true" },
      ...program.vocabulary.map(() => html("span"))));
  [...beside(names()).children].forEach((node, id) => {
    const name = nameOf(program, id);
    write(node, [...name][0]);
    change(node, { title: name });
  });
  rows().forEach((row, place) => [...beside(row).children].forEach((node, id) => {
    const said = verdict.said[id]?.[place];
    const fine = said === undefined || said === cases.expected[id][place];
    const says = said >= 0 ? nameOf(program, said) : "NaN";
    write(node, fine ? "\u00b7" : says);
    change(node, { class: fine ? "" : "bad", title: `after ${nameOf(program, id)}: ${says}` });
  }));
}
