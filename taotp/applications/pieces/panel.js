// @ts-check
// Merges one at a time: a text in pieces, the pairs that stand together most often, and what was
// merged so far.

import { RUNS, format, remember, several } from "../../page/kit/runs.js";
import {
  PANELS, change, describe, figure, html, picture, pool, svg, write,
} from "../../page/kit/panels.js";
import { CONTROLS, STYLES, dial } from "../../page/kit/view.js";
import { LEADERS, asBytes, countWords, learner, longestFirst, oldestFirst,
  wordsOf } from "./learning.js";
import CSS from "./panel.css";
/** @import {BytePairs, GrowingDial} from "../../page/kit/figures" */
/** @import {Panel, SetState, State} from "../../page/kit/page" */
/** @import {Leader} from "./learning.js" */

const MOST_LETTERS = 100_000; // of a reader's own text
const MOST_WORDS = 60; // that are drawn
const BYTES = Array.from({ length: 256 }, (_, byte) => String.fromCharCode(byte));

// "3 art thou" on a line of its own: words that occur three times each.
/** @param {string} lines */
const countsIn = (lines) => new Map(lines.split("\n").flatMap((line) => {
  const [times, ...words] = line.split(" ");
  return words.map((word) => [word, Number(times)]);
}));

/** @param {Map<string, number>} counts */
/** @typedef {ReturnType<ReturnType<typeof bytePairs>>} PairsRun */
/**
 * @typedef {{word: string, letters: number, differs: boolean,
 *   pieces: {piece: string, text: string, born: number | undefined}[]}} CutWord
 */

/** @param {Map<string, number>} counts */
const inBytes = (counts) => {
  /** @type {Map<string, number>} */
  const found = new Map();
  for (const [word, times] of counts) found.set(asBytes(word), times);
  return found;
};

// A piece as it is shown: bytes that are no whole letters as numbers.
/** @param {string} piece @param {boolean} bytes */
function shown(piece, bytes) {
  if (!bytes) return piece;
  const all = Uint8Array.from(piece, (letter) => letter.charCodeAt(0));
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(all);
  } catch {
    return Array.from(all, (byte) => byte.toString(16).toUpperCase().padStart(2, "0")).join(" ");
  }
}

/** @param {BytePairs} spec */
function bytePairs(spec) {
  const learned = remember((/** @type {string} */ own, /** @type {boolean} */ bytes) => {
    const counts = own.trim() ? countWords(own.slice(0, MOST_LETTERS)) : countsIn(spec.words);
    return bytes ? learner(inBytes(counts), BYTES) : learner(counts);
  });
  return (/** @type {State} */ state) => {
    const bytes = state.alphabet === "bytes";
    const from = learned(state.own, bytes);
    const n = from.learn(Math.floor(state.merges));
    const born = new Map(from.letters.map((letter) => [letter, 0]));
    let most = 1; // letters of a piece, or more
    from.made.slice(0, n).forEach(({ left, right }, i) => {
      most = Math.max(most, left.length + right.length);
      if (!born.has(left + right)) born.set(left + right, i + 1);
    });
    const words = wordsOf(state.text).map((word) => {
      const letters = bytes ? asBytes(word) : word;
      const [oldest, longest] = [oldestFirst(letters, from, n), longestFirst(letters, born, most)];
      const cut = state.cut === "longest" ? longest : oldest;
      const pieces =
        cut.map((piece) => ({ piece, text: shown(piece, bytes), born: born.get(piece) }));
      return { word, letters: [...letters].length, pieces,
        differs: String(oldest) !== String(longest) };
    });
    const run = { n, bytes, words, born, ...from.after(n), made: from.made, letters: from.letters };
    return { ...run, whole: wholeOf(state, run), now: { text: nextOf(state, run) } };
  };
}

