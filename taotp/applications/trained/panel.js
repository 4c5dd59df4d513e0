// @ts-check
// Two machines that learn from two seeds, in slices of a few steps, beside the one by hand: the
// loss, how many answers are right and by which way, where heads look, and the weights.

import { RUNS, format, several } from "../../page/kit/runs.js";
import { PANELS, cellMap, change, describe, figure, html, paths, picture, pool, svg, trace,
  write } from "../../page/kit/panels.js";
import { STYLES } from "../../page/kit/view.js";
import CSS from "./panel.css";
import { alike, byHand, course, tried, withOurs } from "./train.js";
/** @import {Learns, TrainedLesson} from "../../page/kit/figures" */
/** @import {CellTable, FigureRun, Panel, SetState, State} from "../../page/kit/page" */
/** @import {Matrix, Numbers} from "./train.js" */

const WORK = 1_200_000; // multiplications of one update for each machine: some milliseconds
const OF_A_ROW = 1000; // what else a place of a prompt costs, in as many multiplications
const EVERY = 16; // ms between two updates
const FRESH = 60; // steps after which answers are tried again
const FURTHER = 1000; // steps that are gone beyond those of a lesson
const MOST = 20_000;

/**
 * @typedef {{at: number, right: number, alike: number, ours: number, patterns: Float64Array[]}}
 *   Trial
 * @typedef {ReturnType<typeof course> & {seed: number, trial: Trial}} Learner
 * @typedef {FigureRun & {lesson: TrainedLesson, learners: Learner[], hand: Trial, handW: Numbers,
 *   at: number, asked: number, busy: boolean, prompt: number,
 *   settings: [number, number, number][]}} LearnsRun
 */

// How many steps of both machines are gone in one update.
/** @param {TrainedLesson} lesson @param {number} batch */
export function sliceOf({ arrays, tokens }, batch) {
  const numbers = arrays.reduce((sum, { rows, columns }) => sum + rows * columns, 0);
  const rows = batch * tokens[0].length;
  return Math.max(1, Math.floor(WORK / (rows * (6 * numbers + OF_A_ROW))));
}

// What a machine gets right, and how much of our patterns is in its own.
/** @param {TrainedLesson} lesson @param {Numbers} W @param {number} at @param {Trial} [hand] */
function trialOf(lesson, W, at, hand) {
  const { right, patterns } = tried(lesson, W);
  if (!hand) return { at, right, alike: 1, ours: right, patterns };
  const shares = alike(lesson, hand.patterns, patterns);
  return { at, right, patterns, alike: Math.min(...shares.map((row) => Math.max(...row))),
    ours: withOurs(lesson, W, hand.patterns, shares) };
}

// The way of a machine, as compared.py calls it.
/** @param {Trial} trial @param {number} asked */
export const foundBy = ({ right, ours }, asked) =>
  (right < asked ? "none" : ours === asked ? "ours" : "another");

/** @type {Record<string, string>} */
const WAYS = {
  ours: "our way: all stay right if it looks where ours does",
  another: "another way: looking where ours does, it would be wrong",
  none: "no way yet that is always right",
};

// The machines of a lesson by hand, and two in training, which go on from update to update.
/** @param {Learns} spec */
function learning(spec) {
  let key = "";
  /** @type {{lesson: TrainedLesson, hand: Trial, handW: Numbers, learners: Learner[],
   *   asked: number, settings: [number, number, number][]}} */
  let now;
  /** @param {State} state */
  return ({ task, seed, rate, batch, steps }) => {
    const asked = `${task} ${seed}`;
    if (key !== asked || now.learners[0].losses.length > steps) {
      const lesson = key.split(" ")[0] === task ? now.lesson
        : spec.lessons.find(({ name }) => name === task);
      const { W } = byHand(lesson);
      const hand = now?.lesson === lesson ? now.hand : trialOf(lesson, W, 0);
      const learners = [seed, seed + 1].map((each) => ({ ...course(lesson, each), seed: each,
        trial: /** @type {Trial} */ (null) }));
      now = { lesson, hand, handW: W, learners, settings: [],
        asked: lesson.answers.flat().filter((answer) => answer >= 0).length };
      key = asked;
    }
    const { learners, settings, lesson } = now;
    const at = learners[0].losses.length;
    const slice = Math.min(steps - at, sliceOf(lesson, batch));
    const last = settings[settings.length - 1];
    if (slice > 0 && (!last || last[1] !== rate || last[2] !== batch)) {
      settings.push([at, rate, batch]);
    }
    for (let i = 0; i < slice; i++) for (const each of learners) each.step(rate, batch);
    return now;
  };
}

