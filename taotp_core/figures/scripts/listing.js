// The reader of taotp_core/listing: a text becomes a model, or faults, letter by letter the same.
// The same case files are read by both. Offsets count as JavaScript counts, what is said about
// places counts characters.

import { matrix, normalize, rowOf } from "./arithmetic.js";

// What is wrong with a text, where, and what would be right (faults.py).

export const MOST = 100; // faults after which a reader gives up
export const SHOWN = 20; // faults that are rendered; more are counted
const WINDOW = 100; // characters of a line that are shown
const LONGEST_NAME = 40;
const COMPARED = 200; // names that a misspelled one is compared with
const UNSEEN = /[\0-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]/gu;

class Misread extends Error {
  constructor(start, end, message) {
    super(message);
    Object.assign(this, { start, end });
  }
}

const lengthOf = (text) => [...text].length;

function lineAt(text, first) {
  const end = text.indexOf("\n", first);
  return text.slice(first, end < 0 ? text.length : end).replace(/\r$/, "");
}

function located(text, { start: from, end: to, message }) {
  const start = Math.min(from, text.length);
  const before = text.slice(0, start);
  const first = before.lastIndexOf("\n") + 1;
  const end = Math.min(to, first + lineAt(text, first).length);
  return {
    line: before.split("\n").length,
    column: lengthOf(text.slice(first, start)) + 1,
    length: Math.max(1, lengthOf(text.slice(start, Math.max(start, end)))),
    message,
  };
}

// The line of a fault, or the part of a long one around it, and below it a caret.
export function excerpt(text, { line: number, column, length }) {
  let first = 0;
  for (let i = 1; i < number; i++) first = text.indexOf("\n", first) + 1;
  const line = [...lineAt(text, first)];
  const left = Math.max(0, Math.min(column - 1 - WINDOW / 2, line.length - WINDOW));
  const [before, after] = [left > 0, left + WINDOW < line.length].map((cut) => (cut ? "..." : ""));
  const caret = " ".repeat(before.length + column - 1 - left);
  const carets = "^".repeat(Math.max(1, Math.min(length, WINDOW - (column - 1 - left))));
  const shown = visible(line.slice(left, left + WINDOW).join(""));
  return `${String(number).padStart(4)} | ${before}${shown}${after}\n     | ${caret}${carets}`;
}

export function renderFaults(text, name, faults) {
  const shown = faults.slice(0, SHOWN).map((fault) =>
    `${name}:${fault.line}:${fault.column}: ${fault.message}\n${excerpt(text, fault)}`);
  return [...shown, moreFaults(faults)].filter(Boolean).join("\n");
}

// What is said of faults that are not shown.
export function moreFaults({ length }) {
  const [more, least] = [length - SHOWN, length >= MOST ? "at least " : ""];
  return more > 0 ? `and ${least}${more} more ${more === 1 ? "fault" : "faults"}` : "";
}

function visible(text) {
  return text.replaceAll("\t", " ").replace(UNSEEN, "\ufffd");
}

function quoted(text) {
  const letters = [...visible(text)];
  const long = letters.length > LONGEST_NAME;
  return `'${letters.slice(0, LONGEST_NAME).join("")}${long ? "..." : ""}'`;
}

function listed(all, last = "and") {
  const names = all.length > 12 ? [...all.slice(0, 10), "...", all[all.length - 1]] : [...all];
  const end = names.pop() ?? "";
  return names.length ? `${names.join(", ")} ${last} ${end}` : end;
}

function suggestion(typed, names) {
  const size = lengthOf(typed);
  if (size > LONGEST_NAME) return "";
  const near = names.slice(0, COMPARED)
    .filter((name) => name !== typed && lengthOf(name) <= LONGEST_NAME)
    .map((name) => [slips(typed.toLowerCase(), name.toLowerCase()), name]);
  const least = Math.min(size, ...near.map(([count]) => count));
  if (least > 1 + Math.floor(size / 4) || least >= size) return "";
  return `; did you mean ${quoted(near.find(([count]) => count === least)[1])}?`;
}

function slips(from, to) {
  const [a, b] = [[...from], [...to]];
  let above = [];
  let row = [...b.keys(), b.length];
  a.forEach((letter, i) => {
    const twoAbove = above;
    above = row;
    row = [i + 1];
    b.forEach((other, j) => {
      let cost = Math.min(above[j + 1] + 1, row[j] + 1, above[j] + (letter !== other));
      if (i && j && letter === b[j - 1] && a[i - 1] === other) {
        cost = Math.min(cost, twoAbove[j - 1] + 1);
      }
      row.push(cost);
    });
  });
  return row[b.length];
}

// Words: numbers, strings, names, marks, and the ends of lines (words.py).

const LONGEST_NUMBER = 400;
const NUMBER = "(?:[0-9]+(?:\\.[0-9]*)?|\\.[0-9]+)(?:[eE][+-]?[0-9]+)?";
const STRINGS = ["\x22", "\x27"].map((mark) =>
  `${mark}[^${mark}\\\\\\n]*(?:\\\\[^\\n][^${mark}\\\\\\n]*)*${mark}`);
const WORD = new RegExp("([ \\t\\r]+|#[^\\n]*)|(\\n[ \\t\\r\\n]*)|(" + NUMBER + ")" +
  "|([A-Za-z_][A-Za-z0-9_.]*)|(\\*\\*|\\/\\/|[-+*\\/%()[\\]{},:=])" +
  "|(" + STRINGS.join("|") + ")", "uy");
const KINDS = ["space", "line", "number", "name", "mark", "string"];
const GLUED = /[A-Za-z0-9_.]+/y;
const ESCAPE = /\\(u[0-9A-Fa-f]{4}|[^\n])/gu;
const ESCAPES = { "\\": "\\", "\x22": "\x22", "\x27": "\x27", n: "\n", t: "\t" };
const CURLY = "\u201c\u201d\u201e\u2018\u2019\x60";
const LOOK_ALIKES = [
  ["\u2212\u2013\u2014", "-"],
  [";\uff0c", ","], ["\u00d7\u00b7", "*"], ["\u00a0", "a space"], ["^", "**"], ["\u03c0", "pi"],
  ["\u221a", "sqrt"],
];

