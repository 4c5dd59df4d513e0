// @ts-check
// Checks of words, shares and frequencies that have to keep a rule, each in a few lines.

import { CHECKS, filled, list, quotedAsPython } from "./form.js";
import { demand, general } from "./leads.js";
/** @import {Check, Formula, OfAnswer} from "../kit/page" */

/** @param {number[]} numbers */
const sumOf = (numbers) => numbers.reduce((sum, x) => sum + x, 0);
/** @param {string} text */
const wordsIn = (text) => text.trim().split(/\s+/).filter(Boolean);
/** @param {string[]} texts */
const quotedList = (texts) => list(texts.map(quotedAsPython));
// Numbers as Python writes a list of floats.
/** @param {number[]} numbers */
const floats = (numbers) => list(numbers.map((x) =>
  (Number.isInteger(x) && Math.abs(x) < 1e16 ? x.toFixed(1) : String(x))));

// Rows of finite numbers, of that many columns each.
/** @param {number[][]} rows @param {number[]} shape @param {string} where */
function shaped(rows, [height, width], where) {
  const expected = `${where} expected numbers of shape (${height}, ${width}), got`;
  const widths = new Set(rows.map(({ length }) => length));
  demand(widths.size === 1, `${expected} a list`);
  const columns = rows[0].length;
  demand(rows.length === height && columns === width,
    `${expected} shape (${rows.length}, ${columns})`);
  const odd = rows.flat().find((x) => !Number.isFinite(x));
  demand(odd === undefined, `${where} expected finite numbers, got ${general(odd ?? 0, 6)}`);
}

// One row of so many finite numbers, which were typed as formulas.
/** @param {Formula[]} formulas @param {number} count @param {string} where */
function numbersOf(formulas, count, where) {
  const numbers = formulas.map((formula) => formula({}));
  demand(numbers.length === count,
    `${where} expected numbers of shape (${count},), got shape (${numbers.length},)`);
  const odd = numbers.find((x) => !Number.isFinite(x));
  demand(odd === undefined, `${where} expected finite numbers, got ${general(odd ?? 0, 6)}`);
  return numbers;
}

// Two sentences, and how often a chain of their words says something else.
/** @type {Check} */
CHECKS.mixes = ({ least, most }, { first, second }) => {
  const where = "in two_sentences expected";
  const sentences = [first, second].map(wordsIn);
  const both = quotedList([first.trim(), second.trim()]);
  demand(sentences[0].join(" ") !== sentences[1].join(" "),
    `${where} two sentences that differ, got ${both}`);
  for (const one of sentences) {
    demand(one.length && one.length <= most && new Set(one).size === one.length,
      `${where} one to five different words, got ${quotedAsPython(one.join(" "))}`);
  }
  // Each word with the one behind it; the ends of a sentence are empty words.
  const pairs = sentences.map((one) =>
    [...one, ""].map((after, i) => [i ? one[i - 1] : "", after]));
  const said = pairs.flat();
  /** @param {string} from @param {string} [to] */
  const times = (from, to) =>
    said.filter(([word, after]) => word === from && (to ?? after) === after).length;
  const share = 1 - sumOf(pairs.map((one) =>
    one.reduce((product, [word, after]) => product * times(word, after) / times(word), 1)));
  demand(share >= least,
    `on ${both} expected a share of ${least} or more, got ${general(share, 3)}`);
  const inside =
    new Set(said.filter(([word, after]) => word && after).map((pair) => pair.join(" ")));
  return { text: `${inside.size} pairs of words, and something else is said in ` +
    `${general(share, 3)} of all cases` };
};

