// @ts-check
// The text that is being written, folded to the lines that matter: where the step at hand stands,
// where its heads look, and what was stored in the mailbox that is chosen. Arcs go from the step at
// hand to where each head looks.

import {
  change, describe, html, paths, point, pool, svg, write,
} from "../../page/kit/panels.js";
import { isNumber } from "./little_man.js";
/** @import {Point} from "../../page/kit/page" */
/** @import {ComputerRun, Look} from "./panel.js" */

const [TOKEN, LINE, LEFT, TOP] = [40, 30, 34, 24];
const [LINES, NARROW] = [7, 480]; // on a narrow window one line more
const LEAST = 0.005; // of a head's weight: what is less is not drawn
const SHADE = 22; // how high a token's box is

/** @typedef {{across: number, lines: number[], at: (i: number) => Point}} Fold */

// The numbers of the lines to show: first those in which something stands that must be seen.
/**
 * @param {number[]} wanted places, the most wanted first
 * @param {number} across @param {number} most
 */
export function linesShown(wanted, across, most) {
  const [first] = wanted;
  const before = Array.from({ length: most }, (_, k) => Math.floor(first / across) - k);
  const all = [...wanted.map((i) => Math.floor(i / across)), ...before].filter((k) => k >= 0);
  const after = Array.from({ length: most }, (_, k) => k); // a short text is shown from its start
  return [...new Set([...all, ...after])].slice(0, most).sort((a, b) => a - b);
}

/** @param {ComputerRun} run @param {number} wide @returns {Fold} */
function folded({ row, looks, stores }, wide) {
  const across = Math.max(4, Math.floor((wide - LEFT) / TOKEN));
  const places = looks.flatMap(({ at, other }) => [at, ...other ? [other.at] : []]);
  const wanted = [row, row + 1, ...places, ...stores.toReversed()];
  const lines = linesShown(wanted, across, LINES + Number(wide < NARROW));
  const used = Math.max(TOKEN, (wide - LEFT) / across);
  return {
    across, lines,
    at: (i) => [LEFT + (i % across + 0.5) * used,
      TOP + lines.indexOf(Math.floor(i / across)) * LINE],
  };
}

// An arc from the step at hand to where a head looks: up to a line above, or over its own line.
/** @param {Point} from @param {Point} to @param {number} k */
function arc([x, y], [u, v], k) {
  const above = SHADE / 2;
  if (u === x && v === y) return "";
  if (v === y) {
    const high = y - above - 12 - 3 * k;
    return `M${point([x, y - above])}C${point([x, high])} ${point([u, high])} ${
      point([u, y - above])}`;
  }
  const aside = x + 4 * (k - 1.5);
  return `M${point([aside, y - above])}C${point([aside, y - above - 26])} ${
    point([u, v + above + 26])} ${point([u, v + above])}`;
}

/** @param {number} k */
const lookPaths = (k) => paths(`arc look${k}`, `arc other look${k}`);

function nodes() {
  const image = svg("svg", { role: "img", class: "text" });
  const [under, arcs, over] = ["boxes", "arcs", "tokens"].map((name) =>
    svg("g", { class: `layer ${name}` }));
  const each = [0, 1, 2, 3].map(lookPaths);
  arcs.append(...each.flat());
  image.append(under, arcs, over);
  /** @param {Element} parent @param {string} name */
  const rect = (parent, name) => svg("rect", { class: name, height: SHADE, rx: 4 });
  return {
    image, each,
    lit: pool(under, () => rect(under, "lit")),
    framed: pool(under, () => rect(under, "framed")),
    words: pool(over, () => svg("text", { "text-anchor": "middle" })),
    folds: pool(over, () => svg("text", { class: "edge", "text-anchor": "end", x: LEFT - 8 })),
  };
}

