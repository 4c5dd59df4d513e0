// @ts-check
// The story of an answer: what decided it, values first, in a sentence or two. It is told from its
// causes; in Python, taotp/interp/lanes/stories.py.

import { shownNumber, whole } from "./codebooks.js";
import { LOOKED, MOST_VOTES, TEXT, cellKey, heldIn } from "./story.js";
import {
  LISTED, MOSTLY, brings, capital, cellText, counts, either, held, hundredths, inUnits, isFound,
  says, sentence, symbolText, tie,
} from "./telling.js";
/** @import {Row} from "../../kit/page" */
/** @import {Lane, LaneHead, Lanes, Meaning, Relation, Story, Thread} from "./lanes" */

const NEARLY_ALL = 0.995; // of the weight, from which on one place takes all
const NAMED = 0.005; // of a look: a smaller share is not named
const [MOST_ADDED, ON_LINE] = [6, 1e-6]; // numbers of a sum; of the largest, what is off its line
export const ALIKE = 0.01; // weights that differ by less, in proportion, are alike

// What decided what is said at a position, and what is said.
/** @param {Lanes} seen @param {number} at @param {Story} story */
export function storyText(seen, at, story) {
  const tied = tie(seen, at);
  const said = `so ${tied || says(seen, at)}.`;
  const head = toldOf(seen, at, story);
  if (!head) return tied ? `Here ${tied}.` : alone(seen, at, story);
  if (counts(head)) return `${counted(seen, head, at)}, ${said}`;
  const told = [decided(seen, head, at, story), ...cleared(seen, at, story)].join("; ");
  return `${told}${turned(seen, head, at, story)}, ${said}`;
}

// The head that a story tells of: of the last ones that brought something the loudest.
/** @param {Lanes} seen @param {number} at @param {Story} story @returns {LaneHead | undefined} */
export function toldOf(seen, at, story) {
  const brings = new Set(threadsTo(story, at).map(({ head }) => head));
  const heads = seen.heads.filter((head) => !head.stack &&
    (brings.has(head) || !isFound(seen, head, at) || counts(head)));
  const last = heads[heads.length - 1];
  const beside = heads.filter((head) => brings.has(head) && head.layer === last.layer);
  const leads = beside.map((head) => story.raised(head));
  return beside[leads.indexOf(Math.max(...leads))] ?? last;
}

// What decides where no head does: what stands there, the place alone, neither, or nothing.
/** @param {Lanes} seen @param {number} at @param {Story} story */
function alone(seen, at, { cells, byPlace, inAnyCase }) {
  const { lanes, tokens } = seen;
  const said = says(seen, at);
  if (inAnyCase) return `${capital(said)}, whatever stands there.`;
  if (byPlace) return `This is position ${at}, whatever stands there, so ${said}.`;
  const own = lanes.filter(({ by, kind, stack }) => by === "token" && kind !== "constant" && !stack)
    .map(({ name }) => name);
  return cells.some(({ lane }) => own.includes(lane))
    ? `At position ${at} stands ${symbolText(seen, tokens[at])}, so ${said}.`
    : `Nothing here speaks for another symbol, so ${said}.`;
}

// What was taken away at a position, so that it is not heard.
/** @param {Lanes} seen @param {number} at @param {Story} story */
const cleared = (seen, at, story) => strongest(threadsTo(story, at, true))
  .map(({ to }) => `its own ${cellText(heldIn(seen, to))}, which it carries along, is taken away`);

