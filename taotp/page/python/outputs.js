// @ts-check
// What a cell shows, as parts of the page: texts, HTML without what would act by itself, drawings,
// the book's own figures alive, and errors.

/** @typedef {{ base: string, parts: Record<string, string[]>, figures: string }} Figures */

const ACTS = "script:not([type='application/json']), iframe, object, embed, link, meta, base, " +
  "portal, frame, frameset";
const COMMON = /live-figures\.js.*/;

/** @param {string} tag @param {string} className @param {...(string | Node)} inside */
export function made(tag, className, ...inside) {
  const node = document.createElement(tag);
  if (className) node.className = className;
  node.append(...inside);
  return node;
}

// Typed code may show any HTML; none of it acts by itself.
/** @param {string} html */
export function harmless(html) {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  for (const node of body.querySelectorAll(ACTS)) node.remove();
  for (const node of body.querySelectorAll("*"))
    for (const { name, value } of [...node.attributes])
      if (/^on|^(form)?action$|^srcdoc$/i.test(name) || /^\s*javascript:/i.test(value))
        node.removeAttribute(name);
  return [...body.childNodes];
}

// A part of the figures' script that the page has not, handed what it may use of the others.
/** @param {string} part @param {string} version */
async function loadPart(part, version) {
  const addresses = [...document.scripts].map(({ src }) => src);
  const file = `live-figures-${part}.js`;
  if (addresses.some((src) => src.includes(file))) return;
  const common = addresses.find((src) => COMMON.test(src));
  const script = document.createElement("script");
  script.src = common.replace(COMMON, `${file}?v=${version}`);
  const waiting = /** @type {any} */ (self).handParts;
  const before = waiting.length;
  await new Promise((done, failed) => {
    script.addEventListener("load", done);
    script.addEventListener("error", failed);
    document.head.append(script);
  });
  const { shared } = /** @type {any} */ (customElements.get("hand-figure"));
  for (const each of waiting.slice(before)) Object.assign(shared, each(shared));
}

// A figure of a cell is none of the page's addresses, and does not dock.
/** @param {Element} figure @param {Figures} figures */
async function prepare(figure, { parts, figures: version }) {
  figure.id = `python-${figure.id}`;
  figure.setAttribute("data-notebook", "");
  figure.removeAttribute("data-dock");
  const named = (figure.getAttribute("data-parts") ?? "").split(" ").filter(Boolean);
  for (const part of new Set(named.flatMap((each) => parts[each] ?? [])))
    if (part !== "dock") await loadPart(part, version);
}

/** @param {string} html @param {string} kind @param {Figures} figures */
async function fromHtml(html, kind, figures) {
  const nodes = harmless(html);
  const output = made("div", `output ${kind}`, ...nodes);
  for (const each of output.querySelectorAll(".full-width")) each.classList.remove("full-width");
  for (const each of output.querySelectorAll("hand-figure")) await prepare(each, figures);
  return output;
}

// An empty text, to be written into.
export const plain = () =>
  made("div", "output text_plain", made("div", "highlight", made("pre", "")));

// A long text is laid out in blocks, each in a turn of its own, so that the page answers between
// them: up to the end of a line where there is one.
const AT_ONCE = 20_000; // letters
const BLOCKS = /[^]{1,20000}\n|[^]{1,20000}/gu;

/** @param {Element} pre of the page @param {string} text */
export async function write(pre, text) {
  const blocks = text.length > AT_ONCE ? text.match(BLOCKS) : [text];
  for (const [k, block] of blocks.entries()) {
    if (k) await new Promise((done) => setTimeout(done));
    const before = pre.lastElementChild?.textContent ?? "";
    const isFull = before.length >= AT_ONCE || before.endsWith("\n");
    if (!before || (isFull && before.length + block.length > AT_ONCE))
      pre.append(made("span", "python-block"));
    pre.lastElementChild.append(block);
    if (blocks.length > 1) pre.getBoundingClientRect();
  }
}

// What is no text.
/** @param {string} mime @param {string} text @param {Figures} figures */
export async function shown(mime, text, figures) {
  if (mime === "text/html") return fromHtml(text, "text_html", figures);
  if (mime === "image/svg+xml") return fromHtml(text, "image_svg", figures);
  const picture = document.createElement("img");
  picture.src = `data:image/png;base64,${text}`;
  picture.alt = "A picture that this cell has drawn.";
  return made("div", "output image_png", picture);
}

/** @param {{ said: string, line: number | null, way: string }} error @param {string} text */
export function fault({ said, line, way }, text) {
  const node = made("div", "output python-fault");
  if (line) {
    const code = made("code", "", text.split("\n")[line - 1]?.trim() ?? "");
    node.append(made("p", "", made("strong", "", `Line ${line}`), " ", code));
  }
  node.append(made("pre", "", said));
  if (way) {
    const details = made("details", "", made("summary", "", "How it came there"));
    details.append(made("pre", "", way));
    node.append(details);
  }
  return node;
}

// Marks a line of a text box, where the browser can, until it is typed in again.
/** @param {Node} box @param {number | null} line */
export function markLine(box, line) {
  const all = /** @type {any} */ (CSS).highlights;
  all?.delete("python-fault");
  if (!all || !line) return;
  const range = document.createRange();
  const walker = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
  let at = 1;
  let begun = false;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = /** @type {Text} */ (node).data;
    for (let i = 0; i <= text.length; i++) {
      if (at === line && !begun) {
        range.setStart(node, i);
        begun = true;
      }
      if (at === line) range.setEnd(node, i);
      if (text[i] === "\n") at++;
      if (at > line) break;
    }
    if (at > line) break;
  }
  const { Highlight } = /** @type {any} */ (self);
  if (begun) all.set("python-fault", new Highlight(range));
}
