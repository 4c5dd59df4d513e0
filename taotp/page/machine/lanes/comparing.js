// @ts-check
// What a head compares in a run: relations of origins, and whether they tell where it looks.

import { argmax, least, most } from "./codebooks.js";
import { dotRow, mostWritten, multiplied, reads } from "./matrices.js";
import { left, median, placed, someOf, upTo } from "./origins.js";
import { PULL, range, relation, relationOf } from "./relations.js";
/** @import {Matrix} from "../../kit/figures" */
/** @import {Row} from "../../kit/page" */
/** @import {Compared, Meaning, Origin, Question, Rows} from "./lanes" */

const MOST_TOLD = 4; // relations that are told of a head, the strongest, beside its tags
const MOST_TAGS = 12;
const LIKED = 0.4; // of what the best tag scores
const FOUND = 0.5; // of the largest weight, that the key which is told must have

/** @param {Question} question */
const rootOf = ({ head }) => Math.sqrt(head.W_Q.columns);

// What a position sees of a row of scores.
/** @param {Question} question @param {Row} row @param {number} i */
const seenOf = ({ causal }, row, i) => (causal ? row.slice(0, i + 1) : row);

// What is compared, the strongest first; null where it does not tell where the head looks. Of tags
// so many are named as it takes, those that tell keys apart most first.
/** @param {Question} question @returns {Compared[] | null} */
export function comparedBy(question) {
  const found = [...byOrigins(question), ...byDistance(question)];
  const strong = found.filter(({ told }) => told.pull > PULL)
    .sort((one, other) => other.told.pull - one.told.pull).slice(0, MOST_TOLD);
  for (const tags of moreAndMoreTags(question)) {
    const compared = [...strong, ...tags];
    if (explained(question, compared) && !contradicts(compared))
      return compared.sort((one, other) => other.told.pull - one.told.pull);
  }
  return null;
}

// Whether of one thing the latest is liked and the first too: then no words tell which.
/** @param {Compared[]} compared */
const contradicts = (compared) =>
  [["latest", "first"], ["smallest", "largest"]].some(([one, other]) =>
    compared.some(({ told: a }) => a.how === one &&
      compared.some(({ told: b }) => b.how === other && a.key === b.key)));

// Whether comparisons alone tell the key that each position looks at most; of none that is all
// keys: it looks at them alike.
/** @param {Question} question @param {Compared[]} compared */
function explained(question, compared) {
  return question.weights.every((row, i) => {
    if (!compared.length) return least(seenOf(question, row, i)) >= FOUND * most(row);
    const total = Array(row.length).fill(0);
    for (const { scores } of compared)
      for (let j = 0; j < row.length; j++) total[j] += scores[i][j];
    return row[argmax(seenOf(question, total, i))] >= FOUND * most(row);
  });
}

// Each thing that asks against each that answers; where tags do, places alone answer.
/** @param {Question} question @returns {Compared[]} */
function byOrigins(question) {
  const { head, answers, causal, tags } = question;
  const root = rootOf(question);
  const keys = question.keys.filter(({ can }) => !tags || can.kind === "place").map((key) => {
    const some = someOf(key);
    return {
      can: { ...key.can, meanings: some.map((i) => key.can.meanings[i]) },
      rows: some.map((i) => left(answers, key.can.row(i), head.W_K)),
      own: () => placed(answers, key, head.W_K),
    };
  });
  /** @type {Compared[]} */
  const found = [];
  const some = keys.filter(({ rows }) => holdAny(rows));
  for (const { can, rows, own } of asking(question).filter((each) => holdAny(each.rows))) {
    for (const key of some) {
      const table = scoresOf(rows, key.rows, root);
      if (!(most(table.map(range), 0) > PULL)) continue;
      const placedKeys = key.own();
      found.push({
        told: relation(table, can, key.can, causal),
        scores: scoresOf(own(), placedKeys, root),
      });
    }
  }
  return found;
}

/** @param {Row[]} queries @param {Row[]} keys @param {number} root @returns {Row[]} */
function scoresOf(queries, keys, root) {
  return queries.map((q) => {
    const row = Array(keys.length).fill(0);
    for (let c = 0; c < q.length; c++) {
      if (!q[c]) continue;
      for (let j = 0; j < keys.length; j++) row[j] += q[c] * keys[j][c] / root;
    }
    return row;
  });
}

// Whether a head reads anything of rows: of most origins it reads nothing.
/** @param {Row[]} rows */
const holdAny = (rows) => rows.some((row) => row.some(Boolean));

// What may ask: the queries of its rows, and the query of each position.
/** @param {Question} question */
function asking({ head, asks, origins, weights }) {
  const found = origins.map((o) => {
    const some = someOf(o);
    return {
      can: { ...o.can, meanings: some.map((i) => o.can.meanings[i]) },
      rows: some.map((i) => left(asks, o.can.row(i), head.W_Q)),
      own: () => placed(asks, o, head.W_Q),
    };
  });
  if (!head.b_Q) return found;
  const bias = Array.from(head.b_Q.data);
  /** @type {Pick<Rows, "name" | "kind" | "meanings">} */
  const always = { name: "", kind: "symbol", meanings: [""] };
  return [...found,
    { can: /** @type {Rows} */ (always), rows: [bias], own: () => weights.map(() => bias) }];
}