// A few words on what an answer is made of: votes, what is taken away, or by an MLP.
/** @param {Lanes} seen @param {number} at @param {Story} story */
export function madeOf(seen, at, story) {
  const told = tally(seen, at, story);
  if (told) return told;
  const away = strongest(threadsTo(story, at, true)).map(({ to }) => cellText(heldIn(seen, to)));
  if (away.length) return [cellText(seen.lanes[seen.lanes.length - 1].values[at]),
    ...away.map((own) => `+ ${own} \u2212 ${own}`)].join(" ");
  const last = threadsTo(story, at).pop();
  if (!last || !turned(seen, last.head, at, story)) return "";
  const brought = carriedBy(last).lane;
  const lane = seen.lanes.find(({ by, part, stack, name }) => by === "sum" && !stack &&
    part === brought.part && story.said.some((cell) => cell.lane === name && cell.at === at &&
      !cell.stack)) ?? brought;
  const { kind, values } = lane;
  const more = unitsAdd(seen, lane, at, story);
  if (more) { // a sum has it added already
    const before = cellText(whole(Number(values[at]) - (lane.by === "sum" ? more : 0)));
    return `${before} ${more < 0 ? "\u2212" : "+"} ${cellText(Math.abs(more))}, by the MLP`;
  }
  if (more === 0) return "";
  const sum = kind === "number" ? inUnits(lane).values[at] : null;
  const answer = cellText(seen.lanes[seen.lanes.length - 1].values[at]);
  return typeof values[at] === "number" && sum !== null
    ? `${cellText(sum)} to ${answer}, by the MLP` : "by the MLP";
}

// How many of the symbols that a head takes alike are which; "" where it takes one.
/** @param {Lanes} seen @param {number} at @param {Story} story */
function tally(seen, at, story) {
  const said = story.said.map(cellKey);
  const votes = threadsTo(story, at).filter(({ from, to }) => from.lane === TEXT &&
    said.includes(cellKey(to)));
  const weights = votes.map(({ weight }) => weight);
  const alike = Math.max(...weights) <= (1 + ALIKE) * Math.min(...weights);
  const one = new Set(votes.map(({ head }) => head)).size === 1 &&
    carriedBy(votes[0]).verb !== "adds";
  const symbols = votes.map(({ from }) => heldIn(seen, from));
  const answer = String(seen.lanes[seen.lanes.length - 1].values[at]);
  const wins = symbols.map(String).includes(answer);
  return wins && alike && one && votes.length > 1 && votes.length < MOST_VOTES
    ? shares(symbols) : "";
}

// What was brought to a position of the last stack, or what was taken `away` there.
/** @param {Story} story @param {number} at @param {boolean} [away] */
export const threadsTo = ({ threads }, at, away = false) => threads.filter((thread) =>
  thread.to.at === at && !thread.to.stack && (carriedBy(thread).verb === "takes away") === away);

// What units behind a head did with what was brought, where they play a part.
/** @param {Lanes} seen @param {LaneHead} head @param {number} at @param {Story} story */
function turned(seen, head, at, story) {
  if (!byUnits(seen, at, story).some(({ layer }) => layer >= head.layer)) return "";
  const more = threadsTo(story, at).filter((thread) => thread.head === head)
    .map((thread) => unitsAdd(seen, carriedBy(thread).lane, at, story))
    .find((each) => each !== undefined);
  if (more === undefined) return "; the MLP turns that into the answer";
  return `; the MLP adds ${more ? cellText(more) : "nothing"}`;
}

// The lanes of units that play a part at a position of the last stack.
/** @param {Lanes} seen @param {number} at @param {Story} story */
const byUnits = ({ lanes }, at, { cells }) => lanes.filter(({ by, stack, name }) => by === "mlp" &&
  !stack && cells.some((cell) => cell.lane === name && cell.at === at && !cell.stack));

// What units behind a lane add to its number; undefined where they do something else.
/** @param {Lanes} seen @param {Lane} lane @param {number} at @param {Story} story */
function unitsAdd(seen, lane, at, story) {
  const more = byUnits(seen, at, story).filter(({ layer }) => layer >= lane.layer);
  const are = [lane, ...more].every((each) => each.part === lane.part && each.kind === "number" &&
    inUnits(each).unit === 1 && typeof each.values[at] === "number");
  return are && more.length
    ? whole(more.reduce((sum, { values }) => sum + Number(values[at]), 0)) : undefined;
}

