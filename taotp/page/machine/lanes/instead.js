// @ts-check
// What would be said instead, had something else stood where an answer comes from: the machine
// itself is asked. As in taotp/interp/lanes/instead.py; and two rows of the picture.

import { ENCODERS, begin, decide, lastOf, listen, unembed } from "../../kit/arithmetic.js";
import { change, pool, svg, write } from "../../kit/panels.js";
import { nameOf } from "../../kit/runs.js";
import { shownNumber } from "./codebooks.js";
import { onceOf } from "./matrices.js";
import { upTo } from "./origins.js";
import { ALIKE, threadsTo, toldOf } from "./stories.js";
import { TEXT, cellKey, originOf } from "./story.js";
import { cellText } from "./telling.js";
/** @import {Run, Token} from "../../kit/page" */
/** @import {Instead, Lanes, Story} from "./lanes" */

const [MOST, MOST_PAIRS] = [13, 9]; // texts that are tried, at one place and at several
const [WORK, LOOKS] = [1e7, 20_000]; // numbers that may be multiplied for them, and looks

// What would be said at a position; `table` are texts that are tried at its end.
/**
 * @param {Run} run @param {Lanes} seen @param {Story} story @param {number} at
 * @param {string[]} table
 * @returns {Instead | undefined}
 */
export function insteadOf(run, seen, story, at, table = []) {
  const read = seen.read.length ? "encoder" : "";
  const own = [...new Set(story.cells.filter(({ lane, stack }) => lane === TEXT && stack === read)
    .map((cell) => cell.at))].sort((a, b) => a - b);
  if (!read && story.byPlace && own.join() === String(at) && !threadsTo(story, at).length)
    return ofPlaces(seen, at);
  const names = onceOf(run.program, "all names", () =>
    run.program.vocabulary.map((_, id) => nameOf(run.program, id)));
  const rows = table.length > MOST ? [] : table.map((text) => text.split(" "));
  const [positions, tried] = rows.length && rows[0].length <= at + 1
    ? [upTo(rows[0].length).map((k) => at + 1 - rows[0].length + k), rows]
    : triedAt(run, names, seen, story, at, own);
  const here = positions.map((p) => String((read ? seen.read : seen.tokens)[p]));
  const same = (/** @type {string[]} */ text) => text.join(" ") === here.join(" ");
  const texts = tried.some(same) || !tried.length ? tried : [here, ...tried];
  const { W_E, layers } = run.weights;
  const long = at + 1 + seen.read.length;
  const work = W_E.columns ** 2 * Math.max(1, layers.length) * long;
  const looks = layers.reduce((sum, { heads, cross }) =>
    sum + heads.length + (cross?.length ?? 0), 0) * long ** 2;
  const most = Math.min(WORK / work, LOOKS / Math.max(1, looks));
  if (texts.length < 2 || texts.length > most) return undefined;
  const says = texts.map((text) => saidIf(run, names, at, positions, text));
  return new Set(says).size < 2 ? undefined
    : { positions, texts, says, now: texts.findIndex(same), read: Boolean(read) };
}

// What is said at each place, where that alone decides.
/** @param {Lanes} seen @param {number} at @returns {Instead | undefined} */
function ofPlaces({ lanes, tokens }, at) {
  const places = windowOf(upTo(tokens.length), at);
  const says = places.map((p) => String(lanes[lanes.length - 1].values[p]));
  const texts = places.map((p) => [String(p)]);
  return says.length < 2 ? undefined
    : { positions: [], texts, says, now: places.indexOf(at), read: false };
}

// Where other symbols are tried, and which: all at once where they are few, else at one place.
/**
 * @param {Run} run @param {string[]} names @param {Lanes} seen @param {Story} story
 * @param {number} at @param {number[]} own @returns {[number[], string[][]]}
 */
