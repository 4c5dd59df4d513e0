// @ts-check
// A text's letters by counting: what follows which letters how often, and how the next one is
// chosen from these shares, as taotp_core.decode does.

import { number } from "../../page/kit/chance.js";

export const MOST_ORDER = 8;
const TIE = 2 ** -49; // as taotp_core.decode: what rounding can account for
const MOST_KEPT = 1000; // contexts whose counts are remembered

/** @typedef {{ids: number[], counts: number[], total: number, depth: number}} Followers */
/** @typedef {{temperature?: number, k?: number, p?: number, minP?: number}} How */

/** @param {string} a @param {string} b */
/** @typedef {ReturnType<typeof counted>} Counted */
/**
 * @typedef {{followers: Followers, all: number[], cut: string[], drawn: number, at: number,
 *   chosen: number}} WrittenStep
 */

/** @param {string} a @param {string} b */
const byCode = (a, b) => a.codePointAt(0) - b.codePointAt(0);

// Positions of a text in the order of what stands before them, the nearest letter first: those
// with the same letters before them are neighbors, for every order up to MOST_ORDER.
/** @param {Uint32Array} codes @param {number} sizes */
function sortedByContext(codes, sizes) {
  const before = new Uint32Array(MOST_ORDER + codes.length); // 0 is before the text
  before.set(codes, MOST_ORDER);
  let places = Int32Array.from(codes.keys());
  let sorted = new Int32Array(codes.length);
  for (let back = MOST_ORDER; back > 0; back--) {
    const shift = MOST_ORDER - back;
    const ends = new Int32Array(sizes + 1);
    for (let i = 0; i < codes.length; i++) ends[before[i + shift] + 1] += 1;
    for (let code = 1; code <= sizes; code++) ends[code] += ends[code - 1];
    for (let j = 0; j < places.length; j++) sorted[ends[before[places[j] + shift]]++] = places[j];
    [places, sorted] = [sorted, places];
  }
  return places;
}

// What counting a text gives: its alphabet, in the order of Unicode, and `after`, which counts the
// letters that follow a context: as many of its last letters as the order says, or, where the text
// never has these, as many as it has.
/** @param {string} text */
export function counted(text) {
  const letters = [...text];
  const alphabet = [...new Set(letters)].sort(byCode);
  const ids = new Map(alphabet.map((letter, id) => [letter, id]));
  // 0 is before the text
  const codes = Uint32Array.from(letters, (letter) => (ids.get(letter) ?? 0) + 1);
  const places = sortedByContext(codes, alphabet.length + 1);
  const known = /** @type {Map<string, Followers>} */ (new Map());

  /** @param {number} code @param {number} back @param {number} from @param {number} to */
  const firstFrom = (code, back, from, to) => {
    while (from < to) {
      const middle = (from + to) >> 1;
      const i = places[middle];
      if ((i < back ? 0 : codes[i - back]) < code) from = middle + 1;
      else to = middle;
    }
    return from;
  };
  /** @param {number[]} context @param {number} order @returns {Followers} */
  const count = (context, order) => {
    let [from, to, depth] = [0, places.length, 0];
    while (depth < Math.min(order, context.length)) {
      const code = context[context.length - 1 - depth] + 1;
      const low = firstFrom(code, depth + 1, from, to);
      const high = firstFrom(code + 1, depth + 1, low, to);
      if (low === high) break;
      [from, to, depth] = [low, high, depth + 1];
    }
    const all = new Float64Array(alphabet.length);
    for (let j = from; j < to; j++) all[codes[places[j]] - 1] += 1;
    const seen = [...all.keys()].filter((id) => all[id]);
    return { ids: seen, counts: seen.map((id) => all[id]), total: to - from, depth };
  };
  return {
    alphabet,
    size: letters.length,
    // Letters as ids; one that the text never has is none of its ids.
    read: (/** @type {string} */ typed) =>
      Array.from(typed, (letter) => ids.get(letter) ?? alphabet.length),
    /** @param {number[]} context @param {number} order @returns {Followers} */
    after(context, order) {
      const key = context.slice(order ? -order : context.length).join();
      const found = known.get(`${order}:${key}`) ?? count(context, order);
      if (known.size >= MOST_KEPT) known.clear();
      known.set(`${order}:${key}`, found);
      return found;
    },
  };
}

/** @param {number[]} values */
const sum = (values) => values.reduce((a, b) => a + b, 0);

