// @ts-check
// A sentence as its machine reads it: words in a line, arcs from those that look to what they find,
// marks on words of which a direction says something. What is said of it stands below, joined by
// lines to the words that it was found in.

import { change, describe, html, picture, pool, svg, write, PANELS } from "../../kit/panels.js";
import { STYLES } from "../../kit/view.js";
import { nameOf } from "../../kit/runs.js";
import { fits } from "./grammar.js";
import "./phrases.js";
import CSS from "./panel.css";
/** @import {Grammar, Look, Mark, Reading, Speaker} from "../../kit/figures" */
/** @import {Hearing, Panel, Program, Run, SetState, State, Token} from "../../kit/page" */

/** @typedef {{name: string, x: number, width: number, middle: number}} Laid */

const LETTER = 8.4; // px
const [PAD, GAP, TALL] = [12, 8, 28];
const LEAST_ARC = 0.3; // the share of a look that is drawn
const MARKED = 0.5; // of a direction that is 0 or 1
const FAINT = 0.25; // of an arc that no mark is about, beside one that is marked
const LEAST_SIZE = 0.7; // of its size, that a long line is shrunk to before it is moved sideways
const MOST_SIZE = 1.3; // that a short one grows to, to fill the card
const BETWEEN = 52; // px between what is read and what is said

// Words side by side, and the middle of each.
/** @param {string[]} names @returns {Laid[]} */
function laidOut(names) {
  let x = 4;
  return names.map((name) => {
    const width = PAD + LETTER * name.length;
    const word = { name, x, width, middle: x + width / 2 };
    x += width + GAP;
    return word;
  });
}

/** @param {Laid[]} words */
const widthOf = (words) => (words.length ? words.at(-1).x + words.at(-1).width + 4 : 0);

// The tokens of a stack without what is the program's own, each with its place in the stack.
/** @param {Program} program @param {Token[]} tokens */
const wordsOf = (program, tokens) => laidOut(tokens.map((token) => nameOf(program, token)));

// The patterns of a head by its path: "1.0", or "0.cross.0" of a head that looks into an encoder.
/** @param {Hearing} stack @param {string} path */
function patternsOf(stack, path) {
  const [layer, ...rest] = path.split(".");
  return rest[0] === "cross" ? stack.cross?.[Number(layer)]?.[Number(rest[1])]?.pattern
    : stack.heads?.[Number(layer)]?.[Number(rest[0])]?.pattern;
}

// What heads look at: from a word to a word that is not the first, and how much.
/** @param {Hearing} stack @param {Look[]} heads @param {string[]} off @param {number} [from] */
function arcsIn(stack, heads, off, from = 0) {
  return heads.filter(({ path }) => !off.includes(path)).flatMap(({ path, name }) =>
    (patternsOf(stack, path) ?? []).flatMap((pattern, i) => pattern.map((share, j) =>
      ({ name, path, i: i - from, j, share }))
        .filter(({ share, j }) => share > LEAST_ARC && j > 0)));
}

// Words of which a direction says something, by their place.
/** @param {Hearing} stack @param {Mark[]} marks */
function marksIn(stack, marks) {
  /** @type {Map<number, string>} */
  const found = new Map();
  for (const { column, after, name } of marks) {
    (stack.stream[after] ?? []).forEach((row, i) => row[column] > MARKED && !found.has(i) &&
      found.set(i, name));
  }
  return found;
}

// How high an arc rises over so many words, px.
/** @param {number} passed */
const riseOf = (passed) => (passed ? 4 + 14 * Math.sqrt(passed) : 0);

/** @param {Laid} one @param {Laid} other @param {number} y @param {number} passed */
function arc({ middle: a }, { middle: b }, y, passed) {
  const rise = riseOf(passed);
  return `M${a.toFixed(1)} ${y}C${a.toFixed(1)} ${y - rise * 1.3} ` +
    `${b.toFixed(1)} ${y - rise * 1.3} ${b.toFixed(1)} ${y}`;
}

