// @ts-check
// A grammar as rules of names of rules and classes, alternatives and repetitions, as grammar.py
// reads it. Each rule is read once, and looked for once at each place of a sentence.

/** @typedef {string | Piece[][]} What a rule or a class by its name, or some ways */
/** @typedef {{ what: What, least: number, most: number }} Piece a phrase, so often */

const PIECE = /\w+|[()|?*+]|\{\d,\d\}/g;
/** @type {Record<string, number[]>} */
const REPEATED = { "?": [0, 1], "*": [0, Infinity], "+": [1, Infinity] };

/** @type {WeakMap<Record<string, string>, Map<string, Piece[][]>>} */
const READ = new WeakMap();

// The ways up to a closing parenthesis, or to the end.
/** @param {Iterator<string>} pieces @returns {Piece[][]} */
function waysOf(pieces) {
  /** @type {Piece[][]} */
  const ways = [[]];
  for (let { value, done } = pieces.next(); !done; { value, done } = pieces.next()) {
    const way = ways[ways.length - 1];
    if (value === ")") return ways;
    if (value === "|") ways.push([]);
    else if (value === "(") way.push({ what: waysOf(pieces), least: 1, most: 1 });
    else if ("?*+{".includes(value[0])) {
      const [least, most] = REPEATED[value] ?? [Number(value[1]), Number(value[3])];
      way[way.length - 1] = { what: way[way.length - 1].what, least, most };
    } else way.push({ what: value, least: 1, most: 1 });
  }
  return ways;
}

// What each of some rules says.
/** @param {Record<string, string>} rules */
function read(rules) {
  const known = READ.get(rules) ?? new Map(Object.entries(rules).map(([name, text]) =>
    [name, waysOf((text.match(PIECE) ?? [])[Symbol.iterator]())]));
  READ.set(rules, known);
  return known;
}

// Whether classes, one for each word, are what a rule says, to their end.
/** @param {Record<string, string>} rules @param {string} name @param {string[]} classes */
export function fits(rules, name, classes) {
  const ways = read(rules);
  /** @type {Map<string, Set<number>[]>} */
  const known = new Map();

  // Where a rule, a class or some ways may end that begin at a place.
  /** @param {What} what @param {number} start @returns {Set<number>} */
  const ends = (what, start) => {
    if (typeof what !== "string") {
      return new Set(what.flatMap((way) => [...way.reduce(after, new Set([start]))]));
    }
    const rule = ways.get(what);
    if (!rule) return new Set(classes[start]?.split("|").includes(what) ? [start + 1] : []);
    const found = known.get(what) ?? [];
    known.set(what, found);
    found[start] ??= ends(rule, start);
    return found[start];
  };

  // Where one may be behind a piece that begins at one of some places.
  /** @param {Set<number>} places @param {Piece} piece */
  const after = (places, { what, least, most }) => {
    const reached = new Set(least ? [] : places);
    let last = places;
    for (let count = 1; count <= most && last.size; count += 1) {
      const next = [...last].flatMap((place) => [...ends(what, place)]);
      last = new Set(count > least ? next.filter((place) => !reached.has(place)) : next);
      if (count >= least) last.forEach((place) => reached.add(place));
    }
    return reached;
  };

  return ends(name, 0).has(classes.length);
}