/** @param {State} state @param {{n: number, bytes: boolean, words: CutWord[]}} run */
function wholeOf(state, { n, bytes, words }) {
  const pieces = words.flatMap((word) => word.pieces);
  const strange = pieces.find(({ born }) => born === undefined);
  if (strange) {
    const text =
      `\u201c${strange.text}\u201d is none of its letters: choose bytes, of which every letter ` +
        `is made.`;
    return { kind: "wrong", text };
  }
  const letters = words.reduce((sum, word) => sum + word.letters, 0);
  const unit = bytes ? "byte" : "letter";
  const text =
    `After ${several(n, "merge")}, ${several(letters, unit)} ` +
    `are ${several(pieces.length, "piece")}.`;
  if (state.cut !== "longest") return { kind: "", text };
  const other = words.filter(({ differs }) => differs).length;
  return { kind: other ? "wrong" : "right", text: other
    ? `${text} ${several(other, "word")} of ${format(words.length)} would be cut otherwise by ` +
      `the merges.`
    : `${text} The merges cut these words the same.` };
}

/** @param {State} state @param {{n: number, bytes: boolean, leaders: Leader[]}} run */
function nextOf({ merges, own }, { n, bytes, leaders }) {
  if (!leaders.length) return "Every word is one piece: nothing is left to merge.";
  const [{ left, right, count }] = leaders;
  const cutOff = own.length > MOST_LETTERS
    ? ` This page learns from the first ${format(MOST_LETTERS)} letters.` : "";
  return `Next: ${shown(left, bytes)} + ${shown(right, bytes)}, which stand ` +
    `together ${several(count, "time")}.${
    n < Math.floor(merges) ? " " : ""}${cutOff}`;
}

// The text, word by word, each in its pieces with the number of the merge that made them. A press
// on a piece goes to the moment when it was made.
/** @param {BytePairs} _ @param {SetState} set @returns {Panel<PairsRun>} */
function wordsPanel(_, set) {
  const list = html("ol", { class: "words stays" });
  const more = html("p", { class: "note" });
  let [drawn, all] = ["", /** @type {CutWord[]} */ ([])];
  list.addEventListener("click", (event) => {
    /** @type {HTMLElement | null} */
    const tile = /** @type {Element} */ (event.target).closest("[data-born]");
    if (tile) set({ merges: Number(tile.dataset.born) });
  });
  /** @param {CutWord["pieces"][0]} piece @param {number} n */
  const tile = ({ text, born }, n) => html("span", {
    class: `tile${born ? " merged" : ""}${born && born === n ? " newest" : ""}` +
      `${born === undefined ? " strange" : ""}`,
    ...(born === undefined ? {} : { "data-born": born }),
  }, html("b", {}, text), html("small", {},
    born === undefined ? "?" : born ? `#${born}` : "\u00b7"));
  const element = figure("The text in pieces, each with the number of its merge", list, more);
  change(element, { class: "wide" });
  return {
    element,
    draw(state, { words, n }) {
      all = words.slice(0, MOST_WORDS);
      const key = JSON.stringify([all, n, state.cut]);
      if (key !== drawn) {
        drawn = key;
        list.replaceChildren(...all.map(({ pieces, differs }) => html("li",
          { class: state.cut === "longest" && differs ? "word differs" : "word" },
          ...pieces.map((piece) => tile(piece, n)))));
      }
      const unseen = words.length > MOST_WORDS
        ? `, and ${several(words.length - MOST_WORDS, "word")} more` : "";
      write(more, (n ? "Framed: what the last merge made. Press a piece to see it made"
        : "Letters, before any merge") + (state.cut === "longest"
          ? "; underlined: cut otherwise by the merges" : "") + unseen + ".");
      describe(list, "The text in pieces");
    },
  };
}

const [NAMES, BARS, ROW] = [96, 120, 24];

