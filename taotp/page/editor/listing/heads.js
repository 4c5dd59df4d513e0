// @ts-check
// Sentences about heads: attend, copy, clear (heads.py).

import { matrix } from "../../kit/arithmetic.js";
import { listed, suggestion, wrongAt } from "./faults.js";
import { inEach, missing, readPlain } from "./expressions.js";
import { WORDS } from "./language.js";
import { sameSize, sound } from "./machine.js";
import {
  circlePoint, fill, hardEnough, reading, scaled, times, transposed, turn, vectorOf,
} from "./matrices.js";
/** @import {Matrix} from "../../kit/figures" */
/** @import {Clauses, Linear, Way} from "./listing" */
/** @import {Machine} from "./machine.js" */
/** @import {Sentence} from "./sentences.js" */

/** @param {number} a @param {number} b @returns {number} */
const greatestDivisor = (a, b) => (b ? greatestDivisor(b, a % b) : a);

// `attend K back`, `to K`, `everywhere` or `query ...`, with clauses.
/** @param {Machine} made @param {Sentence} line */
function attend(made, line) {
  const draft = made.layerOf(line);
  const start = line.word;
  const way = line.takes("everywhere") ? everywhere : line.sees("query") ? byQuery
    : line.takes("to") ? toPosition : back;
  const { got, where, asked, sought, name = "" } = /** @type {Way} */ (way(made, line));
  const [taken, W_O] = [inEach(got.read, (x) => got.gain * x), transposed(got.write)];
  const [W_Q, W_K, W_V] = [asked, sought, taken].map((each) => each.matrix);
  sameSize(where.write,
    `what is read has size ${W_V.columns}, and where it is written ${W_O.rows}`,
    W_V.columns, W_O.rows);
  const [b_Q, b_K, b_V] = [asked, sought, taken].map(biasOf);
  const b_O = got.bias ?? null;
  sound(line, { W_Q, W_K, W_V, W_O, b_Q, b_K, b_V, b_O });
  const louder = { W_O: scaled(got.loud, W_O), b_O: b_O && scaled(got.loud, b_O) };
  const own = { name: got.named ?? name };
  draft.heads.push(sound(line, { W_Q, W_K, W_V, b_Q, b_K, b_V, ...louder, ...own }));
  made.names.spend([W_Q, W_K, W_V, W_O].reduce((all, W) => all + W.data.length, 0), start);
}

/** @param {Linear} of */
const biasOf = ({ constant }) => (constant.some((x) => x) ? vectorOf(constant) : null);
/** @param {Matrix} W */
const withoutConstant = (W) => ({ matrix: W, constant: Array(W.columns).fill(0) });
/** @param {any} head */
const unbiased = (head) => ({ ...head, b_Q: null, b_K: null, b_V: null, b_O: null });

// Each way to attend: what its clauses say, and the query and key.

/** @param {Machine} made @param {Sentence} line */
function everywhere(made, line) {
  const [got, where] = made.clauses(line, "attend everywhere");
  const none = withoutConstant(matrix(made.d_model, got.read.matrix.columns));
  return { got, where, asked: none, sought: none, name: "looks at all alike" };
}

/** @param {Machine} made @param {Sentence} line */
function byQuery(made, line) {
  const [got, where] = made.clauses(line, "attend query");
  const { query, key, hard = 1 } = got;
  const [long, wide] = [query, key].map(({ constant }) => constant.length);
  sameSize(where.key, `the key has size ${wide} and the query ${long}`, long, wide);
  const factor = hard ?? WORDS.hardness;
  return { got, where, asked: inEach(query, (x) => factor * x), sought: key };
}

/** @param {Machine} made @param {Sentence} line */
function back(made, line) {
  const start = line.word;
  const numbers = Object.keys(made.names.numbers);
  const known = [...numbers, ...Object.keys(made.names.places), ...WORDS.functions, "pi"];
  const name = start.kind === "name" && known.includes(start.text.split(".")[0]);
  if (!name && start.kind !== "number" && !line.sees("-", "(")) {
    throw line.unlike("K back, to K, everywhere or query ... after 'attend'",
      suggestion(start.text, ["everywhere", "query", ...numbers]));
  }
  const steps = readPlain(line, made.names, "the number of steps back", 0);
  line.needs("back", `'attend ${made.text.slice(start.start, line.last.end)}'`);
  const [got, where] = made.clauses(line, "attend back");
  const [asked, sought] = stepsBack(made, line, steps, got).map(withoutConstant);
  return { got, where, asked, sought, name: steps ? `looks ${steps} back` : "looks at itself" };
}

