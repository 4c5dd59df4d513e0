// @ts-check
// Runs the cells of a page, one after another, by a worker made when the first is asked for.

import { HAND_IN, LONGEST_NAME, saveFile, signed } from "../exercises/handing.js";
import { builtOn } from "../exercises/built.js";
import { keepProgress, keptProgress } from "../exercises/kept.js";
import { keptTexts, placeOf } from "../kit/texts.js";
import { color } from "./colors.js";
import ROWS from "./rows.css";
import { fault, made, markLine, plain, shown, write } from "./outputs.js";

/** @import {FigureElement} from "../kit/page" */
/**
 * @typedef {{ url: string, bytes: number }} Load
 * @typedef {{ worker: string, base: string, version: string, lock: string, core: Load[],
 *   early: string[], library: string,
 *   ours: Load, later: Record<string, Load[]>, parts: Record<string, string[]>,
 *   figures: string, scripts: number }} Now
 * @typedef {{ place: number, node: HTMLElement, box: HTMLElement, output: HTMLElement,
 *   said: HTMLElement, printed: Node[], row: HTMLElement | null, live: HTMLElement | null,
 *   away: Element[], hand: HTMLElement | null,
 *   call: Call | null }} Cell
 * @typedef {{ of: string, with: unknown[], heard: (said: Said) => void }} Call
 * @typedef {{ base: string, now: Now, page: string,
 *   live: (cell: Element) => void }} Opening
 * @typedef {{ kind: string, cell?: number, words?: string, part?: number, before?: number,
 *   quiet?: boolean, slug?: string, outcome?: string, mime?: string, text?: string,
 *   printed?: boolean, failed?: number, name?: string,
 *   said?: string, line?: number | null, way?: string, ok?: boolean }} Said
 */

const STORE = "transformers-by-hand-python";
/** @type {Record<string, string>} */
const CREDITS = { passed: "verified", self: "self", failed: "tried" };
const STOPPED = "Stopped. What was typed is kept; names are made again as they are needed.";
const MB = 1e6;
const BLANK = "python"; // the page on which cells are added
const MOST_CELLS = 200;
const WRITES = "exercises.handing_in.writing";

/** @param {HTMLElement} box */
function textOf(box) {
  if (!box.querySelector("br, div")) return box.textContent.replace(/\n$/, "");
  const copy = /** @type {HTMLElement} */ (box.cloneNode(true));
  for (const each of copy.querySelectorAll("br")) each.replaceWith("\n");
  for (const each of copy.querySelectorAll("div")) each.prepend("\n");
  return copy.textContent.replace(/\n$/, "");
}

