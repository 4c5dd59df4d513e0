// @ts-check
// The mood of a sentence: its words colored by what is left of their valence after each layer, and
// the circle of the last norm.

import { RUNS, remember } from "../../page/kit/runs.js";
import { PANELS, change, describe, figure, html, paths, picture, svg, trace,
  write } from "../../page/kit/panels.js";
import { STYLES } from "../../page/kit/view.js";
import { machineOf } from "./machine.js";
import CSS from "./panel.css";
/** @import {Mood} from "../../page/kit/figures" */
/** @import {Compute, FigureRun, Panel, Row, SetState} from "../../page/kit/page" */
/** @import {MoodWord} from "./machine.js" */

/**
 * @typedef {FigureRun & {words: MoodWord[], values: Row, before: Row, alone: Row, score: number,
 *   sum: number, why?: string}} MoodRun
 */

const STRONG = 4; // a valence that is colored in full
const SAME = 5e-4;
const [MIDDLE, HIGH, RADIUS] = [70, 112, 96];
const ROOT = Math.sqrt(15);

/** @param {number} x @param {number} [digits] */
const number = (x, digits = 2) => (Math.abs(x) < 0.5 / 10 ** digits ? 0 : x).toFixed(digits)
  .replace("-", "\u2212");
/** @param {number} score */
const moodOf = (score) => (score > 0.05 ? "good" : score < -0.05 ? "bad" : "neither");

/** @param {Mood} spec @returns {Compute<MoodRun>} */
function mood(spec) {
  const run = machineOf(spec);
  const result = remember((/** @type {string} */ text, /** @type {string} */ off) =>
    run(text, off.split(" ")));
  return (state) => {
    const { words, steps, score, error } = result(state.text, state.off);
    if (error) return { words, values: [], before: [], alone: [], score, sum: 0,
      whole: { kind: "wrong", text: error }, now: { text: "" } };
    const step = Math.min(state.step, steps.length - 1);
    const [values, before] = [steps[step], steps[Math.max(0, step - 1)]];
    const sum = (ROOT * score) / Math.sqrt(Math.max(1e-12, 1 - score * score));
    const known = spec.tries.find(({ text }) => text === state.text);
    const beside = known ? ` vaderSentiment says ${number(known.right, 4)}.` : "";
    const text = `It says ${number(score, 4)}: ${moodOf(score)}.${beside}`;
    const right = known && Math.abs(score - known.right) < 6e-5;
    return {
      words, values, before, alone: steps[0], score, sum, why: known?.why ?? "",
      whole: { kind: known ? (right ? "right" : "soft") : "", text },
      now: { text: step < steps.length - 1 || values.some((v, i) => isMoved(before[i], v))
        ? `${spec.steps[step]}: ${changesOf(words, values, before)}` : sumOf(values, sum) },
    };
  };
}

/** @param {number} from @param {number} to */
const isMoved = (from, to) => Math.abs(to - from) > SAME;

// What the words come to after the last rule, and what marks add to them.
/** @param {Row} values @param {number} sum */
function sumOf(values, sum) {
  const words = values.reduce((total, v) => total + v, 0);
  const marks = isMoved(words, sum) ? ` and the marks ${number(sum - words)}` : "";
  return `The words add ${number(words)}${marks}, which is ${number(sum)} in all.`;
}

/** @param {{shown: string, from: number, to: number}} change */
const changeOf = ({ shown, from, to }) => `${shown} ${number(from)} \u2192 ${number(to)}`;

// What a step did, in words.
/** @param {MoodWord[]} words @param {Row} values @param {Row} before */
function changesOf(words, values, before) {
  const changed = words.map(({ shown }, i) => ({ shown, from: before[i], to: values[i] }))
    .filter(({ from, to }) => isMoved(from, to));
  if (changed.length) return changed.map(changeOf).join(", ") + ".";
  const told = words.filter((_, i) => Math.abs(values[i]) > SAME).length;
  const of = `${told} of ${words.length} words and marks`;
  return values === before ? `${of} ${told === 1 ? "is" : "are"} good or bad alone.`
    : "nothing changes here.";
}

// The sentence, a tile for each word.
/** @returns {Panel<MoodRun>} */
function wordsPanel() {
  const list = html("ol", { class: "moods" });
  const note = html("p", { class: "note" });
  /** @type {HTMLElement[]} */
  const tiles = [];
  const element = figure("What each word adds", list, note);
  return {
    element,
    draw(_, { words, values, before, alone, why }) {
      while (tiles.length < words.length) {
        tiles.push(html("li", {}, html("b"), html("span")));
        list.append(tiles[tiles.length - 1]);
      }
      while (tiles.length > words.length) tiles.pop().remove();
      words.forEach(({ shown }, i) => {
        const [tile, v] = [tiles[i], values[i]];
        const says = Math.abs(v) > SAME;
        write(tile.firstChild, shown);
        write(tile.lastChild, isMoved(alone[i], v) ? `${number(alone[i])} \u2192 ${number(v)}`
          : says ? number(v) : "\u00b7");
        const changed = isMoved(before[i], v) ? " changed" : "";
        change(tile, { class: (says ? (v > 0 ? "is-good" : "is-bad") : "silent") + changed });
        tile.style.setProperty("--much",
          `${Math.round(12 + (60 * Math.min(STRONG, Math.abs(v))) / STRONG)}%`);
      });
      write(note, why ?? "");
      describe(list, "Valence of each word:",
        words.map(({ shown }, i) => shown + " " + number(values[i])).join(", "));
    },
  };
}

