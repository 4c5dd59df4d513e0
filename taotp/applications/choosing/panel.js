// @ts-check
// Which heads of a machine of many programs are awake: a line for each program, its heads by layer,
// and under each head the tokens that it looks at from the place that is shown.

import { RUNS, nameOf } from "../../page/kit/runs.js";
import { PANELS, change, describe, figure, html, pool, svg,
  write } from "../../page/kit/panels.js";
import { STYLES } from "../../page/kit/view.js";
import CSS from "./panel.css";
/** @import {Sleepers} from "../../page/kit/figures" */
/** @import {Panel, Run, SetState} from "../../page/kit/page" */

/**
 * @typedef {{name: string, layer: number, looks: number[], first: number}} Looking
 * @typedef {{name: string, awake: boolean, heads: Looking[]}} Sleeper
 */

// A head asleep looks at the first token, and at nothing else.
const ASLEEP = 0.999;

// The programs in their order, and where each of their heads looks from the place shown.
/** @param {string[]} names @param {Run} run @returns {Sleeper[]} */
export function sleepersOf(names, { weights, heads, step, program, tokens }) {
  const asked = nameOf(program, tokens[0]);
  return names.map((name) => {
    const own = weights.layers.flatMap((layer, number) => layer.heads.flatMap((head, h) => {
      if (!head.name.startsWith(`${name} `)) return [];
      const looks = heads[number][h].pattern[step];
      return [{ name: head.name.slice(name.length + 1), layer: number, looks, first: looks[0] }];
    }));
    return { name, awake: name === asked, heads: own };
  });
}

// What a head does, in words.
/** @param {Looking} head @param {(at: number) => string} token */
function inWords({ name, looks, first }, token) {
  if (first > ASLEEP) return `${name}: asleep`;
  const at = looks.indexOf(Math.max(...looks));
  return `${name}: ${Math.round(100 * looks[at])}\u202f% at ${token(at)}`;
}

const CELL = 9;
const MOST = 14; // tokens drawn; of a longer text the last of them, behind the first

/** @param {SVGElement} image */
function looksIn(image) {
  const draw = pool(image, () => svg("rect", { y: 0.5, width: CELL - 1, height: CELL - 1 }));
  /** @param {number[]} looks */
  return (looks) => {
    const shown = looks.length > MOST ? [looks[0], ...looks.slice(1 - MOST)] : looks;
    draw(shown, (rect, weight, i) => change(rect,
      { x: i * CELL + 0.5, "fill-opacity": weight.toFixed(2), class: i ? "" : "sink" }));
  };
}

/** @param {SetState} set @param {string} name @param {string} text */
function lineOf(set, name, text) {
  const button = html("button", { type: "button" }, name);
  button.addEventListener("click", () => set({ text }));
  const list = html("ul");
  /** @type {{words: HTMLElement, draw: (looks: number[]) => void}[]} */
  const cells = [];
  const line = html("li", {}, button, list);
  /** @param {Sleeper} sleeper @param {(at: number) => string} token */
  const draw = ({ awake, heads }, token) => {
    change(line, { class: awake ? "awake" : "asleep" });
    change(button, { "aria-pressed": awake });
    heads.forEach((head, i) => {
      if (!cells[i]) {
        const image = svg("svg", { width: CELL * MOST, height: CELL, "aria-hidden": "true" });
        const words = html("span");
        list.append(html("li", {}, html("small", {}, `layer ${head.layer}`), words, image));
        cells[i] = { words, draw: looksIn(image) };
      }
      write(cells[i].words, inWords(head, token));
      cells[i].draw(head.looks);
    });
  };
  return { line, draw };
}

/** @param {Sleepers} spec @param {SetState} set @returns {Panel<Run>} */
function sleepersPanel({ prompts }, set) {
  const names = Object.keys(prompts);
  const answer = html("p", { class: "answered" });
  const lines = names.map((name) => lineOf(set, name, prompts[name]));
  const list = html("ol", { class: "sleepers" }, ...lines.map(({ line }) => line));
  const element = figure("Heads by program: who is awake, and where each looks", answer, list);
  change(element, { class: "wide" });
  return {
    element,
    draw(_, run) {
      const sleepers = sleepersOf(names, run);
      const { program, tokens, decision } = run;
      const awake = sleepers.find((sleeper) => sleeper.awake);
      const all = sleepers.flatMap(({ heads }) => heads);
      const asleep = all.filter(({ first }) => first > ASLEEP).length;
      write(answer, awake
        ? `${awake.name} says ${nameOf(program, decision.token)}. ${asleep} of ${all.length} ` +
          "heads look at the first token alone."
        : "Nobody is asked: the first token is not the name of a program.");
      const token = (/** @type {number} */ at) => nameOf(program, tokens[at]);
      sleepers.forEach((sleeper, i) => lines[i].draw(sleeper, token));
      describe(list, sleepers.map(({ name, heads }) =>
        `${name} ${heads.map((head) => inWords(head, token)).join(", ")}`).join(". "));
    },
  };
}

Object.assign(RUNS, { sleepers: RUNS.speaker });
STYLES.push(CSS);
Object.assign(PANELS, { sleepersPanel });