function matchAt(pattern, text, at) {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function nextWord(text, from) {
  let at = from;
  for (let match; (match = matchAt(WORD, text, at)); at += match[0].length) {
    const kind = KINDS[match.slice(1).findIndex((group) => group !== undefined)];
    if (kind === "space") continue;
    const word = { kind, text: match[0], start: at, end: at + match[0].length };
    checkWord(text, word);
    return word;
  }
  if (at >= text.length) return { kind: "end", text: "", start: at, end: at };
  throw stranger(text, at);
}

function checkWord(text, word) {
  const { kind, text: said, start, end } = word;
  const refuse = (message, to = end) => {
    throw new Misread(start, to, message);
  };
  if (kind === "number") {
    const glued = matchAt(GLUED, text, end);
    if (glued) refuse(noNumber(said + glued[0]), end + glued[0].length);
    if (said.length > LONGEST_NUMBER) {
      refuse(`a number of ${said.length} characters; at most ${LONGEST_NUMBER} are read`);
    }
    if (!Number.isFinite(Number(said))) {
      refuse(`${said} is too large; the largest number is 1.7976931348623157e308`);
    }
  }
  if (kind === "name" && said.length > LONGEST_NAME) {
    refuse(`a name of ${said.length} characters; it may have ${LONGEST_NAME}`);
  }
}

function noNumber(typed) {
  const points = typed.split(".").length - 1;
  const why = typed.includes("_") ? "numbers are written without underscores"
    : /^.[xob]/i.test(typed) ? "numbers are decimal"
    : points > 1 ? `it has ${points} points`
    : /e$/i.test(typed) ? `digits are missing after the ${typed.slice(-1)}`
    : "if a name follows a number, put a space between them";
  return `${quoted(typed)} is no number; ${why}`;
}

function stranger(text, at) {
  const char = String.fromCodePoint(text.codePointAt(at));
  if (/[\x22\x27]/.test(char)) {
    const end = text.indexOf("\n", at);
    return new Misread(at, end < 0 ? text.length : end,
      `this string is not closed: a ${char} is missing before the end of the line`);
  }
  const code = codeOf(char);
  const refuse = (message, end = at + char.length) => new Misread(at, end, message);
  if (CURLY.includes(char)) {
    const line = [...text.slice(at, at + 4 * LONGEST_NUMBER)].slice(0, 2 * LONGEST_NUMBER).join("");
    const other = line.split("\n")[0].slice(1).search(/[\u201c\u201d\u201e\u2018\u2019\x60]/);
    return refuse(`${quoted(char)} (${code}) is no quotation mark here; write \x22 or '`,
      at + other + 2);
  }
  const meant = alikeOf(char);
  if (meant) {
    const mark = /^a /.test(meant) ? meant : `'${meant}'`;
    return refuse(`${quoted(char)} (${code}) has no meaning here; write ${mark}`);
  }
  if (/[<>]/.test(char)) {
    return refuse(
      `'${char}' is kept for later and has no meaning yet; symbols like this are quoted`,
    );
  }
  if (visible(char) === "\ufffd" && char !== "\ufffd") {
    return refuse(`the character ${code} has no meaning here; take it out`);
  }
  if (char < "\x80") return refuse(`${quoted(char)} has no meaning here`);
  return refuse(`${quoted(char)} (${code}) has no meaning here; symbols like this are quoted`);
}

const alikeOf = (char) => LOOK_ALIKES.find(([chars]) => chars.includes(char))?.[1];

const codeOf = (char) => `U+${char.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}`;

function stringValue(word) {
  const inside = word.text.slice(1, -1);
  const start = word.start + 1;
  const said = inside.replace(ESCAPE, (whole, escape, at) => {
    if (escape.length === 5) return String.fromCharCode(parseInt(escape.slice(1), 16));
    if (escape in ESCAPES) return ESCAPES[escape];
    throw new Misread(start + at, start + at + whole.length,
      `'${whole}' is no escape; there are \\\\ \\\x22 \\\x27 \\n \\t and \\u0041`);
  });
  const place = inside.search(/[\0-\x1f]/);
  if (place >= 0) {
    throw new Misread(start + place, start + place + 1,
      `a string holds the character ${codeOf(inside[place])}; write it as an escape`);
  }
  if (/[\ud800-\udfff]/u.test(said)) {
    throw new Misread(word.start, word.end,
      "this string holds half of a surrogate pair; write both halves, or neither");
  }
  return said;
}

// Nested lists, objects, numbers and strings: what level one is written in (literal.py). A list of
// numbers alone keeps no places; where a fault needs one, `elementOf` reads the list again.

const DEEPEST = 8;
const MOST_NUMBERS = 2000000;
const MOST_SKIPPED = 100000; // words after the first fault; what comes later is not read
const MOST_NODES = 300000; // lists, objects, keys, strings, and numbers among them
const RUN = new RegExp(`(?:[-+]?${NUMBER}[ \\t\\r\\n]*,[ \\t\\r\\n]*){1,1000}`, "y");
const CONSTANTS = { null: null, None: null, true: true, True: true, false: false, False: false };
const NO_NUMBERS = /^(nan|inf|infinity)$/i;
const CLOSERS = { "[": "]", "{": "}" };

function lineOf(text, offset) {
  return text.slice(0, offset).split("\n").length;
}

// Reads the value that a text is; gives also the faults.
function readLiteral(text) {
  const wrongs = [];
  const open = [];
  let [numbers, nodes, skipped, at, word, ended] = [0, 0, 0, 0, undefined, false];

  const note = (wrong) => {
    if (wrongs.every(({ start }) => start !== wrong.start)) wrongs.push(wrong);
    if (wrongs.length >= MOST) throw wrong;
  };
  const fault = (message) => note(new Misread(word.start, word.end, message));
  const found = () => (word.kind === "end" ? "but the text ends" : `found ${quoted(word.text)}`);
  const sees = (...marks) => word.kind === "mark" && marks.includes(word.text);
  const step = () => {
    skipped += Boolean(wrongs.length);
    if (skipped > MOST_SKIPPED) throw wrongs[wrongs.length - 1];
    for (;;) {
      try {
        word = nextWord(text, at);
      } catch (wrong) {
        if (!(wrong instanceof Misread)) throw wrong;
        note(wrong);
        const meant = alikeOf(String.fromCodePoint(text.codePointAt(wrong.start))) ?? "";
        const kind = /^[-,]$/.test(meant) ? "mark" : "bad";
        word = { kind, text: meant, start: wrong.start, end: wrong.end };
      }
      at = word.end;
      if (word.kind !== "line") return;
    }
  };
  const string = () => {
    try {
      return stringValue(word);
    } catch (wrong) {
      if (!(wrong instanceof Misread)) throw wrong;
      note(wrong);
      return "";
    }
  };
  const count = (more) => {
    numbers += more;
    if (numbers > MOST_NUMBERS) throw tooMany(word.start, word.end);
  };

  const grow = () => {
    nodes += 1;
    if (nodes > MOST_NODES) {
      throw wrongAt(word,
        `here the listing exceeds ${MOST_NODES} lists, keys and strings, the most it may have`);
    }
  };

  const value = () => {
    const { kind, text: said, start, end } = word;
    if (kind !== "number") grow();
    if (sees("[", "{")) {
      if (open.length === DEEPEST) {
        throw new Misread(start, end,
          `brackets are nested ${DEEPEST + 1} deep; a listing needs at most 6`);
      }
      open.push(word);
      const node = said === "[" ? list() : object();
      open.pop();
      return node;
    }
    if (kind === "number" || sees("-", "+")) return number();
    if (kind === "string") {
      const node = { kind, start, end, value: string() };
      step();
      return node;
    }
    if (kind === "name" && Object.hasOwn(CONSTANTS, said)) {
      step();
      return { kind: "constant", start, end, value: CONSTANTS[said] };
    }
    return hole();
  };
  const hole = () => {
    const { kind, text: said, start, end } = word;
    if (kind === "bad") step();
    else fault(sees("(") ? "found '('; a list is written in square brackets"
      : NO_NUMBERS.test(said) ? `found ${quoted(said)}; weights must be finite numbers`
      : kind === "name"
        ? `found ${quoted(said)}; a value is a number, a string in quotes, a list, ` +
        "an object, null, true or false"
        : "a value is missing: expected a number, a string, [ or {, " + found());
    while (word.kind !== "end" && !sees("[", "]", "{", "}", ",")) step();
    return { kind: "constant", start, end, value: null };
  };
  const number = () => {
    const first = word;
    if (first.kind === "mark") step();
    if (word.kind !== "number") {
      if (!NO_NUMBERS.test(word.text) && word.kind !== "bad") fault(
        `expected a number after '${first.text}', ${found()}`,
      );
      return hole();
    }
    const size = Number(word.text);
    const node = {
      kind: "number", start: first.start, end: word.end, value: first.text === "-" ? -size : size,
    };
    count(1);
    step();
    return node;
  };
  const list = () => {
    const node = { kind: "list", start: word.start, end: word.end, numbers: [], items: [] };
    step();
    while (!closed(node, "]")) {
      if (!node.items.length && run(node.numbers)) continue;
      const element = value();
      if (element.kind === "number" && !node.items.length) node.numbers.push(element.value);
      else {
        nodes += node.numbers.length + (element.kind === "number");
        for (const x of node.numbers) {
          node.items.push({ kind: "number", start: node.start, end: node.start + 1, value: x });
        }
        node.items.push(element);
        node.numbers = [];
      }
      comma("]");
    }
    return node;
  };
  const run = (into) => {
    const match = matchAt(RUN, text, word.start);
    if (!match) return false;
    const values = match[0].split(",").slice(0, -1).map(Number);
    if (!values.every(Number.isFinite)) return false;
    count(values.length);
    into.push(...values);
    at = match.index + match[0].length;
    step();
    return true;
  };
  const object = () => {
    const node = { kind: "object", start: word.start, end: word.end, entries: [] };
    step();
    while (!closed(node, "}")) {
      const key = word;
      grow();
      if (key.kind === "string" || key.kind === "name") {
        const name = key.kind === "string" ? string() : key.text;
        if (key.kind === "name") fault(`keys are quoted: write "${key.text}"`);
        step();
        if (!sees(":")) fault(`expected ':' after the key ${quoted(name)}, ${found()}`);
        if (sees(":", "=")) step();
        node.entries.push({ key: name, start: key.start, end: key.end, value: value() });
      } else {
        if (key.kind !== "bad") fault(`expected a key in quotes, ${found()}`);
        value();
        if (sees(":")) {
          step();
          value();
        }
      }
      comma("}");
    }
    return node;
  };
  const comma = (closer) => {
    while (word.kind === "bad" || (sees(")") && wrongs.length)) step();
    if (sees(",")) step();
    else if (!sees("]", "}") && word.kind !== "end") {
      const hint = sees("*", "/", "**", "//", "%")
        ? "numbers are written out here, without arithmetic"
        : sees(":") && closer === "]"
          ? `is the '[' of line ${lineOf(text, open[open.length - 1].start)} not closed?`
          : "is a comma missing before it?";
      fault(`expected ',' or '${closer}', ${found()}; ${hint}`);
    }
  };
  const closed = (node, closer) => {
    const opener = open[open.length - 1];
    if (sees(closer)) {
      node.end = word.end;
      step();
      return true;
    }
    if (word.kind === "end") {
      if (!ended) {
        ended = true;
        note(new Misread(opener.start, opener.end, `this '${opener.text}' is never closed`));
      }
      return true;
    }
    if (!sees("]", "}")) return false;
    const line = lineOf(text, opener.start);
    fault(`expected '${closer}' for the '${opener.text}' of line ${line}, ${found()}`);
    if (open.some((other) => CLOSERS[other.text] === word.text)) return true;
    step();
    return false;
  };

  try {
    step();
    const node = value();
    if (word.kind !== "end" && !wrongs.length) fault(
      "expected nothing after the last '}', " + found(),
    );
    return { node, wrongs };
  } catch (wrong) {
    if (!(wrong instanceof Misread)) throw wrong;
    if (!wrongs.includes(wrong)) wrongs.push(wrong);
    return { node: undefined, wrongs };
  }
}

function tooMany(start, end) {
  return new Misread(start, end,
    `here the listing exceeds ${MOST_NUMBERS} numbers, the most it may have`);
}

// From where to where an element of a list goes; of a list in it, only its bracket.
function elementOf(text, node, index) {
  let word = nextWord(text, node.start + 1);
  for (let [left, inside] = [index, 0]; left || word.kind === "line";) {
    inside += /^[[{]$/.test(word.text) - /^[\]}]$/.test(word.text);
    if (word.text === "," && !inside) left -= 1;
    word = nextWord(text, word.end);
  }
  return [word.start, /^[-+]$/.test(word.text) ? nextWord(text, word.end).end : word.end];
}

// Level one: a literal of nested lists as a program (nested.py). An array is a matrix with a shape.

const HEAD_KEYS = ["Q", "K", "V", "P"];
const MLP_KEYS = ["M1", "b1", "M2", "b2"];
const LAYER_KEYS = [...HEAD_KEYS, ...MLP_KEYS, "ln1", "ln2"];
const NORM_KEYS = ["gamma", "beta", "eps", "center"];
const LISTING_KEYS = [
  "tok_emb", "pos_emb", "block_size", "out_emb", "layers", "lnf", "norms", "vocabulary", "start",
  "stop", "after", "steps", "slide",
];
const OUR_NAMES = new Map(("W_E tok_emb W_pos pos_emb W_U out_emb n_ctx block_size W_Q Q W_K K " +
  "W_V V W_O P norm_final lnf centered center W_in M1 b_in b1 W_out M2 b_out b2 norm_attn ln1 " +
  "norm_mlp ln2").match(/\S+ \S+/g).map((pair) => pair.split(" ")));
const AXES = {
  tok_emb: ["d_vocab", "d_model"], pos_emb: ["n_ctx", "d_model"], out_emb: ["d_vocab", "d_model"],
  Q: ["d_model", "d_head"], K: ["d_model", "d_head"], V: ["d_model", "d_value"],
  P: ["d_model", "d_value"], M1: ["d_model", "d_mlp"], b1: ["d_mlp"], M2: ["d_mlp", "d_model"],
  b2: ["d_model"], gamma: ["d_model"], beta: ["d_model"],
};
const LAYER_NORM = { gamma: null, beta: null, eps: 1e-10, centered: true };

const vectorOf = (values) => matrix(values.length, 1, Float64Array.from(values));
const shaped = (shape, data) => ({ ...matrix(shape[0], shape[1] ?? 1, data), shape });
const keysOf = (node) => new Map([...node.entries].reverse().map((entry) => [entry.key, entry]));
const byX = (sizes) => sizes.join(" x ");
const placeOf = ({ start, end }) => [start, end];
const saidOf = (symbol) => (typeof symbol === "string" ? quoted(symbol) : String(symbol));
const sized = (list) => list.items.length || list.numbers.length;

function kindOf({ kind, value }) {
  if (kind === "constant") return String(value);
  return `${kind === "object" ? "an" : "a"} ${kind}`;
}

function readNested(text) {
  const literal = readLiteral(text);
  const { wrongs } = literal;
  if (wrongs.length || literal.node?.kind !== "object") return { wrongs };
  try {
    return programIn(text, literal, wrongs);
  } catch (wrong) {
    if (!(wrong instanceof Misread)) throw wrong;
    return { wrongs };
  }
}

function programIn(text, literal, wrongs) {
  let numbers = literal.numbers;

  const refuse = (place, message) => {
    throw new Misread(...place, message);
  };
  const fault = (place, message) => {
    wrongs.push(new Misread(...place, message));
    if (wrongs.length >= MOST) throw wrongs[wrongs.length - 1];
  };
  const attempt = (make) => {
    try {
      return make();
    } catch (wrong) {
      if (!(wrong instanceof Misread)) throw wrong;
      wrongs.push(wrong);
      return undefined;
    }
  };
  const written = (node) =>
    (node.kind === "number" ? text.slice(node.start, node.end) : kindOf(node));

  const entries = (node, known, owner) => {
    const first = keysOf(node);
    for (const entry of node.entries) {
      const { key } = entry;
      if (!known.includes(key)) {
        const ours = OUR_NAMES.get(key);
        const meant = known.includes(ours) ? `; did you mean '${ours}'?` : suggestion(key, known);
        fault(placeOf(entry),
          `${quoted(key)} is no key of ${owner}, which may have ${listed(known)}${meant}`);
      } else if (first.get(key) !== entry) {
        const line = lineOf(text, first.get(key).start);
        fault(placeOf(entry), `${quoted(key)} is here twice; it is first in line ${line}`);
      }
    }
    return Object.fromEntries([...first].filter(([key]) => known.includes(key)));
  };
  const whole = (node, what, least) => {
    const { kind, value } = node;
    if (kind === "number" && Number.isInteger(value) && value >= least) return value;
    fault(placeOf(node),
      `${what} is ${written(node)}; it must be a whole number, ${least} or more`);
    return undefined;
  };

  // Arrays

  const zeros = (shape, node) => {
    const size = shape.reduce((product, length) => product * length, 1);
    numbers += size;
    if (numbers > MOST_NUMBERS || Math.max(...shape) > MOST_NUMBERS) {
      throw tooMany(...placeOf(node));
    }
    return shaped(shape);
  };
  const rowFrom = (node, what) => {
    if (node.items.length) {
      const i = node.items.findIndex(({ kind }) => kind !== "number");
      refuse(elementOf(text, node, i),
        `${what}[${i}] is ${kindOf(node.items[i])}; it must be a number`);
    }
    return node.numbers;
  };
  const sizedArray = (node, what, axes) => {
    const form = `{"zeros": [${axes.join(", ")}]}`;
    const entry = keysOf(node).get("zeros");
    if (!entry || node.entries.length > 1 || entry.value.kind !== "list") {
      refuse([node.start, node.start + 1],
        `${what} is an object; instead of its numbers it may only be ${form}`);
    }
    const sizes = entry.value.numbers;
    if (sizes.length !== axes.length || !sizes.every((x) => Number.isInteger(x) && x >= 0)) {
      refuse(placeOf(entry.value),
        `the sizes of ${what} must be ${axes.length} whole numbers: ${form}`);
    }
    return zeros(sizes, entry.value);
  };
  const arrayOf = (node, what, place, axes, sizes) => {
    if (node.kind === "object") return sizedArray(node, what, axes);
    const flat = axes.length === 1;
    if (node.kind !== "list") {
      const wanted = flat ? "a list of numbers" : "a list of rows";
      refuse(place, `${what} is ${kindOf(node)}; it must be ${wanted} (${byX(axes)})`);
    }
    if (flat) {
      const values = rowFrom(node, what);
      return shaped([values.length], Float64Array.from(values));
    }
    if (!sized(node)) refuse(place, emptyList(what, axes, sizes));
    if (node.numbers.length) {
      refuse(place, `${what} is a list of numbers; it must be a list of rows (${byX(axes)}), ` +
        "each in brackets of its own");
    }
    let width;
    const rows = node.items.map((item, i) => {
      if (item.kind !== "list") {
        refuse(elementOf(text, node, i),
          `${what}[${i}] is ${kindOf(item)}; it must be a row of numbers`);
      }
      const row = rowFrom(item, `${what}[${i}]`);
      width ??= row.length;
      if (row.length !== width) {
        const before = i === 1 ? "the row before it has" : "the rows before it have";
        const count = `${row.length} ${row.length === 1 ? "number" : "numbers"}`;
        refuse(placeOf(item), `${what}[${i}] has ${count}; ${before} ${width}`);
      }
      return row;
    });
    return shaped([rows.length, width], Float64Array.from(rows.flat()));
  };
  const checked = (node, key, what, place, sizes) => {
    const axes = AXES[key];
    const array = attempt(() => arrayOf(node, what, place, axes, sizes));
    if (!array) return undefined;
    for (const [i, axis] of axes.entries()) {
      const size = array.shape[i];
      const [known, source] = (sizes[axis] ??= [size, what]);
      if (known !== size) {
        const has = axes.length === 1 ? `${what} has ${size} numbers (${axis})`
          : `${what} is ${byX(array.shape)} (${byX(axes)})`;
        fault(place, `${has}, but ${axis} is ${known} in ${source}`);
        return undefined;
      }
    }
    return array;
  };
  const array = (keys, key, where, sizes) =>
    keys[key] && checked(keys[key].value, key, key + where, placeOf(keys[key]), sizes);

  // Norms and layers

  const scale = (keys, key, where, sizes, idle) => {
    const node = keys[key]?.value;
    if (node?.kind !== "number") return array(keys, key, where, sizes) ?? null;
    if (node.value !== idle) {
      fault(placeOf(node),
        `${key}${where} is ${written(node)}; it must be ${idle} or a list of d_model numbers`);
    }
    return null;
  };
  const trueOrFalse = (node, what, idle) => {
    if (!node) return idle;
    if (node.kind === "constant" && node.value !== null) return node.value;
    fault(placeOf(node), `${what} is ${kindOf(node)}; it must be true or false`);
    return idle;
  };
  const norm = (keys, key, where, sizes) => {
    const node = keys[key]?.value;
    if (!node) return LAYER_NORM;
    if (node.kind === "constant" && node.value === null) return null;
    if (node.kind !== "object") {
      fault(placeOf(node),
        `${key}${where} is ${kindOf(node)}; it must be an object, or null for no norm`);
      return null;
    }
    const parts = entries(node, NORM_KEYS, "a norm");
    const gamma = scale(parts, "gamma", ` of ${key}${where}`, sizes, 1);
    const beta = scale(parts, "beta", ` of ${key}${where}`, sizes, 0);
    const eps = parts.eps?.value;
    if (eps && !(eps.kind === "number" && eps.value >= 0)) {
      fault(placeOf(eps),
        `eps of ${key}${where} is ${written(eps)}; it must be a number, 0 or more`);
    }
    const centered = trueOrFalse(parts.center?.value, `center of ${key}${where}`, true);
    return { gamma, beta, eps: eps?.value ?? 1e-10, centered };
  };
  const matrices = (entry, where) => {
    const node = entry.value;
    const wanted = `it must be a list with one matrix (${byX(AXES[entry.key])}) for each head`;
    const what = `${entry.key}${where}`;
    if (node.kind !== "list" || node.numbers.length) {
      const is = node.kind === "list" ? "a list of numbers" : kindOf(node);
      fault(placeOf(entry), `${what} is ${is}; ${wanted}`);
      return [];
    }
    if (node.items[0]?.kind === "list" && node.items[0].numbers.length) {
      fault(placeOf(entry), `${what} is one matrix; ${wanted}: put brackets around it`);
      return [];
    }
    return node.items;
  };
  const lacking = (keys, wanted, where) => {
    const given = wanted.filter((key) => keys[key]);
    const has = `${where.slice(4)} has ${listed(given)}, but no `;
    return { given, fault: (rest) => fault(placeOf(keys[given[0]]), has + rest) };
  };
  const headsOf = (keys, where, sizes) => {
    const { given, fault: lack } = lacking(keys, HEAD_KEYS, where);
    const missing = HEAD_KEYS.filter((key) => !keys[key]);
    if (given.length && missing.length) {
      lack(`${listed(missing, "and no")}; heads have all of Q, K, V and P`);
    }
    const before = wrongs.length;
    const all = given.map((key) => matrices(keys[key], where));
    if (wrongs.length > before) return [];
    const several = ({ length }) => `${length} ${length === 1 ? "matrix" : "matrices"}`;
    for (const [i, key] of given.entries()) {
      if (all[i].length === all[0].length) continue;
      fault(placeOf(keys[key]),
        `${key}${where} has ${several(all[i])}, but ${given[0]} has ${several(all[0])}`);
      return [];
    }
    return (all[0] ?? []).flatMap((bare, h) => {
      const own = { ...sizes };
      const arrays = given.map((key, i) => {
        const { start } = all[i][h];
        return checked(all[i][h], key, `${key}[${h}]${where}`, [start, start + 1], own);
      });
      if (own.d_head?.[0] === 0) {
        fault([bare.start, bare.start + 1],
          `Q[${h}]${where} has no columns; a head has at least 1`);
        return [];
      }
      const [W_Q, W_K, W_V, P] = arrays;
      return W_Q && W_K && W_V && P ? [{ W_Q, W_K, W_V, W_O: turned(P) }] : [];
    });
  };
  const layerOf = (node, where, sizes) => {
    const keys = entries(node, LAYER_KEYS, "a layer");
    const before = wrongs.length;
    const heads = headsOf(keys, where, sizes);
    const [M1, b1, M2, b2] = MLP_KEYS.map((key) => array(keys, key, where, sizes));
    const { given, fault: lack } = lacking(keys, MLP_KEYS, where);
    for (const key of given.length ? ["M1", "M2"] : []) {
      if (!keys[key]) lack(`${key}; an MLP has M1 and M2, and b1 and b2 where not zero`);
    }
    const norm_attn = norm(keys, "ln1", where, sizes);
    const norm_mlp = norm(keys, "ln2", where, sizes);
    if (wrongs.length > before) return [];
    const mlp = M1 && M2 ? {
      W_in: M1, b_in: b1 ?? matrix(M2.rows, 1), W_out: M2, b_out: b2 ?? matrix(M2.columns, 1),
    } : null;
    return [{ heads, mlp, norm_attn, norm_mlp }];
  };
  const layersOf = (node, sizes) => {
    if (node.kind !== "list" || node.numbers.length) {
      fault(placeOf(node), "layers must be a list of objects, one for each layer");
      return [];
    }
    return node.items.flatMap((item, number) => {
      if (item.kind === "object") return layerOf(item, ` of layer ${number}`, { ...sizes });
      fault(elementOf(text, node, number),
        `layer ${number} is ${kindOf(item)}; it must be an object`);
      return [];
    });
  };

  // Symbols

  const symbolOf = (node, place) => {
    const { kind, value } = node;
    if (kind === "string") return value;
    if (kind === "number" && Number.isSafeInteger(value)) return value + 0;
    const is = kind === "number" ? text.slice(...place) : kindOf(node);
    fault(place, `a symbol is a string or a whole number, but this is ${is}`);
    return null;
  };
  const vocabulary = (entry, sizes) => {
    const size = sizes.d_vocab?.[0];
    if (!entry) return size === undefined ? undefined : [...Array(size).keys()];
    const node = entry.value;
    let found;
    if (node.kind === "string") found = [...node.value];
    else if (node.kind === "list") {
      const elements = node.items.length ? node.items
        : node.numbers.map((value) => ({ kind: "number", value }));
      found = [];
      for (const [i, item] of elements.entries()) {
        const exact = item.kind === "string" || (item.kind === "number" && item.value % 1 === 0);
        found.push(symbolOf(item, exact ? placeOf(node) : elementOf(text, node, i)));
        if (found[i] === null) return undefined;
      }
    } else {
      fault(placeOf(entry),
        `vocabulary is ${kindOf(node)}; it must be a list of symbols, or a string of them`);
      return undefined;
    }
    const seen = new Set();
    for (const [i, symbol] of found.entries()) {
      if (seen.has(symbol)) {
        fault(node.kind === "list" ? elementOf(text, node, i) : placeOf(entry),
          `the symbol ${saidOf(symbol)} is in the vocabulary twice`);
        break;
      }
      seen.add(symbol);
    }
    if (size !== undefined && found.length !== size) {
      fault(placeOf(entry),
        `vocabulary has ${found.length} symbols, and tok_emb has ${size} rows`);
    }
    return found;
  };

  // The whole program

  const { node } = literal;
  const keys = entries(node, LISTING_KEYS, "a listing");
  const sizes = {};
  const opening = [node.start, node.start + 1];
  const W_E = array(keys, "tok_emb", "", sizes);
  if (!keys.tok_emb && !wrongs.length) {
    fault(opening, "there is no 'tok_emb': the rows of the tokens, d_vocab x d_model");
  }
  const positions = () => {
    const entry = keys.block_size;
    if (!entry) {
      if (!keys.pos_emb && keys.tok_emb && !wrongs.length) {
        fault(opening,
          "there is neither 'pos_emb', the rows of the positions, nor " +
          "'block_size', how many positions there are where their rows are zero; " +
          "write one of them");
      }
      return array(keys, "pos_emb", "", sizes);
    }
    if (keys.pos_emb) {
      fault(placeOf(entry),
        "'block_size' stands in for 'pos_emb', which is here too; take one of them out");
    }
    const n_ctx = whole(entry.value, "block_size", 1);
    if (n_ctx === undefined || !sizes.d_model) return undefined;
    return attempt(() => zeros([n_ctx, sizes.d_model[0]], entry.value));
  };
  const W_pos = positions();
  const out_emb = array(keys, "out_emb", "", sizes);
  for (const axis of ["d_vocab", "d_model", "n_ctx"]) {
    if (sizes[axis]?.[0] !== 0) continue;
    const where = keys[sizes[axis][1]];
    fault(placeOf(where), `${axis} is 0 in ${where.key}; it must be at least 1`);
  }
  const layers = keys.layers ? layersOf(keys.layers.value, sizes) : [];
  const norm_final = norm(keys, "lnf", "", sizes);
  const norms = keys.norms?.value;
  if (norms && !(norms.kind === "string" && ["before", "after"].includes(norms.value))) {
    const typed = norms.kind === "string";
    fault(placeOf(norms), `norms is ${typed ? quoted(norms.value) : kindOf(norms)}; it must be ` +
      `"before" or "after"${typed ? suggestion(norms.value, ["before", "after"]) : ""}`);
  }
  const symbols = vocabulary(keys.vocabulary, sizes);
  const [start, stop, after] = ["start", "stop", "after"].map((key) => {
    if (!keys[key] || !symbols) return null;
    const own = keys[key].value;
    const symbol = symbolOf(own, placeOf(own));
    if (symbol !== null && !symbols.includes(symbol)) {
      const names = symbols.filter((name) => typeof name === "string");
      const meant = typeof symbol === "string" ? suggestion(symbol, names) : "";
      fault(placeOf(own), `${key} is ${saidOf(symbol)}, which is not in the vocabulary${meant}`);
    }
    return symbol;
  });
  const steps = keys.steps ? whole(keys.steps.value, "steps", 1) : null;
  const slide = trueOrFalse(keys.slide?.value, "slide", false);
  return {
    wrongs, vocabulary: symbols, start, stop, after, steps, slide, subspaces: [],
    model: {
      norms: norms?.value ?? "before", W_E, W_pos, W_U: out_emb ? turned(out_emb) : null,
      norm_final, layers,
    },
  };
}

function emptyList(what, axes, sizes) {
  const wanted = axes.map((axis) => sizes[axis]?.[0] ?? axis);
  const form = `{"zeros": [${wanted.join(", ")}]}`;
  const equal = byX(wanted) === byX(axes) ? "" : ` = ${byX(wanted)}`;
  const message = `${what} is an empty list, of shape (0,), and must be ${byX(axes)}${equal}; ` +
    "an empty list cannot say how wide its rows are";
  if (what.startsWith("M2") && (sizes.d_mlp?.[0] ?? 1) === 0 && sizes.d_model) {
    return `${message} (a machine that takes it as it is runs only for prompts of 1 or ` +
      `${sizes.d_model[0]} tokens, by an accident of broadcasting); leave out M1, b1, M2 and b2, ` +
      `or write ${form}`;
  }
  return `${message}; write ${form}`;
}

// Level two's sentences (sentences.py).

const FIRST_WORDS = ("let symbols characters start stop after steps context stream norms norm " +
  "embed place unembed layer attend copy clear unit bias table for given").split(" ");
const MOST_SENTENCES = 10000;
const LONGEST_SENTENCES = 500000;
const MOST_SYMBOLS = 100000;

class Sentence {
  constructor(words) {
    const { end } = words[words.length - 1];
    this.words = [...words, { kind: "end", text: "", start: end, end: end + 1 }];
    this.at = 0;
  }

  get word() {
    return this.words[this.at];
  }

  get first() {
    return this.words[0].text;
  }

  get last() {
    return this.words[this.at - 1];
  }

  next() {
    const { word } = this;
    this.at = Math.min(this.at + 1, this.words.length - 1);
    return word;
  }

  sees(...texts) {
    return /^(mark|name)$/.test(this.word.kind) && texts.includes(this.word.text);
  }

  takes(text) {
    const seen = this.sees(text);
    if (seen) this.next();
    return seen;
  }

  needs(text, after) {
    if (!this.takes(text)) {
      throw this.unlike(`'${text}' after ${after}`, suggestion(this.word.text, [text]));
    }
  }

  unlike(expected, more = "") {
    return wrongAt(this.word, `expected ${expected}, ${this.found()}${more}`);
  }

  found() {
    return this.word.kind === "end" ? "but the line ends" : `found ${quoted(this.word.text)}`;
  }

  name(what) {
    if (this.word.kind !== "name") throw this.unlike(what);
    return this.next();
  }

  ends(after) {
    if (this.word.kind !== "end") {
      throw wrongAt(this.word, `expected nothing more after ${after}, ${this.found()}`);
    }
  }

  get stops() {
    return this.word.kind === "end" || this.sees(",");
  }

  oneOf(what, known) {
    if (this.word.kind === "name" && known.includes(this.word.text)) return this.next().text;
    throw this.unlike(`${what}: ${listed(known, "or")}`, suggestion(this.word.text, known));
  }

  clauses(known, begun = false) {
    const [read, names] = [{}, Object.keys(known)];
    for (let first = begun; first || this.word.kind !== "end"; first = false) {
      if (!first && !this.takes(",")) {
        throw wrongAt(this.word, `expected ',' or the end of the line, ${this.found()}`);
      }
      if (this.word.kind === "end") throw wrongAt(this.last, "nothing comes after this comma");
      const { word } = this;
      if (word.kind !== "name" || !names.includes(word.text)) {
        const has = names.length ? `, which may have ${listed(names)}` : ", which has none";
        const hint = FIRST_WORDS.includes(word.text)
          ? "; the comma before it makes it a part of this line"
          : word.kind === "name" ? suggestion(word.text, names) : "";
        throw wrongAt(word, `${quoted(word.text)} is no clause of '${this.first}'${has}${hint}`);
      }
      if (word.text in read) throw wrongAt(word, `${quoted(word.text)} is here twice`);
      read[word.text] = this.next();
      known[word.text]();
    }
    return read;
  }
}

const wrongAt = ({ start, end }, message) => new Misread(start, end, message);

function sentencesOf(text) {
  const [out, wrongs] = [[], []];
  let [words, at, broken] = [[], 0, false];
  if (text.length > LONGEST_SENTENCES && lengthOf(text) > LONGEST_SENTENCES) {
    const message =
      `the text has ${lengthOf(text)} characters; sentences may have ${LONGEST_SENTENCES}`;
    return [[], [new Misread(0, 1, message)]];
  }
  for (;;) {
    let word;
    try {
      word = nextWord(text, at);
    } catch (wrong) {
      if (!(wrong instanceof Misread)) throw wrong;
      wrongs.push(wrong);
      [broken, at] = [true, wrong.end];
      if (wrongs.length === MOST) return [out, wrongs];
      continue;
    }
    at = word.end;
    const goesOn = words.length && words[words.length - 1].text === ",";
    if (word.kind === "end" || (word.kind === "line" && !goesOn)) {
      if (words.length && !broken) out.push(new Sentence(words));
      [words, broken] = [[], false];
      if (word.kind === "end") return [out, wrongs];
      if (out.length > MOST_SENTENCES) {
        wrongs.push(wrongAt(word,
          `here the listing exceeds ${MOST_SENTENCES} lines, the most it may have`));
        return [out, wrongs];
      }
    } else if (word.kind !== "line") words.push(word);
  }
}

// Symbols, each with its word.
function symbolsIn(line, commas = false) {
  const out = [];
  while (line.word.kind !== "end" && !line.sees("as")) {
    if (commas && out.length && line.takes(",")) continue;
    if (line.sees(",")) break;
    const { word } = line;
    const first = symbolIn(line);
    out.push([first, word]);
    if (line.takes("to")) {
      const end = line.word;
      for (const each of between(first, symbolIn(line), word, end).slice(1)) out.push([each, word]);
    }
    if (out.length > MOST_SYMBOLS) throw wrongAt(word, `here the symbols exceed ${MOST_SYMBOLS}`);
  }
  if (!out.length) throw line.unlike("symbols");
  return out;
}

function symbolIn(line) {
  const { word } = line;
  const sign = line.takes("-") ? -1 : 1;
  if (line.word.kind === "number") {
    const number = line.next();
    if (!/^[0-9]{1,15}$/.test(number.text)) {
      throw wrongAt(number,
        `the symbol ${quoted(number.text)} must be a whole number, or in quotes`);
    }
    return sign * Number(number.text) + 0;
  }
  if (sign < 0) throw line.unlike("a number after '-'");
  if (word.kind === "string") return stringValue(line.next());
  if (word.kind === "name" && word.text !== "to") return line.next().text;
  const hint = word.kind === "end" ? "" : "; a symbol that is no name or number needs quotes";
  throw wrongAt(word, `expected a symbol, ${line.found()}${hint}`);
}

function between(first, last, from, { end }) {
  const refuse = (message) => {
    throw new Misread(from.start, end, message);
  };
  const letters = [first, last].every((x) => typeof x === "string" && lengthOf(x) === 1);
  if (!letters && typeof first + typeof last !== "numbernumber") {
    refuse("a range goes from a number to a number, or from a letter to a letter");
  }
  const [low, high] = letters ? [first.codePointAt(0), last.codePointAt(0)] : [first, last];
  if (high < low) refuse(`a range goes upwards, but ${last} comes before ${first}`);
  if (high - low >= MOST_SYMBOLS) refuse(`here the symbols exceed ${MOST_SYMBOLS}`);
  const codes = Array.from({ length: high - low + 1 }, (_, i) => low + i);
  return letters ? codes.map((code) => String.fromCodePoint(code)) : codes;
}

// Matrices and gadgets: stream.py, encodings.py and gadgets.py, in the same order of operations.

const SURE = 64;

function fill(rows, columns, of) {
  const out = matrix(rows, columns);
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < columns; j++) out.data[i * columns + j] = of(i, j);
  }
  return out;
}