// Words that a mask shows, each of which votes; the right word must have most votes.
/** @type {Check} */
CHECKS.votes = ({ sentences, votes, most }, { words }) => {
  const shown = [...new Set(wordsIn(words))];
  for (const word of shown) {
    demand(Object.hasOwn(votes, word),
      `in seen_words expected words that stand before 'ran', got ${quotedAsPython(word)}`);
  }
  for (const [before, after] of sentences) {
    /** @type {Map<string, number>} */
    const sums = new Map();
    for (const word of shown.filter((one) => before.includes(one))) {
      for (const [next, vote] of Object.entries(votes[word])) {
        sums.set(next, (sums.get(next) ?? 0) + vote);
      }
    }
    const best = Math.max(0, ...sums.values());
    const winners = [...sums].filter(([, sum]) => best - sum < 1e-9).map(([word]) => word).sort();
    demand(winners.length === 1 && winners[0] === after,
      `on ${quotedAsPython(before.join(" "))} ran expected ${quotedAsPython(after)} to win, ` +
        `got ${winners.join(" and ") || "nothing"}`);
  }
  demand(shown.length <= most, `right on all three sentences, but ${shown.length} words, ` +
    `at most ${most} allowed`);
  return { text: `${sentences.length} inputs, ${shown.length} words` };
};

// A sentence in which a head that has nothing to find grants the first red a license.
/** @type {Check} */
CHECKS.license = ({ scores, moved, longest, least }, typed) => {
  const where = "in sentence expected";
  const words = wordsIn(typed.words);
  const said = words.join(" ");
  const known = Object.keys(scores);
  demand(words.every((word) => known.includes(word)),
    `${where} a list of words out of ${known.join(" ")}, got a str`);
  demand(words.length <= longest, `${where} at most ${longest} words, got ${words.length}`);
  demand(words[0] === "SOS" && words[words.length - 1] === "EOS",
    `${where} SOS first and EOS last, got ${said}`);
  demand(words.includes("red") && !words.includes("apple"),
    `${where} red, and no apple, got ${said}`);
  const top = Math.max(...words.map((word) => scores[word]));
  const loud = words.map((word) => Math.exp(scores[word] - top));
  const share = sumOf(words.map((word, i) => loud[i] * moved[word])) / sumOf(loud);
  demand(share >= least, `${where} a license of at least ${least}, got ${general(share, 3)}`);
  return { text: `${words.length} rows, ${general(share, 3)} of a license` };
};

// Keys that are pressed at once, and all whose row and column they light.
/** @type {Check} */
CHECKS.keys = ({ keys, counts }, typed) => {
  for (const count of counts) {
    const pressed = typed[`light_${count}`].trim();
    const places = [...pressed].map((key) => keys.indexOf(key));
    demand(places.length === 3 && new Set(places).size === 3 && !places.includes(-1),
      `in the answer, for ${count}, expected three different keys, such as '159', ` +
        `got ${quotedAsPython(pressed)}`);
    const rows = places.map((place) => Math.floor(place / 4));
    const columns = places.map((place) => place % 4);
    const found = [...keys].filter((_, place) =>
      rows.includes(Math.floor(place / 4)) && columns.includes(place % 4));
    demand(found.length === count, `on ${quotedAsPython(pressed)} expected ${count} keys, ` +
      `got ${found.length}: ${found.join("")}`);
  }
  return { text: `${counts.length} inputs` };
};

// Words of two letters, and what their first merge joins when they are cut into bytes.
/** @type {Check} */
CHECKS.halves = ({ wanted }, typed) => {
  for (const [name, whole, what] of wanted) {
    const word = typed[name].trim();
    const letters = [...word];
    demand(letters.length === 2,
      `in halves expected a word of two letters, got ${quotedAsPython(word)}`);
    demand(letters.every((letter) => /^\p{L}$/u.test(letter)),
      `on ${quotedAsPython(word)} expected two letters, got a sign that is none by itself`);
    const bytesOf = (/** @type {string} */ text) => [...new TextEncoder().encode(text)];
    const bytes = bytesOf(word);
    const pairs = bytes.slice(1).map((byte, i) => [bytes[i], byte]);
    const times = (/** @type {number[]} */ pair) =>
      pairs.filter((other) => String(other) === String(pair)).length;
    const [piece] = [...pairs].sort((a, b) => times(b) - times(a) || a[0] - b[0] || a[1] - b[1]);
    const decoded = letters.filter((letter) => bytesOf(letter).length === 1 &&
      piece.includes(bytesOf(letter)[0])).length;
    const inHex = (/** @type {number[]} */ some) =>
      some.map((byte) => byte.toString(16).padStart(2, "0")).join(" ");
    const hex = inHex(piece);
    const ofOne = letters.some((letter) => inHex(bytesOf(letter)).includes(hex));
    demand(decoded === whole && !ofOne,
      `on ${quotedAsPython(word)} expected ${what} in its first piece, got ${hex}`);
  }
  return { text: `${wanted.length} inputs, cut in the middle of a letter` };
};