// Gives a picture as much of its card as can be read at ease.
/** @param {SVGElement} image @param {number} width @param {number} height */
function resize(image, width, height) {
  change(image, { width, height, viewBox: `0 0 ${width} ${height}` });
  image.style.minWidth = `${LEAST_SIZE * width}px`; // as an attribute, a page may refuse it
  image.style.maxWidth = `${MOST_SIZE * width}px`;
}

// From a word that was read to one that was said of it.
/** @param {Laid} one @param {Laid} other @param {number} top @param {number} bottom */
function line({ middle: a }, { middle: b }, top, bottom) {
  const bend = 0.55 * (bottom - top);
  return `M${a.toFixed(1)} ${top}C${a.toFixed(1)} ${(top + bend).toFixed(1)} ` +
    `${b.toFixed(1)} ${(bottom - bend).toFixed(1)} ${b.toFixed(1)} ${bottom}`;
}

/** @param {Element} parent @param {(at: number) => void} pressed */
function wordNodes(parent, pressed) {
  return pool(parent, () => {
    const node = svg("g", { class: "word" }, svg("rect", { height: TALL, rx: 6 }),
      svg("text", { "text-anchor": "middle" }));
    node.addEventListener("click", () => pressed(Number(node.dataset.at)));
    return node;
  });
}

/**
 * @param {SVGElement} node @param {Laid} word @param {number} i @param {number} y
 * @param {string | undefined} mark @param {boolean} here
 */
function drawWord(node, { name, x, width, middle }, i, y, mark, here) {
  change(node, { class: `word${mark ? " marked" : ""}${here ? " here" : ""}`, "data-at": i });
  const [rect, text] = /** @type {Iterable<SVGElement>} */ (node.children);
  change(rect, { x, y, width });
  change(text, { x: middle, y: y + 19 });
  write(text, name);
}

// A slider over sentences that somebody chose, which types them.
/** @param {{texts: string[], label: string}} reading @param {SetState} set */
function chooser({ texts, label }, set) {
  const slider = html("input", { type: "range", min: 0, max: texts.length - 1, step: 1 });
  const words = html("span");
  slider.addEventListener("input", () => set({ text: texts[Number(slider.value)], row: -1 }));
  return {
    element: html("label", { class: "chooser" }, label, slider, words),
    /** @param {State} state */
    draw({ text }) {
      const at = texts.indexOf(text);
      if (Number(slider.value) !== Math.max(0, at)) slider.value = String(Math.max(0, at));
      const said = at < 0 ? "another sentence" : String(at);
      change(slider, { "aria-label": label, "aria-valuetext": said });
      write(words, said);
    },
  };
}

// The class of each word: one that may be a noun or a verb is a noun behind what opens a noun
// phrase.
/** @param {Grammar} grammar @param {string[]} words @returns {string[]} */
function classesOf({ classes, opens, owned }, words) {
  /** @type {string[]} */
  const out = [];
  words.forEach((word, i) => {
    const may = classes[word] ?? [""];
    const isOwned = (classes[words[i + 1]] ?? []).some((each) => owned.includes(each));
    if (word === "her") out.push(isOwned ? "the" : "object");
    else out.push(may.length < 2 || opens.includes(out[i - 1]) ? may[0] : may[1]);
  });
  return out;
}

// What a grammar says of words, as english_fragment.outside does; "" for nothing.
/** @param {import("../../kit/figures").Grammar} grammar @param {string[]} words */
export function outside(grammar, words) {
  for (const [i, word] of words.slice(0, -1).entries()) {
    const an = new RegExp(`^(?:${grammar.vowels})`).test(words[i + 1]);
    if (["a", "an"].includes(word) && (word === "an") !== an) {
      return `\u201c${word}\u201d stands before \u201c${words[i + 1]}\u201d; it must be ` +
        `\u201c${an ? "an" : "a"}\u201d`;
    }
  }
  const idiom = new RegExp(grammar.idioms).exec(words.join(" "));
  if (idiom) {
    return `\u201c${idiom[0].trim()}\u201d means more than its words, ` +
      "which are outside the fragment";
  }
  const inside = fits(grammar.rules, "sentence", classesOf(grammar, words));
  return inside ? "" : `outside the fragment; it must be ${grammar.meant}`;
}