const at = (W, i, j) => W.data[i * W.columns + j];
const scaled = (k, W) => matrix(W.rows, W.columns, W.data.map((x) => k * x));
const turned = (W) => fill(W.columns, W.rows, (i, j) => at(W, j, i));

function times(A, B) {
  const out = matrix(A.rows, B.columns);
  for (let i = 0; i < A.rows; i++) {
    for (let k = 0; k < A.columns; k++) {
      const x = at(A, i, k);
      if (x) for (let j = 0; j < B.columns; j++) out.data[i * B.columns + j] += x * at(B, k, j);
    }
  }
  return out;
}

// Matrices side by side, and one above the other.
function across(...parts) {
  const columns = parts.flatMap((W) => Array.from({ length: W.columns }, (_, j) => [W, j]));
  return fill(parts[0].rows, columns.length, (i, j) => at(columns[j][0], i, columns[j][1]));
}

const down = (...parts) => turned(across(...parts.map(turned)));

const indices = (where) =>
  where.flatMap(({ start, size }) => Array.from({ length: size }, (_, k) => start + k));
const reading = ({ start, size, d_model }) =>
  fill(d_model, size, (i, j) => Number(start + j === i));

const EAST = [1, -1, 0].map((x) => x / Math.sqrt(2));
const NORTH = [1, 1, -2].map((x) => x / Math.sqrt(6));

