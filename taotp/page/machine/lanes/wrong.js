// @ts-check
// Where a machine goes wrong first: the earliest dial that is not as in the machine as it should
// be. As in taotp/interp/lanes/wrong.py, with which a test compares it; loaded when a machine is
// broken.

import { svg } from "../../kit/panels.js";
import { RUNS, nameOf } from "../../kit/runs.js";
import { graphsOf } from "../view.js";
import { ON_A_LINE, SMALL, meaningsOf, scaled } from "./codebooks.js";
import { ONE } from "./stack.js";
import { inList } from "./stories.js";
import { writerOf } from "./story.js";
import { LISTED, MOSTLY, cellText, hundredths, symbolText } from "./telling.js";
import { LATE, brokenBy, readLanes } from "./view.js";
/** @import {Speaker} from "../../kit/figures" */
/** @import {Compute, Row, Run, State} from "../../kit/page" */
/** @import {Cell, Lane, LaneHead, Lanes, Meaning, Seat, Wrong} from "./lanes" */

const SPOKEN = 0.05; // of the weight: less is not spoken of
const EVEN = 0.1; // of the largest: weights that differ by less are shared evenly

/** @typedef {{cell: Cell, should: Meaning, holds: Meaning, text: string}} Difference */

// The earliest dial of lanes, up to a position, that is not as in others, which are as they should
// be. By layers, in them by parts, and of a part by positions; undefined where none differs.
/** @param {Lanes} seen @param {Lanes} right @param {number} last @returns {Wrong | undefined} */
export function compared(seen, right, last) {
  const [says, should] = [seen, right].map(({ lanes }) => lanes[lanes.length - 1].values[last]);
  for (const found of differences(seen, right, last)) return framed(found, says === should);
  return undefined;
}

// What is wrong, with what is drawn of it.
/** @param {Difference} found @param {boolean} right @returns {Wrong} */
function framed({ text, ...found }, right) {
  const { should, holds } = found;
  const label = differ(should, holds) ? `should be ${named(should)}` : "from elsewhere";
  const held = holds !== null || text.endsWith("holds nothing.") ? cellText(holds) : "?";
  return { ...found, label, right, lines: Array.isArray(holds) ? undefined : [held],
    text: right ? `Still right here, though p${text.slice(1)}` : text,
    frame: (seat, room) => frameOf(seat, label, room) };
}

const [LETTER, OF_LABEL, LEAST] = [7.4, 3.3, 18]; // px of letters, half of the label's, and a cell

// A frame around a cell, and its label below.
/** @param {Seat} seat @param {string} label @param {number} room */
function frameOf({ x, y, half, lines }, label, room) {
  const wide = Math.max(LEAST, Math.max(0, ...lines.map((line) => line.length)) * LETTER / 2 + 10);
  const around = label.length * OF_LABEL + 4;
  return [
    svg("rect", { x: x - wide, y: y - half - 4, width: 2 * wide, height: 2 * half + 8, rx: 9 }),
    svg("text", { x: Math.max(around, Math.min(x, room - around)), y: y + half + 15,
      "text-anchor": "middle" }, label),
  ];
}

/** @param {Lanes} seen @param {Lanes} right @param {number} last */
function* differences(seen, right, last) {
  for (const lane of right.lanes.slice(0, -1)) {
    const there = seen.lanes.find(({ stack, name, columns }) => stack === lane.stack &&
      name === lane.name && columns.join() === lane.columns.join());
    if (!there && ["sum", "token"].includes(lane.by)) continue; // says no more than others
    const head = writerOf(right, lane);
    const looking = head && seen.heads.find((each) => each.stack === head.stack &&
      each.layer === head.layer && each.number === head.number && each.cross === head.cross);
    yield* inLane({ lane, there, head, looking }, lane.stack ? Infinity : last);
  }
  const [should, says] = [right, seen].map(({ lanes }) => lanes[lanes.length - 1].values[last]);
  if (should !== says) yield saysInstead(right, last, should, says);
}

