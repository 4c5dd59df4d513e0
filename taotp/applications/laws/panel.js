// @ts-check
// Three laws of scale, each a straight line on logarithmic scales: L = (c / x) ^ alpha.

import { RUNS, format } from "../../page/kit/runs.js";
import { PANELS, change, describe, figure, html, paths, picture, pool, svg, trace,
  write } from "../../page/kit/panels.js";
import { STYLES } from "../../page/kit/view.js";
import CSS from "./panel.css";
/** @import {LawsOfScale} from "../../page/kit/figures" */
/** @import {Compute, FigureRun, Panel, SetState} from "../../page/kit/page" */

/** @type {Record<string, number>} */
const MEASURES = { nats: 1, bits: 1 / Math.LN2 };
const [LOWEST, HIGHEST] = [0.9, 15]; // of the losses that are drawn, in either measure

/** @typedef {import("../../page/kit/figures").LawOfScale} Law */

/** @param {Law} law @param {number} x */
export const lossOf = ({ c, alpha }, x) => (c / x) ** alpha;

// How many times as much takes the loss to a share of what it is.
/** @param {Law} law @param {number} share */
export const priceOf = ({ alpha }, share) => share ** (-1 / alpha);

/** @param {number} exponent */
const raised = (exponent) => String(exponent).replace(/./g, (c) =>
  (c === "-" ? "\u207b" : "\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079"[
    Number(c)]));
/** @param {number} exponent */
const power = (exponent) => (exponent === 0 ? "1" : exponent === 1 ? "10"
  : `10${raised(exponent)}`);

// An amount with its unit: 250,000, or 2.5 x 10^9.
/** @param {number} x @param {string} [unit] */
function amount(x, unit = "") {
  const exponent = Math.floor(Math.log10(x) + 1e-12);
  const lead = format(x / 10 ** exponent, 3);
  const large = lead === "1" ? power(exponent) : `${lead} \u00d7 ${power(exponent)}`;
  return `${x >= 1e-3 && x < 1e6 ? format(x, 3) : large} ${unit}`.trim();
}

/** @param {LawsOfScale} spec @returns {Compute<LawsRun>} */
function lawsOfScale(spec) {
  return (state) => {
    const per = MEASURES[state.measure];
    const lines = spec.laws.map((law) => {
      const x = state[law.name];
      const now = lossOf(law, x);
      return { law, x, now: now * per, then: lossOf(law, x * state.more) * per,
        kept: state.more ** -law.alpha };
    });
    const losses = lines.map(({ law, now }) => `${law.name} ${now.toFixed(2)}`).join(", ");
    const shares = lines.map(({ law, kept }) => `${law.name} ${(100 * (1 - kept)).toFixed(1)} %`)
      .join(", ");
    return {
      lines, per,
      whole: { kind: "",
        text: `Loss in ${state.measure} a token, each as if nothing else were short: ${losses}.` },
      now: { text: `${format(state.more)} times as much takes off: ${shares}.` },
    };
  };
}

/** @param {number} least @param {number} most @param {number} from @param {number} to */
const scaleOf = (least, most, from, to) => {
  const [a, b] = [Math.log10(least), Math.log10(most)];
  /** @param {number} x */
  const at = (x) => from + ((to - from) * (Math.log10(x) - a)) / (b - a);
  return Object.assign(at, { inverse: (/** @type {number} */ place) =>
    10 ** (a + ((b - a) * (place - from)) / (to - from)) });
};

/** @param {number} x */
const rounded = (x) => Number(x.toPrecision(3));

/**
 * @typedef {FigureRun & {per: number, lines: {law: Law, x: number, now: number, then: number,
 *   kept: number}[]}} LawsRun
 */

const PLOT = { wide: 288, high: 214, left: 30, right: 272, top: 10, bottom: 186 };
const LEVELS = [1, 2, 3, 5, 10];
const [LABEL, NARROW] = [15, 120];