function circlePoint(i, n, paces) {
  return paces.flatMap((pace) => {
    const angle = 2 * Math.PI * ((i / n) * pace);
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    return EAST.map((x, k) => Math.sqrt(3) * (cos * x + sin * NORTH[k]));
  });
}

function turn(steps, n, paces) {
  const axis = 1 / 3;
  return fill(3 * paces.length, 3 * paces.length, (i, j) => {
    const circle = Math.floor(i / 3);
    if (circle !== Math.floor(j / 3)) return 0;
    const angle = (2 * Math.PI * paces[circle] * steps) / n;
    const [a, b] = [i % 3, j % 3];
    const around = EAST[a] * NORTH[b] - NORTH[a] * EAST[b];
    return axis + Math.cos(angle) * (Number(a === b) - axis) + Math.sin(angle) * around;
  });
}

function paddingRow(size) {
  const small = 1 / Math.sqrt(size - 1);
  return Array.from({ length: size }, (_, j) => (j ? -small : 1 / small));
}

function numberRow(x) {
  const half = Math.sqrt(5 - 2 * x - 3 * x * x) / 2;
  return [x, 1, half - (x + 1) / 2, -half - (x + 1) / 2];
}

function hardEnough(n, paces) {
  if (n < 2) return 1;
  const first = circlePoint(0, n, paces);
  const root = Math.sqrt(3 * paces.length);
  const score = (i) =>
    circlePoint(i, n, paces).reduce((sum, x, j) => sum + x * first[j], 0) / root;
  let most = -Infinity;
  for (let i = 1; i < n; i++) most = Math.max(most, score(i));
  return SURE / (score(0) - most);
}