// What a head asks from each position.
/** @param {Question} question */
function queriesOf(question) {
  const { head, asks } = question;
  return (question.queries ??= multiplied(asks.stream, head.W_Q, head.b_Q));
}

// What each of some columns adds to the score of each key: [n, n_keys, n_columns].
/** @param {Question} question @param {number[]} some */
function scoresBy(question, some) {
  const { head, answers } = question;
  const root = rootOf(question);
  return queriesOf(question).map((q) => {
    const asked = some.map((c) => dotRow(head.W_K, c, q) / root);
    return answers.stream.map((y) => some.map((c, t) => asked[t] * y[c]));
  });
}

// Matrices of which what is of a kind is made. What heads bring has parts of its own, in which no
// tag is, and nothing beside them.
/** @param {Question} question @param {"symbol" | "place"} kind @returns {Matrix[]} */
const madeOf = ({ keys }, kind) =>
  keys.filter(({ can }) => can.kind === kind && can.of).map(({ can }) => can.of);

// What columns that readers are not shown, and no place writes to, add to the score of each key.
/** @param {Question} question @returns {Row[]} */
function scoresBeside(question) {
  const places = madeOf(question, "place");
  const free = question.tags.beside.filter((c) => reads(question.head.W_K, c) &&
    !places.some((P) => mostWritten(P, [c])));
  return scoresBy(question, free).map((row) => row.map((each) =>
    each.reduce((sum, x) => sum + x, 0)));
}

// All tags that some key could be told apart by, then one more, and so on.
/** @param {Question} question @returns {Generator<Compared[]>} */
function* moreAndMoreTags(question) {
  const { tags } = question;
  const could = tags ? couldCount(question) : [];
  const order = upTo(could.length).filter((t) => could[t] > PULL)
    .sort((a, b) => could[b] - could[a] || a - b);
  if (!order.length) {
    yield [];
    return;
  }
  const floor = Math.max(PULL, LIKED * most(could));
  const fewest = Math.max(1, could.filter((x) => x > floor).length);
  const named = order.slice(0, Math.max(MOST_TAGS, fewest));
  const scores = scoresBy(question, named.map((t) => tags.columns[t]));
  const total = scoresBeside(question);
  for (let n = 1; n <= named.length; n++) {
    for (let i = 0; i < total.length; i++)
      for (let j = 0; j < total[i].length; j++) total[i][j] += scores[i][j][n - 1];
    if (n < fewest) continue;
    const kept = named.slice(0, n).sort((a, b) => a - b);
    const told = relationOf("tags", "", tags.name, could[named[0]],
      { among: kept.map((t) => tags.tags[t]) });
    yield [{ told, scores: total }];
  }
}

// By how much each tag would raise the score of a key that has it as much as any token.
/** @param {Question} question */
function couldCount(question) {
  const { head, answers, tags } = question;
  const [queries, root] = [queriesOf(question), rootOf(question)];
  const tokens = madeOf(question, "symbol");
  return tags.columns.map((c) => {
    if (!reads(head.W_K, c)) return 0;
    const asked = most(queries.map((q) => Math.abs(dotRow(head.W_K, c, q)))) / root;
    const held = most(answers.stream.map((y) => Math.abs(y[c])));
    return asked * most(tokens.map((E) => mostWritten(E, [c]) * answers.middle), held);
  });
}

// Of the tags that are named, those for which each position looks where it does: they score there,
// over the key in the middle, at least LIKED times what the best does.
/** @param {Question} question @param {Meaning[]} named @returns {string[][]} */
export function likedBy(question, named) {
  const { tags, weights } = question;
  if (!tags || !named.length) return [];
  const which = named.map((name) => tags.columns[tags.tags.indexOf(String(name))]);
  return scoresBy(question, which).map((row, i) => {
    const seen = seenOf(question, /** @type {any} */ (row), i);
    const lead = which.map((_, t) => row[argmax(weights[i])][t] -
      median(/** @type {any[]} */ (seen).map((each) => each[t])));
    const least = Math.max(LIKED * most(lead, 0), PULL);
    return named.filter((_, k) => lead[k] > least).map(String);
  });
}

// What distances add to scores by themselves.
/** @param {Question} question @returns {Compared[]} */
function byDistance({ head, weights, keys }) {
  if (!head.by_distance) return [];
  const far = Array.from(head.by_distance.data);
  const steps = far.slice(1).map((x, i) => x - far[i]);
  const how = steps.every((x) => x <= 0) ? "latest" : steps.every((x) => x >= 0) ? "first" : "back";
  return [{
    told: relationOf(how, "", "place", range(far), { by: argmax(far) }),
    scores: weights.map((_, i) => (keys[0]?.at ?? []).map((__, j) =>
      far[Math.max(0, Math.min(i - j, far.length - 1))])),
  }];
}

