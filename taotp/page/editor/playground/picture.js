// @ts-check
// A picture of a figure: what the browser laid out, painted again on a canvas, shape by shape and
// word by word. No image is loaded, so that no rule of a page forbids it.

const MARGIN = 16;
const SCALE = 2; // pixels of the picture for one of the page
const LEFT_OUT = ".head button, .files, .choose, .note, .far, slot, .panels > :nth-child(n + 2), " +
  "input[type='range'], input[type='checkbox']";
const LAST = ".status, .verdict, .panels > :first-child"; // what a picture ends below

/** @param {Element} node */
/** @typedef {{x: number, y: number, width: number, height: number}} Box */

/** @param {HTMLElement} node */
const ground = (node) => {
  for (let at = /** @type {Element} */ (node); at;
  at = at.assignedSlot ?? at.parentElement ?? /** @type {ShadowRoot} */ (at.getRootNode()).host) {
    const color = getComputedStyle(at).backgroundColor;
    if (!/, 0\)$|\/ 0\)$|transparent/.test(color)) return color;
  }
  return "#fff";
};

/**
 * @param {CanvasRenderingContext2D} pen @param {Text} node @param {CSSStyleDeclaration} style
 * @param {DOMRect} from
 */
function words(pen, node, style, from) {
  pen.fillStyle = style.color;
  pen.font = `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  const range = document.createRange();
  for (const { 0: word, index } of node.data.matchAll(/\S+/g)) {
    range.setStart(node, index);
    range.setEnd(node, index + word.length);
    const box = range.getBoundingClientRect();
    if (!box.width) continue;
    const { fontBoundingBoxAscent: up, fontBoundingBoxDescent: down } = pen.measureText(word);
    pen.fillText(word, box.left - from.left, box.top - from.top + (box.height + up - down) / 2);
  }
}

// The lines of a field, as far as they are seen in it.
/**
 * @param {CanvasRenderingContext2D} pen @param {any} field @param {CSSStyleDeclaration} style
 * @param {Box} box
 */
function lines(pen, field, style, box) {
  pen.save();
  pen.beginPath();
  pen.rect(box.x, box.y, box.width, box.height);
  pen.clip();
  pen.fillStyle = style.color;
  pen.font = `${style.fontSize} ${style.fontFamily}`;
  const tall = parseFloat(style.lineHeight) || 1.3 * parseFloat(style.fontSize);
  const [left, top] = [parseFloat(style.paddingLeft), parseFloat(style.paddingTop)];
  const all = field.localName === "select" ? [field.selectedOptions[0]?.label ?? ""]
    : field.value.split("\n");
  const middle = field.localName === "textarea" ? top - field.scrollTop + tall / 2 : box.height / 2;
  pen.textBaseline = "middle";
  all.forEach((/** @type {string} */ line, /** @type {number} */ i) =>
    pen.fillText(line.replaceAll("\t", "    "), box.x + left - field.scrollLeft,
      box.y + middle + i * tall));
  pen.restore();
}

/** @param {CanvasRenderingContext2D} pen @param {CSSStyleDeclaration} style @param {Box} box */
function frame(pen, style, { x, y, width, height }) {
  const round = Math.min(parseFloat(style.borderTopLeftRadius) || 0, width / 2, height / 2);
  pen.beginPath();
  pen.roundRect(x, y, width, height, round);
  pen.fillStyle = style.backgroundColor;
  pen.fill();
  const sides = ["Top", "Right", "Bottom", "Left"]
    .map((side) => parseFloat(style[/** @type {"borderTopWidth"} */ (`border${side}Width`)]));
  if (sides.every((side) => side === sides[0]) && sides[0]) {
    pen.strokeStyle = style.borderTopColor;
    pen.lineWidth = sides[0];
    pen.stroke();
    return;
  }
  const [top, right, bottom, left] = sides;
  for (const [side, ...bar] of /** @type {[string, number, number, number, number][]} */ ([
    ["Top", x, y, width, top], ["Right", x + width - right, y, right, height],
    ["Bottom", x, y + height - bottom, width, bottom], ["Left", x, y, left, height],
  ])) {
    pen.fillStyle = style[/** @type {"borderTopColor"} */ (`border${side}Color`)];
    pen.fillRect(...bar);
  }
}

/** @param {any} node */
function outline(node) {
  /** @param {string} name */
  const value = (name) => node[name].baseVal.value;
  const path = new Path2D(node.localName === "path" ? node.getAttribute("d") ?? "" : "");
  if (node.localName === "rect") path.rect(value("x"), value("y"), value("width"), value("height"));
  if (node.localName === "circle") path.arc(value("cx"), value("cy"), value("r"), 0, 7);
  if (node.localName === "ellipse") path.ellipse(value("cx"), value("cy"), value("rx"), value("ry"),
    0, 0, 7);
  if (node.localName === "line") {
    path.moveTo(value("x1"), value("y1"));
    path.lineTo(value("x2"), value("y2"));
  }
  if (/^poly/.test(node.localName)) {
    [.../** @type {Iterable<DOMPoint>} */ (node.points)]
      .forEach(({ x, y }, i) => (i ? path.lineTo(x, y) : path.moveTo(x, y)));
    if (node.localName === "polygon") path.closePath();
  }
  return path;
}

/**
 * @param {CanvasRenderingContext2D} pen @param {SVGGraphicsElement} node
 * @param {CSSStyleDeclaration} style @param {DOMRect} from @param {number} opacity
 */
function shape(pen, node, style, from, opacity) {
  const { a, b, c, d, e, f } = node.getScreenCTM();
  const there = new DOMMatrix([a, b, c, d, e - from.left, f - from.top]);
  const size = Math.sqrt(Math.abs(a * d - b * c));
  if (node.localName === "text") {
    const text = /** @type {SVGTextElement} */ (node);
    if (!text.getNumberOfChars()) return;
    const at = text.getStartPositionOfChar(0);
    pen.save();
    pen.transform(there.a, there.b, there.c, there.d, there.e, there.f);
    pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    pen.globalAlpha = opacity;
    pen.fillStyle = style.fill;
    pen.fillText(node.textContent, at.x, at.y);
    pen.restore();
    return;
  }
  const path = new Path2D();
  path.addPath(outline(node), there);
  if (style.fill !== "none") {
    pen.globalAlpha = opacity * Number(style.fillOpacity);
    pen.fillStyle = style.fill;
    pen.fill(path);
  }
  if (style.stroke !== "none") {
    const thin = style.vectorEffect === "non-scaling-stroke" ? 1 : size;
    pen.globalAlpha = opacity * Number(style.strokeOpacity);
    pen.strokeStyle = style.stroke;
    pen.lineWidth = parseFloat(style.strokeWidth) * thin;
    pen.lineCap = /** @type {CanvasLineCap} */ (style.strokeLinecap);
    pen.lineJoin = /** @type {CanvasLineJoin} */ (style.strokeLinejoin);
    pen.setLineDash((style.strokeDasharray.match(/[\d.]+/g) ?? [])
      .map((dash) => Number(dash) * thin));
    pen.stroke(path);
    pen.setLineDash([]);
  }
  pen.globalAlpha = 1;
}

/**
 * @param {CanvasRenderingContext2D} pen @param {Element} node @param {DOMRect} from
 * @param {number} opacity
 */
function paint(pen, node, from, opacity) {
  const style = getComputedStyle(node);
  const box = node.getBoundingClientRect();
  const seen = opacity * Number(style.opacity);
  if (style.display === "none" || !seen || style.clipPath !== "none" || node.matches(LEFT_OUT))
    return;
  const visible = style.visibility === "visible";
  const drawn = node instanceof SVGElement;
  const at = { x: box.left - from.left, y: box.top - from.top, width: box.width,
    height: box.height };
  pen.save();
  if (visible && drawn && node instanceof SVGGeometryElement) shape(pen, node, style, from, seen);
  if (visible && drawn && node.localName === "text")
    shape(pen, /** @type {SVGTextElement} */ (node), style, from, seen);
  if (visible && !drawn) {
    pen.globalAlpha = seen;
    frame(pen, style, at);
    if (node.matches("textarea, input, select")) lines(pen, node, style, at);
    if (style.overflowX !== "visible" || style.overflowY !== "visible") {
      pen.beginPath();
      pen.rect(at.x, at.y, at.width, at.height);
      pen.clip();
    }
  }
  if (!node.matches("textarea, select, text")) {
    for (const child of node.childNodes) {
      if (child instanceof Element) paint(pen, child, from, seen);
      else if (child instanceof Text && visible && !drawn) words(pen, child, style, from);
    }
  }
  pen.restore();
}

// The figure as a PNG.
/** @param {HTMLElement} card @returns {Promise<Blob | null>} */
export function pictureOf(card) {
  const from = card.getBoundingClientRect();
  const ends = [...card.querySelectorAll(LAST)].map((node) => node.getBoundingClientRect().bottom);
  const height = Math.min(from.height, Math.max(...ends) - from.top + MARGIN);
  const canvas = document.createElement("canvas");
  canvas.width = SCALE * from.width;
  canvas.height = SCALE * height;
  const pen = canvas.getContext("2d");
  pen.scale(SCALE, SCALE);
  pen.fillStyle = ground(card);
  pen.fillRect(0, 0, from.width, from.height);
  paint(pen, card, from, 1);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}
