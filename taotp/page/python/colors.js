// @ts-check
// Colors for Python that was typed, as marks beside the text: the text itself stays as it is.

const WORDS = "False None True and as assert async await break case class continue def del elif " +
  "else except finally for from global if import in is lambda match nonlocal not or pass raise " +
  "return try while with yield";
const QUOTED = [
  /"""[^]*?(?:"""|$)/, /'''[^]*?(?:'''|$)/, /"(?:\\.|[^"\\\n])*"?/, /'(?:\\.|[^'\\\n])*'?/,
].map(({ source }) => source).join("|");
const PIECES = new RegExp([
  "(?<comment>#[^\\n]*)",
  `(?<string>(?:\\b[fFrRbB]{1,2})?(?:${QUOTED}))`,
  "(?<number>\\b\\d[\\d_.]*(?:e[-+]?\\d+)?\\b)",
  `(?<keyword>\\b(?:${WORDS.replaceAll(" ", "|")})\\b)`,
  "\\w+",
].join("|"), "g");
const LOOKS = ["comment", "string", "number", "keyword"];

// Each piece that has a look: where it stands, how long it is, and which look.
/** @param {string} text @returns {[number, number, string][]} */
export function piecesOf(text) {
  /** @type {[number, number, string][]} */
  const found = [];
  for (const { index, 0: piece, groups } of text.matchAll(PIECES)) {
    const look = LOOKS.find((each) => groups[each] !== undefined);
    if (look) found.push([index, piece.length, look]);
  }
  return found;
}

// The boxes that hold a text alone are those that were typed into. Where a reader's own colors are
// forced a mark would look like a selection.
/** @param {Element[]} boxes */
export function color(boxes) {
  const all = /** @type {any} */ (CSS).highlights;
  if (!all || matchMedia("(forced-colors: active)").matches) return;
  const { Highlight } = /** @type {any} */ (self);
  const marks = Object.fromEntries(LOOKS.map((look) => [look, new Highlight()]));
  for (const box of boxes) {
    if (!box.firstElementChild) box.normalize();
    const { firstChild: text, firstElementChild: printed } = box;
    if (printed || !(text instanceof Text)) continue;
    for (const [at, length, look] of piecesOf(text.data)) {
      const range = document.createRange();
      range.setStart(text, at);
      range.setEnd(text, at + length);
      marks[look].add(range);
    }
  }
  for (const look of LOOKS) all.set(`python-${look}`, marks[look]);
}