// What a head found, with what those beside it brought; without an end.
/** @param {Lanes} seen @param {LaneHead} head @param {number} at @param {Story} story */
function decided(seen, head, at, story) {
  const mostly = head.weight[at] > MOSTLY;
  const found = mostly ? foundBy(seen, head, at, story) : "";
  if (found) return found;
  const threads = threadsTo(story, at);
  const beside = strongest(threads.filter((each) => each.head.layer === head.layer));
  if (beside.length > 1 && beside.every(({ weight }) => weight > MOSTLY))
    return gathered(seen, beside);
  const [own] = strongest(threads.filter((each) => each.head === head));
  const told = own ? (mostly ? onePlace(seen, own) || byMark(seen, own)
    : somePlaces(seen, head, at)) : "";
  const first = own && mostly ? readBefore(seen, own, story) : "";
  if (!told && !head.relations && mostly && head.head.name)
    return `${first}Position ${at} looks at position ${head.source[at]}, by the head \u201c${
      head.name}\u201d; what it compares is unclear${brings(seen, head, at)}`;
  const plain = sentence(seen, head, at).slice(0, -1);
  return first + (told || (first ? `In what is said, ${plain}` : capital(plain)));
}

// What a head that looks into an encoder found by a mark, and brings; "" for others.
/** @param {Lanes} seen @param {Thread} thread */
function byMark(seen, { head, from, to }) {
  const [tags, value] = [head.liked[to.at] ?? [], heldIn(seen, to)];
  if (!head.cross || !tags.length || !Array.isArray(value)) return "";
  return `Position ${to.at} asks for \u201c${either(tags)}\u201d; of what is read, ${
    cellText(seen.read[from.at])}, at ${from.at}, is marked so and brings ${
    inList(value.slice(0, LISTED))}`;
}

// Of what a head took from an encoder, how it came there; "" for others.
/** @param {Lanes} seen @param {Thread} thread @param {Story} story */
function readBefore(seen, { from }, { threads }) {
  const [before] = strongest(threads.filter(({ to }) => to.stack && cellKey(to) === cellKey(from)));
  return before ? `In what is read, position ${from.at} ${before.head.name}, ${before.from.at}, ` +
    `and brings ${cellText(heldIn(seen, from))}. ` : "";
}

// Of the threads of each head the strongest, in the order of where they come from.
/** @param {Thread[]} threads */
function strongest(threads) {
  /** @type {Map<LaneHead, Thread>} */
  const best = new Map();
  for (const thread of threads)
    if (!(best.get(thread.head)?.weight >= thread.weight)) best.set(thread.head, thread);
  return [...best.values()].sort((one, other) => one.from.at - other.from.at);
}

// What several heads brought together, each from one position.
/** @param {Lanes} seen @param {Thread[]} threads */
function gathered(seen, threads) {
  if (threads.every((thread) => carriedBy(thread).verb === "adds")) return added(seen, threads);
  const places = threads.map(({ from }) => String(from.at));
  const there = threads.map(({ from }) => cellText(heldIn(seen, from)));
  return `Positions ${inList(places)} hold ${inList(there)}`;
}

// The numbers that several heads add, those of places apart.
/** @param {Lanes} seen @param {Thread[]} threads */
function added(seen, threads) {
  const amounts = (/** @type {Thread[]} */ some) => some.map(({ to }) => heldIn(seen, to));
  const total = (/** @type {Thread[]} */ some) => cellText(whole(amounts(some)
    .map((value) => (typeof value === "number" ? value : 0)).reduce((sum, x) => sum + x, 0)));
  const isPlace = (/** @type {Thread} */ thread) => carriedBy(thread).taken === "place";
  const [places, others] = [threads.filter(isPlace), threads.filter((each) => !isPlace(each))];
  return [
    ...(others.length ? [`It adds ${inList(amounts(others).map(cellText))}, which is ` +
      total(others)] : []),
    ...(places.length ? [`its position adds ${total(places)}`] : []),
  ].join("; ");
}

/** @param {Thread} thread */
const carriedBy = ({ head, to }) => head.carried.find(({ lane }) => lane.name === to.lane);