// One machine is tried in an update: the first that was not for long, or is not as it was.
/** @param {ReturnType<ReturnType<typeof learning>>} now @param {boolean} going */
function tryOne({ lesson, learners, hand }, going) {
  const stale = learners.filter(({ trial, losses }) =>
    !trial || losses.length - trial.at >= (going ? FRESH : 1));
  if (stale.length) stale[0].trial = trialOf(lesson, stale[0].W, stale[0].losses.length, hand);
  return stale.length > 1;
}

/** @param {Learns} spec */
function learns(spec) {
  const go = learning(spec);
  return (/** @type {State} */ state) => {
    const now = go(state);
    const at = now.learners[0].losses.length;
    const going = at < state.steps;
    if (!now.learners[1].trial) tryOne(now, false); // both are known from the first update on
    const waits = tryOne(now, going);
    const said = now.learners.map(({ seed, trial }) =>
      `seed ${seed} has ${trial.right} of ${now.asked} right`).join(", ");
    const ways = now.learners.map(({ seed, trial }) =>
      `Seed ${seed}: ${WAYS[foundBy(trial, now.asked)]}.`).join(" ");
    const all = now.learners.every(({ trial }) => trial.right === now.asked);
    return { ...now, at, busy: going || waits, prompt: state.prompt % now.lesson.tokens.length,
      whole: { kind: all ? "right" : at ? "soft" : "",
        text: `After ${several(at, "step")} ${said}.` },
      now: { text: ways } };
  };
}

// The loss, and what lets the machines learn.

const PLOT = { wide: 288, high: 176, left: 40, right: 280, top: 8, bottom: 150 };
const [LOWEST, HIGHEST, BINS] = [0.001, 10, 120];
const LEVELS = [10, 1, 0.1, 0.01, 0.001];

/** @param {number} loss */
const down = (loss) => PLOT.top + ((PLOT.bottom - PLOT.top) *
  Math.log(HIGHEST / Math.min(HIGHEST, Math.max(LOWEST, loss)))) / Math.log(HIGHEST / LOWEST);

// A curve of means over neighboring steps.
/** @param {number[]} losses @param {number} wide */
export function curveOf(losses, wide) {
  const size = Math.max(1, Math.ceil(wide / BINS));
  let d = "";
  for (let from = 0; from < losses.length; from += size) {
    const some = losses.slice(from, from + size);
    const x = PLOT.left + ((PLOT.right - PLOT.left) * (from + some.length / 2)) / wide;
    d += `${d ? "L" : "M"}${x.toFixed(1)} ${down(some.reduce((a, b) => a + b) / some.length)
      .toFixed(1)}`;
  }
  return d;
}

/** @param {[number, number, number][]} settings */
const changesOf = (settings) => settings.slice(1).map(([at, rate, batch]) =>
  ` From step ${format(at)} on the rate is ${format(rate)}, with ${several(batch, "prompt")}.`)
  .join("");