/** @param {Grammar} grammar @param {Laid[]} words */
function besideSays(grammar, words) {
  const said = outside(grammar, words.slice(1, -1).map(({ name }) => name));
  return `The grammar beside the machine: ${said || "inside the fragment"}.`;
}

/** @param {Speaker} spec @param {SetState} set @returns {Panel<Run>} */
function sentencePanel(spec, set) {
  const { arcs, marks, texts, label, grammar, phrases } = /** @type {Reading} */ (spec.reading);
  const image = picture(10, 10);
  const [lines, read, said] = ["arcs", "read", "said"].map((name) => svg("g", { class: name }));
  image.append(lines, read, said);
  const note = html("p", { class: "note" });
  const choose = texts.length ? chooser({ texts, label }, set) : null;
  const region = { class: "line", tabindex: 0, role: "region", "aria-label": "the sentence" };
  const scroll = html("div", region, image);
  let firstRow = 0;
  const path = pool(lines, () => svg("path"));
  const readNodes = wordNodes(read, (i) => set({ [spec.cursor]: i + firstRow }));
  const saidNodes = wordNodes(said, (i) => set({ [spec.cursor]: i + firstRow }));
  return {
    element: html("div", { class: "full sentence" }, ...(choose ? [choose.element] : []), scroll,
      note),
    draw(state, run) {
      choose?.draw(state);
      const { program, encoder, first, decisions, last } = run;
      const stack = /** @type {{run?: Hearing}} */ (encoder)?.run ?? encoder ?? run;
      const words = wordsOf(program, stack.tokens);
      const off = state.off.split(" ");
      firstRow = encoder ? first : run.from;
      const across = encoder ? arcs.filter(({ path: at }) => at.includes("cross")) : [];
      const own = arcs.filter((each) => !across.includes(each));
      const looks = arcsIn(stack, own, off);
      const marked = marksIn(stack, marks);
      const says = encoder ? decisions.slice(first).filter(Boolean).map(({ token }) => token) : [];
      const answers = wordsOf(program, says.filter((token) => token >= 0));
      const found = encoder ? arcsIn(run, across, off, first) : [];
      const highest = Math.max(0, ...looks.map(({ i, j }) => Math.abs(i - j)));
      const y = 8 + riseOf(highest);
      const below = y + TALL + BETWEEN;
      const width = Math.max(widthOf(words), widthOf(answers), 40);
      const height = (answers.length ? below : y) + TALL + 4;
      resize(image, width, height);
      const drawn = [
        ...looks.filter(({ i, j }) => words[i] && words[j]).map((each) =>
          ({ ...each, d: arc(words[each.i], words[each.j], y, Math.abs(each.i - each.j)) })),
        ...found.filter(({ i, j }) => answers[i] && words[j])
          .map((each) => ({ ...each, d: line(words[each.j], answers[each.i], y + TALL, below) })),
      ];
      path(drawn, (node, { d, share, i }) => change(node,
        { d, "stroke-opacity": (share * (marked.size && !marked.has(i) ? FAINT : 1)).toFixed(2),
          class: marked.has(i) && !encoder ? "off" : "" }));
      const here = encoder ? -1 : run.step;
      readNodes(words, (node, word, i) => drawWord(node, word, i, y, marked.get(i), i === here));
      saidNodes(answers, (node, word, i) =>
        drawWord(node, word, i, below, "", i + first === Math.min(run.place, last)));
      const wrong = phrases ? [] : [...marked].map(([i, name]) => `${words[i].name}: ${name}`);
      const lookers = drawn.map(({ i, j, name, path: at }) =>
        `${at.includes("cross") ? answers[i].name : words[i].name} ${name} ${words[j].name}`);
      const beside = grammar ? [besideSays(grammar, words)] : [];
      write(note, [...wrong.map((each) => `${each}.`), ...beside].join(" "));
      describe(image, `${words.map(({ name }) => name).join(" ")}.`,
        lookers.length ? `${lookers.join(", ")}.` : "",
        answers.length ? `It says ${answers.map(({ name }) => name).join(" ")}.` : "");
    },
  };
}

STYLES.push(CSS);
Object.assign(PANELS, { sentencePanel });