/**
 * @param {Lanes} seen @param {number} at @param {Meaning} should @param {Meaning} holds
 * @returns {Difference}
 */
const saysInstead = (seen, at, should, holds) => ({ should, holds,
  cell: { lane: "answer", at, stack: "" },
  text: `Position ${at} should say ${symbolText(seen, should)}; ` +
    `it says ${symbolText(seen, holds)}.` });

/**
 * @param {{lane: Lane, there?: Lane, head?: LaneHead, looking?: LaneHead}} of
 * @param {number} last
 * @returns {Generator<Difference>}
 */
function* inLane({ lane, there, head, looking }, last) {
  const takes = head?.carried.some((each) => each.lane === lane && each.verb === "takes away");
  const some = lane.rows.slice(0, last + 1);
  const rows = some.map((row, p) => there?.rows[p] ?? row.map(() => 0));
  const [own, held] = [some, rows].map((all) =>
    meaningsOf(lane.book, all.map((row) => scaled(row, takes ? -1 : 1))));
  for (let p = 0; p < some.length; p++) {
    const should = lane.values[p];
    if (differ(should, own[p])) continue; // where nothing is shown though something is written
    const found = { cell: { lane: lane.name, at: p, stack: lane.stack }, should, holds: held[p] };
    if (head && looking && should !== null && missed(head, looking, p))
      yield { ...found, text: looks(head, looking, p) };
    else if (differ(should, held[p]))
      yield { ...found, text: holdsInstead(lane, p, held[p], rows[p]) };
  }
}

// Whether two meanings are not the same; numbers but for rounding.
/** @param {Meaning} one @param {Meaning} other */
function differ(one, other) {
  if (typeof one === "number" && typeof other === "number")
    return Math.abs(one - other) > ON_A_LINE * Math.max(1, Math.abs(one));
  return String(one) !== String(other);
}

// Whether a head that should find one position does not.
/** @param {LaneHead} head @param {LaneHead} looking @param {number} p */
const missed = (head, looking, p) => head.weight[p] > MOSTLY &&
  (!(looking.weight[p] > ONE) || looking.source[p] !== head.source[p]);

/** @param {LaneHead} head @param {LaneHead} looking @param {number} p */
function looks({ relations, source, cross }, looking, p) {
  const should = relations?.some(({ how }) => how !== "back") ? "have found" : "look at";
  const there = source[p] === p && !cross ? "itself"
    : `position ${source[p]}${cross ? " of what is read" : ""}`;
  return `Position ${p} should ${should} ${there}; it ` +
    `${looked(looking.weights[p], cross ? -1 : p)}.`;
}

// Where weights lie: on one position, its own or another, on some alike, or how much on each.
/** @param {Row} weights @param {number} own */
function looked(weights, own) {
  const order = weights.map((_, j) => j).filter((j) => weights[j] > SPOKEN)
    .sort((i, j) => weights[j] - weights[i]);
  if (!order.length) return "looks at nothing in particular";
  const [first] = order;
  if (weights[first] > MOSTLY)
    return first === own ? "looks at itself" : `looks at position ${first}`;
  const even = order.filter((j) => weights[j] > (1 - EVEN) * weights[first]).sort((i, j) => i - j);
  if (even.length === order.length && even.length === 2)
    return `looks at ${even[0]} and ${even[1]} half and half`;
  if (even.length === order.length && even.length > 2)
    return `looks at ${even.length} positions alike`;
  const parts = hundredths(weights);
  return "puts a weight of " + inList(order.slice(0, LISTED).map((j) => `${parts[j]} on ${j}`));
}

/** @param {Meaning} value */
const named = (value) => (value === null ? "nothing" : cellText(value));

