// @ts-check
// A telephone's keys, dialed well or badly, and what the machine makes of the sound. What takes
// longer than a moment waits until the reader's hand rests.

import { RUNS, format, remember } from "../../page/kit/runs.js";
import {
  PANELS, change, html, mapPanel, pool, sparsely, write,
} from "../../page/kit/panels.js";
import { CONTROLS, STYLES, dial } from "../../page/kit/view.js";
import { soundInput } from "../../page/sound/input.js";
import { play } from "../../page/sound/microphone.js";
import { RATE } from "../../page/sound/rates.js";
import { listenTo, machineOf } from "./hearing.js";
import { scorePanel } from "./score.js";
import { COLUMNS, KEYS, ROWS, dialed, keysIn } from "./sound.js";
import { judged } from "./standard.js";
import CSS from "./panel.css";
import SCORE_CSS from "./score.css";
/** @import {Dialing, NoiseDial} from "../../page/kit/figures" */
/** @import {Compute, ControlNode} from "../../page/kit/page" */
/** @import {FigureRun, Panel, SetState, State} from "../../page/kit/page" */
/** @import {KeysHeard} from "./hearing.js" */

const PATIENCE = 50; // ms of rest before the machine listens
const ALONE = 400; // ms since the last change: what comes then is heard at once
const MOST_KEYS = 24;
const MOST_SECONDS = 2.5; // that the microphone listens
const NO_NOISE = 99; // dB below

/** @param {string} text */
/** @typedef {{name: string, samples: Float64Array, number: number}} HeardFile */
/**
 * @typedef {Dialing & {file?: HeardFile | null, waits?: boolean, rested?: boolean,
 *   typing?: boolean}} DialingFigure
 * @typedef {{samples: Float64Array, presses: {key: string, from: number, to: number}[],
 *   keys: string | null, left: string[], error: string, name?: string}} DialedSound
 * @typedef {FigureRun & DialedSound & {hearing: KeysHeard, press: number, waits: boolean,
 *   last: number, place: number}} DialingRun
 */

/** @param {string} text */
const QUOTED = (text) => `\u201c${text}\u201d`;

// What a state says of the sound: samples, where presses are, and which keys they are.
/** @param {DialingFigure} spec @param {State} state @returns {DialedSound} */
function soundOf(spec, state) {
  if (spec.file) return { ...spec.file, presses: [], keys: null, left: [], error: "" };
  const { keys, left, strange } = keysIn(state.dial);
  const error = strange
    ? `${QUOTED(strange)} is not a key of a telephone; those are ${[...KEYS].join(" ")}`
    : keys.length > MOST_KEYS ? `At most ${MOST_KEYS} keys; take some away.` : "";
  const known = error ? [] : keys;
  const noise = state.noise >= NO_NOISE ? null : state.noise;
  return { ...dialed(known, { ...state, noise }), keys: known.join(""), left, error };
}

/** @param {DialedSound} sound @param {string} said @param {{must: string}} asks */
function describeHeard({ keys, left, error, name }, said, asks) {
  const heard = said ? `heard ${said}` : "heard nothing";
  if (error) return { kind: "", text: "" };
  if (keys === null) return { kind: "", text: `In ${QUOTED(name)} it ${heard}.` };
  if (!keys && !said) return { kind: "", text: "Nothing is dialed: press a key." };
  const without = left.length ? ` Left out: ${left.map(QUOTED).join(", ")}.` : "";
  const text = `Dialed ${keys || "nothing"}, ${heard}.${without}`;
  const should = asks.must === "silent" ? "" : keys;
  return { kind: asks.must ? (said === should ? "right" : "wrong") : "soft", text };
}

/** @param {DialingRun} run */
function describePress({ hearing: { asked, first, hop }, press }) {
  const one = asked[press];
  if (!one) return "";
  const at = format(Math.round((1000 * (first + (one.at + 0.5) * hop)) / RATE));
  const lead = `${format(one.margin)} ahead of what is next`;
  return one.key
    ? `Asked for press ${press + 1}, marked here, the decoder looks at ${at} ms and says ${
      one.key}, ${lead}.`
    : `Asked for press ${press + 1}, marked here, it says stop, ${lead}.`;
}