const exponent = (x) => {
  const near = Math.floor(Math.log2(x));
  return 2 ** near > x ? near - 1 : 2 ** (near + 1) <= x ? near + 1 : near;
};

// Arithmetic of numbers, and of places of the stream (expressions.py). A place is columns: a matrix
// by which it is read, and what is added to each.

const LONGEST_EXPRESSION = 1000000;
const RESERVED = ("and as asked at back by everywhere from given i of pi place say stream symbol " +
  "times to turned").split(" ");
const FUNCTIONS = ["sqrt", "cos", "sin", "exp", "log", "abs"];
const DIRECTIONS = { north: NORTH, east: EAST };
const isNumber = (value) => typeof value === "number";

function divided(a, b) {
  const rest = a % b;
  const behind = rest && rest < 0 !== b < 0;
  const quotient = (a - rest) / b - behind;
  const floor = Math.floor(quotient);
  return [quotient - floor > 0.5 ? floor + 1 : floor, behind ? rest + b : rest];
}

const ARITHMETIC = {
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "/": (a, b) => a / b,
  "//": (a, b) => divided(a, b)[0],
  "%": (a, b) => divided(a, b)[1],
  "**": (a, b) => a ** b,
};

class Names {
  numbers = {};
  places = {};
  circles = {};
  row = null;
  spent = 0;
  steps = 0;

  place(word) {
    const { text } = word;
    if (Object.hasOwn(this.places, text)) return this.places[text];
    const cut = text.lastIndexOf(".");
    const [whole, digits] = [text.slice(0, Math.max(0, cut)), text.slice(cut + 1)];
    if (Object.hasOwn(this.places, whole) && /^[0-9]+$/.test(digits) &&
      !this.places[`${whole}.1`]) {
      const { start, size, d_model } = this.places[whole];
      const number = Number(digits);
      if (number < 1 || number > size) {
        throw wrongAt(word, `${whole} has size ${size}; there is no ${text}`);
      }
      return { name: text, start: start + number - 1, size: 1, d_model };
    }
    throw this.unknown(word, "no place of the stream", Object.keys(this.places));
  }

  unknown(word, what, all) {
    const known = all.filter((name) => name !== "stream");
    const has = known.length > 1 ? `; there are ${listed(known)}`
      : known.length ? `; there is ${known[0]}` : "";
    return wrongAt(word, `${quoted(word.text)} is ${what}${has}${suggestion(word.text, known)}`);
  }

  spend(numbers, { start, end }) {
    this.spent += numbers;
    if (this.spent > MOST_NUMBERS) throw tooMany(start, end);
  }

  new(word) {
    const { text } = word;
    const refuse = (message) => {
      throw wrongAt(word, `${quoted(text)} ${message}`);
    };
    if (RESERVED.includes(text) || FUNCTIONS.includes(text) || Object.hasOwn(DIRECTIONS, text)) {
      refuse("is a word of the language; take another name");
    }
    if (text.includes(".")) refuse("has a point, which names have that belong to a part");
    if (Object.hasOwn(this.numbers, text) || Object.hasOwn(this.places, text)) {
      refuse("has a meaning already; take another name");
    }
    return text;
  }
}

function readNumber(line, names, what = "a number") {
  const start = line.word;
  const value = total(line, names, what);
  if (isNumber(value)) return value;
  throw wrongAt(start, `expected ${what}, found ${quoted(start.text)}, a place of the stream`);
}

function wholeOf(line, start, what, value, least, most, allowed = true) {
  if (isNumber(value) && Number.isInteger(value) && allowed && value >= least && value <= most) {
    return value + 0;
  }
  const limits = most === Infinity ? `${least} or more` : `from ${least} to ${most}`;
  throw new Misread(start.start, line.last.end, `${what} must be a whole number, ${limits}`);
}

function wholeIn(line, names, what, least, most = Infinity) {
  const start = line.word;
  return wholeOf(line, start, what, readNumber(line, names, what), least, most);
}

// A whole number that is a literal, a name, or in parentheses.
function plain(line, names, what, least, most = Infinity) {
  const start = line.word;
  const negative = line.takes("-");
  let value;
  if (line.word.kind === "number") value = Number(line.next().text);
  else if (line.word.kind === "name" || line.sees("(")) value = atom(line, names, what, 0);
  else throw line.unlike(what);
  return wholeOf(line, start, what, value, least, most, !negative);
}

function columnsIn(line, names, what) {
  const out = [];
  do {
    const start = line.word;
    const value = total(line, names, what);
    if (isNumber(value)) {
      throw new Misread(start.start, line.last.end, `expected ${what}, found a number without one`);
    }
    out.push(value);
  } while (line.takes("and"));
  return {
    matrix: across(...out.map((each) => each.matrix)),
    constant: out.flatMap((each) => each.constant),
  };
}

function weightsIn(line, names, what) {
  const start = line.word;
  const found = columnsIn(line, names, what);
  if (found.constant.some((x) => x)) {
    throw new Misread(start.start, line.last.end,
      "a number is added here; only what a unit reads may have one");
  }
  return found.matrix;
}

function total(line, names, what, depth = 0) {
  let value = product(line, names, what, depth);
  while (line.sees("+", "-")) {
    const mark = line.next();
    value = combined(mark, value, product(line, names, what, depth));
  }
  return value;
}

function product(line, names, what, depth) {
  let value = signed(line, names, what, depth);
  while (line.sees("*", "/", "//", "%")) {
    const mark = line.next();
    value = combined(mark, value, signed(line, names, what, depth));
  }
  return value;
}

function signed(line, names, what, depth) {
  let sign = 1;
  while (line.sees("+", "-")) sign = line.next().text === "-" ? -sign : sign;
  const value = power(line, names, what, depth);
  return sign > 0 ? value : isNumber(value) ? -value : mapped(value, (x) => -x);
}

function power(line, names, what, depth) {
  const value = atom(line, names, what, depth);
  if (!line.sees("**")) return value;
  const mark = line.next();
  checkDepth(mark, depth);
  return combined(mark, value, signed(line, names, what, depth + 1));
}

function checkDepth(word, depth) {
  if (depth === DEEPEST) {
    throw wrongAt(word,
      `this expression is nested more than ${DEEPEST} deep; give a part of it a name`);
  }
}

function atom(line, names, what, depth) {
  names.steps += 1;
  const { word } = line;
  if (names.steps > LONGEST_EXPRESSION) {
    throw wrongAt(word, `here the listing takes more than ${LONGEST_EXPRESSION} steps to work out`);
  }
  const free = () => line.word.kind === "name" && !RESERVED.includes(line.word.text);
  if (word.kind === "number") {
    const value = Number(line.next().text);
    if (!free() && !line.sees("stream")) return value;
    const mark = { text: "*", start: word.start, end: line.word.end };
    return combined(mark, value, named(line, names, depth));
  }
  if (free() || line.sees("pi", "i", "stream")) return named(line, names, depth);
  if (!line.takes("(")) throw line.unlike(what);
  checkDepth(word, depth);
  const inside = total(line, names, what, depth + 1);
  if (!line.takes(")")) throw line.unlike("')' for the '(' before it");
  return inside;
}

function named(line, names, depth) {
  const word = line.next();
  const { text } = word;
  const known = [...FUNCTIONS, ...Object.keys(DIRECTIONS)];
  if (known.includes(text)) {
    line.needs("(", `'${text}'`);
    checkDepth(word, depth);
    const inside = total(line, names, "a number", depth + 1);
    if (!line.takes(")")) throw line.unlike(`')' for the '(' of ${text}`);
    return applied(word, inside);
  }
  if (line.sees("(")) {
    throw wrongAt(word,
      `${quoted(text)} is no function; there are ${listed(known)}${suggestion(text, known)}`);
  }
  if (text === "pi") return Math.PI;
  if (Object.hasOwn(names.numbers, text)) return names.numbers[text];
  if (text === "i") {
    throw wrongAt(word,
      "'i' is the number of a symbol or position, and has a meaning only in its row");
  }
  const [numbers, places] = [Object.keys(names.numbers), Object.keys(names.places)];
  if (!places.length) throw names.unknown(word, "no number, and no name of one", numbers);
  if (!places.includes(text.split(".")[0])) {
    throw names.unknown(word, "neither a number nor a place of the stream",
      [...numbers, ...places]);
  }
  const place = names.place(word);
  if (names.row) {
    if (place.size === 1) return names.row[place.start];
    throw wrongAt(word, `${text} has size ${place.size}; one number is needed, as ${text}.1`);
  }
  names.spend(place.d_model * place.size, word);
  let W = reading(place);
  if (line.sees("turned")) W = times(W, turnIn(line, names, place, depth));
  return { matrix: W, constant: Array(place.size).fill(0) };
}

function turnIn(line, names, place, depth) {
  const word = line.next();
  const steps = signed(line, names, "a number of steps", depth);
  const { name, size } = place;
  let { n, paces } = names.circles[name] ?? {};
  if (line.takes("of")) {
    n = plain(line, names, "the number of points", 1, MOST_NUMBERS);
    paces = Array(Math.floor(size / 3)).fill(1);
  } else if (!n) {
    throw wrongAt(word,
      `${name} holds no circle, so say how many points it has: turned 1 of 10`);
  }
  if (!isNumber(steps)) throw wrongAt(word, "'turned' needs a number of steps");
  if (size !== 3 * paces.length || !paces.length) {
    throw wrongAt(word, `${name} has size ${size}; circles need 3 for each`);
  }
  return turn(steps, n, paces);
}