/** @param {Machine} made @param {Sentence} line @param {number} steps @param {Clauses} got */
function stepsBack(made, line, steps, got) {
  const { place, n, paces } = positions(made, line, got);
  const hard = got.hard ?? hardEnough(n, paces);
  return [times(scaled(hard, reading(place)), turn(-steps, n, paces)), reading(place)];
}

/** @param {Machine} made @param {Sentence} line */
function toPosition(made, line) {
  const position = readPlain(line, made.names, "the position to attend to", 0, made.n_ctx - 1);
  const [got, where] = made.clauses(line, "attend to");
  const { place, n, paces } = positions(made, line, got);
  const [ask, word] = got.asked ?? [];
  if (ask && ask.size !== 1) {
    throw wrongAt(word, `${ask.name} has size ${ask.size}; what asks must be a part of size 1`);
  }
  if (place.size !== 3 || position >= n) {
    throw wrongAt(line.words[0],
      "'attend to' needs one circle, with a point for the position");
  }
  const hard = got.hard ?? hardEnough(n, paces);
  const point = circlePoint(position, n, [1]);
  const asked = ask
    ? withoutConstant(times(scaled(hard, reading(ask)), fill(1, 3, (_, j) => point[j])))
    : { matrix: matrix(made.d_model, 3), constant: point.map((x) => hard * x) };
  const sought = withoutConstant(reading(place));
  return { got, where, asked, sought, name: `looks at position ${position}` };
}

// Where a head finds positions, and on which circle.
/** @param {Machine} made @param {Sentence} line @param {Clauses} got */
function positions(made, line, got) {
  const known = Object.keys(made.circles);
  const [word] = line.words;
  if (got.by && !Object.hasOwn(made.circles, got.by[0].name)) {
    const does = known.length ? `; ${listed(known)} ${known.length > 1 ? "do" : "does"}` : "";
    throw missing(made.names, got.by[1], `${got.by[0].name} holds no circle of positions${does}`);
  }
  if (!got.by && known.length !== 1) {
    const has = known.length ? `${known.length} parts hold` : "no part holds";
    const what = known.length ? "say 'by ...'" : "write a line 'place ... as circle'";
    throw missing(made.names, word,
      `${has} a circle of positions, by which a head could find one; ${what}`);
  }
  const on = made.circles[got.by ? got.by[0].name : known[0]];
  if (on.paces.reduce(greatestDivisor, on.n) > 1) {
    throw wrongAt(word, `positions share points of the circle of ${on.n} points at paces ` +
      `${listed(on.paces.map(String))}; they must have no common divisor`);
  }
  return on;
}

// The query and key of a head that looks at its own position.
/** @param {Machine} made @param {Sentence} line */
function here(made, line) {
  const [got] = made.clauses(line, "here");
  return [...stepsBack(made, line, 0, got), got.named];
}

// `copy PLACE to PLACE, by PLACE, named NAME`.
/** @param {Machine} made @param {Sentence} line */
function copy(made, line) {
  const draft = made.layerOf(line);
  const { names } = made;
  const take = names.place(line.name("a part of the stream after 'copy'"));
  line.needs("to", `'copy ${take.name}'`);
  const { word } = line;
  const put = names.place(line.name("a part of the stream after 'to'"));
  sameSize(word, `${put.name} has size ${put.size} and ${take.name} ${take.size}`,
    take.size, put.size);
  const [W_Q, W_K, name] = here(made, line);
  const head = { W_Q, W_K, W_V: reading(take), W_O: transposed(reading(put)) };
  draft.heads.push({ ...unbiased(sound(line, head)), name: name || "copies" });
}

// `clear PLACE, by PLACE, named NAME`.
/** @param {Machine} made @param {Sentence} line */
function clear(made, line) {
  const draft = made.layerOf(line);
  const what = made.names.place(line.name("a part of the stream after 'clear'"));
  const [W_Q, W_K, name] = here(made, line);
  const W_V = reading(what);
  const head = { W_Q, W_K, W_V, W_O: scaled(-1, transposed(W_V)) };
  draft.heads.push({ ...unbiased(sound(line, head)), name: name || "clears" });
}

export const HEADS = { attend, copy, clear };
