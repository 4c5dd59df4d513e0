// @ts-check
// The cover: a name is typed, its machine is made, says it letter by letter, and can be broken. All
// of it is the name and the numbers that were changed, so a link holds the whole machine.

import { RUNS, changedBy, format, remember } from "../../page/kit/runs.js";
import { PANELS, change, html, noteDone, write } from "../../page/kit/panels.js";
import { RADIUS } from "../../page/positions/space.js";
import { STYLES } from "../../page/kit/view.js";
import { brokenValue, mostFragile } from "./fragile.js";
import { START, machineOf, modelOf, rightOf, wayOf } from "./machine.js";
import { short, table } from "./numbers.js";
import { postcard } from "./postcard.js";
import { square } from "./square.js";
import { wheel } from "./wheel.js";
import {
  describeMachine, inputSaid, looked, lookedAt, markOf, named, spokenBy,
} from "./words.js";
import CSS from "./panel.css";
/** @import {Cover} from "../../page/kit/figures" */
/** @import {Changes, Compute, FigureElement, FigureRun, Panel} from "../../page/kit/page" */
/** @import {SetState, State} from "../../page/kit/page" */
/** @import {Machine} from "./machine.js" */
/** @import {Looked} from "./words.js" */

const [LETTER, PAUSE, FIRST] = [330, 700, 900]; // ms: for a letter, after typing, after the page

/** @typedef {Machine & FigureRun & {looked: Looked}} CoverRun */
/** @typedef {{said: number}} Voice how many letters it has said so far; -1 where it is silent */

/** @param {Cover} spec @returns {Compute<CoverRun>} */
function cover(spec) {
  const made = remember((/** @type {string} */ name, /** @type {string} */ changed) =>
    machineOf(spec, name, changed));
  return (state) => {
    const machine = made(state.name, state.changed);
    const run = { ...machine, looked: lookedAt(machine, state.at) };
    const now = state.at ? { text: inputSaid(run, run.looked) } : undefined;
    return { ...run, whole: describeMachine(machine, spec), now };
  };
}

// What a state says when a number of the run is another one, and which input shows it.
/**
 * @param {CoverRun} run @param {string} path @param {number} row @param {number} column
 * @param {number} value
 */
function changeOf(run, path, row, column, value) {
  const place = path === "W_pos" ? row : Math.max(0, run.says.indexOf(row));
  return { changed: changedBy(run, [[path, row, column, value]]),
    at: `${place}.${wayOf(run.says)[place]}` };
}

// The sentence with the name in it.
/** @param {Cover} spec @param {SetState} set @param {() => void} typed */
function sentence(spec, set, typed) {
  const input = html("input", { type: "text", "aria-label": "your name", placeholder: "your name",
    autocomplete: "off", autocapitalize: "words", spellcheck: "false", dir: "auto" });
  const count = html("b");
  input.addEventListener("input", () => {
    set({ name: input.value, changed: "", at: "" });
    typed();
  });
  input.addEventListener("focus", () => input.value === spec.state.name && input.select());
  return {
    element: html("div", { class: "says" },
      html("p", { class: "line" }, "This transformer says ", input),
      html("p", {}, html("b", {}, "Type your name."), " Nobody trained this machine: its ", count,
        " are worked out in the page as you type, and all of them stand below. ",
        html("b", {}, "Drag one"), ", and see which inputs go wrong.")),
    /** @param {State} state @param {CoverRun} run */
    draw({ name }, { symbols, says }) {
      if (input.value !== name) input.value = name;
      input.style.setProperty("--letters", String(Math.max(8, Math.min(name.length, spec.most))));
      write(count, `${format(3 * (symbols.length + says.length))} numbers`);
    },
  };
}