// What a position should hold in a part, and what it holds.
/** @param {Lane} lane @param {number} p @param {Meaning} held @param {Row} row */
function holdsInstead(lane, p, held, row) {
  const should = lane.values[p];
  const start = `Position ${p} should`;
  if (Array.isArray(should) && Array.isArray(held)) {
    const missing = should.filter((tag) => !held.includes(tag));
    const extra = held.filter((tag) => !should.includes(tag));
    if (!missing.length) return `${start} not hold ${listedTags(extra)} in ${lane.name}.`;
    const it = extra.length ? `holds ${listedTags(extra)}` : "does not";
    return `${start} hold ${listedTags(missing)} in ${lane.name}; it ${it}.`;
  }
  return `${start} hold ${named(should)} in ${lane.name}; it holds ${what(lane, p, held, row)}.`;
}

// What is held in words: where it is no row of the book, whether there is anything.
/** @param {Lane} lane @param {number} p @param {Meaning} held @param {Row} row */
function what(lane, p, held, row) {
  if (held !== null) return cellText(held);
  const largest = (/** @type {Row} */ of) => of.reduce((top, x) => Math.max(top, Math.abs(x)), 0);
  return largest(row) <= SMALL * largest(lane.rows[p]) ? "nothing" : "nothing that can be read";
}

/** @param {string[]} tags */
function listedTags(tags) {
  const more = tags.length > LISTED ? [`${tags.length - LISTED} more`] : [];
  return [...tags.slice(0, LISTED).map(cellText), ...more].join(" and ");
}

// What is known of a machine as it should be: the figure's own on the same prompt, or what should
// be said.

/** @type {WeakMap<object, Compute<Run> | undefined>} */
const speakers = new WeakMap();
// What speaks as the machine of a figure did at first.
/** @param {Speaker} spec @param {State} state @param {Run & {beganWith?: Function}} run */
function speakerOf(spec, state, run) {
  if (run.beganWith) return run.judged ? run.beganWith(state.example)?.() : undefined;
  if (!("options" in spec)) return undefined;
  if (!speakers.has(spec)) speakers.set(spec, RUNS.speaker(spec));
  return speakers.get(spec);
}

// What two machines have in common that can be compared.
/** @param {Run} run */
const formOf = ({ program: { vocabulary }, weights: { layers, W_E, encoder } }) => JSON.stringify([
  vocabulary, W_E.columns, Boolean(encoder),
  layers.map(({ heads, cross, mlp }) => [heads.length, cross?.length, Boolean(mlp)])]);

// The run of a machine as it should be, of the same form; undefined where none is known that is
// right.
/** @param {Speaker} spec @param {State} state @param {Run} run @returns {Run | undefined} */
function asItShouldBe(spec, state, run) {
  const whole = { changed: "", off: "", precision: spec.state.precision,
    [spec.constant ?? "N"]: spec.state[spec.constant ?? "N"] };
  const right = speakerOf(spec, state, run)?.({ ...state, ...whole, [spec.cursor]: run.place });
  const isRight = right && !["wrong", "tie", "nan"].includes(right.whole.kind);
  return isRight && right.from === run.from && formOf(right) === formOf(run) ? right : undefined;
}

// Where the machine of a figure goes wrong first; undefined where it does not, or nothing is known
// of it as it should be.
/** @param {Speaker} spec @param {State} state @param {Run} run */
export function wrongIn(spec, state, run) {
  const graphs = graphsOf(run);
  const seen = readLanes(graphs, run);
  const right = brokenBy(spec, state, run) ? asItShouldBe(spec, state, run) : undefined;
  if (right) {
    const [mine, theirs] = [run, right].map(({ tokens }) => tokens);
    const same = mine.findIndex((token, i) => token !== theirs[i]);
    const last = (same < 0 ? mine.length : same) - 1;
    return last < 0 ? undefined : compared(seen, readLanes(graphsOf(right), right), last);
  }
  const { first, from, answer, decisions, program } = run;
  const place = decisions.findIndex((decision, i) =>
    decision && i >= first && answer[i] !== undefined && answer[i] !== decision.token);
  if (place < from || !(place - from < seen.tokens.length)) return undefined;
  const said = seen.lanes[seen.lanes.length - 1].values[place - from];
  return framed(saysInstead(seen, place - from, nameOf(program, answer[place]), said), false);
}

LATE.wrong = wrongIn;
