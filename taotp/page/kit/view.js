// @ts-check
// One component for two hosts: <hand-figure> in a page, and a widget's view in a live notebook.
// A figure is state + run + panels: a control sets the state, the run is computed from it, and
// every panel draws the run. State that differs from the start stands in the address:
// #figure?N=3&step=7.

import { format, typedNumber, RUNS } from "./runs.js";
import { PANELS, change, html, noteDone, write } from "./panels.js";
import { keepTexts, keptTexts, marked, neverEnded, packText, placeOf,
  unpackText } from "./texts.js";
import CSS from "./view.css";
/** @import {Figure, Line, Select} from "./figures" */
/** @import {AnyControl, AnyDial, AskedOf, ControlMaker, ControlNode} from "./page" */
/** @import {FigureElement, FigureRun, FigureSpec, Handle, Panel, SetState, State} from "./page" */

export const STYLES = [CSS]; // a part may add its own

/** @type {Record<string, string>} */
const ICONS = { right: "\u2713", wrong: "\u2717", soft: "\u2248", tie: "=", nan: "\u2205", "": "" };
export const REST = 500; // ms without a change before it is announced, and written into the address
const MOST_TEXT = 20_000; // letters of a text control that says no other number
const MOST_IN_ADDRESS = 200; // letters; what is longer is packed
const PACKED = ".packed"; // after the name of what is

// Controls: each a function (control, set) -> {element, show(state, run)}.

// What stands before the name of an argument at its dial; either of both finds the dial.
/** @type {Record<string, string>} */
const IN_WORDS = { N: "loudness", d_vocab: "symbols", n_match: "match", s: "strength" };

let labels = 0;

/** @param {string} text @param {HTMLElement} input @param {...Node} more */
export function labeled(text, input, ...more) {
  input.id = `control-${(labels += 1)}`;
  const label = html("label", { for: input.id }, text);
  if (Object.hasOwn(IN_WORDS, text)) {
    const [what, name] = [IN_WORDS[text], text].map((words, i) =>
      html("span", { id: `${input.id}-${i}` }, words));
    label.replaceChildren(what, " (", name, ")");
    input.setAttribute("aria-labelledby", `${what.id} ${name.id}`);
  }
  return html("div", { class: "control" }, label, ...more, input);
}

const MANTISSAS = [1, 1.1, 1.2, 1.3, 1.5, 1.7, 2, 2.2, 2.5, 3, 3.5, 4, 4.5, 5, 6, 7, 8, 9];

/** @param {number} least @param {number} most */
function logValues(least, most) {
  const out = [];
  for (let e = Math.floor(Math.log10(least)); e <= Math.log10(most); e++) {
    out.push(...MANTISSAS.map((m) => Number(`${m}e${e}`)));
  }
  return out.filter((value) => value >= least && value <= most);
}

/** @param {{least: number, most: number, by: number}} dial */
function linearValues({ least, most, by }) {
  const out = [];
  for (let x = least; x < most + by / 2; x += by) out.push(Number(x.toFixed(6)));
  return out;
}

/** @param {number[]} values @param {number} wanted */
function nearest(values, wanted) {
  const off = values.map((value) => Math.abs(value - wanted));
  return off.indexOf(Math.min(...off));
}

// A slider over a list of values, or over the positions of a run, of which there may be more or
// fewer each time. A "log" one has a box for an exact value beside it.
/** @param {AnyDial} control @param {SetState} set @returns {ControlNode} */
export function dial(control, set) {
  const steps = control.kind === "step";
  const values = control.values ?? (control.kind === "log" ? logValues(control.least, control.most)
    : linearValues({ least: 0, most: 999, by: 1, ...control }));
  const slider = html("input", { type: "range", min: 0, max: values.length - 1, step: 1 });
  const exact = control.kind === "log" ? exactBox(control, set) : undefined;
  const box = exact ?? html("output");
  slider.addEventListener("input", () => set({ [control.name]: values[Number(slider.value)] }));
  return {
    element: labeled(control.label, slider, box),
    show(state, run) {
      if (steps) slider.max = String(run.last);
      const value = steps ? run.place : state[control.name];
      slider.value = String(nearest(values, value));
      const words = format(value, 4) + (steps ? ` of ${run.last}` : control.unit ?? "");
      change(slider, { "aria-valuetext": words });
      if (!exact) write(box, words);
      else if (!exact.matches(":focus")) {
        exact.value = value < 1e8 ? String(value) : value.toExponential().replace("+", "");
      }
    },
  };
}