// The circle of the last norm: the sum upwards, the root of 15 to the right.
/** @returns {Panel<MoodRun>} */
function circlePanel() {
  const [ring, axis, leg, arm, dot] = paths("ring", "thin", "thin dashed", "arm", "dots arm");
  const texts = ["1", "\u22121", "0", ""].map((words) => svg("text", {}, words));
  const image = picture(288, 2 * HIGH, ring, axis, leg, arm, dot, ...texts);
  const note = html("p", { class: "note" });
  trace(ring, `M${MIDDLE} ${HIGH - RADIUS}A${RADIUS} ${RADIUS} 0 0 1 ${MIDDLE} ${HIGH + RADIUS}`);
  trace(axis, `M${MIDDLE} ${HIGH - RADIUS}V${HIGH + RADIUS}M${MIDDLE} ${HIGH}H${MIDDLE + RADIUS}`);
  [[MIDDLE - 8, HIGH - RADIUS + 4], [MIDDLE - 8, HIGH + RADIUS + 4], [MIDDLE - 8, HIGH + 4]]
    .forEach(([x, y], i) =>
    change(texts[i], { x, y, "text-anchor": "end" }));
  return {
    element: figure("Their sum, on the circle of the last norm", image, note),
    draw(_, { score, sum }) {
      const [x, y] = [MIDDLE + RADIUS * Math.sqrt(1 - score * score), HIGH - RADIUS * score];
      const kind = moodOf(score);
      for (const path of [arm, dot]) change(path,
        { class: (path === dot ? "dots arm " : "arm ") + kind });
      trace(arm, `M${MIDDLE} ${HIGH}L${x.toFixed(1)} ${y.toFixed(1)}`);
      trace(dot, `M${x.toFixed(1)} ${y.toFixed(1)}h0`);
      trace(leg, `M${x.toFixed(1)} ${y.toFixed(1)}H${MIDDLE}`);
      write(texts[3], number(score, 4));
      change(texts[3], { x: Math.max(x, MIDDLE + 20) + 10, y: y + 4 });
      write(note, `S = ${number(sum, 3)} upwards, \u221a15 to the right.`);
      describe(image,
        `The point of the sum ${number(sum, 3)} stands at the height ${number(score, 4)}.`);
    },
  };
}

// Buttons that are pressed or not.
/** @param {string[]} items @param {(i: number) => void} press */
function buttonsOf(items, press) {
  const buttons = items.map((words, i) => {
    const button = html("button", { type: "button" }, words);
    button.addEventListener("click", () => press(i));
    return button;
  });
  return { buttons, mark: (/** @type {number} */ i, /** @type {boolean} */ on) =>
    change(buttons[i], { "aria-pressed": on }) };
}

/** @param {Mood} spec @param {SetState} set @returns {Panel<MoodRun>} */
function triesPanel({ tries }, set) {
  const { buttons, mark } = buttonsOf(tries.map(({ text }) => text),
    (i) => set({ text: tries[i].text }));
  return {
    element: html("div", { class: "mood-tries", role: "group", "aria-label": "Sentences to try" },
      ...buttons),
    draw: (state) => tries.forEach(({ text }, i) => mark(i, text === state.text)),
  };
}

/** @param {Mood} spec @param {SetState} set @returns {Panel<MoodRun>} */
function headsPanel({ heads }, set) {
  let off = /** @type {string[]} */ ([]);
  /** @param {string} at */
  const toggle = (at) =>
    set({ off: (off.includes(at) ? off.filter((each) => each !== at) : [...off, at]).join(" ") });
  const { buttons, mark } = buttonsOf(heads.map(({ name, at }) => at.split(".")[0] + ": " + name),
    (i) => toggle(heads[i].at));
  return {
    element: html("div", { class: "mood-heads", role: "group",
      "aria-label": "Heads; a pressed one is off" },
      html("p", { class: "note" }, "Layer and head: press one to switch it off."), ...buttons),
    draw(state) {
      off = state.off.split(" ").filter(Boolean);
      heads.forEach(({ at }, i) => mark(i, off.includes(at)));
    },
  };
}

RUNS.mood = mood;
STYLES.push(CSS);
Object.assign(PANELS, { moodWordsPanel: wordsPanel, moodCirclePanel: circlePanel,
  moodTriesPanel: triesPanel, moodHeadsPanel: headsPanel });