// What stands where a head looks, that finds it by its place; "" for others.
/** @param {Lanes} seen @param {Thread} thread */
function onePlace(seen, { head, from, to }) {
  if (head.cross || from.lane !== TEXT || head.relations?.length !== 1) return "";
  const { how, by, key, among } = head.relations[0];
  const token = seen.tokens[from.at];
  if (how === "back" && !(to.at - by >= 0 && to.at - by < seen.tokens.length))
    return `As nothing stands ${Math.abs(by)} ${by > 0 ? "back" : "ahead"}, it looks at position ${
      from.at}, where ${cellText(token)} stands`;
  const byPlace = key === "place" && how === "among" && among.length === 1;
  if (!byPlace && !(how === "back" && to.at - from.at === by)) return "";
  const value = heldIn(seen, to);
  const there = how === "back" && by ? `${by} back, at position ${from.at},`
    : `At position ${from.at}`;
  const brings = value === null || value === token ? "" : `, which brings ${cellText(value)}`;
  return `${there} stands ${cellText(token)}${brings}`;
}

// What a head takes from the positions that it looks at, alike or some more than others; "" where
// that is not what was typed, or where shares of it do not tell what is said.
/** @param {Lanes} seen @param {LaneHead} head @param {number} at */
function somePlaces(seen, head, at) {
  const { noun, read, tokens } = seen;
  if (!head.carried.some(({ verb, taken }) => verb !== "takes away" && taken === noun)) return "";
  const groups = alike(head.weights[at]);
  const symbols = groups.map(({ some }) => some.map((j) => (head.cross ? read : tokens)[j]));
  const [first, second] = symbols.map((some) => inList(some.map(cellText)));
  const hard = timesAsHard(groups);
  if (hard) {
    const total = weighed(seen, head, at);
    return `It looks at ${first}, ${hard} times as hard as at ${second}` +
      (total ? `; ${total.text} is ${cellText(total.sum)}${digitOf(seen, total.sum, at)}` : "");
  }
  if (groups.length > 1) return shared(seen, head, at);
  if (symbols[0].length < 2) return "";
  const where = `It looks equally at ${whichPlaces(groups[0].some, head.cross ? -1 : at)}`;
  return symbols[0].length > LISTED ? `${where}; ${shares(symbols[0])}`
    : `${where}, which hold ${first}${inAll(head, symbols[0], at)}`;
}

// Positions in words: all up to the one that asks, the last ones before it, or which.
/** @param {number[]} some @param {number} at */
function whichPlaces(some, at) {
  const n = some.length;
  const last = some.every((j, k) => j === at - n + 1 + k);
  if (last && n === at + 1) return `all ${n} positions so far`;
  const few = n > LISTED ? "" : `, ${inList(some.map(String))}`;
  return `${last ? "the last " : ""}${n} positions${few}`;
}

// How many times as hard as at some a head looks at others; 0 where it is no such look.
/** @param {{weight: number, some: number[]}[]} groups */
function timesAsHard(groups) {
  const hard = groups.length === 2 ? whole(groups[0].weight / groups[1].weight) : 0;
  return Number.isInteger(hard) && hard > 1 ? hard : 0;
}

// The sum of the numbers that a head mixes, as it is written down, and what it comes to; undefined
// where it looks at one position or at many, where what it takes is not as large as the numbers
// that stand there, and where its mean of them is told.
/** @param {Lanes} seen @param {LaneHead} head @param {number} at */
export function weighed({ tokens }, { weight, weights, cross, given, carried }, at) {
  if (weight[at] > MOSTLY || cross) return undefined;
  const groups = alike(weights[at]);
  const some = groups.flatMap((group) => group.some);
  /** @type {Map<number, number | undefined>} */
  const numbers = new Map(some.map((j) => [j, shownNumber(tokens[j])]));
  if (some.length < 2 || some.length > MOST_ADDED || [...numbers.values()].includes(undefined))
    return undefined;
  const plain = groups.map((group) => group.some.map((j) => cellText(tokens[j])).join(" + "));
  const sums = groups.map((group) => group.some.reduce((sum, j) => sum + numbers.get(j), 0));
  const hard = timesAsHard(groups);
  const much = groups[0].some.length > 1 ? `(${plain[0]})` : plain[0];
  if (hard) return growsWith(given, numbers) ? { text: `${hard} \u00d7 ${much} + ${plain[1]}`,
    sum: whole(hard * sums[0] + sums[1]) } : undefined;
  const adds = carried.find(({ verb }) => verb === "adds" || verb === "scales")?.lane;
  return groups.length > 1 || !adds || inUnits(adds).values[at] !== sums[0] ? undefined
    : { text: plain[0], sum: whole(sums[0]) };
}

