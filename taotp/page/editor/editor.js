// @ts-check
// A text in the language of listings as a figure. It is read while one types: what it says is
// shown as that of any program, or its faults stand below it and the last program stays. A text is
// made into a program as Python sends one, so that all else is the speaker's.

import { html, change, write, PANELS } from "../kit/panels.js";
import { CUTS, RUNS, several, remember, symbolsOf } from "../kit/runs.js";
import { keepTexts, keptTexts, placeOf } from "../kit/texts.js";
import { CONTROLS, STYLES } from "../kit/view.js";
import { excerpt, listed, moreFaults } from "./listing/faults.js";
import { LIMITS } from "./listing/language.js";
import { beyondThePage, countNumbers } from "./listing/models.js";
import { readListing } from "./listing/reading.js";
import "./cutting/words.js";
import "./features/stacks.js";
import "../kit/packing.js";
import "../kit/wider.js";
import CSS from "./editor.css";
/** @import {Dial, EditedText, Speaker, TextArea, Transformer} from "../kit/figures" */
/** @import {Fault, Made, SymbolName} from "./listing/listing" */
/** @import {Compute, ControlNode, FigureElement, Panel} from "../kit/page" */
/** @import {Program, Run, SetState} from "../kit/page" */
/** @import {State} from "../kit/page" */

/** @typedef {{program: Program, typed: string[]}} Asked */
/**
 * @typedef {{idle?: string, speak?: Compute<Run>, typed?: string[], circle?: number,
 *   speaking?: (more?: Partial<Speaker>) => Compute<Run>, model?: Transformer,
 *   numbers?: number[]}} Assembled
 * @typedef {Assembled & {text: string, example: Record<string, any>, faults: Fault[],
 *   stale: string, took: number}} ReadText
 * @typedef {Run & Omit<Assembled, "model" | "numbers"> & {text: string,
 *   faults: Fault[], stale: string, took: number, status: string, size: string,
 *   circle?: number, isExample: (text: string) => boolean,
 *   beganWith: (name: string) => Assembled["speaking"]}} EditorRun
 */

export const SAID = 64; // tokens that a program without an end may say
const WAIT = 120; // ms without a key before a text is read; a long text waits longer
const LONGEST_WAIT = 1500;
const LEAST_ROWS = 10; // of a field
const STALE = "What follows is from the last text that ran.";
const GIVEN = "What follows is from the text that the page came with.";

// A program in the form in which Python sends one, its arrays as they were read.

/** @param {Made} listing @param {number} said @returns {Asked} */
function programOf(listing, said) {
  const { model, start, stop, after, opening, steps, slide, subspaces, words } = listing;
  /** @param {SymbolName | null | undefined} symbol */
  const id = (symbol) => ((symbol ?? null) === null ? [] : [listing.vocabulary.indexOf(symbol)]);
  const sentinels = [start, stop, after, opening].flatMap(id);
  const typed = words?.known ?? listing.vocabulary.filter((_, i) => !sentinels.includes(i));
  const letters = typed.every((symbol) => typeof symbol === "string" && [...symbol].length === 1);
  const whole = [{ name: "x", at: 0, size: model.W_E.columns }];
  return {
    program: {
      model,
      vocabulary: listing.vocabulary.map(String),
      before: id(start),
      after: id(after),
      opening: id(opening),
      sentinels,
      stop: id(stop)[0] ?? null,
      steps: steps ?? said,
      slide,
      joint: letters && !words ? "" : " ",
      words: words && { ...words, known: words.known.map((word) => listing.vocabulary.indexOf(word))
        .map((at) => [at, at + 1]) },
      subspaces: subspaces.length ? subspaces : whole,
    },
    typed: typed.map(String),
  };
}

// What a figure computes.

// A prompt that the program takes, whatever the reader typed: the example's own where it can be.
/** @param {Asked} asked @param {string} own @returns {string | undefined} */
function promptFor({ program, typed }, own) {
  const { before, after, opening, model } = program;
  const around = [...(model.encoder ? opening : before), ...after];
  const room = (model.encoder ?? model).W_pos.rows - around.length;
  if (room < 0) return undefined;
  const { symbols } = program.words ? CUTS.words(program, own) : { symbols: symbolsOf(typed, own) };
  if (symbols?.length <= room && symbols.every((symbol) => typed.includes(symbol))) {
    if (symbols.length || around.length) return own;
  }
  if (around.length) return "";
  return room ? typed.find((symbol) => !/[\s,]/.test(symbol)) : undefined;
}

// A program that runs, or why it does not.
/**
 * @param {EditedText} spec @param {Record<string, any>} example @param {Made} listing
 * @returns {Assembled}
 */