function applied(word, value) {
  const { text } = word;
  const direction = DIRECTIONS[text];
  if (direction) {
    if (isNumber(value) || value.matrix.columns !== 3) {
      throw wrongAt(word, `${text} is a direction of a place of size 3`);
    }
    const along = (row) => direction.reduce((sum, x, k) => sum + row[k] * x, 0);
    const { matrix: W, constant } = value;
    return { matrix: fill(W.rows, 1, (i) => along(rowOf(W, i))), constant: [along(constant)] };
  }
  if (!isNumber(value)) {
    throw wrongAt(word, `${text} of a place is no weight; weights are linear`);
  }
  return finite(word, Math[text](value));
}

function combined(mark, a, b) {
  const { text } = mark;
  const slash = /[/%]/.test(text);
  const byZero = () => {
    if (slash && b === 0) throw wrongAt(mark, "this divides by zero");
  };
  if (isNumber(a) && isNumber(b)) {
    byZero();
    return finite(mark, ARITHMETIC[text](a, b));
  }
  if (/^[-+]$/.test(text)) return added(mark, a, b, text === "+" ? 1 : -1);
  if (text === "*" && isNumber(a)) return allFinite(mark, mapped(b, (x) => a * x));
  if (/^[*/]$/.test(text) && isNumber(b)) {
    byZero();
    return allFinite(mark, mapped(a, (x) => (slash ? x / b : b * x)));
  }
  throw wrongAt(mark, `'${text}' with a place of the stream is no weight; a place may be ` +
    "multiplied or divided by a number");
}

function mapped({ matrix: W, constant }, change) {
  return {
    matrix: fill(W.rows, W.columns, (i, j) => change(at(W, i, j))),
    constant: constant.map(change),
  };
}

function added(mark, a, b, sign) {
  if (!isNumber(a) && !isNumber(b) && a.constant.length !== b.constant.length) {
    const sizes = `${a.constant.length} and ${b.constant.length}`;
    throw wrongAt(mark, `the two sides of '${mark.text}' have sizes ${sizes}; they must be equal`);
  }
  const shape = isNumber(a) ? b : a;
  const part = (value, i, j) => (isNumber(value) ? 0 : at(value.matrix, i, j));
  const more = (value, j) => (isNumber(value) ? value : value.constant[j]);
  const { rows, columns } = shape.matrix;
  return allFinite(mark, {
    matrix: fill(rows, columns, (i, j) => part(a, i, j) + sign * part(b, i, j)),
    constant: shape.constant.map((_, j) => more(a, j) + sign * more(b, j)),
  });
}

function allFinite(mark, value) {
  const { matrix: W, constant } = value;
  if (W.data.every(Number.isFinite) && constant.every(Number.isFinite)) return value;
  throw wrongAt(mark, "a weight becomes too large here");
}

function finite(word, value) {
  if (Number.isFinite(value)) return value;
  throw wrongAt(word, `what comes out of '${word.text}' here is no finite number`);
}

// What each sentence means (assembling.py).

const WIDEST = 1000;
const LONGEST_CONTEXT = 1000000;
const MOST_ENTRIES = 20000;
const MOST_RANGE = 10 ** 9;
const NORM_KINDS = { layer: LAYER_NORM, rms: { ...LAYER_NORM, centered: false }, none: null };
const ONCE = ["start", "stop", "after", "steps", "context", "stream", "norms"];
const SYMBOLS = ["symbols", "characters"];
const greatestDivisor = (a, b) => (b ? greatestDivisor(b, a % b) : a);