/** @param {AnyDial} control @param {SetState} set */
function exactBox(control, set) {
  const box = html("input", {
    class: "exact", type: "text", inputmode: "decimal", "aria-label": `${control.label}, exactly`,
  });
  const error = html("p", { class: "error", role: "alert" }); // stays when the value is back
  box.addEventListener("input", () => {
    const value = readNumber(control, box.value);
    change(box, { "aria-invalid": value === undefined });
    box.parentElement.append(error);
    const range = `from ${format(control.least, 1)} to ${format(control.most, 1)}`;
    write(error, value === undefined ? `${control.label} is a number ${range}.` : "");
    if (value !== undefined) set({ [control.name]: value });
  });
  box.addEventListener("blur", () => {
    change(box, { "aria-invalid": "false" });
    set({});
  });
  return box;
}

// A number for a control, or undefined where it makes no sense: one that counts takes whole ones.
/** @param {AnyControl} control @param {string} text */
function readNumber({ kind, least = 0, most = Infinity, by = 0, smooth }, text) {
  const value = typedNumber(text);
  const counts = kind === "step" || (by && Number.isInteger(by) && !smooth);
  if (counts && !Number.isInteger(value)) return undefined;
  return value >= least && value <= most ? value : undefined;
}

/** @param {Select} control @param {SetState} set @returns {ControlNode} */
export function select(control, set) {
  const options = control.values.map((value, i) =>
    html("option", { value }, control.names?.[i] ?? String(value)));
  const input = html("select", {}, ...options);
  input.addEventListener("change", () => {
    set({ [control.name]: control.values[input.selectedIndex] });
  });
  const element = labeled(control.label, input);
  element.classList.add("wide");
  return { element, show: (state) => (input.value = state[control.name]) };
}

// A line of text; typing in it looks at the last position again.
/** @param {Line} control @param {SetState} set @returns {ControlNode} */
function textLine(control, set) {
  const input = html("input", {
    type: "text", autocomplete: "off", autocapitalize: "off", spellcheck: "false",
    placeholder: control.empty ?? "", maxlength: control.most ?? MOST_TEXT,
  });
  const error = html("p", { class: "error", role: "alert", id: `error-${(labels += 1)}` });
  input.setAttribute("aria-describedby", error.id);
  input.addEventListener("input", () => {
    set({ [control.name]: input.value, [control.cursor]: -1 });
  });
  const element = labeled(control.label, input);
  element.classList.add("wide", "line");
  element.append(error);
  return {
    element,
    show(state, run) {
      if (input.value !== state[control.name]) input.value = state[control.name];
      write(error, run.error);
      change(input, { "aria-invalid": Boolean(run.error) });
    },
  };
}

/** @type {Record<string, ControlMaker>} */
export const CONTROLS = { log: dial, linear: dial, choice: dial, step: dial, select,
  text: textLine };

// A value for a control from the address, or undefined where it makes no sense.
/** @param {AnyControl} control @param {string} text */
function readValue(control, text) {
  if (control.kind === "text") return isTooLong(control, text) ? undefined : text;
  if (control.values) return control.values.find((value) => String(value) === text);
  return readNumber(control, text);
}

// A long text may take as long as it likes, at every visit: it is measured where it is read.
/** @param {AnyControl} control @param {string} text */
const isTooLong = ({ most = MOST_TEXT }, text) => text.length > most;

