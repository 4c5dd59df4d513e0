// @ts-check
// A grammar as a regular expression of classes, alternatives and repetitions, that names the same
// phrase a hundred times. A browser takes a second to compile it; here each phrase is read once,
// and looked for once at each place of a sentence.

/** @typedef {{ letters?: string, ways?: Piece[][] }} Phrase one of some letters, or of some ways */
/** @typedef {{ phrase: Phrase, least: number, most: number }} Piece a phrase, so often */
/** @typedef {Record<string, number[]>} Times at least and at most so often, by its sign */

const PIECE = /(\(\?:)|\[(\w+)\]|(\w)|(\|)/y;
const REPEATED = /[?*+]|\{(\d+),(\d+)\}/y;
/** @type {Times} */
const TIMES = { "?": [0, 1], "*": [0, Infinity], "+": [1, Infinity] };

/** @type {Map<string, Phrase>} */
const PATTERNS = new Map();

// Where each group of a pattern closes.
/** @param {string} pattern */
function closesOf(pattern) {
  /** @type {number[]} */
  const open = [];
  const closes = new Map();
  for (let at = 0; at < pattern.length; at += 1) {
    if (pattern[at] === "(") open.push(at);
    else if (pattern[at] === ")") closes.set(open.pop(), at);
  }
  return closes;
}

// What a pattern says; a phrase that is written again is the same object.
/** @param {string} pattern @returns {Phrase} */
function read(pattern) {
  const closes = closesOf(pattern);
  /** @type {Map<string, Phrase>} */
  const known = new Map();

  /** @param {RegExp} what @param {number} at */
  const found = (what, at) => Object.assign(what, { lastIndex: at }).exec(pattern);

  /** @param {string} text @param {() => Phrase} make @returns {Phrase} */
  const once = (text, make) => {
    if (!known.has(text)) known.set(text, make());
    return /** @type {Phrase} */ (known.get(text));
  };

  /** @param {number} at @param {number} end @returns {Phrase} */
  const waysOf = (at, end) => {
    /** @type {Piece[][]} */
    const ways = [[]];
    while (at < end) {
      const piece = found(PIECE, at);
      if (!piece) throw new Error(`what is ${pattern.slice(at, at + 20)}?`);
      const [text, group, set, letter, or] = piece;
      const [begun, close] = [at + text.length, closes.get(at)];
      at = group ? close + 1 : begun;
      if (or) ways.push([]);
      else {
        const phrase = group ? once(pattern.slice(begun, close), () => waysOf(begun, close))
          : once(`[${set ?? letter}]`, () => ({ letters: set ?? letter }));
        const many = found(REPEATED, at);
        const [least, most] = !many ? [1, 1] : TIMES[many[0]] ?? [Number(many[1]), Number(many[2])];
        at += many ? many[0].length : 0;
        ways[ways.length - 1].push({ phrase, least, most });
      }
    }
    return { ways };
  };

  return waysOf(0, pattern.length);
}

// Whether a pattern is true of a whole text.
/** @param {string} pattern @param {string} text */
export function isWhole(pattern, text) {
  if (!PATTERNS.has(pattern)) PATTERNS.set(pattern, read(pattern));
  /** @type {Map<Phrase, Set<number>[]>} */
  const known = new Map();

  /** @param {Phrase} phrase @param {number} start @returns {Set<number>} */
  const endsOf = (phrase, start) => {
    if (phrase.letters) {
      const fits = start < text.length && phrase.letters.includes(text[start]);
      return new Set(fits ? [start + 1] : []);
    }
    if (!known.has(phrase)) known.set(phrase, []);
    const found = /** @type {Set<number>[]} */ (known.get(phrase));
    /** @param {Piece[]} way */
    const ends = (way) => [...way.reduce(after, new Set([start]))];
    found[start] ??= new Set((phrase.ways ?? []).flatMap(ends));
    return found[start];
  };

  // Where one may be behind a piece that begins at one of some places.
  /** @param {Set<number>} places @param {Piece} piece */
  const after = (places, { phrase, least, most }) => {
    const reached = new Set(least ? [] : places);
    let last = places;
    for (let count = 1; count <= most && last.size; count += 1) {
      const next = [...last].flatMap((place) => [...endsOf(phrase, place)]);
      last = new Set(count > least ? next.filter((place) => !reached.has(place)) : next);
      if (count >= least) last.forEach((place) => reached.add(place));
    }
    return reached;
  };

  return endsOf(/** @type {Phrase} */ (PATTERNS.get(pattern)), 0).has(text.length);
}