function triedAt({ program }, names, seen, story, at, own) {
  const typed = names.filter((_, id) => !program.sentinels.includes(id));
  if (own.length > 1 && typed.length ** own.length <= MOST_PAIRS)
    return [own, own.reduce((/** @type {string[][]} */ all) =>
      all.flatMap((text) => typed.map((symbol) => [...text, symbol])), [[]])];
  const said = story.said.map(cellKey);
  const head = toldOf(seen, at, story);
  const all = threadsTo(story, at).filter(({ to }) => said.includes(cellKey(to)));
  const told = all.filter((thread) => thread.head === head);
  const threads = told.length ? told : all;
  const strongest = Math.max(...threads.map(({ weight }) => weight));
  const [last] = threads.filter(({ weight }) => weight >= (1 - ALIKE) * strongest)
    .sort((one, other) => other.from.at - one.from.at);
  const places = last ? originOf(seen, story, last.from) : own;
  const here = String((seen.read.length ? seen.read : seen.tokens)[places[0]]);
  if (places.length !== 1 || !typed.includes(here)) return [[], []];
  const isNumber = (/** @type {string} */ text) => typeof shownNumber(text) === "number";
  const alike = typed.filter((symbol) => isNumber(symbol) === isNumber(here));
  return [places, windowOf(alike, alike.indexOf(here)).map((symbol) => [symbol])];
}

// At most MOST of some that follow each other, with one of them in the middle.
/** @template T @param {T[]} some @param {number} middle */
function windowOf(some, middle, most = MOST) {
  const first = Math.max(0, Math.min(middle - Math.floor(most / 2), some.length - most));
  return some.slice(first, first + most);
}

// What the machine says at a position where other symbols stand at some.
/**
 * @param {Run} run @param {string[]} names @param {number} at @param {number[]} positions
 * @param {string[]} text
 */
function saidIf({ weights, off, tokens, encoder }, names, at, positions, text) {
  const changed = (/** @type {Token[]} */ ids) => ids.map((token, p) =>
    (positions.includes(p) ? names.indexOf(text[positions.indexOf(p)]) : token));
  const memory = encoder && ENCODERS.run(weights, changed(encoder.tokens), encoder.off).memory;
  const heard = begin(weights, off, memory);
  const own = tokens.slice(0, weights.causal === false ? undefined : at + 1);
  listen(heard, encoder ? own : changed(own));
  return names[decide(unembed(heard, lastOf(heard, at))).token] ?? "?"; // where it is not a number
}

// Whether each thing that would be said is right; undefined where nothing is promised.
/** @param {Run} run @param {Instead | undefined} found @param {number} at */
export function rightsOf({ program, tokens, first, from, answer, wanted, encoder }, found, at) {
  /** @param {Token | undefined} id @param {string} says */
  const isRight = (id, says) => (id === undefined ? undefined : nameOf(program, id) === says);
  if (!found) return [];
  const { positions, texts, says } = found;
  if (!positions.length) return texts.map(([p], k) => isRight(answer[Number(p) + from], says[k]));
  const isOver = at > first && answer[at] === undefined; // nothing more is promised
  if (encoder || from || at < first || isOver || !wanted) return [];
  const names = tokens.map((id) => nameOf(program, id));
  const { before, after } = program;
  return texts.map((text, k) => {
    const changed = names.map((name, p) => text[positions.indexOf(p)] ?? name);
    const should = wanted(changed.slice(before.length, first + 1 - after.length));
    const fits = changed.slice(first + 1, at + 1) // what was said would have been said
      .every((name, p) => isRight(should[first + p], name));
    return fits ? isRight(should[at], says[k]) : undefined;
  });
}

const [TOP, ROW, AIR, LETTER, LEAST, MOST_WIDE, AROUND] = [8, 25, 14, 7.4, 24, 44, 8]; // px
const OF_SIGN = 10; // px of a sign

// Two rows below a picture: what might stand there, and what would be said. They stay in sight
// where the picture is wider than the page.
export class InsteadRows {
  constructor() {
    const [rule, box, names, texts] = [svg("path"), svg("rect"), svg("g"), svg("g")];
    this.element = svg("svg", { class: "instead", role: "img" }, rule, box, names, texts);
    this.frame = [rule, box];
    this.names = pool(names, () => svg("text", { class: "lane", "text-anchor": "end" }));
    this.columns = pool(texts, () => svg("g", {}, svg("text", { "text-anchor": "middle" }),
      svg("text", { class: "says", "text-anchor": "middle" })));
  }