// The colors of whatever the host put behind the figure, read off its text color.

/** @param {Element} host */
function followColors(host) {
  const follow = () => {
    const [red, green, blue] = getComputedStyle(host).color.match(/[\d.]+/g)?.map(Number) ?? [];
    change(host, { "data-mode": 2 * red + 7 * green + blue > 1280 ? "dark" : "light" });
  };
  const watch = new MutationObserver(() => requestAnimationFrame(follow));
  for (const node of [document.documentElement, document.body]) {
    watch.observe(node, { attributes: true });
  }
  const size = new ResizeObserver(follow);
  size.observe(host); // is called before anything is painted, for a host attached later as well
  return () => {
    watch.disconnect();
    size.disconnect();
  };
}

// Pages turn and notebooks delete cells on keys that a figure needs.
/** @param {KeyboardEvent} event */
function keepKeys(event) {
  const passing = event.ctrlKey || event.metaKey || event.altKey;
  if (!passing && event.key !== "Tab" && event.key !== "Escape") event.stopPropagation();
}

// What came out, in words, with a way to the first place that is not as it should be.
/**
 * @param {{cursor?: string}} spec @param {SetState} set
 * @returns {Panel<FigureRun & {place?: number}>}
 */
function verdictLine(spec, set) {
  const icon = html("span", { "aria-hidden": "true" });
  const [whole, now] = [html("span"), html("p")];
  const go = html("button", { type: "button" });
  const element = html("div", {}, html("p", {}, icon, whole), now, go);
  /** @type {number | undefined} */
  let first;
  go.addEventListener("click", () => set({ [spec.cursor]: first }));
  return {
    element,
    draw(state, run) {
      const { text } = run.whole;
      const kind = run.error ? "" : run.whole.kind; // of what was typed nothing is known
      write(icon, ICONS[kind] && `${ICONS[kind]} `);
      write(whole, text);
      write(now, run.now?.text ?? "");
      first = run.whole.place;
      go.hidden = first === undefined || first === run.place;
      write(go, `Go to position ${first}`);
      change(element, { class: `verdict ${kind}` });
    },
  };
}

// A panel, behind a line that opens it where the figure says so; what is set in it opens it too.
/** @param {string} name @param {Figure} spec @param {SetState} set @returns {Panel} */
function panelOf(name, spec, set) {
  const { element, draw } = PANELS[`${name}Panel`](spec, set);
  const fold = spec.folds?.[name];
  if (!fold) return { element, draw };
  const around = html("details", {}, html("summary", {}, fold.title), element);
  return {
    element: around,
    draw(state, run) {
      if (fold.opens.some((each) => state[each])) around.open = true;
      draw(state, run);
    },
  };
}

// Whether a control stands below the picture of a machine: one is above, that says what it reads.
/** @param {FigureSpec} spec @param {number} i */
const standsBelow = ({ kind, panels, controls }, i) => kind === "speaker" && i > 0 &&
  panels[0] === "machine" && ["log", "choice", "select", "linear"].includes(controls[i].kind);

/** @param {HTMLElement} host @param {FigureSpec} spec @param {SetState} set */
function frame(host, spec, set) {
  const controls = spec.controls.map((control) => {
    const made = CONTROLS[control.kind](control, set);
    change(made.element, { "data-kind": control.kind });
    return made;
  });
  const panels = [verdictLine(spec, set), ...spec.panels.map((name) => panelOf(name, spec, set))];
  const reset = html("button", { type: "button" }, "Reset");
  const announced = html("p", { class: "unseen", role: "status" });
  const far = html("p", { class: "note far", role: "status" });
  const below = controls.filter((_, i) => standsBelow(spec, i));
  const all = panels.map(({ element }) => element);
  const [verdict, ...above] = all.slice(0, below.length ? 2 : all.length);
  const rowOf = (/** @type {ControlNode[]} */ some) =>
    html("div", { class: "controls" }, ...some.map(({ element }) => element));
  const panelsOf = (/** @type {Element[]} */ some) => html("div", { class: "panels" }, ...some);
  const card = html("div", { class: "card", role: "group", "aria-label": spec.title },
    html("div", { class: "head" }, html("span", { class: "title" }, spec.title), reset),
    rowOf(controls.filter((each) => !below.includes(each))), verdict, panelsOf(above),
    ...(below.length ? [rowOf(below), panelsOf(all.slice(2))] : []), far, announced);
  const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
  const sheet = new CSSStyleSheet(); // a style element would need 'unsafe-inline'
  sheet.replaceSync(STYLES.join(""));
  root.adoptedStyleSheets = [sheet];
  root.replaceChildren(card, html("slot"));
  return { controls, panels, reset, announced, far };
}