// A story without what other heads bring to a sum that is told: it would show as a symbol.
/** @param {Lanes} seen @param {Story} story @returns {Story} */
export function drawnOf(seen, story) {
  const said = new Set(story.said.map(cellKey));
  const own = story.threads.filter(({ to, head }) => said.has(cellKey(to)) && !head.stack);
  const isSum = (/** @type {Thread} */ { head, to }) => Boolean(weighed(seen, head, to.at));
  const layers = own.filter(isSum).map(({ head }) => head.layer);
  const aside = own.filter((thread) => !isSum(thread) && layers.includes(thread.head.layer) &&
    carriedBy(thread).lane.kind === "symbol");
  const threads = story.threads.filter((thread) => !aside.includes(thread));
  const ends = (/** @type {Thread[]} */ some) =>
    new Set(some.flatMap(({ from, to }) => [cellKey(from), cellKey(to)]));
  const [gone, kept] = [ends(aside), ends(threads)];
  return { ...story, threads, cells: story.cells.filter((cell) =>
    !gone.has(cellKey(cell)) || kept.has(cellKey(cell))) };
}

// Which digit of a sum is said at a position, after those that stand there already.
/** @param {Lanes} seen @param {number} sum @param {number} at */
function digitOf({ lanes, tokens }, sum, at) {
  const digits = cellText(sum);
  const said = cellText(lanes[lanes.length - 1].values[at]);
  for (let k = Math.min(digits.length - 1, at); k >= 0; k--) {
    const before = tokens.slice(at + 1 - k, at + 1).map(cellText).join("");
    if (digits[1] && digits.slice(0, k) === before && digits[k] === said)
      return k ? `, of which ${before} is said and ${said} comes next`
        : `, of which ${said} comes first`;
  }
  return "";
}

// Whether what keys give lies on a line, each as far along it as its number.
/** @param {Row[]} given @param {Map<number, number>} numbers */
function growsWith(given, numbers) {
  const order = [...numbers.keys()].sort((i, j) => numbers.get(i) - numbers.get(j));
  const [first, last] = [order[0], order[order.length - 1]];
  const span = numbers.get(last) - numbers.get(first);
  const most = Math.max(...given.flatMap((row) => row.map(Math.abs)));
  return order.every((j) => given[j].every((x, k) => Math.abs(x - given[first][k] -
    (given[last][k] - given[first][k]) * (numbers.get(j) - numbers.get(first)) / (span || 1)) <=
      ON_LINE * most));
}

// Which share of a look each symbol gets, the largest first; "" unless that one is said.
/** @param {Lanes} seen @param {LaneHead} head @param {number} at */
function shared({ noun, read, tokens, lanes }, { cross, weights, carried }, at) {
  /** @type {Map<Meaning, number>} */
  const shares = new Map();
  (cross ? read : tokens).slice(0, weights[at].length).forEach((symbol, j) =>
    shares.set(symbol, (shares.get(symbol) ?? 0) + weights[at][j]));
  const exact = (/** @type {Meaning} */ symbol) => Number(shares.get(symbol).toFixed(9));
  const order = [...shares.keys()].sort((one, other) => exact(other) - exact(one));
  const copies = carried.some(({ verb, taken }) => verb === "copies" && taken === noun);
  if (!copies || String(order[0]) !== String(lanes[lanes.length - 1].values[at])) return "";
  const few = order.slice(0, LISTED).filter((symbol) => shares.get(symbol) >= NAMED);
  const others = order.slice(few.length).map((symbol) => shares.get(symbol))
    .reduce((sum, share) => sum + share, 0);
  const names = [...few.map(cellText), ...(others >= NAMED ? ["others"] : [])];
  const parts = hundredths([...few.map((symbol) => shares.get(symbol)), others]
    .slice(0, names.length));
  const told = names.map((name, k) => [name, ...(k ? [] : ["gets"]), parts[k]].join(" "));
  return `Its attention is shared: ${inList(told)}`;
}

