// @ts-check
// A postcard: the picture of a machine in symbols, its name and what it does, as one SVG, or as the
// pixels of it.

import { html, svg } from "../../kit/panels.js";

const [WIDE, HIGH, EDGE, TOP, ROOM] = [1200, 630, 60, 200, 80]; // px
/** @type {Record<string, string[]>} the colors of a card by those of the page */
const COLORS = {
  light: ["#14181e", "#fbfaf7", "#1d4ed8"],
  dark: ["#ced6dd", "#14181f", "#8ab4ff"],
};
const SANS = "system-ui, sans-serif";
const KEPT = ["display", "fill", "fill-opacity", "font-family", "font-size", "font-weight",
  "opacity", "paint-order", "stroke", "stroke-dasharray", "stroke-linecap", "stroke-linejoin",
  "stroke-opacity", "stroke-width", "text-anchor", "text-decoration", "visibility"];
const FINER = 2; // pixels to one of the picture
const ACROSS = 0.56; // of its size a letter is wide, about

// A line that fits, whatever somebody typed.
/**
 * @param {string} text @param {number} y @param {number} size
 * @param {Record<string, string | number>} [how]
 */
const line = (text, y, size, how = {}) => svg("text",
  { x: EDGE, y, "font-family": SANS, "font-weight": size > 30 ? 700 : 400,
    "font-size": Math.min(size, (WIDE - 2 * EDGE) / (ACROSS * text.length)).toFixed(1), ...how },
  text);

// A picture with the style that its sheet gives it now written into it.
/** @param {SVGElement} image */
function inlined(image) {
  const copy = /** @type {SVGElement} */ (image.cloneNode(true));
  const [from, to] = [image, copy].map((each) => [each, ...each.querySelectorAll("*")]);
  from.forEach((node, i) => {
    const style = getComputedStyle(node);
    const own = KEPT.map((name) => `${name}:${style.getPropertyValue(name)}`).join(";");
    to[i].setAttribute("style", own);
    for (const name of ["class", "tabindex", "aria-label", "role"]) to[i].removeAttribute(name);
  });
  return copy;
}

// The picture in symbols of a figure; undefined where it shows none.
/** @param {Element} figure */
function pictureOf(figure) {
  const stage = figure.shadowRoot?.querySelector(".lanes-stage");
  const [names, image] = stage?.querySelectorAll(":scope > svg") ?? [];
  return image && [image, names].map((each) => /** @type {SVGElement} */ (each));
}

/**
 * @param {Element} figure @param {{name: string, builder: string, does: string, size: string}} of
 */
export function postcard(figure, { name, builder, does, size }) {
  const pictures = pictureOf(figure);
  if (!pictures) return undefined;
  const { mode = "light" } = /** @type {HTMLElement} */ (figure).dataset;
  const [ink, paper, blue] = COLORS[mode] ?? COLORS.light;
  const boxes = pictures.map((each) => /** @type {SVGGraphicsElement} */ (each).getBBox());
  const left = Math.min(...boxes.map(({ x }) => x));
  const top = Math.min(...boxes.map(({ y }) => y));
  const wide = Math.max(...boxes.map(({ x, width }) => x + width)) - left;
  const high = Math.max(...boxes.map(({ y, height }) => y + height)) - top;
  const scale = Math.min((WIDE - 2 * EDGE) / wide, (HIGH - TOP - ROOM) / high, 2);
  const whole = svg("svg", { width: WIDE, height: HIGH,
    viewBox: `0 0 ${WIDE} ${HIGH}`, fill: ink, role: "img",
    "aria-label": `${name}, a transformer by hand` },
  svg("rect", { width: WIDE, height: HIGH, fill: paper }),
  line(name, 92, 50),
  line(`A transformer that ${does}.`, 138, 26),
  line(`${size}, and none of them was trained.`, 172, 20, { fill: blue }),
  svg("g", { color: ink, transform:
    `translate(${EDGE} ${TOP}) scale(${scale}) translate(${-left} ${-top})` },
  ...pictures.map(inlined)),
  line("Transformers by Hand", HIGH - 30, 22),
  line(builder && `built by ${builder}`, HIGH - 30, 22,
    { x: WIDE - EDGE, "text-anchor": "end" }));
  return new Blob([new XMLSerializer().serializeToString(whole)], { type: "image/svg+xml" });
}

// The same in pixels; undefined where the browser draws none. It is an address of its own, because
// what is drawn from elsewhere may not be read.
/** @param {Blob} card @returns {Promise<Blob | undefined>} */
export async function asPixels(card) {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(await card.text())}`;
  const canvas = /** @type {HTMLCanvasElement} */ (
    html("canvas", { width: FINER * WIDE, height: FINER * HIGH }));
  try {
    await image.decode();
    canvas.getContext("2d").drawImage(image, 0, 0, FINER * WIDE, FINER * HIGH);
    return await new Promise((done) => canvas.toBlob((found) => done(found ?? undefined)));
  } catch {
    return undefined;
  }
}