function assemble(spec, example, listing) {
  const beyond = beyondThePage(listing.model, listing.start);
  if (beyond.length) return { idle: `this figure does not run ${listed(beyond)}` };
  const made = programOf(listing, /** @type {any} */ (spec).said ?? SAID);
  const text = promptFor(made, example.prompt);
  if (text === undefined) return { idle: "no prompt fits into its context" };
  const { program, typed } = made;
  const asked = /** @type {Speaker} */ (/** @type {unknown} */ (
    { ...spec, ...example, choices: [], columns: [], options: [program] }));
  const group = program.subspaces.find(({ size }) => size === 3);
  /** @param {Partial<Speaker>} [more] */
  const speaking = (more = {}) =>
    RUNS.speaker({ ...asked, state: { ...spec.state, text }, ...more });
  return {
    speak: speaking(),
    speaking,
    typed,
    circle: group?.at,
    model: listing.model,
    numbers: countNumbers(listing.model),
  };
}

/** @param {Pick<EditedText, "examples">} spec @param {State} state */
export const textOf = (spec, { example, listing }) =>
  String(listing ?? spec.examples[example].text);

// The program of the last text without faults, with the faults of the last text.
/** @param {EditedText} spec @returns {Compute<EditorRun>} */
function editor(spec) {
  const read = /** @type {ReadText} */ ({ text: undefined });
  const texts = new Set(Object.values(spec.examples).map(({ text }) => text));
  /** @param {string} text */
  const isExample = (text) => texts.has(text);
  const asGiven = remember((/** @type {string} */ name) => {
    const listing = readListing(spec.examples[name].text);
    return listing.faults ? undefined : assemble(spec, spec.examples[name], listing);
  });
  // What speaks the text of an example as it was, beside the one that is typed.
  /** @param {string} name */
  const beganWith = (name) => asGiven(name)?.speaking;
  /** @param {State} state */
  const follow = (state) => {
    const [text, example] = [textOf(spec, state), spec.examples[state.example]];
    if (text === read.text && example === read.example) return;
    const begun = performance.now();
    const listing = readListing(text);
    const made = listing.faults ? undefined : assemble(spec, example, listing);
    const stale = made?.speak ? "" : read.speak ? read.stale || STALE : GIVEN;
    if (!made?.speak && !read.speak) Object.assign(read, asGiven(state.example));
    Object.assign(read, made);
    Object.assign(read, { text, example, faults: listing.faults ?? [], idle: made?.idle, stale });
    read.took = performance.now() - begun;
  };
  return (state) => {
    follow(state);
    const run = read.speak(state);
    const { faults, idle, stale, model, numbers } = read;
    const least = faults.length < LIMITS.faults ? "" : "at least ";
    const status = faults.length ? least + several(faults.length, "fault")
      : stale ? `assembled, but ${idle}` : "no fault";
    const size = faults.length || stale ? ""
      : `${several(model.layers.length, "layer")}, ${several(numbers[0], "parameter")}, ` +
        `${numbers[1].toLocaleString("en-US")} not zero`;
    const whole = stale
      ? { kind: "soft", text: `${status}. ${stale} ${run.whole.text}` }
      : run.whole;
    return { .../** @type {any} */ (read), ...run, status, size, whole, isExample, beganWith };
  };
}

// The text with its faults, and what goes with it.

let editors = 0;

// The names of texts, by their groups where they have some.
/** @param {Record<string, Record<string, any>>} examples */
function optionsOf(examples) {
  /** @param {string} name */
  const option = (name) => html("option", { value: name }, name);
  const groups = [...new Set(Object.values(examples).map(({ group }) => group ?? ""))];
  return groups.flatMap((group) => {
    const options = Object.keys(examples).filter((name) => (examples[name].group ?? "") === group)
      .map(option);
    return group ? [html("optgroup", { label: group }, ...options)] : options;
  });
}

/** @param {TextArea} control */
function listingNodes({ label, rows, examples }) {
  const id = `editor-${(editors += 1)}`;
  const area = html("textarea", {
    id, rows, wrap: "off", spellcheck: "false", autocomplete: "off", autocapitalize: "off",
    "aria-describedby": `${id}-status ${id}-keys`,
  });
  const numbers = html("pre", { "aria-hidden": "true" });
  const status = html("p", { class: "status", id: `${id}-status` });
  const list = html("ol", { class: "faults", "aria-label": "faults" });
  const chooser = html("select", { id: `${id}-examples` }, ...optionsOf(examples));
  const choose = html("div", { class: "choose" },
    html("label", { for: `${id}-examples` }, "example"), chooser);
  const more = html("p", { class: "note" });
  const size = html("p");
  const keys = html("p", { id: `${id}-keys` },
    "Tab leaves the text. F8 goes to the next fault.");
  const fold = html("details", { class: "note" }, html("summary", {}, "Size and keys"), size, keys);
  const element = html("div", { class: "listing" },
    html("div", { class: "above" }, html("label", { for: id }, label), choose),
    html("div", { class: "text" }, numbers, area), html("div", { class: "under" }, status, fold),
    list, more);
  return { element, area, numbers, status, size, list, chooser, more };
}