/** @param {DialingFigure} spec @returns {Compute<DialingRun>} */
function dialing(spec) {
  const sound = remember((/** @type {number} */ _, /** @type {State} */ state) =>
    soundOf(spec, state));
  const machine = machineOf(spec);
  let [known, last] = [{ key: "", hearing: /** @type {KeysHeard} */ (null) }, -Infinity];
  return (state) => {
    const { press: asked, ...settings } = state;
    const heard = sound(spec.file?.number ?? 0, settings);
    const key = JSON.stringify([spec.file?.number, settings]);
    const changed = key !== known.key;
    const quick = spec.typing || performance.now() - last < ALONE;
    if (changed && known.hearing && quick && !spec.rested) spec.waits = true;
    else {
      if (changed) known = { key, hearing: listenTo(machine(state), heard.samples) };
      spec.waits = false;
    }
    spec.rested = false;
    if (changed) last = performance.now();
    const asks = heard.keys ? judged(spec.standard, state)
      : { must: heard.keys === null ? "" : "silent", words: "" };
    const { hearing } = known;
    const press = Math.min(asked, hearing.asked.length - 1);
    const run = { ...heard, hearing, press, waits: spec.waits, last: hearing.asked.length - 1,
      place: press };
    const whole = spec.waits ? { kind: "", text: "Listening\u2026" } : hearing.error
      ? { kind: "", text: hearing.error } : describeHeard(heard, hearing.said, asks);
    return { ...run, whole, now: { text: heard.error ? "" : asks.words } };
  };
}

// The keypad, and what plays and opens sounds.

/** @param {DialingFigure} spec @param {SetState} set @returns {Panel<DialingRun>} */
function keypad(spec, set) {
  let dialedSoFar = "";
  /** @param {string} key */
  const press = (key) => {
    spec.file = null;
    set({ dial: dialedSoFar + key });
  };
  /** @type {HTMLElement[]} */
  const cells = [html("span"), ...COLUMNS.map((hertz) => html("span", {}, String(hertz)))];
  ROWS.forEach((hertz, i) => {
    cells.push(html("span", {}, String(hertz)));
    for (const key of KEYS.slice(4 * i, 4 * i + 4)) {
      const button = html("button", { type: "button", "aria-label": `press ${key}` }, key);
      button.addEventListener("click", () => press(key));
      cells.push(button);
    }
  });
  const back = html("button", { type: "button", "aria-label": "take the last key back" }, "\u232b");
  back.addEventListener("click", () => set({ dial: dialedSoFar.slice(0, -1) }));
  cells.push(html("span"), back);
  return {
    element: html("div",
      { class: "keypad", role: "group",
        "aria-label": "A telephone's keys, with the frequencies of their rows and columns in Hz" },
          ...cells),
    draw: ({ dial }) => (dialedSoFar = dial),
  };
}

// What plays the sound, and takes another from a file or the microphone.
/** @param {DialingFigure} spec @param {SetState} set @returns {Panel<DialingRun>} */
function soundButtons(spec, set) {
  const [hearIt, close] = ["Play", "Back to the keys"]
    .map((name) => html("button", { type: "button" }, name));
  let [samples, taken] = [/** @type {Float64Array} */ (new Float64Array(1)), 0];
  /** @param {HeardFile | null} file */
  const put = (file) => {
    spec.file = file;
    set({ press: 0 });
  };
  const input = soundInput({
    name: "Listen", ask: () => "Hold a telephone to the microphone.", most: MOST_SECONDS, rest: 1,
    take: (heard, name) => put({ name, samples: heard, number: (taken += 1) }),
  });
  hearIt.addEventListener("click", () => play(samples));
  close.addEventListener("click", () => put(null));
  return {
    element: html("div", { class: "files" }, hearIt, input.element, close, input.told),
    draw(state, run) {
      samples = run.samples;
      close.hidden = !spec.file;
    },
  };
}

// Settings with a name each: ways to dial, and to break it.
/** @param {DialingFigure} spec @param {SetState} set @returns {Panel<DialingRun>} */
function triesPanel(spec, set) {
  const buttons = spec.tries.map(({ name, set: asked }) => {
    const button = html("button", { type: "button" }, name);
    button.addEventListener("click", () => {
      spec.file = null;
      set({ ...spec.state, ...asked, dial: now });
    });
    return button;
  });
  let now = spec.state.dial;
  /** @param {State} state @param {State} asked */
  const isSet = (state, asked) => !spec.file && Object.keys(spec.state).every((name) =>
    name === "press" || name === "dial" || state[name] === (asked[name] ?? spec.state[name]));
  const why = html("p", { class: "note" });
  return {
    element: html("div", { class: "tries", role: "group", "aria-label": "Try to break it" },
      html("b", {}, "Try"), ...buttons, why),
    draw(state) {
      now = state.dial || spec.state.dial;
      const chosen = spec.tries.findIndex(({ set: asked }) => isSet(state, asked));
      buttons.forEach((button, i) => change(button, { "aria-pressed": i === chosen }));
      write(why, spec.tries[chosen]?.why ??
        "What the pictures show is what the machine computes: look where it stops.");
    },
  };
}

