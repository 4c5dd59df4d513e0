// @ts-check
// The panel in which numbers are changed: grids of the weights, what stays right, how far each
// number may move, and the number looked at.

import { changedBy, format } from "../../kit/runs.js";
import { PANELS, change, html, write } from "../../kit/panels.js";
import { keptOf } from "./cases.js";
import { grid, short } from "./grid.js";
import { inspector } from "./inspector.js";
import { casesMap } from "./map.js";
import { loudest, nameOfArray, nameOfPlace, placeOf, valueAt, written } from "./matrices.js";
import "./style.js";
import { tiles } from "./tiles.js";
import { howFar, largestOf, profile } from "./tolerance.js";
import "./verdict.js";
import { worker } from "./work.js";
/** @import {Matrix, Speaker} from "../../kit/figures" */
/** @import {Panel, Place, Run, SetState, State} from "../../kit/page" */
/** @import {Actions, NumbersRun, Room, Shown} from "./numbers" */

const MOST_NUMBERS = 130; // of a model whose arrays all stand side by side
const MOST_ARRAYS = 4;
const MOST_CELLS = 320; // of an array that is shown as numbers; larger ones are tiles
const UNDO = 600; // ms between two changes that are undone one by one

/** @param {Matrix} W @param {string} path */
const everyPlace = ({ data, columns }, path) =>
  Array.from(data, (_, i) => /** @type {Place} */ ([path, Math.floor(i / columns), i % columns]));

// The number looked at: the one that the state names, or else the largest of the embedding.
/** @param {Run} run @param {State} state */
const placeIn = (run, state) => placeOf(run, state.cell) ?? loudest(run, "W_E");

function toolbar() {
  const [far, undo, all] = ["How far can it move?", "Undo", "Undo all"].map((text) =>
    html("button", { type: "button" }, text));
  const bar = html("progress", { "aria-label": "numbers measured", hidden: "" });
  return {
    element: html("p", { class: "tools" }, far, undo, all, bar),
    /** @param {Record<"far" | "undo" | "all", () => void>} acts */
    wire(acts) {
      far.addEventListener("click", acts.far);
      undo.addEventListener("click", acts.undo);
      all.addEventListener("click", acts.all);
    },
    /** @param {number} value @param {number} max */
    progress(value, max) {
      bar.hidden = !max;
      write(far, max ? "Stop" : "How far can it move?");
      if (max) change(bar, { value, max });
    },
    /** @param {State} state @param {number} undone */
    draw(state, undone) {
      change(far, { "aria-pressed": Boolean(state.far) });
      undo.disabled = !undone;
      all.disabled = !state.changed;
    },
  };
}

// What was changed before, to be had back: changes of the same numbers that follow each other
// closely count as one.
function memory() {
  /** @type {string[]} */
  const past = [];
  /** @param {string} changed */
  const places = (changed) => changed.replace(/=[^;]*/g, "");
  let [last, since] = ["", 0];
  return {
    past,
    /** @param {string} changed */
    note(changed) {
      if (changed === last) return;
      const other = places(changed) !== places(last);
      if (other || performance.now() - since > UNDO) past.push(last);
      [last, since] = [changed, performance.now()];
    },
    undo: () => (last = past.pop() ?? ""),
  };
}

// The grids of all arrays of a small model; of a larger one a list, and the grid of the one chosen.
/** @param {Actions} actions */
function shelf(actions) {
  const chooser = html("select", { "aria-label": "which weights" });
  const tables = html("div", { class: "grids" });
  /** @type {Shown[]} */
  let shown = [];
  chooser.addEventListener("change", () => actions.choose(chooser.value));
  return {
    chooser, tables,
    shown: () => shown,
    /** @param {Run} run @param {string} path */
    arrange(run, path) {
      const paths = Object.keys(run.numbers);
      const total = paths.reduce((sum, each) => sum + run.numbers[each].data.length, 0);
      const all = total <= MOST_NUMBERS && paths.length <= MOST_ARRAYS;
      chooser.hidden = all;
      const names = paths.map((each) => nameOfArray(run.model, each));
      if (chooser.dataset.names !== names.join()) {
        chooser.replaceChildren(...paths.map((value, i) => html("option", { value }, names[i])));
        chooser.dataset.names = names.join();
      }
      chooser.value = path;
      const wanted = (all ? paths : [path]).map((each) =>
        ({ path: each, draw: run.numbers[each].data.length > MOST_CELLS ? tiles : grid }));
      /** @param {Shown} shown @param {number} i */
      const same = ({ path: its, kind }, i) => its === wanted[i]?.path && kind === wanted[i].draw;
      if (shown.length === wanted.length && shown.every(same)) return;
      shown = wanted.map(({ path: each, draw }) => ({ ...draw(each, actions), kind: draw }));
      tables.replaceChildren(...shown.map(({ element }) => element));
    },
  };
}

