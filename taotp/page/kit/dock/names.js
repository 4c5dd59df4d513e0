// @ts-check
// Names of the machine in the text, such as W_Q or "looks 1 back": lit while the figure lights
// them.

/** @param {string} text */
const plain = (text) => text.replace(/[_{}\\\s]/g, "").toLowerCase();
/**
 * What only some browsers have, and MathJax only some pages.
 * @typedef {{math: string, typesetRoot?: Element}} Typeset
 * @type {Window & typeof globalThis &
 *   {MathJax?: {startup?: {document?: {math?: Iterable<Typeset>}}}}}
 */
const painted = self;

/** @type {Map<string, Set<Element>> | undefined} */
let marked; // the elements of the text that are code, a formula or stressed, by what they name
/** @type {{node: Text, text: string}[]} */
let texts; // the rest of the text
/** @type {Element[]} */
let lit = [];

/** @param {Element} element @param {string} name */
function put(element, name) {
  const known = marked.get(name) ?? new Set();
  marked.set(name, known.add(element));
}

// Made once, when the first name is lit: until then formulas may still be set.
function index() {
  marked = new Map();
  const article = document.querySelector("article") ?? document.body;
  for (const each of article.querySelectorAll(":not(pre) > code, em, strong, .plain-math")) {
    put(each, plain(each.textContent));
    if (!each.matches("code")) continue; // of what is stressed, all is the name
    for (const word of each.textContent.split(/[^\w]+/)) put(each, plain(word));
  }
  for (const { math, typesetRoot } of painted.MathJax?.startup?.document?.math ?? []) {
    for (const word of math.replace(/_\{(\w+)\}/g, "_$1").split(/[^\w]+/)) {
      if (typesetRoot) put(typesetRoot, plain(word));
    }
  }
  const walk = document.createTreeWalker(article, NodeFilter.SHOW_TEXT);
  texts = [];
  while (walk.nextNode()) {
    const node = /** @type {Text} */ (walk.currentNode);
    const around = node.parentElement;
    if (around.closest("p, li, td, dd") && !around.closest("code, em, strong, hand-figure")) {
      texts.push({ node, text: node.data.toLowerCase() });
    }
  }
}

// The places of a name of several words.
/** @param {string} name */
function* placesOf(name) {
  for (const { node, text } of texts) {
    for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + name.length);
      yield range;
    }
  }
}

/** @param {string[]} names */
function light(names) {
  lit.forEach((each) => each.classList.remove("hand-lit"));
  painted.CSS.highlights?.delete("hand-lit");
  lit = [];
  if (!names.length) return;
  if (!marked) index();
  lit = names.flatMap((name) => [...marked.get(plain(name)) ?? []]);
  lit.forEach((each) => each.classList.add("hand-lit"));
  const spoken = names.filter((name) => name.includes(" ")).map((name) => name.toLowerCase());
  const ranges = spoken.flatMap((name) => [...placesOf(name)]);
  if (ranges.length && painted.Highlight) {
    painted.CSS.highlights.set("hand-lit", new painted.Highlight(...ranges));
  }
}

document.addEventListener("hand-names", (event) =>
  light(/** @type {CustomEvent<string[]>} */ (event).detail));