// Makes a figure of a host element. Returns a handle: state, set(changes), times, stop().
/**
 * @param {HTMLElement} host @param {FigureSpec} spec @param {State} [start]
 * @param {(state: State, run: FigureRun) => void} [changed]
 * @param {(state: State) => FigureRun} [compute]
 */
export function mount(host, spec, start = {}, changed = () => {}, compute = RUNS[spec.kind](spec)) {
  /** @type {State} */
  const state = { ...spec.state, ...start };
  /** @type {number[]} */
  const times = [];
  /** @type {ReturnType<typeof setTimeout> | number} */
  let resting;
  const rest = () => {
    clearTimeout(resting);
    resting = 0;
    const { whole, now } = handle.run;
    write(parts.announced, now ? `${whole.text} ${now.text}` : whole.text);
    changed(state, handle.run);
  };
  /** @type {SetState} */
  const set = (changes) => {
    Object.assign(state, changes);
    update();
    clearTimeout(resting);
    resting = setTimeout(rest, REST);
  };
  const update = () => {
    const begun = performance.now();
    handle.run = compute(state);
    for (const control of parts.controls) control.show(state, handle.run);
    for (const panel of parts.panels) panel.draw(state, handle.run);
    host.dispatchEvent(new Event("hand-drawn", { bubbles: true }));
    times.push(performance.now() - begun);
  };
  const parts = frame(host, spec, set);
  const stopFollowing = followColors(host);
  host.setAttribute("data-lm-suppress-shortcuts", "true"); // JupyterLab
  host.addEventListener("keydown", keepKeys);
  parts.reset.addEventListener("click", () => set({ ...spec.state }));
  /** @type {Handle} */
  const handle = {
    state, set, times,
    note: (text, done) => (done ? noteDone : write)(parts.far, text),
    offer: (button) => parts.reset.before(button),
    hurry() { // what waits for a rest is done now
      for (const control of parts.controls) control.hurry?.();
      if (resting) rest();
    },
    stop() {
      clearTimeout(resting);
      stopFollowing();
      host.shadowRoot.replaceChildren();
    },
  };
  update();
  return handle;
}

// The address: the figures that it names, and the state that it asks of each: #a?N=3;b?step=7.

// What an address says; where a percent sign begins no letter, as it stands.
/** @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** @param {string} [hash] @returns {AskedOf[]} */
export function readAddress(hash = location.hash) {
  return hash.slice(1).split(";").map((part) => {
    const [id, query = ""] = part.split("?");
    return { id: decoded(id), query: new URLSearchParams(query), asks: Boolean(query) };
  });
}

// What of a query makes sense to the controls of a figure, and a sentence about what does not.
/** @param {Figure} spec @param {URLSearchParams} query */
function readQuery(spec, query) {
  /** @type {State} */
  const found = {};
  let strange = "";
  for (const control of [...spec.controls, ...spec.hidden]) {
    const text = query.get(control.name);
    if (text === null) continue;
    const value = readValue(control, text);
    if (value !== undefined) found[control.name] = value;
    else {
      const { most = MOST_TEXT, label, name, kind } = control;
      strange ||= `${label || name} ` + (kind === "text"
        ? `has ${format(text.length)} letters, and at most ${format(most)} are read.`
        : `\u201c${text.slice(0, MOST_IN_ADDRESS)}\u201d is not on this page.`);
    }
  }
  return { found, strange };
}