/** @param {HTMLTextAreaElement} area @param {Fault} fault */
function goTo(area, { line, column, length }) {
  const above = area.value.split("\n").slice(0, line);
  const letters = [...above.pop()];
  /** @param {number} from @param {number} to */
  const width = (from, to) => letters.slice(from, to).join("").length;
  const start = above.reduce((sum, text) => sum + text.length + 1, width(0, column - 1));
  area.focus();
  area.setSelectionRange(start, start + width(column - 1, column - 1 + length));
  const tall = area.scrollHeight / area.value.split("\n").length;
  area.scrollTop = Math.max(0, (line - 4) * tall);
}

// The first fault after the place where the reader writes, or the first of all.
/** @param {HTMLTextAreaElement} area @param {Fault[]} faults */
function faultAfter(area, faults) {
  const before = area.value.slice(0, area.selectionEnd).split("\n");
  const [line, column] = [before.length, [...before.pop()].length + 1];
  return faults.find((fault) =>
    fault.line > line || (fault.line === line && fault.column > column)) ?? faults[0];
}

// Texts that another one took the place of: what a reader typed, or what a link brought. The last
// of them can be had back, from this browser if it keeps anything.
const MOST_BEFORE = 12;
const BEFORE = "texts of before";
const PUT_ASIDE = `The text that stood here is kept, under \u201c${BEFORE}\u201d.`;
const LONGEST_BEFORE = 200000; // letters

/** @param {FigureElement | undefined} host */
function shelfOf(host) {
  const place = host?.id && host.inNotebook === false ? `${placeOf(host.id)} before` : undefined;
  let known = place ? keptTexts(place) : {};
  return {
    all: () => known,
    /** @param {string} text */
    add(text) {
      if (!text.trim() || text.length > LONGEST_BEFORE) return false;
      const last = place ? keptTexts(place) : known; // another window may have put some aside
      const others = Object.entries(last).filter(([, other]) => other !== text);
      known = Object.fromEntries([...others, [`t${Date.now()}`, text]].slice(-MOST_BEFORE));
      return place ? keepTexts(place, known) : true;
    },
  };
}

// When a text was put aside, and how it begins.
/** @param {[string, string]} entry */
function nameOfText([key, text]) {
  const when = new Date(Number(key.slice(1)));
  const today = when.toDateString() === new Date().toDateString();
  const day = today ? ""
    : `${when.toLocaleDateString("en-GB", { day: "numeric", month: "short" })}, `;
  const first = text.split("\n").map((line) => line.trim()).find((line) => line.length > 1) ?? text;
  const time = when.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
  return `${day}${time}: ${[...first].slice(0, 40).join("")}`;
}

/**
 * @param {HTMLOptGroupElement & {offered?: Record<string, string>}} group
 * @param {ReturnType<typeof shelfOf>} shelf
 */
function offerBefore(group, shelf) {
  if (group.offered === shelf.all()) return;
  group.offered = shelf.all();
  const known = Object.entries(group.offered).reverse();
  group.hidden = !known.length;
  group.replaceChildren(...known.map((each) =>
    html("option", { value: each[0] }, nameOfText(each))));
}

// The field: what is typed is told after a pause, and not again.
/** @param {{area: HTMLTextAreaElement, numbers: HTMLElement}} nodes @param {SetState} set */
function typing({ area, numbers }, set) {
  let [wait, known] = [WAIT, ""];
  /** @type {ReturnType<typeof setTimeout> | number} */
  let waiting = 0;
  const most = area.rows;
  const count = () => {
    const lines = area.value.split("\n").length;
    write(numbers, Array.from({ length: lines }, (_, i) => i + 1).join("\n"));
  };
  const tell = () => {
    clearTimeout(waiting);
    waiting = 0;
    set({ listing: area.value });
  };
  area.addEventListener("scroll", () => (numbers.scrollTop = area.scrollTop));
  area.addEventListener("input", () => {
    count();
    clearTimeout(waiting);
    waiting = setTimeout(tell, wait);
  });
  return {
    hurry: () => waiting && tell(),
    // Shows a text; where it takes the place of another one, `aside` is given that.
    /** @param {EditorRun} run @param {(text: string) => void} aside */
    show({ text, took }, aside) {
      wait = Math.min(LONGEST_WAIT, WAIT + 3 * took);
      const lines = text.replace(/\r\n?/g, "\n"); // as a field holds it
      if (lines !== area.value && !(waiting && lines === known)) {
        clearTimeout(waiting);
        waiting = 0;
        aside(area.value);
        area.value = lines;
        area.rows = Math.min(most, Math.max(LEAST_ROWS, lines.split("\n").length + 1));
        count();
      }
      known = lines;
    },
  };
}