/** @param {Run} run @param {Map<string, Room>} far */
function mostFragile(run, far) {
  const ranked = [...far].filter(([, { share }]) => Number.isFinite(share))
    .sort((a, b) => a[1].share - b[1].share);
  const free = far.size - ranked.length;
  const moves = free ? `${free} of ${far.size} move freely.` : "None moves freely.";
  if (!ranked.length) return moves;
  const [at, { down, up, share }] = ranked[0];
  const place = placeOf(run, at);
  const [by, way] = down.by < up.by ? [down.by, "down"] : [up.by, "up"];
  const words = short(by, largestOf(run.numbers[place[0]]));
  return "The line in each cell is its room: shorter and grayer is more fragile. Least room has " +
    `${nameOfPlace(run, place)}: ${words} ${way}, ${format(100 * share, 2)} % of the largest ` +
    `number there. ${moves}`;
}

// What takes longer than a moment: the rest of the verdict, or how far the number looked at may
// move, its profile, and then how far every number shown may.
/**
 * @param {NumbersRun} run @param {Place} place @param {ReturnType<typeof inspector>} one
 * @param {string[]} arrays @param {(value: number, max: number) => void} progress
 */
function* longer(run, place, one, arrays, progress) {
  if (!run.verdict.done) {
    yield* run.work;
    return undefined;
  }
  const { cases, verdict } = run;
  const kept = keptOf(verdict, cases);
  one.room(run, place, yield* howFar(run, cases, kept, place));
  one.profile(yield* profile(run, cases, place), verdict.total, largestOf(run.numbers[place[0]]));
  /** @type {Map<string, Room>} */
  const far = new Map();
  const all = arrays.flatMap((path) => everyPlace(run.numbers[path], path));
  for (const each of all) {
    progress(far.size, all.length);
    far.set(written(each), yield* howFar(run, cases, kept, each));
  }
  return far;
}

// What decides how far numbers may move.
/** @param {Speaker} spec @param {State} state @param {NumbersRun} run */
const keyOf = ({ constant = "N" }, state, run) => [
  run.option, state[constant], state.changed, state.off, state.precision, run.verdict.done,
  run.cases.own && run.text, placeIn(run, state)[0],
].join(" ");

/** @param {Speaker} spec @param {SetState} set @returns {Panel<NumbersRun>} */
function numbersPanel(spec, set) {
  const [tools, past, work, one, map] =
    [toolbar(), memory(), worker(), inspector(), casesMap(spec, set)];
  const note = html("p", { class: "note", role: "status" });
  let [state, run, key, of] = [/** @type {State} */ ({}), /** @type {NumbersRun} */ ({}), "", ""];
  /** @type {Map<string, Room>} */
  let far = new Map();
  const here = () => placeIn(run, state);
  /** @type {Actions} */
  const actions = {
    choose: (path) => set({ cell: written(loudest(run, path)) }),
    select: (place) => set({ cell: written(place) }),
    tell: (place, value) =>
      set({ cell: written(place), changed: changedBy(run, [[...place, value]]) }),
    back: (place) => actions.tell(place, run.was[written(place)] ?? valueAt(run, place)),
    type: one.type,
  };
  const { chooser, tables, shown, arrange } = shelf(actions);
  tools.wire({ undo: () => set({ changed: past.undo() }), all: () => set({ changed: "" }),
    far: () => set({ far: state.far ? "" : "all" }) });
  one.wire({
    tell: (value) => actions.tell(here(), value),
    back: () => actions.back(here()),
    leave: () => /** @type {HTMLElement} */ (tables.querySelector("[tabindex='0']"))?.focus(),
  });
  const drawGrids = () => {
    const rooms = state.far ? far : new Map();
    for (const each of shown()) each.draw(run, written(here()), rooms);
    map.draw(run, shown().find(({ path }) => path === "W_pos"));
  };
  /** @param {Map<string, Room> | undefined} found */
  const ended = (found) => {
    if (!found) return set({}); // the verdict is known now
    far = found;
    tools.progress(0, 0);
    drawGrids();
    write(note, state.far && far.size ? mostFragile(run, far) : "");
  };
  return {
    element: html("div", { class: "numbers" },
      tools.element, chooser, tables, one.element, map.element, note),
    draw(now, drawn) {
      [state, run] = [now, drawn];
      past.note(state.changed);
      arrange(run, here()[0]);
      const decides = keyOf(spec, state, run);
      if (of !== (of = decides)) far = new Map();
      drawGrids();
      tools.draw(state, past.past.length);
      one.draw(run, here());
      const wanted = `${decides} ${written(here())} ${state.far}`;
      if (key === (key = wanted)) return;
      if (!state.far) write(note, "");
      tools.progress(0, 0);
      const known = !state.far || far.size;
      const arrays = known ? [] : shown().map(({ path }) => path);
      work.start(longer(run, here(), one, arrays, tools.progress), (found) =>
        ended(known && found ? far : found));
    },
  };
}

PANELS.numbersPanel = numbersPanel;