const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** @param {Learns} _ @param {SetState} set @returns {Panel<LearnsRun>} */
function coursePanel(_, set) {
  const image = picture(PLOT.wide, PLOT.high);
  const [grid, one, other] = paths("thin", "curve result", "curve token other");
  image.append(grid, one, other);
  const labels = pool(image, () => svg("text", {}));
  const buttons = ["Learn", "One step", "100 steps", "Begin again", "Two other seeds"]
    .map((words) => html("button", { type: "button" }, words));
  const [go, step, more, again, others] = buttons;
  const note = html("p", { class: "note" });
  let [at, goal, most, seed, timer] = [0, 0, 0, 0, /** @type {any} */ (0)];
  /** @param {number} steps */
  const to = (steps) => set({ steps: Math.min(MOST, steps) });
  go.addEventListener("click", () => to(at < goal ? at : at < most ? most : at + FURTHER));
  step.addEventListener("click", () => to(at + 1));
  more.addEventListener("click", () => to(at + 100));
  again.addEventListener("click", () => to(0));
  others.addEventListener("click", () => set({ seed: (seed + 2) % 98, steps: 0 }));
  return {
    element: figure("Surprise at the right answer, in nats", image,
      html("div", { class: "keys stays" }, ...buttons), note),
    draw(state, { lesson, learners, at: now, busy, settings }) {
      const { rate, batch } = state;
      [at, goal, most, seed] = [now, state.steps, lesson.steps, state.seed];
      clearTimeout(timer);
      if (busy) timer = setTimeout(() => image.isConnected && set({}), EVERY);
      write(go, at < goal ? "Stop" : at ? "Go on" : "Learn");
      again.disabled = !at;
      go.disabled = step.disabled = more.disabled = at >= MOST;
      const ends = learners.map(({ losses, seed: s }) =>
        `seed ${s} ${losses.length ? format(losses[losses.length - 1]) : "not yet"}`).join(", ");
      const told = at ? changesOf(settings)
        : ` The first one is at rate ${format(rate)}, with ${several(batch, "prompt")}.`;
      write(note, `Step ${format(at)}.${told}`);
      if (busy && calm()) return;
      const wide = Math.max(most, goal > most ? goal : at);
      trace(grid, LEVELS.map((level) => `M${PLOT.left} ${down(level).toFixed(1)}H${PLOT.right}`)
        .join(""));
      [one, other].forEach((path, i) => trace(path, curveOf(learners[i].losses, wide)));
      const texts = [...LEVELS.map((level) => ({ x: PLOT.left - 5, y: down(level) + 4, end: "end",
        text: String(level) })), { x: PLOT.left, y: PLOT.high - 8, end: "start", text: "0" },
      { x: PLOT.right, y: PLOT.high - 8, end: "end", text: `${format(wide)} steps` }];
      labels(texts, (text, { x, y, end, text: words }) => {
        write(text, words);
        change(text, { x, y: y.toFixed(1), "text-anchor": end });
      });
      describe(image, `The loss after ${several(at, "step")}: ${ends}.`);
    },
  };
}

// What the machines get right, and by which way.
/** @returns {Panel<LearnsRun>} */
function seedsPanel() {
  const heads = ["machine", "loss", "right", "alike", "largest"].map((name) =>
    html("th", { scope: "col" }, name));
  const rows = Array.from({ length: 3 }, () => html("tr", {}, html("th", { scope: "row" }),
    ...heads.slice(1).map(() => html("td"))));
  const note = html("p", { class: "note" });
  return {
    element: figure("Asked after all prompts", html("table", { class: "seeds" },
      html("thead", {}, html("tr", {}, ...heads)), html("tbody", {}, ...rows)), note),
    draw(_, { learners, hand, asked, handW }) {
      const all = [...learners.map(({ seed, trial, losses, W }, i) =>
        ({ name: `seed ${seed}${i ? ", dashed" : ""}`, trial, W,
          loss: losses.length ? format(losses[losses.length - 1]) : "\u2013" })),
      { name: "by hand", trial: hand, W: handW, loss: "\u2013" }];
      all.forEach(({ name, trial, W, loss }, i) => {
        const largest = Math.max(...Object.values(W).map(largestOf));
        [name, loss, format(trial.right, 5), `${Math.round(100 * trial.alike)}\u202f%`,
          format(largest)].forEach((text, k) => write(rows[i].children[k], text));
      });
      write(note, `Right: of ${format(asked)} answers. Alike: how much of where our heads look ` +
        `is in where theirs do. Largest: the largest weight.`);
    },
  };
}