// What was heard, press by press: the decoder is asked for the one that is chosen here. While a
// reader types or moves a dial, the machine waits.
/** @param {DialingFigure} spec @param {SetState} set @returns {Panel<DialingRun>} */
function presses(spec, set) {
  const list =
    html("div", { class: "tape stays", role: "group",
      "aria-label": "What the decoder said, press by press" });
  const note = html("p", { class: "note" });
  const draw = pool(list, () => html("button", { type: "button" }));
  /** @type {ReturnType<typeof setTimeout>} */
  let resting;
  list.addEventListener("click", (event) => {
    const at = [...list.children].indexOf(/** @type {Element} */ (event.target).closest("button"));
    if (at >= 0) set({ press: at });
  });
  return {
    element: html("div", { class: "presses" }, list, note),
    draw(state, run) {
      clearTimeout(resting);
      if (run.waits) {
        resting = setTimeout(() => {
          spec.rested = true;
          set({});
        }, PATIENCE);
      }
      const { asked } = run.hearing;
      draw(asked, (button, { key, margin }, i) => {
        write(button, key || "stop");
        change(button, { "aria-pressed": i === run.press,
          "aria-label": `press ${i + 1}: ${key || "stop"}, by ${format(margin)}` });
      });
      [...list.children].forEach((button, i) =>
        (/** @type {HTMLElement} */ (button).hidden = i >= asked.length));
      write(note, run.waits ? "" : describePress(run));
    },
  };
}

// Notes whether a change comes from typing or from a dial that is moved.
/** @param {DialingFigure} spec @param {Element} element */
function watchTyping(spec, element) {
  const root = element.getRootNode();
  /** @param {Event} event */
  const typing = ({ eventPhase }) => (spec.typing = eventPhase === Event.CAPTURING_PHASE);
  root.addEventListener("input", typing, true);
  root.addEventListener("input", typing);
}

// Keys, sounds, and what was said.
/** @param {DialingFigure} spec @param {SetState} set @returns {Panel<DialingRun>} */
function telephonePanel(spec, set) {
  const parts = [keypad(spec, set), soundButtons(spec, set), presses(spec, set)];
  const element = html("div", { class: "telephone" }, ...parts.map(({ element }) => element));
  let watched = false;
  return {
    element,
    draw(state, run) {
      if (!watched) watchTyping(spec, element);
      watched = true;
      for (const part of parts) part.draw(state, run);
    },
  };
}

// Where it stops hearing, as Python found it; a cell sets both.
/** @param {DialingFigure} spec @param {SetState} set */
function limitsPanel(spec, set) {
  const { rows, columns, right, n } = spec.limits;
  const names = sparsely(columns.map((value) => format(value)));
  return mapPanel(
    "How many presses are heard, by percent out of tune (down) and ms of a press (across)", 56,
      (state) => ({
        rows: rows.map((value) => (Number.isInteger(value) ? format(value) : "")),
        columns: names,
        tall: 9,
        shade: (i, j) => right[i][j],
        framed: (i, j) => rows[i] === state.deviation && columns[j] === state.on,
        say: (i, j) => `${format(rows[i])} % out of tune, presses of ${format(columns[j])} ms: ` +
          `${format(right[i][j] * n)} of ${n} presses are heard.`,
        pick: (i, j) => {
          spec.file = null;
          set({ deviation: rows[i], on: columns[j] });
        },
        start: [rows.indexOf(0), 0],
        note: "Blue: heard. A click, or Enter, dials a case.",
        alt: [spec.alt],
      }));
}

// A dial of noise, which begins with none.
/** @param {NoiseDial} control @param {SetState} set @returns {ControlNode} */
function noiseDial(control, set) {
  const made = dial({ ...control, kind: "choice" }, set);
  const [output, slider] = ["output", "input"].map((name) => made.element.querySelector(name));
  return {
    element: made.element,
    show(state, run) {
      made.show(state, run);
      const words = state.noise >= NO_NOISE ? "none" : `${format(state.noise)} dB below`;
      write(output, words);
      change(slider, { "aria-valuetext": words });
    },
  };
}

RUNS.dialing = dialing;
STYLES.push(CSS + SCORE_CSS);
Object.assign(PANELS, { triesPanel, telephonePanel, scorePanel, limitsPanel });
CONTROLS.noise = noiseDial;