// The pairs that stand together most often now, and a button that merges the first.
/** @param {BytePairs} _ @param {SetState} set @returns {Panel<PairsRun>} */
function pairsPanel(_, set) {
  const height = ROW * LEADERS;
  const image = picture(288, height);
  const rows = pool(image, () => svg("g", {}, svg("rect", { x: NAMES + 8, y: -13, height: 16 }),
    svg("text", { x: NAMES, "text-anchor": "end" }), svg("text", {})));
  const [on, back] = ["Merge the first", "Undo"]
    .map((name) => html("button", { type: "button" }, name));
  let n = 0;
  on.addEventListener("click", () => set({ merges: n + 1 }));
  back.addEventListener("click", () => set({ merges: n - 1 }));
  return {
    element: figure("Which two stand together most often?", image,
      html("p", { class: "keys" }, on, back)),
    draw(_state, run) {
      n = run.n;
      const most = run.leaders[0]?.count ?? 1;
      const told = run.leaders.map(({ left, right, count }) =>
        ({ name: `${shown(left, run.bytes)} + ${shown(right, run.bytes)}`, count }));
      rows(told, (row, { name, count }, i) => {
        const [bar, ...texts] = row.children;
        change(row, { class: i ? "token" : "told first",
          transform: `translate(0 ${ROW * i + 17})` });
        change(bar, { width: Math.max(1, (BARS * count) / most).toFixed(1) });
        write(texts[0], name);
        write(texts[1], format(count));
        change(texts[1], { x: (NAMES + 14 + Math.max(1, (BARS * count) / most)).toFixed(1) });
      });
      on.disabled = !told.length;
      back.disabled = !n;
      describe(image, told.length ? "" : "No two pieces stand together.",
        told.map(({ name, count }) => `${name}: ${format(count)}`).join(", "));
    },
  };
}

const NEWEST = 6;
/** @param {string} name */
const capital = (name) => name.slice(0, 1).toUpperCase() + name.slice(1);

// The last merges, and how many pieces there are.
/** @param {BytePairs} spec @returns {Panel<PairsRun>} */
function mergedPanel(spec) {
  const list = html("ol", { class: "merges" });
  const sizes = html("p", { class: "note" });
  const lines = Array.from({ length: NEWEST },
    () => html("li", {}, html("span"), html("b"), html("span")));
  list.append(...lines);
  return {
    element: figure("What was merged, the newest first", list, sizes),
    draw({ own }, { n, bytes, born, made, letters, total }) {
      lines.forEach((line, i) => {
        const merge = made[n - 1 - i];
        const told = n - 1 - i >= 0 && merge;
        line.hidden = !told;
        if (!told) return;
        const [number, what, times] = line.children;
        write(number, `#${n - i}`);
        write(what, `${shown(merge.left, bytes)} + ${shown(merge.right, bytes)}`);
        write(times, `${format(merge.count)}\u00d7`);
      });
      const started = made[0]?.total ?? total;
      write(sizes, `${several(letters.length, bytes ? "byte" : "letter")} and ${
        format(born.size - letters.length)} made: ${several(born.size, "piece")}. ${
        own.trim() ? "Your text" : capital(spec.name)}: ` +
        `${format(started)} ${bytes ? "bytes" : "letters"} ` +
        `without its spaces, ${
        several(total, "piece")} now.`);
    },
  };
}

// A dial over whole numbers whose steps grow: by one at first, then by about a twentieth.
/** @param {GrowingDial} control @param {SetState} set */
function growing(control, set) {
  const values = [control.least];
  while (values[values.length - 1] < control.most) {
    const value = values[values.length - 1];
    const step = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, value / 30))));
    values.push(Math.min(control.most, (Math.floor(value / step) + 1) * step));
  }
  const made = dial({ ...control, values }, set);
  made.element.classList.add("line");
  return made;
}

// A text of the reader's own, to learn from in its place.
/** @param {BytePairs} spec @param {SetState} set @returns {Panel} */
function ownPanel(spec, set) {
  const area = html("textarea", {
    rows: 4, spellcheck: "false", "aria-label": "your own text to learn from",
    placeholder: `Paste a page of your own here. While it is empty, this is ${spec.name}.`,
  });
  area.addEventListener("input", () => set({ own: area.value }));
  const note = html("p", { class: "note" }, "It is read in this page and sent nowhere.");
  return {
    element: html("div", { class: "own" }, area, note),
    draw(state) {
      if (area.value !== state.own) area.value = state.own;
    },
  };
}

RUNS.bytePairs = bytePairs;
STYLES.push(CSS);
Object.assign(PANELS, { wordsPanel, pairsPanel, mergedPanel, ownPanel });
CONTROLS.growing = growing;
