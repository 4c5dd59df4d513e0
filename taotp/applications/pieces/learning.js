// @ts-check
// Byte pairs: merges learned from counted words, and words cut by them, as taotp.words.bpe does.

// What \w and \s stand for in Python, which JavaScript draws otherwise, and combining marks.
const SPACE =
  "\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";
const LETTER = "\\p{L}\\p{M}\\p{N}_";
const WORD = new RegExp(`[${LETTER}]+|[^${LETTER}${SPACE}]+`, "gu");
const APART = 2 ** 26; // more pieces than there may be, so that two ids are one number
export const LEADERS = 6;

/** @param {string} text */
export const wordsOf = (text) => text.match(WORD) ?? [];

// The bytes of a text in UTF-8, each as a letter.
/** @param {string} text */
export const asBytes = (text) => Array.from(new TextEncoder().encode(text), (byte) =>
  String.fromCharCode(byte)).join("");

/** @param {string} text */
export function countWords(text) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const word of wordsOf(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** @param {string} a @param {string} b */
const byCode = (a, b) => a.codePointAt(0) - b.codePointAt(0);

/** @typedef {{left: string, right: string, count: number}} Leader */
/** @typedef {Leader & {leaders: Leader[], total: number}} Merge */
/** @typedef {{left: number, right: number, count: number, words: Set<number>}} Pair */

// The most frequent first; of equally frequent ones that of older pieces.
/** @param {Pair} a @param {Pair} b */
const before = (a, b) => b.count - a.count || a.left - b.left || a.right - b.right;

// Counted words in their pieces, and every pair of neighbors in them with how often it occurs.
class Counted {
  /** @param {Map<string, number>} counts @param {string[]} alphabet */
  constructor(counts, alphabet) {
    const words = [...counts.keys()];
    this.times = [...counts.values()];
    this.letters = [...new Set([...alphabet, ...words.flatMap((word) => [...word])])].sort(byCode);
    this.names = [...this.letters];
    this.ids = new Map(this.names.map((name, id) => [name, id]));
    this.cuts = words.map((word) => Array.from(word, (letter) => this.ids.get(letter) ?? 0));
    this.total = this.cuts.reduce((sum, cut, i) => sum + this.times[i] * cut.length, 0);
    this.pairs = /** @type {Map<number, Pair>} */ (new Map());
    this.list = /** @type {Pair[]} */ ([]); // the same, to go through in a moment
    this.cuts.forEach((_, i) => this.count(i, 1));
  }

  // Counts the pairs of a word, or takes them out.
  count(/** @type {number} */ i, /** @type {number} */ sign) {
    const cut = this.cuts[i];
    for (let j = 1; j < cut.length; j++) {
      const [left, right] = [cut[j - 1], cut[j]];
      const key = left * APART + right;
      let pair = this.pairs.get(key);
      if (!pair) {
        this.pairs.set(key, (pair = { left, right, count: 0, words: new Set() }));
        this.list.push(pair);
      }
      pair.count += sign * this.times[i];
      if (sign > 0) pair.words.add(i);
    }
  }

  leaders() {
    const { list } = this;
    const best = /** @type {Pair[]} */ ([]);
    let [kept, least] = [0, 1];
    for (let i = 0; i < list.length; i++) {
      const pair = list[i];
      if (!pair.count) {
        this.pairs.delete(pair.left * APART + pair.right);
        continue;
      }
      list[kept++] = pair;
      if (pair.count < least || (best.length === LEADERS && before(best[LEADERS - 1], pair) < 0))
        continue;
      best.push(pair);
      best.sort(before);
      best.length = Math.min(best.length, LEADERS);
      if (best.length === LEADERS) least = best[LEADERS - 1].count;
    }
    list.length = kept;
    return best;
  }

  merge(/** @type {Pair} */ { left, right, words }) {
    const name = this.names[left] + this.names[right];
    if (!this.ids.has(name)) this.ids.set(name, this.names.push(name) - 1);
    for (const i of words) {
      const old = this.cuts[i];
      this.count(i, -1);
      this.cuts[i] = joined(old, left, right, this.ids.get(name));
      this.count(i, 1);
      this.total -= this.times[i] * (old.length - this.cuts[i].length);
    }
    this.pairs.delete(left * APART + right);
  }
}

// Merges of counted words, learned as far as they are asked for. `made` has each with its two
// pieces, how often they stood together, the most frequent pairs of that moment, and how many
// pieces there were before it.
export function learner(/** @type {Map<string, number>} */ counts,
  /** @type {string[]} */ alphabet = []) {
  const counted = new Counted(counts, alphabet);
  /** @type {Merge[]} */
  const made = [];
  /** @type {Map<string, number>} */
  const ranks = new Map();
  let next = counted.leaders();
  const now = () => ({
    total: counted.total,
    leaders: next.map(({ left, right, count }) =>
      ({ left: counted.names[left], right: counted.names[right], count })),
  });
  return {
    letters: counted.letters, made, ranks,
    // How many merges there are, of at most n.
    learn(/** @type {number} */ n) {
      while (made.length < n && next.length) {
        const { total, leaders } = now();
        const key = pairOf(leaders[0].left, leaders[0].right);
        if (!ranks.has(key)) ranks.set(key, made.length);
        made.push({ ...leaders[0], leaders, total });
        counted.merge(next[0]);
        next = counted.leaders();
      }
      return Math.min(n, made.length);
    },
    // The most frequent pairs after n merges, and how many pieces the words are then.
    after: (/** @type {number} */ n) => made[n] ?? now(),
  };
}

/** @param {string} left @param {string} right */
const pairOf = (left, right) => `${left}\n${right}`; // no word has a line break

/** @param {number[]} cut @param {number} left @param {number} right @param {number} piece */
function joined(cut, left, right, piece) {
  /** @type {number[]} */
  const done = [];
  for (let j = 0; j < cut.length; j++) {
    const both = cut[j] === left && cut[j + 1] === right;
    done.push(both ? piece : cut[j]);
    if (both) j += 1;
  }
  return done;
}

// The pieces of a word by the oldest of the first n merges that fits, the leftmost of equal ones.
/** @param {string} word @param {{ranks: Map<string, number>}} from @param {number} n */
export function oldestFirst(word, { ranks }, n) {
  const cut = [...word]; // "" for a piece that is part of the one before it
  const after = cut.map((_, at) => at + 1);
  const prior = cut.map((_, at) => at - 1);
  /** @param {number} at */
  const rankAt = (at) =>
    (after[at] < cut.length ? ranks.get(pairOf(cut[at], cut[after[at]])) ?? n : n);
  const waiting = leastFirst(); // merges that fit, by rank and then by place
  /** @param {number} at */
  const wait = (at) => {
    const rank = rankAt(at);
    if (rank < n) waiting.push(rank * cut.length + at);
  };
  cut.forEach((_, at) => wait(at));
  for (let least = waiting.pop(); least !== undefined; least = waiting.pop()) {
    const at = least % cut.length;
    if (!cut[at] || rankAt(at) !== (least - at) / cut.length) continue; // it fits no more
    const gone = after[at];
    cut[at] += cut[gone];
    cut[gone] = "";
    after[at] = after[gone];
    if (after[at] < cut.length) prior[after[at]] = at;
    wait(at);
    if (prior[at] >= 0) wait(prior[at]);
  }
  return cut.filter(Boolean);
}

// Numbers of which the least is taken first: a heap.
function leastFirst() {
  /** @type {number[]} */
  const all = [];
  /** @param {number} i @param {number} j */
  const swap = (i, j) => ([all[i], all[j]] = [all[j], all[i]]);
  return {
    /** @param {number} x */
    push(x) {
      let at = all.push(x) - 1;
      for (let up; at && all[up = (at - 1) >> 1] > all[at]; at = up) swap(at, up);
    },
    pop() {
      const [least] = all;
      const last = all.pop();
      if (all.length) all[0] = last;
      for (let at = 0, down = 1; down < all.length; down = 2 * at + 1) {
        if (all[down + 1] < all[down]) down += 1;
        if (all[at] <= all[down]) break;
        swap(at, down);
        at = down;
      }
      return least;
    },
  };
}

// The pieces of a word by the longest that it begins with, of at most so many letters; a letter
// that is none stays alone.
/** @param {string} word @param {{has(piece: string): boolean}} known @param {number} most */
export function longestFirst(word, known, most) {
  const letters = [...word];
  const cut = [];
  for (let start = 0; start < letters.length; ) {
    let end = Math.min(letters.length, start + most);
    while (end > start + 1 && !known.has(letters.slice(start, end).join(""))) end -= 1;
    cut.push(letters.slice(start, end).join(""));
    start = end;
  }
  return cut;
}