// What a head that adds makes of the numbers that symbols show; "" for others.
/** @param {LaneHead} head @param {Meaning[]} symbols @param {number} at */
function inAll({ carried }, symbols, at) {
  const adds = carried.find(({ verb }) => verb === "adds" || verb === "scales")?.lane;
  const numbers = symbols.map(shownNumber);
  if (!adds || numbers.includes(undefined)) return "";
  const total = numbers.reduce((sum, x) => sum + x, 0);
  return inUnits(adds).values[at] === total ? `; that is ${cellText(total)} in all`
    : `; ${cellText(whole(total / numbers.length))} on average`;
}

// The positions of a look by their weights, the heaviest first; what hardly counts is left.
/** @param {number[]} weights */
function alike(weights) {
  /** @type {{weight: number, some: number[]}[]} */
  const groups = [];
  const least = LOOKED * Math.max(...weights);
  [...weights.entries()].filter(([, w]) => w >= least).sort(([, v], [, w]) => w - v)
    .forEach(([j, weight]) => {
      const last = groups.find((each) => weight >= (1 - ALIKE) * each.weight);
      if (last) last.some.push(j);
      else groups.push({ weight, some: [j] });
    });
  groups.forEach(({ some }) => some.sort((i, j) => i - j));
  return groups;
}

// How many positions hold which symbol, the commonest first.
/** @param {Meaning[]} symbols */
function shares(symbols) {
  const counted = new Map();
  for (const symbol of symbols) counted.set(symbol, (counted.get(symbol) ?? 0) + 1);
  const told = [...counted].sort(([, one], [, other]) => other - one)
    .map(([symbol, n]) => `${n} ${n > 1 ? "hold" : "holds"} ${cellText(symbol)}`);
  if (told.length > LISTED) told.splice(LISTED, Infinity, "others hold others");
  return inList(told);
}

// Texts as a list with its last *and*.
/** @param {string[]} texts */
export const inList = (texts) => (texts.length < 2 ? texts.join("")
  : `${texts.slice(0, -1).join(", ")} and ${texts[texts.length - 1]}`);

// How many positions a head that takes from all alike takes from: in an encoder, later ones too.
/** @param {LaneHead} head @param {number} at */
const seenFrom = ({ weights }, at) => weights[at].filter((weight) => weight > 0).length;

// The tags that a head takes from all positions alike, each with where it stands.
/** @param {Lanes} seen @param {LaneHead} head @param {number} at */
function foundBefore({ lanes }, head, at) {
  const { stack, layer, reads } = head;
  const isRead = (/** @type {string} */ tag) =>
    reads.some((each) => tag === each || tag.startsWith(`${each} `));
  return lanes.filter((lane) => lane.stack === stack && lane.layer < layer)
    .flatMap(({ values }) => values.slice(0, seenFrom(head, at)).flatMap((value, i) =>
      (Array.isArray(value) ? value.filter(isRead) : []).map((tag) => ({ i, tag }))));
}

// At how many positions of how many a head that takes from all alike found what it counts;
// undefined for others, and where what it takes are numbers.
/** @param {Lanes} seen @param {LaneHead} head @param {number} at */
export function countOf(seen, head, at) {
  const found = counts(head) ? foundBefore(seen, head, at) : [{ i: 0, tag: "" }];
  return found.every(({ tag }) => head.reads.includes(tag))
    ? [new Set(found.map(({ i }) => i)).size, seenFrom(head, at)] : undefined;
}