  /**
   * @param {Instead | undefined} found
   * @param {{left: number, width: number, narrow: boolean, later: boolean,
   *   rights: (boolean | undefined)[], columns?: number[]}} where and where the columns above
   *   begin, where all of them are seen
   */
  draw(found, { left, width, narrow, later, rights, columns }) {
    this.element.style.display = found ? "" : "none";
    if (!found) return;
    const { positions, texts, says, now } = found;
    const written = texts.map((text) => text.map(cellText)
      .join(text.every((symbol) => [...symbol].length === 1) ? "" : " "));
    const longest = Math.max(...[...written, ...says.map(cellText)].map((text) => text.length));
    const isJudged = rights.some((right) => right !== undefined);
    const least = Math.max(LEAST, longest * LETTER + (isJudged ? OF_SIGN : 0) + AROUND);
    const above = positions.length ? undefined : columns; // places stand below their own
    const most = above ? MOST : Math.max(1, Math.floor((width - left) / least));
    const some = windowOf(upTo(texts.length), now, most);
    const wide = Math.max(least, Math.min(MOST_WIDE, (width - left) / some.length));
    const x = (/** @type {number} */ k) => (above
      ? (above[Number(texts[k][0])] + above[Number(texts[k][0]) + 1]) / 2
      : left + wide * (some.indexOf(k) + 0.5));
    const names = namesOf(found, narrow);
    const [rule, box] = this.frame;
    change(this.element, { class: `instead${later ? " later" : ""}`, width,
      height: TOP + 2 * ROW + 4, "data-instead": positions.join(" "),
      "aria-label": written.map((text, k) =>
        `${names[0]} ${text}, ${names[1]} ${cellText(says[k])}${verdictOn(rights[k])}`)
        .join("; ") });
    change(rule, { d: `M${AIR} 2H${width - AIR}` });
    change(box, { x: x(now) - wide / 2 + 1, y: TOP - 2, width: wide - 2, height: 2 * ROW, rx: 7 });
    this.names([0, 1], (node, k) => {
      change(node, { x: left - 12, y: TOP + 16 + k * ROW });
      write(node, names[k]);
    });
    this.columns(some, (node, k) => {
      const [text, said] = /** @type {SVGElement[]} */ ([...node.children]);
      change(text, { x: x(k), y: TOP + 16 });
      change(said, { x: x(k), y: TOP + 16 + ROW });
      write(text, written[k]);
      write(said, cellText(says[k]) + signOf(rights[k]));
      change(said, { class: `says ${verdictOn(rights[k]).slice(2) || (isJudged ? "open" : "")}` });
    });
  }
}

/** @param {boolean | undefined} right */
const verdictOn = (right) => (right === undefined ? "" : right ? ", right" : ", wrong");
/** @param {boolean | undefined} right */
const signOf = (right) => (right === undefined ? "" : right ? "\u2713" : "\u2717");

// What both rows are called.
/** @param {Instead} found @param {boolean} narrow */
function namesOf({ positions, read }, narrow) {
  if (!positions.length) return [narrow ? "at" : "at position", "it says"];
  const [first, last] = [positions[0], positions[positions.length - 1]];
  if (narrow) { // a phone has room for few letters
    const isRun = last > first && last - first === positions.length - 1;
    const few = isRun ? `${first}\u2013${last}` : positions.join(", ");
    const held = isRun || last === first ? `if ${few} held` : `if ${few}`;
    return [read ? `read at ${few}` : held, "it says"];
  }
  const some = positions.length > 2 ? `${first} to ${last}` : positions.join(" and ");
  const where = positions.length > 1 ? some : `position ${some}`;
  return [read ? `if read at ${some}` : `if ${where} held`, "it would say"];
}