// A text as Python reads it, in lines where it can be.
/** @param {string} text */
const inPython = (text) =>
  (/'''|\\$|'$/.test(text) ? JSON.stringify(text) : `r'''${text}'''`);

/** @param {string} figure @param {string} text */
const addressOf = (figure, text) => `${figure}?listing=${encodeURIComponent(text)}`;

// Benches and boxes of boards, of the page or built on elsewhere: each is a variable of its name.
const OF_BOARDS = "answer-";

/** @returns {string[]} */
function slugsBuilt() {
  const places = `[id^="build-"]:is(pre, hand-figure), hand-figure[id^="${OF_BOARDS}least-"]`;
  const here = [...document.querySelectorAll(places)].map(({ id }) => id.replace(OF_BOARDS, ""));
  return [...new Set([...here, ...Object.keys(keptTexts("benches")).sort()])];
}

/** @param {string} slug */
const isBoard = (slug) => slug.startsWith("least-");
/** @param {string} slug */
const figureOf = (slug) => document.getElementById((isBoard(slug) ? OF_BOARDS : "") + slug);
/** @param {string} slug */
const variableOf = (slug) => slug.replaceAll("-", "_");

// What stands there now: typed, or built on another page; nothing where nothing was.
/** @param {string} slug */
function textBuilt(slug) {
  const { handle } = /** @type {Partial<FigureElement>} */ (figureOf(slug) ?? {});
  if (isBoard(slug)) return String(keptTexts(slug).listing || handle?.state.listing || "");
  const run = /** @type {{ text?: string }} */ (handle?.run);
  return String(run?.text ?? keptTexts(placeOf(slug)).listing ?? builtOn(slug).text ?? "");
}

// A short name for a text, so that what was typed into another is not taken for this one's.
/** @param {string} text */
function nameOf(text) {
  let name = 7;
  for (let i = 0; i < text.length; i++) name = Math.imul(name ^ text.charCodeAt(i), 16777619);
  return (name >>> 0).toString(36);
}

class Page {
  /** @param {Opening} opening @param {string[]} texts @param {string} code of the worker */
  constructor({ base, now, page, live }, texts, code) {
    this.live = live;
    this.base = base;
    this.now = now;
    this.key = `${STORE} ${page}`;
    this.texts = texts;
    this.code = code;
    /** @type {Map<number, Cell>} */
    this.cells = new Map();
    /** @type {number[]} */
    this.queue = [];
    /** @type {Set<number>} */
    this.above = new Set(); // of those that wait, what an error ends
    this.running = -1;
    /** @type {Worker | null} */
    this.worker = null;
    this.showing = Promise.resolve(); // outputs one after another
    this.built = slugsBuilt();
    for (const node of document.querySelectorAll(".cell[data-cell]")) this.add(node);
    if (page === BLANK) this.offerMore();
    else this.makeRoom();
    this.restore();
    if (page === BLANK) this.takeProgram();
  }

  /** @param {Element} found */
  add(found) {
    const node = /** @type {HTMLElement} */ (found);
    const place = Number(node.dataset.cell);
    const box = /** @type {HTMLElement} */ (node.querySelector("[data-box]"));
    const output = /** @type {HTMLElement} */ (node.querySelector("[data-output]"));
    const said = /** @type {HTMLElement} */ (node.querySelector(".python-said"));
    const printed = [...box.childNodes].map((each) => each.cloneNode(true));
    this.texts[place] ??= "";
    this.cells.set(place, { place, node, box, output, said, printed, row: null, live: null,
      away: [], hand: null, call: null });
    box.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && !event.shiftKey && !event.ctrlKey && !event.metaKey)
        newLine(event);
    });
  }

  // On a page of one's own there are as many cells as one wants.
  offerMore() {
    this.more = made("button", "python-more", "One cell more");
    this.more.setAttribute("type", "button");
    this.more.addEventListener("click", () => this.addCell().focus());
    document.querySelector(".cell[data-cell]").after(this.more);
  }

  // A cell beside a bench comes after all others, so that it may use what any of them made.
  makeRoom() {
    this.printed = this.texts.length;
    this.texts.push(...this.built.map(() => ""));
  }

  /** @param {string} slug */
  cellFor(slug) {
    const place = this.printed + this.built.indexOf(slug);
    const figure = figureOf(slug);
    if (!figure || this.cells.has(place)) return this.cells.get(place);
    this.addCell(place, (node) => (figure.closest(".cell") ?? figure).after(node));
    return this.cells.get(place);
  }

  // What stands on a bench or in the box of a board is typed into a cell below it, by its name.
  /** @param {string} slug */
  useBuilt(slug) {
    const cell = this.cellFor(slug);
    if (this.isPrinted(cell)) {
      cell.box.textContent = `${variableOf(slug)}\n`;
      this.changed(cell.place);
      cell.said.textContent = "What you built, as a variable of this page; it has not run.";
    }
    cell.box.scrollIntoView({ block: "nearest" });
    /** @type {HTMLElement} */ (cell.node.querySelector("[data-run]")).focus();
  }

  /** @param {number} place @param {(node: Element) => void} put */
  addCell(place = this.texts.length, put = (node) => this.more.before(node)) {
    const code = made("div", "highlight-ipython3 notranslate",
      made("div", "highlight", made("pre", "")));
    const node = made("div", "cell docutils container",
      made("div", "cell_input docutils container", code));
    node.dataset.cell = String(place);
    put(node);
    this.live(node);
    this.add(node);
    return /** @type {HTMLElement} */ (node.querySelector("[data-box]"));
  }

  /** @param {Cell} cell */
  isPrinted({ box, place }) {
    return textOf(box).trim() === this.texts[place].trim();
  }

  // Python

  /** @param {string} state */
  set state(state) {
    document.body.dataset.python = state;
  }

  get state() {
    return document.body.dataset.python;
  }

  begin() {
    const blob = new Blob([this.code], { type: "text/javascript" });
    const address = URL.createObjectURL(blob);
    const worker = new Worker(address, { type: "module" });
    this.worker = worker;
    worker.addEventListener("message", ({ data }) => this.worker === worker && this.hear(data));
    worker.addEventListener("error", ({ message }) =>
      this.worker === worker && this.hear({ kind: "broken", words: message }));
    const { version, lock, base, core, ours, later, early, library } = this.now;
    const at = (/** @type {Load} */ { url, bytes }) => ({ url: this.base + url, bytes });
    const setup = {
      version, lock, early, library, base: this.base + base, core: core.map(at), ours: at(ours),
      later: Object.fromEntries(
        Object.entries(later).map(([name, files]) => [name, files.map(at)])),
    };
    worker.postMessage({ kind: "boot", setup });
    this.state = "loading";
  }

  end() {
    this.worker?.terminate();
    this.worker = null;
    this.state = "off";
  }

  /** @param {number} place */
  async use(place) {
    const cell = this.cells.get(place);
    if (this.queue.includes(place) || this.running === place) return;
    this.queue.push(place);
    this.rowOf(cell);
    this.buttons();
    markLine(cell.box, null);
    if (!this.worker) {
      this.begin();
      await this.greet(cell);
    } else if (this.state !== "ready") {
      cell.said.textContent = "Waits for its turn.";
    }
    this.next();
  }

  // Before a first use somebody is told what it costs; a browser that has it all begins at once.
  /** @param {Cell} cell */
  async greet(cell) {
    const name = `${STORE} ${this.now.version}`;
    const kept = "caches" in self && await caches.has(name).catch(() => false);
    const files = [...this.now.core, this.now.ours];
    const bytes = files.reduce((sum, each) => sum + each.bytes, this.now.scripts);
    const words = `Python for this page: ${(bytes / MB).toFixed(0)} MB, kept by your browser. ` +
      "Nothing leaves it.";
    cell.row.querySelector(".python-first").textContent = kept ? "" : words;
  }

  // All cells above one, in their order, up to an error; answers to exercises are no part of that.
  /** @param {Cell} cell */
  useAbove(cell) {
    const places = [...this.cells.values()].filter(({ place, node }) =>
      place < cell.place && !node.dataset.exercise).map(({ place }) => place);
    for (const place of places.sort((a, b) => a - b)) {
      this.above.add(place);
      this.use(place);
    }
  }

  /** @param {Cell} cell */
  hasAbove(cell) {
    if (cell.place >= (this.printed ?? Infinity)) return false; // it needs no cell of the page
    return [...this.cells.values()].some(({ place, node }) =>
      place < cell.place && !node.dataset.exercise);
  }

  next() {
    if (this.state !== "ready" || !this.queue.length) return;
    const cell = this.queue.shift();
    this.running = cell;
    this.state = "busy";
    const { call, said } = this.cells.get(cell);
    if (!call) said.textContent = "Runs.";
    if (call) this.post("call", cell, { of: call.of, with: call.with });
    else this.post("run", cell, {});
    this.buttons();
  }

  // Asks a function of Python about a cell that has run.
  /** @param {Cell} cell @param {Call} call */
  ask(cell, call) {
    if (this.queue.includes(cell.place) || this.running === cell.place) return;
    cell.call = call;
    this.queue.push(cell.place);
    this.next();
  }

  /** @param {string} kind @param {number} cell @param {object} more */
  post(kind, cell, more) {
    const texts = this.texts.map((text, place) => {
      const shownHere = this.cells.get(place);
      return shownHere ? textOf(shownHere.box) : text;
    });
    const quiet = texts.flatMap((_, place) => {
      const shownHere = this.cells.get(place);
      return !shownHere || this.isPrinted(shownHere) ? [place] : [];
    });
    const built = this.built.map((slug) => [variableOf(slug), textBuilt(slug)]);
    this.worker.postMessage({ kind, cell, texts, quiet, built, ...more });
  }

  stop() {
    const cells = [this.running, ...this.queue];
    this.queue = [];
    this.above.clear();
    this.running = -1;
    this.end();
    for (const each of this.cells.values()) this.takeHand(each); // what was checked is gone
    for (const place of cells) {
      const cell = this.cells.get(place);
      if (!cell) continue;
      this.quieten(cell);
      cell.said.textContent = STOPPED;
    }
    this.begin();
    this.buttons();
  }

  // What the worker says

  /** @param {Said} said */
  hear(said) {
    this.showing = this.showing.then(() => this.heard(said)).catch((error) => {
      console.warn(error);
    });
  }

  /** @param {Said} said */
  async heard(said) {
    const waits = this.cells.get(this.running < 0 ? this.queue[0] : this.running);
    const cell = this.cells.get(said.cell);
    if (said.kind === "step" && waits) this.progress(waits, said);
    if (said.kind === "ready") this.isReady();
    if (said.kind === "broken") this.broke(said.words, waits);
    if (said.kind === "plan" && said.before)
      cell.said.textContent = `Runs ${counted(said.before, "cell")} before this one.`;
    if (said.kind === "begin" && !said.quiet && cell) this.clear(cell);
    if (said.kind === "output" && cell) await this.show(cell, said);
    if (said.kind === "error") this.failed(said);
    if (said.kind === "verdict") this.judged(cell, said);
    if (said.kind === "program") this.offerFigure(cell, said);
    if (said.kind === "built") this.giveBack(cell, said);
    if (said.kind === "called") this.called(cell, said);
    if (said.kind === "above")
      this.cells.get(said.cell).said.textContent =
        "A cell above, which this one needs, ended with an error.";
    if (said.kind === "end" && said.ok && said.cell === this.running)
      cell.said.textContent = cell.live?.childNodes.length ? "" : "It ran, and shows nothing.";
  }

  isReady() {
    const done = this.cells.get(this.running);
    if (done) this.quieten(done);
    this.above.delete(this.running);
    this.running = -1;
    this.state = "ready";
    this.buttons();
    this.next();
  }

  /** @param {Cell} cell @param {Said} said */
  progress(cell, { words, part }) {
    cell.said.textContent = words;
    const bar = /** @type {HTMLProgressElement} */ (cell.row.querySelector("progress"));
    bar.hidden = false;
    if (part === undefined) bar.removeAttribute("value");
    else bar.value = part;
  }

  // The bar and the words of what is over.
  /** @param {Cell} cell */
  quieten(cell) {
    cell.row.querySelector("progress").hidden = true;
    cell.row.querySelector(".python-first").textContent = "";
    if (/^(Python|numpy|Waits|Runs)/.test(cell.said.textContent)) cell.said.textContent = "";
  }

  /** @param {string} words @param {Cell | undefined} cell */
  broke(words, cell) {
    this.end();
    this.queue = [];
    this.above.clear();
    this.running = -1;
    for (const each of this.cells.values()) this.takeHand(each);
    if (cell) {
      this.quieten(cell);
      cell.said.textContent = `Python ended: ${words}. Press Run to start it again.`;
    }
    this.buttons();
  }

  // Outputs

  /** @param {Cell} cell */
  clear(cell) {
    this.rowOf(cell);
    cell.live?.remove();
    this.takeHand(cell);
    for (const each of [...cell.output.children])
      if (each.querySelector("hand-figure")) /** @type {HTMLElement} */ (each).hidden = true;
      else cell.away.push(each);
    for (const each of cell.away) each.remove(); // a figure that was moved would begin anew
    cell.live = made("div", "python-live");
    cell.output.append(cell.live);
    const fold = cell.output.closest("details");
    if (fold) fold.open = true;
    this.buttons();
  }

  /** @param {Cell} cell @param {Said} said */
  async show(cell, { mime, text, printed }) {
    if (!cell.live) this.clear(cell);
    const last = cell.live.lastElementChild;
    if (printed && last instanceof HTMLElement && last.dataset.printed === "")
      return write(last.querySelector("pre"), text);
    const isPlain = printed || mime === "text/plain";
    const output = isPlain ? plain() : await shown(mime, text, this.now);
    if (printed) output.dataset.printed = "";
    cell.live.append(output);
    if (isPlain) return write(output.querySelector("pre"), text);
    const { MathJax } = /** @type {any} */ (self);
    if (!output.querySelector(".math")) return;
    await MathJax?.startup?.soon?.(); // which sets all that is there, where it was not loaded yet
    await MathJax?.typesetPromise?.([output]);
  }

  /** @param {Said} said */
  failed({ cell: place, said, line, way }) {
    const cell = this.cells.get(place) ?? this.cells.get(this.running);
    if (!cell.live) this.clear(cell);
    const own = cell.place === place;
    cell.live.append(fault({ said, line: own ? line : null, way }, textOf(cell.box)));
    cell.said.textContent = "";
    if (cell.node.dataset.exercise) mark(cell, "fault");
    if (this.above.has(this.running)) this.endAbove();
    if (own) markLine(cell.box, line);
  }

  // What waits only because all above was asked for does not run after an error.
  endAbove() {
    for (const place of this.queue.filter((each) => this.above.has(each)))
      this.cells.get(place).said.textContent = "A cell above ended with an error.";
    this.queue = this.queue.filter((each) => !this.above.has(each));
    this.above.clear();
  }

  // A verdict is kept where boxes of the page keep theirs; what counts more is not lost.
  /** @param {Cell | undefined} cell @param {Said} said */
  judged(cell, { slug, outcome }) {
    const credit = CREDITS[outcome];
    if (cell?.node.dataset.exercise === slug) {
      mark(cell, outcome === "new" ? "blank" : outcome);
      if (outcome !== "new") this.offerHand(cell);
    }
    if (cell && slug.startsWith("build-") && outcome !== "new") this.offerBench(cell, slug);
    if (credit) keepProgress({ author: "", progress: { [slug]: credit } });
  }

  // What was checked can be handed in until it is another: Python writes the file.
  /** @param {Cell} cell */
  offerHand(cell) {
    const author = document.createElement("input");
    author.maxLength = LONGEST_NAME;
    author.autocomplete = "off";
    author.value = keptProgress().author ?? "";
    const button = /** @type {HTMLButtonElement} */ (made("button", "", HAND_IN));
    button.type = "button";
    button.toggleAttribute("data-hand");
    const note = made("p", "");
    note.setAttribute("role", "status");
    const node = made("div", "python-row python-hand",
      made("label", "", "Your name ", author), button, note);
    this.takeHand(cell);
    /** @param {string} words */
    const say = (words) => {
      note.textContent = words;
    };
    const slug = cell.node.dataset.exercise;
    const heard = (/** @type {Said} */ { text, said }) => {
      if (said) say(`${said[0].toUpperCase()}${said.slice(1)}.`);
      else saveFile(slug, text, say);
    };
    cell.hand = node;
    cell.row.after(node);
    button.addEventListener("click", () => {
      const who = signed(author, say);
      if (who) this.ask(cell, { of: `${WRITES}:file_of_checked`, with: [slug, who], heard });
    });
  }

  /** @param {Cell} cell */
  takeHand(cell) {
    cell.hand?.remove();
    cell.hand = null;
    cell.call = null;
  }

  /** @param {Cell} cell @param {Said} said */
  called(cell, said) {
    const { call } = cell;
    cell.call = null;
    call?.heard(said);
  }

  /** @param {Cell} cell */
  back(cell) {
    this.takeHand(cell);
    cell.live?.remove();
    cell.live = null;
    cell.output.prepend(...cell.away.splice(0));
    for (const each of cell.output.children) /** @type {HTMLElement} */ (each).hidden = false;
    if (cell.node.dataset.exercise) mark(cell, "blank");
    cell.box.replaceChildren(...cell.printed.map((each) => each.cloneNode(true)));
    cell.said.textContent = "";
    markLine(cell.box, null);
    this.keep();
    this.buttons();
  }

  reset() {
    this.queue = [];
    this.above.clear();
    this.running = -1;
    this.end();
    for (const cell of this.cells.values()) {
      if (cell.row) this.quieten(cell);
      this.back(cell);
    }
  }

  // What was typed

  /** @param {number} place */
  changed(place) {
    const cell = this.cells.get(place);
    this.takeHand(cell);
    this.rowOf(cell);
    markLine(cell.box, null);
    color([...this.cells.values()].map((each) => each.box));
    this.keep();
    this.buttons();
  }

  keep() {
    const typed = [...this.cells.values()].filter((cell) => !this.isPrinted(cell)).map((cell) =>
      [cell.place, [nameOf(this.texts[cell.place]), textOf(cell.box)]]);
    try {
      if (typed.length) localStorage.setItem(this.key, JSON.stringify(Object.fromEntries(typed)));
      else localStorage.removeItem(this.key);
    } catch {
      // the browser keeps nothing here
    }
  }

  restore() {
    let kept = {};
    try {
      kept = JSON.parse(localStorage.getItem(this.key)) ?? {};
    } catch {
      // nothing, or damaged
    }
    for (const [place, [of, text]] of Object.entries(kept)) {
      while (this.more && this.texts.length <= Number(place) && this.texts.length < MOST_CELLS)
        this.addCell();
      const slug = this.built[Number(place) - (this.printed ?? Infinity)];
      const cell = slug ? this.cellFor(slug) : this.cells.get(Number(place));
      if (!cell || of !== nameOf(this.texts[cell.place])) continue;
      cell.box.textContent = `${text}\n`;
      this.rowOf(cell);
      cell.said.textContent = "As you left it; it has not run.";
    }
    color([...this.cells.values()].map((each) => each.box));
    this.buttons();
  }

  // A text from a figure of the book is a variable here once its cell is run.
  takeProgram() {
    const text = /^#program=(.*)/s.exec(location.hash)?.[1];
    if (text === undefined) return;
    history.replaceState(null, "", location.pathname + location.search);
    const free = [...this.cells.values()].find((cell) => this.isPrinted(cell));
    const box = free?.box ?? this.addCell();
    const said = 
      `program = listing.read(${inPython(decodeURIComponent(text))}).program\nprogram\n`;
    box.textContent = said;
    const { place } = [...this.cells.values()].find((cell) => cell.box === box);
    this.changed(place);
    this.cells.get(place).said.textContent = "From your figure; it has not run.";
    box.scrollIntoView({ block: "nearest" });
  }

  // The way back: a program that a cell shows, and a machine that it checked, are texts of figures.
  /** @param {Cell} cell @param {Said} said */
  offerFigure(cell, { text }) {
    const link = document.createElement("a");
    link.href = addressOf("playground.html#bench", text);
    link.textContent = "Open it in the playground";
    link.toggleAttribute("data-figure");
    cell.live.append(made("p", "python-said", link));
  }

  // A machine that got the name of a bench or a board may stand there. The text that stood there is
  // kept by the bench, and in a box it is the reader's own press that puts another.
  /** @param {Cell} cell @param {Said} said */
  giveBack(cell, { name, text, said }) {
    if (!cell.live) this.clear(cell);
    const slug = this.built.find((each) => variableOf(each) === name);
    const note = made("p", "python-said");
    cell.live.append(note);
    if (said) return note.append(`${said}.`);
    const link = document.createElement("a");
    const id = (isBoard(slug) ? OF_BOARDS : "") + slug;
    link.href = addressOf(`${figureOf(slug) ? "" : "workshop.html"}#${id}`, text);
    link.textContent = isBoard(slug) ? "Put it into the box of its board" : "Put it on its bench";
    link.toggleAttribute("data-back-to");
    if (figureOf(slug)) link.addEventListener("click", () => unfold(figureOf(slug)));
    return note.append(link);
  }

  /** @param {Cell} cell @param {string} slug */
  offerBench(cell, slug) {
    const button = /** @type {HTMLButtonElement} */ (made("button", "", "Open it on its bench"));
    button.type = "button";
    button.toggleAttribute("data-figure");
    const heard = (/** @type {Said} */ { text, said }) => {
      if (said) cell.said.textContent = `${said[0].toUpperCase()}${said.slice(1)}.`;
      else location.assign(addressOf(`${figureOf(slug) ? "" : "workshop.html"}#${slug}`, text));
    };
    button.addEventListener("click", () =>
      this.ask(cell, { of: `${WRITES}:text_of_checked`, with: [slug], heard }));
    cell.live.append(made("div", "python-row", button));
  }

  // Buttons

  /** @param {Cell} cell */
  rowOf(cell) {
    if (cell.row) return;
    const button = (/** @type {string} */ name, /** @type {string} */ words,
      /** @type {() => void} */ act) => {
      const node = /** @type {HTMLButtonElement} */ (made("button", "", words));
      node.type = "button";
      node.toggleAttribute(`data-${name}`);
      node.addEventListener("click", act);
      return node;
    };
    const bar = document.createElement("progress");
    bar.hidden = true;
    bar.setAttribute("aria-label", "Python is loaded");
    cell.row = made("div", "python-row",
      bar, made("p", "python-first"),
      button("stop", "Stop", () => this.stop()),
      button("above", "Run all above", () => this.useAbove(cell)),
      button("back", this.texts[cell.place].trim() ? "Back to the printed one"
        : "Empty this cell", () => this.back(cell)),
      button("reset", "Reset page", () => this.reset()));
    cell.said.after(cell.row);
    cell.row.prepend(cell.said);
  }

  buttons() {
    for (const cell of this.cells.values()) {
      if (!cell.row) continue;
      const { place } = cell;
      const runs = this.running === place || this.queue.includes(place);
      const differs = Boolean(cell.live) || !this.isPrinted(cell);
      const set = (/** @type {string} */ name, /** @type {boolean} */ there) => {
        const node = /** @type {HTMLElement} */ (cell.row.querySelector(`[data-${name}]`));
        node.hidden = !there;
      };
      set("stop", runs);
      set("above", !runs && this.hasAbove(cell));
      set("back", differs && !runs);
      set("reset", differs && !runs);
    }
  }
}

// Opens the blocks in which something stands.
/** @param {Element} node */
function unfold(node) {
  for (let fold = node.closest("details"); fold; fold = fold.parentElement.closest("details"))
    fold.open = true;
}

// A new line begins where the one before it does, further in behind a colon.
/** @param {KeyboardEvent} event */
function newLine(event) {
  const box = /** @type {HTMLElement} */ (event.currentTarget);
  const range = getSelection().getRangeAt(0).cloneRange();
  range.setStart(box, 0);
  const line = range.toString().split("\n").pop();
  event.preventDefault();
  const indent = /^\s*/.exec(line)[0] + (/:\s*(#.*)?$/.test(line) ? "    " : "");
  document.execCommand("insertText", false, `\n${indent}`);
}

// What came of an answer to an exercise.
/** @param {Cell} cell @param {string} verdict */
function mark({ node, said }, verdict) {
  node.dataset.verdict = verdict;
  said.dataset.verdict = verdict;
}

/** @param {number} n @param {string} word */
const counted = (n, word) => `${n} ${word}${n === 1 ? "" : "s"}`;

/** @param {Opening} opening */
export default async function open(opening) {
  const { base, now, page } = opening;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(ROWS);
  document.adoptedStyleSheets.push(sheet);
  const [texts, code] = await Promise.all([
    fetch(`${base}cells/${page}.json`, { cache: "no-cache" }).then((each) => each.json()),
    fetch(base + now.worker).then((each) => each.text()),
  ]);
  return new Page(opening, texts, code);
}