// What of it stands at positions that a head takes from all alike: a sentence without its end.
/** @param {Lanes} seen @param {LaneHead} head @param {number} at */
function counted(seen, head, at) {
  const found = foundBefore(seen, head, at)
    .map(({ i, tag }) => `position ${i}, ${cellText(seen.tokens[i])}, ${tag}`);
  const more = found.length > LISTED ? [`${found.length - LISTED} more`] : [];
  const few = [...found.slice(0, LISTED), ...more].join("; ");
  const all = seenFrom(head, at);
  return few ? `Counted over all ${all} positions: ${few}`
    : `None of the ${all} positions is marked \u201c${either(head.reads)}\u201d`;
}

// That what ends here stood before, and what came next; "" where that is not what is found.
/** @param {Lanes} seen @param {LaneHead} head @param {number} at @param {Story} story */
function stoodBefore({ tokens }, head, at, { match }) {
  const [asks, answers] = match ?? [[], []];
  const there = head.source[at];
  const follow = (/** @type {number[]} */ places, /** @type {number} */ next) =>
    places.every((p, k) => p === next - places.length + k);
  const value = cellText(brought(head, at)[0] ?? null);
  if (!asks.length || !follow(asks, at + 1) || !follow(answers, there) || head.cross ||
    value !== cellText(tokens[there])) return "";
  const several = asks.length > 1 ? "s" : "";
  const latest = head.relations?.some(({ how }) => how === "latest") ? ", the latest time" : "";
  return `Here stand${several ? "" : "s"} ${inList(asks.map((i) => cellText(tokens[i])))}. ` +
    `${several ? "They" : "It"} stood before at position${several} ` +
    `${inList(answers.map(String))}${latest}, and ${value} came next`;
}

// A sentence, without its end, on what the commonest comparisons find; "" for others.
/** @param {Lanes} seen @param {LaneHead} head @param {number} at @param {Story} story */
function foundBy(seen, head, at, story) {
  const [relations, there] = [head.relations ?? [], head.source[at]];
  const value = cellText(brought(head, at)[0] ?? null);
  const same = relations.filter(({ how }) => how === "same");
  if (!isFound(seen, head, at)) {
    const none = same.map(({ query, key }) =>
      `${key} is ${cellText(held(seen, query, at))}`);
    return `There is no position whose ${none.join(" and ")}; it looks at position ${there}`;
  }
  const best = relations.find(({ how }) => ["smallest", "largest", "next larger"].includes(how));
  if (same.length) {
    const told = stoodBefore(seen, head, at, story);
    if (told) return told;
    const each = (/** @type {(told: Relation) => string} */ what) => inList(same.map((told) =>
      `${what(told)} is ${cellText(held(seen, told.query, at))}`));
    const which = relations.find(({ how }) => ["latest", "first"].includes(how))?.how;
    const here = each(({ query }) => `the ${query}`);
    const whose = each(({ key }) => `whose ${key}`);
    return `Here ${here}. ${which ? "The " + which : "The"} position ${whose} is ${there}` +
      (value === cellText((head.cross ? seen.read : seen.tokens)[there]) ? `, where ${value} stands`
        : `; it brings ${value}`);
  }
  if (best?.how === "next larger") {
    const own = held(seen, best.query, at);
    if (shownNumber(own) === undefined) // as where a list ends
      return `Nothing is said yet: the smallest ${best.key} is ${value}, at position ${there}`;
    return `The next larger ${best.key} after ${cellText(own)} is ${value}, at position ${there}`;
  }
  return best ? `Of all that it sees, the ${best.how} ${best.key} is ${value}, at position ${there
  }, and takes ${head.weight[at] > NEARLY_ALL ? "" : "nearly "}all of its attention` : "";
}

// What a head brought to a position, but for what it takes away.
/** @param {LaneHead} head @param {number} at */
export const brought = ({ carried }, at) => carried.filter(({ verb }) => verb !== "takes away")
  .map(({ lane }) => lane.values[at]).filter((value) => value !== null);