// Shares of letters at two places, and how many two rules leave of them.
/** @type {Check} */
CHECKS.cuts = ({ top_p, min_p, letters, tie }, { places }) => {
  const where = "in two_places";
  shaped(places, [2, letters], where);
  for (const row of places) {
    demand(Math.min(...row) > 0 && Math.abs(sumOf(row) - 1) <= 1e-9,
      `${where} expected shares above 0 that sum to 1, got ${floats(row)}`);
  }
  places.forEach((/** @type {number[]} */ row, /** @type {number} */ i) => {
    const sorted = [...row].sort((a, b) => b - a);
    let held = 0;
    const byTop = sorted.filter((share) => {
      const before = held;
      held += share;
      return before < top_p * (1 - tie);
    }).length;
    // Of what is kept the likeliest comes first; min-p asks each by itself.
    const byMin = row.filter((share) => share >= min_p * sorted[0] * (1 - tie)).length;
    demand((i ? -1 : 1) * (byMin - byTop) >= 2,
      `with ${floats(row)} expected two letters ${i ? "fewer" : "more"} by min-p, ` +
        `got ${byTop} left by top-p and ${byMin} by min-p`);
  });
  return { text: "2 inputs" };
};

// The likeliest text of two more letters that a beam of so many texts finds, and its share.
/** @param {number[][]} shares @param {number} width @returns {[number[], number]} */
function likeliest(shares, width) {
  /** @type {[number[], number][]} */
  let texts = [[[0], 0]];
  for (let step = 0; step < 2; step++) {
    /** @type {[number[], number][]} */
    const longer = texts.flatMap(([said, log]) =>
      shares[said[said.length - 1]].map((share, next) =>
        /** @type {[number[], number]} */ (
          [[...said, next], log + Math.log(Math.max(share, 1e-300))])));
    const best = [...longer].sort((a, b) => b[1] - a[1]).slice(0, width);
    texts = longer.filter((text) => best.includes(text));
  }
  const [[said, log]] = [...texts].sort((a, b) => b[1] - a[1]);
  return [said, Math.exp(log)];
}

/** @type {Check} */
CHECKS.beam = ({ times }, { rows }) => {
  const where = "in chain";
  shaped(rows, [3, 3], where);
  const sums = rows.map(sumOf);
  demand(Math.min(...rows.flat()) >= 0 &&
    sums.every((/** @type {number} */ sum) => Math.abs(sum - 1) <= 1e-9),
  `${where} expected rows of shares that sum to 1, got ${list(rows.map(floats))}`);
  /** @param {[number[], number]} text */
  const told = ([said, share]) => `${list(said)} with ${general(share, 4)}`;
  const [wide, alone] = [2, 1].map((width) => likeliest(rows, width));
  const both = [wide, alone].map(told);
  demand(wide[1] >= times * alone[1],
    `${where} expected the text of the beam twice as likely, got ${both.join(", and ")}`);
  return { text: `3 rows, ${both.join(" and ")}` };
};

// How loudly a fork that is faded in and out answers a turning tone so many hertz beside its own.
/** @param {OfAnswer} of @returns {(beside: number) => number} */
function fork({ size, rate }) {
  const fades = Array.from({ length: size }, (_, n) =>
    Math.sin(Math.PI * (n + 0.5) / size) ** 3);
  const all = sumOf(fades);
  return (beside) => {
    let [x, y] = [0, 0];
    for (let n = 0; n < size; n++) {
      const turn = 2 * Math.PI * beside * n / rate;
      x += fades[n] * Math.cos(turn);
      y += fades[n] * Math.sin(turn);
    }
    return Math.hypot(x, y) / all;
  };
}