export function writing() {
  const parts = nodes();
  const box = html("div", { class: "writing" }, parts.image);
  /** @type {ComputerRun | undefined} */
  let now;
  let wide = 640;
  new ResizeObserver(([{ contentRect }]) => {
    if (Math.abs(contentRect.width - wide) < 1 || !contentRect.width) return;
    wide = contentRect.width;
    if (now) drawWriting(parts, now, wide);
  }).observe(box);
  return {
    element: box,
    /** @param {ComputerRun} run */
    draw(run) {
      now = run;
      drawWriting(parts, run, wide);
    },
  };
}

/** @param {ReturnType<typeof nodes>} parts @param {ComputerRun} run @param {number} wide */
function drawWriting({ image, each, lit, framed, words, folds }, run, wide) {
  const { trace, row, looks, stores, ghost } = run;
  const fold = folded(run, wide);
  const { across, lines, at } = fold;
  const high = TOP + (LINES + Number(wide < NARROW) - 1) * LINE + 16;
  change(image, { width: wide, height: high, viewBox: `0 0 ${wide} ${high}` });
  const seen = lines.flatMap((k) => Array.from({ length: across }, (_, j) => k * across + j))
    .filter((i) => i <= row + Number(Boolean(ghost)));
  words(seen, (text, i) => {
    const [x, y] = at(i);
    const next = i > row;
    const wrong = trace.wrong >= 0 && i - trace.begins === trace.wrong;
    const kind = `${next ? "next" : i === row ? "here" : i < trace.begins ? "loaded" : ""} ${
      wrong && !next ? "wrong" : ""}`;
    write(text, next ? ghost : trace.words[i]);
    change(text, { x: x.toFixed(1), y: (y + 4.5).toFixed(1), class: kind.trim() });
  });
  /** @param {Element} rect @param {number} i */
  const around = (rect, i) => { // a store together with what it stores, where that is beside it
    const stores = trace.words[i]?.[0] === ">" && i % across && isNumber(trace.words[i - 1]);
    const [[left], [x, y]] = [at(stores ? i - 1 : i), at(i)];
    change(rect, { x: (left - TOKEN / 2 + 2).toFixed(1), y: y - SHADE / 2,
      width: (x - left + TOKEN - 4).toFixed(1) });
  };
  lit(stores.filter((i) => seen.includes(i)), around);
  const inSight = looks.filter((look) => seen.includes(look.at));
  drawLooks({ each, framed, around }, inSight, seen, row, at);
  folds(lines, (text, k, i) => {
    change(text, { y: TOP + i * LINE + 4 });
    write(text, i && lines[i - 1] !== k - 1 ? `\u22ee ${k * across}` : String(k * across));
  });
  const last = trace.words.slice(Math.max(0, row - 7), row + 1).join(" ");
  describe(image, `The text so far ends with ${last}.`,
    ...looks.map(({ name, word, at: place }) => `The ${name} is ${word} at ${place}.`));
}

/**
 * @param {{each: Element[][], framed: (of: [number, string][],
 *   draw: (rect: Element, one: [number, string]) => void) => void,
 *   around: (rect: Element, i: number) => void}} parts
 * @param {Look[]} looks @param {number[]} seen @param {number} row @param {(i: number) => Point} at
 */
function drawLooks({ each, framed, around }, looks, seen, row, at) {
  /** @type {[number, string][]} */
  const frames = [[row, "framed here"]];
  each.forEach(([path, other], k) => {
    const look = looks.find(({ number }) => number === k);
    const second = look?.other && look.other.weight > LEAST && seen.includes(look.other.at)
      ? look.other : undefined;
    change(path, { d: look ? arc(at(row), at(look.at), k) : "" });
    change(other, { d: second ? arc(at(row), at(second.at), k) : "" });
    if (look) {
      change(path, { "stroke-width": (1 + 2 * look.weight).toFixed(2) });
      frames.push([look.at, `framed look${k}`]);
    }
    if (second) {
      change(other, { "stroke-width": (1 + 2 * second.weight).toFixed(2) });
      frames.push([second.at, `framed look${k}`]);
    }
  });
  framed(frames, (rect, [i, kind]) => {
    around(rect, i);
    change(rect, { class: kind });
  });
}