// What it says, letter by letter.
/** @param {Voice} voice */
function spoken(voice) {
  const letters = html("bdi");
  return {
    element: html("p", { class: "said" }, letters),
    /** @param {CoverRun} run */
    draw(run) {
      const { told, says } = run;
      const last = voice.said < 0 ? told.length : voice.said;
      letters.replaceChildren(...told.map((id, place) => {
        const ends = id === run.symbols.length - 1;
        const name = id < 0 || id === START || ends ? markOf(run, id) : run.symbols[id];
        const now = place === last ? "new" : "";
        const kind = place > last ? "later" : id !== says[place] ? "off" : now;
        return html("span", { class: ends && !kind ? "ends" : kind }, name);
      }));
    },
  };
}

// The two tables.
/** @param {Cover} spec @param {import("./numbers.js").Tell} told */
function tables(spec, told) {
  const [wants, stands] = ["What each place wants to say: three numbers a place",
    "Where each letter stands: three numbers a letter (\u25b7 start, \u25a0 stop)"];
  const places = table("W_pos", wants, told,
    { of: ({ says }) => says, name: (_, row) => `place ${row + 1}`, decimals: 1,
      largest: spec.loud * RADIUS });
  const letters = table("W_E", stands, told,
    { of: ({ symbols }) => symbols.map((_, id) => id), decimals: 2, largest: RADIUS,
      name: named });
  places.element.classList.add("places");
  letters.element.classList.add("letters");
  return {
    elements: [places.element, letters.element],
    /** @param {CoverRun} run @param {Looked} at */
    draw(run, at) {
      places.draw(run, at.place);
      letters.draw(run, at.heard);
    },
  };
}

// Speaks a letter at a time, unless a reader wants nothing to move.
/** @param {Voice} voice @param {() => CoverRun} now @param {() => void} draw */
function speaker(voice, now, draw) {
  /** @type {ReturnType<typeof setTimeout>} */
  let waiting;
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const next = () => {
    const ended = voice.said >= now().told.length - 1;
    voice.said = ended ? -1 : voice.said + 1;
    draw();
    if (!ended) waiting = setTimeout(next, LETTER);
  };
  const stop = () => {
    clearTimeout(waiting);
    voice.said = -1;
  };
  return {
    stop,
    /** @param {number} [after] */
    start(after = 0) {
      stop();
      if (!still.matches) waiting = setTimeout(next, after);
    },
  };
}

// The link to a machine, as it stands.
/** @param {FigureElement} host @param {Machine} run @param {State} state */
function linkTo(host, { name }, { changed }) {
  const query = new URLSearchParams({ name, ...(changed ? { changed } : {}) });
  return `${location.href.split("#")[0]}#${host.id}?${query}`;
}

// The picture, under the name that was typed as far as names of files may have it.
/** @param {Machine} run @param {string} address */
async function save(run, address) {
  const file = `${run.name.replace(/[^\p{L}\p{M}\p{N}]+/gu, "-") || "transformer"}.png`;
  const link = html("a", { download: file });
  link.href = URL.createObjectURL(await postcard(run, address));
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href));
  return `Saved: a picture of all its numbers, ${file}.`;
}

// What a number was moved by, in words.
/** @param {CoverRun} run @param {import("./fragile.js").Move} move @param {number} value */
function moved(run, { path, row, column }, value) {
  const was = run.numbers[path].data[3 * row + column];
  const whose = path === "W_pos" ? `place ${row + 1}` : named(run, row);
  return `Number ${column + 1} of ${whose} went from ${short(was, 2)} to ${
    short(value, 2)}: that was enough.`;
}

/** @param {Cover} spec @param {CoverRun} run @returns {[Changes, string]} */
function broken(spec, run) {
  const { W_E, W_pos } = modelOf(run, spec);
  const move = mostFragile(run, { W_E, W_pos });
  if (!move) return [{}, "Nothing is left to break."];
  const value = brokenValue(run.numbers, move);
  const changes = changeOf(run, move.path, move.row, move.column, value);
  const at = `${move.place}.${wayOf(run.says)[move.place]}`; // the input that goes wrong
  return [{ ...changes, at }, moved(run, move, value)];
}