// Where the names of runs stand: above the line, the leftmost lowest, so that no name is on the
// thread of another; those at the left below it.
/**
 * @param {{text: string, x: number, amount: number}[]} runs @param {(x: number) => number} across
 */
function namesOf(runs, across) {
  const sorted = runs.map((run) => ({ ...run, at: across(run.x) })).sort((a, b) => a.at - b.at);
  const low = sorted.filter(({ at }) => at < NARROW);
  const high = sorted.slice(low.length);
  return [
    ...low.map((run, i) =>
      ({ ...run, y: PLOT.bottom - 8 - LABEL * i, anchor: "start", x: run.at + 4 })),
    ...high.map((run, i) =>
      ({ ...run, y: PLOT.top + 12 + LABEL * (high.length - 1 - i), anchor: "end", x: run.at - 4 })),
  ];
}

/**
 * @param {{text: string, x: number, y: number, anchor: string}[]} texts @param {Element} text
 * @param {number} i
 */
function putTexts(texts, text, i) {
  write(text, texts[i].text);
  change(text, { x: texts[i].x.toFixed(1), y: texts[i].y.toFixed(1),
    "text-anchor": texts[i].anchor });
}

// Lets a reader drag along a picture to a place on its line.
/** @param {SVGElement} image @param {(x: number) => void} moved */
function draggable(image, moved) {
  /** @param {PointerEvent} event */
  const drag = (event) => {
    const box = image.getBoundingClientRect();
    moved(((event.clientX - box.left) * PLOT.wide) / box.width);
  };
  image.addEventListener("pointerdown", (event) => {
    if (event.button) return;
    image.setPointerCapture(event.pointerId);
    drag(event);
  });
  image.addEventListener("pointermove", (event) => image.hasPointerCapture(event.pointerId) &&
    drag(event));
}