/** @param {Figure} spec @param {URLSearchParams} query @returns {State} */
export const stateFrom = (spec, query) => ({ ...spec.state, ...readQuery(spec, query).found });

const TOO_LONG = "This text is too long for a link.";

// What an address says of a state, and a sentence about what it cannot say.
/** @param {Figure} spec @param {State} state */
async function queryOf(spec, state) {
  const query = new URLSearchParams();
  let note = "";
  for (const name of Object.keys(spec.state).filter((each) => state[each] !== spec.state[each])) {
    const text = String(state[name]);
    if (text.length < MOST_IN_ADDRESS) {
      query.set(name, text);
      continue;
    }
    const packed = await packText(text);
    if (packed) query.set(name + PACKED, packed);
    else note = TOO_LONG;
  }
  return { query, note };
}

const DAMAGED = "The text in this link is damaged: letters are missing or wrong.";

// The texts that were packed into an address, as a query of plain ones, and what cannot be read.
/** @param {URLSearchParams} query */
async function unpacked(query) {
  const plain = new URLSearchParams(query);
  let note = "";
  for (const [name, letters] of query) {
    if (!name.endsWith(PACKED)) continue;
    const text = await unpackText(letters);
    if (text === undefined) note = DAMAGED;
    else plain.set(name.slice(0, -PACKED.length), text);
  }
  return { plain, note };
}

const UNFINISHED = "The text of last time did not come to an end, so it was not run.";

/** @param {string} id */
const figureOf = (id) => /** @type {FigureElement | null} */ (document.getElementById(id));

/** @param {URLSearchParams} query */
const isPacked = (query) => [...query.keys()].some((name) => name.endsWith(PACKED));

// What is kept of a state: what its figure names, and every long text.
/** @param {Figure} spec @param {State} state */
function textsOf(spec, state) {
  const names = Object.keys(spec.state).filter((name) => state[name] !== spec.state[name] &&
    (spec.kept.includes(name) || String(state[name]).length >= MOST_IN_ADDRESS));
  return Object.fromEntries(names.map((name) => [name, state[name]]));
}

// The history keeps beside an address the state of each figure that was moved, so that Back and a
// reload give it again, whatever of it the address can say.
/** @param {string} id @returns {State | undefined} */
const rememberedState = (id) => history.state?.hand?.[id];
/** @param {string} id @param {State} state */
const withState = (id, state) =>
  ({ ...history.state, hand: { ...history.state?.hand, [id]: { ...state } } });

const ASKING = ["answer", "progress"]; // what a reader does there is in no other figure's address

// An address that names a figure first, and then all others of the page that were moved.
async function addressOf(/** @type {HandFigure} */ first) {
  const moved = /** @type {HandFigure[]} */ ([...document.querySelectorAll("hand-figure")])
    .filter((each) => each.handle && each !== first &&
      ![...ASKING, "bench"].includes(each.spec.kind));
  const all = await Promise.all([first, ...moved].map(async ({ id, spec, handle }) =>
    ({ id, ...await queryOf(spec, handle.state) })));
  const named = all.filter(({ query }, i) => !i || String(query));
  const hash = named.map(({ id, query }) => `${id}?${query}`.replace(/\?$/, "")).join(";");
  return { hash: `#${hash}`, note: all.map(({ note }) => note).find(Boolean) ?? "" };
}

// What was typed in the moment of a reload is kept as text, and comes too late for the history.
const isReload = () => /** @type {any} */ (
  performance.getEntriesByType("navigation")[0])?.type === "reload";

const LARGE = 20_000; // letters of a figure's data

