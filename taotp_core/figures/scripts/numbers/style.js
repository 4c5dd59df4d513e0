// @ts-check
// How the panel of numbers looks.

import { STYLES } from "../view.js";

const CSS = `
.numbers { align-content: start; align-items: start; display: flex; flex: 1 1 600px; flex-wrap: wrap;
  gap: 10px 20px; min-width: 0; }
.numbers > * { flex: 0 1 100%; min-width: 0; }
.numbers > .grids { flex-basis: auto; } .numbers > .one { flex: 1 1 320px; }
.numbers [hidden] { display: none; }
.tools, .one > p:first-child { align-items: center; display: flex; flex-wrap: wrap; gap: 8px; }
button[aria-pressed="true"] { background: var(--tint); box-shadow: inset 0 -3px 0 currentColor; }
button:disabled { opacity: 0.5; }
.numbers > select { flex-basis: auto; margin-right: 50%; }
.grids { display: flex; flex-wrap: wrap; gap: 12px 18px; }
.numbers figure { overflow: visible; width: auto; }
.numbers .wide, .one figure, .cases { width: 100%; }
.grid [role="row"] { display: grid; gap: 1px; margin-bottom: 1px;
  grid-template-columns: 54px repeat(var(--columns), minmax(0, 47px)) auto; }
.names { font-size: 12px; text-align: center; }
.names > * { overflow: hidden; }
[role="rowheader"] { border-radius: 4px; display: flex; font-size: 13px; gap: 8px; justify-content: end;
  line-height: 26px; padding-right: 6px; white-space: pre; }
.here [role="rowheader"] { background: var(--tint); }
[role="gridcell"] { --ink: var(--position); border: 1px solid var(--line); border-radius: 3px;
  container-type: inline-size; cursor: ns-resize; display: grid; font-size: 12.5px;
  font-variant-numeric: tabular-nums; height: 26px; place-items: center; position: relative;
  touch-action: pan-y; user-select: none; }
[role="gridcell"].more { background: color-mix(in srgb, var(--ink) calc(var(--deep) * 38%), transparent); }
[role="gridcell"].less { --ink: var(--token); border: 2px solid
  color-mix(in srgb, var(--ink) calc(20% + var(--deep) * 80%), transparent); }
[role="gridcell"][aria-selected="true"] { outline: 3px solid currentColor; touch-action: none; z-index: 1; }
.changed { font-weight: 700; text-decoration: underline 2px; text-underline-offset: 2px; }
[role="gridcell"] > i { background: currentColor; border-radius: 2px; bottom: 1px; display: none;
  height: 3px; position: absolute; }
.far > i { display: block; }
[role="gridcell"].far { background: color-mix(in srgb, var(--wrong) calc(var(--fragile) * 38%), transparent);
  padding-bottom: 5px; }
@container (max-width: 29px) { [role="gridcell"] > span { display: none; } }
.beside { display: grid; gap: 1px; grid-auto-columns: minmax(0, 15px); grid-auto-flow: column;
  margin-left: 8px; }
.beside > span { border-radius: 2px; font-size: 12px; line-height: 26px; text-align: center; }
.names .beside > span { line-height: 18px; overflow: hidden; }
.beside > [class] { background: color-mix(in srgb, var(--result) 18%, transparent); }
.beside > .bad { background: none; box-shadow: inset 0 0 0 1.5px var(--wrong); color: var(--wrong);
  font-weight: 700; }
.cases .more { fill: var(--result); } .cases .less { fill: var(--wrong); }
.one { border: 1px solid var(--line); border-radius: 8px; padding: 8px 12px; }
.one input { margin-left: 8px; width: 96px; }
.one > .note { min-height: 40px; }
.area { fill: color-mix(in srgb, var(--result) 25%, transparent); stroke: var(--result); }
.area, .now { vector-effect: non-scaling-stroke; }
.now { stroke-width: 3; }
@media (max-width: 480px) {
  .grid, .grids { width: 100%; }
  .grid [role="row"] { grid-template-columns: 54px repeat(var(--columns), minmax(0, 38px)) minmax(0, 1fr); }
  .beside { grid-auto-columns: minmax(0, 1fr); margin-left: 3px; }
}
`;

STYLES.push(CSS);