function readSentences(text) {
  const [lines, wrongs] = sentencesOf(text);
  const names = new Names();
  const read = { symbols: [], start: null, stop: null, after: null, steps: null, slide: false,
    norm: LAYER_NORM };
  let [d_model, n_ctx, subspaces, normsAfter] = [0, 0, [], false];
  let [W_E, W_pos, W_U, table] = [undefined, undefined, null, undefined];
  const ids = new Map();
  const circles = {}; // of positions, by the name of their place
  const drafts = [];
  const finalNorm = {};

  const attempt = (line, act) => {
    if (wrongs.length >= MOST) return;
    line.at = 1;
    try {
      act(line);
    } catch (wrong) {
      if (!(wrong instanceof Misread)) throw wrong;
      wrongs.push(wrong);
    }
  };
  const number = (line, what) => readNumber(line, names, what);
  const whole = (line, what, least, most) => wholeIn(line, names, what, least, most);
  const clause = (line, got, key, what = `a number after '${key}'`) => () => {
    got[key] = number(line, what);
  };
  const eps = (line, got) => () => {
    const { word } = line;
    got.eps = number(line, "a number after 'eps'");
    if (got.eps < 0) throw wrongAt(word, "eps must be 0 or more");
  };

  // Header

  const once = (first) => (line) => {
    const kind = SYMBOLS.includes(line.first) ? "symbols" : line.first;
    const other = (first[kind] ??= line);
    if (other === line) first[line.first] = line;
    else {
      const is = kind === "symbols" ? "symbols are" : `${kind} is`;
      throw wrongAt(line.words[0],
        `the ${is} given twice; first in line ${lineOf(text, other.words[0].start)}`);
    }
  };
  const let_ = (line) => {
    const name = names.new(line.name("a name after 'let'"));
    line.needs("=", `'let ${name}'`);
    const value = number(line);
    line.ends("the number");
    names.numbers[name] = value;
  };
  const nameSymbols = (line) => {
    let found;
    if (line.first === "characters") {
      if (line.word.kind !== "string") throw line.unlike("a string in quotes after 'characters'");
      const word = line.next();
      line.ends("the characters");
      found = [...stringValue(word)].map((letter) => [letter, word]);
      if (!found.length) throw wrongAt(word, "there must be at least 1 character");
    } else {
      found = symbolsIn(line, true);
      line.ends("the symbols");
    }
    for (const [name, word] of found) {
      if (ids.has(name)) throw wrongAt(word, `the symbol ${saidOf(name)} is here twice`);
      ids.set(name, ids.size);
    }
    read.symbols = [...ids.keys()];
  };
  const noSymbol = (name, word) => {
    const known = read.symbols.filter((each) => typeof each === "string");
    const meant = typeof name === "string" ? suggestion(name, known) : "";
    return wrongAt(word, `${saidOf(name)} is none of the symbols${meant}`);
  };
  const sentinel = (line) => {
    const { word } = line;
    const name = symbolIn(line);
    if (read.symbols.length && !ids.has(name)) throw noSymbol(name, word);
    line.ends("the symbol");
    read[line.first] = name;
  };
  const size = (line) => plain(line, names, "a size", 1, WIDEST);
  const stream = (line) => {
    const [sizes, pieces] = [{}, {}];
    do {
      const word = line.name("a name for a place of the stream");
      const name = names.new(word);
      if (Object.hasOwn(sizes, name)) throw wrongAt(word, `${quoted(name)} is here twice`);
      sizes[name] = 1;
      if (!line.stops) {
        sizes[name] = size(line);
        if (line.takes("x")) {
          pieces[name] = sizes[name];
          sizes[name] *= size(line);
        }
      }
      d_model = Object.values(sizes).reduce((sum, x) => sum + x, 0);
      if (d_model > WIDEST) {
        throw wrongAt(word, `here the stream exceeds ${WIDEST} numbers, the most it may hold`);
      }
    } while (line.takes(","));
    if (line.word.kind !== "end") throw line.unlike("',' or the end of the line");
    let start = 0;
    for (const [name, long] of Object.entries(sizes)) {
      const [count, short] = [pieces[name] ?? 0, long / pieces[name]];
      const own = Array.from({ length: count }, (_, i) =>
        ({ name: `${name}.${i + 1}`, start: start + i * short, size: short, d_model }));
      for (const each of [{ name, start, size: long, d_model }, ...own]) {
        names.places[each.name] = each;
      }
      subspaces.push(...(count ? own : [{ name, start, size: long }]));
      start += long;
    }
    names.places.stream = { name: "stream", start: 0, size: d_model, d_model };
  };
  const sayNorms = (line) => {
    const kind = NORM_KINDS[line.oneOf("a norm", Object.keys(NORM_KINDS))];
    const got = { eps: 1e-10 };
    const where = line.clauses({ before() {}, after() {}, eps: eps(line, got) });
    if (where.before && where.after) {
      throw wrongAt(where.after, "norms come before or after, not both");
    }
    normsAfter = Boolean(where.after);
    read.norm = kind && { ...kind, ...got };
  };
  const HEADERS = {
    let: let_, symbols: nameSymbols, characters: nameSymbols,
    start: sentinel, stop: sentinel, after: sentinel, stream, norms: sayNorms,
    steps(line) {
      read.steps = whole(line, "the number of steps", 1);
      line.ends("the number of steps");
    },
    context(line) {
      n_ctx = whole(line, "the number of positions", 1, LONGEST_CONTEXT);
      read.slide = Boolean(line.clauses({ sliding: () => {} }).sliding);
    },
  };

  // Rows of tokens and positions

  const placesIn = (line, what) => {
    const out = [names.place(line.name(what))];
    while (line.takes("and")) out.push(names.place(line.name("a place of the stream after 'and'")));
    return out;
  };
  const idOf = (name, word) => {
    if (!ids.has(name)) throw noSymbol(name, word);
    return ids.get(name);
  };
  const sum = (where) => where.reduce((all, each) => all + each.size, 0);
  const fits = (where, wanted, word, what) => {
    if (sum(where) === wanted) return;
    const have = where.length === 1 ? "has size" : "have sizes that make";
    const all = listed(where.map(({ name }) => name));
    throw wrongAt(word, `${all} ${have} ${sum(where)}, but ${what} ${wanted}`);
  };
  const formula = (line, of) => {
    const start = line.at;
    return of.map((i) => {
      line.at = start;
      names.numbers.i = i;
      try {
        return number(line, "a number, or a formula in i");
      } finally {
        delete names.numbers.i;
      }
    });
  };
  const KINDS_OF_ROW = {
    circle(line, where, of, got) {
      const start = line.word;
      let [n, first, paces] = [of.length, 0, [1]];
      if (!line.stops) n = whole(line, "the number of points", 1, LONGEST_CONTEXT);
      line.clauses({
        from() {
          first = whole(line, "the first point", 0, n - 1);
        },
        at() {
          paces = [];
          do paces.push(plain(line, names, "a pace", 1, n)); while (!line.stops);
        },
        times: clause(line, got, "times"),
      });
      const many = paces.length > 1 ? `${paces.length} circles have` : "a circle has";
      fits(where, 3 * paces.length, start, many);
      if (first + of.length > n) {
        throw wrongAt(start,
          `a circle of ${n} points, from ${first} on, has no room for ${of.length}`);
      }
      names.spend(n * 3 * paces.length, start);
      if (where.length === 1) {
        const [{ name }] = where;
        names.circles[name] ??= { n, paces };
        if (line.first === "place") circles[name] = { place: where[0], n, paces };
      }
      return of.map((_, i) => circlePoint(first + i, n, paces));
    },
    number(line, where, of, got) {
      const start = line.word;
      const xs = formula(line, of);
      line.clauses({ times: clause(line, got, "times") });
      fits(where, 4, start, "a number has");
      if (xs.some((x) => x < -5 / 3 || x > 1 || 5 - 2 * x - 3 * x * x < 0)) {
        throw wrongAt(start, "a number must be from -5/3 to 1, or layer norm would change it");
      }
      return xs.map(numberRow);
    },
    padding(line, where, of, got) {
      const word = line.last;
      line.clauses({ times: clause(line, got, "times") });
      const wide = sum(where);
      if (wide < 2) throw wrongAt(word, "padding needs a place of size 2 or more");
      names.spend(of.length * wide, word);
      return of.map(() => paddingRow(wide));
    },
    row(line, where, of, got) {
      const start = line.word;
      line.needs("[", "'row'");
      const found = [];
      for (;;) {
        found.push(formula(line, of));
        names.spend(of.length, start);
        if (line.takes("]")) break;
        if (!line.takes(",")) throw line.unlike("',' or ']' after a number of the row");
      }
      line.clauses({ times: clause(line, got, "times") });
      fits(where, found.length, start, "this row has");
      return of.map((_, i) => found.map((column) => column[i]));
    },
    symbols(line, where, of, got) {
      const start = line.word;
      const found = symbolsIn(line).map(([name, word]) => idOf(name, word));
      line.clauses({ times: clause(line, got, "times") });
      if (found.length !== of.length) {
        throw wrongAt(start, `there are ${found.length} symbols here, and ${of.length} positions`);
      }
      const columns = indices(where);
      return found.map((id) => columns.map((j) => at(W_E, id, j)));
    },
  };
  const rows = (line) => {
    const positions = line.first === "place";
    const where = placesIn(line, `a place of the stream after '${line.first}'`);
    let of = [...Array(positions ? n_ctx : read.symbols.length).keys()];
    if (!positions && line.takes("of")) {
      of = symbolsIn(line).map(([name, word]) => idOf(name, word));
    }
    line.needs("as", "what it is about");
    const kinds = Object.keys(KINDS_OF_ROW).slice(0, positions ? 5 : 4);
    const { word } = line;
    const got = { times: 1 };
    const made = KINDS_OF_ROW[line.oneOf("a kind of row", kinds)](line, where, of, got);
    const columns = indices(where);
    names.spend(of.length * (columns.length + d_model), word);
    const W = line.first === "embed" ? W_E : positions ? W_pos
      : (W_U ??= matrix(W_E.rows, d_model));
    const written = made.map((row) => {
      const out = Array(d_model).fill(0);
      row.forEach((x, j) => (out[columns[j]] += got.times * x));
      return out;
    });
    const before = W.data.slice(); // of a symbol named twice the last row counts
    of.forEach((id, i) => written[i].forEach((x, j) => {
      W.data[id * d_model + j] = before[id * d_model + j] + x;
    }));
    if (W.data.every(Number.isFinite)) return;
    for (const id of of) rowOf(W, id).fill(0);
    throw wrongAt(word, "these rows become too large");
  };

  // Layers

  const draftOf = (line) => {
    if (drafts.length) return drafts[drafts.length - 1];
    const [word] = line.words;
    throw wrongAt(word,
      `${quoted(word.text)} belongs to a layer; a line 'layer' must come before it`);
  };
  const bracketed = (line, wanted, what) => {
    const start = line.word;
    line.needs("[", `'${what}'`);
    const found = [];
    do found.push(number(line)); while (line.takes(","));
    if (!line.takes("]")) throw line.unlike("',' or ']' after a number");
    if (found.length !== wanted) {
      throw new Misread(start.start, line.last.end,
        `there are ${found.length} numbers here; ${what} has ${wanted}`);
    }
    return found;
  };
  const ownNorm = (line) => {
    const where = line.oneOf("which norm it is", ["attention", "mlp", "final"]);
    const kind = NORM_KINDS[line.oneOf("a norm", Object.keys(NORM_KINDS))];
    const got = { eps: 1e-10 };
    const scale = (key) => () => {
      got[key] = vectorOf(bracketed(line, d_model, key));
    };
    line.clauses(kind ? { gamma: scale("gamma"), beta: scale("beta"), eps: eps(line, got) } : {});
    const norms = where === "final" ? finalNorm : draftOf(line).norms;
    if (where in norms) throw wrongAt(line.words[1], `the norm ${where} is given twice`);
    norms[where] = kind && { ...kind, ...got };
  };
  const needs = (line, got, ...clauses) => {
    for (const key of clauses) {
      if (!(key in got)) {
        throw wrongAt(line.word, `'${line.first}' lacks a clause '${key} ...', but the line ends`);
      }
    }
  };
  const sameSize = (word, message, one, other) => {
    if (one !== other) throw wrongAt(word, `${message}; they must be equal`);
  };
  const keep = (line, made) => {
    for (const W of Object.values(made)) {
      if (!W.data.every(Number.isFinite)) {
        throw wrongAt(line.words[0], "a weight becomes too large here");
      }
    }
    return made;
  };
  const wide = (line, got, key) => () => {
    got[key] = weightsIn(line, names, `a place of the stream after '${key}'`);
  };
  const one = (line, got, key) => () => {
    got[key] = [names.place(line.word), line.name(`a place of the stream after '${key}'`)];
  };
  // The place where a head finds positions, and their circle.
  const look = (line, got) => {
    const known = Object.keys(circles);
    const [word] = line.words;
    if (got.by && !circles[got.by[0].name]) {
      const does = known.length ? `; ${listed(known)} ${known.length > 1 ? "do" : "does"}` : "";
      throw wrongAt(got.by[1], `${got.by[0].name} holds no circle of positions${does}`);
    }
    if (!got.by && known.length !== 1) {
      const has = known.length ? `${known.length} places hold` : "no place holds";
      const what = known.length ? "say 'by ...'" : "write a line 'place ... as circle'";
      throw wrongAt(word,
        `${has} a circle of positions, by which a head could find one; ${what}`);
    }
    const on = circles[got.by ? got.by[0].name : known[0]];
    if (on.paces.reduce(greatestDivisor, on.n) > 1) {
      throw wrongAt(word, `positions share points of the circle of ${on.n} points at paces ` +
        `${listed(on.paces.map(String))}; they must have no common divisor`);
    }
    return on;
  };
  const back = (line, steps, got) => {
    const { place, n, paces } = look(line, got);
    const hard = got.hard ?? hardEnough(n, paces);
    return [times(scaled(hard, reading(place)), turn(-steps, n, paces)), reading(place)];
  };
  const toPlace = (line, position, got) => {
    const { place, n, paces } = look(line, got);
    const [ask, word] = got.asked;
    if (ask.size !== 1) {
      throw wrongAt(word, `${ask.name} has size ${ask.size}; what asks must be a place of size 1`);
    }
    if (place.size !== 3 || position >= n) {
      throw wrongAt(line.words[0],
        "'attend to' needs one circle, with a point for the position");
    }
    const hard = got.hard ?? hardEnough(n, paces);
    const point = circlePoint(position, n, [1]);
    return [times(scaled(hard, reading(ask)), fill(1, 3, (_, j) => point[j])), reading(place)];
  };
  const attend = (line) => {
    const draft = draftOf(line);
    const got = { gain: 1, loud: 1 };
    const pick = (make, ...keys) =>
      Object.fromEntries(keys.map((key) => [key, make(line, got, key)]));
    const moving = { ...pick(wide, "read", "write"), ...pick(clause, "gain", "loud") };
    const start = line.word;
    let [where, W_Q, W_K] = [];
    if (line.takes("everywhere")) {
      where = line.clauses(moving);
      needs(line, got, "read", "write");
      W_Q = W_K = matrix(d_model, got.read.columns);
    } else if (line.sees("query")) {
      const general = { ...pick(wide, "query", "key"), ...pick(clause, "hard") };
      where = line.clauses({ ...general, ...moving }, true);
      needs(line, got, "query", "key", "read", "write");
      [W_Q, W_K] = [got.query, got.key];
      sameSize(where.key, `the key has size ${W_K.columns} and the query ${W_Q.columns}`,
        W_Q.columns, W_K.columns);
      if (got.hard !== undefined) W_Q = scaled(got.hard, W_Q);
    } else if (line.takes("to")) {
      const position = plain(line, names, "the position to attend to", 0, n_ctx - 1);
      where = line.clauses({ ...pick(one, "asked", "by"), ...pick(clause, "hard"), ...moving });
      needs(line, got, "asked", "read", "write");
      [W_Q, W_K] = toPlace(line, position, got);
    } else {
      if (!/^(number|name)$/.test(line.word.kind) && !line.sees("-", "(")) {
        throw line.unlike("how to attend: K back, to K, everywhere or query ...");
      }
      const steps = plain(line, names, "the number of steps back", 0);
      line.needs("back", `'attend ${text.slice(start.start, line.last.end)}'`);
      where = line.clauses({ ...pick(one, "by"), ...pick(clause, "hard"), ...moving });
      needs(line, got, "read", "write");
      [W_Q, W_K] = back(line, steps, got);
    }
    const [W_V, W_O] = [scaled(got.gain, got.read), turned(got.write)];
    sameSize(where.write,
      `what is read has size ${W_V.columns}, and where it is written ${W_O.rows}`,
      W_V.columns, W_O.rows);
    const head = keep(line, { W_Q, W_K, W_V, W_O: scaled(got.loud, keep(line, { W_O }).W_O) });
    names.spend([W_Q, W_K, W_V, W_O].reduce((all, W) => all + W.data.length, 0), start);
    draft.heads.push(head);
  };
  const here = (line) => {
    const got = {};
    line.clauses({ by: one(line, got, "by") });
    return back(line, 0, got);
  };
  const copy = (line) => {
    const draft = draftOf(line);
    const take = names.place(line.name("a place of the stream after 'copy'"));
    line.needs("to", `'copy ${take.name}'`);
    const { word } = line;
    const put = names.place(line.name("a place of the stream after 'to'"));
    sameSize(word, `${put.name} has size ${put.size} and ${take.name} ${take.size}`,
      take.size, put.size);
    const [W_Q, W_K] = here(line);
    draft.heads.push(keep(line, { W_Q, W_K, W_V: reading(take), W_O: turned(reading(put)) }));
  };
  const clear = (line) => {
    const draft = draftOf(line);
    const what = names.place(line.name("a place of the stream after 'clear'"));
    const [W_Q, W_K] = here(line);
    const W_V = reading(what);
    draft.heads.push(keep(line, { W_Q, W_K, W_V, W_O: scaled(-1, turned(W_V)) }));
  };
  const unit = (line) => {
    const draft = draftOf(line);
    const got = {};
    const where = line.clauses({
      read() {
        got.read = columnsIn(line, names, "a place of the stream after 'read'");
      },
      write: wide(line, got, "write"),
    }, true);
    needs(line, got, "read", "write");
    const { matrix: W_in, constant } = got.read;
    const sizes = `${constant.length}, and where it is written ${got.write.columns}`;
    sameSize(where.write, `what is read has size ${sizes}`, constant.length, got.write.columns);
    draft.units.push(
      { W_in, b_in: vectorOf(constant), W_out: turned(got.write), b_out: matrix(d_model, 1) });
  };
  const bias = (line) => {
    const draft = draftOf(line);
    const { word } = line;
    const b_out = weightsIn(line, names, "a place of the stream after 'bias'");
    line.ends("the bias");
    if (b_out.columns !== 1) {
      throw wrongAt(word, `the bias has ${b_out.columns} columns; it must be one, as 2 token.1`);
    }
    draft.units.push(
      { W_in: matrix(d_model, 0), b_in: matrix(0, 1), W_out: matrix(0, d_model), b_out });
  };
  const beginTable = (line) => {
    const draft = draftOf(line);
    const got = { loud: 1 };
    line.clauses({
      read() {
        const { word } = line;
        got.read = names.place(line.name("a place of the stream after 'read'"));
        if (got.read.size !== 1) {
          throw wrongAt(word,
            `${word.text} has size ${got.read.size}; a table reads a place of size 1`);
        }
      },
      write() {
        got.write = placesIn(line, "a place of the stream after 'write'");
      },
      loud: clause(line, got, "loud"),
    }, true);
    needs(line, got, "read", "write");
    table = { line, ...got, rows: [], says: [], words: [], broken: false };
    draft.units.push(table);
  };
  const tooManyEntries = (word) => wrongAt(word,
    `here the tables exceed ${MOST_ENTRIES} entries, the most they may have`);
  const ranges = (line, into) => {
    do {
      const word = line.name("a name for a number after 'for'");
      const name = names.new(word);
      if (Object.hasOwn(into, name)) throw wrongAt(word, `${quoted(name)} is here twice`);
      line.needs("from", `'for ${name}'`);
      const first = whole(line, "the first number", -MOST_RANGE, MOST_RANGE);
      line.needs("to", "the first number");
      const last = whole(line, "the last number", -MOST_RANGE, MOST_RANGE);
      const count = Math.abs(last - first) + 1;
      if (count > MOST_ENTRIES) throw tooManyEntries(word);
      into[name] = Array.from({ length: count }, (_, i) => (last < first ? first - i : first + i));
    } while (line.takes("and"));
  };
  const entry = (line) => {
    const [word] = line.words;
    if (!table) {
      throw wrongAt(word,
        `'${word.text}' begins an entry of a table; a line 'table ...' must come before it`);
    }
    const over = {};
    if (word.text === "for") {
      ranges(line, over);
      line.needs(",", "the ranges");
      line.needs("given", "the comma");
    }
    const start = line.at;
    const known = { ...names.numbers };
    const count = Object.values(over).reduce((all, values) => all * values.length, 1);
    const entries = drafts.flatMap((draft) => draft.units)
      .reduce((all, each) => all + (each.rows?.length ?? 0), 0);
    if (entries + count > MOST_ENTRIES) {
      table.broken = true;
      throw tooManyEntries(word);
    }
    const each = (keys) => {
      if (keys.length) {
        for (const value of over[keys[0]]) {
          names.numbers[keys[0]] = value;
          each(keys.slice(1));
        }
        return;
      }
      line.at = start;
      names.spend(2 * d_model + 1, word);
      oneEntry(line);
      table.words.push(word);
    };
    try {
      each(Object.keys(over));
    } catch (wrong) {
      table.broken = true;
      throw wrong;
    } finally {
      [names.numbers, names.row] = [known, null];
    }
  };
  const oneEntry = (line) => {
    const row = Array(d_model).fill(0);
    names.row = row;
    do {
      const word = line.name("a place of the stream after 'given'");
      const place = names.place(word);
      line.needs("=", quoted(word.text));
      numbersFor(line, [place]).forEach((x, j) => (row[place.start + j] = x));
    } while (line.takes("and"));
    line.needs(",", "what is given");
    line.needs("say", "the comma");
    const says = numbersFor(line, table.write);
    line.ends("what the table says");
    names.row = null;
    table.rows.push(row);
    table.says.push(says);
  };
  const numbersFor = (line, where) => {
    const columns = indices(where);
    let { word } = line;
    const rowIn = (W, id) => columns.map((j) => at(W, id, j));
    if (line.takes("symbol")) {
      if (line.word.kind === "string") {
        word = line.next();
        return rowIn(W_E, idOf(stringValue(word), word));
      }
      return rowIn(W_E, whole(line, "the number of a symbol", 0, read.symbols.length - 1));
    }
    if (line.takes("place")) {
      return rowIn(W_pos, whole(line, "the number of a position", 0, n_ctx - 1));
    }
    const all = listed(where.map(({ name }) => name));
    if (line.sees("[")) return bracketed(line, columns.length, all);
    const value = number(line, "a number, 'symbol K', 'place K' or [...]");
    if (columns.length !== 1) {
      const have = where.length === 1 ? "has" : "have";
      throw wrongAt(word, `this is one number, and ${all} ${have} ${columns.length}; write [...]`);
    }
    return [value];
  };
  const LAYERS = {
    layer(line) {
      line.ends("'layer'; what is in it stands in the lines below");
      drafts.push({ line, heads: [], units: [], norms: {} });
      table = undefined;
    },
    norm: ownNorm, attend, copy, clear, unit, bias, table: beginTable, for: entry, given: entry,
  };

  // The MLP of a table, and of all that a layer has
  const spikes = ({ line, read: key, write: where, loud, rows: given, says, words }, norm) => {
    const [word] = line.words;
    if (!given.length) {
      throw wrongAt(word, "this table has no entries; they stand in lines below it");
    }
    const seen = given.map((row) => normalize(row, norm, (x) => x));
    const keys = seen.map((row) => row[key.start]);
    if (!seen.flat().every(Number.isFinite)) throw wrongAt(word,
      "the keys of this table are too large");
    const order = [...keys.keys()].sort((a, b) => keys[a] - keys[b] || a - b);
    const gaps = order.slice(1).map((k, i) => keys[k] - keys[order[i]]);
    const width = gaps.reduce((least, gap) => Math.min(least, gap), Infinity);
    const far = keys.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
    const spacing = far ? Math.max(2 ** (exponent(far) - 52), 5e-324) : 5e-324;
    if (width < 8 * spacing) {
      const near = gaps.indexOf(width);
      const [first, second] = order.slice(near, near + 2).sort((a, b) => a - b);
      const line1 = lineOf(text, words[first].start);
      throw wrongAt(words[second],
        `entries ${first + 1} (line ${line1}) and ${second + 1} of this ` +
        `table have the same number in ${key.name}, or too nearly the same`);
    }
    names.spend(keys.length * 3 * (2 * d_model + 1), word);
    const apart = gaps.length ? width : 1;
    const kinks = keys.flatMap((x) => [x - apart, x, x + apart]);
    const columns = indices(where);
    const W_out = matrix(kinks.length, d_model);
    kinks.forEach((_, i) => says[Math.floor(i / 3)].forEach((x, j) => {
      W_out.data[i * d_model + columns[j]] += x * [1, -2, 1][i % 3];
    }));
    return keep(line, {
      W_in: fill(d_model, kinks.length, (i) => Number(i === key.start) / apart),
      b_in: vectorOf(kinks.map((x) => -x / apart)),
      W_out: scaled(loud, keep(line, { W_out }).W_out),
      b_out: matrix(d_model, 1),
    });
  };
  const layerOf = ({ line, heads, units, norms }) => {
    const norm_attn = "attention" in norms ? norms.attention : read.norm;
    const norm_mlp = "mlp" in norms ? norms.mlp : read.norm;
    const made = [];
    for (const each of units) {
      if (!each.rows) made.push(each);
      else if (!each.broken) {
        attempt(each.line, () => made.push(spikes(each, normsAfter ? null : norm_mlp)));
      }
    }
    const mlp = made.length ? {
      W_in: across(...made.map(({ W_in }) => W_in)),
      b_in: vectorOf(made.flatMap(({ b_in }) => [...b_in.data])),
      W_out: down(...made.map(({ W_out }) => W_out)),
      b_out: made.map(({ b_out }) => b_out)
        .reduce((a, b) => fill(d_model, 1, (i) => a.data[i] + b.data[i])),
    } : null;
    if (mlp) attempt(line, () => keep(line, mlp));
    return { heads, mlp, norm_attn, norm_mlp };
  };

  // The whole program

  for (const { words: [word] } of lines) {
    if (word.kind !== "name" || !FIRST_WORDS.includes(word.text)) {
      const meant = (word.kind === "name" && suggestion(word.text, FIRST_WORDS)) ||
        `; the first word of a line is one of ${FIRST_WORDS.join(", ")}`;
      wrongs.push(wrongAt(word, `no line begins with ${quoted(word.text)}${meant}`));
    }
    if (wrongs.length >= MOST) break;
  }
  const first = {};
  const isHeader = (line) => Object.hasOwn(HEADERS, line.first);
  for (const line of lines) {
    if (isHeader(line) && line.first !== "let") attempt(line, once(first));
  }
  for (const turnOf of [["let"], SYMBOLS, ONCE]) {
    for (const line of lines) {
      if (turnOf.includes(line.first) && (line.first === "let" || first[line.first] === line)) {
        attempt(line, HEADERS[line.first]);
      }
    }
  }
  const needed = [
    ["symbols", "a line 'symbols ...' or 'characters \x22...\x22', which names the tokens"],
    ["context", "a line 'context N', which says how many positions there are"],
    ["stream", "a line 'stream NAME SIZE, ...', which names the places of the stream"],
  ];
  const missing = needed.filter(([word]) => !first[word]).map(([, says]) => says);
  if (missing.length && !wrongs.length) {
    wrongs.push(new Misread(0, 1, `the listing lacks ${listed(missing)}`));
  }
  if (!wrongs.length) {
    attempt(first.stream, ({ words: [word] }) =>
      names.spend((read.symbols.length + n_ctx) * d_model, word));
  }
  if (wrongs.length) return { wrongs };
  W_E = matrix(read.symbols.length, d_model);
  W_pos = matrix(n_ctx, d_model);
  for (const word of ["embed", "place", "unembed"]) {
    for (const line of lines) if (line.first === word) attempt(line, rows);
  }
  for (const line of lines) {
    if (Object.hasOwn(LAYERS, line.first)) attempt(line, LAYERS[line.first]);
  }
  const layers = drafts.map(layerOf);
  const { symbols: vocabulary, start, stop, after, steps, slide, norm } = read;
  return {
    wrongs, vocabulary, start, stop, after, steps, slide,
    subspaces: subspaces.map((each) => ({ name: each.name, at: each.start, size: each.size })),
    model: {
      norms: normsAfter ? "after" : "before", W_E, W_pos, W_U: W_U && turned(W_U),
      norm_final: "final" in finalNorm ? finalNorm.final : normsAfter ? null : norm, layers,
    },
  };
}