/** @type {Check} */
CHECKS.deaf = (data, { hertz: formulas }) => {
  const { tone, nearest, silent, within } = data;
  const answered = fork(data);
  const where = "in the answer";
  const given = numbersOf(formulas, nearest.length, where);
  demand(given.every((x, i) => !i || x > given[i - 1]),
    `${where} expected four frequencies, lowest first, got ${floats(given)}`);
  for (const hertz of given) {
    const share = answered(hertz - tone);
    demand(share <= silent, `at ${general(hertz, 6)} Hz expected silence, ` +
      `got ${general(share, 3)} of the answer to its own`);
  }
  given.forEach((hertz, i) => demand(Math.abs(hertz - nearest[i]) <= within,
    `at ${general(hertz, 6)} Hz expected one of the four nearest to ${tone}, two on either side, ` +
      `got another, or one of them twice`));
  return { text: `${nearest.length} inputs that leave the fork silent` };
};

/** @type {Check} */
CHECKS.guards = (data, { hertz: formulas }) => {
  const { rows, near, far, count, louder, rate } = data;
  const answered = fork(data);
  const where = "in the answer";
  const guards = numbersOf(formulas, count, where);
  demand(guards.every((x, i) => !i || x >= guards[i - 1]),
    `${where} expected the lowest first, got ${floats(guards)}`);
  for (const guard of guards) {
    demand(guard > 0 && guard < rate / 2, `${where} expected frequencies from 0 to ` +
      `${rate / 2} Hz, got ${general(guard, 6)}: in samples it is another`);
  }
  const loudest = (/** @type {number[]} */ forks, /** @type {number} */ tone) =>
    Math.max(...forks.map((own) => answered(tone - own)));
  for (const row of rows) {
    for (const percent of [...near, ...far]) {
      const tone = row * (1 + percent / 100);
      const [ofRows, ofGuards] = [loudest(rows, tone), loudest(guards, tone)];
      const isNear = near.includes(percent);
      const [own, other] = isNear ? [ofRows, ofGuards] : [ofGuards, ofRows];
      demand(own > louder * other,
        `at ${tone.toFixed(1)} Hz, ${percent < 0 ? "" : "+"}${percent.toFixed(1)} % off, ` +
          `expected ${isNear ? "a row" : "a guard"} to be louder by 5 %, ` +
          `got ${ofRows.toFixed(3)} at a row and ${ofGuards.toFixed(3)} at a guard`);
    }
  }
  return { text: `${rows.length * (near.length + far.length)} inputs on the right side` };
};

// How alike two rows are, whatever their means and lengths.
/** @param {number[]} one @param {number[]} other */
function correlation(one, other) {
  const [a, b] = [one, other].map((row) => {
    const mean = sumOf(row) / row.length;
    return row.map((x) => x - mean);
  });
  const [ab, aa, bb] = [[a, b], [a, a], [b, b]].map(([x, y]) => sumOf(x.map((v, i) => v * y[i])));
  return ab / Math.sqrt(aa * bb);
}

// How near heads listen to a slow word, and how much a change counts, so that it sounds the same.
/** @type {Check} */
CHECKS.slowly = ({ words, places, emphasis, alike }, { near, change }) => {
  const where = "in the answer expected";
  for (const x of [near, change]) {
    demand(Number.isFinite(x), `${where} finite numbers, got ${general(x, 6)}`);
  }
  demand(near > 0 && near < 1e6, `${where} a positive width, got ${general(near, 6)}`);
  for (const [word, { times, rows, whole }] of Object.entries(words)) {
    const heard = places.flatMap((/** @type {number[]} */ place) => {
      const scores = times.map((/** @type {number[]} */ time) =>
        Math.exp((place[0] * time[0] + place[1] * time[1] - 1) / near ** 2));
      const all = sumOf(scores);
      const n = emphasis.length;
      return rows[0].map((/** @type {number} */ _, /** @type {number} */ j) =>
        emphasis[j % n] * (j < n ? 1 : change) * sumOf(rows.map(
          (/** @type {number[]} */ row, /** @type {number} */ i) => scores[i] / all * row[j])));
    });
    const found = correlation(whole, heard);
    demand(found > alike, `on ${quotedAsPython(word)} expected a cosine above ${alike}, ` +
      `got ${found.toFixed(3)}`);
  }
  const count = Object.keys(words).length;
  return { text: `${count} inputs, each half as fast, with a cosine above ${alike}` };
};