// One law: its line, dashed where nobody tried it; training runs as dots; the place of the dial, to
// be dragged; and where so many times more would be.
/** @param {number} k @returns {(spec: LawsOfScale, set: SetState) => Panel<LawsRun>} */
function lawPanel(k) {
  return (/** @type {LawsOfScale} */ spec, /** @type {SetState} */ set) => {
    const law = spec.laws[k];
    const across = scaleOf(law.least, law.most, PLOT.left, PLOT.right);
    const down = scaleOf(HIGHEST, LOWEST, PLOT.top, PLOT.bottom);
    const image = picture(PLOT.wide, PLOT.high);
    const [grid, beyond, tried, threads, dots, fall, then, now] = paths("thin", "law dashed", "law",
      "thin", "dots token", "result dashed", "hollow result", "dots position");
    image.append(grid, beyond, tried, threads, fall, dots, then, now);
    image.classList.add("law-plot");
    const labels = pool(image, () => svg("text", {}));
    const note = html("p", { class: "note" });
    draggable(image, (x) =>
      set({ [law.name]: rounded(Math.max(law.least, Math.min(law.most, across.inverse(x)))) }));
    const [first, last] = [Math.ceil(Math.log10(law.least)), Math.floor(Math.log10(law.most))];
    const exponents = Array.from({ length: last - first + 1 }, (_, i) => first + i)
      .filter((e) => (e - first) % 3 === 0);
    const names = namesOf(Object.entries(spec.runs)
      .map(([text, all]) => ({ text, x: all[k], amount: all[k] })), across);
    /** @param {number} x @param {number} level */
    const at = (x, level) => `${across(x).toFixed(1)} ${down(level).toFixed(1)}`;
    trace(grid, [...exponents.map((e) => `M${across(10 ** e).toFixed(1)} ${PLOT.bottom}v-6`),
      `M${PLOT.left} ${PLOT.bottom}H${PLOT.right}`,
      ...LEVELS.slice(0, -1).map((level) =>
        `M${PLOT.left} ${down(level).toFixed(1)}H${PLOT.right}`)].join(""));
    const texts =
      [...exponents.map((e) =>
        ({ x: across(10 ** e), y: PLOT.bottom + 16, anchor: "middle", text: power(e) })),
      ...LEVELS.map((level) =>
        ({ x: PLOT.left - 5, y: down(level) + 4, anchor: "end", text: String(level) })), ...names];
    const [from, to] = [Math.max(law.tried[0], law.least), Math.min(law.tried[1], law.most)];
    return {
      element: figure(`${law.name}: ${law.what} (dashed: not tried for the law)`, image, note),
      draw({ measure, more }, { lines, per }) {
        const line = lines[k];
        /** @param {number} x */
        const level = (x) => lossOf(law, x) * per;
        /** @param {number} a @param {number} b */
        const segment = (a, b) => (a < b ? `M${at(a, level(a))}L${at(b, level(b))}` : "");
        trace(beyond, segment(law.least, from) + segment(to, law.most));
        trace(tried, segment(from, to));
        trace(threads, names.map(({ at: x, y, amount: a }) =>
          `M${x.toFixed(1)} ${(y - 4).toFixed(1)}V${down(level(a)).toFixed(1)}`).join(""));
        trace(dots, names.map(({ amount: a }) => `M${at(a, level(a))}h0`).join(""));
        trace(now, `M${at(line.x, line.now)}h0`);
        const far = Math.min(line.x * more, law.most);
        const [x, y] = [across(far), down(level(far))];
        trace(fall, more > 1 ? `M${at(line.x, line.now)}H${x.toFixed(1)}V${y.toFixed(1)}` : "");
        trace(then, more > 1 ? `M${(x - 4).toFixed(1)} ${y.toFixed(1)}a4 4 0 1 0 8 0a4 4 0 1 0 -8 0`
          : "");
        labels(texts, (text, _, i) => putTexts(texts, text, i));
        const words =
          `At ${amount(line.x, law.unit)}: ${line.now.toFixed(3)} ${measure}; ` +
          `at ${format(more)} times as much: ${line.then.toFixed(3)}.`;
        write(note, words);
        describe(image, words, names.map(({ text, amount: a }) =>
          `${text} at ${amount(a, law.unit)}: ${level(a).toFixed(2)}`).join(", "));
      },
    };
  };
}

const SHARES = [0.99, 0.95, 0.9, 0.8, 0.5];

// How many times as much it takes to bring the loss down by some shares, and what N and D take.
/** @param {LawsOfScale} spec @param {SetState} set @returns {Panel<LawsRun>} */
function pricePanel(spec, set) {
  const heads = ["less loss", ...spec.laws.map(({ name }) => `times ${name}`)]
    .map((name) => html("th", { scope: "col" }, name));
  const rows =
    SHARES.map((share) =>
      html("tr", {}, html("th", { scope: "row" }, `${Math.round(100 * (1 - share))} %`),
    ...spec.laws.map((law) => html("td", {}, format(priceOf(law, share), 2)))));
  const table = html("table", { class: "price" }, html("thead", {}, html("tr", {}, ...heads)),
    html("tbody", {}, ...rows));
  const note = html("p", { class: "note" });
  const take = html("button", { type: "button" }, "Set C to that");
  let cost = 0;
  take.addEventListener("click", () => set({ C: cost }));
  const law = spec.laws[spec.laws.length - 1];
  return {
    element: figure("How much more for how much less", table, note, take),
    draw({ N, D, C }) {
      cost = rounded(Math.max(law.least, Math.min(law.most, (6 * N * D) / spec.unit)));
      write(note,
        `To train N on D takes about 6 N D ` +
          `operations: ${amount(rounded((6 * N * D) / spec.unit), law.unit)}.`);
      take.disabled = C === cost;
    },
  };
}

RUNS.lawsOfScale = lawsOfScale;
STYLES.push(CSS);
Object.assign(PANELS, { lawNPanel: lawPanel(0), lawDPanel: lawPanel(1), lawCPanel: lawPanel(2),
  pricePanel });