/** @param {TextArea} control @param {SetState} set @returns {ControlNode} */
function listingControl(control, set) {
  const nodes = listingNodes(control);
  const { element, area, status, size, list, chooser, more } = nodes;
  const before = html("optgroup", { label: BEFORE });
  chooser.append(before);
  const field = typing(nodes, set);
  /** @type {Fault[]} */
  let shown = [];
  /** @type {ReturnType<typeof shelfOf>} */
  let shelf;
  /** @type {FigureElement} */
  let host;
  area.addEventListener("keydown", (event) => {
    if (event.key !== "F8" || !shown.length) return;
    event.preventDefault();
    goTo(area, faultAfter(area, shown));
  });
  chooser.addEventListener("change", () => {
    const own = shelf.all()[chooser.value];
    host?.depart?.();
    if (own !== undefined) set({ listing: own, row: -1, off: "" });
    else {
      const { prompt } = control.examples[chooser.value];
      set({ example: chooser.value, listing: null, text: prompt, row: -1, off: "" });
    }
  });
  return {
    element,
    hurry: field.hurry,
    show(state, run) {
      host ??= /** @type {FigureElement} */ (/** @type {ShadowRoot} */ (element.getRootNode())
        .host);
      shelf ??= shelfOf(host);
      field.show(run, (text) => {
        if (!run.isExample(text) && shelf.add(text)) host?.handle?.note(PUT_ASIDE);
      });
      offerBefore(before, shelf);
      /** @type {HTMLElement} */ (element.querySelector(".choose"))
        .hidden = chooser.options.length < 2;
      chooser.value = state.example;
      write(status, run.status);
      write(size, run.size);
      change(status, { class: run.faults.length ? "status error" : "status" });
      change(area, { "aria-invalid": Boolean(run.faults.length) });
      /** @type {ShadowRoot} */ (element.getRootNode()).querySelector?.(".panels")
        .classList.toggle("stale", Boolean(run.stale));
      if (run.faults === shown) return;
      shown = run.faults;
      list.replaceChildren(...shown.slice(0, LIMITS.shown)
        .map((fault) => faultItem(run.text, fault, area)));
      write(more, moreFaults(shown));
    },
  };
}

/** @param {string} text @param {Fault} fault @param {HTMLTextAreaElement} area */
function faultItem(text, fault, area) {
  const button = html("button", { type: "button" }, `line ${fault.line}, column ${fault.column}`);
  button.addEventListener("click", () => goTo(area, fault));
  return html("li", {}, button, html("p", {}, fault.message),
    html("pre", { "aria-hidden": "true" }, excerpt(text, fault)));
}

// A dial for the circle, where there is one.
/** @param {Dial} control @param {SetState} set @returns {ControlNode} */
function circleDial(control, set) {
  const dial = CONTROLS.linear(control, set);
  return {
    element: dial.element,
    show(state, run) {
      dial.element.hidden = run.circle === undefined;
      dial.show(state, run);
    },
  };
}

// Panels that have to know what the text makes.

// The circle: of a step where there are no heads, else of what the last head reads.
/** @param {EditedText} spec @param {SetState} set @returns {Panel<EditorRun>} */
function listedCirclePanel(spec, set) {
  /** @type {EditedText & {circle?: number}} */
  const known = { ...spec };
  const step = PANELS.stepPanel(known, set);
  const disc = PANELS.discPanel(known, set);
  return {
    element: html("div", {}, step.element, disc.element),
    draw(state, run) {
      const heads = run.heads.flat().length;
      known.circle = run.circle;
      const [first, second] = [step, disc]
        .map(({ element }) => /** @type {HTMLElement} */ (element));
      first.hidden = heads > 0 || run.circle !== 0;
      second.hidden = !heads || run.circle === undefined;
      if (!first.hidden) step.draw(state, run);
      if (!second.hidden) disc.draw(state, run);
    },
  };
}

RUNS.editor = editor;
CONTROLS.listing = listingControl;
CONTROLS.circleDial = circleDial;
Object.assign(PANELS, { listedCirclePanel });
STYLES.push(CSS);