// How long JupyterLab takes, in ms, to lay out cells that come near; what is below them moves.
const SETTLED = 300;

// What is done once the page has answered to what waits.
/** @param {() => void} act */
export function nextTask(act) {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    act();
  };
  port2.postMessage(0);
}

class HandFigure extends HTMLElement {
  /** @type {Record<string, unknown>} */ static shared = {}; // what parts may use of this
  /** @type {Set<string>} */ static parts = new Set(); // that were taken, as they are written
  /** @type {HTMLElement} */ static said; // beside the last link that a key pressed

  connectedCallback() {
    this.near = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && this.approach(),
      { rootMargin: "500px" },
    );
    this.near.observe(this);
    this.follow = () => this.followAddress();
    this.back = () => this.handle && rememberedState(this.id) &&
      this.handle.set(rememberedState(this.id));
    this.press = (/** @type {MouseEvent} */ event) => this.followLink(event);
    this.leave = () => this.handle?.hurry();
    document.addEventListener("click", this.press);
    if (this.inNotebook) return;
    addEventListener("hashchange", this.follow);
    addEventListener("popstate", this.back);
    addEventListener("pagehide", this.leave);
    if (document.readyState === "loading") {
      document.addEventListener("DOMContentLoaded", this.follow, { once: true });
      return;
    }
    this.follow();
    // Where a page is opened at its top, its first figure does not wait for the formulas, which are
    // set before anything is seen to be near.
    if (!location.hash && this === document.querySelector("hand-figure")) this.approach();
  }

  disconnectedCallback() {
    this.near.disconnect();
    removeEventListener("hashchange", this.follow);
    removeEventListener("popstate", this.back);
    removeEventListener("pagehide", this.leave);
    document.removeEventListener("click", this.press);
    /** @type {State} */ this.left = this.handle?.state;
    this.handle?.stop();
    /** @type {Handle | undefined} */ this.handle = undefined;
  }

  // A notebook's address is not ours, its cells are run again, and leave the page out of sight.
  get inNotebook() {
    return this.hasAttribute("data-notebook");
  }

  get data() {
    return this.querySelector("script[type='application/json']");
  }

  // Begins in tasks of its own, as to read the scripts was one. A large machine is read, decoded,
  // run, told and drawn in one each; it is run as the page was made, and not on a text that
  // somebody typed. Who cannot wait begins at once.
  approach() {
    if (!this.data) return;
    this.near.disconnect();
    /** @type {(() => void)[]} */
    const before = [];
    if (this.data.textContent.length > LARGE) before.push(
      () => (this.spec = JSON.parse(this.data.textContent)),
      () => {
        this.compute = RUNS[this.spec.kind](this.spec);
        before.unshift(...(this.compute.ahead ?? []));
      },
      () => {
        const run = this.compute({ ...this.spec.state });
        for (const name of this.spec.panels)
          before.push(() => PANELS[`${name}Panel`].ahead?.(run));
      },
    );
    const go = () => {
      if (this.handle || !this.isConnected) return;
      const act = before.shift();
      if (!act) return this.begin();
      act();
      nextTask(go);
    };
    nextTask(go);
  }

  begin() {
    if (this.handle || !this.data) return;
    this.near.disconnect();
    /** @type {FigureSpec} */
    this.spec ??= JSON.parse(this.data.textContent);
    const known = rememberedState(this.id);
    const kept = () =>
      readQuery(this.spec, new URLSearchParams(keptTexts(placeOf(this.id)))).found;
    const start = this.inNotebook ? this.left
      : known ? { ...known, ...(isReload() ? kept() : {}) } : { ...this.spec.state, ...kept() };
    const make = (/** @type {State} */ from) => {
      this.handle = mount(this, this.spec, from, (state) => this.id && this.keep(state),
        this.compute);
      if (!this.inNotebook && !ASKING.includes(this.spec.kind)) this.offerLink();
    };
    const texts = this.inNotebook ? {} : textsOf(this.spec, { ...this.spec.state, ...start });
    if (this.mayRun(texts)) return this.run(texts, () => make(start));
    make(Object.fromEntries(Object.entries(start).filter(([name]) => !Object.hasOwn(texts, name))));
    this.offerText(texts);
  }

  // Whether texts that were kept, or that a link brought, may run; not where the last did not end.
  /** @param {State} texts */
  mayRun(texts) {
    return !Object.keys(texts).length || !neverEnded(placeOf(this.id));
  }

  /** @param {State} texts @param {() => void} run */
  run(texts, run) {
    if (Object.keys(texts).length) marked(placeOf(this.id), run);
    else run();
  }

  /** @param {State} state */
  offerText(state) {
    this.offered?.remove();
    const button = html("button", { type: "button" }, "Run the text of last time");
    button.addEventListener("click", () => {
      button.remove();
      this.handle.note("");
      this.run(state, () => this.handle.set(state));
    });
    /** @type {HTMLElement | undefined} */ this.offered = button;
    this.handle.offer(button);
    this.handle.note(UNFINISHED);
  }

  offerLink() {
    const button = html("button", { type: "button" }, "Copy link");
    button.addEventListener("click", async () => {
      const { hash, note } = await addressOf(this);
      history.replaceState(withState(this.id, this.handle.state), "", hash);
      const copied = await navigator.clipboard?.writeText(location.href)
        .then(() => true, () => false);
      if (copied && !note) this.handle.note("Copied: a link to this page as it stands now.", true);
      else this.handle.note(note || "The address of this page is the link.");
    });
    this.handle.offer(button);
  }

  /** @param {State} state */
  async keep(state) {
    if (this.inNotebook) return;
    const turn = (this.turn = (this.turn ?? 0) + 1);
    const texts = textsOf(this.spec, state);
    const kept = keepTexts(placeOf(this.id), texts);
    history.replaceState(withState(this.id, state), "");
    const { hash, note } = await addressOf(this);
    if (turn !== this.turn) return;
    history.replaceState(withState(this.id, state), "", hash);
    const warning = note && `${note} ${kept ? "This browser keeps it." : "Nothing else keeps it."}`;
    if (warning !== (this.warning ?? "")) this.handle?.note(warning); // other notes stay
    /** @type {string} */ this.warning = warning;
  }

  followAddress() {
    const all = readAddress();
    const mine = all.find(({ id }) => id === this.id);
    if (!this.id || !mine) return;
    const returns = rememberedState(this.id);
    if (returns && this.handle) return; // Back and Forward leave the reader where that was
    this.begin();
    if (mine.asks && !returns) this.ask(mine.query);
    if (mine === all[0]) (this.closest(".hand-live") ?? this).scrollIntoView({ block: "start" });
  }

  /** @param {URLSearchParams} query */
  ask(query) {
    this.begin();
    /** @param {{plain: URLSearchParams, note: string}} read */
    const take = ({ plain, note }) => {
      this.handle?.note("");
      if (note === DAMAGED) return this.handle?.note(note);
      const { found, strange } = readQuery(this.spec, plain);
      const state = { ...this.spec.state, ...found };
      const texts = textsOf(this.spec, state);
      if (!this.mayRun(texts)) return this.offerText(state);
      this.run(texts, () => this.handle?.set(state));
      if (note || strange) this.handle?.note(note || strange); // after those of the text
      return undefined;
    };
    if (isPacked(query)) unpacked(query).then(take);
    else take({ plain: query, note: "" });
  }

  // What comes next is a step of its own: Back undoes it.
  depart() {
    if (this.inNotebook) return;
    this.handle.hurry();
    history.replaceState(withState(this.id, this.handle.state), "");
    history.pushState(history.state, "");
  }

  // A link in the text acts on the figure, and shows it.
  /** @param {MouseEvent} event */
  followLink(event) {
    /** @type {HTMLAnchorElement} */
    const link = /** @type {Element} */ (event.target).closest?.("a[href*='#']");
    const other = event.defaultPrevented || event.button || event.ctrlKey || event.metaKey ||
      event.shiftKey;
    if (!link || other || link.href.split("#")[0] !== location.href.split("#")[0]) return;
    const all = readAddress(link.hash);
    if (!this.id || all[0].id !== this.id || !all[0].asks) return;
    event.preventDefault();
    if (!link.hasAttribute("aria-current")) this.askAll(all, link.hash); // else it is there already
    this.show(link, event.detail);
  }

  /** @param {AskedOf[]} all @param {string} hash */
  askAll(all, hash) {
    this.begin();
    if (!this.inNotebook) {
      for (const { id } of all) {
        const state = figureOf(id)?.handle?.state;
        if (state) history.replaceState(withState(id, state), "");
      }
      history.pushState({}, "", hash);
    }
    for (const { id, query } of all) figureOf(id)?.ask?.(query);
  }

  // A docked figure is in sight, and the line that one reads stays where it is; a key gets a way to
  // the figure. Any other is brought into sight, as far as it is not.
  /** @param {HTMLAnchorElement} link @param {unknown} byPointer */
  show(link, byPointer) {
    HandFigure.said?.remove();
    if (!this.hasAttribute("data-docked")) {
      if (!this.isSeen()) this.come(link, byPointer);
    } else if (!byPointer) this.tell(link);
  }

  // Whether half of the figure is in the window, or it fills half of that.
  isSeen() {
    const { top, bottom, height } = this.getBoundingClientRect();
    const seen = Math.min(bottom, innerHeight) - Math.max(top, 0);
    return seen >= Math.min(height, innerHeight) / 2;
  }

  // Comes into sight as the page scrolls, at once or gliding, and leads back to the line.
  /** @param {HTMLAnchorElement} link @param {unknown} byPointer */
  come(link, byPointer) {
    const go = () => (this.closest(".hand-live") ?? this).scrollIntoView({ block: "start" });
    go();
    const again = setTimeout(() => this.isSeen() || go(), SETTLED);
    this.way?.remove();
    const way = html("button", { type: "button" }, "Back to the text");
    way.addEventListener("click", () => {
      clearTimeout(again);
      way.remove();
      link.scrollIntoView({ block: "center" });
      link.focus({ preventScroll: true });
    });
    /** @type {HTMLElement | undefined} */ this.way = way;
    this.handle.offer(way);
    if (!byPointer) way.focus({ preventScroll: true });
  }

  // What came out, beside a link that a key pressed, with a way to the figure.
  /** @param {HTMLAnchorElement} link */
  tell(link) {
    HandFigure.said ??= html("span", { role: "status" });
    const there = html("a", { href: `#${this.id}` }, "to the figure");
    HandFigure.said.replaceChildren(` (${this.handle.run.whole.text} `, there, ")");
    link.after(HandFigure.said);
  }

  // Marks names in the text of the page, such as W_Q or "looks 1 back", and those before no more.
  /** @param {string[]} names */
  lightNames(names) {
    this.dispatchEvent(new CustomEvent("hand-names", { bubbles: true, detail: names }));
  }
}

// Parts that only some pages load come first and wait for what they may use of this, and of the
// parts before them. Where another copy of the script was there before, they are its parts; each is
// taken once, however many figures of a notebook bring it.
/** @param {Record<string, unknown>} shared */
export function define(shared) {
  const known = /** @type {any} */ (customElements.get("hand-figure"));
  HandFigure.shared = shared;
  const { shared: all, parts } = /** @type {typeof HandFigure} */ (known ?? HandFigure);
  for (const part of (/** @type {any} */ (self).handParts ?? []).splice(0)) {
    if (!parts.has(String(part))) Object.assign(all, part(all));
    parts.add(String(part));
  }
  if (!known) customElements.define("hand-figure", HandFigure);
}