// The probabilities that counts give, and of each letter the rule that cut it: a temperature of 0
// takes the likeliest; else the k likeliest stay (equals of the last too), of these the fewest that
// hold p, and those that are at least min-p times as likely as the likeliest.
/** @param {Followers} followers @param {How} how */
export function distribution({ counts }, { temperature = 1, k = 0, p = 1, minP = 0 }) {
  const most = Math.max(...counts);
  const cut = counts.map(() => "");
  if (temperature === 0) {
    const first = counts.indexOf(most);
    return { all: counts.map((_, i) => Number(i === first)),
      cut: cut.map((_, i) => (i === first ? "" : "temperature")) };
  }
  const powers = counts.map((count) => Math.exp((Math.log(count) - Math.log(most)) / temperature));
  if (k) {
    const least = [...counts].sort((a, b) => b - a)[Math.min(k, counts.length) - 1];
    counts.forEach((count, i) => count < least && (cut[i] = "k"));
  }
  /** @param {number[]} values */
  const left = (values) => {
    const total = sum(values.filter((_, i) => !cut[i]));
    return values.map((value, i) => (cut[i] ? 0 : value / total));
  };
  let all = left(powers);
  if (p < 1) {
    let before = 0;
    for (const i of [...all.keys()].sort((a, b) => all[b] - all[a] || a - b)) {
      if (!cut[i] && before >= p * (1 - TIE)) cut[i] = "p";
      before += all[i];
    }
    all = left(all);
  }
  if (minP) {
    const least = minP * Math.max(...all);
    all.forEach((value, i) => !cut[i] && value < least * (1 - TIE) && (cut[i] = "min p"));
    all = left(all);
  }
  return { all, cut };
}

// On which of some probabilities a number falls when they are laid end to end.
/** @param {number[]} all @param {number} drawn */
export function fallsOn(all, drawn) {
  const target = drawn * sum(all);
  let end = 0;
  const at = all.findIndex((p) => (end += p) > target);
  return at < 0 ? all.findLastIndex((p) => p > 0) : at;
}

// A text that grows by one letter at a time, and for each what it was chosen from. The i-th letter
// is chosen by the i-th number of the seed, so that the settings decide the text.
/**
 * @param {Counted} model @param {number[]} start @param {number} order @param {How} how
 * @param {number} seed
 */
export function writing(model, start, order, how, seed) {
  const ids = [...start];
  /** @type {WrittenStep[]} */
  const steps = [];
  return {
    ids, steps,
    // The step that follows so many letters; those before it are written.
    at(/** @type {number} */ n) {
      while (steps.length <= n) {
        if (steps.length) ids.push(steps[steps.length - 1].chosen);
        const followers = model.after(ids, order);
        const left = distribution(followers, how);
        const drawn = number(seed, steps.length);
        const at = fallsOn(left.all, drawn);
        steps.push({ followers, ...left, drawn, at, chosen: followers.ids[at] });
      }
      return steps[n];
    },
  };
}

// The likeliest text of so many letters that is found when at each letter the `beams` likeliest
// beginnings are kept; of equally likely ones the lower letters.
/**
 * @param {Counted} model @param {number[]} start @param {number} order @param {number} beams
 * @param {number} steps
 */
export function beamed(model, start, order, beams, steps) {
  let kept = [{ ids: [...start], score: 0 }]; // in the order of their letters
  for (let i = 0; i < steps; i++) {
    const longer = kept.flatMap(({ ids, score }) => {
      const { ids: next, counts, total } = model.after(ids, order);
      return next.map((id, j) => ({ ids, id, score: score + Math.log(counts[j] / total) }));
    });
    const best = [...longer.keys()].sort((a, b) => longer[b].score - longer[a].score || a - b)
      .slice(0, beams);
    kept = best.sort((a, b) => a - b).map((at) =>
      ({ ids: [...longer[at].ids, longer[at].id], score: longer[at].score }));
  }
  const most = Math.max(...kept.map(({ score }) => score));
  return kept.find(({ score }) => score === most).ids.slice(start.length);
}

// Bits per letter of a text by the counted shares.
/** @param {Counted} model @param {number[]} start @param {number[]} said @param {number} order */
export function bitsOf(model, start, said, order) {
  const ids = [...start];
  let bits = 0;
  for (const id of said) {
    const { ids: known, counts, total } = model.after(ids, order);
    bits -= Math.log2(counts[known.indexOf(id)] / total);
    ids.push(id);
  }
  return bits / said.length;
}

// The share of the groups of so many neighbors that were not there before.
export function freshOf(/** @type {number[]} */ said, /** @type {number} */ size) {
  const groups = said.slice(size - 1).map((_, i) => said.slice(i, i + size).join());
  return new Set(groups).size / groups.length;
}
