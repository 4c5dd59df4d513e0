// @ts-check
// A postcard: the picture of a machine in symbols, its name and what it does, as one SVG.

import { svg } from "../../kit/panels.js";

const [WIDE, HIGH, EDGE, TOP] = [1200, 630, 60, 190]; // px
const [INK, PAPER, BLUE] = ["#14181e", "#fbfaf7", "#1d4ed8"];
const SANS = "system-ui, sans-serif";
const KEPT = ["display", "fill", "fill-opacity", "font-family", "font-size", "font-weight",
  "opacity", "stroke", "stroke-dasharray", "stroke-linecap", "stroke-opacity", "stroke-width",
  "text-anchor", "text-decoration", "visibility"];

/** @param {string} text @param {number} y @param {number} size @param {string} [fill] */
const line = (text, y, size, fill = INK) => svg("text",
  { x: EDGE, y, fill, "font-family": SANS, "font-size": size,
    "font-weight": size > 30 ? 700 : 400 }, text);

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
  const [wide, high] = ["width", "height"].map((side) => Number(pictures[0].getAttribute(side)));
  const scale = Math.min((WIDE - 2 * EDGE) / wide, (HIGH - TOP - 70) / high, 2);
  const whole = svg("svg", { xmlns: "http://www.w3.org/2000/svg", width: WIDE, height: HIGH,
    viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": `${name}, a transformer by hand` },
  svg("rect", { width: WIDE, height: HIGH, fill: PAPER }),
  line(name, 92, 50),
  line(`A transformer that ${does}.`, 138, 26),
  line(`${size}, none of them trained${builder ? `. Built by ${builder}` : ""}.`, 172, 20, BLUE),
  svg("g", { transform: `translate(${EDGE} ${TOP}) scale(${scale})`, color: INK },
    ...pictures.map(inlined)),
  line("Transformers by Hand", HIGH - 30, 22));
  return new Blob([new XMLSerializer().serializeToString(whole)], { type: "image/svg+xml" });
}