// Either level (reading.py): the program, or its faults in the order of the text.

const LONGEST_TEXT = 4000000;

function levelOf(text) {
  for (let at = 0; ;) {
    let word;
    try {
      word = nextWord(text, at);
    } catch (wrong) {
      if (wrong instanceof Misread) return 2;
      throw wrong;
    }
    if (word.kind === "end") {
      throw new Misread(0, 0, "the text is empty; a listing begins with { or names its symbols");
    }
    if (word.kind !== "line") return word.text === "{" ? 1 : 2;
    at = word.end;
  }
}

export function readListing(text) {
  let made;
  try {
    if (text.length > LONGEST_TEXT && lengthOf(text) > LONGEST_TEXT) {
      throw new Misread(0, 1,
        `the text is longer than ${LONGEST_TEXT} characters, the most it may be`);
    }
    if (text.startsWith("\ufeff")) {
      throw new Misread(0, 1,
        "the text begins with a byte order mark (U+FEFF); save it as UTF-8 without one");
    }
    made = levelOf(text) === 2 ? readSentences(text) : readNested(text);
  } catch (wrong) {
    if (!(wrong instanceof Misread)) throw wrong;
    made = { wrongs: [wrong] };
  }
  const wrongs = made.wrongs.sort((a, b) => a.start - b.start);
  return wrongs.length ? { faults: wrongs.map((wrong) => located(text, wrong)) } : made;
}
