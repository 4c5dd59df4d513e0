// A formula that a reader types, read without being run as code: numbers, names, + - * / % and ^
// (or **), and a few functions.

const FORMULA_WORD = /\s*(?:(\d+\.?\d*(?:e[-+]?\d+)?|\.\d+(?:e[-+]?\d+)?)|([a-z]\w*)|(\*\*|[-+*/%^(),]))/iy;
const LONGEST_FORMULA = 200;
const KNOWN_FUNCTIONS = {
  sqrt: Math.sqrt, exp: Math.exp, log: Math.log, log2: Math.log2, sin: Math.sin, cos: Math.cos,
  abs: Math.abs, ceil: Math.ceil, floor: Math.floor, min: Math.min, max: Math.max,
};
const NUMBERS = { pi: Math.PI, e: Math.E };
const OPERATIONS = {
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "/": (a, b) => a / b,
  "%": (a, b) => a - b * Math.floor(a / b), // never negative where b is not
  "^": (a, b) => a ** b,
  "**": (a, b) => a ** b,
};

export class Unread extends Error {}

function wordsOf(text) {
  const words = [];
  const end = text.trimEnd().length;
  if (end > LONGEST_FORMULA) throw new Unread(`it may have ${LONGEST_FORMULA} characters, and has ${end}`);
  for (FORMULA_WORD.lastIndex = 0; FORMULA_WORD.lastIndex < end;) {
    const from = FORMULA_WORD.lastIndex;
    const found = FORMULA_WORD.exec(text);
    if (!found) throw new Unread(`\u201c${text.slice(from).trim()[0]}\u201d has no meaning in it`);
    words.push({ number: found[1], name: found[2], sign: found[3], text: found[0].trim() });
  }
  return words;
}

// The functions of the values of its names that a text with commas lists. Throws Unread.
export function readFormulas(text, names) {
  const words = wordsOf(text);
  let at = 0;
  const is = (...signs) => signs.includes(words[at]?.sign);
  const take = (sign) => {
    if (!is(sign)) throw new Unread(`\u201c${sign}\u201d is missing ${placeOf()}`);
    at += 1;
  };
  const placeOf = () => (at < words.length ? `before \u201c${words[at].text}\u201d` : "at its end");
  const chain = (part, ...signs) => () => {
    let left = part();
    while (is(...signs)) {
      const [operate, one] = [OPERATIONS[words[at++].sign], left];
      const other = part();
      left = (values) => operate(one(values), other(values));
    }
    return left;
  };
  const list = () => {
    const all = [sum()];
    while (is(",")) {
      at += 1;
      all.push(sum());
    }
    return all;
  };
  const atom = () => {
    const word = words[at++];
    if (word?.number) return () => Number(word.number);
    if (word?.sign === "(") {
      const inner = sum();
      take(")");
      return inner;
    }
    const name = word?.name;
    if (name && is("(") && Object.hasOwn(KNOWN_FUNCTIONS, name)) {
      at += 1;
      const inner = list();
      take(")");
      return (values) => KNOWN_FUNCTIONS[name](...inner.map((part) => part(values)));
    }
    if (names.includes(name)) return (values) => values[name];
    if (name && Object.hasOwn(NUMBERS, name)) return () => NUMBERS[name];
    if (name) throw new Unread(`\u201c${name}\u201d is unknown; ${knownNames(names)}`);
    at -= 1;
    throw new Unread(`a number is missing ${placeOf()}`);
  };
  const power = () => {
    const base = atom();
    if (!is("^", "**")) return base;
    const operate = OPERATIONS[words[at++].sign];
    const exponent = signed();
    return (values) => operate(base(values), exponent(values));
  };
  const signed = () => {
    if (!is("+", "-")) return power();
    const sign = words[at++].sign === "-" ? -1 : 1;
    const inner = signed();
    return (values) => sign * inner(values);
  };
  const product = chain(signed, "*", "/", "%");
  const sum = chain(product, "+", "-");
  const formulas = list();
  if (at < words.length) throw new Unread(`a sign is missing ${placeOf()}`);
  return formulas;
}

function knownNames(names) {
  const known = [...names, ...Object.keys(NUMBERS), ...Object.keys(KNOWN_FUNCTIONS)];
  return `there are ${known.join(", ")}`;
}