// How loud a question on a clock is, and the score of the start, which answers where nobody does.
/** @type {Check} */
CHECKS.clock = ({ hours, most, share: least, loudest }, typed) => {
  const where = "in the answer expected";
  const { loud, start } = typed;
  for (const x of [loud, start]) {
    demand(Number.isFinite(x), `${where} finite numbers, got ${general(x, 6)}`);
  }
  demand(loud > 0 && loud <= loudest,
    `${where} a loudness up to ${loudest}, got ${general(loud, 10)}`);
  let tried = 0;
  for (let presses = 0; presses <= most; presses++) {
    for (let asked = 1; asked <= presses + 1; asked++, tried++) {
      const scores = Array.from({ length: presses }, (_, i) =>
        loud * Math.cos(2 * Math.PI * (i + 1 - asked) / hours));
      const top = Math.max(start, ...scores);
      const powers = [...scores, start].map((score) => Math.exp(score - top));
      const [at, of] = asked <= presses ? [asked - 1, "it"] : [presses, "the start"];
      const share = powers[at] / sumOf(powers);
      demand(share >= least, `with ${presses} presses, asked for number ${asked}, ` +
        `expected ${least} for ${of}, got ${general(share, 3)}`);
    }
  }
  return { text: `${tried} inputs with a share of ${least} for the right one` };
};

// A text of another message's letters: which points on a circle its letters are.
/** @param {string} typed @param {OfAnswer} data @param {string} where */
function changedMessage(typed, { message, letters }, where) {
  const text = typed.length === message.length ? typed : typed.trim();
  demand(text.length === message.length,
    `${where} expected a text of ${message.length} letters, got ${text.length} letters`);
  const strange = [...text].find((letter) => !letters.includes(letter));
  demand(!strange, `${where} expected letters of ${quotedAsPython(letters)}, ` +
    `got ${quotedAsPython(strange ?? "")}`);
  return { text, changed: [...text].filter((letter, i) => letter !== message[i]).length };
}

// Letters that all move along one line.
/** @type {Check} */
CHECKS.parallel = (data, typed) => {
  const { points, message, least } = data;
  const where = "in parallel_changes";
  const { text, changed } = changedMessage(typed.text, data, where);
  demand(changed >= least, `${where} expected ${least} letters or more to differ, got ${changed}`);
  const moves = [...text].map((letter, i) =>
    points[letter].map((/** @type {number} */ x, /** @type {number} */ k) =>
      x - points[message[i]][k]));
  const [a, b, c] = [[0, 0], [0, 1], [1, 1]].map(([i, j]) =>
    sumOf(moves.map((move) => move[i] * move[j])));
  const root = Math.hypot((a - c) / 2, b);
  const values = [(a + c) / 2 + root, Math.max(0, (a + c) / 2 - root)].map(Math.sqrt);
  const found = values.filter((value) => value > 1e-6 * values[0]);
  demand(found.length === 1, `on ${quotedAsPython(text)} expected one singular value, ` +
    `got ${found.map((value) => general(value, 3)).join(", ")}`);
  return { text: `${text.length} inputs, ${changed} of them changed, one singular value` };
};