/** @param {Matrix} W */
const largestOf = ({ data }) => data.reduce((most, x) => Math.max(most, Math.abs(x)), 0);

// Three maps side by side: by hand, and of the two seeds.
/**
 * @param {string} caption
 * @param {(state: State, run: LearnsRun, i: number) => CellTable} tableOf
 * @returns {Panel<LearnsRun>}
 */
function threeMaps(caption, tableOf) {
  const titles = [0, 1, 2].map(() => html("p", { class: "title" }));
  const maps = titles.map(() => cellMap(22));
  const element = figure(caption, html("div", { class: "three" },
    ...maps.map((map, i) => html("div", {}, titles[i], map.image, map.readout))));
  change(element, { class: "wide" });
  return {
    element,
    draw(state, run) {
      if (run.busy && calm()) return;
      maps.forEach((map, i) => {
        write(titles[i], i ? `seed ${run.learners[i - 1].seed}` : "by hand");
        map.draw(tableOf(state, run, i));
      });
    },
  };
}

const HIGH = 96;

/** @returns {Panel<LearnsRun>} */
function looksPanel() {
  return threeMaps("Where each head looks in the prompt shown, from each place", (_, run, i) => {
    const { lesson, hand, learners, prompt } = run;
    const names = lesson.tokens[prompt].map((token) => lesson.symbols[token]);
    const n = names.length;
    const patterns = (i ? learners[i - 1].trial : hand).patterns.map((all) =>
      all.subarray(prompt * n * n, (prompt + 1) * n * n));
    const whose = i ? `Seed ${learners[i - 1].seed}` : "By hand";
    const looked = (/** @type {Float64Array} */ pattern, /** @type {number} */ h) => {
      const at = names.map((name, k) => `${name} ${format(pattern[(n - 1) * n + k], 2)}`);
      return `head ${h + 1} looks at ${at.join(", ")}`;
    };
    return {
      rows: names,
      columns: patterns.flatMap(() => names),
      groups: patterns.length > 1 ? patterns.map((_, h) =>
        ({ name: i ? `head ${h + 1}` : lesson.heads[h], at: h * n, size: n })) : undefined,
      tall: HIGH / n,
      shade: (row, j) => (j % n <= row ? patterns[Math.floor(j / n)][row * n + (j % n)] : 0),
      say: (row, j) => `from ${names[row]}, place ${row + 1}, at ${names[j % n]}, place ${
        (j % n) + 1}: ${format(patterns[Math.floor(j / n)][row * n + (j % n)])}`,
      alt: [`${whose}: from the last place ${patterns.map(looked).join("; ")}.`],
    };
  });
}

/** @returns {Panel<LearnsRun>} */
function weightsPanel() {
  return threeMaps("Weights", ({ array }, { handW, learners }, i) => {
    const all = i ? learners[i - 1].W : handW;
    const { data, rows, columns } = all[array] ?? all.W_E;
    const largest = largestOf({ data, rows, columns }) || 1;
    return {
      rows: Array.from({ length: rows }, () => ""),
      columns: Array.from({ length: columns }, () => ""),
      tall: Math.min(16, 160 / rows),
      shade: (row, j) => data[row * columns + j] / largest,
      say: (row, j) => `row ${row + 1}, column ${j + 1}: ${format(data[row * columns + j])}`,
      alt: [`${array in all ? array : "W_E"} ${i ? "of seed" : "by hand"}`,
        `${i ? learners[i - 1].seed : ""}: ${rows} rows, ${columns} columns,`,
        `the largest ${format(largest)}.`],
    };
  });
}

RUNS.learns = learns;
STYLES.push(CSS);
Object.assign(PANELS, { coursePanel, seedsPanel, looksPanel, weightsPanel });