// The buttons, and a line for what came of them.
/**
 * @param {Cover} spec @param {SetState} quietly @param {ReturnType<typeof speaker>} speaking
 * @param {() => {state: State, run: CoverRun, host: FigureElement}} now
 */
function acts(spec, quietly, speaking, now) {
  const tale = html("p", { class: "tale", role: "status" });
  /** @param {Changes} changes @param {string} words */
  const say = (changes, words) => {
    quietly(changes);
    speaking.start();
    write(tale, words);
  };
  const all = {
    "Let it speak": () => say({ at: "" }, `It says ${spokenBy(now().run)}.`),
    "Break it": () => say(...broken(spec, now().run)),
    Mend: () => quietly({ changed: "", at: "" }),
    "Copy the link": async () => {
      const { state, run, host } = now();
      const link = linkTo(host, run, state);
      const copied = await navigator.clipboard?.writeText(link).then(() => true, () => false);
      if (copied) noteDone(tale, "Copied: the whole machine is in this link.");
      else write(tale, `The link, with the whole machine in it: ${link}`);
    },
    Postcard: async () => {
      const { state, run, host } = now();
      write(tale, await save(run, buttons[3].hidden ? "" : linkTo(host, run, state)));
    },
  };
  const buttons = Object.entries(all).map(([name, act]) => {
    const button = html("button", { type: "button" }, name);
    button.addEventListener("click", act);
    return button;
  });
  return {
    element: html("div", { class: "acts" }, ...buttons, tale),
    forget: () => write(tale, ""),
    draw() {
      const { host } = now();
      const ours = host.localName === "hand-figure" && !host.hasAttribute("data-notebook");
      buttons[3].hidden = !ours; // a notebook's address is not ours
    },
  };
}

/** @param {Cover} spec @param {SetState} set @returns {Panel<CoverRun>} */
function coverPanel(spec, set) {
  /** @type {Voice} */
  const voice = { said: -1 };
  let [state, run, begun] = [/** @type {State} */ (null), /** @type {CoverRun} */ (null), false];
  const drawMoving = () => {
    const { told, looked: rests } = run;
    const at = voice.said < 0 ? rests
      : looked(run, voice.said, voice.said ? told[voice.said - 1] : START);
    says.draw(run);
    circle.draw(run, at);
    all.draw(run, at);
    both.draw(run, at);
  };
  const speaking = speaker(voice, () => run, drawMoving);
  /** @type {SetState} */
  const quietly = (changes) => {
    speaking.stop();
    buttons.forget();
    set(changes);
  };
  const line = sentence(spec, quietly, () => speaking.start(PAUSE));
  const [says, circle, all] = [spoken(voice), wheel(spec),
    square((place, heard) => quietly({ at: `${place}.${heard}` }))];
  const both = tables(spec, (path, { row, column }, value) =>
    quietly(changeOf(run, path, row, column, value)));
  const host = () => /** @type {FigureElement} */ (
    /** @type {ShadowRoot} */ (line.element.getRootNode()).host);
  const buttons = acts(spec, quietly, speaking, () => ({ state, run, host: host() }));
  all.element.classList.add("inputs");
  return {
    element: html("div", { class: "cover" }, line.element, circle.element, says.element,
      all.element, buttons.element, ...both.elements),
    draw(nowState, nowRun) {
      [state, run] = [nowState, nowRun];
      change(host(), { "data-cover": "", "data-right": rightOf(run),
        "data-inputs": run.says.length * run.symbols.length });
      buttons.draw();
      line.draw(state, run);
      drawMoving();
      if (!begun) speaking.start(FIRST);
      begun = true;
    },
  };
}

RUNS.cover = cover;
STYLES.push(CSS);
Object.assign(PANELS, { coverPanel });