// Letters that move along no line that parts none of them from what it becomes.
/** @type {Check} */
CHECKS.lines = (data, typed) => {
  const { symbols, message, most } = data;
  const { text, changed } = changedMessage(typed.text, data, "in rank_two_needed");
  const n = symbols.length;
  const isLeft = (/** @type {number} */ at, /** @type {number} */ line) =>
    Math.sin(Math.PI * (at - line - 0.5) / n) > 0;
  const left = symbols.filter((/** @type {string} */ _, /** @type {number} */ line) =>
    [...text].every((letter, i) => {
      const [old, now] = [message[i], letter].map((one) => 2 * symbols.indexOf(one));
      return [-0.9, 0, 0.9].some((by) => isLeft(old, line) === isLeft(now + by, line));
    })).length;
  demand(!left, `on ${quotedAsPython(text)} expected no line that parts no letters, ` +
    `got ${left} of ${n}`);
  demand(changed <= most, `right on all lines, but ${changed} letters for ` +
    `${quotedAsPython(text)}, at most ${most} allowed`);
  return { text: `${n} inputs (lines), ${changed} letters changed` };
};

// Queries and keys of two columns with which a depth looks at the next one.
/** @type {Check} */
CHECKS.depths = ({ deepest, lead: wanted, most, near }, typed) => {
  const names = ["W_Q", "W_K"];
  names.forEach((name) => shaped(typed[name], [3, 2], `at ${name}`));
  for (const name of names) {
    const largest = Math.max(...typed[name].flat().map(Math.abs));
    demand(largest <= most,
      `at ${name} expected numbers up to ${most}, got ${general(largest, 6)}`);
  }
  const [queries, keys] = names.map((name) => Array.from({ length: deepest + 2 }, (_, k) =>
    [0, 1].map((column) => sumOf([k, k * k, 1].map((x, i) => x * typed[name][i][column])))));
  const found = Array.from({ length: deepest + 1 }, (_, k) => {
    const scores = keys.map((key) => queries[k][0] * key[0] + queries[k][1] * key[1]);
    const right = scores[k + 1];
    scores[k + 1] = -Infinity;
    const best = Math.max(...scores);
    return { right, lead: right - best, rival: scores.indexOf(best) };
  });
  const k = found.findIndex(({ lead }) => !(Math.abs(lead - wanted) <= near));
  if (k >= 0) {
    demand(false, `at depth ${k} expected a lead of ${wanted}, got ${general(found[k].lead, 3)} ` +
      `over ${found[k].rival}`);
  }
  const [least, largest] = [Math.min(...found.map(({ lead }) => lead)),
    Math.max(...found.map(({ right }) => right))];
  return { text: filled("{n} inputs, smallest lead {least:.3g}, largest score {largest:.4g}",
    { n: deepest + 1, least, largest }) };
};

// Rows that layer norm multiplies by one number.
/** @type {Check} */
CHECKS.balance = ({ words, within, nearly }, typed) => {
  const where = "in rows";
  shaped(typed.rows, [words.length, 4], where);
  const rows = words.map((/** @type {number[]} */ word, /** @type {number} */ i) =>
    [...word, ...typed.rows[i]]);
  const lengths = rows.map((/** @type {number[]} */ row) => sumOf(row.map((x) => x * x)));
  lengths.forEach((/** @type {number} */ length, /** @type {number} */ number) => {
    // What is equal in both rows leaves nothing, however loud it is.
    const apart = sumOf(rows[number].map((/** @type {number} */ x, /** @type {number} */ k) =>
      (x - rows[0][k]) * (x + rows[0][k])));
    demand(Math.abs(apart) <= nearly, `in row ${number} expected a sum of squares ` +
      `of ${general(lengths[0], 6)} as in row 0, got ${general(length, 6)}`);
  });
  const normed = rows.map((/** @type {number[]} */ row) => {
    const mean = sumOf(row) / row.length;
    const apart = row.map((x) => x - mean);
    const size = Math.sqrt(sumOf(apart.map((x) => x * x)) / row.length);
    return apart.map((x) => x / (size + 1e-10));
  });
  const factor = normed[0][0];
  normed.forEach((/** @type {number[]} */ row, /** @type {number} */ number) => {
    const off = Math.max(...row.map((x, k) => Math.abs(x - factor * rows[number][k])));
    demand(off <= within, `in row ${number} expected ${general(factor, 6)} times the row after ` +
      `the norm, as the 1 of row 0 becomes, got what is up to ${general(off, 2)} from that`);
  });
  return { text: `${words.length} inputs, all multiplied by ${general(factor, 6)}` };
};
